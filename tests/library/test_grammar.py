"""The grammar of docs/grammar.md is that of the games: what they write fits it."""

import re
from functools import cache

from library.protocol import answer
from library.records import Ending
from rules import GAMES
from tests.programs import PROJECT
from tests.recorded_games import rows

PAGE = (PROJECT / "docs" / "grammar.md").read_text(encoding="utf-8")
RULE = re.compile(r"^(\w+) +::= (.*(?:\n +.*)*)$", re.MULTILINE)
TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"[^"]*"|'[^']*')|(?P<set>\[[^\]]*\])|(?P<code>\#xA)|(?P<name>\w+)"""
    r"""|(?P<mark>[()|?*+]|\{[0-9,]+\}))"""
)
RULES = {
    name: body
    for block in re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)
    for name, body in RULE.findall(block)
}


@cache
def pattern(rule: str) -> str:
    """Return a rule of the grammar as a regular expression."""
    parts: list[str] = []
    body, at = RULES[rule], 0
    while at < len(body.rstrip()):
        found = TOKEN.match(body, at)
        assert found, f"{rule}: {body[at:]}"
        at = found.end()
        match found.lastgroup, found[found.lastgroup or 0]:
            case "literal", text:
                parts.append(f"(?:{re.escape(text[1:-1])})")
            case "set", text:
                parts.append(text.replace("\\", r"\\").replace("#xA", "\n"))
            case "code", _:
                parts.append("\n")
            case "name", name:
                parts.append(f"(?:{pattern(name)})")
            case _, mark:
                parts.append(mark)
    return "".join(parts)


def fits(rule: str, text: str) -> bool:
    return re.fullmatch(pattern(rule), text) is not None


def test_every_rule_of_the_grammar_can_be_read() -> None:
    assert all(re.compile(pattern(rule)) for rule in RULES)
    assert set(GAMES) <= set(RULES)


def test_every_encoded_position_fits_the_grammar_of_its_game_and_of_no_other() -> None:
    for kind in ("positions", "endings"):
        for row in rows(kind):
            if not row.get("refused"):
                fitting = [key for key in GAMES if fits(key, row["position"])]
                assert fitting == [row["game"]], row["position"]


def test_every_move_fits_the_grammar_and_close_ones_do_not() -> None:
    for row in rows("games"):
        assert all(fits(f"{row['game']}_move", text) for text in row["moves"])
    for rule, text in [
        ("bivouac_move", "a12-a11"),
        ("bizingo_move", "l1-a1"),
        ("hoyito_move", "C"),
        ("ringo_move", "a7-a6"),
        ("ringo_move", "F-a6"),
    ]:
        assert not fits(rule, text)


def test_every_record_that_is_written_fits_the_grammar() -> None:
    written = [row["text"] for row in rows("records") if row.get("write", "record" in row)]
    assert len(written) > 30
    assert all(fits("record", text) for text in written)


def test_texts_of_another_form_fit_it_as_little_as_they_are_read() -> None:
    refused = [row for row in rows("positions") if row.get("refused")]
    by_form = [row for row in refused if not fits(row["game"], row["position"])]
    assert {row["game"] for row in by_form} == set(GAMES)
    for row in refused:
        assert "refused" in answer({"do": "look", **row}), row


def test_the_options_stand_in_the_table_with_their_values_in_order() -> None:
    told = re.findall(r"^\| (\w+) \| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE)
    assert told == [
        (game.name, option.key, ", ".join(f"`{value}`" for value in option.values))
        for game in GAMES.values()
        for option in game.options
    ]


def test_the_endings_stand_in_their_table() -> None:
    table = PAGE.partition("| ending | what it is")[2].partition("\n\n")[0]
    told = [
        ending for row in table.splitlines() for ending in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    assert sorted(told) == sorted(Ending)
