"""Pictures of boards: `picture` draws a position, `animation` a series of moves.

`diagram` draws a part of a board; `curve`, `leaderboard` and `profile` are charts, as are those of
contests: `cross_table`, `bracket` and `ladder_table`. `svg_picture` draws a position as SVG, and
`page` writes a match as a file that a browser steps through.

A game's drawing is the module of this package named by the game's key; its `scene` turns a
position into data, and everything else is shared.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from PIL import Image, ImageOps

from rendering.animation import animation
from rendering.banner import banner, task_banner
from rendering.cache import surface_for
from rendering.canvas import write_png
from rendering.charts.bracket import Bracket, BracketEntry, BracketPairing, BracketRound, bracket
from rendering.charts.cross_table import CellResult, CrossTable, CrossTableRow, cross_table
from rendering.charts.curve import curve
from rendering.charts.ladder_table import LadderRow, LadderTable, ladder_table
from rendering.charts.leaderboard import Player, leaderboard
from rendering.charts.profile import Progress, ResultBar, profile
from rendering.choice_marks import lit_coordinates
from rendering.diagrams import diagram
from rendering.drawings import (
    DRAWINGS,
    planned_tokens,
    reading_order,
    scene_before,
    scene_of,
    tokens_of,
)
from rendering.fit_text import drawable_text
from rendering.marks import often_standing
from rendering.page import PageContents, page
from rendering.paletted_bitmap import Bitmap
from rendering.player_plates import ShownResult, result_of
from rendering.svg import svg
from rendering.themes import DEFAULT_THEME, find_theme
from rendering.themes import THEMES as _THEMES
from rules import Effect, Move, Position, Speech, Value
from rules.sentence import PLAIN_ENGLISH

__all__ = [
    "DEFAULT_THEME",
    "DRAWINGS",
    "THEMES",
    "Bracket",
    "BracketEntry",
    "BracketPairing",
    "BracketRound",
    "CellResult",
    "CrossTable",
    "CrossTableRow",
    "LadderRow",
    "LadderTable",
    "PageContents",
    "Player",
    "Progress",
    "ResultBar",
    "ShownResult",
    "animation",
    "banner",
    "bracket",
    "build",
    "cross_table",
    "curve",
    "diagram",
    "drawable_text",
    "find_theme",
    "ladder_table",
    "leaderboard",
    "page",
    "picture",
    "profile",
    "reading_order",
    "result_of",
    "scene_of",
    "svg_picture",
    "thumbnail",
    "tokens_of",
    "write_png",
]

THEMES: tuple[str, ...] = tuple(_THEMES)
"""The names of the themes, the default first."""
SMALL, SMALL_PICTURES = 256, 64
"""The width of a thumbnail, and how many of them are kept."""


def picture(
    position: Position,
    *,
    last: Move | None = None,
    before: Position | None = None,
    planned: Move | None = None,
    seen_from: int = 0,
    theme: str = DEFAULT_THEME,
    targets: Iterable[str] = (),
    chosen: str = "",
    choices: Mapping[str, Effect] = MappingProxyType({}),
    names: tuple[Value, Value] = ("", ""),
    result: ShownResult | None = None,
    over: bool = False,
    coordinates: bool = True,
    named: bool = False,
    told: Sequence[str] = (),
    task: Value = "",
    speech: Speech = PLAIN_ENGLISH,
) -> bytes:
    """Draw a position as PNG, 1,000 pixels wide.

    `last` is the move that led here and `before` the position in which it was played; with that,
    captured pieces are shown as what they were. `planned` is a legal move that is looked at before
    it is made: the position stays, and what would become of it is shown as such; of the others
    it goes only with those that say how to look at it. `targets` are the cells where a chosen
    piece may go; `choices` are the cells that can be chosen, each with what becomes of that, and
    `chosen` is one that was chosen already: with these all else is dimmed. Cells that are not on
    the board are skipped. `names` are the players' names, by side; `result` is how a match ended
    otherwise than by the rules of the game; a task that is `over` leaves nobody to move. A banner
    with the winner is added above a finished board, which makes the picture higher, and one with
    the `task` above a puzzle. Where the last move ended a game of a match, and another follows, the
    end of that one stands above the start of the next, with a banner of its own. With `named`,
    every cell has its name on it; `told` are those that the words beside the picture name, and
    stand out. `speech` puts all words into its
    language, here and in whatever is drawn below.

    The same arguments always give the same bytes. Thread-safe. Takes a few milliseconds, except for
    the first picture of a kind of board, which takes up to half a second (see `build`).

    Raises `Refusal` for an unknown theme and `ValueError` for a side that is not 0 or 1.
    """
    scene, colours = scene_of(position, seen_from), find_theme(theme)
    surface = surface_for(scene.board, colours, coordinates=coordinates)
    dimmed = bool(planned or chosen or choices)
    above: list[Bitmap] = []
    if last and before and (end := before.game_end(last)):
        if not dimmed and not result:
            ended, how = scene_of(end, seen_from), result_of(end, names)
            assert how, "the game is over"
            marked = tokens_of(
                ended,
                end,
                last,
                before=scene_of(before, seen_from),
                names=names,
                named=named,
                speech=speech,
            )
            above = [banner(ended, end, names, how, colours, speech), surface.bitmap(marked)]
        last = before = None
    lit = lit_coordinates(scene.board) if coordinates and dimmed else ()
    if planned:
        after = scene_of(position.game_end(planned) or position.after(planned), seen_from)
        looks = planned_tokens(
            scene, position, planned, after, names=names, named=named, speech=speech
        )
        return write_png(colours, surface.bitmap([*lit, *looks]), dimmed=True)
    ending = result or result_of(position, names)
    tokens = tokens_of(
        scene,
        position,
        last,
        targets,
        before=scene_before(before, last, seen_from),
        chosen=chosen,
        choices=choices,
        names=names,
        result=ending,
        state=ending is None and not over,
        named=named,
        told=told,
        speech=speech,
    )
    if ending:
        above = [banner(scene, position, names, ending, colours, speech)]
    if task and not ending:
        above = [task_banner(scene, position, task, colours, speech, dimmed=dimmed)]
    return write_png(colours, *above, surface.bitmap([*lit, *tokens]), dimmed=dimmed)


@lru_cache(maxsize=SMALL_PICTURES)
def thumbnail(position: Position, theme: str = DEFAULT_THEME) -> bytes:
    """Draw a position as a small square PNG, without coordinates."""
    drawn = picture(position, theme=theme, coordinates=False, speech=PLAIN_ENGLISH)
    whole = Image.open(io.BytesIO(drawn)).convert("RGB")
    around = tuple(whole.tobytes()[:3])  # the corner's colour
    square = ImageOps.pad(whole, (SMALL, SMALL), color=around)
    small = io.BytesIO()
    square.quantize(64).save(small, "PNG", optimize=True)
    return small.getvalue()


def svg_picture(
    position: Position,
    *,
    last: Move | None = None,
    before: Position | None = None,
    seen_from: int = 0,
    theme: str = DEFAULT_THEME,
    names: tuple[Value, Value] = ("", ""),
) -> str:
    """Draw a position as SVG; the arguments are those of `picture`, of which it has no banners.

    Raises `Refusal` for an unknown theme and `ValueError` for a side that is not 0 or 1.
    """
    scene = scene_of(position, seen_from)
    earlier = scene_before(before, last, seen_from)
    tokens = tokens_of(scene, position, last, before=earlier, names=names)
    return svg(scene.board, tokens, find_theme(theme))


def build(position: Position, *, theme: str = DEFAULT_THEME) -> None:
    """Paint the board of a position from both sides in advance, so that later pictures are quick.

    Its pieces are cut for all cells where they may come to stand. Raises `Refusal` for an unknown
    theme.
    """
    for side in range(len(position.sides)):
        scene = scene_of(position, side)
        surface = surface_for(scene.board, find_theme(theme), coordinates=True)
        surface.warm_up(often_standing(scene))
