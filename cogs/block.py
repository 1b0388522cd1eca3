"""With whom a person does not want to play: the menu on a member, and the list in `/settings`."""

import discord
from discord import app_commands

from interactions import Interaction, answer_privately, chosen_number, handles, say
from views.blocked_page import BlockPerson, OpenBlocked, TurnBlocked, UnblockPerson, blocked_page


@app_commands.context_menu(name="Block")
async def block_member(interaction: Interaction, member: discord.User) -> None:
    """Block a person by the menu on them, and list whom one has blocked."""
    done = await _block(interaction, member.id)
    await answer_privately(interaction, await _page(interaction, done=done))


@handles(OpenBlocked)
async def on_open(interaction: Interaction, _pressed: OpenBlocked) -> None:
    """List whom one has blocked."""
    await answer_privately(interaction, await _page(interaction))


@handles(TurnBlocked)
async def on_turn(interaction: Interaction, pressed: TurnBlocked) -> None:
    """Show another page of the list."""
    await interaction.response.edit_message(view=await _page(interaction, pressed.page))


@handles(BlockPerson)
async def on_block(interaction: Interaction, _pressed: BlockPerson, values: list[str]) -> None:
    """Block the chosen person, and show the list."""
    done = await _block(interaction, chosen_number(values[0])) if values else ""
    await interaction.response.edit_message(view=await _page(interaction, done=done))


@handles(UnblockPerson)
async def on_unblock(interaction: Interaction, pressed: UnblockPerson) -> None:
    """Unblock a person, and show the list."""
    await interaction.client.store.people.unblock(interaction.user.id, pressed.person)
    done = say("{player} is unblocked.", player=f"<@{pressed.person}>")
    await interaction.response.edit_message(view=await _page(interaction, pressed.page, done))


async def _block(interaction: Interaction, person: int) -> str:
    """Block a person, and return the words that say so."""
    people = interaction.client.store.people
    await people.block(interaction.user.id, person, discord.utils.utcnow())
    return say("{player} is blocked.", player=f"<@{person}>")


async def _page(interaction: Interaction, page: int = 0, done: str = "") -> discord.ui.LayoutView:
    blocked = await interaction.client.store.people.blocked(interaction.user.id)
    return blocked_page(blocked[::-1], page, done)
