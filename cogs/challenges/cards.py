"""The card of a challenge while it stands: what is offered, on which board, by which terms."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import discord

from cogs.acts import Act
from cogs.computer.inviting import play_against_button
from cogs.controls import Item, Layout, button, in_rows
from cogs.learning.reading import how_to_play_button
from cogs.looks import Style
from cogs.showing import Look, board_picture
from cogs.speech import said, say
from cogs.words import book, terms_words
from data import Challenge, ChallengeState, Seat, Terms
from match.rating import advantage
from rules import Balance, Position, Sentence
from rules.sentence import message, paragraph


class Answer(StrEnum):
    """What can be done on the card; it stands in messages for ever."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    FAIR = "fair"
    BOTH_SIDES = "both"


@dataclass(frozen=True)
class AnswerChallenge(Act, name="challenge"):
    """Answer a challenge."""

    challenge: int
    answer: Answer


class ChallengeCard(NamedTuple):
    """A message that shows a challenge, and its pictures: once it is settled it has none."""

    view: discord.ui.LayoutView
    pictures: tuple[discord.File, ...] = ()


LABELS = {
    Answer.ACCEPT: (message("Accept"), discord.ButtonStyle.success),
    Answer.DECLINE: (message("Decline"), discord.ButtonStyle.danger),
    Answer.WITHDRAW: (message("Withdraw"), discord.ButtonStyle.secondary),
    Answer.FAIR: (message("Make it fair"), discord.ButtonStyle.primary),
    Answer.BOTH_SIDES: (message("Both sides"), discord.ButtonStyle.primary),
}
OPEN = discord.Colour(0x4C8DAE)
FAIR = "fair"
"""The preset that evens a game, where it has one."""
EVENED = {
    Answer.FAIR: Sentence("**Make it fair** evens it."),
    Answer.BOTH_SIDES: Sentence("**Both sides** plays it twice, once from each side."),
}
"""What the buttons do about terms that favour a side."""
RESTS = Sentence("It is offered again when one of them ends.")


async def open_card(challenge: Challenge, style: Style) -> ChallengeCard:
    """Build the card of a challenge that stands, with the board as the match would begin.

    While it rests it can only be withdrawn.
    """
    rules = challenge.terms.rules
    start = rules.start(challenge.terms.options)
    file, gallery = await board_picture(
        start, style, Look(seen_from=start.turn), caption=say("The start.")
    )
    heading = f"### {rules.name}\n{_who(challenge)}\n-# {book(rules.key).summary}"
    lines = [f"-# {terms_of(challenge)}", balance_words(challenge), _stands(challenge)]
    buttons = answer_buttons(challenge)
    if challenge.offers_computer:
        buttons.append(play_against_button(rules.key, challenge.number))
    parts: list[Item] = [
        discord.ui.TextDisplay(heading),
        gallery,
        discord.ui.TextDisplay("\n".join(filter(None, lines))),
        *in_rows([*buttons, how_to_play_button(rules.key)]),
    ]
    return ChallengeCard(Layout(discord.ui.Container(*parts, accent_colour=OPEN)), (file,))


def answer_buttons(challenge: Challenge) -> list[Item]:
    """Make the buttons that answer a challenge."""
    answers = [Answer.ACCEPT, *([Answer.DECLINE] if challenge.opponent else []), Answer.WITHDRAW]
    if challenge.state is ChallengeState.RESTING:
        answers = [Answer.WITHDRAW]
    return [
        button(LABELS[answer][0], AnswerChallenge(challenge.number, answer), LABELS[answer][1])
        for answer in (*answers, *evening(challenge))
    ]


def evening(challenge: Challenge) -> list[Answer]:
    """List what can be done about terms that are known to favour a side."""
    terms = challenge.terms
    balance = terms.rules.balance(terms.options)
    if challenge.state is ChallengeState.RESTING or balance is None or balance.favours is None:
        return []
    fair = [Answer.FAIR] if _can_be_fairer(terms.rules, balance) else []
    return fair + ([] if terms.both_sides else [Answer.BOTH_SIDES])


def _can_be_fairer(rules: type[Position], balance: Balance) -> bool:
    """Say whether the game has a preset that is more even than that."""
    if FAIR not in rules.presets:
        return False
    fair = rules.balance(rules.presets[FAIR])
    return fair is None or abs(advantage(fair)) < abs(advantage(balance))


def balance_words(challenge: Challenge) -> str:
    """Say what is known of the fairness of the terms, and how to even them."""
    balance = challenge.terms.rules.balance(challenge.terms.options)
    if balance is None:
        return ""
    return said(paragraph(balance.words, *(EVENED[each] for each in evening(challenge))))


def offer_words(terms: Terms) -> str:
    """Say by which terms somebody would play, but for who plays which side."""
    words = terms_words(
        terms.rules, terms.options, terms.pace, rated=terms.rated, explore=terms.explore
    )
    return f"{say('Two matches, one from each side')} · {words}" if terms.both_sides else words


def _who(challenge: Challenge) -> str:
    challenger = challenge.challenger.display_name
    if challenge.opponent is None:
        return say("**{challenger}** challenges anybody who likes to play.", challenger=challenger)
    return say(
        "**{challenger}** challenges {opponent}.",
        challenger=challenger,
        opponent=f"<@{challenge.opponent.id}>",
    )


def terms_of(challenge: Challenge) -> str:
    """Say by which terms a challenge is offered, and who plays which side."""
    terms = challenge.terms
    if terms.both_sides:
        return offer_words(terms)
    if terms.seat is Seat.RANDOM:
        return f"{say('Sides by lot')} · {offer_words(terms)}"
    seat = say(
        "{name} plays {side}",
        name=challenge.challenger.display_name,
        side=terms.rules.side(0 if terms.seat is Seat.FIRST else 1),
    )
    return f"{seat} · {offer_words(terms)}"


def standing_words(challenge: Challenge) -> str:
    """Say how long a standing challenge stands, and how many of its matches go on."""
    assert challenge.at_once is not None, "it is a standing one"
    if challenge.terms.both_sides:
        going = Sentence(
            "Stands until withdrawn, {going} of {number} pair of matches going.",
            "Stands until withdrawn, {going} of {number} pairs of matches going.",
            going=challenge.going,
            number=challenge.at_once,
        )
    else:
        going = Sentence(
            "Stands until withdrawn, {going} of {number} match going.",
            "Stands until withdrawn, {going} of {number} matches going.",
            going=challenge.going,
            number=challenge.at_once,
        )
    return said(paragraph(going, RESTS) if challenge.state is ChallengeState.RESTING else going)


def _stands(challenge: Challenge) -> str:
    if challenge.at_once is not None:
        return f"-# {standing_words(challenge)}"
    expires = discord.utils.format_dt(challenge.expires, "f")
    return f"-# {say('Open until {time}.', time=expires)}"
