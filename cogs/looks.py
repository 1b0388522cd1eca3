"""How pictures look to somebody, and what the themes are called."""

from dataclasses import dataclass

from rendering import THEMES, theme_called
from rules.sentence import Sentence


def theme_name(theme: str) -> Sentence:
    """Name a theme, also one that there was before."""
    return Sentence(theme_called(theme).label if theme in THEMES else theme)


@dataclass(frozen=True)
class Style:
    """In what way pictures are drawn for somebody, whatever they show."""

    theme: str
    named: bool = False
    """Whether every cell has its name written on it, where that fits."""
    from_first: bool = False
    """Whether boards are always seen from the first side."""

    def side(self, own: int) -> int:
        """Give the side from which a board is seen that is somebody's own."""
        return 0 if self.from_first else own
