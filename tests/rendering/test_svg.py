"""The second painter: well-formed SVG of the same scenes, in which text is never markup."""

import re
from collections import Counter
from xml.parsers.expat import ParserCreate

import pytest

import rendering
from rendering.colour_roles import Role
from rendering.drawings import scene_of, tokens_of
from rendering.geometry import CENTRE, Point, box, offset_outline, simplified
from rendering.lively_positions import liveliest
from rendering.shapes import Shadow
from rendering.svg import Drawing, whole_place, whole_tokens
from rendering.themes import THEMES, find_theme
from rules import GAMES, Name
from tests.thorough import THOROUGH

HOSTILE = "<i>&\"'</svg><script>alert(1)</script>"


def elements(text: str) -> list[tuple[str, dict[str, str]]]:
    """Parse XML; return its elements with their attributes."""
    found: list[tuple[str, dict[str, str]]] = []
    parser = ParserCreate()
    parser.StartElementHandler = lambda name, attributes: found.append((name, attributes))
    parser.Parse(text, True)
    return found


@THOROUGH
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", GAMES)
def test_every_token_of_the_picture_is_used_at_its_place_and_all_that_is_used_is_defined(
    key: str, theme: str
) -> None:
    _, last, position = liveliest(GAMES[key])
    text = rendering.svg_picture(position, last=last, theme=theme)
    drawn = elements(text)
    identities = Counter(attributes["id"] for _, attributes in drawn if "id" in attributes)
    assert set(identities.values()) == {1}
    assert set(re.findall(r'(?:href="|url\()#(\w+)', text)) <= set(identities)
    scene = scene_of(position)
    tokens = [*scene.board.fittings, *tokens_of(scene, position, last)]
    places = [(int(each["x"]), int(each["y"])) for name, each in drawn if name == "use"]
    assert places == [whole_place(token) for token in whole_tokens(tokens)]
    assert drawn[0][1]["viewBox"] == f"0 0 {scene.board.width} {scene.board.height}"


def test_a_name_is_text_and_no_markup() -> None:
    position = GAMES["ringo"].start({})
    harmless = Name("a" * len(HOSTILE))  # as long: a side stands where its player leaves room
    plain = rendering.svg_picture(position, names=(harmless, Name("Ben")))
    hostile = rendering.svg_picture(position, names=(Name(HOSTILE), Name("Ben")))
    assert Counter(name for name, _ in elements(hostile)) == Counter(n for n, _ in elements(plain))
    assert "&lt;i&gt;&amp;" in hostile
    assert "<script" not in hostile


def test_the_other_side_sees_the_board_turned() -> None:
    position = GAMES["ringo"].start({})
    one, other = (rendering.svg_picture(position, seen_from=side) for side in (0, 1))
    assert one != other
    with pytest.raises(ValueError, match="side 0 or 1"):
        rendering.svg_picture(position, seen_from=2)


@pytest.mark.parametrize("inner", [False, True])
def test_the_layers_of_a_shadow_together_are_as_dark_as_it_shall_be(inner: bool) -> None:
    outline = offset_outline(box(0, 0, 100, 100), 0)
    drawing = Drawing(find_theme("walnut"))
    layers = [*drawing._shadow(Shadow(outline, 10, 0.5, inner=inner))]
    light = 1.0
    for layer in layers:
        light *= 1 - float(re.findall(r'fill-opacity="([\d.]+)"', layer)[0])
    # Where all lie over each other: in the outermost band inside, or in the middle.
    assert 1 - light == pytest.approx(0.5 * (0.8**1.5 if inner else 1), abs=0.005)


def test_a_theme_without_depth_has_neither_gradients_nor_shadows() -> None:
    text = rendering.svg_picture(GAMES["hoyito"].start({}), theme="paper")
    assert "Gradient" not in text
    assert "evenodd" not in text
    assert Role.SHADOW in find_theme("paper").colours
    assert CENTRE == (0, 0)


def test_a_path_that_turns_back_to_where_it_began_keeps_its_turn() -> None:
    there, back = Point(0, 0), Point(9, 3)
    assert simplified([there, back, there], 0.5) == [there, back, there]
    assert simplified([there, Point(3, 1), back], 0.5) == [there, back]
