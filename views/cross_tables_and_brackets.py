"""The cross tables of a league, or the bracket of a cup: made from the contest, and drawn."""

from collections import defaultdict
from collections.abc import Sequence

import discord

import rendering
from contests import cup, league
from contests.contest import Form, ScheduledGame
from contests.cup import Reason, Tie
from contests.league import GameScore, TableLine
from data import Contest, ContestState
from data.contest_values import ContestGame
from interactions import plain
from interactions.components import Item
from rules import Sentence
from views.contest_pictures import bracket_picture, cross_table_picture
from views.contest_words import names_of, place_words, points_words, round_words, title
from views.names_below import PictureSpeech

MOST_PICTURES = 10
"""A message holds no more files; My season draws one division alone."""
_PLAYED = (rendering.CellResult.LOST, rendering.CellResult.DRAWN, rendering.CellResult.WON)
_GIVEN = (rendering.CellResult.FORFEITED, rendering.CellResult.DRAWN, rendering.CellResult.GIVEN)
"""The signs of a result by its half points, if it was played or not."""


async def cross_tables_or_bracket(
    contest: Contest, theme: str, reader: int | None, division: int | None = None
) -> list[tuple[discord.File, Item]]:
    """Draw a contest that has begun: a cross table for each division, or the bracket.

    For one `reader` their own row is marked; with a `division` only that one is drawn.
    """
    entrant = None if reader is None else contest.entrant(reader)
    own = None if entrant is None else entrant.number
    # Another name for each state, so that no client shows an older picture.
    name = f"season-{contest.id}-{contest.version}"
    speech = picture_speech(contest, division)
    if contest.terms.form is Form.CUP:
        parts = bracket_of(contest, own).parts()
        return [
            await bracket_picture(part, theme, speech, f"{name}-{at}")
            for at, part in enumerate(parts)
        ]
    wanted = [each for each in league.divisions(contest.progress()) if division in (None, each)]
    return [
        await cross_table_picture(part, theme, speech, f"{name}-{each}")
        for each in wanted[:MOST_PICTURES]
        for part in cross_table_of(contest, each, own).parts()
    ]


def picture_speech(contest: Contest, division: int | None = None) -> PictureSpeech:
    """Return what the pictures of a contest, or of one of its divisions, say."""
    return PictureSpeech(
        one.person.display_name for one in contest.in_order if division in (None, one.division)
    )


def cross_table_of(contest: Contest, division: int, own: int | None = None) -> rendering.CrossTable:
    """Return the cross table of a division."""
    progress, names, results = contest.progress(), names_of(contest), _results(contest, division)
    several = len(league.divisions(progress)) > 1
    lines = league.table(progress, division)
    arrows = _arrows(contest, division, lines)
    rows = tuple(
        rendering.CrossTableRow(
            "–" if line.struck else place_words(line, lines),
            plain(names[line.number]),
            tuple(tuple(results[line.number, other.number]) for other in lines),
            points_words(line.points),
            own=line.number == own,
            arrow=arrows.get(line.number, 0),
            struck=line.struck,
        )
        for line in lines
    )
    heading = Sentence("Division {number}", number=division + 1) if several else title(contest)
    subtitle = plain(title(contest)) if several else contest.terms.rules.name
    return rendering.CrossTable(plain(heading), subtitle, plain(Sentence("Points")), rows)


def _arrows(contest: Contest, division: int, lines: Sequence[TableLine]) -> dict[int, int]:
    """Return who goes up and who goes down after a league that is over, if it goes on."""
    if not contest.terms.series or contest.state is not ContestState.OVER:
        return {}
    up = {lines[0].number: 1} if division else {}
    last = max(league.divisions(contest.progress()))
    return up if division == last else up | {lines[-1].number: -1}


def _results(
    contest: Contest, division: int
) -> defaultdict[tuple[int, int], list[rendering.CellResult]]:
    """Return the results of an entrant against another, in the order of the schedule."""
    progress = contest.progress()
    scored = league.scores(progress, division)
    games = {game.slot: game for game in contest.games}
    cells = defaultdict[tuple[int, int], list[rendering.CellResult]](list)
    for group in league.schedule(progress, division):
        for slot in group:
            for own, other in ((slot.first, slot.second), (slot.second, slot.first)):
                cells[own, other].append(_shown(slot, own, scored.get(slot), games.get(slot)))
    return cells


def _shown(
    slot: ScheduledGame, number: int, score: GameScore | None, game: ContestGame | None
) -> rendering.CellResult:
    """Return the result of a game for one of its players."""
    if score is None:
        playing = game is not None and game.ended is None and game.match is not None
        return rendering.CellResult.PLAYING if playing else rendering.CellResult.TO_COME
    own = score.first if slot.first == number else score.second
    given = score.walkover or game is None or game.played.left or game.played.decided
    return (_GIVEN if given else _PLAYED)[own]


def bracket_of(contest: Contest, own: int | None = None) -> rendering.Bracket:
    """Return the bracket of a cup."""
    names = names_of(contest)

    def is_bye(tie: Tie) -> bool:
        return tie.why is Reason.BYE

    def entry(tie: Tie, side: int) -> rendering.BracketEntry:
        number = tie.sides[side]
        if number is None:
            return rendering.BracketEntry(plain(Sentence("bye")) if is_bye(tie) else "")
        return rendering.BracketEntry(
            plain(names[number]),
            str(number + 1),
            tuple(points_words(score[side]) for score in tie.scores),
            won=tie.winner == number and not is_bye(tie),
            own=number == own,
        )

    rounds = tuple(
        rendering.BracketRound(
            plain(round_words(contest, at)),
            tuple(rendering.BracketPairing(entry(tie, 0), entry(tie, 1)) for tie in ties),
        )
        for at, ties in enumerate(cup.bracket(contest.progress()))
    )
    return rendering.Bracket(plain(title(contest)), contest.terms.rules.name, rounds)
