"""Whether the bot is well: told to systemd, and to whoever asks by `python bot.py --health`."""

import os
import socket
import time
from contextlib import suppress
from pathlib import Path

from settings import Settings

TIMEOUT = 300
"""Seconds without a round after which the bot is not well, or four rounds if those are longer."""


class Unhealthy(Exception):  # noqa: N818 (the sentence is for whoever runs the bot)
    """The bot does not run as it should; a sentence that says since when."""


class Health:
    """Tells that the bot is well as long as it is; where nobody listens only a file is touched."""

    def __init__(self, settings: Settings) -> None:
        self._file = heartbeat_file(settings)
        self._timeout = timeout(settings)

    def started(self) -> None:
        """Say that the bot has been let in, and how long to be patient with it."""
        notify_systemd("READY=1")
        if "WATCHDOG_USEC" in os.environ:
            notify_systemd(f"WATCHDOG_USEC={self._timeout * 1_000_000}")

    def beat(self) -> None:
        """Say that all goes on."""
        self._file.touch()
        notify_systemd("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the bot ends because it was asked to."""
        self._file.unlink(missing_ok=True)
        notify_systemd("STOPPING=1")


async def health(settings: Settings) -> None:
    """Print how the running bot is. Raises `Unhealthy` where it is not well."""
    try:
        seen = heartbeat_file(settings).stat().st_mtime
    except FileNotFoundError:
        raise Unhealthy(f"No bot runs on {settings.database}, or it is not ready yet.") from None
    # A sign from the future is one from before the machine's clock was set back.
    ago = abs(time.time() - seen)
    if ago > timeout(settings):
        raise Unhealthy(
            f"The bot was last well {ago:.0f} s ago; look at its log, and start it anew."
        )
    print(f"well {ago:.0f} s ago")


def heartbeat_file(settings: Settings) -> Path:
    """Name the file that is touched as long as the bot is well."""
    return settings.database.with_name(f"{settings.database.name}-alive")


def timeout(settings: Settings) -> int:
    """Give after how many seconds without a sign of life the bot is not well."""
    return max(TIMEOUT, 4 * settings.poll_seconds)


def notify_systemd(told: str) -> None:
    """Say something to systemd where it started the program, as sd_notify(3) describes."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        if address.startswith("@"):
            address = f"\0{address[1:]}"
        # Should systemd not hear it, it does what it does with a bot that is not well.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.sendto(told.encode(), address)
