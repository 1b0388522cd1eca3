"""The tables of leagues and cups: contests, entrants, games."""

from data.columns import assignments, insert_into
from data.connection import Columns, Connection, Row

LIVE = "state IN ('open', 'running')"
_GAMES = (
    "SELECT g.*, m.ended, m.how, m.winner FROM contest_games g "
    "LEFT JOIN matches m ON m.id = g.match WHERE g.contest = :contest "
    "ORDER BY g.round, g.leg, g.match, g.first, g.second"
)


async def add(connection: Connection, columns: Columns) -> int:
    """Insert a contest and return its id."""
    return await connection.insert(insert_into("contests", columns), **columns)


async def find(connection: Connection, contest: int) -> Row | None:
    """Find a contest."""
    return await connection.row("SELECT * FROM contests WHERE id = :contest", contest=contest)


async def games_by_number(connection: Connection) -> list[Row]:
    """List the numbers of all contests, and what is played in them."""
    return await connection.rows("SELECT id, game FROM contests ORDER BY id")


async def change(connection: Connection, contest: int, columns: Columns) -> None:
    """Change a contest, whose card has to be redrawn then."""
    changes = ", ".join(filter(None, (assignments(columns), "version = version + 1")))
    await connection.change(
        f"UPDATE contests SET {changes} WHERE id = :id",  # noqa: S608 (our own names)
        **columns,
        id=contest,
    )


async def wake(connection: Connection, contest: int, now: int) -> None:
    """Let it be looked at what follows in a contest that runs, and its card be redrawn."""
    await connection.change(
        "UPDATE contests SET version = version + 1, "
        "due = CASE WHEN state = 'running' THEN MIN(COALESCE(due, :now), :now) ELSE due END "
        "WHERE id = :contest",
        contest=contest,
        now=now,
    )


async def is_done(connection: Connection, request: int) -> bool:
    """Tell whether a request has already opened a contest."""
    return bool(
        await connection.number(
            "SELECT COUNT(*) FROM contests WHERE request = :request", request=request
        )
    )


async def next_number(connection: Connection, server: int) -> int:
    """Return the number of a server's next contest."""
    return 1 + await connection.number(
        "SELECT MAX(number) FROM contests WHERE server = :server", server=server
    )


async def count_live(connection: Connection, server: int) -> int:
    """Count a server's contests that are open or running, each series once."""
    return await connection.number(
        f"SELECT COUNT(*) FROM contests c WHERE server = :server AND {LIVE} "  # noqa: S608 (our own names)
        "AND NOT EXISTS (SELECT 1 FROM contests p WHERE p.id = c.previous AND p.state = 'running')",
        server=server,
    )


async def of_server(connection: Connection, server: int, most: int) -> list[Row]:
    """List a server's contests, those that are open or running first, then the latest."""
    return await connection.rows(
        f"SELECT * FROM contests WHERE server = :server ORDER BY {LIVE} DESC, id DESC LIMIT :most",  # noqa: S608 (our own names)
        server=server,
        most=most,
    )


async def of_person(connection: Connection, person: int, server: int | None) -> list[Row]:
    """List the open and running contests of a person, in a server or anywhere."""
    return await connection.rows(
        "SELECT c.* FROM contest_entrants e JOIN contests c ON c.id = e.contest "  # noqa: S608 (our own names)
        f"WHERE e.person = :person AND e.declined = 0 AND c.{LIVE} "
        "AND (:server IS NULL OR c.server = :server) ORDER BY c.state DESC, c.id",
        person=person,
        server=server,
    )


async def due(connection: Connection, now: int) -> list[int]:
    """List the contests about which something is to be done, the longest due first."""
    rows = await connection.rows(
        "SELECT id FROM contests WHERE due <= :now ORDER BY due, id", now=now
    )
    return [int(row["id"]) for row in rows]


async def to_show(connection: Connection) -> list[int]:
    """List the contests of which something is to be shown or told."""
    rows = await connection.rows(
        "SELECT id FROM contests WHERE shown < version OR news IS NOT NULL ORDER BY id"
    )
    return [int(row["id"]) for row in rows]


async def next_of(connection: Connection, contest: int) -> int | None:
    """Find the next contest of a series."""
    row = await connection.row(
        "SELECT id FROM contests WHERE previous = :contest AND state = 'open'", contest=contest
    )
    return None if row is None else int(row["id"])


# Messages.


async def show_on(connection: Connection, contest: int, columns: Columns, version: int) -> None:
    """Record which message shows a contest, in which version."""
    await connection.change(
        f"UPDATE contests SET {assignments(columns)}, shown = MAX(shown, :version) WHERE id = :id",  # noqa: S608 (our own names)
        **columns,
        version=version,
        id=contest,
    )


async def schedule(connection: Connection, contest: int, scheduled: int | None, text: str) -> None:
    """Record the scheduled event in Discord, and what it says."""
    await connection.change(
        "UPDATE contests SET scheduled = :scheduled, scheduled_as = :text WHERE id = :contest",
        contest=contest,
        scheduled=scheduled,
        text=text,
    )


async def set_news(connection: Connection, contest: int, news: str, now: int) -> None:
    """Record what is to be told; what was not told until now counts as told."""
    await connection.change(
        "UPDATE contests SET told = told + (news IS NOT NULL), news = :news, news_since = :now, "
        "tried = 0 WHERE id = :contest",
        contest=contest,
        news=news,
        now=now,
    )


async def try_news(connection: Connection, contest: int, told: int) -> None:
    """Record that news are about to be posted, and may stand there from now on."""
    await connection.change(
        "UPDATE contests SET tried = 1 WHERE id = :contest AND told = :told",
        contest=contest,
        told=told,
    )


async def tell(connection: Connection, contest: int, told: int) -> None:
    """Record that news were posted."""
    await connection.change(
        "UPDATE contests SET news = NULL, tried = 0, told = told + 1 "
        "WHERE id = :contest AND told = :told",
        contest=contest,
        told=told,
    )


# Entrants.


async def entrants(connection: Connection, contest: int) -> list[Row]:
    """List who takes part, in the order in which they joined."""
    return await connection.rows(
        "SELECT e.*, p.name FROM contest_entrants e JOIN people p ON p.id = e.person "
        "WHERE e.contest = :contest AND e.declined = 0 ORDER BY e.joined, e.person",
        contest=contest,
    )


async def has(connection: Connection, contest: int, person: int) -> bool:
    """Tell whether a person has joined a contest, or declined to."""
    return bool(
        await connection.number(
            "SELECT COUNT(*) FROM contest_entrants WHERE contest = :contest AND person = :person",
            contest=contest,
            person=person,
        )
    )


async def join(
    connection: Connection, contest: int, person: int, now: int, at_once: int | None
) -> bool:
    """Let a person join; return `False` if they had joined before."""
    return bool(
        await connection.change(
            "INSERT INTO contest_entrants (contest, person, joined, at_once) "
            "VALUES (:contest, :person, :now, :at_once) ON CONFLICT (contest, person) "
            "DO UPDATE SET declined = 0, joined = excluded.joined WHERE declined = 1",
            contest=contest,
            person=person,
            now=now,
            at_once=at_once,
        )
    )


async def decline(connection: Connection, contest: int, person: int, now: int) -> None:
    """Record that a person does not take part, nor is to be carried over."""
    await connection.change(
        "INSERT INTO contest_entrants (contest, person, joined, declined) "
        "VALUES (:contest, :person, :now, 1) ON CONFLICT (contest, person) "
        "DO UPDATE SET declined = 1",
        contest=contest,
        person=person,
        now=now,
    )


async def change_entrant(
    connection: Connection, contest: int, person: int, columns: Columns
) -> None:
    """Change some columns of an entrant."""
    await connection.change(
        f"UPDATE contest_entrants SET {assignments(columns)} "  # noqa: S608 (our own names)
        "WHERE contest = :of_contest AND person = :of_person",
        **columns,
        of_contest=contest,
        of_person=person,
    )


# Games.


async def games(connection: Connection, contest: int) -> list[Row]:
    """List the games that have begun, with how their matches ended."""
    return await connection.rows(_GAMES, contest=contest)


async def add_game(connection: Connection, columns: Columns) -> None:
    """Insert a game that begins."""
    await connection.change(insert_into("contest_games", columns), **columns)


async def live_matches(connection: Connection, contest: int) -> list[Row]:
    """List the matches that go on, with their rounds, players and limits."""
    return await connection.rows(
        "SELECT g.round, m.id, m.first, m.second, m.time_limit FROM contest_games g "
        "JOIN matches m ON m.id = g.match WHERE g.contest = :contest AND m.ended IS NULL "
        "ORDER BY m.id",
        contest=contest,
    )


# Vacations.


async def go_away(connection: Connection, person: int, since: int) -> None:
    """Record in a person's running contests that they are on vacation."""
    await connection.change(
        "UPDATE contest_entrants SET away_since = :since WHERE person = :person AND used_up = 0 "
        "AND contest IN (SELECT id FROM contests WHERE state = 'running')",
        person=person,
        since=since,
    )


async def come_back(connection: Connection, person: int, now: int) -> None:
    """Record in a person's contests that a vacation is over, and what was used of it."""
    await connection.change(
        "UPDATE contest_entrants SET away_used = away_used + MAX(0, :now - away_since), "
        "away_since = NULL WHERE person = :person AND away_since IS NOT NULL",
        person=person,
        now=now,
    )


async def vacations_over(connection: Connection, now: int, most: int) -> list[Row]:
    """List who has used up the vacation that a contest allows."""
    return await connection.rows(
        "SELECT contest, person FROM contest_entrants WHERE away_since IS NOT NULL "
        "AND away_used + :now - away_since >= :most",
        now=now,
        most=most,
    )


async def use_up(connection: Connection, contest: int, person: int, most: int) -> bool:
    """Record that a vacation stops no clocks in a contest any more; `False` if it was before."""
    return bool(
        await connection.change(
            "UPDATE contest_entrants SET used_up = 1, away_since = NULL, away_used = :most "
            "WHERE contest = :contest AND person = :person AND used_up = 0 "
            "AND away_since IS NOT NULL",
            contest=contest,
            person=person,
            most=most,
        )
    )


async def is_used_up(connection: Connection, contest: int, person: int) -> bool:
    """Tell whether a person has used up the vacation that a contest allows."""
    return bool(
        await connection.number(
            "SELECT COUNT(*) FROM contest_entrants WHERE contest = :contest "
            "AND person = :person AND used_up = 1",
            contest=contest,
            person=person,
        )
    )


async def lengthen(connection: Connection, left: int, back: int) -> None:
    """Move the dates of contests by the time away, or the part of it that falls into them."""
    away = "MAX(0, :back - MAX(:left, COALESCE(started, opened)))"
    await connection.change(
        f"UPDATE contests SET begins = begins + {away}, ends = ends + {away} WHERE {LIVE}",  # noqa: S608 (our own names)
        left=left,
        back=back,
    )
    await connection.change(
        "UPDATE contests SET due = MAX(due, CASE state WHEN 'open' THEN begins ELSE due END) "  # noqa: S608 (our own names)
        f"WHERE {LIVE}"
    )
    await connection.change(
        "UPDATE contest_entrants SET away_since = away_since + "
        "MAX(0, :back - MAX(:left, away_since)) WHERE away_since IS NOT NULL",
        left=left,
        back=back,
    )


# People and servers.


async def about(connection: Connection, person: int) -> list[Row]:
    """List what is stored about a person in contests."""
    return await connection.rows(
        "SELECT c.server, c.number AS event, c.form, c.game, e.joined, e.declined, "
        "e.number AS seed, e.division, e.at_once, e.out, e.place, e.away_since, e.away_used "
        "FROM contest_entrants e JOIN contests c ON c.id = e.contest WHERE e.person = :person "
        "ORDER BY c.id",
        person=person,
    )


async def organised_by(connection: Connection, person: int) -> list[Row]:
    """List the contests that a person has started."""
    return await connection.rows(
        "SELECT server, channel, number AS event, form, name, game, opened FROM contests "
        "WHERE organiser = :person ORDER BY id",
        person=person,
    )


async def forget_organiser(connection: Connection, person: int) -> None:
    """Forget which contests a person has started."""
    await connection.change(
        "UPDATE contests SET organiser = NULL WHERE organiser = :person", person=person
    )


async def live_of(connection: Connection, person: int) -> list[Row]:
    """List the open and running contests that a person has not left."""
    return await connection.rows(
        "SELECT c.id, c.state FROM contest_entrants e JOIN contests c ON c.id = e.contest "  # noqa: S608 (our own names)
        f"WHERE e.person = :person AND e.out IS NULL AND c.{LIVE} ORDER BY c.id",
        person=person,
    )


async def remove_from_open(connection: Connection, person: int) -> None:
    """Remove a person from the contests that have not begun."""
    await connection.change(
        "DELETE FROM contest_entrants WHERE person = :person "
        "AND contest IN (SELECT id FROM contests WHERE state IN ('open', 'cancelled'))",
        person=person,
    )


async def reassign(connection: Connection, person: int, former: int, _most: int) -> int:
    """Reassign a person's places in contests to the former player."""
    await connection.change(
        "UPDATE contests SET version = version + 1 WHERE id IN "
        "(SELECT contest FROM contest_entrants WHERE person = :person)",
        person=person,
    )
    return await connection.change(
        "UPDATE contest_entrants SET person = :former WHERE person = :person",
        person=person,
        former=former,
    )


async def leave_server(connection: Connection, server: int, now: int) -> None:
    """End the contests of a server that the bot has left, undecided; nothing of them is told."""
    await connection.change(
        "UPDATE contests SET state = CASE state WHEN 'open' THEN 'cancelled' ELSE 'undecided' END, "  # noqa: S608 (our own names)
        "ended = :now, due = NULL, line_due = NULL "
        f"WHERE server = :server AND {LIVE}",
        server=server,
        now=now,
    )
    await connection.change(
        "UPDATE contests SET shown = version, news = NULL WHERE server = :server", server=server
    )


async def servers(connection: Connection) -> list[int]:
    """List the servers that have contests which are open or running."""
    rows = await connection.rows(f"SELECT DISTINCT server FROM contests WHERE {LIVE}")  # noqa: S608 (our own names)
    return [int(row["server"]) for row in rows]


# Titles.


async def champions(connection: Connection, server: int, game: str | None) -> list[Row]:
    """List who has won the latest contest of each form and game in a server."""
    return await connection.rows(
        "SELECT c.*, e.person FROM contests c JOIN contest_entrants e ON e.contest = c.id "
        "WHERE c.server = :server AND c.state = 'over' AND (:game IS NULL OR c.game = :game) "
        "AND e.division = 0 AND e.place = 1 AND NOT EXISTS (SELECT 1 FROM contests l "
        "WHERE l.server = c.server AND l.state = 'over' AND l.game = c.game AND l.form = c.form "
        "AND (l.ended, l.id) > (c.ended, c.id)) ORDER BY c.id, e.number",
        server=server,
        game=game,
    )
