"""The balance of a game: its description, and the advantage of the easier side."""

import pytest

from rules import Balance, Sentence
from rules.balance import SelfPlay
from rules.hoyito import Hoyito
from rules.ringo import Ringo

SIDES = (Sentence("light"), Sentence("dark"))
SOME = SelfPlay(level=5, nodes=400, seed=1, results="0" * 150 + "1" * 40 + "-" * 10)


def test_counted_games_tell_who_won_them() -> None:
    assert SOME.wins == (150, 40)


@pytest.mark.parametrize(
    ("wins", "favours", "words"),
    [
        (
            (150, 50),
            0,
            (
                "Light is the easier side: of 200 test games between equal players, "
                "it won 150 and lost 50."
            ),
        ),
        (
            (20, 170),
            1,
            (
                "Dark is the easier side: of 200 test games between equal players, "
                "it won 170 and lost 20."
                " 10 were drawn."
            ),
        ),
        (
            (104, 96),
            None,
            "Fairly even: of 200 test games between equal players, light won 104 and dark 96.",
        ),
        (
            (60, 50),
            None,
            (
                "Fairly even: of 200 test games between equal players, light won 60 and "
                "dark 50. 90 were drawn."
            ),
        ),
        (
            (3, 0),
            None,
            (
                "Of 200 test games between equal players, 197 were drawn; of the rest, light won 3 "
                "and dark 0. That's too few wins to tell which side is easier."
            ),
        ),
    ],
)
def test_the_easier_side_is_named(wins: tuple[int, int], favours: int | None, words: str) -> None:
    balance = Balance(SIDES, wins, 200)
    assert balance.favours == favours
    assert str(balance.words) == words


def test_what_a_side_scores_the_other_does_not() -> None:
    balance = Balance(SIDES, (150, 50), 200)
    assert (balance.score, balance.turned().score) == (150, 50)
    assert balance.turned().turned() == balance


def test_a_game_knows_its_balance_for_counted_options_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ringo, "self_play", {"-": SOME, "attackers=5": SOME})
    balance = Ringo.balance({"attackers": 5})
    assert balance == Balance((Ringo.side(0), Ringo.side(1)), (150, 40), 200)
    assert Ringo.balance({}) == balance
    assert Ringo.balance({"attackers": "6"}) is None


def test_in_hoyito_it_makes_no_difference_but_who_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hoyito, "self_play", {"-": SOME})
    balance, turned = Hoyito.balance({}), Hoyito.balance({"first": "north"})
    assert balance is not None
    assert turned is not None
    assert (balance.wins, balance.favours) == ((150, 40), 0)
    assert (turned.wins, turned.favours) == ((40, 150), 1)
    assert Hoyito.balance({"first": "north", "holes": "7"}) is None
