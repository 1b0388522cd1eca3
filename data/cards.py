"""Cards: which message shows a match, which are past, and which events were announced."""

from dataclasses import dataclass
from datetime import datetime

from data.columns import change_match, message_columns, message_from, ping_columns, stamp
from data.connection import Connection, Row
from data.database import Subject
from data.events import event_from, load_event_rows
from data.load_match import load_match
from data.people import muted_by
from data.values import MessageRef, Ping, StoredMatch
from match.event import Event


@dataclass(frozen=True)
class PastMessage:
    """A message that shows a past state of a match, after `count` events (`None`: not known).

    Another message shows the present state.
    """

    posted: MessageRef
    count: int | None
    is_call: bool = False
    """Whether it was only a call to move."""
    is_request: bool = False
    """Whether it is a request that was answered; then `count` is the number of its event."""


class Cards(Subject):
    """The messages that show matches, and which of a match's events are not announced yet.

    An event is stored together with the mark that it is unannounced. The mark is removed once the
    players were notified, the card is up to date, and no past card has buttons: until then
    `store.due` lists the match.
    """

    async def unannounced(self, match: StoredMatch) -> tuple[list[Event], frozenset[int]]:
        """List the events of a match, as it was loaded, that were not announced to its players.

        Return also who has muted it.
        """
        number, since = match.number, match.announced_count

        async def read(connection: Connection) -> tuple[list[Event], frozenset[int]]:
            rows = await load_event_rows(connection, number, match.count, since)
            return [event_from(row) for row in rows], await muted_by(connection, number)

        return await self._reader.run(read)

    async def mark_announced(self, number: int, count: int) -> None:
        """Record that the first `count` events of a match were announced to its players."""
        async with self._database.transaction() as connection:
            await note_announced(connection, number, count)
            await settle_cards(connection, number)

    async def expect(self, number: int, now: datetime) -> None:
        """Record that a message is about to be posted although nothing has happened.

        If that message is not recorded, as after a stop, `store.due` lists the match.
        """
        await self._database.change(
            "UPDATE matches SET unrecorded_since = COALESCE(unrecorded_since, :now), "
            "untold_since = COALESCE(untold_since, :now) WHERE id = :match",
            match=number,
            now=stamp(now),
        )

    async def show_on(
        self,
        number: int,
        posted: MessageRef,
        count: int,
        replaced: PastMessage | None = None,
        ping: Ping | None = None,
    ) -> bool:
        """Record a new message that announces a match after `count` events, and its `ping`.

        The message before becomes past, unless it is the one that was `replaced` by its short line
        already and was not updated meanwhile. If the match has gone on since, the new message
        becomes past. Returns whether nothing of the match is left to do in Discord.
        """

        async def shown(connection: Connection) -> bool:
            row = await lock_card(connection, number)
            before = message_from(row, "card")
            if row["count"] != count:
                await add_past(connection, number, PastMessage(posted, count))
                await note_announced(connection, number, count)
                if ping is not None:
                    await change_match(connection, number, **ping_columns(ping))
            else:
                past = None if before in (None, posted) else PastMessage(before, row["card_count"])
                if past not in (None, replaced):
                    await add_past(connection, number, past)
                if (pinging := message_from(row, "call")) is not None:
                    await add_past(connection, number, PastMessage(pinging, None, is_call=True))
                await change_match(
                    connection,
                    number,
                    **message_columns("card", posted),
                    **message_columns("call", None),
                    card_count=count,
                    told=count,  # there are no later events that could have been announced
                    # Whatever was posted is recorded by now; past cards are only edited or deleted.
                    unrecorded_since=None,
                    **ping_columns(ping),
                )
            return await settle_cards(connection, number)

        return await self._database.run(shown)

    async def bring_up(self, number: int, posted: MessageRef, count: int) -> bool:
        """Record that a message was edited, and shows a match after `count` events.

        If another message is the card by now, this one becomes past. Returns whether the message
        needs no further edit, because the match has not gone on.
        """
        async with self._database.transaction() as connection:
            row = await lock_card(connection, number)
            if message_from(row, "card") != posted:
                await add_past(connection, number, PastMessage(posted, count))
                return True
            await change_match(connection, number, card_count=count)
            await settle_cards(connection, number)
            return bool(row["count"] == count)

    async def lose(self, number: int, count: int) -> None:
        """Record that no message shows a match after `count` events, nor can one."""
        async with self._database.transaction() as connection:
            row = await lock_card(connection, number)
            if row["count"] == count and (before := message_from(row, "card")):
                await add_past(connection, number, PastMessage(before, row["card_count"]))
                nothing = message_columns("card", None)
                await change_match(connection, number, **nothing, card_count=None)
            await settle_cards(connection, number)

    async def find_past(self, number: int, past: PastMessage) -> None:
        """Record a message that still carries a match's buttons, unless it is the present card."""
        async with self._database.transaction() as connection:
            if message_from(await lock_card(connection, number), "card") != past.posted:
                await add_past(connection, number, past)

    async def past(self, number: int) -> list[PastMessage]:
        """List the past messages that still carry a match's buttons."""
        rows = await self._reader.rows(
            "SELECT channel AS card_channel, message AS card_message, count, is_call, is_request "
            "FROM past_cards WHERE match = :match ORDER BY message",
            match=number,
        )
        return [
            PastMessage(posted, row["count"], bool(row["is_call"]), bool(row["is_request"]))
            for row in rows
            if (posted := message_from(row, "card"))
        ]

    async def retire(self, number: int, past: PastMessage) -> None:
        """Record that a past message has lost its buttons, or never will."""
        async with self._database.transaction() as connection:
            await connection.change(
                "DELETE FROM past_cards WHERE message = :message", message=past.posted.message
            )
            await settle_cards(connection, number)

    async def ask(self, number: int, posted: MessageRef, request: Event) -> None:
        """Record a message with the buttons that answer a request.

        It is past at once if the request was answered meanwhile.
        """
        async with self._database.transaction() as connection:
            match = await load_match(connection, number)
            if request.kind in match.open_requests:
                await connection.insert(
                    "request_messages",
                    "(message) DO NOTHING",
                    match=number,
                    **vars(posted),
                    kind=request.kind,
                    number=request.number,
                )
            else:
                past = PastMessage(posted, request.number, is_request=True)
                await add_past(connection, number, past)

    async def forget(self) -> None:
        """Forget every message that shows a match or a challenge, because none exists any more."""
        async with self._database.transaction() as connection:
            await connection.change(
                "UPDATE matches SET card_channel = NULL, card_message = NULL, card_count = NULL, "
                "call_channel = NULL, call_message = NULL WHERE card_message IS NOT NULL"
            )
            await connection.change(
                "UPDATE matches SET channel = home_channel, home_channel = NULL, "
                "home_message = NULL WHERE home_message IS NOT NULL"
            )
            await connection.change("DELETE FROM past_cards")
            await connection.change("DELETE FROM request_messages")
            await connection.change(
                "UPDATE challenges SET card_channel = NULL, card_message = NULL "
                "WHERE card_message IS NOT NULL"
            )
            await connection.change("UPDATE ladders SET card_channel = NULL, card_message = NULL")
            await connection.change(
                "UPDATE clubs SET card_channel = NULL, card_message = NULL, shown = 0"
            )
            await connection.change(
                "UPDATE club_games SET mirror_message = NULL, mirror_count = -1"
            )


async def lock_card(connection: Connection, match: int) -> Row:
    """Lock a match's row until the transaction ends, also in a database with several writers.

    Returns which messages show the match, after how many events, and the present number of events.
    """
    (row,) = await connection.rows(
        "UPDATE matches SET count = count WHERE id = :match RETURNING card_channel, card_message, "
        "card_count, count, home_message, call_channel, call_message",
        match=match,
    )
    return row


async def note_announced(connection: Connection, match: int, count: int) -> None:
    """Record that the first `count` events were announced to the players."""
    await connection.change(
        "UPDATE matches SET told = MAX(told, :count) WHERE id = :match", match=match, count=count
    )


async def settle_cards(connection: Connection, match: int) -> bool:
    """Clear the mark of an unannounced match if nothing is left to do; return whether it was."""
    changed = await connection.change(
        "UPDATE matches SET untold_since = NULL, unrecorded_since = NULL "
        "WHERE id = :match AND told = count "
        "AND (card_message IS NULL OR card_count = count) "
        "AND NOT EXISTS (SELECT 1 FROM past_cards WHERE match = :match)",
        match=match,
    )
    return bool(changed)


async def add_past(connection: Connection, match: int, past: PastMessage) -> None:
    """Record a past message, which must lose its buttons.

    Until then the match counts as unannounced, since about now: the time at which the bot was last
    alive.
    """
    await connection.insert(
        "past_cards",
        "(message) DO NOTHING",
        match=match,
        **vars(past.posted),
        count=past.count,
        is_call=past.is_call,
        is_request=past.is_request,
    )
    await connection.change(
        "UPDATE matches SET untold_since = COALESCE(untold_since, (SELECT at FROM pulse)) "
        "WHERE id = :match",
        match=match,
    )


async def close_requests(connection: Connection, match: int, kind: str) -> None:
    """Make the messages of a kind of request past, now that no such request is open."""
    await connection.change(
        "INSERT INTO past_cards (match, channel, message, count, is_request) "
        "SELECT match, channel, message, number, 1 FROM request_messages "
        "WHERE match = :match AND kind = :kind ON CONFLICT (message) DO NOTHING",
        match=match,
        kind=kind,
    )
    await connection.change(
        "DELETE FROM request_messages WHERE match = :match AND kind = :kind", match=match, kind=kind
    )
