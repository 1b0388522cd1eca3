"""Read values from the database's rows, and write them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from data.tables import Row, Value
from data.values import Card, Challenge, KeptMatch, ListedMatch, Person, Place, Seat, State, Terms
from rules import GAMES, Position, Refusal
from rules.event import Ending, Event, Kind, Result, result_of

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def stamp(time: datetime) -> int:
    """Write a time as it is stored. Raises `TypeError` for a time without a zone."""
    return (time - EPOCH) // MICROSECOND


def moment(stored: int) -> datetime:
    """Read a stored time."""
    return EPOCH + stored * MICROSECOND


def stamp_or_none(time: datetime | None) -> int | None:
    """Write a time that may be missing."""
    return None if time is None else stamp(time)


def moment_or_none(stored: int | None) -> datetime | None:
    """Read a stored time that may be missing."""
    return None if stored is None else moment(stored)


def write_options(game: type[Position], options: Mapping[str, str]) -> str:
    """Write options as they are stored. Raises `Refusal` for an unknown one."""
    return game.write_options(game.complete(options))


def read_options(game: type[Position], stored: str) -> dict[str, str]:
    """Read stored options: the value of every option of the game."""
    keys = (option.key for option in game.options)
    return dict(zip(keys, game.read_options(stored), strict=True))


def _rules(row: Row, what: str) -> type[Position]:
    """Give a row's game. Raises `Refusal` where it is not among the games any more."""
    if row["game"] not in GAMES:
        raise Refusal(
            "{what} #{number} cannot go on: `{game}` is not played here any more.",
            what=what,
            number=row["id"],
            game=row["game"],
        )
    return GAMES[row["game"]]


def beginning(row: Row) -> KeptMatch:
    """Read a match as it stood when it began, from what never changes."""
    rules = _rules(row, "Match")
    options, started = read_options(rules, row["options"]), moment(row["started"])
    return KeptMatch(
        number=row["id"],
        options=options,
        started=started,
        place=Place(row["channel"], row["server"]),
        rematch_of=row["rematch_of"],
        card=_card(row),
        position=rules.start(options),
        seats=(row["first"], row["second"]),
        names=(row["first_name"], row["second_name"]),
        pace=row["pace"],
        rated=bool(row["rated"]),
        since=started,
    )


def clocked(match: KeptMatch, row: Row) -> KeptMatch:
    """Take over what the clock did in the present turn, which is no event."""
    return replace(match, given=row["given"] * MICROSECOND, reminded=bool(row["reminded"]))


def match_from(row: Row) -> KeptMatch:
    """Read a match from the copy of its state that its row keeps."""
    match = beginning(row)
    rules = type(match.position)
    position = rules.decode(row["position"])
    return replace(
        clocked(match, row),
        position=position,
        since=moment(row["since"]),
        count=row["count"],
        moves=(row["first_moves"], row["second_moves"]),
        previous=None if row["previous"] is None else rules.decode(row["previous"]),
        last=tuple(row["last"].split()),
        draw_offer=row["draw_offer"],
        take_back=row["take_back"],
        rematch=tuple(int(side) for side in row["rematch"]),
        result=_result(row, position),
        ended=moment_or_none(row["ended"]),
    )


def start_values(match: KeptMatch) -> tuple[Value, ...]:
    """Write what of a match never changes, in the order that `tables.add_match` keeps it."""
    return (
        match.game,
        write_options(GAMES[match.game], match.options),
        *match.seats,
        match.pace,
        match.rated,
        match.place.server,
        match.place.channel,
        match.rematch_of,
        stamp(match.started),
    )


def copied(match: KeptMatch) -> tuple[Value, ...]:
    """Write the state of a match, in the order that `tables.update_match` keeps it."""
    result, previous = match.result, match.previous
    return (
        stamp(match.since),
        match.given // MICROSECOND,
        match.reminded,
        stamp_or_none(match.alarm),
        stamp_or_none(match.ended),
        None if result is None else result.how,
        None if result is None else result.winner,
        match.counts,
        match.position.turn,
        match.count,
        *match.moves,
        match.draw_offer,
        match.take_back,
        "".join(map(str, match.rematch)),
        " ".join(match.last),
        match.position.encode(),
        None if previous is None else previous.encode(),
    )


def _result(row: Row, position: Position) -> Result | None:
    if row["how"] is None:
        return None
    how, winner = Ending(row["how"]), row["winner"]
    if how is Ending.RULES:
        outcome = position.outcome()
        assert outcome is not None, f"match {row['id']} is said to be over and is not"
        return Result(winner, how, outcome.reason)
    loser = None if winner is None else 1 - winner
    return result_of(_LAST_EVENT[how], loser, position)


_LAST_EVENT = {
    Ending.RESIGNATION: Kind.RESIGN,
    Ending.AGREEMENT: Kind.ACCEPT_DRAW,
    Ending.TIME: Kind.RUN_OUT,
    Ending.ABORT: Kind.ABORT,
}


def listed_from(row: Row) -> ListedMatch:
    """Read one line of a list of matches."""
    seats = (row["first"], row["second"])
    deadline = None
    if row["pace"] is not None and row["ended"] is None:
        deadline = moment(row["since"] + row["given"]) + timedelta(days=row["pace"])
    return ListedMatch(
        number=row["id"],
        game=row["game"],
        seats=seats,
        names=(row["first_name"], row["second_name"]),
        turn=row["turn"],
        to_move=seats[row["turn"]] if row["ended"] is None else None,
        deadline=deadline,
        place=Place(row["channel"], row["server"]),
        card=_card(row),
        count=row["count"],
        ended=moment_or_none(row["ended"]),
        winner=row["winner"],
    )


def event_from(row: Row) -> Event:
    """Read an event."""
    return Event(row["number"], Kind(row["kind"]), row["side"], moment(row["at"]), row["text"])


def event_values(match: int, event: Event) -> tuple[Value, ...]:
    """Write an event, in the order that `tables.add_events` keeps it."""
    return match, event.number, event.kind, event.side, stamp(event.at), event.text


def challenge_from(row: Row) -> Challenge:
    """Read a challenge."""
    opponent = None
    if row["opponent"] is not None:
        opponent = Person(row["opponent"], row["opponent_name"])
    rules = _rules(row, "Challenge")
    return Challenge(
        number=row["id"],
        challenger=Person(row["challenger"], row["challenger_name"]),
        opponent=opponent,
        terms=Terms(
            game=row["game"],
            options=read_options(rules, row["options"]),
            seat=Seat(row["seat"]),
            pace=row["pace"],
            rated=bool(row["rated"]),
        ),
        place=Place(row["channel"], row["server"]),
        made=moment(row["made"]),
        expires=moment(row["expires"]),
        state=State(row["state"]),
        match=row["match"],
        card=_card(row),
    )


def terms_values(terms: Terms) -> tuple[Value, ...]:
    """Write terms as they are stored. Raises `Refusal` for an unknown option."""
    options = write_options(terms.rules, terms.options)
    return terms.game, options, terms.seat, terms.pace, terms.rated


def card_values(card: Card | None) -> tuple[int, int] | tuple[None, None]:
    """Write the message that shows something, or that none does."""
    return (None, None) if card is None else (card.channel, card.message)


def _card(row: Row) -> Card | None:
    if row["card_message"] is None:
        return None
    return Card(row["card_channel"], row["card_message"])
