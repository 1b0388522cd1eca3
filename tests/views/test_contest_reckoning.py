"""How places are decided: what decides nothing is left out, and a shared place is the picture's."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from contests.contest import Form
from data import Contest, ContestTerms, Person, Place, Store
from interactions.components import Layout
from match import verbs
from rules import GAMES
from tests.data.sample_matches import NoLots
from tests.simulated_discord.message_texts import pieces
from views.contest_page import reckoning_page
from views.cross_tables_and_brackets import cross_table_of
from views.my_season_page import my_season_page

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def lines_of(view: object) -> list[str]:
    """Return the lines of text of a page."""
    assert isinstance(view, Layout)
    return [line for piece in pieces(view) for line in piece.words.splitlines()]


async def played(path: Path, game: str, preset: str) -> Contest:
    """Return a league of four in which the weakest has won one match, and the others nothing."""
    place = Place(7, 70)
    terms = ContestTerms(form=Form.LEAGUE, game=game, options=GAMES[game].presets[preset], most=4)
    async with await Store.open(path, NOW, NoLots()) as store:
        event = await store.contests.open(terms, place, Person(1, "Ada"), NOW + timedelta(1), NOW)
        for number, name in enumerate(("Ada", "Ben", "Cleo", "Dora"), start=1):
            await store.contests.join(event.id, Person(number, name), 70, NOW)
        contest = await store.contests.go_on(event.id, NOW)
        slot = contest.games[0]
        assert slot.match is not None
        loser = (await store.matches.find(slot.match)).seats[0]
        await store.matches.apply(slot.match, lambda match: verbs.resign(match, loser, NOW))
        return await store.contests.find(event.id)


async def test_where_no_side_is_harder_and_none_is_tied_these_are_left_out(tmp_path: Path) -> None:
    contest = await played(tmp_path / "db", "ringo", "fair")
    assert contest.progress().harder is None
    first, *others = lines_of(reckoning_page(contest, 0))[-4:]
    assert " 1 · SB 0" in first
    assert "direct" not in first
    assert all(" · SB 0" in each for each in others)
    assert not any("direct" in each for each in others), "not all of them have met"
    assert not any("· harder" in each for each in (first, *others))


async def test_where_a_side_is_harder_its_wins_are_counted(tmp_path: Path) -> None:
    contest = await played(tmp_path / "db", "hoyito", "classic")
    assert contest.progress().harder is not None
    told = lines_of(reckoning_page(contest, 0))[-4:]
    assert all("· harder " in each for each in told)


async def test_my_season_names_the_place_that_the_picture_shows(tmp_path: Path) -> None:
    contest = await played(tmp_path / "db", "ringo", "fair")
    picture = {row.name: row.place for row in cross_table_of(contest, 0).rows}
    assert sorted(picture.values()) == ["1", "2=", "2=", "2="]
    for entrant in contest.entrants:
        page = "\n".join(lines_of(my_season_page(contest, entrant, (), NOW)))
        assert f"place **{picture[entrant.person.name]}** of 4" in page
    reckoned = lines_of(reckoning_page(contest, 0))[-4:]
    assert [each.partition("\\")[0] for each in reckoned] == ["1", "2=", "2=", "2="]
