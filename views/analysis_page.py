"""The message of an analysis board: picture, moves made, choices and buttons."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord

from data import StoredMatch
from interactions import Interaction, said, say
from interactions.board_image import BoardView, board_picture
from interactions.components import Item, Layout, MessageParts, button, in_rows, select
from interactions.people import Appearance
from interactions.speech import duty_words
from interactions.tasks import run_brief
from match.conditional_moves import ConditionalLine, is_line_stored, play_moves
from rules import Code, Move, Outcome, Position, Refusal, Sentence, message
from rules.move import PASS
from views import move_choices
from views.analysis_board import (
    AnalysisBoard,
    BoardAction,
    ChooseOnBoard,
    DeleteLine,
    KeepLine,
    PickOnBoard,
    StepOnBoard,
)
from views.conditional_moves_page import conditional_line_part
from views.move_choices import Selection
from views.notes_page import WriteNote
from views.web_link import web_buttons

RECORD = 77
"""The number of the component that lists the moves."""
MOST_WRITTEN = 2500
"""The board is full once its moves take this many characters; a message holds 4,000."""
MOST_COMPONENTS = 40
"""The most components that a message holds."""
ALWAYS = 5
"""The components of a board besides its rows: the container, the picture, three texts."""
MOST_BUTTONS = 15
"""More choices than this are shown in a select, so that there is room for everything else."""
MOST_BELOW = 4
"""The most items shown below a board, given the limit on a message's characters."""
LONGEST = 100
"""The most characters of conditional moves shown below a board, which lists its moves anyway."""
NOTHING_KEPT = Sentence("-# You play both sides. Only you can see this, and nothing is saved.")
NOTE = Sentence("-# You play both sides. Only you can see this, and only plans are kept.")
OWN_MOVE = message(
    "It's your move in the match. After it, you can save plans here: answers "
    "to what {opponent} might play."
)
HOW_TO_KEEP = message(
    "Play a move for {opponent}, then your answer, and save the plan: I "
    "answer for you if {opponent} makes that move."
)
ANSWER_MISSING = message("Add your answer to {opponent}'s move; then you can save the plan.")
KEPT = Sentence("This plan is saved.")
SAVE_PLAN = message("Save this plan")
EARLIER = message(
    "Plans start with {opponent}'s next move: press **Current position** and play from there."
)
MORE = message("`/match ahead` lists all your plans ({number} so far).")
LABELS = {
    BoardAction.BACK: message("Step back"),
    BoardAction.ON: message("Step forward"),
    BoardAction.NOW: message("Current position"),
    BoardAction.AGAIN: message("Start again"),
    BoardAction.TURN: message("Flip the board"),
    BoardAction.OTHER: message("Another piece"),
    BoardAction.WHOLE: message("Start of the game"),
}


FROM_THE_BEGINNING = Selection()


def board_after(board: AnalysisBoard, picked: str | Selection) -> tuple[AnalysisBoard, Selection]:
    """Return the board after a choice: a move that is played, or what is selected for one."""
    if isinstance(picked, Selection):
        return board, picked
    return replace(board, moves=(*board.moves, picked)), FROM_THE_BEGINNING


@dataclass(frozen=True)
class Extras:
    """What a board that started from a match shows in addition."""

    note: Sentence = NOTHING_KEPT
    words: str = ""
    buttons: tuple[Item, ...] = ()
    below: tuple[Item, ...] = ()
    more: str = ""
    """The text shown if there is no room for all items below the board."""


NO_EXTRAS = Extras()


async def analysis_page(
    board: AnalysisBoard,
    style: Appearance,
    at: Selection = FROM_THE_BEGINNING,
    besides: Extras = NO_EXTRAS,
) -> MessageParts:
    """Build the message of an analysis board, with the current choices marked on it."""
    position, before, last = await run_brief(board.stands)
    is_full = len(board.moves_text) >= MOST_WRITTEN
    offered = [] if is_full else move_choices.next_choices(position, at.piece)
    board_view = BoardView(
        last=last,
        before=before,
        seen_from=board.seen,
        chosen=at.piece,
        choices=move_choices.on_board(offered),
    )
    file, gallery = await board_picture(position, style, board_view)
    actions = [
        button(LABELS[step], StepOnBoard(step, *board.address))
        for step in board.useful_actions(at.piece)
    ]
    shown = StepOnBoard(BoardAction.OTHER, *board.address)
    web = [] if board.moves else web_buttons(shown, has_web=style.has_web)
    others = in_rows([*actions, *besides.buttons, *web])
    rows = [*_choices(board, position, offered, at), *others]
    below = besides.below[: _items_that_fit(rows)]
    heading = "\n".join((f"### {said(board.heading)}", *state_lines(board, position, before, last)))
    texts = [besides.words, "" if board.moves or at.piece else said(besides.note)]
    texts.append(besides.more if len(below) < len(besides.below) else "")
    parts: list[Item] = [
        discord.ui.TextDisplay(heading),
        gallery,
        discord.ui.TextDisplay(said(board.moves_line), id=RECORD),
        *([discord.ui.TextDisplay("\n".join(filter(None, texts)))] if any(texts) else []),
        *rows,
        *below,
    ]
    return MessageParts(Layout(discord.ui.Container(*parts)), [file])


def _items_that_fit(rows: Sequence[Item]) -> int:
    """Return how many items with a button, of three components each, fit below the rows."""
    taken = ALWAYS + sum(
        1 + len(row.children) for row in rows if isinstance(row, discord.ui.ActionRow)
    )
    return min(MOST_BELOW, (MOST_COMPONENTS - taken) // 3)


def moves_on_page(interaction: Interaction) -> tuple[str, ...]:
    """Read the moves made on a board from the message that shows it."""
    assert interaction.message is not None, "a button or a select stands on a message"
    message = discord.ui.LayoutView.from_message(interaction.message, timeout=None)
    record = message.find_item(RECORD)
    written = record.content if isinstance(record, discord.ui.TextDisplay) else ""
    moves = re.search(r"`([^`]+)`", written)
    return tuple(moves[1].split()) if moves else ()


def _choices(
    board: AnalysisBoard, position: Position, offered: Sequence[move_choices.Choice], at: Selection
) -> list[Item]:
    """Return the buttons of the choices, as in the move picker, or a select if there are many."""
    if len(offered) <= MOST_BUTTONS:
        pick = partial(PickOnBoard, *board.address)
        return move_choices.pick_buttons(position, offered, at.piece, pick)
    where_to = Sentence("Where to from {cell}?", cell=Code(at.piece))
    question = where_to if at.piece else Sentence("What's your move?")
    return [
        select(
            question,
            move_choices.move_options(position, at.piece, at.skip),
            ChooseOnBoard(*board.address, at.piece, len(board.moves)),
        )
    ]


def state_lines(
    board: AnalysisBoard, position: Position, before: Position | None, last: Move | None
) -> list[str]:
    """Describe the last move and whose turn it is; at the start, also what to try."""
    lines = []
    if before is not None and last is not None:
        mover = position.side(before.turn)
        lines.append(say("{Side} {deed}.", side=mover, deed=before.tell(last)))
    if ending := position.outcome():
        lines.append(said(_result(position, ending)))
    elif len(board.moves_text) >= MOST_WRITTEN:
        lines.append(say("There's no room for more moves here; step back, or start again."))
    else:
        lines.append(say("**{Side} to move.**", side=position.side(position.turn)))
        lines += filter(None, [duty_words(position)])
    if not board.moves and board.picture and board.picture.last:
        caption = board.picture.caption
        lines.append(say("Try the move from the rules: {caption}", caption=caption))
    return lines


def _result(position: Position, ending: Outcome) -> Sentence:
    """Describe the result and its reason."""
    if ending.winner is None:
        return Sentence("**A draw.** {reason}", reason=ending.reason)
    winner = position.side(ending.winner)
    return Sentence("**{Side} wins.** {reason}", side=winner, reason=ending.reason)


def conditional_moves_extras(
    match: StoredMatch,
    side: int,
    board: AnalysisBoard,
    stored: Mapping[int, ConditionalLine],
    note: str,
) -> Extras:
    """Build the additions to a board that started from a match in which the user plays."""
    origin = board.origin
    assert origin is not None, "the board goes on from the match"
    words = why_not_kept(match, side, board, [*stored.values()])
    keep = KeepLine(match.number, match.count, origin.ply, board.seen)
    keeps = () if words else (button(SAVE_PLAN, keep, discord.ButtonStyle.success),)
    return Extras(
        NOTE,
        "\n".join(filter(None, (note, "" if words is None else said(words)))),
        (button("Note", WriteNote(match.number)), *keeps),
        _stored_parts(match, board, stored),
        say(MORE, number=len(stored)),
    )


def why_not_kept(
    match: StoredMatch, side: int, board: AnalysisBoard, stored: Sequence[ConditionalLine]
) -> Sentence | None:
    """Return why the moves on a board cannot be kept, or that they are; `None` if they can be."""
    assert board.origin is not None, "the board goes on from the match"
    opponent = match.name(1 - side)
    if match.turn == side:
        return Sentence(OWN_MOVE, opponent=opponent)
    if not board.origin.is_present:
        return Sentence(EARLIER, opponent=opponent)
    moves = [text for text in board.moves if text != PASS]
    if not moves:
        return Sentence(HOW_TO_KEEP, opponent=opponent)
    try:
        sides, *_ = play_moves(match.position, moves)
    except Refusal as refusal:
        return refusal.sentence
    if sides[-1] != side:
        return Sentence(ANSWER_MISSING, opponent=opponent)
    return KEPT if is_line_stored(stored, moves) else None


def _stored_parts(
    match: StoredMatch, board: AnalysisBoard, stored: Mapping[int, ConditionalLine]
) -> tuple[Item, ...]:
    """Return the stored conditional moves, each with the button that deletes it."""
    assert board.origin is not None, "the board goes on from the match"
    ply, seen = board.origin.ply, board.seen
    return tuple(
        conditional_line_part(match, line, DeleteLine(match.number, number, ply, seen), LONGEST)
        for number, line in stored.items()
    )
