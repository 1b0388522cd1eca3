"""The message of a replay: the board after any move, and buttons to go to others."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count

import discord

from data import StoredMatch
from interactions import label, plain, said, say
from interactions.access import refuse_unless_explorable
from interactions.board_image import BoardView, board_picture
from interactions.components import (
    SECONDARY,
    SELECT_MOST,
    Item,
    Layout,
    MessageParts,
    button,
    select,
)
from interactions.people import Appearance
from interactions.speech import remark_told
from interactions.tasks import run_brief
from match.event import WITHOUT_RESULT, Result, reason_by_name
from rendering import PageContents
from rules import Position, Sentence, Value
from rules.move_line import Line, Ply
from views.analysis_board import AnalysisBoard, Origin, Source, TryFrom
from views.match_card import result_drawn
from views.replay_ids import NEWEST, AskPly, ReplayControl, SendGif, ShowPly
from views.web_link import web_buttons

MARKS = 13
"""The options that are spread evenly over a match; the others are close to the current ply.

With these, in a match of up to 156 moves, two jumps lead from any move to any other.
"""


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

    def refuse_unless_explorable(self) -> None:
        """Raise `Refusal` if it is a match in which moves may not be tried while it goes on."""
        if self.kept is not None:
            refuse_unless_explorable(self.kept)

    def board(self, ply: int, seen: int, moves: tuple[str, ...] = ()) -> AnalysisBoard:
        """Return a board on which moves are tried from a ply."""
        origin = Origin(self.source, self.number, ply, self.line, self.title).at(ply)
        return AnalysisBoard(self.rules.key, 0, seen, moves, origin)


async def replay_page(replay: Replay, number: int, seen: int, style: Appearance) -> MessageParts:
    """Build the message of a replay after a number of moves, seen from a side."""
    ply = await run_brief(partial(replay.line.at, number))
    ends = ply.number == len(replay.line)
    words = [move_words(replay, ply), *(result_lines(replay, ply.position) if ends else ())]
    board_view = BoardView(
        last=ply.move,
        before=ply.before,
        seen_from=seen,
        names=replay.names,
        result=result_drawn(replay.result) if ends else None,
    )
    name = f"{replay.rules.key}-{replay.number}-move-{ply.number}"
    file, gallery = await board_picture(
        ply.position, style, board_view, caption=_caption(replay, ply), name=name
    )
    about = said(replay.about) if replay.about else players_words(replay)
    heading = f"{say('### Replay: {title}', title=replay.title)}\n-# {about}"
    parts: list[Item] = [
        discord.ui.TextDisplay(heading),
        gallery,
        discord.ui.TextDisplay("\n".join(words)),
        _step_row(replay, ply.number, seen),
        *_jump_rows(replay, ply.number, seen),
        _other_row(replay, ply, seen, style),
    ]
    return MessageParts(Layout(discord.ui.Container(*parts)), [file])


def page_contents(replay: Replay) -> PageContents:
    """Return what a page of its own shows of a replay; this takes a while for a long match."""
    last = replay.line.at(len(replay.line)).position
    result = replay.result
    return PageContents(
        replay.line,
        replay.names,
        replay.title,
        replay.rules.choices.choose(replay.options).changed,
        result_drawn(result),
        reason_by_name(result, last, replay.names) if result else "",
        replay.remarks,
    )


def jumps(present: int, last: int) -> list[int]:
    """Return the plies a select offers: over the whole match, and close to the current one."""
    if last < SELECT_MOST:
        return [number for number in range(last + 1) if number != present]
    plies = {round(mark * last / (MARKS - 1)) for mark in range(MARKS)} - {present}
    for away in count(1):
        for near in (present + away, present - away):
            if 0 <= near <= last and len(plies) < SELECT_MOST:
                plies.add(near)
        if len(plies) == SELECT_MOST:
            return sorted(plies)
    raise AssertionError("there are more moves than entries")


def players_words(replay: Replay) -> str:
    """Say who played which side, and by which unusual rules."""
    first, second = replay.names
    players = say(
        "**{first}** ({first_side}) against **{second}** ({second_side})",
        first=first,
        first_side=replay.rules.side(0),
        second=second,
        second_side=replay.rules.side(1),
    )
    unusual = map(said, replay.rules.choices.choose(replay.options).changed)
    return " · ".join((players, *unusual))


def move_words(replay: Replay, ply: Ply) -> str:
    """Describe the move that led here, with its number and player."""
    if ply.before is None or ply.move is None:
        start = Sentence(
            "**Start** · {number} move to come",
            "**Start** · {number} moves to come",
            number=len(replay.line),
        )
        return said(start if len(replay.line) else Sentence("**No moves yet.**"))
    text = say(
        "**Move {number} of {all}** · **{player}** {deed}.",
        number=ply.number,
        all=len(replay.line),
        player=replay.names[ply.before.turn],
        deed=ply.before.tell(ply.move),
    )
    if remark := replay.remarks.get(ply.number):
        text += f"\n{remark_told(replay.names[ply.before.turn], remark)}"
    return text


def _caption(replay: Replay, ply: Ply) -> str:
    """Describe the same move for the alt text."""
    if ply.before is None or ply.move is None:
        return plain(Sentence("The start."))
    sentence = Sentence(
        "Move {number}, {player}: {move}.",
        number=ply.number,
        player=replay.names[ply.before.turn],
        move=ply.before.caption(ply.move),
    )
    return plain(sentence)


def result_lines(replay: Replay, last: Position) -> list[str]:
    """Describe the result, or say that there is none."""
    result = replay.result
    if result is None:
        goes_on = Sentence("-# The match is still in progress; ⏭ shows the latest move.")
        return [said(goes_on if replay.goes_on else Sentence("-# The record ends here."))]
    reason = reason_by_name(result, last, replay.names)
    if result.winner is not None:
        winner = replay.names[result.winner]
        return [say("**{player} wins.** {reason}", player=winner, reason=reason)]
    if result.how in WITHOUT_RESULT:
        return [said(reason)]
    return [say("**A draw.** {reason}", reason=reason)]


def _step_row(replay: Replay, present: int, seen: int) -> Item:
    """Return the buttons to the start, back, on, and to the end, disabled if they lead nowhere.

    In a match in progress, there may be more moves by the time that one is pressed.
    """
    first, last = present == 0, present == len(replay.line)
    steps = (
        ("⏮", ReplayControl.FIRST, 0, first, SECONDARY),
        ("◀", ReplayControl.BACK, max(present - 1, 0), first, SECONDARY),
        ("▶", ReplayControl.NEXT, present + 1, last, discord.ButtonStyle.primary),
        ("⏭", ReplayControl.LAST, NEWEST, last and not replay.goes_on, SECONDARY),
    )
    return discord.ui.ActionRow(
        *(
            button(
                sign,
                ShowPly(replay.source, replay.number, number, seen, to),
                style,
                disabled=nowhere,
            )
            for sign, to, number, nowhere, style in steps
        )
    )


def _jump_rows(replay: Replay, present: int, seen: int) -> list[Item]:
    """Return the select of moves to jump to, if there are any."""
    line = replay.line
    options = [
        discord.SelectOption(
            label=f"{number}. {line.moves[number - 1]}"[:100] if number else label("Start"),
            value=str(number),
            description=plain(replay.names[line.turns[number - 1]])[:100] if number else None,
        )
        for number in jumps(present, len(line))
    ]
    custom_id = ShowPly(replay.source, replay.number, present, seen, ReplayControl.JUMP)
    return [select("Jump to a move", options, custom_id)] if options else []


def _other_row(replay: Replay, ply: Ply, seen: int, style: Appearance) -> Item:
    """Return the other buttons."""
    source, number = replay.source, replay.number
    buttons = [
        button("Flip the board", ShowPly(source, number, ply.number, 1 - seen, ReplayControl.TURN))
    ]
    if ply.position.moves() and replay.may_be_tried:
        buttons.append(button("Try from here", TryFrom(source, number, ply.number, seen)))
    if len(replay.line) >= SELECT_MOST:
        buttons.append(button("Go to …", AskPly(source, number, seen)))
    if len(replay.line):
        buttons.append(button("GIF", SendGif(number, source)))
    shown = ShowPly(source, number, ply.number, seen, ReplayControl.JUMP)
    buttons += web_buttons(shown, has_web=style.has_web)
    return discord.ui.ActionRow(*buttons)
