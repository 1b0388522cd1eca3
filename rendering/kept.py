"""The boards that are kept ready, a bounded number of them."""

from threading import Lock

from rendering.marks import rehearsal
from rendering.scene import Board, Scene
from rendering.surface import Surface
from rendering.themes import Theme

MOST_BOARDS = 24
"""The board that was not used for longest goes first; each takes up to four megabytes."""

_kept: dict[tuple[Board, Theme, bool], Surface] = {}
_looking, _building = Lock(), Lock()


def surface_for(scene: Scene, theme: Theme, *, coordinates: bool) -> Surface:
    """Give the surface of a scene's board, building it where it is not kept (up to 0.5 s).

    Boards are built one at a time; whoever wants one that is there never waits for that.
    """
    key = (scene.board, theme, coordinates)
    if found := _look_up(key):
        return found
    with _building:
        if found := _look_up(key):
            return found
        built = Surface(scene.board, theme, coordinates=coordinates)
        built.rehearse(rehearsal(scene))
        with _looking:
            _kept[key] = built
            while len(_kept) > MOST_BOARDS:
                del _kept[next(iter(_kept))]
        return built


def forget() -> None:
    """Let go of every board."""
    with _looking:
        _kept.clear()


def _look_up(key: tuple[Board, Theme, bool]) -> Surface | None:
    with _looking:
        if found := _kept.pop(key, None):
            _kept[key] = found
        return found
