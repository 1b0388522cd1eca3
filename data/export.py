"""Export: everything that is stored about a person, item by item."""

from collections.abc import AsyncIterator

from data import tables
from data.columns import moment
from data.connection import Connection, Row

Stored = dict[str, object]
SOME = 500
"""How many events of a match are in one item."""
SECRET = ("watched", "plan_changes")
"""What tells a player of spectators, or of the opponent's conditional moves, before the end."""
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


async def items_about(connection: Connection, person: int) -> AsyncIterator[Stored]:
    """Yield everything that is stored about a person, as items that can be written as JSON.

    Opponents appear by number only, since their names are their own data; so is who has blocked the
    person.
    """
    row = await tables.people.find(connection, person)
    yield {
        "person": person,
        "name": None if row is None else row["name"],
        "language_of_discord": None if row is None else row["locale"],
    }
    async for item in _settings_of(connection, person):
        yield item
    if row := await tables.vacations.find(connection, person):
        yield {"vacation": _readable(row)}
    for row in await tables.people.blocked_by(connection, person):
        yield {"block": _readable(row)}
    for row in await tables.people.all_notes_of(connection, person):
        yield {"note": _readable(row)}
    for row in await tables.imported_records.of(connection, person):
        yield {"import": _readable(row)}
    async for row in tables.challenges.of(connection, person):
        yield {"challenge": _readable(row)}
    async for item in _matches_of(connection, person):
        yield item
    async for item in _puzzles_of(connection, person):
        yield item
    async for item in _contests_of(connection, person):
        yield item
    for row in await tables.ratings.standings_of(connection, person):
        yield {"rating": _readable(row)}
    async for row in tables.ratings.each_change_of(connection, person):
        yield {"rating_change": _readable(row)}


async def _settings_of(connection: Connection, person: int) -> AsyncIterator[Stored]:
    """Yield a person's own settings, what was derived from them, and what they follow and guess."""
    for row in await tables.settings.settings_of(connection, person):
        yield {"setting": _readable(row)}
    if hours := await tables.settings.night_of(connection, person):
        yield {"quiet_hours": _readable(hours)}
    if closed := await tables.people.closed_direct_messages(connection, person):
        yield {"closed_letters": _readable(closed)}
    for row in await tables.people.muted_by(connection, person):
        yield {"mute": _readable(row)}
    for row in await tables.spectators.follows_of(connection, person):
        yield {"follow": _readable(row)}
    for row in await tables.spectators.guesses_of(connection, person):
        yield {"guess": _readable(row)}


async def _puzzles_of(connection: Connection, person: int) -> AsyncIterator[Stored]:
    """Yield how a person did in puzzles, and the daily puzzles that they set up."""
    for row in await tables.puzzles.done_by(connection, person):
        yield {"puzzle": _readable(row)}
    for row in await tables.daily_puzzles.daily_by(connection, person):
        yield {"daily_puzzle": _readable(row)}
    for row in await tables.puzzles.tries_of(connection, person):
        yield {"first_answer": _readable(row)}
    if solver := await tables.puzzle_ratings.find_solver(connection, person):
        yield {"puzzle_rating": _readable(solver)}
    for row in await tables.daily_puzzles.of(connection, person):
        yield {"daily_result": _readable(row)}
    if rush := await tables.puzzle_rushes.find(connection, person):
        yield {"rush": _readable(rush)}
    for row in await tables.puzzle_rushes.of(connection, person):
        yield {"best_rush": _readable(row)}


async def _contests_of(connection: Connection, person: int) -> AsyncIterator[Stored]:
    """Yield a person's part in leagues, cups and ladders, and those that the person started."""
    for row in await tables.contests.about(connection, person):
        yield {"contest": _readable(row)}
    for row in await tables.contests.organised_by(connection, person):
        yield {"contest_started": _readable(row)}
    for row in await tables.ladders.about(connection, person):
        yield {"ladder_event": _readable(row)}


async def _matches_of(connection: Connection, person: int) -> AsyncIterator[Stored]:
    """Yield every match of a person."""
    async for row in tables.matches.of(connection, person):
        async for item in _match_items(connection, row, person):
            yield item


async def _match_items(connection: Connection, row: Row, person: int) -> AsyncIterator[Stored]:
    """Yield a match, the person's conditional moves, the events, and the review."""
    hidden = SECRET if row["ended"] is None else ()
    yield {"match": {key: value for key, value in _readable(row).items() if key not in hidden}}
    seats = row["first"], row["second"]
    for line in await tables.conditional_moves.of(connection, row["id"]):
        if seats[line["side"]] == person:
            yield {"plan_in_match": row["id"], "plan": _readable(line)}
    for line in await tables.conditional_moves.set_aside_by(connection, row["id"]):
        if seats[line["side"]] == person:
            yield {"plan_set_aside_in_match": row["id"], "plan": _readable(line)}
    events: list[Stored] = []
    async for event in tables.events.each_event_of(connection, row["id"]):
        events.append(_readable(event))
        if len(events) == SOME:
            yield {"events_of_match": row["id"], "events": events}
            events = []
    if events:
        yield {"events_of_match": row["id"], "events": events}
    if review := await tables.reviews.find(connection, row["id"]):
        yield {"review_of_match": row["id"], "review": review}


def _readable(row: Row) -> Stored:
    """Make a row readable: its values by column, with times in ISO 8601."""
    return {
        key: moment(row[key]).isoformat() if key in TIMES and row[key] is not None else row[key]
        for key in row.keys()  # noqa: SIM118 (a row iterates over its values)
    }
