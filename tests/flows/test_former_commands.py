"""Commands that moved are understood in the practice channel, where they arrive as text."""

from typing import Any

import discord
import pytest
import simcord

from former_commands import FORMER, Moved, Typist, read_former
from tests.simulated_discord.table import Table, words
from tests.thorough import THOROUGH

MOVED = {
    *("abort", "about", "ahead", "block", "challenge again", "claim", "import", "moretime"),
    *("mute", "note", "parlour match decide", "parlour match end", "parlour match lock"),
    *("parlour match move", "parlour match unlock", "parlour settings", "puzzle"),
    *("puzzle_daily", "unblock", "unmute", "vacation"),
}
"""What could be typed before, and cannot now."""


class Watched(Typist):
    """Somebody whose answers are kept."""

    answers: list[simcord.InteractionResult]

    async def slash(self, *given: Any, **options: Any) -> simcord.InteractionResult:
        self.answers = [await super().slash(*given, **options)]
        return self.answers[-1]

    async def click(self, *given: Any, **options: Any) -> simcord.InteractionResult:
        self.answers.append(await super().click(*given, **options))
        return self.answers[-1]


@pytest.fixture
def ada(table: Table) -> Watched:
    return Watched(table.env, table.guild, table.ada.user)


def test_every_command_that_moved_leads_to_one_that_is_there(table: Table) -> None:
    assert set(FORMER) == MOVED
    there = set(table.ada.available_commands(table.channel))
    assert {moved.command for moved in FORMER.values()} <= there
    assert not set(FORMER) & there


@pytest.mark.parametrize(
    ("typed", "moved", "options"),
    [
        ("/abort", "match abort", {}),
        ("/ahead moves: b c  match: 2", "match ahead", {"moves": "b c", "match": "2"}),
        ("/puzzle_daily on:False", "puzzle daily", {"on": "False"}),
        ("/parlour match  end match:1 reason:Too loud", "match moderate end", None),
    ],
)
def test_text_is_read_as_a_former_command(
    typed: str, moved: str, options: dict[str, str] | None
) -> None:
    read = read_former(typed)
    assert read is not None
    assert read[0] == Moved(moved)
    assert options is None or read[1] == options


@pytest.mark.parametrize("typed", ["abort", "/aborted", "Hello /abort", "/match abort", "/", ""])
def test_other_text_is_only_text(typed: str) -> None:
    assert read_former(typed) is None


async def test_former_command_does_its_work(table: Table, ada: Watched) -> None:
    await table.begin("hoyito")
    await ada.send(table.channel, "/mute match: 1")
    assert "is muted" in words(ada.answers[-1].response)
    await ada.send(table.channel, "/abort")
    assert (await table.match()).over


@THOROUGH
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("/vacation", "### Your vacation"),
        ("/block player: Ben", "### Blocked players"),
        ("/unblock", "### Blocked players"),
        ("/about", "## Parlour 0."),
        ("/puzzle game: ringo", "Ringo"),
    ],
)
async def test_former_command_opens_the_page_that_has_its_work(
    table: Table, ada: Watched, typed: str, said: str
) -> None:
    await ada.send(table.channel, typed)
    assert ada.answers[-1].ephemeral
    assert said in words(ada.answers[-1].response)


async def test_settings_of_the_server_open_for_its_managers(
    table: Table, dora: simcord.MemberActor
) -> None:
    manager = Watched(table.env, table.guild, dora.user)
    await manager.send(table.channel, "/parlour settings")
    assert "### Server settings" in words(manager.answers[-1].response)


@pytest.mark.parametrize(
    ("typed", "now"),
    [
        ("/import", "match import"),  # it opens a form, which the page shows after a command only
        ("/unmute", "match unmute"),  # its option is missing
        ("/mute match: two", "match mute"),
        ("/mute noise: 2", "match mute"),
    ],
)
async def test_what_cannot_be_carried_out_is_told_where_it_is_now(
    table: Table, ada: Watched, typed: str, now: str
) -> None:
    await ada.send(table.channel, typed)
    assert table.last.content == f"That command is now `/{now}`."


async def test_other_messages_stay_unanswered(table: Table, ada: Watched) -> None:
    sent: discord.Message = await ada.send(table.channel, "Shall we play?")
    assert table.last.id == sent.id
