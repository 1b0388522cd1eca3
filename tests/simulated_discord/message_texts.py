"""The texts of a message or a modal, each with Discord's limit for it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import discord

from tests.simulated_discord.private_answers import parts
from tests.simulated_discord.table import Component, Message, Table, components

TEXT, LABEL, OPTION, PLACEHOLDER, ALT, TITLE = 4000, 80, 100, 150, 1024, 45
"""How long a text, a button's label, an entry of a select, the words in an empty select or field,
a picture's words and a form's title may be (https://docs.discord.com/developers/components)."""


class Piece(NamedTuple):
    """A text that people read, its kind, and its maximum length."""

    words: str
    kind: str
    most: int


def pieces(shown: discord.ui.LayoutView | discord.ui.Modal | Message | str) -> Iterator[Piece]:
    """Yield the texts of a modal, or of a message, sent or not; a text alone is one."""
    match shown:
        case str():
            yield Piece(shown, "text", TEXT)
            return
        case discord.ui.LayoutView():
            tree = parts(shown)
        case discord.ui.Modal():
            yield Piece(shown.title, "title", TITLE)
            tree = [part for item in shown.children for part in _inside(item.to_component_dict())]
        case _:
            yield Piece(shown.content, "text", TEXT)
            tree = [*components(shown)]
    for part in tree:
        yield from _said(part)


def sent_texts(table: Table, since: int) -> list[list[Piece]]:
    """List the texts of each request to Discord from one on, where there are any.

    Requests are messages, modals and autocomplete entries; those that put something are reactions
    and commands.
    """
    requests = table.env.http_requests[since:]
    texts = ([*_sent(request.json)] for request in requests if request.method != "PUT")
    return [each for each in texts if each]


def _sent(payload: Any) -> Iterator[Piece]:
    if isinstance(payload, list):
        for part in payload:
            yield from _sent(part)
    elif isinstance(payload, dict):
        if payload.get("title"):
            yield Piece(payload["title"], "title", TITLE)
        for choice in payload.get("choices") or ():
            yield Piece(choice["name"], "choice", OPTION)
        if "type" in payload:
            yield from _said(payload)
        else:
            texts = (payload.get(key) for key in ("content", "description"))
            yield from (Piece(text, "text", TEXT) for text in texts if text)
        for key in ("data", "components", "component", "accessory"):
            yield from _sent(payload.get(key))


def _inside(part: Any) -> Iterator[Component]:
    yield part
    if part.get("component"):
        yield from _inside(part["component"])


def _said(part: Component) -> Iterator[Piece]:
    for key, kind, most in (
        ("content", "text", TEXT),
        ("label", "label", TITLE if part["type"] == discord.ComponentType.label.value else LABEL),
        ("placeholder", "placeholder", PLACEHOLDER),
        ("description", "hint", OPTION),
    ):
        if part.get(key):
            yield Piece(part[key], kind, most)
    for option in part.get("options", ()):
        yield Piece(option["label"], "option", OPTION)
        if option.get("description"):
            yield Piece(option["description"], "option", OPTION)
    for item in part.get("items", ()):
        yield Piece(item["description"], "alt", ALT)
