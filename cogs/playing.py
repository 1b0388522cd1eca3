"""The commands and buttons of a match: move, board, draw, take back, resign, abort, rematch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs import deeds, picking, posting
from cogs.controls import pressed
from cogs.match_option import MOST, finished_match, my_match
from cogs.names import linked
from data import KeptMatch, ListedMatch
from rules import GAMES, Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

_NUMBERED = re.compile(r"\s*#(\d+)\b.*$")


@pressed("match")
async def on_deed(interaction: Interaction, words: list[str], _values: list[str]) -> None:
    """Do what a card's button says."""
    number, seen, deed = int(words[0]), int(words[1]), words[2]
    if deed == "move":
        await picking.show_pieces(interaction, number, seen)
    else:
        await deeds.do(interaction, number, deed, seen)


class Playing(commands.Cog):
    """What is done in a match."""

    @app_commands.command()
    @app_commands.describe(move="Your move, for example from the list", match="Which match")
    @app_commands.autocomplete(match=my_match)
    async def move(
        self, interaction: Interaction, move: str, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Make a move."""
        number, text = await _meant(interaction, move, match)
        await deeds.play(interaction, number, text)

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """List the legal moves in this channel that begin as typed."""
        assert interaction.channel_id is not None, "a command is typed in a channel"
        found = await interaction.client.store.matches.to_move(
            interaction.user.id, interaction.channel_id
        )
        number = getattr(interaction.namespace, "match", None)
        return _choices([match for match in found if number in (None, match.number)], typed)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, the only one here")
    @app_commands.autocomplete(match=my_match)
    async def board(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Post the board of a match anew."""
        kept = await _find(interaction, match, "board")
        await posting.show(interaction, kept, kept)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def resign(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Give a match up."""
        await deeds.do(interaction, (await _find(interaction, match)).number, "resign")

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def draw(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Offer a draw, or accept the one offered to you."""
        await deeds.draw(interaction, (await _find(interaction, match)).number)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def takeback(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Ask to take your last move back, or allow it to your opponent."""
        await deeds.take_back(interaction, (await _find(interaction, match)).number)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def abort(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """End a match that has hardly begun, without a result."""
        await deeds.do(interaction, (await _find(interaction, match)).number, "abort")

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your last one")
    @app_commands.autocomplete(match=finished_match)
    async def rematch(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Ask for one more match with sides changed, or agree to it."""
        if match is None:
            finished = await interaction.client.store.matches.finished(interaction.user.id, 1)
            if not finished:
                raise Refusal("You have finished no match yet; challenge somebody first.")
            match = finished[0].number
        await deeds.rematch(interaction, match)


async def _meant(interaction: Interaction, move: str, number: int | None) -> tuple[int, str]:
    """Find which match a typed move belongs to: the one named, else the only one it fits."""
    if named := _NUMBERED.search(move):
        return int(named[1]), _NUMBERED.sub("", move)
    if number is not None:
        return number, move
    store = interaction.client.store
    assert interaction.channel_id is not None, "a command is typed in a channel"
    here = await store.matches.to_move(interaction.user.id, interaction.channel_id)
    fitting = [match for match in here if _fits(match, move)]
    if len(here) == 1 or len(fitting) == 1:
        return (fitting or here)[0].number, move
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
    name = linked(f"{GAMES[match.game].name} #{match.number}", match)
    return f"{name} in <#{match.place.channel}>"


async def _find(interaction: Interaction, number: int | None, purpose: str = "play") -> KeptMatch:
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
            matches=", ".join(f"#{match.number} {GAMES[match.game].name}" for match in found[:10]),
        )
    return await matches.find(found[0].number)


def _choices(matches: list[KeptMatch], typed: str) -> list[app_commands.Choice[str]]:
    """Give the moves that fit what is typed so far, the last entry saying how many more fit."""
    wanted = re.sub(r"[^a-z0-9<>#]", "", typed.lower())
    texts = []
    for match in matches:
        for text in match.position.moves():
            label = text if len(matches) == 1 else _labelled(match, text)
            if wanted in re.sub(r"[^a-z0-9<>#]", "", label.lower()):
                texts.append((label, text if len(matches) == 1 else f"{text} #{match.number}"))
    choices = [app_commands.Choice(name=label[:100], value=text) for label, text in texts]
    if len(choices) > MOST:
        more = f"… and {len(choices) - MOST + 1} more: type the beginning of your move"
        choices[MOST - 1 :] = [app_commands.Choice(name=more, value=typed[:100] or "?")]
    return choices


def _labelled(match: KeptMatch, text: str) -> str:
    opponent = match.names[1 - match.position.turn]
    return f"{text} · #{match.number} against {opponent}"


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Playing())
