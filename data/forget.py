"""Forgetting: a person becomes a former player, in small transactions so that play goes on."""

from datetime import datetime

from data import tables
from data.connection import Connection
from data.contests import forget_contests
from data.database import Database
from data.ladder_course import leave_ladders
from data.people import DirectMessageStatus
from data.puzzle_days import WEEK
from data.save_match import fold, load_match, save_match
from data.settings import UserSettings
from data.tables.challenges import challenge_from
from data.values import Challenge, StoredMatch
from match import verbs
from match.match import FORMER_PLAYER
from rules import GAMES, Refusal

PIECE = 20
"""How many rows are changed at a time, so that no other player waits long."""


class Forget:
    """Forgetting people, and the cards that must be redrawn because they name them.

    A person who leaves has a row in the database until nothing of them is left: `go_on` finishes
    what a stop interrupted.
    """

    def __init__(self, database: Database, *caches: UserSettings | DirectMessageStatus) -> None:
        """Set the stores that hold a copy in memory (`copies`), which must be invalidated."""
        self._database = database
        self._caches = caches

    async def forget(self, person: int, now: datetime) -> None:
        """Forget a person, who becomes a former player without name or number.

        Their live matches are aborted if still possible and resigned otherwise; their challenges
        are withdrawn. Finished matches stay for their opponents, and so do the opponents' ratings.
        """
        async with self._database.transaction() as connection:
            await tables.people.remove_blocks_of(connection, person)
            await tables.imported_records.remove_of(connection, person)
            await tables.daily_puzzles.retell(connection, person, WEEK)
            await tables.daily_puzzles.remove_of(connection, person)
            await tables.puzzles.remove_of(connection, person)
            await tables.puzzle_ratings.remove_of(connection, person)
            await tables.puzzle_rushes.remove_of(connection, person)
            await tables.settings.remove_settings_of(connection, person)
            await tables.settings.remove_nights_of(connection, person)
            await tables.people.remove_direct_message_status(connection, person)
            await tables.people.remove_mutes_of(connection, person)
            await tables.people.remove_notes_of(connection, person)
            await forget_contests(connection, person, now)
            await leave_ladders(connection, person, now)
            await tables.spectators.remove_all_of(connection, person)
            known = await tables.people.find(connection, person) is not None
            former = await _begin(connection, person) if known else 0
        for cache in self._caches:
            cache.invalidate()
        while known:
            async with self._database.transaction() as connection:
                known = await _next_piece(connection, person, former, now)
        await self._database.empty_log()

    async def go_on(self, now: datetime) -> None:
        """Finish what a stop interrupted."""
        async with self._database.reading() as connection:
            people = await tables.forget.people(connection)
        for person in people:
            await self.forget(person, now)
        if self._database.log_must_be_emptied:
            await self._database.empty_log()

    async def to_redraw(self, most: int) -> list[Challenge | StoredMatch]:
        """List challenges and matches whose cards must be redrawn, as after forgetting a person."""
        async with self._database.reading() as connection:
            rows = await tables.forget.challenges_to_redraw(connection, [*GAMES], most)
            numbers = await tables.forget.matches_to_redraw(connection, [*GAMES], most - len(rows))
            matches = [await load_match(connection, number) for number in numbers]
        return [*map(challenge_from, rows), *matches]

    async def redrawn(self, shown: Challenge | StoredMatch) -> None:
        """Record that a card was redrawn, or does not exist."""
        async with self._database.transaction() as connection:
            if isinstance(shown, StoredMatch):
                await tables.forget.match_is_redrawn(connection, shown.number)
            else:
                await tables.forget.challenge_is_redrawn(connection, shown.number)


async def _begin(connection: Connection, person: int) -> int:
    """Remove a person's name, and return their number as a former player, which never changes."""
    await tables.people.lock(connection, person)
    former = await tables.forget.former_number(connection, person)
    if former is None:
        former = -1 - await tables.people.count_former(connection)
        await tables.people.add(connection, former, FORMER_PLAYER)
        await tables.forget.begin(connection, person, former)
    await tables.people.rename(connection, person, FORMER_PLAYER)
    return former


async def _next_piece(connection: Connection, person: int, former: int, now: datetime) -> bool:
    """Process the next piece; return `False` if it was the last."""
    for number in await tables.matches.live_numbers_of(connection, person):
        if await _leave_match(connection, number, person, now):
            return True
    for process in (
        _delete_remarks,
        tables.contests.reassign,
        tables.ladders.reassign,
        tables.forget.reassign_challenges,
        tables.forget.reassign_first_seats,
        tables.forget.reassign_second_seats,
        tables.forget.reassign_changes,
    ):
        if await process(connection, person, former, PIECE):
            return True
    await tables.forget.end(connection, person, former)
    return False


async def _delete_remarks(connection: Connection, person: int, _former: int, most: int) -> int:
    """Delete a person's remarks in some matches; return in how many."""
    said = await tables.forget.remarks_of(connection, person, most)
    for row in said:
        await tables.forget.delete_remarks(connection, row["match"], row["side"])
    return len(said)


async def _leave_match(connection: Connection, number: int, person: int, now: datetime) -> bool:
    """Abort a match if that is still possible, and resign it otherwise.

    Returns `False` if the game is not available any more; such a match stays unchanged.
    """
    await tables.matches.lock(connection, number)
    try:
        match = await load_match(connection, number)
    except Refusal:
        return False
    decide = verbs.resign if match.settled or match.is_in_contest else verbs.abort
    kept = await save_match(
        connection, match, *await fold(connection, match, decide(match, person, now))
    )
    assert kept, "nobody is quicker while the row is held"
    return True
