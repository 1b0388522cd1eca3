"""The rows of challenges."""

from datetime import datetime

from data.connection import Row, Value
from data.rows.columns import (
    card_from,
    moment,
    read_options,
    read_pace,
    rules_of,
    stamp,
    write_options,
    write_pace,
)
from data.values import Challenge, Person, Place, Seat, State, Terms
from rules.sentence import message

GONE = message("Challenge #{number} cannot go on: {game} is not played here any more.")


def challenge_from(row: Row) -> Challenge:
    """Read a challenge."""
    opponent = None
    if row["opponent"] is not None:
        opponent = Person(row["opponent"], row["opponent_name"])
    rules = rules_of(row, GONE)
    return Challenge(
        number=row["id"],
        challenger=Person(row["challenger"], row["challenger_name"]),
        opponent=opponent,
        terms=Terms(
            game=row["game"],
            options=read_options(rules, row["options"]),
            seat=Seat(row["seat"]),
            pace=read_pace(row["pace"]),
            rated=bool(row["rated"]),
            both_sides=bool(row["both_sides"]),
            explore=bool(row["explore"]),
        ),
        place=Place(row["channel"], row["server"]),
        made=moment(row["made"]),
        expires=moment(row["expires"]),
        state=State(row["state"]),
        match=row["match"],
        card=card_from(row),
        offers_computer=bool(row["offers_computer"]),
        at_once=row["at_once"],
        anew_of=row["anew_of"],
        going=row["going"],
    )


def offer_columns(
    challenger: Person, opponent: Person | None, terms: Terms, place: Place
) -> dict[str, Value]:
    """Write who challenges whom to what, and where. Raises `Refusal` for an unknown option."""
    return {
        "challenger": challenger.id,
        "opponent": None if opponent is None else opponent.id,
        "game": terms.game,
        "options": write_options(terms.rules, terms.options),
        "seat": terms.seat,
        "pace": write_pace(terms.pace),
        "rated": terms.rated,
        "both_sides": terms.both_sides,
        "explore": terms.explore,
        "server": place.server,
        "channel": place.channel,
    }


def pending_columns(made: datetime, expires: datetime) -> dict[str, Value]:
    """Write that a challenge waits for an answer, how long, and that nobody was told of it yet."""
    return {
        "made": stamp(made),
        "expires": stamp(expires),
        "state": State.PENDING,
        "untold_since": stamp(made),
    }
