"""Games that all of a server play together: begin, join, leave; the picker is where they vote."""

import discord

from cogs.begin_against_computer import begin_match, fitting_level, refuse_unknown
from cogs.challenge_actions import find_person, make_challenge
from cogs.club import challenge_server
from cogs.spectators import watched_match
from contests.club import TOGETHER
from data import Person, Terms
from data.ballots import side_to_join
from data.club_values import ClubTerms
from data.mirrors import in_server
from data.time_controls import VOTE_PACES
from delivery.posting import show_privately
from interactions import Interaction, OutOfDate, handles, say
from interactions.components import chosen_number, in_rows, text_view
from interactions.people import person, remember_person
from interactions.speech import match_link
from match.clock import HOUR
from rules import GAMES, Refusal
from views import vote_page
from views.spectator_page import watch_buttons


@handles(vote_page.AskCrowd)
async def on_ask(interaction: Interaction, pressed: vote_page.AskCrowd) -> None:
    """Ask how all of the server play a game."""
    _terms(interaction, pressed)
    fitting = await fitting_level(interaction, pressed.game)
    page = vote_page.crowd_question(pressed, fitting)
    await interaction.response.edit_message(view=page, attachments=[])


@handles(vote_page.BeginCrowd)
async def on_begin(interaction: Interaction, pressed: vote_page.BeginCrowd) -> None:
    """Begin a match of all against the computer."""
    terms = _terms(interaction, pressed)
    await _name_crowd(interaction)
    await begin_match(interaction, terms, pressed.level)


@handles(vote_page.CrowdAgainst)
async def on_against(
    interaction: Interaction, pressed: vote_page.CrowdAgainst, values: list[str]
) -> None:
    """Challenge a person to play against all."""
    terms = _terms(interaction, pressed)
    opponent = await find_person(interaction, chosen_number(values[0])) if values else None
    if opponent is None or opponent == interaction.client.user:
        asked = vote_page.AskCrowd(pressed.game, pressed.hours, pressed.seat)
        await on_ask(interaction, asked)
        return
    await _name_crowd(interaction)
    await make_challenge(interaction, terms, opponent)


@handles(vote_page.CrowdAgainstServer)
async def on_against_server(
    interaction: Interaction, pressed: vote_page.CrowdAgainstServer
) -> None:
    """Give a moderator the code by which another server accepts."""
    asked = _terms(interaction, vote_page.AskCrowd(pressed.game, pressed.hours))
    assert asked.pace is not None, "a vote has an end"
    terms = ClubTerms(game=asked.game, options=asked.options, boards=TOGETHER, pace=asked.pace)
    await challenge_server(interaction, terms)


@handles(vote_page.JoinVote)
async def on_join(interaction: Interaction, pressed: vote_page.JoinVote) -> None:
    """Let somebody vote who was in the server when the turn began, and sees the match."""
    store, who = interaction.client.store, interaction.user
    match = await watched_match(interaction, pressed.match)
    side_to_join(match, who.id, interaction.guild_id)
    since = who.joined_at if isinstance(who, discord.Member) else None
    if since is None or since > match.since:
        raise Refusal("You came here during this turn; join once the next one has begun.")
    joined = await store.ballots.join(
        match.number, person(who), interaction.guild_id, discord.utils.utcnow()
    )
    match = in_server(joined, interaction.guild_id)
    await remember_person(interaction)
    following = await store.followers.find(match.number, who.id)
    page = vote_page.joined_page(match, watch_buttons(match, following))
    await show_privately(interaction, page)


@handles(vote_page.LeaveVote)
async def on_leave(interaction: Interaction, pressed: vote_page.LeaveVote) -> None:
    """Let somebody vote no more."""
    match = await watched_match(interaction, pressed.match)
    ballots, now = interaction.client.store.ballots, discord.utils.utcnow()
    await ballots.leave(match.number, interaction.user.id, now)
    words = say(vote_page.LEFT, match=match_link(in_server(match, interaction.guild_id)))
    await show_privately(interaction, text_view(words, rows=in_rows(vote_page.join_buttons(match))))


def _terms(
    interaction: Interaction,
    asked: vote_page.AskCrowd | vote_page.BeginCrowd | vote_page.CrowdAgainst,
) -> Terms:
    """Return the terms of a match of all. Raises `OutOfDate` for what is not offered."""
    paces = {pace.adds // HOUR: pace for pace in VOTE_PACES}
    refuse_unknown(asked.game)
    if asked.hours not in paces or interaction.guild_id is None:
        raise OutOfDate
    rules = GAMES[asked.game]
    return Terms(
        asked.game,
        rules.presets[rules.usual_preset],
        asked.seat,
        paces[asked.hours],
        rated=False,
        explore=False,
        crowd=interaction.guild_id,
    )


async def _name_crowd(interaction: Interaction) -> None:
    """Store how the server is called, as which all of it play."""
    assert interaction.guild is not None, "the terms are those of a server"
    named = Person(interaction.guild.id, interaction.guild.name)
    await interaction.client.store.people.introduce(named, None)
