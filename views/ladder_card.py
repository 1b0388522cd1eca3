"""The public card of a ladder: its first places and what happened lately; and what pages share."""

from collections.abc import Collection, Sequence
from datetime import datetime

import discord

from contests.ladder import LadderChallenge, LadderEvent, LadderKind, Rung
from contests.ladder_rules import ANSWER, REACH
from data import StoredLadder
from interactions import plain, said, say
from interactions.components import Item, Layout, MessageParts, button, in_rows
from interactions.people import Appearance
from interactions.speech import rating_words, time_words
from match.match import PlayerName
from rendering import LadderRow, LadderTable
from rules import GAMES, Listed, ListStyle, Moment, Sentence, Value, message
from views.contest_ids import JoinLadder, LeaveLadder, OpenLadder
from views.contest_pictures import ladder_picture
from views.names_below import PictureSpeech

COLOUR = discord.Colour(0x4C8DAE)
SHOWN = 10
"""How many places the card and each page show."""

RULES = Sentence(
    "-# Challenge the next player above you who isn't on vacation. If you win, or they "
    "decline or don't answer within {time}, you take their place.",
    "-# Challenge any of the next {number} players above you who aren't on vacation. If you "
    "win, or they decline or don't answer within {time}, you take their place.",
    number=REACH,
    time=time_words(ANSWER),
)
LATELY = 3
"""How many of the last results the card tells."""
Lately = Sequence[tuple[LadderEvent, PlayerName, PlayerName]]

TOLD = {
    LadderKind.WON: message("**{winner}** beat **{loser}** {when}."),
    LadderKind.WON_ON_TIME: message("**{loser}** ran out of time against **{winner}** {when}."),
    LadderKind.GIVE: message("**{winner}** took the place of **{loser}** without a match {when}."),
}


async def ladder_card(
    ladder: StoredLadder, style: Appearance, lately: Lately, now: datetime
) -> MessageParts:
    """Build the card: the first places, what happened lately, and the buttons."""
    game = ladder.game
    parts: list[Item] = [discord.ui.TextDisplay(f"### {said(title(game))}")]
    files, lines = [], []
    if not ladder.state.rungs:
        lines.append(say("Nobody is on this ladder yet. Press **Join** to be the first."))
    else:
        shown = ladder.state.rungs[:SHOWN]
        speech = picture_speech(ladder, shown)
        file, gallery = await ladder_picture(ladder_table(ladder, shown, now), style.theme, speech)
        files.append(file)
        parts.append(gallery)
        lines += [*speech.names_below(), *_lately_lines(ladder, lately)]
        if (more := len(ladder.state.rungs) - SHOWN) > 0:
            lines.append(say("{number} more below.", "{number} more below.", number=more))
    lines.append(said(RULES))
    buttons = (
        button("Join", JoinLadder(game), discord.ButtonStyle.success),
        button("Challenge", OpenLadder(game), discord.ButtonStyle.primary),
        button("Leave", LeaveLadder(game)),
    )
    parts += [discord.ui.TextDisplay("\n".join(lines)), *in_rows(buttons)]
    return MessageParts(Layout(discord.ui.Container(*parts, accent_colour=COLOUR)), files)


def _lately_lines(ladder: StoredLadder, lately: Lately) -> list[str]:
    """Tell the last results; whoever is still there is called as in the picture."""
    return [
        "-# "
        + say(
            TOLD[event.kind],
            winner=ladder.names.get(event.person, winner),
            loser=ladder.names.get(event.other or 0, loser),
            when=Moment(event.at),
        )
        for event, winner, loser in lately
    ]


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
