"""`/puzzle daily`: a puzzle posted every day in a channel, if the server's managers choose it."""

import logging
from datetime import datetime, timedelta

import discord
from discord import app_commands

from cogs.puzzles import GAME_CHOICES, PUZZLE
from data import DailyPuzzle, Place
from delivery import direct_messages
from delivery.posting import custom_ids, is_refused, new_nonce
from interactions import Bot, Interaction, said, say, whisper
from interactions.audience import public_appearance, public_language
from interactions.errors import NEEDED, SEND_ERRORS
from interactions.speech import pings, speaking
from opponent.puzzles import Puzzle
from rules import Refusal, Sentence
from views.puzzle_page import OpenPuzzle, daily_page
from views.puzzle_selection import puzzle_of_the_day

log = logging.getLogger(__name__)

CLOCK_MARGIN = timedelta(minutes=5)
"""How long before its time a puzzle may have been posted, for clocks differ."""
MOST_SEARCHED = 200
"""How many messages of a channel are searched for a puzzle."""


@PUZZLE.command()
@app_commands.describe(game="Which game. Empty: all in turn", on="False: turn it off")
@app_commands.choices(game=GAME_CHOICES)
async def daily(interaction: Interaction, game: str | None = None, *, on: bool = True) -> None:
    """For people who manage this server: post a daily puzzle here at about this time."""
    bot, server = interaction.client, interaction.guild_id
    assert interaction.channel_id is not None, "a command is typed in a channel"
    if server is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "Only people who can manage this server can do that; ask one of them, or "
            "solve a puzzle yourself with `/puzzle play`."
        )
    if not on:
        existed = await bot.store.puzzles.stop_daily(server)
        ended = Sentence("Daily puzzle turned off. `/puzzle play` still works.")
        nothing = Sentence("The daily puzzle wasn't on. `/puzzle play` still works.")
        await whisper(interaction, said(ended if existed else nothing))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    now = discord.utils.utcnow()
    puzzle = await bot.store.puzzles.set_daily(
        server, interaction.channel_id, game, interaction.user.id, now
    )
    if puzzle.due <= now:
        await _post_first(bot, puzzle, now)
    words = say(
        "I'll post a puzzle here every day at about {time}; everyone can solve it "
        "privately. `/puzzle daily on:False` turns it off.",
        time=discord.utils.format_dt(puzzle.due, "t"),
    )
    await whisper(interaction, words)


async def _post_first(bot: Bot, daily: DailyPuzzle, now: datetime) -> None:
    """Post the first puzzle. Where Discord refuses, stop the daily puzzle and raise `Refusal`."""
    try:
        await _post_once(bot, daily, now)
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            return  # Discord has trouble; a background round posts it later
        await bot.store.puzzles.stop_daily(daily.server)
        raise Refusal("I can't post here. I need: {needed}.", needed=NEEDED) from failure


async def post(bot: Bot, daily: DailyPuzzle, now: datetime) -> None:
    """Post a puzzle that is due.

    If the channel is gone or closed to the bot, its daily puzzle stops, and the person who started
    it is told. If Discord has trouble, a later round tries again.
    """
    try:
        await _post_once(bot, daily, now)
    except SEND_ERRORS as failure:
        log.info("server %d: today's puzzle could not be posted: %s", daily.server, failure)
        if is_refused(failure):
            await _give_up(bot, daily)


async def _post_once(bot: Bot, daily: DailyPuzzle, now: datetime) -> None:
    """Post a server's next puzzle, once. Raises `UNSENT`."""
    # The command posts the first one, and a round may run meanwhile.
    async with bot.posting_puzzles:
        if await bot.store.puzzles.daily(daily.server) == daily:
            await _post(bot, daily, now)


async def _post(bot: Bot, daily: DailyPuzzle, now: datetime) -> None:
    puzzle = puzzle_of_the_day(daily.game, daily.server, daily.due)
    if not (daily.tried and await _may_be_posted(bot, daily, puzzle)):
        await bot.store.puzzles.try_daily(daily)
        place = Place(daily.channel, daily.server)
        with speaking(await public_language(bot, place)):
            view, file = await daily_page(puzzle, await public_appearance(bot, place))
        channel = bot.get_partial_messageable(daily.channel, guild_id=daily.server)
        await channel.send(view=view, file=file, allowed_mentions=pings(), nonce=new_nonce())
    await bot.store.puzzles.post_daily(daily, now)


async def _may_be_posted(bot: Bot, daily: DailyPuzzle, puzzle: Puzzle) -> bool:
    """Tell whether Discord may have taken a puzzle before a stop, also if the bot cannot check."""
    channel = bot.get_partial_messageable(daily.channel, guild_id=daily.server)
    wanted = OpenPuzzle(puzzle.game, puzzle.number)
    try:
        async for message in channel.history(after=daily.due - CLOCK_MARGIN, limit=MOST_SEARCHED):
            if message.author == bot.user and wanted.encoded in custom_ids(message.components):
                return True
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            raise
        return True
    return False


async def _give_up(bot: Bot, daily: DailyPuzzle) -> None:
    """Stop a server's daily puzzle, and tell the person who started it why."""
    if daily.person is not None:
        words = Sentence(
            "I can't post in {channel} any more, so I turned its daily puzzle off. What I "
            "need there: {needed}. After that, `/puzzle daily` turns it on again.",
            channel=f"<#{daily.channel}>",
            needed=NEEDED,
        )
        try:
            await direct_messages.send(bot, [daily.person], words)
        except SEND_ERRORS as failure:
            log.info(
                "server %d: nobody was told that its puzzle stopped: %s", daily.server, failure
            )
            return
    await bot.store.puzzles.stop_daily(daily.server)
