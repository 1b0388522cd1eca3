"""Bivouac (L. Lynn Smith, 2002): twelve stones a side march round a run into the enemy's camp."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.bits import bits
from rules.move import Move, some
from rules.position import PASS, Option, Outcome, Position
from rules.refusal import IllegalMove
from rules.repetition import LIMIT, times_stood
from rules.words import number_of

WHITE, BLACK = 0, 1
FILES, RANKS = "abcdef", range(1, 12)
STRIDE = 8
"""A set of cells is an integer: file f (a is 0) of rank r is bit 8·(r - 1) + f."""

NAMES = {
    STRIDE * (rank - 1) + file: f"{letter}{rank}"
    for rank in RANKS
    for file, letter in enumerate(FILES)
}
PLACES = {name: place for place, name in NAMES.items()}


def _set_of(files: str, ranks: range | tuple[int, ...]) -> int:
    return sum(1 << PLACES[f"{file}{rank}"] for file in files for rank in ranks)


LINES = tuple(_set_of(file, RANKS) for file in "af") + tuple(
    _set_of(FILES, (rank,)) for rank in (1, 6, 11)
)
RUN = LINES[0] | LINES[1] | LINES[2] | LINES[3] | LINES[4]
CAMPS = _set_of("bcde", range(2, 6)), _set_of("bcde", range(7, 11))  # the lower, the upper
CAMP = CAMPS[0] | CAMPS[1]
GOALS = _set_of("cd", (8, 9)), _set_of("cd", (3, 4))  # White's, Black's
START = CAMPS[0] & ~GOALS[BLACK], CAMPS[1] & ~GOALS[WHITE]
STEPS = (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1)
FEWEST = 4
"""A side with fewer stones has lost."""


def _quiet_targets(place: int) -> int:
    """Give the cells that a step or a slide may reach from a cell, if they are empty."""
    near = sum(1 << place + step for step in STEPS if place + step in NAMES)
    if CAMP >> place & 1:
        return near
    targets = near & CAMP
    for line in LINES:
        if line >> place & 1:
            targets |= line
    return targets & ~(1 << place)


REACH = {place: _quiet_targets(place) for place in NAMES}
QUIET = {
    (place, target): Move(f"{name}-{NAMES[target]}", (name, NAMES[target]))
    for place, name in NAMES.items()
    for target in bits(REACH[place])
}
CHANGE = {move.text: 1 << place | 1 << target for (place, target), move in QUIET.items()}
JUMPS = {
    place: tuple(
        (1 << place + step, place + 2 * step)
        for step in STEPS
        if any(
            camp >> place & camp >> max(0, place + step) & camp >> max(0, place + 2 * step) & 1
            for camp in CAMPS
        )  # cell 0 is in no camp
    )
    for place in NAMES
}  # the cell jumped over, as a set, and the landing, all in one camp
Chain = tuple[tuple[int, ...], int]
"""A capture: the places it touches, the start first, and the set of stones that it takes."""


@dataclass(frozen=True)
class Bivouac(Position):
    """A position of Bivouac: a set of stones per side."""

    key: ClassVar[str] = "bivouac"
    name: ClassVar[str] = "Bivouac"
    sides: ClassVar[tuple[str, str]] = ("white", "black")
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "variant",
            "Capturing",
            ("standard", "hostile"),
            ("Free to capture or not", "Hostile: the longest capture is a must"),
        ),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "classic": {},
        "hostile": {"variant": "hostile"},
    }

    stones: tuple[int, int]
    turn: int
    chosen: tuple[str, ...]
    quiet: tuple[str, ...] = field(default=(), compare=False)
    """The steps and slides since the last capture, oldest first."""

    @classmethod
    def start(cls, chosen: Mapping[str, str]) -> Self:
        return cls(START, WHITE, cls.complete(chosen))

    def board(self) -> dict[str, str]:
        """Give the letter of every stone by its cell: `w` or `b`."""
        return {
            NAMES[place]: letter
            for side, letter in enumerate("wb")
            for place in bits(self.stones[side])
        }

    def moves(self) -> Mapping[str, Move]:
        if self._decided():
            return {}
        captures = self._captures()
        found = [_capture(chain) for chain in captures]
        if not (captures and self._hostile):
            found += [QUIET[step] for step in self._steps()]
        # By starting cell, captures before steps.
        found.sort(key=lambda move: PLACES[move.path[0]])
        return {move.text: move for move in found}

    def count(self) -> int:
        if self._decided():
            return 0
        captures = len(self._captures())
        if captures and self._hostile:
            return captures
        own = self.stones[self.turn]
        empty = ~(own | self.stones[1 - self.turn])
        return captures + sum((REACH[place] & empty).bit_count() for place in bits(own))

    def successors(self) -> Iterator[Self]:
        if self._decided():
            return
        captures = self._captures()
        for path, taken in captures:
            yield self._after(path[0], path[-1], taken)
        if not (captures and self._hostile):
            for origin, target in self._steps():
                yield self._after(origin, target, 0)

    def play(self, text: str) -> tuple[Move, Self]:
        move = self.read(text)
        taken = sum(1 << PLACES[cell] for cell in move.taken)
        return move, self._after(PLACES[move.path[0]], PLACES[move.path[-1]], taken)

    @property
    def _hostile(self) -> bool:
        return self.chosen[0] == "hostile"

    def _steps(self) -> Iterator[tuple[int, int]]:
        own = self.stones[self.turn]
        empty = ~(own | self.stones[1 - self.turn])
        for origin in bits(own):
            for target in bits(REACH[origin] & empty):
                yield origin, target

    def _captures(self) -> list[Chain]:
        """Give every legal capture; where captures are a must, only the longest."""
        own, enemy = self.stones[self.turn], self.stones[1 - self.turn]
        chains: list[Chain] = []
        for start in bits(own & CAMP):
            if REACH[start] & enemy:
                self._jump_on(((start,), 0), own ^ 1 << start, enemy, chains)
        if chains and self._hostile:
            longest = max(len(path) for path, _ in chains)
            return [chain for chain in chains if len(chain[0]) == longest]
        return chains

    def _jump_on(self, chain: Chain, own: int, enemy: int, chains: list[Chain]) -> None:
        """Add every way of going on with a capture, each shorter one before its longer ones."""
        path, taken = chain
        for over, landing in JUMPS[path[-1]]:
            if enemy & over and not (own | enemy) >> landing & 1:
                longer = (*path, landing), taken | over
                chains.append(longer)
                self._jump_on(longer, own, enemy ^ over, chains)

    def _after(self, origin: int, target: int, taken: int) -> Self:
        # A capture may end where it began: then the stone stays.
        own = self.stones[self.turn] & ~(1 << origin) | 1 << target
        enemy = self.stones[1 - self.turn] & ~taken
        stones = (own, enemy) if self.turn == WHITE else (enemy, own)
        quiet = () if taken else (*self.quiet, QUIET[origin, target].text)
        return type(self)(stones, 1 - self.turn, self.chosen, quiet)

    def _decided(self) -> Outcome | None:
        """Give the outcome of a game that ended otherwise than by a side being blocked."""
        for side in (1 - self.turn, self.turn):
            if self.stones[side] & GOALS[side] == GOALS[side]:
                return Outcome(side, f"{self._side(side)} fills all four of its goals.")
        for side in (WHITE, BLACK):
            left = self.stones[side].bit_count()
            if left < FEWEST:
                reason = f"{self._side(side)} has only {number_of(left, 'stone')} left."
                return Outcome(1 - side, reason)
        if times_stood([CHANGE[text] for text in self.quiet]) >= LIMIT:
            return Outcome(None, "The same position stands for the third time.")
        return None

    def outcome(self) -> Outcome | None:
        if ending := self._decided():
            return ending
        if self._captures() or any(self._steps()):
            return None
        return Outcome(None, f"{self._side(self.turn)} has no legal move.")

    def encode(self) -> str:
        board = self.board()
        ranks = ("".join(board.get(f"{file}{rank}", ".") for file in FILES) for rank in RANKS[::-1])
        options = self.write_options(self.chosen)
        return " ".join(("/".join(ranks), self.sides[self.turn], options, *self.quiet))

    @classmethod
    def decode(cls, line: str) -> Self:
        match line.split(" "):
            case [placing, turn, options, *quiet] if turn in cls.sides:
                values = cls.read_options(options)
                side = cls.sides.index(turn)
                position = cls(_read_placing(placing), side, values, tuple(quiet))
                position._check_history()
                return position
        raise ValueError(f"not a position of Bivouac: {line!r}")

    def _check_history(self) -> None:
        """Raise `ValueError` unless the quiet moves, taken back one by one, lead here."""
        stones, mover = list(self.stones), self.turn
        for text in reversed(self.quiet):
            mover = 1 - mover
            if text not in CHANGE:
                raise ValueError(f"no step or slide: {text!r}")
            origin, target = (1 << PLACES[cell] for cell in text.split("-"))
            if not stones[mover] & target or (stones[0] | stones[1]) & origin:
                raise ValueError(f"{text!r} does not lead to this position")
            stones[mover] ^= origin | target

    def describe(self) -> str:
        words = ["Bivouac."]
        for side in (WHITE, BLACK):
            cells = [NAMES[place] for place in bits(self.stones[side])]
            goals = (self.stones[side] & GOALS[side]).bit_count()
            words.append(
                f"{self._side(side)}: {number_of(len(cells), 'stone')} "
                f"({', '.join(cells) or 'none'}), {goals} of them in its goals."
            )
        ending = self.outcome()
        words.append(ending.reason if ending else f"{self._side(self.turn)} to move.")
        return " ".join((*words, self.options_in_words(self.chosen))).strip()

    def tell(self, move: Move) -> str:
        start, *_, end = move.path
        if not move.taken:
            near = abs(ord(start[0]) - ord(end[0])) < 2 and abs(int(start[1:]) - int(end[1:])) < 2
            words = f"{'steps' if near else 'slides'} from `{start}` to `{end}`"
        else:
            way = " and ".join(f"`{cell}`" for cell in move.path[1:])
            taken = " and ".join(f"`{cell}`" for cell in move.taken)
            stones = "stone" if len(move.taken) == 1 else "stones"
            words = f"jumps from `{start}` to {way} and takes the {stones} on {taken}"
        if GOALS[self.turn] >> PLACES[end] & 1 and not GOALS[self.turn] >> PLACES[start] & 1:
            words += ", one of its goals"
        return words

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        if cells == (PASS,):
            return IllegalMove("Nobody passes in Bivouac; move one of your stones.")
        for cell in cells:
            if cell not in PLACES:
                return IllegalMove(
                    "There is no cell `{cell}`: files are a to f, ranks 1 to 11.", cell=cell
                )
        start, end = cells[0], cells[-1]
        board = self.board()
        if start not in board:
            return IllegalMove("`{cell}` is empty; start from one of your stones.", cell=start)
        if board[start] != "wb"[self.turn]:
            return IllegalMove("`{cell}` is not yours.", cell=start)
        moves = self.moves()
        if self._hostile and self._captures():
            return IllegalMove(
                "You must capture, and as much as you can: {moves}.", moves=some(moves)
            )
        own = [move.text for move in moves.values() if move.path[0] == start]
        if not own:
            return IllegalMove("The stone on `{cell}` cannot move now.", cell=start)
        if len(cells) == 1 or (start == end and len(cells) == 2):
            return IllegalMove("Say where the stone goes: {moves}.", moves=some(own))
        if end in board and end != start:
            return IllegalMove("`{cell}` holds a stone already.", cell=end)
        return self._explain_way(cells, own)

    def _explain_way(self, cells: tuple[str, ...], own: list[str]) -> IllegalMove:
        """Say why a stone cannot go this way to an empty cell."""
        start, end = PLACES[cells[0]], PLACES[cells[-1]]
        over = (start + end) // 2
        straight = end - start in {2 * step for step in STEPS}
        if len(cells) > 2:
            return IllegalMove(
                "From `{cell}` no stone can jump like that; it may go {moves}.",
                cell=cells[0],
                moves=some(own),
            )
        if RUN >> start & 1 and RUN >> end & 1:
            return IllegalMove(
                "In the Run a stone slides straight along a file or a rank of the Run, and "
                "`{start}` and `{end}` share none.",
                start=cells[0],
                end=cells[1],
            )
        if straight and not any(camp >> start & camp >> over & camp >> end & 1 for camp in CAMPS):
            return IllegalMove(
                "A jump starts, passes and lands within one encampment; `{end}` is too far for a "
                "step.",
                end=cells[1],
            )
        if straight and self.stones[self.turn] >> over & 1:
            return IllegalMove("Your own stone on `{cell}` cannot be jumped.", cell=NAMES[over])
        if straight:
            return IllegalMove("There is no stone to jump over on `{cell}`.", cell=NAMES[over])
        return IllegalMove(
            "`{end}` is too far from `{start}`; this stone may go {moves}.",
            start=cells[0],
            end=cells[1],
            moves=some(own),
        )

    def sketch(self) -> str:
        board = self.board()
        lines = []
        for rank in RANKS[::-1]:
            row = []
            for file in FILES:
                place = PLACES[f"{file}{rank}"]
                goal = (
                    "W" if GOALS[WHITE] >> place & 1 else "B" if GOALS[BLACK] >> place & 1 else ""
                )
                row.append(board.get(f"{file}{rank}", goal or (":" if CAMP >> place & 1 else ".")))
            lines.append(f"{rank:>2}  {' '.join(row)}")
        return "\n".join(
            (*lines, "    a b c d e f", "w, b: stones; W, B: empty goals; .: Run; :: encampment")
        )

    def _side(self, side: int) -> str:
        return self.sides[side].capitalize()


def _capture(chain: Chain) -> Move:
    path = tuple(NAMES[place] for place in chain[0])
    jumped = tuple(NAMES[(a + b) // 2] for a, b in zip(chain[0], chain[0][1:], strict=False))
    return Move(":".join(path), path, jumped)


def _read_placing(placing: str) -> tuple[int, int]:
    """Read the ranks. Raises `ValueError` for anything that no game can show."""
    if not re.fullmatch(r"[wb.]{6}(?:/[wb.]{6}){10}", placing):
        raise ValueError(f"not the ranks of Bivouac: {placing!r}")
    stones = {"w": 0, "b": 0}
    for rank, row in zip(RANKS[::-1], placing.split("/"), strict=True):
        for file, letter in zip(FILES, row, strict=True):
            if letter != ".":
                stones[letter] |= 1 << PLACES[f"{file}{rank}"]
    if max(map(int.bit_count, stones.values())) > START[WHITE].bit_count():
        raise ValueError("more than 12 stones of a side")
    return stones["w"], stones["b"]
