"""The public card of a ladder: its first places and what happened lately."""

from collections.abc import Sequence
from datetime import datetime

import discord

from contests.ladder import LadderEvent, LadderKind
from data import StoredLadder
from interactions import said, say
from interactions.components import Item, Layout, button, in_rows
from interactions.people import Appearance
from match.match import PlayerName
from rules import Moment, message
from views import ladder_table
from views.contest_ids import JoinLadder, LeaveLadder, OpenLadder
from views.contest_pictures import ladder_picture

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
) -> ladder_table.Page:
    """Build the card: the first places, what happened lately, and the buttons."""
    game = ladder.game
    parts: list[Item] = [discord.ui.TextDisplay(f"### {said(ladder_table.title(game))}")]
    files, lines = [], []
    if not ladder.state.rungs:
        lines.append(say("Nobody is on this ladder yet. Press **Join** to be the first."))
    else:
        shown = ladder.state.rungs[: ladder_table.SHOWN]
        speech = ladder_table.picture_speech(ladder, shown)
        file, gallery = await ladder_picture(
            ladder_table.ladder_table(ladder, shown, now), style.theme, speech
        )
        files.append(file)
        parts.append(gallery)
        lines += [*speech.names_below(), *_lately_lines(ladder, lately)]
        if (more := len(ladder.state.rungs) - ladder_table.SHOWN) > 0:
            lines.append(say("{number} more below.", "{number} more below.", number=more))
    lines.append(said(ladder_table.RULES))
    buttons = (
        button("Join", JoinLadder(game), discord.ButtonStyle.success),
        button("Challenge", OpenLadder(game), discord.ButtonStyle.primary),
        button("Leave", LeaveLadder(game)),
    )
    parts += [discord.ui.TextDisplay("\n".join(lines)), *in_rows(buttons)]
    return Layout(discord.ui.Container(*parts, accent_colour=ladder_table.COLOUR)), files


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
