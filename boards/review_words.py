"""What a review says of a match's turning points, wherever it is shown."""

from collections.abc import Iterator
from dataclasses import replace

from computer.hint import capture, reasons
from computer.review import TurningPoint
from rules import Listed, ListStyle, Move, Position, Sentence, Value, message, paragraph

MOST_SHOWN = 5
"""The most moves shown of a better continuation."""
BETTER = message("Better: {better}.")
STOOD = (
    (0.8, Sentence("was winning")),
    (0.3, Sentence("was ahead")),
    (-0.3, Sentence("was about even")),
    (-0.8, Sentence("was behind")),
    (-2.0, Sentence("was losing")),
)
"""How a player stood by a value from -1 to 1: the lower bounds and their words."""


def turning_point(
    names: tuple[Value, Value], position: Position, turn: TurningPoint, *, is_named: bool = False
) -> list[Sentence]:
    """Describe a turning point: what the move played lost, what changed, and the better move.

    Where the move played `is_named` above these words, they don't name it again.
    """
    mover = position.turn
    before, after = (_stood(-value if mover else value) for value in (turn.before, turn.after))
    better = _better(position, turn)
    is_explained = better[-1].template != BETTER
    named, *lost = _played(names, position, turn, is_explained=is_explained)
    played = lost if is_named else [named, *lost]
    words = [paragraph(*played)] if played else []
    if before != after:
        words.append(
            Sentence(
                "{name} {before} before this move, and {after} after it.",
                name=names[mover],
                before=before,
                after=after,
            )
        )
    words.append(paragraph(*better))
    if follows := _captions(position, turn.line[:MOST_SHOWN])[1:]:
        moves = Listed(follows, ListStyle.COMMA)
        words.append(Sentence("-# Then perhaps {moves}.", moves=moves))
    return words


def _played(
    names: tuple[Value, Value], position: Position, turn: TurningPoint, *, is_explained: bool
) -> Iterator[Sentence]:
    """Name the move played, and say what it lost: at once, or by the best answer."""
    move = position.moves()[turn.played]
    number, name = turn.ply + 1, names[position.turn]
    if position.loses(move):
        is_explained, deed = True, position.tell(move)
        yield Sentence("Move {number}: {name} {deed}.", number=number, name=name, deed=deed)
    else:
        played = position.caption(move)
        yield Sentence(
            "Move {number}: {name} played {played}.", number=number, name=name, played=played
        )
    if (reply := _telling_reply(position, turn)) is not None:
        after = position.after(move)
        if _harm(after, turn.reply) or not is_explained:
            yield Sentence(
                "The best answer: {name} {deed}.", name=names[after.turn], deed=after.tell(reply)
            )
    elif not is_explained:
        yield Sentence("You see why a few moves later.")


def _telling_reply(position: Position, turn: TurningPoint) -> Move | None:
    """Return the best answer to the move played, unless the better move is answered alike."""
    played, better = (position.after(position.moves()[move]) for move in (turn.played, turn.better))
    answer, harm = "".join(turn.line[1:2]), _harm(played, turn.reply)
    is_alike = turn.reply == answer or (harm and harm == _harm(better, answer))
    return None if is_alike else played.moves().get(turn.reply)


def _harm(position: Position, answer: str) -> tuple[object, ...]:
    """Return what an answer takes or traps, and how much that is."""
    move = position.moves().get(answer)
    if move is None or not position.takes(move):
        return ()
    return position.victims(move), position.gain(move)


def _better(position: Position, turn: TurningPoint) -> list[Sentence]:
    """Name the better move, and say why it is better, unless the answer to the move played does."""
    if (taking := capture(position, turn.analysis)) is not None:
        return [Sentence("Better: {taking}", taking=taking)]
    better = Sentence(BETTER, better=position.caption(position.moves()[turn.better]))
    played = position.moves()[turn.played]
    is_danger = turn.reply == turn.danger and _telling_reply(position, turn) is not None
    is_told = is_danger and _harm(position.after(played), turn.reply)
    analysis = replace(turn.analysis, danger="") if is_told else turn.analysis
    return [better, *reasons(position, analysis, played)]


def _captions(position: Position, line: tuple[str, ...]) -> tuple[Value, ...]:
    """Return the captions of a line's moves, each in the position where it is made."""
    captions = []
    for text in line:
        move, after = position.play(text)
        captions.append(position.caption(move))
        position = after
    return tuple(captions)


def _stood(value: float) -> Sentence:
    """Describe how a player stood, by a value from -1 to 1."""
    return next(words for least, words in STOOD if value > least)
