"""Whom a person has blocked: the message that lists them, with the controls that change it."""

from collections.abc import Sequence

import discord

from interactions import CustomId, label, say
from interactions.components import Item, Layout, button, in_rows, user_select
from rules import message

PAGE_SIZE = 8
"""How many people a page has."""
BLOCKED = message(
    "### Blocked players\n"
    "-# You can't challenge each other, and they aren't told. Leagues and "
    "cups still pair you; on a ladder, their challenge counts as declined."
)
NOBODY = message("You haven't blocked anyone.")


class OpenBlocked(CustomId, name="blocks"):
    """List whom one has blocked, in a message of its own."""


class TurnBlocked(CustomId, name="blocked"):
    """Show a page of the list."""

    page: int


class BlockPerson(CustomId, name="block"):
    """Block the person chosen in the select."""


class UnblockPerson(CustomId, name="unblock"):
    """Unblock a person of a page of the list."""

    person: int
    page: int


def blocked_page(blocked: Sequence[int], page: int = 0, done: str = "") -> discord.ui.LayoutView:
    """Build a page of the list of the blocked people; `done` says what was just done."""
    page = min(page, max(0, len(blocked) - 1) // PAGE_SIZE)
    shown = blocked[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
    lines = [say(BLOCKED), *filter(None, [done]), *([] if shown else [say(NOBODY)])]
    parts: list[Item] = [discord.ui.TextDisplay("\n".join(lines))]
    for person in shown:
        unblock = button("Unblock", UnblockPerson(person, page))
        parts.append(discord.ui.Section(f"<@{person}>", accessory=unblock))
    parts.append(user_select(label("Block someone …"), 0, BlockPerson()))
    turning = []
    if page:
        turning.append(button("Back", TurnBlocked(page - 1)))
    if len(blocked) > (page + 1) * PAGE_SIZE:
        turning.append(button("More", TurnBlocked(page + 1)))
    return Layout(*parts, *in_rows(turning))
