"""The card of a challenge, its entry in a list, and the line that replaces it once settled."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import discord

from data import FAIR, Challenge, ChallengeState, Seat, StoredMatch
from interactions import CustomId, said, say
from interactions.board_image import BoardView, board_picture
from interactions.components import Item, Layout, MessageParts, button, in_rows, text_view
from interactions.people import Appearance
from interactions.speech import current_rulebook, match_link, rules_words, terms_words
from rules import Listed, Moment, Sentence, message, paragraph
from views.begin_against_computer_page import CLASSIC, play_instead_button
from views.challenge_options import OpenOptions
from views.lesson_ids import how_to_play_button
from views.vote_page import ALL_OF_US


class ChallengeAnswer(StrEnum):
    """The actions on the card; the values are in messages for ever."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    FAIR = "fair"
    BOTH_SIDES = "both"
    CLASSIC = "classic"


class AnswerChallenge(CustomId, name="challenge"):
    """Answer a challenge."""

    challenge: int
    answer: ChallengeAnswer


class ListAnswer(StrEnum):
    """The actions in the list; the values are in messages for ever."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    SHOW = "show"


class ListKind(StrEnum):
    """The list that contains a challenge; the values are in messages for ever."""

    CHALLENGES = "challenges"
    MATCHES = "matches"


class AnswerInList(CustomId, name="listed"):
    """Answer a challenge from a list."""

    challenge: int
    answer: ListAnswer
    shown: ListKind = ListKind.CHALLENGES


LABELS = {
    ChallengeAnswer.ACCEPT: (message("Accept"), discord.ButtonStyle.success),
    ChallengeAnswer.DECLINE: (message("Decline"), discord.ButtonStyle.danger),
    ChallengeAnswer.WITHDRAW: (message("Withdraw"), discord.ButtonStyle.secondary),
    ChallengeAnswer.FAIR: (message("Make it even"), discord.ButtonStyle.primary),
    ChallengeAnswer.BOTH_SIDES: (message("Both sides"), discord.ButtonStyle.primary),
    ChallengeAnswer.CLASSIC: (message("Classic rules"), discord.ButtonStyle.secondary),
}
LIST_LABELS = {
    ListAnswer.ACCEPT: (message("Accept"), discord.ButtonStyle.success),
    ListAnswer.DECLINE: (message("Decline"), discord.ButtonStyle.danger),
    ListAnswer.WITHDRAW: (message("Withdraw"), discord.ButtonStyle.secondary),
    ListAnswer.SHOW: (message("Repost"), discord.ButtonStyle.secondary),
}
OPEN = discord.Colour(0x4C8DAE)
CHANGES = {
    ChallengeAnswer.FAIR: message("**Make it even**: {rules}."),
    ChallengeAnswer.BOTH_SIDES: message("**Both sides**: two matches, one from each side."),
    ChallengeAnswer.CLASSIC: message("**Classic rules**: {rules}."),
}
"""What the buttons change about the terms, to which rules."""
TOO_ONE_SIDED = Sentence("That's too one-sided to be rated, unless both sides are played.")
IF_EXPERIENCED = message("Rated once both have finished a match of {game}.")
RESTS = Sentence("Full for now; it reopens when one of them ends.")
SETTLED = {
    ChallengeState.ACCEPTED: message("**{first}** and **{second}** play {matches}."),
    ChallengeState.DECLINED: message(
        "**{opponent}** declined **{challenger}**'s {game} challenge."
    ),
    ChallengeState.WITHDRAWN: message("**{challenger}** withdrew the {game} challenge."),
    ChallengeState.EXPIRED: message("Nobody accepted **{challenger}**'s {game} challenge in time."),
    ChallengeState.COUNTERED: message(
        "**{opponent}** answered **{challenger}**'s {game} challenge with a counter-offer."
    ),
}

SETTLED_ON_LADDER = {
    ChallengeState.DECLINED: message(
        "**{opponent}** declined **{challenger}**'s {game} ladder challenge and gave up their "
        "place."
    ),
    ChallengeState.EXPIRED: message(
        "**{opponent}** didn't answer **{challenger}**'s {game} ladder challenge in time and "
        "lost their place."
    ),
}
LADDER = message("Ladder")
"""What stands in the heading of a challenge or match on a ladder."""


async def challenge_card(challenge: Challenge, style: Appearance) -> MessageParts:
    """Build the card of an open challenge, with the board at the start of the match.

    While the challenge rests, it can only be withdrawn.
    """
    rules = challenge.terms.rules
    start = rules.start(challenge.terms.options)
    file, gallery = await board_picture(
        start,
        style,
        BoardView(seen_from=start.turn if style.turns else 0),
        caption=say("The start."),
    )
    title = f"{rules.name} · {say(LADDER)}" if challenge.ladder else rules.name
    heading = f"### {title}\n{_players(challenge)}\n-# {current_rulebook(rules.key).tagline}"
    chosen = rules.choices.choose(challenge.terms.options)
    lines = [
        f"-# {terms_with_sides(challenge, with_rules=False)}",
        f"-# {said(rules_words(rules, chosen))}",
        balance_words(challenge),
        _duration(challenge),
    ]
    buttons = answer_buttons(challenge)
    if challenge.offers_computer:
        buttons.append(play_instead_button(rules.key, challenge.number))
    parts: list[Item] = [
        discord.ui.TextDisplay(heading),
        gallery,
        discord.ui.TextDisplay("\n".join(filter(None, lines))),
        *in_rows([*buttons, how_to_play_button(rules.key)]),
    ]
    return MessageParts(Layout(discord.ui.Container(*parts, accent_colour=OPEN)), [file])


def answer_buttons(challenge: Challenge) -> list[Item]:
    """Return the buttons that answer a challenge."""
    answers = [
        ChallengeAnswer.ACCEPT,
        *([ChallengeAnswer.DECLINE] if challenge.opponent else []),
        ChallengeAnswer.WITHDRAW,
    ]
    if challenge.state is ChallengeState.RESTING:
        answers = [ChallengeAnswer.WITHDRAW]
    buttons = [
        button(LABELS[answer][0], AnswerChallenge(challenge.number, answer), LABELS[answer][1])
        for answer in (*answers, *other_terms(challenge))
    ]
    if challenge.state is ChallengeState.PENDING and challenge.may_change:
        buttons.append(button("Options", OpenOptions(challenge.number)))
    return buttons


def other_terms(challenge: Challenge) -> list[ChallengeAnswer]:
    """Return the buttons that make unbalanced terms even, or the usual ones those of the book."""
    terms = challenge.terms
    if challenge.state is ChallengeState.RESTING or not challenge.may_change:
        return []
    rules, answers = terms.rules, list[ChallengeAnswer]()
    if rules.usual_preset == FAIR and rules.presets[FAIR].items() <= terms.options.items():
        answers.append(ChallengeAnswer.CLASSIC)
    balance = rules.balance(terms.options)
    if balance is not None and balance.easier_side is not None:
        if terms.is_uneven:
            answers.append(ChallengeAnswer.FAIR)
        if not (terms.both_sides or terms.is_live):
            answers.append(ChallengeAnswer.BOTH_SIDES)
    return answers


def balance_words(challenge: Challenge) -> str:
    """Describe the balance of the terms, what is proved about them, and how to make them fair."""
    terms = challenge.terms
    balance, solved = terms.rules.balance(terms.options), terms.rules.solved(terms.options)
    told = [*([balance.words] if balance else []), *([solved] if solved else [])]
    if terms.rated and not terms.counts:
        told.append(TOO_ONE_SIDED)
    elif challenge.needs_experience and not (challenge.opponent and challenge.have_played):
        told.append(Sentence(IF_EXPERIENCED, game=terms.rules.name))
    hints = [_change_words(each, terms.rules.preset_words) for each in other_terms(challenge)]
    lines = [said(paragraph(*told))] if told else []
    return "\n".join([*lines, *([f"-# {said(paragraph(*hints))}"] if hints else [])])


def _change_words(answer: ChallengeAnswer, what: Mapping[str, str]) -> Sentence:
    """Say what a button changes the terms to; `what` says what each preset means."""
    preset = FAIR if answer is ChallengeAnswer.FAIR else CLASSIC
    return Sentence(CHANGES[answer], rules=Sentence(what[preset]))


def offer_words(challenge: Challenge, *, with_rules: bool = True) -> str:
    """Describe the offered terms, without the sides: the rules by what deviates from them."""
    terms = challenge.terms
    words = terms_words(
        terms.rules,
        terms.options if with_rules else None,
        terms.pace,
        rated=challenge.counts,
        explore=terms.explore,
    )
    if terms.crowd is not None:
        return f"{say(ALL_OF_US)} · {words}"
    return f"{say('Two matches, one from each side')} · {words}" if terms.both_sides else words


def _players(challenge: Challenge) -> str:
    challenger = challenge.challenger.display_name
    if challenge.opponent is None:
        return say("**{challenger}** is looking for an opponent.", challenger=challenger)
    words = message("**{challenger}** challenges {opponent}.")
    if challenge.terms.crowd is not None:
        words = message("**{challenger}** invites {opponent} to play against all of us.")
    return say(words, challenger=challenger, opponent=f"<@{challenge.opponent.id}>")


def terms_with_sides(challenge: Challenge, *, with_rules: bool = True) -> str:
    """Describe the offered terms, with the sides."""
    terms, words = challenge.terms, offer_words(challenge, with_rules=with_rules)
    if terms.both_sides:
        return words
    if terms.seat is Seat.RANDOM:
        return f"{say('Random sides')} · {words}"
    seat = say(
        "{name} plays {side}",
        name=say(ALL_OF_US) if terms.crowd is not None else challenge.challenger.display_name,
        side=terms.rules.side(0 if terms.seat is Seat.FIRST else 1),
    )
    return f"{seat} · {words}"


def standing_words(challenge: Challenge) -> str:
    """Describe how long a standing challenge lasts, and how many of its matches are in progress."""
    assert challenge.at_once is not None, "it is a standing one"
    words = message("Open until withdrawn · matches in progress: {going} (up to {all} at once).")
    if challenge.terms.both_sides:
        words = message(
            "Open until withdrawn · pairs of matches in progress: {going} (up to {all} at once)."
        )
    going = Sentence(words, going=challenge.going, all=challenge.at_once)
    return said(paragraph(going, RESTS) if challenge.state is ChallengeState.RESTING else going)


def _duration(challenge: Challenge) -> str:
    if challenge.at_once is not None:
        return f"-# {standing_words(challenge)}"
    if challenge.terms.is_live:
        live = Sentence(
            "Live: both of you need to be here, and the clock starts as soon as it's accepted. "
            "Open until {time}.",
            time=discord.utils.format_dt(challenge.expires, "t"),
        )
        return f"-# {said(live)}"
    expires = discord.utils.format_dt(challenge.expires, "f")
    if challenge.ladder is not None and challenge.opponent is not None:
        words = say(
            "Open until {time}. If **{opponent}** declines, or doesn't answer by then, "
            "**{challenger}** takes their place.",
            time=expires,
            opponent=challenge.opponent.display_name,
            challenger=challenge.challenger.display_name,
        )
        return f"-# {words}"
    return f"-# {say('Open until {time}.', time=expires)}"


def challenge_entry(
    challenge: Challenge, who: int, shown: ListKind = ListKind.CHALLENGES
) -> list[Item]:
    """Return the entry of a challenge to or by somebody in a list: the text and the buttons."""
    mine = challenge.challenger.id == who
    who_whom = _who_challenges_whom(challenge, mine=mine)
    if challenge.ladder is not None:
        who_whom += f" · {say(LADDER)}"
    lines = [f"{who_whom} · <#{challenge.place.channel}>", f"-# {offer_words(challenge)}"]
    if challenge.at_once is None:
        lines[0] += f" · {say('ends {when}', when=Moment(challenge.expires))}"
    else:
        lines.append(f"-# {standing_words(challenge)}")
    answers = [ListAnswer.WITHDRAW] if mine else [ListAnswer.ACCEPT, ListAnswer.DECLINE]
    if challenge.state is not ChallengeState.RESTING:
        answers.append(ListAnswer.SHOW)
    buttons = [
        button(
            LIST_LABELS[answer][0],
            AnswerInList(challenge.number, answer, shown),
            LIST_LABELS[answer][1],
        )
        for answer in answers
    ]
    return [discord.ui.TextDisplay("\n".join(lines)), discord.ui.ActionRow(*buttons)]


def _who_challenges_whom(challenge: Challenge, *, mine: bool) -> str:
    """Name the challenger and the opponent, addressing one of them."""
    game, opponent = challenge.terms.rules.name, challenge.opponent
    if not mine:
        name = challenge.challenger.display_name
        return say("**{challenger}** challenges you to {game}", challenger=name, game=game)
    if opponent is None:
        return say("Your open {game} challenge", game=game)
    return say("You challenge **{opponent}** to {game}", opponent=opponent.display_name, game=game)


def settled_line(challenge: Challenge, begun: Sequence[StoredMatch] = ()) -> discord.ui.LayoutView:
    """Return the line that replaces a settled challenge, with the matches that began from it."""
    opponent = challenge.opponent
    words = Sentence(
        (SETTLED_ON_LADDER if challenge.ladder else SETTLED).get(
            challenge.state, SETTLED[challenge.state]
        ),
        challenger=challenge.challenger.display_name,
        opponent="" if opponent is None else opponent.display_name,
        game=challenge.terms.rules.name,
        first=begun[0].name(0) if begun else "",
        second=begun[0].name(1) if begun else "",
        matches=Listed(tuple(map(match_link, begun))),
    )
    return text_view(f"-# {said(words)}")
