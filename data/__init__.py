"""What lasts: everything that people do, kept in one SQLite file. Start with `Ledger.open`.

```python
async with await Ledger.open(path, now) as ledger:
    ann, bea = Person(1, "Ann"), Person(2, "Bea")
    challenge = await ledger.challenges.make(ann, bea, Terms("ringo", {}), Place(channel=7), now)
    challenge, match = await ledger.challenges.accept(challenge.number, bea, challenge.place, now)
    before, after = await ledger.matches.happen(
        match, lambda match: verbs.play(match, ann.id, now, "a1-a2"), seen=match.count
    )
```

- `ledger.challenges`: make, replace, counter, accept, decline, withdraw, expire; find, pending,
  standing; show_on, tell.
- `ledger.matches`: happen with any verb of `match.verbs`, run_out, remind, touch, relocate, move;
  find, as_of, happened, of, in_channel, finished, live, record; forget_requests.
- `ledger.plans`: store, of, delete; answers that are played when they fit.
- `ledger.notes`: of, write, delete; what a player notes about a match.
- `ledger.lists`: live, finished, pending, awaiting, by pages; count_live, numbered.
- `ledger.offers`: channels, open, last_by; what there is for whoever would like to play.
- `ledger.lines`: of a match: the moves that stand, and every position on their way.
- `ledger.imports`: add, find: records that somebody brought along, each seen by them alone.
- `ledger.cards`: untold, tell, show_on, bring_up, lose; past, find_past, retire; forget.
- `ledger.ways`: make_home, enter, leave; call: what of a match there is besides its card.
- `ledger.clock`: due and beat, to be asked in turn every minute or less. Each thing due is done by
  `vacations.save`, `vacations.use_up`, `matches.run_out`, `matches.remind` or `challenges.expire`,
  which refuse a second time. `tidy` of the ledger itself belongs to every such round.
- `ledger.jumps`: make_up, to be asked before `due`, for what a clock that was set anew did.
- `ledger.settings`: of, choose; woke; turn_nights, to be asked before `due`; what people choose for
  themselves.
- `ledger.letters`: are_closed, close, open; who takes no direct messages.
- `ledger.mutes`: mute, unmute, in_match, by; who is not called in which match.
- `ledger.servers`: of, choose, explain; forget, forget_others; what servers choose.
- `ledger.vacations`: of, begin, end, choose; save, use_up and tell, which the clock does.
- `ledger.computer`: begin, awaiting, best_beaten; lonely, offer. What the computer does happens by
  `matches.happen` as what people do.
- `ledger.ratings`: leaderboard, most_rated, of, history, changes, head_to_head.
- `ledger.farings`: of, course, channels.
- `ledger.reviews`: find, keep.
- `ledger.puzzles`: solve, show, done, solved; set_daily, stop_daily, daily, daily_due, try_daily,
  post_daily.
- `ledger.people`: name, name_of, block, unblock, blocked, export.
- `ledger.forgetting`: forget; to_redraw and redrawn, for the cards that name who is forgotten.
- `ledger.backups`: daily.

Every verb is one transaction, gives what it changed as it then stands, and raises
`rules.Refusal` with a sentence for the player where it may not be. Values of a refusal that are
called `name`, `first` or `second` are display names, as people chose them. People, servers,
channels and messages are integers, and times are aware; `now` is always an argument.
"""

from data.anew import MOST_AT_ONCE
from data.clock import EARLY, Due
from data.computer import refuse_to_replace
from data.database import Database
from data.disks import network_of
from data.faring import Course, Faring, Tally
from data.ledger import Ledger
from data.local import NO_CLOCK, Local, Sight, Way, read_pace, write_pace
from data.maintenance.backup_folder import Keeping
from data.maintenance.copying import Contents, contents
from data.maintenance.inspect import examine
from data.notes import MOST_NOTED
from data.offering import PACES
from data.offers import Offer
from data.personal import Confirm, Personal, Reminders, Seen
from data.puzzles import Daily
from data.quiet import Quiet, zone_called
from data.ratings import HeadToHead, Ranked
from data.standing import Change, Standing
from data.stored_settings import NO, YES, StoredSettings
from data.trouble import Unusable, UnusableNow
from data.values import (
    Challenge,
    Happened,
    KeptMatch,
    ListedMatch,
    NoMatch,
    Past,
    Person,
    Place,
    Posted,
    Seat,
    State,
    Terms,
)

__all__ = [
    "EARLY",
    "MOST_AT_ONCE",
    "MOST_NOTED",
    "NO",
    "NO_CLOCK",
    "PACES",
    "YES",
    "Challenge",
    "Change",
    "Confirm",
    "Contents",
    "Course",
    "Daily",
    "Database",
    "Due",
    "Faring",
    "Happened",
    "HeadToHead",
    "Keeping",
    "KeptMatch",
    "Ledger",
    "ListedMatch",
    "Local",
    "NoMatch",
    "Offer",
    "Past",
    "Person",
    "Personal",
    "Place",
    "Posted",
    "Quiet",
    "Ranked",
    "Reminders",
    "Seat",
    "Seen",
    "Sight",
    "Standing",
    "State",
    "StoredSettings",
    "Tally",
    "Terms",
    "Unusable",
    "UnusableNow",
    "Way",
    "contents",
    "examine",
    "network_of",
    "read_pace",
    "refuse_to_replace",
    "write_pace",
    "zone_called",
]
