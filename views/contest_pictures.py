"""The pictures of leagues and cups: cross tables and brackets, with their alt texts."""

from collections.abc import Mapping, Sequence
from functools import partial

import discord

import rendering
from contests import cup, league
from contests.contest import Form, Slot
from contests.cup import Tie
from contests.league import Line
from data import Contest, ContestGame, ContestState
from interactions import plain
from interactions.audience import Appearance
from interactions.board_image import picture_item
from interactions.components import Item
from interactions.speech import plain_speech
from match.match import PlayerName
from rendering import CellResult
from rules import Listed, ListStyle, Sentence, Value, paragraph
from views.contest_words import names_of, points_words, round_words, title

GALLERY = 10
"""The most pictures on a card: a league of 32 in divisions of three has more, in its pages."""


async def contest_pictures(
    contest: Contest, style: Appearance, reader: int | None = None, division: int | None = None
) -> list[tuple[discord.File, Item]]:
    """Draw an event that has begun: a cross table for each division, or the bracket.

    For one `reader` their own row is marked; with a `division` only that one is drawn.
    """
    if contest.terms.form is Form.CUP:
        return await _brackets(contest, style, reader)
    facts, found = contest.facts(), list[tuple[discord.File, Item]]()
    for each in league.divisions(facts):
        if division in (None, each) and len(found) < GALLERY:
            found += await _cross_tables(contest, each, league.table(facts, each), style, reader)
    return found


async def _cross_tables(
    contest: Contest, division: int, lines: Sequence[Line], style: Appearance, reader: int | None
) -> list[tuple[discord.File, Item]]:
    several = len(league.divisions(contest.facts())) > 1
    heading = Sentence("Division {number}", number=division + 1) if several else title(contest)
    names, games = names_of(contest), {game.slot: game for game in contest.games}
    own = None if reader is None else contest.entrant(reader)
    arrows = _arrows(contest, division, lines)
    rows = tuple(
        rendering.CrossTableRow(
            "" if line.struck else str(line.place),
            plain(names[line.number]),
            tuple(_cell(contest, line, other, games) for other in lines),
            points_words(line.points),
            own=own is not None and own.number == line.number,
            arrow=arrows.get(line.number, 0),
            struck=line.struck,
        )
        for line in lines
    )
    subtitle = plain(title(contest)) if several else contest.terms.rules.name
    table = rendering.CrossTable(plain(heading), subtitle, plain(Sentence("Points")), rows)
    words = plain(_table_words(heading, lines, names))
    return [
        await picture_item(
            partial(rendering.cross_table, part, theme=style.theme, speech=plain_speech()),
            words,
            f"season-{contest.id}-{contest.version}-{division}-{at}",
        )
        for at, part in enumerate(table.parts())
    ]


def _arrows(contest: Contest, division: int, lines: Sequence[Line]) -> dict[int, int]:
    """Return who goes up and who goes down after a league that is over, if it goes on."""
    placed = [line.number for line in lines]
    if not contest.terms.series or contest.state is not ContestState.OVER or not placed:
        return {}
    last = max(league.divisions(contest.facts()))
    up = {placed[0]: 1} if division else {}
    down = {placed[-1]: -1} if division < last else {}
    return up | down


def _cell(
    contest: Contest, line: Line, other: Line, games: Mapping[Slot, ContestGame]
) -> tuple[CellResult, ...]:
    """Return the results of a player against another, as the table shows them."""
    if line.number == other.number:
        return ()
    facts, found = contest.facts(), []
    scored = league.scores(facts, facts.entrants[line.number].division)
    for group in league.schedule(facts, facts.entrants[line.number].division):
        for slot in group:
            if {*slot.pair} != {line.number, other.number}:
                continue
            points, game = scored.get(slot), games.get(slot)
            if points is None:
                playing = game is not None and game.ended is None and game.match is not None
                found.append(CellResult.PLAYING if playing else CellResult.TO_COME)
                continue
            own = points if slot.first == line.number else 2 - points
            given = game is None or game.played.left or game.played.decided
            found.append((_GIVEN if given and own != 1 else _PLAYED)[own])
    return tuple(found)


_PLAYED = (CellResult.LOST, CellResult.DRAWN, CellResult.WON)
_GIVEN = (CellResult.FORFEITED, CellResult.DRAWN, CellResult.GIVEN)


def _table_words(
    heading: Value, lines: Sequence[Line], known: Mapping[int, PlayerName]
) -> Sentence:
    """Describe a table so that it can be read without the picture."""
    told = [
        Sentence(
            "{place}. {name} {points}: {results}.",
            place="–" if line.struck else line.place,
            name=known[line.number],
            points=points_words(line.points),
            results=Listed(
                tuple(
                    Sentence(
                        "{result} against {opponent}",
                        result=" ".join(points_words(each) for each in results),
                        opponent=known[other],
                    )
                    for other, results in sorted(line.results.items())
                ),
                ListStyle.COMMA,
            )
            if line.results
            else Sentence("nothing played yet"),
        )
        for line in lines
    ]
    return paragraph(Sentence("{title}.", title=heading), *told)


async def _brackets(
    contest: Contest, style: Appearance, reader: int | None
) -> list[tuple[discord.File, Item]]:
    names = names_of(contest)
    own = None if reader is None else contest.entrant(reader)
    rounds = cup.bracket(contest.facts())

    def entry(tie: Tie, side: int) -> rendering.BracketEntry:
        number = tie.sides[side]
        if number is None:
            bye = plain(Sentence("bye")) if tie.is_bye else ""
            return rendering.BracketEntry(bye)
        shown = "" if tie.is_bye or not _has_begun(contest, tie) else points_words(tie.points[side])
        return rendering.BracketEntry(
            plain(names[number]),
            str(number + 1),
            shown,
            won=tie.winner == number and not tie.is_bye,
            own=own is not None and own.number == number,
        )

    drawn = tuple(
        rendering.BracketRound(
            plain(round_words(contest, at)),
            tuple(rendering.BracketPairing(entry(tie, 0), entry(tie, 1)) for tie in ties),
        )
        for at, ties in enumerate(rounds)
    )
    bracket = rendering.Bracket(plain(title(contest)), contest.terms.rules.name, drawn)
    words = plain(paragraph(*(_round_alt(contest, at, ties) for at, ties in enumerate(rounds))))
    return [
        await picture_item(
            partial(rendering.bracket, part, theme=style.theme, speech=plain_speech()),
            words,
            f"season-{contest.id}-{contest.version}-{at}",
        )
        for at, part in enumerate(bracket.parts())
    ]


def _has_begun(contest: Contest, tie: Tie) -> bool:
    pair = {*tie.sides}
    return any(g.slot.round == tie.round and {*g.slot.pair} == pair for g in contest.games)


def _round_alt(contest: Contest, number: int, ties: Sequence[Tie]) -> Sentence:
    """Describe a round of a cup."""
    names = names_of(contest)
    told = []
    for tie in ties:
        known = [names[side] for side in tie.sides if side is not None]
        if len(known) < 2:
            continue
        told.append(
            Sentence(
                "{first} {points}–{others} {second}",
                first=known[0],
                points=points_words(tie.points[0]),
                others=points_words(tie.points[1]),
                second=known[1],
            )
        )
    round_name = round_words(contest, number)
    if not told:
        return Sentence("{round}: not known yet.", round=round_name)
    return Sentence(
        "{round}: {pairs}.", round=round_name, pairs=Listed(tuple(told), ListStyle.COMMA)
    )

