"""Discord's limits for messages, and matches with the longest names to hold against them."""

import random
from collections.abc import Iterable, Iterator

import discord

from data import Place, StoredMatch
from data.time_controls import PACES
from match import verbs
from match.clock import Clock
from rules import Position
from tests.simulated_discord.table import Component

LONG_NAME = "*W_" * 10 + "WW"  # 32 characters, most of which need an escape


def described(option: Component) -> Iterator[Component]:
    yield option
    for inner in option.get("options", ()):
        yield from described(inner)


def walk(parts: Iterable[Component]) -> Iterator[Component]:
    for part in parts:
        yield part
        yield from walk(part.get("components", ()))
        if part.get("accessory"):
            yield from walk([part["accessory"]])


def check(view: discord.ui.LayoutView) -> None:
    """Check a message against Discord's limits for Components V2."""
    parts = list(walk(item.to_component_dict() for item in view.children))
    assert view.timeout is None
    assert 1 <= len(parts) <= 40
    assert sum(len(part.get("content", "")) for part in parts) <= 4000
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(one) <= 100 for one in ids)
    for part in parts:
        match part["type"]:
            case 1:
                assert 1 <= len(part["components"]) <= 5
            case 2:
                assert 1 <= len(part["label"]) <= 80
            case 3:
                assert 1 <= len(part["options"]) <= 25
                assert len(part.get("placeholder", "")) <= 150
                values = [option["value"] for option in part["options"]]
                assert len(values) == len(set(values))
                for option in part["options"]:
                    assert 1 <= len(option["label"]) <= 100
                    assert 1 <= len(option["value"]) <= 100
                    assert len(option.get("description") or "") <= 100
            case 12:
                assert 1 <= len(part["items"]) <= 10
                assert all(1 <= len(item["description"]) <= 1024 for item in part["items"])


def matches(game: type[Position], seed: int) -> Iterator[StoredMatch]:
    """Play at random with random options, yielding the match after each move."""
    rng = random.Random(seed)
    chosen = {option.key: rng.choice(option.values) for option in game.options}
    position = game.start(chosen)
    now = discord.utils.utcnow()
    match = StoredMatch(
        number=10**14,
        options=chosen,
        started=now,
        place=Place(10**18, 10**18),
        position=position,
        seats=(10**18, 10**18 + 1),
        names=(LONG_NAME, LONG_NAME[::-1]),
        clock=Clock(rng.choice(PACES), now),
        rated=True,
    )
    for _ in range(150):
        yield match
        moves = list(match.position.moves())
        if match.over or not moves:
            return
        person = match.seats[match.turn]
        match, _ = verbs.follow(match, verbs.play(match, person, now, rng.choice(moves)))
