"""The words of Hoyito: its positions and moves."""

from collections.abc import Iterable

from rules.hoyito.board import CELLS, CLOCKWISE, DIRECTIONS, LETTERS, NORTH, SOUTH, UNCHOSEN, rows
from rules.hoyito.position import HoyitoPosition
from rules.hoyito.sowing import laps
from rules.move import PASS, Move
from rules.sentence import Code, Listed, ListStyle, Sentence, Value, codes, paragraph


def describe(position: HoyitoPosition, *, over: bool = False) -> Sentence:
    """Describe a position: holes and stores, and whose turn it is or how the game ended."""
    chosen = position.chosen
    directions = (SOUTH, NORTH) if chosen.direction == "first_move" else ()
    return paragraph(
        Sentence("Hoyito."),
        _row(position, SOUTH),
        _row(position, NORTH),
        *(_direction(position.side(side), position.directions[side]) for side in directions),
        *([_round(position)] if chosen.play == "match" else []),
        *position.closing(
            Sentence("{Side} to move.", side=position.side(position.turn)), over=over
        ),
        *chosen.played_with,
    )


def _row(position: HoyitoPosition, side: int) -> Sentence:
    size = len(position.holes)
    row, cells, store = rows(size)[side], CELLS[size], position.stores[side]
    stones = Listed(
        tuple(Sentence("closed") if at in position.closed else position.holes[at] for at in row),
        ListStyle.COMMA,
    )
    held: dict[str, Value] = {"first": cells[row[0]], "last": cells[row[-1]], "stones": stones}
    if side == SOUTH:
        return Sentence(
            "South's holes {first} to {last}, from South's left: {stones}; store: {store}.",
            store=store,
            **held,
        )
    return Sentence(
        "North's holes {first} to {last}, from North's left: {stones}; store: {store}.",
        store=store,
        **held,
    )


def _direction(side: Sentence, direction: int) -> Sentence:
    if direction == UNCHOSEN:
        return Sentence("{Side} hasn't chosen a direction.", side=side)
    if direction == CLOCKWISE:
        return Sentence("{Side} sows clockwise.", side=side)
    return Sentence("{Side} sows counter-clockwise.", side=side)


def _round(position: HoyitoPosition) -> Sentence:
    if position.starter == SOUTH:
        return Sentence("Game {number} of the match; South went first.", number=position.round)
    return Sentence("Game {number} of the match; North went first.", number=position.round)


def tell(position: HoyitoPosition, move: Move) -> Sentence:
    """Describe a move: where it starts and ends, what it captures, whether it ends a game."""
    if move.text == PASS:
        return Sentence("passes, with no stones to sow")
    told = _told_sowing(position, move)
    taken = position.sow(move)[1]
    if taken:
        told = Sentence(
            "{sowing}, and takes {number} stone from {cells} ({store} in store)",
            "{sowing}, and takes {number} stones from {cells} ({store} in store)",
            sowing=told,
            number=taken,
            cells=codes(dict.fromkeys(move.taken)),
            store=position.stores[position.turn] + taken,
        )
    else:
        told = Sentence("{sowing}, and takes nothing", sowing=told)
    if not (end := position.game_end(move)):
        return told
    following = position.side(end.next_round().starter)
    if end.stores[SOUTH] == end.stores[NORTH]:
        return Sentence(
            "{turn}; game {number} is drawn, and {Side} begins the next",
            turn=told,
            number=position.round,
            side=following,
        )
    return Sentence(
        "{turn}; {Side} wins game {number}, {most} to {least}, and begins the next",
        turn=told,
        number=position.round,
        side=following,
        most=max(end.stores),
        least=min(end.stores),
    )


def _told_sowing(position: HoyitoPosition, move: Move) -> Sentence:
    """Describe the start, the number of laps and the end of a sowing."""
    return Sentence(
        "{sowing}, ending in {end}",
        "{sowing} in {number} laps, ending in {end}",
        sowing=_told_start(position, move),
        number=laps(position.board(), move.path),
        end=Code(move.path[-1]),
    )


def _told_start(position: HoyitoPosition, move: Move) -> Sentence:
    start = Code(move.path[0])
    if position.chosen.direction == "counterclockwise":
        return Sentence("sows {start}", start=start)
    if position.direction(move) == CLOCKWISE:
        return Sentence("sows {start} clockwise", start=start)
    return Sentence("sows {start} counter-clockwise", start=start)


def caption(position: HoyitoPosition, move: Move) -> Value:
    """Return a button's label: the hole as on the board, North's in capitals, and the direction."""
    if move.text == PASS or move.text[1:] not in DIRECTIONS:
        return Code(move.path[0] if move.path else PASS)
    if position.direction(move) == CLOCKWISE:
        return Sentence("{hole} clockwise", hole=Code(move.path[0]))
    return Sentence("{hole} counter-clockwise", hole=Code(move.path[0]))


def takes(position: HoyitoPosition, move: Move) -> Sentence | None:
    """Describe what a move captures."""
    if not (taken := position.gain(move)):
        return None
    return Sentence("take {number} stone", "take {number} stones", number=taken)


def board_text(position: HoyitoPosition) -> str:
    """Draw the board as text."""
    south, north = (
        ["x" if place in position.closed else position.holes[place] for place in row]
        for row in rows(len(position.holes))
    )
    letters = LETTERS[: len(south)]
    return "\n".join(
        (
            f"North     {_aligned(letters.upper()[::-1])}",
            f"{position.stores[NORTH]:>5} took{_aligned(north[::-1])}",
            f"{position.stores[SOUTH]:>5} took{_aligned(south)}",
            f"South     {_aligned(letters)}",
        )
    )


def _aligned(marks: Iterable[str | int]) -> str:
    return "".join(f"{mark:>3}" for mark in marks)
