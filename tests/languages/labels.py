"""Every label of a button and of an entry of a select, found in the sources and in their tables.

Whoever adds a button whose label stands elsewhere says here where; otherwise a test fails.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from boards import hints
from cogs import leaderboard, privacy
from data import Seat
from data.time_controls import VOTE_PACES
from interactions.speech import pace_words, pool_name
from languages.extraction import PROJECT
from match.rating import pool_of
from rulebook import rulebook
from rules import GAMES, PlainSpeech, Sentence, Value, capital
from views import (
    analysis_page,
    begin_against_computer_page,
    calls_and_requests,
    challenge_card,
    contest_options,
    help_page,
    match_entries,
    match_verbs,
    move_choices,
    personal_settings,
    puzzle_page,
    rules_page,
    server_settings_page,
    spectator_page,
    vacation_page,
    vote_page,
)
from views.setting_choices import ChoiceSetting

BUTTON, ENTRY = 25, 60
"""The letters that a phone 400 pixels wide shows of a button, and of an entry of a list."""
DISCORD_ROOMS = "interactions", "views", "cogs", "delivery"
BUTTONS: Mapping[str, int | str] = MappingProxyType(
    {"button": 0, "play_button": 2, "rules_button": 1, "play_page_button": 1, "guess_buttons": 1}
)
"""What makes a button, and which of its arguments is the label."""
ENTRIES: Mapping[str, int | str] = MappingProxyType(
    {"SelectOption": "label", "RadioGroupOption": "label"}
)
EXAMPLES: Mapping[str, Value] = MappingProxyType(
    {"move": "h12-g12", "number": 100, "match": 1000, "place": 10, "name": "Ada"}
)
"""Values of labels that have any, as long as they are most of the time."""
Labels = Iterable[str | Sentence]
NAMES: Labels = ()
"""Cells, moves, matches, people: their length is not ours to choose."""
_GAMES = [rules.name for rules in GAMES.values()]


def _setting_values() -> Iterator[str | Sentence]:
    """Yield every entry of the settings of people and servers."""
    for page in (personal_settings, server_settings_page):
        for rows in vars(page).values():
            for row in rows if isinstance(rows, tuple | list) else (rows,):
                if isinstance(row, ChoiceSetting):
                    yield from row.values().values()
                    yield from (row.details or {}).values()


def _terms() -> Iterator[Sentence]:
    """Yield what can be chosen for a match against the computer."""
    for rules in GAMES.values():
        yield from (begin_against_computer_page.seat_words(rules, seat) for seat in Seat)
        for key in rules.presets:
            yield Sentence("Rules: {preset}", preset=Sentence(rules.preset_names[key]))


def _periods() -> Iterator[Value]:
    for scope in leaderboard.SCOPES:
        for days in leaderboard.PERIODS:
            yield capital(leaderboard._scope_words(scope, days))


TITLE_OF_A_PAGE = (
    "views/rules_page.py: "
    """f"{number + 1}. {(page.title if number else label('Introduction'))}"[:100]"""
)
"""The titles of a rulebook's pages are in no catalogue: `titles` lists them."""
BUTTON_TABLES: Mapping[str, Labels] = {
    "interactions/components.py: words": NAMES,
    "cogs/matches.py: LABELS[show]": [*match_entries.LABELS.values()],
    "views/analysis_page.py: LABELS[step]": [*analysis_page.LABELS.values()],
    "views/analysis_page.py: SAVE_PLAN": [analysis_page.SAVE_PLAN],
    "views/challenge_card.py: LABELS[answer][0]": [w for w, _ in challenge_card.LABELS.values()],
    "views/challenge_card.py: LIST_LABELS[answer][0]": [
        words for words, _ in challenge_card.LIST_LABELS.values()
    ],
    "views/help_page.py: TITLES[each]": [*help_page.TITLES.values()],
    "views/help_page.py: rules.name": _GAMES,
    "views/match_verbs.py: verb.label": [verb.label for verb in match_verbs.VERBS],
    "views/match_verbs.py: question.label": [
        verb.question.label for verb in match_verbs.VERBS if verb.question
    ],
    "views/match_verbs.py: words": NAMES,
    "views/match_card.py: RULES": [rules_page.RULES],
    "views/rules_page.py: words": [rules_page.RULES],
    "views/move_choices.py: choice.label": NAMES,
    "views/begin_against_computer_page.py: words": [begin_against_computer_page.PLAY_AGAINST_ME],
    "views/begin_against_computer_page.py: rules.name": _GAMES,
    "views/begin_against_computer_page.py: seats[each]": [*_terms()],
    "views/begin_against_computer_page.py: presets[key]": NAMES,
    "views/lesson_page.py: place.hint_label": ["Hint", "Another hint"],
    "views/puzzle_page.py: REQUEST_LABELS[wish]": [*puzzle_page.REQUEST_LABELS.values()],
    "views/puzzle_page.py: choice.cell": NAMES,
    "views/puzzle_page.py: name": NAMES,
    "views/replay_page.py: sign": NAMES,
    "views/calls_and_requests.py: answer.label": [
        answer.label for answers in calls_and_requests.ANSWERS.values() for answer in answers
    ],
    "views/server_settings_page.py: words": [*server_settings_page.BUTTONS.values()],
    "views/settings_page.py: one": NAMES,
    "views/spectator_page.py: MODES[FollowMode.NOTHING]": [*spectator_page.MODES.values()],
    "views/spectator_page.py: words": [
        *(spectator_page.GUESS, spectator_page.FOLLOW, *spectator_page.MODES.values())
    ],
    "cogs/spectators.py: spectator_page.GUESS_AGAIN": [spectator_page.GUESS_AGAIN],
    "views/vacation_page.py: words": [words for words, _ in vacation_page.LABELS.values()],
    "cogs/hints.py: label": [words for words, _ in hints.NEXT_STAGE.values()],
    "views/begin_against_computer_page.py: PLAY_AGAINST_ME": [
        begin_against_computer_page.PLAY_AGAINST_ME
    ],
    "views/play_page.py: GAMES[key].name": _GAMES,
    "views/play_page.py: computer_words(level)": [begin_against_computer_page.computer_words(5)],
    "views/contest_card.py: TITLES[each]": [*contest_options.TITLES.values()],
    "views/play_page.py: called": [words for words, _ in challenge_card.LIST_LABELS.values()],
    "cogs/move_picker.py: play_words(match, position.caption(move))": [
        Sentence("Vote for {move}", move="c3-c1")
    ],
    "views/play_page.py: ALL_OF_US": [vote_page.ALL_OF_US],
    "views/vote_page.py: JOIN": [vote_page.JOIN],
    "views/begin_against_computer_page.py: computer_words(fitting)": [
        begin_against_computer_page.computer_words(10)
    ],
    "views/vote_page.py: words": [*_terms(), *map(pace_words, VOTE_PACES)],
    "cogs/privacy.py: LABELS[request][0]": [words for words, _ in privacy.LABELS.values()],
}
"""The labels of buttons that are not written where the button is made."""
ENTRY_TABLES: Mapping[str, Labels] = {
    "interactions/components.py: label(words)[:100]": [
        *begin_against_computer_page.level_words("bizingo").values()
    ],
    "views/ladder_page.py: label(Sentence('{place}. {name}', place=ladder.state.place(other) or 0, "
    "name=ladder.names[other]))[:100]": NAMES,
    "views/match_entries.py: plain(words)[:100]": NAMES,
    "views/move_choices.py: cell": NAMES,
    "views/move_choices.py: label(words)": [
        move_choices.FROM_THE_BEGINNING,
        Sentence("{number} more …", "{number} more …", number=100),
    ],
    "views/move_choices.py: move_label(position, move, plain_speech().say("
    "position.caption(move)))": NAMES,
    TITLE_OF_A_PAGE: ["Introduction"],
    "views/lesson_page.py: line": [],  # titles of pages, as above
    "views/setting_choices.py: words": [*_setting_values()],
    "cogs/challenge.py: rules.name": _GAMES,
    "cogs/leaderboard.py: rules.name": _GAMES,
    "cogs/leaderboard.py: label(capital(_scope_words(scope, days)))[:100]": [
        Sentence("{words}", words=words) for words in _periods()
    ],
    "cogs/matches.py: name": ["All games"],
    "cogs/matches.py: label(words)": [*match_entries.LABELS.values()],
    "cogs/profile.py: plain(speech.pool_name(key))": [
        Sentence("{name}", name=pool_name(pool_of(key, live=True))) for key in GAMES
    ],
}
"""The entries that are not written where the select is made."""
OPTION_LABELS: Labels = [
    text for rules in GAMES.values() for option in rules.options for text in option.labels
]


class _Written(NamedTuple):
    """The label in a call: its texts, or else the expression that gives it."""

    texts: tuple[str, ...]
    elsewhere: str = ""


def button_labels() -> list[str | Sentence]:
    """Return all labels of buttons whose length is known before a match."""
    return _known(BUTTONS, BUTTON_TABLES)


def entry_labels() -> list[str | Sentence]:
    """Return all entries of selects and forms whose length is known before a match."""
    return [*_known(ENTRIES, ENTRY_TABLES), *OPTION_LABELS]


def titles(tag: str) -> list[str]:
    """Return the entries that open the pages of the rulebooks of a language."""
    return [
        f"{number}. {page.title}"
        for key in GAMES
        for number, page in enumerate(rulebook(key, tag).pages, start=1)
    ]


def unlisted() -> set[str]:
    """Return the labels of which neither the sources nor a table here say what they are."""
    buttons = {one.elsewhere for one in _written(BUTTONS)} - {""} - BUTTON_TABLES.keys()
    return buttons | ({one.elsewhere for one in _written(ENTRIES)} - {""} - ENTRY_TABLES.keys())


def too_long(labels: Labels, most: int, speech: PlainSpeech) -> set[str]:
    """Return the labels that have more letters than a phone shows."""
    shown = {
        speech.say(words if isinstance(words, Sentence) else Sentence(words, **_values(words)))
        for words in labels
    }
    assert len(shown) > 20
    return {words for words in shown if len(words) > most}


def _values(words: str) -> dict[str, Value]:
    return {name: value for name, value in EXAMPLES.items() if f"{{{name}}}" in words}


def _known(made_by: Mapping[str, int | str], tables: Mapping[str, Labels]) -> list[str | Sentence]:
    return [
        *(text for one in _written(made_by) for text in one.texts),
        *(words for table in tables.values() for words in table),
    ]


@cache
def _calls() -> list[tuple[str, ast.Call]]:
    """Return every call in the Discord rooms, each with its file."""
    found = []
    for room in DISCORD_ROOMS:
        for path in sorted((PROJECT / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            file = path.relative_to(PROJECT).as_posix()
            found += [(file, node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return found


def _written(made_by: Mapping[str, int | str]) -> Iterator[_Written]:
    for file, call in _calls():
        name = ast.unparse(call.func).rpartition(".")[2]
        if name not in made_by or (said := _argument(call, made_by[name])) is None:
            continue
        texts = tuple(
            node.value
            for node in ast.walk(said)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        is_formatted = isinstance(said, ast.Subscript | ast.JoinedStr)
        yield (
            _Written(texts)
            if texts and not is_formatted
            else _Written((), f"{file}: {ast.unparse(said)}")
        )


def _argument(call: ast.Call, which: int | str) -> ast.expr | None:
    """Return an argument by its place or its name; None where a default stands for it."""
    named = next((each.value for each in call.keywords if each.arg == which), None)
    if named is not None:
        return named
    at = which if isinstance(which, int) else 0
    return call.args[at] if at < len(call.args) else None
