"""Load club matches, and change their rows."""

# ruff: noqa: S608 (the statements are made of our own words only)

from datetime import datetime

from contests.club import BoardGame
from data.club_values import (
    Club,
    ClubGame,
    ClubMatch,
    ClubPlayer,
    ClubState,
    ClubTerms,
    NoClubMatch,
)
from data.columns import (
    assignments,
    message_from,
    moment,
    moment_or_none,
    name_columns,
    names_in,
    read_options,
    rules_of,
    stamp,
)
from data.connection import LARGEST, Connection, Row, Value
from data.load_contest import played_from
from data.values import Person
from match.clock import Pace
from rules import message

FORGOTTEN = (
    "server = 0, channel = 0, name = '', left = NULL, card_channel = NULL, card_message = NULL"
)
"""What is left of a server from which the bot was removed."""
SINCE = {
    ClubState.ASKED: "made",
    ClubState.OPEN: "made",
    ClubState.RUNNING: "begins",
    ClubState.OVER: "ended",
    ClubState.CANCELLED: "ended",
}
"""The column that says about since when it is in a state."""
GONE = message("This club match can't continue: {game} is no longer played here.")


async def load_club_match(connection: Connection, number: int) -> ClubMatch:
    """Load a club match with its players and games. Raises `NoClubMatch` if there is none."""
    row = await connection.row("SELECT * FROM club_matches WHERE id = :id", id=min(number, LARGEST))
    if row is None:
        raise NoClubMatch
    clubs = await connection.rows(
        "SELECT * FROM clubs WHERE club_match = :id ORDER BY club", id=number
    )
    players = await connection.rows(
        f"SELECT c.*, {name_columns('p', 'person')} FROM club_players c "
        "JOIN people p ON p.id = c.person WHERE c.club_match = :id "
        "ORDER BY c.board IS NULL, c.board, c.joined, c.person",
        id=number,
    )
    names = names_in(players, "person")
    games = await connection.rows(
        "SELECT g.*, m.how, m.winner, MIN(m.first_moves, m.second_moves) AS moves "
        "FROM club_games g JOIN matches m ON m.id = g.match WHERE g.club_match = :id "
        "ORDER BY g.board, g.match",
        id=number,
    )
    return ClubMatch(
        id=row["id"],
        code=row["code"],
        state=ClubState(row["state"]),
        terms=ClubTerms(
            game=row["game"],
            options=read_options(rules_of(row, GONE), row["options"]),
            boards=row["boards"],
            pace=Pace.read(row["pace"]),
            both_sides=bool(row["both_sides"]),
        ),
        begins=moment_or_none(row["begins"]),
        ends=moment_or_none(row["ends"]),
        since=moment(row[SINCE[ClubState(row["state"])]] or row["made"]),
        version=row["version"],
        clubs=[_club_from(each) for each in clubs],
        players=[
            ClubPlayer(
                Person(each["person"], each["person_name"], shown=names[each["person"]]),
                each["club"],
                each["board"],
            )
            for each in players
        ],
        games=[
            ClubGame(BoardGame(each["board"], each["first_club"]), each["match"], played_from(each))
            for each in games
        ],
    )


def _club_from(row: Row) -> Club:
    return Club(
        server=row["server"],
        channel=row["channel"],
        name=row["name"],
        card=message_from(row, "card"),
        card_state=None if row["card_state"] is None else ClubState(row["card_state"]),
        shown=row["shown"],
        left=moment_or_none(row["left"]),
    )


async def change_club_match(connection: Connection, number: int, /, **columns: Value) -> None:
    """Change a club match, whose cards have to be redrawn then."""
    changes = ["version = version + 1", *([assignments(columns)] if columns else [])]
    await connection.change(
        f"UPDATE club_matches SET {', '.join(changes)} WHERE id = :id", **columns, id=number
    )


async def wake_club_match(connection: Connection, match: int, now: datetime) -> None:
    """Let it be looked at what follows in the club match of a match, and its cards be redrawn."""
    await connection.change(
        "UPDATE club_matches SET version = version + 1, due = :now "
        "WHERE id = (SELECT club_match FROM club_games WHERE match = :match)",
        match=match,
        now=stamp(now),
    )
