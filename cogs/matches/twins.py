"""What a card says of the match that began together with its own, one from each side."""

from cogs.names import linked
from cogs.speech import say
from data import StoredMatch
from match.event import WITHOUT_RESULT, Ending
from rules import Sentence

SCORES = {4: "2 – 0", 3: "1½ – ½"}
"""How two matches ended together, by the half points of who is ahead."""


def twin_words(match: StoredMatch, twin: StoredMatch) -> str:
    """Say which is the other match, or how both went once they are over."""
    name = linked(f"#{twin.number}", twin)
    if twin.result is None:
        return say("-# Both sides: {match} is the same with sides changed.", match=name)
    went = _went(twin, name)
    if match.result is None:
        return say("-# Both sides: {went}, with sides changed.", went=went)
    if any(result.how in WITHOUT_RESULT for result in (match.result, twin.result)):
        return say("-# Both sides: {went}, so there is nothing to add up.", went=went)
    return say(
        "**Both sides:** {together} The other half is {match}.",
        together=_together(match, twin),
        match=name,
    )


def _went(twin: StoredMatch, name: str) -> Sentence:
    """Say how the other match went."""
    assert twin.result is not None, "it is over"
    if twin.result.how is Ending.ABORT:
        return Sentence("the match was aborted in {match}", match=name)
    if twin.result.how is Ending.STOPPED:
        return Sentence("the match ended without a result in {match}", match=name)
    if twin.result.winner is None:
        return Sentence("there was a draw in {match}", match=name)
    winner = twin.name(twin.result.winner)
    return Sentence("**{winner}** won in {match}", winner=winner, match=name)


def _together(match: StoredMatch, twin: StoredMatch) -> Sentence:
    """Add up two matches of the same two, who sit the other way round in the second."""
    first = _half_points(match, 0) + _half_points(twin, 1)
    if first == 2:
        return Sentence(
            "**{first}** and **{second}** are level, 1 – 1.",
            first=match.name(0),
            second=match.name(1),
        )
    ahead = 0 if first > 2 else 1
    return Sentence(
        "**{winner}** beats **{loser}** {score}.",
        winner=match.name(ahead),
        loser=match.name(1 - ahead),
        score=SCORES[max(first, 4 - first)],
    )


def _half_points(match: StoredMatch, side: int) -> int:
    """Give what a match brought a side: two for a win, one for a draw."""
    assert match.result is not None, "it is over"
    return 1 if match.result.winner is None else 2 * (match.result.winner == side)
