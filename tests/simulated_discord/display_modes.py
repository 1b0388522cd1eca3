"""Display modes in the simulated server: choose one, and find its threads and messages."""

from typing import Any

import discord
import pytest
import simcord
from simcord.backend.errors import BackendError

from data import DisplayMode, ServerSettings, StoredMatch
from delivery.display_modes.thread import HAS_THREAD
from tests.simulated_discord.table import Table


async def choose(table: Table, mode: DisplayMode) -> None:
    """Choose the display mode of the table's server."""
    await table.bot.store.server_settings.change(
        table.guild.id, lambda _: ServerSettings(display_mode=mode)
    )


def one_thread_for_each_message(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the simulated Discord refuse a second thread for a message, as the real one does."""
    backend = table.env.backend
    create = backend.create_thread

    def created(*told: Any, message_id: int | None = None, **named: Any) -> Any:
        if message_id in backend.channels:
            raise BackendError(
                400, HAS_THREAD, "A thread has already been created for this message"
            )
        return create(*told, message_id=message_id, **named)

    monkeypatch.setattr(backend, "create_thread", created)


def thread_of(table: Table, match: StoredMatch) -> simcord.ChannelHandle:
    """Return the thread of a match."""
    return next(each for each in table.channel.threads if each.id == match.place.channel)


def posts(channel: simcord.ChannelHandle) -> list[discord.Message]:
    """List the messages of a channel, without Discord's system messages about threads."""
    return [each for each in channel.history() if not each.is_system()]
