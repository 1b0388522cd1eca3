"""`/leaderboard`: its table, filters and pages."""

import pytest

from match.match import LEAST_RATED
from rules import GAMES
from tests.simulated_discord.finished_match import GAIN, LOST, WON, finish
from tests.simulated_discord.private_answers import alt_text, custom_ids, press_forged
from tests.simulated_discord.table import Table, labels, pictures, words
from tests.thorough import THOROUGH

pytestmark = pytest.mark.usefixtures("all_experienced")


@THOROUGH
async def test_leaderboard_shows_everybody_with_a_rated_match(table: Table) -> None:
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    assert "Nobody has played a rated match yet" in words(table.last)
    assert not pictures(table.last)
    await table.begin("hoyito")
    await finish(table)
    await table.cleo.slash(table.channel, "leaderboard", game="hoyito", scope="everywhere")
    assert "Hoyito: everywhere · all time" in words(table.last)
    assert "You're not on this leaderboard; `/hoyito` starts a match." in words(table.last)
    told = alt_text(table.last)
    assert f" Ben {WON}?, +{GAIN}, 1–0–0." in told
    assert f" Ada {LOST}?, \N{MINUS SIGN}{GAIN}, 0–0–1." in told
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    assert "Hoyito: this server · all time" in words(table.last)
    assert "You're not on it" not in words(table.last)
    assert f" Ben {WON}?" in alt_text(table.last)
    assert "1. Ben" not in alt_text(table.last), "a provisional rating leads nothing"


@THOROUGH
async def test_leaderboard_without_words_is_that_of_the_game_played_most_here(table: Table) -> None:
    await table.ada.slash(table.channel, "leaderboard")
    assert f"{next(iter(GAMES.values())).name}: this server" in words(table.last)
    await table.begin("hoyito")
    await finish(table)
    await table.ada.slash(table.channel, "leaderboard")
    assert "Hoyito: this server · all time" in words(table.last)


async def test_leaderboard_changes_game_place_and_time_after_a_restart(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    await table.ada.slash(table.channel, "leaderboard")
    await table.restart()
    await table.ada.select(table.last, ["everywhere 30"], custom_id=select_of(table, "where"))
    assert "Hoyito: everywhere · past 30 days" in words(table.last)
    assert " Ben " in alt_text(table.last)
    await table.ada.select(table.last, ["ringo"], custom_id=select_of(table, "game"))
    assert "Ringo: everywhere · past 30 days" in words(table.last)
    assert "Nobody has played a rated match yet" in words(table.last)
    await table.ada.select(table.last, ["server 0"], custom_id=select_of(table, "where"))
    assert "Ringo: this server · all time" in words(table.last)
    await table.ada.click(table.last, label="Live matches")
    told = words(table.last)
    assert "Nobody has played a rated live match yet. Be the first: `/ringo` with a live" in told
    assert "Live matches (minutes, not days) are rated separately." in told


def select_of(table: Table, control: str) -> str:
    """Return the custom id of a select of the newest leaderboard."""
    return next(one for one in custom_ids(table.last) if one.endswith(control))


@THOROUGH
async def test_leaderboard_turns_pages_after_a_restart_with_my_line_on_each(table: Table) -> None:
    people = [table.guild.add_member(table.env.create_user(f"P{n:02}")) for n in range(12)]
    for number, (one, two) in enumerate(zip(people[::2], people[1::2], strict=True), start=1):
        await one.slash(table.channel, "hoyito", opponent=two, side="first")
        await two.click(table.last, label="Accept")
        for _ in range(LEAST_RATED // 2):
            for who in (one, two):
                match = await table.match(number)
                text = next(iter(match.position.moves()))
                await who.slash(table.channel, "move", move=text, match=number)
        await table.resign(one, number)
    loser, winner = people[-2:]  # 12th and 6th
    await loser.slash(table.channel, "leaderboard", game="hoyito")
    board = table.last
    assert labels(board) == ["Further down", "Live matches"]
    told = alt_text(board)
    assert "P06" in told
    assert "P08" not in told
    assert "P10" in told
    await table.restart()
    await winner.click(board, label="Further down")
    assert labels(table.last) == ["Higher up", "Live matches"]
    assert "P11" in alt_text(table.last)
    assert "P08" in alt_text(table.last)
    assert "P06" not in alt_text(table.last)
    assert len(table.last.attachments) == 1


async def test_buttons_of_leaderboards_from_before_they_were_drawn_still_turn(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    for page in (0, 3):  # a page beyond the end leads back to the first
        await press_forged(table, table.ada, f"leaderboard|hoyito|{table.guild.id}|{page}")
        assert f" Ben {WON}?" in alt_text(table.last)


@THOROUGH
async def test_names_that_no_picture_can_write_stand_below_it(table: Table) -> None:
    taro = table.guild.add_member(table.env.create_user("山田太郎"))
    await table.ada.slash(table.channel, "hoyito", opponent=taro, side="first")
    await taro.click(table.last, label="Accept")
    for _ in range(LEAST_RATED // 2):
        for who in (table.ada, taro):
            text = next(iter((await table.match()).position.moves()))
            await who.slash(table.channel, "move", move=text, match=1)
    await table.resign(table.ada)
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    assert "-# 1 in the picture: **山田太郎**" in words(table.last)
    result = await table.ada.slash(table.channel, "profile")
    assert "-# 1 in the picture: **山田太郎**" in words(result.response)
