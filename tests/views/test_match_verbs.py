"""Each verb of a match has one row in the table of verbs."""

from collections import Counter

from views.match_verbs import COMMANDS, VERBS, by_command
from views.past_card_text import BESIDE_VERBS


def test_no_two_rows_are_one_verb() -> None:
    keys = [key for verb in VERBS for key in (verb.key, verb.question and verb.question.key) if key]
    for names in (keys, [verb.kind for verb in VERBS], [verb.label for verb in VERBS]):
        assert max(Counter(names).values()) == 1
    assert not {verb.kind for verb in VERBS} & {*BESIDE_VERBS}


def test_every_command_describes_itself_in_just_one_row() -> None:
    assert {*COMMANDS} == {verb.command for verb in VERBS} - {""}
    for command in COMMANDS:
        assert sum(bool(verb.description) for verb in by_command(command)) == 1
    assert not any(verb.description for verb in VERBS if not verb.command)
