"""The start of all programs: logging, stopping by a signal, errors, and opening the store."""

import asyncio
import gc
import json
import logging
import os
import signal
import sys
import zoneinfo
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from http import HTTPStatus
from math import ceil
from pathlib import Path
from types import FrameType

import aiohttp
import discord

from data import Store, Unusable
from data.driver import Hold
from data.long_work import RunsLong
from data.maintenance.copy_file import contents
from data.prepare_database import network_of
from data.unusable_file import UnusableNow
from hosting.addresses import database_of
from hosting.health import LongStart, Unhealthy
from hosting.settings import (
    FOR_HOST,
    FORMER_DATABASE,
    TOKEN,
    CannotStart,
    LogFormat,
    LogLevel,
    Settings,
    environment_name,
    restrict_umask,
    unread,
)

log = logging.getLogger("parlour")

Work = Coroutine[object, object, None]
SWITCH_SECONDS = 0.001
"""After how long a thread that computes lets others go on; Python's own default is 0.005."""
LONGEST_LIMIT = 30.0
"""Seconds for which discord.py holds back a request that it knows to be too many; its least."""
TOO_FEW_SHARDS = 4011
"""The code with which Discord closes a connection of more than 2,500 servers."""
UNREACHABLE = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""The exceptions raised without a network connection."""


def run(work: Callable[[Settings], Work]) -> None:
    """Run a program with the host's settings until it ends or is stopped.

    Errors that the host can correct are printed in one line, without a traceback. The exit status
    is then `FOR_HOST`, or 1 if starting again may help.
    """
    restrict_umask()
    # The time zones are those of the pinned package, whatever the machine has or lacks.
    zoneinfo.reset_tzpath(to=())
    try:
        settings = Settings.load()
        configure_logging(settings)
        asyncio.run(until_stopped(work(settings)))
        sys.stdout.flush()
    except BrokenPipeError:
        sys.exit(unread())
    except Exception as error:
        if told := reason(error):
            print(told, file=sys.stderr)
            sys.exit(1 if is_temporary(error) else FOR_HOST)
        raise


async def until_stopped(work: Work) -> None:
    """Run until the work is done, or until Ctrl-C or SIGTERM cancels it.

    A second signal has its default effect. A signal that whoever started the program lets it ignore
    stays ignored, as of the two that `tools/stoppable` makes of Ctrl-C. Signal handlers of the
    event loop would be simpler, but do not exist on Windows.
    """
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    names = ("SIGINT", "SIGTERM", "SIGBREAK")
    numbers = [number for name in names if (number := getattr(signal, name, None))]
    heard = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.getsignal(number) for number in heard}
    stopped = False

    def restore() -> None:
        for number, previous in before.items():
            signal.signal(number, previous)

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        restore()
        loop.call_soon_threadsafe(task.cancel)

    for number in heard:
        signal.signal(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not stopped:
            raise
    finally:
        restore()


def reason(error: Exception) -> str | None:
    """Return a sentence about an error that the host can correct, or `None` for any other."""
    match error:
        case CannotStart() | Unhealthy():
            return str(error)
        case Unusable():
            return f"{environment_name('database')}: {error}"
        case discord.LoginFailure():
            return (
                f"{TOKEN} is not accepted by Discord: copy the token again from the page Bot of "
                "your application at https://discord.com/developers/applications"
            )
        case discord.RateLimited():
            return (
                "Discord has had too many requests of this bot and asks to wait: start again in "
                f"{ceil(error.retry_after / 60)} minutes."
            )
        case discord.DiscordServerError() | discord.GatewayNotFound():
            return f"Discord is having trouble ({error}): start again in a few minutes."
        case discord.ConnectionClosed() if error.code == TOO_FEW_SHARDS:
            return (
                f"Discord wants more shards for that many: raise {environment_name('shards')} "
                "for every process, or leave it out."
            )
        case discord.HTTPException() | discord.ConnectionClosed():
            return f"Discord refuses the bot: {error}"
        case PermissionError() if error.filename:
            return f"This user may not use {error.filename}: run it as another one, or let it in."
    if isinstance(error, UNREACHABLE):
        return f"Discord cannot be reached ({error}): check this machine's network."
    return None


def is_temporary(error: Exception) -> bool:
    """Check whether starting again later may help, without any change by the host."""
    match error:
        case discord.LoginFailure() | discord.ConnectionClosed():
            return False
        case discord.HTTPException():
            return error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= 500
    temporary = (Unhealthy, UnusableNow, discord.GatewayNotFound, discord.RateLimited)
    return isinstance(error, (*temporary, *UNREACHABLE))


def keep_loop_prompt() -> None:
    """Let the event loop wait hardly at all for threads that compute; called once all is loaded.

    A thread that computes hands over five times as soon as it would, and when memory is searched
    for garbage, which stops every thread, what stays until the end is left out.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()


def spare_servers() -> None:
    """Leave Discord's servers out of later searches for garbage, once all of them are there.

    Of ten thousand, each such search would stop the loop for tenths of a second. What was left out
    before is looked through once more, since whoever connects anew gets all servers anew.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def open_store(
    settings: Settings,
    run_long: RunsLong,
    *,
    for_practice: bool = False,
    hold: Hold = Hold.ALONE,
) -> Store:
    """Open the store, and log its path and size; in the practice channel a new one is normal.

    `run_long` runs what takes the store seconds.
    """
    path = database_of(settings)
    now = discord.utils.utcnow()
    if not isinstance(path, Path):
        # What is kept beside a file is in its folder here, too.
        await asyncio.to_thread(settings.database.parent.mkdir, parents=True, exist_ok=True)
        store = await Store.open(path, now, run_long=run_long, hold=hold)
        log.info("opened %s", path)
        return store
    path = await asyncio.to_thread(path.resolve)
    created = not await asyncio.to_thread(has_content, path)
    store = await Store.open(path, now, run_long=run_long, working=LongStart(), hold=hold)
    if warning := await asyncio.to_thread(network_warning, path):
        log.warning("%s", warning)
    if path.parent == FORMER_DATABASE.parent.resolve():
        log.info("%s goes on being used; a new database would lie in var/", path)
    if created and for_practice:
        log.info("created %s for the practice channel's matches", path)
    elif created:
        log.warning(
            "%s didn't exist, so a new, EMPTY one was created. If it should hold matches, stop the "
            "bot and check that %s names the right file",
            path,
            environment_name("database"),
        )
    else:
        held = await asyncio.to_thread(contents, path)
        size = held.size / 2**20
        log.info("opened %s: %d matches, %d events, %.1f MB", path, held.matches, held.events, size)
    return store


def has_content(path: Path) -> bool:
    """Check whether a file exists, as far as that can be seen, and is not empty."""
    return os.path.exists(path) and path.stat().st_size > 0  # noqa: PTH110 (never raises)


def network_warning(path: Path) -> str | None:
    """Return a warning about a database in a network folder, `None` for any other."""
    kind = network_of(path)
    return kind and (
        f"{path} is in a network folder ({kind}), where SQLite cannot keep it safe: name a file "
        "on a disk of this machine."
    )


class LogFormatter(logging.Formatter):
    """Formats log records as lines or as JSON, and removes the token wherever it occurs."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self._secret = settings.token.get_secret_value() if settings.token else ""
        self._as_json = settings.log_format is LogFormat.JSON

    def format(self, record: logging.LogRecord) -> str:
        line = self._json(record) if self._as_json else super().format(record)
        return line.replace(self._secret, "[token]") if self._secret else line

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's own name)
        # Discord may answer errors with a web page of several lines.
        return " ".join(super().formatMessage(record).splitlines())

    def _json(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def configure_logging(settings: Settings) -> None:
    """Log to standard error, including the messages of discord.py and other libraries."""
    stream = logging.StreamHandler()
    stream.setFormatter(LogFormatter(settings))
    logging.basicConfig(handlers=[stream], level=settings.log_level, force=True)
    # The libraries' debug messages are of no use to a host and contain interaction tokens.
    if settings.log_level is LogLevel.DEBUG:
        for library in ("discord", "aiohttp", "asyncio", "PIL"):
            logging.getLogger(library).setLevel(LogLevel.INFO)
    # discord.py also warns that voice is not supported; the bot does not use it.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
