"""The practice channel opens, continues after a restart, and reports what prevents it."""

import asyncio
import logging
import re
import signal
import socket
import stat
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from PIL import Image

from bot import Parlour
from contests.contest import Form
from data import ContestTerms, MessageRef, Person, Place, Store, Terms, Unusable
from hosting.addresses import STOP_SECONDS
from hosting.settings import CannotStart, Settings
from match.match import Match
from practice.channel import PEOPLE, SETTLE_TIMEOUT, WELCOME, create_server, practise
from practice.clock import PracticeClock
from practice.page import find_answer
from rendering import DEFAULT_THEME
from rendering.contact_sheet import png
from tests.programs import PATIENCE, running
from tests.simulated_discord.table import words
from tests.thorough import THOROUGH

DAY = timedelta(days=1)
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot._painted", {DEFAULT_THEME})  # each start would draw all boards
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return Settings(database=tmp_path / "parlour.sqlite3", practice_port=0)


@asynccontextmanager
async def opened(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[str]:
    """Open the practice channel, yield its address, and stop it as a signal does."""
    practising = asyncio.create_task(practise(settings))
    said = ""
    while not said.endswith("\n"):
        assert not practising.done(), practising.exception()
        await asyncio.sleep(0.01)
        said += capsys.readouterr().out
    yield said.rstrip("\n")
    practising.cancel()
    with pytest.raises(asyncio.CancelledError):
        await practising


async def at_once(practising: Coroutine[object, object, None]) -> None:
    """Expect the practice channel not to open; it would stay open for ever."""
    await asyncio.wait_for(practising, PATIENCE)


def furnished(settings: Settings) -> tuple[Place, list[Person]]:
    """Create the channel and the people of the practice channel without opening it."""
    world = simcord.Env(Parlour(settings), shard_count=1)
    channel, people = create_server(world)
    assert channel.guild is not None
    named = [Person(person.id, person.user.name) for person in people]
    return Place(channel.id, channel.guild.id), named


async def shown(address: str, person: str) -> str:
    """Load the page as one person, and return everything it receives."""
    found = ADDRESS.fullmatch(address)
    assert found, address
    where, key = found.groups()
    headers = {"X-Simcord-Capability": key}
    async with aiohttp.ClientSession(where, headers=headers) as browser:
        async with browser.get("/") as page:
            assert "<title>" in await page.text()
        async with browser.post("/api/pages", json={}) as answer:
            viewers = {one["name"]: one["id"] for one in (await answer.json())["viewers"]}
        async with browser.post("/api/pages", json={"viewer_id": viewers[person]}) as answer:
            return await answer.text()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")
@THOROUGH
async def test_it_opens_as_a_page_and_a_signal_closes_it(tmp_path: Path) -> None:
    async with running(tmp_path, "-m", "practice", PARLOUR_PRACTICE_PORT="0") as program:
        address = await program.says("http://", in_log=False)
        assert "Welcome to the parlour" in await shown(address, "Ben")
        program.process.send_signal(signal.SIGTERM)
        assert await program.ends() == 0
    assert "Traceback" not in program.log
    kept = {path.name for path in (tmp_path / "var").iterdir()}
    assert "practice.sqlite3" in kept
    assert not kept & {"practice.sqlite3-wal", "parlour.sqlite3"}


async def test_a_start_may_take_as_long_as_what_a_press_does(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settle, waited = simcord.Env._settle_internal, list[float]()

    async def noted(world: simcord.Env, **options: Any) -> None:
        waited.append(options.get("timeout") or world.settle_timeout)
        await settle(world, **options)

    monkeypatch.setattr(simcord.Env, "_settle_internal", noted)
    async with opened(settings, capsys):
        assert min(waited) == SETTLE_TIMEOUT


def test_people_and_channel_have_the_same_numbers_on_every_start(settings: Settings) -> None:
    assert furnished(settings) == furnished(settings)
    assert [person.name for person in furnished(settings)[1]] == list(PEOPLE)


@THOROUGH
async def test_matches_go_on_after_a_restart(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    place, (ada, ben, *_) = furnished(settings)
    file = settings.database.with_name("practice.sqlite3")
    async with opened(settings, capsys):
        pass
    now = discord.utils.utcnow()
    async with await Store.open(file, now) as store:
        challenge = await store.challenges.make(ada, ben, Terms("ringo", {}), place, now)
        _, match = await store.challenges.accept(challenge.number, ben, place, now)
        await store.cards.show_on(match.number, MessageRef(place.channel, 1), match.count)
        await store.challenges.make(ben, ada, Terms("hoyito", {}), place, now)
        terms = ContestTerms(form=Form.LEAGUE, game="hoyito", options={}, name="Old League")
        await store.contests.open(terms, place, ada, now + DAY, now)
        await store.contest_messages.show_on(1, MessageRef(place.channel, 2), 1)
    async with opened(settings, capsys) as address:
        seen = await shown(address, "Ada")
        assert "Ringo #1" in seen
        assert "challenges" in seen
        assert "Old League" in seen
    async with await Store.open(file, discord.utils.utcnow()) as store:
        (listed,) = await store.matches.find_live(ada.id)
        assert listed.number == match.number
        assert listed.card is not None
        assert listed.card.message != 1


def test_who_was_first_and_the_channel_keep_the_numbers_in_kept_matches(settings: Settings) -> None:
    place, people = furnished(settings)
    first = people[0].id
    assert (place.server, place.channel) == (first + 3, first + 5)
    assert [person.id - first for person in people[:3]] == [0, 1, 2]


def test_welcome_is_read_in_half_a_minute() -> None:
    assert len(WELCOME.split()) + len(["Play", "now"]) <= 80


async def test_direct_messages_are_shown_as_such_to_whom_they_are_for(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opening: list[Parlour] = []

    async def note(bot: Parlour, _channel: simcord.ChannelHandle) -> None:
        opening.append(bot)

    monkeypatch.setattr("practice.channel.welcome", note)
    async with opened(settings, capsys) as address:
        (bot,) = opening
        ben = furnished(settings)[1][1]
        sent = await (await bot.fetch_user(ben.id)).send("Ben, your move")
        seen = await shown(address, "Ben")
        assert "Ben, your move" in seen
        assert "Parlour, in a direct message" in seen
        assert "Ben, your move" not in await shown(address, "Ada")
        await sent.edit(content="Ben, another move")
        assert "Ben, another move" in await shown(address, "Ben")
        await sent.delete()
        assert "Ben, another move" not in await shown(address, "Ben")


async def test_links_to_messages_are_words_and_others_stay_links(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    links = "[the board](https://discord.com/channels/1/2/3) and [more](https://example.org/)"
    monkeypatch.setattr("practice.channel.WELCOME", links)
    async with opened(settings, capsys) as address:
        seen = await shown(address, "Emil")
    assert "the board" in seen
    assert '"href": "https://discord.com/' not in seen
    assert '"href": "https://example.org/' in seen


@THOROUGH
async def test_simcord_still_has_the_private_names_that_the_page_uses(
    settings: Settings, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(settings, capsys):
        pass
    told = [one for one in caplog.messages if "SimCord has no" in one]
    assert not told, "see practice/page.py, which does without"


async def test_it_opens_where_simcord_has_changed(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("practice.page.PAGE_NAMES", ("_renamed",))
    monkeypatch.setattr("practice.page.LINKS", ("_gone", "_gone"))
    async with opened(settings, capsys) as address:
        assert "Welcome to the parlour" in await shown(address, "Ada")
    wanted = "SimCord has no Preview._renamed, preview._gone._gone any more; reload the page"
    assert wanted in caplog.text


async def test_a_first_start_is_nothing_to_warn_of(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "parlour")
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = settings.model_copy(update={"practice_port": other.getsockname()[1]})
        with pytest.raises(CannotStart):
            await at_once(practise(taken))
    assert "practice.sqlite3 for the practice channel's matches" in caplog.text
    assert "EMPTY" not in caplog.text


async def test_a_port_in_use_is_told_in_one_line(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        taken = settings.model_copy(update={"practice_port": port})
        with pytest.raises(CannotStart, match=rf"^PARLOUR_PRACTICE_PORT: port {port} .*\.$"):
            await at_once(practise(taken))
    left = settings.database.with_name("practice.sqlite3")
    async with await Store.open(left, discord.utils.utcnow()):
        pass  # its lock is released


@THOROUGH
async def test_the_page_opens_by_itself_where_there_is_a_display(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []
    opens = threading.Event()

    def browse(address: str) -> None:
        seen.append(address)
        opens.set()

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", browse)
    async with opened(settings, capsys) as address:
        assert await asyncio.to_thread(opens.wait, PATIENCE)
        (way,) = seen
        assert way.startswith("file://"), "the key stands in no command line"
        file = settings.database.with_name("practice.html")
        assert way == file.resolve().as_uri()
        assert f"url={address}" in file.read_text(encoding="utf-8")
        assert sys.platform == "win32" or stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not file.exists()


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"[" * 100_000),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=a", b"x"),
    ],
)
async def test_a_form_that_somebody_made_up_is_no_error(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    kind: str,
    body: bytes,
) -> None:
    async with opened(settings, capsys) as address:
        found = ADDRESS.fullmatch(address)
        assert found
        headers = {"X-Simcord-Capability": found[2], "Content-Type": kind}
        async with aiohttp.ClientSession(found[1], headers=headers) as browser:
            async with browser.post("/api/pages", json={}) as answer:
                page = (await answer.json())["context"]["id"]
            more = {"X-Simcord-Context": page}
            async with browser.post("/api/action", data=body, headers=more) as answer:
                assert answer.status >= 400
    (told,) = (one for one in caplog.records if one.levelno >= logging.WARNING)
    assert told.levelname == "WARNING"
    assert told.getMessage().startswith("refused a request: ")
    assert not told.exc_info


@THOROUGH
async def test_a_second_one_is_told(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    async with opened(settings, capsys):
        pass
    async with await Store.open(
        settings.database.with_name("practice.sqlite3"), discord.utils.utcnow()
    ):
        with pytest.raises(Unusable, match="in use by another Parlour"):
            await at_once(practise(settings))


async def test_a_file_of_other_people_is_refused(settings: Settings) -> None:
    place, (ada, ben, *_) = furnished(settings)
    now = discord.utils.utcnow()
    file = settings.database.with_name("practice.sqlite3")
    async with await Store.open(file, now) as store:
        somebody = Person(ada.id, "Zoe")
        await store.challenges.make(somebody, ben, Terms("ringo", {}), place, now)
    with pytest.raises(CannotStart, match="in which Ada was Zoe; move that file away"):
        await at_once(practise(settings))


async def test_no_command_waits_for_the_next_round(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presses used to wait for the next round if it was due within a minute."""
    answered = []

    async def use(
        _world: simcord.Env,
        _clock: PracticeClock,
        channel: simcord.ChannelHandle,
        people: list[simcord.MemberActor],
        _settings: Settings,
    ) -> None:
        answered.extend([await people[0].slash(channel, "help") for _ in range(3)])

    monkeypatch.setattr("practice.channel.SETTLE_TIMEOUT", 86_400.0)
    monkeypatch.setattr("practice.channel.show", use)
    await at_once(practise(settings))
    assert [result.acknowledged for result in answered] == [True] * 3


async def test_an_open_page_shows_what_the_bot_posts_and_changes_by_itself(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It used to wait for a press of whoever looks at it."""
    opening: list[tuple[Parlour, simcord.ChannelHandle]] = []

    async def note(bot: Parlour, channel: simcord.ChannelHandle) -> None:
        opening.append((bot, channel))

    monkeypatch.setattr("practice.channel.welcome", note)
    async with opened(settings, capsys) as address, asyncio.timeout(PATIENCE):
        ((bot, channel),) = opening
        found = ADDRESS.fullmatch(address)
        assert found, address
        headers = {"X-Simcord-Capability": found[2]}
        async with aiohttp.ClientSession(found[1], headers=headers) as browser:
            async with browser.post("/api/pages", json={}) as answer:
                context = {"X-Simcord-Context": (await answer.json())["context"]["id"]}

            async def revision_with(words: str) -> int:
                while True:
                    async with browser.get("/api/state", headers=context) as answer:
                        if words in await answer.text():
                            return int((await answer.json())["publishedRevision"])
                    await asyncio.sleep(0.1)

            posted = await bot.get_partial_messageable(channel.id).send("A card")
            assert await revision_with("A card")
            await posted.edit(content="Another card")
            revision = await revision_with("Another card")
            await asyncio.sleep(2.5)
            # A page that lacks nothing stays as it is, and no press on it is refused.
            assert await revision_with("Another card") == revision
            # Nor is one on a page whose browser has not asked since the bot posted something.
            await bot.get_partial_messageable(channel.id).send("A third card")
            await asyncio.sleep(1.5)
            press = {
                "protocol_version": 3,
                "sequence": 1,
                "request_id": "press",
                "generation": 1,
                "bot_generation": 1,
                "kind": "click",
                "published_revision": revision,
                "target_id": str(posted.id),
            }
            async with browser.post("/api/action", json=press, headers=context) as answer:
                refused = await answer.text()
            assert "stale" not in refused
            assert "unavailable" in refused, "the card has no button, and that is all"
            assert await revision_with("A third card") > revision


async def test_a_page_that_asks_while_it_stops_leaves_no_trace_back(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    close = simcord.Preview.close

    async def asked_meanwhile(page: simcord.Preview) -> None:
        # As aiohttp logs a request of which nothing can come any more.
        closed = simcord.SetupError("the page is closed")
        logging.getLogger("aiohttp.server").error("Error handling request", exc_info=closed)
        await close(page)

    monkeypatch.setattr(simcord.Preview, "close", asked_meanwhile)
    async with opened(settings, capsys):
        pass
    assert "refused a request: SetupError the page is closed" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_stop_waits_neither_for_a_browser_nor_for_a_process_of_its_pictures(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser that had just connected held it up for a minute, a process left a trace-back."""
    stop, waits, started = aiohttp.web.Server.shutdown, list[float | None](), list[object]()

    async def noted(server: aiohttp.web.Server, seconds: float | None = None) -> None:
        waits.append(seconds)
        await stop(server, seconds)

    async def with_picture(bot: Parlour, channel: simcord.ChannelHandle) -> None:
        picture = discord.File(BytesIO(png(Image.new("L", (8, 4)))), "board.png")
        await bot.get_partial_messageable(channel.id).send(file=picture)

    monkeypatch.setattr(aiohttp.web.Server, "shutdown", noted)
    monkeypatch.setattr("practice.channel.welcome", with_picture)
    monkeypatch.setattr("asyncio.create_subprocess_exec", lambda *told, **_: started.append(told))
    async with opened(settings, capsys) as address:
        found = ADDRESS.fullmatch(address)
        assert found, address
        headers = {"X-Simcord-Capability": found[2]}
        async with aiohttp.ClientSession(found[1], headers=headers) as browser:
            async with browser.post("/api/pages", json={}) as answer:
                page = await answer.json()
            (board,) = (name for name, asset in page["assets"].items() if asset["available"])
            context = {"X-Simcord-Context": page["context"]["id"]}
            async with browser.get(f"/api/assets/{board}", headers=context) as answer:
                assert Image.open(BytesIO(await answer.read())).size == (8, 4)
    assert waits == [STOP_SECONDS] * 2, "the page and the boards"
    assert not started


@THOROUGH
async def test_rounds_are_gone_while_it_is_open(
    settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: asyncio.Queue[Parlour] = asyncio.Queue()

    def note(bot: Parlour) -> None:
        rounds.put_nowait(bot)

    monkeypatch.setattr(Parlour, "went_round", note)
    async with opened(settings.model_copy(update={"poll_seconds": 1}), capsys):
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):
                await rounds.get()


def test_its_clock_begins_at_the_present_or_where_it_was(settings: Settings) -> None:
    world = simcord.Env(Parlour(settings), shard_count=1)
    now = discord.utils.utcnow()
    clock = PracticeClock(world, lambda: now)
    create_server(world)
    for last, begins in ((None, now), (now - DAY, now), (now + 30 * DAY, now + 30 * DAY)):
        clock.begin(last)
        assert abs(world.now() - begins) < timedelta(seconds=1)


def test_its_clock_stands_still_while_somebody_is_answered(settings: Settings) -> None:
    """A machine that takes longer than Discord's three seconds loses no answer here."""
    times = [discord.utils.utcnow()]
    world = simcord.Env(Parlour(settings), shard_count=1)
    clock = PracticeClock(world, lambda: times[-1])
    create_server(world)
    clock.begin(None)
    begun = world.now()

    def passed(seconds: float, *, answering: bool) -> float:
        times.append(times[0] + timedelta(seconds=seconds))
        return (clock.tick(answering=answering) - begun).total_seconds()

    assert passed(20, answering=True) == 0
    assert passed(21, answering=False) == pytest.approx(1.5)
    assert [passed(22, answering=False) for _ in range(20)][-1] == pytest.approx(22, abs=0.1)
    assert passed(3_600, answering=True) == pytest.approx(3_600, abs=0.1)  # a laptop was closed


@THOROUGH
async def test_days_pass_on_request_and_have_passed_after_a_restart(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[datetime] = []
    ended: list[Match] = []

    async def use(
        world: simcord.Env,
        _clock: PracticeClock,
        channel: simcord.ChannelHandle,
        people: list[simcord.MemberActor],
        _settings: Settings,
    ) -> None:
        assert isinstance(world.bot, Parlour)
        matches = world.bot.store.matches
        times.append(world.now())
        if len(times) == 1:
            ada, ben = people[:2]
            await ada.slash(channel, "hoyito", opponent=ben)
            card = channel.last_message
            assert card is not None
            await ben.click(card, label="Accept")
            nothing = await ada.slash(channel, "wait", days=0)
            assert nothing.response is not None
            assert "choose some days or hours" in nothing.response.content
            await ada.slash(channel, "wait", days=2)
            assert (await matches.find(1)).result is None
            await ada.slash(channel, "wait", days=0, hours=12)
            reminder = channel.last_message
            assert reminder is not None
            assert "time runs out" in reminder.content
            await ada.slash(channel, "wait", days=0, hours=13)
            assert reminder.id not in {message.id for message in channel.history()}
        ended.append(await matches.find(1))

    monkeypatch.setattr("practice.channel.show", use)
    for _ in range(2):
        await at_once(practise(settings))
    assert all(match.result is not None for match in ended)
    assert times[1] - times[0] >= timedelta(days=3, hours=1)


async def test_im_away_pauses_the_clock_and_is_said_while_days_pass(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = []

    async def use(
        world: simcord.Env,
        _clock: PracticeClock,
        channel: simcord.ChannelHandle,
        people: list[simcord.MemberActor],
        _settings: Settings,
    ) -> None:
        assert isinstance(world.bot, Parlour)
        ada, ben = people[:2]
        await ada.slash(channel, "hoyito", opponent=ben)
        challenge = channel.last_message
        assert challenge is not None
        await ben.click(challenge, label="Accept")
        match = await world.bot.store.matches.find(1)
        away = ada if match.to_move == ada.id else ben
        await ada.slash(channel, "wait", days=2, hours=12)
        reminder = channel.last_message
        assert reminder is not None
        answer = (await away.click(reminder, label="I'm away")).response
        assert answer is not None
        assert "your clocks are paused, until <t:" in words(answer)
        said = f"**{away.user.name}** is on vacation until <t:"
        told = [words(message) for message in channel.history() if said in words(message)]
        assert len(told) == 2, "the reminder and the card"
        assert sum("the clock is paused" in each for each in told) == 1
        await ada.slash(channel, "wait", days=3)
        assert (await world.bot.store.matches.find(1)).result is None
        used.append(world)

    monkeypatch.setattr("practice.channel.show", use)
    await at_once(practise(settings))
    assert used


@pytest.mark.parametrize(
    ("after", "pressed", "answer"),
    [
        ({1: "card", 2: "help"}, 1, None),
        ({1: "card", 2: "help", 3: "refusal"}, 1, 3),
        ({1: "new card", 2: "help", 3: "letter"}, 1, 3),
        ({1: "new card", 2: "help"}, 1, None),
        ({1: "new card"}, 2, 1),
        ({1: "new card", 2: "help"}, 2, 1),
        ({1: "new card", 2: "help"}, None, 1),
    ],
)
def test_an_answer_is_the_newest_new_message_or_what_changed_elsewhere(
    after: dict[int, str], pressed: int | None, answer: int | None
) -> None:
    assert find_answer({1: "card", 2: "help"}, after, pressed) == answer
