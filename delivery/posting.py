"""Post, edit and delete the messages of a match, and look through those of a channel."""

import hashlib
import logging
import re
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord
from discord.http import handle_message_parameters

from data import MessageRef, PastMessage, Place, StoredMatch
from data.ballots import Vote
from data.guesses import Guesser
from data.mirrors import in_server
from interactions import Bot, CustomId, Interaction, OutOfDate
from interactions.components import Item, MessageParts, parse, text_view
from interactions.errors import SEND_ERRORS, answer_privately
from interactions.people import Readers, pings, public_readers
from interactions.speech import speaking
from interactions.tasks import off_loop, run_brief
from views.match_card import match_card
from views.match_verbs import DoVerb, Play

log = logging.getLogger(__name__)

CLOCK_DIFFERENCE = timedelta(seconds=5)
"""How much Discord's clock and this machine's may differ."""
MOST_SEARCHED = 500
"""How many messages are searched: a lost message stands soon after what it tells."""


async def find_posted_text(bot: Bot, place: Place, text: str, since: datetime) -> MessageRef | None:
    """Search a channel for a message of the bot with this text since a time.

    The times in it may differ, for time may have been given back since.
    """
    wanted = _without_times(text)
    async for message in own_messages(bot, place, since):
        if _without_times(message.content) == wanted:
            return reference(message)
    return None


async def find_posted_button(
    bot: Bot, place: Place, since: datetime, *buttons: CustomId
) -> MessageRef | None:
    """Search a channel for a message of the bot with one of these buttons since a time."""
    wanted = {each.encoded for each in buttons}
    async for message in own_messages(bot, place, since):
        if not wanted.isdisjoint(custom_ids(message.components)):
            return reference(message)
    return None


def _without_times(text: str) -> str:
    """Leave out the times that Discord words for each reader."""
    return re.sub(r"<t:-?[0-9]+(:[a-zA-Z])?>", "", text)


async def note_pressed_card(interaction: Interaction, match: StoredMatch) -> None:
    """Record the card on which a button was pressed as past, unless it is the present card."""
    message = interaction.message
    if message is None or message.flags.ephemeral:
        return
    posted, count = reference(message), event_count_on(message, match.number)
    cards = {match.card, match.mirror and match.mirror.card}
    if count is not None and posted not in cards:
        await interaction.client.store.cards.find_past(match.number, PastMessage(posted, count))


def event_count_on(message: discord.Message, number: int) -> int | None:
    """Return the event count for which a message has buttons of a match, if it has any."""
    for custom_id in parsed_custom_ids(message.components):
        if isinstance(custom_id, DoVerb | Play) and custom_id.match == number:
            return custom_id.seen
    return None


async def own_messages(bot: Bot, place: Place, since: datetime) -> AsyncIterator[discord.Message]:
    """Yield the bot's own messages in a channel since a time; none where it may not read them.

    Raises `SEND_ERRORS` where Discord has trouble: then nobody knows what stands there.
    """
    with unless_refused(f"channel {place.channel} cannot be looked through"):
        channel = channel_of(bot, place)
        async for message in channel.history(after=since - CLOCK_DIFFERENCE, limit=MOST_SEARCHED):
            if message.author == bot.user:
                yield message


def reference(message: discord.Message) -> MessageRef:
    """Return where a message stands."""
    return MessageRef(message.channel.id, message.id)


def message_at(bot: Bot, posted: MessageRef) -> discord.PartialMessage:
    """Return a message to change or to fetch."""
    return bot.get_partial_messageable(posted.channel).get_partial_message(posted.message)


def parsed_custom_ids(components: Sequence[object]) -> list[CustomId]:
    """Parse the custom ids in components of a message, skipping those that are not known."""
    parsed = []
    for custom_id in custom_ids(components):
        with suppress(OutOfDate):
            parsed.append(parse(custom_id))
    return parsed


def custom_ids(components: Sequence[object]) -> Iterator[str]:
    """Yield the custom ids of components and of the components inside them."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from custom_ids(getattr(component, "children", ()))


class WrongServer(OSError):  # noqa: N818 (it says what is wrong)
    """A place whose channel is in another server: nothing is posted there."""


def channel_of(bot: Bot, place: Place) -> discord.PartialMessageable:
    """Return the channel of a place, to post in. Raises `WrongServer`."""
    server = getattr(bot.get_channel(place.channel), "guild", None)
    if server is not None and server.id != place.server:
        raise WrongServer(f"channel {place.channel} is not in server {place.server}")
    return bot.get_partial_messageable(place.channel, guild_id=place.server)


FINAL = (400, 403, 404)
"""HTTP statuses of a permanent refusal; any other failure is temporary, and is tried again."""


def is_refused(failure: BaseException | None) -> bool:
    """Tell whether a message is refused for good: the channel is gone, or closed to the bot."""
    if isinstance(failure, discord.HTTPException):
        return failure.status in FINAL
    return isinstance(failure, WrongServer)


@contextmanager
def unless_refused(words: str) -> Iterator[None]:
    """Log with these words that Discord refuses what is done inside; raise all other trouble."""
    try:
        yield
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            raise
        log.info("%s: %s", words, failure)


async def post_text(
    bot: Bot,
    match: StoredMatch,
    text: str,
    calls: tuple[int, ...],
    since: datetime,
    interaction: Interaction | None = None,
    *,
    view: discord.ui.View | None = None,
) -> MessageRef:
    """Post text in a match's channel, pinging the players whom it `calls`.

    It answers the interaction if that comes from the channel. If that fails, Discord may have taken
    it all the same, and it is looked for among the messages `since` a time.

    Raises `SEND_ERRORS`.
    """
    if interaction is not None and interaction.channel_id == match.place.channel:
        try:
            return await answer_publicly(interaction, *calls, content=text, view=view)
        except SEND_ERRORS as failure:
            log.info(
                "match %d: a message could not be sent as the answer: %s", match.number, failure
            )
        posted = await find_posted_text(bot, match.place, text, since)
        if posted is not None and posted != match.ping_message:
            return posted
    nonce = nonce_of(match, since, text)
    return await post(bot, match.place, nonce, *calls, content=text, view=view)


async def private_place(bot: Bot, person: int) -> Place:
    """Return where direct messages to a person stand. Raises `SEND_ERRORS`."""
    user = bot.get_user(person) or await bot.fetch_user(person)
    return Place((user.dm_channel or await user.create_dm()).id)


async def post(bot: Bot, place: Place, nonce: str, *pinged: int, **message: Any) -> MessageRef:
    """Post a message in a channel, which pings these people alone. Raises `SEND_ERRORS`.

    Within some minutes Discord takes a `nonce` once; it is cut to the 25 characters that it may
    have. Of the message that Discord returns only the id is read; discord.py would take it apart.
    """
    channel, mentions = channel_of(bot, place), pings(*pinged)
    with handle_message_parameters(
        nonce=nonce[:25], allowed_mentions=mentions, **_given(message)
    ) as params:
        sent = await bot.http.send_message(channel.id, params=params)
    return MessageRef(channel.id, int(sent["id"]))


def _given(message: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the parts of a message that it does not have, which discord.py may not be told."""
    return {name: part for name, part in message.items() if part is not None}


def new_nonce() -> str:
    """Make a nonce, which keeps Discord from taking a message twice when discord.py resends it."""
    return secrets.token_hex(8)


def nonce_of(match: StoredMatch, since: datetime, text: str = "") -> str:
    """Return the nonce of a match's card, or text, in its present state.

    It is the same when the same is posted again because nobody knows whether Discord took it, as
    nothing was recorded `since` a time: within some minutes Discord then returns what it has.
    """
    told = f"{match.number} {match.count} {match.place.channel} {since.timestamp()} {text}"
    return hashlib.blake2s(told.encode(), digest_size=12).hexdigest()


def is_private(interaction: Interaction) -> bool:
    """Tell whether a button was pressed on a message that only the presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def show_privately(
    interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Show a message to the user alone, in place of the private one on which a button was pressed.

    Elsewhere, it is a new one.
    """
    if not is_private(interaction):
        await answer_privately(interaction, view, files)
    elif interaction.response.is_done():
        await interaction.edit_original_response(view=view, attachments=files)
    else:
        await interaction.response.edit_message(view=view, attachments=files)


def request_of(interaction: Interaction) -> int:
    """Return the request as which it is stored what is begun: a private message begins once."""
    message = interaction.message
    return interaction.id if message is None or not is_private(interaction) else message.id


async def put_away(interaction: Interaction, text: str, rows: Sequence[Item] = ()) -> None:
    """Replace the private message on which a button was pressed by text that says what was done."""
    if is_private(interaction):
        try:
            await interaction.response.edit_message(view=text_view(text, rows=rows), attachments=[])
        except SEND_ERRORS as failure:
            log.info("a private message could not be put away: %s", failure)


async def answer_publicly(interaction: Interaction, *pinged: int, **message: Any) -> MessageRef:
    """Answer with a message for all, which pings these people alone. Raises `SEND_ERRORS`."""
    given = _given(message) | {"allowed_mentions": pings(*pinged)}
    if interaction.response.is_done():
        return reference(await interaction.followup.send(wait=True, **given))
    answer = await interaction.response.send_message(**given)
    assert interaction.channel_id is not None, "the answer stands in the interaction's channel"
    assert answer.message_id is not None, "an answer for all is a message"
    return MessageRef(interaction.channel_id, answer.message_id)


async def edit(
    bot: Bot,
    posted: MessageRef,
    view: discord.ui.LayoutView,
    files: Sequence[discord.File] = (),
) -> None:
    """Edit a message; its attachments become exactly these files. Raises `SEND_ERRORS`.

    Nobody reads the message that Discord returns, and discord.py would take it apart.
    """
    with handle_message_parameters(
        view=view, attachments=files, allowed_mentions=pings()
    ) as params:
        await bot.http.edit_message(posted.channel, posted.message, params=params)


async def delete(bot: Bot, posted: MessageRef) -> None:
    """Delete a message. Raises `SEND_ERRORS`."""
    await message_at(bot, posted).delete()


async def build_card(
    bot: Bot,
    match: StoredMatch,
    readers: Readers,
    calls: tuple[int, ...] = (),
    *,
    buttons: bool = True,
    greets: bool = False,
    seen: int | None = None,
) -> MessageParts:
    """Build the card of a match in its present state; for one reader, `seen` from a side."""
    changes = await bot.store.ratings.changes(match.number) if match.counts else ()
    twin = None if match.twin is None else await bot.store.matches.find(match.twin)
    twin = twin and in_server(twin, match.place.server)
    guessers = list[Guesser]()
    if match.over and match.watched:
        guessers = await bot.store.guesses.best_guessers(match.number)
    vote = await vote_in(bot, match) if match.crowds else None
    with speaking(readers.language):
        return await off_loop(match_card)(
            match,
            readers.style,
            changes,
            twin,
            guessers,
            vote,
            calls=calls,
            buttons=buttons,
            greets=greets,
            seen=seen,
        )


async def vote_in(bot: Bot, match: StoredMatch) -> Vote:
    """Return what is told of a match's crowds, with the names if the server likes.

    Between two servers no names are told.
    """
    store = bot.store
    settings = await store.server_settings.find(match.place.server)
    named = settings.names_voters and match.club_match is None
    vote = await store.ballots.vote(match, named=named)
    line, events = await store.match_moves.find(match), await store.match_moves.events(match)
    if vote.event not in events:
        return vote
    before = await run_brief(partial(line.at, events.index(vote.event)))
    return vote._replace(board=before.position)


async def redraw(bot: Bot, match: StoredMatch) -> None:
    """Redraw the present card in place, until it shows all that happens meanwhile.

    The loop is needed because of two concurrent edits of one message, nobody knows which Discord
    took last.

    Raises `SEND_ERRORS`.
    """
    while match.card is not None:
        await draw_on(bot, match, match.card)
        if await bot.store.cards.bring_up(match.number, match.card, match.count):
            return
        match = await bot.store.matches.find(match.number)


async def draw_on(
    bot: Bot, match: StoredMatch, posted: MessageRef, readers: Readers | None = None
) -> None:
    """Edit a message to show a match in its present state. Raises `SEND_ERRORS`."""
    readers = readers or await public_readers(bot, match.place, match.to_move)
    await edit(bot, posted, *await build_card(bot, match, readers))
