"""The picture of a profile: what is drawn of it, and told to those who cannot see."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import discord

import rendering
from cogs.controls import Item
from cogs.names import safe
from cogs.showing import drawn
from cogs.words import rating_words
from data import Faring, Ledger, Standing, Tally
from rules import GAMES


@dataclass(frozen=True)
class Portrait:
    """Somebody's profile as it is to be drawn: how they stand in some games, how they fared."""

    person: int
    name: str
    standings: Mapping[str, Standing]
    faring: Faring
    now: datetime

    async def picture(self, store: Ledger, theme: str) -> tuple[discord.File, Item]:
        """Draw it."""
        progress = [await self._progress(store, key) for key in self.standings]
        opponents = [_drawn(other, tally) for other, tally in self.faring.opponents]
        draw = partial(
            rendering.profile, self.name, progress, opponents, self._facts(), theme=theme
        )
        return await drawn(draw, self._told(), "profile")

    def unwritten(self) -> list[str]:
        """Say the names that cannot be drawn."""
        return [
            f"Not drawn: **{safe(other)}** {_figures(tally)}"
            for other, tally in self.faring.opponents
            if not rendering.writable(other)
        ]

    async def _progress(self, store: Ledger, key: str) -> rendering.Progress:
        standing, rules = self.standings[key], GAMES[key]
        course = await store.farings.course(self.person, key, standing, self.now)
        first, second = (_drawn(side.capitalize(), tally) for side, tally in self._sides(key))
        since = f"{course.since.day} {course.since:%b %Y}"
        rating = rating_words(standing.as_of(self.now))
        return rendering.Progress(rules.name, rating, since, course.points, (first, second))

    def _sides(self, key: str) -> list[tuple[str, Tally]]:
        tallies = self.faring.sides.get(key, (Tally(), Tally()))
        return [*zip(GAMES[key].sides, tallies, strict=True)]

    def _facts(self) -> list[tuple[str, str]]:
        facts = [
            (str(self.faring.streak), "wins in a row at best"),
            (str(self.faring.winning), "wins in a row now"),
        ]
        if self.faring.wins:
            shortest, longest = self.faring.wins
            facts.append((str(shortest), "moves in the shortest win"))
            facts.append((str(longest), "moves in the longest win"))
        return facts

    def _told(self) -> str:
        """Tell it to those who cannot see it."""
        told = [f"{self.name}. Won–drawn–lost:"]
        for key, standing in self.standings.items():
            rating = standing.as_of(self.now)
            sides = ", ".join(f"{side} {_figures(tally)}" for side, tally in self._sides(key))
            sure = f"give or take {2 * rating.deviation:.0f}"
            told.append(f"{GAMES[key].name} {rating_words(rating)}, {sure}; {sides}.")
        against = [f"{other} {_figures(tally)}" for other, tally in self.faring.opponents]
        if against:
            told.append(f"Against {', '.join(against)}.")
        told += [f"{figure} {words}." for figure, words in self._facts()]
        return " ".join(told)


def _drawn(words: str, tally: Tally) -> rendering.Tally:
    return rendering.Tally(words, tally.wins, tally.draws, tally.losses)


def _figures(tally: Tally) -> str:
    return f"{tally.wins}–{tally.draws}–{tally.losses}"
