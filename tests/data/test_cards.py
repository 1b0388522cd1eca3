"""Which message shows a match: the one that shows it as it is now, and no other has buttons."""

import pytest

from data import KeptMatch, Ledger, Past, Posted
from rules import verbs
from tests.data.parlour import ANN, BEA, CARD, NOW, advance, begin, do

OTHER = Posted(channel=7, message=701)


async def shown(ledger: Ledger, match: KeptMatch) -> Posted | None:
    return (await ledger.matches.find(match.number)).card


async def test_the_message_that_shows_a_match_is_remembered(ledger: Ledger) -> None:
    match = await begin(ledger)
    assert match.card is None
    assert await ledger.matches.show_on(match.number, CARD, 0) is None
    await advance(ledger, match, 1)
    assert await shown(ledger, match) == CARD
    assert (await ledger.matches.of(ANN.id))[0].card == CARD
    await ledger.matches.forget_cards()
    assert await shown(ledger, match) is None


async def test_the_card_before_is_past_with_the_count_that_it_shows(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.matches.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    assert await ledger.matches.show_on(match.number, OTHER, 1) == Past(CARD, 0)
    assert await shown(ledger, match) == OTHER


async def test_of_two_cards_recorded_in_the_wrong_order_the_older_is_past(ledger: Ledger) -> None:
    match = await begin(ledger)
    match = await advance(ledger, match, 2)
    assert await ledger.matches.show_on(match.number, OTHER, 2) is None
    assert await ledger.matches.show_on(match.number, CARD, 1) == Past(CARD, 1)
    assert await shown(ledger, match) == OTHER


async def test_a_card_that_is_late_is_past_before_the_newer_one_is_recorded(
    ledger: Ledger,
) -> None:
    match = await begin(ledger)
    match = await advance(ledger, match, 2)
    assert await ledger.matches.show_on(match.number, CARD, 1) == Past(CARD, 1)
    assert await ledger.matches.show_on(match.number, OTHER, 2) is None
    assert await shown(ledger, match) == OTHER


async def test_of_two_cards_of_the_same_count_the_last_recorded_stays(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger), 1)
    assert await ledger.matches.show_on(match.number, CARD, 1) is None
    assert await ledger.matches.show_on(match.number, OTHER, 1) == Past(CARD, 1)
    assert await shown(ledger, match) == OTHER


async def test_a_card_brought_up_to_date_in_place_makes_none_past(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.matches.show_on(match.number, CARD, 0)
    await do(ledger, match.number, verbs.offer_draw, ANN.id)
    assert await ledger.matches.show_on(match.number, CARD, 1) is None
    await do(ledger, match.number, verbs.decline_draw, BEA.id)
    assert await ledger.matches.show_on(match.number, CARD, 1) is None, "it stays the match's"
    assert await ledger.matches.show_on(match.number, CARD, 2) is None
    assert await ledger.matches.show_on(match.number, OTHER, 2) == Past(CARD, 2)


async def test_where_no_card_could_be_posted_none_is_remembered(ledger: Ledger) -> None:
    match = await begin(ledger)
    await ledger.matches.show_on(match.number, CARD, 0)
    match = await advance(ledger, match, 1)
    assert await ledger.matches.show_on(match.number, None, 0) is None
    assert await shown(ledger, match) == CARD, "the match has gone on since then"
    assert await ledger.matches.show_on(match.number, None, 1) is None
    assert await shown(ledger, match) is None


async def test_of_a_card_from_before_counts_were_kept_the_count_is_not_known(
    ledger: Ledger,
) -> None:
    match = await begin(ledger)
    await ledger.matches.show_on(match.number, CARD, 0)
    async with ledger._database.transaction() as connection:
        await connection.change("UPDATE matches SET card_count = NULL")
    assert await ledger.matches.show_on(match.number, OTHER, 0) == Past(CARD, None)


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
