"""What the card of a ladder and its private page share: their table, title and rules."""

from collections.abc import Collection, Sequence
from datetime import datetime

import discord

from contests.ladder import LadderChallenge, Rung
from contests.ladder_rules import ANSWER, REACH
from data import StoredLadder
from interactions import plain
from interactions.speech import rating_words, time_words
from rendering import LadderRow, LadderTable
from rules import GAMES, Listed, ListStyle, Sentence, Value
from views.names_below import PictureSpeech

COLOUR = discord.Colour(0x4C8DAE)
SHOWN = 10
"""How many places the card and each page show."""
Page = tuple[discord.ui.LayoutView, list[discord.File]]

RULES = Sentence(
    "-# Challenge the next player above you who isn't on vacation. If you win, or they "
    "decline or don't answer within {time}, you take their place.",
    "-# Challenge any of the next {number} players above you who aren't on vacation. If you "
    "win, or they decline or don't answer within {time}, you take their place.",
    number=REACH,
    time=time_words(ANSWER),
)


def title(game: str) -> Sentence:
    """Return what a ladder is called."""
    return Sentence("{game} ladder", game=GAMES[game].name)


def ladder_table(
    ladder: StoredLadder,
    shown: Sequence[Rung],
    now: datetime,
    *,
    first: int = 0,
    own: int = 0,
    near: Collection[int] = (),
) -> LadderTable:
    """Make the table of a part of a ladder, from the place after the `first`."""
    rows = [
        LadderRow(
            place,
            plain(ladder.names[rung.person]),
            plain(rating_words(ladder.ratings[rung.person].as_of(now))),
            _note(ladder, rung),
            ladder.state.climbed(rung.person, now),
            own=rung.person == own,
            reachable=rung.person in near,
        )
        for place, rung in enumerate(shown, first + 1)
    ]
    number = len(ladder.state.rungs)
    players = Sentence("{number} player", "{number} players", number=number)
    rating = plain(Sentence("rating"))
    return LadderTable(plain(title(ladder.game)), plain(players), rating, tuple(rows))


def _note(ladder: StoredLadder, rung: Rung) -> str:
    """Say in a few words what a player is about."""
    if rung.away is not None:
        return plain(Sentence("on vacation"))
    open_ones = ladder.state.challenges_of(rung.person)
    plays = [_other(ladder, each, rung.person) for each in open_ones if each.begun]
    if plays:
        return plain(Sentence("playing {names}", names=_list(plays)))
    to = [_other(ladder, each, rung.person) for each in open_ones if each.challenged == rung.person]
    if to:
        return plain(Sentence("challenged by {names}", names=_list(to)))
    by = [_other(ladder, each, rung.person) for each in open_ones]
    return plain(Sentence("challenging {names}", names=_list(by))) if by else ""


def _other(ladder: StoredLadder, each: LadderChallenge, person: int) -> Value:
    """Return how the other one of a challenge is called, who may have left since."""
    other = each.challenged if each.challenger == person else each.challenger
    return ladder.names.get(other, Sentence("someone who has left"))


def _list(names: list[Value]) -> Listed:
    return Listed(tuple(names), ListStyle.AND)


def picture_speech(ladder: StoredLadder, shown: Sequence[Rung]) -> PictureSpeech:
    """Return what the picture of a part of a ladder says."""
    return PictureSpeech(ladder.names[rung.person] for rung in shown)
