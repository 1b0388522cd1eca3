"""From whose side boards are shown: a card's is one for the whole match, private ones one's own."""

import logging
from typing import Any

import pytest

import rendering
from data import DisplayMode, PersonalSettings, ServerSettings
from data.settings import BoardSide
from data.values import CardSide
from rules import Position
from tests.simulated_discord.computer import begin as begin_against_computer
from tests.simulated_discord.display_modes import choose
from tests.simulated_discord.private_answers import alt_text, custom_ids, private
from tests.simulated_discord.table import Table, labels, pictures, words
from tests.thorough import THOROUGH

FIRST, SECOND = 0, 1
YOURS = "Bizingo #1, seen from your side:"


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


@THOROUGH
async def test_board_is_shown_from_a_players_own_side_too(table: Table, sides: list[int]) -> None:
    await table.begin("bizingo")
    sides.clear()
    result = await table.ben.slash(table.channel, "board")
    assert sides == [FIRST, SECOND]
    assert not result.ephemeral
    assert "Bizingo #1" in words(table.last)
    (own,) = result.followups
    assert own.ephemeral
    assert words(own) == YOURS
    assert len(pictures(own)) == 1
    assert alt_text(own).startswith("Bizingo.")


@THOROUGH
async def test_who_sees_their_side_on_the_card_sees_it_once(table: Table, sides: list[int]) -> None:
    await table.begin("bizingo")
    sides.clear()
    result = await table.ada.slash(table.channel, "board")
    assert result.followups == []
    now = table.env.now()
    first = PersonalSettings(seen=BoardSide.FIRST).write()
    await table.bot.store.personal_settings.change(
        table.ben.id, lambda own: own.changed(first), now
    )
    result = await table.ben.slash(table.channel, "board")
    assert result.followups == []
    assert {*sides} == {FIRST}


@THOROUGH
async def test_board_of_a_turning_card_is_shown_to_who_waits_from_their_side(
    table: Table, sides: list[int]
) -> None:
    await turn(table)
    match = await table.begin("bizingo")
    await table.play(next(iter(match.position.moves())))
    sides.clear()
    await table.ben.slash(table.channel, "board")
    assert sides == [SECOND], "the card is turned to him"
    sides.clear()
    (own,) = (await table.ada.slash(table.channel, "board")).followups
    assert sides == [SECOND, FIRST]
    assert words(own) == YOURS


@THOROUGH
async def test_private_board_shows_ones_own_side(table: Table, sides: list[int]) -> None:
    await table.begin("bizingo")
    sides.clear()
    result = await table.ben.user.slash("board", match=1)
    shown = [result.response, *result.followups]
    assert "Done; here is the board." in words(shown[0])
    assert words(shown[1]) == YOURS
    assert sides == [FIRST, SECOND]


@THOROUGH
async def test_match_opened_from_a_list_shows_ones_side(table: Table, sides: list[int]) -> None:
    await table.begin("hoyito", "a", "a")
    sides.clear()
    page = private(await table.ben.slash(table.channel, "matches"))
    opens = next(one for one in custom_ids(page) if one.startswith("open|"))
    await table.ben.select(page, ["1"], custom_id=opens)
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


@THOROUGH
async def test_board_stands_in_the_channel_where_ones_own_side_cannot_be_shown(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await table.begin("bizingo")
    table.env.inject_error("POST", "/webhooks/*", status=503, times=9)
    result = await table.ben.slash(table.channel, "board")
    assert "match 1: a player could not be shown their side: 503" in caplog.text
    assert "Bizingo #1" in words(table.last)
    assert not result.ephemeral
    assert result.followups == []
