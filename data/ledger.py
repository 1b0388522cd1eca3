"""The ledger: one object through which everything that lasts is done and asked."""

import random
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from data.cards import Cards
from data.challenges import Challenges
from data.clock import Clock
from data.computer import Computer
from data.database import Database
from data.faring import Farings
from data.forgetting import Forgetting
from data.imports import Imports
from data.jumps import Jumps
from data.letters import Letters
from data.lines import Lines
from data.listing import Lists
from data.maintenance.backup import Backups
from data.matches import Matches
from data.mutes import Mutes
from data.notes import Notes
from data.offers import Offers
from data.people import People
from data.personal import Settings
from data.plans import Plans
from data.puzzles import Puzzles
from data.ratings import Ratings
from data.reviews import Reviews
from data.servers import Servers
from data.vacations import Vacations
from data.ways import Ways


class Ledger:
    """An open database, by subject; see `data` for how it is used."""

    def __init__(self, database: Database, lots: random.Random) -> None:
        self._database = database
        self.challenges = Challenges(database, lots)
        self.matches = Matches(database)
        self.lists = Lists(database)
        self.offers = Offers(database)
        self.lines = Lines(database)
        self.plans = Plans(database)
        self.notes = Notes(database)
        self.imports = Imports(database)
        self.cards = Cards(database)
        self.ways = Ways(database)
        self.clock = Clock(database)
        self.jumps = Jumps(database)
        self.computer = Computer(database, lots)
        self.reviews = Reviews(database)
        self.puzzles = Puzzles(database)
        self.ratings = Ratings(database)
        self.farings = Farings(database)
        self.people = People(database)
        self.settings = Settings(database)
        self.letters = Letters(database)
        self.mutes = Mutes(database)
        self.servers = Servers(database)
        self.vacations = Vacations(database)
        self.forgetting = Forgetting(database, self.settings, self.letters)
        self.backups = Backups(database)

    @classmethod
    async def open(cls, path: Path, now: datetime, lots: random.Random | None = None) -> Self:
        """Open the file as the one bot that uses it, and give back the time it was closed.

        `lots` decides who plays which side where nobody wished; tests decide by it. Raises
        `Unusable`, a sentence for whoever runs the bot, where the file cannot be used.
        """
        ledger = cls(await Database.open(path), lots or random.Random())
        try:
            await ledger.clock.come_back(now)
        except BaseException:
            await ledger.close()
            raise
        return ledger

    async def tidy(self, now: datetime) -> None:
        """Remove what has served its purpose, some at a time, and finish what a stop interrupted.

        To be done in every round of the clock.
        """
        await self.challenges.remove_settled(now)
        await self.imports.remove_old(now)
        await self.forgetting.go_on(now)

    async def close(self, now: datetime | None = None) -> None:
        """Close the file; `now` notes until when the bot was alive."""
        try:
            if now is not None:
                await self.clock.beat(now)
        finally:
            await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
