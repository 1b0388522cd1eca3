"""A database of the first version is opened, migrated, and can be played on.

That version itself wrote the expected content to `written_by_0001.json`.
"""

import json
import random
import re
import shutil
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from data import MessageRef, PastMessage, Store, StoredMatch
from match import verbs
from rules import GAMES
from tests.data.sample_matches import faults_of
from tests.thorough import THOROUGH

FILE = Path(__file__).with_name("written_by_0001.sqlite3")
TOLD: dict[str, Any] = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
CLOSED = datetime.fromisoformat(TOLD["closed"])
LABELS = (option.label for game in GAMES.values() for option in game.options)
OPTIONS = re.compile(rf" (?:Played with|Options:|(?:{'|'.join(LABELS)}):) .*")
"""Descriptions of options and endings have been reworded since."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(FILE, tmp_path / "parlour.sqlite3"))


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with await Store.open(path, CLOSED, random.Random(1)) as store:
        yield store
    assert await faults_of(path) == []


def told_of(match: StoredMatch, record: str) -> dict[str, Any]:
    """Describe a match as the first version did."""
    result = match.result
    return {
        "game": match.game,
        "options": dict(match.options),
        "seats": list(match.seats),
        "names": list(match.names),
        "pace": match.pace and int(match.pace.write()),
        "rated": match.rated,
        "place": [match.place.server, match.place.channel],
        "card": match.card and [match.card.channel, match.card.message],
        "rematch_of": match.rematch_of,
        "started": match.started.isoformat(),
        "since": match.since.isoformat(),
        "given_microseconds": match.clock.given // timedelta(microseconds=1),
        "reminded": match.clock.reminded,
        "deadline": match.deadline and match.deadline.isoformat(),
        "ended": match.ended and match.ended.isoformat(),
        "count": match.count,
        "moves": list(match.moves),
        "to_move": match.to_move,
        "legal_moves": sorted(match.position.moves()),
        "describe": _shown(str(match.position.describe()), str(result.reason) if result else None),
        "result": result and {"winner": result.winner, "how": result.how},
        "draw_offer": match.draw_offer,
        "take_back": match.take_back,
        "rematch": list(match.rematch),
        "last": list(match.last),
        "record": record,
    }


def _to_move(told: re.Match[str]) -> str:
    """Say whose turn it is as it is said now."""
    return f"{told[1].capitalize()} to move."


def _shown(description: str, reason: str | None) -> str:
    """Remove from a description what has been reworded."""
    description = description.replace("has not chosen", "hasn't chosen")
    description = re.sub(r"The (attacker|defender) is to move\.", _to_move, description)
    description = re.sub(r", begun by (South|North)\.", r"; \1 went first.", description)
    return OPTIONS.sub("", description).partition(reason or "\0")[0]


async def test_every_match_is_as_it_was(store: Store) -> None:
    for number, then in TOLD["matches"].items():
        match = await store.matches.find(int(number))
        told = told_of(match, await store.matches.record(match.number))
        reason = then["result"] and then["result"].pop("reason")
        then["describe"] = _shown(then["describe"], reason)
        assert told | {"what": then["what"]} == then


@THOROUGH
async def test_every_list_names_the_same_deadlines(store: Store) -> None:
    for person in map(int, TOLD["people"]):
        for listed in await store.matches.of(person):
            told = TOLD["matches"][str(listed.number)]["deadline"]
            assert (listed.deadline and listed.deadline.isoformat()) == told


@THOROUGH
async def test_every_challenge_and_rating_is_as_it_was(store: Store) -> None:
    for number, told in TOLD["challenges"].items():
        challenge = await store.challenges.find(int(number))
        assert (challenge.state, challenge.terms.game) == (told["state"], told["game"])
        assert dict(challenge.terms.options) == told["options"]
        assert challenge.expires.isoformat() == told["expires"]
    for told in TOLD["ratings"]:
        standing = (await store.ratings.of(told["person"]))[told["game"]]
        assert standing.rating.rating == pytest.approx(told["rating"])
        counted = (standing.wins, standing.draws, standing.losses)
        assert counted == (told["wins"], told["draws"], told["losses"])


@THOROUGH
async def test_every_live_match_goes_on(store: Store) -> None:
    rng = random.Random(2)
    live = [int(number) for number, told in TOLD["matches"].items() if told["to_move"]]
    assert len(live) == 39
    for number in live:
        match = await store.matches.find(number)
        for _ in range(12):
            if match.to_move is None:
                break
            text, person = rng.choice(list(match.position.moves())), match.to_move
            happened = await store.matches.happen(
                match,
                lambda match: verbs.play(match, person, CLOSED, text),  # noqa: B023 (at once)
            )
            match = happened.after


@THOROUGH
async def test_what_was_due_when_it_closed_is_due(store: Store) -> None:
    due = await store.clock.due(CLOSED)
    assert due.reminders == (59,)
    assert due.time_outs == (60,)
    assert 67 in due.expiries


@THOROUGH
async def test_nothing_of_it_is_told_again(store: Store) -> None:
    due = await store.clock.due(CLOSED + timedelta(days=1))
    assert due.untold_matches == due.untold_challenges == ()


@THOROUGH
async def test_of_its_cards_nobody_knows_after_how_many_events_they_show_a_match(
    store: Store,
) -> None:
    match = next(match for match in await store.matches.live() if match.card)
    assert match.card is not None
    await store.cards.show_on(match.number, MessageRef(1, 1), match.count)
    assert await store.cards.past(match.number) == [PastMessage(match.card, None)]
