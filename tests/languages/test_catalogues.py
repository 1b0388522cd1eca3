"""Languages are read from catalogues: templates, inflection, lists, and errors."""

import logging
from datetime import date
from pathlib import Path

import pytest

from languages import closest, languages
from languages.catalogue import read
from languages.translation import Catalogue
from rules import (
    Code,
    Listed,
    ListStyle,
    PlainSpeech,
    ProseSpeech,
    Sentence,
    Speech,
    capital,
    codes,
)
from rules.sentence import ENGLISH, path_of

HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""
TWO = "nplurals=2; plural=(n != 1);"


def catalogue(folder: Path, text: str, tag: str = "de", plurals: str = TWO) -> Catalogue:
    path = folder / f"{tag}.po"
    path.write_text(HEADER.format(plurals=plurals) + text, encoding="utf-8")
    return read(path)


def message(one: str, *said: str, plural: str = "", form: str = "") -> str:
    lines = [f'msgctxt "{form}"'] if form else []
    lines.append(f'msgid "{one}"')
    if plural:
        lines.append(f'msgid_plural "{plural}"')
        lines += [f'msgstr[{index}] "{each}"' for index, each in enumerate(said)]
    else:
        lines.append(f'msgstr "{said[0]}"')
    return "\n".join(lines) + "\n\n"


def test_a_sentence_is_said_with_the_template_of_the_language(tmp_path: Path) -> None:
    speech = Speech(
        catalogue(
            tmp_path,
            message("{Side} plays {move}.", "{move} spielt {side}.") + message("light", "Hell"),
        )
    )
    sentence = Sentence("{Side} plays {move}.", side=Sentence("light"), move=Code("a1-a2"))
    assert speech.say(sentence) == "`a1-a2` spielt Hell."
    assert speech.say(Sentence("dark")) == "dark"


@pytest.mark.parametrize("is_listed", [True, False])
def test_an_untranslated_sentence_is_said_in_english(tmp_path: Path, *, is_listed: bool) -> None:
    """Its values are said in the language, if they have a translation."""
    text = message("{Side} plays {move}.", "")
    text += message("{number} piece", "", "", plural="{number} pieces")
    known = catalogue(tmp_path, message("light", "Hell") + text * is_listed)
    assert not known.faults
    plays = Sentence("{Side} plays {move}.", side=Sentence("light"), move=Code("a1-a2"))
    assert Speech(known).say(plays) == "Hell plays `a1-a2`."
    pieces = [Sentence("{number} piece", "{number} pieces", number=number) for number in (1, 2)]
    assert [*map(Speech(known).say, pieces)] == ["1 piece", "2 pieces"]


@pytest.mark.parametrize(("number", "words"), [(0, "0 Stück"), (1, "1 Stück"), (2, "2 Stücke")])
def test_the_plural_is_the_languages_own(tmp_path: Path, number: int, words: str) -> None:
    text = message("{number} piece", "{number} Stück", "{number} Stücke", plural="{number} pieces")
    french = catalogue(tmp_path, text, plurals="nplurals=2; plural=(n > 1);")
    sentence = Sentence("{number} piece", "{number} pieces", number=number)
    assert Speech(french).say(sentence) == words


def test_a_template_asks_for_a_noun_in_a_form(tmp_path: Path) -> None:
    speech = Speech(
        catalogue(
            tmp_path,
            message("given {piece}", "{piece.dative} gegeben")
            + message("captain", "Hauptmann")
            + message("captain", "dem Hauptmann", form="dative")
            + message("king", "König")
            + message("knight", "Ritter")
            + message("knight", "knight", form="dative"),
        )
    )
    pieces = ("captain", "king", "knight", "rook")
    given = (Sentence("given {piece}", piece=Sentence(piece)) for piece in pieces)
    assert [*map(speech.say, given)] == [
        "dem Hauptmann gegeben",
        "König gegeben",
        "knight gegeben",
        "rook gegeben",
    ]
    assert speech.say(Sentence("captain")) == "Hauptmann"


@pytest.mark.parametrize(
    ("tag", "joined"),
    [
        ("de", "a, b oder c"),
        ("es", "a, b o c"),
        ("fr", "a, b ou c"),
        ("it", "a, b o c"),
        ("pt-BR", "a, b ou c"),
    ],
)
def test_a_list_is_joined_as_in_the_language(tmp_path: Path, tag: str, joined: str) -> None:
    speech = Speech(catalogue(tmp_path, "", tag))
    assert speech.say(Listed(("a", "b", "c"), ListStyle.OR)) == joined
    assert speech.say(Listed(("a",), ListStyle.OR)) == "a"
    assert speech.say(Listed(("a", "b", "c"), ListStyle.COMMA)) == "a, b, c"
    assert speech.say(Listed(("a1", "a2"), ListStyle.ARROW)) == "a1 → a2"


@pytest.mark.parametrize(
    ("style", "last", "joined"),
    [
        (ListStyle.AND, "Ines", "a, b e Ines"),
        (ListStyle.AND, "`i4`", "a, b e `i4`"),
        (ListStyle.AND, "**Hilda**", "a, b e **Hilda**"),
        (ListStyle.AND, "hielo", "a, b y hielo"),
        (ListStyle.AND, "E", "a, b y E"),
        (ListStyle.OR, "Olga", "a, b u Olga"),
        (ListStyle.OR, "`h1`", "a, b o `h1`"),
        (ListStyle.OR, "8", "a, b u 8"),
        (ListStyle.OR, "110", "a, b o 110"),
    ],
)
def test_a_spanish_joint_changes_before_its_own_sound(
    tmp_path: Path, style: ListStyle, last: str, joined: str
) -> None:
    speech = Speech(catalogue(tmp_path, "", "es"))
    assert speech.say(Listed(("a", "b", last), style)) == joined
    assert speech.say(Listed((last,), style)) == last


@pytest.mark.parametrize(
    "broken",
    [
        message("{Side} plays {move}.", "{side} spielt."),
        message("{Side} plays {move}.", "{side} spielt {zug}."),
        message("{Side} plays {move}.", "{side} spielt {move."),
        message("{number} piece", "{number} Stück", "", plural="{number} pieces"),
    ],
)
def test_what_is_broken_is_said_in_english_and_in_the_log(
    tmp_path: Path, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    catalogue(tmp_path, broken + message("light", "Hell"))
    with caplog.at_level(logging.WARNING):
        speech = Speech(languages(tmp_path)["de"])
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("said in English instead: de.po: line ")
    plays = Sentence("{Side} plays {move}.", side=Sentence("light"), move=Code("a1-a2"))
    assert speech.say(plays) == "Hell plays `a1-a2`."
    assert speech.say(Sentence("{number} piece", "{number} pieces", number=2)) == "2 pieces"


@pytest.mark.parametrize(
    ("name", "text"), [("de.po", "msgid nonsense"), ("xx-nowhere.po", ""), ("de.po", "hello")]
)
def test_a_catalogue_that_cannot_be_read_is_not_spoken(
    tmp_path: Path, name: str, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert [*languages(tmp_path)] == ["en"]
    assert name in caplog.messages[0]


@pytest.mark.parametrize(
    ("tag", "written"),
    [("de", "1. Apr. 2026"), ("es", "1 abr 2026"), ("fr", "1 avr. 2026"), ("it", "1 apr 2026")],
)
def test_a_day_is_written_as_in_the_language(tag: str, written: str, tmp_path: Path) -> None:
    assert catalogue(tmp_path, "", tag).day(date(2026, 4, 1)) == written
    assert ENGLISH.day(date(2026, 4, 1)) == "1 Apr 2026"


def test_the_head_of_a_column_may_be_shorter_than_the_word(tmp_path: Path) -> None:
    spoken = catalogue(
        tmp_path,
        message("{head.column}", "{head.column}")
        + message("won", "gewonnen")
        + message("won", "S", form="column"),
    )
    assert PlainSpeech(spoken).say(Sentence("{head.column}", head=Sentence("won"))) == "S"
    assert PlainSpeech(spoken).say(capital(Sentence("won"))) == "Gewonnen"


def test_every_language_has_its_own_name(tmp_path: Path) -> None:
    names = {tag: catalogue(tmp_path, "", tag).name for tag in ("de", "it", "pt-BR")}
    assert names == {"de": "Deutsch", "it": "Italiano", "pt-BR": "Português (Brasil)"}


@pytest.mark.parametrize(
    ("tag", "spoken"),
    [
        ("zh-TW", "en"),
        ("zh-CN", "zh-CN"),
        ("zh", "zh-CN"),
        ("pt-PT", "pt-BR"),
        ("pt-BR", "pt-BR"),
        ("es-419", "en"),
        ("xx", "en"),
        (None, "en"),
    ],
)
def test_a_language_is_close_to_another_only_if_it_has_the_same_letters(
    tmp_path: Path, tag: str | None, spoken: str
) -> None:
    for each in ("zh-CN", "pt-BR"):
        catalogue(tmp_path, "", each)
    known = languages(tmp_path)
    assert [*known] == ["en", "pt-BR", "zh-CN"]
    assert closest(tag, known).tag == spoken


def test_a_language_with_two_scripts_is_found_in_each(tmp_path: Path) -> None:
    for each in ("zh-CN", "zh-TW"):
        catalogue(tmp_path, "", each)
    known = languages(tmp_path)
    assert closest("zh-TW", known).tag == "zh-TW"
    assert closest("zh-HK", known).tag == "zh-TW"
    assert closest("zh-SG", known).tag == "zh-CN"


@pytest.mark.parametrize(
    ("tag", "small", "begun"),
    [
        ("tr", "ilerleyen", "İlerleyen"),
        ("tr", "\u0131ş\u0131k", "Iş\u0131k"),
        ("de", "ihr", "Ihr"),
        ("nl", "ijs", "IJs"),
        ("pl", "światło", "Światło"),
    ],
)
def test_a_capital_is_the_languages_own(tmp_path: Path, tag: str, small: str, begun: str) -> None:
    speech = Speech(catalogue(tmp_path, message("light", small), tag))
    assert speech.say(capital(Sentence("light"))) == begun


def test_what_stands_between_entries_and_sentences_is_the_languages_own(tmp_path: Path) -> None:
    text = message("{entries}, {next}", "{entries}、{next}")
    text += message("{sentences} {next}", "{sentences}{next}")
    speech = Speech(catalogue(tmp_path, text, "ja"))
    assert speech.say(Listed(("a", "b{", "c"), ListStyle.COMMA)) == "a、b{、c"
    assert speech.say(Listed(("a。", "b。"), ListStyle.SPACE)) == "a。b。"
    assert Speech().say(Listed(("a", "b", "c"), ListStyle.COMMA)) == "a, b, c"
    assert Speech().say(Listed(("a.", "b."), ListStyle.SPACE)) == "a. b."


def test_plain_words_have_no_marks_of_code() -> None:
    assert PlainSpeech().say(Sentence("Type `/move` {move}.", move=Code("a1"))) == "Type /move a1."
    assert Speech().say(Sentence("Type `/move` {move}.", move=Code("a1"))) == "Type `/move` `a1`."


@pytest.mark.parametrize(
    ("tag", "prose", "marked"),
    [
        ("pt-BR", "“F”, “e” e “E”", "`F`, `e` e `E`"),
        ("es", "“F”, “e” y “E”", "`F`, `e` y `E`"),
        ("de", "„F“, „e“ und „E“", "`F`, `e` und `E`"),
        ("fr", "«\u00a0F\u00a0», «\u00a0e\u00a0» et «\u00a0E\u00a0»", "`F`, `e` et `E`"),
        ("it", "«F», «e» e «E»", "`F`, `e` e `E`"),
        ("pl", "„F”, „e” i „E”", "`F`, `e` i `E`"),
        ("en", "“F”, “e” and “E”", "`F`, `e` and `E`"),
    ],
)
def test_a_cell_of_one_letter_is_no_word_in_prose(tag: str, prose: str, marked: str) -> None:
    spoken = languages()[tag]
    assert ProseSpeech(spoken).say(codes("FeE")) == prose
    assert Speech(spoken).say(codes("FeE")) == marked
    assert PlainSpeech(spoken).say(Code("e")) == "e", "a label is the cell's name alone"
    assert ProseSpeech(spoken).say(codes(("b6", "c6"))).startswith("b6")
    assert ProseSpeech(spoken).say(path_of(("b6", "F"))) == "b6 → F"
    assert ProseSpeech().marked("Sow `e`, then `a1-a2`.") == "Sow “e”, then a1-a2."
