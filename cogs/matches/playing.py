"""The commands and buttons of a match: move, board, draw, take back, resign, abort, rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.acts import pressed
from cogs.haste import BOARDS, refuse_haste
from cogs.localising import shown
from cogs.matches import deeds, picking
from cogs.matches.finding import find, find_finished, meant
from cogs.matches.offering import finished_match, my_match, my_moves
from cogs.matches.seeing import noticed
from cogs.matches.verbs import COMMANDS, MOVE, Do, by_command, by_key
from cogs.messages import living, telling
from match.chat import MOST
from rules import Sentence

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

SOMETHING_TO_SAY = Sentence(
    "Something to say with it, in at most {number} character",
    "Something to say with it, in at most {number} characters",
    number=MOST,
)


@pressed(Do)
async def on_deed(interaction: Interaction, act: Do, _values: list[str]) -> None:
    """Do what a card's button says."""
    if act.verb == MOVE:
        await picking.show_pieces(interaction, act.match, act.seen)
        return
    verb, agreed = by_key(act.verb)
    if verb.asks and not agreed:
        await deeds.ask(interaction, act.match, verb.asks)
    else:
        seen = None if verb.anytime else act.seen
        await deeds.do(interaction, act.match, (verb,), seen, asked=agreed)


class Playing(commands.Cog):
    """What is done in a match."""

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._commands = [verb_command(command) for command in COMMANDS]

    async def cog_load(self) -> None:
        """Add a command for each verb that has one."""
        for command in self._commands:
            self._bot.tree.add_command(command)

    async def cog_unload(self) -> None:
        """Take them off again."""
        for command in self._commands:
            self._bot.tree.remove_command(command.name)

    @app_commands.command()
    @app_commands.describe(
        move="Your move, for example from the list",
        match="Which match",
        message=shown(SOMETHING_TO_SAY),
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
        which, text = await meant(interaction, move, match)
        await deeds.play(interaction, which, text, remark=message or "")

    @app_commands.command()
    @app_commands.describe(match="Which match; left out, the only one here")
    @app_commands.autocomplete(match=my_match)
    async def board(
        self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Post the board of a match anew; only you see it where others play."""
        kept = await find(interaction, match, "board")
        refuse_haste(interaction, BOARDS)
        if interaction.user.id in kept.seats:
            await telling.board(interaction, await noticed(interaction, kept))
        else:
            await living.show_stranger(interaction, kept)


def verb_command(name: str) -> app_commands.Command[Playing, ..., None]:
    """Build the command that does the first possible of its verbs."""
    found = by_command(name)
    finished = found[0].begins

    async def command(
        interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        which = await (find_finished if finished else find)(interaction, match)
        if found[0].asks:
            await deeds.ask(interaction, which, found[0].asks)
        else:
            await deeds.do(interaction, which, found)

    app_commands.autocomplete(match=finished_match if finished else my_match)(command)
    which = (
        shown("Which match; left out, your last one")
        if finished
        else shown("Which match; left out, your only one here")
    )
    app_commands.describe(match=which)(command)
    return app_commands.Command(name=name, description=COMMANDS[name], callback=command)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Playing(bot))
