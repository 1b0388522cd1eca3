"""Whoever may not do something on a page: nothing happens, and they get a sentence."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from data import Place
from data.web_links import VALID
from tests.simulated_discord.table import Table
from tests.web.pages import Page, Site
from tests.web.test_doors import UNSEEN
from views.match_verbs import VERBS
from web.doors import CLOSED

QUESTIONS = [verb.question.key for verb in VERBS if verb.question]
ASKS = (
    ("state", {}),
    ("board", {"at": "web|1"}),
    ("look", {"move": "MOVE"}),
    ("turn", {}),
    ("hint", {"stage": "piece"}),
    ("note", {"note": "mine"}),
    ("play", {"move": "MOVE"}),
    ("play", {"move": "MOVE", "remark": "hello"}),
    *(("verb", {"verb": key}) for key in [verb.key for verb in VERBS] + QUESTIONS),
    ("guess", {"move": "MOVE"}),
    ("board", {"at": "explore|1"}),
    ("board", {"at": "follow|1|end"}),
    ("listen", {}),
)
"""Every address of a page that is open, and every verb, in a rated match that has begun."""


async def _same(key: str) -> str:
    return key


async def _expired(site: Site) -> str:
    page = await site.page(site.table.ada)
    site.table.env.backend.advance_clock((VALID + timedelta(seconds=1)).total_seconds())
    return page.key


async def _revoked(site: Site) -> str:
    page = await site.page(site.table.ada)
    await site.table.bot.store.web_links.revoke(site.table.ada.id)
    return page.key


KEYS: dict[str, Callable[[Site], Awaitable[str]]] = {
    "none": lambda _site: _same(""),
    "forged": lambda _site: _same("x" * 43),
    "no text": lambda _site: _same("\u00e9"),
    "token instead": lambda site: site.token(site.table.ada),
    "expired": _expired,
    "revoked": _revoked,
}
"""Keys that open nothing."""


@pytest.fixture(autouse=True)
def _asks_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.doors.A_SECOND", 1_000)


@pytest.mark.parametrize("kind", KEYS)
async def test_without_an_open_page_there_is_nothing_but_a_sentence(site: Site, kind: str) -> None:
    move = await _begun(site.table)
    page, before = Page(site, await KEYS[kind](site), 1), await site.table.match()
    for ask, fields in _asks(move):
        status, told = await page.asks(ask, **fields, count=before.count)
        assert (status, [*told], told["words"]) == (401, ["words"], str(CLOSED).replace("*", ""))
    assert await site.table.match() == before


@pytest.mark.parametrize("who", ["stranger", "onlooker", "opponent", "blocked"])
async def test_others_can_do_nothing_that_is_not_theirs(site: Site, who: str) -> None:
    table = site.table
    move = await _begun(table)
    token = await site.token(table.cleo if who == "onlooker" else table.ben)
    if who == "stranger":
        hidden = table.guild.create_text_channel("hidden", overwrites={table.cleo: UNSEEN})
        await table.bot.store.matches.move(1, Place(hidden.id, table.guild.id))
        token = await site.token(table.cleo)
    elif who == "blocked":
        await table.bot.store.people.block(table.ada.id, table.ben.id, table.env.now())
    _, entered = await site.enter(token)
    page, before = Page(site, entered["key"], 1), await table.match()
    allowed = set()
    for ask, fields in _asks(move):
        if ask == "listen" and who != "stranger":
            continue
        status, told = await page.asks(ask, **fields, count=(await table.match()).count)
        assert status in (200, 404, 422), told
        if status == 200:
            allowed.add(fields.get("verb", ask))
        else:
            assert [*told] == ["words"]
    if who in ("opponent", "blocked"):
        # What is theirs as well: their last move, a draw offer, to resign.
        assert allowed == {"state", "turn", "note", "board", "draw", "takeback", "resigned"}
        return
    watches = {"state", "turn", "look", "guess", "board"}
    assert allowed == (set() if who == "stranger" else watches)
    assert await table.match() == replace(before, watched=who == "onlooker")


async def test_blocked_player_says_nothing_and_gets_no_rematch(site: Site) -> None:
    table = site.table
    move = await _begun(table)
    await table.bot.store.people.block(table.ben.id, table.ada.id, table.env.now())
    page = await site.page(table.ada)
    state = await page.state()
    assert state["remark"] == 0
    status, told = await page.asks("play", count=state["count"], move=move, remark="hello")
    assert (status, told["words"].partition(";")[0]) == (
        422,
        "You two can't send each other messages here",
    )
    await table.resign(table.ada)
    status, told = await page.asks("verb", count=(await page.state())["count"], verb="rematch")
    assert (status, [*told]) == (422, ["words"])


def _asks(move: str) -> list[tuple[str, dict[str, str]]]:
    return [
        (ask, {name: move if value == "MOVE" else value for name, value in fields.items()})
        for ask, fields in ASKS
    ]


async def _begun(table: Table) -> str:
    """Let both have moved twice, Ada being to move; return a legal move of hers."""
    match = await table.begin("bizingo")
    for _ in range(4):
        match = await table.play(next(iter(match.position.moves())))
    return next(iter(match.position.moves()))
