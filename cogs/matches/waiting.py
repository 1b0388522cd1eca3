"""What waits for somebody who has just moved: the other matches in which it is their turn."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import discord

from cogs.controls import Item, button
from cogs.matches.steps import Next
from cogs.names import game_name, linked
from cogs.speech import said
from cogs.words import left_words
from data import ListedMatch, StoredMatch
from rules import Refusal, Sentence
from rules.sentence import Listed, Value

if TYPE_CHECKING:
    from cogs.answers import Interaction

NAMED = 3
"""So many matches are named, and then how many more there are."""


class Waiting(NamedTuple):
    """What is said of the matches that wait, and the button to the next; empty where none does."""

    words: str = ""
    buttons: tuple[Item, ...] = ()


async def waiting_for(interaction: Interaction, match: StoredMatch) -> Waiting:
    """Say where else the person is to move, least time left first."""
    lists = interaction.client.store.lists
    found, number = await lists.to_move(interaction.user.id, NAMED, but=match.number)
    if not found:
        return Waiting()
    named: list[Value] = [_named(one) for one in found]
    if number > len(found):
        named.append(Sentence("{number} more", number=number - len(found)))
    words = Sentence(
        "Your other match: {matches}.",
        "Your other matches: {matches}.",
        matches=Listed(tuple(named)),
        number=number,
    )
    following = button("Next", Next(found[0].number), discord.ButtonStyle.primary)
    return Waiting(said(words), (following,))


async def find_next(interaction: Interaction, number: int) -> StoredMatch:
    """Find the match of this number where the person is still to move there, else the next one.

    Raises `Refusal` where none waits any more.
    """
    store, person = interaction.client.store, interaction.user.id
    with suppress(Refusal):
        match = await store.matches.find(number)
        if match.to_move == person and not match.locked:
            return match
    found, _ = await store.lists.to_move(person, 1)
    if not found:
        raise Refusal("No match waits for your move any more; `/matches` lists yours.")
    return await store.matches.find(found[0].number)


def _named(match: ListedMatch) -> Sentence:
    name = linked(f"{game_name(match.game)} #{match.number}", match)
    if match.deadline is None:
        return Sentence("{match}", match=name)
    left = left_words(match.deadline, discord.utils.utcnow())
    return Sentence("{match} ({left})", match=name, left=left)
