"""A table at which the computer plays too: what tests ask it, and how it thinks there."""

import asyncio
import random
from collections.abc import Callable, Sequence

import simcord
from simcord.builders import UserHandle

from data import StoredMatch
from opponent import Hint, Review, Unanswered
from rules import Move, Position, Sentence
from tests.simulated_discord.table import Table, written


class Quick:
    """Plays without thinking, by lot; it notes what it was asked, and can be held up."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, int, int]] = []
        self.reviewed = 0
        self.value = 0.0
        """How much better the first side stands, wherever it is asked."""
        self.fails = False
        """Whether a review comes to nothing."""
        self.go = asyncio.Event()
        self.go.set()
        self._env: simcord.Env | None = None

    def hold(self, env: simcord.Env) -> None:
        """Think until told to `go`, while people are answered."""
        self.go.clear()
        self._env = env

    async def _held(self) -> None:
        if self._env is None or self.go.is_set():
            await self.go.wait()
        else:
            await self._env.external_wait(self.go.wait(), reason="it thinks")

    async def choose(self, position: Position, level: int, seed: int) -> Move:
        """Choose any move, the same for the same seed."""
        self.asked.append((position, level, seed))
        await self._held()
        lots = random.Random(f"{seed} {position.encode()}")
        return position.moves()[lots.choice(list(position.moves()))]

    async def hint(self, position: Position, seed: int, named: Move | None = None) -> Hint:
        """Give any move, another after every start, or that which was named."""
        move = await self.choose(position, 5, seed + id(self))
        return Hint(named or move, Sentence("It is as good as any."))

    async def review(
        self, start: Position, moves: Sequence[str], progress: Callable[[int, int], None]
    ) -> Review:
        """Find every position worth the same."""
        assert start.moves() or not moves
        if self.fails:
            raise Unanswered("it died")
        for done in range(len(moves) + 1):
            await self._held()
            progress(done + 1, len(moves) + 1)
        self.reviewed += 1
        return Review((self.value,) * (len(moves) + 1), ())

    async def close(self) -> None:
        """Answer who still waits, at once."""
        self.go.set()


def quick(table: Table) -> Quick:
    """Give what thinks at a table."""
    thinks = table.bot.opponent
    assert isinstance(thinks, Quick)
    return thinks


def itself(table: Table) -> UserHandle:
    """Give the bot as somebody whom a command can name."""
    return UserHandle(table.env, table.env.backend.bot_user)


async def begin(
    table: Table, game: str = "hoyito", level: int = 3, **options: object
) -> StoredMatch:
    """Let Ada, on the first side, begin a match against the computer."""
    chosen: dict[str, object] = {"seat": "first", "level": level, **written(options)}
    await table.ada.slash(table.channel, game, **chosen)
    if "pace" in options:
        vacations, now = table.bot.store.vacations, table.env.now()
        await vacations.choose(table.ada.id, now, by_itself=False)
    matches = await table.bot.store.matches.of(table.ada.id)
    return await table.match(max(match.number for match in matches))
