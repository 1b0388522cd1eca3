"""What is told of leagues and cups: rounds, results, who leads, and how it ends for everybody."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from discord.utils import format_dt

from contests.contest import Form
from data import Contest, ContestState, ContestTerms, Person, Place, Store
from data.contest_values import VACATION, ContestNews, WhyOut
from interactions import said
from interactions.people import Appearance
from match import verbs
from rules import GAMES
from tests.data.sample_matches import NoLots, advance
from tests.simulated_discord.message_texts import pieces
from views.contest_card import contest_card
from views.contest_words import news_words, round_words
from views.cross_tables_and_brackets import bracket_of, picture_speech
from views.match_card import match_card
from views.my_season_page import my_season_page

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PLACE = Place(7, 70)
STYLE = Appearance("walnut")


async def begin(store: Store, people: int, **terms: object) -> Contest:
    """Begin a contest of Ringo between so many people, called Player 1 and so on."""
    chosen = {"form": Form.LEAGUE, "most": people, **terms}
    whole = ContestTerms(game="ringo", options=GAMES["ringo"].presets["fair"], **chosen)  # type: ignore[arg-type]
    event = await store.contests.open(whole, PLACE, Person(1, "Player 1"), NOW + DAY, NOW)
    for number in range(1, people + 1):
        await store.contests.join(event.id, Person(number, f"Player {number}"), 70, NOW)
    return await store.contests.go_on(event.id, NOW)


async def end(
    store: Store, contest: Contest, number: int, winner: int | None, now: datetime = NOW + DAY
) -> None:
    """Decide the match of the game that began as the `number`-th."""
    match = contest.games[number].match
    assert match is not None
    moved = await advance(store, await store.matches.find(match), 2, now)
    await store.matches.apply(moved, lambda before: verbs.decide(before, now, winner))


async def card(contest: Contest) -> str:
    """Return the text of the card of a contest."""
    view, _ = await contest_card(contest, STYLE)
    return "\n".join(piece.words for piece in pieces(view))


def page(contest: Contest, person: int) -> str:
    """Return the text of somebody's own page."""
    entrant = contest.entrant(person)
    assert entrant is not None
    view = my_season_page(contest, entrant, (), NOW)
    return "\n".join(piece.words for piece in pieces(view))


async def test_rounds_of_a_large_cup_have_numbers_until_the_quarter_finals(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 4, form=Form.CUP)
    large = replace(contest, rounds=5)
    assert [said(round_words(large, number)) for number in range(5)] == [
        "Round 1",
        "Round 2",
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]


async def test_daily_line_tells_draws_and_counts_what_is_too_much(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 6, at_once=5)
        assert len(contest.games) == 15
        for number in range(15):
            await end(store, contest, number, None if number == 0 else 0)
        over = await store.contests.find(contest.id)
    line = replace(over, news=ContestNews.LINE, line_since=NOW, news_since=NOW + 2 * DAY)
    told, pinged = news_words(line)
    assert pinged == ()
    assert told.count(" drew") == 1
    assert told.count(" beat ") == 11
    assert ", 3 more." in told
    long = [
        replace(one, person=replace(one.person, shown=f"{one.number}{'W' * 76}"))
        for one in over.in_order
    ]
    told, _ = news_words(replace(line, entrants=long))
    assert " beat " in told
    assert len(told) <= 2000, "which Discord would not take"


async def test_the_daily_line_says_who_is_away_and_until_when(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest, began = await begin(store, 4), NOW
        match = contest.games[0].match
        assert match is not None
        away, other = (await advance(store, await store.matches.find(match), 2, began)).seats
        await store.contest_messages.mark_announced(contest)
        assert away is not None
        assert other is not None
        await store.vacations.begin(away, began + HOUR)
        line = await store.contests.go_on(contest.id, began + DAY)
        until = format_dt(began + HOUR + VACATION, "f")
        named = f"**Player {away}** is on vacation until {until} at the latest."
        assert line.news is ContestNews.LINE, "although there is no result"
        assert news_words(line) == (f"**League 1**: {named}", ())
        await store.contest_messages.mark_announced(line)
        next_day = await store.contests.go_on(contest.id, began + 2 * DAY)
        assert next_day.news is None, "it has been told"
        await end(store, contest, 0, 0, began + 2 * DAY + HOUR)
        line = await store.contests.go_on(contest.id, began + 3 * DAY)
        told, _ = news_words(line)
        assert told.endswith(named), "they still are"
        await store.vacations.begin(other, began + 4 * DAY)
        later = news_words(replace(await store.contests.find(contest.id), news=ContestNews.LINE))
        assert later == (told, ()), "as is told again where somebody was deleted"
        await store.vacations.end(away, began + 5 * DAY)
        back = await store.contests.go_on(contest.id, began + 5 * DAY)
    assert "vacation" not in news_words(replace(line, entrants=back.entrants))[0]
    nothing = replace(line, entrants=back.entrants, games=())
    assert news_words(nothing) == (f"**League 1**: Ends {format_dt(NOW + 56 * DAY, 'R')}.", ())


async def test_the_card_says_until_when_the_cap_holds_and_who_was_seeded_at_random(
    tmp_path: Path,
) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        league, cup = await begin(store, 4), await begin(store, 4, form=Form.CUP)
    opened = await card(replace(league, state=ContestState.OPEN))
    assert "At most 4 matches at once; whatever is left begins 15 days before the end." in opened
    names = ", ".join(one.person.name for one in cup.in_order)
    assert f"-# Seeded in random order, since they're rated alike: {names}." in await card(cup)
    assert "Seeded in random order" not in await card(league), "one division, so it decides little"


async def test_each_division_has_its_leader_in_the_daily_line(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 8, division=4)
        for number, game in enumerate(contest.games):
            if game.slot.first in (0, 7):
                await end(store, contest, number, 0)
        text = await card(await store.contests.find(contest.id))
    assert "Division 1: **Player " in text
    assert "Division 2: **Player " in text


async def test_a_league_left_by_all_and_one_that_never_began_have_no_champion(
    tmp_path: Path,
) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 3)
        for person in (1, 2, 3):
            await store.contests.leave(contest.id, person, 70, NOW)
        left = await store.contests.go_on(contest.id, NOW + DAY)
        terms = ContestTerms(form=Form.CUP, game="ringo", options={})
        opened = await store.contests.open(terms, PLACE, Person(1, "Player 1"), NOW + DAY, NOW)
        stopped = await store.contests.stop(opened.id, 70, NOW)
    assert left.state is ContestState.OVER
    why = "There's no champion: that takes a match won on the board, by someone who stayed in."
    assert news_words(left) == (f"**League 1** is over. {why}", ())
    assert f"It's over. {why}" in await card(left)
    assert stopped.state is ContestState.CANCELLED
    assert news_words(stopped) == ("**Cup 1** was called off.", ())


async def test_ones_own_page_says_what_was_never_played_and_why_one_is_out(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 4, at_once=1)
    assert contest.ends is not None
    last = contest.ends - timedelta(days=15)
    assert f"Whatever is left begins <t:{int(last.timestamp())}" in page(contest, 1)
    assert "never played" not in page(contest, 1)
    closed = replace(contest, closed=1)
    told = "-# 2 of your matches were never played, and give nobody a point."
    assert told in page(closed, 1)
    assert "none of them" not in page(closed, 1)
    late = [replace(one, out=WhyOut.TIME) for one in contest.entrants]
    told = page(replace(contest, entrants=late), 1)
    assert "You ran out of time twice, so you're out." in told


async def test_a_cup_is_told_from_its_first_round_to_the_final_that_is_won(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 4, form=Form.CUP, at_once=None)
        terms = await card(replace(contest, state=ContestState.OPEN))
        assert "Each round lasts 8 weeks at most." in terms
        assert "matches at once" not in terms
        for number, game in enumerate(contest.games):
            if 0 in game.slot.pair:
                await end(store, contest, number, int(game.slot.second == 0))
        contest = await store.contests.go_on(contest.id, NOW + DAY)
        assert "Final: your opponent isn't known yet." in page(contest, 1)
        while contest.state is ContestState.RUNNING:
            for number, game in enumerate(contest.games):
                if game.played.points is None:
                    await end(store, contest, number, int(game.slot.second < game.slot.first))
            contest = await store.contests.go_on(contest.id, NOW + 2 * DAY)
    assert "You've won it!" in page(contest, 1)
    assert "**Player 1** has won it!" in await card(contest)
    line = replace(contest, news=ContestNews.LINE, line_since=NOW, news_since=NOW + 3 * DAY)
    told, _ = news_words(line)
    assert told.count(" beat ") == len(contest.games)
    assert "Still in" not in told


FOREIGN = ("山田太郎", "דוד", "สมชาย", "김철수")


@pytest.mark.parametrize("form", Form)
async def test_names_that_no_picture_writes_stand_below_it(tmp_path: Path, form: Form) -> None:
    """A league of four whose names the font lacks named nobody below its picture."""
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 4, form=form)
    named = [
        replace(one, person=Person(one.person.id, name))
        for one, name in zip(contest.in_order, FOREIGN, strict=True)
    ]
    contest = replace(contest, entrants=named)
    lines = [f"-# {at} in the picture: **{name}**" for at, name in enumerate(FOREIGN, 1)]
    told = await card(contest)
    assert all(line in told for line in lines)
    speech = picture_speech(contest, 0)
    assert speech.names_below() == lines
    assert [speech.name(name) for name in (*FOREIGN[:2], "Ada")] == [
        *("(below: 1)", "(below: 2)"),
        "Ada",
    ]


async def test_card_counts_many_matches(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        other = await begin(store, 8, at_once=7)
    told = await card(other)
    assert len(other.games) == 28
    assert ", 4 more." in told


async def level(store: Store, contest: Contest, pair: tuple[int, int], now: datetime) -> Contest:
    """Let each side of a pair's matches that go on win once."""
    for number, game in enumerate(contest.games):
        if game.slot.pair == pair and game.played.points is None:
            await end(store, contest, number, 0, now)
    return await store.contests.go_on(contest.id, now + timedelta(minutes=1))


async def test_a_tie_its_replay_and_why_somebody_goes_on_are_told_everywhere(
    tmp_path: Path,
) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 4, form=Form.CUP, at_once=None)
        await store.contest_messages.mark_announced(contest)
        contest = await store.contests.find(contest.id)
        contest = await level(store, contest, (0, 3), NOW + DAY)
        first = (
            "**Player 1** and **Player 4** are level, 1–1, and play again: 36 hours + 6 hours a "
            "move, at most 2 days."
        )
        assert contest.news is ContestNews.LINE
        assert first in news_words(contest)[0]
        assert first in await card(contest)
        assert first in page(contest, 1)
        assert first not in page(contest, 2)
        assert bracket_of(contest).rounds[0].pairings[0].first.scores == ("1", "0")
        replays = [game.match for game in contest.games if game.slot.leg and game.match]
        assert len(replays) == 2
        for number in replays:
            view = (match_card(await store.matches.find(number), STYLE)).view
            text = "\n".join(piece.words for piece in pieces(view))
            assert "Cup 1, replay" in text
            assert "Level again? **Player 1** goes through as the better seed." in text
        await store.contest_messages.mark_announced(contest)
        contest = await level(store, await store.contests.find(contest.id), (0, 3), NOW + 2 * DAY)
        second = (
            "**Player 1** and **Player 4** stayed level, so **Player 1** goes through as the "
            "better seed."
        )
        assert contest.news is ContestNews.LINE
        assert second in news_words(contest)[0]
        assert first not in news_words(contest)[0]
        assert second in await card(contest)
        assert second in page(contest, 4)
        assert bracket_of(contest).rounds[0].pairings[0].first.scores == ("1", "1")


async def test_whoever_left_a_cup_is_not_still_in_and_that_is_why_the_other_goes_through(
    tmp_path: Path,
) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        contest = await begin(store, 4, form=Form.CUP, at_once=None)
        await store.contests.leave(contest.id, 4, 70, NOW + DAY)
        left = await store.contests.go_on(contest.id, NOW + DAY)
        text = await card(left)
    assert "Still in: **Player 1**, **Player 2** and **Player 3**." in text
    assert "**Player 4** is out, so **Player 1** goes through." in text


async def test_a_full_cup_says_so_at_once_and_has_no_join(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "db", NOW, NoLots()) as store:
        terms = ContestTerms(form=Form.CUP, game="ringo", options={}, most=4)
        event = await store.contests.open(terms, PLACE, Person(1, "Player 1"), NOW + DAY, NOW)
        for number in range(1, 5):
            assert "Join" in (await card(event)).splitlines()
            event = await store.contests.join(event.id, Person(number, f"P{number}"), 70, NOW)
    assert "It's full, so it begins now." in await card(event)
    assert "Join" not in (await card(event)).splitlines()
    assert "Leave" in (await card(event)).splitlines()
