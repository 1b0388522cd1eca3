"""Bizingo (USA, 1850s): two armies that share no cell, captains, and taking by surrounding."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.bits import bits
from rules.move import Move
from rules.position import PASS, Option, Outcome, Position
from rules.refusal import IllegalMove
from rules.repetition import LIMIT, times_stood
from rules.words import number_of, quoted

LIGHT, DARK = 0, 1
QUIET_PLIES = 200
"""So many plies in a row without a piece leaving the board end the game in a draw."""

# A place is 16·row + column in Wikipedia's triangle: rows 1..13 from the apex, columns from the
# left. Each row has `row` triangles that point up, where the dark pieces stand, and `row - 1` that
# point down, where the light ones stand, so a set of one side's cells is an integer with the bits
# of their places; the same bit means another cell for the other side.
STRIDE = 16
STEPS = (-STRIDE - 1, -STRIDE, -1, 1, STRIDE, STRIDE + 1)
SIDES = {LIGHT: (-STRIDE, 0, 1), DARK: (-1, 0, STRIDE)}  # to the other colour's places
CUT_OFF = {
    DARK: {(12, 1), (13, 1), (13, 2), (12, 12), (13, 12), (13, 13)},
    LIGHT: {(13, 1), (13, 12)},
}  # the lower corners; the upper one is rows 1 and 2


def _cells() -> Iterator[tuple[str, int, int]]:
    """Give every cell's name, colour and place, row by row, from the left over both colours."""
    for row in range(3, 14):
        order = ((side, column) for column in range(1, row + 1) for side in (DARK, LIGHT))
        kept = (
            (side, column)
            for side, column in order
            if (row, column) not in CUT_OFF[side] and (side == DARK or column < row)
        )
        for number, (side, column) in enumerate(kept, start=1):
            yield f"{'abcdefghijk'[row - 3]}{number}", side, STRIDE * row + column


CELLS = {name: (side, place) for name, side, place in _cells()}
NAMES = tuple({place: name for name, side, place in _cells() if side == own} for own in (0, 1))
BOARD = tuple(sum(1 << place for place in NAMES[side]) for side in (LIGHT, DARK))
NEAR = tuple(
    {place: sum(1 << place + step for step in STEPS if place + step in names) for place in names}
    for names in NAMES
)  # where a piece may step to, if that is empty
AROUND = tuple(
    {
        place: sum(1 << place + step for step in SIDES[side] if place + step in NAMES[1 - side])
        for place in NAMES[side]
    }
    for side in (LIGHT, DARK)
)  # the two or three cells of the other colour that share an edge
EDGE = tuple(
    sum(1 << place for place, around in AROUND[side].items() if around.bit_count() == 2)
    for side in (LIGHT, DARK)
)
STEP = tuple(
    {
        (place, target): Move(f"{name}-{NAMES[side][target]}", (name, NAMES[side][target]))
        for place, name in NAMES[side].items()
        for target in bits(NEAR[side][place])
    }
    for side in (LIGHT, DARK)
)
# What a quiet step changes in the set of (piece, cell) pairs; a captain's step is told by capitals.
CHANGE = {
    text: (1 << place | 1 << target) << 256 * captain
    for side in (LIGHT, DARK)
    for (place, target), move in STEP[side].items()
    for captain, text in enumerate((move.text, move.text.upper()))
}


def _set_of(names: str) -> int:
    return sum(1 << CELLS[name][1] for name in names.split())


START = (
    _set_of("h4 h6 h8 h10 h12 h14 h16 i6 i8 i10 i12 i14 i16 j7 j9 j11 j13 j15"),
    _set_of("c3 c5 c7 d3 d5 d7 d9 e3 e5 e7 e9 e11 f3 f5 f7 f9 f11 f13"),
)
START_CAPTAINS = (_set_of("h6 h14"), _set_of("f5 f11"))
LETTERS = ("lL", "dD")
MOST_PIECES, MOST_CAPTAINS = 18, 2


@dataclass(frozen=True)
class Bizingo(Position):
    """A position of Bizingo; `captains` are among the `pieces`, each a set per side."""

    key: ClassVar[str] = "bizingo"
    name: ClassVar[str] = "Bizingo"
    sides: ClassVar[tuple[str, str]] = ("light", "dark")
    options: ClassVar[tuple[Option, ...]] = (
        Option("first", "Who begins", ("light", "dark"), ("Light", "Dark")),
    )

    pieces: tuple[int, int]
    captains: tuple[int, int]
    turn: int
    chosen: tuple[str, ...]
    quiet: tuple[str, ...] = field(default=(), compare=False)
    """The steps since a piece last left the board, oldest first, a captain's in capitals."""

    @classmethod
    def start(cls, chosen: Mapping[str, str]) -> Self:
        values = cls.complete(chosen)
        return cls(START, START_CAPTAINS, cls.sides.index(values[0]), values)

    def board(self) -> dict[str, str]:
        """Give the letter of every piece by its cell: `l` or `d`, a captain's in capitals."""
        return {
            NAMES[side][place]: LETTERS[side][self.captains[side] >> place & 1]
            for side in (LIGHT, DARK)
            for place in bits(self.pieces[side])
        }

    def moves(self) -> Mapping[str, Move]:
        if self.outcome():
            return {}
        found = {}
        for origin, target in self._steps():
            move = STEP[self.turn][origin, target]
            taken, lost = self._captures(origin, target)
            if taken:
                names = tuple(NAMES[1 - self.turn][place] for place in bits(taken))
                move = Move(move.text, move.path, names)
            elif lost:
                move = Move(move.text, move.path, move.path[1:])
            found[move.text] = move
        return found

    def count(self) -> int:
        if self.outcome():
            return 0
        own = self.pieces[self.turn]
        free = BOARD[self.turn] & ~own
        return (
            (own << 1 & free).bit_count()
            + (own >> 1 & free).bit_count()
            + (own << STRIDE & free).bit_count()
            + (own >> STRIDE & free).bit_count()
            + (own << STRIDE + 1 & free).bit_count()
            + (own >> STRIDE + 1 & free).bit_count()
        )

    def successors(self) -> Iterator[Self]:
        if not self.outcome():
            for origin, target in self._steps():
                yield self._after(origin, target)

    def play(self, text: str) -> tuple[Move, Self]:
        move = self.read(text)
        origin, target = (CELLS[cell][1] for cell in move.path)
        return move, self._after(origin, target)

    def _steps(self) -> Iterator[tuple[int, int]]:
        own = self.pieces[self.turn]
        near = NEAR[self.turn]
        for origin in bits(own):
            for target in bits(near[origin] & ~own):
                yield origin, target

    def _captures(self, origin: int, target: int) -> tuple[int, bool]:
        """Give the set of enemies that a step takes, and whether it loses the piece that moves.

        Judged only around the piece that moved (Ludii): every side of a taken piece holds the
        mover's pieces, with a captain among them where it is a captain or stands on an edge cell.
        A piece that takes nothing and has enemies on all its three sides is lost itself.
        """
        mover, enemy = self.turn, 1 - self.turn
        threatened = AROUND[mover][target] & self.pieces[enemy]
        if not threatened:
            return 0, False
        step = 1 << origin | 1 << target
        own = self.pieces[mover] ^ step
        captains = self.captains[mover]
        if captains >> origin & 1:
            captains ^= step
        need_captain = self.captains[enemy] | EDGE[enemy]
        taken = 0
        for place in bits(threatened):
            around = AROUND[enemy][place]
            if around & own == around and (around & captains or not need_captain >> place & 1):
                taken |= 1 << place
        surrounded = threatened == AROUND[mover][target] and not EDGE[mover] >> target & 1
        return taken, surrounded and not taken

    def _after(self, origin: int, target: int) -> Self:
        mover, enemy = self.turn, 1 - self.turn
        taken, lost = self._captures(origin, target)
        captain = self.captains[mover] >> origin & 1
        # A piece that is lost at its target only leaves its origin.
        step = 1 << origin | (0 if lost else 1 << target)
        own, captains = self.pieces[mover] ^ step, self.captains[mover] ^ step * captain
        other, other_captains = self.pieces[enemy] & ~taken, self.captains[enemy] & ~taken
        quiet: tuple[str, ...] = ()
        if not (taken or lost):
            text = STEP[mover][origin, target].text
            quiet = (*self.quiet, text.upper() if captain else text)
        return type(self)(
            (own, other) if mover == LIGHT else (other, own),
            (captains, other_captains) if mover == LIGHT else (other_captains, captains),
            enemy,
            self.chosen,
            quiet,
        )

    def outcome(self) -> Outcome | None:
        for side in (LIGHT, DARK):
            left = self.pieces[side].bit_count()
            if left <= 2:
                reason = f"{self._side(side)} has only {number_of(left, 'piece')} left."
                return Outcome(1 - side, reason)
        if times_stood([CHANGE[text] for text in self.quiet]) >= LIMIT:
            return Outcome(None, "The same position stands for the third time.")
        if len(self.quiet) >= QUIET_PLIES:
            return Outcome(None, f"No piece has left the board for {QUIET_PLIES} turns.")
        return None

    def encode(self) -> str:
        board = self.board()
        rows: dict[str, str] = {}
        for name in CELLS:
            rows[name[0]] = rows.get(name[0], "") + board.get(name, ".")
        placing = "/".join(rows.values())
        options = self.write_options(self.chosen)
        return " ".join((placing, self.sides[self.turn], options, *self.quiet))

    @classmethod
    def decode(cls, line: str) -> Self:
        match line.split(" "):
            case [placing, turn, options, *quiet] if turn in cls.sides:
                pieces, captains = _read_placing(placing)
                values = cls.read_options(options)
                position = cls(pieces, captains, cls.sides.index(turn), values, tuple(quiet))
                position._check_history()
                return position
        raise ValueError(f"not a position of Bizingo: {line!r}")

    def _check_history(self) -> None:
        """Raise `ValueError` unless the quiet steps, taken back one by one, lead here."""
        pieces, captains, mover = list(self.pieces), list(self.captains), self.turn
        for text in reversed(self.quiet):
            mover = 1 - mover
            cells = text.lower().split("-")
            if text not in CHANGE or CELLS[cells[0]][0] != mover:
                raise ValueError(f"no step of {self.sides[mover]}: {text!r}")
            origin, target = (1 << CELLS[cell][1] for cell in cells)
            if pieces[mover] & (origin | target) != target:
                raise ValueError(f"{text!r} does not lead to this position")
            if text.isupper() != bool(captains[mover] & target):
                raise ValueError(f"{text!r} is not written as that piece's step")
            pieces[mover] ^= origin | target
            if text.isupper():
                captains[mover] ^= origin | target
        if len(self.quiet) > QUIET_PLIES:
            raise ValueError(f"more than {QUIET_PLIES} quiet plies")

    def describe(self) -> str:
        armies = []
        for side in (LIGHT, DARK):
            captains = [NAMES[side][place] for place in bits(self.captains[side])]
            rest = self.pieces[side] & ~self.captains[side]
            regulars = [NAMES[side][place] for place in bits(rest)]
            armies.append(
                f"{self._side(side)}: {number_of(len(captains), 'captain')} "
                f"({', '.join(captains) or 'none'}) and {number_of(len(regulars), 'other piece')} "
                f"({', '.join(regulars) or 'none'})."
            )
        ending = self.outcome()
        state = ending.reason if ending else f"{self._side(self.turn)} to move."
        return " ".join(("Bizingo.", *armies, state, self.options_in_words(self.chosen))).strip()

    def tell(self, move: Move) -> str:
        board = self.board()
        captain = board[move.path[0]].isupper()
        words = f"moves {'a captain' if captain else 'a piece'} from `{move.path[0]}` to "
        words += f"`{move.path[1]}`"
        if not move.taken:
            return words
        if move.taken == move.path[1:]:
            return words + ", where it is surrounded and lost"
        captains = [cell for cell in move.taken if board[cell].isupper()]
        regulars = [cell for cell in move.taken if board[cell].islower()]
        fallen = [
            f"the {thing if len(cells) == 1 else thing + 's'} on {quoted(cells)}"
            for thing, cells in (("captain", captains), ("piece", regulars))
            if cells
        ]
        return f"{words} and takes {' and '.join(fallen)}"

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        if cells == (PASS,):
            return IllegalMove("Nobody passes in Bizingo; move one of your pieces.")
        for cell in cells:
            if cell not in CELLS:
                return IllegalMove(
                    "There is no cell `{cell}`: the rows are a to k from the apex, "
                    "and cells are counted in each row from the left.",
                    cell=cell,
                )
        board = self.board()
        start = cells[0]
        if start not in board:
            return IllegalMove("`{cell}` is empty; start from one of your pieces.", cell=start)
        side, place = CELLS[start]
        if side != self.turn:
            return IllegalMove("`{cell}` is not yours.", cell=start)
        targets = [NAMES[side][to] for to in bits(NEAR[side][place] & ~self.pieces[side])]
        if not targets:
            return IllegalMove("The piece on `{cell}` has no empty cell to step to.", cell=start)
        reach = quoted(targets, "or")
        if len(cells) != 2:
            return IllegalMove(
                "A move is one step, from one cell to another: from `{cell}` to {reach}.",
                cell=start,
                reach=reach,
            )
        if cells[1] == start:
            return IllegalMove(
                "A piece must leave its cell: `{cell}` to {reach}.", cell=start, reach=reach
            )
        if CELLS[cells[1]][0] != side:
            return IllegalMove(
                "{Side} pieces stand on {side} cells only, and `{target}` is not one.",
                Side=self._side(side),
                side=self.sides[side],
                target=cells[1],
            )
        if cells[1] in board:
            return IllegalMove("`{target}` holds a piece already.", target=cells[1])
        return IllegalMove(
            "`{target}` is too far: a piece steps to a neighbouring cell of its colour, "
            "from `{cell}` to {reach}.",
            target=cells[1],
            cell=start,
            reach=reach,
        )

    def sketch(self) -> str:
        board = self.board()
        rows: dict[str, list[str]] = {}
        for name, (side, _) in CELLS.items():
            rows.setdefault(name[0], []).append(board.get(name, "▽" if side == LIGHT else "△"))
        lines = [f"{letter}  {' '.join(cells):^41}".rstrip() for letter, cells in rows.items()]
        return "\n".join((*lines, "l, d: pieces; L, D: captains; cells count from the left"))

    def _side(self, side: int) -> str:
        return self.sides[side].capitalize()


def _read_placing(placing: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Read the rows of letters. Raises `ValueError` for anything that no game can show."""
    pieces, captains = [0, 0], [0, 0]
    rows: dict[str, str] = {}
    for name in CELLS:
        rows[name[0]] = rows.get(name[0], "") + "."
    if [len(row) for row in placing.split("/")] != [len(row) for row in rows.values()]:
        raise ValueError(f"not the rows of Bizingo: {placing!r}")
    for (side, place), letter in zip(CELLS.values(), placing.replace("/", ""), strict=True):
        if letter == ".":
            continue
        if letter not in LETTERS[side]:
            raise ValueError(f"{letter!r} cannot stand on {NAMES[side][place]}")
        pieces[side] |= 1 << place
        captains[side] |= letter.isupper() << place
    if max(map(int.bit_count, pieces)) > MOST_PIECES:
        raise ValueError(f"more than {MOST_PIECES} pieces of a side")
    if max(map(int.bit_count, captains)) > MOST_CAPTAINS:
        raise ValueError(f"more than {MOST_CAPTAINS} captains of a side")
    return (pieces[0], pieces[1]), (captains[0], captains[1])
