"""Options of a game and their values."""

from dataclasses import dataclass

import pytest

from rules import Option, Refusal
from rules.options import Options, option


@dataclass(frozen=True)
class Tea(Options):
    """The options of tea."""

    name = "Tea"
    cups: str = option("Cups", {"2": "Two", "4": "Four"})
    milk: str = option("Milk", {"no": "None", "yes": "A little"})


def test_options_are_offered_in_order_the_default_first() -> None:
    assert Tea.offered() == (
        Option("cups", "Cups", ("2", "4"), ("Two", "Four")),
        Option("milk", "Milk", ("no", "yes"), ("None", "A little")),
    )


def test_values_are_read_by_name_and_default_where_not_chosen() -> None:
    chosen = Tea.choose({"milk": "yes"})
    assert (chosen.cups, chosen.milk) == ("2", "yes")
    assert chosen.values == {"cups": "2", "milk": "yes"}


def test_a_number_stands_for_its_digits() -> None:
    assert Tea.choose({"cups": 4}) == Tea.choose({"cups": "4"})


def test_what_there_is_not_is_refused_with_what_there_is() -> None:
    with pytest.raises(Refusal, match=r"^Tea has no option `sugar`; it has `cups` and `milk`.$"):
        Tea.choose({"sugar": "yes"})
    with pytest.raises(
        Refusal, match=r"^`3` isn't a choice for Tea's option `cups`; choose `2` or `4`.$"
    ):
        Tea.choose({"cups": 3})
    with pytest.raises(Refusal, match="it has none"):
        Options.choose({"sugar": "yes"})


@pytest.mark.parametrize("word", ["-", "cups=4", "milk=yes", "cups=4,milk=yes"])
def test_options_are_read_as_they_are_written(word: str) -> None:
    assert Tea.read(word).write() == word


@pytest.mark.parametrize(
    "word", ["", "cups", "cups=2", "milk=yes,cups=4", "cups=3", "tea=1", "cups=4,", "-,-"]
)
def test_options_written_otherwise_are_refused(word: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Tea.read(word)


def test_what_is_not_as_usual_is_named() -> None:
    assert Tea.choose({}).played_with == ()
    (told,) = Tea.choose({"cups": 4, "milk": "yes"}).played_with
    assert str(told) == "Cups: Four, Milk: A little."
