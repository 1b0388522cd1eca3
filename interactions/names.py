"""Names of people, games and matches, safe to display: without markdown and mentions."""

import re

import discord

from data import ListedMatch, Person, Place, StoredMatch
from rules import GAMES, Code, Sentence, Value

_WORD_JOINER = "\u2060"
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def match_link(match: StoredMatch) -> Value:
    """Return a match's game and number as a link to its card, or with the command that shows it."""
    name = f"{match.position.name} #{match.number}"
    if match.card is not None:
        return linked(name, match)
    return Sentence(
        "{match} ({command} shows it)", match=name, command=Code(f"/board match:{match.number}")
    )


def safe(name: str) -> str:
    """Escape a name so that it shows as it is written: no markdown, mention or link, in one line.

    Marks that would reverse the direction of the text after the name are removed.
    """
    # Links are escaped, too, since they do not stay links: `https://a.example/_b_`.
    line = discord.utils.escape_mentions(in_a_line(name))
    escaped = discord.utils.escape_markdown(line, ignore_links=False)
    # Whatever else Discord displays differently begins so: `<@1>`, `<#1>`, `<t:1>`, `https://`.
    return escaped.replace("://", f":{_WORD_JOINER}//").replace("<", f"<{_WORD_JOINER}")


def in_a_line(name: str) -> str:
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


def game_name(key: str) -> str:
    """Return the name of a stored match's game, which may no longer be available."""
    return GAMES[key].name if key in GAMES else key.capitalize()


def linked(words: str, match: StoredMatch | ListedMatch) -> str:
    """Turn words into a link to a match's current card, which Discord opens in place."""
    if match.card is None:
        return words
    server = match.place.server or "@me"
    return f"[{words}](https://discord.com/channels/{server}/{match.card.channel}/{match.card.message})"
