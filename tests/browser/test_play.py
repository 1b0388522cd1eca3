"""The page that plays with no server, from a plain file server, as a stranger uses it."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

import rendering
from computer import levels
from computer.levels import choose
from computer.search import node_limit
from rules import GAMES, Move, Position
from tests.browser.channel import Channel
from tests.browser.stages import count_stages
from tests.browser.test_board import tap_move
from tests.programs import PATIENCE
from tests.thorough import mostly_thorough
from tests.tools.website.test_site import AXE, RUN
from tools.website.play_pages import PYTHON, write_play
from tools.website.site_page import SCRIPT, STYLE, TEMPLATES

STONES = 20
"""So many stones, and more, are sown by the first move tried here."""
LONGEST_GAME = 300
"""The most moves of a match played by taps."""
LOT = "1"
"""The lot of a match with which the same moves are played every time."""
NOWHERE = "This link leads nowhere"
pytestmark = pytest.mark.skipif(
    not PYTHON.exists(), reason="Python for browsers is missing: make .venv/tools/pyodide"
)


@pytest.fixture
def width() -> int:
    """Return the width of a small phone."""
    return 360


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the page, in a folder with nothing else."""
    folder = tmp_path_factory.mktemp("site")
    write_play(folder)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@dataclass
class Files:
    """A plain file server, which may stop."""

    server: ThreadingHTTPServer

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/play/"

    def stop(self) -> None:
        """Serve no more."""
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def files(site: Path) -> Iterator[Files]:
    """Serve the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield Files(server)
    server.shutdown()
    server.server_close()


async def begun(page: Page, address: str, key: str, who: str = "1") -> Position:
    """Begin a match; return its position."""
    await page.goto(f"{address}#{key}")
    await page.get_by_role("button", name=who, exact=True).click()
    await expect(page.locator("#told")).to_contain_text(re.compile("Your move|is to move"))
    return await position_on(page)


async def kept_on(page: Page) -> tuple[str, list[str]]:
    """Return the address of the board that is shown, and the moves made on it."""
    where, tried = json.loads(await page.evaluate("sessionStorage.getItem('board')"))
    return where, tried


async def with_lot(page: Page, lot: str) -> None:
    """Give the match that is shown another lot, by which the computer chooses."""
    where, tried = await kept_on(page)
    board = json.dumps(["|".join([*where.split("|")[:-1], lot]), tried])
    await page.evaluate("board => sessionStorage.setItem('board', board)", board)
    await page.reload()
    await expect(page.locator("#told")).to_contain_text("Your move")


async def position_on(page: Page) -> Position:
    """Return the position of the match that is shown."""
    where, tried = await kept_on(page)
    _, key, options, *_ = where.split("|")
    position = GAMES[key].start(GAMES[key].choices.read(options).values)
    for text in tried:
        position = position.after(position.legal(text))
    return position


@pytest.mark.parametrize("key", mostly_thorough([*sorted(GAMES, key="hoyito".__ne__)]))
async def test_whole_game_is_played_by_taps_against_level_1(
    key: str, files: Files, channel: Channel
) -> None:
    page, told = channel.page, list[str]()
    page.on("pageerror", lambda error: told.append(str(error)))
    position = await begun(page, files.address, key)
    await with_lot(page, LOT)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360
    for seed in range(LONGEST_GAME):
        move = choose(position, 4, seed, node_limit(3_000)).move
        if not two_taps_suffice(position, move):
            move = next(each for each in _moves(position) if two_taps_suffice(position, each))
        await tap_move(page, position, move)
        answered = re.compile(r"Your move|wins|won it|A draw")
        await expect(page.locator("#told")).to_contain_text(answered)
        position = await position_on(page)
        if position.outcome():
            break
    assert position.outcome()
    assert (await kept_on(page))[0].endswith(f"|{LOT}")
    await expect(page.get_by_role("button", name="Again")).to_be_visible()
    await page.get_by_role("button", name="Review").click()
    await expect(page.locator("#steps")).to_be_visible()
    await expect(page.locator(".curve")).to_have_count(1)
    await page.set_viewport_size({"width": 275, "height": 600})
    buttons = await page.locator("#steps button").evaluate_all("all => all.map(it => it.offsetTop)")
    assert (len(buttons), len({*buttons})) == (4, 1)
    assert told == []


async def test_own_sowing_is_seen_to_its_end_before_the_computer_answers(
    files: Files, channel: Channel
) -> None:
    page = channel.page
    await begun(page, files.address, "hoyito")
    await page.locator(".hit.piece[data-cell='a']").press("Enter")
    play = page.get_by_role("button", name="Play a")
    await play.wait_for()
    await count_stages(page)
    await page.evaluate(STAGES_WHILE_THINKING)
    await play.click()
    assert await page.evaluate("sown") >= STONES


STAGES_WHILE_THINKING = """() => {
  const told = document.querySelector("#told");
  let thought = false;
  globalThis.sown = new Promise((tell) => new MutationObserver(() => {
    const thinks = told.textContent.includes("is thinking");
    if (thought && !thinks) tell(seen);
    thought ||= thinks;
  }).observe(told, { childList: true }));
}"""


async def test_page_on_which_nothing_was_pressed_is_kept_and_can_think(
    files: Files, channel: Channel
) -> None:
    page = channel.page
    async with thinker_starts(page):
        await page.goto(f"{files.address}#hoyito")
    await page.evaluate(KEPT_FILES)
    files.stop()
    await page.reload()
    await page.get_by_role("button", name="1", exact=True).click()
    await expect(page.locator("#told")).to_contain_text("Your move")


async def test_second_visit_begins_with_the_memory_of_the_first_and_a_lot_of_its_own(
    files: Files, channel: Channel
) -> None:
    page, lots = channel.page, set[str]()
    for visit in range(3):
        async with thinker_starts(page):
            await begun(page, files.address, "bivouac")
        lots.add((await kept_on(page))[0])
        assert await page.evaluate(IS_MARKED) == (visit > 0)
        await page.goto("about:blank")
    assert len(lots) == 3


IS_MARKED = """async () => {
  const [version] = await caches.keys(), cache = await caches.open(version);
  const memory = await cache.match("memory"), headers = { marked: "yes" };
  await cache.put("memory", new Response(await memory.arrayBuffer(), { headers }));
  return memory.headers.has("marked");
}"""
"""Tell whether the kept memory has a mark, and mark it; who cannot use it keeps another."""


def thinker_starts(page: Page) -> Any:
    """Wait for the second worker, which starts when the first is ready and its memory is kept."""
    return page.expect_event("worker", lambda _: len(page.workers) == 2, timeout=1_000 * PATIENCE)


async def test_match_goes_on_after_a_reload_without_a_network(
    files: Files, channel: Channel
) -> None:
    page = channel.page
    position = await begun(page, files.address, "bivouac")
    await tap_move(page, position, first_move_of(position))
    await expect(page.locator("#told")).to_contain_text("Your move")
    before = await kept_on(page)
    assert len(before[1]) == 2
    names = await page.evaluate(KEPT_FILES)
    assert {"parlour.zip", "index.html"} <= {name.rpartition("/")[2] for name in names}
    files.stop()
    await page.reload()
    await expect(page.locator("#told")).to_contain_text("Your move")
    assert await kept_on(page) == before
    position = await position_on(page)
    await tap_move(page, position, first_move_of(position))
    await expect(page.locator("#told")).to_contain_text("Your move")
    assert len((await kept_on(page))[1]) == 4


KEPT_FILES = """async () => {
  await navigator.serviceWorker.ready;
  for (;;) {
    const [name = ""] = await caches.keys(), found = await (await caches.open(name)).keys();
    const names = found.map(({ url }) => url);
    if (names.some((name) => name.endsWith("first/en/rules-agon-0.json"))) return names;
    await new Promise((go) => setTimeout(go, 100));
  }
}"""


def first_move_of(position: Position) -> Move:
    return _moves(position)[0]


def _moves(position: Position) -> list[Move]:
    return [*position.moves().values()]


def two_taps_suffice(position: Position, move: Move) -> bool:
    """Tell whether no other move of a piece ends where a move does: else its way is tapped, too."""
    ends = [each.path[-1:] for each in _moves(position) if each.path[:1] == move.path[:1]]
    return position.single_choice or ends.count(move.path[-1:]) == 1


async def test_two_tabs_play_each_their_own_match(files: Files, channel: Channel) -> None:
    page, other = channel.page, await channel.page.context.new_page()
    one = await begun(page, files.address, "ringo", "Two at one screen")
    await begun(other, files.address, "hoyito", "Two at one screen")
    await tap_move(page, one, first_move_of(one))
    await expect(page.locator("#told")).to_contain_text("Defender is to move")
    await other.reload()
    await expect(other.locator("#title")).to_have_text("Hoyito")
    await page.reload()
    await expect(page.locator("#told")).to_contain_text("Defender is to move")
    await page.get_by_role("button", name="New match").click()
    await expect(page.get_by_role("button", name="Continue")).to_be_visible()
    await page.get_by_role("button", name="Continue").click()
    await expect(page.locator("#told")).to_contain_text("Defender is to move")
    await page.get_by_role("button", name="Take back").click()
    await expect(page.locator("#told")).to_contain_text("Attacker is to move")


FORBIDDEN = (
    "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, "
    "{ get() { throw new DOMException('forbidden'); } });"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full'); };"


@pytest.mark.parametrize("trouble", [FORBIDDEN, FULL], ids=["forbidden", "full"])
async def test_match_is_played_where_nothing_can_be_kept(
    trouble: str, files: Files, channel: Channel
) -> None:
    page = channel.page
    await page.add_init_script(trouble)
    await page.goto(f"{files.address}#agon")
    await page.get_by_role("button", name="Two at one screen").click()
    await expect(page.locator("#told")).to_contain_text("White is to move")
    position = GAMES["agon"].start()
    await tap_move(page, position, first_move_of(position))
    await expect(page.locator("#told")).to_contain_text("Black is to move")


@pytest.mark.parametrize(
    "fragment",
    mostly_thorough(
        [
            "v=1&at=match|bizingo|-|0|0|0|5&moves=h4-g2+<img/src=x/onerror=alert(1)>",
            "v=1&at=" + "match|" * 20_000,
            "v=99&at=match|bizingo|-|0|0|0|5&moves=h4-g2",
            "v=1&at=match|bizingo|-|0|0|0|5&moves=a1-a2",
            "v=1&at=match|bizingo|-|0|<b>|0|5",
            "<script>alert(1)</script>",
            "%FF%00",
            "v=1&at=__proto__",
        ]
    ),
)
async def test_hostile_link_is_told_in_a_sentence(
    fragment: str, files: Files, channel: Channel
) -> None:
    page, told = channel.page, list[str]()
    page.on("dialog", lambda dialog: told.append(dialog.message))
    page.on("pageerror", lambda error: told.append(str(error)))
    await page.goto(f"{files.address}#{fragment}")
    await expect(page.locator("#told")).to_contain_text(NOWHERE)
    await page.get_by_role("button", name="Ringo").click()
    await expect(page.locator("#title")).to_have_text("Ringo")
    assert told == []


async def test_board_rules_and_first_task_are_there_without_python(
    files: Files, channel: Channel
) -> None:
    page = channel.page

    async def refuse(route: Route) -> None:
        await route.abort()

    await page.context.route("**/pyodide/**", refuse)
    await page.goto(f"{files.address}?lang=de#bivouac")
    await expect(page.locator("#board use")).not_to_have_count(0)
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await page.get_by_role("button", name="Regeln", exact=True).click()
    await expect(page.locator("#told")).to_contain_text("Lager")
    await page.goto(f"{files.address}#v=1&at=lesson|bivouac")
    await expect(page.locator("#told")).to_contain_text("1 von 8")
    await page.locator(".hit.piece").first.press("Enter")
    await page.locator(".hit.target").first.press("Enter")
    await expect(page.locator("#told")).to_contain_text("Browser")


async def test_old_browser_is_told_in_its_language_what_there_is(
    files: Files, channel: Channel
) -> None:
    page = channel.page

    async def unreadable(route: Route) -> None:
        await route.fulfill(body="class New { #unknown", content_type="text/javascript")

    await page.route("**/page.js", unreadable)
    await page.goto(f"{files.address}?lang=de")
    link = page.locator("#told").get_by_role("link", name="In diesem Browser")
    await expect(link).to_have_attribute("href", "../de/index.html")
    await expect(page.locator("html")).to_have_attribute("lang", "de")


async def test_board_on_another_page_lifts_a_piece_at_once_and_then_plays(
    files: Files, channel: Channel
) -> None:
    page, told = channel.page, list[str]()
    page.on("console", lambda message: told.append(message.text))
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))

    async def page_of_game(route: Route) -> None:
        frame = "<iframe src='play/index.html#agon' style='width: 100%; height: 34rem'></iframe>"
        icon = "<link rel='icon' href='data:,'>"
        await route.fulfill(body=f"<!doctype html>{icon}{frame}", content_type="text/html")

    await page.route("**/agon.html", page_of_game)
    await page.goto(files.address.replace("play/", "agon.html"))
    board = page.frame_locator("iframe")
    await expect(board.locator("#told")).to_contain_text("Your move")
    assert await page.evaluate("localStorage.getItem('parlour')") is None
    await board.locator(".hit.piece").first.press("Enter")
    await expect(board.locator(".lifted")).not_to_have_count(0)
    assert [each for each in asked if "pyodide" in each] == []
    await board.locator(".hit.target").first.press("Enter")
    await board.get_by_role("button", name=re.compile("^Play ")).click()
    await expect(board.locator("#told")).to_contain_text("Your move")
    assert len((await kept_on(page))[1]) == 2
    assert told == []


@pytest.mark.parametrize("key", ["agon", "bivouac"])
async def test_first_touch_of_a_picture_lifts_the_piece_there(
    site: Path, files: Files, channel: Channel, key: str
) -> None:
    page, start = channel.page, GAMES[key].start({})
    (cell, *_) = next(iter(start.moves().values())).path
    x, y = rendering.scene_of(start).board.cells[cell].centre
    (folder := site / "game").mkdir(exist_ok=True)
    (folder / "start.png").write_bytes(rendering.picture(start))
    for name in (STYLE, SCRIPT):
        shutil.copy(TEMPLATES / name, folder)
    link = f"<a class='try' href='../play/index.html#{key}'><img src='start.png' width='100%'></a>"
    around = (
        f"<!doctype html><link rel='stylesheet' href='{STYLE}'><script src='{SCRIPT}'></script>"
    )
    (folder / "index.html").write_text(f"{around}{link}", "utf-8")
    await page.goto(files.address.replace("play/", "game/index.html"))
    box = await page.locator("img").bounding_box()
    assert box is not None
    across = box["x"] + box["width"] / 2
    scale = min(box["width"] / 1000, box["height"] / rendering.scene_of(start).board.height)
    touched = {"x": across + (x - 500) * scale, "y": box["y"] + y * scale}
    devices = await page.context.new_cdp_session(page)
    await devices.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for kind, points in (("touchStart", [touched]), ("touchEnd", [])):
        await devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    board = page.frame_locator("iframe.try")
    await expect(board.locator(".hit.chosen")).to_have_attribute("data-cell", cell)
    await expect(board.locator(".lifted")).not_to_have_count(0)


async def test_computer_is_interrupted_and_hints_and_a_link_lead_on(
    files: Files, channel: Channel
) -> None:
    page = channel.page
    position = await begun(page, files.address, "bizingo", str(levels("bizingo")[-1]))
    await page.get_by_role("button", name="Hint").click()
    await expect(page.locator("#told")).to_contain_text("Look at")
    await page.get_by_role("button", name="Which move?").click()
    await expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_visible()
    await page.get_by_role("button", name="Why?").click()
    await page.evaluate(INTERRUPT)
    await page.get_by_role("button", name=re.compile("^Play ")).click()
    await page.evaluate("interrupted")
    await expect(page.locator("#told")).to_contain_text("Your move")
    assert (await kept_on(page))[1] == []
    await tap_move(page, position, first_move_of(position))
    await expect(page.locator("#told")).to_contain_text("Your move")
    after = await position_on(page)
    await page.get_by_role("button", name="Record").click()
    await expect(page.locator("#written")).to_have_value(re.compile(r"1\. "))
    record = await page.locator("#written").input_value()
    [link] = re.findall(r"http\S+", await page.locator("#told").inner_text())
    stranger = await channel.page.context.new_page()
    await stranger.goto(link)
    await expect(stranger.locator("#told")).to_contain_text("Your move")
    assert (await position_on(stranger)).encode() == after.encode()
    await page.locator("#written").fill(record)
    await page.get_by_role("button", name="Open").click()
    await expect(page.locator("#told")).to_contain_text("Light is to move")
    assert (await position_on(page)).encode() == after.encode()


INTERRUPT = """() => {
  const told = document.querySelector("#told");
  const buttons = document.getElementsByTagName("button");
  const find = (label) => [...buttons].find((button) => button.textContent === label);
  globalThis.interrupted = new Promise((tell) => new MutationObserver((_, thought) => {
    if (!told.textContent.includes("is thinking")) return;
    thought.disconnect();
    setTimeout(() => tell(find("Take back").click())); // until then the page is busy
  }).observe(told, { childList: true }));
}"""
"""Takes a move back as soon as the computer thinks, which does not take it long."""


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is missing: make .venv/tools/axe.min.js")
async def test_axe_finds_nothing_on_the_page(files: Files, channel: Channel) -> None:
    page = channel.page
    await page.goto(files.address)
    await page.get_by_role("button", name="Bizingo").click()
    await page.evaluate(AXE.read_text(encoding="utf-8"))
    assert await page.evaluate(RUN) == []
    await page.get_by_role("button", name="1", exact=True).click()
    await expect(page.locator("#told")).to_contain_text("Your move")
    assert await page.evaluate(RUN) == []
    await page.get_by_role("button", name="Rules").click()
    await expect(page.get_by_role("button", name="Next page")).to_be_visible()
    assert await page.evaluate(RUN) == []
