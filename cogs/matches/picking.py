"""The private picker: a piece, then where it goes, then what comes of it, then Play.

What can be chosen stands on buttons, in the order in which it lies on the board as the player sees
it; where there is more than buttons can hold, in a list. Where a move is one choice, the card
itself asks for it, and the picker begins with what comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from cogs.acts import chosen, pressed
from cogs.answers import whisper
from cogs.audience import asker, private_look
from cogs.controls import Item, in_rows, select, text_view
from cogs.matches import deeds
from cogs.matches.cards import match_picture
from cogs.matches.choosing import MOST, PIECE, PLAY, choices, to_choose, ways
from cogs.matches.noting import note_words, own_note
from cogs.matches.seeing import noticed, visible
from cogs.matches.steps import (
    AnotherPiece,
    Choose,
    ChooseEnd,
    ChoosePiece,
    ChooseWay,
    Next,
    back_button,
    choice_button,
    say_buttons,
    ways_button,
)
from cogs.matches.verbs import Play, PlayChosen, play_button
from cogs.matches.waiting import find_next
from cogs.messages.posting import is_private
from cogs.showing import Look, board_picture
from cogs.speech import said, say
from data import Confirm, StoredMatch
from match import verbs
from rules import Move, Position, Refusal, Sentence
from rules.sentence import Code, message, paragraph

if TYPE_CHECKING:
    from cogs.answers import Interaction


@pressed(AnotherPiece)
async def on_another_piece(interaction: Interaction, act: AnotherPiece, _values: list[str]) -> None:
    """Go back to the choice of a piece."""
    await _ask(interaction, await mine(interaction, act.match, act.seen))


@pressed(ChoosePiece)
async def on_choose_piece(interaction: Interaction, act: ChoosePiece, _values: list[str]) -> None:
    """Show where the piece may go."""
    match = await mine(interaction, act.match, act.seen)
    await _ask(interaction, match, act.piece)


@pressed(ChooseEnd)
async def on_choose_end(interaction: Interaction, act: ChooseEnd, _values: list[str]) -> None:
    """Show the ways in which the piece may go there."""
    match = await mine(interaction, act.match, act.seen)
    await _ask(interaction, match, act.piece, end=act.end)


@pressed(ChooseWay)
async def on_choose_way(interaction: Interaction, act: ChooseWay, _values: list[str]) -> None:
    """Show what comes of the move."""
    match = await mine(interaction, act.match, act.seen)
    await _confirm(interaction, match, match.position.read(act.text))


@pressed(Choose)
async def on_choose(interaction: Interaction, act: Choose, values: list[str]) -> None:
    """Show where the chosen piece may go, or the chosen move, or more of a long list."""
    match = await mine(interaction, act.match, act.seen)
    kind, _, value = chosen(values).partition(" ")
    if kind == PLAY:
        await _confirm(interaction, match, match.position.read(value))
    elif kind == PIECE:
        await _ask(interaction, match, value)
    else:
        await _ask(interaction, match, act.piece, int(value))


@pressed(Next)
async def on_next(interaction: Interaction, act: Next, _values: list[str]) -> None:
    """Open the next match in which the person is to move, in place of what came of the last."""
    await _ask(interaction, await find_next(interaction, act.match))


@pressed(Play)
async def on_play(interaction: Interaction, act: Play, _values: list[str]) -> None:
    """Play the move on a button."""
    await deeds.play(interaction, act.match, act.text, act.seen)


@pressed(PlayChosen)
async def on_play_chosen(interaction: Interaction, act: PlayChosen, values: list[str]) -> None:
    """Play the move chosen in the select of an older card."""
    await deeds.play(interaction, act.match, chosen(values), act.seen)


async def open_picker(interaction: Interaction, match: StoredMatch, below: Sequence[Item]) -> None:
    """Let the player to move choose a piece, in a private message, with more buttons below."""
    await _ask(interaction, match, below=below)


async def show_pieces(interaction: Interaction, number: int, seen: int) -> None:
    """Let the player to move choose a piece, privately."""
    await _ask(interaction, await mine(interaction, number, seen))


async def _ask(
    interaction: Interaction,
    match: StoredMatch,
    piece: str = "",
    skip: int = 0,
    *,
    end: str = "",
    below: Sequence[Item] = (),
) -> None:
    """Ask for a piece, for where it goes, or which way, with the choice marked on the board."""
    style = await private_look(interaction)
    found = to_choose(match.position, piece, end, style.side(match.turn))
    if not found:
        raise Refusal("That piece cannot move now; choose another.")
    if len(found) <= MOST:
        rows = in_rows([choice_button(match, choice, piece) for choice in found])
    else:
        listed = choices(match.position, piece, skip)
        rows = [select("Choose", listed, Choose(match.number, match.count, piece, skip))]
    rows += in_rows([back_button(match)] if piece else below)
    drawn = await match_picture(
        match,
        style,
        chosen=piece,
        choices={choice.cell: choice.cell for choice in found},
    )
    question = _question(piece, end, single=match.position.single_choice)
    await _show(interaction, match, question, rows, drawn)


def _question(piece: str, end: str, *, single: bool) -> str:
    if end:
        return say("Which way from {piece} to {end}?", piece=Code(piece), end=Code(end))
    if not piece:
        return say("What is your move?" if single else "Which piece?")
    asked = message("Which way from {piece}?" if single else "Where to from {piece}?")
    return say(asked, piece=Code(piece))


async def _confirm(interaction: Interaction, match: StoredMatch, move: Move) -> None:
    """Show what comes of a move, with the button that plays it, to whoever wants to be asked."""
    before = match.position
    who = await asker(interaction)
    if not _asks(who.personal.confirm, before, move):
        await deeds.play(interaction, match, move.text, match.count)
        return
    after = before.after(move)
    words = [Sentence("{Deed}.", deed=before.tell(move))]
    if ending := after.outcome():
        words.append(Sentence("This ends the game. {reason}", reason=ending.reason))
    seen = who.style.side(before.turn)
    look = Look(last=move, before=before, seen_from=seen, names=match.player_names)
    name = f"{match.game}-{match.number}-{match.count + 1}"
    drawn = await board_picture(after, who.style, look, name=name)
    rows = _ways_on(match, move, seen)
    await _show(interaction, match, said(paragraph(*words)), rows, drawn)


def _ways_on(match: StoredMatch, move: Move, seen: int) -> list[Item]:
    """Make the button that plays a move, and those that show others."""
    position = match.position
    style = discord.ButtonStyle.danger if position.loses(move) else discord.ButtonStyle.success
    play = play_button(
        match, move.text, Sentence("Play {move}", move=position.caption(move)), style
    )
    say = say_buttons(match, move.text)
    others = to_choose(position, seen=seen)
    if position.single_choice and len(others) < MOST:
        return in_rows([play, *say]) + in_rows([choice_button(match, choice) for choice in others])
    several = bool(move.path) and len(ways(position, move.path[0])) > 1
    another = [ways_button(match, move.path[0])] if several else []
    return in_rows([play, *say, *another, back_button(match)])


def _asks(confirm: Confirm, position: Position, move: Move) -> bool:
    """Tell whether somebody wants to be asked before a move is played."""
    if confirm is Confirm.WHERE_IT_COSTS:
        return position.loses(move) is not None
    return confirm is Confirm.ALWAYS


async def mine(interaction: Interaction, number: int, seen: int) -> StoredMatch:
    """Load a match in which this person is to move, as the person saw it."""
    match = await noticed(interaction, await visible(interaction, number))
    deeds.refuse_stale(match, seen)
    verbs.refuse_unless_to_move(match, interaction.user.id)
    return match


async def _show(
    interaction: Interaction,
    match: StoredMatch,
    words: str,
    rows: Sequence[Item],
    drawn: tuple[discord.File, Item],
) -> None:
    """Show a board with a question and its choices, in the private message that asked before."""
    picture, gallery = drawn
    heading = say(
        "{match} against **{opponent}**",
        match=f"{match.position.name} #{match.number}",
        opponent=match.name(1 - match.turn),
    )
    note = note_words(await own_note(interaction, match.number))
    view = text_view(heading, *filter(None, (note, words)), rows=[gallery, *rows])
    if is_private(interaction):
        await interaction.response.edit_message(view=view, attachments=[picture])
    else:
        await whisper(interaction, view=view, files=[picture])
