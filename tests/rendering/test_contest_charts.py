"""Cross tables, brackets and ladders as pictures: all can be read on a phone, in every theme."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

import rendering
from rendering import (
    Bracket,
    BracketEntry,
    BracketPairing,
    BracketRound,
    CellResult,
    CrossTable,
    CrossTableRow,
    LadderRow,
    LadderTable,
)
from rendering.charts import bracket as brackets
from rendering.charts import cross_table as tables
from rendering.charts import fast_table
from rendering.charts import ladder_table as ladders
from rendering.charts.parts import rectangle
from rendering.charts.table_rows import LEFT, row_tops
from rendering.colour_roles import Role
from rendering.fit_text import text_width
from rendering.geometry import Box
from rendering.shape_looks import extent
from rendering.shapes import Text
from rendering.themes import THEMES, contrast
from rules import PlainSpeech
from rules.sentence import PLAIN_ENGLISH
from tests.rendering.test_charts import HEAVIEST, LEAST_TEXT, NAMES
from tests.thorough import THOROUGH

NARROW_PHONE = 0.275
"""How wide a picture of 1,000 pixels is on a narrow phone."""
LEAST_SIZE = 7
"""In such a picture, what is read first is not smaller than this."""


def cross_table(players: int, names: Sequence[str] = NAMES, *, games: int = 2) -> CrossTable:
    kinds = [*CellResult]
    rows = [
        CrossTableRow(
            str(number + 1),
            names[number % len(names)],
            tuple(
                tuple(kinds[(number + other + game) % 7] for game in range(games))
                if other != number
                else ()
                for other in range(players)
            ),
            "10½",
            own=number == 1,
            arrow=(number == 0) - (number == players - 1),
            struck=number == 2,
        )
        for number in range(players)
    ]
    return CrossTable("Bizingo season 3", "division A", "points", tuple(rows))


def cup(players: int, name: str = "Ada", *scores: str) -> Bracket:
    rounds, count = [], players // 2
    while count:
        one = BracketEntry(name, "31", scores or ("1½",), won=True, own=True)
        pairing = BracketPairing(one, BracketEntry() if count < 2 else BracketEntry(name, "2"))
        rounds.append(BracketRound("quarter-finals", (pairing,) * count))
        count //= 2
    return Bracket("Ringo cup", f"{players} players", tuple(rounds))


def ladder(players: int, names: Sequence[str] = NAMES) -> LadderTable:
    rows = [
        LadderRow(
            place + 1,
            names[place % len(names)],
            "1523?",
            "challenged by Ben" if place % 2 else "",
            place - 3,
            own=place == 4,
            reachable=place in (1, 2, 3),
        )
        for place in range(players)
    ]
    return LadderTable("Hoyito ladder", "this server", "rating", tuple(rows))


def texts_of(picture: CrossTable | Bracket | LadderTable) -> list[Text]:
    if isinstance(picture, CrossTable):
        tiles = tables._tiles(picture, PLAIN_ENGLISH)
        on_tiles = [one for tile in tiles for one in tile.shapes if isinstance(one, Text)]
        return [*tables._texts(picture, PLAIN_ENGLISH), *on_tiles]
    if isinstance(picture, LadderTable):
        tops = row_tops([row.place for row in picture.rows], ladders._TOP, ladders.ROW)
        return [*ladders._texts(picture, tops, PLAIN_ENGLISH)]
    boxes = brackets._boxes(tuple(len(each.pairings) for each in picture.rounds))
    entry, place = picture.rounds[0].pairings[0].first, boxes[0][0]
    line = Box(place.left, place.top, place.right, place.top + brackets._LINE)
    seed = brackets._seed_width(picture.rounds[0])
    return [
        *brackets._headings(picture, boxes),
        *brackets._line_texts(entry, line, seed, PLAIN_ENGLISH),
    ]


PICTURES: tuple[CrossTable | Bracket | LadderTable, ...] = (
    *(cross_table(8), cross_table(16), cross_table(3, games=1)),
    *(cup(4), cup(8), cup(8, "Ada", "1", "1½"), ladder(11)),
)


@THOROUGH
@pytest.mark.parametrize("theme", rendering.THEMES)
def test_pictures_are_light_and_always_the_same(theme: str) -> None:
    for draw in (
        partial(rendering.cross_table, cross_table(16), theme=theme),
        partial(rendering.bracket, cup(32).parts()[0], theme=theme),
        partial(rendering.ladder_table, ladder(11), theme=theme),
    ):
        content = draw()
        assert content == draw()
        assert len(content) <= HEAVIEST
        with Image.open(BytesIO(content)) as image:
            assert image.width == 1000


@pytest.mark.parametrize("picture", PICTURES)
def test_everything_can_be_read_on_a_narrow_phone_in_every_theme(
    picture: CrossTable | Bracket | LadderTable,
) -> None:
    found = texts_of(picture)
    assert min(text.size for text in found) * NARROW_PHONE >= LEAST_SIZE
    for theme in THEMES.values():
        for role, on in {(text.role, text.on) for text in found}:
            assert contrast(theme.colours[role], theme.colours[on]) >= LEAST_TEXT, (role, on)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_any_script_and_length_keep_to_their_places(name: str) -> None:
    for picture in (cross_table(8, [name]), cup(8, name or "山"), ladder(3, [name])):
        shown = rendering.drawable_text(name)
        for text in texts_of(picture):
            assert 0 <= extent(text).left < extent(text).right <= 1000
        words = {text.text for text in texts_of(picture)}
        assert any(word.startswith(shown[:1] if shown else "(") for word in words)
    table = cross_table(8, [name])
    first_cell = min(left for left, _ in tables._columns(table).values())
    names = [text for text in tables._texts(table, PLAIN_ENGLISH) if text.size in tables._SIZES]
    assert all(extent(text).right <= first_cell for text in names if extent(text).left < 200)


class Numbering(PlainSpeech):
    """Names the twelfth player below the picture."""

    def name(self, _: str) -> str:
        return "(below: 12)"


def test_what_stands_for_a_name_is_never_cut() -> None:
    narrow, whole = brackets._boxes((4, 2, 1))[0][0], Box(0, 0, 900, brackets._LINE)
    numbered = Numbering(PLAIN_ENGLISH.language)
    for scores in (("2",), ("1", "½")):
        entry = BracketEntry("山", "31", scores)
        for place, shown in ((narrow, ["(12)", "(…)"]), (whole, ["(below: 12)", "(named below)"])):
            texts = [
                [*brackets._line_texts(entry, place, 52, speech)][1].text
                for speech in (numbered, PLAIN_ENGLISH)
            ]
            assert texts == shown


def test_a_user_name_without_room_is_cut_itself_and_not_shown_with_a_letter_of_the_name() -> None:
    place = brackets._boxes((4, 2, 1))[0][0]
    entry = BracketEntry("Ben (ben_the_great)", "31", ("1", "½"))
    _, name, *_ = brackets._line_texts(entry, place, 46, PLAIN_ENGLISH)
    assert name.text.startswith("ben_")


def test_a_table_of_sixteen_is_two_pictures_of_eight_columns() -> None:
    assert cross_table(8).parts() == (cross_table(8),)
    one, other = cross_table(16).parts()
    assert one.opponents == (*range(8),)
    assert other.opponents == (*range(8, 16),)
    assert {part.opponents for part in cross_table(9).parts()} == {(*range(8),), (8,)}
    for rows in (0, 17):
        with pytest.raises(ValueError, match="1 to 16 rows"):
            rendering.cross_table(replace(one, rows=one.rows[:1] * rows))


@pytest.mark.parametrize(("players", "parts"), [(4, 1), (8, 1), (16, 2), (32, 3)])
def test_a_bracket_is_divided_into_pictures_that_a_phone_shows(players: int, parts: int) -> None:
    found = cup(players).parts()
    assert len(found) == parts
    shown = [len(each.pairings) for part in found for each in part.rounds]
    assert sum(shown) == players - 1
    for part in found:
        assert rendering.bracket(part)
    if parts > 1:
        with pytest.raises(ValueError, match="no picture of a bracket"):
            rendering.bracket(cup(players))


def test_everyone_in_a_bracket_comes_from_the_two_pairings_beside_them() -> None:
    first, second, final = brackets._boxes((4, 2, 1))
    for before, after in ((first, second), (second, final)):
        for number, place in enumerate(after):
            pair = before[2 * number : 2 * number + 2]
            assert place.middle.y == sum(each.middle.y for each in pair) / 2
            assert all(each.right < place.left for each in pair)


def test_a_ladders_heading_ends_where_its_numbers_end() -> None:
    picture = replace(ladder(1), rating="puntuación")
    tops = row_tops([row.place for row in picture.rows], ladders._TOP, ladders.ROW)
    texts = [*ladders._texts(picture, tops, PLAIN_ENGLISH)]
    ends = [text.centre.x + text_width(text.text, text.size) / 2 for text in texts]
    (head,) = [end for end, text in zip(ends, texts, strict=True) if text.text == picture.rating]
    (number,) = [
        end for end, text in zip(ends, texts, strict=True) if text.text == picture.rows[0].rating
    ]
    assert abs(head - number) <= 2


def test_a_ladder_has_a_gap_before_a_rung_from_elsewhere() -> None:
    rows = ladder(3).rows
    tops = row_tops([*(row.place for row in rows), 57], ladders._TOP, ladders.ROW)
    assert tops[2] - tops[1] == ladders.ROW
    assert tops[3] - tops[2] > ladders.ROW
    with pytest.raises(ValueError, match="at least one"):
        rendering.ladder_table(replace(ladder(1), rows=()))


def test_another_table_of_that_size_paints_only_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a cross table costs: the ground and the tiles are painted once, and lines of text."""
    rendering.cross_table(cross_table(8))
    painted: list[object] = []

    def counted(shapes: Iterable[object], *_size: object, **_how: object) -> None:
        painted.append(shapes)

    lines = fast_table._painted_line.cache_info().misses
    monkeypatch.setattr(fast_table, "paint_bitmap", counted)
    names = [f"{number} else" for number in range(8)]
    table = cross_table(8, names)
    rows = tuple(replace(row, struck=False) for row in table.rows)
    rendering.cross_table(replace(table, rows=rows))
    assert not painted
    assert fast_table._painted_line.cache_info().misses - lines == 8


def test_shared_places_of_two_digits_stay_within_the_row() -> None:
    table = cross_table(16)
    rows = tuple(replace(row, place="15=") for row in table.rows)
    found = [one for one in texts_of(replace(table, rows=rows)) if one.text == "15="]
    assert len(found) == 16
    assert all(
        extent(one).left >= LEFT + 6 and extent(one).right <= tables._ARROW - 13 for one in found
    )


def test_the_gold_line_of_a_bracket_is_the_winners_and_a_replay_keeps_the_first_score() -> None:
    place = Box(0, 0, 290, brackets._LINE)
    look = BracketEntry("Ada", "1", ("1", "½"), own=True)
    won = BracketEntry("Ben", "2", ("1", "1½"), won=True)

    for entry, ground in ((look, Role.PANEL), (won, Role.LAST)):
        (tile,) = brackets._line_tiles(entry, place)
        assert tile.shapes[0] == rectangle(place, ground)
    texts = [text.text for text in brackets._line_texts(won, place, 30, PLAIN_ENGLISH)]
    assert texts == ["2", "Ben", "1", "1½"]
