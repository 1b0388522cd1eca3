"""The contact sheet and the pictures in docs/.

The sheet shows every game in every theme, from the first side after a move, from the second with
what can be chosen.
"""

from io import BytesIO

from PIL import Image

from rendering import THEMES, picture
from rules import GAMES, Effect, Move, Position

THUMB = 400
"""The width of a picture on the sheet: a phone's."""
GAP = 12
EARLIEST, PLIES, STRIDES = 4, 40, (3, 5, 7, 11, 13, 17)


def documentation_pictures() -> dict[str, bytes]:
    """Draw the files of `docs/pictures`, by name: a board of each game, and the themes."""
    drawn = {}
    for key, rules in GAMES.items():
        position, last = midgame(rules)
        drawn[f"{key}.png"] = picture(position, last=last)
    drawn["themes.png"] = _png(_sheet().reduce(2))
    return drawn


def sheet() -> bytes:
    """Draw the sheet as PNG: a row for each game and side, a column for each theme."""
    return _png(_sheet())


def _sheet() -> Image.Image:
    rows = []
    for rules in GAMES.values():
        position, last = midgame(rules)
        for side in range(len(rules.sides)):
            choices = _choices(position) if side else {}
            pictures = [
                picture(position, last=last, seen_from=side, theme=theme, choices=choices)
                for theme in THEMES
            ]
            rows.append([_small(content) for content in pictures])
    heights = [row[0].height + GAP for row in rows]
    size = (len(THEMES) * (THUMB + GAP) + GAP, sum(heights) + GAP)
    whole = Image.new("RGB", size, (120, 124, 130))
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        for column, small in enumerate(row):
            whole.paste(small, (GAP + column * (THUMB + GAP), top))
        top += height
    return whole


def _choices(position: Position) -> dict[str, Effect]:
    """Return the cells from which the side to move can move, each with what becomes of it."""
    moves: dict[str, list[Move]] = {}
    for move in position.moves().values():
        moves.setdefault(move.path[0], []).append(move)
    return {cell: position.effect(own) for cell, own in moves.items()}


def midgame(rules: type[Position]) -> tuple[Position, Move]:
    """Find a lively position: where some quick games captured most at once.

    The choice is fixed, so the same picture comes out every time.
    """
    best = rules.start({}), Move("", ())
    for stride in STRIDES:
        position: Position = rules.start({})
        for ply in range(PLIES):
            moves = position.moves()
            taking = [text for text, move in moves.items() if move.taken]
            texts = taking if taking and ply % 3 else list(moves)
            move, position = position.play(texts[ply * stride % len(texts)])
            if position.outcome():
                break
            if ply >= EARLIEST and len(move.taken) > len(best[1].taken):
                best = position, move
    return best


def _small(content: bytes) -> Image.Image:
    image = Image.open(BytesIO(content)).convert("RGB")
    return image.resize((THUMB, image.height * THUMB // image.width), Image.Resampling.LANCZOS)


def _png(image: Image.Image) -> bytes:
    output = BytesIO()
    image.save(output, "PNG", optimize=True)
    return output.getvalue()
