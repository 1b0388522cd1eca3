"""The rows of ratings and of their changes."""

from data.connection import Row, Value
from data.rows.columns import moment, stamp, stamp_or_none
from data.standing import Change, RatedResult, Standing
from match.rating import Rating


def standing_from(row: Row) -> Standing:
    """Read a standing."""
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Standing(rating, moment(row["at"]), row["wins"], row["draws"], row["losses"])


def standing_columns(game: str, person: int, standing: Standing) -> dict[str, Value]:
    """Write how somebody stands in a game."""
    rating = standing.rating
    return {
        "game": game,
        "person": person,
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "at": stamp_or_none(standing.at),
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
    }


def change_from(row: Row) -> Change:
    """Read a change."""
    before = Rating(row["rating_before"], row["deviation_before"])
    after = Rating(row["rating"], row["deviation"], row["volatility"])
    at = moment(row["at"])
    return Change(row["match"], row["game"], row["side"], row["person"], at, before, after)


def change_columns(change: Change) -> dict[str, Value]:
    """Write a change."""
    return {
        "match": change.match,
        "side": change.side,
        "person": change.person,
        "game": change.game,
        "at": stamp(change.at),
        "rating_before": change.before.rating,
        "deviation_before": change.before.deviation,
        "rating": change.after.rating,
        "deviation": change.after.deviation,
        "volatility": change.after.volatility,
    }


def result_from(row: Row) -> RatedResult:
    """Read what of a match that counts concerns the ratings."""
    return RatedResult(
        match=row["id"],
        game=row["game"],
        seats=(row["first"], row["second"]),
        advantage=row["advantage"],
        winner=row["winner"],
        ended=moment(row["ended"]),
    )
