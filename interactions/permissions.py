"""The permissions that a match needs in its channel, and Discord's names for them."""

from collections.abc import Sequence

import discord

from data import DisplayMode
from rules import Listed, Sentence, message

PERMISSIONS = {
    "view_channel": message("View Channel"),
    "send_messages": message("Send Messages"),
    "attach_files": message("Attach Files"),
    "create_public_threads": message("Create Public Threads"),
    "send_messages_in_threads": message("Send Messages In Threads"),
    "read_message_history": message("Read Message History"),
}
CARD_NEEDS: tuple[str, ...] = ("view_channel", "send_messages", "attach_files")
THREAD_NEEDS = (
    *CARD_NEEDS,
    "create_public_threads",
    "send_messages_in_threads",
    "read_message_history",
)
NEEDS = {
    DisplayMode.LIVING: CARD_NEEDS,
    DisplayMode.THREAD: THREAD_NEEDS,
    DisplayMode.EDITED: CARD_NEEDS,
}
"""The permissions that each display mode needs."""


def missing_permissions(channel: discord.abc.GuildChannel, needs: Sequence[str]) -> tuple[str, ...]:
    """Return the permissions that the bot lacks in a channel."""
    given = channel.permissions_for(channel.guild.me)
    return tuple(each for each in needs if not getattr(given, each))


def permission_names(permissions: Sequence[str]) -> Listed:
    """Return permissions by the names that Discord gives them."""
    named = (Sentence(PERMISSIONS[each]) for each in permissions)
    return Listed(tuple(Sentence("**{permission}**", permission=each) for each in named))
