"""People and places: who and where an interaction is from, names and mentions, who is pinged."""

import re

import discord

from data import Person, Place

_WORD_JOINER = "\u2060"
"""A mark of no width; after it Discord makes no link or mention of what follows."""
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Marks that reverse the direction of the text after them."""


def safe(name: str) -> str:
    """Escape a name so that it shows as it is written: no markdown, mention or link, in one line.

    Marks that would reverse the direction of the text after the name are removed.
    """
    # Links are escaped, too, since they do not stay links: `https://a.example/_b_`.
    line = discord.utils.escape_mentions(single_line(name))
    escaped = discord.utils.escape_markdown(line, ignore_links=False)
    # Whatever else Discord displays differently begins so: `<@1>`, `<#1>`, `<t:1>`, `https://`.
    return escaped.replace("://", f":{_WORD_JOINER}//").replace("<", f"<{_WORD_JOINER}")


def single_line(name: str) -> str:
    """Return a name in one line, without marks that would reverse the text after it."""
    return " ".join(_TURNING.sub("", name).split())


def person(user: discord.User | discord.Member | discord.ClientUser) -> Person:
    """Return the person behind a Discord user."""
    return Person(user.id, own_name(user), user.bot)


def own_name(user: discord.User | discord.Member | discord.ClientUser) -> str:
    """Return a user's global name; nicknames given in one server stay there."""
    return user.global_name or user.name


def pings(*people: int) -> discord.AllowedMentions:
    """Return allowed mentions that ping just these people, and nobody and nothing else.

    What `AllowedMentions` does not name is allowed where a client's default does not apply, as in
    edits, so every field is given.
    """
    users = [discord.Object(one) for one in people]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def mentions(*people: int) -> str:
    """Return the mentions of people; `pings` decides who is notified."""
    return " ".join(f"<@{person}>" for person in people)


def place(interaction: discord.Interaction) -> Place:
    """Return the place of an interaction."""
    assert interaction.channel_id is not None, "commands and buttons always have a channel"
    return Place(interaction.channel_id, interaction.guild_id)
