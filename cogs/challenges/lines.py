"""What became of a challenge, in a line: it stands where its card stood."""

from collections.abc import Sequence

import discord

from cogs.controls import text_view
from cogs.messages.news import titled
from cogs.speech import said
from data import Challenge, ChallengeState, StoredMatch
from rules import Sentence
from rules.sentence import Listed, message

BECAME = {
    ChallengeState.ACCEPTED: message("**{first}** and **{second}** play {matches}."),
    ChallengeState.DECLINED: message(
        "**{opponent}** declines **{challenger}**'s challenge to {game}."
    ),
    ChallengeState.WITHDRAWN: message("**{challenger}** takes the challenge to {game} back."),
    ChallengeState.EXPIRED: message(
        "Nobody took up **{challenger}**'s challenge to {game} in time."
    ),
    ChallengeState.COUNTERED: message(
        "**{opponent}** answers **{challenger}**'s challenge to {game} with another offer."
    ),
}


def settled_line(challenge: Challenge, begun: Sequence[StoredMatch] = ()) -> discord.ui.LayoutView:
    """Make the line of a challenge that does not stand any more; with the matches that began."""
    opponent = challenge.opponent
    words = Sentence(
        BECAME[challenge.state],
        challenger=challenge.challenger.display_name,
        opponent="" if opponent is None else opponent.display_name,
        game=challenge.terms.rules.name,
        first=begun[0].name(0) if begun else "",
        second=begun[0].name(1) if begun else "",
        matches=Listed(tuple(map(titled, begun))),
    )
    return text_view(f"-# {said(words)}")
