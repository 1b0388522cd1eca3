"""The doors of the board: links, sessions, and whatever else comes over HTTP."""

import asyncio
import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from unittest.mock import AsyncMock

import discord
import pytest

from data import Place
from data.web_links import VALID
from interactions.rate_limits import BOARDS
from rules import GAMES
from tests.cogs.test_matches import show
from tests.simulated_discord.private_answers import press, private, send_forged, type_in
from tests.simulated_discord.table import Table, labels, later, words
from tests.web.pages import Page, Site, read
from web.doors import A_SECOND, MOST_OPEN
from web.files import PAGES, file_of_page
from web.requests import MOST_BYTES
from web.server import serving_boards

UNSEEN = discord.PermissionOverwrite(view_channel=False)
ASKS = ("enter", "state", "board", "guess", "look", "hint", "play", "vote", "verb", "listen")


@pytest.fixture(autouse=True)
def no_error(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Let nothing be logged as an error: whatever comes is answered with a sentence."""
    yield
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]


async def test_link_is_for_whoever_pressed_and_is_told_to_nobody_else(site: Site) -> None:
    await site.table.begin("ringo")
    status, entered = await site.enter(await site.link(site.table.ben))
    assert (status, entered["whose"]) == (200, "This is \u2068Ben\u2069's board.")
    assert (await Page(site, entered["key"], 1).state())["own"] == 1


async def test_forwarded_link_says_whose_it_is_and_asks(site: Site) -> None:
    await site.table.begin("ringo")
    token = await site.link(site.table.ada)
    _, first = await site.enter(token)
    status, second = await site.enter(token)
    assert (status, second["key"]) == (200, "")
    assert second["whose"] == (
        "This link is \u2068Ada\u2069's, and it was used before. Is that you?"
    )
    _, agreed = await site.enter(token, agreed=True)
    assert agreed["key"]
    await Page(site, first["key"], 1).state()
    await Page(site, agreed["key"], 1).state()


async def test_link_and_page_end_after_a_day(site: Site) -> None:
    await site.table.begin("ringo")
    token = await site.link(site.table.ada)
    page = await site.page(site.table.ben)
    site.table.env.backend.advance_clock((VALID + timedelta(seconds=1)).total_seconds())
    assert (await site.enter(token))[0] == 401
    assert (await page.asks("state"))[0] == 401


async def test_new_link_replaces_the_one_before_but_open_pages_stay(site: Site) -> None:
    await site.table.begin("ringo")
    token = await site.link(site.table.ada)
    page = await site.page(site.table.ada)
    assert (await site.enter(token))[0] == 401
    await page.state()


async def test_whoever_deletes_their_data_has_no_page_any_more(site: Site) -> None:
    await site.table.begin("ringo")
    page, link = await site.page(site.table.ada), await site.token(site.table.ada)
    await site.table.bot.store.web_links.revoke(site.table.ada.id)
    assert (await page.asks("state"))[0] == 401
    assert (await site.enter(link))[0] == 401


async def test_sixth_page_closes_the_first(site: Site) -> None:
    await site.table.begin("ringo")
    pages = [await site.page(site.table.ada) for _ in range(MOST_OPEN + 1)]
    assert [(await page.asks("state"))[0] for page in pages] == [401] + [200] * MOST_OPEN


async def test_page_asks_twenty_times_a_second_at_most(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.doors.monotonic", lambda: 7.5)
    await site.table.begin("ringo")
    page = await site.page(site.table.ada)
    asked = [(await page.asks("state"))[0] for _ in range(A_SECOND + 2)]
    assert asked == [200] * A_SECOND + [429, 429]
    monkeypatch.setattr("web.doors.monotonic", lambda: 8.5)
    await page.state()


@pytest.mark.parametrize("ask", ASKS)
async def test_whatever_is_sent_gets_a_sentence(
    site: Site, ask: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await site.table.begin("ringo")
    page = await site.page(site.table.ada)
    bodies: list[bytes] = [b"", b"x", b"[]", b"null", b"\xff", b"[" * 9_000, b'{"match": NaN}']
    wrong: tuple[object, ...] = (None, -1, 2**64, 1.5, "1", [], {}, True, "x" * 3_000)
    names = ("match", "count", "move", "verb", "stage", "have", "token")
    good = {"match": 1, "count": 0, "move": "z9-z9", "verb": "none", "stage": "x", "have": []}
    bodies += [json.dumps({**good, name: value}).encode() for name in names for value in wrong]
    for number, body in enumerate(bodies):
        monkeypatch.setattr("web.doors.monotonic", partial(float, number))
        if ask == "listen" and body.startswith(b'{"match": 1, "count": 0'):
            continue
        headers = {"Authorization": f"Bearer {page.key}"}
        async with site.client.post(f"/api/{ask}", data=body, headers=headers) as response:
            status, told = await read(response)
        assert status in (200, 401, 404, 409, 422), body
        assert told.get("words") or told.get("state") or status == 200
    assert (await site.table.match()).count == 0


async def test_large_body_and_unknown_address_and_way_of_asking(site: Site) -> None:
    for method, path, body, wanted in (
        ("POST", "/api/enter", b"x" * (MOST_BYTES + 1), 413),
        ("GET", "/api/enter", b"", 405),
        ("GET", "/../bot.py", b"", 404),
        ("GET", "/.env", b"", 404),
        ("GET", "/nothing.js", b"", 404),
        ("GET", "/%2e%2e/x.js", b"", 404),
        ("PUT", "/", b"", 405),
    ):
        async with site.client.request(method, path, data=body) as response:
            status, told = await read(response)
        assert (status, bool(told["words"])) == (wanted, True), path


async def test_tokens_that_are_guessed_find_nothing(site: Site) -> None:
    await site.table.begin("ringo")
    await site.link(site.table.ada)
    guesses = [f"{number:043}" for number in range(200)]
    answers = await asyncio.gather(*(site.enter(guess) for guess in guesses))
    assert {status for status, _ in answers} == {401}


async def test_log_has_no_token(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await site.table.begin("ringo")
    page, token = await site.page(site.table.ada), await site.link(site.table.ada)
    await site.enter(token)
    await page.state()
    server = [
        each for each in caplog.records if each.name.startswith(("aiohttp", "parlour", "web"))
    ]
    told = "\n".join(each.getMessage() for each in server)
    assert token not in told
    assert page.key not in told


async def test_server_that_does_not_set_it_up_sees_nothing_of_it(table: Table) -> None:
    table.bot.settings = table.settings.model_copy(update={"web": None})
    await table.begin("ringo")
    assert "Board" not in labels(table.last)
    async with serving_boards(table.bot):
        pass
    forged = await send_forged(table.bot.get_partial_messageable(table.channel.id), "web|1")
    answered = private(await table.ada.click(await table.channel_message(forged.id), label="x"))
    assert "out of date" in words(answered)


@pytest.mark.parametrize("key", GAMES)
async def test_state_shows_every_legal_move_and_parts_are_sent_once(site: Site, key: str) -> None:
    table = site.table
    match = await table.begin(key)
    page = await site.page(table.ada)
    first = await page.state()
    assert [move["text"] for move in first["moves"]] == [*match.position.moves()]
    assert first["parts"]
    assert first["board"]["svg"]
    assert len({tuple(move["path"]) for move in first["moves"]}) == len(first["moves"])
    second = await page.state()
    assert (second["parts"], "svg" in second["board"]) == ({}, False)
    assert second["tokens"] == first["tokens"]
    status, look = await page.asks("look", count=0, move=first["moves"][0]["text"])
    assert (status, bool(look["tokens"]), bool(look["words"])) == (200, True, True)


def test_page_is_small() -> None:
    files = [file.name for file in PAGES.iterdir() if file.suffix != ".html"]
    assert sum(len(file_of_page(name)) for name in files) <= 45_000


async def test_board_is_one_press_from_wherever_a_match_is_shown(site: Site) -> None:
    table = site.table
    match = await table.begin("bizingo", pace=1)
    assert "Board" in labels(table.last)
    picker = await press(table, table.last, "Move")
    assert "Board" in labels(picker)
    listed = await type_in(table, "matches")
    await show(table.ada, listed, "1")
    assert "Board" in labels(listed)
    watched = private(await table.cleo.slash(table.channel, "board", match=1))
    assert "Board" in labels(watched)
    await later(table, hours=20)
    [reminder] = [each for each in table.channel.history() if "I'm away" in labels(each)]
    assert labels(reminder) == ["I'm away", "Board"]
    assert match.number == 1


async def test_boards_are_closed_from_the_settings(site: Site) -> None:
    table = site.table
    await table.begin("bizingo")
    assert "Close boards" not in labels(await type_in(table, "settings"))
    page = await site.page(table.ada)
    settings = await type_in(table, "settings")
    closed = await press(table, settings, "Close boards")
    assert words(closed) == "Your boards in the browser are closed."
    assert (await page.asks("state"))[0] == 401


async def test_whoever_no_longer_sees_the_channel_sees_no_match(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = site.table
    hidden = table.guild.create_text_channel("hidden", overwrites={table.cleo: UNSEEN})
    await table.ada.slash(hidden, "bizingo", opponent=table.ben)
    assert hidden.last_message is not None
    await table.ben.click(hidden.last_message, label="Accept")
    await table.begin("ringo")
    page = await site.page(table.cleo)
    status, told = await page.asks("state")
    assert (status, "#1" in told["words"]) == (404, True), "as if there was none"
    page.match = 2
    assert (await page.state())["own"] is None
    expelled = AsyncMock(return_value=False)
    monkeypatch.setattr("web.server.may_watch", expelled)
    await page.state()  # Discord was asked a moment ago
    table.env.backend.advance_clock(61)
    assert (await page.asks("state"))[0] == 404


async def test_match_outside_of_servers_is_seen_by_its_players_only(site: Site) -> None:
    table = site.table
    await table.begin("bizingo")
    await table.bot.store.matches.move(1, Place(channel=table.channel.id, server=None))
    await (await site.page(table.ben)).state()
    assert (await (await site.page(table.cleo)).asks("state"))[0] == 404


async def test_discord_is_not_asked_for_every_number_that_somebody_tries(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, asked = site.table, AsyncMock(return_value=False)
    monkeypatch.setattr("web.server.may_watch", asked)
    await table.begin("bizingo")
    page = await site.page(table.cleo)
    answers = [(await page.asks("state"))[0] for _ in range(10)]
    assert answers == [404] * BOARDS.most + [422] * (10 - BOARDS.most)
    assert asked.await_count == BOARDS.most
