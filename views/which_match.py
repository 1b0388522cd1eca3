"""The private question which match a command means, with a button for each."""

from collections.abc import Sequence
from typing import NamedTuple

import discord

from data import ListedMatch, StoredMatch
from interactions import CustomId, say
from interactions.components import SELECT_MOST, Item, Layout, choice_rows
from interactions.speech import game_name
from rules import message
from views.match_entries import match_against
from views.remarks import _REMARK_ID, REMARK

WHICH = message("Which match?")


class PlayIn(CustomId, name="playin"):
    """Play a move in a match whose event count is `seen`, with the remark in the question."""

    match: int
    seen: int
    text: str


class VerbIn(CustomId, name="verbin"):
    """Do what a command does, in a match whose event count is `seen`."""

    match: int
    seen: int
    command: str


class BoardOf(CustomId, name="boardof"):
    """Show the board of a match again."""

    match: int


class SaveLineIn(CustomId, name="linesof"):
    """Save a line of conditional moves in a match, if any is given, and list those saved."""

    match: int
    moves: str = ""


class MatchChoice(NamedTuple):
    """A match to choose, and what its button does."""

    match: ListedMatch | StoredMatch
    custom_id: CustomId


def which_match(
    choices: Sequence[MatchChoice], person: int, *, words: str, remark: str = ""
) -> discord.ui.LayoutView:
    """Build the question; the remark that is to be played with a move stands in it."""
    shown = choices[:SELECT_MOST]
    texts = [words or say(WHICH)]
    if more := len(choices) - len(shown):
        texts.append(
            say(
                "-# {number} more match isn't listed: choose it with `match`.",
                "-# {number} more matches aren't listed: choose one with `match`.",
                number=more,
            )
        )
    parts: list[Item] = [discord.ui.TextDisplay("\n".join(texts))]
    if remark:
        parts.append(discord.ui.TextDisplay(say(REMARK)))
        parts.append(discord.ui.TextDisplay(remark, id=_REMARK_ID))
    named = [(each, f"{game_name(each.match.game)} #{each.match.number}") for each in shown]
    rows = choice_rows(
        WHICH, [(match_against(each.match, person, name), each.custom_id) for each, name in named]
    )
    return Layout(*parts, *rows)
