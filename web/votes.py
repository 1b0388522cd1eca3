"""A match on the board in a browser whose crowds vote: how many have, and what its reader wants."""

from boards.drawn import State
from data import StoredMatch
from data.ballots import Vote
from interactions import said
from match.event import Event
from match.guesses import VOTES
from rules import Sentence
from views.vote_page import voted_so_far, votes_words, your_vote


def voting(match: StoredMatch, state: State, vote: Vote, own: Event | None) -> State:
    """Return the state of a match for somebody who sees its crowds vote, and may be of one.

    Nothing is told of what others want before the close.
    """
    lines = list(state["lines"])
    if match.awaits_vote and not match.locked:
        lines[0] = voted_so_far(match, vote)
        if match.voter is None:
            lines.insert(1, said(Sentence(VOTES, name=match.name(match.turn))))
    if own is not None:
        lines.insert(1, said(your_vote(match, own)))
    if vote.board is not None:
        lines.append(votes_words(vote.board, vote.last, vote.names))
    return state | {"lines": lines, "deed": "vote" if match.voter else state.get("deed")}
