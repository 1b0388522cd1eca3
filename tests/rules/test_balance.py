"""The balance of a game: its description, and the advantage of the easier side."""

from itertools import product

import pytest

from rules import Balance, Position, Sentence
from rules.balance import SelfPlay
from rules.hoyito import Hoyito
from rules.ringo import Ringo

SIDES = (Sentence("light"), Sentence("dark"))
SOME = SelfPlay(level=10, nodes=400, seed=1, results="0" * 150 + "1" * 40 + "-" * 10)


def test_counted_games_tell_who_won_them() -> None:
    assert SOME.wins == (150, 40)


@pytest.mark.parametrize(
    ("wins", "favours", "words"),
    [
        ((150, 50), 0, "Light is easier: 150–50 in test games."),
        ((20, 170), 1, "Dark is easier: 170–20 in test games, 10 drawn."),
        ((104, 96), None, "About even: 104–96 in test games."),
        ((60, 50), None, "About even: 60–50 in test games, 90 drawn."),
        ((64, 36), 0, "Light is easier: 64–36 in test games, 100 drawn."),
        ((51, 33), None, "About even: 51–33 in test games, 116 drawn."),
        ((3, 0), None, "About even: 3–0 in test games, 197 drawn."),
    ],
)
def test_the_easier_side_is_named(wins: tuple[int, int], favours: int | None, words: str) -> None:
    balance = Balance(SIDES, wins, 200)
    assert balance.favours == favours
    assert str(balance.words) == words
    assert len(words.split()) <= 9


def test_what_a_side_scores_the_other_does_not() -> None:
    balance = Balance(SIDES, (150, 50), 200)
    assert (balance.score, balance.turned().score) == (150, 50)
    assert balance.turned().turned() == balance


EVEN = SelfPlay(level=10, nodes=400, seed=1, results="01" * 100)


def test_uncounted_options_are_as_balanced_as_the_nearest_counted_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passing = "attackers=5,defender_pass=yes"
    monkeypatch.setattr(Ringo, "self_play", {"-": SOME, passing: EVEN})
    balance = Ringo.balance({})
    assert balance == Balance((Ringo.side(0), Ringo.side(1)), (150, 40), 200)
    near = Ringo.balance({"attackers": "6"})
    assert near is not None
    assert near.wins == (150, 40), "it differs in one option, the other in two"
    assert str(near.words) == "Untested. Nearest tested: attacker is easier, 150–40, 10 drawn."
    near = Ringo.balance({"attackers": "6", "defender_pass": "yes", "capture": "replacement"})
    assert near is not None
    assert near.wins == (100, 100)
    near = Ringo.balance({"defender_pass": "yes"})
    assert near is not None
    assert near.wins == (150, 40), "each differs in one option: the more one-sided is taken"


def test_of_options_that_differ_in_as_many_the_nearest_number_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hoyito, "self_play", {"-": SOME, "holes=8": EVEN})
    wins = {
        holes: balance.wins
        for holes in ("5", "10", "12")
        if (balance := Hoyito.balance({"holes": holes}))
    }
    assert wins == {"5": (100, 100), "10": (100, 100), "12": (100, 100)}, (
        "five holes are proved not to favour south"
    )


def test_a_game_without_counted_games_has_no_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ringo, "self_play", {})
    assert Ringo.balance({}) is None


def test_every_single_choice_over_ringos_fair_preset_was_counted() -> None:
    """An attacker more wins nearly every game, so the fair preset alone would tell nothing."""
    fair = Ringo.presets["fair"]
    chosen = [{**fair, option.key: value} for option in Ringo.options for value in option.values]
    counted = [Ringo.balance(options) for options in chosen]
    assert all(balance and balance.is_exact for balance in counted)
    more = Ringo.balance({**fair, "attackers": "6"})
    assert more is not None
    assert more.is_one_sided


@pytest.mark.parametrize("game", [Ringo, Hoyito])
def test_every_option_set_has_a_balance(game: type[Position]) -> None:
    for values in product(*(option.values for option in game.options)):
        chosen = dict(zip((option.key for option in game.options), values, strict=True))
        balance = game.balance(chosen)
        assert balance is not None
        assert 5 <= len(str(balance.words).split()) <= 9


@pytest.mark.parametrize(
    ("options", "side"),
    [
        ({"direction": "each_move"}, 1),
        ({"direction": "each_move", "first": "north"}, 0),
        ({"holes": "7"}, 0),
        ({"holes": "7", "first": "north"}, 1),
        ({"holes": "7", "direction": "each_move"}, 0),
        ({"holes": "7", "direction": "first_move"}, None),
    ],
)
def test_the_side_proved_not_to_lose_is_the_easier_one(
    options: dict[str, str], side: int | None
) -> None:
    balance = Hoyito.balance(options)
    assert balance is not None
    assert balance.safe == side
    if side is not None:
        assert balance.easier_side == side
        assert balance.favours in (side, None)


@pytest.mark.parametrize(("wins", "told"), [(169, False), (170, True)])
def test_one_side_that_wins_85_percent_is_one_sided(wins: int, *, told: bool) -> None:
    assert Balance(SIDES, (wins, 200 - wins), 200).is_one_sided == told
    assert Balance(SIDES, (200 - wins, wins), 200).is_one_sided == told


def test_in_hoyito_it_makes_no_difference_but_who_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hoyito, "self_play", {"-": SOME})
    balance, turned = Hoyito.balance({}), Hoyito.balance({"first": "north"})
    assert balance is not None
    assert turned is not None
    assert (balance.wins, balance.favours) == ((150, 40), 0)
    assert (turned.wins, turned.favours) == ((40, 150), 1)
