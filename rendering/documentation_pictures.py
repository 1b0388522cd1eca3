"""The pictures in `docs/pictures`: a board of each game, and all games in all themes."""

from PIL import Image

from rendering import THEMES, picture
from rendering.contact_sheet import laid_out, png, reduced
from rendering.lively_positions import liveliest, pieces_to_move
from rules import GAMES

OVERVIEW = 400
"""The width of a picture among the themes."""


def documentation_pictures() -> dict[str, bytes]:
    """Draw the files of `docs/pictures`, by name: a board of each game, and the themes."""
    drawn = {}
    for key, rules in GAMES.items():
        before, last, position = liveliest(rules)
        drawn[f"{key}.png"] = picture(position, last=last, before=before)
    drawn["themes.png"] = png(_overview().reduce(2))
    return drawn


def _overview() -> Image.Image:
    """Show each game in each theme: from its first side, and what its second can choose."""
    rows = []
    for rules in GAMES.values():
        before, last, position = liveliest(rules)
        for side in range(len(rules.sides)):
            choices = pieces_to_move(position) if side else {}
            rows.append(
                [
                    reduced(
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
    return laid_out(rows)
