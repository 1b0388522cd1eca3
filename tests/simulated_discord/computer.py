"""A computer player for tests, which moves at random and at once."""

import asyncio
import random
from collections.abc import Callable, Sequence

import simcord
from simcord.builders import UserHandle

from computer import Decision, Hint, Review, Unanswered
from data import StoredMatch
from interactions.components import parse
from rules import Move, Position, Sentence
from tests.simulated_discord.table import Message, Table, by_the_book, options, written


async def choose_level(
    who: simcord.MemberActor, page: Message, level: int
) -> simcord.InteractionResult:
    """Choose a level in the list of a page."""
    begins = {getattr(parse(each), "level", 0): each for each in options(page)}
    return await who.select(page, [begins[level]], custom_id="one")


class Quick:
    """Plays at random without thinking; it records its requests, and can be made to wait."""

    outlook: int | None = None
    """How it says that the game looks to it, from -100 to 100."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, int, int]] = []
        self.waiting = self.reviewed = 0
        self.value = 0.0
        """The value of every position, for the first side."""
        self.proved: dict[str, str] = {}
        """The records of puzzles, by position."""
        self.fails = False
        """Whether reviews fail."""
        self.go = asyncio.Event()
        self.go.set()
        self._env: simcord.Env | None = None

    def hold(self, env: simcord.Env) -> None:
        """Wait until `go` is set, while the bot answers people."""
        self.go.clear()
        self._env = env

    async def _held(self) -> None:
        if self._env is None or self.go.is_set():
            await self.go.wait()
        else:
            await self._env.external_wait(self.go.wait(), reason="it thinks")

    async def choose(self, position: Position, level: int, seed: int) -> Decision:
        """Choose a random move, the same for the same seed."""
        self.asked.append((position, level, seed))
        await self._held()
        rng = random.Random(f"{seed} {position.encode()}")
        return Decision(position.moves()[rng.choice(list(position.moves()))], self.outlook)

    async def hint(self, position: Position, seed: int, named: Move | None = None) -> Hint:
        """Return any move, a different one after every start, or the named one."""
        move = named or (await self.choose(position, 10, seed + id(self))).move
        why = Sentence("{move}. It is as good as any.", move=position.caption(move))
        return Hint(move, why)

    async def review(
        self, start: Position, moves: Sequence[str], progress: Callable[[int, int], None]
    ) -> Review:
        """Give every position the same value."""
        assert start.moves() or not moves
        if self.fails:
            raise Unanswered("it died")
        for done in range(len(moves) + 1):
            await self._held()
            progress(done + 1, len(moves) + 1)
        self.reviewed += 1
        return Review((self.value,) * (len(moves) + 1), ())

    async def prove(self, position: Position) -> str:
        """Say what kind of puzzle a position is: none, unless `proved` says so."""
        return self.proved.get(position.encode(), "")

    async def close(self) -> None:
        """Answer pending requests at once."""
        self.go.set()


def quick(table: Table) -> Quick:
    """Return the computer player of the table's bot."""
    thinks = table.bot.computer
    assert isinstance(thinks, Quick)
    return thinks


def itself(table: Table) -> UserHandle:
    """Return the bot as a user whom a command can name."""
    return UserHandle(table.env, table.env.backend.bot_user)


async def begin(
    table: Table, game: str = "hoyito", level: int = 3, **options: object
) -> StoredMatch:
    """Let Ada, on the first side, begin a match against the computer."""
    chosen: dict[str, object] = {
        "side": "first",
        "level": level,
        **by_the_book(game),
        **written(options),
    }
    await table.ada.slash(table.channel, game, **chosen)
    matches = await table.bot.store.matches.find_live(table.ada.id)
    return await table.match(max(match.number for match in matches))
