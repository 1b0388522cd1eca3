"""Load leagues and cups from their rows, and write their terms into columns."""

from contests.contest import DRAW, LOSS, WIN, Form, Played, Slot
from data import tables
from data.columns import (
    MICROSECOND,
    card_from,
    moment,
    moment_or_none,
    read_options,
    rules_of,
    write_options,
)
from data.connection import LARGEST, Connection, Row, Value
from data.contest_values import (
    Contest,
    ContestEntrant,
    ContestGame,
    ContestNews,
    ContestState,
    ContestTerms,
    Out,
)
from data.values import Person, Place
from match.clock import Pace
from match.event import LOST_ON_TIME, WITHOUT_RESULT, Ending
from rules import Refusal, message

GONE = message("This league or cup can't continue: {game} is no longer played here.")


async def load_contest(connection: Connection, contest: int) -> Contest:
    """Load a contest with its entrants and games. Raises `Refusal` if there is none."""
    row = None if contest > LARGEST else await tables.contests.find(connection, contest)
    if row is None:
        raise Refusal("There is no such league or cup here; `/season show` lists them.")
    return await contest_from(connection, row)


async def contest_from(connection: Connection, row: Row) -> Contest:
    """Read a contest from its row, and load its entrants and games."""
    entrants = [
        _entrant_from(each) for each in await tables.contests.entrants(connection, row["id"])
    ]
    games = [_game_from(each) for each in await tables.contests.games(connection, row["id"])]
    return Contest(
        id=row["id"],
        number=row["number"],
        season=row["season"],
        terms=_terms_from(row),
        place=Place(row["channel"], row["server"]),
        state=ContestState(row["state"]),
        organiser=row["organiser"],
        opened=moment(row["opened"]),
        begins=moment_or_none(row["begins"]),
        started=moment_or_none(row["started"]),
        ends=moment_or_none(row["ends"]),
        ended=moment_or_none(row["ended"]),
        rounds=row["rounds"],
        closed=row["closed"],
        waited=bool(row["waited"]),
        previous=row["previous"],
        version=row["version"],
        shown=row["shown"],
        card=card_from(row),
        news=None if row["news"] is None else ContestNews(row["news"]),
        news_since=moment_or_none(row["news_since"]),
        told=row["told"],
        tried=bool(row["tried"]),
        line_since=moment_or_none(row["line_since"]),
        line_due=moment_or_none(row["line_due"]),
        scheduled=row["scheduled"],
        scheduled_as=row["scheduled_as"],
        entrants=entrants,
        games=games,
    )


def terms_columns(terms: ContestTerms) -> dict[str, Value]:
    """Write what is played in a contest. Raises `Refusal` for an unknown option."""
    return {
        "form": terms.form,
        "game": terms.game,
        "options": write_options(terms.rules, terms.options),
        "name": terms.name,
        "pace": terms.pace.write(),
        "rated": terms.rated,
        "both_sides": terms.both_sides,
        "at_once": terms.at_once,
        "division": terms.division,
        "most": terms.most,
        "weeks": terms.weeks,
        "series": terms.series,
    }


def _terms_from(row: Row) -> ContestTerms:
    return ContestTerms(
        form=Form(row["form"]),
        game=row["game"],
        options=read_options(rules_of(row, GONE), row["options"]),
        name=row["name"],
        pace=Pace.read(row["pace"]),
        rated=bool(row["rated"]),
        both_sides=bool(row["both_sides"]),
        at_once=row["at_once"],
        division=row["division"],
        most=row["most"],
        weeks=row["weeks"],
        series=bool(row["series"]),
    )


def _entrant_from(row: Row) -> ContestEntrant:
    return ContestEntrant(
        person=Person(row["person"], row["name"]),
        number=row["number"],
        division=row["division"],
        at_once=row["at_once"],
        out=None if row["out"] is None else Out(row["out"]),
        out_since=row["out_since"],
        place=row["place"],
        away_used=row["away_used"] * MICROSECOND,
        away_since=moment_or_none(row["away_since"]),
    )


def _game_from(row: Row) -> ContestGame:
    slot = Slot(row["round"], row["first"], row["second"], row["leg"])
    return ContestGame(slot, row["match"], _played_from(row), moment_or_none(row["ended"]))


def _played_from(row: Row) -> Played:
    """Read what became of a game; one without a match, or without a result, is drawn."""
    if row["match"] is None:
        return Played(DRAW)
    if row["how"] is None:
        return Played()
    how, winner = Ending(row["how"]), row["winner"]
    points = DRAW if how in WITHOUT_RESULT or winner is None else (WIN, LOSS)[winner]
    return Played(
        points,
        on_time=how in LOST_ON_TIME,
        left=how is Ending.LEFT,
        decided=how is Ending.DECIDED,
    )
