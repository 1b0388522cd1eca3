"""Ladders of servers: joining, leaving, challenging, and who goes down for not playing."""

import json
from datetime import datetime, timedelta

from contests import ladder_rules
from contests.ladder import Ladder, LadderEvent, LadderKind
from data.challenge_rules import refuse_terms
from data.columns import message_columns, name_columns, players_in, stamp
from data.connection import Connection
from data.database import Subject
from data.ladder_course import apply_events, leave_ladder
from data.load_ladder import StoredLadder, ladder_event_from, ladder_from, load_ladder, write_ladder
from data.outages import was_outage
from data.people import add_person, find_person, has_blocked, lock_people
from data.save_challenge import add_challenge, settle
from data.settings import load_server_settings
from data.stopped_clocks import vacation_end
from data.time_controls import THREE_DAYS
from data.values import FAIR, Challenge, ChallengeState, MessageRef, Person, Place, Terms
from match.match import PlayerName
from rules import GAMES, Refusal

AFTER_OUTAGE = timedelta(days=3)
"""The time after an outage of the bot in which nobody goes down for not playing."""
TOLD = (LadderKind.WON, LadderKind.WON_ON_TIME, LadderKind.GIVE)
"""Events listed as the latest."""


class Ladders(Subject):
    """Ladders, each action a transaction; there is one for each server and game."""

    # What people do.

    async def open(self, server: int, game: str) -> StoredLadder:
        """Return the ladder of a game in a server where the bot is; it may be a new one.

        Raises `Refusal` if the server wants none.
        """
        refuse_terms(Terms(game, {}))
        async with self._database.transaction() as connection:
            if not (await load_server_settings(connection, server)).ladders:
                raise Refusal(
                    "This server has no ladders; ask a moderator to turn them on in `/settings`."
                )
            # One that rested because the bot was gone goes on.
            await connection.insert(
                "ladders",
                "(server, game) DO UPDATE SET left = NULL WHERE ladders.left IS NOT NULL",
                server=server,
                game=game,
                state=write_ladder(Ladder()),
            )
            ladder = await _find_in(connection, server, game)
            assert ladder is not None, "it was just opened"
            return ladder

    async def join(self, server: int, game: str, person: Person, now: datetime) -> StoredLadder:
        """Put somebody on the last place. Raises `Refusal` for whoever is on it already."""
        ladder = await self.open(server, game)
        async with self._database.transaction() as connection:
            await add_person(connection, person)
            await lock_people(connection, person.id)
            ladder = await load_ladder(connection, ladder.number)
            events = [ladder_rules.join(ladder.state, person.id, now)]
            if await vacation_end(connection, person.id):
                events.append(LadderEvent(LadderKind.AWAY, now, person.id))
            await apply_events(connection, ladder.number, *events)
            return await load_ladder(connection, ladder.number)

    async def leave(self, number: int, person: int, now: datetime) -> StoredLadder:
        """Take somebody off a ladder; the challenges by and to them that wait are withdrawn.

        Their matches are played to the end, and change nothing on the ladder. Raises `Refusal` for
        whoever is not on it.
        """
        async with self._database.transaction() as connection:
            await lock_people(connection, person)
            ladder_rules.leave((await load_ladder(connection, number)).state, person, now)
            await leave_ladder(connection, number, person, now)
            return await load_ladder(connection, number)

    async def challenge(
        self,
        number: int,
        challenger: Person,
        other: int,
        place: Place,
        now: datetime,
        request: int | None = None,
    ) -> Challenge:
        """Challenge somebody above oneself to a match for the places.

        If they have blocked the challenger, it is declined at once, and they give the place.
        Raises `Refusal` for whom the rules of the ladder or of challenges do not allow.
        """
        async with self._database.transaction() as connection:
            await lock_people(connection, challenger.id, other)
            ladder = await load_ladder(connection, number)
            ladder_rules.refuse_challenge(ladder.state, challenger.id, other, now)
            opponent = await find_person(connection, other)
            assert opponent is not None, "who is on a ladder is known"
            challenge = await add_challenge(
                connection,
                challenger,
                Person(other, opponent["name"]),
                await self._terms(connection, ladder),
                place,
                now,
                request,
                ladder=number,
            )
            event = LadderEvent(LadderKind.CHALLENGE, now, challenger.id, other, challenge.number)
            await apply_events(connection, number, event)
            if await has_blocked(connection, other, challenger.id):
                return await settle(connection, challenge.number, ChallengeState.DECLINED, now)
            return challenge

    @staticmethod
    async def _terms(connection: Connection, ladder: StoredLadder) -> Terms:
        """Return what is played: rated, by fair options if there are any, at the server's pace."""
        settings = await load_server_settings(connection, ladder.server)
        rules = GAMES[ladder.game]
        options = rules.presets.get(FAIR, rules.presets[rules.usual_preset])
        return Terms(ladder.game, options, pace=settings.pace or THREE_DAYS)

    # What is due.

    async def due(self, now: datetime) -> list[int]:
        """List the ladders on which somebody goes down for not playing."""
        return await self._reader.numbers(
            "SELECT id FROM ladders WHERE due <= :now AND left IS NULL ORDER BY due", now=stamp(now)
        )

    async def drop(self, number: int, now: datetime) -> None:
        """Let those go down who have not played for long; not soon after an outage of the bot."""
        async with self._database.transaction() as connection:
            if await was_outage(connection, stamp(now - AFTER_OUTAGE), stamp(now)):
                return
            state = (await load_ladder(connection, number)).state
            while (person := state.next_drop(now)) is not None:
                state = await apply_events(
                    connection, number, LadderEvent(LadderKind.DROP, now, person)
                )

    # Queries.

    async def find(self, number: int) -> StoredLadder:
        """Find a ladder. Raises `Refusal` if there is none of that number."""
        return await load_ladder(self._reader, number)

    async def find_in(self, server: int, game: str) -> StoredLadder | None:
        """Find the ladder of a game in a server, if there is one."""
        return await _find_in(self._reader, server, game)

    async def games(self, server: int) -> list[str]:
        """List the games that have a ladder in a server, the latest used first."""
        rows = await self._reader.rows(
            "SELECT l.game FROM ladders l LEFT JOIN ladder_events e "
            "ON e.ladder = l.id AND e.number = l.count "
            "WHERE l.server = :server ORDER BY e.at DESC, l.id",
            server=server,
        )
        return [row["game"] for row in rows if row["game"] in GAMES]

    async def lately(
        self, number: int, most: int
    ) -> list[tuple[LadderEvent, PlayerName, PlayerName]]:
        """List who won places lately from whom, the last first."""
        rows = await self._reader.rows(
            f"SELECT e.*, {name_columns('a', 'person')}, {name_columns('b', 'other')} "  # noqa: S608 (our own names)
            "FROM ladder_events e "
            "JOIN people a ON a.id = e.person JOIN people b ON b.id = e.other "
            "WHERE e.ladder = :ladder AND e.kind IN (SELECT atom FROM json_each(:kinds)) "
            "ORDER BY e.number DESC LIMIT :most",
            ladder=number,
            kinds=json.dumps(TOLD),
            most=most,
        )
        called = players_in(rows, "person", "other")
        return [
            (ladder_event_from(row), called[row["person"]], called[row["other"]]) for row in rows
        ]

    # Cards.

    async def to_show(self) -> list[int]:
        """List the ladders whose cards do not show their present state."""
        rows = await self._reader.rows(
            "SELECT id, game FROM ladders WHERE card_message IS NOT NULL AND shown < count "
            "AND left IS NULL ORDER BY id"
        )
        return [row["id"] for row in rows if row["game"] in GAMES]

    async def show_on(self, number: int, posted: MessageRef | None, count: int) -> None:
        """Record which message shows a ladder after so many events, if any does."""
        await self._database.change(
            "UPDATE ladders SET card_channel = :card_channel, card_message = :card_message, "
            "shown = :shown WHERE id = :ladder",
            **message_columns("card", posted),
            ladder=number,
            shown=count,
        )


async def _find_in(connection: Connection, server: int, game: str) -> StoredLadder | None:
    row = await connection.row(
        "SELECT * FROM ladders WHERE server = :server AND game = :game", server=server, game=game
    )
    return None if row is None else await ladder_from(connection, row)
