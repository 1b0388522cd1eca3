"""`/match`: what is rarely done about a match; what is done every day has a command of its own."""

from typing import Any

from discord import app_commands

from cogs.challenge import again
from cogs.conditional_moves import conditional_moves
from cogs.import_record import import_record
from cogs.moderation import moderate
from cogs.mute import mute, unmute
from cogs.notes import note
from cogs.verb_commands import verb_command
from views.match_verbs import COMMANDS

MATCH = app_commands.Group(name="match", description="Everything else you can do in a match.")
OF_VERBS = [verb_command(name) for name in COMMANDS if name.startswith(f"{MATCH.name} ")]

SUBCOMMANDS: tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...] = (
    *OF_VERBS,
    *(conditional_moves, note, mute, unmute, again, import_record),
    moderate,
)
"""All that is below it, in this order."""

for subcommand in SUBCOMMANDS:
    MATCH.add_command(subcommand)
