"""Write those vectors that this program makes itself: rare endings, positions, and records.

`perft.json` and `games.jsonl` beside them come from an independent program, and so do the legal
moves of the positions, by their digests, which the tests compare.
"""

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from library import records
from library.protocol import answer, fields_of
from rules import GAMES, Position
from rules.position import DRAWN, WON

VECTORS = Path(__file__).parents[2] / "library" / "vectors"
PLAYED: Sequence[tuple[str, Mapping[str, str]]] = [
    *((key, options) for key, game in GAMES.items() for options in game.presets.values()),
    ("hoyito", {"holes": "5", "direction": "each_move"}),
    ("hoyito", {"holes": "5", "play": "match", "games": "3"}),
    ("ringo", {"attackers": "5", "neutral_limit": "defenders", "capture": "replacement"}),
]
"""The games, with options, of which every kind of ending is looked for."""
SEEDS, LONGEST = 300, 1_500
BROKEN: Mapping[str, Sequence[tuple[str, str]]] = {
    # a part of the starting position, and what makes it no position
    "agon": [
        (" white", " red"),
        ("W", "w"),
        ("b", "x"),
        (" - white", " a2 white"),
        (" 0 ", " 101 "),
    ],
    "bivouac": [
        (" white", " red"),
        ("......", "....."),
        ("w", "x"),
        (" -", " hostile"),
        (" -", ""),
    ],
    "bizingo": [(" light", " white"), ("l", "d"), ("/", ""), (" -", " - h6-g6"), (" -", " first")],
    "hoyito": [("4.", "5."), (" 0/0", " 0"), (">>", "<<"), ("1/south", "2/south"), ("4.", "x.")],
    "ringo": [
        (" attacker", " west"),
        ("aaaaaaa", "aaaaaaaa"),
        ("/0", "/3"),
        (" -", " attackers=5"),
    ],
}


class Ended(NamedTuple):
    """A game played to its end."""

    moves: Sequence[str]
    last: Position


def main() -> None:
    """Write the files that are named, or all; each is made from those before it."""
    every = {"endings": endings, "positions": positions, "records": written_records}
    if unknown := {*sys.argv[1:]} - every.keys():
        sys.exit(f"There are no vectors {unknown.pop()!r}; choose from {', '.join(every)}.")
    for kind in sys.argv[1:] or every:
        rows = every[kind]()
        lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
        (VECTORS / f"{kind}.jsonl").write_text("\n".join((*lines, "")), encoding="utf-8")
        print(f"{kind}: {len(lines)}")


def endings() -> Iterator[Mapping[str, object]]:
    """Yield the shortest game found for each kind of ending and winner, by these options."""
    for key, options in PLAYED:
        start: Position = GAMES[key].start(options)
        found: dict[tuple[str, int | None], Ended] = {}
        for game in _games(start):
            outcome = game.last.outcome()
            if outcome is None:
                continue
            kind = outcome.code, outcome.winner
            if kind not in found or len(game.moves) < len(found[kind].moves):
                found[kind] = game
        for _, (moves, _) in sorted(found.items(), key=lambda item: str(item[0])):
            played = {"game": key, "options": dict(options), "moves": [*moves]}
            told = answer({"do": "play", **played})
            yield {**played, **{part: told[part] for part in ("legal", "result", "position")}}


def _games(start: Position) -> Iterator[Ended]:
    yield from _to_and_fro(start)
    for seed in range(SEEDS):
        rng = random.Random(seed)
        # Without captures a game gets to the limits of repetition and quiet plies.
        quiet = seed % 3 == 2
        moves: list[str] = []
        position = start
        while len(moves) < LONGEST and (legal := [*position.moves().values()]):
            calm = [move for move in legal if not move.taken] if quiet else []
            move = rng.choice(calm or legal)
            moves.append(move.text)
            position = position.after(move)
        yield Ended(moves, position)


def _to_and_fro(start: Position) -> Iterator[Ended]:
    """Yield a game in which both sides go there and back until the position is repeated."""
    for there in start.moves().values():
        answered = start.after(there)
        for reply in answered.moves().values():
            moves, position = [], start
            for text in (there.text, reply.text, _back(there.path), _back(reply.path)) * 2:
                if text not in position.moves():
                    break
                moves.append(text)
                position = position.play(text)[1]
            if position.outcome():
                yield Ended(moves, position)
                return


def _back(path: Sequence[str]) -> str:
    return "-".join(reversed(path))


def positions() -> Iterator[Mapping[str, object]]:
    """Yield a position of each recorded game and of the endings, and texts that are none."""
    for kind in ("games", "endings"):
        for game in _rows(kind):
            moves = game["moves"]
            asked = {part: game[part] for part in ("game", "options")}
            told = answer({"do": "look", **asked, "moves": moves[: len(moves) * 2 // 3]})
            yield {"game": game["game"], **told}
    for key, changes in BROKEN.items():
        text = GAMES[key].start().encode()
        for old, new in changes:
            assert old in text, (key, old)
            yield {"game": key, "position": text.replace(old, new, 1), "refused": True}


def _rows(kind: str) -> list[dict[str, Any]]:
    lines = (VECTORS / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def written_records() -> Iterator[Mapping[str, object]]:
    """Yield records as they are written, as people type them, and what is none."""
    for key, options in PLAYED:
        yield from _records_of(key, options)
    for typed in TYPED:
        yield {"text": typed, "record": fields_of(records.read(typed)), "write": False}
    for text in NO_RECORDS:
        yield {"text": text, "refused": True}


def _records_of(key: str, options: Mapping[str, str]) -> Iterator[Mapping[str, object]]:
    """Yield a game that goes on, one that a player gave up, and one played to its end."""
    ended = [row for row in _rows("endings") if (row["game"], row["options"]) == (key, options)]
    moves = min((row["moves"] for row in ended if len(row["moves"]) > 20), key=len)
    names = 'Ann "the Ox" \\ Lee', "Béa"
    common: dict[str, Any] = {"game": key, "options": dict(options), "names": [*names]}
    said = {"2": "nice {one} \\o/", "5": "Glück gehabt"}
    result = next(row["result"]["winner"] for row in ended if row["moves"] == moves)
    won = DRAWN if result is None else WON[GAMES[key].sides.index(result)]
    for fields in (
        {"moves": [*moves[:9]], "result": "*", "remarks": said, "pace": "3d+12h/5d"},
        {"moves": [*moves[:6]], "result": "0-1", "ending": "resignation", "match": 12},
        {"moves": [*moves[:4]], "result": "1/2-1/2", "ending": "agreement", "rated": True},
        {"moves": [*moves], "result": won, "ending": "rules", "pace": "2"},
    ):
        text = answer({"do": "write", **common, **fields})["text"]
        yield {"text": text, "record": fields_of(records.read(text))}


TYPED = [
    '[Game "bizingo"]\n1. H6-G6 2. f5-g5',
    '[Game "Ringo"]\n[Attacker "Ann"] [Defender "Bea"]\na1>a2 {go on}\na6-b6\n*\n',
    '[Game "hoyito"]\n[Options "holes=5"]\n[Somebody "else"]\n1.c 2.B *',
]
NO_RECORDS = [
    "",
    "1. a1-a2",
    '[Game "chess"]\n1. e4',
    '[Game "ringo"]\n1. a1-f6',
    '[Game "ringo"]\n[Options "attackers=9"]\n*',
    '[Game "ringo"]\n1. a1-a2 1-0',
    '[Game "ringo"]\n[Ending "magic"]\n1. a1-a2 *',
    '[Game "ringo"]\n[Pace "soon"]\n*',
    '[Game "ringo"]\n[Started "today"]\n*',
    '[Game "ringo"]\n[Result "1-0"]\n1. a1-a2 *',
]


if __name__ == "__main__":
    main()
