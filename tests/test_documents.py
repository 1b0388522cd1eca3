"""The documents agree with the code."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from shutil import which

import pytest
from babel import Locale
from PIL import Image

from data.maintenance.backup_folder import LONGEST, Retention
from hosting.check import NAMED, PERMISSIONS, SCOPES
from hosting.health import TIMEOUT
from hosting.settings import FOR_HOST, Settings, environment_name, split_shards
from languages import languages
from rules import GAMES
from tests.programs import PROJECT, running
from tests.thorough import THOROUGH
from tools import list_files

PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md")])
HOSTING = (PROJECT / "docs/hosting.md").read_text(encoding="utf-8")
CONTAINER = (PROJECT / "Containerfile").read_text(encoding="utf-8")
COMPOSE = PROJECT / "docs/compose.yaml"
UNIT = (PROJECT / "docs/parlour.service").read_text(encoding="utf-8")
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def anchors(text: str) -> set[str]:
    """Return the link targets of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@EVERY_PAGE
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    ours = [path.as_posix() for path in PROJECT.rglob("*.py") if ".venv" not in path.parts]
    for named in re.findall(r"`((?:\w+/)*\w+\.py)`", text):
        assert any(path.endswith(f"/{named}") for path in ours), named


@EVERY_PAGE
def test_a_page_that_lists_all_games_names_those_of_the_sources_before_agon(page: Path) -> None:
    *names, agon = (rules.name for rules in GAMES.values())
    assert (names, agon) == (["Bizingo", "Hoyito", "Bivouac", "Ringo"], "Agon")
    text = page.read_text(encoding="utf-8")
    headings = "\n".join(re.findall(r"^#+ .*$", text, re.MULTILINE))
    for part in (headings, *text.split("\n\n")):
        if agon in part and all(name in part for name in names):
            assert max(map(part.index, names)) < part.index(agon), part


def test_every_file_says_in_its_first_line_what_is_in_it() -> None:
    for path in list_files.sources():
        said = list_files.subject(path)
        assert said.endswith((".", "`")), path
        assert len(said) <= 100, path


def test_the_list_of_files_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    list_files.main(["hosting"])
    told = capsys.readouterr().out
    assert "\nhosting/\n" in told
    assert re.search(r"^  health.py +The health of the bot", told, re.MULTILINE)
    for other in ("/tmp", "nowhere"):  # noqa: S108 (nothing is written)
        with pytest.raises(SystemExit):
            list_files.main([other])
        assert "the project has no folder" in capsys.readouterr().err


@EVERY_PAGE
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


@EVERY_PAGE
def test_every_command_of_make_is_there(page: Path) -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"(?:`| {4})make ([a-z-]+)", page.read_text(encoding="utf-8"))) <= targets


def test_every_rule_of_a_season_names_a_test_that_holds_it() -> None:
    text = (PROJECT / "docs/seasons.md").read_text(encoding="utf-8")
    sources = "".join(path.read_text(encoding="utf-8") for path in PROJECT.glob("tests/**/*.py"))
    tests = {*re.findall(r"^(?:async )?def (test_\w+)", sources, re.MULTILINE)}
    assert {*re.findall(r"`(test_\w+)`", text)} <= tests
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    assert all("`test_" in row for row in rows if not row.endswith("held by |"))


def test_every_game_is_told_in_five_lines() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    playing = (PROJECT / "docs/playing.md").read_text(encoding="utf-8")
    for key, game in GAMES.items():
        _, heading, told = playing.partition(f"\n### {game.name}\n")
        assert heading, game.name
        lines = told.partition("\n\n")[0].splitlines()
        assert len(lines) == 5, game.name
        assert f"docs/pictures/{key}.png" in readme


def test_the_first_screen_of_the_readme_shows_three_moves_and_loads_quickly() -> None:
    first, _, _ = (PROJECT / "README.md").read_text(encoding="utf-8").partition("make run")
    moves = PROJECT / "docs/pictures/moves.gif"
    assert "](docs/pictures/moves.gif)" in first
    assert moves.stat().st_size <= 800_000
    with Image.open(moves) as shown:
        assert getattr(shown, "n_frames", 1) == 3


def test_the_forms_of_issues_offer_every_game_and_every_language() -> None:
    forms = PROJECT / ".github" / "ISSUE_TEMPLATE"
    offered = {
        name: re.findall(r"options: \[(.+)\]", (forms / f"{name}.yml").read_text(encoding="utf-8"))
        for name in ("rules", "words")
    }
    assert offered["rules"] == [", ".join(game.name for game in GAMES.values())]
    tags = [path.stem.partition("-")[0] for path in (PROJECT / "languages").glob("*.po")]
    names = {tag: Locale.parse(tag).languages[tag].capitalize() for tag in ("en", *tags)}
    assert offered["words"] == [", ".join(sorted(names.values()))]


def test_every_form_of_an_issue_has_the_parts_that_the_place_asks_for() -> None:
    for path in (PROJECT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"):
        text = path.read_text(encoding="utf-8")
        assert re.match(r"name: .+\ndescription: .+\nlabels: \[\w+\]\nbody:\n  - type: ", text), (
            path.name
        )
        ids = re.findall(r"^    id: (\w+)$", text, re.MULTILINE)
        assert len(ids) == len(set(ids)) == text.count("- type: ") == text.count("      label: ")
        assert "required: true" in text


def test_the_invite_asks_for_what_the_bot_needs_and_no_more() -> None:
    (invite,) = re.findall(r"https://discord\.com/oauth2/authorize\S+", HOSTING)
    assert f"scope={'+'.join(SCOPES)}&permissions={PERMISSIONS.value}" in invite
    assert f"The number {PERMISSIONS.value} " in HOSTING


def test_every_setting_is_told_with_what_holds_unless_it_is_set() -> None:
    told = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", HOSTING, re.MULTILINE))
    for field, about in Settings.model_fields.items():
        default = told.pop(environment_name(field))
        holds = "nowhere" if about.default is None else f"`{about.default}`"
        assert field in ("token", "shards") or default == holds
    assert not told


@THOROUGH
async def test_the_container_holds_all_that_the_bot_needs(tmp_path: Path) -> None:
    copied = [line.split()[1:] for line in CONTAINER.splitlines() if line.startswith("COPY ")]
    for *sources, target in copied:
        for source in sources:
            place = tmp_path / target / (Path(source).name if target == "./" else "")
            for path in [found for found in (PROJECT / source).rglob("*") if found.is_file()] or [
                PROJECT / source
            ]:
                there = place / path.relative_to(PROJECT / source)
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes(path.read_bytes())
    kept = {"PARLOUR_DATABASE": str(tmp_path / "kept/parlour.sqlite3")}
    async with running(tmp_path, "bot.py", "--check", PYTHONPATH="", **kept) as program:
        assert await program.ends() == FOR_HOST
    assert "parlour.sqlite3 doesn't exist yet" in program.out
    assert "DISCORD_TOKEN is not set" in program.out
    assert "Traceback" not in program.log


def test_the_container_runs_the_bot_without_rights_and_without_a_shell() -> None:
    steps = [line.split(maxsplit=1) for line in CONTAINER.splitlines() if line]
    told = {step: words for step, *words in steps}
    assert told["USER"] == ["10001"]  # a number, which a cluster can hold against its rules
    assert "useradd --system --uid 10001 " in CONTAINER
    assert told["VOLUME"] == ["/data"]
    assert told["CMD"] == ['["python", "bot.py"]']
    assert told["HEALTHCHECK"][0].endswith('CMD ["python", "bot.py", "--health"]')
    set_there = dict(re.findall(r"(PARLOUR_\w+)=(\S+)", CONTAINER))
    assert all(path.startswith("/data/") for path in set_there.values())
    assert set(set_there) <= {environment_name(field) for field in Settings.model_fields}


def test_the_container_can_be_read_whatever_the_rights_of_the_checkout(tmp_path: Path) -> None:
    steps = [line for line in CONTAINER.splitlines() if re.match("[A-Z]+ ", line)]
    (opened,) = (at for at, step in enumerate(steps) if "chmod a+rX" in step)
    copied = [at for at, step in enumerate(steps) if step.startswith("COPY ")]
    assert max(copied) < opened < steps.index("USER 10001")
    (tmp_path / "closed").mkdir()
    modes = {"closed/file": 0o600, "closed": 0o700, "open": 0o755, "read": 0o644}
    for name, mode in modes.items():
        if not (tmp_path / name).exists():
            (tmp_path / name).touch()
        (tmp_path / name).chmod(mode)
    command = steps[opened].removeprefix("RUN ").removesuffix(" \\")
    subprocess.run(command, cwd=tmp_path, shell=True, check=True)  # noqa: S602 (our own words)
    found = {name: (tmp_path / name).stat().st_mode & 0o777 for name in modes}
    assert found == {"closed/file": 0o644, "closed": 0o755, "open": 0o755, "read": 0o644}


def test_no_file_of_a_host_gets_into_the_container() -> None:
    ignored = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".env", ".git", "**/*.sqlite3", "**/*.sqlite3-*"} <= set(ignored)


def test_the_service_starts_the_bot_where_the_page_says() -> None:
    told = dict(re.findall(r"^(\w+)=(.+)$", UNIT, re.MULTILINE))
    folder = told["WorkingDirectory"]
    assert told["ExecStart"] == f"{folder}/.venv/bin/python bot.py"
    assert f"git clone WHERE_YOU_FOUND_IT {folder}" in HOSTING
    assert f"PARLOUR_DATABASE=/var/lib/{told['StateDirectory']}/" in HOSTING
    assert "cp docs/parlour.service /etc/systemd/system/" in HOSTING
    assert f"install -d -o {told['User']} -g {told['User']} -m 700" in HOSTING


def test_the_service_waits_for_the_bot_watches_it_and_leaves_the_rest_to_the_host() -> None:
    told = dict(re.findall(r"^(\w+)=(.+)$", UNIT, re.MULTILINE))
    assert told["Type"] == "notify"
    assert told["WatchdogSec"] == f"{TIMEOUT // 60}min"
    assert told["RestartPreventExitStatus"] == str(FOR_HOST)
    assert f"status {FOR_HOST}" in re.sub(r"\s+", " ", HOSTING)
    # These belong in [Unit]; elsewhere systemd reports them as unknown.
    unit = UNIT.partition("[Service]")[0]
    assert "StartLimitIntervalSec=1d" in unit
    starts = int(told["StartLimitBurst"])
    assert starts < 24 * 3600 / int(told["RestartSec"]), "it would never be reached"


def test_each_of_several_processes_is_started_by_the_same_unit() -> None:
    unit = (PROJECT / "docs/parlour@.service").read_text(encoding="utf-8")
    assert unit == UNIT
    assert "cp docs/parlour@.service /etc/systemd/system/" in HOSTING


@pytest.mark.skipif(which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "parlour@.service"
    unit.write_text(UNIT.replace("/opt/parlour/.venv/bin/python", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, check=False)  # noqa: S603, S607
    assert (done.returncode, done.stderr) == (0, b"")


def test_containers_of_several_processes_have_what_they_need() -> None:
    compose = COMPOSE.read_text(encoding="utf-8")
    assert "f docs/compose.yaml up" in compose
    set_there = dict(re.findall(r"(PARLOUR_\w+): (.+)", compose))
    assert set(set_there) <= {environment_name(field) for field in Settings.model_fields}
    assert split_shards(set_there["PARLOUR_SHARDS"].strip('"')) == (range(4), 4)
    (name,) = re.findall(r"REQUIREMENTS: (.+)", compose)
    assert f"requirements/{name} ./" in CONTAINER
    assert "WORKDIR /parlour\n" in CONTAINER
    assert "- /parlour/var:uid=10001,mode=0700" in compose, "the root can only be read"
    (oldest,) = re.findall(r"PostgreSQL (\d+) or newer", HOSTING)
    assert int(re.findall(r"postgres:(\d+)", compose)[0]) >= int(oldest)


@pytest.mark.parametrize("way", ["make run", "systemd", "a container"])
def test_looking_after_it_is_told_for_each_way_in_one_place(way: str) -> None:
    section = HOSTING.partition("## 7. ")[2].partition("\n## 8. ")[0]
    told = next(part for part in section.split("\n\n**") if way in part.partition(",")[0])
    for words in ("--check", "--health", "data check", "data stats", "data backup", "data restore"):
        assert words in told
    assert "git pull" in told
    for line in re.findall(r"^ {4}(.*(?:bot\.py|-m data).*)$", told, re.MULTILINE):
        assert line.startswith(
            {
                "make run": ".venv/bin/python ",
                "systemd": "runuser -u parlour -- .venv/bin/python ",
                "a container": "podman ",
            }[way]
        )


async def test_every_way_to_look_after_the_database_is_there(tmp_path: Path) -> None:
    told = set(re.findall(r"python -m data(?: --database \S+)? ([a-z]+)", HOSTING))
    async with running(tmp_path, "-m", "data", "--help") as program:
        assert await program.ends() == 0
    for verb in told:
        assert re.search(rf"^ +{verb} ", program.out, re.MULTILINE), verb


def test_every_table_of_the_database_stands_in_the_privacy_page(migrated: Path) -> None:
    privacy = (PROJECT / "docs" / "PRIVACY.md").read_text(encoding="utf-8")
    with closing(sqlite3.connect(migrated)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert len(tables) > 40
    assert [name for (name,) in tables if f"`{name}`" not in privacy] == []


def test_all_that_is_left_beside_the_database_stands_in_the_privacy_page() -> None:
    privacy = re.sub(r"\s+", " ", (PROJECT / "docs" / "PRIVACY.md").read_text(encoding="utf-8"))
    for left in ("before-0038", "replaced", "failed", "ahead", "unfinished"):
        assert f"`…-{left}`" in privacy
    settings = Settings.model_fields
    days, weeks = settings["backups"].default, settings["weekly_backups"].default
    assert f"the last {days} days are kept, and one a week of the {weeks} weeks before" in privacy
    assert LONGEST.days == days + 7 * weeks == Retention().days + 7 * Retention().weeks
    assert f"within {LONGEST.days} days" in privacy


def test_what_must_pass_runs_with_the_oldest_python_and_the_newest() -> None:
    workflow = (PROJECT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    oldest, newest = re.findall(r"Python (3\.\d+) to (3\.\d+)", HOSTING)[0]
    assert f'python: ["{oldest}", "{newest}"]' in workflow
    assert re.findall(r"- run: (.+)", workflow) == [".ci/run"]
    assert "contents: read" in workflow, "and nothing else"


def test_the_way_into_the_directory_undoes_what_keeps_a_bot_private() -> None:
    page = (PROJECT / "docs/directory.md").read_text(encoding="utf-8")
    for setting in re.findall(r"\*(Install Link|Public Bot)\*", HOSTING):
        assert f"*{setting}*" in page
    for scope in SCOPES:
        assert f"`{scope}`" in page
    for name in NAMED:
        assert f"**{name}**" in page
        assert f"**{name}**" in HOSTING


def test_the_texts_for_the_app_directory_are_there_in_every_language_and_short_enough() -> None:
    page = (PROJECT / "docs/directory.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)+)", page, re.MULTILINE))
    assert set(sections) == {language.name for language in languages().values()}
    for name, section in sections.items():
        summary, description = re.findall(r"```\n(.+)\n```", section)
        tags = re.findall(r"^Tags: (.+)$", section, re.MULTILINE)[0].split(", ")
        assert len(summary) <= 200, name
        assert 200 < len(description) <= 400, (name, len(description))
        assert all(game.name in summary for game in GAMES.values())
        assert len(set(tags)) == 5
        assert max(map(len, tags)) <= 20


def test_terms_and_privacy_say_what_a_host_is_asked_for() -> None:
    terms, privacy = (
        (PROJECT / "docs" / name).read_text(encoding="utf-8") for name in ("TERMS.md", "PRIVACY.md")
    )
    for heading in ("What, and why", "How long", "How to get it", "How to delete it", "Who to ask"):
        assert f"\n## {heading}\n" in privacy
    for part in ("Your data.", "Changes.", "Contact."):
        assert f"\n**{part}**" in terms
    assert "[TERMS.md](TERMS.md)" in privacy
    assert "[PRIVACY.md](PRIVACY.md)" in terms


def test_each_rule_of_leagues_and_cups_names_the_tests_that_hold_it() -> None:
    page = (PROJECT / "docs/seasons.md").read_text(encoding="utf-8")
    rules = [line for line in page.splitlines() if line.startswith("| ") and "held by" not in line]
    code = "\n".join(path.read_text(encoding="utf-8") for path in (PROJECT / "tests").rglob("*.py"))
    for rule in rules:
        named = re.findall(r"`(test_\w+)`", rule)
        assert named or rule.startswith("| ---"), rule
        assert all(f"def {test}(" in code for test in named), rule
