"""The protocol of the conformance check: answers to requests about the games, a line for each.

A request is an object of JSON on one line, and so is its answer. `do` says what is asked:

- `perft`, with `depth`: `nodes`, the number of sequences of so many legal moves.
- `play`: the game with its `moves`. `legal` has, before each move and at the end, the first 12
  hexadecimal digits of the SHA-256 of the legal moves, sorted and joined by single spaces; beside
  it what `look` tells of the last position, `legal` excepted.
- `look`: `position`, encoded; `turn`, the side to move; `legal`, the sorted legal moves; `result`,
  which is null while the game goes on, and else has the `winner`, a side or null.
- `read`, with the `text` of a record: its fields, as `fields_of` names them.
- `write`, with these fields: the `text`.

Each names the `game`. A position is given by `options` and `moves`, both of which may be left out,
or as an encoded `position`. What breaks the rules or the grammar is answered with `refused` and a
reason; what a program cannot do with `unsupported`.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from library import records
from library.records import Ending, Record
from rules import GAMES, Position, Refusal, perft

Fields: TypeAlias = Mapping[str, Any]  # whatever JSON holds: a request, or an answer


def answer(request: Fields) -> Fields:
    """Answer a request."""
    do = ANSWERS.get(str(request.get("do")))
    if do is None:
        return {"unsupported": True}
    try:
        return do(request)
    except (Refusal, ValueError) as refusal:
        return {"refused": str(refusal)}
    except (KeyError, TypeError, AttributeError) as error:
        return {"refused": f"not such a request: {error!r}"}


def serve(lines: Iterable[str]) -> None:
    """Print the answer to each line."""
    for line in lines:
        try:
            request = json.loads(line)
        except ValueError:
            request = None
        is_object = isinstance(request, dict)
        answered = answer(request) if is_object else {"refused": "not an object of JSON"}
        print(json.dumps(answered), flush=True)  # ASCII, whatever the machine writes


def main() -> int:
    """Answer what comes in through standard input until it ends."""
    serve(sys.stdin)
    return 0


def digest(moves: Iterable[str]) -> str:
    """Return the digest by which a set of legal moves is compared."""
    return hashlib.sha256(" ".join(sorted(moves)).encode()).hexdigest()[:12]


def fields_of(record: Record) -> Fields:
    """Return the fields of a record; what it does not say is left out."""
    fields: dict[str, object] = {
        "game": record.rules.key,
        "options": record.rules.choices.choose(record.options).values,
        "names": [*record.names],
        "moves": [*record.moves],
        "result": record.result,
        "rated": record.rated,
    }
    if record.how is not None:
        fields["ending"] = record.how.value
    if record.number is not None:
        fields["match"] = record.number
    if record.started is not None:
        fields["started"] = record.started.isoformat()
    if record.pace is not None:
        fields["pace"] = record.pace.write()
    if record.remarks:
        fields["remarks"] = {str(number): said for number, said in record.remarks.items()}
    return fields


def _record_of(fields: Fields) -> Record:
    game = GAMES[fields["game"]]
    won = ("1-0", "0-1")
    return Record(
        rules=game,
        names=(fields["names"][0], fields["names"][1]),
        moves=tuple(fields["moves"]),
        options=fields.get("options", {}),
        number=fields.get("match"),
        started=datetime.fromisoformat(fields["started"]) if "started" in fields else None,
        pace=records.Pace.read(fields["pace"]) if "pace" in fields else None,
        rated=fields.get("rated", False),
        how=Ending(fields["ending"]) if "ending" in fields else None,
        winner=won.index(fields["result"]) if fields["result"] in won else None,
        remarks={int(number): said for number, said in fields.get("remarks", {}).items()},
    )


def _position(request: Fields) -> Position:
    """Return the position that a request names."""
    game = GAMES[request["game"]]
    if "position" in request:
        return game.decode(request["position"])
    position: Position = game.start(request.get("options", {}))
    for text in request.get("moves", ()):
        position = _after(position, text)
    return position


def _after(position: Position, text: str) -> Position:
    """Play a move by its canonical text: whatever else people may type is not of the protocol."""
    if text not in position.moves():
        raise ValueError(f"{text} is no legal move")
    return position.after(position.legal(text))


def _look(request: Fields) -> Fields:
    position = _position(request)
    return {**_state(position), "legal": sorted(position.moves())}


def _state(position: Position) -> Fields:
    ending = position.outcome()
    winner = None if ending is None or ending.winner is None else position.sides[ending.winner]
    return {
        "position": position.encode(),
        "turn": position.sides[position.turn],
        "result": {"winner": winner} if ending else None,
    }


def _play(request: Fields) -> Fields:
    position = _position({**request, "moves": ()})
    legal = [digest(position.moves())]
    for text in request["moves"]:
        position = _after(position, text)
        legal.append(digest(position.moves()))
    return {**_state(position), "legal": legal}


ANSWERS: Mapping[str, Callable[[Fields], Fields]] = {
    "perft": lambda request: {"nodes": perft(_position(request), request["depth"])},
    "play": _play,
    "look": _look,
    "read": lambda request: fields_of(records.read(request["text"])),
    "write": lambda request: {"text": records.write(_record_of(request))},
}
"""The answer to each request."""
