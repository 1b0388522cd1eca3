"""Threads and calls: each step is kept, and what is not in Discord yet stays due."""

import pytest

from data import KeptMatch, Ledger, Local, Past, Place, Posted, Way
from match import verbs
from tests.data.parlour import CARD, HERE, NOW, advance, ask_rematch, begin, do

THREAD = Place(CARD.message, HERE.server)
INSIDE = Posted(THREAD.channel, 800)
CALL, NEXT_CALL = Posted(HERE.channel, 900), Posted(HERE.channel, 901)


@pytest.fixture
async def match(ledger: Ledger) -> KeptMatch:
    """Begin a match that is to have a thread."""
    await ledger.servers.choose(HERE.server or 0, Local(way=Way.THREAD))
    return await begin(ledger, "hoyito")


async def is_settled(ledger: Ledger) -> bool:
    return (await ledger.clock.due(NOW.replace(year=2027))).untold_matches == ()


async def test_a_match_moves_into_the_thread_that_was_made_from_its_first_card(
    ledger: Ledger, match: KeptMatch
) -> None:
    match = await ledger.ways.make_home(match.number, CARD, 0)
    assert (match.home, match.card, match.place) == (CARD, CARD, HERE)
    assert not match.in_thread
    assert match.told < 0, "nobody was called yet"
    match = await ledger.ways.enter(match.number)
    assert match.in_thread
    assert (match.place, match.channel_around) == (THREAD, HERE.channel)
    assert not await is_settled(ledger)
    await ledger.cards.show_on(match.number, INSIDE, 0)
    assert await ledger.cards.past(match.number) == [Past(CARD, 0)]
    await ledger.cards.retire(match.number, Past(CARD, 0))
    assert await is_settled(ledger)
    (listed,) = await ledger.matches.of(match.seats[0], THREAD.channel)
    assert listed.channel_around == HERE.channel


async def test_entering_twice_moves_once(ledger: Ledger, match: KeptMatch) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    await ledger.ways.enter(match.number)
    assert (await ledger.ways.enter(match.number)).place == THREAD


async def test_of_two_first_cards_one_is_the_home_and_the_other_is_past(
    ledger: Ledger, match: KeptMatch
) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    assert (await ledger.ways.make_home(match.number, INSIDE, 0)).home == CARD
    assert await ledger.cards.past(match.number) == [Past(INSIDE, 0)]


async def test_a_match_that_leaves_its_thread_goes_on_around_it(
    ledger: Ledger, match: KeptMatch
) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    await ledger.ways.enter(match.number)
    await ledger.cards.show_on(match.number, INSIDE, 0)
    await ledger.cards.retire(match.number, Past(CARD, 0))
    match = await ledger.ways.leave(match.number)
    assert (match.way, match.home, match.place) == (Way.LIVING, None, HERE)
    assert await ledger.cards.past(match.number) == [Past(CARD, None)], "it leads there"


async def test_a_match_that_was_moved_elsewhere_leaves_its_thread_and_stays_there(
    ledger: Ledger, match: KeptMatch
) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    await ledger.ways.enter(match.number)
    there = Place(9, HERE.server)
    moved = await ledger.matches.move(match.number, there)
    assert moved.channel_around == 9
    assert (await ledger.ways.leave(match.number)).place == there


async def test_a_match_without_a_thread_leaves_its_first_card_where_it_is(
    ledger: Ledger, match: KeptMatch
) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    match = await ledger.ways.leave(match.number)
    assert (match.card, match.place) == (CARD, HERE)
    assert await ledger.cards.past(match.number) == []


async def test_a_rematch_begins_around_the_thread(ledger: Ledger, match: KeptMatch) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    await ledger.ways.enter(match.number)
    await do(ledger, match.number, verbs.abort, match.seats[0])
    await ask_rematch(ledger, match.number, match.seats[0], NOW)
    _, rematch = await ask_rematch(ledger, match.number, match.seats[1], NOW)
    assert rematch is not None
    assert rematch.place == HERE


async def test_results_in_threads_are_those_of_the_channel_around(
    ledger: Ledger, match: KeptMatch
) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    await ledger.ways.enter(match.number)
    match = await advance(ledger, await ledger.matches.find(match.number), 4)
    await do(ledger, match.number, verbs.resign, match.seats[0])
    winner = match.seats[1]
    assert await ledger.farings.channels(winner, HERE.server or 0) == [HERE.channel]
    faring = await ledger.farings.of(winner, channels=[HERE.channel])
    assert faring.winning == 1
    assert (await ledger.farings.of(winner, channels=[THREAD.channel])).winning == 0


async def test_each_call_takes_the_place_of_the_one_before(ledger: Ledger) -> None:
    match = await begin(ledger, "hoyito")
    await ledger.cards.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    assert not await is_settled(ledger)
    assert await ledger.ways.call(match.number, CARD, CALL, 1)
    assert await is_settled(ledger)
    match = await advance(ledger, match, 1)
    assert not await ledger.ways.call(match.number, CARD, NEXT_CALL, 2)
    assert await ledger.cards.past(match.number) == [Past(CALL, None, is_call=True)]
    assert (await ledger.matches.find(match.number)).call == NEXT_CALL
    await ledger.ways.call(match.number, CARD, None, 2)
    assert (await ledger.matches.find(match.number)).call is None


async def test_a_call_that_comes_late_is_past(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger, "hoyito"), 2)
    await ledger.cards.show_on(match.number, CARD, 2)
    assert await ledger.ways.call(match.number, CARD, NEXT_CALL, 2)
    assert not await ledger.ways.call(match.number, CARD, CALL, 1)
    assert (await ledger.matches.find(match.number)).call == NEXT_CALL
    assert await ledger.cards.past(match.number) == [Past(CALL, 1, is_call=True)]


async def test_a_new_card_makes_the_call_past(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger, "hoyito"), 1)
    await ledger.cards.show_on(match.number, CARD, 1)
    await ledger.ways.call(match.number, CARD, CALL, 1)
    await ledger.cards.show_on(match.number, INSIDE, 1)
    assert (await ledger.matches.find(match.number)).call is None
    past = {Past(CALL, None, is_call=True), Past(CARD, 1)}
    assert set(await ledger.cards.past(match.number)) == past


async def test_a_call_that_is_deleted_already_is_not_past(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger, "hoyito"), 1)
    await ledger.cards.show_on(match.number, CARD, 1)
    await ledger.ways.call(match.number, CARD, CALL, 1)
    match = await advance(ledger, match, 1)
    assert await ledger.ways.call(match.number, CARD, NEXT_CALL, 2, deleted=CALL)
    assert await ledger.cards.past(match.number) == []
    assert await is_settled(ledger)


async def test_a_changed_card_is_past_where_another_shows_the_match(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger, "hoyito"), 1)
    await ledger.cards.show_on(match.number, INSIDE, 1)
    assert not await ledger.ways.call(match.number, CARD, None, 1)
    assert await ledger.cards.past(match.number) == [Past(CARD, 1)]


async def test_threads_are_forgotten_with_all_messages(ledger: Ledger, match: KeptMatch) -> None:
    await ledger.ways.make_home(match.number, CARD, 0)
    await ledger.ways.enter(match.number)
    await ledger.cards.forget()
    match = await ledger.matches.find(match.number)
    assert (match.place, match.home, match.card) == (HERE, None, None)
    assert match.way is Way.THREAD
