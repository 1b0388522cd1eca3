"""The lock files contain all that the requirements ask for, and everything else installed."""

import re
from importlib.metadata import PackageNotFoundError, metadata

import pytest

from tests.programs import PROJECT
from tools.lock_requirements import KINDS, digest, main, requirements_of

EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
INSTALLERS = ["tools/environment.py", "Containerfile", "README.md", "docs/hosting.md"]


def lock(kind: str) -> str:
    return (PROJECT / f"{kind}.lock").read_text(encoding="utf-8")


def locked(kind: str) -> dict[str, str]:
    """Return every locked package with its version and, if it has one, its condition."""
    found = re.findall(r"^([a-z0-9-]+)==([^\\]+?) \\$", lock(kind), re.MULTILINE)
    return dict(found)


def versions(kind: str) -> dict[str, str]:
    """Return the version of every locked package."""
    return {name: told.partition(" ;")[0] for name, told in locked(kind).items()}


@EVERY_KIND
def test_the_lock_is_not_stale(kind: str) -> None:
    assert digest(kind) in lock(kind), f"{kind}.txt has changed; lock it with: make lock"


@EVERY_KIND
def test_every_package_that_is_asked_for_is_locked_at_its_version(kind: str) -> None:
    for line in requirements_of(kind):
        name, _, version = line.partition("==")
        plain = re.sub(r"\[.*\]", "", name).lower().replace(".", "-").replace("_", "-")
        assert locked(kind)[plain] == version


@EVERY_KIND
def test_every_locked_package_has_the_hashes_of_its_files(kind: str) -> None:
    packages = re.split(r"\n(?=[a-z])", lock(kind))[1:]
    assert len(packages) == len(locked(kind)) > 15
    for package in packages:
        first, *rest = package.splitlines()
        assert rest, first
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in rest)


@EVERY_KIND
def test_a_lock_names_no_place_to_install_from(kind: str) -> None:
    assert "://" not in lock(kind)
    assert not re.search(r"^--?[a-z]", lock(kind), re.MULTILINE)


def test_one_environment_can_hold_every_lock() -> None:
    largest = versions(KINDS[0])
    for kind in KINDS[1:]:
        for name in versions(kind).keys() & largest.keys():
            assert versions(kind)[name] == largest[name]
    for kind in ("requirements", "requirements/practice", "requirements/dev"):
        assert versions(kind).keys() <= largest.keys()


@pytest.mark.parametrize("name", INSTALLERS)
def test_nothing_is_installed_without_its_hash(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    commands = re.findall(r'pip install[^"\n]*', text)
    assert commands
    for command in (line.partition("&&")[0].rstrip() for line in commands):
        assert "--require-hashes --only-binary :all: -r" in command
        assert command.endswith((".lock", " -r")), command


def test_a_comment_does_not_make_a_lock_stale_and_a_pin_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("requirements")
    monkeypatch.setattr("tools.lock_requirements.PROJECT", folder)
    inner, outer = folder / "inner.txt", folder / "outer.txt"
    inner.write_text("one==1\n", encoding="utf-8")
    outer.write_text("-r inner.txt\ntwo==2\n", encoding="utf-8")
    before = digest("outer")
    outer.write_text("# why\n-r inner.txt\ntwo==2  # because\n", encoding="utf-8")
    assert digest("outer") == before
    inner.write_text("one==1.1\n", encoding="utf-8")
    assert digest("outer") != before


@pytest.mark.parametrize("words", [[], ["--upgrade"]])
def test_all_are_locked_by_hash_agree_with_the_largest_and_are_upgraded_only_if_asked(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda command, **_: commands.append(command))
    main(words)
    assert capsys.readouterr().out.splitlines() == [f"locking {kind}.txt …" for kind in KINDS]
    assert [f"{kind}.lock" for kind in KINDS] == [
        command[command.index("--output-file") + 1] for command in commands
    ]
    assert all(("--upgrade" in command) == bool(words) for command in commands)
    largest, *others = commands
    assert "--constraint" not in largest
    for command in others:
        assert command[command.index("--constraint") + 1] == f"{KINDS[0]}.lock"
    assert all("--generate-hashes" in command for command in commands)
    assert all(
        command[-1].endswith(digest(kind)) for kind, command in zip(KINDS, commands, strict=True)
    )


def noticed() -> dict[str, str]:
    """Return the packages that the notice names, with their licences."""
    notice = (PROJECT / "NOTICE").read_text(encoding="utf-8")
    return dict(re.findall(r"^      ([a-z0-9-]+)  +([A-Z][\w. -]+)$", notice, re.MULTILINE))


def test_the_notice_names_every_package_that_is_installed_to_run_or_to_practise() -> None:
    besides = locked("requirements/practice").keys() | locked("requirements/postgres").keys()
    assert noticed().keys() == locked("requirements").keys() | besides


def test_the_notice_names_the_licences_that_the_packages_do() -> None:
    for name, licence in noticed().items():
        try:
            told = metadata(name)["License-Expression"]
        except PackageNotFoundError:
            continue  # only for other versions of Python
        assert told in (None, licence), name
