"""`/club`: matches between two servers, by a code that one's moderator gives to the other's."""

import logging
import secrets
import string

import discord
from discord import app_commands

from cogs.autocomplete import game_choices
from cogs.matches import on_open_board
from cogs.seasons import PACE_CHOICES
from contests.club import LEAST_BOARDS, MOST_BOARDS
from data.club_values import ClubMatch, ClubTerms
from data.contest_values import USUAL_PACE
from data.time_controls import read_pace
from delivery.club_display import show_club_match
from delivery.posting import put_away, show_privately
from interactions import Interaction, answer_privately, handles, say
from interactions.access import check_rate, refuse_unless_manager, season_place
from interactions.errors import SEND_ERRORS
from interactions.people import person, remember_person
from interactions.rate_limits import CODES
from interactions.servers import server_of
from rules import GAMES, Moment, Refusal
from views import club_card
from views.match_entries import OpenBoard

log = logging.getLogger(__name__)

CODE_LENGTH, LONGEST_NAME = 8, 40

CLUB = app_commands.Group(
    name="club",
    description="Play against another server: challenge it, or accept by its code (moderators).",
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)
"""The command for matches between servers."""


@CLUB.command()
@app_commands.describe(
    game="Which game",
    boards="On how many boards at most: as many as people join",
    pace="Time per move (default: 3 days + 12 hours a move, at most 4 days)",
)
@app_commands.choices(game=game_choices(), pace=PACE_CHOICES)
async def challenge(
    interaction: Interaction,
    game: str,
    boards: app_commands.Range[int, LEAST_BOARDS, MOST_BOARDS],
    pace: str | None = None,
) -> None:
    """Challenge another server: you get a code for its moderator (moderators)."""
    rules = GAMES[game]
    terms = ClubTerms(
        game=game,
        options=rules.presets[rules.usual_preset],
        boards=boards,
        pace=(read_pace(pace) if pace else None) or USUAL_PACE,
    )
    await challenge_server(interaction, terms)


async def challenge_server(interaction: Interaction, terms: ClubTerms) -> None:
    """Challenge whichever server accepts by the code. Raises `Refusal` but for moderators."""
    refuse_unless_manager(interaction)
    where, now = await season_place(interaction), discord.utils.utcnow()
    code = "".join(secrets.choice(string.ascii_uppercase) for _ in range(CODE_LENGTH))
    clubs = interaction.client.store.clubs
    found = await clubs.challenge(terms, where, _name(interaction), code, now)
    await show_privately(interaction, club_card.code_page(found))


@CLUB.command()
@app_commands.describe(code="The code of eight letters")
async def accept(interaction: Interaction, code: app_commands.Range[str, 1, 40]) -> None:
    """Look at another server's challenge, and accept it (moderators)."""
    server = refuse_unless_manager(interaction)
    check_rate(interaction, CODES)
    found = await interaction.client.store.clubs.by_code(code, server, discord.utils.utcnow())
    other = await server_of(interaction.client, found.clubs[0].server)
    members = (other and other.member_count) or 0
    await answer_privately(interaction, club_card.accept_page(found, members))


@handles(club_card.AcceptClub)
async def on_accept(interaction: Interaction, pressed: club_card.AcceptClub) -> None:
    """Accept a challenge: the cards in both servers say that people can join."""
    refuse_unless_manager(interaction)
    check_rate(interaction, CODES)
    where, clubs = await season_place(interaction), interaction.client.store.clubs
    found = await clubs.accept(pressed.code, where, _name(interaction), discord.utils.utcnow())
    await put_away(interaction, club_card.accepted_words(found))
    await _show(interaction, found)


@handles(club_card.JoinClub)
async def on_join(interaction: Interaction, pressed: club_card.JoinClub) -> None:
    """Sign up for this server."""
    await remember_person(interaction)
    store, now = interaction.client.store, discord.utils.utcnow()
    found = await store.clubs.join(
        pressed.club_match, person(interaction.user), interaction.guild_id, now
    )
    assert found.begins is not None, "people sign up"
    words = say(
        "You're in. It begins {when}; your match comes to this server.", when=Moment(found.begins)
    )
    await answer_privately(interaction, words)
    await _show(interaction, found)


@handles(club_card.LeaveClub)
async def on_leave(interaction: Interaction, pressed: club_card.LeaveClub) -> None:
    """Take part no more."""
    found = await interaction.client.store.clubs.leave(
        pressed.club_match, interaction.user.id, interaction.guild_id
    )
    await answer_privately(interaction, say("You won't play in it."))
    await _show(interaction, found)


@handles(club_card.CallOffClub)
async def on_call_off(interaction: Interaction, pressed: club_card.CallOffClub) -> None:
    """Call a club match off that has not begun."""
    server = refuse_unless_manager(interaction)
    found = await interaction.client.store.clubs.call_off(
        pressed.club_match, server, discord.utils.utcnow()
    )
    await answer_privately(interaction, say("It's called off."))
    await _show(interaction, found)


@handles(club_card.OpenClubBoards)
async def on_boards(interaction: Interaction, pressed: club_card.OpenClubBoards) -> None:
    """Show whoever plays in a club match their board, the one in which they are to move first."""
    found = await interaction.client.store.clubs.find(pressed.club_match)
    found.club_of(interaction.guild_id)
    own = found.games_of(interaction.user.id)
    if not own:
        raise Refusal("You don't play in this one.")
    matches = [await interaction.client.store.matches.find(game.match) for game in own]
    mine = min(matches, key=lambda each: (each.to_move != interaction.user.id, each.over))
    await on_open_board(interaction, OpenBoard(mine.number))


def _name(interaction: Interaction) -> str:
    assert interaction.guild is not None, "it was pressed in a server"
    return interaction.guild.name[:LONGEST_NAME]


async def _show(interaction: Interaction, found: ClubMatch) -> None:
    """Show it in both servers; where Discord has trouble, a round does."""
    try:
        await show_club_match(interaction.client, found.id)
    except SEND_ERRORS:
        log.info("club match %d: its cards are shown later", found.id)
