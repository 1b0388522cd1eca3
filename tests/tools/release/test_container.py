"""The container: its linter, what is built where an engine is, and the locales that it keeps."""

import os
import sys
from pathlib import Path

import babel
import pytest
from babel import localedata

from hosting.settings import FOR_HOST
from tests.programs import PROJECT
from tools.release import container
from tools.release.container import engine, lint, look
from tools.release.keep_locales import keep


@pytest.mark.thorough
def test_the_locales_that_an_image_keeps_are_enough_for_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "locale-data"
    folder.mkdir()
    for path in (Path(babel.__file__).parent / "locale-data").glob("*.dat"):
        (folder / path.name).symlink_to(path)
    keep(folder)
    assert 10 < len([*folder.iterdir()]) < 300
    names = [path.stem.replace("-", "_") for path in (PROJECT / "languages").glob("*.po")]
    assert len(names) > 5
    before = {name: set(localedata.load(name)) for name in names}
    monkeypatch.setattr(localedata, "_dirname", str(folder))
    monkeypatch.setattr(localedata, "_cache", {})
    assert {name: set(localedata.load(name)) for name in names} == before
    assert not (folder / "ja.dat").exists()


def test_the_linters_have_nothing_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert [*lint()] == []
    if "SKIPPED" in (told := capsys.readouterr().out):
        pytest.skip(told)


def test_a_fault_in_the_file_of_several_containers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "docs/compose.yaml"
    file.parent.mkdir()
    there = (PROJECT / "docs/compose.yaml").read_text(encoding="utf-8")
    file.write_text(there.replace("read_only:", "readonly:"), encoding="utf-8")
    monkeypatch.setattr(container, "PROJECT", tmp_path)
    told = "\n".join(lint())
    if "check-jsonschema" in (skipped := capsys.readouterr().out):
        pytest.skip(skipped)
    assert "readonly" in told


def test_a_linter_that_cannot_run_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linter = tmp_path / "hadolint"
    linter.write_text("#!/bin/sh\necho no memory >&2\nexit 9\n", encoding="utf-8")
    linter.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert [*lint()] == ["hadolint stopped with 9: no memory"]


class Engine:
    """An engine of containers, as a program that writes down how it was called."""

    def __init__(self, path: Path, answers: str) -> None:
        self.path, self.calls = path / "podman", path / "calls"
        self.path.write_text(f'#!/bin/sh\necho "$*" >> {self.calls}\n{answers}', encoding="utf-8")
        self.path.chmod(0o755)


SOUND = f"""
case "$*" in
    *inspect*) echo 190000000 ;;
    *"id -u") echo 10001 ;;
    *which*) exit 1 ;;
    *--check) echo "wrong: DISCORD_TOKEN is not set"; exit {FOR_HOST} ;;
esac
"""


@pytest.mark.skipif(os.name == "nt", reason="the engine of this test is a shell script")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", None),
        ("190000000", "210000000", "the image takes more than 200 MB: 210"),
        ("echo 10001", "echo 0", "the bot runs as user 0"),
        ("*which*) exit 1", "*cc) exit 0 ;;\n*which*) exit 1", "cc is in the image"),
        (f"exit {FOR_HOST}", "exit 1", "the bot does not check itself in it: wrong"),
        (
            'case "$*" in',
            'case "$*" in\nbuild*) echo no >&2; exit 1 ;;',
            "the image can't be built: no",
        ),
    ],
)
def test_an_image_is_looked_into(tmp_path: Path, old: str, new: str, told: str | None) -> None:
    found = Engine(tmp_path, SOUND.replace(old, new, 1))
    problems = [*look(str(found.path))]
    assert problems[:1] == ([] if told is None else [problems[0]])
    assert told is None or problems[0].startswith(told)
    if not told:
        calls = found.calls.read_text(encoding="utf-8")
        assert calls.count("run --rm --read-only ") >= 3


@pytest.mark.skipif(os.name == "nt", reason="the engine of this test is a shell script")
def test_an_image_to_begin_with_that_cannot_be_had_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Engine(tmp_path, 'case "$*" in pull*) echo "no registry" >&2; exit 1 ;; esac\n')
    assert [*look(str(found.path))] == []
    assert capsys.readouterr().out == (
        "SKIPPED, nothing was built: python:3.13-slim can't be had (no registry).\n"
    )
    assert found.calls.read_text(encoding="utf-8") == "pull python:3.13-slim\n"


def test_without_the_linter_nothing_is_linted_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert [*lint()] == []
    assert capsys.readouterr().out.startswith("SKIPPED, not linted: hadolint ")


def test_without_an_engine_it_is_only_linted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    assert engine() is None
    monkeypatch.setattr(container, "lint", lambda: iter(()))
    assert container.main() == 0
    assert "SKIPPED, nothing was built" in capsys.readouterr().out
