"""Which message is a match's card: the one with its latest state; past cards lose their buttons."""

import pytest

from data import MessageRef, PastMessage, Store, StoredMatch
from match import verbs
from tests.data.sample_matches import ANN, BEA, CARD, HOUR, NOW, advance, begin, do

OTHER = MessageRef(channel=7, message=701)
LAST = MessageRef(channel=7, message=702)


async def posted(store: Store, moves: int = 0) -> StoredMatch:
    """Begin a match whose card is recorded, which then goes on by so many moves."""
    match = await begin(store)
    await store.cards.show_on(match.number, CARD, 0)
    return await advance(store, match, moves)


async def shown(store: Store, match: StoredMatch) -> MessageRef | None:
    return (await store.matches.find(match.number)).card


async def is_settled(store: Store) -> bool:
    due = await store.due.find(NOW.replace(year=2027))
    return due.unannounced_matches == due.untidy_matches == ()


async def test_the_message_that_shows_a_match_is_remembered(store: Store) -> None:
    match = await begin(store)
    assert match.card is None
    await store.cards.show_on(match.number, CARD, 0)
    assert await store.cards.past(match.number) == []
    assert (await store.matches.find(match.number)).is_shown
    await advance(store, match, 1)
    assert await shown(store, match) == CARD
    assert not (await store.matches.find(match.number)).is_shown
    assert (await store.matches.find_live(ANN.id))[0].card == CARD
    await store.cards.forget()
    assert await shown(store, match) is None


async def test_the_card_before_is_past_with_the_count_that_it_shows(store: Store) -> None:
    match = await posted(store, 1)
    await store.cards.show_on(match.number, OTHER, 1)
    assert await store.cards.past(match.number) == [PastMessage(CARD, 0)]
    assert await shown(store, match) == OTHER


async def test_where_only_a_past_card_is_left_no_message_can_be_unrecorded(store: Store) -> None:
    match = await posted(store, 2)
    assert (await store.matches.find(match.number)).unrecorded_since is not None
    await store.cards.show_on(match.number, OTHER, 1)
    assert (await store.matches.find(match.number)).unrecorded_since is not None, "it has gone on"
    await store.cards.show_on(match.number, LAST, 2)
    assert (await store.matches.find(match.number)).unrecorded_since is None
    assert (await store.due.find(NOW.replace(year=2027))).untidy_matches == (match.number,)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((OTHER, 2), (CARD, 1)),  # recorded in the wrong order
        ((CARD, 1), (OTHER, 2)),  # the first came late
        ((CARD, 2), (OTHER, 2)),  # of the same count
    ],
)
async def test_of_two_cards_the_older_or_first_recorded_is_past(
    store: Store, first: tuple[MessageRef, int], second: tuple[MessageRef, int]
) -> None:
    match = await advance(store, await begin(store), 2)
    await store.cards.show_on(match.number, *first)
    await store.cards.show_on(match.number, *second)
    past = next(PastMessage(*each) for each in (first, second) if each[0] == CARD)
    assert await store.cards.past(match.number) == [past]
    assert await shown(store, match) == OTHER


async def test_a_card_that_a_line_replaced_already_is_not_past(store: Store) -> None:
    match = await begin(store)
    assert await store.cards.show_on(match.number, CARD, 0)
    match = await advance(store, match, 1)
    assert await store.cards.show_on(match.number, OTHER, 1, PastMessage(CARD, 0))
    assert await store.cards.past(match.number) == []
    assert await shown(store, match) == OTHER
    assert await is_settled(store)


async def test_a_replaced_card_that_was_drawn_anew_meanwhile_is_past(store: Store) -> None:
    match = await posted(store, 1)
    assert await store.cards.bring_up(match.number, CARD, 1)
    assert not await store.cards.show_on(match.number, OTHER, 1, PastMessage(CARD, 0))
    assert await store.cards.past(match.number) == [PastMessage(CARD, 1)]


async def test_another_card_than_the_one_replaced_is_past(store: Store) -> None:
    match = await posted(store, 1)
    await store.cards.show_on(match.number, OTHER, 1, PastMessage(CARD, 0))
    assert not await store.cards.show_on(match.number, LAST, 1, PastMessage(CARD, 0))
    assert await store.cards.past(match.number) == [PastMessage(OTHER, 1)]


async def test_a_replaced_card_stays_the_match_s_where_it_has_gone_on(store: Store) -> None:
    match = await posted(store, 2)
    assert not await store.cards.show_on(match.number, OTHER, 1, PastMessage(CARD, 0))
    assert await store.cards.past(match.number) == [PastMessage(OTHER, 1)]
    assert not (await store.matches.find(match.number)).is_shown
    assert not await store.cards.show_on(match.number, LAST, 2, PastMessage(CARD, 0))
    assert await shown(store, match) == LAST


async def test_a_card_brought_up_to_date_in_place_makes_none_past(store: Store) -> None:
    match = await posted(store)
    await do(store, match.number, verbs.offer_draw, ANN.id)
    assert await store.cards.bring_up(match.number, CARD, 1)
    await do(store, match.number, verbs.decline_draw, BEA.id)
    assert not await store.cards.bring_up(match.number, CARD, 1), "it must be changed once more"
    assert await store.cards.bring_up(match.number, CARD, 2)
    assert await store.cards.past(match.number) == []
    await store.cards.show_on(match.number, OTHER, 2)
    assert await store.cards.past(match.number) == [PastMessage(CARD, 2)]


async def test_a_card_brought_up_to_date_when_another_replaced_it_is_past(store: Store) -> None:
    match = await posted(store)
    await store.cards.show_on(match.number, OTHER, 0)
    await store.cards.retire(match.number, PastMessage(CARD, 0))
    assert await store.cards.bring_up(match.number, CARD, 0)
    assert await store.cards.past(match.number) == [PastMessage(CARD, 0)]
    assert await shown(store, match) == OTHER


async def test_where_no_card_could_be_posted_none_is_remembered(store: Store) -> None:
    match = await posted(store, 1)
    await store.cards.lose(match.number, 0)
    assert await shown(store, match) == CARD, "the match has moved on"
    await store.cards.lose(match.number, 1)
    assert await shown(store, match) is None
    assert await store.cards.past(match.number) == [PastMessage(CARD, 0)]


async def test_a_card_that_is_found_is_past_unless_it_is_the_present_one(store: Store) -> None:
    match = await posted(store)
    for found in (CARD, OTHER, OTHER):
        await store.cards.find_past(match.number, PastMessage(found, 0))
    assert await store.cards.past(match.number) == [PastMessage(OTHER, 0)]
    assert not await is_settled(store)


async def unannounced(store: Store, match: StoredMatch) -> list[int]:
    """List the events of a match that are not announced, by their numbers."""
    events, _ = await store.cards.unannounced(await store.matches.find(match.number))
    return [event.number for event in events]


async def test_what_happened_is_untold_until_its_card_is_recorded(store: Store) -> None:
    match = await begin(store)
    assert not await is_settled(store), "that it began is not told"
    await store.cards.show_on(match.number, CARD, 0)
    assert await is_settled(store)
    match = await advance(store, match, 1)
    assert await unannounced(store, match) == [1]
    assert not await is_settled(store)
    await store.cards.show_on(match.number, OTHER, 1)
    assert await unannounced(store, match) == []
    assert not await is_settled(store), "the card before has its buttons"
    await store.cards.retire(match.number, PastMessage(CARD, 0))
    assert await is_settled(store)


async def test_what_is_told_is_due_until_the_card_shows_it(store: Store) -> None:
    match = await posted(store)
    match = await do(store, match.number, verbs.offer_draw, ANN.id)
    await store.cards.mark_announced(match.number, 1)
    assert await unannounced(store, match) == []
    assert not await is_settled(store)
    await store.cards.bring_up(match.number, CARD, 1)
    assert await is_settled(store)


async def test_a_card_that_is_late_tells_only_of_what_it_shows(store: Store) -> None:
    match = await advance(store, await begin(store), 2)
    await store.cards.show_on(match.number, CARD, 1)
    assert await unannounced(store, match) == [2]


@pytest.mark.parametrize("game", ["ringo", "hoyito"])
async def test_a_match_is_given_as_it_stood_after_so_many_events(store: Store, game: str) -> None:
    match = await begin(store, game)
    stood = [match]
    for number in range(12):
        match = await advance(store, match, 1, seed=number)
        stood.append(match)
    mover = match.seats[1 - match.turn]
    stood.append(await do(store, match.number, verbs.ask_take_back, mover))
    stood.append(await do(store, match.number, verbs.grant_take_back, match.seats[match.turn]))
    for then in stood:
        assert await store.matches.as_of(match.number, then.count) == then
    assert stood[-1].since == NOW


async def test_a_request_is_past_once_it_is_answered(store: Store) -> None:
    match = await posted(store)
    match = await do(store, match.number, verbs.offer_draw, ANN.id)
    (offer,), _ = await store.cards.unannounced(match)
    await store.cards.ask(match.number, OTHER, offer)
    assert await store.cards.past(match.number) == []
    match = await do(store, match.number, verbs.give_time, BEA.id, NOW + 2 * HOUR)
    assert await store.cards.past(match.number) == [], "it is still open"
    match = await do(store, match.number, verbs.decline_draw, BEA.id)
    assert await store.cards.past(match.number) == [PastMessage(OTHER, 1, is_request=True)]
    assert not await is_settled(store)


async def test_a_request_answered_before_it_is_recorded_is_past_at_once(store: Store) -> None:
    match = await posted(store)
    match = await do(store, match.number, verbs.offer_draw, ANN.id)
    (offer,), _ = await store.cards.unannounced(match)
    await do(store, match.number, verbs.accept_draw, BEA.id)
    await store.cards.ask(match.number, OTHER, offer)
    await store.cards.ask(match.number, OTHER, offer)
    assert await store.cards.past(match.number) == [PastMessage(OTHER, 1, is_request=True)]


async def test_requests_are_forgotten_with_the_cards(store: Store) -> None:
    match = await begin(store)
    match = await do(store, match.number, verbs.offer_draw, ANN.id)
    (offer,), _ = await store.cards.unannounced(match)
    await store.cards.ask(match.number, OTHER, offer)
    await store.cards.forget()
    await do(store, match.number, verbs.accept_draw, BEA.id)
    assert await store.cards.past(match.number) == []
