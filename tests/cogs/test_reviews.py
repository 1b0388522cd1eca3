"""Reviews: computed once, stored, and shown to those who may see the match."""

import pytest

from cogs import reviews
from computer import Departure, Review, TurningPoint
from data import StoredMatch
from tests.simulated_discord.computer import quick
from tests.simulated_discord.private_answers import press, private
from tests.simulated_discord.table import Table, labels, pictures, words
from tests.thorough import THOROUGH

pytestmark = pytest.mark.usefixtures("thinks_quickly")


async def finish(table: Table) -> None:
    """Let Ada and Ben play a few moves, and Ada resign."""
    await table.begin("hoyito", "a", "a", "b", "b")
    await table.resign(table.ada)


async def keep(table: Table, *turns: TurningPoint) -> None:
    """Store a review of the match with these turning points."""
    review = Review((0.0, 0.1, -0.9, -0.9, -1.0), turns)
    await table.bot.store.reviews.keep(1, review.encode(), table.env.now())


@THOROUGH
async def test_review_is_worked_out_once_and_kept_over_a_restart(table: Table) -> None:
    await finish(table)
    card = table.last
    message = await press(table, card, "Review")
    assert "### Review: Hoyito #1" in words(message)
    assert "Neither side gave much away." in words(message)
    assert "after each of 4 moves" in pictures(message)[0]["description"]
    assert quick(table).reviewed == 1
    await table.restart()
    await table.cleo.click(card, label="Review")
    await table.ada.slash(table.channel, "match review", match=1)
    assert quick(table).reviewed == 0


@THOROUGH
async def test_turning_points_lead_to_the_replay_and_to_a_board_to_try(table: Table) -> None:
    await finish(table)
    position = (await table.bot.store.matches.as_of(1, 1)).position
    better = [*position.moves()][-1]
    turn = TurningPoint(1, "a", better, (better, "c"), before=-0.5, after=0.9)
    await keep(table, turn)
    message = await press(table, table.last, "Review")
    said = words(message)
    assert "Move 2: Ben played `A`.\n" in said
    assert f"\nBetter: Sows `{better.upper()}`" in said
    assert "was ahead before this move, and was losing after it" in said
    assert "Then perhaps `c`" in said
    curve, board = pictures(message)
    assert curve["description"].startswith("A curve of who was ahead")
    assert board["description"].startswith("Not played yet. North sows “F”")
    shown = await press(table, message, "Show move 2")
    assert "Move 2 of 4" in words(shown)
    tried = await press(table, message, "Try from here")
    assert "Hoyito #1" in words(tried)


async def test_who_left_the_proved_path_reads_where(table: Table) -> None:
    await finish(table)
    review = Review((0.0, 0.1, -0.9, -0.9, -1.0), (), (Departure(1, "a", "b", 28),))
    await table.bot.store.reviews.keep(1, review.encode(), table.env.now())
    said = words(await press(table, table.last, "Review"))
    assert "Move 2: Ben could still force 28 stones with `B`." in said
    assert "Neither side gave much away" not in said


async def test_running_or_empty_matches_are_not_reviewed(table: Table) -> None:
    await table.begin("hoyito")
    assert "Review" not in labels(table.last)
    refused = private(await table.ada.slash(table.channel, "match review", match=1))
    assert "You can review a match when it's over" in words(refused)
    await table.abort(table.ada)
    assert "Review" not in labels(table.last)
    refused = private(await table.ada.slash(table.channel, "match review", match=1))
    assert "No moves were played in this match" in words(refused)
    refused = private(await table.ada.slash(table.channel, "match review", match=9))
    assert "There is no match #9 that you can see" in words(refused)


async def test_two_who_ask_wait_for_the_same_and_see_how_far_it_is(table: Table) -> None:
    await finish(table)
    quick(table).hold(table.env)
    waiting = [await who.click(table.last, label="Review") for who in (table.ada, table.ben)]
    await table.env.advance_time(reviews.UPDATE_INTERVAL + 0.1)
    for result in waiting:
        assert "position 0 of 1" in words(private(result))
    quick(table).go.set()
    await table.env.settle()
    assert quick(table).reviewed == 1
    for result in waiting:
        assert "### Review: Hoyito #1" in words(private(result))


async def test_review_that_was_kept_just_now_is_not_worked_out_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(table)
    card, asked = table.last, table.bot.review_jobs
    kept, looked = asked.kept, 0

    async def late(match: StoredMatch) -> Review | None:
        """Find nothing at the first two looks, as just before the review is stored."""
        nonlocal looked
        looked += 1
        return await kept(match) if looked > 2 else None

    monkeypatch.setattr(asked, "kept", late)
    await table.ada.click(card, label="Review")
    looked = 1
    await table.ben.click(card, label="Review")
    assert quick(table).reviewed == 1


@THOROUGH
async def test_words_under_the_curve_count_its_moves_and_turning_points(table: Table) -> None:
    await finish(table)
    await keep(table, TurningPoint(1, "a", "b", ("b",), before=-0.5, after=0.9))
    message = await press(table, table.last, "Review")
    one = "after each of 4 moves. The biggest swing came after move 2."
    assert pictures(message)[0]["description"].endswith(one)


@THOROUGH
async def test_review_that_a_stop_interrupts_begins_again(table: Table) -> None:
    await finish(table)
    card = table.last
    quick(table).hold(table.env)
    await table.ada.click(card, label="Review")
    await table.restart()
    assert await table.bot.store.reviews.find(1) is None
    message = await press(table, card, "Review")
    assert "### Review: Hoyito #1" in words(message)
    assert await table.bot.store.reviews.find(1) is not None


@THOROUGH
async def test_record_leads_to_the_review(table: Table) -> None:
    await finish(table)
    record = private(await table.ada.slash(table.channel, "match record", match=1))
    assert "Review" in labels(record)


async def test_export_tells_of_the_review(table: Table) -> None:
    await finish(table)
    await keep(table)
    told = [told async for told in table.bot.store.people.export(table.ada.id)]
    assert any(one.get("review_of_match") == 1 for one in told)


@THOROUGH
@pytest.mark.parametrize(
    ("updates", "told"),
    [
        (1, "I'm busy with other reviews, so yours is taking a while. Press **Review** again"),
        (9, "The review is still running; press **Review** again to see it when it's done."),
    ],
)
async def test_review_that_takes_long_or_cannot_say_how_far_it_is_is_shown_by_another_press(
    table: Table, monkeypatch: pytest.MonkeyPatch, updates: int, told: str
) -> None:
    await finish(table)
    card = table.last
    monkeypatch.setattr(reviews, "MOST_UPDATES", updates)
    quick(table).hold(table.env)
    waiting = await table.ada.click(card, label="Review")
    if updates > 1:
        table.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015)
    await table.env.advance_time(reviews.UPDATE_INTERVAL + 0.1)
    assert told in words((*waiting.followups, waiting.response)[0])
    quick(table).go.set()
    await table.env.settle()
    assert quick(table).reviewed == 1
    assert "### Review: Hoyito #1" in words(await press(table, card, "Review"))
