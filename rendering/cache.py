"""A cache for later pictures: painted boards, and the changes between frames of animations."""

from collections.abc import Hashable
from threading import Lock

from rendering.gif_format import Block
from rendering.painted_board import Surface
from rendering.scene import Board
from rendering.stamps import stamps_of
from rendering.themes import Theme

MOST_BOARDS = 24
"""The least recently used board is dropped first; each takes a megabyte."""
MOST_PACKED_BYTES = 8_000_000
"""The most memory of packed boards, of some 60 kB each: more than people have in use at a time."""
MOST_CHANGE_BYTES = 4_000_000
"""The most memory that the changes of all boards take together."""
CHANGE_OVERHEAD = 800
"""Bytes that a change takes besides its blocks: its key holds every token there."""

_Key = tuple[Board, Theme, bool]

_boards: dict[_Key, Surface] = {}
_packed: dict[_Key, bytes] = {}
"""Every board that was painted, also those dropped from `_boards` since then."""
_lookup_lock, _building_lock = Lock(), Lock()


def surface_for(board: Board, theme: Theme, *, coordinates: bool) -> Surface:
    """Return the surface of a board, painting it on the first call (up to 0.5 s).

    Boards are painted one at a time; a caller whose board is cached, or kept packed, never waits
    for that.
    """
    key = board, theme, coordinates
    if found := _look_up(key):
        return found
    with _building_lock:
        if found := _look_up(key):
            return found
        built = Surface(board, theme, coordinates=coordinates)
        _keep(key, built, built.packed())
        return built


def estimated_bytes() -> int:
    """Estimate the memory that all boards take, without the stamps of their themes."""
    with _lookup_lock:
        painted = sum(surface.estimated_bytes() for surface in _boards.values())
        return painted + sum(map(len, _packed.values()))


def clear_boards() -> None:
    """Drop every board, and the stamps of every theme."""
    with _lookup_lock:
        _boards.clear()
        _packed.clear()
    stamps_of.cache_clear()


def _look_up(key: _Key) -> Surface | None:
    """Find a board; one that is only kept packed is unpacked."""
    with _lookup_lock:
        if found := _boards.pop(key, None):
            _boards[key] = found  # now the most recently used
            return found
        if (packed := _packed.get(key)) is None:
            return None
    board, theme, coordinates = key
    unpacked = Surface(board, theme, coordinates=coordinates, packed=packed)
    _keep(key, unpacked, packed)
    return unpacked


def _keep(key: _Key, surface: Surface, packed: bytes) -> None:
    """Keep a board as the most recently used one, and drop what was not used for longest."""
    with _lookup_lock:
        _boards[key] = surface
        while len(_boards) > MOST_BOARDS:
            del _boards[next(iter(_boards))]
        _packed.pop(key, None)
        _packed[key] = packed
        while sum(map(len, _packed.values())) > MOST_PACKED_BYTES:
            del _packed[next(iter(_packed))]


class ChangeCache:
    """A least-recently-used cache of changes, by everything that they depend on."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes, self._bytes = most_bytes, 0
        self._boards: dict[Hashable, tuple[Block, ...]] = {}
        self._lock = Lock()

    def find(self, key: Hashable) -> tuple[Block, ...] | None:
        """Return the blocks of a change, or `None` where it is not cached."""
        with self._lock:
            if (found := self._boards.pop(key, None)) is not None:
                self._boards[key] = found  # now the most recently used
            return found

    def keep(self, key: Hashable, blocks: tuple[Block, ...]) -> None:
        """Cache the blocks of a change."""
        with self._lock:
            self._bytes += _size_of(blocks) - _size_of(self._boards.pop(key, ()))
            self._boards[key] = blocks
            while self._bytes > self._most_bytes:
                self._bytes -= _size_of(self._boards.pop(next(iter(self._boards))))

    def clear(self) -> None:
        """Drop every change."""
        with self._lock:
            self._boards.clear()
            self._bytes = 0

    def estimated_bytes(self) -> int:
        """Estimate the memory that the cache takes."""
        return self._bytes


CHANGES = ChangeCache(MOST_CHANGE_BYTES)


def _size_of(blocks: tuple[Block, ...]) -> int:
    return CHANGE_OVERHEAD * bool(blocks) + sum(len(block.packed) for block in blocks)
