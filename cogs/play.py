"""`/play`: choose a game and an opponent, or accept an open challenge; all of it is private."""

from dataclasses import replace

import discord
from discord import app_commands

from cogs.begin_against_computer import begin_match, fitting_level, refuse_unknown
from cogs.challenge_actions import LIST_ANSWERS, find_person, make_challenge, usual_challenge
from cogs.watch import watch_buttons_here
from data.challenge_rules import refuse_to_replace
from data.open_challenges import OpenChallenge
from interactions import CustomId, Interaction, OutOfDate, answer_privately, handles
from interactions.access import sees_channel
from interactions.components import MessageParts, chosen_number
from interactions.people import private_appearance
from rules import GAMES
from views.begin_against_computer_page import PlayAgainst, level_question_of
from views.challenge_card import ListAnswer
from views.play_page import (
    ALL,
    PAGE_SIZE,
    AnswerOpen,
    ChallengeAnyone,
    ChallengeFriend,
    TurnLobby,
    play_page,
)

MOST_PAGES = 1_000_000
"""More pages than any list of challenges has."""


class AskWhichGame(CustomId, name="anybody"):
    """Show the games, in messages from before there was `/play`."""


@app_commands.command()
async def play(interaction: Interaction) -> None:
    """Begin a match: choose a game, then the computer, a friend, or anyone here."""
    await open_play(interaction)


async def open_play(interaction: Interaction, game: str = ALL) -> None:
    """Show the page in a private message of its own."""
    await answer_privately(interaction, *await _page(interaction, TurnLobby(game)))


@handles(PlayAgainst)
async def on_play_against(interaction: Interaction, pressed: PlayAgainst) -> None:
    """Show the page beside any message, or ask for the level in place of one's challenge."""
    if not pressed.challenge:
        await open_play(interaction, pressed.game or ALL)
        return
    refuse_unknown(pressed.game)
    store, now = interaction.client.store, discord.utils.utcnow()
    offered = await store.challenges.find_pending(pressed.challenge, now)
    refuse_to_replace(offered, interaction.user.id)
    fitting = await fitting_level(interaction, pressed.game)
    question = level_question_of(pressed.game, pressed.challenge, fitting)
    await answer_privately(interaction, question)


@handles(TurnLobby)
async def on_turn(interaction: Interaction, pressed: TurnLobby, values: list[str]) -> None:
    """Show another page, or how to play the game that is chosen."""
    await _turn(interaction, TurnLobby(values[0]) if values else pressed)


@handles(AskWhichGame)
async def on_ask(interaction: Interaction, _pressed: AskWhichGame) -> None:
    """Show the games."""
    await _turn(interaction, TurnLobby())


@handles(AnswerOpen)
async def on_answer(interaction: Interaction, pressed: AnswerOpen) -> None:
    """Accept or withdraw a challenge, and update the list."""
    if pressed.answer not in (ListAnswer.ACCEPT, ListAnswer.WITHDRAW):
        raise OutOfDate
    send_news = await LIST_ANSWERS[pressed.answer](interaction, pressed.challenge)
    await _turn(interaction, TurnLobby(pressed.game, pressed.page))
    await send_news()


@handles(ChallengeAnyone)
async def on_anyone(interaction: Interaction, pressed: ChallengeAnyone) -> None:
    """Post a challenge with the usual options that anyone may accept."""
    await make_challenge(interaction, await usual_challenge(interaction, pressed.game), None)


@handles(ChallengeFriend)
async def on_friend(interaction: Interaction, pressed: ChallengeFriend, values: list[str]) -> None:
    """Challenge the chosen person; if that is the bot, the match begins at once."""
    terms = await usual_challenge(interaction, pressed.game)
    if not values:
        await _turn(interaction, TurnLobby(pressed.game))
        return
    friend = await find_person(interaction, chosen_number(values[0]))
    if friend == interaction.client.user:
        await begin_match(interaction, terms, None)
    else:
        await make_challenge(interaction, terms, friend)


async def _turn(interaction: Interaction, at: TurnLobby) -> None:
    view, files = await _page(interaction, at)
    await interaction.response.edit_message(view=view, attachments=files)


async def _page(interaction: Interaction, at: TurnLobby) -> MessageParts:
    """Build the page; one challenge more than it shows is loaded."""
    if at.page > MOST_PAGES or at.game not in (ALL, *GAMES):
        raise OutOfDate
    store, asker = interaction.client.store, interaction.user.id
    others = (await store.personal_settings.find(asker)).shows_open
    offers = await _open(interaction, at, others=others)
    if at.page and not offers:
        return await _page(interaction, replace(at, page=0))
    return await play_page(
        at,
        offers,
        asker,
        await private_appearance(interaction),
        level=0 if at.game == ALL else await fitting_level(interaction, at.game),
        in_server=interaction.guild_id is not None,
        others=others,
        more=await watch_buttons_here(interaction) if at.game == ALL else (),
    )


async def _open(interaction: Interaction, at: TurnLobby, *, others: bool) -> list[OpenChallenge]:
    """Load a page of open challenges, and one more, from the channels that the person sees."""
    server, now = interaction.guild_id, discord.utils.utcnow()
    if server is None:
        return []
    offers = interaction.client.store.open_challenges
    channels = await offers.channels(server, now)
    visible = [channel for channel in channels if sees_channel(interaction, channel)]
    game = None if at.game == ALL else at.game
    who, skip = interaction.user.id, at.page * PAGE_SIZE
    return await offers.open(
        server, visible, who, now, PAGE_SIZE + 1, skip, game=game, others=others
    )
