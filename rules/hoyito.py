"""Hoyito (Dominican Republic and Haiti): sowing in laps, fours taken as they are made."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import ClassVar, Self

from rules.move import Move, only_one
from rules.position import PASS, Option, Outcome, Position
from rules.refusal import IllegalMove
from rules.repetition import LIMIT
from rules.sowing import TAKEN_AT, Sowing, laps_from, sow
from rules.words import number_of, quoted

SOUTH, NORTH = 0, 1
COUNTERCLOCKWISE, CLOCKWISE, UNCHOSEN = 1, -1, 0
SENSE_MARKS = {COUNTERCLOCKWISE: ">", CLOCKWISE: "<", UNCHOSEN: "?"}
SENSE_WORDS = {COUNTERCLOCKWISE: "counter-clockwise", CLOCKWISE: "clockwise"}
SENSES = {mark: sense for sense, mark in SENSE_MARKS.items()}
LETTERS = "abcdefghijkl"

_TYPED = re.compile(r"([a-l])\W*?(?:([<>←→])|(counter-?clockwise|ccw)|(clockwise|cw))?")


@dataclass(frozen=True)
class Hoyito(Position):
    """A position of Hoyito, of a single game or within a match.

    `senses` holds how each side sows, `UNCHOSEN` where that is still to be chosen. `game` counts
    the games of the match from 1; `starter` began the present one.
    """

    key: ClassVar[str] = "hoyito"
    name: ClassVar[str] = "Hoyito"
    sides: ClassVar[tuple[str, str]] = ("south", "north")
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "holes",
            "Holes a side",
            ("6", "5", "7", "8", "9", "10", "11", "12"),
            ("6", "5", "7", "8", "9", "10", "11", "12"),
        ),
        Option("first", "Who begins", ("south", "north"), ("South", "North")),
        Option(
            "direction",
            "Direction of sowing",
            ("counterclockwise", "first_move", "each_move"),
            ("Counter-clockwise", "Chosen with the first move", "Chosen with each move"),
        ),
        Option("play", "Length", ("game", "match"), ("A single game", "A match of games")),
        Option(
            "games",
            "Games in a match",
            ("unlimited", "3", "5", "7"),
            ("Until one side has no stones", "3 at most", "5 at most", "7 at most"),
        ),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"classic": {}, "fair": {"holes": "8"}}
    single_choice: ClassVar[bool] = True

    holes: tuple[int, ...]
    shut: frozenset[int]
    stores: tuple[int, int]
    senses: tuple[int, int]
    game: int
    starter: int
    turn: int
    chosen: tuple[str, ...]
    earlier: tuple[tuple[int, ...], ...] = field(default=(), compare=False)
    """The boards of this game since the last take or choice of sense, before the present one."""

    @classmethod
    def start(cls, chosen: Mapping[str, str]) -> Self:
        values = cls.complete(chosen)
        size = 2 * int(values[0])
        first = cls.sides.index(values[1])
        sense = COUNTERCLOCKWISE if values[2] == "counterclockwise" else UNCHOSEN
        holes = (TAKEN_AT,) * size
        return cls(holes, frozenset(), (0, 0), (sense, sense), 1, first, first, values)

    @classmethod
    def balance(cls, chosen: Mapping[str, str]) -> str:
        holes, _, direction, *_ = cls.complete(chosen)
        if holes == "8" and direction == "counterclockwise":
            return "Fairly even: of 40 test games the first player won 16, the second 10."
        if holes == "6" and direction == "counterclockwise":
            return "Favours the second player, who won 53 of 60 test games and lost none."
        if holes == "6" and direction == "each_move":
            return "Favours the second player, who won 28 of 40 test games."
        return ""

    @property
    def closed(self) -> frozenset[str]:
        """The cells of the holes that are closed in this game of a match."""
        return frozenset(self._cell(place) for place in self.shut)

    def board(self) -> dict[str, int]:
        """Give the number of stones in every hole by its cell, in ring order."""
        return {self._cell(place): stones for place, stones in enumerate(self.holes)}

    def moves(self) -> Mapping[str, Move]:
        found = (self._move(place, sense) for place, sense in self._choices())
        return {move.text: move for move in found}

    def count(self) -> int:
        return self._count(self.holes, self.turn) if any(self.holes) else 0

    def _count(self, holes: tuple[int, ...], side: int) -> int:
        """Count a side's moves on a board that is not empty, the senses being as they are."""
        half = len(holes) // 2
        own = holes[half:] if side else holes[:half]
        return (half - own.count(0)) * (1 if self.senses[side] else 2) or 1

    def count_replies(self) -> int:
        total = 0
        before = self.earlier[::-2]
        laps = {sense: laps_from(len(self.holes), self.shut, sense) for sense in SENSE_WORDS}
        for place, sense in self._choices():
            holes = self.holes if place is None else sow(self.holes, place, laps[sense])[0]
            if any(holes) and before.count(holes) < LIMIT - 1:
                total += self._count(holes, 1 - self.turn)
            else:
                total += self._after(place, sense).count()
        return total

    def successors(self) -> Iterator[Self]:
        return (self._after(place, sense) for place, sense in self._choices())

    def play(self, text: str) -> tuple[Move, Self]:
        self.refuse_if_over()
        place, sense = self._choice(text)
        return self._move(place, sense), self._after(place, sense)

    def read(self, text: str) -> Move:
        self.refuse_if_over()
        return self._move(*self._choice(text))

    def _choice(self, text: str) -> tuple[int | None, int]:
        """Find the hole and the sense that a typed text means. Raises as `read` does."""
        choices = self._choices()
        by_text = {self._text(place, sense): (place, sense) for place, sense in choices}
        wanted = text.strip().lower()
        if wanted in by_text:
            return by_text[wanted]
        if wanted == PASS:
            raise self._explain_hole(wanted)
        typed = _TYPED.fullmatch(wanted)
        if not typed:
            raise self.not_a_move(text)
        letter, arrow, counterclockwise, clockwise = typed.groups()
        given = UNCHOSEN
        if arrow or counterclockwise or clockwise:
            given = COUNTERCLOCKWISE if counterclockwise or arrow in (">", "→") else CLOCKWISE
        fitting = [
            (place, sense)
            for place, sense in choices
            if self._text(place, sense)[0] == letter and given in (sense, UNCHOSEN)
        ]
        if not fitting:
            raise self._explain_hole(letter)
        return by_text[only_one(text, [self._move(*choice) for choice in fitting]).text]

    def _choices(self) -> list[tuple[int | None, int]]:
        """Give the holes that may be sown, each with the senses; `None` stands for a pass."""
        if not any(self.holes):
            return []
        half = len(self.holes) // 2
        own = range(half * self.turn, half * (self.turn + 1))
        fixed = self.senses[self.turn]
        senses = (fixed,) if fixed else (COUNTERCLOCKWISE, CLOCKWISE)
        return [(place, sense) for place in own if self.holes[place] for sense in senses] or [
            (None, fixed)
        ]

    def _cell(self, place: int) -> str:
        side, number = divmod(place, len(self.holes) // 2)
        return LETTERS[number].upper() if side else LETTERS[number]

    def _text(self, place: int | None, sense: int) -> str:
        if place is None:
            return PASS
        mark = "" if self.senses[self.turn] else SENSE_MARKS[sense]
        return self._cell(place).lower() + mark

    def _sown(self, place: int, sense: int) -> Sowing:
        return sow(self.holes, place, laps_from(len(self.holes), self.shut, sense))

    def _move(self, place: int | None, sense: int) -> Move:
        text = self._text(place, sense)
        if place is None:
            return Move(text, ())
        _, _, laps, taken = self._sown(place, sense)
        return Move(text, self._cells((place, *chain(*laps))), self._cells(taken))

    def _cells(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self._cell, places))

    def _after(self, place: int | None, sense: int) -> Self:
        holes, stores, senses, earlier = self.holes, self.stores, self.senses, self.earlier
        earlier = (*earlier, holes)
        if place is not None:
            holes, gained, _, _ = self._sown(place, sense)
            if gained:
                stores = _more(stores, self.turn, gained)
                earlier = ()
            if not senses[self.turn] and self.chosen[2] == "first_move":
                senses = (sense, senses[1]) if self.turn == SOUTH else (senses[0], sense)
                earlier = ()
        if earlier[-2::-2].count(holes) >= LIMIT - 1:
            half = len(holes) // 2
            earlier = (*earlier, holes)
            stores = (stores[0] + sum(holes[:half]), stores[1] + sum(holes[half:]))
            holes = (0,) * len(holes)
        after = object.__new__(type(self))  # as dataclasses.replace, which takes four times as long
        fields = after.__dict__
        fields.update(self.__dict__)
        fields["holes"], fields["stores"], fields["senses"] = holes, stores, senses
        fields["turn"], fields["earlier"] = 1 - self.turn, earlier
        return after if any(holes) else after.next_game()

    def _is_last_game(self) -> bool:
        """Say whether nothing follows the game that has just ended."""
        *_, play, games = self.chosen
        return play == "game" or min(self.stores) < TAKEN_AT or games == str(self.game)

    def next_game(self) -> Self:
        """Set up the next game once the board is empty; nothing follows the last one.

        Each side fills as many of its holes as it can; the others are closed.
        """
        if self._is_last_game():
            return self
        half = len(self.holes) // 2
        filled = [min(half, store // TAKEN_AT) for store in self.stores]
        shut = frozenset(
            half * side + number for side in (0, 1) for number in range(filled[side], half)
        )
        south, north = self.stores
        starter = 1 - self.starter if south == north else int(north > south)
        return replace(
            self,
            holes=tuple(0 if place in shut else TAKEN_AT for place in range(2 * half)),
            shut=shut,
            stores=(south - TAKEN_AT * filled[0], north - TAKEN_AT * filled[1]),
            game=self.game + 1,
            starter=starter,
            turn=starter,
            earlier=(),
        )

    def outcome(self) -> Outcome | None:
        if any(self.holes):
            return None
        south, north = self.stores
        winner = None if south == north else int(north > south)
        reason = f"South has {number_of(south, 'stone')}, North {north}."
        if self.chosen[3] == "match":
            games = number_of(self.game, "game")
            reason = f"After {games}: {reason[0].lower()}{reason[1:]}".replace("south", "South")
            if min(self.stores) < TAKEN_AT:
                loser = self._side(int(south > north))
                reason += f" {loser} cannot fill a hole any more."
        if self.earlier and self.earlier[::-2].count(self.earlier[-1]) >= LIMIT:
            reason = (
                "The same position stood for the third time, so each side took the stones in its "
                f"own holes. {reason}"
            )
        return Outcome(winner, reason)

    def encode(self) -> str:
        half = len(self.holes) // 2
        written = [
            "x" if place in self.shut else str(stones) for place, stones in enumerate(self.holes)
        ]
        return " ".join(
            (
                f"{'.'.join(written[:half])}/{'.'.join(written[half:])}",
                f"{self.stores[0]}/{self.stores[1]}",
                self.sides[self.turn],
                self.write_options(self.chosen),
                "".join(SENSE_MARKS[sense] for sense in self.senses),
                f"{self.game}/{self.sides[self.starter]}",
                *(bytes(holes).hex() for holes in self.earlier),
            )
        )

    @classmethod
    def decode(cls, line: str) -> Self:
        match line.split(" "):
            case [rows, stores, turn, options, senses, game, *earlier] if turn in cls.sides:
                values = cls.read_options(options)
                half = int(values[0])
                number = r"(?:0|[1-9][0-9]{0,2})"
                row = rf"(?:{number}|x)(?:\.(?:{number}|x)){{{half - 1}}}"
                if not re.fullmatch(rf"{row}/{row} {number}/{number}", f"{rows} {stores}"):
                    raise ValueError(f"not holes and stores of Hoyito: {line!r}")
                written = rows.replace("/", ".").split(".")
                south, _, north = stores.partition("/")
                position = cls(
                    holes=tuple(0 if hole == "x" else int(hole) for hole in written),
                    shut=frozenset(place for place, hole in enumerate(written) if hole == "x"),
                    stores=(int(south), int(north)),
                    senses=_read_senses(senses, values[2]),
                    game=_read_game(game)[0],
                    starter=_read_game(game)[1],
                    turn=cls.sides.index(turn),
                    chosen=values,
                    earlier=tuple(_read_board(word, 2 * half) for word in earlier),
                )
                position._check()
                return position
        raise ValueError(f"not a position of Hoyito: {line!r}")

    def _check(self) -> None:
        """Raise `ValueError` for what no game can show."""
        half = len(self.holes) // 2
        if sum(self.holes) + sum(self.stores) != TAKEN_AT * len(self.holes):
            raise ValueError(f"not {TAKEN_AT * len(self.holes)} stones")
        if self.shut and (self.game == 1 or self.chosen[3] == "game"):
            raise ValueError("a hole is closed only in a later game of a match")
        if self.game > 1 and self.chosen[3] == "game":
            raise ValueError("a single game has no second")
        if self.chosen[3:] not in {
            ("match", "unlimited"),
            ("game", self.chosen[4]),
        } and self.game > int(self.chosen[4]):
            raise ValueError(f"more than {self.chosen[4]} games")
        if not any(self.holes) and not self._is_last_game():
            raise ValueError("an empty board within a match")
        if any(len(range(half)) == len(self.shut & set(own)) for own in self._rows()):
            raise ValueError("a side without an open hole")
        if any(self.holes) and any(sum(board) != sum(self.holes) for board in self.earlier):
            raise ValueError("an earlier board with other stones")

    def _rows(self) -> tuple[range, range]:
        half = len(self.holes) // 2
        return range(half), range(half, 2 * half)

    def describe(self) -> str:
        words = ["Hoyito."]
        for side, row in enumerate(self._rows()):
            stones = ", ".join(
                "closed" if place in self.shut else str(self.holes[place]) for place in row
            )
            words.append(
                f"{self._side(side)}'s holes {self._cell(row[0])} to {self._cell(row[-1])}, from "
                f"{self._side(side)}'s left: {stones}; store: {self.stores[side]}."
            )
        if self.chosen[2] == "first_move":
            for side, sense in enumerate(self.senses):
                sows = f"sows {SENSE_WORDS[sense]}" if sense else "has not chosen a direction"
                words.append(f"{self._side(side)} {sows}.")
        if self.chosen[3] == "match":
            words.append(f"Game {self.game} of the match, begun by {self._side(self.starter)}.")
        ending = self.outcome()
        words.append(ending.reason if ending else f"{self._side(self.turn)} to move.")
        return " ".join((*words, self.options_in_words(self.chosen))).strip()

    def tell(self, move: Move) -> str:
        if move.text == PASS:
            return "passes, having no stones to sow"
        place, sense = self._choice(move.text)
        words = f"sows from `{move.path[0]}`"
        if self.chosen[2] != "counterclockwise":
            words += f" {SENSE_WORDS[sense]}"
        words += f" and ends in `{move.path[-1]}`"
        if place is not None and (gained := self._sown(place, sense)[1]):
            words += f", taking {gained} stones from {quoted(dict.fromkeys(move.taken))}"
        after = self._after(place, sense)
        if after.game > self.game:
            words += f"; game {self.game} is over, {self._side(after.starter)} begins the next"
        return words

    def _explain_hole(self, cell: str) -> IllegalMove:
        half = len(self.holes) // 2
        if cell == PASS:
            return IllegalMove(
                "You have stones to sow, so you may not pass; name one of your holes."
            )
        if not any(self.holes[place] for place in self._rows()[self.turn]):
            return IllegalMove("You have no stones on your side: all you can do is `pass`.")
        number = LETTERS.index(cell)
        if number >= half:
            return IllegalMove(
                "There is no hole `{hole}`: yours are `a` to `{last}`, from your left.",
                hole=cell,
                last=LETTERS[half - 1],
            )
        place = number + half * self.turn
        if place in self.shut:
            return IllegalMove("Your hole `{hole}` is closed in this game.", hole=cell)
        if not self.holes[place]:
            return IllegalMove("Your hole `{hole}` is empty; sow from one with stones.", hole=cell)
        if sense := self.senses[self.turn]:
            return IllegalMove(
                "You always sow {sense} here; write just `{hole}`.",
                sense=SENSE_WORDS[sense],
                hole=cell,
            )
        return IllegalMove(
            "Name just one of your holes and the direction: `{hole}>` or `{hole}<`.", hole=cell
        )

    def sketch(self) -> str:
        south, north = (
            ["x" if place in self.shut else str(self.holes[place]) for place in row]
            for row in self._rows()
        )
        letters = "".join(f"{letter:>3}" for letter in LETTERS[: len(south)])
        return "\n".join(
            (
                "North     "
                + "".join(f"{letter:>3}" for letter in LETTERS[: len(south)].upper()[::-1]),
                f"{self.stores[1]:>5} took" + "".join(f"{hole:>3}" for hole in north[::-1]),
                f"{self.stores[0]:>5} took" + "".join(f"{hole:>3}" for hole in south),
                "South     " + letters,
            )
        )

    def _side(self, side: int) -> str:
        return self.sides[side].capitalize()


def _more(stores: tuple[int, int], side: int, stones: int) -> tuple[int, int]:
    south, north = stores
    return (south, north + stones) if side else (south + stones, north)


def _read_board(word: str, size: int) -> tuple[int, ...]:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", word):
        raise ValueError(f"not an earlier board: {word!r}")
    return tuple(bytes.fromhex(word))


def _read_senses(word: str, direction: str) -> tuple[int, int]:
    allowed = {
        "counterclockwise": {">>"},
        "first_move": {first + second for first in "?<>" for second in "?<>"},
        "each_move": {"??"},
    }
    if word not in allowed[direction]:
        raise ValueError(f"not the directions of {direction}: {word!r}")
    return SENSES[word[0]], SENSES[word[1]]


def _read_game(word: str) -> tuple[int, int]:
    number, _, starter = word.partition("/")
    if not re.fullmatch(r"[1-9][0-9]{0,5}", number) or starter not in Hoyito.sides:
        raise ValueError(f"not a game's number and starter: {word!r}")
    return int(number), Hoyito.sides.index(starter)
