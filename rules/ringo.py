"""Ringo (Germany, c. 1900): a siege on rings, seven attackers against four defenders."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.bits import bits
from rules.move import Move
from rules.position import PASS, Option, Outcome, Position
from rules.refusal import IllegalMove
from rules.repetition import LIMIT, times_stood
from rules.ringo_board import (
    ACROSS,
    ATTACKER,
    BOARD,
    DEEDS,
    DEFENDER,
    ENTRIES,
    FORTRESS,
    FORTRESS_NAME,
    HOPS_IN,
    IN_ORDER,
    INNERMOST,
    JUMPS_IN,
    NEUTRAL,
    PASSES,
    PLACES,
    SECTORS,
    WAYS,
    Deed,
    Deeds,
    inward,
    set_of,
)
from rules.words import number_of

# Which counters are left out with fewer attackers is ours; the rest is Bell's.
START_ATTACKERS = {
    "7": set_of("a1 b1 c1 d1 e1 f1 g1"),
    "6": set_of("a1 b1 c1 e1 f1 g1"),
    "5": set_of("b1 c1 d1 e1 f1"),
}
START_DEFENDERS = set_of("a6 c6 e6 g6")
YES_NO = ("Yes", "No")
FAIR = {
    "attackers": "5",
    "neutral_limit": "one",
    "fortress_from_neutral": "no",
    "defender_pass": "yes",
}


@dataclass(frozen=True)
class Ringo(Position):
    """A position of Ringo, as two sets of cells; the attackers' counts the fortress as well."""

    key: ClassVar[str] = "ringo"
    name: ClassVar[str] = "Ringo"
    sides: ClassVar[tuple[str, str]] = ("attacker", "defender")
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "capture",
            "Capturing",
            ("jump", "replacement"),
            ("By jumping over", "By moving onto"),
        ),
        Option("fortress_from_neutral", "Fortress from the neutral zone", ("yes", "no"), YES_NO),
        Option("attackers", "Attackers", ("7", "6", "5"), ("7", "6", "5")),
        Option("defender_pass", "Defender may pass", ("no", "yes"), YES_NO[::-1]),
        Option(
            "neutral_limit",
            "Attackers in the neutral zone",
            ("none", "one", "defenders"),
            ("Any number", "One at most", "No more than defenders"),
        ),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"classic": {}, "fair": FAIR}
    cell_pattern: ClassVar[re.Pattern[str]] = re.compile(r"[a-z][0-9]{1,2}|f")

    attackers: int
    defenders: int
    turn: int
    chosen: tuple[str, ...]
    quiet: tuple[str, ...] = field(default=(), compare=False)
    """The moves since the last that cannot be undone (a capture, an attacker's step inward)."""

    @classmethod
    def start(cls, chosen: Mapping[str, str]) -> Self:
        values = cls.complete(chosen)
        return cls(START_ATTACKERS[values[2]], START_DEFENDERS, ATTACKER, values)

    @classmethod
    def balance(cls, chosen: Mapping[str, str]) -> str:
        values = cls.complete(chosen)
        if values == cls.complete(FAIR):
            return "Fairly even: attackers won 7 of 16 test games."
        if values != cls.complete({"attackers": values[2]}):
            return ""
        won = {"7": "28 of 28", "6": "10 of 10", "5": "14 of 16"}[values[2]]
        return f"Favours the attackers, who won {won} test games with {values[2]} attackers."

    @property
    def fortress(self) -> int:
        """The number of attackers in the fortress."""
        return self.attackers // FORTRESS

    def board(self) -> dict[str, str]:
        """Give the letter of every counter on the rings by its cell: `a` or `d`."""
        return {
            name: "a" if self.attackers >> PLACES[name] & 1 else "d"
            for name in IN_ORDER
            if (self.attackers | self.defenders) >> PLACES[name] & 1
        }

    def moves(self) -> Mapping[str, Move]:
        if self._decided():
            return {}
        found = (deeds[place].move for deeds, ends in self._reach() for place in bits(ends))
        return {move.text: move for move in sorted(found, key=lambda move: move.text)}

    def count(self) -> int:
        return 0 if self._decided() else sum(ends.bit_count() for _, ends in self._reach())

    def successors(self) -> Iterator[Self]:
        if not self._decided():
            for deeds, ends in self._reach():
                for place in bits(ends):
                    yield self._after(deeds[place])

    def play(self, text: str) -> tuple[Move, Self]:
        move = self.read(text)
        return move, self._after(DEEDS[move.text])

    def _reach(self) -> list[tuple[Deeds, int]]:
        """Give all legal moves: tables of moves, each with the set of places where they may end."""
        replacing = self.chosen[0] == "replacement"
        attackers, defenders = self.attackers & BOARD, self.defenders
        own, enemy = attackers, defenders
        if self.turn == DEFENDER:
            own, enemy = enemy, own
        empty = BOARD & ~(own | enemy)
        found: list[tuple[Deeds, int]] = []
        for way in WAYS[self.turn]:
            near = way.follow(own)
            # Going sideways into the neutral zone always comes from outside of it.
            limited = way.sideways and self.turn == ATTACKER
            found.append((way.steps, near & (self._room(0, empty) if limited else empty)))
            if met := near & enemy:
                safe, beyond = met & NEUTRAL, met & ~NEUTRAL
                found.append((way.hops, way.follow(safe) & empty))
                if replacing:
                    found.append((way.replacements, beyond))
                else:
                    room = self._room(1, empty) if limited else empty
                    found.append((way.jumps, way.follow(beyond) & room))
        return found + (self._into_fortress() if self.turn == ATTACKER else self._over_fortress())

    def _room(self, taking: int, empty: int) -> int:
        """Leave out the neutral zone where no further attacker may come to rest in it."""
        limit = self.chosen[4]
        if limit == "none":
            return empty
        most = 1 if limit == "one" else self.defenders.bit_count() - taking
        return empty if (self.attackers & NEUTRAL).bit_count() < most else empty & ~NEUTRAL

    def _into_fortress(self) -> list[tuple[Deeds, int]]:
        gates = INNERMOST if self.chosen[1] == "yes" else INNERMOST & ~NEUTRAL
        met = inward(self.attackers & BOARD) & self.defenders & gates
        found: list[tuple[Deeds, int]] = [(ENTRIES, self.attackers & gates)]
        if met:
            found.append((HOPS_IN, met & NEUTRAL))
            if self.chosen[0] == "jump":
                found.append((JUMPS_IN, met & ~NEUTRAL))
        return found

    def _over_fortress(self) -> list[tuple[Deeds, int]]:
        found: list[tuple[Deeds, int]] = []
        if self.fortress == 1:
            inner = self.defenders & INNERMOST
            opposite = (inner << 4 | inner >> 4) & INNERMOST
            found.append((ACROSS, opposite & ~(self.attackers | self.defenders)))
        if self.chosen[3] == "yes":
            found.append((PASSES, 1))
        return found

    def _after(self, deed: Deed) -> Self:
        if self.turn == ATTACKER:
            attackers = self.attackers - deed.leaves + deed.lands
            defenders = self.defenders - deed.takes
            lasting = deed.takes or deed.lands == FORTRESS or inward(deed.leaves) >= deed.lands
        else:
            attackers = self.attackers - deed.takes
            defenders = self.defenders - deed.leaves + deed.lands
            lasting = deed.takes
        quiet = () if lasting else (*self.quiet, deed.move.text)
        return type(self)(attackers, defenders, 1 - self.turn, self.chosen, quiet)

    def _decided(self) -> Outcome | None:
        """Give the outcome of a game that ended otherwise than by a side being blocked."""
        if self.fortress >= 2:
            return Outcome(ATTACKER, "Two attackers stand in the fortress.")
        if (self.attackers & BOARD).bit_count() + self.fortress <= 1:
            return Outcome(DEFENDER, "Only one attacker is left.")
        if not self.defenders:
            return Outcome(ATTACKER, "All defenders are captured.")
        changes = [DEEDS[text].leaves | DEEDS[text].lands for text in self.quiet]
        if times_stood(changes) >= LIMIT:
            return Outcome(
                DEFENDER, "The same position stands for the third time: the siege has failed."
            )
        return None

    def outcome(self) -> Outcome | None:
        if ending := self._decided():
            return ending
        if any(ends for _, ends in self._reach()):
            return None
        return Outcome(1 - self.turn, f"The {self.sides[self.turn]} has no legal move.")

    def encode(self) -> str:
        board = self.board()
        letters = "".join(board.get(name, ".") for name in IN_ORDER)
        rings = [letters[at : at + SECTORS] for at in range(0, len(letters), SECTORS)]
        placing = "/".join((*rings, str(self.fortress)))
        options = self.write_options(self.chosen)
        return " ".join((placing, self.sides[self.turn], options, *self.quiet))

    @classmethod
    def decode(cls, line: str) -> Self:
        match line.split(" "):
            case [placing, turn, options, *quiet] if turn in cls.sides:
                values = cls.read_options(options)
                attackers, defenders = _read_placing(placing)
                if (attackers & BOARD).bit_count() + attackers // FORTRESS > int(values[2]):
                    raise ValueError(f"more than {values[2]} attackers")
                side = cls.sides.index(turn)
                position = cls(attackers, defenders, side, values, tuple(quiet))
                position._check_history()
                return position
        raise ValueError(f"not a position of Ringo: {line!r}")

    def _check_history(self) -> None:
        """Raise `ValueError` unless the quiet moves, taken back one by one, lead here."""
        sets, mover = [self.attackers & BOARD, self.defenders], self.turn
        for text in reversed(self.quiet):
            mover = 1 - mover
            deed = DEEDS.get(text)
            if not deed or deed.takes or (mover == ATTACKER and text == PASS):
                raise ValueError(f"no quiet move of the {self.sides[mover]}: {text!r}")
            if mover == ATTACKER and inward(deed.leaves) >= deed.lands:
                raise ValueError(f"{text!r} cannot be undone")
            if sets[mover] & deed.lands != deed.lands or (sets[0] | sets[1]) & deed.leaves:
                raise ValueError(f"{text!r} does not lead to this position")
            sets[mover] += deed.leaves - deed.lands

    def describe(self) -> str:
        board = self.board()
        cells = {
            letter: ", ".join(cell for cell, counter in board.items() if counter == letter)
            for letter in "ad"
        }
        ending = self.outcome()
        state = ending.reason if ending else f"The {self.sides[self.turn]} is to move."
        words = (
            "Ringo.",
            f"Attackers on the rings: {cells['a'] or 'none'}.",
            f"Attackers in the fortress: {self.fortress}.",
            f"Defenders: {cells['d'] or 'none'}.",
            state,
            self.options_in_words(self.chosen),
        )
        return " ".join(words).strip()

    def tell(self, move: Move) -> str:
        if move.text == PASS:
            return "passes"
        start, end = move.path
        goal = "into the fortress" if end == FORTRESS_NAME else f"to `{end}`"
        if "^" in move.text:
            return f"hops from `{start}` {goal}, over a counter that is safe in the neutral zone"
        if not move.taken:
            return f"moves from `{start}` {goal}"
        enemy = self.sides[1 - self.turn]
        if move.taken == (FORTRESS_NAME,):
            return f"jumps from `{start}` across the fortress {goal} and takes the attacker inside"
        if move.taken == (end,):
            return f"moves from `{start}` onto `{end}` and takes the {enemy} there"
        return f"jumps from `{start}` {goal} and takes the {enemy} on `{move.taken[0]}`"

    def explain(self, cells: tuple[str, ...]) -> IllegalMove:
        if cells == (PASS,):
            return IllegalMove("You may not pass here; make a move with one of your counters.")
        names = tuple(FORTRESS_NAME if cell == "f" else cell for cell in cells)
        for cell in names:
            if cell not in PLACES and cell != FORTRESS_NAME:
                return IllegalMove(
                    "There is no cell `{cell}`: sectors are a to h, rings 1 (outside) to 6, "
                    "and the fortress is F.",
                    cell=cell,
                )
        return self._explain_start(names[0]) or self._explain_move(names)

    def _explain_start(self, start: str) -> IllegalMove | None:
        board = self.board()
        if start == FORTRESS_NAME:
            return IllegalMove("A counter in the fortress never leaves it; move another.")
        if start not in board:
            return IllegalMove("`{cell}` is empty; start from one of your counters.", cell=start)
        if board[start] != "ad"[self.turn]:
            return IllegalMove("`{cell}` is not yours.", cell=start)
        return None

    def _explain_move(self, names: tuple[str, ...]) -> IllegalMove:
        start, end = names[0], names[-1]
        if len(names) != 2 or start == end:
            if not any(move.path[:1] == (start,) for move in self.moves().values()):
                return IllegalMove("The counter on `{cell}` cannot move now.", cell=start)
            return IllegalMove(
                "A move names two cells, where a counter starts and where it ends: `{cell}-…`.",
                cell=start,
            )
        deeds = [deed for deed in DEEDS.values() if deed.move.path == names]
        if end == FORTRESS_NAME:
            return self._explain_fortress(start)
        if self.turn == ATTACKER and PLACES[end] // SECTORS > PLACES[start] // SECTORS:
            return IllegalMove("Attackers never step outward, only inward or sideways.")
        if not deeds:
            return IllegalMove(
                "`{end}` is too far from `{start}`: a counter goes to a neighbouring cell, or "
                "jumps in a straight line over one neighbour.",
                start=start,
                end=end,
            )
        return self._explain_landing(end, deeds)

    def _explain_landing(self, end: str, deeds: list[Deed]) -> IllegalMove:
        """Say why a counter may not go where a step, a jump or the like would take it."""
        board, own = self.board(), "ad"[self.turn]
        near = any(deed.move.text[2] == "-" for deed in deeds)
        if board.get(end) == own or (end in board and not near):
            return IllegalMove("`{cell}` holds a counter already.", cell=end)
        if end in board and NEUTRAL >> PLACES[end] & 1:
            return IllegalMove(
                "A counter in the neutral zone, as on `{cell}`, is safe; it may be hopped over.",
                cell=end,
            )
        if end in board:
            return IllegalMove(
                "One takes by jumping over `{cell}`, not by moving onto it.", cell=end
            )
        if not near:
            over = [deed.move.taken[0] for deed in deeds if deed.takes]
            if over == [FORTRESS_NAME]:
                return IllegalMove(
                    "A defender jumps across the fortress only to take the attacker in it."
                )
            if board.get(over[0]) == own:
                return IllegalMove("Your own counter on `{cell}` cannot be jumped.", cell=over[0])
            if over[0] not in board:
                return IllegalMove("There is nothing to jump over on `{cell}`.", cell=over[0])
            if self.chosen[0] == "replacement":
                return IllegalMove(
                    "In this game one takes by moving onto the enemy on `{cell}`, not by jumping.",
                    cell=over[0],
                )
        most = {"one": "one attacker", "defenders": "as many attackers as there are defenders left"}
        return IllegalMove(
            "At most {limit} may stand in the neutral zone.", limit=most.get(self.chosen[4], "")
        )

    def _explain_fortress(self, start: str) -> IllegalMove:
        ring, sector = divmod(PLACES[start], SECTORS)
        if self.turn == DEFENDER:
            return IllegalMove(
                "Defenders never enter the fortress; from ring 6 they may jump across it."
            )
        if sector == 0 and self.chosen[1] == "no" and ring <= 1:
            return IllegalMove("In this game the fortress is not entered from the neutral zone.")
        if ring == 1 and self.defenders >> sector & 1:
            return IllegalMove("In this game one takes by moving onto the enemy, not by jumping.")
        if self.chosen[0] == "replacement":
            return IllegalMove(
                "The fortress is too far from `{cell}`: step in from ring 6.", cell=start
            )
        return IllegalMove(
            "The fortress is too far from `{cell}`: step in from ring 6, or jump in from ring 5 "
            "over a defender.",
            cell=start,
        )

    def sketch(self) -> str:
        board = self.board()
        lines = ["   a b c d e f g h"]
        for ring in "123456":
            cells = " ".join(board.get(f"{sector}{ring}", ".") for sector in "abcdefgh")
            lines.append(f"{ring}  {cells}{'   outer ring' if ring == '1' else ''}")
        lines.append(f"F  {number_of(self.fortress, 'attacker')} in the fortress")
        return "\n".join((*lines, "a: attackers; d: defenders; h is the neutral zone, next to a"))


def _read_placing(placing: str) -> tuple[int, int]:
    """Read rings and fortress. Raises `ValueError` for anything that no game can show."""
    if not re.fullmatch(r"(?:[ad.]{8}/){6}[012]", placing):
        raise ValueError(f"not the rings of Ringo: {placing!r}")
    *rings, fortress = placing.split("/")
    sets = {"a": int(fortress) * FORTRESS, "d": 0}
    for name, letter in zip(IN_ORDER, "".join(rings), strict=True):
        if letter != ".":
            sets[letter] |= 1 << PLACES[name]
    if sets["d"].bit_count() > START_DEFENDERS.bit_count():
        raise ValueError("more than 4 defenders")
    return sets["a"], sets["d"]
