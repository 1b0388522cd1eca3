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
    FIRST = "first side"
    FIRST_GLOW = "first side's lit edge"
    FIRST_SHADE = "first side's shaded edge"
    FIRST_EDGE = "first side's outline"
    FIRST_INK = "first side's mark"
    FIRST_STAR = "first side's star"
    SECOND = "second side"
    SECOND_GLOW = "second side's lit edge"
    SECOND_SHADE = "second side's shaded edge"
    SECOND_EDGE = "second side's outline"
    SECOND_INK = "second side's mark"
    SECOND_STAR = "second side's star"
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
    FIRST_FACE = "first side's button"
    FIRST_NAME = "name on the first side's button"
    SECOND_FACE = "second side's button"
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
    Role.FIRST_FACE,
    Role.FIRST_NAME,
    Role.SECOND_FACE,
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
