"""Claims on a PostgreSQL server: advisory locks of a session, which end with it."""

import asyncio
from collections.abc import Coroutine, Iterable
from datetime import UTC, datetime
from typing import Any, Self, TypeVar

import psycopg

from data.claims import FORGOTTEN, Noticed, key_of
from data.driver import ServerAddress
from data.postgres_driver import PATIENCE, session_parameters
from data.unusable_file import UnusableNow
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
        await claims._ask(f"LISTEN {CHANNEL}")
        return claims

    async def take(self, name: str, *, shared: bool = False) -> bool:
        if name in self._mine:
            return False
        self._mine.add(name)  # at once, for a session may have a lock several times
        return await self._to_the_end(self._lock(name, "_shared" if shared else ""))

    async def give_back(self, name: str) -> None:
        if name in self._mine:
            await self._to_the_end(self._unlock(name))

    async def held(self, names: Iterable[str]) -> set[str]:
        keys = {row[0] for row in await self._ask(HELD)}
        return {name for name in names if key_of(name) in keys}

    async def look(self) -> Noticed:
        asked = datetime.now(UTC)
        rows = await self._ask("SELECT clock_timestamp()")
        middle = asked + (datetime.now(UTC) - asked) / 2
        changed, self._changed = self._changed, False
        return Noticed(changed, middle - rows[0][0])

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

    async def _to_the_end(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do work although whoever waits for it is cancelled: else nobody knows what is claimed."""
        doing = asyncio.create_task(work)
        self._doing.add(doing)
        doing.add_done_callback(self._done)
        return await asyncio.shield(doing)

    def _done(self, doing: asyncio.Task[Any]) -> None:
        self._doing.discard(doing)
        if not doing.cancelled():
            doing.exception()  # nobody may wait for it any more

    async def _ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a statement. Raises `Unusable` if the session is lost, for good."""
        try:
            async with asyncio.timeout(PATIENCE):
                cursor = await self._session.execute(sql.encode())
                return await cursor.fetchall() if cursor.description else []
        except TimeoutError as error:
            await self.close()
            raise UnusableNow(f"{self._address} doesn't answer any more.") from error
        except psycopg.Error as error:
            await self.close()
            raise fault_of(self._address, error) or error from error
