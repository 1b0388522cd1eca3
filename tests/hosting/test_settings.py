"""Settings are read from the environment and `.env`, and each error is reported in one line."""

import asyncio
import json
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data import Store
from hosting.settings import FOR_HOST, PREFIX, CannotStart, Settings, environment_name, split_shards
from hosting.startup import LogFormatter
from rendering import THEMES
from tests.programs import PATIENCE, PROJECT, running
from tests.thorough import THOROUGH
from tools.bench.discord_server import TOKEN

NAMES = {environment_name(field) for field in Settings.model_fields}
EXAMPLE = (PROJECT / ".env.example").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name in NAMES or name.startswith(PREFIX):
            monkeypatch.delenv(name)


def test_a_database_is_enough() -> None:
    assert Settings(database=Path("x.sqlite3")).database == Path("x.sqlite3")


def test_nothing_needs_to_be_set() -> None:
    assert Settings.load().token is None


def test_databases_lie_in_var_by_default() -> None:
    settings = Settings.load()
    assert settings.database == Path("var/parlour.sqlite3")
    assert settings.backup_folder == Path("var/backups")


@pytest.mark.parametrize("name", ["parlour.sqlite3", "practice.sqlite3"])
def test_database_found_under_the_former_default_goes_on_being_used(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("data", "var"):
        Path(folder).mkdir()
    Path("data", name).touch()
    assert Settings.load().database == Settings().database == Path("data/parlour.sqlite3")
    assert Settings(database=Path("x.sqlite3")).database == Path("x.sqlite3")
    Path("var", name).touch()
    assert Settings.load().database == Path("var/parlour.sqlite3"), "moved, or begun anew"
    monkeypatch.setenv("PARLOUR_DATABASE", "data/parlour.sqlite3")
    assert Settings.load().database == Path("data/parlour.sqlite3"), "as the host says"


def test_backups_found_under_the_former_default_go_on_being_kept() -> None:
    Path("backups").mkdir()
    assert Settings.load().backup_folder == Path("backups")
    assert Settings(backup_folder=Path("copies")).backup_folder == Path("copies")
    Path("var/backups").mkdir(parents=True)
    assert Settings.load().backup_folder == Path("var/backups")


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(
        f"DISCORD_TOKEN='{TOKEN}'\nPARLOUR_BACKUPS=3\nPARLOUR_THEME={THEMES[1]}\nOTHER=1\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PARLOUR_BACKUPS", "4")
    settings = Settings.load()
    assert settings.token is not None
    assert settings.token.get_secret_value() == TOKEN
    assert (settings.backups, settings.theme) == (4, THEMES[1])


def test_case_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_LOG_LEVEL", "debug")
    monkeypatch.setenv("PARLOUR_LOG_FORMAT", "JSON")
    monkeypatch.setenv("PARLOUR_THEME", THEMES[-1].upper())
    assert Settings.load().theme == THEMES[-1]


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("PARLOUR_POLL_SECONDS", "0", "1 to 86400"),
        ("PARLOUR_POLL_SECONDS", "soon", "1 to 86400"),
        ("PARLOUR_BACKUPS", "-1", "0 to 1000"),
        ("PARLOUR_WEEKLY_BACKUPS", "a few", "0 to 1000"),
        ("PARLOUR_LOG_LEVEL", "loud", "DEBUG, INFO, WARNING, ERROR"),
        ("PARLOUR_LOG_FORMAT", "xml", "text, json"),
        ("PARLOUR_THEME", "marble", ", ".join(THEMES)),
        ("PARLOUR_PRACTICE_PORT", "65536", "1 to 65535"),
        ("PARLOUR_METRICS", "9464", "such as 127.0.0.1:9464"),
        ("PARLOUR_METRICS", "127.0.0.1:0", "1 to 65535"),
        ("PARLOUR_METRICS", "127.0.0.1:soon", "1 to 65535"),
        ("PARLOUR_SHARDS", "0", "1 to 1024, such as 8"),
        ("PARLOUR_SHARDS", "1025", "1 to 1024, such as 8"),
        ("PARLOUR_SHARDS", "0-9/8", "such as 0-3/8"),
        ("PARLOUR_SHARDS", "3-0/8", "such as 0-3/8"),
        ("PARLOUR_SHARDS", "8/0-3", "such as 0-3/8"),
        ("PARLOUR_SHARDS", "0-3", "such as 0-3/8"),
        ("PARLOUR_SHARDS", "٨", "such as 0-3/8"),
    ],
)
def test_a_wrong_value_is_told_with_the_valid_ones(
    name: str, value: str, valid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(CannotStart) as told:
        Settings.load()
    line = str(told.value)
    assert line.lower().startswith(f"{name} is {value!r}".lower())
    assert valid in line
    assert "\n" not in line


@pytest.mark.parametrize("token", ["Bot a.b.c", "a.b", "a..c", "0123456789abcdef", "a.b.c d"])
def test_what_is_no_token_is_not_repeated(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(CannotStart, match=r"^DISCORD_TOKEN is not a token: ") as told:
        Settings.load()
    assert token not in str(told.value)


def test_every_wrong_setting_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKUPS", "many")
    Path(".env").write_text("PARLOUR_THEEM=walnut\n", encoding="utf-8")
    with pytest.raises(CannotStart) as told:
        Settings.load()
    backups, theme = str(told.value).splitlines()
    assert backups.startswith("PARLOUR_BACKUPS is 'many'")
    assert theme.startswith("PARLOUR_THEEM in .env isn't a setting")
    assert theme.endswith("maybe you mean PARLOUR_THEME.")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("PARLOUR_BACKUP", "maybe you mean PARLOUR_BACKUPS."),
        ("parlour_databse", "maybe you mean PARLOUR_DATABASE."),
        ("PARLOUR_X", "the settings are DISCORD_TOKEN, PARLOUR_DATABASE, "),
    ],
)
def test_a_misspelt_name_in_the_environment_is_named(
    name: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "")
    with pytest.raises(CannotStart) as refused:
        Settings.load()
    assert str(refused.value).startswith(f"{name} in the environment isn't a setting; ")
    assert told in str(refused.value)


def test_a_tilde_is_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("PARLOUR_DATABASE", "~/parlour/matches.sqlite3")
    monkeypatch.setenv("PARLOUR_BACKUP_FOLDER", "~/copies")
    settings = Settings.load()
    assert settings.database == tmp_path / "parlour/matches.sqlite3"
    assert settings.backup_folder == tmp_path / "copies"


def test_the_home_of_nobody_is_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATABASE", "~nobody-of-this-name/parlour.sqlite3")
    with pytest.raises(CannotStart, match=r"^PARLOUR_DATABASE is .*nobody-of-this-name"):
        Settings.load()


@THOROUGH
@pytest.mark.parametrize(("token", "status"), [(TOKEN, 0), ("", 3), ("not a token", FOR_HOST)])
async def test_make_run_learns_whether_there_is_a_bot_to_run(
    token: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text(f"export DISCORD_TOKEN = '{token}'\n", encoding="utf-8")
    async with running(tmp_path, "-m", "hosting.settings") as asking:
        assert await asking.ends() == status
    assert asking.log.startswith("DISCORD_TOKEN is not a token") == (status == FOR_HOST)


def test_a_file_that_is_no_text_is_told() -> None:
    Path(".env").write_bytes(b"PARLOUR_THEME=\xff\xfe")
    with pytest.raises(CannotStart, match=r"^\.env cannot be read"):
        Settings.load()


@pytest.mark.parametrize(
    "mistyped",
    [
        'DISCORD_TOKEN="{}',
        "DISCORD_TOKEN='{}",
        'DISCORD_TOKEN="{}”',
        "DISCORD_TOKEN: {}",
        "DISCORD_TOKEN:{}",
        "DISCORD_TOKEN {}",
        "DISCORD_TOKEN",
        "“DISCORD_TOKEN”={}",
        "“DISCORD_TOKEN={}”",
        "DISCORD TOKEN={}",
        "DISCORD-TOKEN={}",
        "DISCORD_TOKN={}",
        "set DISCORD_TOKEN={}",
        "PARLOUR_BACKUPS: 7",
        'PARLOUR_THEME="slate',
        "PARLOUR_THEME",
        "“PARLOUR_THEME”=slate",
    ],
)
def test_a_mistyped_line_is_named_and_not_repeated(mistyped: str) -> None:
    Path(".env").write_text(f"# mine\n\n{mistyped.format(TOKEN)}\nOTHER=1\n", encoding="utf-8")
    with pytest.raises(CannotStart) as told:
        Settings.load()
    assert str(told.value).splitlines()[0].startswith("Line 3 of .env isn't a setting: write ")
    assert TOKEN not in str(told.value)


def test_lines_of_other_programs_are_no_mistakes() -> None:
    others = f"export OTHER\nGITHUB_TOKEN={TOKEN}\nDISCORD_SERVER=1\nDISCORD_TOKEN_OLD=x\n"
    Path(".env").write_text(f"{others}export discord_token = '{TOKEN}' # mine", encoding="utf-8")
    assert Settings.load().token is not None


def test_a_folder_in_place_of_the_file_is_told() -> None:
    Path(".env").mkdir()
    with pytest.raises(CannotStart, match=r"^\.env cannot be read \(.*directory"):
        Settings.load()


def test_a_place_that_can_be_no_file_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("/", ".", ".."):
        monkeypatch.setenv("PARLOUR_DATABASE", place)
        with pytest.raises(CannotStart, match=r"^PARLOUR_DATABASE is .* the path of a file"):
            Settings.load()


def test_the_example_names_every_setting_and_no_other() -> None:
    assert set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE)) == NAMES


def test_the_example_shows_what_holds_where_nothing_is_set() -> None:
    shown = re.sub(r"^#(?=[A-Z_]+=)", "", EXAMPLE, flags=re.MULTILINE)
    Path(".env").write_text(shown, encoding="utf-8")
    assert Settings.load() == Settings()
    assert Settings.model_fields.keys() == Settings.load().model_fields_set | {"token"}


def test_the_example_says_what_is_valid() -> None:
    for theme in THEMES:
        assert theme in EXAMPLE


def _record(message: str, *values: object) -> logging.LogRecord:
    try:
        float(TOKEN)
    except ValueError as error:
        trace = (type(error), error, error.__traceback__)
    return logging.LogRecord("cogs", logging.ERROR, "", 1, message, values, trace)


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_token_is_never_logged(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("PARLOUR_LOG_FORMAT", form)
    settings = Settings.load()
    line = LogFormatter(settings).format(_record("login with %s", TOKEN))
    assert "login with [token]" in line
    assert "float: '[token]'" in line
    assert TOKEN not in line + repr(settings) + str(settings.model_dump_json())


def test_a_log_for_programs_is_one_object_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_LOG_FORMAT", "json")
    line = LogFormatter(Settings.load()).format(_record("two\nlines"))
    told = json.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "cogs", "two\nlines")
    assert told["trace"].startswith("Traceback")


def test_what_is_logged_is_one_line_and_only_a_trace_is_more() -> None:
    record = _record("Bad Gateway: %s", "<html>\n<body>\r\nsorry</body>")
    first, *trace = LogFormatter(Settings()).format(record).splitlines()
    assert first.endswith("Bad Gateway: <html> <body> sorry</body>")
    assert trace[0].startswith("Traceback")


NEEDS_MAKE = pytest.mark.skipif(not shutil.which("make"), reason="there is no make")


def make_run(folder: Path, **told: str) -> subprocess.Popen[str]:
    """Start `make run` in a group of its own, as a terminal does; everything is installed."""
    (folder / "bin").mkdir(exist_ok=True)
    shutil.copy(sys.executable, folder / "bin/python")
    for kind in ("bot", "practice"):
        (folder / f"{kind}.installed").touch()
    command = ["make", "--no-print-directory", "run", f"VENV={folder}", f"PY={sys.executable}"]
    return subprocess.Popen(  # noqa: S603 (our own Makefile)
        command,
        cwd=PROJECT,
        env={**os.environ, **told},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@THOROUGH
@NEEDS_MAKE
def test_make_run_adds_nothing_to_the_sentence_about_a_wrong_setting(tmp_path: Path) -> None:
    ran = make_run(tmp_path, PARLOUR_BACKUPS="many")
    out, told = ran.communicate()
    assert ran.returncode == 0
    assert out == ""
    (line,) = told.splitlines()
    assert line.startswith("PARLOUR_BACKUPS is 'many', which isn't valid: ")


@THOROUGH
@NEEDS_MAKE
@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.3, 0.6, 1, 2, 3, 5, None])
def test_ctrl_c_stops_make_run_at_any_moment_without_a_trace_back(
    seconds: float | None, tmp_path: Path
) -> None:
    places = {"PARLOUR_DATABASE": str(tmp_path / "parlour.sqlite3"), "PARLOUR_PRACTICE_PORT": "0"}
    ran = make_run(tmp_path, DISPLAY="", WAYLAND_DISPLAY="", **places)
    if seconds is None:
        assert ran.stdout is not None
        ran.stdout.readline()  # the page's address
    else:
        time.sleep(seconds)
    os.killpg(ran.pid, signal.SIGINT)
    _, told = ran.communicate(timeout=PATIENCE)
    assert "Traceback" not in told
    # Two at once may look for one child that has ended; make then says so itself.
    assert "***" not in re.sub(r"make.*(No child processes|unfinished jobs).*", "", told)
    assert "ERROR" not in told
    if seconds is None:
        assert told.splitlines()[-1].endswith("stopped")


@THOROUGH
@pytest.mark.skipif(sys.platform == "win32", reason="a shell reads the output")
@pytest.mark.parametrize("words", ["bot.py --check", "-m data stats", "-m data check"])
def test_output_that_nobody_reads_ends_in_a_sentence(words: str, tmp_path: Path) -> None:
    database = tmp_path / "parlour.sqlite3"
    asyncio.run(_empty(database))
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(  # noqa: S603 (our own programs)
        (sys.executable, *words.split()),
        cwd=PROJECT,
        env={**os.environ, "PARLOUR_DATABASE": str(database)},
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert ran.returncode == 1
    assert ran.stderr == "Nobody reads the output any more, so the rest wasn't written.\n"


async def _empty(database: Path) -> None:
    await (await Store.open(database, datetime.now(UTC))).close()


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://board.example/", "https://board.example"),
        ("https://board.example/parlour", "https://board.example/parlour"),
        ("http://127.0.0.1:8643", "http://127.0.0.1:8643"),
        ("http://board.example", None),
        ("https://board.example/?x=1", None),
        ("https://me@board.example", None),
        ("javascript:alert(1)", None),
    ],
)
def test_board_is_reached_safely_or_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, address: str, kept: str | None
) -> None:
    monkeypatch.setenv("PARLOUR_WEB_URL", address)
    if kept is None:
        with pytest.raises(CannotStart, match=r"PARLOUR_WEB_URL is .* isn't valid"):
            Settings.load()
    else:
        assert Settings.load().web_url == kept


def test_database_is_a_path_or_an_address_whose_password_is_never_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PARLOUR_DATABASE", "postgresql://parlour:hush@db.example/parlour")
    settings = Settings.load()
    assert settings.server == "postgresql://parlour:hush@db.example/parlour"
    assert "hush" not in f"{settings!r} {settings.model_dump(mode='json')}"
    assert settings.in_file("practice.sqlite3").server is None
    monkeypatch.setenv("PARLOUR_DATABASE", "mysql://parlour:hush@db.example/parlour")
    with pytest.raises(CannotStart, match="PARLOUR_DATABASE isn't valid: the path") as refused:
        Settings.load()
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "own", "total"),
    [("8", range(8), 8), ("1", range(1), 1), ("0-3/8", range(4), 8), ("7/8", range(7, 8), 8)],
)
def test_shards_are_a_number_or_some_of_it(
    given: str, own: range, total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_SHARDS", given)
    assert split_shards(str(Settings.load().shards)) == (own, total)
