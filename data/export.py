"""Export: everything that is stored about a person, item by item."""

# ruff: noqa: S608 (the statements are made of our own words only)

from collections.abc import AsyncIterator, Mapping

from data.columns import SHOWN_NUMBER, moment
from data.connection import Connection, Row
from data.events import load_event_rows

Stored = dict[str, object]
SOME = 500
"""The number of events of a match in one item."""
SECRET = ("watched", "plan_changes", "version")
"""Columns that would reveal spectators, or the opponent's conditional moves, before the end."""
TIMES = {
    "at",
    "started",
    "since",
    "alarm",
    "deadline",
    "ended",
    "made",
    "expires",
    "untold_since",
    "due",
    "stopped",
    "begins",
    "ends",
    "joined",
    "opened",
    "away_since",
}

PERSONAL_TABLES = {
    "setting": ("settings", "setting, value", "setting"),
    "quiet_hours": ("quiet_hours", "begins, ends", "begins"),
    "closed_letters": ("closed_letters", "since", "since"),
    "mute": ("mutes", "match, since", "match"),
    "follow": ("follows", "match, each_move, news, since, untold_since", "id"),
    "guess": ("guesses", "match, ply, count, move, at", "match, ply"),
    "voter": ("voters", "match, side, since, struck", "match"),
    "ballot": ("ballots", "match, event, side, kind, text, at", "match, event"),
    "note": ("notes", "match, text", "match"),
    "import": ("imports", "id, record, made", "id"),
    "web_link": ("web_links", "ends, used, name, locale, server", "ends"),
    "lesson_task": ("lesson_tasks", "game, task, at", "game, task"),
    "puzzle": ("puzzles_done", "game, puzzle, solved, at", "at, game, puzzle"),
    "first_answer": ("puzzle_tries", "game, puzzle, was_right, at", "at, game, puzzle"),
    "puzzle_rating": ("puzzle_solvers", "rating, deviation, volatility, tries, at", "at"),
    "daily_result": ("daily_players", "server, tried, solved, at_first, at", "day, server"),
    "rush": ("puzzle_rushes", "*", "run"),
    "best_rush": ("rush_bests", "server, game, solved, at", "server, game"),
}
"""Tables of a person's own rows, deleted with them: name, exported columns, order; by kind."""
KEPT = {
    **{
        key: f"SELECT {columns} FROM {table} WHERE person = :person ORDER BY {order}"
        for key, (table, columns, order) in PERSONAL_TABLES.items()
    },
    "reminder": "SELECT server, channel, direct, since, away FROM reminders WHERE person = :person "
    "ORDER BY id",
    "vacation": "SELECT saved, at, ends, by_itself, match, untold_since FROM vacations "
    "WHERE person = :person",
    "block": "SELECT blocked, since, told FROM blocks WHERE blocker = :person "
    "ORDER BY since, blocked",
    "challenge": "SELECT * FROM challenges WHERE challenger = :person OR opponent = :person "
    "ORDER BY id",
}
"""All that a person has chosen, kept and done alone, their blocks and challenges."""
PLAYED = {
    "daily_puzzle": "SELECT * FROM daily_puzzles WHERE person = :person ORDER BY server",
    "contest": f"SELECT c.server, {SHOWN_NUMBER} AS event, c.form, c.game, e.joined, "
    "e.declined, e.number AS seed, e.by_lot, e.division, e.out, e.place, e.away_since, "
    "e.away_used FROM contest_entrants e JOIN contests c ON c.id = e.contest "
    "WHERE e.person = :person ORDER BY c.id",
    "contest_started": f"SELECT server, channel, {SHOWN_NUMBER} AS event, form, name, game, "
    "opened FROM contests c WHERE organiser = :person ORDER BY id",
    "club_match": "SELECT m.id, m.game, p.club, p.joined, p.board FROM club_players p "
    "JOIN club_matches m ON m.id = p.club_match WHERE p.person = :person ORDER BY m.id",
    "ladder_event": "SELECT l.server, l.game, e.* FROM ladder_events e "
    "JOIN ladders l ON l.id = e.ladder WHERE e.person = :person OR e.other = :person "
    "ORDER BY e.ladder, e.number",
    "rating": "SELECT * FROM ratings WHERE person = :person ORDER BY game",
    "rating_change": "SELECT * FROM rating_changes WHERE person = :person ORDER BY id",
}
"""What a person did in servers, leagues, cups, ladders and rated matches."""


async def items_about(connection: Connection, person: int) -> AsyncIterator[Stored]:
    """Yield everything that is stored about a person, as items that can be written as JSON.

    Opponents appear by number only, since their names are their own data; so is who has blocked the
    person.
    """
    row = await connection.row(
        "SELECT name, user_name, locale FROM people WHERE id = :person", person=person
    )
    yield {
        "person": person,
        "name": None if row is None else row["name"],
        "user_name": None if row is None else row["user_name"],
        "language_of_discord": None if row is None else row["locale"],
    }
    async for item in _items(connection, KEPT, person):
        yield item
    async for match in connection.stream(
        "SELECT * FROM matches WHERE first = :person OR second = :person ORDER BY id", person=person
    ):
        async for item in _match_items(connection, match, person):
            yield item
    async for item in _items(connection, PLAYED, person):
        yield item


async def _items(
    connection: Connection, statements: Mapping[str, str], person: int
) -> AsyncIterator[Stored]:
    """Yield what some statements find about a person, each item under the key of its statement."""
    for key, statement in statements.items():
        async for row in connection.stream(statement, person=person):
            yield {key: _readable(row)}


async def _match_items(connection: Connection, row: Row, person: int) -> AsyncIterator[Stored]:
    """Yield a match, the person's conditional moves, the events, and the review."""
    number = row["id"]
    hidden = SECRET if row["ended"] is None else ()
    yield {"match": {key: value for key, value in _readable(row).items() if key not in hidden}}
    seats = row["first"], row["second"]
    for key, columns in (
        ("plan_in_match", "id, side, moves FROM plans"),
        ("plan_set_aside_in_match", "side, moves, move FROM plans_set_aside"),
    ):
        for line in await connection.rows(
            f"SELECT {columns} WHERE match = :match ORDER BY id", match=number
        ):
            if seats[line["side"]] == person:
                yield {key: number, "plan": _readable(line)}
    events = await load_event_rows(connection, number)
    for at in range(0, len(events), SOME):
        some = [_readable(event) for event in events[at : at + SOME]]
        yield {"events_of_match": number, "events": some}
    review = await connection.row("SELECT text FROM reviews WHERE match = :match", match=number)
    if review is not None:
        yield {"review_of_match": number, "review": review["text"]}


def _readable(row: Row) -> Stored:
    """Make a row readable: its values by column, with times in ISO 8601."""
    return {
        key: moment(row[key]).isoformat() if key in TIMES and row[key] is not None else row[key]
        for key in row.keys()  # noqa: SIM118 (a row iterates over its values)
    }
