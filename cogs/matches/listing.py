"""`/matches`: what somebody plays, has finished and is challenged to, privately, page by page."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, OutOfDate, chosen, pressed
from cogs.answers import whisper
from cogs.challenges.pending import Reply, pending_parts, reply
from cogs.controls import Item, Layout, button, in_rows, select
from cogs.names import game_name, linked, safe
from cogs.speech import said
from cogs.words import left_words, result_words
from data import ListedMatch
from rules import GAMES

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

PAGE, CHALLENGES = 10, 5
"""So many matches, or challenges with their buttons, a message holds."""
MOST_PAGES = 1_000_000
"""Nobody's list is longer."""
ALL = "all"
"""What stands for every game."""


class Show(StrEnum):
    """What is listed; it stands in messages for ever."""

    PLAYING = "playing"
    TO_MOVE = "move"
    WAITING = "waiting"
    FINISHED = "finished"
    CHALLENGES = "challenges"


class By(StrEnum):
    """Which control turns the list; it stands in messages for ever."""

    BUTTON = "button"
    SHOW = "show"
    GAME = "game"


@dataclass(frozen=True)
class TurnMatches(Act, name="matches"):
    """Show a page of one's matches; a select changes what is shown, or of which game."""

    show: Show = Show.PLAYING
    game: str = ALL
    page: int = 0
    by: By = By.BUTTON


LABELS = {
    Show.PLAYING: "All that I am playing",
    Show.TO_MOVE: "Where I am to move",
    Show.WAITING: "Where I am waiting",
    Show.FINISHED: "What I have finished",
    Show.CHALLENGES: "Challenges to me and by me",
}
NOTHING = {
    Show.PLAYING: (
        "You have no matches in progress. Challenge somebody, for example with `/{game}`."
    ),
    Show.TO_MOVE: "It is not your turn in any match.",
    Show.WAITING: "You are waiting for nobody.",
    Show.FINISHED: "You have finished no match yet.",
    Show.CHALLENGES: "No challenge to you or by you is waiting for an answer.",
}
ASKED = "-# Challenges are waiting for an answer, too: choose them below."


class Listing(commands.Cog):
    """What somebody plays and has played."""

    @app_commands.command()
    async def matches(self, interaction: Interaction) -> None:
        """List your matches, your turn first, and challenges that wait for an answer."""
        await whisper(interaction, view=await _page(interaction, TurnMatches()))


@pressed(TurnMatches)
async def on_turn(interaction: Interaction, act: TurnMatches, values: list[str]) -> None:
    """Show another page, or another list."""
    if act.page > MOST_PAGES:
        raise OutOfDate
    if act.by is By.SHOW:
        if chosen(values) not in set(Show):
            raise OutOfDate
        act = replace(act, show=Show(values[0]), page=0)
    elif act.by is By.GAME:
        act = replace(act, game=chosen(values), page=0)
    await interaction.response.edit_message(view=await _page(interaction, act))


@pressed(Reply)
async def on_reply(interaction: Interaction, act: Reply, _values: list[str]) -> None:
    """Answer a challenge, and show the others that are waiting then."""
    told = await reply(interaction, act)
    others = await _page(interaction, TurnMatches(Show.CHALLENGES))
    await interaction.response.edit_message(view=others)
    await told()


async def _page(interaction: Interaction, at: TurnMatches) -> discord.ui.LayoutView:
    """Build a page of a list, as everything now stands; one more than it holds is looked for."""
    lists, who, now = interaction.client.store.lists, interaction.user.id, discord.utils.utcnow()
    game = None if at.game == ALL else at.game
    parts: list[Item] = []
    lines = [f"### Your {'challenges' if at.show is Show.CHALLENGES else 'matches'}"]
    if at.show is Show.CHALLENGES:
        pending = await lists.pending(who, now, CHALLENGES + 1, at.page * CHALLENGES, game=game)
        found, more = len(pending), len(pending) > CHALLENGES
        parts += [part for one in pending[:CHALLENGES] for part in pending_parts(one, who)]
    else:
        matches = await _matches(interaction, at, game)
        found, more = len(matches), len(matches) > PAGE
        muted = await interaction.client.store.mutes.by(who)
        lines += [line_words(match, who, muted) for match in matches[:PAGE]]
        if at.show is Show.PLAYING and not at.page and await lists.pending(who, now, 1):
            lines.append(ASKED)
    if not found:
        lines.insert(1, NOTHING[at.show].format(game=game or next(iter(GAMES))))
    parts.insert(0, discord.ui.TextDisplay("\n".join(lines)))
    return Layout(*parts, *_selects(at), *_turns(at, more=more))


async def _matches(
    interaction: Interaction, at: TurnMatches, game: str | None
) -> list[ListedMatch]:
    lists, who, skip = interaction.client.store.lists, interaction.user.id, at.page * PAGE
    if at.show is Show.FINISHED:
        return await lists.finished(who, PAGE + 1, skip, game=game)
    to_move = {Show.TO_MOVE: True, Show.WAITING: False}.get(at.show)
    return await lists.live(who, PAGE + 1, skip, to_move=to_move, game=game)


def line_words(match: ListedMatch, who: int, muted: Container[int] = ()) -> str:
    """Say in a line how somebody's match stands, or how it went, and whether it is muted."""
    side = match.seats.index(who)
    name = linked(f"{game_name(match.game)} #{match.number}", match)
    words = [f"{name} against {safe(match.names[1 - side])}"]
    if match.ended is not None:
        words += [result_words(match, side), discord.utils.format_dt(match.ended, "d")]
    else:
        turn = "**your move**" if match.to_move == who else "waiting"
        words.append("locked by an administrator" if match.locked else turn)
        if match.stands:
            words.append("the clock stands still")
        elif match.deadline is not None:
            words.append(said(left_words(match.deadline, discord.utils.utcnow())))
        words.append(f"<#{match.place.channel}>")
        words.append("muted" if match.number in muted else "")
    return " · ".join(filter(None, words))


def _selects(at: TurnMatches) -> list[Item]:
    """Make the selects of what is shown, and of which game."""
    shows = [
        discord.SelectOption(label=label, value=show, default=show is at.show)
        for show, label in LABELS.items()
    ]
    games = [
        discord.SelectOption(label=label, value=key, default=key == at.game)
        for key, label in {ALL: "Every game", **{key: game_name(key) for key in GAMES}}.items()
    ]
    return [
        select("What to show", shows, replace(at, by=By.SHOW)),
        select("Which game", games, replace(at, by=By.GAME)),
    ]


def _turns(at: TurnMatches, *, more: bool) -> list[Item]:
    """Make the buttons to the pages before and after."""
    turns = []
    if at.page:
        turns.append(button("Back", replace(at, page=at.page - 1, by=By.BUTTON)))
    if more:
        turns.append(button("More", replace(at, page=at.page + 1, by=By.BUTTON)))
    return in_rows(turns)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Listing())
