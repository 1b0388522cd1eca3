"""Parse the record of a match, also one typed by hand, and check it against the rules."""

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from match.clock import Pace
from match.event import Ending
from match.record import HAS_WINNER, NO_RESULT, RESULTS, Record
from match.remark import MOST, is_visible
from rules import Code, ListStyle, Sentence, Value, codes, typed
from rules.move import PASS
from rules.position import DRAWN, WON, Outcome, Position
from rules.sentence import Refusal

_PART = re.compile(
    r'\[(?P<key>\w+) "(?P<value>(?:[^"\\]|\\.)*)"\]'  # a header
    r"|\d+\.+"  # the number of a move, which is ignored
    r"|\{(?P<remark>(?:[^{}\\]|\\.)*)\}"  # a remark on the move before it
    r"|(?P<word>[^\s{]+|\{.*)"  # a move, or the result; a brace that is not closed ends the line
)
"""Each part of a line is looked at once: nothing is searched for again behind an open brace."""
LONGEST_NAME = 100
"""The most letters of a player's name; what is longer is cut."""


def read(
    text: str, games: Mapping[str, type[Position]], passes: Collection[str] = (PASS,)
) -> Record:
    """Parse a record of one of `games`, play it through and check its result.

    `passes` are the words, in lower case, that people type for a pass.

    Raises `Refusal` that says what is wrong, and in which line. The record is only a value: no
    match is created from it.
    """
    headers, words, remarks = _split(text)
    rules = _game(headers, games)
    written = words.pop() if words and words[-1].text in RESULTS else headers.get("Result")
    options = _options(rules, headers.get("Options", _PLAIN))
    moves, last = _play(rules.start(options), words, passes)
    outcome, how = last.outcome(), _ending(headers)
    result = written or _NONE
    if how is None and outcome is not None:  # as the board shows it
        how = Ending.RULES
        result = written or _Part(WON[outcome.winner] if outcome.winner is not None else DRAWN)
    record = Record(
        rules=rules,
        names=(
            _name(headers.get(rules.sides[0].capitalize(), _NAMELESS)),
            _name(headers.get(rules.sides[1].capitalize(), _NAMELESS)),
        ),
        moves=moves,
        options=options,
        number=_number(headers.get("Match")),
        started=_time(headers.get("Started")),
        pace=_pace(headers.get("Pace")),
        rated=headers.get("Rated", _NAMELESS).text == "yes",
        how=how,
        winner=WON.index(result.text) if result.text in WON else None,
        remarks=remarks,
    )
    _check_result(record, result, headers.get("Result", result), outcome)
    return record


class _Part(NamedTuple):
    """A piece of a record, and its line."""

    text: str
    line: int = 1

    def refused(self, template: str, /, **values: Value) -> Refusal:
        """Make a refusal that names the line."""
        problem = Sentence(template, **values)
        return Refusal("Line {line}: {problem}", line=self.line, problem=problem)


_NONE, _PLAIN, _NAMELESS = _Part(NO_RESULT), _Part("-"), _Part("?")
"""The defaults of the result, the options and the players."""
_USUAL = {**dict.fromkeys(WON, Ending.RESIGNATION), DRAWN: Ending.AGREEMENT}
"""The most usual ending of each result, which is proposed if none is given."""


def _split(text: str) -> tuple[dict[str, _Part], list[_Part], dict[int, str]]:
    """Split a record into its headers, its moves with the result, and its remarks."""
    headers: dict[str, _Part] = {}
    words: list[_Part] = []
    remarks: dict[int, str] = {}
    for line, content in enumerate(text.splitlines(), start=1):
        for found in _PART.finditer(content):
            if key := found["key"]:
                headers[key] = _Part(_unescaped(found["value"]), line)
            elif word := found["word"]:
                words.append(_Part(word, line))
            elif found["remark"] and words:
                said = " ".join(_unescaped(found["remark"]).split())[:MOST]
                remarks |= {len(words): said} if is_visible(said) else {}
    return headers, words, remarks


def _game(headers: Mapping[str, _Part], games: Mapping[str, type[Position]]) -> type[Position]:
    valid = codes(games, ListStyle.OR)
    if "Game" not in headers:
        raise Refusal(
            'The record doesn\'t name its game; start it with a line `[Game "…"]` that names '
            "{valid}.",
            valid=valid,
        )
    named = headers["Game"]
    if named.text.lower() not in games:
        raise named.refused(
            "there is no game {game} here; choose {valid}.", game=typed(named.text), valid=valid
        )
    return games[named.text.lower()]


def _play(
    position: Position, words: list[_Part], passes: Collection[str]
) -> tuple[tuple[str, ...], Position]:
    """Play moves as they are typed; return their canonical texts and the final position."""
    moves: list[str] = []
    for number, word in enumerate(words, start=1):
        if word.text.startswith("["):
            raise word.refused(
                '{text} isn\'t a header; write it like `[Game "ringo"]`.', text=typed(word.text)
            )
        try:
            text = PASS if word.text.lower() in passes else word.text
            move, position = position.play(text)
        except Refusal as refusal:
            raise word.refused(
                "move {number}, {move}, can't be played. {reason}",
                number=number,
                move=typed(word.text),
                reason=refusal.sentence,
            ) from refusal
        moves.append(move.text)
    return tuple(moves), position


def _check_result(record: Record, result: _Part, in_header: _Part, outcome: Outcome | None) -> None:
    """Raise `Refusal` unless the moves, the ending and both copies of the result agree."""
    if record.how is None and result.text in _USUAL:
        raise result.refused(
            "the board doesn't show why this game ended {result}; add a line that says it, "
            "for example {ending}.",
            result=typed(result.text),
            ending=Code(f'[Ending "{_USUAL[result.text]}"]'),
        )
    ended_by_rules = record.how is Ending.RULES
    if (
        in_header.text != result.text
        or record.result != result.text
        or ended_by_rules != (outcome is not None)
        or (outcome is not None and outcome.winner != record.winner)
        or (record.how in HAS_WINNER and record.winner is None)
        or (record.how is Ending.AGREEMENT and record.winner is not None)
    ):
        raise result.refused(
            "the result ({result}, ending: {how}) doesn't fit the rest of the record: {told}",
            result=typed(result.text),
            how=Code(record.how) if record.how else Sentence("none given"),
            told=outcome.reason if outcome else Sentence("the game isn't over."),
        )


def _options(rules: type[Position], part: _Part) -> dict[str, str]:
    try:
        return rules.choices.read(part.text).values
    except ValueError as error:
        raise part.refused(
            "the options {word} don't fit {game}: {error}",
            word=typed(part.text),
            game=rules.name,
            error=error.args[0],
        ) from None


def _ending(headers: Mapping[str, _Part]) -> Ending | None:
    part = headers.get("Ending")
    if part is None:
        return None
    try:
        return Ending(part.text)
    except ValueError:
        raise part.refused(
            "a match can't end by {word}; choose {valid}.",
            word=typed(part.text),
            valid=codes(Ending, ListStyle.OR),
        ) from None


def _name(part: _Part) -> str:
    name = " ".join(part.text.split())
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def _number(part: _Part | None) -> int | None:
    if part is None:
        return None
    if not re.fullmatch(r"[0-9]{1,18}", part.text):
        raise part.refused("the match number {word} must be a whole number.", word=typed(part.text))
    return int(part.text)


def _pace(part: _Part | None) -> Pace | None:
    if part is None:
        return None
    try:
        return Pace.read(part.text)
    except ValueError:
        raise part.refused(
            "the pace {word} must be days per move, like `3`, or a time bank, like `3d+12h/5d`.",
            word=typed(part.text),
        ) from None


def _time(part: _Part | None) -> datetime | None:
    if part is None:
        return None
    try:
        time = datetime.fromisoformat(part.text)
    except ValueError:
        time = datetime.min  # noqa: DTZ901 (refused below, for having no zone)
    if time.tzinfo is None:
        raise part.refused(
            "the time {word} must look like `2026-01-31T18:00:00+00:00`.", word=typed(part.text)
        )
    return time


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
