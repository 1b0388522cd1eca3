"""The four themes: what colour each role has."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rendering.colour_roles import Ink, Role
from rules import ListStyle, Refusal, codes, message, typed

Colour = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Theme:
    """A colour for every role; without `grain` wood is plain, without `depth` flat."""

    name: str
    label: str
    """The name shown to players, to be translated."""
    description: str
    """The look of pictures in it, to be translated."""
    grain: bool
    depth: bool
    colours: Mapping[Role, Colour]

    def ink(self, ink: Ink) -> Colour:
        """Return the colour of a role or of a shade."""
        if isinstance(ink, Role):
            return self.colours[ink]
        return mix(self.colours[ink.one], self.colours[ink.other], ink.share)


def contrast(one: Colour, other: Colour) -> float:
    """Compute the contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the other's, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


_WORDS = {
    "walnut": (message("walnut"), message("Walnut board theme")),
    "slate": (message("slate"), message("Dark slate board theme")),
    "paper": (message("paper"), message("White paper board theme")),
    "contrast": (message("contrast"), message("High-contrast board theme")),
}
"""Each theme's label and description."""
_GRAIN = (True, False, False, False)
_DEPTH = (True, True, False, False)
_COLOURS: Mapping[Role, tuple[str, ...]] = {
    Role.SURROUND: ("#2b2d31", "#1f2226", "#ffffff", "#000000"),
    Role.TEXT: ("#f4f1ea", "#eef1f4", "#1d1d1b", "#ffffff"),
    Role.QUIET: ("#bdb9b0", "#a9b0b8", "#5f5f5a", "#d9d9d9"),
    Role.WINNER: ("#f2c75c", "#ffd166", "#824c00", "#ffd60a"),
    Role.RIM: ("#4c2f18", "#2a3139", "#f4f2ea", "#dfe6ec"),
    Role.RIM_LIGHT: ("#8a623c", "#566472", "#7d786b", "#ffffff"),
    Role.RIM_DARK: ("#22130a", "#12161a", "#7d786b", "#8d99a5"),
    Role.RIM_TEXT: ("#f3e3c3", "#dbe5ee", "#1d1d1b", "#000000"),
    Role.LINE: ("#744e2a", "#414c57", "#56604f", "#1a222b"),
    Role.GRAIN: ("#4a2608", "#2a3139", "#4f5a48", "#1a222b"),
    Role.GRAIN_LIGHT: ("#ffd9a0", "#a9b6c2", "#ece6d6", "#dfe6ec"),
    Role.FIELD: ("#ab7b49", "#778694", "#87977a", "#77828e"),
    Role.FIELD_DARK: ("#976839", "#647280", "#74856a", "#67727e"),
    Role.FIELD_TEXT: ("#fff8e6", "#ffffff", "#0c0c0b", "#ffffff"),
    Role.FIELD_HALO: ("#1c0f06", "#07090b", "#f4f2ea", "#000000"),
    Role.NEUTRAL: ("#8b7a4b", "#5f7f7c", "#ac8868", "#4f7a94"),
    Role.GOAL_FIRST: ("#896b4e", "#67727d", "#7f7663", "#67727e"),
    Role.GOAL_SECOND: ("#b0824f", "#7d8894", "#988e7a", "#7d8690"),
    Role.WOOD: ("#94633a", "#566472", "#f4f2ea", "#52585f"),
    Role.WOOD_TEXT: ("#fff8e6", "#ffffff", "#1d1d1b", "#ffffff"),
    Role.PIT: ("#4e2f16", "#2a3139", "#d5d2c8", "#05101c"),
    Role.PIT_EDGE: ("#22130a", "#0e1216", "#4b3a2a", "#00040c"),
    Role.PIT_LIGHT: ("#7a4f2a", "#465463", "#8b7453", "#0c1c2e"),
    Role.HOLLOW: ("#4e2f16", "#2a3139", "#715c43", "#05101c"),
    Role.PIT_TEXT: ("#fff8e6", "#eef1f4", "#0c0c0b", "#ffffff"),
    Role.PLATE: ("#2b170a", "#12161a", "#fdfaf0", "#000000"),
    Role.PLATE_EDGE: ("#c89f56", "#8fa0b0", "#1d1d1b", "#ffffff"),
    Role.TRACK: ("#482a12", "#151a20", "#3f3e39", "#05090d"),
    Role.PLANNED: ("#482a12", "#151a20", "#fdfaf0", "#05090d"),
    Role.PLANNED_TEXT: ("#ffcf45", "#ffcf45", "#4a2c05", "#ffd60a"),
    Role.WALL: ("#a39a8f", "#8c98a3", "#d5d2c8", "#aebac5"),
    Role.WALL_LIGHT: ("#d8cdbf", "#c3ccd4", "#f4f2ea", "#ffffff"),
    Role.WALL_DARK: ("#7d746b", "#5c6874", "#948e81", "#7a8794"),
    Role.SHADOW: ("#140a03", "#07090b", "#55554f", "#101a24"),
    Role.LIGHT: ("#fbf2de", "#eef4f9", "#fefdf4", "#ffffff"),
    Role.LIGHT_GLOW: ("#fffdf6", "#ffffff", "#fefdf4", "#ffffff"),
    Role.LIGHT_SHADE: ("#ecdcb6", "#d3dde6", "#fefdf4", "#ffffff"),
    Role.LIGHT_EDGE: ("#2e1c0d", "#0e1216", "#1d1d1b", "#000000"),
    Role.LIGHT_INK: ("#c6a770", "#8fa0b0", "#8f8875", "#000000"),
    Role.LIGHT_STAR: ("#b5231a", "#b3261e", "#1d1d1b", "#000000"),
    Role.DARK: ("#1e1a17", "#15181b", "#1d1d1b", "#0c0c0c"),
    Role.DARK_GLOW: ("#352f2b", "#223248", "#1d1d1b", "#0c0c0c"),
    Role.DARK_SHADE: ("#0d0a09", "#07090b", "#1d1d1b", "#0c0c0c"),
    Role.DARK_EDGE: ("#080605", "#07090b", "#0c0c0b", "#ffffff"),
    Role.DARK_INK: ("#c89f56", "#b4bfca", "#ffffff", "#ffffff"),
    Role.DARK_STAR: ("#f0b93a", "#f5c044", "#ffffff", "#ffd60a"),
    Role.STONE: ("#eef0ec", "#dbe5ee", "#f9f9f2", "#e8eef4"),
    Role.STONE_GLOW: ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    Role.STONE_SHADE: ("#9ca39c", "#7f90a1", "#989284", "#a9bacb"),
    Role.STONE_EDGE: ("#140a03", "#0e1216", "#1d1d1b", "#000000"),
    Role.STONE_WARM: ("#f4e6c8", "#e0dccb", "#f1e2bd", "#fff3cf"),
    Role.STONE_WARM_SHADE: ("#ab8f66", "#938f7c", "#ab9768", "#c9b98c"),
    Role.STONE_DUSKY: ("#d8cdc0", "#bcc6cf", "#d6d0c3", "#d5e0ea"),
    Role.STONE_DUSKY_SHADE: ("#887a6e", "#76838f", "#878072", "#93a8bc"),
    Role.LAST: ("#ffcf45", "#ffcf45", "#ffcf45", "#ffd60a"),
    Role.LAST_EDGE: ("#4a2c05", "#3a2a02", "#4a2c05", "#000000"),
    Role.TAKEN: ("#c4261d", "#c4261d", "#c4261d", "#c4001d"),
    Role.TARGET: ("#0b4a2b", "#06454b", "#0f6b45", "#0033a0"),
    Role.TARGET_EDGE: ("#fff8e6", "#f1fdfd", "#ffffff", "#ffffff"),
    Role.GAIN: ("#1d7a43", "#1d7a43", "#1d7a43", "#006b2d"),
    Role.PLACE: ("#4a4d55", "#53628f", "#565a63", "#46527a"),
    Role.TAKES: ("#1d7a43", "#1d7a43", "#1d7a43", "#006b2d"),
    Role.TAKES_RING: ("#3ccb7c", "#3ccb7c", "#2aa862", "#2ee27d"),
    Role.LOSES: ("#c02f2a", "#c02f2a", "#c02f2a", "#b8001c"),
    Role.CHOICE_TEXT: ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    Role.CHOICE_EDGE: ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    Role.LIGHT_FACE: ("#f6ead0", "#eef4f9", "#ffffff", "#ffffff"),
    Role.LIGHT_NAME: ("#24160a", "#0e1216", "#1d1d1b", "#000000"),
    Role.DARK_FACE: ("#211c1a", "#15181b", "#1d1d1b", "#000000"),
    Role.CAPTAIN: ("#f0b93a", "#f5c044", "#f0b93a", "#ffd60a"),
    Role.PANEL: ("#ecd6ac", "#8797a6", "#f4f2ea", "#b4c4d4"),
    Role.PANEL_DARK: ("#b98754", "#566472", "#d3d2c9", "#7d93aa"),
    Role.PANEL_QUIET: ("#d5b280", "#6d7c8b", "#e6e5dd", "#98acbf"),
    Role.PANEL_TEXT: ("#3a210c", "#07090b", "#1d1d1b", "#000000"),
}
"""Every role's colour in each theme."""


def _read(colour: str) -> Colour:
    """Parse a colour written like `#2b2d31`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        name: Theme(
            name,
            *words,
            _GRAIN[number],
            _DEPTH[number],
            MappingProxyType({role: _read(_COLOURS[role][number]) for role in Role}),
        )
        for number, (name, words) in enumerate(_WORDS.items())
    }
)
"""Every theme by its name."""
DEFAULT_THEME = next(iter(THEMES))


def find_theme(name: str) -> Theme:
    """Return a theme by its name. Raises `Refusal` where there is none."""
    if name not in THEMES:
        raise Refusal(
            "There is no theme {theme}; choose {valid}.",
            theme=typed(name),
            valid=codes(THEMES, ListStyle.OR),
        )
    return THEMES[name]
