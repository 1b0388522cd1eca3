"""How a match against the computer begins: the button, and the questions which game and how."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import discord

from computer import EASIEST, levels
from data import Seat
from interactions import CustomId, said, say
from interactions.components import Item, button, choice_rows, in_rows, text_view
from rules import GAMES, Position, Sentence, message

PLAY_AGAINST_ME, PLAY = message("Play against me"), message("Play")
ANOTHER_GAME = message("Another game")
CLASSIC = "classic"
"""The preset that every game has."""
FITTING = message(
    "Level {level}, an even match for you. To choose one, type {command} with `level`."
)
"""Which level the computer has chosen."""


class PlayAgainst(CustomId, name="against"):
    """Show the page of `/play`, of a game or all; with one's challenge, ask for the level."""

    game: str = ""
    challenge: int = 0


class ChooseLevel(CustomId, name="levels"):
    """Ask for the computer's level in the same message, for a game with these terms."""

    game: str
    seat: Seat = Seat.RANDOM
    preset: str = CLASSIC


class BeginAgainst(CustomId, name="begins"):
    """Begin a match against the computer at a level, with these terms or those of a challenge."""

    game: str
    level: int
    challenge: int = 0
    seat: Seat = Seat.RANDOM
    preset: str = CLASSIC


def play_page_button(
    game: str = "", words: str = PLAY, style: discord.ButtonStyle = discord.ButtonStyle.success
) -> Item:
    """Return a button, for any message, that opens the page of `/play`, of one game or all."""
    return button(words, PlayAgainst(game), style)


def another_game_button() -> Item:
    """Return the button below a match that is over, or begun, which opens the page of `/play`."""
    return play_page_button(words=ANOTHER_GAME, style=discord.ButtonStyle.secondary)


def computer_words(level: int) -> Sentence:
    """Return the label of the button that begins a match against the computer at a level."""
    return Sentence("The computer, level {level}", level=level)


def level_words(game: str) -> dict[int, Sentence]:
    """Return what each level of a game is called in a list."""
    words = {level: Sentence("Level {level}", level=level) for level in levels(game)}
    words[EASIEST] = Sentence("Level {level}: I miss a lot", level=EASIEST)
    best = levels(game)[-1]
    words[best] = Sentence("Level {level}: my best", level=best)
    return words


def level_rows(game: str, fitting: int, begins: Callable[[int], CustomId]) -> list[Item]:
    """Return the button that begins at the level that fits, and the list of all levels."""
    fits = button(computer_words(fitting), begins(fitting), discord.ButtonStyle.success)
    choices = [(words, begins(level)) for level, words in level_words(game).items()]
    return [*in_rows([fits]), *choice_rows("Another level", choices)]


def play_instead_button(game: str, challenge: int) -> Item:
    """Return the button for a challenge that nobody accepts: its maker plays the computer."""
    return button(PLAY_AGAINST_ME, PlayAgainst(game, challenge), discord.ButtonStyle.success)


def level_question(terms: ChooseLevel, fitting: int) -> discord.ui.LayoutView:
    """Ask for the computer's level, saying which fits, and offer other sides and rules."""
    rules, seat, preset = GAMES[terms.game], terms.seat, terms.preset
    seats = {each: seat_words(rules, each) for each in Seat}
    presets = {
        key: Sentence("Rules: {preset}", preset=Sentence(rules.preset_names[key]))
        for key in rules.presets
    }
    balance = rules.balance(rules.presets[preset])
    chosen = [seats[seat], *([presets[preset]] if len(presets) > 1 else [])]
    words = [said(_how_well(rules, fitting)), f"-# {' · '.join(map(said, chosen))}"]
    if balance is not None:
        words.append(f"-# {said(balance.words)}")
    if (solved := rules.solved(rules.presets[preset])) is not None:
        words.append(f"-# {said(solved)}")
    others = [
        *(button(seats[each], replace(terms, seat=each)) for each in seats if each is not seat),
        *(button(presets[key], replace(terms, preset=key)) for key in presets if key != preset),
    ]
    begins = partial(BeginAgainst, terms.game, seat=seat, preset=preset)
    rows = [*level_rows(terms.game, fitting, begins), *in_rows(others)]
    return text_view("\n".join(words), rows=rows)


def level_question_of(game: str, challenge: int, fitting: int) -> discord.ui.LayoutView:
    """Ask for the computer's level in a match with the terms of a challenge, saying which fits."""
    rows = level_rows(game, fitting, partial(BeginAgainst, game, challenge=challenge))
    terms = say("Same options as your challenge, but a single unrated match.")
    return text_view(said(_how_well(GAMES[game], fitting)), f"-# {terms}", rows=rows)


def _how_well(rules: type[Position], fitting: int) -> Sentence:
    return Sentence(
        "### Play {game} against me\nHow strong should I be? Level {level} should be an even match "
        "for you.",
        game=rules.name,
        level=fitting,
    )


def seat_words(rules: type[Position], seat: Seat) -> Sentence:
    """Say which side somebody wants who asks for a match."""
    side = Sentence("random") if seat is Seat.RANDOM else rules.side(int(seat is Seat.SECOND))
    return Sentence("Your side: {side}", side=side)
