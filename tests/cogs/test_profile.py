"""`/profile`: ratings, results and last matches of a person, as far as the asker may see them."""

import pytest

from match import verbs
from match.match import LEAST_RATED
from tests.simulated_discord.computer import begin, itself
from tests.simulated_discord.finished_match import GIVE_OR_TAKE, SHORT, WON, finish
from tests.simulated_discord.private_answers import (
    alt_text,
    choose,
    press,
    press_forged,
    private,
    type_in,
)
from tests.simulated_discord.table import Table, words
from tests.thorough import THOROUGH
from views.choose_puzzle import find_puzzle
from views.rush_page import AnswerRush

pytestmark = pytest.mark.usefixtures("all_experienced")


@THOROUGH
async def test_profile_shows_ratings_and_results_of_two_people(table: Table) -> None:
    result = await table.ada.slash(table.channel, "profile")
    assert "You have no rated matches yet." in words(result.response)
    opened = private(await table.ada.click(private(result), label="Play"))
    assert "What would you like to play?" in words(opened)
    result = await table.ada.slash(table.channel, "profile", player=table.ben)
    assert "Ben has no rated matches yet." in words(result.response)
    await table.begin("hoyito")
    await finish(table)
    result = await table.ada.slash(table.channel, "profile", player=table.ben)
    said = words(result.response)
    assert f"**Hoyito** {WON}? ± {GIVE_OR_TAKE} · 1–0–0" in said
    assert "You against Ben: 0 won, 0 drawn, 1 lost." in said
    assert "Hoyito #1 against Ada: won" in said
    assert result.response is not None
    told = alt_text(result.response)
    assert f"Hoyito {WON}?" in told
    assert "south 0–0–0, north 1–0–0." in told
    assert "Against Ada 1–0–0." in told
    assert told.endswith("Against Ada 1–0–0.")  # one win is no streak, and neither short nor long


@THOROUGH
async def test_profile_of_one_game_is_chosen_after_a_restart(table: Table) -> None:
    for number, game in enumerate(("hoyito", "bizingo"), start=1):
        await table.begin(game)
        for _ in range(LEAST_RATED):
            match = await table.match(number)
            await table.play_in(number, next(iter(match.position.moves())))
        await table.resign(table.ada, number)
    message = await type_in(table, "profile", player=table.ben)
    assert f"Hoyito {WON}?" in alt_text(message)
    assert "Bizingo 1" in alt_text(message)
    await table.restart()
    message = await choose(table, message, "bizingo")
    assert "Bizingo 1" in alt_text(message)
    assert "Hoyito" not in alt_text(message)
    assert "Against Ada 1–0–0." in alt_text(message)
    message = await choose(table, message, "all")
    assert "Against Ada 2–0–0." in alt_text(message)


async def test_profile_counts_only_what_the_asker_may_see(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    elsewhere = table.guild.create_text_channel("elsewhere")
    seen = private(await table.cleo.slash(elsewhere, "profile", player=table.ben))
    assert "Against Ada 1–0–0." in alt_text(seen)
    other = table.env.create_guild()
    stranger = other.add_member(table.env.create_user("Sol"))
    hidden = private(
        await stranger.slash(
            other.create_text_channel("far"), "profile", player=other.add_member(table.ben.user)
        )
    )
    assert "Ada" not in alt_text(hidden) + words(hidden)
    assert f"**Hoyito** {WON}?" in words(hidden)


@THOROUGH
async def test_profile_tells_draws_and_what_ended_without_a_result(table: Table) -> None:
    for number in (1, 2):
        await table.begin("hoyito")
        await table.play_in(number, *SHORT)
    await table.ada.slash(table.channel, "match draw", match=1)
    await table.ben.slash(table.channel, "match draw", match=1)
    await table.dora.slash(table.channel, "match moderate end", match=2, reason="A mistake")
    said = words(await type_in(table, "profile"))
    assert "Hoyito #1 against Ben: drawn, <t:" in said
    assert "Hoyito #2 against Ben: ended without a result, <t:" in said


@THOROUGH
@pytest.mark.usefixtures("thinks_quickly")
async def test_profile_tells_levels_beaten_and_the_best_rush_also_in_private(table: Table) -> None:
    refused = await table.ada.slash(table.channel, "profile", player=itself(table))
    assert "`/profile` shows which of my levels someone has beaten." in words(private(refused))
    match = await begin(table, "hoyito", level=3)
    while match.count < len(SHORT):
        match = await table.play_in(1, next(iter(match.position.moves())))
    await table.bot.store.matches.apply(
        1, lambda match: verbs.resign(match, itself(table).id, table.env.now())
    )
    rush = await type_in(table, "puzzle rush")
    present = await table.bot.store.rushes.find(table.ada.id)
    assert present is not None
    best = find_puzzle(*present.puzzles[-1]).solution[0]
    await press_forged(table, table.ada, AnswerRush(present.run, present.step, best).encoded)
    await press(table, rush, "End the rush")
    for shown in (
        await table.ada.slash(table.channel, "profile"),
        await table.ada.user.slash("profile"),
    ):
        said = words(private(shown))
        assert "Best wins against me: level 3 at Hoyito" in said
        assert "Best puzzle rush: 1" in said
        assert "Champion" not in said
