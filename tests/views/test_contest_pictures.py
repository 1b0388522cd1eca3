"""Alt texts of contests: the whole table can be read from them, and they fit."""

from dataclasses import replace

from contests.league import TableLine
from interactions.board_image import MOST_ALT_TEXT
from rendering import CrossTable
from tests.rendering.test_contest_charts import cross_table, cup, ladder, texts_of
from views.contest_pictures import bracket_words, cross_table_words, ladder_words
from views.contest_words import place_words


def test_a_cross_table_is_read_row_by_row_in_the_order_of_its_columns() -> None:
    words = str(cross_table_words(cross_table(3, ["Ada", "Ben", "Cleo"])))
    assert words == (
        "Bizingo season 3, division A. Place, name, points; then the results against 1, 2, 3 "
        "(+ won and – lost without playing, ~ in progress, · to come). "
        "1. Ada 10½: x ½0 0+. 2. Ben 10½: ½0 x +–. 3. Cleo 10½: 0+ +– x."
    )


def test_shared_places_are_said_and_columns_keep_their_numbers() -> None:
    lines = [
        replace(TableLine(number, {}, 0, 0, 0, 0, 0), place=place)
        for number, place in enumerate((1, 1, 3))
    ]
    places = [place_words(line, lines) for line in lines]
    assert places == ["1=", "1=", "3"]
    table = cross_table(3, ["Ada", "Ben", "Cleo"])
    rows = tuple(replace(row, place=place) for row, place in zip(table.rows, places, strict=True))
    words = str(cross_table_words(replace(table, rows=rows)))
    assert "against 1, 2, 3 (" in words
    assert "1=. Ben 10½" in words
    headings = [text.text for text in texts_of(replace(table, rows=rows))]
    assert [headings.count(one) for one in ("1=", "2", "3")] == [2, 1, 2]


def test_the_parts_of_a_large_table_are_read_apart() -> None:
    first, second = (str(cross_table_words(part)) for part in cross_table(16, ["A"]).parts())
    assert "against 1, 2, 3, 4, 5, 6, 7, 8 (" in first
    assert "against 9, 10, 11, 12, 13, 14, 15, 16 (" in second
    for words in (first, second):
        assert "1. A 10½" in words
        assert "16. A 10½" in words


def test_a_bracket_is_read_round_by_round() -> None:
    words = str(bracket_words(cup(4)))
    assert words == (
        "Ringo cup, 4 players. quarter-finals: Ada 1½ – Ada, Ada 1½ – Ada. "
        "quarter-finals: Ada 1½ – ?."
    )


def test_a_ladder_is_read_rung_by_rung() -> None:
    words = str(ladder_words(ladder(2, ["Ada", "Ben"])))
    assert words == (
        "Hoyito ladder, this server. Place, name, rating. 1. Ada 1523?. "
        "2. Ben 1523?, challenged by Ben."
    )


def test_whole_tables_of_usual_names_fit_into_an_alt_text() -> None:
    usual = ["Cleopatra VII"]
    whole: CrossTable = cross_table(8, usual)
    for words in (cross_table_words(whole), ladder_words(ladder(11, usual))):
        assert len(str(words)) <= MOST_ALT_TEXT
    for part in cup(16, usual[0]).parts():
        assert len(str(bracket_words(part))) <= MOST_ALT_TEXT
