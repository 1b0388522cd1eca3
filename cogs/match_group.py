"""`/match`: all that people do about a match besides moving; most of it is a button, too."""

from typing import Any

from discord import app_commands

from cogs.challenge import again
from cogs.conditional_moves import conditional_moves
from cogs.hints import hint
from cogs.import_record import import_record
from cogs.moderation import moderate
from cogs.mute import mute, unmute
from cogs.notes import note
from cogs.record import record
from cogs.replay import replay
from cogs.reviews import review
from cogs.verb_commands import verb_command
from views.match_verbs import COMMANDS

MATCH = app_commands.Group(
    name="match", description="All else about a match: draws, takebacks, hints, replays and more."
)

SUBCOMMANDS: tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...] = (
    *map(verb_command, COMMANDS),
    *(hint, conditional_moves, note, mute, unmute, again),
    *(replay, review, record, import_record),
    moderate,
)
"""All that is below it, in this order."""

for subcommand in SUBCOMMANDS:
    MATCH.add_command(subcommand)
