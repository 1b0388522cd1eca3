"""The post of a daily puzzle: the board, who solved it, the week's table; later one line."""

import discord

from boards.puzzle_words import best_move
from computer.puzzles import Puzzle
from data.puzzle_days import DayResults, WeekResults
from interactions import say
from interactions.board_image import BoardView
from interactions.components import Item, Layout, MessageParts, button
from interactions.people import Appearance
from interactions.speech import said
from rules import Listed, Sentence, Value, message
from views import puzzle_page

TODAYS_PUZZLE = message(
    "### Today's puzzle: {game} {puzzle}\n-# Difficulty {difficulty} of {most}\n{aim}"
)
PAST_PUZZLE = message("Puzzle: {game} {puzzle} · solution: ||{move}||")
MOST_NAMED = 20
"""The most people whom the post names as having solved a puzzle at first try."""
MOST_ROWS = 10
"""The most rows of the week's table."""


async def daily_page(
    puzzle: Puzzle,
    style: Appearance,
    results: DayResults | None = None,
    week: WeekResults | None = None,
) -> MessageParts:
    """Build the message of a channel's daily puzzle, which everybody solves privately."""
    board_view = BoardView(seen_from=puzzle.position.turn, task=puzzle.task)
    file, gallery = await puzzle_page.puzzle_picture(puzzle, style, board_view)
    solve = button(
        "Solve it", puzzle_page.OpenPuzzle(puzzle.game, puzzle.number), puzzle_page.PRIMARY
    )
    words = [say("-# Only you can see what you try.")]
    if results and results.tried:
        words.append(said(_results_words(results)))
    parts: list[Item] = [
        discord.ui.TextDisplay(puzzle_page.heading(puzzle, TODAYS_PUZZLE)),
        gallery,
        discord.ui.TextDisplay("\n".join(words)),
        discord.ui.ActionRow(solve),
    ]
    if week and (week.rows or week.others):
        parts += [discord.ui.Separator(), discord.ui.TextDisplay("\n".join(_week_lines(week)))]
    return MessageParts(Layout(discord.ui.Container(*parts)), [file])


def past_page(puzzle: Puzzle, results: DayResults) -> MessageParts:
    """Build what is left of a puzzle's post when the next one is there: its solution, hidden."""
    position = puzzle.position
    caption = position.caption(best_move(puzzle))
    words = [
        say(PAST_PUZZLE, game=position.name, puzzle=puzzle.number, move=caption),
        *([f"-# {said(_results_words(results))}"] if results.tried else ()),
    ]
    solve = button("Solve it", puzzle_page.OpenPuzzle(puzzle.game, puzzle.number))
    return MessageParts(Layout(discord.ui.Section("\n".join(words), accessory=solve)))


def _results_words(results: DayResults) -> Sentence:
    """Say how many solved a puzzle, and who did so at first try, as far as they allow that."""
    counted = Sentence(
        "{solved} of {number} solved it",
        "{solved} of {number} solved it",
        solved=results.solved,
        number=results.tried,
    )
    if not results.at_first:
        return counted
    names: list[Value] = [*results.named]
    if others := results.at_first - len(names):
        unnamed = Sentence("{number} person", "{number} people", number=others)
        more = Sentence("{number} more", "{number} more", number=others)
        names.append(more if names else unnamed)
    return Sentence("{solved} · first try: {names}", solved=counted, names=Listed(tuple(names)))


def _week_lines(week: WeekResults) -> list[str]:
    """Write the table of a week, and say how to be named in it."""
    lines = [say("**The last seven days**")]
    for row, streak in week.rows:
        assert row.total.name is not None, "only those who may be named are shown"
        facts = [
            Sentence("{number} solved", "{number} solved", number=row.total.solved),
            Sentence(
                "{number} on the first try", "{number} on the first try", number=row.total.at_first
            ),
            Sentence("{number} day in a row", "{number} days in a row", number=streak),
        ]
        told = " · ".join(said(fact) for fact in facts if fact.values["number"])
        lines.append(f"{row.place}\\. **{said(row.total.name)}** · {told}")
    if week.others:
        lines.append(
            say(
                "-# and {others} (names are opt-in: `/settings`)",
                others=Sentence("{number} more", "{number} more", number=week.others),
            )
        )
    return lines
