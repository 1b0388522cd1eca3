"""Check whether a program plays these games by these rules, against the vectors.

It is asked through its standard input and answers through its standard output, in the protocol
that `library.protocol` describes. Without a program this one itself is checked.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.resources import files
from threading import Event, Timer
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeAlias

from library.protocol import Fields, answer
from rules import GAMES

Ask: TypeAlias = Callable[[Fields], Fields]
MOST_NODES, SECONDS = 200_000, 60.0
"""The plies to which moves are counted, and the seconds for an answer, unless told otherwise."""
SHOWN = 300
"""The most characters of an answer that are shown."""
VECTORS = files(__package__) / "vectors"


class Case(NamedTuple):
    """A request and what has to stand in its answer."""

    kind: str
    request: Fields
    expected: Fields

    def is_met(self, given: Fields) -> bool:
        """Check an answer; the reason of a refusal is free, and more may be told than is asked."""
        if "refused" in self.expected:
            return "refused" in given
        return all(given.get(key) == value for key, value in self.expected.items())

    def __str__(self) -> str:
        request = {key: value for key, value in self.request.items() if key != "do"}
        return f"{self.request['do']} {_brief(request)}"


class Program:
    """A program that is asked; it is started with the first request and stopped at the end."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command, self._seconds = command, seconds

    def __enter__(self) -> Self:
        try:
            self._process = subprocess.Popen(  # noqa: S603 (the command that the caller names)
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            raise NoAnswer(f"{self._command[0]} can't be started: {error.strerror}") from None
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _where: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, request: Fields) -> Fields:
        """Ask for one answer. Raises `NoAnswer` if none comes, or it is no object of JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late = Event()

        def give_up() -> None:
            late.set()
            self._process.kill()

        watch = Timer(self._seconds, give_up)
        watch.start()
        line = ""
        try:
            with suppress(BrokenPipeError):
                self._process.stdin.write(f"{json.dumps(request)}\n")
                self._process.stdin.flush()
                line = self._process.stdout.readline()
            if not line:
                self._process.wait()
        finally:
            watch.cancel()
        if not line:
            late_or_ended = f": it stopped with status {self._process.returncode}"
            if late.is_set():
                late_or_ended = f" within {self._seconds:g} seconds"
            raise NoAnswer(f"the program answered nothing{late_or_ended}")
        try:
            given = json.loads(line)
        except ValueError:
            given = None
        if not isinstance(given, dict):
            raise NoAnswer(f"the answer is not an object of JSON: {line[:SHOWN]!r}")
        return given


class NoAnswer(Exception):  # noqa: N818 (a program stopped)
    """A program that cannot be asked any more."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0 if every case is met."""
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__)
    parser.add_argument("--game", choices=[*GAMES], help="only this game")
    parser.add_argument(
        "--most-nodes", type=int, default=MOST_NODES, help="count moves up to so many sequences"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="how long one answer may take"
    )
    parser.add_argument("program", nargs="*", help="the program and its arguments, after --")
    asked = parser.parse_args(arguments)
    chosen = [
        case
        for case in cases(asked.most_nodes)
        if asked.game is None or _game_of(case) == asked.game
    ]
    try:
        if not asked.program:
            return check(answer, chosen)
        with Program(asked.program, asked.seconds) as program:
            return check(program.ask, chosen)
    except NoAnswer as stopped:
        print(stopped, file=sys.stderr)
        return 1


def check(ask: Ask, chosen: Sequence[Case]) -> int:
    """Ask for every case, print how many are met; return 0 if there are answers, all right."""
    met, unsupported = Counter[str](), Counter[str]()
    for case in chosen:
        try:
            given = ask(case.request)
        except NoAnswer as stopped:
            raise NoAnswer(f"{stopped}\n  at {case}") from None
        if given.get("unsupported"):
            unsupported[case.kind] += 1
        elif case.is_met(given):
            met[case.kind] += 1
        else:
            print(f"wrong: {case}\n{_difference(ask, case, given)}")
    every = Counter(case.kind for case in chosen)
    for kind, number in every.items():
        skipped = f" ({unsupported[kind]} not supported)" if unsupported[kind] else ""
        print(f"{kind:<10} {met[kind]:>4} of {number}{skipped}")
    if unsupported.total() == len(chosen):
        print(f"The program answered none of {len(chosen)} requests.")
        return 1
    return int(met.total() + unsupported.total() < len(chosen))


def cases(most_nodes: int) -> Iterator[Case]:
    """Yield every case of the vectors; moves are counted only up to so many sequences."""
    for row in json.loads((VECTORS / "perft.json").read_text(encoding="utf-8")):
        for depth, nodes in enumerate(row["nodes"], start=1):
            if nodes <= most_nodes:
                start = {"game": row["game"], "options": row["options"]}
                yield Case("perft", {"do": "perft", **start, "depth": depth}, {"nodes": nodes})
    for kind in ("games", "endings"):
        for row in _rows(kind):
            game = {key: row.pop(key) for key in ("game", "options", "moves")}
            yield Case(kind, {"do": "play", **game}, row)
    for row in _rows("positions"):
        place = {"game": row.pop("game"), "position": row["position"]}
        yield Case("positions", {"do": "look", **place}, row)
    for row in _rows("records"):
        text, fields = row["text"], row.get("record")
        if row.get("read", True):
            yield Case("records", {"do": "read", "text": text}, fields or {"refused": True})
        if fields is not None and row.get("write", True):
            yield Case("records", {"do": "write", **fields}, {"text": text})


def _rows(kind: str) -> Iterator[dict[str, Any]]:  # JSON
    for line in (VECTORS / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _game_of(case: Case) -> str | None:
    """Return the game of a case; of a record that is refused there may be none."""
    return case.request.get("game") or case.expected.get("game")


def _difference(ask: Ask, case: Case, given: Fields) -> str:
    """Say what is wrong in an answer, and of legal moves which."""
    if case.request["do"] == "play" and isinstance(legal := given.get("legal"), list):
        for number, (right, told) in enumerate(zip(case.expected["legal"], legal, strict=False)):
            if right != told:
                before = {**case.request, "do": "look", "moves": case.request["moves"][:number]}
                return f"  before move {number + 1}: {_other_moves(before, ask(before))}"
    wrong = [
        f"  {key}: {_brief(given.get(key))}, not {_brief(value)}"
        for key, value in case.expected.items()
        if given.get(key) != value
    ]
    return "\n".join([*wrong, *([f"  refused: {given['refused']}"] if "refused" in given else [])])


def _other_moves(request: Fields, given: Fields) -> str:
    """Say which legal moves are missing or too many in a position, by this program's rules."""
    right, told = set(answer(request)["legal"]), set(given.get("legal", ()))
    parts = (("missing", right - told), ("not legal", told - right))
    return "; ".join(f"{word}: {' '.join(sorted(moves))}" for word, moves in parts if moves)


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
