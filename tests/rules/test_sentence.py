"""Sentences as values, in English and in other languages and places."""

import pickle

import pytest

from rules import (
    Code,
    IllegalMove,
    Listed,
    ListStyle,
    Name,
    PlainSpeech,
    Refusal,
    Sentence,
    Speech,
    codes,
    paragraph,
    typed,
)
from rules.sentence import PLACEHOLDER, Language, one_of, path_of


def test_a_template_is_filled_with_values_of_every_type() -> None:
    sentence = Sentence(
        "{name} plays {move} for {side}, number {number} of {words}.",
        name=Name("Ann"),
        move=Code("a1-a2"),
        side=Sentence("light"),
        number=3,
        words="all",
    )
    assert str(sentence) == "Ann plays `a1-a2` for light, number 3 of all."


def test_a_capital_in_the_template_gives_the_value_one() -> None:
    light = Sentence("light")
    assert str(Sentence("{Side} likes {side}.", side=light)) == "Light likes light."
    assert str(Sentence("{Cell} is empty.", cell=Code("a1"))) == "`a1` is empty."


def test_a_cell_keeps_its_small_letter_where_it_is_no_code() -> None:
    deed = Sentence("{Deed}.", deed=path_of(["i6", "i4"]))
    assert PlainSpeech().say(deed) == "i6 → i4."


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 pieces"), (1, "1 piece"), (2, "2 pieces"), (21, "21 pieces")]
)
def test_a_number_chooses_singular_or_plural(number: int, words: str) -> None:
    assert str(Sentence("{number} piece", "{number} pieces", number=number)) == words


@pytest.mark.parametrize(
    ("style", "words"),
    [
        (ListStyle.AND, ("none", "a", "a and b", "a, b and c")),
        (ListStyle.OR, ("none", "a", "a or b", "a, b or c")),
        (ListStyle.COMMA, ("none", "a", "a, b", "a, b, c")),
        (ListStyle.SPACE, ("none", "a", "a b", "a b c")),
    ],
)
def test_a_list_is_joined_as_it_says(style: ListStyle, words: tuple[str, ...]) -> None:
    for length, expected in enumerate(words):
        assert str(Listed(tuple("abc"[:length]), style)) == expected


def test_a_long_list_of_moves_says_how_many_more_there_are() -> None:
    assert str(one_of(["a", "b"])) == "`a` or `b`"
    assert str(one_of(map(str, range(12)))).endswith("`10` or `11`")
    assert str(one_of(map(str, range(13)))).endswith("`10` or 2 more")


def test_what_was_typed_is_repeated_as_one_short_line_without_backticks() -> None:
    assert typed("a`b\n c ") == Code("a'b c")
    assert typed("x" * 40).text == "x" * 40
    assert typed("x" * 41).text == "x" * 39 + "…"


def test_sentences_are_equal_where_template_and_values_are() -> None:
    one, same = (Sentence("{cells}!", cells=codes(["a1", "b2"])) for _ in range(2))
    assert one == same
    assert hash(one) == hash(same)
    assert one != Sentence("{cells}!", cells=codes(["a1"]))
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 (ours)


def test_sentences_stand_one_after_the_other_in_a_paragraph() -> None:
    assert str(paragraph(Sentence("One."), Sentence("{Two}.", two="two"))) == "One. Two."


def test_a_refusal_is_made_from_a_sentence_or_from_what_makes_one() -> None:
    sentence = Sentence("No {cell}.", cell=Code("a1"))
    assert Refusal("No {cell}.", cell=Code("a1")).sentence == sentence
    assert IllegalMove(sentence).sentence is sentence
    assert str(IllegalMove(sentence)) == "No `a1`."
    assert str(pickle.loads(pickle.dumps(IllegalMove(sentence)))) == "No `a1`."  # noqa: S301 (ours)


class Capitals(Language):
    """A language with inflected nouns, all in capitals."""

    def template(self, one: str, plural: str | None = None, number: int = 1, form: str = "") -> str:
        if (one, form) == ("captain", "dative"):
            return "TO THE CAPTAIN"
        return PLACEHOLDER.sub(
            lambda found: found[0].lower(), super().template(one, plural, number).upper()
        ).replace("{piece}", "{piece.dative}")


class Loud(Speech):
    """A place that shows names in brackets, and code without marks."""

    def name(self, text: str) -> str:
        return f"<{text}>"

    def code(self, text: str) -> str:
        return text


def test_another_language_has_its_own_templates_and_another_place_its_own_names_and_code() -> None:
    said = Sentence(
        "so says {name}: {what}", name=Name("Ann"), what=Sentence("no, in {cell}", cell=Code("a1"))
    )
    loud = Loud(Capitals())
    assert loud.say(Sentence("so says {name}.", name=Name("Ann"))) == "SO SAYS <Ann>."
    assert loud.say(Listed((Name("Ann"), Code("a1")))) == "<Ann> and a1"
    assert loud.say(said) == "SO SAYS <Ann>: NO, IN a1"
    assert str(said) == "so says Ann: no, in `a1`"


def test_a_language_bends_a_noun_as_its_template_asks() -> None:
    given = Sentence("given {piece}", piece=Sentence("captain"))
    assert str(given) == "given captain"
    assert Loud(Capitals()).say(given) == "GIVEN TO THE CAPTAIN"
    kings = Sentence("given {piece}", piece=Sentence("king"))
    assert Loud(Capitals()).say(kings) == "GIVEN KING"
