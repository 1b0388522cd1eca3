"""Contact sheets of every game, for whoever judges how boards look, and the pictures in docs/."""

from collections.abc import Iterator, Mapping
from functools import partial
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from rendering import THEMES, picture, scene_of
from rules import GAMES, Effect, Move, Position, Sentence

PHONE, OVERVIEW = 275, 400
"""The width of a picture on a phone's card, and among the themes in the papers."""
GAP = 12
EARLIEST, PLIES, STRIDES = 4, 40, (3, 5, 7, 11, 13, 17)
_NAMES = "Ada", "Ben"
_BETWEEN = (120, 124, 130)


class Scenario(NamedTuple):
    """A position in a quick game, the move that led there, and where that was played."""

    before: Position
    last: Move
    position: Position


def documentation_pictures() -> dict[str, bytes]:
    """Draw the files of `docs/pictures`, by name: a board of each game, and the themes."""
    drawn = {}
    for key, rules in GAMES.items():
        before, last, position = _liveliest(rules)
        drawn[f"{key}.png"] = picture(position, last=last, before=before)
    drawn["themes.png"] = _png(_overview().reduce(2))
    return drawn


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
                rows.append([_reduced(content, PHONE) for _, content in row])
            yield f"phone-{key}-{side}.png", _png(_laid_out(rows))


def _views(rules: type[Position]) -> Mapping[str, partial[bytes]]:
    """Give what is drawn of a game while a match or a puzzle goes on, by name."""
    before, last, now = _liveliest(rules)
    choosing = max((moment.position for _, moment in _quick_games(rules)), key=_effects)
    pieces = _choices(choosing)
    chosen = max(pieces, key=lambda cell: len(_ends(choosing, cell)))
    drawn = partial(picture, now, last=last, before=before, names=_NAMES)
    effect = before.effect((last,))
    side = choosing.side(choosing.turn)
    wins = "{Side} wins a stone" if scene_of(choosing).board.heap else "{Side} wins a piece"
    task = Sentence(wins, side=side)
    views = {
        "card": drawn,
        "preview": partial(drawn, effect=effect),
        "pieces": partial(picture, choosing, choices=pieces, names=_NAMES),
        "places": partial(
            picture, choosing, chosen=chosen, choices=_ends(choosing, chosen), names=_NAMES
        ),
        "puzzle": partial(picture, choosing, task=task),
    }
    if rules.single_choice:
        del views["places"]
    return views


def _overview() -> Image.Image:
    """Show each game in each theme: from its first side, and what its second can choose."""
    rows = []
    for rules in GAMES.values():
        before, last, position = _liveliest(rules)
        for side in range(len(rules.sides)):
            choices = _choices(position) if side else {}
            rows.append(
                [
                    _reduced(
                        picture(
                            position,
                            last=last,
                            before=before,
                            seen_from=side,
                            theme=theme,
                            choices=choices,
                        ),
                        OVERVIEW,
                    )
                    for theme in THEMES
                ]
            )
    return _laid_out(rows)


def _laid_out(rows: list[list[Image.Image]]) -> Image.Image:
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


def _choices(position: Position) -> dict[str, Effect]:
    """Return the cells from which the side to move can move, each with what becomes of it."""
    return _grouped(position, {move: move.path[0] for move in _stepping(position)})


def _ends(position: Position, piece: str) -> dict[str, Effect]:
    """Return the cells where a piece can go, each with what becomes of it."""
    own = [move for move in _stepping(position) if move.path[0] == piece]
    return _grouped(
        position, {move: piece if position.single_choice else move.path[-1] for move in own}
    )


def _grouped(position: Position, cells: Mapping[Move, str]) -> dict[str, Effect]:
    moves: dict[str, list[Move]] = {}
    for move, cell in cells.items():
        moves.setdefault(cell, []).append(move)
    return {cell: position.effect(own) for cell, own in moves.items()}


def _stepping(position: Position) -> list[Move]:
    return [move for move in position.moves().values() if move.path]


def _effects(position: Position) -> tuple[int, int]:
    """Say how much there is to see where one chooses: kinds of effects, and pieces."""
    choices = _choices(position)
    return len({*choices.values()}), len(choices)


def midgame(rules: type[Position]) -> tuple[Position, Move]:
    """Find a lively position, and the move that led there."""
    moment = _liveliest(rules)
    return moment.position, moment.last


def _liveliest(rules: type[Position]) -> Scenario:
    """Return where some quick games captured most at once, or else trapped something.

    The choice is fixed, so the same picture comes out every time.
    """
    start = rules.start({})
    best, most = Scenario(start, Move("", ()), start), 0
    for ply, moment in _quick_games(rules):
        taken = moment.before.gain(moment.last) or bool(moment.before.takes(moment.last))
        if ply >= EARLIEST and taken > most and not moment.position.outcome():
            best, most = moment, taken
    return best


def _quick_games(rules: type[Position]) -> Iterator[tuple[int, Scenario]]:
    """Play some games of which each takes as often as it can, and give every ply."""
    for stride in STRIDES:
        position: Position = rules.start({})
        for ply in range(PLIES):
            moves = position.moves()
            if not moves:
                break
            taking = [text for text, move in moves.items() if move.taken or position.takes(move)]
            texts = taking if taking and ply % 3 else list(moves)
            before = position
            move, position = before.play(texts[ply * stride % len(texts)])
            yield ply, Scenario(before, move, position)


def _reduced(content: bytes, width: int) -> Image.Image:
    image = Image.open(BytesIO(content)).convert("RGB")
    return image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)


def _png(image: Image.Image) -> bytes:
    output = BytesIO()
    image.save(output, "PNG", optimize=True)
    return output.getvalue()
