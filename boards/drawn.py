"""The drawing and the moves of a board as a page is sent them, and what the page itself says."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from rendering.drawings import planned_tokens, scene_of
from rendering.page import REPLAY_WORDS
from rendering.parts import placed_parts
from rendering.scene import Token
from rendering.themes import Theme
from rendering.turn_frames import stage_frames
from rules import Move, PlainSpeech, Position, ProseSpeech, Sentence, Value, message
from rules.sentence import Language

State = dict[str, Any]
"""What is sent as JSON."""
NO_TURN: State = {"parts": {}, "frames": []}
PAGE_WORDS = {
    **REPLAY_WORDS,
    "where": message("Where to from {piece}?"),
    "play": message("Play {move}"),
    "guess": message("Guess {move}"),
    "vote": message("Vote for {move}"),
    "another": message("Another piece"),
    "back": message("Back"),
    "no": message("No"),
    "hint": message("Hint"),
    "say": message("Say something"),
    "message": message("Your message"),
    "heard": message("Shown with your move; everyone can read it"),
    "note": message("Note"),
    "private": message("Only you can see it"),
    "save": message("Save"),
    "several": message("There are several ways:"),
    "left": message("Time left: {time}"),
    "lost": message("There's no connection; trying again …"),
    "stranger": message("Not you?"),
    "gone": message("Then please close this page: the moves made on it are someone else's."),
    "same": message("Yes, it's me"),
}
"""What the page itself says; braces that stay are filled in there."""


@dataclass(frozen=True)
class Viewer:
    """How somebody sees a board on a page, and the names of the parts that the page has."""

    seen_from: int
    names: tuple[Value, Value]
    theme: Theme
    have: Collection[str]
    language: Language
    named: bool = False


def page_words(language: Language) -> dict[str, str]:
    """Return what the page itself says."""
    kept = {name: f"{{{name}}}" for name in ("piece", "move", "time")}
    speech = PlainSpeech(language)
    return {key: speech.say(Sentence(words, **kept)) for key, words in PAGE_WORDS.items()}


def drawn(tokens: Iterable[Token], theme: Theme, have: Collection[str]) -> State:
    """Return what stands on the board, and the parts of that which the page does not have."""
    standing = [*placed_parts(tokens, theme)]
    new = {part.name: part.svg for part, _ in standing if part.name not in have}
    return {"parts": new, "tokens": [placed for _, placed in standing]}


def looked(viewer: Viewer, position: Position, move: Move) -> State:
    """Return the drawing of a legal move that is looked at before it is made."""
    seen_from, speech = viewer.seen_from, PlainSpeech(viewer.language)
    after = scene_of(position.game_end(move) or position.after(move), seen_from)
    scene, names, named = scene_of(position, seen_from), viewer.names, viewer.named
    tokens = planned_tokens(scene, position, move, after, names=names, named=named, speech=speech)
    return drawn(tokens, viewer.theme, viewer.have)


def look_words(position: Position, move: Move) -> list[Sentence]:
    """Say what a move does that is looked at, and how it ends the match if it does."""
    ending = (position.game_end(move) or position.after(move)).outcome()
    told = [Sentence("{Deed}.", deed=position.tell(move))]
    if ending:
        told.append(Sentence("This ends the match. {reason}", reason=ending.reason))
    return told


def staged(viewer: Viewer, before: Position, move: Move) -> State:
    """Return a turn in stages, each with the hundredths of a second that it is shown."""
    speech = PlainSpeech(viewer.language)
    stages = stage_frames(before, move, viewer.seen_from, viewer.names, speech)
    sent = [(drawn(tokens, viewer.theme, viewer.have), time) for tokens, time in stages]
    return {
        "parts": {name: svg for each, _ in sent for name, svg in each["parts"].items()},
        "frames": [[each["tokens"], time] for each, time in sent],
    }


def move_offered(
    position: Position, move: Move, language: Language, *, tells: bool = True
) -> State:
    """Return a legal move, and what it does if the page `tells` that."""
    told = (position.takes(move) or position.loses(move)) if tells else None
    return {
        "text": move.text,
        "path": move.path,
        "effect": position.effect((move,)).name.lower() if tells else "none",
        "label": PlainSpeech(language).say(position.caption(move)),
        "words": ProseSpeech(language).say(told) if told else "",
    }
