"""What lasts: everything that people do, kept in one SQLite file. Start with `Ledger.open`.

```python
async with await Ledger.open(path, now) as ledger:
    ann, bea = Person(1, "Ann"), Person(2, "Bea")
    challenge = await ledger.challenges.make(ann, bea, Terms("ringo", {}), Place(channel=7), now)
    challenge, match = await ledger.challenges.accept(challenge.number, bea, challenge.place, now)
    match = await ledger.matches.play(match.number, match.to_move, "a1-a2", now, seen=match.count)
```

- `ledger.challenges`: make, accept, decline, withdraw, expire; find, pending; show_on.
- `ledger.matches`: play, resign, abort, offer_draw, accept_draw, decline_draw, ask_take_back,
  grant_take_back, refuse_take_back, ask_rematch; remind, run_out; find, of, to_move, in_channel,
  finished, live, rematch_of, events, moves, record, read; show_on, forget_cards; rebuild.
- `ledger.clock`: due and beat, to be asked in turn every minute or less. Each thing due is done by
  `matches.remind`, `matches.run_out` or `challenges.expire`, which refuse a second time.
- `ledger.ratings`: leaderboard, of, history, changes, head_to_head, recompute.
- `ledger.people`: name, name_of, has_played, export, forget.
- `ledger.backups`: daily.

Every verb is one transaction, gives what it changed as it then stands, and raises
`rules.Refusal` with a sentence for the player where it may not be. Values of a refusal that are
called `name`, `first` or `second` are display names, as people chose them. People, servers,
channels and messages are integers, and times are aware; `now` is always an argument.
"""

from data.challenges import PACES
from data.clock import Due
from data.database import Database
from data.ledger import Ledger
from data.ratings import HeadToHead, Ranked
from data.standing import Change, Standing
from data.trouble import Unusable
from data.values import (
    FORMER_PLAYER,
    Card,
    Challenge,
    KeptMatch,
    ListedMatch,
    ListedMove,
    Person,
    Place,
    Seat,
    State,
    Terms,
)

__all__ = [
    "FORMER_PLAYER",
    "PACES",
    "Card",
    "Challenge",
    "Change",
    "Database",
    "Due",
    "HeadToHead",
    "KeptMatch",
    "Ledger",
    "ListedMatch",
    "ListedMove",
    "Person",
    "Place",
    "Ranked",
    "Seat",
    "Standing",
    "State",
    "Terms",
    "Unusable",
]
