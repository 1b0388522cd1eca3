"""How a program of Parlour's runs: its log, how it is stopped, and what it says when it cannot."""

import asyncio
import json
import logging
import signal
import sys
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from types import FrameType

import aiohttp
import discord

from data import Unusable
from settings import TOKEN, CannotStart, Level, LogFormat, Settings, environment_name

Work = Coroutine[object, object, None]
UNREACHABLE = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""What is raised where there is no network."""


def run(work: Callable[[Settings], Work]) -> None:
    """Do a program's work with the host's settings, until it ends or is stopped.

    What the host can change is told in one line, without a trace; the exit status is 1 then.
    """
    try:
        settings = Settings.load()
        begin_log(settings)
        asyncio.run(until_stopped(work(settings)))
    except Exception as error:
        if told := reason(error):
            sys.exit(told)
        raise


async def until_stopped(work: Work) -> None:
    """Do the work until it ends, or until Ctrl-C or SIGTERM ends it cleanly.

    A second signal does what signals do without this. Handlers of the event loop would be more
    direct, but do not exist on Windows.
    """
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    names = ("SIGINT", "SIGTERM", "SIGBREAK")
    numbers = [number for name in names if (number := getattr(signal, name, None))]
    before = {number: signal.getsignal(number) for number in numbers}
    stopped = False

    def restore() -> None:
        for number, previous in before.items():
            signal.signal(number, previous)

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        restore()
        loop.call_soon_threadsafe(task.cancel)

    for number in numbers:
        signal.signal(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not stopped:
            raise
    finally:
        restore()


def reason(error: Exception) -> str | None:
    """Say in a sentence why the bot cannot run, where it is the host who can change that."""
    match error:
        case CannotStart():
            return str(error)
        case Unusable():
            return f"{environment_name('database')}: {error}"
        case discord.LoginFailure():
            return (
                f"{TOKEN} is not accepted by Discord: copy the token anew from the page Bot of "
                "your application at https://discord.com/developers/applications"
            )
        case discord.DiscordServerError() | discord.GatewayNotFound():
            return f"Discord has trouble of its own ({error}): start again in some minutes."
        case discord.HTTPException() | discord.ConnectionClosed():
            return f"Discord refuses the bot: {error}"
    if isinstance(error, UNREACHABLE):
        return f"Discord cannot be reached ({error}): look after this machine's network."
    return None


class Discreet(logging.Formatter):
    """Write readable lines, or JSON, in which the token does not appear, whoever logs it."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self._secret = settings.token.get_secret_value() if settings.token else ""
        self._as_json = settings.log_format is LogFormat.JSON

    def format(self, record: logging.LogRecord) -> str:
        line = self._json(record) if self._as_json else super().format(record)
        return line.replace(self._secret, "[token]") if self._secret else line

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


def begin_log(settings: Settings) -> None:
    """Begin to log on standard error, discord.py and everything else included."""
    stream = logging.StreamHandler()
    stream.setFormatter(Discreet(settings))
    logging.basicConfig(handlers=[stream], level=settings.log_level, force=True)
    # What libraries tell for debugging is nothing for a host, and names interactions' tokens.
    if settings.log_level is Level.DEBUG:
        for library in ("discord", "aiosqlite", "aiohttp", "asyncio", "PIL"):
            logging.getLogger(library).setLevel(Level.INFO)
    # discord.py also warns that voice does not work; nobody speaks here.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
