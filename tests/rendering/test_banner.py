"""The end is seen: over a finished board stands who has won, in large letters, and why."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

import rendering
from computer.puzzles import Puzzle, puzzles
from languages import Language, languages
from match.event import WITHOUT_RESULT, Ending, Result
from rendering.banner import (
    _PLACE,
    _TASK_PLACE,
    HEIGHT,
    TASK_HEIGHT,
    TASK_SIZES,
    _task_tokens,
    _tokens,
)
from rendering.colour_roles import Role
from rendering.drawings import scene_of, tokens_of
from rendering.fit_text import CAPITAL, text_width
from rendering.player_plates import ShownResult, result_of
from rendering.shapes import Text
from rendering.themes import THEMES, Theme, contrast, find_theme
from rules import GAMES, Effect, Name, Position, Sentence, Speech, Value, capital
from rules.hoyito import Hoyito
from rules.ringo import Ringo
from rules.sentence import PLAIN_ENGLISH, PlainSpeech
from tests.thorough import THOROUGH, mostly_thorough
from views.match_card import DECIDED_BY, RESULT_WORDS, result_drawn

PHONE, LARGE, LEAST = 275 / 1000, 8, 5.3
"""Pixels of a capital on a phone: of the winner's name, and of any word."""
NAMES = ("Ada", "Ben")
HEAVIEST = 120_000
LONG = "Wilhelmine Wolkenstein-Wundersam"
MOST = "W" * 100
COMPUTER = "{name}, level {level}"
RESULTS = [
    ShownResult(0, Sentence("wins by resignation"), Sentence("by resignation")),
    ShownResult(1, Sentence("decided by moderator")),
    ShownResult(None, Sentence("drawn by agreement")),
    ShownResult(None, Sentence("aborted")),
    ShownResult(None, Sentence("drawn"), Sentence("The same position has come up three times.")),
    ShownResult(1, Sentence("has won"), Sentence("Stones: South 8, North 40. " * 3)),
]


def finished() -> Position:
    """Play into the fortress as soon as may be."""
    position: Position = Ringo.start({})
    while position.moves():
        taking = [text for text, move in position.moves().items() if move.path[-1:] == ("F",)]
        _, position = position.play((taking or list(position.moves()))[0])
    return position


def texts(
    names: tuple[Value, Value], result: ShownResult, speech: Speech = PLAIN_ENGLISH
) -> Iterator[tuple[Text, float]]:
    """Give what is written, each with how far to the right it stands."""
    yield from texts_of(GAMES["bizingo"].start({}), names, result, speech)


def texts_of(
    position: Position,
    names: tuple[Value, Value],
    result: ShownResult,
    speech: Speech = PLAIN_ENGLISH,
) -> Iterator[tuple[Text, float]]:
    """Give the same of a position."""
    for token in _tokens(rendering.scene_of(position), position, names, result, speech):
        yield from ((s, token.at.x) for s in token.symbol.shapes if isinstance(s, Text))


def still(content: bytes) -> Image.Image:
    with Image.open(BytesIO(content)) as image:
        return image.convert("RGB")


def height(content: bytes) -> int:
    with Image.open(BytesIO(content)) as image:
        image.load()
        assert image.width == 1000
        return image.height


@pytest.mark.parametrize(
    ("theme", "key"),
    mostly_thorough(
        [
            (theme, key)
            for at, theme in enumerate(rendering.THEMES)
            for number, key in enumerate(GAMES)
            if not at or (number + at) % 2
        ],
        *((rendering.DEFAULT_THEME, key) for key in GAMES),
    ),
)
def test_a_finished_board_has_the_result_above_it(key: str, theme: str) -> None:
    position = GAMES[key].start({})
    plain = rendering.picture(position, names=NAMES, theme=theme)
    for result in RESULTS[:3]:
        over = rendering.picture(position, names=NAMES, theme=theme, result=result)
        assert height(over) == height(plain) + HEIGHT
        assert len(over) <= HEAVIEST


def test_a_game_that_came_to_its_own_end_has_it_too() -> None:
    position = finished()
    assert (
        height(rendering.picture(position)) == height(rendering.picture(Ringo.start({}))) + HEIGHT
    )
    result = result_of(position)
    assert result is not None
    assert result.winner is not None
    large, small = [text for text, _ in texts(NAMES, result)]
    assert large.text == f"{NAMES[result.winner]} wins"
    ending = position.outcome()
    assert ending
    assert small.text == str(ending.reason)


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("names", [NAMES, (LONG, LONG), ("ζ", "x"), ("", "白"), (MOST, MOST)])
def test_words_are_large_and_stay_on_the_plank(result: ShownResult, names: tuple[str, str]) -> None:
    shown = [(text, x) for text, x in texts(names, result) if text.on is Role.PIT]
    (large, _), *small = shown
    assert large.size * CAPITAL * PHONE >= LARGE
    assert all(text.size * CAPITAL * PHONE >= LEAST for text, _ in small)
    assert large.role is Role.WINNER
    for text, x in shown:
        half = text_width(text.text, text.size) / 2
        assert _PLACE.left < x - half < x + half < _PLACE.right


def said(
    result: ShownResult, names: tuple[Value, Value] = NAMES, speech: Speech = PLAIN_ENGLISH
) -> list[str]:
    return [text.text for text, _ in texts(names, result, speech)][-2:]


def test_it_says_who_wins_and_why_and_a_draw_names_both() -> None:
    assert said(RESULTS[0]) == ["Ada wins", "by resignation"]
    assert said(RESULTS[1]) == ["Ben wins", "decided by moderator"]
    assert said(RESULTS[2]) == ["Drawn by agreement", "Ada · Ben"]
    assert said(RESULTS[4]) == ["Drawn", str(RESULTS[4].why)]


def test_a_name_that_cannot_be_drawn_gives_way_to_the_side() -> None:
    assert said(RESULTS[0], ("白", "Ben")) == ["Light wins", "by resignation"]
    assert said(RESULTS[2], ("白", "Ben"))[1] == "Light · Ben"


@pytest.mark.parametrize("name", [MOST, "Il", Sentence(COMPUTER, name=Name("Parlour"), level=3)])
@pytest.mark.parametrize("language", languages().values(), ids=languages())
def test_a_long_name_is_cut_and_never_that_it_wins(language: Language, name: Value) -> None:
    speech = PlainSpeech(language)
    large, small = said(RESULTS[0], (name, "Ben"), speech)
    for word in speech.say(Sentence("{winner} wins", winner=Name(""))).split():
        assert word in large.split()
    assert ("…" in large) == (name == MOST)
    assert small == speech.say(Sentence("by resignation"))


@pytest.mark.parametrize("how", RESULT_WORDS)
@pytest.mark.parametrize("language", languages().values(), ids=languages())
def test_banner_says_of_every_ending_who_won_if_anybody(language: Language, how: Ending) -> None:
    """Of a draw that somebody decided it says that it is one."""
    speech = PlainSpeech(language)
    for winner in (0, None):
        shown = result_drawn(Result(winner, how, Sentence("The match was aborted.")))
        assert shown is not None
        large, small = said(shown, NAMES, speech)
        assert large == speech.say(
            capital(shown.words) if winner is None else Sentence("{winner} wins", winner="Ada")
        )
        if winner is None and how in DECIDED_BY:
            assert large == speech.say(capital(Sentence("drawn")))
            assert small == speech.say(RESULT_WORDS[how])


def test_it_is_said_once() -> None:
    position = GAMES["bizingo"].start({})
    scene = rendering.scene_of(position)
    beside = rendering.tokens_of(scene, position, result=RESULTS[0], state=False)
    assert not [token for token in beside if "resignation" in token.symbol.name]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_result_can_be_read_in_every_theme(theme: Theme) -> None:
    for role in (Role.WINNER, Role.PIT_TEXT):
        assert contrast(theme.colours[role], theme.colours[Role.PIT]) >= 4.5


# The task of a puzzle.

TASKS = {str(puzzle.task): puzzle for key in GAMES for puzzle in puzzles(key)}


@THOROUGH
@pytest.mark.parametrize("key", [key for key in GAMES if puzzles(key)])
def test_a_puzzle_has_its_task_above_the_same_board(key: str) -> None:
    puzzle = puzzles(key)[0]
    plain = rendering.picture(puzzle.position)
    asked = rendering.picture(puzzle.position, task=puzzle.task)
    assert height(asked) == height(plain) + TASK_HEIGHT
    with Image.open(BytesIO(plain)) as one, Image.open(BytesIO(asked)) as other:
        board = other.convert("RGB").crop((0, TASK_HEIGHT, 1000, height(asked)))
        assert board.tobytes() == one.convert("RGB").tobytes()
    assert len(asked) <= HEAVIEST


@THOROUGH
@pytest.mark.parametrize("puzzle", TASKS.values(), ids=TASKS)
def test_the_task_is_large_and_stays_on_the_plank(puzzle: Puzzle) -> None:
    scene = rendering.scene_of(puzzle.position)
    sign, token = _task_tokens(scene.icons[puzzle.position.turn], str(puzzle.task))
    (shown,) = token.symbol.shapes
    assert isinstance(shown, Text)
    assert shown.text == str(puzzle.task)
    assert shown.size == TASK_SIZES[0]
    assert shown.size * CAPITAL * PHONE >= LARGE
    half = text_width(shown.text, shown.size) / 2
    assert _TASK_PLACE.left < sign.at.x < token.at.x - half
    assert token.at.x + half < _TASK_PLACE.right


@pytest.mark.parametrize("language", languages().values(), ids=languages())
def test_no_task_is_cut_in_any_language(language: Language) -> None:
    for puzzle in TASKS.values():
        task = PlainSpeech(language).say(puzzle.task)
        scene = rendering.scene_of(puzzle.position)
        _, token = _task_tokens(scene.icons[puzzle.position.turn], task)
        (shown,) = token.symbol.shapes
        assert isinstance(shown, Text)
        assert shown.text == task


@THOROUGH
@pytest.mark.parametrize("theme", rendering.THEMES)
def test_the_task_is_in_full_light_also_where_the_board_steps_back(theme: str) -> None:
    puzzle = puzzles("bizingo")[0]
    ink = find_theme(theme).colours[Role.PIT_TEXT]
    for choices in ({}, {"c5": Effect.NONE}):
        content = rendering.picture(puzzle.position, task=puzzle.task, theme=theme, choices=choices)
        with Image.open(BytesIO(content)) as image:
            strip = image.convert("RGB").crop((0, 0, 1000, TASK_HEIGHT))
        colours = strip.getcolors(100_000) or []
        written = sum(count for count, colour in colours if near(colour, ink))
        assert written > 2000


@pytest.mark.parametrize("key", ["bizingo", "ringo"])
@pytest.mark.parametrize("tag", mostly_thorough([*languages()]))
def test_how_a_match_ended_is_never_cut_beside_the_board(key: str, tag: str) -> None:
    """Ringo's corners have the least room; it said “drawn by agree…” there."""
    position, speech = GAMES[key].start({}), PlainSpeech(languages()[tag])
    scene = scene_of(position)
    for how in RESULT_WORDS:
        for winner in (None,) if how in WITHOUT_RESULT else (None, 0):
            shown = result_drawn(Result(winner, how, Sentence("It is over.")))
            tokens = tokens_of(scene, position, names=NAMES, result=shown, speech=speech)
            assert not [token for token in tokens if token.symbol.name.endswith("…")]


def near(colour: object, ink: tuple[int, ...]) -> bool:
    """Tell whether a colour of a picture is that of an ink, but for its rounding."""
    assert isinstance(colour, tuple)
    return all(abs(one - other) <= 20 for one, other in zip(colour, ink, strict=True))


LAST_OF_GAME = Hoyito.decode("0.0.0.0.0.1/3.0.0.0.0.0 36/8 south play=match,games=3 >> 1/south")


def test_a_games_end_is_a_picture_of_its_own_above_the_start_of_the_next() -> None:
    """Who won it, how, and how many holes each fills; on the next board nothing of it is marked."""
    move = LAST_OF_GAME.moves()["f"]
    after = LAST_OF_GAME.after(move)
    drawn = rendering.picture(after, last=move, before=LAST_OF_GAME, names=NAMES)
    whole, start = still(drawn), still(rendering.picture(after, names=NAMES))
    end = LAST_OF_GAME.game_end(move)
    assert end is not None
    ended = result_of(end, NAMES)
    assert ended is not None
    words = [text.text for text, _ in texts_of(end, NAMES, ended)]
    assert words[0] == "Ada wins game 1"
    assert " ".join(words[1:]) == "Stones: 40 to 8. Holes filled, four in each: 6 and 2."
    assert whole.height == HEIGHT + 2 * start.height
    lower = whole.crop((0, whole.height - start.height, 1000, whole.height))
    assert lower.tobytes() == start.tobytes()


def test_whoever_chooses_in_the_next_game_sees_nothing_of_the_last() -> None:
    move = LAST_OF_GAME.moves()["f"]
    after = LAST_OF_GAME.after(move)
    choices = {"a": Effect.NONE}
    assert rendering.picture(
        after, last=move, before=LAST_OF_GAME, choices=choices
    ) == rendering.picture(after, choices=choices)
