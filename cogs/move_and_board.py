"""`/move` and `/board`: the move that is typed, the match that is meant, and the board."""

import re
from functools import cache

from discord import app_commands

from cogs import match_actions
from cogs.autocomplete import MORE, my_match, my_moves, whole_number
from cogs.find_match import MOST_TRIED, find_match, no_turn_here
from data import StoredMatch
from delivery import display, notify, posting
from interactions import CustomId, Interaction, handles, said, say
from interactions.access import check_rate, mark_seen, visible_match
from interactions.command_translations import translated
from interactions.components import in_rows
from interactions.errors import ChoiceNeeded, is_allowed
from interactions.people import place
from interactions.rate_limits import BOARDS
from languages import languages
from match.event import LONGEST_REMARK
from rules import Refusal, Sentence, typed
from rules.move import PASS
from rules.typed_text import plain_move, plain_text
from views.match_verbs import Play
from views.remarks import remark_in
from views.spectator_page import watch_buttons
from views.web_link import board_buttons
from views.which_match import BoardOf, MatchChoice, PlayIn, which_match

MESSAGE_DESCRIPTION = Sentence(
    "A message with your move, up to {number} character",
    "A message with your move, up to {number} characters",
    number=LONGEST_REMARK,
)

_MATCH_NUMBER = re.compile(r"#(\d+)\b")
"""The match number in a move from the list: `c #2`, or its label `c · #2 against …`."""


@handles(BoardOf)
async def on_board_of(interaction: Interaction, pressed: BoardOf) -> None:
    """Show the board of the match that was chosen."""
    match = await visible_match(interaction, pressed.match)
    if interaction.user.id in match.seats:
        await posting.put_away(interaction, say("Done."))
    await _show_board(interaction, match)


@handles(PlayIn)
async def on_play_in(interaction: Interaction, pressed: PlayIn) -> None:
    """Play the move in the match that was chosen, with the remark in the question."""
    remark = remark_in(interaction.message)
    await match_actions.play(interaction, pressed.match, pressed.text, pressed.seen, remark)


async def _show_board(interaction: Interaction, match: StoredMatch) -> None:
    """Post the card of a player's match again, or show it to somebody else."""
    check_rate(interaction, BOARDS)
    if interaction.user.id in match.seats:
        await notify.repost_board(interaction, await mark_seen(interaction, match))
    else:
        following = await interaction.client.store.followers.find(match.number, interaction.user.id)
        opens = board_buttons(match.number, has_web=interaction.client.settings.has_web)
        rows = [*in_rows(opens), *in_rows(watch_buttons(match, following))]
        await display.show_to_spectator(interaction, match, rows)


@cache
def pass_words() -> frozenset[str]:
    """Return the words that people type for a pass in any language, plain."""
    named = (each.words_typed_for("pass") for each in languages().values())
    return frozenset({PASS, *(plain_move(word) for words in named for word in words)})


def typed_move(text: str) -> str:
    """Return a typed move as the rules read it: a pass has other words in other languages."""
    return PASS if plain_move(text) in pass_words() else text


async def resolve_move(
    interaction: Interaction, move: str, number: int | None, remark: str
) -> tuple[int | StoredMatch, str]:
    """Find the match of a typed move: the one named, else the only one where it is legal.

    Returns the match, or its number, and the move's text. Raises `Refusal`; where several matches
    can be meant it asks which, and plays the move with the remark in the one that is chosen.
    """
    if move == MORE:
        raise Refusal(
            "That isn't a move. Start typing yours to narrow the list; `/matches` shows where "
            "it's your turn."
        )
    move = plain_text(move)
    if named := _MATCH_NUMBER.search(move):
        return _match_number(named[1], number), _without_label(move[: named.start()])
    move = _without_label(move)
    if number is not None:
        return number, move
    lists = interaction.client.store.lists
    person, channel = interaction.user.id, place(interaction).channel
    here = await lists.awaiting(person, channel, MOST_TRIED)
    if len(here) == 1:
        return here[0], move
    found = here or await lists.awaiting(person, channel, MOST_TRIED, anywhere=True)
    legal = [match for match in found if is_allowed(match.position.read, move)]
    if here and len(legal) == 1:
        return legal[0], move
    if not here and not legal:
        raise await no_turn_here(interaction)
    if not legal:
        raise Refusal(
            "{move} isn't possible in any of your matches here; press **Move** on a card to "
            "see your moves.",
            move=typed(move),
        )
    words = "" if here else said((await no_turn_here(interaction)).sentence)
    choices = [MatchChoice(match, _play_button(match, move, remark)) for match in legal]
    raise ChoiceNeeded(which_match(choices, person, words=words, remark=remark))


def _play_button(match: StoredMatch, move: str, remark: str) -> CustomId:
    """Return what plays a legal move in a match."""
    text = match.position.read(move).text
    return (PlayIn if remark else Play)(match.number, match.count, text)


def _match_number(digits: str, number: int | None) -> int:
    """Parse the number in a typed move. Raises `Refusal` if the option names another match."""
    named = whole_number(digits)
    if named is None:
        raise Refusal("There is no match {number}; `/matches` lists yours.", number=typed(digits))
    if number not in (None, named):
        raise Refusal(
            "Your move says match #{named}, but `match` says #{number}; remove one of them.",
            named=named,
            number=number or 0,
        )
    return named


def _without_label(move: str) -> str:
    """Strip what a list entry says after its move, as in `h6-g6 · lose the captain`."""
    return typed_move(move.partition("·")[0].rstrip())


@app_commands.command()
@app_commands.describe(
    move="Your move: pick it from the list or type it",
    match="Which match",
    message=translated(MESSAGE_DESCRIPTION),
)
@app_commands.autocomplete(move=my_moves)
@app_commands.autocomplete(match=my_match)
async def move(
    interaction: Interaction,
    move: str,
    match: app_commands.Range[int, 1] | None = None,
    message: app_commands.Range[str, 1, LONGEST_REMARK] | None = None,
) -> None:
    """Make a move."""
    which, text = await resolve_move(interaction, move, match, message or "")
    await match_actions.play(interaction, which, text, remark=message or "")


@app_commands.command()
@app_commands.describe(match="Which match (default: the only one here)")
@app_commands.autocomplete(match=my_match)
async def board(interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
    """Show a match's board again (privately if it isn't yours)."""
    kept = await find_match(interaction, match, lambda each: BoardOf(each.number), watches=True)
    await _show_board(interaction, kept)
