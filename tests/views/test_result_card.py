"""The card of a finished match: the winner, the reason, and what to do next."""

from dataclasses import replace

import pytest

from data import StoredMatch
from data.player_rating import Change
from interactions.people import Appearance
from match import verbs
from match.fold import fold_event
from match.rating import Rating
from rules import GAMES
from rules.hoyito import Hoyito
from tests.simulated_discord.finished_match import LOST, SHORT, WON
from tests.simulated_discord.limits import matches
from tests.simulated_discord.private_answers import alt_text
from tests.simulated_discord.table import Message, Table, labels, words
from tests.thorough import THOROUGH
from views import match_card
from views.result_card import ending_lines

pytestmark = pytest.mark.usefixtures("all_experienced")

WHOLE_GAME = ("b", "b", "c", "e", "e", "a", "f", "c", "b")
"""A short game of Hoyito that north wins."""


async def resigned(table: Table, *, settled: bool = True) -> Message:
    """Let Ada resign a match, and return the card."""
    await table.begin("hoyito", *(SHORT if settled else ("a",)))
    if not settled:
        await table.abort(table.ada)
    else:
        asked = await table.ada.slash(table.channel, "match resign")
        assert asked.response is not None
        await table.env.advance_time(2 * 86_400)
        await table.ada.click(asked.response, label="Yes, resign")
    return table.last


@THOROUGH
async def test_winner_stands_in_large_and_then_what_decided_it(table: Table) -> None:
    said = words(await resigned(table))
    heading, sides = "**Hoyito #1**", "**Ada** (south) against **Ben** (north)"
    called = f"<@{table.ben.id}>"
    assert said.startswith(f"# Ben wins\n{called} Ada resigned.\n{heading}\n{sides}")
    assert "\n-# 6 moves in 2 days" in said
    assert "South" not in said


async def test_a_match_without_a_move_has_no_length_and_no_next_step(table: Table) -> None:
    await table.begin("hoyito")
    await table.env.advance_time(3_600)
    await table.play("b")
    await table.ada.slash(table.channel, "match takeback")
    going = "\n".join(map(words, table.channel.history()))
    assert "The clock continues" in going
    assert "Solved" not in going, "a challenge and the rules say it"
    await table.resign(table.ada)
    said = words(table.last)
    assert "**Ada** took `b` back.\n-# Not rated" in said
    assert not [each for each in ("0 moves", "clock", "Solved") if each in said]


@THOROUGH
async def test_nobody_is_to_move_in_the_words_of_a_resigned_board(table: Table) -> None:
    card = await resigned(table)
    assert "to move" not in alt_text(card)
    assert "South's holes a to f" in alt_text(card)


@THOROUGH
async def test_stones_at_the_end_are_counted_by_name(table: Table) -> None:
    await table.begin("hoyito", *WHOLE_GAME)
    card, board = words(table.last), alt_text(table.last)
    south, north = table_stores(await table.match())
    assert f"Stones: Ben {north}, Ada {south}." in card
    assert "South has" not in card + board
    assert "North" not in card


@pytest.mark.parametrize(
    ("loser", "made"),
    [
        (0, "so this loss counts more."),
        (1, "so this win counts less."),
        (None, "so this draw counts more for **Ben**."),
    ],
)
@pytest.mark.parametrize("advantage", [120, -120])
def test_who_had_the_easier_side_is_named_with_what_it_made_of_the_result(
    loser: int | None, made: str, advantage: int
) -> None:
    names = ("Ada", "Ben") if advantage > 0 else ("Ben", "Ada")
    match = replace(next(matches(GAMES["hoyito"], 1)), names=names, advantage=advantage)
    ada, ben = (names.index(name) for name in ("Ada", "Ben"))
    if loser is None:
        offered = fold_event(match, verbs.offer_draw(match, match.seats[ada], match.since))
        ended = fold_event(offered, verbs.accept_draw(offered, match.seats[ben], match.since))
    else:
        ended = fold_event(match, verbs.resign(match, match.seats[(ada, ben)[loser]], match.since))
    change = Change(match.number, "hoyito", 0, 1, match.since, Rating(), Rating())
    line = f"-# **Ada** had the easier side (120 rating points), {made}"
    assert line in ending_lines(ended, (change,))
    assert "easier side" not in str(ending_lines(replace(ended, advantage=0), (change,)))


def table_stores(match: StoredMatch) -> tuple[int, int]:
    """Return the stones of each side of a match of Hoyito."""
    assert isinstance(match.position, Hoyito)
    return match.position.stores


@THOROUGH
async def test_question_mark_after_a_rating_is_explained_once(table: Table) -> None:
    said = words(await resigned(table))
    assert f"Ratings: **Ada** new → {LOST}? · **Ben** new → {WON}?" in said
    assert said.count("means provisional") == 1


async def test_a_match_given_up_too_soon_says_that_it_is_not_rated(table: Table) -> None:
    await table.begin("hoyito", *SHORT[:-1])
    await table.resign(table.ada)
    said = words(table.last)
    assert "Not rated: it was over after fewer than 6 moves." in said
    assert "Ratings:" not in said


async def test_aborted_match_has_no_length_and_says_why_it_is_not_rated(table: Table) -> None:
    said = words(await resigned(table, settled=False))
    assert said.startswith("# Aborted")
    assert "1 move in" not in said
    assert "Not rated: each side has to make at least 2 moves." in said


@THOROUGH
async def test_buttons_of_a_result_lead_on_and_back(table: Table) -> None:
    result = labels(await resigned(table))
    assert result == [
        "Rematch",
        "Another game",
        "Replay the move",
        "Replay",
        "GIF",
        "Review",
        "Rules",
    ]


async def test_picture_of_the_end_says_who_won_and_what_was_taken(table: Table) -> None:
    assert alt_text(await resigned(table)).startswith("Ben wins. Hoyito.")
    match = next(match for match in matches(GAMES["bizingo"], seed=3) if taken(match))
    ended = fold_event(match, verbs.resign(match, match.seats[0], match.since))
    (picture,) = match_card.match_card(ended, Appearance("walnut")).files
    assert picture.description is not None
    assert " has taken 1 piece. Bizingo." in picture.description


def taken(match: StoredMatch) -> bool:
    """Check whether a piece was captured in this match."""
    return sum(count != "." for count in match.position.board().values()) < 36
