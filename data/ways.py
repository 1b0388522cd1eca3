"""What of a match is in Discord besides its card: the home of its thread, and the call to move."""

from data import tables
from data.cards import add_past, put_call_past
from data.database import Database
from data.keeping import load_match
from data.local import Way
from data.rows.columns import card_columns, home_columns
from data.values import KeptMatch, Past, Posted


class Ways:
    """How matches show themselves otherwise than by one living card; each step is kept.

    A match whose way is a thread has its first card posted in its channel: that message is its
    `home`. The thread made from it has the same number, and once that is there the match lives in
    it. A match whose card is changed in place has a `call`, the last message that called a player.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make_home(self, number: int, posted: Posted, count: int) -> KeptMatch:
        """Remember the message from which a match's thread is to be made; its card until then."""
        async with self._database.transaction() as connection:
            row = await tables.cards.hold(connection, number)
            if row["home_message"] is None:
                columns = home_columns(posted) | card_columns(posted) | {"card_count": count}
                await tables.matches.rewrite(connection, number, columns)
            else:
                await add_past(connection, number, Past(posted, count))
            return await load_match(connection, number)

    async def enter(self, number: int) -> KeptMatch:
        """Let a match live in the thread that was made from its home."""
        async with self._database.transaction() as connection:
            match = await load_match(connection, number)
            if match.home is not None and match.place.channel == match.home.channel:
                columns = {"channel": match.home.message}
                await tables.matches.rewrite(connection, number, columns)
            return await load_match(connection, number)

    async def leave(self, number: int) -> KeptMatch:
        """Let a match show itself by one living card, where it lives or where its thread began."""
        async with self._database.transaction() as connection:
            await tables.matches.hold(connection, number)
            match = await load_match(connection, number)
            columns = {"way": Way.LIVING, **home_columns(None)}
            if match.home is not None:
                if match.in_thread:
                    columns["channel"] = match.home.channel
                if match.home != match.card:
                    await add_past(connection, number, Past(match.home, None))
            await tables.matches.rewrite(connection, number, columns)
            return await load_match(connection, number)

    async def call(self, number: int, posted: Posted | None, count: int) -> None:
        """Remember the message that calls whom a match calls after `count` events, if any does.

        The call before is past then. Where the match has gone on since, the new one is.
        """
        async with self._database.transaction() as connection:
            row = await tables.cards.hold(connection, number)
            if row["count"] == count:
                await put_call_past(connection, number, row, posted)
            elif posted is not None:
                await add_past(connection, number, Past(posted, count, is_call=True))
            await tables.cards.tell(connection, number, count)
            await tables.cards.settle(connection, number)
