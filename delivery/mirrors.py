"""Mirrors: the card of a club match's match in the other server, which calls the player of that.

It is edited in place, and posted anew where its player has to move, or it is over.
"""

import logging

from data import StoredMatch
from data.mirrors import in_server, mirrored
from data.values import OVER, MessageRef, Mirror
from delivery import direct_messages, posting
from interactions import Bot
from interactions.errors import SEND_ERRORS
from interactions.people import public_readers
from interactions.tasks import one_at_a_time
from rules import Code, Sentence, paragraph

log = logging.getLogger(__name__)


async def show_mirror(bot: Bot, number: int) -> None:
    """Bring the mirror of a match up to date, if it has one. Raises `SEND_ERRORS`."""
    async with one_at_a_time("mirror", number):
        match = await bot.store.matches.find(number)
        mirror, person = match.mirror, mirrored(match)
        if mirror is None or person is None or mirror.shown == match.count:
            return
        called = OVER if match.over else sum(match.moves)
        calls = match.over or match.to_move == person
        is_new = mirror.card is None or (calls and mirror.called != called)
        posted: MessageRef | None = None
        try:
            posted = await (
                _post(bot, match, mirror, person) if is_new else _edit(bot, match, mirror)
            )
        except SEND_ERRORS as failure:
            if not posting.is_refused(failure):
                raise
            log.info("match %d: its mirror can't be shown: %s", number, failure)
            if calls and mirror.called != called:
                await direct_messages.send(bot, [person] * (person > 0), _words(match))
        kept = called if calls or is_new else mirror.called
        await bot.store.mirrors.show_on(number, posted, match.count, kept)


async def _post(bot: Bot, match: StoredMatch, mirror: Mirror, person: int) -> MessageRef:
    """Post a new mirror, which calls the player to move; the one before is deleted first.

    One that Discord took just before a stop is found again.
    """
    if mirror.card is not None:
        try:
            await posting.delete(bot, mirror.card)
        except SEND_ERRORS as failure:
            if not posting.is_refused(failure):
                raise
    since = match.ended or match.since
    if since <= bot.started:
        async for message in posting.own_messages(bot, mirror.place, since):
            if posting.event_count_on(message, match.number) == match.count:
                return posting.reference(message)
    there = in_server(match, mirror.place.server)
    readers = await public_readers(bot, mirror.place)
    muted = await bot.store.mutes.in_match(match.number)
    is_called = person > 0 and person not in muted and (match.over or match.to_move == person)
    card = await posting.build_card(bot, there, readers, (person,) if is_called else ())
    return await posting.send(bot, there, card, since)


async def _edit(bot: Bot, match: StoredMatch, mirror: Mirror) -> MessageRef:
    assert mirror.card is not None, "it is there"
    there = in_server(match, mirror.place.server)
    await posting.draw_on(bot, there, mirror.card)
    return mirror.card


def _words(match: StoredMatch) -> Sentence:
    """Tell a player what the mirror would, where it can't be posted."""
    name = f"{match.position.name} #{match.number}"
    told = Sentence("Your move in {match}.", match=name)
    if match.over:
        told = Sentence("{match} is over. {reason}", match=name, reason=match.reason)
    closed = Sentence(
        "I can't post its board in your server; {command} shows it.",
        command=Code(f"/board match:{match.number}"),
    )
    return paragraph(told, closed)
