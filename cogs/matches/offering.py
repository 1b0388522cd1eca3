"""What the options of commands offer while somebody types: matches, and moves."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from discord import app_commands

from cogs.names import game_name
from data import KeptMatch, ListedMatch
from rules import Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction

MOST = 25
"""So many entries an autocomplete may have."""
LOOKED_AT = 100
"""So many matches are looked through for a game or a name; an older one is found by its number."""
DIGITS = 18
"""No number of a match has more: the database counts to 2**63."""
MORE = "…"
"""The value of the entry that only says how many more moves there are; it names no move."""


async def my_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, those to move in first."""
    return await _matches(interaction, typed, live=True)


async def any_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, then those finished lately."""
    return await _matches(interaction, typed, live=True, finished=True)


async def finished_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody finished lately."""
    return await _matches(interaction, typed, finished=True)


async def my_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer legal moves: of the match that is chosen, else of this channel's before all others."""
    assert interaction.channel_id is not None, "a command is typed in a channel"
    store, person = interaction.client.store, interaction.user.id
    number = whole_number(str(getattr(interaction.namespace, "match", None) or ""))
    if number is not None:
        try:
            match = await store.matches.find(number)
        except Refusal:
            return []
        return move_choices([match], match, typed) if match.to_move == person else []
    found = await store.lists.awaiting(person, interaction.channel_id, MOST, anywhere=True)
    here = [match for match in found if match.place.channel == interaction.channel_id]
    return move_choices(found, here[0] if len(here) == 1 else None, typed, here=len(here))


def move_choices(
    matches: list[KeptMatch], plain: KeptMatch | None, typed: str, here: int = 1
) -> list[app_commands.Choice[str]]:
    """Give the moves that fit what is typed so far, the last entry saying how many more fit.

    The first matches are those from `here`, whose moves come first; among them those that begin as
    typed. Where not all fit into the list, each match has its share. Moves of the `plain` match
    need no number to be understood.
    """
    wanted = _bare(typed)
    found: list[tuple[bool, bool, int, app_commands.Choice[str]]] = []
    shares: Counter[tuple[bool, int]] = Counter()
    for place, match in enumerate(matches):
        for text in match.position.moves():
            value = text if match is plain else f"{text} #{match.number}"
            if wanted in _bare(value):
                label = text if match is plain else _labelled(match, text)
                later = not _bare(value).startswith(wanted)
                choice = app_commands.Choice(name=label[:100], value=value)
                found.append((place >= here, later, shares[later, place], choice))
                shares[later, place] += 1
    if len(found) <= MOST:
        return [choice for *_, choice in sorted(found, key=lambda entry: entry[:2])]
    kept = sorted(found, key=lambda entry: entry[:3])[: MOST - 1]
    more = f"… and {len(found) - MOST + 1} more: type the beginning of your move"
    choices = [choice for *_, choice in sorted(kept, key=lambda entry: entry[:2])]
    return [*choices, app_commands.Choice(name=more, value=MORE)]


def whole_number(typed: str) -> int | None:
    """Read the number of a match, `3` or `#3`; nothing where no match can have it."""
    digits = typed.strip().removeprefix("#")
    return int(digits) if digits.isdecimal() and len(digits) <= DIGITS else None


async def _matches(
    interaction: Interaction, typed: str, *, live: bool = False, finished: bool = False
) -> list[app_commands.Choice[int]]:
    """Offer what fits: the match of that number, those whose number begins so, all others."""
    lists, person = interaction.client.store.lists, interaction.user.id
    found: list[ListedMatch] = []
    number = whole_number(typed)
    exact = None if number is None else await lists.numbered(person, number)
    if exact is not None and (finished if exact.ended else live):
        found.append(exact)
    if live:
        found += await lists.live(person, LOOKED_AT)
    if finished:
        found += await lists.finished(person, LOOKED_AT)
    wanted = typed.strip().lower().removeprefix("#")
    labels = {match.number: _label(match, person) for match in found}
    fitting = [number for number, label in labels.items() if wanted in label.lower()]
    fitting.sort(key=lambda each: (str(each) != wanted, not str(each).startswith(wanted)))
    return [app_commands.Choice(name=labels[each][:100], value=each) for each in fitting[:MOST]]


def _label(match: ListedMatch, person: int) -> str:
    opponent = match.names[1 - match.seats.index(person)]
    return f"#{match.number} {game_name(match.game)} against {opponent}"


def _bare(text: str) -> str:
    """Leave out of a move's text what people leave out."""
    return re.sub(r"[^a-z0-9<>#]", "", text.lower())


def _labelled(match: KeptMatch, text: str) -> str:
    opponent = match.names[1 - match.turn]
    return f"{text} · #{match.number} against {opponent}"
