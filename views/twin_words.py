"""What a card says of the paired match, in which the players have changed sides."""

from data import StoredMatch
from interactions import say, speech
from match.event import WITHOUT_RESULT, Ending
from rules import Sentence
from views.result_card import HALF

SCORES = {4: ("2", "0"), 3: ("1½", "½")}
"""The total score of two paired matches, by the half points of the leader."""


def twin_words(match: StoredMatch, twin: StoredMatch) -> str:
    """Name the paired match, or give the result of both once they are over."""
    name = speech.linked(f"#{twin.number}", twin)
    if twin.result is None:
        return say("-# Other match, sides swapped: {match}.", match=name)
    went = _twin_result(twin, name)
    if match.result is None:
        told = say("-# Other match, sides swapped: {went}.", went=went)
        return f"{told} {say(HALF)}" if match.rated and match.pair_counts is False else told
    if any(result.how in WITHOUT_RESULT for result in (match.result, twin.result)):
        return say(
            "-# Other match, sides swapped: {went}. No total score without both results.", went=went
        )
    return say(
        "**Both sides:** {together} Other match: {match}.",
        together=_total_score(match, twin),
        match=name,
    )


def _twin_result(twin: StoredMatch, name: str) -> Sentence:
    """Describe the result of the paired match."""
    assert twin.result is not None, "it is over"
    if twin.result.how is Ending.ABORT:
        return Sentence("{match} was aborted", match=name)
    if twin.result.how is Ending.STOPPED:
        return Sentence("{match} ended without a result", match=name)
    if twin.result.winner is None:
        return Sentence("{match} was a draw", match=name)
    winner = twin.name(twin.result.winner)
    return Sentence("**{winner}** won in {match}", winner=winner, match=name)


def _total_score(match: StoredMatch, twin: StoredMatch) -> Sentence:
    """Add up two paired matches, in the second of which the players have changed sides."""
    first = _half_points(match, 0) + _half_points(twin, 1)
    if first == 2:
        return Sentence(
            "**{first}** and **{second}** are level, {score}.",
            first=match.name(0),
            second=match.name(1),
            score=score_words("1", "1"),
        )
    ahead = 0 if first > 2 else 1
    return Sentence(
        "**{winner}** beats **{loser}** {score}.",
        winner=match.name(ahead),
        loser=match.name(1 - ahead),
        score=score_words(*SCORES[max(first, 4 - first)]),
    )


def score_words(first: str, second: str) -> Sentence:
    """Write a score, as languages do: 2 – 0, 2 : 0 or 2-0."""
    return Sentence("{first} – {second}", first=first, second=second)


def _half_points(match: StoredMatch, side: int) -> int:
    """Return the half points of a side: two for a win, one for a draw."""
    assert match.result is not None, "it is over"
    return 1 if match.result.winner is None else 2 * (match.result.winner == side)
