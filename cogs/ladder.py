"""`/ladder`: a server's ladder of a game, with buttons to join, leave, and challenge."""

import discord
from discord import app_commands

from cogs.autocomplete import game_choices
from cogs.challenge_actions import has_left
from data import StoredLadder
from delivery.ladder_card import answer_with_ladder, refresh_ladder
from delivery.lost_access import sees
from delivery.notify_challenge import answer_with_challenge
from delivery.posting import show_privately
from interactions import Interaction, OutOfDate, chosen, chosen_number, handles
from interactions.access import refuse_other_channels
from interactions.components import button, in_rows, text_view
from interactions.errors import answer_privately
from interactions.people import person, place, private_appearance, remember_person
from interactions.speech import say
from rules import GAMES, Code, Refusal
from views.contest_ids import ChallengeOnLadder, JoinLadder, LeaveLadder, OpenLadder
from views.ladder_page import ladder_page, leave_question

MOST_PAGES = 100_000
"""More pages than any ladder has."""


@app_commands.command()
@app_commands.describe(game="Which game (default: the ladder last used here)")
@app_commands.choices(game=game_choices())
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def ladder(interaction: Interaction, game: str | None = None) -> None:
    """Show this server's ladder: climb by beating the players above you."""
    server = await _server_of(interaction)
    ladders = interaction.client.store.ladders
    game = game or next(iter(await ladders.games(server)), next(iter(GAMES)))
    await answer_with_ladder(interaction, await ladders.open(server, game))


@handles(OpenLadder)
async def on_open(interaction: Interaction, pressed: OpenLadder) -> None:
    """Show a person their own page, or turn it."""
    ladder = await _ladder_here(interaction, pressed.game)
    if pressed.page > MOST_PAGES:
        raise OutOfDate
    await _show_page(interaction, ladder, pressed.page)


@handles(JoinLadder)
async def on_join(interaction: Interaction, pressed: JoinLadder) -> None:
    """Let a person join, and show their page."""
    server = await _server_of(interaction)
    if pressed.game not in GAMES:
        raise OutOfDate
    bot, now = interaction.client, discord.utils.utcnow()
    ladder = await bot.store.ladders.join(server, pressed.game, person(interaction.user), now)
    await _show_page(interaction, ladder)
    await remember_person(interaction)
    await refresh_ladder(bot, ladder.number)


@handles(LeaveLadder)
async def on_leave(interaction: Interaction, pressed: LeaveLadder) -> None:
    """Ask whether a person is sure, and let them leave."""
    ladder = await _ladder_here(interaction, pressed.game)
    who, store = interaction.user.id, interaction.client.store
    if ladder.state.place(who) is None:
        raise Refusal("You're not on this ladder, so there's nothing to leave.")
    if not pressed.sure:
        sure = button("Leave", LeaveLadder(pressed.game, 1), discord.ButtonStyle.danger)
        question = text_view(leave_question(ladder, who), rows=in_rows([sure]))
        await answer_privately(interaction, question)
        return
    await store.ladders.leave(ladder.number, who, discord.utils.utcnow())
    words = say("You've left the {game} ladder.", game=GAMES[ladder.game].name)
    await interaction.response.edit_message(view=text_view(words))
    await refresh_ladder(interaction.client, ladder.number)


@handles(ChallengeOnLadder)
async def on_challenge(
    interaction: Interaction, pressed: ChallengeOnLadder, values: list[str]
) -> None:
    """Challenge somebody above the person, with an ordinary challenge that pings only them."""
    ladder = await _ladder_here(interaction, pressed.game)
    other, bot = chosen_number(chosen(values)), interaction.client
    here, now = place(interaction), discord.utils.utcnow()
    await refuse_other_channels(interaction, here)
    if other in ladder.state.people and await has_left(interaction, other):
        await bot.store.ladders.leave(ladder.number, other, now)
        await refresh_ladder(bot, ladder.number)
        raise Refusal(
            "{name} has left this server, so they're off the ladder; open the ladder again to "
            "see who you can challenge.",
            name=ladder.names[other],
        )
    # Whoever does not see a challenge does not answer, and would give the place.
    if other in ladder.state.people and not await sees(bot, here, other):
        raise Refusal(
            "{name} can't see {channel}; choose a channel that both players can see.",
            name=ladder.names[other],
            channel=f"<#{here.channel}>",
        )
    challenge = await bot.store.ladders.challenge(
        ladder.number, person(interaction.user), other, here, now, interaction.id
    )
    await answer_with_challenge(interaction, challenge)
    await remember_person(interaction)
    await refresh_ladder(bot, ladder.number)


async def _show_page(interaction: Interaction, ladder: StoredLadder, page: int = 0) -> None:
    """Show a person their own page privately, in place of the one that they turn."""
    blocked = await interaction.client.store.people.blocked(interaction.user.id)
    style = await private_appearance(interaction)
    shown = await ladder_page(
        ladder, interaction.user.id, style, discord.utils.utcnow(), blocked=blocked, page=page
    )
    await show_privately(interaction, *shown)


async def _server_of(interaction: Interaction) -> int:
    """Return the server of an interaction. Raises `Refusal` where ladders cannot be."""
    if interaction.guild_id is None:
        raise Refusal("Ladders are for servers; type {command} in one.", command=Code("/ladder"))
    if interaction.client.get_guild(interaction.guild_id) is None:
        raise Refusal("I'm not a member of this server. Add me, then try again.")
    return interaction.guild_id


async def _ladder_here(interaction: Interaction, game: str) -> StoredLadder:
    """Find the ladder of a game in the server. Raises `Refusal` if nobody has joined it yet."""
    server = await _server_of(interaction)
    ladder = None
    if game in GAMES:
        ladder = await interaction.client.store.ladders.find_in(server, game)
    if ladder is None:
        raise Refusal("Nobody is on this ladder yet; press **Join** to be the first.")
    return ladder
