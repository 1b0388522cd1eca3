"""Records are read back and replayed; a bad one is refused, and says by which line."""

from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import simcord
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cogs.import_record import MOST_BYTES
from interactions.rate_limits import IMPORTS, PAGES, RateLimiter
from match.event import Ending
from match.read_record import read
from match.record import Record, write
from rules import GAMES
from tests.cogs.test_analysis_from_rules import moves_of
from tests.cogs.test_replay import END, NEXT
from tests.simulated_discord.finished_match import SHORT
from tests.simulated_discord.forms import fields_of
from tests.simulated_discord.private_answers import (
    alt_text,
    custom_ids,
    press,
    press_forged,
    private,
)
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH

RECORD = Record(
    GAMES["ringo"],
    ("Zerlina", "*Yorick*"),
    ("a1-a2", "a6-a5", "a2-b2"),
    {"attackers": "6"},
    how=Ending.RESIGNATION,
    winner=1,
)
ILLEGAL = '[Game "ringo"]\n\n1. a1-a2 2. a6-a5\n3. a1-f6'


async def attach(
    table: Table, content: bytes | str, name: str = "match.txt"
) -> simcord.ResponseMessage:
    """Let Ada attach a file to `/import`."""
    content = content if isinstance(content, bytes) else content.encode()
    return private(await table.ada.slash(table.channel, "match import", record=(name, content)))


async def paste(table: Table, text: str) -> simcord.ResponseMessage:
    """Let Ada paste a text in the modal of `/import`."""
    form = await table.ada.slash(table.channel, "match import")
    return private(await table.ada.submit_modal(form, {"field": text}))


async def test_what_record_gives_import_takes(table: Table) -> None:
    match = await table.begin("hoyito", holes="8")
    for _ in range(4):
        match = await table.play(next(iter(match.position.moves())))
    await table.resign(table.ada)
    given = private(await table.ada.slash(table.channel, "match record", match=1))
    file, page = given.attachments
    assert page.filename == "match-1.html"
    shown = (await page.read()).decode()
    assert f"4. Ben sows “{match.last[0].upper()}”" in shown
    assert "Ben wins. Ada resigned." in shown
    assert "Hoyito #1 · Ada (south) against Ben (north)" in shown
    message = await attach(table, await file.read())
    said = words(message)
    assert "### Replay: Hoyito, imported" in said
    assert "**Ada** (south) against **Ben** (north) · " in said
    assert "8" in said.splitlines()[1], "the options are told"
    message = await press(table, message, END)
    assert f"**Move 4 of 4** · **Ben** sows `{match.last[0].upper()}`" in words(message)
    assert "**Ben wins.** Ada resigned." in words(message)
    assert alt_text(message).startswith(f"Move 4, Ben: “{match.last[0].upper()}”.")


async def test_who_asks_for_many_pages_still_gets_the_text(table: Table) -> None:
    await table.begin("hoyito")
    limiter, now = table.bot.rate_limiter, discord.utils.utcnow()
    for _ in range(PAGES.most):
        limiter.note(PAGES, table.ada.id, now)
    given = private(await table.ada.slash(table.channel, "match record", match=1))
    assert [file.filename for file in given.attachments] == ["match-1.txt"]
    assert "Next replay page <t:" in words(given)


async def test_a_page_too_large_is_left_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.begin("hoyito")
    monkeypatch.setattr("cogs.record.page", lambda *_, **__: "x" * 30_000_000)
    given = private(await table.ada.slash(table.channel, "match record", match=1))
    assert [file.filename for file in given.attachments] == ["match-1.txt"]
    assert "Match #1 as text:" in words(given)


@THOROUGH
async def test_a_pasted_record_is_read_by_presses_that_outlive_restarts(table: Table) -> None:
    form = await table.ada.slash(table.channel, "match import")
    await table.restart()
    message = private(await table.ada.submit_modal(form, {"field": write(RECORD)}))
    assert "**Zerlina** (attacker) against **\\*Yorick\\***" in words(message)
    assert "**Start** · 3 moves to come" in words(message)
    message = await press(table, message, NEXT)
    await table.restart()
    message = await press(table, message, NEXT)
    assert "**Move 2 of 3** · **\\*Yorick\\*** moves `a6` → `a5`" in words(message)
    drawn = await table.ada.click(message, label="GIF")
    assert labels(private(drawn)) == ["Post it here"]
    tried = await press(table, message, "Try from here")
    assert "### Try it: Ringo, imported, after move 2" in words(tried)


async def submitted(table: Table, **filled: object) -> simcord.ResponseMessage:
    """Let Ada fill in the form of `/import`."""
    form = await table.ada.slash(table.channel, "match import")
    return private(await table.ada.submit_modal(form, filled))


async def test_a_record_is_uploaded_in_the_form(table: Table) -> None:
    form = await table.ada.slash(table.channel, "match import")
    assert [kind for kind, _ in fields_of(form).values()] == ["upload", "text"]
    file = ("match-1.txt", write(RECORD).encode())
    message = await submitted(table, file=[file], field="what is pasted beside it")
    assert "### Replay: Ringo, imported" in words(message)


async def test_a_form_with_nothing_in_it_is_refused(table: Table) -> None:
    for nothing in ({}, {"field": "  "}):
        refused = words(await submitted(table, **nothing))
        assert refused == "Upload a text file from `/match record`, or paste its text."


async def test_a_bad_file_in_the_form_is_refused(table: Table) -> None:
    refused = await submitted(table, file=[("match.txt", b"\xff\xfe\x00")])
    assert "I can't read this file" in words(refused)
    refused = await submitted(table, file=[("match.txt", b"x" * (MOST_BYTES + 1))])
    assert "This file is too large" in words(refused)
    refused = await submitted(table, file=[("match.txt", b"nothing")])
    assert "imported" not in words(refused)


@THOROUGH
async def test_a_record_that_does_not_say_how_it_ended_ends_there(table: Table) -> None:
    message = await paste(table, '[Game "Bizingo"] 1. H6-G6')
    message = await press(table, message, END)
    assert "**?** `h6` → `g6`" in words(message)
    assert "The record ends here." in words(message)
    assert NEXT not in custom_ids(message)


@THOROUGH
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ILLEGAL, "Line 4: move 3, `a1-f6`, can't be played."),
        ('[Game "chess"]\n1. e4', "Line 1: there is no game `chess` here; choose `bizingo`"),
        ("1. a1-a2", 'name its game; start it with a line `[Game "…"]`'),
        ('[Game "ringo"]\n[Options "attackers=9"]', "Line 2: the options `attackers=9`"),
        ('[Game "ringo"]\n\n\n1-0', "Line 4: the board doesn't show why this game ended `1-0`"),
        ("`" * 300, "doesn't name its game"),
    ],
)
async def test_a_bad_record_is_told_with_its_line(table: Table, text: str, told: str) -> None:
    for message in (await paste(table, text), await attach(table, text)):
        assert told in words(message)
        assert "@" not in words(message)
    assert await kept(table) == 0


async def kept(table: Table) -> int:
    """Count the stored imports."""
    return await table.bot.store._database.reader.number("SELECT COUNT(*) FROM imports")


async def test_a_file_too_large_is_not_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(_file: discord.Attachment, **_options: object) -> bytes:
        raise AssertionError("it is not read")

    monkeypatch.setattr(discord.Attachment, "read", read)
    for size in (30_000_000, MOST_BYTES + 1):
        message = await attach(table, b"x" * size)
        assert words(message) == (
            "This file is too large for a record; attach one of at most 64 kB."
        )


@THOROUGH
@pytest.mark.parametrize(
    "content",
    [
        write(RECORD).encode("utf-16"),
        write(RECORD).replace("Zerlina", "Zoë").encode("latin-1"),
        b"\x89PNG\r\n\x1a\n",
        b"\xff" * MOST_BYTES,
    ],
)
async def test_a_file_that_is_no_text_is_told_so(table: Table, content: bytes) -> None:
    message = await attach(table, content)
    assert "I can't read this file; save what `/match record` gives you as plain text" in words(
        message
    )


async def test_an_empty_file_names_no_game(table: Table) -> None:
    assert "doesn't name its game" in words(await attach(table, b" "))


async def test_a_text_with_a_byte_order_mark_and_lines_of_windows_is_read(table: Table) -> None:
    message = await attach(table, write(RECORD).replace("\n", "\r\n").encode("utf-8-sig"))
    assert "### Replay: Ringo, imported" in words(message)


@THOROUGH
async def test_a_record_of_the_largest_size_is_told_of_in_time(table: Table) -> None:
    moves = " ".join(moves_of("bizingo", 1000))
    text = '[Game "bizingo"]\n' + "\n".join([moves] * (MOST_BYTES // len(moves) - 1))
    assert len(text) > MOST_BYTES / 2
    assert "Line 3: move " in words(await attach(table, text))


@THOROUGH
async def test_who_brings_many_records_waits(table: Table) -> None:
    for _ in range(IMPORTS.most):
        await paste(table, '[Game "ringo"]')
    said = words(await paste(table, '[Game "ringo"]'))
    assert "Next import" in said
    assert "Next import" in words(await attach(table, '[Game "ringo"]'))


async def test_nobody_else_sees_an_import_and_its_buttons_end_with_it(table: Table) -> None:
    message = await paste(table, write(RECORD))
    (first, *_) = [one for one in custom_ids(message) if one.endswith("|next")]
    seen = await press_forged(table, table.ben, first)
    assert seen.ephemeral
    assert words(seen) == "This record is no longer stored; open it again with `/match import`."
    later = discord.utils.utcnow() + timedelta(days=7, seconds=1)
    await table.bot.store.tidy(later)
    message = await press(table, message, NEXT)
    assert words(message) == "This record is no longer stored; open it again with `/match import`."


async def test_form_sent_twice_is_one_import(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may deliver the same interaction twice; its number is the same."""
    numbers: list[int] = []
    add = table.bot.store.imports.add

    async def twice(number: int, *told: object) -> None:
        numbers.append(number)
        for _ in range(2):
            await add(number, *told)  # type: ignore[arg-type]  # the original arguments

    monkeypatch.setattr(table.bot.store.imports, "add", twice)
    await paste(table, write(RECORD))
    assert len(numbers) == await kept(table) == 1


FRAGMENTS = ('[Game "hoyito"]', "[", '"', "\\", "1.", "a", "1-0", "\n", "*", "@everyone", "`")


@THOROUGH
@given(text=st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), min_size=1, max_size=60))
@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
async def test_whatever_is_pasted_is_answered(table: Table, text: list[str]) -> None:
    table.bot.rate_limiter = RateLimiter()
    said = words(await paste(table, " ".join(text)[:4000] or "x"))
    assert "Something went wrong" not in said
    assert said


async def test_match_decided_by_an_administrator_is_replayed_without_reason(table: Table) -> None:
    record = replace(RECORD, how=Ending.ADJUDICATED)
    message = await press(table, await paste(table, write(record)), END)
    told = r"**\*Yorick\* wins.** A moderator decided the match (unrated)."
    assert told in words(message)


async def test_record_is_a_file_that_can_be_read_back(table: Table) -> None:
    await table.begin("hoyito", *SHORT)
    result = await table.cleo.slash(table.channel, "match record", match=1)
    file, page = private(result).attachments
    assert [file.filename, page.filename] == ["match-1.txt", "match-1.html"]
    text = (await file.read()).decode()
    record = read(text, GAMES)
    assert record.moves == SHORT
