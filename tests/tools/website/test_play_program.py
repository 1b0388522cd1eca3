"""The program that runs in a browser: it needs no library that a browser does not have."""

import subprocess
import sys
from pathlib import Path

from tools.website.play_program import archive, modules

PLAYED = """
import json, sys
for missing in ("PIL", "isal", "babel", "discord", "aiohttp", "pydantic"):
    sys.modules[missing] = None
sys.path[:0] = [sys.argv[1]]
from play.answers import answer, run
state = json.loads(answer("board", json.dumps({"at": "match|agon|-|1|0|1|5"})))
state["job"]["given"]["longest"] = 0.01
answers = [run(json.dumps(state["job"]))]
state = json.loads(answer("board", json.dumps({"at": state["at"], "answers": answers})))
print(state["count"], state["board"]["svg"][:2], state["lines"][0])
"""


def test_it_plays_without_pillow_and_babel(tmp_path: Path) -> None:
    (tmp_path / "parlour.zip").write_bytes(archive())
    unpack = [sys.executable, "-m", "zipfile", "-e", "parlour.zip", "parlour"]
    subprocess.run(unpack, cwd=tmp_path, check=True)  # noqa: S603 (ours)
    command = [sys.executable, "-I", "-c", PLAYED, str(tmp_path / "parlour")]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
    assert told.stdout == "1 <d Your move.\n", told.stderr


def test_nothing_of_discord_or_the_store_is_in_it() -> None:
    assert {"rendering.svg", "play.answers", "match.read_record"} <= set(modules())
    assert not {"rendering", "rendering.paint", "languages", "data"} & set(modules())


def test_same_sources_make_the_same_archive() -> None:
    assert archive() == archive()
