"""The rules of every game for players: `<language>/<key>.md`, with a page for each heading.

The texts are in Discord's markdown:

    # Bizingo
    What the game is, in one line. From where, from when.

    More words for the first page.

    ## Taking a piece
    Words.
    ```picture
    from: …./…./…. light -
    play: g10-f8
    part: f6 f7 f8 g8 g10
    caption: `g10-f8` takes the piece on `f7`.
    ```

A page may end with a block that describes its picture, one `key: value` on each line:

- `from`: a position as `encode` writes it; by default the start of a game with default options;
- `play`: moves from there, the last of which is marked;
- `show`: a cell whose piece has its targets marked;
- `part`: the cells in question; they and their surroundings are enlarged, and the rest is left out;
- `caption`: the text under the picture, which is required.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from rules import GAMES, Move, Position, Refusal

TEXTS = Path(__file__).parent
ENGLISH = "en"
KEYS = ("from", "play", "show", "part", "caption")
FENCE, FENCE_END = "```picture", "```"


@dataclass(frozen=True)
class Picture:
    """A position to draw, with the move that led to it and the target cells to mark.

    `before` is the position before the moves of `play`, for readers to try them; `previous` is the
    position before the last of these. Without a `part` the whole board is shown.
    """

    before: Position
    position: Position
    caption: str
    last: Move | None = None
    previous: Position | None = None
    targets: tuple[str, ...] = ()
    part: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page of a rulebook."""

    title: str
    words: str
    picture: Picture | None = None


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game; the title of the first page is the name of the game."""

    key: str
    summary: str
    pages: tuple[Page, ...]

    @property
    def tagline(self) -> str:
        """The first sentence of the summary, which alone says what one does in the game."""
        return f"{self.summary.partition('. ')[0].rstrip('.')}."


@cache
def rulebook(key: str, language: str = ENGLISH) -> Rulebook:
    """Return the rulebook of a game, in English if it is not available in the language.

    Raises `ValueError` if the text is not in the expected format.
    """
    path = TEXTS / language / f"{key}.md"
    if language != ENGLISH and not path.exists():
        return rulebook(key)
    try:
        return parse(GAMES[key], path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"rulebook/{language}/{key}.md: {error}") from error


def languages() -> list[str]:
    """List the languages with rulebooks, English first."""
    others = sorted(path.name for path in TEXTS.iterdir() if any(path.glob("*.md")))
    return [ENGLISH, *(each for each in others if each != ENGLISH)]


def parse(rules: type[Position], text: str) -> Rulebook:
    """Parse a text into pages. Raises `ValueError` if it is not in the expected format."""
    lead, *parts = text.rstrip().split("\n## ")
    heading, _, words = lead.partition("\n")
    if heading != f"# {rules.name}":
        raise ValueError(f"the first line must be '# {rules.name}', not {heading!r}")
    pages = (
        _page(rules, rules.name, words),
        *(_page(rules, *part.partition("\n")[::2]) for part in parts),
    )
    titles = [page.title for page in pages]
    if len(titles) != len(set(titles)):
        raise ValueError("two pages have the same title")
    return Rulebook(rules.key, pages[0].words.partition("\n")[0], pages)


def _page(rules: type[Position], title: str, text: str) -> Page:
    words, fence, block = text.strip().partition(FENCE + "\n")
    if not (title.strip() and words.strip()):
        raise ValueError(f"a page without a title or without words: {title!r}")
    if FENCE_END in words:
        raise ValueError(f"{title}: the only block is the picture's, {FENCE!r}, at the page's end")
    if not fence:
        return Page(title, words.strip())
    body, fence_end, rest = block.partition("\n" + FENCE_END)
    if not fence_end or rest:
        raise ValueError(f"{title}: the picture's block must end the page")
    try:
        picture = _picture(rules, _values(body))
    except (ValueError, Refusal) as error:
        raise ValueError(f"{title}: {error}") from error
    return Page(title, words.strip(), picture)


def _values(block: str) -> Mapping[str, str]:
    values: dict[str, str] = {}
    for line in block.split("\n"):
        key, colon, value = line.partition(": ")
        if not colon or key not in KEYS or not value.strip():
            raise ValueError(
                f"a picture's lines are {', '.join(KEYS)}, each with a value: {line!r}"
            )
        if key in values:
            raise ValueError(f"{key!r} is there twice")
        values[key] = value
    return MappingProxyType(values)


def _picture(rules: type[Position], values: Mapping[str, str]) -> Picture:
    if "caption" not in values:
        raise ValueError("a picture needs a caption")
    before = position = rules.decode(values["from"]) if "from" in values else rules.start({})
    last = previous = None
    for text in values.get("play", "").split():
        if text not in position.moves():
            raise ValueError(f"{text!r} is no legal move here, as moves are written")
        previous = position
        last, position = previous.play(text)
    shown = values.get("show")
    moves = (move for move in position.moves().values() if move.path[:1] == (shown,))
    targets = tuple(dict.fromkeys(move.path[-1] for move in moves))
    if shown and not targets:
        raise ValueError(f"no piece on {shown!r} can move")
    part = tuple(values.get("part", "").split())
    return Picture(before, position, values["caption"], last, previous, targets, part)
