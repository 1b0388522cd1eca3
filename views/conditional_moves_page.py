"""The message that lists a player's conditional moves in a match."""

from itertools import groupby
from operator import itemgetter

import discord

from data import StoredMatch
from interactions import CustomId, said, say
from interactions.components import Item, Layout, button
from match.conditional import Plan, played
from rules import Code, Listed, ListStyle, Sentence, codes, message

LISTED = 12
"""The most plans with their buttons in a message; the others appear as these are deleted."""
LONGEST = 300
"""The most characters of a plan that are shown."""
EXPECTED = message(
    "If **{opponent}** plays what you expect, your answer is played at once; any other move "
    "deletes the line. Only you can see this."
)
NO_LINES = message(
    "No saved lines. While **{opponent}** is thinking, type {command} with their move and "
    "your answer, such as {example}; add more moves if you like."
)


class DeletePlan(CustomId, name="unstore"):
    """Delete one of the player's plans in a match."""

    match: int
    plan: int


def conditional_moves_page(
    match: StoredMatch, side: int, plans: dict[int, Plan]
) -> discord.ui.LayoutView:
    """Build the message that lists a player's plans, each with the button that deletes it."""
    title = f"{match.position.name} #{match.number}"
    opponent = match.name(1 - side)
    lines = [
        say("### {match}: your saved lines", match=title),
        say(EXPECTED, opponent=opponent)
        if plans
        else say(NO_LINES, opponent=opponent, command=Code("/match ahead"), example=Code("b c")),
    ]
    if match.may_be_tried:
        lines.append(
            say("You can also play a line out with **Explore** on the board, and save it there.")
        )
    listed = list(plans.items())[:LISTED]
    return Layout(
        discord.ui.TextDisplay("\n".join(lines)),
        *(line_part(match, plan, DeletePlan(match.number, number)) for number, plan in listed),
    )


def line_part(match: StoredMatch, plan: Plan, delete: CustomId, longest: int = LONGEST) -> Item:
    """Return the text of a plan, shortened if needed, with the button that deletes it."""
    return discord.ui.Section(_line_words(match, plan, longest), accessory=button("Delete", delete))


def _line_words(match: StoredMatch, plan: Plan, longest: int) -> str:
    """Describe a plan: if this, then that, if then this, then that."""
    sides, moves, _ = played(match.position, plan.moves)
    turns = [
        Sentence(
            "then {moves}" if side == plan.side else "if {moves}",
            moves=codes((move for _, move in turn), ListStyle.COMMA),
        )
        for side, turn in groupby(zip(sides, moves, strict=True), key=itemgetter(0))
    ]
    text = said(Listed(tuple(turns), ListStyle.COMMA))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
