"""`/block` and `/unblock`: with whom a person does not want to play."""

import discord
from discord import app_commands
from discord.ext import commands

from interactions import Bot, Interaction, say, whisper
from interactions.speech import own_name
from rules import Listed, Name, Sentence, Value

MOST_LISTED = 50


class BlockCog(commands.Cog):
    """Commands that block people and unblock them."""

    @app_commands.command()
    @app_commands.describe(player="Who to block")
    async def block(self, interaction: Interaction, player: discord.User) -> None:
        """Block someone: no challenges either way. They aren't told."""
        people = interaction.client.store.people
        await people.block(interaction.user.id, player.id, discord.utils.utcnow())
        await _answer(
            interaction,
            say(
                "**{name}** is blocked: you can't challenge each other, and they aren't told. "
                "Matches in progress go on. `/unblock` undoes this.",
                name=Name(own_name(player)),
            ),
        )

    @app_commands.command()
    @app_commands.describe(player="Who to unblock. Empty: see who you have blocked")
    async def unblock(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Unblock someone, or see who you have blocked."""
        done = ""
        if player is not None:
            await interaction.client.store.people.unblock(interaction.user.id, player.id)
            done = say("**{name}** is unblocked.", name=Name(own_name(player)))
        await _answer(interaction, done)


async def _answer(interaction: Interaction, done: str) -> None:
    """Say privately what was done, and who is blocked now."""
    blocked = await interaction.client.store.people.blocked(interaction.user.id)
    people: list[Value] = [f"<@{person}>" for person in blocked[:MOST_LISTED]]
    if len(blocked) > MOST_LISTED:
        people.append(Sentence("{number} more", "{number} more", number=len(blocked) - MOST_LISTED))
    now = say("You haven't blocked anyone.")
    if people:
        now = say("You have blocked {people}.", people=Listed(tuple(people)))
    await whisper(interaction, "\n".join(filter(None, (done, now))))


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(BlockCog())
