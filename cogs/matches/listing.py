"""`/matches`: what somebody plays, has finished and is challenged to, privately, page by page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import OutOfDate, chosen, pressed
from cogs.answers import whisper
from cogs.challenges.pending import Reply, Shown, pending_parts, reply
from cogs.controls import Item, Layout, button, in_rows, select, user_select
from cogs.matches.listed import (
    ALL,
    LABELS,
    NOTHING,
    NOTHING_AGAINST,
    By,
    OpenMatch,
    Show,
    TurnMatches,
    entry,
    line_words,
)
from cogs.matches.steps import Next
from cogs.names import game_name
from cogs.speech import label, say
from data import Challenge, ListedMatch
from rules import GAMES
from rules.sentence import message

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

PAGE, CHALLENGES, FEW = 8, 5, 2
"""So many matches, challenges, or challenges beside matches a message holds."""
MOST_PAGES = 1_000_000
"""Nobody's list is longer."""
COLOUR = discord.Colour(0xD9A441)
HEADINGS = {
    (False, False): message("### Your matches"),
    (False, True): message("### Your matches against {player}"),
    (True, False): message("### Your challenges"),
    (True, True): message("### Your challenges against {player}"),
}
"""What stands above a list: is it of challenges, and is it of those with one player?"""
MORE = message("-# More challenges are waiting for an answer: choose them below.")


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
    elif act.by is By.OPPONENT:
        act = replace(act, opponent=int(values[0]) if values else 0, page=0)
    # What was opened from the list may have left its picture.
    await interaction.response.edit_message(view=await _page(interaction, act), attachments=[])


@pressed(Reply)
async def on_reply(interaction: Interaction, act: Reply, _values: list[str]) -> None:
    """Answer a challenge, and show the others that are waiting then."""
    told = await reply(interaction, act)
    show = Show.PLAYING if act.shown is Shown.MATCHES else Show.CHALLENGES
    await interaction.response.edit_message(view=await _page(interaction, TurnMatches(show)))
    await told()


async def _page(interaction: Interaction, at: TurnMatches) -> discord.ui.LayoutView:
    """Build a page of a list, as everything now stands; one more than it holds is looked for."""
    who = interaction.user.id
    if at.show is Show.CHALLENGES:
        challenges = await _challenges(interaction, at, CHALLENGES)
        more, found = len(challenges) > CHALLENGES, bool(challenges)
        parts = [_heading(at, found=found)]
        for one in challenges[:CHALLENGES]:
            parts += pending_parts(one, who)
        parts += in_rows(_turns(at, more=more))
    else:
        matches = await _matches(interaction, at)
        more, shown = len(matches) > PAGE, matches[:PAGE]
        muted = await interaction.client.store.mutes.by(who)
        notes = await interaction.client.store.notes.of(who, *(one.number for one in shown))
        lines = [line_words(match, who, muted, notes.get(match.number, "")) for match in shown]
        parts = [_heading(at, *lines, found=bool(shown))]
        if shown:
            parts.append(_opens(at, [entry(match, who) for match in shown]))
        parts += in_rows([*await _next(interaction), *_turns(at, more=more)])
        parts += await _asked(interaction, at)
    return Layout(discord.ui.Container(*parts, *_selects(at), accent_colour=COLOUR))


def _heading(at: TurnMatches, *lines: str, found: bool) -> Item:
    """Say what is listed, or that there is nothing."""
    title = HEADINGS[at.show is Show.CHALLENGES, bool(at.opponent)]
    nothing = NOTHING_AGAINST if at.opponent else NOTHING[at.show]
    told = lines if found else [say(nothing, game=_game(at) or next(iter(GAMES)))]
    return discord.ui.TextDisplay("\n".join([say(title, player=f"<@{at.opponent}>"), *told]))


async def _matches(interaction: Interaction, at: TurnMatches) -> list[ListedMatch]:
    lists, who, skip = interaction.client.store.lists, interaction.user.id, at.page * PAGE
    game, opponent = _game(at), at.opponent or None
    if at.show is Show.FINISHED:
        return await lists.finished(who, PAGE + 1, skip, game=game, opponent=opponent)
    to_move = {Show.TO_MOVE: True, Show.WAITING: False}.get(at.show)
    return await lists.live(who, PAGE + 1, skip, to_move=to_move, game=game, opponent=opponent)


async def _challenges(interaction: Interaction, at: TurnMatches, most: int) -> list[Challenge]:
    """Find a page of challenges, and one more."""
    lists, now = interaction.client.store.lists, discord.utils.utcnow()
    game, opponent = _game(at), at.opponent or None
    who, skip = interaction.user.id, at.page * most
    return await lists.pending(who, now, most + 1, skip, game=game, opponent=opponent)


async def _asked(interaction: Interaction, at: TurnMatches) -> list[Item]:
    """Make the first challenges that stand, with their buttons, beside what is played."""
    if at.show is not Show.PLAYING or at.page:
        return []
    challenges = await _challenges(interaction, at, FEW)
    parts: list[Item] = []
    for one in challenges[:FEW]:
        parts += pending_parts(one, interaction.user.id, Shown.MATCHES)
    return parts + [discord.ui.TextDisplay(say(MORE))] * (len(challenges) > FEW)


async def _next(interaction: Interaction) -> list[Item]:
    """Make the button to the match in which the person has least time left for a move."""
    found, _ = await interaction.client.store.lists.to_move(interaction.user.id, 1)
    style = discord.ButtonStyle.primary
    return [button("Next", Next(match.number), style) for match in found]


def _game(at: TurnMatches) -> str | None:
    return None if at.game == ALL else at.game


def _opens(at: TurnMatches, entries: list[discord.SelectOption]) -> Item:
    """Make the select that opens a match of the page."""
    return select("Open …", entries, OpenMatch(at.show, at.game, at.page, at.opponent))


def _selects(at: TurnMatches) -> list[Item]:
    """Make the selects of what is shown, of which game, and against whom."""
    shows = [
        discord.SelectOption(label=label(words), value=show, default=show is at.show)
        for show, words in LABELS.items()
    ]
    games = [
        discord.SelectOption(label=name, value=key, default=key == at.game)
        for key, name in {
            ALL: label("Every game"),
            **{key: game_name(key) for key in GAMES},
        }.items()
    ]
    return [
        select("What to show", shows, replace(at, by=By.SHOW)),
        select("Which game", games, replace(at, by=By.GAME)),
        user_select(label("Against whom"), at.opponent, replace(at, by=By.OPPONENT)),
    ]


def _turns(at: TurnMatches, *, more: bool) -> list[Item]:
    """Make the buttons to the pages before and after, and to what is against everybody."""
    turns = []
    if at.page:
        turns.append(button("Back", replace(at, page=at.page - 1, by=By.BUTTON)))
    if more:
        turns.append(button("More", replace(at, page=at.page + 1, by=By.BUTTON)))
    if at.opponent:
        turns.append(button("Everybody", replace(at, page=0, by=By.BUTTON, opponent=0)))
    return turns


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Listing())
