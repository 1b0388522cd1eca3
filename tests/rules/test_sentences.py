"""Tests of the rules say which sentence they hold, each another one."""

import pytest

from rules import GAMES
from tests.rules.sentences import sentences


@pytest.mark.parametrize("game", GAMES)
def test_each_sentence_of_the_rules_has_a_test_that_says_it_once(game: str) -> None:
    held = [each.sentence for each in sentences(game)]
    assert held
    assert [one for one in held if held.count(one) > 1 or not one] == []
