"""A match as one HTML file that is stepped through in a browser, with no server and no network.

Whatever people have written is text in it and never markup, and its policy lets nothing run or load
but its own script and style.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

from rendering.drawings import scene_before, scene_of, tokens_of
from rendering.parts import ground_sent, placed_parts
from rendering.player_plates import ShownResult, result_of
from rendering.scene import Token
from rendering.themes import DEFAULT_THEME, find_theme
from rendering.turn_frames import stage_frames
from rules import (
    Listed,
    ListStyle,
    Move,
    PlainSpeech,
    Position,
    ProseSpeech,
    Quote,
    Sentence,
    Speech,
    Value,
    message,
)
from rules import capital as capitalized
from rules.move_line import Line
from rules.sentence import PLAIN_ENGLISH

_PAGE = Path(__file__).parent.parent / "web" / "page"
"""The board that plays in a browser, whose files lie beside its server."""
SCRIPTS = ("sound.js", "board.js", "steps.js", "record.js", "page.js")
"""The modules of a record's script: it has no server."""
_NO_SCRIPT = "<p>This board needs JavaScript. On Discord, the card has everything, too.</p>"
REPLAY_WORDS = {
    "first": message("To the start"),
    "before": message("Step back"),
    "after": message("Step forward"),
    "last": message("To the end"),
    "jump": message("Jump to a move"),
    "moves": message("All moves"),
    "described": message("The board in words"),
    "turn": message("Replay the turn"),
    "sound": message("Sound"),
}
"""What a page says of itself with which one goes through a match."""
_RIGHT_TO_LEFT = ("R", "AL", "AN")
_DIRECTING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""Unicode's classes of letters written from right to left, and of marks that turn what follows."""
_POLICY = "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True)
class PageContents:
    """The content of a page: a line of moves, who played them, and how it ended.

    `about` is what there is to say of the match besides its players; `result` is needed only where
    the match did not end by the rules of the game, and `reason` is that in a whole sentence.
    `remarks` are what was said with the moves, by their number from 1 on.
    """

    line: Line
    names: tuple[Value, Value]
    title: Value
    about: Sequence[Value] = ()
    result: ShownResult | None = None
    reason: Value = ""
    remarks: Mapping[int, str] = field(default_factory=dict)


def page(
    contents: PageContents,
    *,
    seen_from: int = 0,
    theme: str = DEFAULT_THEME,
    speech: Speech = PLAIN_ENGLISH,
) -> str:
    """Write a match as a page that stands for itself, with the board that plays in a browser.

    Raises `Refusal` for an unknown theme and `ValueError` for a side that is not 0 or 1.
    """
    steps = _Steps(contents, seen_from, theme, speech)
    script, style = "\n".join(map(_inlined, SCRIPTS)), _file("page.css")
    plain = _Plain(speech.language)
    heading = {key: plain.say(value) for key, value in _heading(contents).items()}
    title = f"{heading['title']} · {heading['players']}"
    policy = _POLICY.format(_digest(style), _digest(script))
    named = {key: plain.say(Sentence(template)) for key, template in REPLAY_WORDS.items()}
    data = {"language": speech.language.tag, "words": named, **steps.data, **heading}
    told = "".join(f"<li>{escape(' '.join(each['lines']))}</li>" for each in steps.steps)
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        f'<meta name="referrer" content="no-referrer">\n<style>{style}</style>'
    )
    foot = (
        f'<script type="application/json" id="record">{_as_data(data)}</script>\n'
        f'<script type="module">{script}</script>\n</body>'
    )
    written = _file("index.html")
    for mark, put in (
        ('<html lang="en">', f'<html lang="{speech.language.tag}">'),
        ("</body>", foot),
        ("<strong>Setting up the board …</strong>", ""),
        (_NO_SCRIPT, f"<ol>{told}</ol>"),
        ('<link rel="stylesheet" href="page.css">', head),
        ('<script type="module" src="page.js"></script>\n', ""),
        ('<meta name="robots" content="noindex">\n', ""),
        ("<title>Parlour</title>", f"<title>{escape(title)}</title>"),
    ):
        before, found, after = written.partition(mark)
        assert found, mark
        written = f"{before}{put}{after}"
    return written


def _heading(contents: PageContents) -> dict[str, Value]:
    """Return what stands above the board."""
    rules = type(contents.line.start)
    first, second = contents.names
    players = Sentence(
        "{first} ({first_side}) against {second} ({second_side})",
        first=first,
        first_side=rules.side(0),
        second=second,
        second_side=rules.side(1),
    )
    about = (players, *map(capitalized, contents.about))
    return {"title": contents.title, "players": players, "about": Listed(about, ListStyle.COMMA)}


class _Plain(PlainSpeech):
    """The speech around the board."""

    def name(self, text: str) -> str:
        return _isolated(text)


class _Prose(ProseSpeech):
    """The speech about a move or a position."""

    def name(self, text: str) -> str:
        return _isolated(text)


def _isolated(text: str) -> str:
    """Keep the direction of a name to itself: no name turns the words around it."""
    kept = "".join(mark for mark in text if bidirectional(mark) not in _DIRECTING)
    turned = any(bidirectional(mark) in _RIGHT_TO_LEFT for mark in kept)
    return f"\u2068{kept}\u2069" if turned else kept


class _Steps:
    """The board of every position, as numbers of the tokens on it, and what is told of each."""

    def __init__(self, contents: PageContents, seen_from: int, theme: str, speech: Speech) -> None:
        self._contents, self._seen_from, self._speech = contents, seen_from, speech
        self._prose = _Prose(speech.language)
        self._theme = find_theme(theme)
        self._parts: dict[str, str] = {}
        self._numbers: dict[tuple[str, int, int, str], int] = {}
        self.steps: list[dict[str, Any]] = []
        after = contents.line.start
        self._add(after, [Sentence("The start.")], last=not contents.line)
        for number, move in enumerate(contents.line.played(), 1):
            before, after = after, after.after(move)
            told, last = self._told(number, before, move), number == len(contents.line)
            if end := before.game_end(move):
                self._add(end, told, before, move)
                score = after.score_words(contents.names)
                self._add(after, [score] if score else [], last=last)
            else:
                self._add(after, told, before, move, last=last)

    @property
    def data(self) -> dict[str, Any]:
        """What the page needs besides words: the ground, the symbols, where they stand."""
        start = self._contents.line.start
        return {
            "board": ground_sent(scene_of(start, self._seen_from).board, self._theme),
            "single": start.single_choice,
            "parts": self._parts,
            "tokens": [*self._numbers],
            "steps": self.steps,
        }

    def _add(
        self,
        position: Position,
        told: Sequence[Value],
        before: Position | None = None,
        move: Move | None = None,
        *,
        last: bool = False,
    ) -> None:
        """Add a board: that after a move, or a start, `told` in words; the `last` one is the end.

        The end of a game of a match and the start of the next one are two.
        """
        contents = self._contents
        scene = scene_of(position, self._seen_from)
        tokens = tokens_of(
            scene,
            position,
            move,
            before=scene_before(before, move, self._seen_from),
            names=contents.names,
            result=contents.result if last else None,
            speech=self._speech,
        )
        over = last and contents.result is not None
        told = [*told, *(self._ending(position) if last else ())]
        stages = []
        if before and move and before.single_choice and len(move.path) > 2:
            stages = stage_frames(before, move, self._seen_from, contents.names, self._speech)
        self.steps.append(
            {
                "drawn": self._drawn(tokens),
                "stages": [(self._drawn(shown), time) for shown, time in stages],
                "lines": [self._prose.say(Listed(tuple(told), ListStyle.SPACE))],
                "described": self._prose.say(position.describe(over=over)),
                "last": move and list(move.path),
            }
        )

    def _drawn(self, tokens: Iterable[Token]) -> list[int]:
        """Return the numbers of tokens, and keep what they are drawn with."""
        numbers = []
        for part, placed in placed_parts(tokens, self._theme):
            self._parts[part.name] = part.svg
            numbers.append(self._numbers.setdefault(placed, len(self._numbers)))
        return numbers

    def _told(self, number: int, before: Position, move: Move) -> list[Value]:
        """Say which move was made, and what was said with it."""
        player, deed = self._contents.names[before.turn], before.tell(move)
        told: list[Value] = [
            Sentence("{number}. {player} {deed}.", number=number, player=player, deed=deed)
        ]
        if remark := self._contents.remarks.get(number):
            told.append(Sentence("{player}: {words}", player=player, words=Quote(remark)))
        return told

    def _ending(self, position: Position) -> list[Value]:
        contents = self._contents
        result = contents.result or result_of(position, contents.names)
        if result is None:
            return []
        heading = capitalized(result.words)
        if result.winner is not None:
            heading = Sentence("{winner} wins", winner=contents.names[result.winner])
        reason = contents.reason or result.why
        return [Sentence("{heading}.", heading=heading), *([reason] if reason else [])]


def _inlined(name: str) -> str:
    """Return a module of the script as a part of one that imports nothing."""
    without = re.sub(r"^import .*\n", "", _file(name), flags=re.MULTILINE)
    return re.sub(r"^export ", "", without, flags=re.MULTILINE)


@cache
def _file(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8")


def _digest(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def _as_data(data: Mapping[str, object]) -> str:
    """Write data for a script element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text
