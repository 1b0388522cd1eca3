"""Which match and which move a command means, and what its options offer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discord import app_commands

from cogs.names import game_name, linked
from data import KeptMatch, ListedMatch
from rules import GAMES, Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction

MOST = 25
"""So many entries an autocomplete may have."""
MORE = "…"
"""The value of the entry that only says how many more moves there are; it names no move."""
_NUMBERED = re.compile(r"\s*#(\d+)\b.*$")


async def my_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, those to move in first."""
    matches = await interaction.client.store.matches.of(interaction.user.id)
    return _offered(matches, interaction.user.id, typed)


async def any_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, then those finished lately."""
    store = interaction.client.store
    matches = await store.matches.of(interaction.user.id)
    matches = matches + await store.matches.finished(interaction.user.id, MOST)
    return _offered(matches, interaction.user.id, typed)


async def finished_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody finished lately."""
    matches = await interaction.client.store.matches.finished(interaction.user.id, MOST)
    return _offered(matches, interaction.user.id, typed)


def _offered(matches: list[ListedMatch], person: int, typed: str) -> list[app_commands.Choice[int]]:
    labels = {
        match.number: f"#{match.number} {game_name(match.game)} against "
        f"{match.names[1 - match.seats.index(person)]}"
        for match in matches
    }
    return [
        app_commands.Choice(name=label[:100], value=number)
        for number, label in labels.items()
        if typed.strip().lower().lstrip("#") in label.lower()
    ][:MOST]


async def meant(
    interaction: Interaction, move: str, number: int | None
) -> tuple[int | KeptMatch, str]:
    """Find which match a typed move belongs to: the one named, else the only one it fits."""
    if move == MORE:
        raise Refusal(
            "This entry only says how many more moves there are. Type the beginning of your move, "
            "and the list shows those that begin so."
        )
    if named := _NUMBERED.search(move):
        return int(named[1]), _NUMBERED.sub("", move)
    if number is not None:
        return number, move
    store = interaction.client.store
    assert interaction.channel_id is not None, "a command is typed in a channel"
    here = await store.matches.awaiting(interaction.user.id, interaction.channel_id)
    fitting = [match for match in here if _fits(match, move)]
    if len(here) == 1 or len(fitting) == 1:
        return (fitting or here)[0], move
    if not here:
        raise await _nothing_to_move(interaction)
    raise Refusal(
        "You are to move in several matches here ({matches}); say which, with `match`.",
        matches=", ".join(f"#{match.number} {match.position.name}" for match in fitting or here),
    )


def _fits(match: KeptMatch, move: str) -> bool:
    try:
        match.position.read(move)
    except Refusal:
        return False
    return True


async def _nothing_to_move(interaction: Interaction) -> Refusal:
    """Say that there is nothing to move here, and where it is the person's turn."""
    mine = await interaction.client.store.matches.of(interaction.user.id)
    turns = [match for match in mine if match.to_move == interaction.user.id]
    if turns:
        return Refusal(
            "It is not your turn in any match here. It is your turn in {matches}.",
            matches=", ".join(map(_where, turns[:5])),
        )
    if mine:
        return Refusal("It is not your turn anywhere; `/matches` lists what you are playing.")
    return Refusal(
        "You are playing no match. Challenge somebody, for example with `/{game}`.",
        game=next(iter(GAMES)),
    )


def _where(match: ListedMatch) -> str:
    name = linked(f"{game_name(match.game)} #{match.number}", match)
    return f"{name} in <#{match.place.channel}>"


async def find(interaction: Interaction, number: int | None, purpose: str = "play") -> KeptMatch:
    """Find the match that is named, else the only live one here, one's own before others'."""
    matches = interaction.client.store.matches
    if number is not None:
        return await matches.find(number)
    assert interaction.channel_id is not None, "a command is typed in a channel"
    found = await matches.of(interaction.user.id, interaction.channel_id)
    if not found and purpose == "board":
        found = await matches.in_channel(interaction.channel_id)
    if not found:
        mine = await matches.of(interaction.user.id)
        if not mine:
            raise await _nothing_to_move(interaction)
        raise Refusal(
            "You have no match in this channel. You are playing {matches}.",
            matches=", ".join(map(_where, mine[:5])),
        )
    if len(found) > 1:
        raise Refusal(
            "There are several matches here ({matches}); say which, with `match`.",
            matches=", ".join(f"#{match.number} {game_name(match.game)}" for match in found[:10]),
        )
    return await matches.find(found[0].number)


async def find_finished(interaction: Interaction, number: int | None) -> int:
    """Find the finished match that is named, else one's last."""
    if number is not None:
        return number
    finished = await interaction.client.store.matches.finished(interaction.user.id, 1)
    if not finished:
        raise Refusal("You have finished no match yet; challenge somebody first.")
    return finished[0].number


def move_choices(matches: list[KeptMatch], typed: str) -> list[app_commands.Choice[str]]:
    """Give the moves that fit what is typed so far, the last entry saying how many more fit.

    Those that begin as typed come first.
    """
    wanted = _bare(typed)
    several = len(matches) > 1
    found: list[tuple[bool, str, str]] = []
    for match in matches:
        for text in match.position.moves():
            value = f"{text} #{match.number}" if several else text
            if wanted in _bare(value):
                label = _labelled(match, text) if several else text
                found.append((not _bare(value).startswith(wanted), label, value))
    found.sort(key=lambda entry: entry[0])
    choices = [app_commands.Choice(name=label[:100], value=value) for _, label, value in found]
    if len(choices) > MOST:
        more = f"… and {len(choices) - MOST + 1} more: type the beginning of your move"
        choices[MOST - 1 :] = [app_commands.Choice(name=more, value=MORE)]
    return choices


def _bare(text: str) -> str:
    """Leave out of a move's text what people leave out."""
    return re.sub(r"[^a-z0-9<>#]", "", text.lower())


def _labelled(match: KeptMatch, text: str) -> str:
    opponent = match.names[1 - match.turn]
    return f"{text} · #{match.number} against {opponent}"
