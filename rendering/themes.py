"""The four themes: what colour each role has, and which colours meet."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rendering.scene import Role

Colour = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Theme:
    """A colour for every role."""

    name: str
    colours: Mapping[Role, Colour]


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


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the other's."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _theme(name: str, **colours: str) -> Theme:
    """Make a theme from colours written like `#2b2d31`, one for each role."""
    read = {
        Role[role.upper()]: (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))
        for role, text in colours.items()
    }
    return Theme(name, MappingProxyType({role: read[role] for role in Role}))


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        theme.name: theme
        for theme in (
            _theme(
                "walnut",
                surround="#2b2d31",
                text="#f1efe9",
                quiet="#b4b1aa",
                rim="#5a3a22",
                rim_light="#8a6440",
                rim_text="#f3e3c6",
                line="#8a6440",
                field="#ecd8b2",
                field_dark="#bd8d5c",
                field_quiet="#d6b585",
                goal_first="#f8efdc",
                goal_second="#a87648",
                wood="#8a5c34",
                wood_text="#f8efdc",
                pit="#54341b",
                pit_edge="#2e1a0b",
                pit_text="#f8efdc",
                shadow="#22140a",
                first="#f3e7cf",
                first_glow="#fffaf0",
                first_edge="#5a3a22",
                first_ink="#a98a5f",
                first_star="#a3261c",
                second="#2a2523",
                second_glow="#6d625a",
                second_edge="#0f0c0b",
                second_ink="#c9b694",
                second_star="#f0b93a",
                stone="#cfd8d3",
                stone_glow="#ffffff",
                stone_edge="#3c322a",
                last="#f2d65c",
                last_edge="#b26a00",
                taken="#a3261c",
                target="#0b4a2b",
                target_edge="#f4fff6",
            ),
            _theme(
                "slate",
                surround="#1f2226",
                text="#eef1f4",
                quiet="#a9b0b8",
                rim="#14171a",
                rim_light="#46525f",
                rim_text="#cfdbe6",
                line="#3b444e",
                field="#8494a3",
                field_dark="#566472",
                field_quiet="#6b7a89",
                goal_first="#9fb0bf",
                goal_second="#46525f",
                wood="#566472",
                wood_text="#eef1f4",
                pit="#2a323b",
                pit_edge="#14171a",
                pit_text="#eef1f4",
                shadow="#0a0c0e",
                first="#eef1f4",
                first_glow="#ffffff",
                first_edge="#14171a",
                first_ink="#7d8b99",
                first_star="#b3261e",
                second="#14171a",
                second_glow="#566472",
                second_edge="#dfe5ea",
                second_ink="#b9c4ce",
                second_star="#f5c044",
                stone="#cfdbe6",
                stone_glow="#ffffff",
                stone_edge="#14171a",
                last="#e0bd4f",
                last_edge="#6b4a00",
                taken="#7c1d16",
                target="#06454b",
                target_edge="#e9feff",
            ),
            _theme(
                "paper",
                surround="#ffffff",
                text="#1d1d1b",
                quiet="#5f5f5a",
                rim="#3a3a38",
                rim_light="#8b8b84",
                rim_text="#ffffff",
                line="#8b8b84",
                field="#ffffff",
                field_dark="#d9d9d2",
                field_quiet="#ecece6",
                goal_first="#ffffff",
                goal_second="#c4c4bc",
                wood="#f4f4ef",
                wood_text="#1d1d1b",
                pit="#dedfd8",
                pit_edge="#6a6a64",
                pit_text="#1d1d1b",
                shadow="#8b8b84",
                first="#ffffff",
                first_glow="#ffffff",
                first_edge="#1d1d1b",
                first_ink="#77776f",
                first_star="#1d1d1b",
                second="#2b2b29",
                second_glow="#555551",
                second_edge="#0c0c0b",
                second_ink="#ffffff",
                second_star="#ffffff",
                stone="#6a6a64",
                stone_glow="#a5a59e",
                stone_edge="#1d1d1b",
                last="#ffe27a",
                last_edge="#a86200",
                taken="#b3261e",
                target="#0f6b45",
                target_edge="#ffffff",
            ),
            _theme(
                "contrast",
                surround="#000000",
                text="#ffffff",
                quiet="#d9d9d9",
                rim="#1a1a1a",
                rim_light="#ffffff",
                rim_text="#ffffff",
                line="#3a3a3a",
                field="#b4c4d4",
                field_dark="#7d93aa",
                field_quiet="#98acbf",
                goal_first="#dbe6f0",
                goal_second="#6d839b",
                wood="#2c2c2c",
                wood_text="#ffffff",
                pit="#10263d",
                pit_edge="#ffffff",
                pit_text="#ffffff",
                shadow="#16222e",
                first="#ffffff",
                first_glow="#ffffff",
                first_edge="#000000",
                first_ink="#000000",
                first_star="#000000",
                second="#000000",
                second_glow="#2c2c2c",
                second_edge="#ffffff",
                second_ink="#ffffff",
                second_star="#ffd60a",
                stone="#ffffff",
                stone_glow="#ffffff",
                stone_edge="#000000",
                last="#ffd60a",
                last_edge="#000000",
                taken="#b00020",
                target="#0033a0",
                target_edge="#ffffff",
            ),
        )
    }
)
"""Every theme by its name; the first is the default."""

_FLOORS = (
    Role.FIELD,
    Role.FIELD_DARK,
    Role.FIELD_QUIET,
    Role.GOAL_FIRST,
    Role.GOAL_SECOND,
    Role.LAST,
)
_ON_FLOORS = (
    Role.FIRST_EDGE,
    Role.SECOND_EDGE,
    Role.LINE,
    Role.LAST_EDGE,
    Role.TAKEN,
    Role.TARGET_EDGE,
    Role.SHADOW,
)
MEETING: tuple[tuple[Role, Role, int], ...] = (
    *((over, floor, 1) for floor in _FLOORS for over in _ON_FLOORS),
    (Role.FIRST, Role.FIRST_GLOW, 3),
    (Role.SECOND, Role.SECOND_GLOW, 4),
    (Role.STONE, Role.STONE_GLOW, 3),
    (Role.FIRST, Role.FIRST_EDGE, 1),
    (Role.SECOND, Role.SECOND_EDGE, 1),
    (Role.STONE, Role.STONE_EDGE, 2),
    (Role.FIRST, Role.FIRST_INK, 1),
    (Role.SECOND, Role.SECOND_INK, 1),
    (Role.FIRST, Role.FIRST_STAR, 2),
    (Role.SECOND, Role.SECOND_STAR, 2),
    (Role.TARGET, Role.TARGET_EDGE, 2),
    (Role.SURROUND, Role.TEXT, 2),
    (Role.SURROUND, Role.QUIET, 2),
    (Role.SURROUND, Role.RIM, 2),
    (Role.SURROUND, Role.RIM_LIGHT, 2),
    (Role.SURROUND, Role.SHADOW, 2),
    (Role.RIM, Role.RIM_LIGHT, 2),
    (Role.RIM, Role.RIM_TEXT, 2),
    (Role.RIM, Role.PIT, 2),
    (Role.WOOD, Role.WOOD_TEXT, 2),
    (Role.WOOD, Role.RIM, 2),
    (Role.WOOD, Role.PIT_EDGE, 2),
    (Role.WOOD, Role.RIM_LIGHT, 2),
    (Role.SURROUND, Role.WOOD, 2),
    (Role.PIT, Role.LAST, 2),
    (Role.PIT, Role.PIT_EDGE, 3),
    (Role.PIT, Role.PIT_TEXT, 2),
    (Role.PIT, Role.STONE_EDGE, 2),
    (Role.PIT, Role.SHADOW, 2),
    (Role.PIT, Role.LAST_EDGE, 2),
    (Role.RIM, Role.LAST, 2),
)
"""Pairs of roles that touch in some picture, and how many steps between them are worth having."""
