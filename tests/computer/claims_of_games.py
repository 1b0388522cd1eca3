"""What hints claim of a single game, checked by its rules alone."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules import Move, Position
from rules.agon.board import NAMES as AGON_NAMES
from rules.agon.board import RING as AGON_RING
from rules.bivouac.board import GOALS, NAMES, PLACES, REACH
from rules.move import bits
from tests.rules.test_bizingo import sides_of, steps_of

Check: TypeAlias = Callable[..., bool]


@dataclass(frozen=True)
class Told:
    """A move that a hint names, in its position."""

    position: Position
    move: Move

    @property
    def after(self) -> Position:
        """The position after the move."""
        return self.position.after(self.move)

    @property
    def others(self) -> Iterator[Position]:
        """The positions after each other move."""
        return (after for move, after in self.position.children() if move.text != self.move.text)


def turned(position: Position) -> Position:
    """Return a position with the other side to move."""
    return replace(position, turn=1 - position.turn)  # type: ignore[type-var]  # a frozen dataclass


# --- Bizingo


def _bizingo_threat(told: Told, cell: str, held: str, sides: str) -> bool:
    board, own = told.after.board(), turned(told.after)
    letter = str(own.side(own.turn))[0]
    around = [board.get(side, " ") for side in sides_of(cell)]
    numbers = {"one": 1, "two": 2, "three": 3}
    return (
        sum(str(each).lower() == letter for each in around) == numbers[held]
        and len(around) == numbers[sides]
        and any(cell in move.taken for move in own.moves().values() if not own.loses(move))
        and not any(cell in move.taken for move in told.position.moves().values())
    )


def _is_in_danger(after: Position, cell: str) -> bool:
    return any(cell in move.taken for move in after.moves().values() if not after.loses(move))


def _guards(told: Told, cells: str) -> bool:
    after = told.after
    for cell in re.findall(r"`(\w+)`", cells):
        steps = [move for move in after.moves().values() if move.path[-1] == cell]
        if not steps or not all(
            after.loses(step) or _is_in_danger(after.after(step), cell) for step in steps
        ):
            return False
    return True


def _safe_cells(position: Position, cell: str) -> int:
    """Count the cells to which a piece of the side to move can go in three steps, ever safe."""
    seen = {cell: position}
    rim = [cell]
    for _ in range(3):
        found = []
        for at in rim:
            for move in seen[at].moves().values():
                to = move.path[-1]
                if move.path[0] != at or to in seen or seen[at].loses(move):
                    continue
                later = seen[at].after(move)
                if not _is_in_danger(later, to):
                    seen[to] = turned(later)
                    found.append(to)
        rim = found
    return len(seen) - 1


def _hems(told: Told, cell: str, number: str, _steps: str) -> bool:
    left = _safe_cells(told.after, cell)
    is_hunted = any(
        _is_in_danger(turned(later), cell) for _, later in turned(told.after).children()
    )
    return is_hunted and left == int(number) < _safe_cells(turned(told.position), cell)


def _closer(told: Told, cell: str) -> bool:
    """Check the distance of the moved piece to the nearest side of a cell."""
    origin, target = told.move.path
    return cell in told.after.board() and _steps(target, cell) < _steps(origin, cell)


def _steps(origin: str, cell: str) -> int:
    """Count the steps from a cell to a side of another, or to half of them at least."""
    zone, distances = {origin}, dict[str, int]()
    for number in range(30):
        for side in sides_of(cell):
            if side in zone:
                distances.setdefault(side, number)
        zone |= {near for each in zone for near in steps_of(each)}
    return sum(distances.values())


# --- Agon


def _ring(cell: str) -> int:
    return AGON_RING[AGON_NAMES.index(cell)]


def _agon_traps(told: Told, cells: str) -> bool:
    trapped = told.position.victims(told.move)
    return {*re.findall(r"`(\w+)`", cells)} <= {*trapped}


def _agon_queen(told: Told, number: str = "0") -> bool:
    origin, target = told.move.path
    letter = str(told.after.board()[target])
    return letter.isupper() and _ring(target) == int(number) < _ring(origin)


def _agon_guard(told: Told, number: str) -> bool:
    origin, target = told.move.path
    letter = str(told.after.board()[target])
    return letter.islower() and _ring(target) - 1 == int(number) < _ring(origin) - 1


def _agon_next_to(told: Told, number: str) -> bool:
    letter = str(told.after.board()[told.move.path[-1]])
    around = [cell for cell, each in told.after.board().items() if each == letter]
    return letter.islower() and sum(_ring(cell) == 1 for cell in around) == int(number)


def _agon_safe(told: Told) -> bool:
    after = told.after
    return not any(map(after.victims, after.moves().values()))


def _agon_safe_there(told: Told) -> bool:
    after, cell = told.after, told.move.path[-1]
    return not any(cell in after.victims(each) for each in after.moves().values())


def _agon_sent(told: Told) -> bool:
    trapped = told.position.trapped[told.position.turn]  # type: ignore[attr-defined]
    return all(
        trapped >> AGON_NAMES.index(move.path[0]) & 1 for move in told.position.moves().values()
    )


# --- Bivouac


def _fills(told: Told, number: str, wanted: str) -> bool:
    side = told.position.turn
    goals = {NAMES[place] for place in bits(GOALS[side])}
    own = {cell for cell, letter in told.after.board().items() if letter == "wb"[side]}
    origin, target = told.move.path[0], told.move.path[-1]
    return (
        target in goals
        and origin not in goals
        and (len(goals & own), len(goals)) == (int(number), int(wanted))
    )


def _moves_to_goal(side: int, cell: str) -> int:
    zone, number = 1 << PLACES[cell], 0
    while not zone & GOALS[side]:
        number += 1
        for place in bits(zone):
            zone |= REACH[place]
    return number


def _closer_to_goal(told: Told, number: str) -> bool:
    side = told.position.turn
    now, before = (_moves_to_goal(side, told.move.path[end]) for end in (-1, 0))
    return now == int(number) < before


def _blocks_goal(told: Told) -> bool:
    goals = [NAMES[place] for place in bits(GOALS[1 - told.position.turn])]
    return told.move.path[-1] in goals and told.move.path[0] not in goals


# --- Ringo


def _to_fortress(told: Told, cell: str) -> int:
    """Count the steps of an attacker to the fortress, the one out of a closed neutral zone too."""
    is_closed = "fortress_from_neutral=no" in told.position.encode()
    return 7 - int(cell[1]) + (is_closed and cell[0] == "h")


def _closer_to_fortress(told: Told, number: str) -> bool:
    now, before = (_to_fortress(told, told.move.path[end]) for end in (-1, 0))
    return told.position.turn == 0 and now == int(number) < before


def _inward(attacks: Position) -> set[str]:
    """Return the attackers that can step inward."""
    return {
        move.path[0]
        for move in attacks.moves().values()
        if move.path[0] != "F"
        and move.text.count("-")
        and (move.path[1] == "F" or move.path[0][0] == move.path[1][0])
    }


def _blocks_way(told: Told, number: str) -> bool:
    before = _inward(turned(told.position))
    return len(_inward(told.after)) == int(number) < len(before)


def _meets(told: Told) -> bool:
    attackers = [cell for cell, letter in told.position.board().items() if letter == "a"]
    origin, target = told.move.path
    return (
        told.position.turn == 1
        and int(target[1]) < int(origin[1])
        and not any(cell == "F" or cell[1] == "6" for cell in attackers)
        and any(int(cell[1]) < int(origin[1]) for cell in attackers)
    )


def _enters(told: Told) -> bool:
    return told.move.path[-1] == "F" and told.after.fortress == 1  # type: ignore[attr-defined]


def _safe_in_neutral(told: Told) -> bool:
    cell = told.move.path[-1]
    return cell[0] == "h" and not any(cell in each.taken for each in told.after.moves().values())


CLAIMS_OF_GAMES: Mapping[str, Check] = {
    r"It threatens `(\w+)`: (\w+) of its (\w+) sides (?:is|are) covered": _bizingo_threat,
    r"It guards (.+): an enemy piece that steps there is in danger": _guards,
    r"It hems in the piece on `(\w+)`: (\d+) safe cells? (?:is|are) left within (3) steps": _hems,
    r"It gets closer to the piece on `(\w+)`": _closer,
    r"It traps the queen on (.+), who has to be sent back": _agon_traps,
    r"It traps the guards? on (.+), who ha(?:s|ve) to be sent back": _agon_traps,
    r"It brings the queen closer to the throne: (\d+) steps? to go": _agon_queen,
    r"It puts the queen on the throne": _agon_queen,
    r"It reaches a cell next to the throne: that makes (\d+) of 6": _agon_next_to,
    r"It brings a guard closer to the throne: now (\d+) steps? from a cell next to it": _agon_guard,
    r"It's safe: nothing can be trapped on the next move": _agon_safe,
    r"It's safe there: it can't be trapped on the next move": _agon_safe_there,
    r"A trapped piece has to be sent back before anything else moves": _agon_sent,
    r"It fills a goal \((\d+) of (\d+)\)": _fills,
    r"It gets closer to the goals: (\d+) moves? away if nothing is in the way": _closer_to_goal,
    r"It blocks a goal that the other side has to fill": _blocks_goal,
    r"It enters the fortress: one more attacker in there wins": _enters,
    r"It gets closer to the fortress: (\d+) steps? to go": _closer_to_fortress,
    r"It blocks a way in, leaving (\d+) attackers? who can still step inward": _blocks_way,
    r"It goes to meet the attackers before they reach the fortress": _meets,
    r"It's safe there: nothing can be taken in the neutral zone": _safe_in_neutral,
}
