"""Guesses of spectators about the next move, and how often they were right."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from match.event import TAKE_BACKS, Event, Kind
from match.match import Match
from rules.move import Move
from rules.sentence import Refusal

DECIDES = (Kind.MOVE, *TAKE_BACKS)
"""The kinds of events of which the next one decides about a guess."""


class Guess(NamedTuple):
    """The move that a person expected when a match had `seen` events."""

    person: int
    seen: int
    move: str


class Score(NamedTuple):
    """How many of a person's guesses were right, of how many that were put to the test."""

    right: int = 0
    number: int = 0


def guessed_move(match: Match, person: int, text: str) -> Move:
    """Return the legal move that a spectator expects next.

    Raises `Refusal` for a player, and where no person is about to move.
    """
    refuse_unless_guessable(match, person)
    return match.position.read(text)


def refuse_unless_guessable(match: Match, person: int) -> None:
    """Raise `Refusal` for guesses of a player, or where no person is about to move."""
    if person in match.seats:
        raise Refusal("You play in this match yourself; guess in matches of others.")
    if match.over:
        raise Refusal("The match is over, so there is nothing left to guess. {reason}",
                      reason=match.reason)  # fmt: skip
    if match.locked:
        raise Refusal("An administrator locked this match; guess once it goes on.")
    if match.turn == match.computer:
        raise Refusal("{name} is about to move; guess what {opponent} does next.",
                      name=match.name(match.turn), opponent=match.name(1 - match.turn))  # fmt: skip


def is_right(guess: Guess, deciding: Sequence[Event]) -> bool | None:
    """Tell whether a guess was right; `None` if the position was not moved from, or not yet.

    `deciding` are the match's events of the kinds that decide, in order.
    """
    at = bisect_right(deciding, guess.seen, key=lambda event: event.number)
    if at == len(deciding) or deciding[at].kind is not Kind.MOVE:
        return None
    return deciding[at].text == guess.move


def scores(guesses: Iterable[Guess], events: Iterable[Event]) -> dict[int, Score]:
    """Return everybody's score in a match; who only guessed what never came has none."""
    deciding = [event for event in events if event.kind in DECIDES]
    found: dict[int, Score] = {}
    for guess in guesses:
        right = is_right(guess, deciding)
        if right is not None:
            so_far = found.get(guess.person, Score())
            found[guess.person] = Score(so_far.right + right, so_far.number + 1)
    return found


def best(found: dict[int, Score]) -> list[int]:
    """Return who was right most often, of these who guessed least; nobody if nobody was right."""
    if not any(score.right for score in found.values()):
        return []
    most = max(found.values(), key=lambda score: (score.right, -score.number))
    return [person for person, score in found.items() if score == most]
