"""Polish sentences agree with their numbers, of three plurals, and with their sides."""

import pytest

from languages import languages
from rules import GAMES, Sentence, Speech

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
    }
