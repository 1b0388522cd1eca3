"""What a page is sent of a match: the drawing, every legal move, words, what its reader may do."""

from collections.abc import Iterable
from datetime import datetime

from boards.drawn import State, Viewer, drawn, look_words, looked, move_offered
from data import StoredMatch
from interactions.errors import is_allowed
from interactions.speech import label, plain, remark_words, said, say, spoken
from interactions.speech import plain_speech as labels
from match import verbs
from match.event import LONGEST_REMARK
from rendering.drawings import scene_before, scene_of, tokens_of
from rendering.parts import ground_sent
from rules import Move, Position, message
from views.first_match import how_to_win
from views.hint_words import refuse_hint
from views.match_card import last_move_words, result_drawn
from views.match_verbs import shown_verbs
from views.remarks import is_heard
from views.result_card import result_words
from views.web_link import OpenInBrowser


def state_of(
    match: StoredMatch,
    person: int,
    viewer: Viewer,
    now: datetime,
    waiting: State | None,
    note: str,
) -> State:
    """Return all that a page shows a person of a match, but for the parts of the drawing it has.

    `waiting` is the next match in which it is their turn; the `note` is theirs.
    """
    position, own = match.position, match.side_played_by(person)
    scene = scene_of(position, viewer.seen_from)
    tokens = tokens_of(
        scene,
        position,
        match.last_move,
        before=scene_before(match.previous, match.last_move, viewer.seen_from),
        names=viewer.names,
        result=result_drawn(match.result),
        named=viewer.named,
        speech=labels(),
    )
    may_move = own == match.turn and not match.over and not match.locked
    moves = position.moves().values() if may_move else ()
    return {
        "match": match.number,
        "at": OpenInBrowser(match.number).encoded,
        "count": match.count,
        "ply": sum(match.moves),
        "won": _has_won(match, own),
        "title": match.title,
        "players": [said(match.name(side)) for side in (0, 1)],
        "own": own,
        "may_move": may_move,
        "single": position.single_choice,
        "lines": _lines(match, own),
        "described": plain(position.describe(over=match.over)),
        "board": ground_sent(scene.board, viewer.theme, viewer.have),
        **drawn(tokens, viewer.theme, viewer.have),
        "moves": [move_offered(position, move, spoken()) for move in moves],
        "last": None if match.last_move is None else list(match.last_move.path),
        "verbs": [] if own is None else list(_verbs(match, own, person, now)),
        "deadline": match.deadline and (match.deadline - now).total_seconds(),
        "hints": is_allowed(refuse_hint, match, person),
        "remark": LONGEST_REMARK if is_heard(match) else 0,
        "turn": match.last_move is not None and len(match.last_move.path) > 2,
        "note": note if person in match.seats else None,
        "next": waiting,
    }


def look_of(viewer: Viewer, position: Position, move: Move) -> State:
    """Return the drawing of a legal move that is looked at before it is made, and what it does."""
    state = looked(viewer, position, move)
    return {**state, "words": " ".join(map(said, look_words(position, move)))}


def _has_won(match: StoredMatch, side: int | None) -> bool:
    return side is not None and match.result is not None and match.result.winner == side


def _lines(match: StoredMatch, own: int | None) -> list[str]:
    """Say what happened, and what is asked of whom, the most important first."""
    lines = []
    if match.over:
        won = say("You've won it!") if _has_won(match, own) else said(result_words(match))
        lines += [won, said(match.reason)]
    elif match.locked:
        lines.append(
            say(
                "**{player}** moves next, once the match is unlocked.",
                player=match.name(match.turn),
            )
        )
    elif match.turn == own:
        lines.append(say("Your move."))
    elif match.turn == match.computer:
        lines.append(say("**{player}** is thinking …", player=match.name(match.turn)))
    else:
        lines.append(say("**{player}** is to move.", player=match.name(match.turn)))
    for side, template in (
        (match.draw_offer, message("**{player}** offers a draw.")),
        (match.take_back, message("**{player}** asks to take the last move back.")),
    ):
        if side is not None and not match.over:
            lines.append(say(template, player=match.name(side)))
    duty = None if match.over else match.position.duty()
    score = match.position.score_words(match.player_names)
    lines += [said(words) for words in (duty, score) if words]
    lines += [last_move_words(match), remark_words(match)]
    if own is not None and not match.moves[own] and not match.over:
        lines.append(say(how_to_win(match.position.key)))
    return [line for line in lines if line]


def _verbs(match: StoredMatch, own: int, person: int, now: datetime) -> Iterable[State]:
    """Return the card's buttons for the reader, each that needs it with a question.

    A page has no room for buttons that only refuse.
    """
    for verb, side in shown_verbs(match):
        asked = match, person, now
        undoes = verb.decide is verbs.take_back and is_allowed(verbs.undo, *asked)
        if side not in (None, own) or not (undoes or is_allowed(verb.decide, *asked)):
            continue
        yield {
            "key": verb.key,
            "label": label("Undo" if undoes else verb.label),
            "question": verb.question
            and {
                "key": verb.question.key,
                "words": say(
                    verb.question.words,
                    match=match.title,
                    opponent=match.name(1 - own),
                ),
                "label": label(verb.question.label),
            },
        }
