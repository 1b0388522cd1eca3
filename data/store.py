"""The store: one object that gives access to everything that is stored."""

import asyncio
import random
from datetime import datetime
from types import TracebackType
from typing import Self

from data import set_aside
from data.ballots import Ballots
from data.cards import Cards
from data.challenges import Challenges
from data.claims import Claims
from data.clock_jumps import ClockJumps
from data.clubs import Clubs
from data.computer import Computer
from data.conditional_moves import ConditionalMoves
from data.contest_messages import ContestMessages
from data.contests import Contests
from data.daily_puzzles import DailyPuzzles
from data.daily_results import DailyResults
from data.database import Database
from data.digests import Digests
from data.driver import Hold, Location
from data.due import DueItems
from data.followers import Followers
from data.forget import Forget
from data.guesses import Guesses
from data.imported_records import ImportedRecords
from data.ladders import Ladders
from data.left_servers import LeftServers
from data.lessons import LessonTasks
from data.long_work import RunsLong
from data.lost_access import LostAccess
from data.maintenance.backup import Backups
from data.match_lists import MatchLists
from data.match_moves import MatchMoves
from data.match_puzzles import MatchPuzzles
from data.matches import Matches
from data.mirrors import Mirrors
from data.notes import Notes
from data.open_challenges import OpenChallenges
from data.outages import Outages
from data.people import DirectMessageStatus, Mutes, People
from data.player_statistics import PlayerStatistics
from data.puzzle_rushes import PuzzleRushes
from data.puzzles import SolvedPuzzles
from data.ratings import Ratings
from data.reminders import SentReminders
from data.reviews import StoredReviews
from data.settings import SettingsOfPeople, SettingsOfServers
from data.threads import MatchThreads
from data.upgrade import Working
from data.vacations import Vacations
from data.web_links import WebLinks


class Store:
    """An open database: an attribute for each subject; see the module `data` for how it is used."""

    def __init__(
        self, database: Database, rng: random.Random, run_long: RunsLong = asyncio.to_thread
    ) -> None:
        self._database = database
        self.challenges = Challenges(database, rng)
        self.matches = Matches(database, run_long)
        self.lists = MatchLists(database)
        self.open_challenges = OpenChallenges(database)
        self.match_moves = MatchMoves(database, run_long)
        self.conditional_moves = ConditionalMoves(database)
        self.contests = Contests(database, rng)
        self.contest_messages = ContestMessages(database)
        self.ladders = Ladders(database)
        self.clubs = Clubs(database)
        self.mirrors = Mirrors(database)
        self.notes = Notes(database)
        self.followers = Followers(database)
        self.guesses = Guesses(database)
        self.ballots = Ballots(database)
        self.imports = ImportedRecords(database, run_long)
        self.cards = Cards(database)
        self.threads = MatchThreads(database)
        self.lost_access = LostAccess(database)
        self.due = DueItems(database)
        self.reminders = SentReminders(database)
        self.outages = Outages(database)
        self.clock_jumps = ClockJumps(database)
        self.computer = Computer(database, rng)
        self.reviews = StoredReviews(database)
        self.lessons = LessonTasks(database)
        self.puzzles = SolvedPuzzles(database)
        self.daily_puzzles = DailyPuzzles(database)
        self.daily_results = DailyResults(database)
        self.rushes = PuzzleRushes(database)
        self.match_puzzles = MatchPuzzles(database)
        self.digests = Digests(database)
        self.ratings = Ratings(database)
        self.statistics = PlayerStatistics(database)
        self.people = People(database)
        self.personal_settings = SettingsOfPeople(database)
        self.direct_messages = DirectMessageStatus(database)
        self.mutes = Mutes(database)
        self.server_settings = SettingsOfServers(database)
        self.vacations = Vacations(database)
        self.web_links = WebLinks(database)
        self.left_servers = LeftServers(database)
        self.forgetting = Forget(database, self.left_servers)
        self.backups = Backups(database)

    @classmethod
    async def open(
        cls,
        path: Location,
        now: datetime,
        rng: random.Random | None = None,
        run_long: RunsLong = asyncio.to_thread,
        working: Working = lambda: None,
        hold: Hold = Hold.ALONE,
    ) -> Self:
        """Open it for its bot, and give players back the time it was closed.

        One of several bots that share it does not: whichever decides what is due begins that.

        `rng` assigns random sides; tests pass their own. `run_long` runs what may take seconds, as
        playing a whole match does. `working` is called again and again, in a thread, while an older
        file is brought up to date. Raises `Unusable`, a sentence for the host, if the file cannot
        be used.
        """
        database = await Database.open(path, working=working, hold=hold)
        set_aside.begin_anew()
        store = cls(database, rng or random.Random(), run_long)
        if hold is Hold.SHARED:
            return store
        try:
            await store.outages.start(now)
        except BaseException:
            await store.close()
            raise
        return store

    async def open_claims(self) -> Claims:
        """Open the claims of the processes that share it. Raises `Unusable`."""
        return await self._database.open_claims()

    def forget_cached(self) -> None:
        """Read settings anew, after another process may have changed some."""
        self._database.settings.clear()

    async def tidy(self, now: datetime) -> None:
        """Remove outdated rows, some at a time, and finish what a stop interrupted.

        To be called in every round of the poller.
        """
        await self.challenges.remove_settled(now)
        await self.imports.remove_old(now)
        await self.forgetting.go_on(now)

    async def close(self, now: datetime | None = None) -> None:
        """Close the file; `now` records until when the bot was alive."""
        try:
            if now is not None:
                await self.outages.beat(now)
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
