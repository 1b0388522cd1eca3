"""Tips in the first moves of somebody's first match of a game."""

import pytest

from rules import GAMES, Effect
from tests.simulated_discord.private_answers import press, private
from tests.simulated_discord.table import Table, labels, words
from views.first_match import GUIDED_MOVES, first_match_words, how_to_win
from views.move_choices import pieces_to_choose

TIP = "**Your first Ringo match.**"


@pytest.fixture(autouse=True)
def _guided(table: object, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 (it comes first)
    """Give tips, as people get them."""
    monkeypatch.setattr("cogs.move_picker.GUIDED_MOVES", GUIDED_MOVES)


async def asked(table: Table) -> str:
    """Return what Ada reads when she is to choose a piece."""
    return words(private(await table.ada.click(table.last, label="Move")))


async def test_first_moves_of_the_first_match_alone_say_what_can_be_done(table: Table) -> None:
    await table.begin("ringo")
    for _ in range(GUIDED_MOVES):
        match = await table.match(1)
        assert TIP in await asked(table)
        await table.play_in(1, next(iter(match.position.moves())))
        match = await table.match(1)
        await table.play_in(1, next(iter(match.position.moves())))
    assert TIP not in await asked(table)
    await table.begin("ringo")
    assert TIP not in await asked(table)
    await table.begin("agon")
    assert "**Your first Agon match.**" in await asked(table)


async def test_the_first_move_of_all_says_how_the_game_is_won(table: Table) -> None:
    await table.begin("ringo")
    told = await asked(table)
    assert "win with **two pieces in the fortress**" in told
    assert "**Defenders** win when only **one attacker is left**" in told
    await table.play_in(1, *[*(await table.match(1)).position.moves()][:1])
    await table.play_in(1, *[*(await table.match(1)).position.moves()][:1])
    assert "two pieces in the fortress" not in await asked(table)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_how_it_is_won(key: str) -> None:
    assert 60 <= len(how_to_win(key)) <= 400


async def test_where_a_move_is_a_single_press_the_preview_gives_the_tips(table: Table) -> None:
    await table.begin("hoyito")
    seen = words(private(await table.ada.click(table.last, label="c")))
    assert "The game is over when" in seen
    assert "**Your first Hoyito match.** This is what `c` does" in seen
    assert "Not played yet." in seen


async def test_tips_end_for_ever_at_a_press(table: Table) -> None:
    await table.begin("ringo")
    await table.restart()
    opened = private(await table.ada.click(table.last, label="Move"))
    page = await press(table, opened, "No more tips")
    assert "Which piece?" in words(page)
    assert TIP not in words(page)
    assert "No more tips" not in labels(page)
    await table.begin("agon")
    assert "first Agon match" not in await asked(table)


async def test_where_a_press_on_the_card_shows_the_move_the_tip_stands_there(table: Table) -> None:
    await table.begin("hoyito")
    for hole in "cB":
        who = table.ada if hole.islower() else table.ben
        shown = private(await who.click(table.last, label=hole))
        assert "**Your first Hoyito match.** This is what `" in words(shown)
        assert {"Learn", "No more tips"} <= {*labels(shown)}
        await who.click(shown, label=f"Play {hole}")
    shown = private(await table.ada.click(table.last, label="a"))
    page = await press(table, shown, "No more tips")
    assert "What's your move?" in words(page)
    shown = await press(table, page, "b")
    assert "first Hoyito match" not in words(shown)


@pytest.mark.parametrize("key", GAMES)
def test_what_is_said_is_true_of_the_position(key: str) -> None:
    position = GAMES[key].start({})
    for _ in range(12):
        told = first_match_words(position, None, begins=False)
        assert "none" not in told
        if not position.single_choice:
            assert f"You can move {len(pieces_to_choose(position))} piece" in told
        effects = [position.effect((move,)) for move in position.moves().values()]
        for effect, word in ((Effect.TAKES, "gain"), (Effect.LOSES, "lose")):
            number = effects.count(effect)
            assert (word in told) == bool(number)
            if number:
                assert f"{number} move" in told
        position = position.after([*position.moves().values()][len(effects) // 2])
        if position.outcome():
            break
