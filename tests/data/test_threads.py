"""Threads and pings: each step is stored, and what is not in Discord yet stays due."""

import pytest

from data import DisplayMode, MessageRef, PastMessage, Place, ServerSettings, Store, StoredMatch
from match import verbs
from tests.data.sample_matches import CARD, HERE, NOW, advance, ask_rematch, begin, do

THREAD = Place(CARD.message, HERE.server)
INSIDE = MessageRef(THREAD.channel, 800)
CALL, NEXT_CALL = MessageRef(HERE.channel, 900), MessageRef(HERE.channel, 901)


@pytest.fixture
async def match(store: Store) -> StoredMatch:
    """Begin a match whose server uses threads."""
    await store.server_settings.change(
        HERE.server or 0, lambda _: ServerSettings(display_mode=DisplayMode.THREAD)
    )
    return await begin(store, "hoyito")


@pytest.fixture
async def inside(store: Store, match: StoredMatch) -> StoredMatch:
    """Let the match be in its thread."""
    await store.threads.set_start(match.number, CARD, 0)
    return await store.threads.enter(match.number)


async def is_settled(store: Store) -> bool:
    return (await store.due.find(NOW.replace(year=2027))).unannounced_matches == ()


async def test_a_match_moves_into_the_thread_that_was_made_from_its_first_card(
    store: Store, match: StoredMatch
) -> None:
    match = await store.threads.set_start(match.number, CARD, 0)
    assert (match.thread_start, match.card, match.place) == (CARD, CARD, HERE)
    assert not match.in_thread
    assert match.announced_count < 0, "nobody was called yet"
    match = await store.threads.enter(match.number)
    assert match.in_thread
    assert (match.place, match.channel_around) == (THREAD, HERE.channel)
    assert not await is_settled(store)
    await store.cards.show_on(match.number, INSIDE, 0)
    assert await store.cards.past(match.number) == [PastMessage(CARD, 0)]
    await store.cards.retire(match.number, PastMessage(CARD, 0))
    assert await is_settled(store)
    (listed,) = await store.matches.find_live(match.seats[0], THREAD.channel)
    assert listed.channel_around == HERE.channel


async def test_entering_twice_moves_once(store: Store, inside: StoredMatch) -> None:
    assert (await store.threads.enter(inside.number)).place == THREAD


async def test_of_two_first_cards_one_starts_the_thread(store: Store, match: StoredMatch) -> None:
    await store.threads.set_start(match.number, CARD, 0)
    assert (await store.threads.set_start(match.number, INSIDE, 0)).thread_start == CARD
    assert await store.cards.past(match.number) == [PastMessage(INSIDE, 0)]


async def test_a_match_leaves_its_thread_to_go_on_around(store: Store, inside: StoredMatch) -> None:
    await store.cards.show_on(inside.number, INSIDE, 0)
    await store.cards.retire(inside.number, PastMessage(CARD, 0))
    match = await store.threads.leave(inside.number)
    assert (match.display_mode, match.thread_start, match.place) == (
        DisplayMode.SINGLE_CARD,
        None,
        HERE,
    )
    assert await store.cards.past(match.number) == [PastMessage(CARD, None)], "it leads there"


async def test_a_match_that_was_moved_elsewhere_leaves_its_thread_and_stays_there(
    store: Store, inside: StoredMatch
) -> None:
    there = Place(9, HERE.server)
    moved = await store.matches.move(inside.number, there)
    assert moved.channel_around == 9
    assert (await store.threads.leave(inside.number)).place == there


async def test_a_match_without_a_thread_leaves_its_first_card_where_it_is(
    store: Store, match: StoredMatch
) -> None:
    await store.threads.set_start(match.number, CARD, 0)
    match = await store.threads.leave(match.number)
    assert (match.card, match.place) == (CARD, HERE)
    assert await store.cards.past(match.number) == []


async def test_a_rematch_begins_around_the_thread(store: Store, inside: StoredMatch) -> None:
    await do(store, inside.number, verbs.abort, inside.seats[0])
    await ask_rematch(store, inside.number, inside.seats[0], NOW)
    _, rematch = await ask_rematch(store, inside.number, inside.seats[1], NOW)
    assert rematch is not None
    assert rematch.place == HERE


async def test_results_in_threads_are_those_of_the_channel_around(
    store: Store, inside: StoredMatch
) -> None:
    match = await advance(store, await store.matches.find(inside.number), 4)
    await do(store, match.number, verbs.resign, match.seats[0])
    winner = match.seats[1]
    assert await store.statistics.channels(winner, HERE.server or 0) == [HERE.channel]
    statistics = await store.statistics.summarize(winner, channels=[HERE.channel])
    assert statistics.present_streak == 1
    assert (await store.statistics.summarize(winner, channels=[THREAD.channel])).present_streak == 0


async def test_each_call_takes_the_place_of_the_one_before(store: Store) -> None:
    match = await begin(store, "hoyito")
    await store.cards.show_on(match.number, CARD, 0)
    match = await advance(store, match, 1)
    assert not await is_settled(store)
    assert await store.threads.record_edit(match.number, CARD, CALL, 1)
    assert await is_settled(store)
    match = await advance(store, match, 1)
    assert not await store.threads.record_edit(match.number, CARD, NEXT_CALL, 2)
    assert await store.cards.past(match.number) == [PastMessage(CALL, None, is_call=True)]
    assert (await store.matches.find(match.number)).ping_message == NEXT_CALL
    await store.threads.record_edit(match.number, CARD, None, 2)
    assert (await store.matches.find(match.number)).ping_message is None


async def test_a_call_that_comes_late_is_past(store: Store) -> None:
    match = await advance(store, await begin(store, "hoyito"), 2)
    await store.cards.show_on(match.number, CARD, 2)
    assert await store.threads.record_edit(match.number, CARD, NEXT_CALL, 2)
    assert not await store.threads.record_edit(match.number, CARD, CALL, 1)
    assert (await store.matches.find(match.number)).ping_message == NEXT_CALL
    assert await store.cards.past(match.number) == [PastMessage(CALL, 1, is_call=True)]


async def test_a_new_card_makes_the_call_past(store: Store) -> None:
    match = await advance(store, await begin(store, "hoyito"), 1)
    await store.cards.show_on(match.number, CARD, 1)
    await store.threads.record_edit(match.number, CARD, CALL, 1)
    await store.cards.show_on(match.number, INSIDE, 1)
    assert (await store.matches.find(match.number)).ping_message is None
    past = {PastMessage(CALL, None, is_call=True), PastMessage(CARD, 1)}
    assert set(await store.cards.past(match.number)) == past


async def test_a_call_that_is_deleted_already_is_not_past(store: Store) -> None:
    match = await advance(store, await begin(store, "hoyito"), 1)
    await store.cards.show_on(match.number, CARD, 1)
    await store.threads.record_edit(match.number, CARD, CALL, 1)
    match = await advance(store, match, 1)
    assert await store.threads.record_edit(match.number, CARD, NEXT_CALL, 2, deleted=CALL)
    assert await store.cards.past(match.number) == []
    assert await is_settled(store)


async def test_a_changed_card_is_past_where_another_shows_the_match(store: Store) -> None:
    match = await advance(store, await begin(store, "hoyito"), 1)
    await store.cards.show_on(match.number, INSIDE, 1)
    assert not await store.threads.record_edit(match.number, CARD, None, 1)
    assert await store.cards.past(match.number) == [PastMessage(CARD, 1)]


async def test_threads_are_forgotten_with_all_messages(store: Store, inside: StoredMatch) -> None:
    await store.cards.forget()
    match = await store.matches.find(inside.number)
    assert (match.place, match.thread_start, match.card) == (HERE, None, None)
    assert match.display_mode is DisplayMode.THREAD
