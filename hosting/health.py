"""The health of the bot, reported to systemd and by `python bot.py --health`."""

import glob
import os
import socket
import time
from contextlib import suppress
from pathlib import Path

from hosting.addresses import database_of
from hosting.metrics import told_figures
from hosting.settings import Settings

TIMEOUT = 300
"""Seconds without a round before the bot counts as unhealthy; four rounds if those are longer."""
EXTENSION, EXTEND_AFTER = 300, 10
"""Seconds that a long start asks systemd for, and after how many of them it asks again."""


class Unhealthy(Exception):  # noqa: N818 (the sentence is for whoever runs the bot)
    """The bot is not running as it should; the sentence says since when."""


class Health:
    """Reports that the bot is healthy: to systemd if it listens, and by touching a file."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._file = settings, heartbeat_file(settings)
        self._timeout = timeout(settings)

    def started(self) -> None:
        """Report that the bot is logged in, and set the watchdog's timeout."""
        notify_systemd("READY=1")
        if "WATCHDOG_USEC" in os.environ:
            notify_systemd(f"WATCHDOG_USEC={self._timeout * 1_000_000}")

    def beat(self, process: str = "") -> None:
        """Report that the bot is healthy; one of several processes has a file of its own.

        Where that can't be written, all else goes on: a database on a server needs no disk here.
        """
        with suppress(OSError):
            if (file := heartbeat_file(self._settings, process)) != self._file:
                self._file.unlink(missing_ok=True)
                self._file = file
            self._file.touch()
        notify_systemd("WATCHDOG=1", waits=False)

    def stopping(self) -> None:
        """Report that the bot is stopping on request; also if the disk is read-only."""
        notify_systemd("STOPPING=1")
        with suppress(OSError):
            self._file.unlink(missing_ok=True)


class LongStart:
    """Asks systemd for more time to start, as long as it is called again and again."""

    def __init__(self) -> None:
        self._asked = time.monotonic()

    def __call__(self) -> None:
        """Say that the start goes on."""
        if (now := time.monotonic()) - self._asked >= EXTEND_AFTER:
            self._asked = now
            notify_systemd(f"EXTEND_TIMEOUT_USEC={EXTENSION * 1_000_000}")


async def health(settings: Settings) -> None:
    """Print the health of the running bot, or of each of several processes here.

    Raises `Unhealthy` if one is not well.
    """
    beats = dict[str, float]()
    for process in _processes(settings):
        with suppress(FileNotFoundError):
            # The time is in the future if the machine's clock was set back afterwards.
            seen = heartbeat_file(settings, process).stat().st_mtime
            beats[process] = abs(time.time() - seen)
    if not beats:
        raise Unhealthy(f"No bot is running on {database_of(settings)}, or it isn't ready yet.")
    for process, ago in beats.items():
        if ago > timeout(settings):
            what, ended = "The bot", ""
            if process:
                what = f"Process {process[1:]} of the bot"
                ended = f"; if it has ended for good, remove {heartbeat_file(settings, process)}"
            raise Unhealthy(
                f"{what} was last healthy {ago:.0f} s ago; check its log, and restart it{ended}."
            )
    for process, ago in beats.items():
        print(f"process {process[1:]}: " * bool(process) + f"well {ago:.0f} s ago")
        if figures := told_figures(settings, process):
            print(figures)


def _processes(settings: Settings) -> list[str]:
    """Return what the names of files have of each process here; nothing of the only one."""
    if settings.shards is None:
        return [""]
    name = heartbeat_file(settings).name
    files = settings.database.parent.glob(f"{glob.escape(name)}-*")
    return sorted(file.name.removeprefix(name) for file in files)


def heartbeat_file(settings: Settings, process: str = "") -> Path:
    """Return the file that is touched as long as the bot is healthy."""
    return settings.database.with_name(f"{settings.database.name}-alive{process}")


def timeout(settings: Settings) -> int:
    """Return the seconds without a heartbeat before the bot counts as unhealthy."""
    return max(TIMEOUT, 4 * settings.poll_seconds)


def notify_systemd(told: str, *, waits: bool = True) -> None:
    """Send a message to systemd, if it started the program (see sd_notify(3)).

    What does not wait is lost while systemd has too much to read.
    """
    if address := os.environ.get("NOTIFY_SOCKET"):
        if address.startswith("@"):
            address = f"\0{address[1:]}"
        # If systemd does not receive it, it treats the bot as unhealthy.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.setblocking(waits)
            to.sendto(told.encode(), address)
