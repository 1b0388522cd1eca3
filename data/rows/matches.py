"""The rows of matches and of their events."""

from dataclasses import replace

from data.connection import Row, Value
from data.local import Way
from data.rows.columns import (
    MICROSECOND,
    call_from,
    card_from,
    home_from,
    moment,
    moment_or_none,
    read_options,
    read_pace,
    rules_of,
    stamp,
    stamp_or_none,
    write_options,
    write_pace,
)
from data.rows.turns import (
    bank_columns,
    bank_from,
    remark_from,
    result_from,
    ruling_from,
    taken_back_from,
)
from data.values import COMPUTER, KeptMatch, ListedMatch, Place
from match.event import Ending, Event, Kind
from rules import GAMES
from rules.sentence import Sentence, message

GONE = message("Match #{number} cannot go on: {game} is not played here any more.")


def beginning(row: Row) -> KeptMatch:
    """Read a match as it stood when it began, from what never changes."""
    rules = rules_of(row, GONE)
    options, started = read_options(rules, row["options"]), moment(row["started"])
    return KeptMatch(
        number=row["id"],
        options=options,
        started=started,
        place=Place(row["channel"], row["server"]),
        advantage=row["advantage"],
        explore=bool(row["explore"]),
        silent=bool(row["silent"]),
        rematch_of=row["rematch_of"],
        twin=row["twin"],
        came_of=row["came_of"],
        card=card_from(row),
        shown=row["card_count"],
        way=Way(row["way"]),
        home=home_from(row),
        call=call_from(row),
        told=row["told"],
        plan_changes=row["plan_changes"],
        position=rules.start(options),
        seats=(row["first"], row["second"]),
        names=_names(row),
        pace=read_pace(row["pace"]),
        away=(bool(row["first_away"]), bool(row["second_away"])),
        rated=bool(row["rated"]),
        computer=row["computer"],
        level=row["level"],
        since=started,
    )


def clocked(match: KeptMatch, row: Row) -> KeptMatch:
    """Take over what the clock did in the present turn, which is no event."""
    return replace(
        match,
        given=row["given"] * MICROSECOND,
        stopped=moment_or_none(row["stopped"]),
        reminded=row["reminded"],
        touched=bool(row["touched"]),
    )


def match_from(row: Row) -> KeptMatch:
    """Read a match from the copy of its state that its row keeps."""
    match = beginning(row)
    rules = type(match.position)
    position = rules.decode(row["position"])
    return replace(
        clocked(match, row),
        position=position,
        since=moment(row["since"]),
        bank=bank_from(row),
        count=row["count"],
        moves=(row["first_moves"], row["second_moves"]),
        previous=None if row["previous"] is None else rules.decode(row["previous"]),
        last=tuple(row["last"].split()),
        draw_offer=row["draw_offer"],
        draw_waits=(_sides(row["first_waits"]), _sides(row["second_waits"])),
        take_back=row["take_back"],
        answer_to=row["answer_to"],
        remark=remark_from(row),
        taken_back=taken_back_from(row),
        locked=bool(row["locked"]),
        ruling=ruling_from(row),
        rematch=_sides(row["rematch"]),
        result=result_from(row, position),
        ended=moment_or_none(row["ended"]),
    )


def start_columns(match: KeptMatch) -> dict[str, Value]:
    """Write what of a match never changes."""
    return {
        "game": match.game,
        "options": write_options(GAMES[match.game], match.options),
        "first": match.seats[0],
        "second": match.seats[1],
        "pace": write_pace(match.pace),
        "rated": match.rated,
        "server": match.place.server,
        "channel": match.place.channel,
        "way": match.way,
        "advantage": match.advantage,
        "explore": match.explore,
        "rematch_of": match.rematch_of,
        "came_of": match.came_of,
        "computer": match.computer,
        "level": match.level,
        "started": stamp(match.started),
    }


def state_columns(match: KeptMatch) -> dict[str, Value]:
    """Write the state of a match, the copy of what its events and the clock say."""
    result, previous = match.result, match.previous
    return {
        "since": stamp(match.since),
        "given": match.given // MICROSECOND,
        "stopped": stamp_or_none(match.stopped),
        **bank_columns(match),
        "reminded": match.reminded,
        "alarm": stamp_or_none(match.alarm),
        "deadline": stamp_or_none(match.deadline),
        "ended": stamp_or_none(match.ended),
        "how": None if result is None else result.how,
        "winner": None if result is None else result.winner,
        "counts": match.counts,
        "turn": match.turn,
        "count": match.count,
        "first_moves": match.moves[0],
        "second_moves": match.moves[1],
        "draw_offer": match.draw_offer,
        "first_waits": "".join(map(str, match.draw_waits[0])),
        "second_waits": "".join(map(str, match.draw_waits[1])),
        "take_back": match.take_back,
        "touched": match.touched,
        "answer_to": match.answer_to,
        "remark_in": None if match.remark is None else match.remark.number,
        "taken_back": None if match.taken_back is None else " ".join(map(str, match.taken_back)),
        "locked": match.locked,
        "ruling": None if match.ruling is None else " ".join(match.ruling),
        "rematch": "".join(map(str, match.rematch)),
        "last": " ".join(match.last),
        "position": match.position.encode(),
        "previous": None if previous is None else previous.encode(),
    }


def loaded_columns(match: KeptMatch) -> dict[str, Value]:
    """Write what of a match changes with all that happens to it, also by the clock."""
    return {
        "loaded_count": match.count,
        "loaded_given": match.given // MICROSECOND,
        "loaded_stopped": stamp_or_none(match.stopped),
        "loaded_reminded": match.reminded,
        "loaded_touched": match.touched,
        "loaded_plan_changes": match.plan_changes,
        "loaded_first_away": match.away[0],
        "loaded_second_away": match.away[1],
    }


def _names(row: Row) -> tuple[str, str]:
    """Name both players; the computer is named with its level wherever it is named."""
    names = [row["first_name"], row["second_name"]]
    if (side := row["computer"]) is not None:
        names[side] = str(Sentence(COMPUTER, name=names[side], level=row["level"]))
    return names[0], names[1]


def _sides(stored: str) -> tuple[int, ...]:
    return tuple(map(int, stored))


def listed_from(row: Row) -> ListedMatch:
    """Read one line of a list of matches."""
    seats = (row["first"], row["second"])
    return ListedMatch(
        number=row["id"],
        game=row["game"],
        seats=seats,
        names=_names(row),
        turn=row["turn"],
        to_move=seats[row["turn"]] if row["ended"] is None else None,
        deadline=moment_or_none(row["deadline"]),
        stands=row["stopped"] is not None,
        locked=bool(row["locked"]),
        place=Place(row["channel"], row["server"]),
        card=card_from(row),
        count=row["count"],
        ended=moment_or_none(row["ended"]),
        home=home_from(row),
        how=None if row["how"] is None else Ending(row["how"]),
        winner=row["winner"],
    )


def event_from(row: Row) -> Event:
    """Read an event."""
    return Event(
        row["number"],
        Kind(row["kind"]),
        row["side"],
        moment(row["at"]),
        row["text"],
        row["given"] * MICROSECOND,
        bool(row["conditional"]),
        row["remark"],
    )


def event_columns(match: int, event: Event, request: int | None = None) -> dict[str, Value]:
    """Write an event, and by which request it was made."""
    return {
        "match": match,
        "number": event.number,
        "kind": event.kind,
        "side": event.side,
        "at": stamp(event.at),
        "text": event.text,
        "given": event.given // MICROSECOND,
        "conditional": event.conditional,
        "remark": event.remark,
        "request": request,
    }
