"""The card of a live match: which side is at the bottom, and whose its buttons are."""

from dataclasses import replace
from typing import Any

import discord
import pytest

from data import StoredMatch
from data.time_controls import PACES
from interactions.board_image import BoardView, draw_board
from interactions.people import Appearance
from match import verbs
from match.ballot import Count, Wish
from match.clock import Clock, Pace
from match.event import Kind
from match.fold import fold_event
from rules import GAMES, Effect, Name
from rules.lazy_position import LazyPosition
from tests.simulated_discord.limits import LONG_NAME, matches
from tests.simulated_discord.private_answers import parts
from tests.simulated_discord.table import Component
from tests.thorough import mostly_thorough
from views import match_card
from views.move_choices import pieces_to_choose
from views.vote_page import votes_words

STILL, TURNING = Appearance("walnut"), Appearance("walnut", turns=True)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[BoardView]:
    """Return how boards are looked at, as they are drawn."""
    found: list[BoardView] = []

    def look_at(position: Any, style: Appearance, look: BoardView, **named: Any) -> Any:
        found.append(look)
        return draw_board(position, style, look, **named)

    monkeypatch.setattr(match_card, "draw_board", look_at)
    return found


async def rows(match: StoredMatch) -> list[list[str]]:
    """List the labels of a card's buttons, row by row, with the text that stands between them."""
    card = match_card.match_card(match, STILL)
    tree: list[Component] = parts(card.view)[0]["components"]
    below = tree[next(at for at, one in enumerate(tree) if one["type"] == 12) + 1 :]
    if "content" in below[0]:
        below = below[1:]
    return [
        [one["label"] for one in row["components"]] if "components" in row else [row["content"]]
        for row in below
    ]


@pytest.mark.parametrize("game", mostly_thorough(GAMES, "hoyito"))
async def test_card_keeps_the_first_side_at_the_bottom(looks: list[BoardView], game: str) -> None:
    for match in matches(GAMES[game], seed=1):
        match_card.match_card(match, STILL)
        if len(looks) == 4:
            break
    for loser in (0, 1):
        ended = fold_event(match, verbs.resign(match, match.seats[loser], match.since))
        match_card.match_card(ended, STILL)
    assert {look.seen_from for look in looks} == {0}


@pytest.mark.parametrize("computer", [0, 1])
async def test_card_keeps_the_side_of_the_one_who_plays_the_computer(
    looks: list[BoardView], computer: int
) -> None:
    for match in matches(GAMES["bivouac"], seed=1):
        match_card.match_card(replace(match, computer=computer, level=1), STILL)
        if len(looks) == 3:
            break
    assert {look.seen_from for look in looks} == {1 - computer}


async def test_card_turns_to_who_moves_where_a_server_chose_so(looks: list[BoardView]) -> None:
    for match in matches(GAMES["bizingo"], seed=1):
        match_card.match_card(match, TURNING)
        assert looks[-1].seen_from == match.turn
        if len(looks) == 4:
            break
    for loser in (0, 1):
        ended = fold_event(match, verbs.resign(match, match.seats[loser], match.since))
        match_card.match_card(ended, TURNING)
        assert looks[-1].seen_from == 1 - loser


def begun(game: str, moves: int, **changes: Any) -> StoredMatch:
    """Return an unrated match, with a clock, after some moves."""
    match = next(match for match in matches(GAMES[game], seed=1) if sum(match.moves) == moves)
    clock = Clock(Pace.a_move(3), match.since)
    return replace(match, names=("Ada", "Ben"), rated=False, clock=clock, **changes)


def waits(match: StoredMatch) -> str:
    """Return the line above the buttons of the player who waits."""
    return f"-# **{match.names[1 - match.turn]}**, while you wait:"


async def test_buttons_of_the_player_to_move_come_first_and_the_other_ones_apart() -> None:
    match = begun("bizingo", 5)
    assert await rows(match) == [
        ["Move", "Hint", "Offer draw"],
        ["Resign", "Explore", "Rules"],
        [waits(match)],
        ["Take back", "More time"],
    ]


async def test_card_of_a_match_of_games_says_which_it_is_and_the_score(
    looks: list[BoardView],
) -> None:
    text = "0.0.0.0.0.1/3.0.0.0.0.0 36/8 south play=match,games=3 >> 1/south"
    before = GAMES["hoyito"].decode(text)
    match = replace(
        begun("hoyito", 1),
        position=before.after(before.moves()["f"]),
        before=LazyPosition(lambda: before),
        last=("f",),
    )
    told = str(parts((match_card.match_card(match, STILL)).view))
    assert "Game 2 of 3 · in store: Ada 16, Ben 0" in told
    assert "wins game 1, 40 to 8, and begins the next" in told
    assert "Stones: 40 to 8. Holes filled, four in each: 6 and 2." in told, "the alt text"
    assert looks[-1].before == before


async def test_holes_come_before_all_other_buttons_and_tell_nothing() -> None:
    match = begun("hoyito", 1)
    card = match_card.match_card(match, STILL)
    names = [hole.label for hole in pieces_to_choose(match.position)]
    buttons = [one for one in parts(card.view) if one["type"] == 2]
    assert [one["label"] for one in buttons[: len(names)]] == names
    styles = {one["style"] for one in buttons[: len(names)]}
    assert styles == {discord.ButtonStyle.secondary.value}
    assert (await rows(match))[-2:] == [[waits(match)], ["Take back", "More time"]]


async def test_nobody_who_waits_has_buttons_before_the_first_move_without_a_clock() -> None:
    match = begun("bizingo", 0)
    assert await rows(match) == [["Move", "Hint", "Abort", "Explore", "Rules"]]


async def test_until_both_have_moved_twice_a_match_can_be_aborted_and_no_draw_is_offered() -> None:
    assert (await rows(begun("bizingo", 3)))[0] == ["Move", "Hint", "Abort", "Explore", "Rules"]


async def test_what_is_asked_of_a_player_stands_among_their_own_buttons() -> None:
    match = begun("bizingo", 5)
    asked = fold_event(match, verbs.ask_take_back(match, match.seats[1 - match.turn], match.since))
    first, second, *_ = await rows(asked)
    assert [*first, *second][:3] == ["Move", "Allow takeback", "Decline takeback"]
    offered = fold_event(match, verbs.offer_draw(match, match.seats[match.turn], match.since))
    shown = await rows(offered)
    assert shown[-2] == [waits(match)]
    assert shown[-1] == ["Accept draw", "Decline draw", "Take back", "More time"]


async def test_whoever_plays_the_computer_has_no_buttons_apart() -> None:
    match = begun("bizingo", 5, computer=1, level=1)
    assert [waits(match)] not in await rows(match)
    assert any("Take back" in row for row in await rows(match))


@pytest.mark.parametrize("moves", [0, 1])
async def test_match_aborted_before_a_move_offers_only_the_rematch(moves: int) -> None:
    match = begun("bizingo", moves)
    ended = fold_event(match, verbs.abort(match, match.seats[0], match.since))
    labels = [label for row in await rows(ended) for label in row]
    assert labels == (
        ["Rematch", "Another game"]
        if not moves
        else ["Rematch", "Another game", "Replay", "GIF", "Review", "Rules"]
    )


@pytest.mark.parametrize("key", ["hoyito"])
async def test_public_hoyito_card_marks_no_taking_hole(looks: list[BoardView], key: str) -> None:
    takes = 0
    for match in matches(GAMES[key], seed=1):
        holes = pieces_to_choose(match.position)
        takes += any(hole.effect is Effect.TAKES for hole in holes)
        match_card.match_card(match, STILL)
        assert not looks[-1].choices
        assert looks[-1].planned is None
        if takes == 3:
            return
    raise AssertionError("no hole took")


async def test_rules_that_have_a_name_are_told_by_it_on_a_card() -> None:
    rules, match = GAMES["ringo"], next(matches(GAMES["ringo"], seed=1))
    fair = "Fair: five attackers, one at most in the neutral zone"
    for options, told in (
        (rules.presets["fair"], f"Rated · 3 days a move · {fair}"),
        ({"attackers": "5"}, "Rated · 3 days a move · Rules: Classic, but Attackers: 5"),
        ({}, "Rated · 3 days a move · Classic: seven attackers, who nearly always win"),
    ):
        changed = replace(match, options=options, clock=Clock(PACES[0], match.since))
        card = match_card.match_card(changed, STILL)
        written = [one["content"] for one in parts(card.view) if "content" in one]
        assert f"-# {told}" in "\n".join(written).splitlines()


def test_votes_of_many_with_long_names_leave_room_on_the_card() -> None:
    position = GAMES["bizingo"].start({})
    wishes = [Wish(Kind.MOVE, text) for text in [*position.moves()][:8]]
    counts = [Count(wish, 9, discord.utils.utcnow()) for wish in wishes]
    few = votes_words(position, counts[:1], {wishes[0]: [Name("Ada")]})
    assert "9 (Ada)" in few
    many = votes_words(position, counts, dict.fromkeys(wishes, [Name(LONG_NAME)] * 9))
    assert many == votes_words(position, counts)
