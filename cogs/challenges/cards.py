"""The card of a challenge: what is offered, by which terms, and what became of it."""

from dataclasses import dataclass
from enum import StrEnum

import discord

from cogs.acts import Act
from cogs.computer.inviting import play_against_button
from cogs.controls import Item, Layout, button, in_rows
from cogs.learning.reading import how_to_play_button, rules_button
from cogs.names import safe
from cogs.speech import said
from cogs.words import terms_words
from data import Challenge, Seat, State


class Answer(StrEnum):
    """What can be done on the card; it stands in messages for ever."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    FAIR = "fair"


@dataclass(frozen=True)
class AnswerChallenge(Act, name="challenge"):
    """Answer a challenge."""

    challenge: int
    answer: Answer


LABELS = {
    Answer.ACCEPT: ("Accept", discord.ButtonStyle.success),
    Answer.DECLINE: ("Decline", discord.ButtonStyle.danger),
    Answer.WITHDRAW: ("Withdraw", discord.ButtonStyle.secondary),
    Answer.FAIR: ("Make it fair", discord.ButtonStyle.primary),
}
OPEN, SETTLED = discord.Colour(0x4C8DAE), discord.Colour(0x5A5F69)
FAIR = "fair"
"""The preset that evens a game, where it has one."""


def challenge_card(challenge: Challenge, *, newcomer: bool = False) -> discord.ui.LayoutView:
    """Build the card; where somebody may be new to the games, it offers to show how to play."""
    rules = challenge.terms.rules
    pending = challenge.state is State.PENDING
    lines = [f"### {rules.name}", _who(challenge), f"-# {_terms(challenge)}"]
    if pending:
        lines += filter(None, (balance_words(challenge), _stands(challenge)))
    else:
        lines.append(_outcome(challenge))
    parts: list[Item] = [discord.ui.TextDisplay("\n".join(lines))]
    if pending:
        answers = [Answer.ACCEPT, *([Answer.DECLINE] if challenge.opponent else [])]
        answers += [Answer.WITHDRAW, *([Answer.FAIR] if can_be_fairer(challenge) else [])]
        buttons = [_answer(challenge, answer) for answer in answers]
        if challenge.offers_computer:
            buttons.append(play_against_button(rules.key, challenge.number))
        buttons.append(how_to_play_button(rules.key) if newcomer else rules_button(rules.key))
        parts += in_rows(buttons)
    return Layout(discord.ui.Container(*parts, accent_colour=OPEN if pending else SETTLED))


def can_be_fairer(challenge: Challenge) -> bool:
    """Say whether the terms are known to favour a side, and the game knows a fairer way."""
    rules = challenge.terms.rules
    balance = rules.balance(challenge.terms.options)
    return balance is not None and balance.favours is not None and FAIR in rules.presets


def balance_words(challenge: Challenge) -> str:
    """Say what is known of the fairness of the terms, and how to even them."""
    balance = challenge.terms.rules.balance(challenge.terms.options)
    if balance is None:
        return ""
    fairer = f" The preset `{FAIR}` evens it." if can_be_fairer(challenge) else ""
    return f"{said(balance.words)}{fairer}"


def _answer(challenge: Challenge, answer: Answer) -> Item:
    label, style = LABELS[answer]
    return button(label, AnswerChallenge(challenge.number, answer), style)


def _who(challenge: Challenge) -> str:
    challenger = f"**{safe(challenge.challenger.name)}**"
    if challenge.opponent is None:
        return f"{challenger} challenges anybody who likes to play."
    if challenge.state is State.PENDING:
        return f"{challenger} challenges <@{challenge.opponent.id}>."
    return f"{challenger} challenged **{safe(challenge.opponent.name)}**."


def _terms(challenge: Challenge) -> str:
    terms = challenge.terms
    name = safe(challenge.challenger.name)
    sides = terms.rules.sides
    seat = {
        Seat.RANDOM: "Sides by lot",
        Seat.FIRST: f"{name} plays {sides[0]}",
        Seat.SECOND: f"{name} plays {sides[1]}",
    }[terms.seat]
    words = terms_words(terms.rules, terms.options, terms.pace, rated=terms.rated)
    return f"{seat} · {words}"


def _stands(challenge: Challenge) -> str:
    return f"-# Stands until {discord.utils.format_dt(challenge.expires, 'f')}."


def _outcome(challenge: Challenge) -> str:
    return {
        State.ACCEPTED: f"**Accepted:** it is match #{challenge.match}.",
        State.DECLINED: "**Declined.**",
        State.WITHDRAWN: "**Withdrawn.**",
        State.EXPIRED: "**Expired:** nobody took it up in time.",
    }.get(challenge.state, "")
