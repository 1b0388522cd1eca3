"""Count the work of the bot for one interaction: statements, commits, functions and files."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from unittest.mock import patch

from data import connection
from tests.simulated_discord.table import Table
from tests.sqlite_hooks import trace

PROJECT = Path(__file__).parents[2]
TESTS = PROJECT / "tests"


@dataclass
class Counts:
    """The counted work."""

    written: list[str] = field(default_factory=list)
    """Every SQL statement in order, including those that begin and end transactions."""
    called: set[CodeType] = field(default_factory=set)
    """Every function that was called, on the event loop or in a thread that it waited for."""
    trips: int = 0
    """How often the event loop waited for a thread of the database."""

    @property
    def statements(self) -> list[str]:
        """The statements without those that begin and end transactions."""
        return [sql for sql in self.written if sql != "COMMIT" and not sql.startswith("BEGIN")]

    @property
    def commits(self) -> int:
        """The number of committed transactions."""
        return self.written.count("COMMIT")

    @property
    def loads(self) -> list[str]:
        """The statements that load matches."""
        return [sql for sql in self.written if sql.startswith("SELECT") and "FROM matches" in sql]

    @property
    def files(self) -> set[str]:
        """The files of the project whose functions were called."""
        paths = {Path(code.co_filename) for code in self.called}
        ours = {path for path in paths if PROJECT in path.parents and TESTS not in path.parents}
        return {str(path.relative_to(PROJECT)) for path in ours if ".venv" not in path.parts}

    def __str__(self) -> str:
        return (
            f"{len(self.statements)} statements, {self.commits} commits, {len(self.loads)} loads, "
            f"{self.trips} trips, {len(self.files)} files"
        )


@contextmanager
def _profiled(note: Callable[[FrameType, str, object], None]) -> Iterator[None]:
    """Note what is called in this thread."""
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


@asynccontextmanager
async def counting(table: Table) -> AsyncIterator[Counts]:
    """Count what the bot does inside."""
    counted, before = Counts(), sys.getprofile()

    def note(frame: FrameType, event: str, _value: object) -> None:
        if event == "call":
            counted.called.add(frame.f_code)

    def do(work: Callable[[], object], done: asyncio.Future[object]) -> None:
        counted.trips += 1
        with _profiled(note):
            work_there(work, done)

    async def to_thread(work: Callable[[], object]) -> object:
        def noted() -> object:
            with _profiled(note):
                return work()

        return await in_thread(noted)

    work_there, in_thread = connection._do, asyncio.to_thread
    database = table.bot.store._database
    connections = database.reader, database._writer
    for each in connections:
        await trace(each, counted.written.append)
    sys.setprofile(note)
    try:
        with patch.object(connection, "_do", do), patch.object(asyncio, "to_thread", to_thread):
            yield counted
    finally:
        sys.setprofile(before)
        for each in connections:
            await trace(each, None)
