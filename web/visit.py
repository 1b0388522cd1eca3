"""A visit to a board that is no match to play in: who comes, and what they ask."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from boards.shown import Press
from data import Person, StoredMatch
from interactions import Bot
from interactions.people import Appearance
from rules import Refusal, Sentence
from views.puzzle_answers import PuzzleSolver
from views.web_link import OpenInBrowser
from web.requests import WRONG, Asked, text_in

MOST_TRIED = 600
"""How many moves may be tried out in a row."""


@dataclass(frozen=True)
class Visit:
    """Somebody at a board: which moves they have tried there, and which one they make now."""

    bot: Bot
    asked: Asked
    now: datetime
    style: Appearance
    find_match: Callable[[int], Awaitable[StoredMatch]]
    """Finds a match that they may see."""

    @property
    def person(self) -> int:
        """Their number."""
        return self.asked.session.person

    @property
    def solver(self) -> PuzzleSolver:
        """Who they are as somebody who solves puzzles."""
        opener = self.asked.session.opener
        return PuzzleSolver(Person(opener.person, opener.name), opener.locale, opener.server)

    @property
    def move(self) -> str:
        """The move they make, or nothing."""
        return self.asked.text("move", "")

    @property
    def tried(self) -> tuple[str, ...]:
        """The moves they have made on the board before. Raises `Refusal` for anything else."""
        sent = self.asked.fields.get("tried", [])
        if not isinstance(sent, list) or len(sent) > MOST_TRIED:
            raise Refusal(WRONG)
        return tuple(map(text_in, sent))

    async def waiting(self) -> Press | None:
        """Return what leads to the first match that waits for their move, if one does."""
        found, number = await self.bot.store.lists.to_move(self.person, 1)
        words = Sentence("Next board ({number})", number=number)
        return Press(words, OpenInBrowser(found[0].number)) if found else None

    async def seen_match(self, number: int) -> StoredMatch:
        """Find a match that they may see, and note that they have."""
        match = await self.find_match(number)
        return await self.bot.store.matches.touch(match, self.person, self.now)
