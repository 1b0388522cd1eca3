"""What the bot says in Discord: its language, names and links, phrases of several messages."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import lru_cache

import discord

from boards.speech import PageSpeech
from data import ListedMatch, StoredMatch
from languages import ENGLISH, Language
from match.clock import DAY, HOUR, MINUTE, SECOND, Pace
from match.event import Ending, Kind, Ruling
from match.match import PlayerName
from match.rating import Rating, game_of
from rulebook import Rulebook, rulebook
from rules import (
    GAMES,
    Code,
    Listed,
    ListStyle,
    Moment,
    PlainSpeech,
    Position,
    ProseSpeech,
    Quote,
    Sentence,
    Speech,
    Value,
    message,
)
from rules.options import Options
from rules.typed_text import single_line

_WORD_JOINER = "\u2060"
"""A mark of no width; after it Discord makes no link or mention of what follows."""


@lru_cache(maxsize=4096)
def safe(name: str) -> str:
    """Escape a name so that it shows as it is written: no markdown, mention or link, in one line.

    Marks that would reverse the direction of the text after the name are removed.
    """
    # Links are escaped, too, since they do not stay links: `https://a.example/_b_`.
    line = discord.utils.escape_mentions(single_line(name))
    escaped = discord.utils.escape_markdown(line, ignore_links=False)
    # Whatever else Discord displays differently begins so: `<@1>`, `<#1>`, `<t:1>`, `https://`.
    return escaped.replace("://", f":{_WORD_JOINER}//").replace("<", f"<{_WORD_JOINER}")


def match_link(match: StoredMatch) -> Value:
    """Return a match's game and number as a link to its card, or with the command that shows it."""
    if match.card is not None:
        return linked(match.title, match)
    command = Code(f"/board match:{match.number}")
    return Sentence("{match} ({command} shows it)", match=match.title, command=command)


def game_name(key: str) -> str:
    """Return the name of a stored match's game, which may no longer be available."""
    return GAMES[key].name if key in GAMES else key.capitalize()


def linked(words: str, match: StoredMatch | ListedMatch) -> str:
    """Turn words into a link to a match's current card, which Discord opens in place."""
    if match.card is None:
        return words
    server = match.place.server or "@me"
    return f"[{words}](https://discord.com/channels/{server}/{match.card.channel}/{match.card.message})"


def pool_name(pool: str) -> Value:
    """Return the name of a pool of ratings, that of its game if it is not that of live matches."""
    game, live = game_of(pool)
    return Sentence("{game} live", game=game_name(game)) if live else game_name(game)


_SPOKEN: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)


class _Message(Speech):
    """Escapes markdown and mentions in names; times are shown as Discord timestamps."""

    def name(self, text: str) -> str:
        return safe(text)

    def moment(self, time: datetime) -> str:
        return discord.utils.format_dt(time, "R")


_SPEECH: ContextVar[type[Speech]] = ContextVar("speech", default=_Message)


def speak(language: Language) -> None:
    """Set the language for the rest of the current task."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Use another language within a `with` block, for somebody other than the user."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


@contextmanager
def speaking_on_page(language: Language) -> Iterator[None]:
    """Use a language, and no markdown, within a `with` block, for a page in a browser."""
    before = _SPEECH.set(PageSpeech)
    try:
        with speaking(language):
            yield
    finally:
        _SPEECH.reset(before)


def spoken() -> Language:
    """Return the current language."""
    return _SPOKEN.get()


def said(value: Value) -> str:
    """Return a value as text for a message, or for a page."""
    return _SPEECH.get()(_SPOKEN.get()).say(value)


def say(template: str, plural: str | None = None, /, **values: Value) -> str:
    """Return a sentence as text for a message."""
    return said(Sentence(template, plural, **values))


def plain(value: Value) -> str:
    """Return a value as prose where markdown is not rendered, as in alt texts."""
    return ProseSpeech(_SPOKEN.get()).say(value)


def without_marks(words: str) -> str:
    """Return text in markdown as prose without backticks."""
    return ProseSpeech(_SPOKEN.get()).marked(words)


def plain_speech() -> Speech:
    """Return the speech for labels and pictures, where cells stand alone."""
    return PlainSpeech(_SPOKEN.get())


def duty_words(position: Position) -> str:
    """Say what the side to move must do before any other move, if anything."""
    duty = position.duty()
    return f"-# {said(duty)}" if duty else ""


def label(words: str | Sentence) -> str:
    """Return the label of a component: a sentence, or a template without placeholders."""
    return PlainSpeech(_SPOKEN.get()).label(words)


def vacation_words(player: PlayerName, until: datetime, *, pauses: bool = False) -> Sentence:
    """Say that a player is on vacation until a time, and whether that pauses the clock."""
    words = message(
        "**{player}** is on vacation until {time} at the latest: the clock is paused."
        if pauses
        else "**{player}** is on vacation until {time} at the latest."
    )
    return Sentence(words, player=player, time=discord.utils.format_dt(until, "f"))


UNEXPLORED = message("no exploring")
"""The label of a match in which neither player may try out moves while it is in progress."""
MINUTES, HOURS = 90, 48
"""Remaining time below these limits is given in minutes and in hours; longer times in days."""
RULINGS = {
    Kind.LOCK: message("A moderator locked the match: {reason}."),
    Kind.UNLOCK: message("A moderator unlocked the match: {reason}."),
    Kind.RELOCATE: message("A moderator moved the match here: {reason}."),
}


def current_rulebook(key: str) -> Rulebook:
    """Return the rulebook of a game in the current language."""
    return rulebook(key, _SPOKEN.get().tag)


def pace_words(pace: Pace | None) -> Sentence:
    """Describe a time control."""
    if pace is None:
        return Sentence("no clock")
    if not pace.has_bank:
        return Sentence("{time} a move", time=time_words(pace.start))
    start, adds, most = map(time_words, (pace.start, pace.adds, pace.most))
    if pace.is_live:
        return Sentence("live, {start} each + {adds} a move", start=start, adds=adds)
    return Sentence("{start} + {adds} a move, at most {most}", start=start, adds=adds, most=most)


def time_words(time: timedelta) -> Sentence:
    """Describe a length of time in its largest unit, as whole days if it is that."""
    if time.days * DAY == time:
        return Sentence("{number} day", "{number} days", number=time.days)
    if time >= HOUR:
        return Sentence("{number} hour", "{number} hours", number=time // HOUR)
    if time >= MINUTE:
        return Sentence("{number} minute", "{number} minutes", number=time // MINUTE)
    return Sentence("{number} second", "{number} seconds", number=time // SECOND)


def terms_words(
    rules: type[Position],
    options: Mapping[str, str] | None,
    pace: Pace | None,
    *,
    rated: bool,
    explore: bool = True,
) -> str:
    """Describe the terms of a match, without `options` all but its rules."""
    casual = message("Unrated, hints allowed" if explore else "Unrated, no hints")
    chosen = None if options is None else rules.choices.choose(options)
    words = (
        Sentence(message("Rated") if rated else casual),
        pace_words(pace),
        *(() if chosen is None else _brief_rules(rules, chosen)),
        *([] if explore else [Sentence(UNEXPLORED)]),
    )
    return " · ".join(map(said, words))


@lru_cache  # of each game's options there are few
def _brief_rules(rules: type[Position], chosen: Options) -> tuple[Sentence, ...]:
    """Say the rules by the nearest ready-made set if there are several, else what is changed."""
    if len(rules.presets) == 1 or not (chosen.changed or rules.presets[rules.usual_preset]):
        return chosen.changed
    return (rules_words(rules, chosen),)


def rules_words(rules: type[Position], chosen: Options) -> Sentence:
    """Name the ready-made set that is nearest, and what it means, or else what deviates from it."""
    nearest, deviations = _nearest_preset(rules, chosen)
    if not deviations:
        return rules.preset_sentence(nearest)
    preset, options = Sentence(rules.preset_names[nearest]), Listed(deviations, ListStyle.COMMA)
    return Sentence("Rules: {preset}, but {options}", preset=preset, options=options)


def _nearest_preset(rules: type[Position], chosen: Options) -> tuple[str, tuple[Sentence, ...]]:
    """Return the preset that is nearest, the usual one if several are, and what deviates."""
    deviations = {
        key: rules.choices.choose(rules.presets[key]).differences(chosen)
        for key in (rules.usual_preset, *rules.presets)
    }
    return min(deviations.items(), key=lambda each: len(each[1]))


def clock_words(deadline: datetime | None) -> str:
    """Describe when the time runs out, if ever, with a timestamp that stays true in a message."""
    if deadline is None:
        return ""
    return said(Sentence("time runs out {when}", when=Moment(deadline)))


def time_on_clock(left: timedelta) -> str:
    """Write the time on a live clock as minutes and seconds, `9:05`."""
    minutes, seconds = divmod(max(timedelta(0), left) // SECOND, 60)
    return f"{minutes}:{seconds:02}"


def left_words(deadline: datetime, now: datetime) -> Sentence:
    """Describe the time left now, for text that one person reads at once."""
    minutes = max(0, round((deadline - now) / timedelta(minutes=1)))
    if minutes < MINUTES:
        return Sentence("{number} minute left", "{number} minutes left", number=minutes)
    if minutes < HOURS * 60:
        return Sentence("{number} hour left", "{number} hours left", number=round(minutes / 60))
    days = round(minutes / (24 * 60))
    return Sentence("{number} day left", "{number} days left", number=days)


def remark_words(match: StoredMatch) -> str:
    """Quote the remark made with the last move, if any."""
    if match.remark is None or match.silent:
        return ""
    return remark_told(match.name(match.remark.side), match.remark.text)


def remark_told(name: Value, words: str) -> str:
    """Quote a player's remark."""
    return said(Sentence("**{player}**: {words}", player=name, words=Quote(words)))


def ruling_words(ruling: Ruling) -> Sentence:
    """Describe an administrator's ruling on a match in progress, with its reason."""
    return Sentence(RULINGS[ruling.kind], reason=Quote(ruling.reason))


def result_words(match: ListedMatch, side: int) -> Sentence:
    """Describe the result of a finished match for one side."""
    if match.how is Ending.ABORT:
        return Sentence("aborted")
    if match.how is Ending.STOPPED:
        return Sentence("ended without a result")
    if match.winner is None:
        return Sentence("drawn")
    return Sentence("won") if match.winner == side else Sentence("lost")


def rating_words(rating: Rating) -> str:
    """Format a rating as an integer, with a question mark while it is provisional, or as new."""
    if rating.is_new:
        return say("new")
    return f"{rating.rating:.0f}{'' if rating.settled else '?'}"
