"""A match in a browser: its game, who plays which side, and the moves made in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from random import randrange

from computer import levels
from play.visitor import WRONG, At, number_in, rules_in, several
from rules import Move, Position, Refusal, Sentence, Value, capital
from rules.move import PASS

PERSON = 0
"""Who plays a side, where that is no level of the computer."""
SEEDS = range(10**6)


@dataclass
class MovesPlayed:
    """Moves from a start, and every position on their way."""

    positions: list[Position]
    moves: list[Move]

    def add(self, text: str) -> None:
        """Make one more move. Raises `Refusal` where it is not legal."""
        position = self.positions[-1]
        if position.outcome() or not position.is_legal(text):
            raise Refusal(WRONG)
        self.moves.append(position.legal(text))
        self.positions.append(position.after(self.moves[-1]))


_KNOWN: dict[tuple[type[Position], str], MovesPlayed] = {}
"""The moves last played of each game, of which the next ones are mostly the continuation."""


def played(rules: type[Position], options: str, texts: Sequence[str]) -> MovesPlayed:
    """Play moves from the start of a game. Raises `Refusal` for any that is not legal."""
    try:
        start = rules.start(rules.choices.read(options).values)
    except ValueError as unknown:
        raise Refusal(WRONG) from unknown
    known = _KNOWN.get((rules, options), MovesPlayed([start], []))
    pairs = zip(known.moves, texts, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0].text == pair[1], pairs))
    found = MovesPlayed(known.positions[: same + 1], known.moves[:same])
    for text in texts[same:]:
        found.add(text)
    _KNOWN[rules, options] = found
    return found


@dataclass(frozen=True)
class Table:
    """A match: its game and options, who plays, the side it is seen from, its lot, its moves."""

    rules: type[Position]
    options: str
    players: tuple[int, int]
    seen: int
    seed: int
    texts: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Sequence[str], texts: tuple[str, ...]) -> "Table":
        """Read the words of an address. Raises `Refusal` for what is none."""
        game, options, first, second, seen, seed = several(words, *[""] * 6)
        known = (PERSON, *levels(game))
        players = number_in(first, known), number_in(second, known)
        lot = number_in(seed, SEEDS) if seed else randrange(len(SEEDS))
        if PERSON not in players:
            raise Refusal(WRONG)
        return cls(rules_in(game), options, players, number_in(seen, range(2)), lot, texts)

    def at(self, kind: str, *more: str | int) -> At:
        """Return the address of a board of this match: the match itself, its replay, its record."""
        named = self.rules.key, self.options, *self.players, self.seen, self.seed
        return At.of(kind, *named, *more)

    @property
    def again(self) -> At:
        """The address of the next match of these players."""
        return At(("match", *self.at("").words[1:-1], ""))

    @cached_property
    def played(self) -> MovesPlayed:
        """The moves, and every position on their way."""
        return played(self.rules, self.options, self.texts)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.played.positions[-1]

    @property
    def before(self) -> Position | None:
        """The position before the last move that is no forced pass."""
        return self.played.positions[self._last] if self.texts else None

    @property
    def last(self) -> Move | None:
        """The last move that is no forced pass."""
        return self.played.moves[self._last] if self.texts else None

    @property
    def _last(self) -> int:
        passes = takewhile(lambda move: move.text == PASS, reversed(self.played.moves[1:]))
        return len(self.texts) - 1 - sum(1 for _ in passes)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.position.outcome() is not None

    @property
    def level(self) -> int:
        """The level of the computer that is to move, or nobody's."""
        return PERSON if self.over else self.players[self.position.turn]

    @property
    def own(self) -> int | None:
        """The side of the only person, if the computer plays the other."""
        return self.players.index(PERSON) if any(self.players) else None

    @property
    def names(self) -> tuple[Value, Value]:
        """What the players are called: a person by their side."""
        first, second = map(self._name, range(2))
        return first, second

    def _name(self, side: int) -> Sentence:
        if level := self.players[side]:
            return Sentence("{name}, level {level}", name="Parlour", level=level)
        return capital(self.rules.side(side))

    def after(self, text: str) -> "Table":
        """Return the match after one more move, and the passes that it forces."""
        move = self.position.read(text)
        table = replace(self, texts=(*self.texts, move.text))
        while not table.over and table.position.moves().keys() == {PASS}:
            table = replace(table, texts=(*table.texts, PASS))
        return table

    @property
    def taken_back(self) -> tuple[str, ...] | None:
        """The moves without the last one of a person, if there is any."""
        turns = [position.turn for position in self.played.positions]
        for number in range(len(self.texts) - 1, -1, -1):
            if self.players[turns[number]] == PERSON and self.texts[number] != PASS:
                return self.texts[:number]
        return None
