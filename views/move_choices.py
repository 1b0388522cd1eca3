"""Choosing a move step by step: pieces, their targets and paths, as buttons or in a select."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import discord

from data import StoredMatch
from interactions import CustomId, OutOfDate, chosen_number, label, plain
from interactions.components import SECONDARY, Item, button, in_rows, select
from interactions.speech import plain_speech
from rendering import reading_order
from rules import Code, Effect, Listed, ListStyle, Move, Position, Sentence, message

MOST_OPTIONS = 25
"""The most options that a select may have."""
MOST_LISTS = 4
"""The most lists in which the moves of a piece stand one below another; more are pages."""
FROM_THE_BEGINNING = message("Back to the top …")
PLAY, PIECE, SKIP = "play", "piece", "skip"
"""The first word of an option's value: a move to play, a piece, or a place in a long list."""
STYLES = {
    Effect.NONE: SECONDARY,
    Effect.TAKES: discord.ButtonStyle.success,
    Effect.LOSES: discord.ButtonStyle.danger,
}
SIGNS = {discord.ButtonStyle.success: "🟢", discord.ButtonStyle.danger: "🔴"}
"""The signs that replace a button's colour in a select: a capture, and a loss without gain."""


@dataclass(frozen=True)
class Choice:
    """One choice on a board: a piece, a target cell, or one path to it.

    `cell` is where its label is drawn; `moves` are the moves that remain possible.
    """

    label: str
    cell: str
    moves: tuple[Move, ...]
    effect: Effect

    @property
    def style(self) -> discord.ButtonStyle:
        """The colour of its button, which its piece or place on the board has, too."""
        return STYLES[self.effect]


class AnotherPiece(CustomId, name="pick"):
    """Choose another piece, in a match whose event count is `seen`."""

    match: int
    seen: int


class Choose(CustomId, name="choose"):
    """Choose a piece, or the target of the chosen one.

    `piece` and `skip` make each select a new one: with the same custom id, a client would go on
    showing what was chosen in the one before.
    """

    match: int
    seen: int
    piece: str
    skip: int


class ChoosePiece(CustomId, name="piece"):
    """Choose the piece on a cell, in a match whose event count is `seen`."""

    match: int
    seen: int
    piece: str


class ChoosePath(CustomId, name="way"):
    """Preview a move, in a match whose event count is `seen`."""

    match: int
    seen: int
    text: str


def moves_of_piece(position: Position, piece: str) -> tuple[Move, ...]:
    """Return the moves of the piece on a cell; none if nothing moves from there."""
    return _by_piece(position).get(piece, ())


@dataclass(frozen=True)
class Selection:
    """A partly chosen move: the piece, the first entry shown of a long list, and what is said."""

    piece: str = ""
    skip: int = 0
    words: str = ""


def read_option(option: str, piece: str) -> str | Selection:
    """Return the move that an option of a select plays, or else what it selects.

    `piece` is the one whose moves are listed, if any. Raises `OutOfDate` for what no select offers.
    """
    kind, _, value = option.partition(" ")
    if kind == PLAY:
        return value
    if kind == PIECE:
        return Selection(value)
    if kind != SKIP:
        raise OutOfDate
    return Selection(piece, chosen_number(value))


def pick_buttons(
    position: Position, choices: Iterable[Choice], piece: str, pick: Callable[[str], CustomId]
) -> list[Item]:
    """Return the buttons of choices, those of a `piece` if it is chosen.

    `pick` makes the custom id, in which not every move has room: it has the cell of a piece or, as
    in `h6//1`, the number of one of its moves.
    """
    buttons = []
    for choice in choices:
        picked = piece or choice.cell
        if len(choice.moves) == 1:
            number = moves_of_piece(position, picked).index(choice.moves[0]) + 1
            picked = f"{picked}//{number}"
        buttons.append(button(choice.label, pick(picked), choice.style))
    return in_rows(buttons)


def read_pick(position: Position, pick: str) -> str | Selection:
    """Return the move that such a button plays, or else what it selects. Raises `OutOfDate`."""
    piece, _, written = pick.partition("//")
    moves, number = moves_of_piece(position, piece), chosen_number(written or "0")
    if not moves or number > len(moves):
        raise OutOfDate
    return moves[number - 1].text if number else Selection(piece)


def move_options(
    position: Position, piece: str = "", skip: int = 0, *, marked: bool = True
) -> list[discord.SelectOption]:
    """Return options for the pieces that can move, or for the moves of one, from the `skip`th on.

    A piece with a single move is listed as that move. Unless `marked`, none says what it takes or
    loses. Raises `OutOfDate` beyond the last option.
    """
    moves = moves_of_piece(position, piece)
    if piece:
        found = [_move(position, move) for move in moves]
    else:
        found = [
            _move(position, own[0]) if len(own) == 1 else _piece(position, cell, own)
            for cell, own in _by_piece(position).items()
        ]
    if not marked:
        found = [
            discord.SelectOption(label=cell, value=option.value)
            for option, cell in zip(found, _names(position, piece), strict=True)
        ]
    if len(found) <= MOST_OPTIONS:
        return found
    if skip >= len(found):
        raise OutOfDate
    listed = found[skip : skip + MOST_OPTIONS - 1]
    more = skip + len(listed)
    left = len(found) - more
    words = (
        Sentence("{number} more …", "{number} more …", number=left) if left else FROM_THE_BEGINNING
    )
    listed.append(discord.SelectOption(label=label(words), value=f"{SKIP} {more if left else 0}"))
    return listed


def _names(position: Position, piece: str) -> Iterator[str]:
    """Yield the names of what `move_options` lists."""
    for cell, moves in _by_piece(position).items():
        if piece == cell or (not piece and len(moves) == 1):
            yield from (plain_speech().say(position.caption(move)) for move in moves)
        elif not piece:
            yield cell


def move_lists(match: StoredMatch, piece: str, skip: int, choices: list[Choice]) -> list[Item]:
    """Return the lists of what there is to choose, where there is too much for buttons.

    All moves of a piece are in sight, in lists as long as each other: nobody turns pages to move.
    """
    position, number, seen = match.position, match.number, match.count
    lists = -(-len(choices) // MOST_OPTIONS)
    if not piece or skip or lists > MOST_LISTS:
        listed = move_options(position, piece, skip)
        return [select("Choose", listed, Choose(number, seen, piece, skip))]
    size = -(-len(choices) // lists)
    rows = []
    for at in range(0, len(choices), size):
        part = choices[at : at + size]
        question = Sentence(
            "Choose a cell: {first} to {last}", first=Code(part[0].cell), last=Code(part[-1].cell)
        )
        entries = [_move(position, choice.moves[0]) for choice in part]
        rows.append(select(question, entries, Choose(number, seen, piece, at)))
    return rows


def next_choices(position: Position, piece: str = "", seen: int | None = None) -> list[Choice]:
    """Return the choices of a piece or, once it is chosen, of its targets.

    They are sorted as on a board `seen` from a side, by default the side to move.
    """
    return ends_to_choose(position, piece, seen) if piece else pieces_to_choose(position, seen)


def pieces_to_choose(position: Position, seen: int | None = None) -> list[Choice]:
    """Return the pieces that can move, in the reading order of the board."""
    return _sorted(position, _by_piece(position), seen)


def ends_to_choose(position: Position, piece: str, seen: int | None = None) -> list[Choice]:
    """Return the cells where a piece may go, in the reading order of the board.

    Where several paths lead to a cell, each is a choice of its own. If a move is a single choice,
    the moves are listed by name: nobody aims at their last cell.
    """
    if position.single_choice:
        return [_path_choice(position, move, piece) for move in moves_of_piece(position, piece)]
    ends: dict[str, tuple[Move, ...]] = {}
    for move in moves_of_piece(position, piece):
        ends[_end(move)] = (*ends.get(_end(move), ()), move)
    return [
        each
        for end in _sorted(position, ends, seen)
        for each in ([end] if len(end.moves) == 1 else paths_to_choose(position, piece, end.cell))
    ]


def paths_to_choose(position: Position, piece: str, end: str) -> list[Choice]:
    """Return the paths of a piece to a cell, by the names of the moves."""
    return [
        _path_choice(position, move, end)
        for move in moves_of_piece(position, piece)
        if _end(move) == end
    ]


def _path_choice(position: Position, move: Move, cell: str) -> Choice:
    name = plain_speech().say(position.caption(move))
    return Choice(_label(position, name, (move,)), cell, (move,), position.effect((move,)))


def _sorted(
    position: Position, moves: Mapping[str, tuple[Move, ...]], seen: int | None
) -> list[Choice]:
    side = position.turn if seen is None else seen
    return [
        Choice(_label(position, cell, moves[cell]), cell, moves[cell], position.effect(moves[cell]))
        for cell in reading_order(position, moves, side)
    ]


def _end(move: Move) -> str:
    return move.path[-1] if move.path else move.text


def _label(position: Position, name: str, moves: tuple[Move, ...]) -> str:
    """Return the label of a choice, with what it loses if all its moves only lose."""
    losses = [position.loses(move) for move in moves]
    if losses[0] is None or not all(losses):
        return name
    return plain(Sentence("{name}: {deed}", name=name, deed=losses[0]))


def on_board(choices: Iterable[Choice]) -> dict[str, Effect]:
    """Return what the picture shows of choices: their cells, each with what becomes of it."""
    found: dict[str, set[Effect]] = {}
    for choice in choices:
        found.setdefault(choice.cell, set()).add(choice.effect)
    return {
        cell: Effect.TAKES
        if Effect.TAKES in effects
        else effects.pop()
        if len(effects) == 1
        else Effect.NONE
        for cell, effects in found.items()
    }


def move_label(position: Position, move: Move, name: str) -> str:
    """Return a move's name with what it captures or loses, and the sign for that, as a label."""
    effect = position.takes(move) or position.loses(move)
    return f"{name} · {SIGNS[STYLES[position.effect((move,))]]} {plain(effect)}" if effect else name


def _by_piece(position: Position) -> Mapping[str, tuple[Move, ...]]:
    """Group the moves by their first cell; a move without cells is a group of its own."""
    pieces: dict[str, tuple[Move, ...]] = {}
    for move in position.moves().values():
        cell = move.path[0] if move.path else move.text
        pieces[cell] = (*pieces.get(cell, ()), move)
    return pieces


def _piece(position: Position, cell: str, moves: tuple[Move, ...]) -> discord.SelectOption:
    taking = sum(1 for move in moves if position.takes(move))
    losing = sum(1 for move in moves if position.loses(move))
    words = [Sentence("{number} move", "{number} moves", number=len(moves))]
    if taking:
        words.append(position.count_taking(taking))
    if losing:
        words.append(Sentence("{number} loses the piece", "{number} lose the piece", number=losing))
    return discord.SelectOption(
        label=cell,
        value=f"{PIECE} {cell}",
        description=plain(Listed(tuple(words), ListStyle.COMMA)),
        emoji=SIGNS.get(STYLES[position.effect(moves)]),
    )


def _move(position: Position, move: Move) -> discord.SelectOption:
    words = plain(position.tell(move))
    if len(words) > 100:
        words = f"{words[:99]}…"
    return discord.SelectOption(
        label=move_label(position, move, plain_speech().say(position.caption(move))),
        value=f"{PLAY} {move.text}",
        description=words,
    )


def choice_button(match: StoredMatch, choice: Choice, *, coloured: bool = True) -> Item:
    """Return the button of a piece, or of the move if only one is left.

    On a public card it is not coloured: to see what takes is the game.
    """
    number, seen = match.number, match.count
    if len(choice.moves) == 1:
        custom_id: CustomId = ChoosePath(number, seen, choice.moves[0].text)
    else:
        custom_id = ChoosePiece(number, seen, choice.cell)
    return button(choice.label, custom_id, choice.style if coloured else SECONDARY)


def back_button(match: StoredMatch) -> Item:
    """Return the button that goes back to the choice of a piece."""
    return button("Another piece", AnotherPiece(match.number, match.count))
