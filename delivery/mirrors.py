"""Mirrors: the card of a club match's match in the other server, which calls the player of that.

It is edited in place, and posted anew where its player has to move, or it is over. That of a crowd
is in a thread of the club match's card, for the talk.
"""

import logging
from dataclasses import replace

from data import StoredMatch
from data.mirrors import in_server, mirrored
from data.values import OVER, MessageRef, Mirror, Place
from delivery import direct_messages, posting
from delivery.club_display import show_club_match
from delivery.display_modes.thread import can_make_thread, make_thread, thread_name
from interactions import Bot
from interactions.errors import SEND_ERRORS
from interactions.people import public_readers
from interactions.share import one_at_a_time
from rules import Code, Name, Sentence, paragraph

log = logging.getLogger(__name__)


async def show_mirror(bot: Bot, number: int) -> None:
    """Bring the mirror of a match up to date, if it has one. Raises `SEND_ERRORS`."""
    async with one_at_a_time(bot.share, "mirror", number):
        match = await bot.store.matches.find(number)
        mirror, person = match.mirror, mirrored(match)
        if mirror is None or person is None or mirror.shown == match.count:
            return
        begins = bool(match.crowds) and mirror.shown is None
        thread = await _make_thread(bot, match) if begins else None
        if thread is not None:
            await bot.store.mirrors.move(number, thread)
            mirror = mirror._replace(place=thread)
            match = replace(match, mirror=mirror)
        called = OVER if match.over else sum(match.moves)
        calls = match.over or match.to_move == person
        is_called = calls and mirror.called != called
        posted: MessageRef | None = None
        try:
            if mirror.card is None or is_called:
                posted = await _post(bot, match, mirror, person, greets=thread is not None)
            else:
                await posting.draw_on(bot, in_server(match, mirror.place.server), mirror.card)
                posted = mirror.card
        except SEND_ERRORS as failure:
            if not posting.is_refused(failure):
                raise
            log.info("match %d: its mirror can't be shown: %s", number, failure)
            if is_called and person in match.people:
                await direct_messages.send_to(bot, person, _words(match))
        kept = called if calls or mirror.card is None else mirror.called
        await bot.store.mirrors.show_on(number, posted, match.count, kept)


async def _make_thread(bot: Bot, match: StoredMatch) -> Place | None:
    """Make a thread from the card of the club match, unless it exists or can't be made.

    Raises `SEND_ERRORS`.
    """
    assert match.club_match is not None, "only its matches have mirrors"
    await show_club_match(bot, match.club_match)
    clubs = (await bot.store.clubs.find(match.club_match)).clubs
    club, name = clubs[1], thread_name(match.position.name, *(Name(each.name) for each in clubs))
    if club.card is not None and await can_make_thread(bot, club.place):
        with posting.unless_refused(f"match {match.number}: its mirror has no thread"):
            await make_thread(bot, club.card, name, club.server)
            return Place(club.card.message, club.server)
    return None


async def _post(
    bot: Bot, match: StoredMatch, mirror: Mirror, person: int, *, greets: bool
) -> MessageRef:
    """Post a new mirror, which calls the player to move; the one before is deleted first.

    One that Discord took just before a stop is found again.
    """
    if mirror.card is not None:
        with posting.unless_refused(f"match {match.number}: its past mirror stays"):
            await posting.delete(bot, mirror.card)
    since = match.ended or match.since
    if bot.may_be_told(since, match.place.server):
        async for message in posting.own_messages(bot, mirror.place, since):
            if posting.event_count_on(message, match.number) == match.count:
                return posting.reference(message)
    there = in_server(match, mirror.place.server)
    readers = await public_readers(bot, mirror.place)
    muted = await bot.store.mutes.in_match(match.number)
    is_called = (
        person in match.people and person not in muted and (match.over or match.to_move == person)
    )
    calls = (person,) if is_called else ()
    card = await posting.build_card(bot, there, readers, calls, greets=greets)
    nonce = posting.nonce_of(there, since)
    return await posting.post(bot, there.place, nonce, *calls, **card._asdict())


def _words(match: StoredMatch) -> Sentence:
    """Tell a player what the mirror would, where it can't be posted."""
    told = Sentence("Your move in {match}.", match=match.title)
    if match.over:
        told = Sentence("{match} is over. {reason}", match=match.title, reason=match.reason)
    closed = Sentence(
        "I can't post its board in your server; {command} shows it.",
        command=Code(f"/board match:{match.number}"),
    )
    return paragraph(told, closed)
