"""Spectators: who is told what of which match, what they guess, and that it can be deleted."""

import asyncio
from dataclasses import replace
from datetime import time

import pytest

from data import MessageRef, Person, Store, StoredMatch
from data.followers import MOST_FOLLOWED
from data.people import find_person
from data.settings import QuietHours
from match import verbs
from match.guesses import Score
from match.match import Stale
from rules import Name, Refusal
from rules.sentence import PLAIN_ENGLISH
from tests.data.sample_matches import ANN, BEA, CARL, DAY, DORA, HOUR, NOW, advance, begin, do, play

EMIL = Person(5, "Emil")


async def told_of(store: Store, now: object = NOW) -> list[tuple[int, int]]:
    """List who is to be told of which match."""
    untold = await store.followers.due(NOW if now is NOW else NOW + HOUR)
    return [(each.person, each.match) for each in untold]


async def tell_all(store: Store) -> None:
    for each in await store.followers.due(NOW):
        await store.followers.mark_told(each, await store.matches.find(each.match))


async def named(store: Store) -> list[str]:
    """List who guessed best in the first match."""
    return [PLAIN_ENGLISH.say(each.name) for each in await store.guesses.best_guessers(1)]


async def guess(store: Store, match: StoredMatch, who: Person, at: int) -> str:
    """Let a spectator expect a legal move, by its place in the list."""
    text = [*match.position.moves()][at]
    await store.guesses.guess(match.number, who, text, match.count, NOW)
    return text


async def test_followers_are_told_of_the_end_or_of_each_move_once(store: Store) -> None:
    match = await advance(store, await begin(store), 4)
    await store.followers.follow(match.number, CARL, NOW, each_move=False)
    await store.followers.follow(match.number, DORA, NOW, each_move=True)
    assert await told_of(store) == []
    match = await do(store, match.number, verbs.offer_draw, BEA.id)
    assert await told_of(store) == [], "what is between the players alone is not told"
    match = await advance(store, match, 1)
    assert await told_of(store) == [(DORA.id, match.number)]
    (follow,) = await store.followers.due(NOW)
    before = match
    match = await advance(store, match, 1)
    await store.followers.mark_told(follow, before)
    assert await told_of(store) == [(DORA.id, match.number)], "a move came while it was told"
    (follow,) = await store.followers.due(NOW)
    before = match
    match = await do(store, match.number, verbs.offer_draw, ANN.id)
    await store.followers.mark_told(follow, before)
    assert await told_of(store) == [], "an offer meanwhile is no news"
    await do(store, match.number, verbs.resign, ANN.id)
    assert await told_of(store) == [(CARL.id, match.number), (DORA.id, match.number)]
    await tell_all(store)
    assert await store.followers.followed(CARL.id) == [], "there is nothing more to tell"


async def test_a_move_stored_just_after_somebody_followed_is_told_them(store: Store) -> None:
    loaded = await begin(store)
    await store.followers.follow(loaded.number, DORA, NOW, each_move=True)
    await play(store, loaded, ANN.id, next(iter(loaded.position.moves())))
    assert await told_of(store) == [(DORA.id, loaded.number)]


async def test_players_do_not_follow_their_match_and_nobody_too_many(store: Store) -> None:
    match = await begin(store)
    with pytest.raises(Refusal, match="You're playing in this match"):
        await store.followers.follow(match.number, BEA, NOW, each_move=False)
    for _ in range(MOST_FOLLOWED - 1):
        other = await begin(store)
        await store.followers.follow(other.number, CARL, NOW, each_move=False)
    await store.followers.follow(match.number, CARL, NOW, each_move=False)
    await store.followers.follow(match.number, CARL, NOW, each_move=True)
    other = await begin(store)
    with pytest.raises(Refusal, match=f"You're already following {MOST_FOLLOWED} matches"):
        await store.followers.follow(other.number, CARL, NOW, each_move=False)
    assert await store.followers.find(other.number, CARL.id) is None
    await store.followers.unfollow(match.number, CARL.id)
    assert await store.followers.find(match.number, CARL.id) is None
    await do(store, other.number, verbs.abort, ANN.id)
    with pytest.raises(Refusal, match="is over"):
        await store.followers.follow(other.number, CARL, NOW, each_move=False)


async def test_letters_to_followers_wait_for_the_end_of_quiet_hours(store: Store) -> None:
    match = await begin(store)
    await store.followers.follow(match.number, CARL, NOW, each_move=True)
    quiet = QuietHours(time(11), time(12, 30))
    await store.personal_settings.change(CARL.id, lambda own: replace(own, quiet=quiet), NOW - HOUR)
    await advance(store, match, 2)
    assert await told_of(store) == []
    assert await told_of(store, NOW + HOUR) == [(CARL.id, match.number)]


async def test_a_guess_can_be_changed_until_the_move_and_not_after(store: Store) -> None:
    match = await begin(store)
    await guess(store, match, CARL, 0)
    right = await guess(store, match, CARL, 1)
    await guess(store, match, DORA, 2)
    own = await store.guesses.own(match.number, CARL.id)
    assert own == (right, None, Score())
    stale = match
    match = await play(store, match, ANN.id, right)
    with pytest.raises(Stale):
        await guess(store, stale, CARL, 2)
    assert await store.guesses.own(match.number, CARL.id) == (None, True, Score(1, 1))
    assert await store.guesses.own(match.number, DORA.id) == (None, False, Score(0, 1))
    with pytest.raises(Refusal, match="You're playing"):
        await guess(store, match, ANN, 0)
    (best,) = await store.guesses.best_guessers(match.number)
    assert (best.name, best.score) == (Name("Carl"), Score(1, 1))


async def test_a_guess_of_a_move_that_is_undone_counts_for_the_next_one(store: Store) -> None:
    match = await begin(store)
    match = await play(store, match, ANN.id, next(iter(match.position.moves())))
    await guess(store, match, CARL, 0)
    match = await do(store, match.number, verbs.undo, ANN.id)
    assert (await store.guesses.own(match.number, CARL.id)).score == Score()
    text = await guess(store, match, CARL, 3)
    await play(store, match, ANN.id, text)
    assert (await store.guesses.own(match.number, CARL.id)).score == Score(1, 1)


async def test_whoever_a_player_has_blocked_is_not_named_at_the_end(store: Store) -> None:
    match = await begin(store)
    text = await guess(store, match, CARL, 0)
    await guess(store, match, DORA, 0)
    match = await play(store, match, ANN.id, text)
    assert await named(store) == ["Carl", "Dora"]
    await store.people.block(BEA.id, CARL.id, NOW)
    assert await named(store) == ["Dora"]
    assert (await store.guesses.own(1, CARL.id)).score == Score(1, 1)
    await store.people.block(DORA.id, ANN.id, NOW)
    assert await store.guesses.best_guessers(1) == []


async def test_what_somebody_follows_and_guesses_is_exported_and_deleted(store: Store) -> None:
    match = await advance(store, await begin(store), 4)
    await store.followers.follow(match.number, CARL, NOW, each_move=True)
    await guess(store, match, CARL, 0)
    told = [item async for item in store.people.export(CARL.id)]
    assert [item for item in told if "follow" in item or "guess" in item] != []
    players = [item async for item in store.people.export(ANN.id)]
    assert not any("follow" in item or "guess" in item for item in players)
    (row,) = [item["match"] for item in players if "match" in item]
    assert isinstance(row, dict)
    assert not {"watched", "plan_changes"} & {*row}, "nor that anybody watches or plans"
    await do(store, match.number, verbs.resign, ANN.id)
    (row,) = [item["match"] async for item in store.people.export(ANN.id) if "match" in item]
    assert isinstance(row, dict)
    assert row["watched"] == 1
    await store.forgetting.forget(CARL.id, NOW + DAY)
    assert await store.followers.followed(CARL.id) == []
    assert await store.guesses.best_guessers(match.number) == []
    connection = store._database.reader
    for table in ("follows", "guesses"):
        rows = await connection.rows(f"SELECT * FROM {table}")  # noqa: S608 (our own names)
        assert rows == []
    assert await find_person(connection, CARL.id) is None


async def test_cards_that_name_a_guesser_who_is_forgotten_are_redrawn(store: Store) -> None:
    match = await advance(store, await begin(store), 4)
    text = await guess(store, match, CARL, 0)
    assert match.to_move is not None
    match = await play(store, match, match.to_move, text)
    await store.cards.show_on(match.number, MessageRef(7, 700), match.count, None)
    await do(store, match.number, verbs.resign, ANN.id)
    await store.forgetting.forget(CARL.id, NOW + DAY)
    assert [shown.number for shown in await store.forgetting.to_redraw(9)] == [match.number]


async def test_a_guess_and_the_move_at_once_never_count_for_the_wrong_move(store: Store) -> None:
    match = await begin(store)
    for _ in range(6):
        text = next(iter(match.position.moves()))
        assert match.to_move is not None
        guessed, after = await asyncio.gather(
            store.guesses.guess(match.number, EMIL, text, match.count, NOW),
            play(store, match, match.to_move, text),
            return_exceptions=True,
        )
        assert isinstance(after, StoredMatch)
        assert isinstance(guessed, StoredMatch | Stale)
        own = await store.guesses.own(match.number, EMIL.id)
        assert own.open is None
        assert own.score.right == own.score.number
        match = after
