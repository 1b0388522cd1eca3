"""Export: everything that is stored about a person, item by item."""

# ruff: noqa: S608 (the statements are made of our own words only)

from collections.abc import AsyncIterator, Mapping

from data.columns import SHOWN_NUMBER, moment
from data.connection import Connection, Row

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


SETTINGS = {
    "setting": "SELECT setting, value FROM settings WHERE person = :person ORDER BY setting",
    "quiet_hours": "SELECT begins, ends, ended FROM quiet_hours WHERE person = :person",
    "closed_letters": "SELECT since FROM closed_letters WHERE person = :person",
    "mute": "SELECT match, since FROM mutes WHERE person = :person ORDER BY match",
    "reminder": "SELECT server, channel, direct, since, away FROM reminders WHERE person = :person "
    "ORDER BY id",
    "follow": "SELECT match, each_move, news, since, untold_since FROM follows "
    "WHERE person = :person ORDER BY id",
    "guess": "SELECT match, ply, count, move, at FROM guesses WHERE person = :person "
    "ORDER BY match, ply",
    "voter": "SELECT match, side, since, struck FROM voters WHERE person = :person ORDER BY match",
    "ballot": "SELECT match, event, side, kind, text, at FROM ballots WHERE person = :person "
    "ORDER BY match, event",
    "vacation": "SELECT saved, at, ends, by_itself, match, untold_since FROM vacations "
    "WHERE person = :person",
    "block": "SELECT blocked, since, told FROM blocks WHERE blocker = :person "
    "ORDER BY since, blocked",
    "note": "SELECT match, text FROM notes WHERE person = :person ORDER BY match",
    "import": "SELECT id, record, made FROM imports WHERE person = :person ORDER BY id",
    "web_link": "SELECT ends, used, name, locale, server FROM web_links WHERE person = :person",
    "challenge": "SELECT * FROM challenges WHERE challenger = :person OR opponent = :person "
    "ORDER BY id",
}
"""A person's settings, what they follow, guess and have stored, and their challenges."""
RESULTS = {
    "lesson_task": "SELECT game, task, at FROM lesson_tasks WHERE person = :person "
    "ORDER BY game, task",
    "puzzle": "SELECT game, puzzle, solved, at FROM puzzles_done WHERE person = :person "
    "ORDER BY at, game, puzzle",
    "daily_puzzle": "SELECT * FROM daily_puzzles WHERE person = :person ORDER BY server",
    "first_answer": "SELECT game, puzzle, was_right, at FROM puzzle_tries WHERE person = :person "
    "ORDER BY at, game, puzzle",
    "puzzle_rating": "SELECT rating, deviation, volatility, tries, at FROM puzzle_solvers "
    "WHERE person = :person",
    "daily_result": "SELECT server, tried, solved, at_first, at FROM daily_players "
    "WHERE person = :person ORDER BY day, server",
    "rush": "SELECT * FROM puzzle_rushes WHERE person = :person",
    "best_rush": "SELECT server, game, solved, at FROM rush_bests WHERE person = :person "
    "ORDER BY server, game",
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
"""What a person did in lessons, puzzles, leagues, cups, ladders and rated matches."""


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
    async for item in _items(connection, SETTINGS, person):
        yield item
    async for match in connection.stream(
        "SELECT * FROM matches WHERE first = :person OR second = :person ORDER BY id", person=person
    ):
        async for item in _match_items(connection, match, person):
            yield item
    async for item in _items(connection, RESULTS, person):
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
    async for line in connection.stream(
        "SELECT id, side, moves FROM plans WHERE match = :match ORDER BY id", match=number
    ):
        if seats[line["side"]] == person:
            yield {"plan_in_match": number, "plan": _readable(line)}
    async for line in connection.stream(
        "SELECT side, moves, move FROM plans_set_aside WHERE match = :match ORDER BY id",
        match=number,
    ):
        if seats[line["side"]] == person:
            yield {"plan_set_aside_in_match": number, "plan": _readable(line)}
    events: list[Stored] = []
    async for event in connection.stream(
        "SELECT number, kind, side, at, text, given, conditional, remark, unspent, outlook "
        "FROM events WHERE match = :match ORDER BY number",
        match=number,
    ):
        events.append(_readable(event))
        if len(events) == SOME:
            yield {"events_of_match": number, "events": events}
            events = []
    if events:
        yield {"events_of_match": number, "events": events}
    async for review in connection.stream(
        "SELECT text FROM reviews WHERE match = :match", match=number
    ):
        yield {"review_of_match": number, "review": review["text"]}


def _readable(row: Row) -> Stored:
    """Make a row readable: its values by column, with times in ISO 8601."""
    return {
        key: moment(row[key]).isoformat() if key in TIMES and row[key] is not None else row[key]
        for key in row.keys()  # noqa: SIM118 (a row iterates over its values)
    }
