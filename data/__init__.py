"""Everything that is stored, in one SQLite file. Start with `Store.open`.

```python
async with await Store.open(path, now) as store:
    ann, bea = Person(1, "Ann"), Person(2, "Bea")
    challenge = await store.challenges.make(ann, bea, Terms("ringo", {}), Place(channel=7), now)
    challenge, match = await store.challenges.accept(challenge.number, bea, challenge.place, now)
    before, after, _ = await store.matches.apply(
        match, lambda match: verbs.play(match, ann.id, now, "a1-a2"), seen=match.count
    )
```

Each subject is an attribute of the store (`store.py` lists them) and a module with its SQL, from
which its other values are imported.

Every method that changes something is one transaction, returns the new state of what it changed,
and raises `rules.Refusal` with a sentence for the player if it is not allowed. Values of a refusal
that are called `name`, `first` or `second` are display names, as people chose them. People,
servers, channels and messages are integers, and times are aware; `now` is always an argument.
"""

from data.cards import PastMessage
from data.contest_values import Contest, ContestState, ContestTerms
from data.load_ladder import StoredLadder
from data.server_settings import DisplayMode, ServerSettings, Visibility
from data.settings import PersonalSettings
from data.store import Store
from data.unusable_file import Unusable
from data.values import (
    FAIR,
    Challenge,
    ChallengeState,
    ListedMatch,
    MessageRef,
    NoMatch,
    Person,
    Place,
    Seat,
    StoredMatch,
    Terms,
)

__all__ = [
    "FAIR",
    "Challenge",
    "ChallengeState",
    "Contest",
    "ContestState",
    "ContestTerms",
    "DisplayMode",
    "ListedMatch",
    "MessageRef",
    "NoMatch",
    "PastMessage",
    "Person",
    "PersonalSettings",
    "Place",
    "Seat",
    "ServerSettings",
    "Store",
    "StoredLadder",
    "StoredMatch",
    "Terms",
    "Unusable",
    "Visibility",
]
