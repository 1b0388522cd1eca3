"""Claims beside a file, for processes of one machine: locks of the system on single bytes."""

import os
import struct
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from data.claims import Noticed, key_of
from data.unusable_file import Unusable, UnusableNow, unusable

if sys.platform == "linux":
    import fcntl

FLOCK = "hhqqi4x"
"""The `struct flock` of fcntl(2) on Linux: type, whence, start, length, process."""
SILENT = 5.0
"""After how many seconds without a look a process is frozen, and its claims are not believed."""
MOST, WIDTH = 64, 8
"""How many processes can share a file, and the bytes in which each writes when it last looked."""
MARK = MOST * WIDTH
"""Where the time stands at which settings were changed last."""


class FileClaims:
    """Locks on bytes of a file, far beyond its end, one for each name; they end with the process.

    They belong to the open file, not to the process as others do, which would lose all of them as
    soon as anything in it closed the same file.
    """

    def __init__(self, path: Path) -> None:
        """Open the file of claims beside a database. Raises `Unusable`."""
        if sys.platform != "linux":
            raise Unusable(
                f"{path} can't be shared by several processes on this system; name a database of "
                "a PostgreSQL server, or leave PARLOUR_SHARDS out."
            )
        self._path = path
        try:
            self._file = _open(path)
        except OSError as error:
            raise unusable(path, error) from error
        self._mine: set[str] = set()
        self._marks = [self._mark()] * 2
        self._beat = 0
        self._begin_beating()

    async def take(self, name: str, *, shared: bool = False) -> bool:
        return self._take(name, shared=shared)

    def _take(self, name: str, *, shared: bool = False) -> bool:
        if name in self._mine:
            return False
        try:
            self._lock(name, fcntl.F_RDLCK if shared else fcntl.F_WRLCK)
        except OSError:
            return False
        self._mine.add(name)
        return True

    async def give_back(self, name: str) -> None:
        if name in self._mine:
            self._mine.remove(name)
            self._lock(name, fcntl.F_UNLCK)

    async def held(self, names: Iterable[str]) -> set[str]:
        self._refuse_closed()
        is_silent = self._is_somebody_silent()
        return {
            name
            for name in names
            if name in self._mine or (not is_silent and self._is_others(name))
        }

    async def look(self) -> Noticed:
        self._refuse_closed()
        self._write_beat()
        # What was marked may have been committed only after the last look.
        self._marks = [self._mark(), *self._marks[:2]]
        return Noticed(settings_changed=len({*self._marks}) > 1)

    async def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _refuse_closed(self) -> None:
        if self._file < 0:
            raise UnusableNow(f"{self._path} is not shared by this process any more.")

    def _mark(self) -> bytes:
        return os.pread(self._file, WIDTH, MARK)

    def _begin_beating(self) -> None:
        """Have a place of one's own for the time of the last look."""
        while not self._take(f"beat {self._beat}"):
            self._beat += 1
            if self._beat == MOST:
                os.close(self._file)
                raise Unusable(f"No more than {MOST} processes can share a file.")
        self._write_beat()

    def _write_beat(self) -> None:
        os.pwrite(self._file, struct.pack("d", time.monotonic()), self._beat * WIDTH)

    def _is_somebody_silent(self) -> bool:
        """Tell whether another process is frozen; which of all claims are its own nobody knows."""
        beats = os.pread(self._file, MARK, 0)
        before = time.monotonic() - SILENT
        return any(
            struct.unpack_from("d", beats, beat * WIDTH)[0] < before
            and self._is_others(f"beat {beat}")
            for beat in range(len(beats) // WIDTH)
        )

    def _lock(self, name: str, kind: int) -> None:
        self._refuse_closed()
        wanted = struct.pack(FLOCK, kind, os.SEEK_SET, key_of(name), 1, 0)
        fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, wanted)

    def _is_others(self, name: str) -> bool:
        asked = struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, key_of(name), 1, 0)
        found = fcntl.fcntl(self._file, fcntl.F_OFD_GETLK, asked)
        return bool(struct.unpack(FLOCK, found)[0] != fcntl.F_UNLCK)


def mark_settings(path: Path) -> None:
    """Let the other processes of a file notice that settings are being changed."""
    file = _open(path)
    try:
        os.pwrite(file, struct.pack("q", time.time_ns()), MARK)
    finally:
        os.close(file)


def _open(path: Path) -> int:
    """Open the file of claims beside a database, for locks and a few times."""
    claims = path.with_name(f"{path.name}-claims")
    return os.open(claims, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
