"""`/puzzle daily`: a puzzle posted every day in a channel, if the server's managers choose it."""

import asyncio
import logging
from datetime import datetime, timedelta

import discord
from discord import app_commands

from cogs.puzzles import GAME_CHOICES, PUZZLE
from data import Place
from data.daily_puzzles import DailyPost, DailyPuzzle
from delivery import direct_messages, posting
from delivery.posting import channel_of, custom_ids, edit, is_refused, new_nonce
from interactions import Bot, Interaction, OutOfDate, answer_privately, said, say
from interactions.components import MessageParts
from interactions.errors import NEEDED, SEND_ERRORS
from interactions.people import place, public_appearance, public_language
from interactions.share import one_at_a_time
from interactions.speech import speaking
from rules import Code, Refusal, Sentence
from views.choose_puzzle import load_puzzle, stock_of_days
from views.daily_puzzle_page import MOST_NAMED, MOST_ROWS, daily_page, past_page
from views.puzzle_page import OpenPuzzle

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
"""How long the first puzzle may take; then a background round posts it, and the answer comes."""
CLOCK_MARGIN = timedelta(minutes=5)
"""How long before its time a puzzle may have been posted, for clocks differ."""
MOST_SEARCHED = 200
"""How many messages of a channel are searched for a puzzle."""


@PUZZLE.command()
@app_commands.describe(
    game="Which game. Empty: a different one each day, the same in every server",
    on="False: turn it off",
)
@app_commands.choices(game=GAME_CHOICES)
async def daily(interaction: Interaction, game: str | None = None, *, on: bool = True) -> None:
    """Post the daily puzzle here, around this time of day (moderators)."""
    bot, server = interaction.client, interaction.guild_id
    if server is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "Only moderators can do that; ask one, or solve a puzzle yourself with `/puzzle play`."
        )
    if not on:
        existed = await bot.store.daily_puzzles.stop(server)
        ended = Sentence("Daily puzzle turned off. `/puzzle play` still works.")
        nothing = Sentence("The daily puzzle wasn't on. `/puzzle play` still works.")
        await answer_privately(interaction, said(ended if existed else nothing))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    now = discord.utils.utcnow()
    person = interaction.user.id
    zone = (await bot.store.personal_settings.find(person)).zone
    puzzle = await bot.store.daily_puzzles.set_up(
        server, place(interaction).channel, game, person, now, zone=zone
    )
    if puzzle.due <= now:
        await _post_first(bot, puzzle, now)
    words = say(
        "I'll post a puzzle here every day at about {time}, by the clocks of {zone} (your time "
        "zone in `/settings`); everyone can solve it privately. `/puzzle daily on:False` turns it "
        "off.",
        time=discord.utils.format_dt(puzzle.due, "t"),
        zone=Code(zone),
    )
    await answer_privately(interaction, words)


async def _post_first(bot: Bot, daily: DailyPuzzle, now: datetime) -> None:
    """Post the first puzzle. Where Discord refuses, stop the daily puzzle and raise `Refusal`."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await _post_once(bot, daily, now)
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            return  # Discord has trouble; a background round posts it later
        await bot.store.daily_puzzles.stop(daily.server)
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
    """Post a server's next puzzle, once. Raises `SEND_ERRORS`."""
    # The command posts the first one, and a round may run meanwhile.
    async with one_at_a_time(bot.share, "puzzle", daily.server):
        if await bot.store.daily_puzzles.find(daily.server) == daily:
            await _post(bot, daily, now)


async def _post(bot: Bot, daily: DailyPuzzle, now: datetime) -> None:
    store = bot.store.daily_puzzles
    if daily.tried and (tried := await store.find_post(daily.server, daily.day(now))):
        searched, message = await _search(bot, tried)
        if message is not None or not searched:
            await store.post(daily, message, now)
            return
    stock = stock_of_days(daily.game)
    game, number = await store.puzzle_of_day(daily.day(now), daily.game, stock)
    post = await store.begin(daily, game, number, now)
    page, place = await _page(bot, post), Place(daily.channel, daily.server)
    sent = await posting.post(bot, place, new_nonce(), **page._asdict())
    await store.post(daily, sent.message, now)


async def _search(bot: Bot, post: DailyPost) -> tuple[bool, int | None]:
    """Search for the message that shows a puzzle; return whether the bot may, and what it found."""
    wanted = OpenPuzzle(post.game, post.puzzle)
    try:
        channel = channel_of(bot, Place(post.channel, post.server))
        async for message in channel.history(after=post.edited - CLOCK_MARGIN, limit=MOST_SEARCHED):
            if message.author == bot.user and wanted.encoded in custom_ids(message.components):
                return True, message.id
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            raise
        return False, None
    return True, None


async def _page(bot: Bot, post: DailyPost) -> MessageParts:
    """Build the message of a puzzle: the board, what came of it, the week; or what it leaves."""
    place = Place(post.channel, post.server)
    puzzle = await load_puzzle(bot.store, post.game, post.puzzle)
    results = await bot.store.daily_results.of_day(post, MOST_NAMED)
    week = await bot.store.daily_results.of_week(post, MOST_ROWS)
    with speaking(await public_language(bot, place)):
        if await bot.store.daily_puzzles.is_over(post):
            return past_page(puzzle, results)
        return await daily_page(puzzle, await public_appearance(bot, place), results, week)


async def tell_results(bot: Bot, post: DailyPost, now: datetime) -> None:
    """Write a post again with all that happened since; a post that is gone is left alone.

    That its writing begins is stored first: a stop between never makes it more frequent.
    """
    post = await bot.store.daily_puzzles.begin_edit(post, now)
    if post.message is None:
        return
    try:
        await edit(bot, post.message, *await _page(bot, post))
    except OutOfDate:  # its puzzle was withdrawn
        await bot.store.daily_puzzles.lose(post)
        return
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            raise
        log.info("server %d: its puzzle's results can't be shown: %s", post.server, failure)
        await bot.store.daily_puzzles.lose(post)
        return
    await bot.store.daily_puzzles.end_edit(post)


async def _give_up(bot: Bot, daily: DailyPuzzle) -> None:
    """Stop a server's daily puzzle, and tell the person who started it why."""
    if daily.person is not None:
        words = Sentence(
            "I can't post in {channel} any more, so I turned its daily puzzle off. What I need "
            "there: {needed}. Once that's fixed, `/puzzle daily` turns it on again.",
            channel=f"<#{daily.channel}>",
            needed=NEEDED,
        )
        try:
            await direct_messages.send_to(bot, daily.person, words)
        except SEND_ERRORS as failure:
            log.info(
                "server %d: nobody was told that its puzzle stopped: %s", daily.server, failure
            )
            return
    await bot.store.daily_puzzles.stop(daily.server)
