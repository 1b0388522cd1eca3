"""The matches of others that are most worth watching now: their boards, and why just these."""

from collections.abc import Mapping, Sequence

import discord

from data import StoredMatch
from data.followers import Follow
from interactions import CustomId, said, say
from interactions.components import Item, Layout, in_rows
from interactions.speech import match_link
from match.liveliness import Attraction, Lively
from rules import Listed, ListStyle, Sentence, message
from views.challenge_card import LADDER
from views.contest_words import title
from views.match_card import CLUB_MATCH
from views.match_entries import open_button
from views.spectator_page import watch_buttons

COLOUR = discord.Colour(0x4C8DAE)
HEADING = message("### Worth watching now")
NOTHING = message("Nothing to watch right now: nobody else is playing in a channel that you see.")
WHY = {
    Attraction.CAPTURE: message("a capture with the last move"),
    Attraction.CLOSE: message("close"),
    Attraction.NEAR_END: message("the next move can end it"),
}


class WatchLiveliest(CustomId, name="lively"):
    """Show the matches of others in this server that are most worth watching."""


def watch_page(
    matches: Sequence[Lively[StoredMatch]], following: Mapping[int, Follow | None]
) -> discord.ui.LayoutView:
    """Build the page, with the picture of each match's board, named by its number."""
    parts: list[Item] = [discord.ui.TextDisplay(say(HEADING if matches else NOTHING))]
    for match, why in matches:
        words = say(
            "{match}, {first} against {second}",
            match=match_link(match),
            first=match.name(0),
            second=match.name(1),
        )
        reasons = Listed(tuple(_reason(match, each) for each in why), ListStyle.COMMA)
        lines = [words, *([f"-# {said(reasons)}"] if why else [])]
        board: discord.ui.Thumbnail[discord.ui.LayoutView] = discord.ui.Thumbnail(
            f"attachment://{picture_name(match)}", description=match.position.name
        )
        parts.append(discord.ui.Section("\n".join(lines), accessory=board))
        watch = watch_buttons(match, following[match.number])
        parts += in_rows([open_button(match.number), *watch])
    return Layout(discord.ui.Container(*parts, accent_colour=COLOUR))


def picture_name(match: StoredMatch) -> str:
    """Return the name of the picture of a match's board."""
    return f"{match.game}-{match.number}.png"


def _reason(match: StoredMatch, why: Attraction) -> Sentence:
    if why is not Attraction.TITLE:
        return Sentence(WHY[why])
    if match.contest is not None:
        return title(match.contest)
    return Sentence(CLUB_MATCH if match.ladder is None else LADDER)
