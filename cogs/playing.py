"""The commands and buttons of a match: move, board, draw, take back, resign, abort, rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs import deeds, picking, posting
from cogs.acts import OutOfDate, pressed
from cogs.finding import find, finished_match, meant, move_choices, my_match
from cogs.match_buttons import DEEDS, Do
from rules import Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction


@pressed(Do)
async def on_deed(interaction: Interaction, act: Do, _values: list[str]) -> None:
    """Do what a card's button says."""
    if act.deed not in DEEDS:
        raise OutOfDate
    if act.deed == "move":
        await picking.show_pieces(interaction, act.match, act.seen)
    else:
        await deeds.do(interaction, act.match, act.deed, act.seen)


class Playing(commands.Cog):
    """What is done in a match."""

    @app_commands.command()
    @app_commands.describe(move="Your move, for example from the list", match="Which match")
    @app_commands.autocomplete(match=my_match)
    async def move(
        self, interaction: Interaction, move: str, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Make a move."""
        number, text = await meant(interaction, move, match)
        await deeds.play(interaction, number, text)

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """List the legal moves in this channel that begin as typed."""
        assert interaction.channel_id is not None, "a command is typed in a channel"
        found = await interaction.client.store.matches.awaiting(
            interaction.user.id, interaction.channel_id
        )
        number = getattr(interaction.namespace, "match", None)
        return move_choices([match for match in found if number in (None, match.number)], typed)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, the only one here")
    @app_commands.autocomplete(match=my_match)
    async def board(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Post the board of a match anew."""
        kept = await find(interaction, match, "board")
        await posting.show(interaction, kept, kept)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def resign(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Give a match up."""
        await deeds.do(interaction, (await find(interaction, match)).number, "resign")

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def draw(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Offer a draw, or accept the one offered to you."""
        await deeds.draw(interaction, (await find(interaction, match)).number)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def takeback(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Ask to take your move back, or allow it."""
        await deeds.take_back(interaction, (await find(interaction, match)).number)

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your only one here")
    @app_commands.autocomplete(match=my_match)
    async def abort(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """End a match that has hardly begun."""
        await deeds.do(interaction, (await find(interaction, match)).number, "abort")

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, your last one")
    @app_commands.autocomplete(match=finished_match)
    async def rematch(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Play once more with sides changed."""
        if match is None:
            finished = await interaction.client.store.matches.finished(interaction.user.id, 1)
            if not finished:
                raise Refusal("You have finished no match yet; challenge somebody first.")
            match = finished[0].number
        await deeds.rematch(interaction, match)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Playing())
