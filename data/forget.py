"""Forgetting people: in small transactions, so that play goes on."""

import json
from datetime import datetime

from data.challenge_rows import SELECT_CHALLENGES, UNSETTLED, challenge_from
from data.checksums import OF_EVENT, WITHOUT_REMARK
from data.clubs import reassign_clubs
from data.connection import Connection
from data.contest_course import put_out
from data.contest_values import ContestState, WhyOut
from data.daily_results import retell_results
from data.database import Database, Subject
from data.export import PERSONAL_TABLES
from data.ladder_course import ladders_of, leave_ladder, replay_ladder
from data.left_servers import LeftServers
from data.load_contest import LIVE, change_contest, load_contest
from data.load_match import load_match, lock_match
from data.people import add_person, find_person, lock_people
from data.save_match import save_event
from data.values import Challenge, Person, StoredMatch
from match import verbs
from match.match import FORMER_PLAYER
from rules import GAMES, Refusal

# ruff: noqa: S608 (the statements are put together from our own words only)

PIECE = 20
"""The number of rows changed at a time, so that no other player waits long."""


OF_PERSON = (
    "DELETE FROM blocks WHERE blocker = :person OR blocked = :person",
    "UPDATE daily_puzzles SET person = NULL WHERE person = :person",
    "UPDATE contests SET organiser = NULL WHERE organiser = :person",
    # What stands of them is taken away.
    "UPDATE reminders SET person = 0 WHERE person = :person",
    # The cards of matches count votes, those of finished ones name who guessed best.
    (
        "INSERT INTO cards_to_redraw (match) SELECT m.id FROM "
        "(SELECT match, 0 AS guessed FROM voters WHERE person = :person "
        "UNION ALL SELECT match, 1 FROM guesses WHERE person = :person) shown "
        "JOIN matches m ON m.id = shown.match "
        "WHERE m.card_message IS NOT NULL AND (shown.guessed = 0 OR m.ended IS NOT NULL) "
        "ON CONFLICT DO NOTHING"
    ),
    (
        "UPDATE club_games SET mirror_count = -1 WHERE mirror_message IS NOT NULL "
        "AND match IN (SELECT match FROM voters WHERE person = :person)"
    ),
    *(f"DELETE FROM {table} WHERE person = :person" for table, *_ in PERSONAL_TABLES.values()),
)
"""Statements that remove all of a person but matches, challenges, contests and ladders."""
REST_OF_PERSON = (
    "UPDATE ratings SET person = :former WHERE person = :person",
    "DELETE FROM vacations WHERE person = :person",
    "DELETE FROM leaving WHERE person = :person",
    "DELETE FROM people WHERE id = :person",
)
"""Statements that remove a person of whom no more is left."""


class Forget(Subject):
    """Forgetting people, and the cards to be redrawn because they name a person.

    A person who leaves has a row in the database until nothing of them is left: `go_on` finishes
    what a stop interrupted.
    """

    def __init__(self, database: Database, left_servers: LeftServers) -> None:
        super().__init__(database)
        self._left_servers = left_servers

    async def forget(self, person: int, now: datetime) -> None:
        """Forget a person, who becomes a former player without name or number.

        Their live matches are aborted if still possible and resigned otherwise; their challenges
        are withdrawn. Finished matches stay for their opponents, and so do the opponents' ratings.
        """
        async with self._database.changing_settings() as connection:
            await retell_results(connection, person)
            for statement in OF_PERSON:
                await connection.change(statement, person=person)
            await _leave_contests(connection, person, now)
            for ladder in await ladders_of(connection, person):
                await leave_ladder(connection, ladder, person, now)
            known = await find_person(connection, person) is not None
            former = await _begin(connection, person) if known else 0
        while known:
            async with self._database.transaction() as connection:
                known = await _next_piece(connection, person, former, now)
        await self._database.empty_log()

    async def go_on(self, now: datetime) -> None:
        """Finish what a stop interrupted, and forget servers left for as long as events wait."""
        for row in await self._reader.rows("SELECT person FROM leaving"):
            await self.forget(row["person"], now)
        for server in await self._left_servers.long_left(now):
            await self.forget(server, now)  # as who all of it played together
            await self._left_servers.forget(server)
        await self.empty_log()

    async def empty_log(self) -> None:
        """Remove from the log what was forgotten, if a reader has kept that from being done."""
        if self._database.log_must_be_emptied:
            await self._database.empty_log()

    async def to_redraw(self, most: int) -> list[Challenge | StoredMatch]:
        """List challenges and matches whose cards must be redrawn, the latest first.

        After forgetting a person cards must not name them any more.
        """
        games = json.dumps([*GAMES])
        challenges = await self._reader.rows(
            f"{SELECT_CHALLENGES} WHERE (c.challenger < 0 OR c.opponent < 0) "
            "AND c.game IN (SELECT atom FROM json_each(:games)) "
            "ORDER BY c.id DESC LIMIT :most",
            games=games,
            most=most,
        )
        matches = await self._reader.rows(
            "SELECT c.match FROM cards_to_redraw c JOIN matches m ON m.id = c.match "
            "WHERE m.game IN (SELECT atom FROM json_each(:games)) "
            "ORDER BY c.match DESC LIMIT :most",
            games=games,
            most=most - len(challenges),
        )
        return [
            *map(challenge_from, challenges),
            *[await load_match(self._reader, row["match"]) for row in matches],
        ]

    async def redrawn(self, shown: Challenge | StoredMatch) -> None:
        """Record that a card was redrawn, or does not exist."""
        await self._database.change(
            "DELETE FROM cards_to_redraw WHERE match = :number"
            if isinstance(shown, StoredMatch)
            else "DELETE FROM challenges WHERE id = :number",
            number=shown.number,
        )


async def _leave_contests(connection: Connection, person: int, now: datetime) -> None:
    """Remove a person from contests that have not begun, and let them leave those that run."""
    live = await connection.rows(
        "SELECT c.id, c.state FROM contest_entrants e JOIN contests c ON c.id = e.contest "
        f"WHERE e.person = :person AND e.out IS NULL AND c.{LIVE} ORDER BY c.id",
        person=person,
    )
    for row in live:
        if row["state"] == ContestState.RUNNING:
            contest = await load_contest(connection, row["id"])
            await put_out(connection, contest, person, WhyOut.LEFT, now)
        else:
            await change_contest(connection, row["id"])
    await connection.change(
        "DELETE FROM contest_entrants WHERE person = :person "
        "AND contest IN (SELECT id FROM contests WHERE state IN ('open', 'cancelled'))",
        person=person,
    )


async def _begin(connection: Connection, person: int) -> int:
    """Remove a person's name, and return their number as a former player, which never changes."""
    await lock_people(connection, person)
    row = await connection.row("SELECT former FROM leaving WHERE person = :person", person=person)
    if row is not None:
        former = int(row["former"])
    else:
        former = await connection.number("SELECT MIN(0, MIN(id)) FROM people") - 1
        await add_person(connection, Person(former, FORMER_PLAYER))
        await connection.insert("leaving", person=person, former=former)
    await connection.change(
        "UPDATE people SET name = :name, user_name = NULL WHERE id = :person",
        name=FORMER_PLAYER,
        person=person,
    )
    return former


async def _next_piece(connection: Connection, person: int, former: int, now: datetime) -> bool:
    """Process the next piece; return `False` if it was the last."""
    for row in await connection.rows(
        "SELECT id FROM matches WHERE ended IS NULL AND (first = :person OR second = :person) "
        "AND game IN (SELECT atom FROM json_each(:games)) LIMIT :most",
        person=person,
        games=json.dumps([*GAMES]),
        most=PIECE,
    ):
        if await _leave_match(connection, row["id"], person, now):
            return True
    for process in (
        _reassign_contests,
        reassign_clubs,
        _reassign_ladder,
        _reassign_challenges,
        _reassign_matches,
        _reassign_changes,
    ):
        if await process(connection, person, former):
            return True
    for statement in REST_OF_PERSON:
        await connection.change(statement, person=person, former=former)
    return False


async def _reassign_contests(connection: Connection, person: int, former: int) -> int:
    theirs = "IN (SELECT contest FROM contest_entrants WHERE person = :person)"
    for change in (
        f"UPDATE contests SET version = version + 1 WHERE id {theirs}",
        f"UPDATE contest_messages SET outdated = 1 WHERE contest {theirs}",
    ):
        await connection.change(change, person=person)
    return await connection.change(
        "UPDATE contest_entrants SET person = :former WHERE person = :person",
        person=person,
        former=former,
    )


async def _reassign_ladder(connection: Connection, person: int, former: int) -> int:
    """Reassign a person's events on one ladder, which is replayed as a whole."""
    row = await connection.row(
        "SELECT ladder FROM ladder_events WHERE person = :person OR other = :person LIMIT 1",
        person=person,
    )
    if row is None:
        return 0
    changed = 0
    for column in ("person", "other"):
        changed += await connection.change(
            f"UPDATE ladder_events SET {column} = :former "
            f"WHERE ladder = :ladder AND {column} = :person",
            person=person,
            former=former,
            ladder=row["ladder"],
        )
    await replay_ladder(connection, row["ladder"])
    return changed


async def _reassign_challenges(connection: Connection, person: int, former: int) -> int:
    """Reassign some challenges of a person to the former player; unsettled ones are withdrawn.

    They are kept while a card shows them.
    """
    some = (
        "id IN (SELECT id FROM challenges "
        "WHERE challenger = :person OR opponent = :person LIMIT :most)"
    )
    moved = await connection.change(
        f"DELETE FROM challenges WHERE card_message IS NULL AND {some}", person=person, most=PIECE
    )
    return moved + await connection.change(
        "UPDATE challenges SET "
        f"state = CASE WHEN {UNSETTLED} THEN 'withdrawn' ELSE state END, "
        "challenger = CASE challenger WHEN :person THEN :former ELSE challenger END, "
        "opponent = CASE opponent WHEN :person THEN :former ELSE opponent END "
        f"WHERE {some}",
        person=person,
        former=former,
        most=PIECE,
    )


async def _reassign_matches(connection: Connection, person: int, former: int) -> int:
    """Reassign some of a person's matches to the former player, and have their cards redrawn.

    What the person said in them is deleted.
    """
    for side, seat in enumerate(("first", "second")):
        # The latest ones first: their cards are the ones that people look at.
        some = (
            f"(SELECT id FROM matches WHERE {seat} = :person "
            "ORDER BY ended DESC, id DESC LIMIT :most)"
        )
        said = "side = :side AND remark <> ''"
        for statement in (
            (
                "INSERT INTO cards_to_redraw (match) "
                f"SELECT id FROM matches WHERE card_message IS NOT NULL AND id IN {some} "
                "ON CONFLICT DO NOTHING"
            ),
            (
                f"UPDATE matches SET remark_in = NULL WHERE id IN {some} AND EXISTS (SELECT 1 "
                "FROM events WHERE match = matches.id AND number = remark_in AND side = :side)"
            ),
            (
                f"UPDATE matches SET checksum = checksum - COALESCE((SELECT SUM({OF_EVENT} - "
                f"{WITHOUT_REMARK}) FROM events WHERE match = matches.id AND {said}), 0) "
                f"WHERE id IN {some}"
            ),
            f"UPDATE events SET remark = '' WHERE match IN {some} AND {said}",
        ):
            await connection.change(statement, person=person, most=PIECE, side=side)
        if moved := await connection.change(
            f"UPDATE matches SET {seat} = :former WHERE id IN {some}",
            person=person,
            former=former,
            most=PIECE,
        ):
            return moved
    return 0


async def _reassign_changes(connection: Connection, person: int, former: int) -> int:
    return await connection.change(
        "UPDATE rating_changes SET person = :former "
        "WHERE id IN (SELECT id FROM rating_changes WHERE person = :person LIMIT :most)",
        person=person,
        former=former,
        most=PIECE,
    )


async def _leave_match(connection: Connection, number: int, person: int, now: datetime) -> bool:
    """Abort a match if that is still possible, and resign it otherwise.

    Returns `False` if it can't be read; such a match stays as it is.
    """
    try:
        match = await lock_match(connection, number)
    except (Refusal, ValueError):
        return False
    decide = verbs.resign if match.settled or match.must_be_played else verbs.abort
    await save_event(connection, match, decide(match, person, now))
    return True
