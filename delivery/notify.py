"""Apply what players do, and notify them of it: once, and retried until Discord has taken it.

Events are marked as announced only then, so the background rounds announce the others after a stop.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime

import discord

from data import Place, StoredMatch
from data.mirrors import for_player, mirrored
from data.values import Happened
from delivery import direct_messages, display, posting
from delivery.display_modes import single_card
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.lost_access import first_blind, look_at_begun, sees
from delivery.mirrors import show_mirror
from delivery.pending_news import News, Note, decide_news
from delivery.posting import note_pressed_card
from delivery.unrecorded_messages import NOTHING, find_unrecorded
from interactions import Bot, Interaction, answer_privately, said, say
from interactions.clock_jumps import follow_clock
from interactions.discord_requests import is_crowded, is_in_background
from interactions.errors import NEEDED, SEND_ERRORS
from interactions.people import place, public_readers
from interactions.share import one_at_a_time
from interactions.speech import linked, match_link, speaking
from interactions.tasks import in_progress
from match.event import Event
from match.match import Match
from rules import Code, Refusal, Sentence
from views.calls_and_requests import request_buttons

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
"""After how long a person is answered although Discord has not taken the card: it allows three."""
TELLING_SECONDS = 10.0
"""The most seconds for what a person or the computer did; then the background rounds tell it."""


async def apply_verb(
    bot: Bot,
    match: StoredMatch,
    decide: Callable[[Match], Event],
    *,
    seen: int | None,
    request: int | None = None,
    place: Place | None = None,
) -> Happened:
    """Apply a verb to a match as it was loaded, as `data.matches.Matches.apply` does.

    In a live match it is looked first whether the clock jumped: its time is judged by seconds. A
    voter only votes for what it makes.
    """
    if match.voter is not None:
        return await bot.store.ballots.cast(match, decide, seen=seen)
    if match.is_live:
        await follow_clock(bot)
        match = await bot.store.matches.find(match.number)
    return await bot.store.matches.apply(match, decide, seen=seen, request=request, place=place)


async def answer_and_notify(
    interaction: Interaction, match: StoredMatch, before: StoredMatch | None = None
) -> None:
    """Notify the players of what a person did in a match, and answer that person.

    `match` is the match after it, `before` the match before it. The event is stored already: if
    Discord refuses a message, the person is told what is missing, and nothing is lost.
    """

    async def answer() -> None:
        await _answer(interaction, match, TimeoutError(), match)

    async with _answering_in_time(interaction, match, answer):
        await note_pressed_card(interaction, match)
        shown, failure = await notify_players(interaction.client, match, interaction, before)
    await _answer(interaction, match, failure, shown)


@asynccontextmanager
async def _answering_in_time(
    interaction: Interaction, match: StoredMatch, answer: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Mark a match as being announced; if that takes long, answer the person meanwhile."""

    async def answer_later() -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        if not interaction.response.is_done():
            await answer()

    answering = asyncio.create_task(answer_later(), name=f"answer about match {match.number}")
    try:
        with in_progress(match):
            yield
    finally:
        answering.cancel()


async def repost_board(interaction: Interaction, match: StoredMatch) -> None:
    """Post a new card of a match for one of its players.

    A match whose channel is gone, or closed to the bot or to that player, moves to the channel
    where the board is asked for. Raises `Refusal` if the other player does not see that one. If
    Discord has trouble, the player sees it privately.
    """

    async def show_privately() -> None:
        with suppress(*SEND_ERRORS):
            await display.show_to_spectator(interaction, match, ())

    bot, here = interaction.client, shared_place(interaction)
    elsewhere = None if here == match.place else here
    if match.club_match is not None and elsewhere is not None:
        if for_player(match, interaction.user.id).place.server != elsewhere.server:
            elsewhere = None
        elif interaction.user.id == mirrored(match):
            await bot.store.mirrors.move(match.number, elsewhere)
            elsewhere = None
    async with _answering_in_time(interaction, match, show_privately):
        hidden = elsewhere is not None and not await sees(bot, match.place, interaction.user.id)
        if hidden:
            shown, failure = match, None
        else:
            shown, failure = await notify_players(bot, match, interaction, match, repost=True)
        if elsewhere is not None and (hidden or posting.is_refused(failure)):
            match, failure = await _move(interaction, match, elsewhere)
            shown = match
    if failure is not None and not posting.is_refused(failure):
        if not interaction.response.is_done():
            await show_privately()
        return
    await _answer(interaction, match, failure, shown)


async def notify_players(
    bot: Bot,
    match: StoredMatch,
    interaction: Interaction | None = None,
    before: StoredMatch | None = None,
    *,
    repost: bool = False,
    just_happened: bool = False,
) -> tuple[StoredMatch, BaseException | None]:
    """Notify the players of a match of its unannounced events, and bring its card up to date.

    `before` is the match before what the interaction did, or before what a background round did, if
    that `just_happened`. With `repost` a new card is posted in any case. If the channel refuses
    messages, the players get direct messages. Then the computer, if it plays, takes its turn.

    Only one task at a time posts for a match; whatever happened meanwhile is told with it. Only
    background rounds have more than some seconds for it. Returns the match as it is shown, and the
    exception by which Discord failed or refused, if any.
    """
    patience = None if is_in_background() else TELLING_SECONDS
    failure: BaseException | None
    try:
        async with (
            asyncio.timeout(patience),
            one_at_a_time(bot.share, "match", match.number) as turn,
        ):
            stored = await bot.store.matches.find(match.number) if any(turn) else match
            known_until = match.count, match.announced_count
            is_news = turn.had_to_wait or known_until != (stored.count, stored.announced_count)
            if is_news:
                match, before, just_happened = stored, None, False
            begins = interaction is not None and before is None and not is_news
            known = before if just_happened else match
            mark = None if begins or known is None else known.unrecorded_since
            match, failure = await _tell(bot, match, interaction, before, mark, repost=repost)
    except TimeoutError as late:
        log.warning("match %d: Discord takes long; it is announced later", match.number)
        failure = late
    if match.awaits_computer:
        bot.computer_turns.wake(match, interaction)
    return match, failure


async def _tell(
    bot: Bot,
    match: StoredMatch,
    interaction: Interaction | None,
    before: StoredMatch | None,
    mark: datetime | None,
    *,
    repost: bool,
) -> tuple[StoredMatch, BaseException | None]:
    """Announce a match's events, once the messages not recorded since `mark` are found."""
    (events, muted), now = await bot.store.cards.unannounced(match), discord.utils.utcnow()
    changed = before is not None and before.count < match.count
    news = decide_news(match, events, now, muted)
    if match.announced_count < 0:
        await look_at_begun(bot, match, now)
    failure, shown = None, Displayed(match)
    since = events[0].at if events else match.started if match.announced_count < 0 else mark or now
    try:
        found = NOTHING
        if mark is not None:
            found = await find_unrecorded(bot, match, mark, changed=changed)
        posts = news.card or repost or found.card is not None
        readers = await public_readers(bot, match.place, match.to_move)
        with speaking(readers.language):
            if posts:
                request = DisplayRequest(
                    bot,
                    match,
                    readers,
                    since,
                    news.calls,
                    interaction,
                    found=found,
                    repost=repost,
                    events=events,
                    before=before,
                    ping=news.ping,
                )
                shown = await display.show(request)
                match = shown.match
            if news.note is not None:
                is_fresh = changed or mark is None
                await _post_note(
                    bot,
                    for_player(match, news.note.to),
                    news.note,
                    events[-1].at,
                    interaction,
                    is_fresh=is_fresh,
                )
        if not posts:
            await _edit_card(bot, match)
    except SEND_ERRORS as unsent:
        log.warning("match %d: its channel can't be posted in: %s", match.number, unsent)
        failure = unsent
        if posting.is_refused(failure):
            await _notify_directly(bot, match, news)
    if match.mirror is not None:
        with suppress(*SEND_ERRORS):  # or a round shows it
            await show_mirror(bot, match.number)
    if not shown.is_settled and not is_crowded():
        await single_card.retire_cards(bot, match.number, match, before, tried=shown.tried)
    return match, failure


async def _post_note(
    bot: Bot,
    match: StoredMatch,
    note: Note,
    since: datetime,
    interaction: Interaction | None,
    *,
    is_fresh: bool,
) -> None:
    """Post a player's note to the other player in the match's channel. Raises `SEND_ERRORS`.

    A request has the buttons that answer it.
    """
    pinged = (note.to,) if note.calls else ()
    text = said(note.words)
    posted = None if is_fresh else await posting.find_posted_text(bot, match.place, text, since)
    if posted is None:
        view = request_buttons(match, note.request) if note.request else None
        posted = await posting.post_text(bot, match, text, pinged, since, interaction, view=view)
    if note.request is not None:
        await bot.store.cards.ask(match.number, posted, note.request)


async def _edit_card(bot: Bot, match: StoredMatch) -> None:
    """Bring the present card up to date in place. Raises `SEND_ERRORS`."""
    await bot.store.cards.mark_announced(match.number, match.count)
    if match.card_count != match.count:
        await display.refresh(bot, match)


def shared_place(interaction: Interaction) -> Place | None:
    """Return the place of an interaction, or None in direct messages, which nobody else can see."""
    return None if isinstance(interaction.channel, discord.DMChannel) else place(interaction)


async def _notify_directly(bot: Bot, match: StoredMatch, news: News) -> None:
    """Tell players by direct message, once, what their channel refuses."""
    try:
        await direct_messages.send_news(bot, match, news)
    except SEND_ERRORS as failure:
        log.warning("match %d: its players could not be written to: %s", match.number, failure)
        return
    if not match.is_shown:
        await bot.store.cards.lose(match.number, match.count)
    await bot.store.cards.mark_announced(match.number, match.count)


async def _move(
    interaction: Interaction, match: StoredMatch, here: Place
) -> tuple[StoredMatch, BaseException | None]:
    """Move a match to where one of its players is, and write to the other player.

    Raises `Refusal` if the other player does not see that place.
    """
    bot = interaction.client
    others = {*match.people} - {interaction.user.id, mirrored(match)}
    blind = await first_blind(bot, match, here, others)
    if blind is not None:
        raise Refusal(
            "{name} can't see this channel; type {command} in one you can both see.",
            name=match.name(blind),
            command=Code(f"/board match:{match.number}"),
        )
    match = await bot.store.matches.move(match.number, here)
    _, failure = await notify_players(bot, match, interaction, match, repost=True)
    match = await bot.store.matches.find(match.number)
    try:
        words = Sentence(
            "{match} continues in {channel}.", match=match_link(match), channel=f"<#{here.channel}>"
        )
        for other in sorted(others):
            await direct_messages.send_to(bot, other, words)
    except SEND_ERRORS as unsent:
        log.warning("match %d: nobody was told where it continues: %s", match.number, unsent)
    return match, failure


async def _answer(
    interaction: Interaction, match: StoredMatch, failure: BaseException | None, shown: StoredMatch
) -> None:
    """Answer a person privately, unless the card or the note was the answer already."""
    who = interaction.user.id
    here = interaction.channel_id == for_player(match, who).place.channel
    if failure is None and here and interaction.response.is_done():
        return
    text = _failure_words(match, failure)
    if failure is None:
        if shown.card_count != shown.count:
            shown = await interaction.client.store.matches.find(match.number)
        text = linked(say("Done; here is the board."), for_player(shown, who))
    try:
        await answer_privately(interaction, text)
    except SEND_ERRORS as unsent:
        log.info("nobody could be told %r: %s", text, unsent)


def _failure_words(match: StoredMatch, failure: BaseException | None) -> str:
    """Say what happened in a match whose board could not be posted, and what the player can do."""
    happened = Sentence("There's been a change in your match #{match}.", match=match.number)
    if match.result is not None:
        happened = Sentence(
            "Your match #{match} is over: {reason}", match=match.number, reason=match.reason
        )
    if not posting.is_refused(failure):
        return say(
            "{happened} Discord is having trouble; I'll post the board as soon as that's over.",
            happened=happened,
        )
    return say(
        "{happened} I can't post in {channel}. What I need there: {needed}. Fix "
        "that, or type {command} in another channel.",
        happened=happened,
        channel=f"<#{match.place.channel}>",
        needed=NEEDED,
        command=Code(f"/board match:{match.number}"),
    )
