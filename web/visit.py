"""A visit to a board that is no match to play in: who comes, what they ask, what they are shown."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from data import Person, StoredMatch
from interactions import Bot, CustomId
from interactions.people import Appearance
from interactions.speech import label, plain, plain_speech
from rendering.drawings import scene_of, tokens_of
from rendering.parts import ground_sent
from rendering.player_plates import ShownResult
from rendering.themes import find_theme
from rules import Move, Position, Refusal, Sentence, Value
from views.puzzle_answers import PuzzleSolver
from web.requests import WRONG, Asked, text_in
from web.state import State, drawn, move_offered, staged

MOST_TRIED = 600
"""How many moves may be tried out in a row."""


@dataclass(frozen=True)
class Visit:
    """Somebody at a board: which moves they have tried there, and which one they make now."""

    bot: Bot
    asked: Asked
    now: datetime
    style: Appearance
    find_match: Callable[[int], Awaitable[StoredMatch]]
    """Finds a match that they may see."""

    @property
    def person(self) -> int:
        """Their number."""
        return self.asked.session.person

    @property
    def solver(self) -> PuzzleSolver:
        """Who they are as somebody who solves puzzles."""
        opener = self.asked.session.opener
        return PuzzleSolver(Person(opener.person, opener.name), opener.locale, opener.server)

    @property
    def move(self) -> str:
        """The move they make, or nothing."""
        return self.asked.text("move", "")

    @property
    def tried(self) -> tuple[str, ...]:
        """The moves they have made on the board before. Raises `Refusal` for anything else."""
        sent = self.asked.fields.get("tried", [])
        if not isinstance(sent, list) or len(sent) > MOST_TRIED:
            raise Refusal(WRONG)
        return tuple(map(text_in, sent))

    async def seen_match(self, number: int) -> StoredMatch:
        """Find a match that they may see, and note that they have."""
        match = await self.find_match(number)
        return await self.bot.store.matches.touch(match, self.person, self.now)


@dataclass(frozen=True)
class Press:
    """A button of a page: its words, which board it leads to, and with which moves tried there."""

    words: str | Sentence
    to: CustomId
    tried: Sequence[str] = ()

    @property
    def onward(self) -> State:
        """What the page is sent of the one that leads on."""
        return {"at": self.to.encoded, "words": label(self.words)}

    @property
    def sent(self) -> State:
        """What the page is sent of it."""
        return {
            "key": self.to.encoded,
            "label": label(self.words),
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
    """The encoded custom id of a step, with `{ply}` for its number."""
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
    solver to find. A hint has `chosen` a piece. Where a task is `over`, nobody is to move.
    """

    at: CustomId
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
    shown: Shown, style: Appearance, have: Collection[str], *, in_stages: bool = False
) -> State:
    """Return all that a page shows of a board, but for the parts of the drawing that it has.

    A sowing comes `in_stages`, too, if that is asked for.
    """
    title, *about = filter(None, shown.title.split("\n"))
    state: State = {
        "match": 0,
        "at": shown.at.encoded,
        "count": shown.count,
        "title": title,
        "players": [],
        "own": None,
        "may_move": False,
        "single": False,
        "at_once": True,
        "lines": [
            *_lines(shown.outcome),
            *about,
            *(line for each in shown.lines for line in _lines(each)),
        ],
        "described": "",
        "board": None,
        "parts": {},
        "tokens": [],
        "moves": [],
        "last": None,
        "verbs": [press.sent for press in shown.presses],
        "deadline": None,
        "hints": False,
        "remark": 0,
        "next": shown.onward and shown.onward.onward,
        "tried": list(shown.tried),
        "chosen": shown.chosen,
        "steps": shown.steps and shown.steps.sent,
        "waits": shown.waits,
    }
    if (position := shown.position) is None:
        return state
    scene, theme = scene_of(position, shown.seen_from), find_theme(style.theme)
    before, last, stages = shown.before, shown.last, None
    if in_stages and before and last and position.single_choice and len(last.path) > 2:
        stages = staged(before, last, shown.seen_from, shown.names, theme, have)
    tokens = tokens_of(
        scene,
        position,
        last,
        before=scene_of(before, shown.seen_from) if before else None,
        names=shown.names,
        result=shown.result,
        state=not shown.over or position.outcome() is not None,
        named=style.named or shown.named,
        speech=plain_speech(),
    )
    moves = position.moves().values() if shown.may_move else ()
    return state | {
        "may_move": bool(moves),
        "single": position.single_choice,
        "described": plain(position.describe(over=shown.over or shown.result is not None)),
        "board": ground_sent(scene.board, theme, have),
        **drawn(tokens, theme, have),
        "moves": [move_offered(position, move, tells=shown.tells) for move in moves],
        "last": last and list(last.path),
        "stages": stages,
    }


def _lines(words: str) -> list[str]:
    return [line for line in words.split("\n") if line]
