"""Everything that is stored, in one SQLite file. Start with `Store.open`.

```python
async with await Store.open(path, now) as store:
    ann, bea = Person(1, "Ann"), Person(2, "Bea")
    challenge = await store.challenges.make(ann, bea, Terms("ringo", {}), Place(channel=7), now)
    challenge, match = await store.challenges.accept(challenge.number, bea, challenge.place, now)
    before, after, _ = await store.matches.happen(
        match, lambda match: verbs.play(match, ann.id, now, "a1-a2"), seen=match.count
    )
```

- `store.challenges`: make, replace, counter, accept, decline, withdraw, expire; find, find_pending,
  pending, standing, last_by; show_on and tell, for their cards.
- `store.matches`: happen with any verb of `match.verbs`, run_out, relocate, remind, touch; move to
  another place without an event; find, as_of, happened, of, in_channel, live, finished, record;
  forget_requests.
- `store.conditional_moves`: store, of, delete; answers that are played when they apply.
- `store.match_moves`: of and remarks; a match's moves with every position between them, cached.
- `store.contests`: open, join, leave, stop, move, choose_at_once; due, go_on, vacations_over and
  undecided, for the poller; to_show, show_on, schedule, try_news, tell, for what shows them; find,
  find_here, of_server, of_person, champions. Leagues and cups.
- `store.notes`: of, write, delete; players' private notes on matches.
- `store.mutes`: mute, unmute, in_match, by; who is not called in which match.
- `store.lists`: live, finished, to_move, pending, awaiting, by pages; count_live, numbered.
- `store.open_challenges`: channels, open; what is open to anybody in a server.
- `store.imports`: add, find; records that people imported, each visible to its owner only.
- `store.cards`: untold, tell, expect, show_on, bring_up, lose; find_past, past, retire; forget. The
  messages that show matches.
- `store.threads`: make_home, enter, leave, call; a match's messages in the other display modes.
- `store.lost_access`: mark_match, mark_channel, mark_server; due, tell, looked. Players who may no
  longer see the channel of their match.
- `store.followers`: follow, unfollow, find, followed; untold, tell, remove, for the poller. Who is
  told of matches of others.
- `store.guesses`: guess, own, best_guessers. What spectators expect as the next move.
- `store.clock`: due, to be called every minute or more often, and live_due every second, for live
  matches. What is due is handled by `vacations.save`, `vacations.use_up`, `matches.run_out`,
  `matches.remind` or `challenges.expire`, which refuse a second time. `tidy` of the store itself
  belongs to every such round.
- `store.outages`: beat, to be called after `due`, or come_back if Discord could not be reached.
- `store.clock_jumps`: apply_jump, to be called before `due`; moves deadlines when the machine's
  clock was changed, unless it was told to expect that.
- `store.vacations`: of, begin, end, choose; save, use_up, news and tell, for the poller.
- `store.computer`: begin, awaiting, best_beaten, fitting_level; unanswered_challenges,
  offer_computer. The computer's moves are made with `matches.happen` like everybody's.
- `store.reviews`: find, keep.
- `store.puzzles`: answer, show, take_hint, done, solved; solver, difficulties.
- `store.daily_puzzles`: set_up, stop, of, due; begin, post, find, before; to_edit, begin_edit,
  end_edit, lose, for the messages that show them; results, week, streak.
- `store.rushes`: of, begin, go_on, bests, best.
- `store.match_puzzles`: to_search, keep, find, of_game, in_match, allowed_in.
- `store.digests`: due, begin, tell, played.
- `store.ladders`: open, join, leave, challenge; due and drop, for the poller; find, find_in, games,
  hidden, lately; to_show, show_on, for their cards.
- `store.ratings`: leaderboard, most_rated, of, history, changes.
- `store.statistics`: of, head_to_head, course, channels.
- `store.people`: name, introduce, name_of, locale_of, block, unblock, blocked, export.
- `store.settings`: of, choose, language_of, quiet_hours_ended; store_next_quiet_hours, to be
  called before `due`. People's own settings and quiet hours.
- `store.direct_messages`: are_closed, close, open; who takes no direct messages.
- `store.servers`: of, choose, explain, forget, forget_others; servers' settings.
- `store.forgetting`: forget; to_redraw and redrawn, for the cards that name a forgotten person.
- `store.backups`: daily.

Every method that changes something is one transaction, returns the new state of what it changed,
and raises `rules.Refusal` with a sentence for the player if it is not allowed. Values of a refusal
that are called `name`, `first` or `second` are display names, as people chose them. People,
servers, channels and messages are integers, and times are aware; `now` is always an argument.
"""

from data.challenge_rules import MOST_AT_ONCE, refuse_to_replace
from data.contest_values import (
    USUAL_PACE,
    Contest,
    ContestEntrant,
    ContestGame,
    ContestNews,
    ContestState,
    ContestTerms,
    WhyOut,
)
from data.contests import Champion
from data.daily_puzzles import DailyPost, DailyPuzzle
from data.database import Database
from data.digests import DueDigest, PlayedMatch
from data.due import EARLY, Due
from data.followers import Follow
from data.guesses import Guesser, OwnGuesses
from data.load_ladder import StoredLadder
from data.long_work import RunsLong
from data.lost_access import AccessCheck
from data.maintenance.backup_folder import Retention
from data.maintenance.copy_file import Contents, contents
from data.maintenance.inspect import inspect_database
from data.match_puzzles import MatchPuzzle
from data.notes import MOST_NOTED
from data.open_challenges import OpenChallenge
from data.outages import last_beat
from data.player_rating import Change, Standing
from data.player_statistics import RatingCourse, Statistics, Tally
from data.prepare_database import network_of
from data.puzzle_days import DayResults, WeekResults
from data.puzzle_rushes import MISTAKES, Rush, RushBests
from data.puzzles import Answered, Attempt
from data.ratings import Ranked
from data.setting_fields import NO, YES, StoredSettings
from data.settings import (
    NO_PLACES,
    BoardSide,
    Confirm,
    Preferences,
    QuietHours,
    Reminders,
    zone_called,
)
from data.store import Store
from data.time_controls import LIVE_PACES, NO_CLOCK, PACES, read_pace, write_pace
from data.unusable_file import Unusable, UnusableNow
from data.vacations import VacationNews
from data.values import (
    Call,
    CardSide,
    Challenge,
    ChallengeState,
    ContestOf,
    DisplayMode,
    Happened,
    ListedMatch,
    MessageRef,
    NoMatch,
    PastMessage,
    Person,
    Place,
    SeasonStarters,
    Seat,
    ServerSettings,
    StoredMatch,
    Terms,
    Visibility,
)

__all__ = [
    "EARLY",
    "LIVE_PACES",
    "MISTAKES",
    "MOST_AT_ONCE",
    "MOST_NOTED",
    "NO",
    "NO_CLOCK",
    "NO_PLACES",
    "PACES",
    "USUAL_PACE",
    "YES",
    "AccessCheck",
    "Answered",
    "Attempt",
    "BoardSide",
    "Call",
    "CardSide",
    "Challenge",
    "ChallengeState",
    "Champion",
    "Change",
    "Confirm",
    "Contents",
    "Contest",
    "ContestEntrant",
    "ContestGame",
    "ContestNews",
    "ContestOf",
    "ContestState",
    "ContestTerms",
    "DailyPost",
    "DailyPuzzle",
    "Database",
    "DayResults",
    "DisplayMode",
    "Due",
    "DueDigest",
    "Follow",
    "Guesser",
    "Happened",
    "ListedMatch",
    "MatchPuzzle",
    "MessageRef",
    "NoMatch",
    "OpenChallenge",
    "OwnGuesses",
    "PastMessage",
    "Person",
    "Place",
    "PlayedMatch",
    "Preferences",
    "QuietHours",
    "Ranked",
    "RatingCourse",
    "Reminders",
    "Retention",
    "RunsLong",
    "Rush",
    "RushBests",
    "SeasonStarters",
    "Seat",
    "ServerSettings",
    "Standing",
    "Statistics",
    "Store",
    "StoredLadder",
    "StoredMatch",
    "StoredSettings",
    "Tally",
    "Terms",
    "Unusable",
    "UnusableNow",
    "VacationNews",
    "Visibility",
    "WeekResults",
    "WhyOut",
    "contents",
    "inspect_database",
    "last_beat",
    "network_of",
    "read_pace",
    "refuse_to_replace",
    "write_pace",
    "zone_called",
]
