"""Addresses: of the database, and where programs listen: who may ask there, why one is not had."""

import errno
import ipaddress
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from aiohttp import http_exceptions, web

from data.driver import Location, ServerAddress
from hosting.settings import Settings, environment_name

log = logging.getLogger("parlour")

STOP_SECONDS = 1.0
"""Seconds that open connections have at a stop; aiohttp alone gives an idle one a minute."""
TAKEN = "another program uses it; stop that one, or choose another port"
NOT_ALLOWED = "the bot's user may not use it; choose a port above 1023"
NOT_HERE = "this machine has no such address; choose one that it has, such as 127.0.0.1"
_REASONS = {
    errno.EADDRINUSE: TAKEN,
    errno.EACCES: NOT_ALLOWED,
    errno.EPERM: NOT_ALLOWED,
    errno.EADDRNOTAVAIL: NOT_HERE,
    None: NOT_HERE,  # asyncio's own error, where it tried several
}


def database_of(settings: Settings) -> Location:
    """Return the path of the database's file, or its address on a server."""
    return settings.database if settings.server is None else ServerAddress(settings.server)


def split_address(address: str) -> tuple[str, int]:
    """Split an address with its port, such as `[::1]:9464`."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def reason_not_had(error: OSError) -> str:
    """Return why a program cannot listen at an address, and what to do."""
    # A name that is unknown has a number of its own, which differs between systems.
    unknown = NOT_HERE if isinstance(error, socket.gaierror) else str(error)
    return _REASONS.get(error.errno, unknown)


def may_ask(host: str, listening: str) -> bool:
    """Tell whether a request for this host is meant for an address that only this machine reaches.

    A page of the web that a browser here has open could ask by a name of its own, which leads here.
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return not _is_here(listening) or name in ("localhost", listening) or _is_number(name)


def not_had(field: str, address: str, error: OSError) -> str:
    """Return a sentence about the address in a setting at which nothing can be served."""
    return f"{environment_name(field)}: {address} can't be had: {reason_not_had(error)}."


@asynccontextmanager
async def serving_at(
    address: str, field: str, app: web.Application, without: str, **options: Any
) -> AsyncIterator[None]:
    """Serve pages meanwhile at the address in a setting, with options of aiohttp's.

    One that cannot be had is logged, with what is missing `without` it, and all else goes on.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=STOP_SECONDS, **options)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, *split_address(address)).start()
        except OSError as error:
            log.warning("%s: %s", without, not_had(field, address, error))
        with refused_requests(http_exceptions.HttpProcessingError):
            yield
    finally:
        await runner.cleanup()


@contextmanager
def refused_requests(kind: type[Exception]) -> Iterator[None]:
    """Log in one line, meanwhile, that a request raised an exception of a kind: it was made up."""

    def shorten(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, kind):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            words = " ".join(str(error).split())
            record.msg, record.args = "refused a request: %s %s", (type(error).__name__, words)
            record.exc_info = record.exc_text = None
        return True

    server_log = logging.getLogger("aiohttp.server")
    server_log.addFilter(shorten)
    try:
        yield
    finally:
        server_log.removeFilter(shorten)


def _is_here(host: str) -> bool:
    return host == "localhost" or (_is_number(host) and ipaddress.ip_address(host).is_loopback)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
