"""Polish sentences agree with their numbers, of three plurals, and with their sides."""

from datetime import timedelta

import pytest

from interactions.speech import time_words
from languages import languages
from rules import GAMES, Sentence, Speech
from views.ladder_page import ALL_RULES

POLISH = Speech(languages()["pl"])


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "0 ruchów"),
        (1, "1 ruch"),
        (2, "2 ruchy"),
        (5, "5 ruchów"),
        (12, "12 ruchów"),
        (21, "21 ruchów"),
        (22, "22 ruchy"),
        (112, "112 ruchów"),
    ],
)
def test_a_number_takes_one_of_three_plurals(number: int, words: str) -> None:
    assert POLISH.say(Sentence("{number} move", "{number} moves", number=number)) == words


def test_a_plural_is_chosen_in_a_form_too() -> None:
    taken = Sentence(
        "{sowing}, and takes {number} stone from {cells} ({store} in store)",
        "{sowing}, and takes {number} stones from {cells} ({store} in store)",
        sowing=Sentence("sows {start}", start="b"),
        number=3,
        cells="f",
        store=9,
    )
    assert POLISH.say(Sentence("{Deed}.", deed=taken)) == (
        "Siejesz z b i zabierasz 3 ziarna z f (w magazynie 9)."
    )


@pytest.mark.parametrize(
    ("number", "days", "places"),
    [
        (1, "po 1 dniu.", "kosztuje 1 miejsce;"),
        (3, "po 3 dniach.", "kosztuje 3 miejsca;"),
        (5, "po 5 dniach.", "kosztuje 5 miejsc;"),
    ],
)
def test_rules_of_a_ladder_agree_with_their_numbers(number: int, days: str, places: str) -> None:
    time = time_words(timedelta(days=number))
    lost = Sentence("{number} place", "{number} places", number=number)
    words = POLISH.say(Sentence(ALL_RULES.template, rest=time, places=lost, unplayed=time))
    assert days in words
    assert places in words


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("bivouac", "Białe poddają partię.", "Czarne poddają partię."),
        ("bizingo", "Jasne poddają partię.", "Ciemne poddają partię."),
        ("hoyito", "Południe poddaje partię.", "Północ poddaje partię."),
        ("ringo", "Atakujący poddają partię.", "Obrońcy poddają partię."),
    ],
)
def test_a_verb_agrees_with_its_side(game: str, first: str, second: str) -> None:
    said = [POLISH.say(Sentence("{Side} resigned.", side=GAMES[game].side(at))) for at in (0, 1)]
    assert said == [first, second]


@pytest.mark.parametrize("key", GAMES)
def test_a_move_is_told_of_a_person_a_side_and_the_reader(key: str) -> None:
    position = GAMES[key].start({})
    deed = position.tell(next(iter(position.moves().values())))
    player = POLISH.say(Sentence("**{player}** {moves}.", player="Ada", moves=deed)).split()[1]
    side = POLISH.say(Sentence("{Side} {deed}.", side=position.side(0), deed=deed)).split()[1]
    reader = POLISH.say(Sentence("{Deed}.", deed=deed)).split()[0]
    assert (player, side, reader) in {
        ("idzie", "idą", "Idziesz"),
        ("przesuwa", "przesuwają", "Przesuwasz"),
        ("sieje", "sieje", "Siejesz"),
        *((cell, cell, cell) for cell in ("`h4`", "`a1`")),  # only from where to where
    }
