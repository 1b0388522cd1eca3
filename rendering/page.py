"""A match as one HTML file that is stepped through in a browser, with no server and no network.

Whatever people have written is text in it and never markup, and its policy lets nothing run or load
but its own script and style.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from unicodedata import bidirectional

from rendering.drawings import scene_of, tokens_of
from rendering.player_plates import ShownResult, result_of
from rendering.svg import Drawing, opening, whole_place, whole_tokens
from rendering.themes import DEFAULT_THEME, find_theme
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
)
from rules import capital as capitalized
from rules.move_line import Line
from rules.sentence import PLAIN_ENGLISH

_HERE = Path(__file__).parent
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
    """Write a match as a page that stands for itself.

    Raises `Refusal` for an unknown theme and `ValueError` for a side that is not 0 or 1.
    """
    frames = _Frames(contents, seen_from, theme, speech)
    script, style = _file("page.js"), _file("page.css")
    words = {
        "policy": _POLICY.format(_digest(style), _digest(script)),
        "language": speech.language.tag,
        "last": str(len(frames.frames) - 1),
        "caption": frames.captions[0],
        "described": frames.described[0],
    }
    plain = _Plain(speech.language)
    words |= {key: plain.say(value) for key, value in _labels(contents).items()}
    items = "".join(
        f'<li><button type="button">{escape(each)}</button>' for each in frames.captions
    )
    markup = {"style": style, "script": script, "board": frames.board, "items": items}
    data = {"tokens": frames.tokens, "frames": frames.frames, "described": frames.described}
    return Template(_file("page.html")).substitute(
        {key: escape(value) for key, value in words.items()} | markup, data=_as_data(data)
    )


def _labels(contents: PageContents) -> dict[str, Value]:
    """Return what stands around the board, by its place in the page."""
    rules = type(contents.line.start)
    first, second = contents.names
    about = Listed(tuple(map(capitalized, contents.about)), ListStyle.COMMA)
    return {
        "title": contents.title,
        "players": Sentence(
            "{first} ({first_side}) against {second} ({second_side})",
            first=first,
            first_side=rules.side(0),
            second=second,
            second_side=rules.side(1),
        ),
        "about": about if contents.about else "",
        "to_start": Sentence("To the start"),
        "back": Sentence("Back"),
        "next": Sentence("Next"),
        "to_end": Sentence("To the end"),
        "jump": Sentence("Jump to a move"),
        "in_words": Sentence("The board in words"),
        "all_moves": Sentence("All moves"),
        "how": Sentence("Use the arrow keys, or tap the right or left half of the board."),
    }


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


class _Frames:
    """The board of every position, as numbers of the symbols and tokens that stand on it."""

    def __init__(self, contents: PageContents, seen_from: int, theme: str, speech: Speech) -> None:
        self._contents, self._seen_from, self._speech = contents, seen_from, speech
        self._prose = _Prose(speech.language)
        self._drawing = Drawing(find_theme(theme))
        self._numbers: dict[tuple[int, int, int, int], int] = {}
        self.frames: list[list[int]] = []
        self.captions: list[str] = []
        self.described: list[str] = []
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
    def tokens(self) -> list[tuple[int, int, int, int]]:
        """Every token: its symbol, its place, and whether it is a piece, which may slide."""
        return [*self._numbers]

    @property
    def board(self) -> str:
        """The SVG of the first position, with all the symbols of the others."""
        layout = scene_of(self._contents.line.start, self._seen_from).board
        ground = self._drawing.ground(layout)
        tokens = self.tokens
        places = (tokens[each] for each in self.frames[0])
        first = "".join(f'<use href="#s{each}" x="{x}" y="{y}"/>' for each, x, y, _ in places)
        tag = opening(
            layout, 'id="board" role="img" aria-labelledby="caption" aria-describedby="words"'
        )
        return f'{tag}{self._drawing.definitions()}{ground}<g id="tokens">{first}</g></svg>'

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
            before=scene_of(before, self._seen_from) if before else None,
            names=contents.names,
            result=contents.result if last else None,
            speech=self._speech,
        )
        pieces = {id(token) for token in scene.tokens}
        self.frames.append(
            [
                self._numbers.setdefault(
                    (
                        self._drawing.number(token.symbol),
                        *whole_place(token),
                        int(id(token) in pieces),
                    ),
                    len(self._numbers),
                )
                for token in whole_tokens(tokens)
            ]
        )
        over = last and contents.result is not None
        self.described.append(self._prose.say(position.describe(over=over)))
        told = [*told, *(self._ending(position) if last else ())]
        self.captions.append(self._prose.say(Listed(tuple(told), ListStyle.SPACE)))

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


@cache
def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _digest(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def _as_data(data: Mapping[str, object]) -> str:
    """Write data for a script element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text
