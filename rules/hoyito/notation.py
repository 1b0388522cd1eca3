"""The notation of Hoyito: how positions are stored, and how its moves are typed."""

import re
from dataclasses import replace
from typing import TypeVar

from rules.history import History
from rules.hoyito.board import CLOCKWISE, COUNTERCLOCKWISE, FOUR, MARKS, UNCHOSEN, rows
from rules.hoyito.position import HoyitoPosition
from rules.move import PASS, Move
from rules.typed_text import plain_move

Game = TypeVar("Game", bound=HoyitoPosition)
_NUMBER = r"(?:0|[1-9][0-9]{0,2})"
_CLOSED = "x"
_MARKS = {**MARKS, UNCHOSEN: "?"}
_DIRECTIONS = {mark: direction for direction, mark in _MARKS.items()}
_CHOSEN = {
    "counterclockwise": {">>"},
    "first_move": {south + north for south in "?<>" for north in "?<>"},
    "each_move": {"??"},
}
"""The stored forms of South's and North's directions, by the option for the direction."""
_TYPED = re.compile(r"([a-l])((?:\W|counter-?clockwise|ccw|clockwise|cw)*)")
_DIRECTION = re.compile(r"([>→]|counter-?clockwise|ccw)|[<←]|clockwise|cw")
"""A direction as it is typed, by a mark or in words; counter-clockwise is a group of its own."""


def read(position: HoyitoPosition, text: str) -> Move:
    """Parse a typed move: a hole, and at most one direction, as a mark or in words."""
    position.refuse_if_over()
    moves = position.moves()
    wanted = plain_move(text)
    if wanted in moves:
        return moves[wanted]
    if wanted == PASS:
        raise position.explain((PASS,))
    typed = _TYPED.fullmatch(wanted)
    if not typed:
        raise position.not_a_move(text)
    hole, directions = typed.groups()
    named = [
        COUNTERCLOCKWISE if direction[1] else CLOCKWISE
        for direction in _DIRECTION.finditer(directions)
    ]
    if len(named) > 1:
        raise position.explain((hole,))
    given = named[0] if named else UNCHOSEN
    fitting = [
        move
        for move in moves.values()
        if move.text[0] == hole and given in (position.direction(move), UNCHOSEN)
    ]
    if not fitting:
        raise position.explain((hole,))
    return position.only_one(text, fitting)


def encode(position: HoyitoPosition) -> str:
    """Return a position as one line."""
    half = len(position.holes) // 2
    written = [
        _CLOSED if place in position.closed else str(stones)
        for place, stones in enumerate(position.holes)
    ]
    return " ".join(
        (
            f"{'.'.join(written[:half])}/{'.'.join(written[half:])}",
            "{}/{}".format(*position.stores),
            position.sides[position.turn],
            position.chosen.write(),
            "".join(_MARKS[direction] for direction in position.directions),
            f"{position.round}/{position.sides[position.starter]}",
            *position.history.texts(),
        )
    )


def decode(game: type[Game], line: str) -> Game:
    """Parse a line written by `encode`. Raises `ValueError` for any other text."""
    match line.split(" "):
        case [rows, stores, turn, options, directions, number, *boards] if turn in game.sides:
            chosen = game.choices.read(options)
            holes, closed = _read_rows(rows, int(chosen.holes))
            position = game(
                holes=holes,
                closed=closed,
                stores=_read_stores(stores),
                directions=_read_directions(directions, chosen.direction),
                round=_read_round(number, game.sides)[0],
                starter=_read_round(number, game.sides)[1],
                turn=game.sides.index(turn),
                chosen=chosen,
            )
            _check(position)
            return _with_history(position, boards)
    raise ValueError(f"not a position of Hoyito: {line!r}")


def _read_rows(word: str, half: int) -> tuple[tuple[int, ...], frozenset[int]]:
    """Parse the number of stones in each hole, and the set of closed holes."""
    row = rf"(?:{_NUMBER}|{_CLOSED})(?:\.(?:{_NUMBER}|{_CLOSED})){{{half - 1}}}"
    if not re.fullmatch(f"{row}/{row}", word):
        raise ValueError(f"not the rows of Hoyito: {word!r}")
    written = word.replace("/", ".").split(".")
    holes = tuple(0 if hole == _CLOSED else int(hole) for hole in written)
    return holes, frozenset(place for place, hole in enumerate(written) if hole == _CLOSED)


def _read_stores(word: str) -> tuple[int, int]:
    if not re.fullmatch(f"{_NUMBER}/{_NUMBER}", word):
        raise ValueError(f"not the stores of Hoyito: {word!r}")
    south, _, north = word.partition("/")
    return int(south), int(north)


def _read_directions(word: str, direction: str) -> tuple[int, int]:
    if word not in _CHOSEN[direction]:
        raise ValueError(f"not the directions of {direction}: {word!r}")
    return _DIRECTIONS[word[0]], _DIRECTIONS[word[1]]


def _read_round(word: str, sides: tuple[str, str]) -> tuple[int, int]:
    """Parse the number of a round and the side that began it."""
    number, _, starter = word.partition("/")
    if not re.fullmatch(r"[1-9][0-9]{0,5}", number) or starter not in sides:
        raise ValueError(f"not a game's number and starter: {word!r}")
    return int(number), sides.index(starter)


def _check(position: HoyitoPosition) -> None:
    """Raise `ValueError` for a position that no game can reach."""
    chosen, size = position.chosen, len(position.holes)
    if sum(position.holes) + sum(position.stores) != FOUR * size:
        raise ValueError(f"not {FOUR * size} stones")
    if position.round == 1 and position.closed:
        raise ValueError("a hole is closed only in a later game of a match")
    if position.round > 1 and chosen.play == "game":
        raise ValueError("a single game has no second")
    if chosen.games != "unlimited" and position.round > int(chosen.games):
        raise ValueError(f"more than {chosen.games} games")
    if not any(position.holes) and not position.is_last_round():
        raise ValueError("an empty board within a match")
    if any(position.closed.issuperset(row) for row in rows(size)):
        raise ValueError("a side without an open hole")


def _with_history(position: Game, boards: list[str]) -> Game:
    """Add the earlier boards of the round. Raises `ValueError` for impossible ones."""
    size, stones = len(position.holes), sum(position.holes)
    earlier = [_read_board(word, size) for word in boards]
    if stones and any(sum(board) != stones for board in earlier):
        raise ValueError("an earlier board with other stones")
    # If the third repetition ended the game, the last board of the history is the repeated one.
    before = 1 if stones else 0
    turns = [(position.turn + before + ply) % 2 for ply in range(len(earlier))][::-1]
    return replace(position, history=History.of(boards, zip(earlier, turns, strict=True)))


def _read_board(word: str, size: int) -> tuple[int, ...]:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", word):
        raise ValueError(f"not an earlier board: {word!r}")
    return tuple(bytes.fromhex(word))
