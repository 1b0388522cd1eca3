"""A match as text: headers, moves and result, written so that it can be read and checked again.

The form is that of chess's PGN (Steven J. Edwards, 1994), with the side that moves left to the
game: plies are numbered one by one, because the same side may move twice in a row.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import fill
from typing import TYPE_CHECKING

from rules.event import Ending
from rules.position import Position
from rules.refusal import Refusal
from rules.sentence import Code, Joint, Sentence, codes, typed

if TYPE_CHECKING:
    from rules.position import Outcome

WIDTH = 80
WON = ("1-0", "0-1")
DRAWN = "1/2-1/2"
NO_RESULT = "*"
RESULTS = (*WON, DRAWN, NO_RESULT)
_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_NUMBER = re.compile(r"\d+\.+")


@dataclass(frozen=True)
class Record:
    """What a record tells; `how` is by what the match ended, `None` while it goes on.

    `moves` are the moves that stand, forced passes included.
    """

    rules: type[Position]
    names: tuple[str, str]
    moves: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    number: int | None = None
    started: datetime | None = None
    pace: int | None = None
    rated: bool = False
    how: Ending | None = None
    winner: int | None = None

    @property
    def result(self) -> str:
        """The result as it is written: `1-0` where the first side won, `*` where there is none."""
        if self.how in (None, Ending.ABORT):
            return NO_RESULT
        return DRAWN if self.winner is None else WON[self.winner]

    def positions(self) -> Iterator[Position]:
        """Give the position at the start and after each move.

        Raises `Refusal` at a move that cannot be played.
        """
        position: Position = self.rules.start(self.options)
        yield position
        for number, text in enumerate(self.moves, start=1):
            try:
                position = position.play(text)[1]
            except Refusal as refusal:
                raise Refusal(
                    "Move {number} of the record, {move}, cannot be played. {reason}",
                    number=number,
                    move=typed(text),
                    reason=refusal.sentence,
                ) from refusal
            yield position


def write(record: Record) -> str:
    """Write a record."""
    rules = record.rules
    headers = {
        "Game": rules.key,
        "Options": rules.choices.choose(record.options).write(),
        rules.sides[0].capitalize(): record.names[0],
        rules.sides[1].capitalize(): record.names[1],
        "Match": None if record.number is None else str(record.number),
        "Started": None if record.started is None else record.started.isoformat(),
        "Pace": None if record.pace is None else str(record.pace),
        "Rated": "yes" if record.rated else "no",
        "Ending": record.how,
        "Result": record.result,
    }
    lines = [f'[{key} "{_escaped(value)}"]' for key, value in headers.items() if value is not None]
    # A space that does not break keeps number and move together until the lines are made.
    moves = " ".join(f"{number}.\xa0{text}" for number, text in enumerate(record.moves, start=1))
    body = fill(
        f"{moves} {record.result}".strip(), WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join((*lines, "", body.replace("\xa0", " "), ""))


def read(text: str, games: Mapping[str, type[Position]]) -> Record:
    """Read a record of one of `games`, play it through and check its result.

    Raises `Refusal` that says what does not fit. What is read is a value: no match comes of it.
    """
    headers = {key: _plain(value) for key, value in _HEADER.findall(text)}
    rules = games.get(headers.get("Game", "").lower())
    if rules is None:
        raise Refusal(
            "The record names no game that is played here; its first line must be "
            '`[Game "…"]` with {valid}.',
            valid=codes(games, Joint.OR),
        )
    words = _NUMBER.sub(" ", _HEADER.sub(" ", text)).split()
    result = words.pop() if words and words[-1] in RESULTS else headers.get("Result", NO_RESULT)
    record = Record(
        rules=rules,
        names=(
            headers.get(rules.sides[0].capitalize(), "?"),
            headers.get(rules.sides[1].capitalize(), "?"),
        ),
        moves=tuple(words),
        options=_options(rules, headers.get("Options", "-")),
        number=_whole(headers, "Match"),
        started=_time(headers.get("Started")),
        pace=_whole(headers, "Pace"),
        rated=headers.get("Rated") == "yes",
        how=_ending(headers),
        winner=WON.index(result) if result in WON else None,
    )
    *_, last = record.positions()
    _check_result(record, result, headers.get("Result", result), last.outcome())
    return record


def _check_result(record: Record, result: str, in_header: str, outcome: "Outcome | None") -> None:
    """Raise `Refusal` unless the moves, the ending and both places of the result agree."""
    ended_by_rules = record.how is Ending.RULES
    if (
        in_header != result
        or record.result != result
        or ended_by_rules != (outcome is not None)
        or (outcome is not None and outcome.winner != record.winner)
        or (record.how in (Ending.RESIGNATION, Ending.TIME) and record.winner is None)
        or (record.how is Ending.AGREEMENT and record.winner is not None)
    ):
        raise Refusal(
            "The result of the record, {result} by {how}, is not what its moves lead to: {told}",
            result=typed(result),
            how=Code(record.how) if record.how else Sentence("nothing"),
            told=outcome.reason if outcome else Sentence("the game goes on."),
        )


def _options(rules: type[Position], word: str) -> dict[str, str]:
    try:
        return rules.choices.read(word).values
    except ValueError as error:
        raise Refusal(
            "The record's options {word} are none of {game}'s: {error}",
            word=typed(word),
            game=rules.name,
            error=str(error),
        ) from None


def _ending(headers: Mapping[str, str]) -> Ending | None:
    word = headers.get("Ending")
    if word is None:
        return None
    try:
        return Ending(word)
    except ValueError:
        raise Refusal(
            "The record ends by {word}; it must be {valid}.",
            word=typed(word),
            valid=codes(Ending, Joint.OR),
        ) from None


def _whole(headers: Mapping[str, str], key: str) -> int | None:
    word = headers.get(key)
    if word is None:
        return None
    if not re.fullmatch(r"[0-9]{1,18}", word):
        raise Refusal(
            "The record's {key} {word} must be a whole number.", key=key, word=typed(word)
        )
    return int(word)


def _time(word: str | None) -> datetime | None:
    if word is None:
        return None
    try:
        time = datetime.fromisoformat(word)
    except ValueError:
        time = datetime.min  # noqa: DTZ901 (refused below, for having no zone)
    if time.tzinfo is None:
        raise Refusal(
            "The record's time {word} must look like `2026-01-31T18:00:00+00:00`.",
            word=typed(word),
        )
    return time


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _plain(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
