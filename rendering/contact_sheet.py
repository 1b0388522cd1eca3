"""Contact sheets of every game, for whoever judges how boards look."""

from collections.abc import Iterator, Mapping
from functools import partial
from io import BytesIO

from PIL import Image

from rendering import THEMES, picture, scene_of
from rendering.lively_positions import effects, ends, liveliest, pieces_to_move, quick_games
from rules import GAMES, Position, Sentence

PHONE = 275
"""The width of a picture on a phone's card."""
GAP = 12
_NAMES = "Ada", "Ben"
_BETWEEN = (120, 124, 130)


def sheets() -> Iterator[tuple[str, bytes]]:
    """Draw all that people see of each game: full pictures, and sheets of them as on a phone.

    A sheet has a row for each theme; a full picture is named by what it shows, side and theme.
    """
    for key, rules in GAMES.items():
        views = _views(rules)
        for number, side in enumerate(rules.sides):
            rows = []
            for theme in THEMES:
                row = [(name, view(seen_from=number, theme=theme)) for name, view in views.items()]
                yield from ((f"{key}-{name}-{side}-{theme}.png", content) for name, content in row)
                rows.append([reduced(content, PHONE) for _, content in row])
            yield f"phone-{key}-{side}.png", png(laid_out(rows))


def _views(rules: type[Position]) -> Mapping[str, partial[bytes]]:
    """Give what is drawn of a game while a match or a puzzle goes on, by name."""
    before, last, now = liveliest(rules)
    choosing = max((moment.position for _, moment in quick_games(rules)), key=effects)
    pieces = pieces_to_move(choosing)
    chosen = max(pieces, key=lambda cell: len(ends(choosing, cell)))
    drawn = partial(picture, now, last=last, before=before, names=_NAMES)
    side = choosing.side(choosing.turn)
    task = Sentence("{Side} to win a piece", side=side)
    if heap := scene_of(choosing).board.heap:
        task = Sentence(
            "{Side} to win a stone", "{Side} to win {number} stones", side=side, number=heap
        )
    views = {
        "card": drawn,
        "preview": partial(picture, before, planned=last, names=_NAMES),
        "pieces": partial(picture, choosing, choices=pieces, names=_NAMES),
        "places": partial(
            picture, choosing, chosen=chosen, choices=ends(choosing, chosen), names=_NAMES
        ),
        "puzzle": partial(picture, choosing, task=task),
    }
    if rules.single_choice:
        del views["places"]
    return views


def laid_out(rows: list[list[Image.Image]]) -> Image.Image:
    """Lay out rows of pictures, all as wide."""
    heights = [max(image.height for image in row) + GAP for row in rows]
    columns, wide = len(rows[0]), rows[0][0].width + GAP
    whole = Image.new("RGB", (columns * wide + GAP, sum(heights) + GAP), _BETWEEN)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        for column, small in enumerate(row):
            whole.paste(small, (GAP + column * wide, top))
        top += height
    return whole


def reduced(content: bytes, width: int) -> Image.Image:
    """Read a PNG file, and reduce the picture to a width in pixels."""
    image = Image.open(BytesIO(content)).convert("RGB")
    return image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)


def png(image: Image.Image) -> bytes:
    """Return the PNG file of a picture."""
    output = BytesIO()
    image.save(output, "PNG", optimize=True)
    return output.getvalue()
