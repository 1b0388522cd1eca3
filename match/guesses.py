"""Guesses of spectators about the next move, and how often they were right."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from match.match import Match
from rules.move import Move
from rules.sentence import Refusal, message

VOTES = message("{name} votes on this move; press **Join** on the card to vote, too.")


class Guess(NamedTuple):
    """The move that a person expected when a match had `seen` events."""

    person: int
    seen: int
    move: str


class NextMove(NamedTuple):
    """The event, by its number, that decides about guesses made before: a move, or a takeback."""

    number: int
    move: str | None
    """The move, or `None` where one was taken back."""


class Score(NamedTuple):
    """A person's numbers of right guesses, and of all that were put to the test."""

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
        raise Refusal("You're playing in this match; guess in other people's matches.")
    if match.over:
        raise Refusal("The match is over, so there is nothing left to guess. {reason}",
                      reason=match.reason)  # fmt: skip
    if match.locked:
        raise Refusal("A moderator locked this match; guess once it's unlocked.")
    if match.awaits_vote:
        raise Refusal(VOTES, name=match.name(match.turn))
    if match.turn == match.computer:
        raise Refusal("{name} is about to move; wait for that, then guess what {opponent} does.",
                      name=match.name(match.turn), opponent=match.name(1 - match.turn))  # fmt: skip


def is_right(guess: Guess, played: Sequence[NextMove]) -> bool | None:
    """Tell whether a guess was right; `None` if no move came next, or none yet.

    `played` is all that decides about guesses in the match, in order.
    """
    at = bisect_right(played, guess.seen, key=lambda each: each.number)
    if at == len(played) or played[at].move is None:
        return None
    return played[at].move == guess.move


def scores(guesses: Iterable[Guess], played: Sequence[NextMove]) -> dict[int, Score]:
    """Return everybody's score in a match; who only guessed what never came has none."""
    found: dict[int, Score] = {}
    for guess in guesses:
        right = is_right(guess, played)
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
