"""Who may see a match or contest, where matches may start, what people and the bot may do there."""

from collections.abc import Sequence

import discord

from data import Contest, DisplayMode, ListedMatch, NoMatch, Place, StoredMatch, Visibility
from data.contest_values import NoContest
from data.mirrors import in_server
from interactions.bot import Bot, Interaction
from interactions.people import place
from interactions.rate_limits import RateLimit
from interactions.servers import channel_in
from rules import Listed, ListStyle, Refusal, Sentence, message

ELSEWHERE = message("In this server, matches start in {channels}; challenge someone there.")
HIDDEN = message(
    "Here, matches only start in channels you can't see; ask a moderator to add one in `/settings`."
)


async def visible_match(interaction: Interaction, number: int) -> StoredMatch:
    """Return a match that the user may see. Raises `NoMatch` if it does not exist or is hidden."""
    match = await interaction.client.store.matches.find(number)
    if not await may_see(interaction, match):
        raise NoMatch(number)
    return match


async def seated_match(interaction: Interaction, number: int) -> StoredMatch:
    """Return a match that the user may see, as they play it: alone, or as a voter of a crowd."""
    match = await visible_match(interaction, number)
    return await interaction.client.store.ballots.seated(match, interaction.user.id)


async def mark_seen(interaction: Interaction, match: StoredMatch) -> StoredMatch:
    """Record that a player used a match; the opponent's last move can no longer be undone."""
    matches = interaction.client.store.matches
    return await matches.touch(match, interaction.user.id, discord.utils.utcnow())


def check_rate(interaction: Interaction, limit: RateLimit) -> None:
    """Count a use by the user. Raises `Refusal` if there are too many."""
    limiter = interaction.client.rate_limiter
    limiter.note(limit, interaction.user.id, discord.utils.utcnow())


def refuse_unless_explorable(match: StoredMatch) -> None:
    """Raise `Refusal` if trying out moves and hints are disallowed while the match goes on."""
    if not match.may_be_tried:
        raise Refusal(
            "Exploring and hints are off in {match} until it's over.",
            match=match.title,
        )


async def may_see(interaction: Interaction, match: StoredMatch | ListedMatch) -> bool:
    """Return whether the user plays in a match, or may watch it and sees the channel it is in."""
    if interaction.user.id in match.seats:
        return True
    match = in_server(match, interaction.guild_id)
    # Everybody who sees a channel also sees its threads, including archived ones.
    here = interaction.channel_id == match.place.channel
    if not here and not sees_channel(interaction, match.channel_around):
        return False
    settings = await interaction.client.store.server_settings.find(match.place.server)
    return settings.visibility.allows(over=match.ended is not None)


async def visible_contest(interaction: Interaction, number: int) -> Contest:
    """Return a league or cup of the server. Raises `NoContest` if there is none or it is hidden."""
    contests = interaction.client.store.contests
    contest = await contests.find_here(number, interaction.guild_id)
    if not may_see_contest(interaction, contest):
        raise NoContest
    return contest


def may_see_contest(interaction: Interaction, contest: Contest) -> bool:
    """Return whether the user plays in a contest, has started it, or sees the channel it is in.

    Where that channel is gone, whoever manages the server may show it in another.
    """
    user, channel = interaction.user.id, contest.place.channel
    if user == contest.organiser or contest.entrant(user) is not None:
        return True
    server = interaction.guild
    is_gone = server is not None and server.get_channel_or_thread(channel) is None
    return sees_channel(interaction, channel) or (is_gone and manages_server(interaction))


async def may_spectate(interaction: Interaction) -> bool:
    """Return whether people other than the players may see the running matches of this server."""
    settings = await interaction.client.store.server_settings.find(interaction.guild_id)
    return settings.visibility is Visibility.CHANNEL


def sees_channel(interaction: Interaction, number: int) -> bool:
    """Return whether the user sees a channel of the current server, or is using it right now."""
    if interaction.channel_id == number:
        return True
    server, person = interaction.guild, interaction.user
    if server is None or not isinstance(person, discord.Member):
        return False
    channel = server.get_channel_or_thread(number)
    if isinstance(channel, discord.Thread):
        # Members of a private thread are not known here; those who manage threads see all of them.
        parent, private = channel.parent, channel.is_private()
        allowed = parent and parent.permissions_for(person)
        return bool(allowed and allowed.view_channel and (allowed.manage_threads or not private))
    return channel is not None and channel.permissions_for(person).view_channel


async def season_place(interaction: Interaction) -> Place:
    """Return where leagues and cups are shown: in the server's chosen channel, if it is there.

    Raises `Refusal` if no match may start in that place.
    """
    server, settings = interaction.guild, interaction.client.store.server_settings
    chosen = (await settings.find(interaction.guild_id)).season_channel
    is_there = server is not None and server.get_channel(chosen) is not None
    shown = Place(chosen, interaction.guild_id) if is_there else place(interaction)
    await refuse_other_channels(interaction, shown)
    return shown


async def refuse_other_channels(interaction: Interaction, place: Place) -> None:
    """Raise `Refusal` if no match may start in a place, naming the channels where one may."""
    here = interaction.channel if interaction.channel_id == place.channel else None
    if not (chosen := await channels_instead(interaction.client, place, here)):
        return
    seen = [number for number in chosen if sees_channel(interaction, number)]
    if not seen:
        raise Refusal(HIDDEN)
    channels = Listed(tuple(f"<#{number}>" for number in seen), ListStyle.OR)
    raise Refusal(ELSEWHERE, channels=channels)


async def channels_instead(bot: Bot, place: Place, channel: object = None) -> tuple[int, ...]:
    """Return in which channels matches start if none may start in a place; its channel if known."""
    chosen = (await bot.store.server_settings.find(place.server)).channels
    channel = channel or await channel_in(bot, place)
    around = channel.parent_id if isinstance(channel, discord.Thread) else None
    return () if not {place.channel, around}.isdisjoint(chosen) else chosen


def manages_server(interaction: Interaction) -> bool:
    """Return whether the interaction comes from a server that the user may manage."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def refuse_unless_manager(interaction: Interaction) -> int:
    """Return the id of the server if the user manages it. Raises `Refusal` for everybody else."""
    if interaction.guild_id is None or not manages_server(interaction):
        raise Refusal("Only moderators can do that; ask one.")
    return interaction.guild_id


PERMISSIONS = {
    "view_channel": message("View Channel"),
    "send_messages": message("Send Messages"),
    "attach_files": message("Attach Files"),
    "create_public_threads": message("Create Public Threads"),
    "send_messages_in_threads": message("Send Messages in Threads"),
    "read_message_history": message("Read Message History"),
}
CARD_NEEDS: tuple[str, ...] = ("view_channel", "send_messages", "attach_files")
THREAD_NEEDS = (
    *CARD_NEEDS,
    "create_public_threads",
    "send_messages_in_threads",
    "read_message_history",
)
NEEDS = {
    DisplayMode.SINGLE_CARD: CARD_NEEDS,
    DisplayMode.THREAD: THREAD_NEEDS,
    DisplayMode.EDITED_CARD: CARD_NEEDS,
}
"""The permissions that each display mode needs."""


def missing_permissions(channel: discord.abc.GuildChannel, needs: Sequence[str]) -> tuple[str, ...]:
    """Return the permissions that the bot lacks in a channel."""
    given = channel.permissions_for(channel.guild.me)
    return tuple(each for each in needs if not getattr(given, each))


def permission_names(permissions: Sequence[str]) -> Listed:
    """Return permissions by the names that Discord gives them."""
    named = (Sentence(PERMISSIONS[each]) for each in permissions)
    return Listed(tuple(Sentence("**{permission}**", permission=each) for each in named))
