"""The curve of a match: who stood better, in the sides' colours, its turning points numbered."""

from io import BytesIO

import pytest
from PIL import Image

import rendering
from rendering.colour_roles import Role
from rendering.pieces import icon
from rendering.themes import THEMES, Colour
from rules import GAMES, Refusal
from tests.thorough import THOROUGH, mostly_thorough

MIDDLE, LEFT, RIGHT = 288, 50, 950


def colour(content: bytes, at: tuple[int, int]) -> Colour:
    with Image.open(BytesIO(content)) as image:
        found = image.convert("RGB").getpixel(at)
    assert isinstance(found, tuple)
    red, green, blue = found
    return red, green, blue


@THOROUGH
@pytest.mark.parametrize("theme", rendering.THEMES)
def test_the_side_that_stands_better_fills_its_half_in_its_colour(theme: str) -> None:
    colours = THEMES[theme].colours
    drawn = rendering.curve([0.8, 0.8, 0, -0.8, -0.8], theme=theme)
    assert colour(drawn, (LEFT + 90, MIDDLE - 60)) == colours[Role.LIGHT]
    assert colour(drawn, (RIGHT - 90, MIDDLE + 60)) == colours[Role.DARK]
    for empty in ((LEFT + 90, MIDDLE + 60), (RIGHT - 90, MIDDLE - 60)):
        assert colour(drawn, empty) not in (colours[Role.LIGHT], colours[Role.DARK])


def test_in_ringo_the_attackers_half_is_black() -> None:
    colours = THEMES["walnut"].colours
    drawn = rendering.curve([0.8, 0.8, 0, -0.8, -0.8], position=GAMES["ringo"].start({}))
    assert colour(drawn, (LEFT + 90, MIDDLE - 60)) == colours[Role.DARK]
    assert colour(drawn, (RIGHT - 90, MIDDLE + 60)) == colours[Role.LIGHT]


@THOROUGH
def test_what_lies_beyond_a_won_game_is_cut_off() -> None:
    assert rendering.curve([7, -30]) == rendering.curve([1, -1])


def test_turning_points_stand_on_the_curve_with_their_numbers() -> None:
    values = [0.0] * 11
    bright = THEMES["walnut"].colours[Role.LAST]
    marked = rendering.curve(values, marked=(2, 5))
    for share in (0.2, 0.5):
        x = round(LEFT + (RIGHT - LEFT) * share)
        assert colour(marked, (x - 15, MIDDLE - 6)) == bright
        assert colour(rendering.curve(values), (x - 15, MIDDLE - 6)) != bright


def test_numbers_of_neighbouring_plies_do_not_hide_each_other() -> None:
    bright = THEMES["walnut"].colours[Role.LAST]
    drawn = rendering.curve([0.0] * 101, marked=(50, 51, 52))
    x = 500
    for y in (MIDDLE, MIDDLE - 50, MIDDLE + 50):
        assert bright in {colour(drawn, (x + away, y + 16)) for away in range(-2, 22)}


@pytest.mark.parametrize("length", mostly_thorough([1, 2, 1000], 1, 2))
def test_a_match_of_any_length_has_a_light_picture(length: int) -> None:
    values = [(-1.0) ** ply * 0.5 for ply in range(length)]
    for theme in rendering.THEMES:
        drawn = rendering.curve(values, marked=(length - 1,), names=("Ada", "名" * 90), theme=theme)
        assert len(drawn) <= 40_000


@pytest.mark.parametrize("name", ["山田太郎", "\u3164"])
def test_a_player_whose_name_cannot_be_written_is_called_by_the_side(name: str) -> None:
    ringo = GAMES["ringo"].start({})
    by_side = rendering.curve([0, 1], names=("Attacker", "Ben"), position=ringo)
    assert rendering.curve([0, 1], names=(name, "Ben"), position=ringo) == by_side


@pytest.mark.parametrize(("values", "marked"), [([], ()), ([0, 0], (2,)), ([0, 0], (-1,))])
def test_a_curve_without_its_value_is_a_bug(values: list[float], marked: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a value for its start"):
        rendering.curve(values, marked=marked)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(Refusal, match="no theme `plush`"):
        rendering.curve([0], theme="plush")


@THOROUGH
def test_players_have_the_signs_of_their_board() -> None:
    """In Hoyito a letter, as beside its board; elsewhere their pieces."""
    plain = rendering.curve([0.0, 1.0], names=("Ada", "Ben"))
    for key, rules in GAMES.items():
        drawn = rendering.curve([0.0, 1.0], names=("Ada", "Ben"), position=rules.start({}))
        icons = rendering.scene_of(rules.start({})).icons
        assert (drawn == plain) == (icons == (icon(0), icon(1))), key
    hoyito = rendering.curve([0.0, 1.0], names=("Ada", "Ben"), position=GAMES["hoyito"].start({}))
    assert hoyito != plain
