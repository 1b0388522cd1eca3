"""The message of a replay: the board after any move, and buttons to go to others."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

import discord

from interactions import label, plain, said, say
from interactions.audience import Appearance
from interactions.board_image import BoardView, board_picture
from interactions.components import SECONDARY, SELECT_MOST, Item, Layout, button, select
from interactions.phrases import remark_told
from match.event import WITHOUT_RESULT, Result
from rules import Sentence, Value
from rules.move_line import Line, Ply
from views.analysis_board import Source, TryFrom
from views.match_card import result_drawn
from views.replay_buttons import NEWEST, AskPly, SendGif, To, Watch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from data import StoredMatch
    from rules import Position


@dataclass(frozen=True)
class Replay:
    """A match with all its moves; `goes_on` if more may follow.

    `own` is the user's side, if they play in it.
    """

    source: Source
    number: int
    title: Value
    names: tuple[Value, Value]
    options: Mapping[str, str]
    line: Line
    result: Result | None
    goes_on: bool
    own: int | None = None
    remarks: Mapping[int, str] = field(default_factory=dict)
    """The remarks, by the number of their move."""
    about: Sentence | None = None
    """The text above the board, if that is not the players."""
    kept: StoredMatch | None = None
    """The stored match, unless it is an imported record or a puzzle."""

    @property
    def may_be_tried(self) -> bool:
        """Whether its moves may be tried out now."""
        return self.kept is None or self.kept.may_be_tried

    @property
    def rules(self) -> type[Position]:
        """The class of the game."""
        return type(self.line.start)

    @property
    def length(self) -> Sentence:
        """The number of moves, in words."""
        return Sentence("{number} move", "{number} moves", number=len(self.line))

    @property
    def seen_from(self) -> int:
        """The side it is first seen from: the user's own, else the winner's, else the first."""
        if self.own is not None:
            return self.own
        return (self.result and self.result.winner) or 0


MARKS = 13
"""The options that are spread evenly over a match; the others are close to the current ply.

With these, in a match of up to 156 moves, two jumps lead from any move to any other.
"""


async def replay_page(
    watched: Replay, number: int, seen: int, style: Appearance
) -> tuple[discord.ui.LayoutView, discord.File]:
    """Build the message of a replay after a number of moves, seen from a side."""
    ply = await asyncio.to_thread(watched.line.at, number)
    ends = ply.number == len(watched.line)
    words = [_told(watched, ply), *(_end(watched) if ends else ())]
    look = BoardView(
        last=ply.move,
        before=ply.before,
        seen_from=seen,
        names=watched.names,
        result=result_drawn(watched.result) if ends else None,
    )
    name = f"{watched.rules.key}-{watched.number}-move-{ply.number}"
    file, gallery = await board_picture(
        ply.position, style, look, caption=_caption(watched, ply), name=name
    )
    about = said(watched.about) if watched.about else _players(watched)
    heading = f"{say('### Replay: {title}', title=watched.title)}\n-# {about}"
    parts: list[Item] = [
        discord.ui.TextDisplay(heading),
        gallery,
        discord.ui.TextDisplay("\n".join(words)),
        _steps(watched, ply.number, seen),
        *_list(watched, ply.number, seen),
        _others(watched, ply, seen),
    ]
    return Layout(discord.ui.Container(*parts)), file


def jumps(present: int, last: int) -> list[int]:
    """Return the plies a select offers: over the whole match, and close to the current one."""
    if last < SELECT_MOST:
        return [number for number in range(last + 1) if number != present]
    found = {round(mark * last / (MARKS - 1)) for mark in range(MARKS)} - {present}
    for away in count(1):
        for near in (present + away, present - away):
            if 0 <= near <= last and len(found) < SELECT_MOST:
                found.add(near)
        if len(found) == SELECT_MOST:
            return sorted(found)
    raise AssertionError("there are more moves than entries")


def _players(watched: Replay) -> str:
    first, second = watched.names
    players = say(
        "**{first}** ({first_side}) against **{second}** ({second_side})",
        first=first,
        first_side=watched.rules.side(0),
        second=second,
        second_side=watched.rules.side(1),
    )
    unusual = map(said, watched.rules.choices.choose(watched.options).changed)
    return " · ".join((players, *unusual))


def _told(watched: Replay, ply: Ply) -> str:
    """Describe the move that led here, with its number and player."""
    if ply.before is None or ply.move is None:
        start = Sentence(
            "**Start** · {number} move to come",
            "**Start** · {number} moves to come",
            number=len(watched.line),
        )
        return said(start if len(watched.line) else Sentence("**No move yet.**"))
    told = say(
        "**Move {number} of {all}** · **{player}** played {move}: {deed}.",
        number=ply.number,
        all=len(watched.line),
        player=watched.names[ply.before.turn],
        move=ply.before.caption(ply.move),
        deed=ply.before.tell(ply.move),
    )
    if remark := watched.remarks.get(ply.number):
        told += f"\n{remark_told(watched.names[ply.before.turn], remark)}"
    return told


def _caption(watched: Replay, ply: Ply) -> str:
    """Describe the same move for the alt text."""
    if ply.before is None or ply.move is None:
        return plain(Sentence("The start."))
    told = Sentence(
        "Move {number}, {player}: {move}.",
        number=ply.number,
        player=watched.names[ply.before.turn],
        move=ply.before.caption(ply.move),
    )
    return plain(told)


def _end(watched: Replay) -> list[str]:
    """Describe the result, or say that there is none."""
    result = watched.result
    if result is None:
        goes_on = Sentence("-# The match goes on; ⏭ shows its newest move.")
        return [said(goes_on if watched.goes_on else Sentence("-# The record ends here."))]
    if result.winner is not None:
        winner = watched.names[result.winner]
        return [say("**{player} wins.** {reason}", player=winner, reason=result.reason)]
    if result.how in WITHOUT_RESULT:
        return [said(result.reason)]
    return [say("**A draw.** {reason}", reason=result.reason)]


def _steps(watched: Replay, present: int, seen: int) -> Item:
    """Return the buttons to the start, back, on, and to the end, disabled if they lead nowhere.

    In a match in progress, there may be more moves by the time that one is pressed.
    """
    first, last = present == 0, present == len(watched.line)
    steps = (
        ("⏮", To.FIRST, 0, first, SECONDARY),
        ("◀", To.BACK, max(present - 1, 0), first, SECONDARY),
        ("▶", To.NEXT, present + 1, last, discord.ButtonStyle.primary),
        ("⏭", To.LAST, NEWEST, last and not watched.goes_on, SECONDARY),
    )
    return discord.ui.ActionRow(
        *(
            button(
                sign,
                Watch(watched.source, watched.number, number, seen, to),
                style,
                disabled=nowhere,
            )
            for sign, to, number, nowhere, style in steps
        )
    )


def _list(watched: Replay, present: int, seen: int) -> list[Item]:
    """Return the select of moves to jump to, if there are any."""
    line = watched.line
    options = [
        discord.SelectOption(
            label=f"{number}. {line.moves[number - 1]}"[:100] if number else label("Start"),
            value=str(number),
            description=plain(watched.names[line.turns[number - 1]])[:100] if number else None,
        )
        for number in jumps(present, len(line))
    ]
    custom_id = Watch(watched.source, watched.number, present, seen, To.JUMP)
    return [select("Jump to a move", options, custom_id)] if options else []


def _others(watched: Replay, ply: Ply, seen: int) -> Item:
    """Return the other buttons."""
    source, number = watched.source, watched.number
    buttons = [
        button("Turn the board", Watch(source, number, ply.number, 1 - seen, To.TURN)),
    ]
    if ply.position.moves() and watched.may_be_tried:
        buttons.append(button("Try from here", TryFrom(source, number, ply.number, seen)))
    if len(watched.line) >= SELECT_MOST:
        buttons.append(button("Go to …", AskPly(source, number, seen)))
    if len(watched.line):
        buttons.append(button("GIF", SendGif(number, source)))
    return discord.ui.ActionRow(*buttons)
