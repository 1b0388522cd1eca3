"""The columns of matches: how a match is written and read."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeAlias

from contests.contest import Form
from data.columns import (
    MICROSECOND,
    last_ping_from,
    message_from,
    moment,
    moment_or_none,
    names_in,
    pace_column,
    pace_from,
    read_duration,
    read_options,
    rules_of,
    stamp,
    stamp_or_none,
    write_duration,
    write_options,
)
from data.connection import Row, Value
from data.server_settings import DisplayMode
from data.values import ContestOf, Mirror, Place, StoredMatch
from match.clock import Bank, Clock
from match.event import Ending, Kind, Remark, Ruling, TakenBack, result_by, result_of
from rules import GAMES, message
from rules.lazy_position import LazyPosition

Fields: TypeAlias = dict[str, Any]
"""Fields by name; each has the type that its column reads."""
GONE = message("Match #{number} can't continue: {game} is no longer played here.")


class MatchColumn(NamedTuple):
    """A field of a match and the columns in which it is stored; with `clock.` a field of its clock.

    `write` makes the value of each column of the field's value, and `read` the field of a row.
    Columns used only to find matches are never read; columns written by other code are only read. A
    row is read from a dictionary of its columns.
    """

    field: str
    write: Mapping[str, Callable[[Any], Value]] = {}
    read: Callable[[Any], object] | None = None


def _same(value: Any) -> Any:
    return value


def _plain(field: str) -> MatchColumn:
    """Store a value unchanged, in a column of the same name."""
    return MatchColumn(field, {field: _same}, itemgetter(field))


def _flag(field: str) -> MatchColumn:
    """Store a truth value."""
    return MatchColumn(field, {field: _same}, lambda row: bool(row[field]))


def _converted(
    field: str,
    column: str,
    write: Callable[[Any], Value],
    read: Callable[[Any], object] | None = None,
) -> MatchColumn:
    """Store a value in one column, as `write` makes it and `read` restores it."""
    return MatchColumn(
        field, {column: write}, None if read is None else lambda row: read(row[column])
    )


def _pair(field: str, first: str, second: str) -> MatchColumn:
    """Store a pair of values, one for each side, in two columns."""
    written = {first: itemgetter(0), second: itemgetter(1)}
    return MatchColumn(field, written, lambda row: (row[first], row[second]))


def names_from(row: Row) -> tuple[str, str]:
    """Read the names of both players."""
    names = names_in([row], "first", "second")
    return names[row["first"]], names[row["second"]]


def _sides(stored: str) -> tuple[int, ...]:
    return tuple(map(int, stored))


def _joined(sides: Iterable[int]) -> str:
    return "".join(map(str, sides))


def _bank_from(row: Row) -> Bank | None:
    if row["first_bank"] is None:
        return None
    return row["first_bank"] * MICROSECOND, row["second_bank"] * MICROSECOND


def _remark_from(row: Row) -> Remark | None:
    if row["remark"] is None:
        return None
    side, _, text = row["remark"].partition(" ")
    return Remark(row["remark_in"], int(side), text)


def _taken_back_from(row: Row) -> TakenBack | None:
    if row["taken_back"] is None:
        return None
    side, _, text = row["taken_back"].partition(" ")
    return TakenBack(int(side), text)


def _ruling_from(row: Row) -> Ruling | None:
    if row["ruling"] is None:
        return None
    kind, _, reason = row["ruling"].partition(" ")
    return Ruling(Kind(kind), reason)


def _contest_from(row: Row) -> ContestOf | None:
    if row["contest"] is None:
        return None
    form = Form(row["contest_form"])
    number, season = row["contest_number"], row["contest_season"]
    name, seed = row["contest_name"], row["better_seed"]
    return ContestOf(row["contest"], number, season, form, name, seed)


def mirror_from(row: Row) -> Mirror | None:
    """Read where a match is shown besides in its own server."""
    if row["mirror_channel"] is None:
        return None
    return Mirror(
        1 - row["first_club"],
        Place(row["mirror_channel"], row["mirror_server"]),
        message_from(row, "mirror"),
        row["mirror_count"],
        row["mirror_called"],
    )


START = (
    MatchColumn("game", {"game": _same}),
    MatchColumn("options", read=lambda row: read_options(GAMES[row["game"]], row["options"])),
    _pair("seats", "first", "second"),
    _flag("rated"),
    _plain("least_rated"),
    _converted("clock.pace", "pace", pace_column, pace_from),
    MatchColumn("is_live", {"live": _same}),
    MatchColumn(
        "place",
        {"server": attrgetter("server"), "channel": attrgetter("channel")},
        lambda row: Place(row["channel"], row["server"]),
    ),
    _converted("display_mode", "way", str, DisplayMode),
    _plain("advantage"),
    _flag("explore"),
    _plain("came_of"),
    _plain("ladder"),
    MatchColumn("contest", {"contest": lambda contest: contest and contest.id}, _contest_from),
    _plain("computer"),
    _plain("level"),
    _converted("crowds", "crowds", _joined, _sides),
    _converted("started", "started", stamp, moment),
)
"""Columns written when a match begins, and never changed by its events."""
WRITTEN_ELSEWHERE = (
    MatchColumn("number", read=itemgetter("id")),
    MatchColumn("names", read=names_from),
    MatchColumn(
        "clock.away",
        read=lambda row: (moment_or_none(row["first_away"]), moment_or_none(row["second_away"])),
    ),
    MatchColumn("silent", read=lambda row: bool(row["silent"])),
    MatchColumn("club_match", read=itemgetter("club_match")),
    MatchColumn("mirror", read=mirror_from),
    MatchColumn("twin", read=itemgetter("twin")),
    MatchColumn(
        "pair_counts",
        read=lambda row: None if row["pair_counts"] is None else bool(row["pair_counts"]),
    ),
    MatchColumn("card", read=lambda row: message_from(row, "card")),
    MatchColumn("card_count", read=itemgetter("card_count")),
    MatchColumn("thread_start", read=lambda row: message_from(row, "home")),
    MatchColumn("ping_message", read=lambda row: message_from(row, "call")),
    MatchColumn("last_ping", read=last_ping_from),
    MatchColumn("announced_count", read=itemgetter("told")),
    MatchColumn("unrecorded_since", read=lambda row: moment_or_none(row["unrecorded_since"])),
    MatchColumn("conditional_changes", read=itemgetter("plan_changes")),
    MatchColumn("watched", read=lambda row: bool(row["watched"])),
    MatchColumn("version", read=itemgetter("version")),
)
"""Columns written by other code, partly in other tables."""
TURN = (
    _converted("clock.given", "given", write_duration, read_duration),
    _converted("clock.stopped", "stopped", stamp_or_none, moment_or_none),
    MatchColumn("clock.reminded", {"reminded": _same}, itemgetter("reminded")),
    _flag("touched"),
)
"""Columns that change during a turn without an event."""
STATE = (
    _plain("count"),
    MatchColumn("turn", {"turn": _same}),
    _converted("clock.since", "since", stamp, moment),
    MatchColumn(
        "clock.bank",
        {
            "first_bank": lambda bank: bank and bank[0] // MICROSECOND,
            "second_bank": lambda bank: bank and bank[1] // MICROSECOND,
        },
        _bank_from,
    ),
    _converted("clock.limit", "time_limit", write_duration, read_duration),
    _converted("alarm", "alarm", stamp_or_none),
    _converted("deadline", "deadline", stamp_or_none),
    MatchColumn(
        "position",
        {"position": attrgetter("text")},
        lambda row: GAMES[row["game"]].stored(row["position"]),
    ),
    MatchColumn(
        "before",
        {"previous": lambda before: before and before.text},
        lambda row: row["previous"] and LazyPosition.stored(GAMES[row["game"]], row["previous"]),
    ),
    _converted("last", "last", " ".join, lambda stored: tuple(stored.split())),
    _pair("moves", "first_moves", "second_moves"),
    _plain("answer_to"),
    _converted("unspent", "unspent", write_duration, read_duration),
    _converted(
        "outlook",
        "outlook",
        lambda scores: " ".join(map(str, scores)),
        lambda stored: tuple(map(int, stored.split())),
    ),
    _plain("lost_for"),
    MatchColumn("remark", {"remark_in": lambda remark: remark and remark.number}, _remark_from),
    _plain("draw_offer"),
    MatchColumn(
        "draw_waits",
        {
            "first_waits": lambda waits: _joined(waits[0]),
            "second_waits": lambda waits: _joined(waits[1]),
        },
        lambda row: (_sides(row["first_waits"]), _sides(row["second_waits"])),
    ),
    _plain("take_back"),
    _flag("take_back_refused"),
    MatchColumn(
        "taken_back",
        {"taken_back": lambda taken: taken and " ".join(map(str, taken))},
        _taken_back_from,
    ),
    _flag("locked"),
    MatchColumn("ruling", {"ruling": lambda ruling: ruling and " ".join(ruling)}, _ruling_from),
    _converted("rematch", "rematch", _joined, _sides),
    MatchColumn(
        "result",
        {
            "how": lambda result: result and result.how,
            "winner": lambda result: result and result.winner,
            "aborted_by": lambda result: result and result.aborted_by,
        },
    ),  # read last, because the reason depends on the position
    MatchColumn("counts", {"counts": _same}),
    _converted("ended", "ended", stamp_or_none, moment_or_none),
)
"""The state that follows from the events, of which the row is a copy."""


class _Reader:
    """Reads some fields of a match from rows."""

    def __init__(self, *columns: MatchColumn) -> None:
        reads = [(each.field.split("."), each.read) for each in columns if each.read is not None]
        self._clock = [(path[1], read) for path, read in reads if path[0] == "clock"]
        self._match = [(path[0], read) for path, read in reads if path[0] != "clock"]

    def fields(self, row: Row) -> tuple[Fields, Fields]:
        """Read the fields of a match's clock, and of the match itself."""
        # A row of SQLite searches all of its columns for each name.
        values = dict(zip(row.keys(), row, strict=True))
        clock = {field: read(values) for field, read in self._clock}
        return clock, {field: read(values) for field, read in self._match}


_START, _TURN, _ALL = (
    _Reader(*START, *WRITTEN_ELSEWHERE),
    _Reader(*TURN),
    _Reader(*START, *WRITTEN_ELSEWHERE, *TURN, *STATE),
)


def start_columns(match: StoredMatch) -> dict[str, Value]:
    """Write what never changes in a match."""
    options = write_options(GAMES[match.game], match.options)
    return {"options": options, **_written(match, START)}


def state_columns(match: StoredMatch, before: StoredMatch | None = None) -> dict[str, Value]:
    """Write the state of a match, the copy of what its events and the clock determine.

    Or only what differs from `before`: indexes on other columns are not touched then.
    """
    return _written(match, (*TURN, *STATE), before)


def _written(
    match: StoredMatch, stored: Iterable[MatchColumn], before: StoredMatch | None = None
) -> dict[str, Value]:
    """Write some fields, or those of them that differ from `before`."""
    columns: dict[str, Value] = {}
    for each in stored:
        get = attrgetter(each.field)
        value = get(match)
        if before is None or value is not get(before):
            for column, write in each.write.items():
                columns[column] = write(value)
    return columns


def match_from(row: Row) -> StoredMatch:
    """Read a match from the copy of its state in its row."""
    rules_of(row, GONE)
    clock, fields = _ALL.fields(row)
    if row["how"] is not None:
        reason = "" if fields["ruling"] is None else fields["ruling"].reason
        how, position = Ending(row["how"]), fields["position"]
        if how is Ending.ABORT:
            fields["result"] = result_of(Kind.ABORT, row["aborted_by"], position)
        else:
            fields["result"] = result_by(how, row["winner"], position, reason)
    return StoredMatch(clock=Clock(**clock), **fields)


def beginning(row: Row) -> StoredMatch:
    """Read a match as it began, from what never changes."""
    rules = rules_of(row, GONE)
    clock, fields = _START.fields(row)
    position = rules.start(fields["options"])
    return StoredMatch(clock=Clock(since=fields["started"], **clock), position=position, **fields)


def turned(match: StoredMatch, row: Row) -> StoredMatch:
    """Take over from the row what changed during the present turn without an event."""
    clock, fields = _TURN.fields(row)
    return replace(match, clock=replace(match.clock, **clock), **fields)
