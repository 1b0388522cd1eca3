"""The roles of colours, to which a theme gives colours, and mixtures of two of them."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """The role of a colour; a theme gives every role its colour."""

    SURROUND = "surround"
    TEXT = "text"
    QUIET = "quiet text"
    WINNER = "winner's name"
    RIM = "rim"
    RIM_LIGHT = "rim's lit edge"
    RIM_DARK = "rim's shaded edge"
    RIM_TEXT = "text on the rim"
    LINE = "line"
    GRAIN = "grain"
    GRAIN_LIGHT = "light grain"
    FIELD = "field"
    FIELD_DARK = "dark field"
    FIELD_TEXT = "text on a field"
    FIELD_HALO = "halo around text on a field"
    NEUTRAL = "neutral field"
    GOAL_FIRST = "first side's goal"
    GOAL_SECOND = "second side's goal"
    WOOD = "wood"
    WOOD_TEXT = "text on wood"
    PIT = "pit"
    PIT_EDGE = "pit's shaded wall"
    PIT_LIGHT = "pit's lit wall"
    HOLLOW = "hollow's floor"
    PIT_TEXT = "text in a pit"
    PLATE = "number's plate"
    PLATE_EDGE = "edge of a number's plate"
    TRACK = "track"
    PLANNED = "pill of a planned move"
    PLANNED_TEXT = "text and edge of a planned move's pill"
    WALL = "stone wall"
    WALL_LIGHT = "stone wall's lit side"
    WALL_DARK = "stone wall's shaded side"
    SHADOW = "shadow"
    LIGHT = "light piece"
    LIGHT_GLOW = "light piece's lit edge"
    LIGHT_SHADE = "light piece's shaded edge"
    LIGHT_EDGE = "light piece's outline"
    LIGHT_INK = "light piece's mark"
    LIGHT_STAR = "light piece's star"
    DARK = "dark piece"
    DARK_GLOW = "dark piece's lit edge"
    DARK_SHADE = "dark piece's shaded edge"
    DARK_EDGE = "dark piece's outline"
    DARK_INK = "dark piece's mark"
    DARK_STAR = "dark piece's star"
    STONE = "stone"
    STONE_GLOW = "stone's lit edge"
    STONE_SHADE = "stone's shaded edge"
    STONE_EDGE = "stone's outline"
    STONE_WARM = "warm stone"
    STONE_WARM_SHADE = "warm stone's shaded edge"
    STONE_DUSKY = "dusky stone"
    STONE_DUSKY_SHADE = "dusky stone's shaded edge"
    LAST = "last move"
    LAST_EDGE = "last move's outline"
    TAKEN = "taken"
    TARGET = "target"
    TARGET_EDGE = "target's outline"
    GAIN = "number of what is taken"
    PLACE = "button of a place"
    TAKES = "button of a capture"
    TAKES_RING = "ring around a hole where a capture begins or ends"
    LOSES = "button of a loss"
    CHOICE_TEXT = "name on a button"
    CHOICE_EDGE = "edge of a button"
    LIGHT_FACE = "light piece's button"
    LIGHT_NAME = "name on a light piece's button"
    DARK_FACE = "dark piece's button"
    CAPTAIN = "captain's star beside a sign"
    PANEL = "panel"
    PANEL_DARK = "dark panel"
    PANEL_QUIET = "quiet panel"
    PANEL_TEXT = "text on a panel"


CHARTS = (Role.PANEL, Role.PANEL_DARK, Role.PANEL_QUIET, Role.PANEL_TEXT)
"""Roles that only charts have."""
CHOOSING = (
    Role.PLACE,
    Role.TAKES,
    Role.TAKES_RING,
    Role.LOSES,
    Role.CHOICE_TEXT,
    Role.CHOICE_EDGE,
    Role.LIGHT_FACE,
    Role.LIGHT_NAME,
    Role.DARK_FACE,
    Role.CAPTAIN,
)
"""Roles that only what can be chosen has; they are never dimmed."""


@dataclass(frozen=True)
class Shade:
    """A mixture of the colours of two roles; `share` is the second's, 0 to 1."""

    one: Role
    other: Role
    share: float


Ink = Role | Shade
"""The colour to paint a shape with."""
SOURCE = 0.62
"""The strength with which the last move's colour tints the cell that it left."""
