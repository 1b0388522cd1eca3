"""Make and answer challenges, for commands, cards and lists alike."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

import discord

from data import FAIR, Challenge, Place, StoredMatch, Terms
from data.challenge_rules import refuse_to_change
from data.challenges import Challenges
from data.values import RepeatedRequest
from delivery import notify_challenge, posting
from delivery.posting import delete, is_private, put_away, request_of
from interactions import CustomId, Interaction, OutOfDate, chosen, handles, say
from interactions.access import refuse_other_channels, sees_channel
from interactions.components import in_rows
from interactions.errors import SEND_ERRORS, answer_privately
from interactions.people import own_name, person, place, remember_person
from rules import GAMES, Code, Name, Refusal
from views.begin_against_computer_page import another_game_button
from views.challenge_card import AnswerChallenge, ChallengeAnswer, ListAnswer
from views.challenge_options import FillOptions, OpenOptions, filled_options, options_form

UNKNOWN_PERSON = (10007, 10013)
"""Discord's error codes for a person who is no member of a server, or not at Discord at all."""

ANYBODY = 0
"""The opponent of a challenge that anybody may accept, in a custom id."""

Settle = Callable[[Challenges, int, int, datetime], Awaitable[Challenge]]
"""Declines or withdraws a challenge."""
SendNews = Callable[[], Awaitable[None]]
"""Sends the news of a challenge, once the list has been updated."""


class ChallengeTo(CustomId, name="game"):
    """Challenge a person, or anybody, to the chosen game."""

    opponent: int


@handles(AnswerChallenge)
async def on_answer(interaction: Interaction, pressed: AnswerChallenge) -> None:
    """Handle a button of a challenge card."""
    await _CARD_ANSWERS[pressed.answer](interaction, pressed.challenge)


@handles(ChallengeTo)
async def on_challenge_to(
    interaction: Interaction, pressed: ChallengeTo, values: list[str]
) -> None:
    """Challenge the member on whom the menu was opened, or anybody, by the usual terms."""
    terms = await usual_challenge(interaction, chosen(values))
    opponent = (
        None if pressed.opponent == ANYBODY else await find_person(interaction, pressed.opponent)
    )
    await make_challenge(interaction, terms, opponent)


async def usual_challenge(interaction: Interaction, game: str) -> Terms:
    """Return the terms of a game for which nothing is chosen. Raises `OutOfDate`."""
    if game not in GAMES:
        raise OutOfDate
    settings = await interaction.client.store.server_settings.find(interaction.guild_id)
    rules = GAMES[game]
    return Terms(game, rules.presets[rules.usual_preset], pace=settings.pace)


async def find_person(interaction: Interaction, number: int) -> discord.User:
    """Find a person at Discord. Raises `Refusal` if they are not there any more."""
    bot = interaction.client
    try:
        return bot.get_user(number) or await bot.fetch_user(number)
    except discord.NotFound as error:
        raise Refusal("This person is no longer on Discord; challenge someone else.") from error


async def make_challenge(
    interaction: Interaction,
    terms: Terms,
    opponent: discord.User | discord.Member | None,
    at_once: int | None = None,
) -> None:
    """Make a challenge, and answer with its card, which pings only the opponent.

    Raises `Refusal` for an opponent who isn't in the server.
    """
    if isinstance(opponent, discord.User) and await has_left(interaction, opponent.id):
        raise Refusal(
            "{name} isn't in this server; challenge someone else, for example with {command}.",
            name=Name(own_name(opponent)),
            command=Code(f"/{terms.game}"),
        )
    await refuse_other_channels(interaction, place(interaction))
    words = say(
        "Your {game} challenge is in {channel}.",
        game=terms.rules.name,
        channel=f"<#{interaction.channel_id}>",
    )
    rows = in_rows([another_game_button()])
    try:
        challenge = await interaction.client.store.challenges.make(
            person(interaction.user),
            None if opponent is None else person(opponent),
            terms,
            place(interaction),
            discord.utils.utcnow(),
            request_of(interaction),
            at_once=at_once,
        )
    except RepeatedRequest:
        if not is_private(interaction):
            raise
        await put_away(interaction, words, rows)
        return
    await put_away(interaction, words, rows)
    await notify_challenge.answer_with_challenge(interaction, challenge)
    await remember_person(interaction)


async def accept(interaction: Interaction, number: int) -> None:
    """Accept a challenge, and answer with the first card of its match."""
    challenge = await interaction.client.store.challenges.find(number)
    challenge, match = await _accept_in(interaction, challenge, place(interaction))
    await notify_challenge.show_new_match(interaction, challenge, match)


async def _settle(verb: Settle, interaction: Interaction, number: int) -> None:
    """Decline or withdraw a challenge by its card, and tell the challenger."""
    challenges, now = interaction.client.store.challenges, discord.utils.utcnow()
    challenge = await verb(challenges, number, interaction.user.id, now)
    await notify_challenge.notify_of_challenge(interaction.client, challenge, interaction)


def _fair(terms: Terms) -> Terms:
    return replace(terms, options={**terms.options, **terms.rules.presets[FAIR]})


def _classic(terms: Terms) -> Terms:
    fair = terms.rules.presets[FAIR]
    kept = {key: value for key, value in terms.options.items() if key not in fair}
    return replace(terms, options=kept)


async def _change(changed: Callable[[Terms], Terms], interaction: Interaction, number: int) -> None:
    """Change the terms of one's own challenge, by a button."""
    challenge = await _own(interaction, number)
    await _replace(interaction, challenge, changed(challenge.terms), challenge.at_once)


@handles(OpenOptions)
async def on_open_options(interaction: Interaction, pressed: OpenOptions) -> None:
    """Open the form with a challenge's options, for whoever made it."""
    await interaction.response.send_modal(options_form(await _own(interaction, pressed.challenge)))


@handles(FillOptions)
async def on_fill_options(
    interaction: Interaction, pressed: FillOptions, values: list[str]
) -> None:
    """Change a challenge by the form; whoever presses what its card said before is told."""
    challenge = await _own(interaction, pressed.challenge)
    terms, at_once = filled_options(challenge, values)
    await _replace(interaction, challenge, terms, at_once)


async def _replace(
    interaction: Interaction, challenge: Challenge, terms: Terms, at_once: int | None
) -> None:
    _, new = await interaction.client.store.challenges.replace(
        challenge.number, interaction.user.id, terms, discord.utils.utcnow(), at_once
    )
    await notify_challenge.notify_of_challenge(interaction.client, new, interaction)


async def _own(interaction: Interaction, number: int) -> Challenge:
    """Find one's own challenge. Raises `Refusal` if it can't be changed, or not any more."""
    now = discord.utils.utcnow()
    challenge = await interaction.client.store.challenges.find_pending(number, now)
    refuse_to_change(challenge, interaction.user.id)
    return challenge


async def _accept_from_list(interaction: Interaction, number: int) -> SendNews:
    """Begin the match where the challenge was made: a private list is no place for a match."""
    challenge = await interaction.client.store.challenges.find(number)
    to_anybody = challenge.opponent is None and challenge.challenger.id != interaction.user.id
    if to_anybody and not sees_channel(interaction, challenge.place.channel):
        raise Refusal("This challenge no longer exists; make a new one.")
    challenge, match = await _accept_in(interaction, challenge, challenge.place)
    return partial(notify_challenge.show_new_match, interaction, challenge, match)


async def _settle_in_list(verb: Settle, interaction: Interaction, number: int) -> SendNews:
    challenges, now = interaction.client.store.challenges, discord.utils.utcnow()
    challenge = await verb(challenges, number, interaction.user.id, now)
    return partial(notify_challenge.notify_of_challenge, interaction.client, challenge)


async def _show_from_list(interaction: Interaction, number: int) -> SendNews:
    challenge = await interaction.client.store.challenges.find_pending(
        number, discord.utils.utcnow()
    )
    opponent = challenge.opponent
    people = (challenge.challenger.id, None if opponent is None else opponent.id)
    if interaction.user.id not in people:
        raise Refusal(
            "Only the person who made this challenge can repost it; post one of your own."
        )
    return partial(_repost, interaction, challenge)


async def _repost(interaction: Interaction, challenge: Challenge) -> None:
    """Post a new card without a ping, in its channel or else where it is asked for."""
    bot = interaction.client
    card = await notify_challenge.card_of_challenge(bot, challenge)
    try:
        nonce = posting.new_nonce()
        posted = await posting.post(bot, challenge.place, nonce, **card._asdict())
    except SEND_ERRORS:
        if interaction.guild_id is None:
            await answer_privately(
                interaction,
                say(
                    "I can't post in {channel}, where this challenge was made. Repost it from "
                    "a server channel, or answer it here.",
                    channel=f"<#{challenge.place.channel}>",
                ),
            )
            return
        card = await notify_challenge.card_of_challenge(bot, challenge)
        posted = await posting.answer_publicly(interaction, **card._asdict())
    await bot.store.challenges.show_on(challenge.number, posted)
    if challenge.card is not None:
        with suppress(*SEND_ERRORS):  # it is gone already, or its buttons do the same
            await delete(bot, challenge.card)


async def _accept_in(
    interaction: Interaction, challenge: Challenge, where: Place
) -> tuple[Challenge, StoredMatch]:
    """Accept a challenge; its match begins in a place. Raises `Refusal`.

    The place is refused where its server allows no matches. A standing challenge, which stays for
    weeks, is withdrawn if its challenger has left the server since.
    """
    await refuse_other_channels(interaction, where)
    challenges, now = interaction.client.store.challenges, discord.utils.utcnow()
    challenger = challenge.challenger.id
    here = challenge.place.server == interaction.guild_id and challenger != interaction.user.id
    if challenge.at_once is not None and here and await has_left(interaction, challenger):
        withdrawn = await challenges.withdraw(challenge.number, challenger, now)
        await notify_challenge.notify_of_challenge(interaction.client, withdrawn)
        raise Refusal(
            "{name} has left this server, so this challenge is over; challenge someone else.",
            name=challenge.challenger.display_name,
        )
    accepted = await challenges.accept(challenge.number, person(interaction.user), where, now)
    await remember_person(interaction)
    return accepted


async def has_left(interaction: Interaction, who: int) -> bool:
    """Tell whether a person is known to have left the server of the interaction, if it has one."""
    if interaction.guild is None:
        return False
    try:
        await interaction.guild.fetch_member(who)
    except discord.NotFound as unknown:
        return unknown.code in UNKNOWN_PERSON
    except SEND_ERRORS:
        return False  # trouble of Discord ends no challenge
    return False


_CARD_ANSWERS: Mapping[ChallengeAnswer, Callable[[Interaction, int], Awaitable[None]]] = {
    ChallengeAnswer.ACCEPT: accept,
    ChallengeAnswer.DECLINE: partial(_settle, Challenges.decline),
    ChallengeAnswer.WITHDRAW: partial(_settle, Challenges.withdraw),
    ChallengeAnswer.FAIR: partial(_change, _fair),
    ChallengeAnswer.CLASSIC: partial(_change, _classic),
    ChallengeAnswer.BOTH_SIDES: partial(_change, lambda terms: replace(terms, both_sides=True)),
}


LIST_ANSWERS: Mapping[ListAnswer, Callable[[Interaction, int], Awaitable[SendNews]]] = {
    ListAnswer.ACCEPT: _accept_from_list,
    ListAnswer.DECLINE: partial(_settle_in_list, Challenges.decline),
    ListAnswer.WITHDRAW: partial(_settle_in_list, Challenges.withdraw),
    ListAnswer.SHOW: _show_from_list,
}
"""What each button in a list of challenges does; it returns what sends the news of it."""
