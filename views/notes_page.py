"""A player's private note on a match: its line, its button, its page and its form."""

import discord

from data import StoredMatch
from data.notes import MOST_NOTED
from interactions import CustomId, say
from interactions.components import button, in_rows, text_view
from interactions.forms import TextModal
from interactions.speech import safe
from rules import Code, Sentence, message

IN_SHORT = 300
"""The most characters of a note shown beside a board."""
IN_A_LIST = 80
"""The most characters of a note shown in a list of matches."""
YOURS = message("-# Your note: {text}")
PRIVATE = message(
    "-# Only you can see this. It's shown with your private boards of this match, and in {command}."
)
DELETED = message("Your note was deleted.")


class WriteNote(CustomId, name="note"):
    """Ask for a note on a match; `page` is 1 if the button is on the note's own page."""

    match: int
    page: int = 0


class KeepNote(CustomId, name="keepnote", most=MOST_NOTED):
    """Save what was written into the form, replacing the note."""

    match: int
    page: int = 0


class DeleteNote(CustomId, name="unnote"):
    """Delete the user's note on a match."""

    match: int


def note_words(text: str, most: int = IN_SHORT) -> str:
    """Return a note in one line, shortened if needed."""
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    return say(YOURS, text=safe(shown)) if text else ""


def note_modal(match: StoredMatch, text: str, *, page: int) -> TextModal:
    """Build the form in which a note is written."""
    return TextModal(
        Sentence("Your note on {match}", match=match.title),
        KeepNote(match.number, page),
        "Only you can see it",
        example="What you want to remember",
        lines=True,
        written=text,
    )


def note_page(match: StoredMatch, text: str) -> discord.ui.LayoutView:
    """Build the message that shows a whole note, with the buttons to change and delete it."""
    heading = say("### Your note on {match}", match=match.title)
    buttons = [
        button("Change", WriteNote(match.number, page=1)),
        button("Delete", DeleteNote(match.number)),
    ]
    lines = [safe(line) for line in text.splitlines()]
    return text_view(heading, *lines, say(PRIVATE, command=Code("/matches")), rows=in_rows(buttons))
