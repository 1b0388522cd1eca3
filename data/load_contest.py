"""Load leagues and cups, and change their rows and those of their entrants."""

# ruff: noqa: S608 (the statements are made of our own words only)

from datetime import datetime

from contests.contest import DRAW, LOSS, WIN, Form, Played, ScheduledGame, TableRules
from data.columns import (
    MICROSECOND,
    SHOWN_NUMBER,
    assignments,
    away_until,
    message_from,
    moment,
    moment_or_none,
    name_columns,
    names_in,
    read_options,
    rules_of,
    stamp,
    stamp_or_none,
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
    NoContest,
    WhyOut,
)
from data.values import Person, Place
from match.clock import Pace
from match.event import LOST_ON_TIME, WITHOUT_RESULT, Ending
from match.match import LONGEST_NAME
from rules import GAMES, message

LIVE = "state IN ('open', 'running')"
SELECT_CONTESTS = f"SELECT c.*, {SHOWN_NUMBER} AS shown_number FROM contests c"
GONE = message("This league or cup can't continue: {game} is no longer played here.")


async def load_contest(connection: Connection, contest: int) -> Contest:
    """Load a contest with its entrants and games. Raises `NoContest` if there is none."""
    found = f"{SELECT_CONTESTS} WHERE c.id = :id"
    if (row := await connection.row(found, id=min(contest, LARGEST))) is None:
        raise NoContest
    return await _contest_from(connection, row)


async def load_contests(connection: Connection, rest: str, /, **values: Value) -> list[Contest]:
    """Load each contest `c` that the rest of a statement finds, if its game is still there."""
    rows = await connection.rows(f"{SELECT_CONTESTS} {rest}", **values)
    return [await _contest_from(connection, row) for row in rows if row["game"] in GAMES]


async def _contest_from(connection: Connection, row: Row) -> Contest:
    entrants = await connection.rows(
        f"SELECT e.*, {away_until('e.person', 'e.contest')} AS away_until, "
        f"{name_columns('p', 'person')} FROM contest_entrants e JOIN people p ON p.id = e.person "
        "WHERE e.contest = :contest AND e.declined = 0 ORDER BY e.joined, e.person",
        contest=row["id"],
    )
    names = names_in(entrants, "person")
    games = await connection.rows(
        "SELECT g.*, m.ended, m.how, m.winner, MIN(m.first_moves, m.second_moves) AS moves "
        "FROM contest_games g LEFT JOIN matches m ON m.id = g.match WHERE g.contest = :contest "
        "ORDER BY g.round, g.leg, g.match, g.first, g.second",
        contest=row["id"],
    )
    return Contest(
        id=row["id"],
        number=row["shown_number"],
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
        table_rules=TableRules(row["rules"]),
        waited=bool(row["waited"]),
        previous=row["previous"],
        version=row["version"],
        card_version=row["shown"],
        card=message_from(row, "card"),
        news=None if row["news"] is None else ContestNews(row["news"]),
        news_since=moment_or_none(row["news_since"]),
        announced_count=row["told"],
        tried=bool(row["tried"]),
        line_since=moment_or_none(row["line_since"]),
        line_due=moment_or_none(row["line_due"]),
        scheduled=row["scheduled"],
        scheduled_as=row["scheduled_as"],
        thread=row["thread"],
        listed=row["listed"],
        left=moment_or_none(row["left"]),
        entrants=[_entrant_from(each, names[each["person"]]) for each in entrants],
        games=[_game_from(each) for each in games],
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
        name=row["name"][:LONGEST_NAME],
        pace=Pace.read(row["pace"]),
        rated=bool(row["rated"]),
        both_sides=bool(row["both_sides"]),
        at_once=row["at_once"],
        division=row["division"],
        most=row["most"],
        weeks=row["weeks"],
        series=bool(row["series"]),
    )


def _entrant_from(row: Row, shown: str) -> ContestEntrant:
    return ContestEntrant(
        person=Person(row["person"], row["person_name"], shown=shown),
        number=row["number"],
        by_lot=bool(row["by_lot"]),
        division=row["division"],
        out=None if row["out"] is None else WhyOut(row["out"]),
        out_since=row["out_since"],
        place=row["place"],
        away_used=row["away_used"] * MICROSECOND,
        away_since=moment_or_none(row["away_since"]),
        away_until=moment_or_none(row["away_until"]),
    )


def _game_from(row: Row) -> ContestGame:
    slot = ScheduledGame(row["round"], row["first"], row["second"], row["leg"])
    return ContestGame(slot, row["match"], played_from(row), moment_or_none(row["ended"]))


def played_from(row: Row) -> Played:
    """Read what became of a game; one without a match, which a block once drew, is a draw."""
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
        absent=not row["moves"],
    )


async def change_contest(
    connection: Connection,
    contest: int,
    news: ContestNews | None = None,
    now: datetime | None = None,
    /,
    **columns: Value,
) -> None:
    """Change a contest, whose card has to be redrawn then, and record which `news` are to be told.

    News that were not told until `now` count as told.
    """
    changes = ["version = version + 1"]
    if columns:
        changes.append(assignments(columns))
    if news is not None:
        changes.append(
            "told = told + CASE WHEN news IS NULL THEN 0 ELSE 1 END, news = :news, "
            "news_since = :now, tried = 0"
        )
    await connection.change(
        f"UPDATE contests SET {', '.join(changes)} WHERE id = :id",
        **columns,
        id=contest,
        news=news,
        now=stamp_or_none(now),
    )


async def wake_contest(connection: Connection, contest: int, now: datetime) -> None:
    """Let it be looked at what follows in a contest that runs, and its card be redrawn."""
    await connection.change(
        "UPDATE contests SET version = version + 1, "
        "due = CASE WHEN state = 'running' THEN MIN(COALESCE(due, :now), :now) ELSE due END "
        "WHERE id = :contest",
        contest=contest,
        now=stamp(now),
    )


async def next_number(connection: Connection, server: int) -> int:
    """Return the number of a server's next contest."""
    return 1 + await connection.number(
        "SELECT MAX(number) FROM contests WHERE server = :server", server=server
    )


async def next_of(connection: Connection, contest: int) -> int | None:
    """Find the next contest of a series."""
    return await connection.number_or_none(
        "SELECT id FROM contests WHERE previous = :contest AND state = 'open'", contest=contest
    )


async def has_entrant(connection: Connection, contest: int, person: int) -> bool:
    """Tell whether a person has joined a contest, or declined to."""
    return await connection.has(
        "SELECT 1 FROM contest_entrants WHERE contest = :contest AND person = :person",
        contest=contest,
        person=person,
    )


async def add_entrant(connection: Connection, contest: int, person: int, now: datetime) -> None:
    """Let a person join, unless they have joined before."""
    await connection.insert(
        "contest_entrants",
        "(contest, person) DO UPDATE SET declined = 0, joined = excluded.joined "
        "WHERE contest_entrants.declined = 1",
        contest=contest,
        person=person,
        joined=stamp(now),
    )


async def change_entrant(
    connection: Connection, contest: int, person: int, /, **columns: Value
) -> None:
    """Change some columns of an entrant."""
    await connection.change(
        f"UPDATE contest_entrants SET {assignments(columns)} "
        "WHERE contest = :of_contest AND person = :of_person",
        **columns,
        of_contest=contest,
        of_person=person,
    )


async def lengthen_contests(connection: Connection, left: int, back: int) -> None:
    """Move the dates of contests and club matches by the time away that falls into them."""
    away = "MAX(0, :back - MAX(:left, COALESCE(started, opened)))"
    await connection.change(
        f"UPDATE contests SET begins = begins + {away}, ends = ends + {away} WHERE {LIVE}",
        left=left,
        back=back,
    )
    await connection.change(
        "UPDATE contests SET due = MAX(due, CASE state WHEN 'open' THEN begins ELSE due END) "
        f"WHERE {LIVE}"
    )
    await connection.change(
        "UPDATE contest_entrants SET away_since = away_since + "
        "MAX(0, :back - MAX(:left, away_since)) WHERE away_since IS NOT NULL",
        left=left,
        back=back,
    )
    away = "MAX(0, :back - MAX(:left, made))"
    await connection.change(
        f"UPDATE club_matches SET due = due + {away}, ends = ends + {away}, "
        f"begins = begins + CASE state WHEN 'running' THEN 0 ELSE {away} END "
        "WHERE due IS NOT NULL",
        left=left,
        back=back,
    )
