"""What stands in several columns of a match: the bank of time, what was decided, how it ended."""

from datetime import timedelta

from data.connection import Row, Value
from data.rows.columns import MICROSECOND
from data.values import KeptMatch
from match.chat import Remark
from match.event import Ending, Kind, Result, result_by
from match.match import Ruling, TakenBack
from rules import Position


def bank_from(row: Row) -> tuple[timedelta, timedelta] | None:
    """Read what each side has for its turn."""
    if row["first_bank"] is None:
        return None
    return row["first_bank"] * MICROSECOND, row["second_bank"] * MICROSECOND


def bank_columns(match: KeptMatch) -> dict[str, Value]:
    """Write what each side has for its turn."""
    first, second = match.bank or (None, None)
    return {
        "first_bank": None if first is None else first // MICROSECOND,
        "second_bank": None if second is None else second // MICROSECOND,
    }


def taken_back_from(row: Row) -> TakenBack | None:
    """Read what was taken back in this turn."""
    if row["taken_back"] is None:
        return None
    side, _, text = row["taken_back"].partition(" ")
    return TakenBack(int(side), text)


def remark_from(row: Row) -> Remark | None:
    """Read what was said with the last move."""
    if row["remark"] is None:
        return None
    side, _, text = row["remark"].partition(" ")
    return Remark(row["remark_in"], int(side), text)


def ruling_from(row: Row) -> Ruling | None:
    """Read what an administrator decided in this turn."""
    if row["ruling"] is None:
        return None
    kind, _, reason = row["ruling"].partition(" ")
    return Ruling(Kind(kind), reason)


def result_from(row: Row, position: Position) -> Result | None:
    """Read how a match ended, if it did."""
    if row["how"] is None:
        return None
    ruling = ruling_from(row)
    reason = "" if ruling is None else ruling.reason
    return result_by(Ending(row["how"]), row["winner"], position, reason)
