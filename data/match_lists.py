"""Lists of matches and challenges of a person, page by page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from data.challenge_rows import SELECT_CHALLENGES, UNSETTLED, challenges_from
from data.columns import message_from, moment_or_none, name_columns, names_in, stamp
from data.connection import Connection, Row, Value
from data.database import Subject
from data.load_match import SELECT_MATCHES
from data.match_columns import match_from, mirror_from
from data.notes import load_note
from data.values import Challenge, ListedMatch, Place, StoredMatch
from match.event import Ending
from match.match import Voter
from rules import GAMES

# ruff: noqa: S608 (the statements are made of our own words only)

COLUMNS = (
    f"SELECT m.id, m.game, m.first, m.second, {name_columns('a', 'first')}, "
    f"{name_columns('b', 'second')}, m.turn, m.deadline, "
    "m.stopped, m.locked, m.server, m.channel, m.card_channel, m.card_message, "
    "m.home_channel, m.home_message, m.count, m.ended, m.how, m.winner, m.computer, m.level, "
    "k.first_club, k.mirror_server, k.mirror_channel, k.mirror_message, k.mirror_count, "
    "k.mirror_called "
)
NAMES = (
    "JOIN people a ON a.id = m.first JOIN people b ON b.id = m.second "
    "LEFT JOIN club_games k ON k.match = m.id"
)
SELECT_LISTED = f"{COLUMNS} FROM matches m {NAMES}"


def _union(parts: Iterable[str]) -> str:
    return " UNION ALL ".join(parts)


def _seats(*, against: bool = False) -> list[str]:
    """Return the conditions that a person plays on either side, against a given opponent or any."""
    return [
        f"{seat} = :person" + (f" AND {other} = :opponent" if against else "")
        for seat, other in (("first", "second"), ("second", "first"))
    ]


def _live(*, to_move: bool | None, against: bool = False) -> list[tuple[int, str]]:
    """Return conditions that indexes answer, each with whether the person waits in such a match."""
    return [
        (int(turn != side), f"ended IS NULL AND {seats} AND turn = {turn}")
        for side, seats in enumerate(_seats(against=against))
        for turn in (0, 1)
        if to_move in (None, turn == side)
    ]


def _of(game: str | None) -> str:
    return "" if game is None else " AND game = :game"


def _awaiting(here: str) -> str:
    """Return the statement that finds where a person may move or vote, a channel's first."""
    found = _union(
        f"SELECT * FROM (SELECT id FROM matches WHERE {where}{here} "
        "ORDER BY channel <> :channel, deadline NULLS LAST, id LIMIT :most) h"
        for where in (*_MAY_MOVE, _MAY_VOTE)
    )
    return (
        f"{SELECT_MATCHES} WHERE m.id IN ({found}) "
        "ORDER BY m.channel <> :channel, m.deadline NULLS LAST, m.id LIMIT :most"
    )


_MAY_MOVE = [f"{where} AND locked = 0" for _, where in _live(to_move=True)]
"""The conditions that a person may move, on either side."""
_MAY_VOTE = (
    "id IN (SELECT v.match FROM voters v JOIN matches b ON b.id = v.match "
    "WHERE v.person = :person AND v.struck = 0 AND v.side = b.turn) "
    "AND ended IS NULL AND locked = 0"
)
"""The condition that a person may vote on a move."""
_AWAITING, _AWAITING_HERE = (
    _awaiting(""),
    _awaiting(
        " AND (channel = :channel "
        "OR id IN (SELECT match FROM club_games WHERE mirror_channel = :channel))"
    ),
)
_ALL_TO_MOVE = _union(f"SELECT id FROM matches WHERE {where} AND id <> :but" for where in _MAY_MOVE)
_SOME_TO_MOVE = _union(
    f"SELECT * FROM (SELECT id, deadline FROM matches WHERE {where} AND id <> :but "
    "ORDER BY deadline NULLS LAST, id LIMIT :most) s"
    for where in _MAY_MOVE
)
_TO_MOVE = (
    f"{COLUMNS}, (SELECT COUNT(*) FROM ({_ALL_TO_MOVE}) a) AS number "
    f"FROM (SELECT * FROM ({_SOME_TO_MOVE}) p "
    "ORDER BY p.deadline NULLS LAST, p.id LIMIT :most) p "
    f"JOIN matches m ON m.id = p.id {NAMES} ORDER BY p.deadline NULLS LAST, p.id"
)
_RUNNING = (
    "m.server = :server AND m.ended IS NULL AND m.locked = 0 "
    "AND m.first_moves > 0 AND m.second_moves > 0"
)
"""The condition that a match goes on in which both have moved."""
_UNSETTLED_OF = (
    f"SELECT id FROM challenges WHERE challenger = :person AND {UNSETTLED} "
    "UNION ALL SELECT id FROM challenges WHERE opponent = :person AND state = 'pending'"
)


class MatchLists(Subject):
    """A person's matches and challenges by pages: `most` items, after skipping `skip`.

    With a `game` or an `opponent` only those are listed. Each page is one statement, which touches
    no more rows than the page has.
    """

    async def live(
        self,
        person: int,
        most: int,
        skip: int = 0,
        *,
        to_move: bool | None = None,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[ListedMatch]:
        """List a person's live matches: theirs to move first, then by the time left.

        With `to_move` only those in which they are to move, or only those in which they are not.
        """
        parts = (
            f"SELECT * FROM (SELECT id, deadline, {waits} AS waits FROM matches "
            f"WHERE {where}{_of(game)} ORDER BY deadline NULLS LAST, id LIMIT :most + :skip) w"
            for waits, where in _live(to_move=to_move, against=opponent is not None)
        )
        order = "p.waits, p.deadline NULLS LAST, p.id"
        page = {"person": person, "game": game, "opponent": opponent, "most": most, "skip": skip}
        return await self._page(parts, order, page)

    async def finished(
        self,
        person: int,
        most: int,
        skip: int = 0,
        *,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[ListedMatch]:
        """List a person's finished matches, the latest first."""
        # An index finds the latest of each side, however many there are.
        parts = (
            f"SELECT * FROM (SELECT id, ended FROM matches WHERE {seats} "
            f"AND ended IS NOT NULL{_of(game)} ORDER BY ended DESC, id DESC LIMIT :most + :skip) e"
            for seats in _seats(against=opponent is not None)
        )
        page = {"person": person, "game": game, "opponent": opponent, "most": most, "skip": skip}
        return await self._page(parts, "p.ended DESC, p.id DESC", page)

    async def _page(
        self, parts: Iterable[str], order: str, page: Mapping[str, Value]
    ) -> list[ListedMatch]:
        """List the matches of a page in the results of the parts, and read only those."""
        found = f"SELECT * FROM ({_union(parts)}) p ORDER BY {order} LIMIT :most OFFSET :skip"
        rows = await self._reader.rows(
            f"{COLUMNS} FROM ({found}) p JOIN matches m ON m.id = p.id {NAMES} ORDER BY {order}",
            **page,
        )
        return listed_from(rows)

    async def to_move(
        self, person: int, most: int, *, but: int = 0
    ) -> tuple[list[ListedMatch], int]:
        """List matches in which a person may move, least time left first, and count them all.

        The match with the number `but` is left out.
        """
        return await _to_move(self._reader, person, most, but)

    async def beside(self, person: int, match: int) -> tuple[list[ListedMatch], int, str]:
        """Return what `to_move` says besides a match, one of them, and the person's note on it."""

        async def read(connection: Connection) -> tuple[list[ListedMatch], int, str]:
            found, number = await _to_move(connection, person, 1, match)
            return found, number, await load_note(connection, person, match)

        return await self._reader.run(read)

    async def is_first(self, person: int, match: StoredMatch) -> bool:
        """Tell whether a person has begun no match of this game before that."""
        before = _union(
            f"SELECT 1 FROM matches WHERE {seats} AND id < :match{_of(match.game)}"
            for seats in _seats()
        )
        return not await self._reader.has(
            before, person=person, match=match.number, game=match.game
        )

    async def count_live(self, person: int) -> int:
        """Count a person's live matches."""
        wheres = (where for _, where in _live(to_move=None))
        parts = _union(f"SELECT id FROM matches WHERE {where}" for where in wheres)
        return await self._reader.number(f"SELECT COUNT(*) FROM ({parts}) p", person=person)

    async def pending(
        self,
        person: int,
        now: datetime,
        most: int,
        skip: int = 0,
        *,
        game: str | None = None,
        opponent: int | None = None,
    ) -> list[Challenge]:
        """List the pending challenges to a person and then those by them, by the time left.

        Standing challenges are included even while they rest.
        """
        rows = await self._reader.rows(
            f"{SELECT_CHALLENGES} WHERE c.id IN ({_UNSETTLED_OF}) "
            "AND (c.state = 'resting' OR c.expires > :now) AND (:game IS NULL OR c.game = :game) "
            "AND (:opponent IS NULL OR :opponent IN (c.challenger, c.opponent)) "
            "ORDER BY c.challenger = :person, c.expires, c.id LIMIT :most OFFSET :skip",
            person=person,
            now=stamp(now),
            game=game,
            opponent=opponent,
            most=most,
            skip=skip,
        )
        return challenges_from([row for row in rows if row["game"] in GAMES])

    async def goes_on(self, server: int, person: int) -> bool:
        """Tell whether there is such a match in a server in which a person does not play."""
        return await self._reader.has(
            f"SELECT 1 FROM matches m WHERE {_RUNNING} AND :person NOT IN (m.first, m.second)",
            server=server,
            person=person,
        )

    async def running(self, server: int, most: int) -> list[StoredMatch]:
        """List a server's matches that go on and in which both have moved, the last moved first."""
        rows = await self._reader.rows(
            f"{SELECT_MATCHES} WHERE {_RUNNING} ORDER BY m.since DESC LIMIT :most",
            server=server,
            most=most,
        )
        return [match_from(row) for row in rows if row["game"] in GAMES]

    async def numbered(self, person: int, number: int) -> ListedMatch | None:
        """Find one of a person's matches, however old, by its number."""
        row = await self._reader.row(
            f"{SELECT_LISTED} WHERE m.id = :id AND (m.first = :person OR m.second = :person)",
            id=number,
            person=person,
        )
        return None if row is None else listed_from([row])[0]

    async def awaiting(
        self, person: int, channel: int, most: int, *, anywhere: bool = False
    ) -> list[StoredMatch]:
        """Find the matches of a channel in which a person may move or vote, least time left first.

        With `anywhere` matches in other places follow.
        """
        rows = await self._reader.rows(
            _AWAITING if anywhere else _AWAITING_HERE, person=person, channel=channel, most=most
        )
        names = names_in(rows, "first", "second")
        matches = [match_from(row) for row in rows if row["game"] in GAMES]
        return [
            replace(
                one,
                names=_called(one.seats, names),
                voter=None if person in one.seats else Voter(person, one.turn),
            )
            for one in matches
        ]


async def _to_move(
    connection: Connection, person: int, most: int, but: int
) -> tuple[list[ListedMatch], int]:
    rows = await connection.rows(_TO_MOVE, person=person, but=but, most=most)
    found = listed_from([row for row in rows if row["game"] in GAMES])
    return found, rows[0]["number"] if rows else 0


def listed_from(rows: Sequence[Row]) -> list[ListedMatch]:
    """Read a list of matches."""
    names = names_in(rows, "first", "second")
    return [_item_from(row, names) for row in rows]


def _called(seats: tuple[int, int], names: Mapping[int, str]) -> tuple[str, str]:
    return names[seats[0]], names[seats[1]]


def _item_from(row: Row, names: Mapping[int, str]) -> ListedMatch:
    seats = (row["first"], row["second"])
    return ListedMatch(
        number=row["id"],
        game=row["game"],
        seats=seats,
        names=_called(seats, names),
        computer=row["computer"],
        level=row["level"],
        turn=row["turn"],
        to_move=seats[row["turn"]] if row["ended"] is None else None,
        deadline=moment_or_none(row["deadline"]),
        clock_stopped=row["stopped"] is not None,
        locked=bool(row["locked"]),
        place=Place(row["channel"], row["server"]),
        card=message_from(row, "card"),
        count=row["count"],
        ended=moment_or_none(row["ended"]),
        thread_start=message_from(row, "home"),
        mirror=mirror_from(row),
        how=None if row["how"] is None else Ending(row["how"]),
        winner=row["winner"],
    )
