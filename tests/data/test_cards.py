"""Which message shows a match: the one that shows it as it is now, and no other has buttons."""

import pytest

from data import KeptMatch, Ledger, Past, Posted
from match import verbs
from tests.data.parlour import ANN, BEA, CARD, NOW, advance, begin, do

OTHER = Posted(channel=7, message=701)
LAST = Posted(channel=7, message=702)


async def shown(ledger: Ledger, match: KeptMatch) -> Posted | None:
    return (await ledger.matches.find(match.number)).card


async def is_settled(ledger: Ledger) -> bool:
    return (await ledger.clock.due(NOW.replace(year=2027))).untold_matches == ()


async def test_the_message_that_shows_a_match_is_remembered(ledger: Ledger) -> None:
    match = await begin(ledger)
    assert match.card is None
    await ledger.cards.show_on(match.number, CARD, 0)
    assert await ledger.cards.past(match.number) == []
    assert (await ledger.matches.find(match.number)).is_shown
    await advance(ledger, match, 1)
    assert await shown(ledger, match) == CARD
    assert not (await ledger.matches.find(match.number)).is_shown
    assert (await ledger.matches.of(ANN.id))[0].card == CARD
    await ledger.cards.forget()
    assert await shown(ledger, match) is None


async def test_the_card_before_is_past_with_the_count_that_it_shows(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    await ledger.cards.show_on(match.number, OTHER, 1)
    assert await ledger.cards.past(match.number) == [Past(CARD, 0)]
    assert await shown(ledger, match) == OTHER


async def test_of_two_cards_recorded_in_the_wrong_order_the_older_is_past(ledger: Ledger) -> None:
    match = await begin(ledger)
    match = await advance(ledger, match, 2)
    await ledger.cards.show_on(match.number, OTHER, 2)
    await ledger.cards.show_on(match.number, CARD, 1)
    assert await ledger.cards.past(match.number) == [Past(CARD, 1)]
    assert await shown(ledger, match) == OTHER


async def test_a_card_that_is_late_is_past_before_the_newer_one_is_recorded(
    ledger: Ledger,
) -> None:
    match = await begin(ledger)
    match = await advance(ledger, match, 2)
    await ledger.cards.show_on(match.number, CARD, 1)
    await ledger.cards.show_on(match.number, OTHER, 2)
    assert await ledger.cards.past(match.number) == [Past(CARD, 1)]
    assert await shown(ledger, match) == OTHER


async def test_of_two_cards_of_the_same_count_the_last_recorded_stays(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger), 1)
    await ledger.cards.show_on(match.number, CARD, 1)
    await ledger.cards.show_on(match.number, OTHER, 1)
    assert await ledger.cards.past(match.number) == [Past(CARD, 1)]
    assert await shown(ledger, match) == OTHER


async def test_a_card_that_a_line_replaced_already_is_not_past(ledger: Ledger) -> None:
    match = await begin(ledger)
    assert await ledger.cards.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    assert await ledger.cards.show_on(match.number, OTHER, 1, Past(CARD, 0))
    assert await ledger.cards.past(match.number) == []
    assert await shown(ledger, match) == OTHER
    assert await is_settled(ledger)


async def test_a_replaced_card_that_was_drawn_anew_meanwhile_is_past(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    assert await ledger.cards.bring_up(match.number, CARD, 1)
    assert not await ledger.cards.show_on(match.number, OTHER, 1, Past(CARD, 0))
    assert await ledger.cards.past(match.number) == [Past(CARD, 1)]


async def test_another_card_than_the_one_replaced_is_past(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    await ledger.cards.show_on(match.number, OTHER, 1, Past(CARD, 0))
    assert not await ledger.cards.show_on(match.number, LAST, 1, Past(CARD, 0))
    assert await ledger.cards.past(match.number) == [Past(OTHER, 1)]


async def test_a_replaced_card_stays_the_match_s_where_it_has_gone_on(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 2)
    assert not await ledger.cards.show_on(match.number, OTHER, 1, Past(CARD, 0))
    assert await ledger.cards.past(match.number) == [Past(OTHER, 1)]
    assert not (await ledger.matches.find(match.number)).is_shown
    assert not await ledger.cards.show_on(match.number, LAST, 2, Past(CARD, 0))
    assert await shown(ledger, match) == LAST


async def test_a_card_brought_up_to_date_in_place_makes_none_past(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    await do(ledger, match.number, verbs.offer_draw, ANN.id)
    assert await ledger.cards.bring_up(match.number, CARD, 1)
    await do(ledger, match.number, verbs.decline_draw, BEA.id)
    assert not await ledger.cards.bring_up(match.number, CARD, 1), "it must be changed once more"
    assert await ledger.cards.bring_up(match.number, CARD, 2)
    assert await ledger.cards.past(match.number) == []
    await ledger.cards.show_on(match.number, OTHER, 2)
    assert await ledger.cards.past(match.number) == [Past(CARD, 2)]


async def test_a_card_brought_up_to_date_when_another_has_taken_its_place_is_past(
    ledger: Ledger,
) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    await ledger.cards.show_on(match.number, OTHER, 0)
    await ledger.cards.retire(match.number, Past(CARD, 0))
    assert await ledger.cards.bring_up(match.number, CARD, 0)
    assert await ledger.cards.past(match.number) == [Past(CARD, 0)]
    assert await shown(ledger, match) == OTHER


async def test_where_no_card_could_be_posted_none_is_remembered(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    await ledger.cards.lose(match.number, 0)
    assert await shown(ledger, match) == CARD, "the match has gone on since then"
    await ledger.cards.lose(match.number, 1)
    assert await shown(ledger, match) is None
    assert await ledger.cards.past(match.number) == [Past(CARD, 0)]


async def test_a_card_that_is_found_is_past_unless_it_is_the_present_one(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    for posted in (CARD, OTHER, OTHER):
        await ledger.cards.find_past(match.number, Past(posted, 0))
    assert await ledger.cards.past(match.number) == [Past(OTHER, 0)]
    assert not await is_settled(ledger)


async def test_what_happened_is_untold_until_its_card_is_recorded(ledger: Ledger) -> None:
    match = await begin(ledger)
    assert not await is_settled(ledger), "that it began is not told"
    await ledger.cards.show_on(match.number, CARD, 0)
    assert await is_settled(ledger)
    match = await advance(ledger, match, 1)
    assert [event.number for event in await ledger.cards.untold(match)] == [1]
    assert not await is_settled(ledger)
    await ledger.cards.show_on(match.number, OTHER, 1)
    assert await ledger.cards.untold(await ledger.matches.find(match.number)) == []
    assert not await is_settled(ledger), "the card before has its buttons"
    await ledger.cards.retire(match.number, Past(CARD, 0))
    assert await is_settled(ledger)


async def test_what_is_told_is_due_until_the_card_shows_it(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.cards.show_on(match.number, CARD, 0)
    match = await do(ledger, match.number, verbs.offer_draw, ANN.id)
    await ledger.cards.tell(match.number, 1)
    assert await ledger.cards.untold(await ledger.matches.find(match.number)) == []
    assert not await is_settled(ledger)
    await ledger.cards.bring_up(match.number, CARD, 1)
    assert await is_settled(ledger)


async def test_a_card_that_is_late_tells_only_of_what_it_shows(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger), 2)
    await ledger.cards.show_on(match.number, CARD, 1)
    events = await ledger.cards.untold(await ledger.matches.find(match.number))
    assert [event.number for event in events] == [2]


@pytest.mark.parametrize("game", ["ringo", "hoyito"])
async def test_a_match_is_given_as_it_stood_after_so_many_events(ledger: Ledger, game: str) -> None:
    match = await begin(ledger, game)
    stood = [match]
    for number in range(12):
        match = await advance(ledger, match, 1, seed=number)
        stood.append(match)
    mover = match.seats[1 - match.turn]
    stood.append(await do(ledger, match.number, verbs.ask_take_back, mover))
    stood.append(await do(ledger, match.number, verbs.grant_take_back, match.seats[match.turn]))
    for then in stood:
        assert await ledger.matches.as_of(match.number, then.count) == then
    assert stood[-1].since == NOW
