"""Parse the record of a match, also one typed by hand, and check it against the rules."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from match.clock import Pace
from match.event import LONGEST_REMARK, Ending
from match.record import HAS_WINNER, NO_RESULT, RESULTS, Record
from rules import Code, ListStyle, Sentence, Value, capital, codes, typed
from rules.move import PASS
from rules.position import DRAWN, WON, Outcome, Position
from rules.sentence import Refusal
from rules.typed_text import (
    DOUBLE_QUOTES,
    SINGLE_QUOTES,
    is_visible,
    plain_move,
    plain_text,
    plain_word,
    words_in,
)

_QUOTES = f"\"'`{DOUBLE_QUOTES}{SINGLE_QUOTES}"
_PART = re.compile(
    rf"[\[［](?P<key>[^\[\]{_QUOTES}\n]{{1,60}}+)"  # a header
    r'(?:"(?P<value>(?:[^"\\\n]|\\.)*+)"'
    rf"|[{_QUOTES}](?P<quoted>(?:[^\\\n]|\\.){{0,200}}?)[{_QUOTES}])"
    r"[^\w\n\"]{0,3}?[\]］]"
    r"|\{(?P<remark>(?:[^{}\\]|\\.)*+)(?P<closed>\})?"  # a remark on the move before it
    r"|(?P<moves>[^\[［{]++)"  # moves with their numbers, and the result
    r"|(?P<broken>[^\]］\n]++[\]］]?)",  # what begins like a header and is none
    re.DOTALL,
)
"""Each part is looked at once: nothing is searched for again behind a quote or an open brace."""
LONGEST_NAME = 100
"""The most letters of a player's name; what is longer is cut."""


def read(
    text: str, games: Mapping[str, type[Position]], passes: Collection[str] = (PASS,)
) -> Record:
    """Parse a record of one of `games`, play it through and check its result.

    `passes` are the words, plain and in lower case, that people type for a pass.

    Raises `Refusal` that says what is wrong, and in which line. The record is only a value: no
    match is created from it.
    """
    named, words, remarks = _split(text)
    headers = {key: part.plain() for key, part in named.items()}
    rules = _game(headers, games)
    results = [words.pop()] if words and words[-1].text in RESULTS else []
    remarks.pop(len(words) + 1, None)  # on the result, which is no move
    results += [headers["Result"]] if "Result" in headers else []
    options = _options(rules, headers.get("Options", _PLAIN))
    moves, last = _play(rules.start(options), words, passes)
    result = results[0].text if results else NO_RESULT
    record = Record(
        rules=rules,
        names=(
            _name(named.get(rules.sides[0].capitalize(), _NAMELESS)),
            _name(named.get(rules.sides[1].capitalize(), _NAMELESS)),
        ),
        moves=moves,
        options=options,
        number=_number(headers.get("Match")),
        started=_time(headers.get("Started")),
        pace=_pace(headers.get("Pace")),
        rated=headers.get("Rated", _NAMELESS).text.lower() == "yes",
        how=_ending(headers),
        winner=WON.index(result) if result in WON else None,
        remarks=remarks,
    )
    return _ended(record, results, last.outcome())


def played_through(record: Record) -> Record:
    """Return a record with its moves in their canonical texts, and the ending that the board shows.

    Raises `Refusal` for an illegal move, and for an ending that does not fit.
    """
    words = [_Part(text, line=0) for text in record.moves]
    moves, last = _play(record.rules.start(record.options), words, (PASS,))
    is_left_out = record.how is Ending.RULES and record.winner is None
    results = [] if is_left_out else [_Part(record.result, line=0)]
    return _ended(replace(record, moves=moves), results, last.outcome())


class _Part(NamedTuple):
    """A piece of a record, and its line; that of a record that is no text yet is 0."""

    text: str
    line: int = 1

    def plain(self) -> "_Part":
        """Return it as everything typed is read."""
        return self._replace(text=plain_text(self.text).strip().replace(" - ", "-"))

    def refused(self, template: str, /, **values: Value) -> Refusal:
        """Make a refusal that names the line."""
        problem = Sentence(template, **values)
        if not self.line:
            return Refusal(capital(problem))
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
    line = 1
    for found in _PART.finditer("\n".join(text.splitlines())):
        if found["key"]:
            key = plain_text(found["key"]).strip().capitalize()
            headers[key] = _Part(_unescaped(found["value"] or found["quoted"] or "").strip(), line)
        elif found["moves"]:
            rows = enumerate(found["moves"].split("\n"), start=line)
            words += [_Part(word, number) for number, row in rows for word in words_in(row)]
        elif found["broken"]:
            words.append(_Part(found["broken"], line))
        elif not found["closed"]:
            words.append(_Part(found[0].partition("\n")[0], line))
        elif words:
            said = " ".join(_unescaped(found["remark"]).split())[:LONGEST_REMARK].rstrip()
            remarks |= {len(words): said} if is_visible(said) else {}
        line += found[0].count("\n")
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
    key = plain_word(named.text)
    if key not in games:
        raise named.refused(
            "there is no game {game} here; choose {valid}.", game=typed(named.text), valid=valid
        )
    return games[key]


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
            text = PASS if plain_move(word.text) in passes else word.text
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


def _ended(record: Record, results: Sequence[_Part], outcome: Outcome | None) -> Record:
    """Return a record with the ending that the board shows.

    Raises `Refusal` unless the moves, the ending and every copy of the result agree.
    """
    if outcome and record.how in (None, Ending.RULES):
        results = [part for part in results if part.text != NO_RESULT]
        record = replace(record, how=Ending.RULES, winner=outcome.winner)
    else:
        results = results or [_NONE]
    if record.how is None and results[0].text in _USUAL:
        raise results[0].refused(
            "the board doesn't show why this game ended {result}; add a line that says it, "
            "for example {ending}.",
            result=typed(results[0].text),
            ending=Code(f'[Ending "{_USUAL[results[0].text]}"]'),
        )
    if (
        any(part.text != record.result for part in results)
        or (record.how is Ending.RULES) != (outcome is not None)
        or (record.how in HAS_WINNER and record.winner is None)
        or (record.how is Ending.AGREEMENT and record.winner is not None)
    ):
        raise results[0].refused(
            "the result ({result}, ending: {how}) doesn't fit the rest of the record: {told}",
            result=typed(results[0].text),
            how=Code(record.how) if record.how else Sentence("none given"),
            told=outcome.reason if outcome else Sentence("the game isn't over."),
        )
    return record


def _options(rules: type[Position], part: _Part) -> dict[str, str]:
    try:
        return rules.choices.read(part.text.lower()).values
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
        return Ending(part.text.lower())
    except ValueError:
        raise part.refused(
            "a match can't end by {word}; choose {valid}.",
            word=typed(part.text),
            valid=codes(Ending, ListStyle.OR),
        ) from None


def _name(part: _Part) -> str:
    name = " ".join(part.text.split())
    if not is_visible(name):
        return _NAMELESS.text
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
