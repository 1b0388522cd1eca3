"""Replay: the same match as event by event, without keeping or listing what nobody needs."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from match import verbs
from match.event import Event, Kind
from match.fold import fold_event, replay_match
from match.match import Match
from match.verbs import follow
from rules import GAMES, Position
from tests.match.test_match import NOW, played, start
from tests.thorough import THOROUGH

SECOND = timedelta(seconds=1)


def random_match(
    rules: type[Position], rng: random.Random, moves: int, take_backs: float = 0.0
) -> tuple[Match, list[Event]]:
    """Play a match event by event; some moves are undone, some taken back after their answer."""
    match, events, now = begun(rules), [], NOW
    for _ in range(moves):
        now += SECOND
        if match.over:
            break
        if rng.random() < take_backs and match.mover is not None:
            asker = rng.choice([side for side in (0, 1) if match.moves[side]])
            kind = Kind.UNDO if asker == match.mover else Kind.GRANT_TAKE_BACK
            side = asker if kind is Kind.UNDO else 1 - asker
            event = match.event(kind, side, now)
        else:
            text = rng.choice(list(match.position.moves()))
            event = verbs.play(match, match.seats[match.turn], now, text)
        match, happened = follow(match, event)
        events += happened
    return match, events


def begun(rules: type[Position]) -> Match:
    """Return a match of a game at its start."""
    return Match(
        position=rules.start({}),
        seats=(11, 22),
        names=("Ann", "Bea"),
        clock=start().clock,
        rated=True,
    )


@THOROUGH
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_a_match_is_replayed_as_played_despite_take_backs(rules: type[Position], seed: int) -> None:
    match, events = random_match(rules, random.Random(seed), 60, take_backs=0.3)
    assert any(event.taker is not None for event in events)
    replayed = replay_match(begun(rules), events)
    assert replayed == match
    if match.over:
        return
    for side in (side for side in (0, 1) if match.moves[side]):
        event = match.event(Kind.GRANT_TAKE_BACK, 1 - side, NOW + 100 * SECOND)
        assert fold_event(replayed, event) == fold_event(match, event)


def kept(match: Match) -> int:
    """Count the earlier states that a match keeps."""
    number = 0
    while (earlier := match.earlier) is not None:
        number, match = number + 1, earlier
    return number


def test_a_long_match_keeps_no_earlier_states_but_for_a_take_back() -> None:
    match = played(start((500, 500)), *["1"] * 400)
    events = [
        Event(number, Kind.MOVE, (number - 1) % 2, NOW, "1") for number in range(1, match.count + 1)
    ]
    assert kept(match) == 400
    replayed = replay_match(start((500, 500)), events)
    assert replayed == replace(match, unspent=None), "these events do not say it"
    assert kept(replayed) == 2, "the last move of each side can be taken back"


@pytest.mark.parametrize("key", ["bizingo", "bivouac"])
def test_replay_lists_no_moves_among_many(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[key]
    match, events = random_match(rules, random.Random(1), 100)
    listed: list[Position] = []
    moves = rules.moves

    def list_moves(position: Position) -> object:
        listed.append(position)
        return moves(position)

    monkeypatch.setattr(rules, "moves", list_moves)
    assert replay_match(begun(rules), events) == match
    captures = sum(":" in event.text for event in events)
    assert len(listed) == captures
