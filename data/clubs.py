"""Club matches of servers: challenging, accepting, signing up, what is due, and the cards."""

# ruff: noqa: S608 (the statements are made of our own words only)

import json
from collections.abc import Collection
from datetime import datetime

from contests.club import LEAST_BOARDS, MOST_BOARDS
from data.challenge_rules import refuse_terms
from data.club_course import advance_club_match, end_club_match
from data.club_values import CODE_LASTS, ClubMatch, ClubState, ClubTerms, NoClubMatch
from data.columns import assignments, message_columns, stamp, write_options
from data.connection import Connection
from data.contest_values import MOST_GONE
from data.database import Subject
from data.load_club import FORGOTTEN, change_club_match, load_club_match
from data.people import add_person
from data.settings import load_server_settings
from data.values import MessageRef, Person, Place, Terms
from rules import Refusal, message

LIVE = "state IN ('asked', 'open', 'running')"
MOST_AT_ONCE = 3
"""The most club matches of a server at the same time."""
MOST_PLAYERS = 40
"""The most people who sign up in a server."""
SIGN_UP_OVER = message("Sign-up has ended, so this can't be changed any more.")
STEPS = 50
"""The most steps of a club match one after another; the next round goes on."""


class Clubs(Subject):
    """Club matches, each action a transaction. Who may do it is for the caller to check."""

    # What people do.

    async def challenge(
        self, terms: ClubTerms, place: Place, name: str, code: str, now: datetime
    ) -> ClubMatch:
        """Make a challenge that whoever manages another server accepts by its code.

        Raises `Refusal` for invalid terms, and where club matches are off or too many.
        """
        refuse_terms(Terms(terms.game, terms.options))
        if not (terms.is_together or LEAST_BOARDS <= terms.boards <= MOST_BOARDS):
            raise Refusal(
                "{value} doesn't fit here; choose a number from {low} to {high}.",
                value=terms.boards,
                low=LEAST_BOARDS,
                high=MOST_BOARDS,
            )
        async with self._database.transaction() as connection:
            await _refuse_server(connection, place.server)
            until = stamp(now + CODE_LASTS)
            number = await connection.insert_numbered(
                "club_matches",
                code=code,
                state=ClubState.ASKED,
                game=terms.game,
                options=write_options(terms.rules, terms.options),
                pace=terms.pace.write(),
                boards=terms.boards,
                both_sides=terms.with_sides().both_sides,
                made=stamp(now),
                begins=until,
                due=until,
            )
            await _add_club(connection, number, 0, place, name)
            return await load_club_match(connection, number)

    async def by_code(self, code: str, server: int | None, now: datetime) -> ClubMatch:
        """Find the challenge with a code that a server may accept. Raises `Refusal`."""
        return await _challenge(self._reader, code, server, now)

    async def accept(self, code: str, place: Place, name: str, now: datetime) -> ClubMatch:
        """Accept a challenge: people sign up in both servers from now on. Raises `Refusal`.

        Servers that play together need no sign-up: they are the players, and it begins.
        """
        async with self._database.transaction() as connection:
            found = await _challenge(connection, code, place.server, now)
            await _refuse_server(connection, place.server)
            await _add_club(connection, found.id, 1, place, name)
            begins = stamp(now + found.terms.sign_up)
            await change_club_match(
                connection, found.id, state=ClubState.OPEN, code=None, begins=begins, due=begins
            )
            if found.terms.is_together:
                await _join_together(connection, found.id, now)
            await advance_club_match(connection, await load_club_match(connection, found.id), now)
            return await load_club_match(connection, found.id)

    async def call_off(self, number: int, server: int | None, now: datetime) -> ClubMatch:
        """Call a club match off that has not begun. Raises `Refusal` once it has."""
        async with self._database.transaction() as connection:
            found = await load_club_match(connection, number)
            found.club_of(server)
            if found.state not in (ClubState.ASKED, ClubState.OPEN):
                raise Refusal(SIGN_UP_OVER)
            await end_club_match(connection, found, ClubState.CANCELLED, now)
            return await load_club_match(connection, number)

    async def join(
        self, number: int, person: Person, server: int | None, now: datetime
    ) -> ClubMatch:
        """Let a person sign up for the server in which they are. Raises `Refusal`."""
        if person.is_bot:
            raise Refusal("Other bots can't play; challenge a person instead.")
        async with self._database.transaction() as connection:
            found = await load_club_match(connection, number)
            club = found.club_of(server)
            _refuse_unless_open(found)
            known = found.player(person.id)
            if known is not None and known.club == club:
                raise Refusal("You're already in; once this begins, you get your first match.")
            if known is not None:
                raise Refusal("You've joined for the other server; press **Leave** there first.")
            if sum(one.club == club for one in found.players) >= MOST_PLAYERS:
                raise Refusal("It's full: someone else took the last spot.")
            await add_person(connection, person)
            await connection.insert(
                "club_players", club_match=number, person=person.id, club=club, joined=stamp(now)
            )
            await change_club_match(connection, number)
            return await load_club_match(connection, number)

    async def leave(self, number: int, person: int, server: int | None) -> ClubMatch:
        """Let a person leave before it begins. Raises `Refusal` for others, and later."""
        async with self._database.transaction() as connection:
            found = await load_club_match(connection, number)
            found.club_of(server)
            _refuse_unless_open(found)
            left = await connection.change(
                "DELETE FROM club_players WHERE club_match = :id AND person = :person",
                id=number,
                person=person,
            )
            if not left:
                raise Refusal("You're not in it, so there's nothing to leave.")
            await change_club_match(connection, number)
            return await load_club_match(connection, number)

    # What rounds do.

    async def due(self, now: datetime) -> list[int]:
        """List the club matches about which something is to be done."""
        return await self._reader.numbers(
            "SELECT id FROM club_matches WHERE due <= :now ORDER BY due, id", now=stamp(now)
        )

    async def go_on(self, number: int, now: datetime) -> ClubMatch:
        """Do what is due in a club match, step by step, each a transaction."""
        for _ in range(STEPS):
            async with self._database.transaction() as connection:
                await advance_club_match(connection, await load_club_match(connection, number), now)
            if number not in await self.due(now):
                break
        return await self.find(number)

    async def find(self, number: int) -> ClubMatch:
        """Find a club match. Raises `NoClubMatch` if there is none."""
        return await load_club_match(self._reader, number)

    async def to_show(self) -> list[int]:
        """List the club matches of which a card is not up to date."""
        return await self._reader.numbers(
            "SELECT DISTINCT m.id FROM club_matches m JOIN clubs c ON c.club_match = m.id "
            "WHERE c.shown < m.version AND c.server <> 0 AND c.left IS NULL ORDER BY m.id"
        )

    async def show_on(self, shown: ClubMatch, club: int, posted: MessageRef | None) -> None:
        """Record which message shows a club match in one of its servers."""
        columns = message_columns("card", posted) | {"card_state": shown.state}
        await self._database.change(
            f"UPDATE clubs SET {assignments(columns)}, shown = MAX(shown, :version) "
            "WHERE club_match = :id AND club = :number AND server <> 0",
            **columns,
            version=shown.version,
            id=shown.id,
            number=club,
        )

    async def come_back(self, servers: Collection[int]) -> None:
        """Go on with the club matches of servers that had been left."""
        await self._database.change(
            "UPDATE clubs SET left = NULL, shown = 0 "
            "WHERE left IS NOT NULL AND server IN (SELECT value FROM json_each(:servers))",
            servers=json.dumps([*servers]),
        )


async def leave_clubs(connection: Connection, server: int, now: datetime) -> None:
    """Record that the bot left a server: for a while its club matches wait."""
    await connection.change(
        "UPDATE clubs SET left = :now WHERE server = :server AND left IS NULL",
        server=server,
        now=stamp(now),
    )
    await connection.change(
        "UPDATE club_matches SET due = MIN(due, :until) "
        f"WHERE {LIVE} AND id IN (SELECT club_match FROM clubs WHERE server = :server)",
        server=server,
        until=stamp(now + MOST_GONE),
    )


FORGET_SERVER = (
    f"UPDATE clubs SET {FORGOTTEN} WHERE server = :server "
    f"AND club_match IN (SELECT id FROM club_matches WHERE NOT {LIVE})"
)
"""The statement that forgets a server's past club matches; others see to it when they go on."""


async def reassign_clubs(connection: Connection, person: int, former: int) -> int:
    """Take somebody off the lists of sign-up, and let them be a former player elsewhere."""
    await connection.change(
        "UPDATE club_matches SET version = version + 1 "
        "WHERE id IN (SELECT club_match FROM club_players WHERE person = :person)",
        person=person,
    )
    # The mirrors of past matches name them, too.
    await connection.change(
        "UPDATE club_games SET mirror_count = -1 WHERE mirror_message IS NOT NULL "
        "AND match IN (SELECT g.match FROM club_players p "
        "JOIN club_games g ON g.club_match = p.club_match AND g.board = p.board "
        "WHERE p.person = :person)",
        person=person,
    )
    gone = await connection.change(
        "DELETE FROM club_players WHERE person = :person "
        "AND club_match IN (SELECT id FROM club_matches WHERE state IN ('open', 'cancelled'))",
        person=person,
    )
    return gone + await connection.change(
        "UPDATE club_players SET person = :former WHERE person = :person",
        person=person,
        former=former,
    )


async def _add_club(
    connection: Connection, number: int, club: int, place: Place, name: str
) -> None:
    assert place.server is not None, "club matches are between servers"
    await connection.insert(
        "clubs", club_match=number, club=club, server=place.server, channel=place.channel, name=name
    )


async def _challenge(
    connection: Connection, code: str, server: int | None, now: datetime
) -> ClubMatch:
    """Return the challenge with a code. It does not say why there is none."""
    row = await connection.row(
        "SELECT id FROM club_matches WHERE code = :code AND state = 'asked' AND begins > :now",
        code=code.strip().upper(),
        now=stamp(now),
    )
    if row is None:
        raise Refusal(
            "No challenge has this code now. A code works once, for a week; ask for a new one."
        )
    found = await load_club_match(connection, row["id"])
    if found.clubs[0].server == server:
        raise Refusal("That's this server's own code; a moderator of another server types it.")
    if not (await load_server_settings(connection, found.clubs[0].server)).clubs:
        raise Refusal("The other server no longer plays club matches.")
    return found


async def _refuse_server(connection: Connection, server: int | None) -> None:
    """Raise `Refusal` where club matches are off, or as many as are allowed."""
    if server is None:
        raise NoClubMatch
    if not (await load_server_settings(connection, server)).clubs:
        raise Refusal("Club matches are off here; a moderator turns them on in `/settings`.")
    live = await connection.number(
        f"SELECT COUNT(*) FROM clubs c JOIN club_matches m ON m.id = c.club_match "
        f"WHERE c.server = :server AND m.{LIVE}",
        server=server,
    )
    if live >= MOST_AT_ONCE:
        raise Refusal(
            "This server has {number} club match already; wait until it's over, or call it off.",
            "This server has {number} club matches already; wait until one is over, or call one "
            "off.",
            number=live,
        )


async def _join_together(connection: Connection, number: int, now: datetime) -> None:
    for club, each in enumerate((await load_club_match(connection, number)).clubs):
        await add_person(connection, Person(each.server, each.name))
        await connection.insert(
            "club_players",
            club_match=number,
            person=each.server,
            club=club,
            joined=stamp(now),
        )


def _refuse_unless_open(found: ClubMatch) -> None:
    if found.state is not ClubState.OPEN:
        raise Refusal(SIGN_UP_OVER)
