"""Who has a page open: sessions in memory, and how often each may ask."""

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe
from time import monotonic

from data import PersonalSettings, StoredMatch
from data.web_links import VALID, Opener, Trade
from interactions import Bot
from rules import Refusal, Sentence, message

A_SECOND = 20
"""How often a page may ask in a second."""
MOST_OPEN = 5
"""How many pages a person may have open; one more closes the one that was opened first."""
CLOSED = message("This page is closed. Press **Board** on a card to open it again.")


class Shut(Refusal):
    """A page without a session, or with one that has ended."""


class TooMany(Refusal):
    """A page that asks too often."""


@dataclass(eq=False)
class Session:
    """An open page: whose it is, until when, and how often it has asked in this second."""

    opener: Opener
    ends: datetime
    personal: PersonalSettings = field(default_factory=PersonalSettings)
    """The person's settings when the page last asked."""
    second: int = 0
    asked: int = 0
    seen: dict[int, datetime] = field(default_factory=dict)
    """When it was last found that the person may watch matches of others, by their numbers."""

    @property
    def person(self) -> int:
        """The number of the person whose page it is."""
        return self.opener.person

    def refuse_closed(self, personal: PersonalSettings | None, now: datetime) -> None:
        """Take over the person's settings; raise `Shut` if these, or the page, are gone."""
        if self.ends <= now or personal is None:
            raise Shut(CLOSED)
        self.personal = personal


class Doors:
    """All open pages, by a hash of what each has instead of a cookie."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._sessions: dict[bytes, Session] = {}

    async def enter(self, token: str, now: datetime, *, agreed: bool) -> tuple[str, Opener]:
        """Open a page with a link's token; return its key, empty if it was used before.

        Then the person is to be asked, and has `agreed` if it is the same. Raises `Shut`.
        """
        came, opener = await self._bot.store.web_links.trade(token, now)
        if opener is None:
            raise Shut(CLOSED)
        if came is Trade.USED and not agreed:
            return "", opener
        self._sessions = {key: one for key, one in self._sessions.items() if one.ends > now}
        own = [key for key, one in self._sessions.items() if one.person == opener.person]
        for oldest in own[: max(0, len(own) + 1 - MOST_OPEN)]:
            self._sessions.pop(oldest).ends = now
        key = token_urlsafe(32)
        self._sessions[_hash(key)] = Session(opener, now + VALID)
        return key, opener

    async def session(
        self, key: str, now: datetime, match: int = 0
    ) -> tuple[Session, StoredMatch | None]:
        """Find the session of a page that asks, and a match, whoever may see that.

        Raises `Shut` and `TooMany`.
        """
        found = self._sessions.get(_hash(key))
        if found is None or found.ends <= now:
            raise Shut(CLOSED)
        second = int(monotonic())
        found.asked = found.asked + 1 if found.second == second else 1
        found.second = second
        if found.asked > A_SECOND:
            raise TooMany(Sentence("That was too quick; try again in a second."))
        personal, asked_about = await self._bot.store.web_links.asks(found.person, match, now)
        found.refuse_closed(personal, now)
        return found, asked_about

    async def refuse_closed(self, session: Session, now: datetime) -> None:
        """Raise `Shut` if the page was closed, or the person's link taken away, since."""
        session.refuse_closed(await self._bot.store.web_links.settings_of(session.person, now), now)


def _hash(key: str) -> bytes:
    return sha256(key.encode(errors="replace")).digest()
