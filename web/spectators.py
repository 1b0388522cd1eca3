"""Watching a match of others on the board in a browser: following it, and guessing its moves."""

from boards.drawn import State, move_offered
from boards.shown import Press
from data import StoredMatch
from data.followers import Follow
from data.guesses import OwnGuesses
from interactions.errors import is_allowed
from interactions.speech import spoken
from match.guesses import refuse_unless_guessable
from views.spectator_page import FollowMatch, FollowMode, follow_choices, question_words
from web.visit import Visit


async def follow(visit: Visit, at: FollowMatch) -> int:
    """Follow a match, or follow it no more; return its number."""
    followers, match = visit.bot.store.followers, await visit.find_match(at.match)
    if at.mode is FollowMode.NOTHING:
        await followers.unfollow(match.number, visit.person)
    else:
        each_move = at.mode is FollowMode.EACH_MOVE
        person = visit.solver.person
        await followers.follow(match.number, person, visit.now, each_move=each_move)
    return match.number


def watched(
    match: StoredMatch, state: State, following: Follow | None, own: OwnGuesses, person: int
) -> State:
    """Return the state of a match for somebody who watches it: what they may do, and have done."""
    if match.over:
        return state
    presses = [
        Press(words, FollowMatch(match.number, mode)) for words, mode in follow_choices(following)
    ]
    state = state | {"verbs": [*(press.sent(spoken()) for press in presses), *state["verbs"]]}
    if not is_allowed(refuse_unless_guessable, match, person):
        return state
    moves = match.position.moves().values()
    return state | {
        "may_move": True,
        "deed": "guess",
        "moves": [move_offered(match.position, move, spoken()) for move in moves],
        "lines": [*state["lines"], *question_words(match, own).split("\n")],
    }
