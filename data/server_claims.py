"""Claims on a PostgreSQL server: advisory locks of a session, which end with it."""

import asyncio
import os
import socket
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Self, TypeVar

import psycopg

from data.claims import FORGOTTEN, NO_TIME, Noticed, key_of
from data.driver import ServerAddress
from data.postgres_driver import PATIENCE, session_parameters
from data.unusable_server import fault_of

Result = TypeVar("Result")
SILENT = 5
"""After how many seconds without a look it is not believed any more that a process has a claim."""
CHANNEL = "parlour"
"""What is notified when settings change."""
HELD = f"""
SELECT (classid::bigint << 32) | objid::bigint
FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND objsubid = 1 AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND clock_timestamp() - COALESCE(state_change, clock_timestamp()) < interval '{SILENT} seconds'
"""  # noqa: S608 (our own number)


class ServerClaims:
    """Locks of a session of its own, which is never begun again silently."""

    def __init__(
        self, address: ServerAddress, session: psycopg.AsyncConnection[tuple[Any, ...]]
    ) -> None:
        self._address, self._session = address, session
        self._mine: set[str] = set()
        self._doing = set[asyncio.Task[Any]]()
        self._changed = False
        session.add_notify_handler(lambda _told: setattr(self, "_changed", True))

    @classmethod
    async def open(cls, address: ServerAddress) -> Self:
        """Begin the session. Raises `Unusable`."""
        given = session_parameters(address, {"idle_session_timeout": f"{FORGOTTEN}s"})
        try:
            session = await psycopg.AsyncConnection.connect(**given, autocommit=True)
        except psycopg.Error as error:
            raise fault_of(address, error) or error from error
        claims = cls(address, session)
        try:
            await claims._ask(f"LISTEN {CHANNEL}")
        except BaseException:
            await claims.close()
            raise
        return claims

    async def take(self, name: str, *, shared: bool = False) -> bool:
        if name in self._mine:
            return False
        self._mine.add(name)  # at once, for a session may have a lock several times
        taking = self._begin(self._lock(name, "_shared" if shared else ""))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            # Nobody is left to give back what is just being taken.
            self._begin(self._undo(taking, name))
            raise

    async def give_back(self, name: str) -> None:
        if name in self._mine:
            await asyncio.shield(self._begin(self._unlock(name)))

    async def held(self, names: Iterable[str]) -> set[str]:
        keys = {row[0] for row in await self._ask(HELD)}
        return {name for name in names if key_of(name) in keys}

    async def look(self) -> Noticed:
        asked = datetime.now(UTC)
        rows = await self._ask("SELECT clock_timestamp()")
        (there,), answered = rows[0], datetime.now(UTC)
        # Whenever in between that was the time there: so much at least.
        ahead = max(asked - there, NO_TIME) + min(answered - there, NO_TIME)
        changed, self._changed = self._changed, False
        return Noticed(changed, ahead)

    async def close(self) -> None:
        await self._session.close()

    async def _lock(self, name: str, kind: str) -> bool:
        rows = await self._ask(f"SELECT pg_try_advisory_lock{kind}({key_of(name)})")
        if not rows[0][0]:
            self._mine.discard(name)
        return bool(rows[0][0])

    async def _unlock(self, name: str) -> None:
        # One of both, whichever it was; for the other the server only warns.
        rows = await self._ask(f"SELECT pg_advisory_unlock({key_of(name)})")
        if not rows[0][0]:
            await self._ask(f"SELECT pg_advisory_unlock_shared({key_of(name)})")
        self._mine.discard(name)

    async def _undo(self, taking: asyncio.Task[bool], name: str) -> None:
        if await taking:
            await self._unlock(name)

    def _begin(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Begin what is done to its end, although whoever waits for it is cancelled."""
        doing = asyncio.create_task(work)
        self._doing.add(doing)
        doing.add_done_callback(self._done)
        return doing

    def _done(self, doing: asyncio.Task[Any]) -> None:
        self._doing.discard(doing)
        if not doing.cancelled():
            doing.exception()  # nobody may wait for it any more

    async def _ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a statement. Raises `Unusable` if the session is lost, for good."""
        asking = asyncio.create_task(self._rows(sql))
        await asyncio.wait([asking], timeout=PATIENCE)
        if not asking.done():
            # From here: cancelled, the session would wait for what the server says to that.
            with socket.socket(fileno=os.dup(self._session.fileno())) as line, suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        try:
            return await asking
        except psycopg.Error as error:
            await self.close()
            raise fault_of(self._address, error) or error from error

    async def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        cursor = await self._session.execute(sql.encode())
        return await cursor.fetchall() if cursor.description else []
