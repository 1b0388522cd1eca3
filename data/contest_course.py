"""The course of a contest: it begins, its matches begin one after another, and it ends.

Each step is part of one transaction, and says what follows from what is stored: stopped at any
place, the next round goes on from there.
"""

import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from contests import cup, league
from contests.contest import (
    LAST_PACE,
    LAST_WEEK,
    WEEK,
    Form,
    ScheduledGame,
    TableRules,
    division_sizes,
    halved,
    lost_on_time,
)
from data.begin_match import begin_match
from data.columns import stamp, stamp_or_none
from data.connection import Connection, Row, Value
from data.contest_values import MOST_GONE, Contest, ContestNews, ContestState, WhyOut
from data.events import has_played
from data.load_contest import (
    add_entrant,
    change_contest,
    change_entrant,
    has_entrant,
    load_contest,
    next_number,
    next_of,
    terms_columns,
    wake_contest,
)
from data.load_match import lock_match
from data.player_rating import strengths
from data.save_match import save_event
from data.values import Terms
from match import verbs

DAY = timedelta(days=1)
PIECE = 10
"""The most matches that begin in one transaction, so that nobody waits long for it."""
AGAIN = timedelta(minutes=30)
"""The time after which matches still to be decided, or untold news, are looked at again."""
ABSENT = timedelta(days=30)
"""Whoever lost on time and was away for so long is not carried over into the next of a series."""


async def advance(
    connection: Connection,
    contest: Contest,
    now: datetime,
    rng: random.Random,
    *,
    has_channel: bool = True,
) -> None:
    """Do the next step of a contest, if there is one, and record when to look again.

    None begins without its channel. Lots are drawn with `rng`, and stored.
    """
    if contest.is_live and contest.left is not None:
        await _wait_for_return(connection, contest, contest.left, now)
    elif contest.state is ContestState.OPEN:
        await _begin_if_due(connection, contest, now, rng, has_channel=has_channel)
    elif contest.state is ContestState.RUNNING:
        await _go_on(connection, contest, now)
    else:
        await change_contest(connection, contest.id, due=None)


async def _wait_for_return(
    connection: Connection, contest: Contest, left: datetime, now: datetime
) -> None:
    """Wait until the bot is in the server again, and after a while no more."""
    if now < left + MOST_GONE:
        await change_contest(connection, contest.id, due=stamp(left + MOST_GONE))
    else:
        # The next season of a series, which has no date yet, is not told of by itself.
        is_next = contest.is_open and contest.begins is None
        await end_early(connection, contest, None if is_next else ContestNews.LEFT, now)


async def end_early(
    connection: Connection, contest: Contest, news: ContestNews | None, now: datetime
) -> None:
    """End a contest before its time, and its series; its matches go on like any others."""
    over: dict[str, Value] = {"ended": stamp(now), "due": None}
    state = ContestState.CANCELLED if contest.is_open else ContestState.UNDECIDED
    await change_contest(connection, contest.id, news, now, state=state, **over, line_due=None)
    following = await next_of(connection, contest.id)
    if following is not None:
        await change_contest(connection, following, state=ContestState.CANCELLED, **over)


async def _begin_if_due(
    connection: Connection,
    contest: Contest,
    now: datetime,
    rng: random.Random,
    *,
    has_channel: bool,
) -> None:
    """Begin a contest at its date, or when it is full.

    With too few, or without its channel, it waits once, then is over.
    """
    if contest.begins is None or now < contest.begins:
        await change_contest(connection, contest.id, due=stamp_or_none(contest.begins))
    elif has_channel and contest.begins_by(now):
        await _begin(connection, contest, now, rng)
    elif not contest.waited:
        begins = stamp(now + WEEK)
        news = ContestNews.WAITS if has_channel else ContestNews.NO_CHANNEL
        await change_contest(
            connection, contest.id, news, now, waited=True, begins=begins, due=begins
        )
    else:
        news = ContestNews.CANCELLED if has_channel else ContestNews.NO_CHANNEL
        await end_early(connection, contest, news, now)


async def _begin(
    connection: Connection, contest: Contest, now: datetime, rng: random.Random
) -> None:
    """Begin a contest: number everybody by strength, make the divisions, set the end date."""
    terms, (order, by_lot) = contest.terms, await _order(connection, contest, now, rng)
    number = len(order)
    sizes = division_sizes(number, terms.division) if terms.form is Form.LEAGUE else [number]
    divisions = [at for at, size in enumerate(sizes) for _ in range(size)]
    for at, person in enumerate(order):
        place = {"number": at, "by_lot": person in by_lot, "division": divisions[at]}
        await change_entrant(connection, contest.id, person, **place)
    rounds = cup.rounds(number) if terms.form is Form.CUP else 1
    await change_contest(
        connection,
        contest.id,
        ContestNews.BEGINS,
        now,
        state=ContestState.RUNNING,
        started=stamp(now),
        ends=stamp(now + rounds * terms.weeks * WEEK),
        rounds=rounds,
        rules=TableRules.PRESENT,
        due=stamp(now),
        line_since=stamp(now),
        line_due=stamp(now + DAY),
    )
    if terms.series:
        await _open_next(connection, contest, now)


async def _order(
    connection: Connection, contest: Contest, now: datetime, rng: random.Random
) -> tuple[list[int], frozenset[int]]:
    """Return the people by strength, and who was drawn by lot among those rated alike.

    In a series, those of the last one come first, by their places.
    """
    joined = [one.person.id for one in contest.entrants]
    before: list[int] = []
    if contest.previous is not None:
        last = await load_contest(connection, contest.previous)
        before = [person for person in order_after(last) if person in joined]
    strength = await strengths(connection, contest.terms.game, joined, now)
    rest = [one for one in joined if one not in before]
    alike = Counter(strength[one] for one in rest)
    rng.shuffle(rest)
    by_lot = frozenset(one for one in rest if alike[strength[one]] > 1)
    return before + sorted(rest, key=strength.__getitem__), by_lot


def order_after(contest: Contest) -> list[int]:
    """Return the people of a contest that is over by their places, after going up and down."""
    people = {one.number: one.person.id for one in contest.entrants}
    progress = contest.progress()
    if contest.terms.form is Form.CUP:
        places = cup.places(progress)
        return [people[number] for number in sorted(places, key=lambda each: (places[each], each))]
    orders = [
        [line.number for line in league.table(progress, division)]
        for division in league.divisions(progress)
    ]
    return [people[number] for number in league.after_promotion(orders)]


async def _open_next(connection: Connection, contest: Contest, now: datetime) -> None:
    """Open the next contest of a series for whoever wants to join."""
    server = contest.place.server
    assert server is not None, "contests are in servers"
    await connection.insert(
        "contests",
        **terms_columns(contest.terms),
        server=server,
        channel=contest.place.channel,
        number=await next_number(connection, server),
        season=contest.season + 1,
        previous=contest.id,
        state=ContestState.OPEN,
        organiser=contest.organiser,
        opened=stamp(now),
    )


async def _go_on(connection: Connection, contest: Contest, now: datetime) -> None:
    """Put out who lost too often on time, shorten turns, begin matches; or end the contest."""
    for number in lost_on_time(contest.progress(now)):
        person = contest.in_order[number].person.id
        await put_out(connection, contest, person, WhyOut.TIME, now)
        contest = await load_contest(connection, contest.id)
    for row in await _live_matches(connection, contest):
        if row["time_limit"] is None and now >= contest.round_ends(row["round"]):
            await limit_time(connection, row["id"], now)
    if contest.is_finished(now):
        await _end(connection, contest, now)
        return
    begun = 0
    slots = contest.due_slots(now)
    for group in slots:
        if begun >= PIECE:
            break
        begun += await _begin_group(connection, contest, group, now)
    columns: dict[str, Value] = {"due": stamp(now if slots else _next_date(contest, now))}
    columns["closed"] = contest.closed_by(now)
    news = None
    if contest.line_due is not None and contest.news is None:
        since = contest.line_due - DAY
        ties = contest.special_ties(since, now)
        # In the channel of a contest that has a thread stands one line a day.
        if (ties and not contest.thread) or now >= contest.line_due:
            columns |= {"line_since": stamp(since), "line_due": stamp(now + DAY)}
            has_result = any(game.ended and since <= game.ended < now for game in contest.games)
            if ties or has_result or contest.has_gone_away(since):
                news = ContestNews.LINE
    await change_contest(connection, contest.id, news, now, **columns)


def _next_date(contest: Contest, now: datetime) -> datetime:
    """Return when something follows from the date alone."""
    ends = [contest.round_ends(number) for number in range(contest.rounds)]
    last_starts = (end - contest.terms.last_start for end in ends)
    dates = [*last_starts, *ends, *(end + LAST_WEEK for end in ends), now + DAY]
    if contest.line_due is not None:
        dates.append(contest.line_due)
    if contest.news is not None or contest.undecided(now):
        dates.append(now + AGAIN)
    return min(date for date in dates if date > now)


async def limit_time(connection: Connection, number: int, now: datetime) -> None:
    """Limit the time for a move in a match after the end date, unless it is."""
    match = await lock_match(connection, number)
    if match.clock.limit is None and not match.over:
        await save_event(connection, match, verbs.limit_time(match, now, LAST_PACE))


async def _live_matches(connection: Connection, contest: Contest) -> list[Row]:
    """List the matches that go on, with their rounds, players and limits."""
    return await connection.rows(
        "SELECT g.round, m.id, m.first, m.second, m.time_limit FROM contest_games g "
        "JOIN matches m ON m.id = g.match WHERE g.contest = :contest AND m.ended IS NULL "
        "ORDER BY m.id",
        contest=contest.id,
    )


async def _begin_group(
    connection: Connection, contest: Contest, group: tuple[ScheduledGame, ...], now: datetime
) -> int:
    """Begin games of a pair, whoever has blocked whom."""
    people, terms = contest.in_order, contest.terms
    first, second = (people[number].person.id for number in group[0][1:3])
    pace = halved(terms.pace) if group[0].leg else terms.pace
    both = len(group) > 1
    played = Terms(terms.game, terms.options, pace=pace, rated=terms.rated, both_sides=both)
    place, start = contest.place, contest.thread_start
    if start is not None:
        place = replace(place, channel=start.message)
    match = await begin_match(
        connection, played, (first, second), place, now, contest=contest.id, thread_start=start
    )
    for slot, number in zip(group, (match.number, match.twin), strict=False):
        await connection.insert("contest_games", contest=contest.id, **slot._asdict(), match=number)
    return len(group)


async def put_out(
    connection: Connection, contest: Contest, person: int, why: WhyOut, now: datetime
) -> None:
    """Put somebody out of a contest that runs; what goes on is lost, without rating."""
    entrant = contest.entrant(person)
    assert entrant is not None, "they take part"
    assert entrant.number is not None, "it has begun"
    since = cup.round_of(contest.progress(now), entrant.number)
    out_since = since if contest.terms.form is Form.CUP else 0
    await change_entrant(
        connection, contest.id, person, out=why, out_since=out_since, away_since=None
    )
    for row in await _live_matches(connection, contest):
        if person in (row["first"], row["second"]):
            match = await lock_match(connection, row["id"])
            await save_event(connection, match, verbs.leave(match, person, now))
    await wake_contest(connection, contest.id, now)


async def _end(connection: Connection, contest: Contest, now: datetime) -> None:
    """End a contest: everybody gets a place, and a series goes on a week later."""
    places = places_of(contest, now)
    for one in contest.in_order:
        place = None if one.number is None else places.get(one.number)
        await change_entrant(connection, contest.id, one.person.id, place=place)
    await change_contest(
        connection,
        contest.id,
        ContestNews.OVER,
        now,
        state=ContestState.OVER,
        ended=stamp(now),
        closed=contest.closed_by(now),
        due=None,
        line_due=None,
    )
    following = await next_of(connection, contest.id)
    if following is not None:
        await _carry_over(connection, contest, following, now)


def places_of(contest: Contest, now: datetime) -> dict[int, int]:
    """Return the places of the entrants of a contest that is over, by their numbers."""
    progress = contest.progress(now)
    if contest.terms.form is Form.CUP:
        return dict(cup.places(progress))
    return {
        line.number: line.place
        for division in league.divisions(progress)
        for line in league.table(progress, division)
        if not line.struck
    }


async def _carry_over(
    connection: Connection, contest: Contest, following: int, now: datetime
) -> None:
    """Take people into the next contest of a series, unless they left or are not there any more."""
    lost = {
        slot.second if game.points else slot.first
        for slot, game in contest.progress(now).played.items()
        if game.on_time
    }
    for one in contest.entrants:
        if one.out is WhyOut.LEFT or one.person.id < 0:
            continue
        if one.number in lost and not await has_played(
            connection, one.person.id, stamp(now - ABSENT)
        ):
            continue
        if not await has_entrant(connection, following, one.person.id):
            await add_entrant(connection, following, one.person.id, now)
    begins = stamp(now + WEEK)
    await change_contest(connection, following, begins=begins, due=begins)
