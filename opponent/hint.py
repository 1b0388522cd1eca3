"""A hint: a good move and the reason for it, worded from what the search found."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Self, cast

from opponent.levels import LEVELS, ChosenMove, SkillLevel, choose, think
from opponent.search import PROVEN, WIN, Limit, later, node_limit
from opponent.search_game import DECIDED, search_game_of
from rules import Move, Position, Sentence, paragraph

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SHORT_SIGHTED = SkillLevel(max_depth=3, noise=0)
"""A threat is a capture that three plies do not win back."""
THREAT_LIMIT = node_limit(1_500)


@dataclass(frozen=True)
class Hint:
    """A move to play and the reason for it; `move.path[0]` is the piece to look at first."""

    move: Move
    why: Sentence


@dataclass(frozen=True)
class HintAnalysis:
    """What the search found for a hint, as texts of moves and numbers.

    `line` is the principal variation, the move to play first; `threat` is the capture it would make
    next if unanswered, and `danger` the capture the other side would make without it.
    """

    line: tuple[str, ...]
    value: int = 0
    depth: int = 1
    threat: str = ""
    danger: str = ""

    def encode(self) -> str:
        """Write it as one line."""
        return json.dumps(asdict(self))

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote."""
        told = json.loads(text)
        return cls(**{**told, "line": tuple(told["line"])})


def analyse(
    position: Position, seed: int, limit: Callable[[], Limit], named: str = ""
) -> HintAnalysis:
    """Find the best move, or take the one named as such, and what it threatens and prevents.

    Raises `Refusal` where the game is over.
    """
    if named:
        chosen = _search_after(position, named, seed, limit())
    else:
        chosen = choose(position, max(LEVELS), seed, limit())
    # While some moves are not searched, no loss is certain.
    value = chosen.value if chosen.complete else max(chosen.value, -DECIDED)
    seen = HintAnalysis(chosen.line, value, chosen.depth)
    after = position.after(chosen.move)
    if _gain(position, chosen.move.text) or abs(chosen.value) > DECIDED or after.outcome():
        return seen
    answer = _gain(after, chosen.line[1]) if len(chosen.line) > 1 else 0
    danger, threat = _best(_turned(position)), _best(_turned(after))
    at_once = max(_gain(position, text) for text in position.moves())
    return replace(
        seen,
        danger=danger if danger and _gain(_turned(position), danger) > answer else "",
        threat=threat if threat and _gain(_turned(after), threat) > at_once else "",
    )


def _search_after(position: Position, text: str, seed: int, limit: Limit) -> ChosenMove:
    """Search the position after a move."""
    move, after = position.play(text)
    if ending := after.outcome():
        sure = 0 if ending.winner is None else WIN - 1
        return ChosenMove(move, sure if ending.winner == position.turn else -sure, (text,))
    chosen = choose(after, max(LEVELS), seed, limit)
    value = later(chosen.value if after.turn == position.turn else -chosen.value, 1)
    # While some answers are not searched, no win is certain; and without the other moves no loss
    # is.
    value = value if chosen.complete else min(value, DECIDED)
    line, depth = (text, *chosen.line), chosen.depth + 1
    return replace(chosen, move=move, value=value, line=line, depth=depth, complete=False)


def hint(position: Position, seen: HintAnalysis) -> Hint:
    """Put the analysis of a position into words."""
    move = position.moves()[seen.line[0]]
    return Hint(move, _why(position, move, seen))


def merits(position: Position, move: Move) -> Sequence[Sentence]:
    """Say what a quiet move improves on the board, where that has a name."""
    if _wins(position, move.text):
        return (Sentence("That wins at once."),)
    search_game = search_game_of(position)
    return search_game.merits(search_game.state(position), search_game.state(position.after(move)))


def _turned(position: Position) -> Position:
    """Give a position with the other side to move (a null move)."""
    # A game is a frozen dataclass, as its base says in words only.
    turned = replace(cast("DataclassInstance", position), turn=1 - position.turn)
    return cast("Position", turned)


def _gain(position: Position, text: str) -> int:
    """Tell how much a move takes, a win being the most; below 0 it loses its own piece."""
    if _wins(position, text):
        return WIN
    search_game = search_game_of(position)
    state = search_game.state(position)
    return next(
        (step[0] for step in search_game.moves(state) if search_game.text(state, step) == text), 0
    )


def _wins(position: Position, text: str) -> bool:
    ending = position.after(position.moves()[text]).outcome()
    return ending is not None and ending.winner == position.turn


def _best(position: Position) -> str:
    """Give the best move of a position reached by a null move, `""` where it has ended."""
    if position.outcome():
        return ""
    return think(position, SHORT_SIGHTED, "", THREAT_LIMIT).move.text


def _why(position: Position, move: Move, seen: HintAnalysis) -> Sentence:
    after, deed = position.after(move), position.tell(move)
    if ending := after.outcome():
        return _ends(ending.winner == position.turn, ending.reason)
    if seen.value > PROVEN:
        return Sentence(
            "It wins in {number} move, whatever is answered.",
            "It wins in {number} moves, whatever is answered.",
            number=(WIN - seen.value + 1) // 2,
        )
    if seen.value > DECIDED:
        return Sentence("It {deed}. So the game is won, whatever is answered.", deed=deed)
    if seen.value < -DECIDED:
        return Sentence("The game cannot be saved any more; this holds out longest.")
    if position.loses(move):
        return Sentence("It {deed}; everything else costs more.", deed=deed)
    if move.taken:
        return _takes(after, deed, seen)
    reasons = [*_prevents(position, seen), *_threatens(after, seen)] or [*_prepares(after, seen)]
    reasons = reasons or [*_improves(position, move, deed, seen)]
    return paragraph(*reasons) if reasons else _stands_best(deed, seen)


def _ends(wins: bool, reason: Sentence) -> Sentence:
    told = Sentence("It wins at once.") if wins else Sentence("It ends the game.")
    return paragraph(told, reason)


def _takes(after: Position, deed: Sentence, seen: HintAnalysis) -> Sentence:
    """Say what is taken, and what can be taken in return."""
    replies = after.moves().values()
    if not any(reply.taken and not after.loses(reply) for reply in replies):
        return Sentence("It {deed}, and nothing can be taken in return.", deed=deed)
    answer = after.moves()[seen.line[1]] if len(seen.line) > 1 else None
    if answer is None or not answer.taken or after.loses(answer):
        return Sentence("It {deed}, and nothing good can be taken in return.", deed=deed)
    return Sentence(
        "It {deed}. The best answer: {side} {answer}.",
        deed=deed,
        side=after.side(after.turn),
        answer=after.tell(answer),
    )


def _prevents(position: Position, seen: HintAnalysis) -> list[Sentence]:
    if not seen.danger:
        return []
    other = _turned(position)
    side, deed = other.side(other.turn), other.tell(other.moves()[seen.danger])
    if _wins(other, seen.danger):
        return [Sentence("It is a must: without it, {side} {deed} and wins.", side=side, deed=deed)]
    return [Sentence("It defends: without it, {side} {deed}.", side=side, deed=deed)]


def _threatens(after: Position, seen: HintAnalysis) -> list[Sentence]:
    if not seen.threat:
        return []
    own = _turned(after)
    side, deed = own.side(own.turn), own.tell(own.moves()[seen.threat])
    if _wins(own, seen.threat):
        return [
            Sentence(
                "It threatens to win: unless that is answered, {side} {deed}.",
                side=side,
                deed=deed,
            )
        ]
    return [
        Sentence("It makes a threat: unless that is answered, {side} {deed}.", side=side, deed=deed)
    ]


def _prepares(after: Position, seen: HintAnalysis) -> list[Sentence]:
    """Say what the principal variation takes with its next move."""
    if len(seen.line) < 3:
        return []
    answer, later = after.play(seen.line[1])
    if later.outcome() or later.turn == after.turn:
        return []
    follow = later.moves()[seen.line[2]]
    if answer.taken or not follow.taken or later.loses(follow):
        return []
    return [
        Sentence(
            "It prepares a capture: after {answer}, {side} {deed}.",
            answer=after.caption(answer),
            side=later.side(later.turn),
            deed=later.tell(follow),
        )
    ]


def _improves(
    position: Position, move: Move, deed: Sentence, seen: HintAnalysis
) -> Iterator[Sentence]:
    """Say what the move improves, where that has a name."""
    if better := merits(position, move):
        yield Sentence("It {deed}.", deed=deed)
        yield from better
        yield Sentence(
            "The computer looked {number} move ahead and found nothing better.",
            "The computer looked {number} moves ahead and found nothing better.",
            number=seen.depth,
        )


def _stands_best(deed: Sentence, seen: HintAnalysis) -> Sentence:
    return Sentence(
        "It {deed}. Nothing is won by force yet; the computer looked {number} move ahead and likes "
        "your place best after it.",
        "It {deed}. Nothing is won by force yet; the computer looked {number} moves ahead and "
        "likes your place best after it.",
        deed=deed,
        number=seen.depth,
    )
