"""The private move picker: a piece, then its target, then a preview, then Play."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from cogs import match_actions
from cogs.lessons import learn_offer
from cogs.match_actions import find_next
from cogs.notes import own_note
from cogs.spectators import offer_to_watch
from data import StoredMatch
from data.settings import Confirm
from delivery.posting import show_privately
from interactions import Interaction, chosen, handles, said, say
from interactions.access import mark_seen, seated_match
from interactions.board_image import NOT_PLAYED, BoardView, board_picture
from interactions.components import Item, button, in_rows, text_view
from interactions.people import Appearance, asker, private_appearance
from interactions.speech import duty_words
from interactions.tasks import off_loop
from match.verbs import refuse_unless_to_move
from rules import Code, Effect, Move, Position, Refusal, Sentence, message, paragraph
from views import move_choices
from views.first_match import GUIDED_MOVES, StopGuiding, first_match_words
from views.match_card import draw_match
from views.match_verbs import Next, Play, play_button
from views.notes_page import note_words
from views.remarks import PlaySaying, SayWith, remark_form, say_buttons
from views.vote_page import play_words
from views.web_link import board_buttons


@handles(move_choices.AnotherPiece)
async def on_another_piece(interaction: Interaction, pressed: move_choices.AnotherPiece) -> None:
    """Go back to the choice of a piece."""
    await ask_choice(interaction, await find_own_turn(interaction, pressed.match, pressed.seen))


@handles(move_choices.ChoosePiece)
async def on_choose_piece(interaction: Interaction, pressed: move_choices.ChoosePiece) -> None:
    """Show where the piece may go."""
    match = await find_own_turn(interaction, pressed.match, pressed.seen)
    await ask_choice(interaction, match, pressed.piece)


@handles(move_choices.ChoosePath)
async def on_choose_path(interaction: Interaction, pressed: move_choices.ChoosePath) -> None:
    """Show a preview of the move."""
    match = await find_own_turn(interaction, pressed.match, pressed.seen)
    await _preview(interaction, match, match.position.read(pressed.text))


@handles(move_choices.Choose)
async def on_choose(
    interaction: Interaction, pressed: move_choices.Choose, values: list[str]
) -> None:
    """Show the targets of the chosen piece, a preview of the chosen move, or more of the list."""
    match = await find_own_turn(interaction, pressed.match, pressed.seen)
    picked = move_choices.read_option(chosen(values), pressed.piece)
    if isinstance(picked, move_choices.Selection):
        await ask_choice(interaction, match, picked.piece, picked.skip)
    else:
        await _preview(interaction, match, match.position.read(picked))


@handles(Next)
async def on_next(interaction: Interaction, pressed: Next) -> None:
    """Open the next match where it is the person's turn, in place of the last one."""
    await ask_choice(interaction, await find_next(interaction, pressed.match))


@handles(Play)
async def on_play(interaction: Interaction, pressed: Play) -> None:
    """Play the move on a button."""
    await match_actions.play(interaction, pressed.match, pressed.text, pressed.seen)


@handles(SayWith)
async def on_say(interaction: Interaction, pressed: SayWith) -> None:
    """Ask for a remark; sending it plays the move."""
    position = (await find_own_turn(interaction, pressed.match, pressed.seen)).position
    await interaction.response.send_modal(remark_form(position, pressed))


@handles(PlaySaying)
async def on_play_saying(interaction: Interaction, pressed: PlaySaying, values: list[str]) -> None:
    """Play the move with the remark that was written."""
    await match_actions.play(interaction, pressed.match, pressed.text, pressed.seen, chosen(values))


async def find_own_turn(interaction: Interaction, number: int, seen: int) -> StoredMatch:
    """Load a match where it is the person's turn, at the event count `seen`. Raises `Refusal`."""
    match = await mark_seen(interaction, await seated_match(interaction, number))
    await offer_to_watch(interaction, match)
    match_actions.refuse_stale(interaction, match, seen)
    refuse_unless_to_move(match, interaction.user.id)
    return match


async def ask_choice(
    interaction: Interaction,
    match: StoredMatch,
    piece: str = "",
    skip: int = 0,
    *,
    below: Sequence[Item] = (),
) -> None:
    """Ask privately for a piece or its target, marked on the board; `below` are more buttons."""
    style = await private_appearance(interaction)
    rows, board = await off_loop(_draw_choices)(match, style, piece, skip)
    question = _question(match.position, piece)
    if not piece and await _is_guided(interaction, match):
        question = f"{_tips(match)}\n{question}"
        below = [*await _tip_buttons(interaction, match), *below]
    below = [*board_buttons(match.number, has_web=style.has_web), *below]
    rows += in_rows([move_choices.back_button(match)] if piece else below)
    await _show_picker(interaction, match, question, rows, board)


def _draw_choices(
    match: StoredMatch, style: Appearance, piece: str, skip: int
) -> tuple[list[Item], tuple[discord.File, Item]]:
    """Build the buttons or lists of the choices, and draw these. Raises `Refusal` without one."""
    seen = style.side(match.turn)
    found = move_choices.next_choices(match.position, piece, seen)
    if not found:
        raise Refusal("That piece can't move now; choose another.")
    if len(found) <= move_choices.MOST_OPTIONS:
        rows = in_rows([move_choices.choice_button(match, choice) for choice in found])
    else:
        rows = move_choices.move_lists(match, piece, skip, found)
    choices = move_choices.on_board(found)
    return rows, draw_match(match, style, seen, chosen=piece, choices=choices)


async def _is_guided(interaction: Interaction, match: StoredMatch) -> bool:
    """Tell whether the player to move is in the first moves of their first match of the game."""
    bot, person = interaction.client, interaction.user.id
    return (
        match.moves[match.turn] < GUIDED_MOVES
        and (await asker(interaction)).personal.guided
        and await bot.store.lists.is_first(person, match)
    )


def _tips(match: StoredMatch, shown: Move | None = None) -> str:
    return first_match_words(match.position, shown, begins=match.moves[match.turn] == 0)


async def _tip_buttons(interaction: Interaction, match: StoredMatch) -> list[Item]:
    """Return the buttons that stand with a tip: the game's lesson, and no more of them."""
    stop = button("No more tips", StopGuiding(match.number, match.count))
    return [*await learn_offer(interaction, match.game), stop]


@handles(StopGuiding)
async def on_stop_guiding(interaction: Interaction, pressed: StopGuiding) -> None:
    """Show no such words any more."""
    match = await find_own_turn(interaction, pressed.match, pressed.seen)
    settings, now = interaction.client.store.personal_settings, discord.utils.utcnow()
    await settings.change(interaction.user.id, lambda own: replace(own, guided=False), now)
    await ask_choice(interaction, match)


def _question(position: Position, piece: str) -> str:
    single = position.single_choice
    if not piece:
        asked = say("What's your move?" if single else "Which piece?")
        return "\n".join(filter(None, (asked, duty_words(position))))
    asked = message("Which way from {piece}?" if single else "Where to from {piece}?")
    return say(asked, piece=Code(piece))


async def _preview(interaction: Interaction, match: StoredMatch, move: Move) -> None:
    """Show a preview of a move with the button that plays it, or play it, as the person has set."""
    before = match.position
    reader = await asker(interaction)
    if not _needs_confirmation(reader.personal.confirm, before, move):
        await match_actions.play(interaction, match, move.text, match.count)
        return
    words = [Sentence("{Deed}.", deed=before.tell(move))]
    if ending := before.after(move).outcome():
        words.append(Sentence("This ends the match. {reason}", reason=ending.reason))
    seen = reader.style.side(before.turn)
    board_view = BoardView(planned=move, seen_from=seen, names=match.player_names)
    name = f"{match.game}-{match.number}-{match.count + 1}"
    board = await board_picture(before, reader.style, board_view, name=name)
    rows, told = _preview_buttons(match, move, seen), said(paragraph(*words))
    told = f"**{say(NOT_PLAYED)}** {told}"
    # A move of one choice is pressed on the card, where no picker has given the tips before.
    if before.single_choice and await _is_guided(interaction, match):
        told = f"{_tips(match, move)}\n{told}"
        rows += in_rows(await _tip_buttons(interaction, match))
    await _show_picker(interaction, match, told, rows, board)


def _preview_buttons(match: StoredMatch, move: Move, seen: int) -> list[Item]:
    """Build the button that plays a move, and those that lead to other moves."""
    position = match.position
    losing = position.effect((move,)) is Effect.LOSES
    style = discord.ButtonStyle.danger if losing else discord.ButtonStyle.success
    play = play_button(match, move.text, play_words(match, position.caption(move)), style)
    say = say_buttons(match, move.text)
    others = move_choices.next_choices(position, seen=seen)
    if position.single_choice and len(others) < move_choices.MOST_OPTIONS:
        return in_rows([play, *say]) + in_rows(
            [move_choices.choice_button(match, choice) for choice in others]
        )
    another = []
    if move.path and len(move_choices.moves_of_piece(position, move.path[0])) > 1:
        targets = move_choices.ChoosePiece(match.number, match.count, move.path[0])
        another = [button("Another cell", targets)]
    return in_rows([play, *say, *another, move_choices.back_button(match)])


def _needs_confirmation(confirm: Confirm, position: Position, move: Move) -> bool:
    """Tell whether a person with this setting is asked before a move is played."""
    if confirm is Confirm.WHERE_IT_COSTS:
        return position.loses(move) is not None
    return confirm is Confirm.ALWAYS


async def _show_picker(
    interaction: Interaction,
    match: StoredMatch,
    words: str,
    rows: Sequence[Item],
    board: tuple[discord.File, Item],
) -> None:
    """Show a board with a question and its choices, in the same private message if there is one."""
    picture, gallery = board
    heading = say(
        "{match} against **{opponent}**",
        match=match.title,
        opponent=match.name(1 - match.turn),
    )
    note = note_words(await own_note(interaction, match.number))
    view = text_view(heading, *filter(None, (note, words)), rows=[gallery, *rows])
    await show_privately(interaction, view, [picture])
