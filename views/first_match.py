"""What somebody can do now, in the first moves of their first match of a game."""

from collections.abc import Iterator

from interactions import CustomId
from interactions.speech import current_rulebook, game_name, said, say
from rulebook import rulebook
from rules import Effect, Move, Position, Sentence, paragraph

GUIDED_MOVES = 3
"""How many of a person's moves in that match are guided."""
HOW_TO_WIN = "How to win"
"""The English title of the page of the rules that says so."""


class StopGuiding(CustomId, name="unguided"):
    """Show no such words any more, and the pieces of a match whose event count is `seen`."""

    match: int
    seen: int


def first_match_words(position: Position, shown: Move | None, *, begins: bool) -> str:
    """Say what can be done in a position, or `shown` does, and at the beginning how to win."""
    game = game_name(position.key)
    won = how_to_win(position.key) if begins else ""
    if shown:
        first = say(
            "**Your first {game} match.** This is what {move} does: play it, or press another to "
            "compare.",
            game=game,
            move=position.caption(shown),
        )
        return "\n".join(filter(None, [won, first]))
    first = say("**Your first {game} match.**", game=game)
    possible = [*_possible(position)]
    told = said(paragraph(*possible)) if possible else ""
    return "\n".join(filter(None, [first, won, told]))


def _possible(position: Position) -> Iterator[Sentence]:
    """Say what can be moved, gained and lost, in the colours of the picker."""
    moves = position.moves().values()
    if not position.single_choice:
        yield Sentence(
            "You can move {number} piece; it is lit.",
            "You can move {number} pieces; they are lit.",
            number=len({move.path[0] for move in moves if move.path}),
        )
    taking = [move for move in moves if position.effect((move,)) is Effect.TAKES]
    losing = [move for move in moves if position.effect((move,)) is Effect.LOSES]
    if taking:
        yield Sentence(
            "{number} move gains something (green): {example}.",
            "{number} moves gain something (green), for example {example}.",
            number=len(taking),
            example=position.caption(taking[0]),
        )
    if losing:
        yield Sentence(
            "{number} move would lose something (red).",
            "{number} moves would lose something (red).",
            number=len(losing),
        )


def how_to_win(game: str) -> str:
    """Return what the rules of a game say first of winning, in the current language."""
    titles = [page.title for page in rulebook(game).pages]
    if HOW_TO_WIN not in titles:
        return ""
    words = current_rulebook(game).pages[titles.index(HOW_TO_WIN)].words
    return words.partition("\n\n")[0]
