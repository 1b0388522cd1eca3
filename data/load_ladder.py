"""Load a ladder with the names and ratings of its players."""

from collections.abc import Mapping
from dataclasses import dataclass

from contests.ladder import Ladder
from data import tables
from data.columns import card_from
from data.connection import LARGEST, Connection, Row
from data.player_rating import Standing
from data.tables.ladders import read_ladder
from data.tables.ratings import standing_from
from data.values import MessageRef
from match.match import PlayerName, player_name
from rules import Refusal


@dataclass(frozen=True)
class StoredLadder:
    """A ladder with its number, its server and game, the players' names, and its card.

    `ratings` are what everybody's rating is stored as; `shown` is the number of events that the
    card shows.
    """

    number: int
    server: int
    game: str
    state: Ladder
    names: Mapping[int, PlayerName]
    ratings: Mapping[int, Standing]
    count: int
    card: MessageRef | None
    shown: int
    left: bool = False
    """Whether the bot has left the server."""


async def load_ladder(connection: Connection, number: int) -> StoredLadder:
    """Load a ladder. Raises `Refusal` if there is none of that number."""
    row = None if number > LARGEST else await tables.ladders.find(connection, number)
    if row is None:
        raise Refusal("This ladder no longer exists; `/ladder` shows the current ones.")
    return await ladder_from(connection, row)


async def ladder_from(connection: Connection, row: Row) -> StoredLadder:
    """Read a ladder from its row, and load the names and ratings of its players."""
    state = read_ladder(row["state"])
    people = await tables.ladders.players(connection, row["game"], state.people)
    return StoredLadder(
        number=row["id"],
        server=row["server"],
        game=row["game"],
        state=state,
        names={each["id"]: player_name(each["id"], each["name"]) for each in people},
        ratings={
            each["id"]: Standing() if each["rating"] is None else standing_from(each)
            for each in people
        },
        count=row["count"],
        card=card_from(row),
        shown=row["shown"],
        left=row["left"] is not None,
    )
