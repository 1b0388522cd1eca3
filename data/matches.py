"""Matches: what players do in them."""

from collections.abc import Callable
from datetime import datetime

from data import tables
from data.keeping import begin, keep, load, replayed
from data.looking import Looking
from data.rows import card_values, copied
from data.values import Card, KeptMatch, Terms
from rules import Refusal
from rules.event import Event

Decision = Callable[[KeptMatch], Event]


class Matches(Looking):
    """What people do in their matches, each a transaction, besides what there is to see.

    Every verb gives the match as it then stands. `seen` is the number of events that the player
    saw when asking; where it is not the present one, `rules.match.Stale` is raised and nothing
    changes. Without it nothing is stale.
    """

    async def play(
        self, number: int, person: int, text: str, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Make a move; passes that it forces are played along."""
        return await self._happen(number, lambda match: match.play(person, text, now, seen))

    async def resign(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Give a match up."""
        return await self._happen(number, lambda match: match.resign(person, now, seen))

    async def abort(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """End a match that has hardly begun, without a result."""
        return await self._happen(number, lambda match: match.abort(person, now, seen))

    async def offer_draw(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Offer a draw."""
        return await self._happen(number, lambda match: match.offer_draw(person, now, seen))

    async def accept_draw(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Agree to the opponent's draw offer."""
        return await self._happen(number, lambda match: match.accept_draw(person, now, seen))

    async def decline_draw(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Play on in spite of the opponent's draw offer."""
        return await self._happen(number, lambda match: match.decline_draw(person, now, seen))

    async def ask_take_back(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Ask to take one's own last move back."""
        return await self._happen(number, lambda match: match.ask_take_back(person, now, seen))

    async def grant_take_back(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Let the opponent take the last move back."""
        return await self._happen(number, lambda match: match.grant_take_back(person, now, seen))

    async def refuse_take_back(
        self, number: int, person: int, now: datetime, seen: int | None = None
    ) -> KeptMatch:
        """Let the opponent's last move stand."""
        return await self._happen(number, lambda match: match.refuse_take_back(person, now, seen))

    async def ask_rematch(
        self, number: int, person: int, now: datetime
    ) -> tuple[KeptMatch, KeptMatch | None]:
        """Ask for a rematch of a finished match, or agree to it.

        Gives the finished match and, where both agree now, the new one with sides changed.
        """
        async with self._database.transaction() as connection:
            match = await load(connection, number)
            for seat in match.seats:
                if seat < 0:
                    raise Refusal("Your opponent has left; challenge somebody else.")
            match = await keep(connection, match, match.ask_rematch(person, now))
            if len(match.rematch) < 2:
                return match, None
            terms = Terms(match.game, match.options, pace=match.pace, rated=match.rated)
            seats = (match.seats[1], match.seats[0])
            return match, await begin(connection, terms, seats, match.place, now, number)

    async def run_out(self, number: int, now: datetime) -> KeptMatch:
        """End a match whose time has run out. Raises `Refusal` where there is time left."""
        return await self._happen(number, lambda match: match.run_out(now))

    async def remind(self, number: int, now: datetime) -> KeptMatch:
        """Note that the player to move is being reminded, once in a turn.

        Raises `Refusal` where it is too early or was done: so whoever is not refused reminds.
        """
        async with self._database.transaction() as connection:
            match = (await load(connection, number)).remind(now)
            await tables.update_match(connection, number, copied(match))
            return match

    async def show_on(self, number: int, card: Card | None) -> None:
        """Remember which message shows a match, or that none does."""
        async with self._database.transaction() as connection:
            await tables.card_match(connection, number, *card_values(card))

    async def forget_cards(self) -> None:
        """Forget every message that shows a match or a challenge, because none is there now."""
        async with self._database.transaction() as connection:
            await tables.remove_cards(connection)

    async def rebuild(self, number: int) -> KeptMatch:
        """Work out anew, from its events, the copy of a match's state that its row keeps."""
        async with self._database.transaction() as connection:
            match = await replayed(connection, number)
            await tables.update_match(connection, number, copied(match))
            return match

    async def _happen(self, number: int, decide: Decision) -> KeptMatch:
        """Let one thing happen to a match, if it may."""
        async with self._database.transaction() as connection:
            match = await load(connection, number)
            return await keep(connection, match, decide(match))
