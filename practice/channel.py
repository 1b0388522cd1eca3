"""The practice channel: the bot in a simulated Discord, shown in a browser, without an account."""

import asyncio
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord

from bot import Parlour
from cogs.live_clock import seconds_between_looks
from cogs.rounds import RoundsCog
from data import Place
from data.outages import last_beat
from delivery import display
from delivery import notify_challenge as challenge_telling
from delivery.contest_display import show_contest
from hosting.addresses import reason_not_had, refused_requests
from hosting.settings import PRACTICE_DATABASE, CannotStart, Settings, environment_name
from interactions.components import button, in_rows, text_view
from practice.clock import PracticeClock
from practice.page import adapt, links_as_words
from rules import GAMES
from views.begin_against_computer_page import BeginAgainst, play_page_button
from web.server import serving_boards

log = logging.getLogger("parlour")

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
"""The people in the channel. Their ids follow from this order, and the store knows them by id."""
OLDER_PEOPLE = 3
"""The number of people created before the channel; later ones do not change the channel's id."""
SETTLE_TIMEOUT = 60.0
"""Seconds that SimCord waits for a start, or a press's effects, the computer's answer included.

SimCord counts a wait of the bot that ends within this time as part of the effects.
"""
NEVER = 1_000_000_000
"""Seconds between the bot's own rounds: never, since `run_rounds` runs them."""

WELCOME = """# Welcome to the parlour
Old board games in a chat. **Play now** begins one against me.

To play both sides, type `/` below, choose a game, Ben as `opponent`, and send it. The faces \
at the top are the people here: press one to be that person. The page follows whoever is called: \
it turns you into Ben, who presses **Accept**.

`/wait` lets days pass, `/rules` explains the games, `/help` lists the rest. Your matches are \
kept."""
PLAY_NOW = BeginAgainst("hoyito", level=1, preset=GAMES["hoyito"].usual_preset)
"""What the button below it does: in Hoyito a board has the most that can be pressed at once."""


class World(simcord.Env):
    """A simulated Discord in which a bot may start slowly: SimCord alone gives it 5 seconds."""

    async def _settle_internal(self, **options: Any) -> None:
        await super()._settle_internal(**options | {"timeout": None})


async def practise(settings: Settings) -> None:
    """Serve the practice channel until it is closed or the task is cancelled."""
    bot = Parlour(
        settings.in_file(PRACTICE_DATABASE).model_copy(
            update={
                "backups": 0,
                "poll_seconds": NEVER,
                **own_board(),
            }
        )
    )
    bot.is_practice = True
    world = World(bot, shard_count=1, settle_timeout=SETTLE_TIMEOUT)
    clock = PracticeClock(world, lambda: datetime.now(UTC))
    bot.tree.add_command(clock.command())
    channel, people = create_server(world)
    clock.begin(await last_beat(bot.settings.database))
    try:
        await world.start()
        # SimCord records there what a command raised, and its page would show every refusal as an
        # error of the bot. `cogs.answers` answers refusals and logs unexpected errors.
        vars(bot.tree).pop("on_error", None)
        with world.time_context():
            await check_people(bot, people)
            await welcome(bot, channel)
            await display.repost_all(bot)
            await challenge_telling.repost_challenges(bot)
            await repost_contests(bot, channel)
            with links_as_words():
                async with serving_boards(bot):
                    await show(world, clock, channel, people, settings)
    finally:
        # The bot is first: what it stores at a stop has the time of the channel, perhaps ahead.
        try:
            with world.time_context():
                await bot.close()
        finally:
            await world.shutdown()


def own_board() -> dict[str, str]:
    """Return where the channel's board in the browser is: on this machine, apart from the bot's."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{found.getsockname()[1]}"
    return {"web": address, "web_url": f"http://{address}"}


def create_server(world: simcord.Env) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """Create the channel and its members, with the same ids at every start.

    Ids depend on the order of creation and on the simulated clock, which begins at the same time
    at every start. So the clock is set only afterwards.
    """
    world.backend.edit_bot_profile("Parlour")
    users = [world.create_user(name) for name in PEOPLE[:OLDER_PEOPLE]]
    # A server needs an owner; without this one, another person would be created.
    guild = world.create_guild("The parlour", owner=users[0])
    # The page does not show threads, so a match in one could not be seen.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel("parlour", overwrites={guild.default_role: no_threads})
    users += [world.create_user(name) for name in PEOPLE[OLDER_PEOPLE:]]
    return channel, [guild.add_member(user) for user in users]


async def show(
    world: simcord.Env,
    clock: PracticeClock,
    channel: simcord.ChannelHandle,
    people: list[simcord.MemberActor],
    settings: Settings,
) -> None:
    """Serve the channel as a web page and print its address, until it is closed."""
    port = settings.practice_port
    page = world.preview(channel, viewers=people, layout="channel", port=port)
    adapt(world, page, channel.id)
    try:
        await page.__aenter__()
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        why = reason_not_had(error.__cause__)
        name = environment_name("practice_port")
        raise CannotStart(f"{name}: port {port} can't be had: {why}.") from error
    tasks = (
        asyncio.create_task(follow_clock(clock, page, world)),
        asyncio.create_task(run_rounds(world, settings.poll_seconds)),
    )
    with refused_requests(Exception):  # also while it closes
        try:
            print(page.url, flush=True)
            log.info("the practice channel is open; stop it with Ctrl-C")
            with way_to(page.url, settings.database.with_name("practice.html")) as file:
                if has_display():
                    await asyncio.to_thread(webbrowser.open, file.resolve().as_uri())
                await page.wait_closed()
        finally:
            for task in tasks:
                task.cancel()
            await page.close()


@contextmanager
def way_to(address: str, file: Path) -> Iterator[Path]:
    """Write a page that leads to an address, for its owner alone.

    The address has a key, and everybody on a machine sees the command lines of its programs.
    """
    file.unlink(missing_ok=True)
    file.touch(0o600)
    try:
        file.write_text(f'<meta http-equiv="refresh" content="0; url={address}">', "utf-8")
        yield file
    finally:
        file.unlink(missing_ok=True)


async def welcome(bot: Parlour, channel: simcord.ChannelHandle) -> None:
    """Post an introduction in the channel."""
    play = button("Play now", PLAY_NOW, discord.ButtonStyle.success)
    others = play_page_button(words="Other games", style=discord.ButtonStyle.secondary)
    await bot.get_partial_messageable(channel.id).send(
        view=text_view(WELCOME, rows=in_rows([play, others]))
    )


async def repost_contests(bot: Parlour, channel: simcord.ChannelHandle) -> None:
    """Post the cards of leagues and cups again, which were in the channel of another start."""
    assert channel.guild is not None, "the channel is in a server"
    place = Place(channel.id, channel.guild.id)
    for contest in await bot.store.contests.of_server(channel.guild.id):
        if contest.is_live:
            await bot.store.contests.move(contest.id, place, discord.utils.utcnow())
            await show_contest(bot, contest.id)


async def check_people(bot: Parlour, people: list[simcord.MemberActor]) -> None:
    """Raise `CannotStart` if the database knows these ids by other names."""
    for person in people:
        name = await bot.store.people.name_of(person.id)
        if name not in (None, person.user.name):
            raise CannotStart(
                f"{bot.settings.database} belongs to another practice channel, in which "
                f"{person.user.name} was {name}; move that file away."
            )


async def follow_clock(clock: PracticeClock, page: simcord.Preview, world: simcord.Env) -> None:
    """Keep the simulated clock and the page's reference time at the present."""
    assert isinstance(world.bot, Parlour)
    while True:
        await asyncio.sleep(1)
        page.capture_time = clock.tick(answering=world.bot.in_flight.is_busy)


async def run_rounds(world: simcord.Env, seconds: float) -> None:
    """Run the bot's background rounds periodically, and between them its clock of live matches."""
    assert isinstance(world.bot, Parlour)
    rounds = world.bot.get_cog("RoundsCog")
    assert isinstance(rounds, RoundsCog)
    wait = seconds_between_looks(seconds)
    while True:
        for _ in range(round(seconds / wait)):
            await asyncio.sleep(wait)
            await rounds.live.look()
        await rounds.run_round()


def has_display() -> bool:
    """Check for a display; without one a browser might open in the terminal."""
    return sys.platform in ("win32", "darwin") or any(
        name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
