"""How values are written into columns and read from them."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from data.connection import Row, Value
from data.values import Call, MessageRef
from match.clock import Pace
from rules import GAMES, Code, Position, Refusal

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def stamp(time: datetime) -> int:
    """Write a time. Raises `TypeError` for a time without a zone."""
    return (time - EPOCH) // MICROSECOND


def moment(stored: int) -> datetime:
    """Read a time."""
    return EPOCH + stored * MICROSECOND


def stamp_or_none(time: datetime | None) -> int | None:
    """Write a time that may be missing."""
    return None if time is None else stamp(time)


def duration_or_none(time: timedelta | None) -> int | None:
    """Write a duration that may be missing."""
    return None if time is None else time // MICROSECOND


def moment_or_none(stored: int | None) -> datetime | None:
    """Read a time that may be missing."""
    return None if stored is None else moment(stored)


def write_pace(pace: Pace | None) -> str | None:
    """Write a pace."""
    return None if pace is None else pace.write()


@lru_cache
def read_pace(stored: str | None) -> Pace | None:
    """Read a pace; there are few."""
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


def card_columns(posted: MessageRef | None) -> dict[str, Value]:
    """Write the card of something, if there is one."""
    return {
        "card_channel": None if posted is None else posted.channel,
        "card_message": None if posted is None else posted.message,
    }


def home_columns(posted: MessageRef | None) -> dict[str, Value]:
    """Write the message from which a match's thread was created, if there is one."""
    return {
        "home_channel": None if posted is None else posted.channel,
        "home_message": None if posted is None else posted.message,
    }


def call_columns(posted: MessageRef | None) -> dict[str, Value]:
    """Write the message that calls a player, if there is one."""
    return {
        "call_channel": None if posted is None else posted.channel,
        "call_message": None if posted is None else posted.message,
    }


def called_columns(called: Call | None) -> dict[str, Value]:
    """Write who was called to move, if anybody was just now; else it stays as it is."""
    if called is None:
        return {}
    return {"called": f"{called.side} {called.moves} {stamp(called.at)}"}


def called_from(row: Row) -> Call | None:
    """Read who was called to move last, if that is known."""
    if row["called"] is None:
        return None
    side, moves, at = map(int, row["called"].split())
    return Call(side, moves, moment(at))


def card_from(row: Row) -> MessageRef | None:
    """Read the card of something, if there is one."""
    if row["card_message"] is None:
        return None
    return MessageRef(row["card_channel"], row["card_message"])


def home_from(row: Row) -> MessageRef | None:
    """Read the message from which a match's thread was created, if there is one."""
    if row["home_message"] is None:
        return None
    return MessageRef(row["home_channel"], row["home_message"])


def call_from(row: Row) -> MessageRef | None:
    """Read the message that calls a player, if there is one."""
    if row["call_message"] is None:
        return None
    return MessageRef(row["call_channel"], row["call_message"])


def insert_into(table: str, columns: Iterable[str]) -> str:
    """Return the statement that inserts a row, with values bound by the names of their columns."""
    names = list(columns)
    values = ", ".join(f":{name}" for name in names)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})"  # noqa: S608 (our own names)


def assignments(columns: Iterable[str]) -> str:
    """Return what follows `SET`, with values bound by the names of their columns."""
    return ", ".join(f"{name} = :{name}" for name in columns)


def is_away(person: str, contest: str) -> str:
    """Return the condition that a vacation of a person, a column, stops the clock of a match.

    If it belongs to a contest, another column, that allows for a few days only.
    """
    return (
        f"(EXISTS (SELECT 1 FROM vacations WHERE person = {person} AND ends IS NOT NULL) "  # noqa: S608 (our own names)
        f"AND NOT {has_used_up(person, contest)})"
    )


def has_used_up(person: str, contest: str) -> str:
    """Return the condition that a person has used up the vacation that a contest allows."""
    return (
        "EXISTS (SELECT 1 FROM contest_entrants u WHERE "  # noqa: S608 (our own names)
        f"u.contest = {contest} AND u.person = {person} AND u.used_up = 1)"
    )


def has_blocked(person: str, other: str) -> str:
    """Return the condition that a person, a column, has blocked another."""
    return f"EXISTS (SELECT 1 FROM blocks WHERE blocker = {person} AND blocked = {other})"  # noqa: S608 (our own names)
