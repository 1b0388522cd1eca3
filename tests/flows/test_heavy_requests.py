"""The heaviest that one person can ask for runs beside the cards of all others."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import simcord

import rendering
from interactions import tasks
from match.read_record import read
from match.record import write
from rules import GAMES
from rules.move_line import Line
from tests.cogs.test_records import RECORD
from tests.programs import PATIENCE
from tests.simulated_discord.finished_match import finish
from tests.simulated_discord.private_answers import private, send_forged
from tests.simulated_discord.table import Table, pictures, words
from tests.thorough import THOROUGH

LONG_NAME = "w" * 60_000
HEAVY = write(RECORD).replace("Zerlina", LONG_NAME)
"""A record with a player's name that fills the file."""


async def press(table: Table, custom_id: str) -> simcord.InteractionResult:
    """Let Ada press a button with this custom id."""
    channel = table.bot.get_partial_messageable(table.channel.id)
    return await table.ada.click(await send_forged(channel, custom_id), label="x")


Asks = Callable[[Table, Any], Any]
"""Lets Ada ask for something, given the card of the finished match."""
REQUESTS: dict[str, Asks] = {
    "import": lambda table, _card: table.ada.slash(
        table.channel, "match import", record=("match.txt", HEAVY.encode())
    ),
    "record": lambda table, _card: table.ada.slash(table.channel, "match record", match=1),
    "replay": lambda table, _card: table.ada.slash(table.channel, "match replay", match=1),
    "GIF": lambda table, card: table.ada.click(card, label="GIF"),
    "turn of an old card": lambda table, _card: press(table, "turn|1|2"),
    "board to try": lambda table, _card: press(table, "explore|1"),
    "export": lambda table, _card: press(table, "privacy|export"),
    "review": lambda table, _card: table.ada.slash(table.channel, "match review", match=1),
}
"""What plays, draws or writes whole matches."""


pytestmark = pytest.mark.usefixtures("thinks_quickly")


@pytest.fixture
def busy() -> Iterator[threading.Event]:
    """Keep the thread for long work busy until the event is set."""
    end = threading.Event()
    tasks._LONG_WORK.submit(end.wait, PATIENCE)
    yield end
    end.set()


def answered(result: simcord.InteractionResult) -> bool:
    """Tell whether somebody was given more than “thinking …”."""
    messages = [*([result.response] if result.response else []), *result.followups]
    return any(message.content or message.components for message in messages)


async def a_board(table: Table) -> simcord.InteractionResult:
    """Let Ben ask for a board, and wait for it."""
    asked = await table.ben.slash(table.channel, "board", match=2)
    async with asyncio.timeout(PATIENCE):
        while not answered(asked):  # noqa: ASYNC110 (it is not told when)
            await asyncio.sleep(0.001)
    return asked


@THOROUGH
async def test_board_is_drawn_while_long_work_waits(table: Table, busy: threading.Event) -> None:
    await table.begin("hoyito")
    await finish(table)
    card = table.last
    await table.ben.slash(table.channel, "ringo", opponent=table.cleo, side="first")
    await table.cleo.click(table.last, label="Accept")
    async with table.at_once():
        asked = {name: await ask(table, card) for name, ask in REQUESTS.items()}
        board = await a_board(table)
        assert board.response is not None
        assert pictures(board.response)
        assert {name for name, result in asked.items() if answered(result)} == set()
        busy.set()
    assert {name for name, result in asked.items() if not answered(result)} == set()


async def test_long_work_has_its_own_thread(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[str]] = {}

    def watched(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            threads.setdefault(name, set()).add(threading.current_thread().name)
            return work(*given, **named)

        return run

    monkeypatch.setattr("cogs.import_record.read", watched("read", read))
    monkeypatch.setattr("cogs.record.page", watched("page", rendering.page))
    monkeypatch.setattr("data.imported_records.read", watched("read again", read))
    monkeypatch.setattr("data.imported_records.write", watched("write", write))
    monkeypatch.setattr("data.matches.write", watched("record", write))
    monkeypatch.setattr(Line, "of", watched("line", Line.of))
    monkeypatch.setattr(Line, "played", watched("played", partial(Line.played)))
    monkeypatch.setattr(rendering, "animation", watched("animation", rendering.animation))
    await table.begin("hoyito")
    await finish(table)
    card = table.last
    for ask in REQUESTS.values():
        await ask(table, card)
    assert threads == {name: {"long work_0"} for name in threads}
    assert {"read", "read again", "write", "record", "page", "line", "animation"} <= set(threads)


async def test_a_name_from_outside_is_shown_cut(table: Table) -> None:
    message = private(await REQUESTS["import"](table, None))
    assert f"**{'w' * 99}…** (attacker) against" in words(message)
    assert read(HEAVY, GAMES).names[0] == "w" * 99 + "…"
