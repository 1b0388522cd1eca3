"""Replays, reviews, and boards on which moves are tried, in a browser."""

from dataclasses import replace
from functools import partial

from boards.shown import Press, Shown, Steps
from computer import Review
from data import StoredMatch
from interactions import OutOfDate, label, said, say
from interactions.tasks import run_brief
from lessons import taught_games
from match.match import Stale
from rules import Refusal, Sentence
from views.analysis_board import (
    AnalysisBoard,
    BoardAction,
    DeleteLine,
    Explore,
    KeepLine,
    Source,
    StepOnBoard,
    TryFrom,
    TryOut,
)
from views.analysis_page import (
    LABELS,
    LONGEST,
    MOST_WRITTEN,
    NOTE,
    NOTHING_KEPT,
    SAVE_PLAN,
    state_lines,
    why_not_kept,
)
from views.conditional_moves_page import line_words
from views.find_replay import replay_from
from views.lesson_ids import OpenLesson
from views.match_card import result_drawn
from views.match_verbs import OpenReview
from views.puzzle_numbers import split_number
from views.puzzle_page import OpenPuzzle
from views.replay_ids import NEWEST, OpenReplay, ReplayControl, ShowPly
from views.replay_page import Replay, move_words, players_words, result_lines
from views.review_page import REVIEWS, refuse_unless_reviewable, turning_point_words
from views.web_link import OpenInBrowser
from web.visit import Visit

NEW = 6
"""A match of fewer moves offers to show how its game is played."""


class StillReviewing(Refusal):
    """A review that takes a while yet."""


async def on_open_replay(visit: Visit, at: OpenReplay) -> Shown:
    """Show a match after a ply."""
    replay = await _replay(visit, Source.MATCH, at.match)
    return await _shown_replay(visit, replay, at.ply, visit.style.side(replay.seen_from))


async def on_show_ply(visit: Visit, at: ShowPly) -> Shown:
    """Show a replay after a ply, seen from a side."""
    replay = await _replay(visit, at.source, at.number)
    return await _shown_replay(visit, replay, at.ply, 1 if at.seen else 0)


async def on_open_review(visit: Visit, at: OpenReview) -> Shown:
    """Show the replay of a match with its review, which may take a while to compute."""
    replay = await _replay(visit, Source.MATCH, at.match)
    assert replay.kept is not None, "it is a match"
    refuse_unless_reviewable(replay.kept)
    seen = visit.style.side(replay.seen_from)
    try:
        review = await _review(visit, replay.kept)
    except StillReviewing as still:
        shown = await _shown_replay(visit, replay, NEWEST, seen)
        return replace(shown, at=at, lines=[said(still.sentence)], waits=True)
    ply = review.turns[0].ply + 1 if review.turns else NEWEST
    return await _shown_replay(visit, replay, ply, seen)


async def _review(visit: Visit, match: StoredMatch) -> Review:
    """Return the review of a match, which is begun if need be. Raises `StillReviewing`."""
    jobs = visit.bot.review_jobs
    if (kept := await jobs.kept(match)) is not None:
        return kept
    if not jobs.is_underway(match):
        visit.bot.rate_limiter.note(REVIEWS, visit.person, visit.now)

    async def tell(done: int, of: int) -> None:
        raise StillReviewing("Reviewing the match: position {done} of {all} …", done=done, all=of)

    return await jobs.of(match, tell)


async def _replay(visit: Visit, source: Source, number: int) -> Replay:
    store = visit.bot.store
    return await replay_from(store, source, number, visit.solver, visit.now, visit.seen_match)


async def _shown_replay(visit: Visit, replay: Replay, number: int, seen: int) -> Shown:
    """Show a replay, with the curve and what went wrong where it was reviewed."""
    ply = await run_brief(partial(replay.line.at, number))
    match, is_last = replay.kept, ply.number == len(replay.line)
    lines = [move_words(replay, ply), *(result_lines(replay, ply.position) if is_last else ())]
    review = await visit.bot.review_jobs.kept(match) if match and match.over else None
    presses = [Press("Flip the board", _step(replay, ply.number, 1 - seen))]
    if ply.position.moves() and replay.may_be_tried:
        presses.append(
            Press("Try from here", TryFrom(replay.source, replay.number, ply.number, seen))
        )
    if match is not None:
        if match.over and any(match.moves) and review is None:
            presses.append(Press("Review", OpenReview(match.number)))
        presses.append(Press("Back to the match", OpenInBrowser(match.number)))
    about = said(replay.about) if replay.about else players_words(replay)
    moves = (f"{number}. {text}" for number, text in enumerate(replay.line.moves, start=1))
    to = _step(replay, 0, seen).encoded.replace("|0|", "|{ply}|", 1)
    steps = Steps(ply.number, [label("Start"), *moves], to)
    onward = None
    if review is not None and match is not None:
        turns = {turn.ply + 1: turn for turn in review.turns}
        first, second = replay.names
        above = say(
            "Above the line {first} was ahead, below it {second}.", first=first, second=second
        )
        steps = replace(steps, curve=review.values, turns=[*turns], about=above)
        if later := [each for each in turns if each > ply.number]:
            onward = Press("Next turning point", _step(replay, later[0], seen))
        if turn := turns.get(ply.number):
            assert ply.before is not None, "a move led here"
            lines.append(turning_point_words(match, ply.before, turn, is_named=True))
            better = TryFrom(replay.source, replay.number, turn.ply, seen)
            presses.insert(0, Press("Show the better move", better, [turn.better]))
    return Shown(
        _step(replay, ply.number, seen),
        said(replay.title),
        [*lines, *([] if ply.number else [about])],
        position=ply.position,
        seen_from=seen,
        last=ply.move,
        before=ply.before,
        names=replay.names,
        result=result_drawn(replay.result) if is_last else None,
        count=ply.number,
        presses=presses,
        onward=onward,
        steps=steps,
    )


def _step(replay: Replay, ply: int, seen: int) -> ShowPly:
    return ShowPly(replay.source, replay.number, ply, seen, ReplayControl.JUMP)


def ways_from_match(match: StoredMatch) -> list[Press]:
    """Return what leads from a match's board to others: how to play, to try moves, to replay it."""
    number, key = match.number, match.position.key
    ways = [Press("Explore", Explore(number))] if match.explore and not match.over else []
    if sum(match.moves) < NEW and key in taught_games():
        ways.append(Press("How to play", OpenLesson(key)))
    if any(match.moves):
        ways.append(Press("Replay", OpenReplay(number)))
        if match.over:
            ways.append(Press("Review", OpenReview(number)))
    return ways


# Boards on which moves are tried.


async def on_explore(visit: Visit, at: Explore) -> Shown:
    """Show a board on which moves are tried from the present position of a match."""
    replay = await _replay(visit, Source.MATCH, at.match)
    assert replay.kept is not None, "it is a match"
    seen = replay.kept.turn if replay.own is None else replay.own
    return await _tried(visit, replay, replay.board(NEWEST, seen, visit.tried))


async def on_try_from(visit: Visit, at: TryFrom) -> Shown:
    """Show a board on which moves are tried from a ply of a replay."""
    replay = await _replay(visit, at.source, at.number)
    return await _tried(visit, replay, replay.board(at.ply, at.seen, visit.tried))


async def on_try_out(visit: Visit, at: TryOut) -> Shown:
    """Show a board on which moves are tried from a page of the rules, or from the start."""
    board = AnalysisBoard(at.game, at.page, moves=visit.tried)
    seen = visit.style.side(board.stands()[0].turn)
    return await _tried(visit, None, replace(board, seen=seen))


async def on_step(visit: Visit, at: StepOnBoard) -> Shown:
    """Step back or on, start again, or turn such a board; or make a move on it."""
    if at.source in {*Source}:
        replay = await _replay(visit, Source(at.source), at.number)
        board = replay.board(at.ply, at.seen, visit.tried)
    else:
        replay, board = None, AnalysisBoard(at.source, at.number, at.seen, visit.tried)
    return await _tried(visit, replay, board.after(at.step))


async def _tried(visit: Visit, replay: Replay | None, board: AnalysisBoard) -> Shown:
    if replay is not None:
        replay.refuse_unless_explorable()
    if visit.move:
        move = (await run_brief(board.stands))[0].read(visit.move)
        board = replace(board, moves=(*board.moves, move.text))
    position, before, last = await run_brief(board.stands)
    presses = [
        Press(LABELS[step], StepOnBoard(step, *board.address), board.moves)
        for step in board.useful_actions("")
    ]
    if back := _way_back(replay, board):
        presses.append(back)
    note = [] if board.moves else [NOTHING_KEPT]
    if replay is not None and (own := await _plans(visit, replay, board)):
        note, plans = own
        presses = [*plans, *presses]
    return Shown(
        StepOnBoard(BoardAction.OTHER, *board.address),
        said(board.heading),
        [*state_lines(board, position, before, last), *map(said, note)],
        position=position,
        seen_from=board.seen,
        last=last,
        before=before,
        count=(board.origin.ply if board.origin else 0) + len(board.moves),
        may_move=len(board.moves_text) < MOST_WRITTEN,
        presses=presses,
        tried=board.moves,
    )


async def on_keep_line(visit: Visit, at: KeepLine) -> Shown:
    """Save the moves on a board as a plan. Raises `OutOfDate` if the match has moved on since."""
    replay = await _replay(visit, Source.MATCH, at.match)
    assert replay.kept is not None, "it is a match"
    replay.refuse_unless_explorable()
    plans = visit.bot.store.conditional_moves
    try:
        await plans.keep(replay.kept, visit.person, visit.tried, at.count)
    except Stale as stale:
        raise OutOfDate from stale
    return await _tried(visit, replay, replay.board(at.ply, at.seen, visit.tried))


async def on_delete_line(visit: Visit, at: DeleteLine) -> Shown:
    """Delete a plan."""
    replay = await _replay(visit, Source.MATCH, at.match)
    await visit.bot.store.conditional_moves.delete(at.match, visit.person, at.line)
    return await _tried(visit, replay, replay.board(at.ply, at.seen, visit.tried))


async def _plans(
    visit: Visit, replay: Replay, board: AnalysisBoard
) -> tuple[list[Sentence], list[Press]] | None:
    """Return what is said of plans on a board of one's own match, and their buttons."""
    match, side, origin = replay.kept, replay.own, board.origin
    if match is None or side is None or match.over or origin is None:
        return None
    kept = await visit.bot.store.conditional_moves.find(match.number, visit.person)
    why = await run_brief(partial(why_not_kept, match, side, board, [*kept.values()]))
    save = KeepLine(match.number, match.count, origin.ply, board.seen)
    presses = [] if why else [Press(SAVE_PLAN, save, board.moves)]
    for number, line in kept.items():
        words = Sentence("Delete plan: {plan}", plan=line_words(match, line, LONGEST))
        delete = DeleteLine(match.number, number, origin.ply, board.seen)
        presses.append(Press(words, delete, board.moves))
    return [*([] if board.moves else [NOTE]), *([why] if why else [])], presses


def _way_back(replay: Replay | None, board: AnalysisBoard) -> Press | None:
    """Return the button to where a board was opened."""
    origin = board.origin
    if replay is None or origin is None:
        return None
    if origin.source is Source.UNSOLVED:
        return Press("Back to the puzzle", OpenPuzzle(*split_number(origin.number)))
    if replay.goes_on:
        return Press("Back to the match", OpenInBrowser(origin.number))
    return Press("Back to the replay", _step(replay, origin.ply, board.seen))
