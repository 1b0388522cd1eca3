"""What spectators see: how to follow a match, the picker of a guess, and the letters they get."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial

import discord
from discord import ButtonStyle

from data import StoredMatch
from data.followers import Follow
from data.guesses import Guesser, OwnGuesses
from interactions import CustomId, said, say
from interactions.components import ButtonMessage, Item, button, in_rows, select, text_view
from interactions.speech import duty_words, match_link
from match.event import WITHOUT_RESULT
from match.guesses import Score
from rules import Code, Listed, Move, Sentence, message, paragraph
from views import move_choices
from views.past_card_text import made_words
from views.result_card import result_words
from views.rules_page import rules_button
from views.vote_page import join_buttons

MOST_NAMED = 3
"""How many of those who guessed equally well the card names."""


class FollowMode(StrEnum):
    """What a follower is told; the values are in messages for ever."""

    END = "end"
    EACH_MOVE = "moves"
    NOTHING = "nothing"


class FollowMatch(CustomId, name="follow"):
    """Follow a match, or follow it no more."""

    match: int
    mode: FollowMode = FollowMode.END


class GuessMove(CustomId, name="guess"):
    """Choose the move that is expected next in a match whose event count is `seen`."""

    match: int
    seen: int


class PickGuess(CustomId, name="guesspick"):
    """Choose a piece or one of its moves for a guess, as `pick_buttons` encodes it."""

    match: int
    seen: int
    pick: str


class ListGuess(CustomId, name="guesslist"):
    """Choose a piece or a move for a guess in a select; see `views.move_choices.Choose`."""

    match: int
    seen: int
    piece: str
    skip: int


FOLLOW = message("Follow")
GUESS, GUESS_AGAIN = message("Guess the move"), message("Another guess")
MODES = {
    FollowMode.END: message("Only the end"),
    FollowMode.EACH_MOVE: message("Each move"),
    FollowMode.NOTHING: message("Stop following"),
}
FOLLOWING = {
    False: message(
        "You're following {match}: I'll send you a silent direct message when it's over."
    ),
    True: message(
        "You're following {match}: I'll send you a silent direct message after each move."
    ),
}
"""What a follower is told, by whether that is each move."""
NOT_FOLLOWING = message("You're no longer following {match}.")
OFFER = message(
    "You can **follow** it and get a direct message, or guess the next move. The players can't "
    "see either while they play."
)
SECRET = message(
    "-# Only you can see this, and you can change it until the move is made. When the match is "
    "over, its card shows who guessed best."
)


def watch_buttons(match: StoredMatch, following: Follow | None) -> list[Item]:
    """Return the buttons with which a spectator follows a match and guesses its moves."""
    if match.over:
        return []
    style = ButtonStyle.primary if following is None else ButtonStyle.secondary
    follow = [
        button(words, FollowMatch(match.number, mode), style)
        for words, mode in follow_choices(following)
    ]
    return [*follow, *guess_buttons(match)]


def follow_choices(following: Follow | None) -> list[tuple[str, FollowMode]]:
    """Return how a match can be followed besides how it is, each with its words."""
    if following is None:
        return [(FOLLOW, FollowMode.END)]
    other = FollowMode.END if following.each_move else FollowMode.EACH_MOVE
    return [(MODES[mode], mode) for mode in (other, FollowMode.NOTHING)]


def guess_buttons(match: StoredMatch, words: str = GUESS) -> list[Item]:
    """Return the button that begins a guess, if a move can be guessed."""
    if match.over or match.locked or match.turn == match.computer or match.awaits_vote:
        return []
    return [button(words, GuessMove(match.number, match.count))]


def spectator_question(
    match: StoredMatch, following: Follow | None, refused: Sentence
) -> discord.ui.LayoutView:
    """Build the answer to a press on a card that is only for its players."""
    words = FOLLOWING[following.each_move] if following else OFFER
    buttons = [*join_buttons(match), *watch_buttons(match, following), rules_button(match.game)]
    told = say(words, match=match_link(match))
    return text_view(said(refused), told, rows=in_rows(buttons))


def follow_page(match: StoredMatch, following: Follow | None) -> discord.ui.LayoutView:
    """Build the message that says how a match is followed."""
    words = NOT_FOLLOWING if following is None else FOLLOWING[following.each_move]
    rows = in_rows(watch_buttons(match, following))
    return text_view(say(words, match=match_link(match)), rows=rows)


def guess_rows(
    match: StoredMatch, choices: Sequence[move_choices.Choice], at: move_choices.Selection
) -> list[Item]:
    """Return the choices of a guess, as in the move picker."""
    position, number, seen = match.position, match.number, match.count
    if len(choices) <= move_choices.MOST_OPTIONS:
        pick = partial(PickGuess, number, seen)
        rows = move_choices.pick_buttons(position, choices, at.piece, pick)
    else:
        listed = move_choices.move_options(position, at.piece, at.skip)
        rows = [select("Choose", listed, ListGuess(number, seen, at.piece, at.skip))]
    if at.piece:
        rows += in_rows([button("Another piece", GuessMove(number, seen))])
    return rows


def question_words(match: StoredMatch, own: OwnGuesses, piece: str = "") -> str:
    """Ask for the move, and tell of the guess that is stored and of those before."""
    player = match.name(match.turn)
    lines = [say("**{match}**: what will **{player}** play?", match=match.title, player=player)]
    lines += filter(None, [duty_words(match.position)])
    if piece:
        lines.append(say("Where to from {piece}?", piece=Code(piece)))
    elif own.open is not None:
        caption = match.position.caption(match.position.moves()[own.open])
        lines.append(say("Your guess so far: {move}.", move=caption))
    if own.score.number and not piece:
        lines.append(f"-# {said(score_words(own.score, last=own.last))}")
    return "\n".join(lines)


def guessed_words(match: StoredMatch, move: Move) -> str:
    """Say what was guessed, and what becomes of it."""
    words = say(
        "Your guess: **{player}** {moves}.",
        player=match.name(match.turn),
        moves=match.position.tell(move),
    )
    return f"{words}\n{say(SECRET)}"


def score_words(score: Score, *, last: bool | None = None) -> Sentence:
    """Tell somebody how many of their guesses were right, and perhaps whether the last one was."""
    right = Sentence(
        "You guessed {right} of {number} move right.",
        "You guessed {right} of {number} moves right.",
        right=score.right,
        number=score.number,
    )
    if last is None:
        return right
    if last:
        return paragraph(Sentence("Your last guess was right!"), right)
    return paragraph(Sentence("Your last guess was wrong."), right)


def guesser_lines(guessers: Sequence[Guesser]) -> list[str]:
    """Name on the card of a finished match who guessed best."""
    names = tuple(each.name for each in guessers[:MOST_NAMED])
    score = guessers[0].score
    words = Sentence(
        "{names} guessed best: {right} of {number} move.",
        "{names} guessed best: {right} of {number} moves.",
        names=Listed(names),
        right=score.right,
        number=score.number,
    )
    return [f"-# {said(words)}"]


# The letters.


def letter_words(match: StoredMatch, own: OwnGuesses) -> Sentence:
    """Tell a follower what happened last in a match, or how it ended, and how they guessed."""
    values = {"match": match_link(match), "first": match.name(0), "second": match.name(1)}
    if match.result is None:
        guessed = [] if own.last is None else [score_words(own.score, last=own.last)]
        told = Sentence("{match}, **{first}** against **{second}**:", **values)
        return paragraph(told, *made_words(match), *guessed)
    guessed = [score_words(own.score)] if own.score.number else []
    ended = [Sentence("{match}, **{first}** against **{second}**, is over.", **values)]
    if match.result.how not in WITHOUT_RESULT:
        ended.append(Sentence("{result}.", result=result_words(match)))
    return paragraph(*ended, match.reason, *guessed)


def letter_buttons(match: StoredMatch) -> ButtonMessage:
    """Return the buttons below a letter: to guess on, and to follow the match no more."""
    stop = button(MODES[FollowMode.NOTHING], FollowMatch(match.number, FollowMode.NOTHING))
    return ButtonMessage(*guess_buttons(match), stop)
