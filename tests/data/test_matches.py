"""Matches in the store: every verb, stale requests, and whole games."""

import asyncio
import threading
from typing import Any

import pytest

from data import Store, load_match
from data.events import moves_that_stand
from data.match_columns import state_columns
from match import verbs
from match.clock import Pace
from match.event import Ending, Kind
from match.fold import replay_match
from match.match import Stale
from match.read_record import read
from rules import GAMES, Refusal
from rules.ringo import Ringo
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DAY,
    HERE,
    HOUR,
    NOW,
    THERE,
    advance,
    ask_rematch,
    begin,
    do,
    history,
    play,
)
from tests.thorough import mostly_thorough


async def test_a_match_is_found_again_as_it_was_returned(store: Store) -> None:
    match = await begin(store)
    for _ in range(30):
        match = await advance(store, match, 1, NOW + HOUR)
        assert await store.matches.find(match.number) == match


async def test_what_is_written_of_a_move_is_what_has_changed(store: Store) -> None:
    before = await begin(store, "bivouac")
    after = await advance(store, before, 1, NOW + HOUR)
    written = state_columns(after, before)
    assert {"count", "turn", "position", "previous", "last", "since", "deadline"} <= written.keys()
    assert not {"ended", "how", "winner", "counts", "locked", "draw_offer"} & written.keys()
    assert state_columns(before) | written == state_columns(after)


async def test_position_before_the_last_move_is_read_only_when_it_is_asked_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await advance(store, await begin(store), 2)
    read: list[str] = []
    decode = Ringo.decode

    def noted(line: str) -> Ringo:
        read.append(line)
        return decode(line)

    monkeypatch.setattr(Ringo, "decode", noted)
    found = await store.matches.find(match.number)
    assert read == [found.position.encode()]
    assert found.previous == match.previous
    assert len(read) == 2


async def test_there_is_no_match_that_never_began(store: Store) -> None:
    with pytest.raises(Refusal, match="no match #5"):
        await play(store, 5, ANN.id, "b1-b2", NOW)


async def test_of_five_simultaneous_moves_one_wins_and_four_are_refused(store: Store) -> None:
    match = await begin(store)
    results = await asyncio.gather(
        *(
            play(store, match.number, ANN.id, text, NOW, match.count)
            for text in list(match.position.moves())[:5]
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Stale) for result in results) == 4
    assert (await store.matches.find(match.number)).count == 1


async def test_a_stale_request_changes_nothing_and_says_so(store: Store) -> None:
    match = await advance(store, await begin(store), 2)
    with pytest.raises(Stale, match="has moved on"):
        await play(store, match.number, ANN.id, "b1-b2", NOW, seen=0)
    assert await store.matches.find(match.number) == match


async def test_without_having_seen_anything_nothing_is_stale(store: Store) -> None:
    match = await begin(store)
    await play(store, match.number, ANN.id, "b1-b2", NOW)
    with pytest.raises(Refusal, match="waiting for Bea"):
        await play(store, match.number, ANN.id, "b1-b2", NOW)


@pytest.mark.parametrize(
    "game", mostly_thorough(["bizingo", "hoyito", "bivouac", "ringo"], "ringo")
)
async def test_whole_games_end_by_their_rules(store: Store, game: str) -> None:
    match = await advance(store, await begin(store, game), 5000, seed=3)
    assert match.result is not None
    assert match.result.how is Ending.RULES
    assert await store.matches.find(match.number) == match
    told = read(await store.matches.record(match.number), GAMES)
    moves = moves_that_stand(await history(store, match.number))
    assert [move.text for move in moves] == [*told.moves]
    assert told.line().at(len(told.moves)).position == match.position
    assert (told.number, told.names) == (match.number, ("Ann", "Bea"))


async def test_forced_passes_are_played_and_taken_back_with_the_move(store: Store) -> None:
    # A game of Hoyito in which North runs out of stones after eleven moves.
    before = await advance(store, await begin(store, "hoyito"), 10, seed=316)
    match = await advance(store, await begin(store, "hoyito"), 11, seed=316)
    assert match.last[1:] == ("pass",)
    events = await history(store, match.number)
    assert [event.kind for event in events[-2:]] == [Kind.MOVE, Kind.PASS]
    mover = before.to_move
    assert mover is not None
    assert match.to_move == mover, "the pass was played already"
    assert moves_that_stand(events) == events
    other = match.seats[1 - match.seats.index(mover)]
    await do(store, match.number, verbs.ask_take_back, mover, NOW)
    match = await do(store, match.number, verbs.grant_take_back, other, NOW, match.count + 1)
    assert match.position == before.position
    assert len(moves_that_stand(await history(store, match.number))) == len(events) - 2


async def test_take_backs_are_kept_and_go_on_move_by_move(store: Store) -> None:
    start = await begin(store)
    match = await advance(store, start, 3)
    for person, other in ((ANN, BEA), (BEA, ANN), (ANN, BEA)):
        await do(store, match.number, verbs.ask_take_back, person.id, NOW)
        match = await do(store, match.number, verbs.grant_take_back, other.id, NOW)
        assert await store.matches.find(match.number) == match
    assert (match.position, match.count) == (start.position, 9)
    assert moves_that_stand(await history(store, match.number)) == []


async def test_a_take_back_is_refused_by_word_or_by_a_move(store: Store) -> None:
    match = await advance(store, await begin(store), 1)
    await do(store, match.number, verbs.ask_take_back, ANN.id, NOW)
    match = await do(store, match.number, verbs.refuse_take_back, BEA.id, NOW)
    assert match.take_back is None
    with pytest.raises(Refusal, match="Bea declined, so your move stands"):
        await do(store, match.number, verbs.ask_take_back, ANN.id, NOW)
    match = await advance(store, match, 2)
    match = await do(store, match.number, verbs.ask_take_back, ANN.id, NOW)
    match = await advance(store, match, 1)
    assert match.take_back is None


async def test_draws_are_offered_declined_and_accepted(store: Store) -> None:
    match = await begin(store)
    match = await do(store, match.number, verbs.offer_draw, ANN.id, NOW)
    assert match.draw_offer == 0
    match = await do(store, match.number, verbs.decline_draw, BEA.id, NOW)
    assert match.draw_offer is None
    await do(store, match.number, verbs.offer_draw, BEA.id, NOW)
    match = await do(store, match.number, verbs.accept_draw, ANN.id, NOW)
    assert match.result is not None
    assert match.result.how is Ending.AGREEMENT


async def test_resigning_and_aborting_end_a_match(store: Store) -> None:
    one, other = await begin(store), await begin(store)
    one = await do(store, one.number, verbs.resign, ANN.id, NOW + HOUR)
    other = await do(store, other.number, verbs.abort, BEA.id, NOW)
    assert one.result is not None
    assert (one.result.winner, one.ended) == (1, NOW + HOUR)
    assert other.result is not None
    assert other.result.how is Ending.ABORT


async def test_both_agree_to_a_rematch_with_sides_changed(store: Store) -> None:
    match = await begin(store, pace=7, rated=False, place=THERE)
    await do(store, match.number, verbs.resign, ANN.id, NOW)
    first, none = await ask_rematch(store, match.number, BEA.id, NOW)
    assert (first.rematch, none) == ((1,), None)
    _, again = await ask_rematch(store, match.number, ANN.id, NOW + DAY)
    assert again is not None
    assert (again.seats, again.names) == ((BEA.id, ANN.id), ("Bea", "Ann"))
    assert (again.pace, again.rated, again.place) == (Pace.a_move(7), False, THERE)
    assert again.started == NOW + DAY
    with pytest.raises(Refusal, match="already had its rematch"):
        await ask_rematch(store, match.number, ANN.id, NOW)


async def test_both_asking_for_a_rematch_at_once_make_one_match(store: Store) -> None:
    match = await begin(store)
    await do(store, match.number, verbs.resign, ANN.id, NOW)
    results = await asyncio.gather(
        *(ask_rematch(store, match.number, person.id, NOW) for person in (ANN, BEA))
    )
    assert sum(again is not None for _, again in results) == 1


async def test_my_matches_come_mine_to_move_first_then_by_the_time_left(store: Store) -> None:
    slow = await begin(store, pace=14)
    untimed = await begin(store, pace=None)
    waiting = await begin(store, first=BEA, second=ANN, pace=1)
    quick = await begin(store, pace=1, place=THERE)
    over = await begin(store)
    await do(store, over.number, verbs.resign, BEA.id, NOW)
    await begin(store, first=BEA, second=CARL)
    listed = await store.matches.find_live(ANN.id)
    numbers = [match.number for match in listed]
    assert numbers == [quick.number, slow.number, untimed.number, waiting.number]
    assert [match.deadline for match in listed] == [
        NOW + DAY, NOW + 14 * DAY, None, NOW + DAY
    ]  # fmt: skip
    here = [match.number for match in await store.matches.find_live(ANN.id, HERE.channel)]
    assert here == [slow.number, untimed.number, waiting.number]
    to_move = await store.lists.awaiting(ANN.id, HERE.channel, 10)
    assert to_move == [slow, untimed]
    assert [match.number for match in await store.lists.finished(ANN.id, 9)] == [over.number]
    assert [match.number for match in await store.matches.in_channel(THERE.channel)] == [
        quick.number
    ]
    assert len(await store.matches.live()) == 5


async def test_a_take_back_is_replayed_apart(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await advance(store, await begin(store), 5)
    threads = []

    def watched(*told: Any, **named: Any) -> Any:
        threads.append(threading.current_thread())
        return replay_match(*told, **named)

    monkeypatch.setattr(load_match, "replay_match", watched)
    mover = match.seats[match.mover or 0]
    after = await do(store, match.number, verbs.undo, mover, match.since)
    assert sum(after.moves) == sum(match.moves) - 1
    assert threads
    assert threading.main_thread() not in threads
