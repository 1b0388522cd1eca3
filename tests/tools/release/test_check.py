"""A release is refused where version, changes, database and locks do not agree."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from rules import __version__
from tests.programs import PROJECT
from tools.lock_requirements import KINDS
from tools.release.check import disagreements, unreleased

TOLD = f"""# Changes

## {__version__} – 2026-12-24

### For players

- A hat.

### For hosts

- Database: steps 0002 to 0003. Some seconds.

### For developers

- A coat.

## 0.1.0 – 2026-11-21

### For players

- Everything.

### For hosts

- Database: step 0001.

### For developers

- Everything.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with what is compared: versions, steps of the database, locks."""
    (tmp_path / "CHANGELOG.md").write_text(TOLD, encoding="utf-8")
    (tmp_path / "data" / "migrations").mkdir(parents=True)
    for step in ("0001_matches", "0002_hats", "0003_coats"):
        (tmp_path / "data" / "migrations" / f"{step}.sql").touch()
    (tmp_path / "requirements").mkdir()
    for kind in KINDS:
        shutil.copy(PROJECT / f"{kind}.lock", tmp_path / f"{kind}.lock")
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_this_version_its_changes_and_the_database_agree() -> None:
    assert [*disagreements(PROJECT)] == []


CHANGES = [
    (f"## {__version__} –", "## 0.1.9 –", "begins with 0.1.9, but rules/version.py says "),
    ("## 0.1.0 –", "## 9.1.0 –", "do not fall from the top"),
    ("### For players\n\n- ", "### For players\n\n", "nothing under “### For players” of "),
    ("- Database: steps 0002 to", "- Database: steps 0003 to", "step of the database once: [2]"),
]


@pytest.mark.parametrize(("old", "new", "told"), CHANGES)
def test_a_disagreement_is_told(project: Path, old: str, new: str, told: str) -> None:
    change(project / "CHANGELOG.md", old, new)
    [problem] = disagreements(project)
    assert told in problem


def test_a_new_step_of_the_database_has_to_stand_in_the_changes(project: Path) -> None:
    (project / "data" / "migrations" / "9999_hats.sql").touch()
    [problem] = disagreements(project)
    assert "[9999]" in problem


def test_a_lock_that_is_stale_is_told(project: Path) -> None:
    (project / "requirements.lock").write_text("", encoding="utf-8")
    [problem] = disagreements(project)
    assert problem.startswith("requirements.lock is not of requirements.txt")


def test_a_release_needs_its_date_a_commit_a_new_tag_and_what_is_built(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {"status": "", "tag": ""}
    monkeypatch.setattr("tools.release.check._git", lambda _folder, word, *_: answers[word])
    (project / "dist").mkdir()
    for name in ("-py3-none-any.whl", ".tar.gz"):
        (project / "dist" / f"parlour_rules-{__version__}{name}").touch()
    (project / "dist" / f"parlour-{__version__}.cdx.json").touch()
    day = date(2026, 12, 24)
    assert [*unreleased(project, day)] == []
    assert "dates" in next(unreleased(project, date(2026, 12, 25)))
    answers["status"] = " M bot.py"
    assert [*unreleased(project, day)] == ["There are changes that are not committed."]
    answers |= {"status": "", "tag": f"v{__version__}"}
    [problem] = unreleased(project, day)
    assert "raise rules/version.py" in problem
    answers["tag"] = ""
    shutil.rmtree(project / "dist")
    assert [problem.rpartition(": ")[2] for problem in unreleased(project, day)] == [
        "make package",
        "make package",
        "make sbom",
    ]
