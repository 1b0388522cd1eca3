"""Threads of matches and their first messages, and the messages that ping a player to move."""

from data.cards import PastMessage, add_past, lock_card, note_announced, settle_cards
from data.columns import change_match, message_columns, message_from, ping_columns
from data.connection import Connection, Value
from data.database import Subject
from data.load_match import load_match, lock_match
from data.server_settings import DisplayMode
from data.values import MessageRef, Ping, StoredMatch


class MatchThreads(Subject):
    """Display modes other than posting a new card for every move; each step is stored.

    A match displayed in a thread has its first card posted in its channel: that message is its
    `thread_start`. The thread created from it has the same number, and once it exists the match
    takes place in it. A match whose card is edited has a `ping_message`, the last one that pinged a
    player.
    """

    async def set_start(self, number: int, posted: MessageRef, count: int) -> StoredMatch:
        """Record the message from which a match's thread will be created; its card until then."""
        async with self._database.transaction() as connection:
            row = await lock_card(connection, number)
            if row["home_message"] is None:
                columns = message_columns("home", posted) | message_columns("card", posted)
                await change_match(connection, number, **columns, card_count=count)
            else:
                await add_past(connection, number, PastMessage(posted, count))
            return await load_match(connection, number)

    async def enter(self, number: int) -> StoredMatch:
        """Move a match into the thread that was created from its first message."""
        async with self._database.transaction() as connection:
            match = await load_match(connection, number)
            if match.thread_start is not None and match.place.channel == match.thread_start.channel:
                await change_match(connection, number, channel=match.thread_start.message)
            return await load_match(connection, number)

    async def leave(self, number: int) -> StoredMatch:
        """Display a match by single cards, in its channel or the one in which its thread began."""
        async with self._database.transaction() as connection:
            match = await lock_match(connection, number)
            columns = {"way": DisplayMode.SINGLE_CARD, **message_columns("home", None)}
            if match.thread_start is not None:
                if match.in_thread:
                    columns["channel"] = match.thread_start.channel
                if match.thread_start != match.card:
                    await add_past(connection, number, PastMessage(match.thread_start, None))
            await change_match(connection, number, **columns)
            return await load_match(connection, number)

    async def record_edit(
        self,
        number: int,
        card: MessageRef,
        posted: MessageRef | None,
        count: int,
        deleted: MessageRef | None = None,
        ping: Ping | None = None,
    ) -> bool:
        """Record that a card was edited, and the message `posted` that pinged the player, if any.

        Both show the match after `count` events. The ping before becomes past, unless it was
        `deleted` already. If the match has gone on since, the new one becomes past, and if another
        message is the card by now, the edited one does. Returns whether nothing of the match is
        left to do in Discord.
        """

        async def recorded(connection: Connection) -> bool:
            row = await lock_card(connection, number)
            columns: dict[str, Value] = ping_columns(ping)
            if message_from(row, "card") != card:
                await add_past(connection, number, PastMessage(card, count))
            else:
                columns["card_count"] = count
            if row["count"] == count:
                if (before := message_from(row, "call")) not in (None, posted, deleted):
                    await add_past(connection, number, PastMessage(before, None, is_call=True))
                columns |= {**message_columns("call", posted), "told": count}
            else:
                if posted is not None:
                    await add_past(connection, number, PastMessage(posted, count, is_call=True))
                await note_announced(connection, number, count)
            if columns:
                await change_match(connection, number, **columns)
            return await settle_cards(connection, number)

        return await self._database.run(recorded)
