"""The four themes: what colour each role has."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rendering.roles import Ink, Role
from rules import ListStyle, Refusal, codes, message, typed

Colour = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Theme:
    """A colour for every role; without `grain` wood is plain, without `depth` flat."""

    name: str
    label: str
    """The name shown to players, to be translated."""
    description: str
    """How pictures look in it, to be translated."""
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
_DEPTH = (True, False, False, False)
_COLOURS: Mapping[Role, tuple[str, ...]] = {
    Role.SURROUND: ("#2b2d31", "#1f2226", "#ffffff", "#000000"),
    Role.TEXT: ("#f1efe9", "#eef1f4", "#1d1d1b", "#ffffff"),
    Role.QUIET: ("#b9b6ae", "#a9b0b8", "#5f5f5a", "#d9d9d9"),
    Role.WINNER: ("#f2c75c", "#ffd166", "#824c00", "#ffd60a"),
    Role.RIM: ("#63401f", "#2a3139", "#45453f", "#dfe6ec"),
    Role.RIM_LIGHT: ("#a97c4e", "#2a3139", "#45453f", "#dfe6ec"),
    Role.RIM_DARK: ("#2c190b", "#2a3139", "#45453f", "#dfe6ec"),
    Role.RIM_TEXT: ("#f6e7cb", "#dbe5ee", "#ffffff", "#000000"),
    Role.LINE: ("#835c37", "#39424c", "#8b8b84", "#3a3a3a"),
    Role.GRAIN: ("#70431c", "#2a3139", "#8b8b84", "#3a3a3a"),
    Role.FIELD: ("#ecd6ac", "#8797a6", "#f4f2ea", "#b4c4d4"),
    Role.FIELD_DARK: ("#b98754", "#566472", "#d3d2c9", "#7d93aa"),
    Role.FIELD_DEEP: ("#aa7542", "#4a5764", "#c6c5bb", "#6c839b"),
    Role.FIELD_QUIET: ("#d5b280", "#6d7c8b", "#e6e5dd", "#98acbf"),
    Role.FIELD_TEXT: ("#3a210c", "#07090b", "#1d1d1b", "#000000"),
    Role.FIELD_DARK_TEXT: ("#0d0400", "#ffffff", "#0c0c0b", "#000000"),
    Role.GOAL_FIRST: ("#f8efdc", "#a3b4c3", "#ffffff", "#dfe6ec"),
    Role.GOAL_SECOND: ("#a06c3c", "#4a5764", "#bdbdb4", "#6c839b"),
    Role.WOOD: ("#8f5f35", "#566472", "#f4f2ea", "#2c2c2c"),
    Role.WOOD_TEXT: ("#f8efdc", "#ffffff", "#1d1d1b", "#ffffff"),
    Role.PIT: ("#573519", "#2a3139", "#d8d9d1", "#10263d"),
    Role.PIT_EDGE: ("#2c190b", "#0e1216", "#bdbdb4", "#04101c"),
    Role.PIT_LIGHT: ("#a06c3c", "#566472", "#ffffff", "#5c7590"),
    Role.PIT_TEXT: ("#f8efdc", "#eef1f4", "#1d1d1b", "#ffffff"),
    Role.SHADOW: ("#1e1106", "#07090b", "#55554f", "#101a24"),
    Role.FIRST: ("#f6e7cb", "#dbe5ee", "#ffffff", "#ffffff"),
    Role.FIRST_GLOW: ("#fffaf0", "#ffffff", "#ffffff", "#ffffff"),
    Role.FIRST_SHADE: ("#b7976a", "#b4bfca", "#ffffff", "#ffffff"),
    Role.FIRST_EDGE: ("#3d2410", "#0e1216", "#1d1d1b", "#000000"),
    Role.FIRST_INK: ("#a6855a", "#7d8b99", "#77776f", "#000000"),
    Role.FIRST_STAR: ("#a3261c", "#b3261e", "#1d1d1b", "#000000"),
    Role.SECOND: ("#36302d", "#1f2226", "#2b2b29", "#000000"),
    Role.SECOND_GLOW: ("#85786d", "#4a5764", "#2b2b29", "#000000"),
    Role.SECOND_SHADE: ("#131010", "#07090b", "#2b2b29", "#000000"),
    Role.SECOND_EDGE: ("#0d0a09", "#dbe5ee", "#0c0c0b", "#ffffff"),
    Role.SECOND_INK: ("#d0bd9b", "#b4bfca", "#ffffff", "#ffffff"),
    Role.SECOND_STAR: ("#f3bd3f", "#f5c044", "#ffffff", "#ffd60a"),
    Role.STONE: ("#b9c3c1", "#b4bfca", "#6f6f69", "#e8eef4"),
    Role.STONE_GLOW: ("#ffffff", "#ffffff", "#a5a59e", "#ffffff"),
    Role.STONE_SHADE: ("#8c9896", "#8fa0b0", "#33332f", "#98acbf"),
    Role.STONE_EDGE: ("#2b231c", "#0e1216", "#1d1d1b", "#000000"),
    Role.LAST: ("#f2d65c", "#e0bd4f", "#ffe27a", "#ffd60a"),
    Role.LAST_EDGE: ("#a85a00", "#6b4a00", "#a86200", "#000000"),
    Role.TAKEN: ("#b3261c", "#7c1d16", "#b3261e", "#b00020"),
    Role.TARGET: ("#0b4a2b", "#06454b", "#0f6b45", "#0033a0"),
    Role.TARGET_EDGE: ("#f4fff6", "#e9feff", "#ffffff", "#ffffff"),
    Role.CHOICE: ("#6fe3a1", "#6fe3c1", "#0f7a4d", "#00d5ff"),
    Role.CHOICE_EDGE: ("#0c2417", "#06201c", "#ffffff", "#000000"),
    Role.LABEL: ("#15261d", "#06201c", "#ffffff", "#000000"),
    Role.LABEL_TEXT: ("#ffffff", "#ffffff", "#0c0c0b", "#ffffff"),
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
