"""Guesses of spectators about the next move: the open one, the score, and who guessed best."""

from datetime import datetime
from typing import NamedTuple

from data.columns import has_blocked, name_columns, players_in, stamp
from data.connection import Connection
from data.database import Subject
from data.followers import mark_watched
from data.load_match import lock_match
from data.people import add_person
from data.values import Person, StoredMatch
from match.event import TAKE_BACKS, Kind
from match.guesses import Guess, NextMove, Score, best, guessed_move, is_right, scores
from match.match import PlayerName

# ruff: noqa: S608 (the statements are made of our own words only)

BLOCKED = " OR ".join(
    condition
    for seat in ("m.first", "m.second")
    for condition in (has_blocked(seat, "g.person"), has_blocked("g.person", seat))
)
"""The condition that a player has blocked a guesser, or the other way round."""


class Guesser(NamedTuple):
    """The name and score of whoever guessed best in a match."""

    name: PlayerName
    score: Score


class OwnGuesses(NamedTuple):
    """A person's guesses in a match: the one that is open, if one is, and the score so far."""

    open: str | None
    last: bool | None
    """Whether the one about the last move was right, if there was one."""
    score: Score


class Guesses(Subject):
    """Guesses of spectators, which the players never see, but for the best guessers at the end."""

    async def guess(
        self, number: int, person: Person, text: str, seen: int, now: datetime
    ) -> StoredMatch:
        """Store the move that a person expects next, in place of an earlier guess.

        Raises `Refusal` for what cannot be guessed, and `Stale` if the match is not as it was after
        the `seen` events.
        """
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            match.refuse_stale(seen)
            move = guessed_move(match, person.id, text)
            await add_person(connection, person)
            await connection.replace(
                "guesses",
                "match, person, ply",
                match=number,
                person=person.id,
                ply=sum(match.moves),
                count=match.count,
                move=move.text,
                at=stamp(now),
            )
            await mark_watched(connection, number)
            return match

    async def own(self, number: int, person: int) -> OwnGuesses:
        """Return a person's guesses in a match."""
        rows = await self._reader.rows(
            "SELECT person, count, move FROM guesses "
            "WHERE match = :match AND person = :person ORDER BY ply",
            match=number,
            person=person,
        )
        played = await _played(self._reader, number)
        guesses = [Guess(row["person"], row["count"], row["move"]) for row in rows]
        decided = played[-1].number if played else 0
        current = [guess.move for guess in guesses if guess.seen >= decided]
        earlier = played[-2].number if len(played) > 1 else 0
        last = [is_right(guess, played) for guess in guesses if earlier <= guess.seen < decided]
        return OwnGuesses(
            current[-1] if current else None,
            last[-1] if last else None,
            scores(guesses, played).get(person, Score()),
        )

    async def best_guessers(self, number: int) -> list[Guesser]:
        """Return who guessed best in a match; several if they are equal."""
        rows = await self._reader.rows(
            f"SELECT g.person, g.count, g.move, {name_columns('p', 'person')} FROM guesses g "
            "JOIN matches m ON m.id = g.match JOIN people p ON p.id = g.person "
            f"WHERE g.match = :match AND NOT ({BLOCKED}) ORDER BY g.person, g.ply",
            match=number,
        )
        played = await _played(self._reader, number)
        guesses = [Guess(row["person"], row["count"], row["move"]) for row in rows]
        names, found = players_in(rows, "person"), scores(guesses, played)
        return [Guesser(names[who], found[who]) for who in best(found)]


async def _played(connection: Connection, number: int) -> list[NextMove]:
    """List the moves of a match, forced passes left out, and where one was taken back."""
    kinds = ", ".join(f"'{kind}'" for kind in (Kind.MOVE, *TAKE_BACKS))
    rows = await connection.rows(
        f"SELECT number, CASE kind WHEN '{Kind.MOVE}' THEN text END AS move FROM events "
        f"WHERE match = :match AND kind IN ({kinds}) ORDER BY number",
        match=number,
    )
    return [NextMove(row["number"], row["move"]) for row in rows]
