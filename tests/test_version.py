"""The version is told alike by every program, by the library and by the papers."""

import sys
from importlib import import_module

import pytest

from rules import __version__
from tests.programs import PROJECT

PROGRAM_ROOMS = ("computer", "data", "languages", "practice", "rendering", "rules")
PROGRAMS = ("bot", *(f"{room}.__main__" for room in PROGRAM_ROOMS))


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_tells_the_version(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--version"])
    with pytest.raises(SystemExit) as stopped:
        import_module(name).main()
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"Parlour {__version__}\n"


def test_the_version_stands_in_one_place() -> None:
    places = [
        path.relative_to(PROJECT).as_posix()
        for path in [*PROJECT.glob("*.py"), *PROJECT.glob("*.toml"), *PROJECT.glob("*/*.py")]
        if f'"{__version__}"' in path.read_text(encoding="utf-8")
    ]
    assert places == ["rules/version.py"]
