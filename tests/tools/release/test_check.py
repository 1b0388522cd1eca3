"""A release is refused where version, changes, database and locks do not agree."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from languages.catalogue_maintenance import findings
from rules import __version__
from tests.programs import PROJECT
from tools.lock_requirements import KINDS
from tools.release.check import disagreements, unreleased

DAY = date(2026, 12, 24)
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


def test_this_version_its_changes_and_the_locks_agree() -> None:
    assert [*disagreements(PROJECT)] == []


CHANGES = [
    (f"## {__version__} –", "## 0.1.9 –", "begins with 0.1.9, but rules/version.py says "),
    ("## 0.1.0 –", "## 9.1.0 –", "do not fall from the top"),
    ("### For players\n\n- ", "### For players\n\n", "nothing under “### For players” of "),
]


@pytest.mark.parametrize(("old", "new", "told"), CHANGES)
def test_a_disagreement_is_told(project: Path, old: str, new: str, told: str) -> None:
    change(project / "CHANGELOG.md", old, new)
    [problem] = disagreements(project)
    assert told in problem


def test_a_lock_that_is_stale_is_told(project: Path) -> None:
    (project / "requirements.lock").write_text("", encoding="utf-8")
    [problem] = disagreements(project)
    assert problem.startswith("requirements.lock is not of requirements.txt")


@pytest.fixture
def answers(project: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Make the project ready on its day; return what git answers there, by its command."""
    answers = {"status": "", "tag": ""}
    monkeypatch.setattr("tools.release.check._git", lambda _folder, word, *_: answers[word])
    (project / "dist").mkdir()
    for name in ("-py3-none-any.whl", ".tar.gz"):
        (project / "dist" / f"parlour_rules-{__version__}{name}").touch()
    (project / "dist" / f"parlour-{__version__}.cdx.json").touch()
    return answers


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("steps 0002 to", "steps 0003 to", "each step of the database once: [2]."),
        ("steps 0002 to 0003", "step 0002", "each step of the database once: [3]."),
        ("step 0001", "steps 0001 to 0002", "each step of the database once: [1, 2, 2, 3]."),
    ],
)
def test_a_release_names_each_migration(project: Path, old: str, new: str, problem: str) -> None:
    change(project / "CHANGELOG.md", old, new)
    assert [*unreleased(project, DAY)] == [f"CHANGELOG.md does not name {problem}"]


@pytest.mark.usefixtures("answers")
def test_a_release_needs_every_sentence_in_every_language(project: Path) -> None:
    catalogues = [PROJECT / "languages" / "de.po", PROJECT / "languages" / "fr.po"]
    (project / "languages").mkdir()
    for path in catalogues:
        shutil.copy(path, project / "languages")
    open_before = [*unreleased(project, DAY)]
    known = len([*findings(catalogues[0])])
    change(project / "languages" / "de.po", 'msgstr "Ablehnen"', 'msgstr ""')
    told = f"languages/de.po has {known + 1} findings; list them with: make check-messages"
    assert {*unreleased(project, DAY)} - {*open_before} == {told}


def test_a_release_needs_its_date_a_commit_a_new_tag_and_what_is_built(
    project: Path, answers: dict[str, str]
) -> None:
    assert [*unreleased(project, DAY)] == []
    assert "dates" in next(unreleased(project, date(2026, 12, 25)))
    answers["status"] = " M bot.py"
    assert [*unreleased(project, DAY)] == ["There are changes that are not committed."]
    answers |= {"status": "", "tag": f"v{__version__}"}
    [problem] = unreleased(project, DAY)
    assert "raise rules/version.py" in problem
    answers["tag"] = ""
    shutil.rmtree(project / "dist")
    assert [problem.rpartition(": ")[2] for problem in unreleased(project, DAY)] == [
        "make package",
        "make package",
        "make sbom",
    ]
