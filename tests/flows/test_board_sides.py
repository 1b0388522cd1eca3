"""From whose side boards are shown: a card's is one for the whole match, private ones one's own."""

from typing import Any

import pytest

import rendering
from data import DisplayMode, ServerSettings
from data.server_settings import CardSide
from rules import Position
from tests.simulated_discord.computer import begin as begin_against_computer
from tests.simulated_discord.display_modes import choose
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH

FIRST, SECOND = 0, 1


@pytest.fixture
def sides(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sides that boards are drawn from, in their order."""
    found: list[int] = []
    draw = rendering.picture

    def drawn(position: Position, *, seen_from: int, **named: Any) -> bytes:
        if "names" in named:  # none are painted in advance
            found.append(seen_from)
        return draw(position, seen_from=seen_from, **named)

    monkeypatch.setattr(rendering, "picture", drawn)
    return found


async def turn(table: Table) -> None:
    """Let the server's cards turn to the player to move."""
    chosen = ServerSettings(card_side=CardSide.MOVER)
    await table.bot.store.server_settings.change(table.guild.id, lambda _: chosen)


async def played(table: Table, sides: list[int]) -> list[int]:
    """Play four moves and resign; return from where the cards were seen."""
    await table.begin("bizingo")
    sides.clear()
    for _ in range(4):
        await table.play(next(iter((await table.match()).position.moves())))
    await table.resign(table.ada)
    return [*sides]


@THOROUGH
@pytest.mark.parametrize("way", DisplayMode)
async def test_card_keeps_its_side_to_the_end_in_every_display_mode(
    table: Table, sides: list[int], way: DisplayMode
) -> None:
    await choose(table, way)
    assert {*await played(table, sides)} == {FIRST}
    assert len(sides) >= 5


@THOROUGH
async def test_card_turns_to_the_player_to_move_where_a_server_chose_so(
    table: Table, sides: list[int]
) -> None:
    await turn(table)
    seen = await played(table, sides)
    assert seen == [SECOND, FIRST, SECOND, FIRST, SECOND], "the last one is the winner's"


@THOROUGH
@pytest.mark.parametrize("turns", [False, True])
async def test_picker_shows_ones_own_side(table: Table, sides: list[int], *, turns: bool) -> None:
    if turns:
        await turn(table)
    await table.begin("bizingo")
    for who, own in ((table.ada, FIRST), (table.ben, SECOND)):
        sides.clear()
        position = (await table.match()).position
        text, move = next((text, move) for text, move in position.moves().items())
        shown = private(await who.click(table.last, label="Move"))
        if move.path[0] in labels(shown):
            shown = private(await who.click(shown, label=move.path[0]))
        else:
            shown = private(await who.select(shown, [f"piece {move.path[0]}"]))
        if move.path[-1] in labels(shown):
            shown = private(await who.click(shown, label=move.path[-1]))
        elif f"Play {text}" not in labels(shown):
            shown = private(await who.select(shown, [f"play {text}"]))
        assert {*sides} == {own}
        assert len(sides) >= 2
        await table.play(text)


async def test_board_that_a_player_asks_for_is_posted_and_not_shown_privately_too(
    table: Table, sides: list[int]
) -> None:
    await table.begin("bizingo")
    sides.clear()
    result = await table.ben.slash(table.channel, "board")
    assert (result.ephemeral, result.followups) == (False, [])
    assert "Bizingo #1" in words(table.last)
    elsewhere = await table.ben.user.slash("board", match=1)
    assert "Done; here is the board." in words(elsewhere.response)
    assert elsewhere.followups == []
    assert {*sides} == {FIRST}


@THOROUGH
async def test_match_opened_from_a_list_shows_ones_side(table: Table, sides: list[int]) -> None:
    await table.begin("hoyito", "a", "a")
    sides.clear()
    page = private(await table.ben.slash(table.channel, "matches"))
    await table.ben.click(page, label="Open #1")
    assert sides == [SECOND]


@THOROUGH
async def test_spectator_sees_the_side_of_the_card(table: Table, sides: list[int]) -> None:
    await table.begin("hoyito", "a")
    sides.clear()
    await table.cleo.slash(table.channel, "board", match=1)
    assert sides == [FIRST]


@THOROUGH
@pytest.mark.parametrize("seat", ["first", "second"])
async def test_card_against_the_computer_shows_the_side_of_the_person(
    table: Table, sides: list[int], seat: str
) -> None:
    await begin_against_computer(table, "hoyito", side=seat)
    for _ in range(2):
        move = next(iter((await table.match()).position.moves()))
        await table.ada.slash(table.channel, "move", move=move, match=1)
    assert {*sides} == {FIRST if seat == "first" else SECOND}
    assert len(sides) >= 4


@THOROUGH
async def test_match_in_direct_messages_shows_ones_own_side(table: Table, sides: list[int]) -> None:
    await table.ada.user.slash("hoyito", side="second", level=1)
    assert sides
    assert {*sides} == {SECOND}


@THOROUGH
async def test_an_animation_keeps_one_side(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await turn(table)
    await table.begin("hoyito", "a", "a", "b", "b")
    seen: list[int] = []
    animate = rendering.animation

    def animated(*told: Any, seen_from: int, **named: Any) -> bytes:
        seen.append(seen_from)
        return animate(*told, seen_from=seen_from, **named)

    monkeypatch.setattr(rendering, "animation", animated)
    for who in (table.ada, table.ben, table.cleo):
        shown = private(await who.slash(table.channel, "match replay", match=1))
        await who.click(shown, label="GIF")
    assert seen == [FIRST, SECOND, FIRST], "one side each, for all moves"
