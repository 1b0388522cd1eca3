"""The rules and the computer in the browser's Python: what they find."""

import json
from pathlib import Path

from play.matches import LONGEST_THOUGHT
from rules import GAMES
from tests.browser import test_play
from tests.browser.channel import Channel
from tests.browser.test_play import Files
from tests.recorded_games import ENDINGS, PERFTS, RECORDINGS, WRITTEN
from tests.thorough import THOROUGH

files, site, pytestmark = test_play.files, test_play.site, test_play.pytestmark
MOST_NODES = 50_000
"""The most nodes of a perft that a browser counts."""
CHECKED, THINKS = (
    (Path(__file__).parent / f"{name}_in_browser.py").read_text(encoding="utf-8")
    for name in ("check", "think")
)


@THOROUGH
async def test_perft_and_recorded_games_agree_in_the_browser(
    files: Files, channel: Channel
) -> None:
    page = channel.page
    perfts = [
        [*each[:2], [nodes for nodes in each.nodes if nodes <= MOST_NODES]] for each in PERFTS
    ]
    await page.goto(files.address)
    games = RECORDINGS + ENDINGS
    assert len(games) + len(WRITTEN) >= 200
    given = json.dumps({"perfts": perfts, "games": games, "written": WRITTEN})
    told = f"{len(PERFTS)} {len(games)} {len(WRITTEN)}"
    assert await page.evaluate(IN_PYTHON, [CHECKED, given]) == told


@THOROUGH
async def test_levels_answer_in_the_browser(files: Files, channel: Channel) -> None:
    page = channel.page
    games = [next(each for each in RECORDINGS if each.game == key and each.result) for key in GAMES]
    positions = [
        [game.game, game.options, game.moves[:ply]]
        for game in games
        for ply in (0, len(game.moves) // 2, len(game.moves) - 3)
    ]
    await page.goto(files.address)
    given = json.dumps({"positions": positions, "limit": LONGEST_THOUGHT})
    longest = await page.evaluate(IN_PYTHON, [THINKS, given])
    print(f"the longest thought in this browser: {longest:.1f} s")


IN_PYTHON = """async ([code, given]) => {
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", location.href).href);
  const python = await loadPyodide({ indexURL: "pyodide/" });
  const program = await (await fetch("parlour.zip")).arrayBuffer();
  python.unpackArchive(program, "zip", { extractDir: "/parlour" });
  python.globals.set("GIVEN", given);
  return python.runPython(code);
}"""
