"""The rows of plans."""

from data.connection import Row, Value
from match.conditional import Plan


def plan_from(row: Row) -> Plan:
    """Read a plan."""
    return Plan(row["side"], tuple(row["moves"].split()))


def plan_columns(match: int, plan: Plan) -> dict[str, Value]:
    """Write a plan."""
    return {"match": match, "side": plan.side, "moves": " ".join(plan.moves)}
