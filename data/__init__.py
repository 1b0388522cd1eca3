"""What lasts: everything that people do, kept in one SQLite file. Start with `Store.open`.

```python
async with await Store.open(path, now) as store:
    ann, bea = Person(1, "Ann"), Person(2, "Bea")
    challenge = await store.challenges.make(ann, bea, Terms("ringo", {}), Place(channel=7), now)
    challenge, match = await store.challenges.accept(challenge.number, bea, challenge.place, now)
    before, after = await store.matches.happen(
        match, lambda match: verbs.play(match, ann.id, now, "a1-a2"), seen=match.count
    )
```

- `store.challenges`: make, replace, counter, accept, decline, withdraw, expire; find, pending,
  standing; show_on, tell.
- `store.matches`: happen with any verb of `match.verbs`, run_out, remind, touch, relocate, move;
  find, as_of, happened, of, in_channel, finished, live, record; forget_requests.
- `store.conditional_moves`: store, of, delete; answers that are played when they fit.
- `store.notes`: of, write, delete; what a player notes about a match.
- `store.lists`: live, finished, pending, awaiting, by pages; count_live, numbered.
- `store.open_challenges`: channels, open, last_by; what there is for whoever would like to play.
- `store.move_lines`: of a match: the moves that stand, and every position on their way.
- `store.imports`: add, find: records that somebody brought along, each seen by them alone.
- `store.cards`: untold, tell, show_on, bring_up, lose; past, find_past, retire; forget.
- `store.threads`: make_home, enter, leave; call: what of a match there is besides its card.
- `store.clock`: due and beat, to be asked in turn every minute or less. Each thing due is done by
  `vacations.save`, `vacations.use_up`, `matches.run_out`, `matches.remind` or `challenges.expire`,
  which refuse a second time. `tidy` of the store itself belongs to every such round.
- `store.clock_jumps`: make_up, to be asked before `due`, for what a clock that was set anew did.
- `store.settings`: of, choose; woke; turn_nights, to be asked before `due`; what people choose for
  themselves.
- `store.direct_messages`: are_closed, close, open; who takes no direct messages.
- `store.mutes`: mute, unmute, in_match, by; who is not called in which match.
- `store.servers`: of, choose, explain; forget, forget_others; what servers choose.
- `store.vacations`: of, begin, end, choose; save, use_up and tell, which the clock does.
- `store.computer`: begin, awaiting, best_beaten; lonely, offer. What the computer does happens by
  `matches.happen` as what people do.
- `store.ratings`: leaderboard, most_rated, of, history, changes, head_to_head.
- `store.statistics`: of, course, channels.
- `store.reviews`: find, keep.
- `store.puzzles`: solve, show, done, solved; set_daily, stop_daily, daily, daily_due, try_daily,
  post_daily.
- `store.people`: name, name_of, block, unblock, blocked, export.
- `store.forgetting`: forget; to_redraw and redrawn, for the cards that name who is forgotten.
- `store.backups`: daily.

Every verb is one transaction, gives what it changed as it then stands, and raises
`rules.Refusal` with a sentence for the player where it may not be. Values of a refusal that are
called `name`, `first` or `second` are display names, as people chose them. People, servers,
channels and messages are integers, and times are aware; `now` is always an argument.
"""

from data.challenge_rules import PACES
from data.clock import EARLY, Due
from data.computer import refuse_to_replace
from data.database import Database
from data.errors import Unusable, UnusableNow
from data.maintenance.backup_folder import Keeping
from data.maintenance.copy_file import Contents, contents
from data.maintenance.inspect import examine
from data.notes_and_mutes import MOST_NOTED
from data.open_challenges import OpenChallenge
from data.open_database import network_of
from data.player_rating import Change, Standing
from data.player_statistics import RatingCourse, Statistics, Tally
from data.puzzles import Daily
from data.ratings import HeadToHead, Ranked
from data.standing_challenges import MOST_AT_ONCE
from data.store import Store
from data.stored_settings import NO, YES, StoredSettings
from data.user_settings import BoardSide, Confirm, Preferences, QuietHours, Reminders, zone_called
from data.values import (
    NO_CLOCK,
    Challenge,
    ChallengeState,
    DisplayMode,
    Happened,
    ListedMatch,
    MessageRef,
    NoMatch,
    PastMessage,
    Person,
    Place,
    Seat,
    ServerSettings,
    StoredMatch,
    Terms,
    Visibility,
    read_pace,
    write_pace,
)

__all__ = [
    "EARLY",
    "MOST_AT_ONCE",
    "MOST_NOTED",
    "NO",
    "NO_CLOCK",
    "PACES",
    "YES",
    "BoardSide",
    "Challenge",
    "ChallengeState",
    "Change",
    "Confirm",
    "Contents",
    "Daily",
    "Database",
    "DisplayMode",
    "Due",
    "Happened",
    "HeadToHead",
    "Keeping",
    "ListedMatch",
    "MessageRef",
    "NoMatch",
    "OpenChallenge",
    "PastMessage",
    "Person",
    "Place",
    "Preferences",
    "QuietHours",
    "Ranked",
    "RatingCourse",
    "Reminders",
    "Seat",
    "ServerSettings",
    "Standing",
    "Statistics",
    "Store",
    "StoredMatch",
    "StoredSettings",
    "Tally",
    "Terms",
    "Unusable",
    "UnusableNow",
    "Visibility",
    "contents",
    "examine",
    "network_of",
    "read_pace",
    "refuse_to_replace",
    "write_pace",
    "zone_called",
]
