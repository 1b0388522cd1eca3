"""The practice page, as a person sees and uses it in a browser."""

import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.channel import Channel
from tests.programs import running

STARTER = """\
from practice.__main__ import main
from tests.programs import wait_long
wait_long()
main()
"""
"""The program `python -m practice` on a machine that may be slow."""


@asynccontextmanager
async def practice(folder: Path, channel: Channel) -> AsyncIterator[None]:
    """Start the practice channel as `make run` does and open it; stop it as Ctrl-C does."""
    async with running(folder, "-c", STARTER, PARLOUR_PRACTICE_PORT="0") as program:
        await channel.opens(await program.says("http://", in_log=False))
        try:
            yield
        except BaseException:
            program.process.kill()
            await program.ends()
            print("what the program logged:", program.log, sep="\n")
            raise
        if sys.platform == "win32":  # which ends a process without a signal that it can handle
            program.process.terminate()
        else:
            program.process.send_signal(signal.SIGINT)
            assert await program.ends() == 0
        assert "Traceback" not in program.log


@pytest.mark.parametrize("width", [400])
async def test_a_whole_game_by_presses_on_a_phone_with_a_restart_in_the_middle(
    tmp_path: Path, channel: Channel
) -> None:
    async with practice(tmp_path, channel):
        await expect(channel.newest).to_contain_text("Welcome to the parlour")
        await channel.types("hoyito", opponent="Ben", side="South")
        await expect(channel.newest).to_contain_text("Ada challenges @Ben.")
        await expect(channel.newest).to_contain_text(
            "Ada plays south · Unrated, hints allowed · 3 days a move"
        )
        await channel.look_as("Ben")
        await channel.presses("Accept")
        await expect(channel.newest).to_contain_text("@Ada, your move")
        await expect(channel.picture).to_have_accessible_name(
            re.compile("South's holes a to f, from South's left: 4, 4, 4, 4, 4, 4; store: 0")
        )
        await sow(channel, "Ada", "b", "Sows b in 5 laps, ending in d, and takes nothing.")
        await expect(channel.newest).to_contain_text("Ada sows b")
        await sow(channel, "Ben", "A")
        await expect(channel.newest).to_contain_text("Ben sows A")
    async with practice(tmp_path, channel):
        await expect(channel.newest).to_contain_text("Hoyito #1")
        await expect(channel.newest).to_contain_text("Ben sows A")
        await sow(channel, "Ada", "d")
        await sow(channel, "Ben", "A")
        await sow(channel, "Ada", "a", "This ends the match. Stones: South 32, North 16.")
        await expect(channel.newest).to_contain_text("Ada wins")
        assert "Rematch" in await channel.buttons()


async def sow(channel: Channel, who: str, hole: str, foretold: str = "") -> None:
    """Press a hole on the card as a person, read the preview, and press Play."""
    await channel.look_as(who)
    await expect(channel.newest).to_contain_text(f"@{who}")
    await channel.presses(hole)
    await expect(channel.newest).to_contain_text("Only you can see this")
    await expect(channel.newest).to_contain_text(foretold)
    await channel.settled()
    await channel.presses(f"Play {hole}")
    await expect(channel.newest).not_to_contain_text("Only you can see this")


@pytest.mark.parametrize("width", [400])
async def test_a_piece_is_moved_by_the_picker_on_a_phone(tmp_path: Path, channel: Channel) -> None:
    async with practice(tmp_path, channel):
        await channel.types("bizingo", opponent="Ben", side="Light")
        await channel.look_as("Ben")
        await channel.presses("Accept")
        await channel.look_as("Ben")
        await channel.presses("Move")
        await expect(channel.newest).to_contain_text("It isn't your turn; you're waiting for Ada")
        await channel.look_as("Ada")
        await expect(channel.newest).to_contain_text("Bizingo #1")
        await channel.presses("Move")
        await expect(channel.newest).to_contain_text("Only you can see this")
        await channel.presses("h6")
        await expect(channel.newest).to_contain_text("Where to from h6?")
        await channel.presses("g6")
        await expect(channel.newest).to_contain_text("Not played yet. h6 → g6.")
        await channel.presses("Play h6-g6")
        await expect(channel.newest).to_contain_text("@Ben, your move")
        await channel.look_as("Ben")
        await expect(channel.messages.filter(has_text="You played")).to_have_count(0)


async def test_rules_are_read_and_tried_unseen_by_others(tmp_path: Path, channel: Channel) -> None:
    async with practice(tmp_path, channel):
        await channel.types("rules", game="Ringo")
        await expect(channel.newest).to_contain_text("A siege: attackers storm a fortress")
        await channel.presses("Next")
        await expect(channel.newest).to_contain_text("Ringo · 2 of")
        await expect(channel.newest.get_by_role("combobox")).to_have_text("2. How to win")
        await channel.presses("Back")
        await channel.presses("Try it")
        await expect(channel.newest).to_contain_text("Attacker to move.")
        await channel.presses("a1")
        await channel.presses("a2")
        await expect(channel.newest).to_contain_text("Moves: a1-a2")
        await channel.presses("Step back")
        await expect(channel.newest).to_contain_text("No moves yet.")
        await channel.look_as("Ben")
        await expect(channel.newest).to_contain_text("Welcome to the parlour")


@pytest.mark.parametrize("width", [400])
async def test_a_move_is_made_with_words_and_a_line_is_kept_on_the_private_board_on_a_phone(
    tmp_path: Path, channel: Channel
) -> None:
    async with practice(tmp_path, channel):
        await channel.types("bizingo", opponent="Ben", side="Light")
        await channel.look_as("Ben")
        await channel.presses("Accept")
        await channel.look_as("Ada")
        await channel.presses("Move")
        await channel.presses("h6")
        await channel.presses("g6")
        await channel.presses("Say something")
        await channel.form.get_by_role("textbox").fill("Good *luck*")
        await channel.submits()
        await channel.look_as("Ada")
        await expect(channel.newest).to_contain_text("Ada: “Good *luck*”")
        await channel.presses("Explore")
        await expect(channel.newest).to_contain_text("Only you can see this")
        for piece, end in (("f9", "g9"), ("h8", "g8")):
            await channel.presses(piece)
            await channel.presses(end)
        await channel.presses("Save this plan")
        await expect(channel.newest).to_contain_text("if f9-g9, then h8-g8")
        await channel.look_as("Ben")
        await channel.presses("Move")
        await channel.presses("f9")
        await channel.presses("g9")
        await channel.presses("Play f9-g9")
        await expect(channel.newest).to_contain_text("Ada had planned an answer to f9-g9.")
        await expect(channel.newest).to_contain_text("@Ben, your move")


async def test_help_by_topics_and_the_buttons_of_settings(tmp_path: Path, channel: Channel) -> None:
    async with practice(tmp_path, channel):
        await channel.types("help")
        await channel.presses("Players")
        await expect(channel.newest).to_contain_text("/leaderboard")
        await channel.presses("Back")
        await expect(channel.newest).to_contain_text("How to start")
        await channel.types("settings")
        await channel.presses("Blocked players")
        await expect(channel.newest).to_contain_text("You haven't blocked anyone.")


@pytest.mark.parametrize("width", [400])
async def test_what_answers_a_person_comes_into_view_on_a_phone_and_nothing_else_does(
    tmp_path: Path, channel: Channel
) -> None:
    async with practice(tmp_path, channel):
        await channel.types("rules", game="Ringo")  # more than the window shows at once
        await channel.types("hoyito", opponent="Ben", side="South")
        await expect(channel.newest).to_be_in_viewport()
        other = Channel(await channel.page.context.new_page())
        await other.opens(channel.page.url)
        await other.look_as("Ben")
        await other.presses("Accept")
        await channel.look_as("Ada")
        await expect(channel.newest).to_contain_text("@Ada, your move")
        await channel.scrolls_up()
        await channel.presses("a")
        await expect(channel.newest).to_contain_text("Only you can see this")
        await expect(channel.newest).to_be_in_viewport(ratio=0.3)
        await channel.presses("Play a")
        await expect(channel.newest).to_contain_text("Ada sows a")
        await expect(channel.newest).to_be_in_viewport(ratio=0.3)
        await channel.scrolls_up()
        await other.presses("A")
        await other.presses("Play A")
        await expect(channel.newest).to_contain_text("Ben sows A")
        await channel.settled()
        await expect(channel.newest).not_to_be_in_viewport()
        assert await channel.timeline.evaluate("timeline => timeline.scrollTop") == 0
        await channel.page.bring_to_front()
        await channel.types("move", move="b")
        await expect(channel.newest).to_contain_text("Ada sows b")
        await expect(channel.newest).to_be_in_viewport(ratio=0.3)
