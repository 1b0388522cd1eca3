"""Run in a browser, with the rules that its page plays by: perft, and games with their digests."""

import json
import sys
from hashlib import sha256

sys.path.insert(0, "/parlour")
from match.read_record import read
from rules import GAMES, perft

given = json.loads(globals()["GIVEN"])
for key, options, nodes in given["perfts"]:
    start = GAMES[key].start(options)
    found = [perft(start, depth) for depth in range(1, len(nodes) + 1)]
    assert found == nodes, (key, options, found)
for key, options, moves, legal, result in given["games"]:
    position = GAMES[key].start(options)
    for text, digest in zip([*moves, ""], legal, strict=True):
        offered = " ".join(sorted(position.moves()))
        assert sha256(offered.encode()).hexdigest()[:12] == digest, (key, options, text)
        position = position.after(position.legal(text)) if text else position
    ending = position.outcome()
    winner = None if ending is None or ending.winner is None else position.sides[ending.winner]
    assert (ending is None) == (result is None), key
    assert result is None or result["winner"] == winner, (key, result)
for text, moves in given["written"]:
    assert [*read(text, GAMES).moves] == moves, text
" ".join(str(len(given[kind])) for kind in ("perfts", "games", "written"))  # what the page is told
