"""The rules page by page, and boards on which moves are tried for both sides."""

from collections.abc import Sequence

from boards.drawn import State
from boards.shown import Press, Shown
from boards.speech import PageSpeech
from play.table import MovesPlayed
from play.visitor import At, Visitor, number_in, rules_in, several
from rulebook import rulebook
from rules import Sentence, Value, message

NEXT_PAGE = message("Next page")


def on_rules(visitor: Visitor, words: list[str]) -> State:
    """Show a page of a game's rules, with its position."""
    game, written = several(words, "", "")
    rules, pages = rules_in(game), rulebook(game, visitor.language.tag).pages
    number = number_in(written, range(len(pages)))
    page, picture = pages[number], pages[number].picture
    presses = [Press("Try it", At.of("try", game, number, 0))]
    presses += [
        Press(each.title, At.of("rules", game, other))
        for other, each in enumerate(pages)
        if other != number
    ]
    text = PageSpeech(visitor.language).marked(page.words).replace("*", "")
    caption = PageSpeech(visitor.language).marked(picture.caption) if picture else ""
    shown = Shown(
        At.of("rules", game, number),
        page.title if number == 0 else f"{rules.name}: {page.title}",
        [caption, *text.split("\n\n")],
        position=picture.position if picture else None,
        last=picture.last if picture else None,
        before=picture.previous if picture else None,
        named=True,
        presses=[*presses, Press("Play", At.of("game", game))],
        onward=Press(NEXT_PAGE, At.of("rules", game, number + 1))
        if number + 1 < len(pages)
        else Press("Play", At.of("game", game)),
    )
    return visitor.shown(shown)


def on_try(visitor: Visitor, words: list[str]) -> State:
    """Show a board on which moves are tried from a page of the rules."""
    game, written, turned = several(words, "", "", "")
    rules, pages = rules_in(game), rulebook(game).pages
    number, seen = number_in(written, range(len(pages))), number_in(turned, range(2))
    picture = pages[number].picture
    board = MovesPlayed([picture.before if picture else rules.start()], [])
    for text in visitor.tried:
        board.add(text)
    if visitor.move:
        board.add(board.positions[-1].read(visitor.move).text)
    texts = tuple(move.text for move in board.moves)
    at = At.of("try", game, number, seen)
    presses = [Press("Flip the board", At.of("try", game, number, 1 - seen), texts)]
    if texts:
        presses += [Press("Back", at, texts[:-1]), Press("Start again", at)]
    shown_pages = rulebook(game, visitor.language.tag).pages
    title = " · ".join(dict.fromkeys((rules.name, shown_pages[number].title)))
    shown = Shown(
        at,
        visitor.say(Sentence("Try it: {title}", title=title)),
        [visitor.say(each) for each in _told(board)],
        position=board.positions[-1],
        seen_from=seen,
        last=board.moves[-1] if texts else None,
        before=board.positions[-2] if texts else None,
        count=len(texts),
        may_move=True,
        presses=[*presses, Press("Rules", At.of("rules", game, number))],
        tried=texts,
    )
    return visitor.shown(shown, in_stages=True)


def _told(board: MovesPlayed) -> Sequence[Value]:
    """Say how the last move went, and who is to move."""
    position, told = board.positions[-1], list[Value]()
    if board.moves:
        before = board.positions[-2]
        mover = position.side(before.turn)
        told.append(Sentence("{Side} {deed}.", side=mover, deed=before.tell(board.moves[-1])))
    if ending := position.outcome():
        winner = ending.winner
        wins = Sentence("**A draw.** {reason}", reason=ending.reason)
        if winner is not None:
            words = "**{Side} wins.** {reason}"
            wins = Sentence(words, side=position.side(winner), reason=ending.reason)
        return [*told, wins]
    told.append(Sentence("**{Side} to move.**", side=position.side(position.turn)))
    return [*told, *([duty] if (duty := position.duty()) else [])]
