"""A board that a page shows, who knows its rules: what stands on it, is said, and may be done."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from boards.drawn import State, Viewer, drawn, move_offered, staged
from rendering.drawings import scene_before, scene_of, tokens_of
from rendering.parts import ground_sent
from rendering.player_plates import ShownResult
from rendering.themes import find_theme
from rules import Move, PlainSpeech, Position, ProseSpeech, Sentence, Value
from rules.sentence import Language


class Address(Protocol):
    """Names a board, or what is done on one."""

    @property
    def encoded(self) -> str:
        """Return the name as a page sends it back."""


class BoardStyle(Protocol):
    """How boards look to somebody."""

    @property
    def theme(self) -> str:
        """The name of the theme."""

    @property
    def named(self) -> bool:
        """Whether every cell has its name on it."""


@dataclass(frozen=True)
class Press:
    """A button of a page: its words, which board it leads to, and with which moves tried there."""

    words: str | Sentence
    to: Address
    tried: Sequence[str] = ()

    def onward(self, language: Language) -> State:
        """Return what the page is sent of the one that leads on."""
        return {"at": self.to.encoded, "words": PlainSpeech(language).label(self.words)}

    def sent(self, language: Language) -> State:
        """Return what the page is sent of it."""
        return {
            "key": self.to.encoded,
            "label": PlainSpeech(language).label(self.words),
            "question": None,
            "tried": list(self.tried),
        }


@dataclass(frozen=True)
class Steps:
    """The moves of a match that one goes through: after how many one is, and who stood how.

    `about` tells what the curve shows.
    """

    now: int
    names: Sequence[str]
    to: str
    """The encoded address of a step, with `{ply}` for its number."""
    curve: Sequence[float] = ()
    turns: Sequence[int] = ()
    about: str = ""

    @property
    def sent(self) -> State:
        """What the page is sent of them."""
        curve = [round(value, 2) for value in self.curve]
        return {**vars(self), "curve": curve, "turns": list(self.turns)}


@dataclass(frozen=True)
class Shown:
    """A board that is no match to play in: what stands on it, what is said, what one may do.

    `count` grows with each move, so that the page shows how the last one went. The `outcome` of
    what was done comes before all `lines`. Unless `tells`, what a move takes or loses is for the
    solver to find. A hint has `chosen` a piece. Where a task is `over`, nobody is to move; what is
    `won` is celebrated, and a board shakes at what was `wrong`.
    """

    at: Address
    title: str
    lines: Sequence[str]
    outcome: str = ""
    position: Position | None = None
    seen_from: int = 0
    last: Move | None = None
    before: Position | None = None
    names: tuple[Value, Value] = ("", "")
    result: ShownResult | None = None
    over: bool = False
    won: bool = False
    wrong: bool = False
    count: int = 0
    may_move: bool = False
    tells: bool = True
    named: bool = False
    chosen: str = ""
    presses: Sequence[Press] = ()
    onward: Press | None = None
    tried: Sequence[str] = ()
    steps: Steps | None = None
    waits: bool = False


def shown_state(
    shown: Shown,
    look: BoardStyle,
    have: Collection[str],
    language: Language,
    *,
    in_stages: bool = False,
) -> State:
    """Return all that a page shows of a board, but for the parts of the drawing that it has.

    A sowing comes `in_stages`, too, if that is asked for.
    """
    title, *about = filter(None, shown.title.split("\n"))
    state: State = {
        "match": 0,
        "at": shown.at.encoded,
        "count": shown.count,
        "ply": shown.count,
        "won": shown.won,
        "wrong": shown.wrong,
        "title": title,
        "players": [],
        "own": None,
        "may_move": False,
        "single": False,
        "at_once": True,
        "lines": [
            *_lines(shown.outcome),
            *about[1:],  # what a puzzle asks, before the small line with its difficulty
            *about[:1],
            *(line for each in shown.lines for line in _lines(each)),
        ],
        "described": "",
        "board": None,
        "parts": {},
        "tokens": [],
        "moves": [],
        "last": None,
        "verbs": [press.sent(language) for press in shown.presses],
        "deadline": None,
        "hints": False,
        "remark": 0,
        "next": shown.onward and shown.onward.onward(language),
        "tried": list(shown.tried),
        "chosen": shown.chosen,
        "steps": shown.steps and shown.steps.sent,
        "waits": shown.waits,
    }
    if (position := shown.position) is None:
        return state
    scene, theme = scene_of(position, shown.seen_from), find_theme(look.theme)
    before, last, stages = shown.before, shown.last, None
    if in_stages and before and last and position.single_choice and len(last.path) > 2:
        viewer = Viewer(shown.seen_from, shown.names, theme, have, language)
        stages = staged(viewer, before, last)
    tokens = tokens_of(
        scene,
        position,
        last,
        before=scene_before(before, last, shown.seen_from),
        names=shown.names,
        result=shown.result,
        state=not shown.over or position.outcome() is not None,
        named=look.named or shown.named,
        speech=PlainSpeech(language),
    )
    moves = position.moves().values() if shown.may_move else ()
    return state | {
        "may_move": bool(moves),
        "single": position.single_choice,
        "described": ProseSpeech(language).say(
            position.describe(over=shown.over or shown.result is not None)
        ),
        "board": ground_sent(scene.board, theme, have),
        **drawn(tokens, theme, have),
        "moves": [move_offered(position, move, language, tells=shown.tells) for move in moves],
        "last": last and list(last.path),
        "stages": stages,
    }


def _lines(words: str) -> list[str]:
    return [line for line in words.split("\n") if line]
