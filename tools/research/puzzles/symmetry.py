"""Positions that look alike: one is the other mirrored or turned, maybe with the sides changed."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache

from rules import Position
from rules.agon import Agon
from rules.agon import board as agon
from rules.bivouac import board as bivouac
from rules.bizingo import board as bizingo
from rules.hoyito import Hoyito
from rules.ringo import Ringo
from rules.ringo import board as ringo

Symmetry = tuple[Mapping[str, str], bool]
"""The target of each cell, and whether the sides change their colours."""


def alike(position: Position) -> Hashable:
    """Return what is the same for all positions that look alike, whatever came before."""
    return min(_seen(position))


def _seen(position: Position) -> Iterator[str]:
    """Describe the position as each symmetry shows it."""
    if isinstance(position, Hoyito):
        half = len(position.holes) // 2
        south, north = position.holes[:half], position.holes[half:]
        first = (south, north, *position.stores, position.chosen.direction)
        second = (north, south, *position.stores[::-1], position.chosen.direction)
        return iter([str(second if position.turn else first)])
    return (_as_seen(position, to, changes) for to, changes in _symmetries(position.key))


def _as_seen(position: Position, to: Mapping[str, str], changes: bool) -> str:
    pieces = position.board()
    marks = _trapped(position)
    swap = str.maketrans(*_letters(position)) if changes else {}
    there = sorted((to.get(c, c), str(p).translate(swap), c in marks) for c, p in pieces.items())
    inside = position.fortress if isinstance(position, Ringo) else 0
    options = "" if isinstance(position, Agon) else position.chosen.write()
    return str((there, position.turn ^ changes, inside, options))


def _trapped(position: Position) -> frozenset[str]:
    if not isinstance(position, Agon):
        return frozenset()
    caught = position.trapped[0] | position.trapped[1]
    return frozenset(name for place, name in enumerate(agon.NAMES) if caught >> place & 1)


def _letters(position: Position) -> tuple[str, str]:
    one, other = (side[0] for side in position.sides)
    both = one + one.upper() + other + other.upper()
    return both, other + other.upper() + one + one.upper()


@cache
def _symmetries(key: str) -> Sequence[Symmetry]:
    make: Mapping[str, Callable[[], Sequence[Symmetry]]] = {
        "agon": _agon,
        "bivouac": _bivouac,
        "bizingo": _bizingo,
        "ringo": _ringo,
    }
    return make[key]() if key in make else [({}, False)]


def _bizingo() -> Sequence[Symmetry]:
    rows: dict[str, list[str]] = {}
    for name in bizingo.CELLS:
        rows.setdefault(name[0], []).append(name)
    mirrored = {a: b for row in rows.values() for a, b in zip(row, row[::-1], strict=True)}
    return [({}, False), (mirrored, False)]


def _bivouac() -> Sequence[Symmetry]:
    files = bivouac.FILES
    cells = {name: (files.index(name[0]), int(name[1:])) for name in bivouac.NAMES.values()}
    found = []
    for mirrors in (False, True):
        for turns in (False, True):
            to = {
                name: f"{files[5 - file if mirrors else file]}{12 - rank if turns else rank}"
                for name, (file, rank) in cells.items()
            }
            found.append((to, turns))
    return found


def _ringo() -> Sequence[Symmetry]:
    sectors = "habcdefg"
    mirrored = {
        name: sectors[-sectors.index(name[0]) % ringo.SECTORS] + name[1:] for name in ringo.NAMES
    }
    return [({}, False), (mirrored, False)]


def _agon() -> Sequence[Symmetry]:
    name_at = {at: name for name, at in agon.AT.items()}
    found = []
    for mirrors in (False, True):
        places = {name: (r, q) if mirrors else (q, r) for name, (q, r) in agon.AT.items()}
        for _ in range(len(agon.DIRECTIONS)):
            places = {name: (-r, q + r) for name, (q, r) in places.items()}
            to = {name: name_at[at] for name, at in places.items()}
            found += [(to, False), (to, True)]
    return found
