"""The message that lists a player's conditional moves in a match."""

from itertools import groupby
from operator import itemgetter

import discord

from data import StoredMatch
from interactions import CustomId, said, say
from interactions.components import Item, Layout, button
from match.conditional_moves import ConditionalLine, play_moves
from rules import Code, Listed, ListStyle, Sentence, codes, message

LISTED = 12
"""The most lines with their buttons in a message; the others appear as these are deleted."""
LONGEST = 300
"""The most characters of a line that are shown."""
EXPECTED = message(
    "If **{opponent}** plays what you expect, I answer for you; any other "
    "move deletes the plan. Only you can see this."
)
NO_LINES = message(
    "No plans yet. Type {command} with **{opponent}**'s move and your answer, such as {example}."
)


class DeleteConditionalLine(CustomId, name="unstore"):
    """Delete one of the player's lines in a match."""

    match: int
    line: int


def conditional_moves_page(
    match: StoredMatch, side: int, lines: dict[int, ConditionalLine]
) -> discord.ui.LayoutView:
    """Build the message that lists a player's lines, each with the button that deletes it."""
    opponent = match.name(1 - side)
    heading = [
        say("### {match}: your plans", match=match.title),
        say(EXPECTED, opponent=opponent)
        if lines
        else say(NO_LINES, opponent=opponent, command=Code("/match ahead"), example=Code("b c")),
    ]
    if match.may_be_tried:
        heading.append(
            say("You can also play a plan out with **Explore** on the board, and save it there.")
        )
    listed = list(lines.items())[:LISTED]
    return Layout(
        discord.ui.TextDisplay("\n".join(heading)),
        *(
            conditional_line_part(match, line, DeleteConditionalLine(match.number, number))
            for number, line in listed
        ),
    )


def conditional_line_part(
    match: StoredMatch, line: ConditionalLine, delete: CustomId, longest: int = LONGEST
) -> Item:
    """Return the text of a line, shortened if needed, with the button that deletes it."""
    return discord.ui.Section(line_words(match, line, longest), accessory=button("Delete", delete))


def line_words(match: StoredMatch, line: ConditionalLine, longest: int) -> str:
    """Describe a line: if this, then that, if then this, then that."""
    sides, moves, _ = play_moves(match.position, line.moves)
    turns = [
        Sentence(
            "then {moves}" if side == line.side else "if {moves}",
            moves=codes((move for _, move in turn), ListStyle.COMMA),
        )
        for side, turn in groupby(zip(sides, moves, strict=True), key=itemgetter(0))
    ]
    text = said(Listed(tuple(turns), ListStyle.COMMA))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
