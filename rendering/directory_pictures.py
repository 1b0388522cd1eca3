"""The pictures for Discord's App Directory: each board with its game's name, and all themes."""

from collections.abc import Mapping
from io import BytesIO
from itertools import cycle, islice

from PIL import Image, ImageDraw

from rendering import picture
from rendering.colour_roles import Role
from rendering.contact_sheet import png
from rendering.fit_text import text_width
from rendering.lively_positions import liveliest
from rendering.paint import font
from rendering.themes import DEFAULT_THEME, THEMES, find_theme
from rules import GAMES

SIZE = 1280, 720
_MARGIN, _BOARD = 40, 720
"""The margin around everything, and the width of the part with the board."""
_NAME, _WORDS, _LINE = 76, 31, 44
"""The sizes of a name and of the words below it, and the distance of two lines."""


def directory_pictures(words: Mapping[str, str], about: str) -> dict[str, bytes]:
    """Draw the pictures, by file name: with each game its `words`, and with the themes `about`."""
    drawn = {}
    for key, rules in GAMES.items():
        board = _board(key, DEFAULT_THEME, _BOARD, SIZE[1] - 2 * _MARGIN)
        drawn[f"directory-{key}.png"] = _picture([[board]], rules.name, words[key])
    pairs = islice(zip(cycle(GAMES), THEMES, strict=False), 4)
    room = (_BOARD - _MARGIN) // 2, (SIZE[1] - 3 * _MARGIN) // 2
    one, two, three, four = (_board(key, theme, *room) for key, theme in pairs)
    drawn["directory.png"] = _picture([[one, two], [three, four]], "Parlour", about)
    return drawn


def _picture(boards: list[list[Image.Image]], name: str, words: str) -> bytes:
    """Put boards on the left, and a name with words below it on the right."""
    colours = find_theme(DEFAULT_THEME).colours
    whole = Image.new("RGB", SIZE, colours[Role.SURROUND])
    height = sum(max(board.height for board in row) for row in boards)
    top = (SIZE[1] - height - _MARGIN * (len(boards) - 1)) // 2
    for row in boards:
        tall, left = max(board.height for board in row), _MARGIN
        for board in row:
            room = (_BOARD - _MARGIN * (len(row) - 1)) // len(row)
            middle = left + (room - board.width) // 2, top + (tall - board.height) // 2
            whole.paste(board, middle)
            left += room + _MARGIN
        top += tall + _MARGIN
    draw, left = ImageDraw.Draw(whole), _BOARD + 2 * _MARGIN
    lines = _lines(words, SIZE[0] - left - _MARGIN)
    top = (SIZE[1] - 2 * _NAME - len(lines) * _LINE) // 2 + _NAME
    draw.text((left, top), name, colours[Role.WINNER], font(_NAME), "ls")
    for number, line in enumerate(lines):
        draw.text(
            (left, top + _NAME + number * _LINE), line, colours[Role.TEXT], font(_WORDS), "ls"
        )
    return png(whole)


def _lines(words: str, room: float) -> list[str]:
    """Fill lines with as many words as there is room for."""
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", _WORDS) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _board(key: str, theme: str, width: int, height: int) -> Image.Image:
    """Draw a lively position as large as there is room."""
    _, last, position = liveliest(GAMES[key])
    with Image.open(BytesIO(picture(position, last=last, theme=theme))) as drawn:
        factor = min(width / drawn.width, height / drawn.height)
        size = round(drawn.width * factor), round(drawn.height * factor)
        return drawn.convert("RGB").resize(size, Image.Resampling.LANCZOS)
