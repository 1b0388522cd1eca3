"""The commands and card buttons of a match: move, board, draw, take back, resign and others."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs import match_actions, move_picker
from cogs.autocomplete import finished_match, my_match, my_moves
from cogs.resolve_match import find_finished, find_match, resolve_move
from delivery import display, notify
from interactions import Bot, Interaction, handles
from interactions.access import mark_seen
from interactions.command_translations import translated
from interactions.rate_limits import BOARDS, check_rate
from match.chat import MOST
from rules import Sentence
from views.match_verbs import COMMANDS, MOVE, DoVerb, by_command, by_key

MESSAGE_DESCRIPTION = Sentence(
    "A message with your move, up to {number} character",
    "A message with your move, up to {number} characters",
    number=MOST,
)


@handles(DoVerb)
async def on_verb(interaction: Interaction, pressed: DoVerb, _values: list[str]) -> None:
    """Handle a button of a card."""
    if pressed.verb == MOVE:
        await move_picker.show_pieces(interaction, pressed.match, pressed.seen)
        return
    verb, agreed = by_key(pressed.verb)
    if verb.question and not agreed:
        await match_actions.ask_to_confirm(interaction, pressed.match, verb.question)
    else:
        seen = None if verb.anytime else pressed.seen
        await match_actions.carry_out(interaction, pressed.match, (verb,), seen, asked=agreed)


class PlayCog(commands.Cog):
    """The commands that players use in a match."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._commands = [verb_command(name) for name in COMMANDS if " " not in name]

    async def cog_load(self) -> None:
        """Add a command for each verb that has one of its own."""
        for command in self._commands:
            self._bot.tree.add_command(command)

    async def cog_unload(self) -> None:
        """Remove them again."""
        for command in self._commands:
            self._bot.tree.remove_command(command.name)

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
        which, text = await resolve_move(interaction, move, match)
        await match_actions.play(interaction, which, text, remark=message or "")

    @app_commands.command()
    @app_commands.describe(match="Which match (default: the only one here)")
    @app_commands.autocomplete(match=my_match)
    async def board(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show a match's board again (privately if it isn't yours)."""
        kept = await find_match(interaction, match, "board")
        check_rate(interaction, BOARDS)
        if interaction.user.id in kept.seats:
            await notify.repost_board(interaction, await mark_seen(interaction, kept))
        else:
            await display.show_to_spectator(interaction, kept)


def verb_command(name: str) -> app_commands.Command[Any, ..., None]:
    """Build the command, or subcommand, that carries out the first possible of its verbs."""
    candidates = by_command(name)
    finished = candidates[0].begins

    async def command(
        interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        which = await (find_finished if finished else find_match)(interaction, match)
        if candidates[0].question:
            await match_actions.ask_to_confirm(interaction, which, candidates[0].question)
        else:
            await match_actions.carry_out(interaction, which, candidates)

    app_commands.autocomplete(match=finished_match if finished else my_match)(command)
    which = (
        translated("Which match (default: your latest)")
        if finished
        else translated("Which match (default: your only one here)")
    )
    app_commands.describe(match=which)(command)
    last_word = name.rpartition(" ")[2]
    return app_commands.Command(name=last_word, description=COMMANDS[name], callback=command)


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(PlayCog(bot))
