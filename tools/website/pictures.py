"""The pictures of the players' pages: each in a file that is named by what is in it."""

import struct
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import rendering
from interactions import plain
from interactions.speech import plain_speech
from lessons.lesson import Task
from rulebook import Picture
from rules import Position
from views.lesson_page import told_cells

FOLDER = "pictures"
_diagram = cache(rendering.diagram)
"""No words stand beside a part of a board: it is drawn once for all languages."""
_SIZE, _SIZE_AT = struct.Struct(">II"), 16
"""Where a PNG says its width and height (https://www.w3.org/TR/png-3/#11IHDR)."""
_AT_ONCE = 'fetchpriority="high"'
_WHEN_SEEN = 'loading="lazy" decoding="async"'


def of_rules(picture: Picture, site: Path, *, at_once: bool = False) -> str:
    """Draw a picture of the rules; return the element that shows it on a page of the site."""
    position = picture.position
    last, before, targets = picture.last, picture.previous, picture.targets
    if picture.part:
        drawn = _diagram(position, picture.part, last=last, before=before, targets=targets)
    else:
        drawn = rendering.picture(
            position, last=last, before=before, targets=targets, speech=plain_speech()
        )
    return _element(drawn, position, site, _AT_ONCE if at_once else _WHEN_SEEN)


def of_task(task: Task, site: Path) -> str:
    """Draw where a task begins, with the cells that it names, as `of_rules` does."""
    start, told = task.start, told_cells(f"{task.words} {task.hints[-1]}")
    board = tuple(rendering.scene_of(start, 0).board.cells)
    return _element(_diagram(start, board, told=told), start, site, _WHEN_SEEN)


def _element(drawn: bytes, position: Position, site: Path, when: str) -> str:
    name = f"{FOLDER}/{position.key}-{sha256(drawn).hexdigest()[:12]}.png"
    (site / name).write_bytes(drawn)
    width, height = _SIZE.unpack_from(drawn, _SIZE_AT)
    words = " ".join(plain(position.describe()).split())
    return f'<img src="/{name}" width="{width}" height="{height}" {when} alt="{escape(words)}">'
