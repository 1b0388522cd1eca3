"""The rules of Hoyito: sowing, captures, and how a game and a match of games end."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from rules.balance import Balance
from rules.history import LIMIT, NO_HISTORY, History
from rules.hoyito.balance import SELF_PLAY
from rules.hoyito.board import (
    CELLS,
    COUNTERCLOCKWISE,
    DIRECTIONS,
    FOUR,
    MARKS,
    NORTH,
    SOUTH,
    TEXTS,
    UNCHOSEN,
    own_holes_taken,
    write_board,
)
from rules.hoyito.choices import PRESET_NAMES, PRESET_WORDS, PRESETS, Choices
from rules.hoyito.solved import SOLVED, ForcedStones
from rules.hoyito.sowing import Sowing, ring_of
from rules.move import PASS, Move
from rules.position import Outcome, Position, cached
from rules.sentence import Sentence, Value, capital, message, paragraph

REPETITION = Sentence(
    "The same position came up three times, so each side took the stones in its own holes."
)


@dataclass(frozen=True, repr=False)
class HoyitoPosition(Position):
    """A position of Hoyito, in a single game or in a match, whose games are its rounds.

    `directions` has the direction in which each side sows, or `UNCHOSEN`. `round` counts from 1;
    `starter` is the side that began it. `history` holds the boards of the round since the last
    capture or choice of a direction, for only the holes and the turn change between those.
    """

    key = "hoyito"
    name = "Hoyito"
    sides = (message("south"), message("north"))
    choices: ClassVar[type[Choices]] = Choices
    presets = PRESETS
    preset_names = PRESET_NAMES
    preset_words = PRESET_WORDS
    self_play = SELF_PLAY
    single_choice = True

    holes: tuple[int, ...]
    closed: frozenset[int]
    stores: tuple[int, int]
    directions: tuple[int, int]
    round: int
    starter: int
    turn: int
    chosen: Choices
    history: History = field(default=NO_HISTORY, compare=False)

    @classmethod
    def start(cls, chosen: Mapping[str, object] = {}) -> Self:
        choices = Choices.choose(chosen)
        holes = (FOUR,) * (2 * int(choices.holes))
        direction = COUNTERCLOCKWISE if choices.direction == "counterclockwise" else UNCHOSEN
        first = cls.sides.index(choices.first)
        return cls(holes, frozenset(), (0, 0), (direction, direction), 1, first, first, choices)

    @classmethod
    def balance(cls, chosen: Mapping[str, object]) -> Balance | None:
        # Both sides have the same holes, so only the right to begin makes a difference.
        choices = Choices.choose(chosen)
        same = {"first": cls.sides[SOUTH]}
        if choices.play == "game":
            same["games"] = Choices().games  # which has no effect in a single game
        forced = cls._forced(choices)
        south_begins = Balance.nearest(
            replace(choices, **same),
            cls.self_play,
            (cls.side(SOUTH), cls.side(NORTH)),
            None if forced is None else forced.safe,
        )
        if choices.first == cls.sides[SOUTH] or south_begins is None:
            return south_begins
        return south_begins.turned()

    @classmethod
    def solved(cls, chosen: Mapping[str, object]) -> Sentence | None:
        choices = Choices.choose(chosen)
        if (forced := cls._forced(choices)) is None:
            return None
        first = cls.sides.index(choices.first)
        return forced.words(cls.side(first), cls.side(1 - first))

    @staticmethod
    def _forced(choices: Choices) -> ForcedStones | None:
        """Return what each side can force, where that is proved: in a single game."""
        return SOLVED.get((choices.holes, choices.direction)) if choices.play == "game" else None

    def identity(self) -> Hashable:
        # The number of holes and who began can be seen in the position itself.
        options = self.chosen.direction, self.chosen.play, self.chosen.games
        match = self.closed, self.round, self.starter
        return self.holes, self.stores, self.directions, self.turn, match, options

    def board(self) -> dict[str, int]:
        """Return the number of stones in every hole by its cell, in ring order."""
        return dict(zip(CELLS[len(self.holes)], self.holes, strict=True))

    @property
    def closed_cells(self) -> frozenset[str]:
        """The cells of the holes that are closed in this round."""
        return frozenset(CELLS[len(self.holes)][place] for place in self.closed)

    @cached
    def moves(self) -> Mapping[str, Move]:
        return {
            text: Move(text, path, emptied) for text, _, (_, _, path, emptied) in self._sowings()
        }

    def after(self, move: Move) -> Self:
        return self._sown(self.direction(move), self.sow(move), self._quiet())

    def direction(self, move: Move) -> int:
        """Return the direction in which a move sows."""
        return DIRECTIONS.get(move.text[1:], self.directions[self.turn])

    def sow(self, move: Move) -> Sowing:
        """Return the result of sowing a move; a pass changes nothing."""
        if move.text == PASS:
            return self.holes, 0, (), ()
        size = len(self.holes)
        ring = ring_of(size, self.closed, self.direction(move))
        return ring.sow(self.holes, CELLS[size].index(move.path[0]), sum(self.holes))

    def _sowings(self) -> Iterator[tuple[str, int, Sowing]]:
        """Sow each of the mover's holes that has stones, in each direction allowed.

        Yields the move's text, its direction and the result. A side without stones passes.
        """
        untaken = sum(self.holes)
        if not untaken:
            return
        half = len(self.holes) // 2
        fixed = self.directions[self.turn]
        ways = [
            (direction, TEXTS[mark], ring_of(2 * half, self.closed, direction))
            for direction, mark in ({fixed: ""} if fixed else MARKS).items()
        ]
        first = half * self.turn
        passes = True
        for hole in range(half):
            if self.holes[first + hole]:
                passes = False
                for direction, texts, ring in ways:
                    yield texts[hole], direction, ring.sow(self.holes, first + hole, untaken)
        if passes:
            yield PASS, fixed, (self.holes, 0, (), ())

    def _quiet(self) -> History:
        """Return the history after a move that neither captures nor fixes a direction."""
        counts = self.history.counts_with((self.holes, self.turn))
        return self.history.then(write_board(self.holes), counts)

    def game_end(self, move: Move) -> Self | None:
        after = self._last_of_round(self.direction(move), self.sow(move), self._quiet())
        return after if after.ended_game else None

    @property
    def ended_game(self) -> int:
        return 0 if any(self.holes) or self.is_last_round() else self.round

    def _sown(self, direction: int, sowing: Sowing, quiet: History) -> Self:
        """Return the position that results from a sowing."""
        after = self._last_of_round(direction, sowing, quiet)
        return after.next_round() if after.ended_game else after

    def _last_of_round(self, direction: int, sowing: Sowing, quiet: History) -> Self:
        """Return the same, but at the end of a round its board, not the next one's."""
        holes, taken, *_ = sowing
        stores, directions, history = self.stores, self.directions, quiet
        if taken:
            stores = _more(stores, self.turn, taken)
            history = NO_HISTORY
        if direction != directions[self.turn] and self.chosen.direction == "first_move":
            south, north = directions
            directions = (south, direction) if self.turn else (direction, north)
            history = NO_HISTORY
        if history.repeats((holes, 1 - self.turn)):
            counts = history.counts_with((holes, 1 - self.turn))
            history = history.then(write_board(holes), counts)
            stores = own_holes_taken(holes, stores)
            holes = (0,) * len(holes)
        return type(self)(
            holes,
            self.closed,
            stores,
            directions,
            self.round,
            self.starter,
            1 - self.turn,
            self.chosen,
            history,
        )

    def is_last_round(self) -> bool:
        """Check whether this round is the last, given the stores at its end."""
        chosen = self.chosen
        return chosen.play == "game" or min(self.stores) < FOUR or chosen.games == str(self.round)

    def _filled(self) -> list[int]:
        """Count the holes that each side can fill for the next round."""
        return [min(len(self.holes) // 2, store // FOUR) for store in self.stores]

    def next_round(self) -> Self:
        """Return the start of the next round, at the end of one that is not the last.

        Each side fills as many of its own holes as it can; the others are closed.
        """
        half, filled = len(self.holes) // 2, self._filled()
        closed = frozenset(
            half * side + number for side in (SOUTH, NORTH) for number in range(filled[side], half)
        )
        south, north = self.stores
        # The winner of a round begins the next; after a draw, the side that did not begin it.
        starter = 1 - self.starter if south == north else int(north > south)
        return replace(
            self,
            holes=tuple(0 if place in closed else FOUR for place in range(2 * half)),
            closed=closed,
            stores=(south - FOUR * filled[SOUTH], north - FOUR * filled[NORTH]),
            round=self.round + 1,
            starter=starter,
            turn=starter,
            history=NO_HISTORY,
        )

    def outcome(self) -> Outcome | None:
        if any(self.holes):
            return None
        south, north = self.stores
        code = "stores"
        if self.chosen.play == "match" and min(south, north) < FOUR:
            code = "no_stones"
        if LIMIT in self.history.counts.values():
            code = "repetition"
        winner = None if south == north else int(north > south)
        return Outcome(
            winner, code, self.ending_words((capital(self.side(SOUTH)), capital(self.side(NORTH))))
        )

    def ending_words(self, players: tuple[Value, Value]) -> Sentence:
        most, least = sorted((SOUTH, NORTH), key=lambda side: -self.stores[side])
        if self.ended_game:
            return Sentence(
                "Stones: {more} to {fewer}. Holes filled, four in each: {holes} and {others}.",
                more=self.stores[most],
                fewer=self.stores[least],
                holes=self._filled()[most],
                others=self._filled()[least],
            )
        reason = Sentence(
            "Stones: {first} {first_stones}, {second} {second_stones}.",
            first=players[most],
            first_stones=self.stores[most],
            second=players[least],
            second_stones=self.stores[least],
        )
        if self.chosen.play == "match":
            reason = paragraph(Sentence("Games played: {number}.", number=self.round), reason)
            if self.stores[least] < FOUR:
                unable = Sentence("{player} can't fill a hole any more.", player=players[least])
                reason = paragraph(reason, unable)
        if LIMIT in self.history.counts.values():
            reason = paragraph(REPETITION, reason)
        return reason

    def score_words(self, players: tuple[Value, Value]) -> Sentence | None:
        if self.chosen.play == "game":
            return None
        south, north = self.stores
        limit = self.chosen.games
        return Sentence(
            "Game {number} · in store: {first} {first_stones}, {second} {second_stones}"
            if limit == "unlimited"
            else "Game {number} of {games} · in store: {first} {first_stones}, "
            "{second} {second_stones}",
            number=self.round,
            games=limit,
            first=players[SOUTH],
            first_stones=south,
            second=players[NORTH],
            second_stones=north,
        )

    def gain(self, move: Move) -> int:
        return self.sow(move)[1]

    def lead(self) -> int:
        return self.stores[0] - self.stores[1]


def _more(stores: tuple[int, int], side: int, stones: int) -> tuple[int, int]:
    """Return the stores with stones added to a side's."""
    south, north = stores
    return (south, north + stones) if side else (south + stones, north)
