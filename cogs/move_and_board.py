"""`/move` and `/board`, and what they do in the match that is chosen."""

from discord import app_commands
from discord.ext import commands

from cogs import match_actions
from cogs.autocomplete import my_match, my_moves
from cogs.find_match import find_match
from cogs.read_move import resolve_move
from data import StoredMatch
from delivery import display, notify, posting
from interactions import Bot, Interaction, handles, say
from interactions.access import check_rate, mark_seen, visible_match
from interactions.command_translations import translated
from interactions.rate_limits import BOARDS
from match.remark import MOST
from rules import Sentence
from views.remarks import remark_in
from views.spectator_page import watch_rows
from views.which_match import BoardOf, PlayIn

MESSAGE_DESCRIPTION = Sentence(
    "A message with your move, up to {number} character",
    "A message with your move, up to {number} characters",
    number=MOST,
)


@handles(BoardOf)
async def on_board_of(interaction: Interaction, pressed: BoardOf, _values: list[str]) -> None:
    """Show the board of the match that was chosen."""
    match = await visible_match(interaction, pressed.match)
    if interaction.user.id in match.seats:
        await posting.put_away(interaction, say("Done."))
    await _show_board(interaction, match)


@handles(PlayIn)
async def on_play_in(interaction: Interaction, pressed: PlayIn, _values: list[str]) -> None:
    """Play the move in the match that was chosen, with the remark in the question."""
    remark = remark_in(interaction.message)
    await match_actions.play(interaction, pressed.match, pressed.text, pressed.seen, remark)


async def _show_board(interaction: Interaction, match: StoredMatch) -> None:
    """Post the card of a player's match again, or show it to somebody else."""
    check_rate(interaction, BOARDS)
    if interaction.user.id in match.seats:
        await notify.repost_board(interaction, await mark_seen(interaction, match))
    else:
        following = await interaction.client.store.followers.find(match.number, interaction.user.id)
        await display.show_to_spectator(interaction, match, watch_rows(match, following))


class MoveAndBoardCog(commands.Cog):
    """The commands that make a move and show the board."""

    @app_commands.command()
    @app_commands.describe(
        move="Your move: pick it from the list or type it",
        match="Which match",
        message=translated(MESSAGE_DESCRIPTION),
    )
    @app_commands.autocomplete(move=my_moves)
    @app_commands.autocomplete(match=my_match)
    async def move(
        self,
        interaction: Interaction,
        move: str,
        match: app_commands.Range[int, 1] | None = None,
        message: app_commands.Range[str, 1, MOST] | None = None,
    ) -> None:
        """Make a move."""
        which, text = await resolve_move(interaction, move, match, message or "")
        await match_actions.play(interaction, which, text, remark=message or "")

    @app_commands.command()
    @app_commands.describe(match="Which match (default: the only one here)")
    @app_commands.autocomplete(match=my_match)
    async def board(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show a match's board again (privately if it isn't yours)."""
        kept = await find_match(interaction, match, lambda each: BoardOf(each.number), watches=True)
        await _show_board(interaction, kept)


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(MoveAndBoardCog())
