"""Columns: values written into them and read from them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from data.connection import Connection, Row, Value
from data.contest_values import VACATION
from data.values import MessageRef, Ping, RepeatedRequest
from match.clock import Pace
from match.event import WITHOUT_RESULT
from match.match import PlayerName, player_name
from rules import GAMES, Code, Position, Refusal
from rules.typed_text import plain_text

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
NO_PLACES = frozenset({"localtime", "Factory"})
"""What the IANA names beside the time zones: the machine's own setting, and that there is none."""


def zone_called(name: str) -> tzinfo:
    """Return a time zone by its IANA name; UTC if this machine does not know it any more."""
    if name in NO_PLACES:
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return UTC


def stamp(time: datetime) -> int:
    """Write a time. Raises `TypeError` for a time without a zone."""
    return (time - EPOCH) // MICROSECOND


def moment(stored: int) -> datetime:
    """Read a time."""
    return EPOCH + stored * MICROSECOND


def stamp_or_none(time: datetime | None) -> int | None:
    """Write a time that may be missing."""
    return None if time is None else stamp(time)


def write_duration(time: timedelta | None) -> int | None:
    """Write a duration that may be missing."""
    return None if time is None else time // MICROSECOND


def read_duration(stored: int | None) -> timedelta | None:
    """Read a duration that may be missing."""
    return None if stored is None else stored * MICROSECOND


def moment_or_none(stored: int | None) -> datetime | None:
    """Read a time that may be missing."""
    return None if stored is None else moment(stored)


def pace_column(pace: Pace | None) -> str | None:
    """Write a pace, or `None` where there is no clock."""
    return None if pace is None else pace.write()


@lru_cache
def pace_from(stored: str | None) -> Pace | None:
    """Read a pace, or `None` where there is no clock; there are few."""
    return None if stored is None else Pace.read(stored)


def write_options(rules: type[Position], options: Mapping[str, str]) -> str:
    """Write options. Raises `Refusal` for an unknown one."""
    return rules.choices.choose(options).write()


def read_options(rules: type[Position], stored: str) -> dict[str, str]:
    """Read options, with the value of every option of the game."""
    return rules.choices.read(stored).values


def rules_of(row: Row, gone: str) -> type[Position]:
    """Return the game of a row. Raises `Refusal` with the message `gone` if it was removed."""
    if row["game"] not in GAMES:
        raise Refusal(gone, number=row["id"], game=Code(row["game"]))
    return GAMES[row["game"]]


def message_columns(name: str, posted: MessageRef | None) -> dict[str, Value]:
    """Write a message, if there is one, in the two columns whose names begin with `name`."""
    return {
        f"{name}_channel": None if posted is None else posted.channel,
        f"{name}_message": None if posted is None else posted.message,
    }


def message_from(row: Row, name: str) -> MessageRef | None:
    """Read a message, if there is one, from the two columns whose names begin with `name`."""
    if row[f"{name}_message"] is None:
        return None
    return MessageRef(row[f"{name}_channel"], row[f"{name}_message"])


def ping_columns(ping: Ping | None) -> dict[str, Value]:
    """Write the last ping of the player to move; without a new one it stays as it is."""
    if ping is None:
        return {}
    return {"called": f"{ping.side} {ping.moves} {stamp(ping.at)}"}


def last_ping_from(row: Row) -> Ping | None:
    """Read the last ping of the player to move, if it is known."""
    if row["called"] is None:
        return None
    side, moves, at = map(int, row["called"].split())
    return Ping(side, moves, moment(at))


def assignments(columns: Iterable[str]) -> str:
    """Return what follows `SET`, with values bound by the names of their columns."""
    return ", ".join(f"{name} = :{name}" for name in columns)


async def change_match(connection: Connection, number: int, /, **columns: Value) -> None:
    """Overwrite some columns of a match, whatever their values are."""
    await connection.change(
        f"UPDATE matches SET {assignments(columns)} WHERE id = :id",  # noqa: S608 (our own names)
        **columns,
        id=number,
    )


async def refuse_repeated_request(connection: Connection, table: str, request: int | None) -> None:
    """Raise `RepeatedRequest` for a request that a row of a table came of."""
    known = f"SELECT 1 FROM {table} WHERE request = :request"  # noqa: S608 (our own names)
    if request is not None and await connection.has(known, request=request):
        raise RepeatedRequest


SHOWN_NUMBER = (
    "(SELECT COUNT(*) FROM contests n WHERE n.server = c.server AND n.form = c.form "
    "AND n.number <= c.number)"
)
"""The number that people see of a contest `c`: leagues and cups are counted apart."""


def away_until(person: str, contest: str) -> str:
    """Return until when a vacation of a person, a column, stops the clock of a match; or NULL.

    If it belongs to a contest, another column, that allows for a few days only.
    """
    return (
        f"(SELECT CASE WHEN {contest} IS NULL THEN v.ends ELSE (SELECT MIN(v.ends, u.away_since "  # noqa: S608 (our own names)
        f"+ {VACATION // MICROSECOND} - u.away_used) FROM contest_entrants u "
        f"WHERE u.contest = {contest} AND u.person = v.person AND u.away_since IS NOT NULL) END "
        f"FROM vacations v WHERE v.person = {person} AND v.ends IS NOT NULL)"
    )


HAS_VACATION = (
    "used_up = 0 AND EXISTS (SELECT 1 FROM matches m JOIN events e ON e.match = m.id "
    "AND e.kind = 'move' AND e.side = CASE m.second WHEN :person THEN 1 ELSE 0 END "
    "WHERE m.contest = contest_entrants.contest AND :person IN (m.first, m.second))"
)
"""The condition that an entrant of a contest has vacation there: some is left, and they moved."""


def has_blocked(person: str, other: str) -> str:
    """Return the condition that a person, a column, has blocked another."""
    return f"EXISTS (SELECT 1 FROM blocks WHERE blocker = {person} AND blocked = {other})"  # noqa: S608 (our own names)


def has_finished(person: str, game: str) -> str:
    """Return the condition that a person, a column, has finished a match of a game."""
    without = tuple(map(str, WITHOUT_RESULT))
    played = (
        f"EXISTS (SELECT 1 FROM matches WHERE {side} = {person} AND game = {game} "  # noqa: S608 (our own names)
        f"AND ended IS NOT NULL AND how NOT IN {without})"
        for side in ("first", "second")
    )
    return f"({' OR '.join(played)})"


def name_columns(alias: str, who: str) -> str:
    """Return the columns of a join with people by which `names_in` tells how somebody is called."""
    return f"{alias}.name AS {who}_name, {alias}.user_name AS {who}_user"


def names_in(rows: Iterable[Row], *people: str) -> dict[int, str]:
    """Return how the people of rows that are shown together are called.

    Where two names look alike the user name follows, if it is known.
    """
    found = {
        row[who]: (row[f"{who}_name"], row[f"{who}_user"])
        for row in rows
        for who in people
        if row[f"{who}_name"] is not None
    }
    looks = Counter(_look(name) for name, _ in found.values())
    return {
        person: f"{name} ({user})" if user and looks[_look(name)] > 1 else name
        for person, (name, user) in found.items()
    }


def players_in(rows: Iterable[Row], *people: str) -> dict[int, PlayerName]:
    """Return the same names for sentences."""
    return {person: player_name(person, name) for person, name in names_in(rows, *people).items()}


@lru_cache(maxsize=4096)
def _look(name: str) -> str:
    """Return what tells names apart at a glance: letters and digits, if there are any."""
    return "".join(filter(str.isalnum, plain_text(name).casefold())) or name
