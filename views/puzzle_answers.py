"""What comes of answers to puzzles and in rushes, in Discord and on a board in a browser."""

import random
from dataclasses import dataclass
from datetime import datetime

from boards.puzzle_words import best_move, is_best, number_solved, puzzle_hint
from computer.puzzles import Puzzle
from data import Person, Store
from data.puzzle_rushes import Rush
from data.puzzles import Answered, Attempt
from interactions import Interaction, OutOfDate
from interactions.people import person
from interactions.speech import rating_words
from rules import Move, Refusal, Sentence
from views import choose_puzzle


@dataclass(frozen=True)
class PuzzleSolver:
    """Who solves a puzzle, with their language in Discord, and in which server."""

    person: Person
    locale: str | None
    server: int | None

    def attempt_at(self, puzzle: Puzzle) -> Attempt:
        """Return their try at a puzzle."""
        return Attempt(self.person.id, puzzle.game, puzzle.number, puzzle.difficulty, self.server)


def solver(interaction: Interaction) -> PuzzleSolver:
    """Return the user behind an interaction."""
    return PuzzleSolver(person(interaction.user), interaction.locale.value, interaction.guild_id)


async def answer_puzzle(
    store: Store, puzzle: Puzzle, who: PuzzleSolver, text: str, now: datetime
) -> tuple[Move, list[Sentence]]:
    """Count an answer; return its move, and what a right one brought, or nothing."""
    move = puzzle.position.read(text)
    was_right = is_best(puzzle, move)
    await _name(store, who)
    answered = await store.puzzles.answer(who.attempt_at(puzzle), now, was_right=was_right)
    return move, await _answer_words(store, puzzle, who, answered) if was_right else []


async def _name(store: Store, who: PuzzleSolver) -> None:
    """Store the name of whoever wants to be named with the puzzles they solve."""
    if (await store.personal_settings.find(who.person.id)).puzzle_name:
        await store.people.introduce(who.person, who.locale)


async def _answer_words(
    store: Store, puzzle: Puzzle, who: PuzzleSolver, answered: Answered
) -> list[Sentence]:
    """Say what a right answer brought: how many are solved, the rating, the streak."""
    told = [Sentence("You'd already solved this puzzle or seen its solution, so it doesn't count.")]
    if answered.counts:
        number = (await store.puzzles.solved(who.person.id)).get(puzzle.game, 0)
        told = [number_solved(puzzle, number)]
    if answered.rating is not None:
        rating = rating_words(answered.rating)
        told.append(
            Sentence(
                "Your puzzle rating: {rating} ({change}).",
                rating=rating,
                change=f"{answered.change:+.0f}",
            )
        )
    if answered.day is not None and who.server is not None:
        streak = await store.daily_results.streak(who.person.id, who.server, answered.day)
        told.append(
            Sentence(
                "Daily puzzle streak: {number} day.",
                "Daily puzzle streak: {number} days.",
                number=streak,
            )
        )
    return told


async def hint_in_puzzle(
    store: Store, puzzle: Puzzle, who: PuzzleSolver, now: datetime
) -> tuple[str, Sentence]:
    """Give a hint, which counts: the piece of the best move, and the words that name it.

    If that would give the move away, the words name two pieces, and there is none.
    """
    await store.puzzles.take_hint(who.attempt_at(puzzle), now)
    return puzzle_hint(puzzle)


async def puzzle_after(store: Store, puzzle: Puzzle, person: int) -> Puzzle:
    """Return the puzzle that a person gets next. Raises `Refusal` if there is no other."""
    done = await store.puzzles.done(person, puzzle.game)
    listed = await choose_puzzle.puzzles_for(store, puzzle.game, person)
    return choose_puzzle.next_puzzle(puzzle, done, listed)


async def puzzle_to_solve(
    store: Store, person: int, game: str | None, difficulty: int | None = None
) -> Puzzle:
    """Return the easiest puzzle of a game, or of any, that a person has not done."""
    key = game or random.choice(choose_puzzle.games_with_puzzles(difficulty))
    done = await store.puzzles.done(person, key)
    listed = await choose_puzzle.puzzles_for(store, key, person)
    return choose_puzzle.first_puzzle(key, difficulty, done, listed)


async def begin_rush(
    store: Store, who: PuzzleSolver, game: str | None, seed: str, now: datetime
) -> Rush:
    """Begin a rush. Raises `Refusal` where there are no puzzles."""
    listed = await choose_puzzle.puzzles_for_rush(store, game)
    first = choose_puzzle.rush_puzzle(listed, (), seed)
    if first is None:
        raise Refusal("There are no puzzles here; play a match against me instead.")
    key = first.game, first.number
    return await store.rushes.begin(who.person.id, who.server, game, key, now)


async def present_rush(store: Store, person: int, run: int) -> Rush:
    """Return a person's rush, if it is the `run`-th. Raises `OutOfDate`."""
    present = await store.rushes.find(person)
    if present is None or present.run != run:
        raise OutOfDate
    return present


async def end_rush(store: Store, present: Rush, now: datetime) -> Rush:
    """End a rush, which counts as far as it went."""
    return present if present.over else await store.rushes.go_on(present, present.ended(), now)


async def answer_rush(
    store: Store, before: Rush, who: PuzzleSolver, text: str, now: datetime
) -> tuple[Rush, Sentence]:
    """Record an answer; return the rush with the next puzzle, and say whether it was right."""
    puzzle = await puzzle_of_rush(store, before)
    move = puzzle.position.read(text)
    listed = await choose_puzzle.puzzles_for_rush(store, before.game)
    following = choose_puzzle.rush_puzzle(listed, before.puzzles, f"{before.person} {before.run}")
    was_right = is_best(puzzle, move)
    key = None if following is None else (following.game, following.number)
    after = before.after(key, was_right=was_right)
    await _name(store, who)
    await store.puzzles.take_hint(who.attempt_at(puzzle), now)
    present = await store.rushes.go_on(before, after, now)
    best = puzzle.position.caption(best_move(puzzle))
    return present, (
        Sentence("Right!") if was_right else Sentence("Not that one: {move} was best.", move=best)
    )


async def puzzle_of_rush(store: Store, present: Rush) -> Puzzle:
    """Return the present puzzle of a rush, or the last. Raises `OutOfDate` if it was withdrawn."""
    return await choose_puzzle.load_puzzle(store, *present.puzzles[-1])
