"""Display mode: each event posts a new card, and the one before becomes a line."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, Self

import discord

from data import MessageRef, PastMessage, StoredMatch
from data.values import Ping
from delivery import posting
from delivery.posting import build_card
from delivery.unrecorded_messages import NOTHING, Unrecorded, find_unrecorded
from interactions import Bot, Interaction
from interactions.discord_requests import is_crowded
from interactions.errors import SEND_ERRORS
from interactions.people import Readers, pings, public_language
from interactions.speech import speaking
from match.event import TAKE_BACKS, Event, Kind
from match.fold import fold_event
from views.match_verbs import NOTES
from views.past_card_text import event_words, past_card_text, thread_start_text

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DisplayRequest:
    """What is to be shown of a match, to which readers, whom it calls, and what it answers.

    No message was recorded `since` a time, but those `found` already show what is to be shown.
    `repost` asks for a new card even if the present one could be edited. `events` are those not
    told yet, and `before` is the match before the last of them; `ping` is recorded if this calls a
    player to move.
    """

    bot: Bot
    match: StoredMatch
    readers: Readers
    since: datetime
    calls: tuple[int, ...] = ()
    interaction: Interaction | None = None
    found: Unrecorded = NOTHING
    repost: bool = False
    events: Sequence[Event] = ()
    before: StoredMatch | None = None
    ping: Ping | None = None

    def relocated(self, stored: StoredMatch) -> Self:
        """Return the same request with the place, thread and card of the match as now stored."""
        match = replace(
            self.match,
            display_mode=stored.display_mode,
            place=stored.place,
            thread_start=stored.thread_start,
            card=stored.card,
        )
        return replace(self, match=match)

    def calling(self, *people: int) -> Self:
        """Return the same request, calling these people."""
        return replace(self, calls=people)


class Displayed(NamedTuple):
    """A match as it is shown, and whether nothing is left to do.

    If not, past cards are left to replace; replacing the one in `tried` has just failed.
    """

    match: StoredMatch
    is_settled: bool = False
    tried: MessageRef | None = None


async def show(request: DisplayRequest, *, greets: bool = False) -> Displayed:
    """Post a new card, which calls players, and replace the card before by a line.

    Raises `SEND_ERRORS`.
    """
    bot, match = request.bot, request.match
    posted = await post(request, greets=greets)
    past = None
    # If nothing has happened since the card before was drawn, another task may be redrawing it,
    # which shows in the database only when the event count on it changes.
    is_past = match.card != posted and match.card_count not in (None, match.count)
    if match.card is not None and is_past and not is_crowded():
        past = PastMessage(match.card, match.card_count)
    shown = replace(match, card=posted, card_count=match.count)
    replaced = past if past and await _replace_card(request, shown, past) else None
    if await bot.store.cards.show_on(match.number, posted, match.count, replaced, request.ping):
        return Displayed(shown, is_settled=True)
    return Displayed(match, tried=past.posted if past and not replaced else None)


async def post(request: DisplayRequest, *, greets: bool = False) -> MessageRef:
    """Post a card in the match's channel, once. Raises `SEND_ERRORS`.

    It answers the interaction if that comes from the channel. With `greets`, the first card of a
    thread, it greets the players.
    """
    bot, match, interaction = request.bot, request.match, request.interaction
    if request.found.card is not None and request.found.card.channel == match.place.channel:
        return request.found.card
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            card = await build_card(bot, match, request.readers, request.calls, greets=greets)
            return await posting.answer_publicly(interaction, *request.calls, **card._asdict())
        except SEND_ERRORS as failure:
            # The answer may have come too late, while the channel itself still takes the card.
            log.info(
                "match %d: its card could not be sent as the answer: %s", match.number, failure
            )
        found = await find_unrecorded(bot, match, request.since, changed=True)
        if found.card is not None:
            return found.card
    card = await build_card(bot, match, request.readers, request.calls, greets=greets)
    nonce = posting.nonce_of(match, request.since)
    return await posting.post(bot, match.place, nonce, *request.calls, **card._asdict())


async def _replace_card(request: DisplayRequest, shown: StoredMatch, past: PastMessage) -> bool:
    """Replace the card before by a line, now that a new card has `shown` the match.

    Both are stored at once afterwards. After a stop in between, the new card is found in the
    channel, and the line is written once more.

    Returns False if that is to be tried again: Discord had trouble, but did not refuse.
    """
    bot = request.bot
    try:
        with speaking(request.readers.language):
            text = await _past_card_text(bot, shown, past, (request.before,), request.events)
        await posting.edit(bot, past.posted, text)
    except SEND_ERRORS as failure:
        log.info("match %d: a past card could not be edited: %s", shown.number, failure)
        return posting.is_refused(failure)
    return True


async def retire_cards(
    bot: Bot, number: int, *known: StoredMatch | None, tried: MessageRef | None
) -> None:
    """Replace each past card of a match by a line, delete each past call, and disarm requests.

    `known` are earlier states of the match, which then need not be loaded. If Discord refuses, the
    past card stays, and its buttons answer that they are stale; if it has trouble, the background
    rounds or the next event try again. The message `tried` just now is skipped.
    """
    for past in await bot.store.cards.past(number):
        if past.posted == tried:
            continue
        match = await bot.store.matches.find(number)
        try:
            if past.is_call:
                await posting.delete(bot, past.posted)
            elif past.is_request:
                request = posting.message_at(bot, past.posted)
                await request.edit(view=None, allowed_mentions=pings())
            else:
                with speaking(await public_language(bot, match.place, match.to_move)):
                    text = await _past_card_text(bot, match, past, known)
                await posting.edit(bot, past.posted, text)
        except SEND_ERRORS as failure:
            log.info("match %d: a past card could not be edited: %s", number, failure)
            if not posting.is_refused(failure):
                continue
        await bot.store.cards.retire(number, past)


async def _past_card_text(
    bot: Bot,
    match: StoredMatch,
    past: PastMessage,
    known: Sequence[StoredMatch | None],
    events: Sequence[Event] = (),
) -> discord.ui.LayoutView:
    """Build the line that replaces a card, which tells each event between it and the next one.

    The events, and the states of the match before them, are loaded where they are not given.
    """
    if past.posted == match.thread_start:
        return thread_start_text(match)
    if past.count is None:
        return past_card_text(match, ())
    if events and events[0].number <= past.count + 1:
        since: Sequence[Event] = [event for event in events if event.number > past.count]
    else:
        since = await bot.store.matches.happened(match.number, past.count)
    state = next((one for one in known if one is not None and one.count == past.count), None)
    words, told = [], [*_until_next_card(since)]
    for event in told:
        # A takeback can be applied only to a match that was replayed from its start.
        state = state or await bot.store.matches.as_of(match.number, event.number - 1)
        words.append(event_words(state, event))
        is_needed = event is not told[-1] and event.kind not in TAKE_BACKS
        state = fold_event(state, event) if is_needed else None
    return past_card_text(match, words)


def _until_next_card(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events after a card up to the next card, with the moves that its move triggered."""
    shown = False
    for event in events:
        if shown and event.kind is not Kind.PASS and not event.conditional:
            return
        shown = shown or event.kind not in NOTES
        yield event
