"""The course of a club match: its code expires, sign-up ends, boards begin, and it ends.

Each step is part of one transaction and says what follows from what is stored, as with leagues.
"""

from datetime import datetime

from contests.club import LEAST_BOARDS, BoardGame, pair
from contests.contest import LAST_WEEK
from data.begin_match import begin_match
from data.club_values import ClubMatch, ClubState
from data.columns import stamp, stamp_or_none
from data.connection import Connection
from data.contest_course import AGAIN, PIECE, limit_time
from data.contest_values import MOST_GONE
from data.load_club import FORGOTTEN, change_club_match
from data.player_rating import strengths
from data.values import Terms

# ruff: noqa: S608 (the statements are made of our own words only)


async def advance_club_match(connection: Connection, found: ClubMatch, now: datetime) -> None:
    """Do the next step of a club match, if there is one, and record when to look again."""
    gone = [
        number
        for number, each in enumerate(found.clubs)
        if each.left is not None and now >= each.left + MOST_GONE
    ]
    match found.state:
        case ClubState.ASKED | ClubState.OPEN if gone:
            for number in gone:
                await _forget(connection, found, number)
            await end_club_match(connection, found, ClubState.CANCELLED, now)
        case ClubState.ASKED if found.begins is None or now >= found.begins:
            await end_club_match(connection, found, ClubState.CANCELLED, now)
        case ClubState.OPEN if found.begins is not None and now >= found.begins:
            await _begin(connection, found, now)
        case ClubState.RUNNING:
            await _go_on(connection, found, gone, now)
        case _:
            waits = found.begins if found.is_live else None
            due = [date for date in (waits, *_returns(found, now)) if date is not None]
            await _look_again(connection, found, min(due, default=None))


def _returns(found: ClubMatch, now: datetime) -> list[datetime]:
    """List until when it is waited that the bot comes back to a server."""
    ends = [each.left + MOST_GONE for each in found.clubs if each.left is not None]
    return [each for each in ends if each > now]


async def _look_again(connection: Connection, found: ClubMatch, due: datetime | None) -> None:
    await connection.change(
        "UPDATE club_matches SET due = :due WHERE id = :id", due=stamp_or_none(due), id=found.id
    )


async def end_club_match(
    connection: Connection, found: ClubMatch, state: ClubState, now: datetime
) -> None:
    """End a club match, or call it off."""
    await change_club_match(
        connection, found.id, state=state, ended=stamp(now), due=None, code=None
    )


async def _begin(connection: Connection, found: ClubMatch, now: datetime) -> None:
    """Pair the boards by rating, those without one last; with too few it is called off."""
    orders = [await _order(connection, found, number, now) for number in (0, 1)]
    blocks = await connection.rows(
        "SELECT blocker, blocked FROM blocks WHERE "
        "blocker IN (SELECT person FROM club_players WHERE club_match = :id) "
        "AND blocked IN (SELECT person FROM club_players WHERE club_match = :id)",
        id=found.id,
    )
    apart = {frozenset(row) for row in blocks}
    pairs = pair(
        (len(orders[0]), len(orders[1])),
        found.terms.boards,
        lambda one, other: {orders[0][one], orders[1][other]} not in apart,
    )
    if len(pairs) < min(LEAST_BOARDS, found.terms.boards):
        await end_club_match(connection, found, ClubState.CANCELLED, now)
        return
    for board, places in enumerate(pairs):
        for number, at in enumerate(places):
            await connection.change(
                "UPDATE club_players SET board = :board "
                "WHERE club_match = :id AND person = :person",
                board=board,
                id=found.id,
                person=orders[number][at],
            )
    ends = stamp(now + found.terms.lasts)
    await change_club_match(
        connection, found.id, state=ClubState.RUNNING, ends=ends, due=stamp(now)
    )


async def _order(connection: Connection, found: ClubMatch, number: int, now: datetime) -> list[int]:
    """Return the people of a club by strength; alike are in the order in which they joined."""
    people = [one.person.id for one in found.players if one.club == number]
    strength = await strengths(connection, found.terms.game, people, now)
    return sorted(people, key=strength.__getitem__)


async def _go_on(connection: Connection, found: ClubMatch, gone: list[int], now: datetime) -> None:
    """Leave servers that are gone, shorten turns after the end date, begin matches, or end it."""
    assert found.ends is not None, "it has begun"
    for number in gone:
        await _leave(connection, found, number, now)
    live = [game.match for game in found.games if game.played.points is None]
    if now >= found.ends:
        for each in live:
            await limit_time(connection, each, now)
    elif due := found.due_games():
        begun = 0
        while due and begun < PIECE:
            begun += await _begin_board(connection, found, due.pop(0), now)
        await change_club_match(connection, found.id, due=stamp(now if due else found.ends))
        return
    if not live:
        await end_club_match(connection, found, ClubState.OVER, now)
        return
    last = [now + AGAIN] if found.undecided(now) else [found.ends, found.ends + LAST_WEEK]
    dates = [date for date in (*last, *_returns(found, now)) if date > now]
    await _look_again(connection, found, min(dates))


async def _begin_board(
    connection: Connection, found: ClubMatch, slots: tuple[BoardGame, ...], now: datetime
) -> int:
    """Begin the games of a board in club 0's channel, with mirrors in club 1's."""
    terms, clubs = found.terms, found.clubs
    people = [one.person.id for one in found.board(slots[0].board)]
    seats = people[slots[0].first], people[1 - slots[0].first]
    home = 1 if clubs[0].server == 0 else 0
    match = await begin_match(
        connection,
        Terms(
            terms.game,
            terms.options,
            pace=terms.pace,
            rated=not terms.is_together,
            both_sides=len(slots) > 1,
            explore=not terms.is_together,
        ),
        seats,
        clubs[home].place,
        now,
        crowds=(0, 1) if terms.is_together else (),
    )
    mirror = clubs[1] if home == 0 and clubs[1].server else None
    for slot, number in zip(slots, (match.number, match.twin), strict=False):
        await connection.insert(
            "club_games",
            match=number,
            club_match=found.id,
            board=slot.board,
            first_club=slot.first,
            mirror_server=None if mirror is None else mirror.server,
            mirror_channel=None if mirror is None else mirror.channel,
        )
    return len(slots)


async def _leave(connection: Connection, found: ClubMatch, number: int, now: datetime) -> None:
    """Let the match go on in the other server alone, whose card says so.

    Whoever no longer sees their match is told so by a letter.
    """
    other = found.clubs[1 - number]
    if number == 0 and other.server:
        await connection.change(
            "UPDATE matches SET server = :server, channel = :channel, card_channel = NULL, "
            "card_message = NULL, card_count = NULL, home_channel = NULL, home_message = NULL, "
            "version = version + 1 WHERE ended IS NULL "
            "AND id IN (SELECT match FROM club_games WHERE club_match = :id)",
            server=other.server,
            channel=other.channel,
            id=found.id,
        )
    await connection.change(
        "UPDATE matches SET access_check = :now WHERE ended IS NULL "
        "AND id IN (SELECT match FROM club_games WHERE club_match = :id)",
        id=found.id,
        now=stamp(now),
    )
    # What is over is still shown in the second server where the bot has left the first.
    await connection.change(
        "UPDATE club_games SET mirror_server = NULL, mirror_channel = NULL, mirror_message = NULL "
        "WHERE club_match = :id AND (:club = 1 OR match IN "
        "(SELECT id FROM matches WHERE ended IS NULL))",
        club=number,
        id=found.id,
    )
    await _forget(connection, found, number)
    await change_club_match(connection, found.id)


async def _forget(connection: Connection, found: ClubMatch, number: int) -> None:
    await connection.change(
        f"UPDATE clubs SET {FORGOTTEN} WHERE club_match = :id AND club = :club",
        id=found.id,
        club=number,
    )
