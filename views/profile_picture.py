"""The picture of a profile, and its alt text."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import discord

import rendering
from data import Store
from data.player_rating import Standing
from data.player_statistics import Statistics, Tally
from interactions import plain
from interactions.board_image import picture_item
from interactions.components import Item
from interactions.speech import pool_name, rating_words, spoken
from match.rating import game_of
from rules import GAMES, Listed, ListStyle, Name, Sentence, capital, paragraph
from views.names_below import PictureSpeech


@dataclass(frozen=True)
class ProfileCard:
    """A person's profile: their ratings in some pools, and their statistics."""

    person: int
    name: str
    standings: Mapping[str, Standing]
    statistics: Statistics
    now: datetime

    async def picture(self, store: Store, theme: str) -> tuple[discord.File, Item]:
        """Draw the profile."""
        progress = [await self._progress(store, key) for key in self.standings]
        opponents = [_result_bar(plain(other), tally) for other, tally in self.statistics.opponents]
        facts = [(str(number), plain(what)) for number, what in self._facts()]
        draw = partial(
            rendering.profile,
            self.name,
            progress,
            opponents,
            facts,
            theme=theme,
            speech=self.speech,
        )
        return await picture_item(draw, self._alt_text(), "profile")

    @property
    def speech(self) -> PictureSpeech:
        """What the picture says."""
        return PictureSpeech([Name(self.name), *(other for other, _ in self.statistics.opponents)])

    async def _progress(self, store: Store, key: str) -> rendering.Progress:
        standing = self.standings[key]
        course = await store.statistics.course(self.person, key, standing, self.now)
        first, second = (
            _result_bar(plain(capital(side)), tally) for side, tally in self._sides(key)
        )
        since = spoken().day(course.since)
        rating = rating_words(standing.as_of(self.now))
        name = plain(pool_name(key))
        return rendering.Progress(name, rating, since, course.points, (first, second))

    def _sides(self, key: str) -> list[tuple[Sentence, Tally]]:
        tallies = self.statistics.sides.get(key, (Tally(), Tally()))
        rules = GAMES[game_of(key)[0]]
        return [(rules.side(side), tally) for side, tally in enumerate(tallies)]

    def _facts(self) -> list[tuple[int, Sentence]]:
        """Return numbers, each with its caption; one win is no streak, and no record."""
        streak, now = self.statistics.longest_streak, self.statistics.present_streak
        facts = []
        if streak > 1:
            words = Sentence(
                "win in the longest streak", "wins in the longest streak", number=streak
            )
            facts.append((streak, words))
        if 1 < now < streak:
            words = Sentence("win in the current streak", "wins in the current streak", number=now)
            facts.append((now, words))
        short, long = self.statistics.wins or (0, 0)
        if short < long:
            words = Sentence("move in the shortest win", "moves in the shortest win", number=short)
            facts.append((short, words))
            words = Sentence("move in the longest win", "moves in the longest win", number=long)
            facts.append((long, words))
        return facts

    def _alt_text(self) -> str:
        """Return the alt text."""
        sentences = [Sentence("{name}. Won–drawn–lost:", name=Name(self.name))]
        sentences += [self._alt_text_of_game(key) for key in self.standings]
        against = tuple(
            Sentence("{name} {results}", name=other, results=_figures(tally))
            for other, tally in self.statistics.opponents
        )
        if against:
            sentences.append(Sentence("Against {others}.", others=Listed(against, ListStyle.COMMA)))
        sentences += [
            Sentence("{count} {fact}.", count=number, fact=what) for number, what in self._facts()
        ]
        return plain(paragraph(*sentences))

    def _alt_text_of_game(self, key: str) -> Sentence:
        rating = self.standings[key].as_of(self.now)
        (first, first_tally), (second, second_tally) = self._sides(key)
        return Sentence(
            "{game} {rating}, give or take {deviation}; "
            "{first} {first_results}, {second} {second_results}.",
            game=pool_name(key),
            rating=rating_words(rating),
            deviation=f"{2 * rating.deviation:.0f}",
            first=first,
            first_results=_figures(first_tally),
            second=second,
            second_results=_figures(second_tally),
        )


def _result_bar(words: str, tally: Tally) -> rendering.ResultBar:
    return rendering.ResultBar(words, tally.wins, tally.draws, tally.losses)


def _figures(tally: Tally) -> str:
    return f"{tally.wins}–{tally.draws}–{tally.losses}"
