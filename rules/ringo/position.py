"""The rules of Ringo: moves, captures, and how a game ends."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rules.history import NO_HISTORY, History
from rules.move import Move, bits
from rules.position import Outcome, Position, cached
from rules.ringo.balance import SELF_PLAY
from rules.ringo.board import (
    ATTACKER,
    BOARD,
    CELLS,
    DEFENDER,
    DIRECTIONS,
    FEWEST,
    FORTRESS_HOLDS,
    FORTRESS_NAME,
    HOPS_IN,
    IN_ORDER,
    INNERMOST,
    INWARD,
    JUMPS_ACROSS,
    JUMPS_IN,
    LETTERS,
    NEUTRAL,
    PASSES,
    REVERSIBLE,
    SECTORS,
    START_ATTACKERS,
    START_DEFENDERS,
    STEPS_IN,
    TYPED_CELL,
    Direction,
    Moves,
)
from rules.ringo.choices import PRESET_NAMES, PRESET_WORDS, PRESETS, Choices
from rules.sentence import Sentence, message

BLOCKED = (Sentence("The attacker has no legal move."), Sentence("The defender has no legal move."))


@dataclass(frozen=True, repr=False)
class RingoPosition(Position):
    """A position of Ringo: a set of cells per side on the rings, and the fortress.

    `fortress` is the number of attackers in it. `history` holds the moves since the last
    irreversible one: a capture, or an attacker's move inward.
    """

    key = "ringo"
    name = "Ringo"
    sides = (message("attacker"), message("defender"))
    choices: ClassVar[type[Choices]] = Choices
    presets = PRESETS
    preset_names = PRESET_NAMES
    preset_words = PRESET_WORDS
    usual_preset = "fair"  # by the book, the attackers win nearly every game
    self_play = SELF_PLAY
    cell_pattern = TYPED_CELL

    attackers: int
    defenders: int
    fortress: int
    turn: int
    chosen: Choices
    history: History = field(default=NO_HISTORY, compare=False)

    @classmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        choices = Choices.choose(chosen)
        return cls(START_ATTACKERS[choices.attackers], START_DEFENDERS, 0, ATTACKER, choices)

    def identity(self) -> Hashable:
        return self.attackers, self.defenders, self.fortress, self.turn, self.chosen

    def board(self) -> dict[str, str]:
        """Return the letter of every counter on the rings by its cell: `a` or `d`."""
        counters = self.attackers | self.defenders
        return {
            name: LETTERS[ATTACKER if self.attackers & CELLS[name] else DEFENDER]
            for name in IN_ORDER
            if counters & CELLS[name]
        }

    @cached
    def moves(self) -> Mapping[str, Move]:
        found = () if self._decided() else self._legal_moves()
        return {move.text: move for move in sorted(found, key=lambda move: move.text)}

    def after(self, move: Move) -> Self:
        return self._after(move, self.counts())

    def _after(self, move: Move, counts: Mapping[Hashable, int]) -> Self:
        """Return the position after a move, given how often each position occurred up to now."""
        attackers, defenders, fortress = self.attackers, self.defenders, self.fortress
        if move.path:
            start, end = move.path
            if self.turn == ATTACKER:
                attackers ^= CELLS[start] | CELLS[end]
                fortress += end == FORTRESS_NAME
            else:
                defenders ^= CELLS[start] | CELLS[end]
        for taken in move.taken:
            if self.turn == ATTACKER:
                defenders ^= CELLS[taken]
            else:
                attackers ^= CELLS[taken]
                fortress -= taken == FORTRESS_NAME
        reversible = move.text in REVERSIBLE[self.turn]
        history = self.history.then(move.text, counts) if reversible else NO_HISTORY
        return type(self)(attackers, defenders, fortress, 1 - self.turn, self.chosen, history)

    def _legal_moves(self) -> Iterator[Move]:
        for moves, ends in self._reach():
            for end in bits(ends):
                yield moves[end]

    def _reach(self) -> Iterator[tuple[Moves, int]]:
        """Yield the legal moves: tables of moves, each with the set of places they may end on."""
        own, enemy = self.attackers, self.defenders
        if self.turn == DEFENDER:
            own, enemy = enemy, own
        empty = BOARD & ~(own | enemy)
        for direction in DIRECTIONS[self.turn]:
            neighbours = direction.follow(own)
            yield direction.steps, neighbours & self._room(direction, empty)
            if met := neighbours & enemy:
                safe, exposed = met & NEUTRAL, met & ~NEUTRAL
                yield direction.hops, direction.follow(safe) & empty
                if self.chosen.capture == "replacement":
                    yield direction.replacements, exposed
                else:
                    room = self._room(direction, empty, captured=1)
                    yield direction.jumps, direction.follow(exposed) & room
        yield from self._into_fortress() if self.turn == ATTACKER else self._across_fortress()

    def _room(self, direction: Direction, empty: int, captured: int = 0) -> int:
        """Return the empty cells, without the neutral zone if no more attackers may enter it.

        Only a step or a jump sideways brings an attacker into the zone from outside.
        """
        limit = self.chosen.neutral_limit
        if limit == "none" or self.turn == DEFENDER or not direction.sideways:
            return empty
        most = 1 if limit == "one" else self.defenders.bit_count() - captured
        return empty if (self.attackers & NEUTRAL).bit_count() < most else empty & ~NEUTRAL

    def _into_fortress(self) -> Iterator[tuple[Moves, int]]:
        """Yield the attackers' moves into the fortress: from ring 6, or from 5 over a defender."""
        gates = INNERMOST
        if self.chosen.fortress_from_neutral == "no":
            gates &= ~NEUTRAL
        yield STEPS_IN, self.attackers & gates
        if met := INWARD.follow(self.attackers) & self.defenders & gates:
            yield HOPS_IN, met & NEUTRAL
            if self.chosen.capture == "jump":
                yield JUMPS_IN, met & ~NEUTRAL

    def _across_fortress(self) -> Iterator[tuple[Moves, int]]:
        """Yield the defenders' jumps over a single attacker in the fortress, and the pass."""
        if self.fortress == 1:
            innermost, half = self.defenders & INNERMOST, SECTORS // 2
            opposite = (innermost << half | innermost >> half) & INNERMOST
            yield JUMPS_ACROSS, opposite & ~(self.attackers | self.defenders)
        if self.chosen.defender_pass == "yes":  # noqa: S105 (a move, not a secret)
            yield PASSES, 1

    def outcome(self) -> Outcome | None:
        if ending := self._decided():
            return ending
        if any(ends for _, ends in self._reach()):
            return None
        return Outcome(1 - self.turn, "blocked", BLOCKED[self.turn])

    def _decided(self) -> Outcome | None:
        """Return the outcome of a game that has ended, except by a side being blocked."""
        if self.fortress == FORTRESS_HOLDS:
            return Outcome(ATTACKER, "fortress", Sentence("Two attackers stand in the fortress."))
        if self.attackers.bit_count() + self.fortress <= FEWEST:
            return Outcome(DEFENDER, "few", Sentence("Only one attacker is left."))
        if not self.defenders:
            return Outcome(ATTACKER, "captured", Sentence("All defenders have been taken."))
        if self.history.repeats(self.identity()):
            return Outcome(
                DEFENDER,
                "repetition",
                Sentence("The same position has come up three times: the siege has failed."),
            )
        return None
