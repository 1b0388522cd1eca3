"""Names of people, games and matches as they may be shown: nobody's markdown, nobody's mention."""

import re

import discord

from data import ListedMatch, Person, Place, StoredMatch
from rules import GAMES, Code, Sentence, Value


def match_link(match: StoredMatch) -> Value:
    """Name a match by game and number, as a link to its card, or say how to see it."""
    name = f"{match.position.name} #{match.number}"
    if match.card is not None:
        return linked(name, match)
    return Sentence(
        "{match} ({command} shows it)", match=name, command=Code(f"/board match:{match.number}")
    )


_WORD_JOINER = "\u2060"
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def safe(name: str) -> str:
    """Make a name show as it is written: no markdown, no mention, no link, one line.

    Marks that would turn the words after the name around are left out.
    """
    # Links are escaped too, for they do not stay links: `https://a.example/_b_`.
    line = discord.utils.escape_mentions(in_a_line(name))
    escaped = discord.utils.escape_markdown(line, ignore_links=False)
    # What Discord shows otherwise begins so: `<@1>`, `<#1>`, `<t:1>`, `<:name:1>`, `https://`.
    return escaped.replace("://", f":{_WORD_JOINER}//").replace("<", f"<{_WORD_JOINER}")


def in_a_line(name: str) -> str:
    """Write a name in one line, without marks that would turn the words after it around."""
    return " ".join(_TURNING.sub("", name).split())


def person(user: discord.User | discord.Member | discord.ClientUser) -> Person:
    """Give the person behind a Discord user."""
    return Person(user.id, own_name(user), user.bot)


def own_name(user: discord.User | discord.Member | discord.ClientUser) -> str:
    """Give the name that somebody has everywhere; what one server calls them stays there."""
    return user.global_name or user.name


def pings(*people: int) -> discord.AllowedMentions:
    """Let a message ping just these people, and nobody and nothing else.

    What is left out of `AllowedMentions` is allowed where a client's default does not apply, as in
    edits: so everything is said.
    """
    users = [discord.Object(one) for one in people]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def mentions(*people: int) -> str:
    """Write people as Discord names them; whom that pings is said elsewhere."""
    return " ".join(f"<@{person}>" for person in people)


def place(interaction: discord.Interaction) -> Place:
    """Give the place in which an interaction happens."""
    assert interaction.channel_id is not None, "commands and buttons always have a channel"
    return Place(interaction.channel_id, interaction.guild_id)


def game_name(key: str) -> str:
    """Name the game of a stored match, which may not be played here any more."""
    return GAMES[key].name if key in GAMES else key.capitalize()


def linked(words: str, match: StoredMatch | ListedMatch) -> str:
    """Make words a link to the present card of a match, which Discord opens in place."""
    if match.card is None:
        return words
    server = match.place.server or "@me"
    return f"[{words}](https://discord.com/channels/{server}/{match.card.channel}/{match.card.message})"
