"""A hint: a good move and the reason for it, worded from what the search found."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from computer.json_text import JsonText
from computer.levels import ChosenMove, choose
from computer.search import PROVEN, WIN, Limit, later, node_limit
from computer.search_game import DECIDED, search_game_of
from computer.skill_levels import levels
from computer.threats import (
    best_capture,
    gain,
    is_only_defence,
    meets,
    most_taken,
    turned,
    wins,
)
from rules import Move, Position, Sentence, paragraph

LEAST_DEPTH, LONGER = 2, node_limit(10_000)
"""A hint that has not even seen the answers looks longer, up to this many nodes."""


@dataclass(frozen=True)
class Hint:
    """A move to play and the reason for it; `move.path[0]` is the piece to look at first."""

    move: Move
    why: Sentence
    """The reason, which names the move once."""


@dataclass(frozen=True)
class HintAnalysis(JsonText):
    """The findings of a search for a hint, as texts of moves and numbers.

    `line` is the principal variation, the move to play first; `threat` is the move that would take
    or trap something next if unanswered, and `danger` that of the other side without it.
    """

    line: tuple[str, ...]
    value: int = 0
    depth: int = 1
    threat: str = ""
    danger: str = ""


def analyse(
    position: Position, seed: int, limit: Callable[[], Limit], named: str = ""
) -> HintAnalysis:
    """Find the best move, or take the one named as such, and what it threatens and prevents.

    Raises `Refusal` where the game is over.
    """
    if named:
        chosen = _search_after(position, named, seed, limit())
    else:
        chosen = _look(position, seed, limit())
    # While some moves are not searched, no loss is certain.
    value = chosen.value if chosen.complete else max(chosen.value, -DECIDED)
    return _with_threats(position, HintAnalysis(chosen.line, value, chosen.depth), chosen.value)


def explain(position: Position, line: tuple[str, ...], value: int) -> HintAnalysis:
    """Find what the first move of a principal variation of this value threatens and prevents."""
    return _with_threats(position, HintAnalysis(line, value), value)


def _with_threats(position: Position, analysis: HintAnalysis, value: int) -> HintAnalysis:
    first, *rest = analysis.line
    after = position.after(position.moves()[first])
    is_told = gain(position, first) or abs(value) > DECIDED
    if is_told or after.outcome() or after.turn == position.turn:
        return analysis
    answer = gain(after, rest[0]) if rest else 0
    danger, threat = best_capture(turned(position)), best_capture(turned(after))
    at_once = max(gain(position, text) for text in position.moves())
    is_met = danger and gain(turned(position), danger) > answer and meets(position, after, danger)
    return replace(
        analysis,
        danger=danger if is_met else "",
        threat=threat if threat and gain(turned(after), threat) > at_once else "",
    )


def _takes_by(position: Position, text: str) -> bool:
    """Tell whether a move is possible and takes or traps something."""
    return text in position.moves() and gain(position, text) > 0


def _takes_as_much(position: Position, other: Position, text: str) -> bool:
    """Tell whether a move takes or traps what another does in another position, too."""
    moves, taken = position.moves().values(), {*other.victims(other.moves()[text])}
    return _takes_by(position, text) or (
        bool(taken) and any(taken <= {*position.victims(move)} for move in moves)
    )


def _look(position: Position, seed: int, limit: Limit) -> ChosenMove:
    """Search for the best move, and longer than the limit where it is but one ply deep by then."""
    best = levels(position.key)[-1]
    chosen = choose(position, best, seed, limit)
    if chosen.nodes and chosen.depth < LEAST_DEPTH and not chosen.complete:
        return choose(position, best, seed, LONGER)
    return chosen


def _search_after(position: Position, text: str, seed: int, limit: Limit) -> ChosenMove:
    """Search the position after a move."""
    move, after = position.play(text)
    if ending := after.outcome():
        sure = 0 if ending.winner is None else WIN - 1
        return ChosenMove(move, sure if ending.winner == position.turn else -sure, (text,))
    chosen = choose(after, levels(after.key)[-1], seed, limit)
    value = later(chosen.value if after.turn == position.turn else -chosen.value, 1)
    # While some answers are not searched, no win is certain; and without the other moves no loss
    # is.
    value = value if chosen.complete else min(value, DECIDED)
    # The other moves are not looked at, so nothing is said of how they compare.
    return ChosenMove(move, value, (text, *chosen.line), complete=False)


def hint(position: Position, analysis: HintAnalysis) -> Hint:
    """Put the analysis of a position into words."""
    move = position.moves()[analysis.line[0]]
    if (taking := capture(position, analysis)) is not None:
        return Hint(move, taking)
    reason = _reason(position, move, analysis)
    return Hint(move, Sentence("{move}. {why}", move=position.caption(move), why=reason))


def merits(position: Position, move: Move) -> Sequence[Sentence]:
    """Say what a quiet move improves on the board, where that has a name."""
    if wins(position, move.text):
        return (Sentence("That wins at once."),)
    return search_game_of(position).merits(*_states(position, move))


def approaches(position: Position, move: Move) -> Sequence[Sentence]:
    """Say what a quiet move comes nearer to, which many moves do."""
    return search_game_of(position).approaches(*_states(position, move))


def _states(position: Position, move: Move) -> Iterator[tuple[object, ...]]:
    """Give the states before and after a move."""
    return map(search_game_of(position).state, (position, position.after(move)))


def reasons(position: Position, analysis: HintAnalysis, played: Move) -> Sequence[Sentence]:
    """Say why the first move of an analysis is better than one played, if a board shows it.

    Nothing is said that is as true of the move played. Of a capture `capture` says it.
    """
    move = position.moves()[analysis.line[0]]
    after = position.after(move)
    if (certain := _certain(position, after, analysis)) is not None:
        return [certain]
    analysis = _without(position, analysis, played)
    of_both = {said.template for said in _every_gain(position, played)}
    named = merits(position, move) or [*_leaves_little(position, move)]
    gains = [said for said in named if said.template not in of_both]
    return _tactics(position, after, analysis) or gains


def _without(position: Position, analysis: HintAnalysis, played: Move) -> HintAnalysis:
    """Leave out what another move prevents, threatens and prepares as well."""
    after, better = position.after(played), position.after(position.moves()[analysis.line[0]])
    if after.outcome() or after.turn == position.turn:
        return analysis
    if analysis.threat and _takes_as_much(turned(after), turned(better), analysis.threat):
        analysis = replace(analysis, threat="")
    answer, follow = (*analysis.line[1:3], "", "")[:2]
    if answer in after.moves() and _takes_by(after.after(after.moves()[answer]), follow):
        analysis = replace(analysis, line=analysis.line[:1])
    if analysis.danger and meets(position, after, analysis.danger):
        analysis = replace(analysis, danger="")
    return analysis


def capture(position: Position, analysis: HintAnalysis) -> Sentence | None:
    """Say what the first move of an analysis does and takes, if that is what is good about it."""
    move = position.moves()[analysis.line[0]]
    after = position.after(move)
    is_decided = after.outcome() or abs(analysis.value) > DECIDED
    if not move.taken or is_decided or position.loses(move):
        return None
    return _takes(after, position.tell(move), analysis)


def _reason(position: Position, move: Move, analysis: HintAnalysis) -> Sentence:
    """Say why a move is good, without saying what it does."""
    after = position.after(move)
    if (certain := _certain(position, after, analysis)) is not None:
        return certain
    found = _tactics(position, after, analysis) or [*_improves(position, move, analysis)]
    return paragraph(*found) if found else _stands_best(analysis)


def _certain(position: Position, after: Position, analysis: HintAnalysis) -> Sentence | None:
    """Say how the game ends after a move, if that is certain."""
    if ending := after.outcome():
        is_won = ending.winner == position.turn
        result = Sentence("It wins at once.") if is_won else Sentence("It ends the match.")
        return paragraph(result, ending.reason)
    if analysis.value > PROVEN:
        return Sentence(
            "It wins in {number} move, whatever the answer.",
            "It wins in {number} moves, whatever the answer.",
            number=_own_moves(WIN - analysis.value),
        )
    if analysis.value > DECIDED:
        return Sentence("It wins, whatever the answer.")
    if analysis.value < -PROVEN:
        return Sentence("This match can't be saved any more; this holds out longest.")
    if analysis.value < -DECIDED:
        return Sentence("This match can't be saved any more.")
    return None


def _tactics(position: Position, after: Position, analysis: HintAnalysis) -> list[Sentence]:
    """Say what a move prevents, threatens, or else prepares."""
    found = [*_prevents(position, analysis), *_threatens(after, analysis)]
    return found or _prepares(position, after, analysis)


def _takes(after: Position, description: Sentence, analysis: HintAnalysis) -> Sentence:
    """Say what is taken, and what can be taken in return."""
    replies = after.moves().values()
    if not any(reply.taken and not after.loses(reply) for reply in replies):
        return Sentence("{Deed}, and nothing can be taken in return.", deed=description)
    if len(analysis.line) == 1:
        return Sentence("{Deed}.", deed=description)
    answer = after.moves()[analysis.line[1]]
    return Sentence(
        "{Deed}. The best answer: {side} {answer}.",
        deed=description,
        side=after.side(after.turn),
        answer=after.tell(answer),
    )


def _prevents(position: Position, analysis: HintAnalysis) -> list[Sentence]:
    if not analysis.danger:
        return []
    other = turned(position)
    side, description = other.side(other.turn), other.tell(other.moves()[analysis.danger])
    if wins(other, analysis.danger):
        return [
            Sentence(
                "It's forced: otherwise {side} {deed} and wins."
                if is_only_defence(position, analysis.line[0])
                else "It defends: without it, {side} {deed} and wins.",
                side=side,
                deed=description,
            )
        ]
    return [Sentence("It defends: without it, {side} {deed}.", side=side, deed=description)]


def _threatens(after: Position, analysis: HintAnalysis) -> list[Sentence]:
    if not analysis.threat:
        return []
    own = turned(after)
    move = own.moves()[analysis.threat]
    side, description = own.side(own.turn), own.tell(move)
    if wins(own, analysis.threat):
        return [
            Sentence(
                "It threatens to win: if nothing stops it, {side} {deed}.",
                side=side,
                deed=description,
            )
        ]
    search_game = search_game_of(own)
    seen = (search_game.weakness(search_game.state(own), cell) for cell in move.taken)
    return [*filter(None, seen)][:1] or [
        Sentence(
            "It makes a threat: if nothing stops it, {side} {deed}.", side=side, deed=description
        )
    ]


def _prepares(position: Position, after: Position, analysis: HintAnalysis) -> list[Sentence]:
    """Say what the principal variation takes with its next move."""
    if len(analysis.line) < 3:
        return []
    answer, later = after.play(analysis.line[1])
    if later.outcome() or later.turn == after.turn:
        return []
    follow = later.moves()[analysis.line[2]]
    if answer.taken or not follow.taken or later.loses(follow):
        return []
    if follow in position.moves().values():
        return []  # it could be taken before
    return [
        Sentence(
            "It prepares a capture: after {answer}, {side} {deed}.",
            answer=after.caption(answer),
            side=later.side(later.turn),
            deed=later.tell(follow),
        )
    ]


def _improves(position: Position, move: Move, analysis: HintAnalysis) -> Iterator[Sentence]:
    """Say what the move improves, where that has a name, or that nothing can be taken next."""
    named = merits(position, move) or approaches(position, move)
    better = named or [*_leaves_little(position, move)]
    yield from better
    if better and analysis.depth >= LEAST_DEPTH:
        yield Sentence(
            "I looked {number} move ahead and found nothing better.",
            "I looked {number} moves ahead and found nothing better.",
            number=_own_moves(analysis.depth),
        )


def _own_moves(plies: int) -> int:
    """Count one's own moves among so many plies, as a win in some moves is counted."""
    return (plies + 1) // 2


def _every_gain(position: Position, move: Move) -> Iterator[Sentence]:
    """Say everything that is true of a move, whether it improves something or not."""
    yield from merits(position, move)
    yield from _leaves_little(position, move)
    yield from search_game_of(position).facts(*_states(position, move))


def _leaves_little(position: Position, move: Move) -> Iterator[Sentence]:
    """Say that the other side can take nothing next, or less than after any other move."""
    after = position.after(move)
    is_quiet = search_game_of(position).takes and not position.loses(move)
    if not is_quiet or after.turn == position.turn:
        return
    most = most_taken(after)
    if most == 0:
        yield Sentence("It's safe: nothing can be taken next.")
    elif position.single_choice and all(
        most_taken(position.after(other)) > most
        for other in position.moves().values()
        if other.text != move.text
    ):
        yield Sentence("Then the other side can take only {number}.", number=most)


def _stands_best(analysis: HintAnalysis) -> Sentence:
    if analysis.depth < LEAST_DEPTH:
        return Sentence("I like this one best.")
    return Sentence(
        "No forced win yet; looking {number} move ahead, I like this one best.",
        "No forced win yet; looking {number} moves ahead, I like this one best.",
        number=_own_moves(analysis.depth),
    )
