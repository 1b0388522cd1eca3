"""What later pictures reuse: painted boards, and the changes between frames of animations."""

from collections.abc import Hashable
from threading import Lock

from rendering.gif import Block
from rendering.marks import warm_up_layers
from rendering.scene import Board, Scene
from rendering.surface import Surface
from rendering.themes import Theme

MOST_BOARDS = 24
"""The least recently used board is dropped first; each takes up to four megabytes."""
MOST_CHANGE_BYTES = 4_000_000
"""The most memory that the changes of all boards take together."""
CHANGE_OVERHEAD = 800
"""Bytes that a change takes besides its blocks: its key holds every token there."""

_boards: dict[tuple[Board, Theme, bool], Surface] = {}
_lookup_lock, _building_lock = Lock(), Lock()


def surface_for(scene: Scene, theme: Theme, *, coordinates: bool) -> Surface:
    """Return the surface of a scene's board, painting it on the first call (up to 0.5 s).

    Boards are painted one at a time; a caller whose board is cached never waits for that.
    """
    key = (scene.board, theme, coordinates)
    if found := _look_up(key):
        return found
    with _building_lock:
        if found := _look_up(key):
            return found
        built = Surface(scene.board, theme, coordinates=coordinates)
        built.warm_up(warm_up_layers(scene))
        with _lookup_lock:
            _boards[key] = built
            while len(_boards) > MOST_BOARDS:
                del _boards[next(iter(_boards))]
        return built


def clear_boards() -> None:
    """Drop every cached board."""
    with _lookup_lock:
        _boards.clear()


def _look_up(key: tuple[Board, Theme, bool]) -> Surface | None:
    with _lookup_lock:
        if found := _boards.pop(key, None):
            _boards[key] = found
        return found


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
