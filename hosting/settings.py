"""The settings of a host, from the environment or a file `.env`; `.env.example` explains them."""

import difflib
import io
import os
import re
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self

from dotenv.parser import parse_stream
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from rendering import THEMES
from rules.typed_text import plain_word, unquoted

TOKEN = "DISCORD_TOKEN"  # noqa: S105 (the setting's name, not a token)
PREFIX = "PARLOUR_"
FOR_HOST = 78
"""The exit status for errors that only the host can correct: EX_CONFIG of sysexits(3)."""

HERE = r"http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
"""Where pages may be had without encryption: on the machine itself."""
MOST_SHARDS = 1024
"""The most shards that can be set, for two and a half million servers."""
PRACTICE_DATABASE = "practice.sqlite3"
"""The practice channel's database, in the folder of the bot's."""
FORMER_DATABASE, FORMER_BACKUP_FOLDER = Path("data/parlour.sqlite3"), Path("backups")
"""The defaults before there was `var/`; what lies there goes on being used."""


class CannotStart(Exception):  # noqa: N818 (the sentence is for whoever runs the bot)
    """The bot cannot run as it is set up; the sentence says what to change."""


class LogLevel(StrEnum):
    """The lowest severity that is logged."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class LogFormat(StrEnum):
    """The format of the log, for people or for programs."""

    TEXT = "text"
    JSON = "json"


def restrict_umask() -> None:
    """Make new files accessible to their owner only; existing files keep their permissions."""
    os.umask(0o077)


def unread() -> str:
    """Write nothing more on standard output, also at the end; return a sentence that says why."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return "Nobody reads the output any more, so the rest wasn't written."


def _upper(value: object) -> object:
    return plain_word(value).upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return plain_word(value) if isinstance(value, str) else value


def _known_theme(theme: str) -> str:
    if theme not in THEMES:
        raise ValueError("unknown")
    return theme


def _three_parts(token: SecretStr) -> SecretStr:
    """Refuse what is often copied by mistake: the public key, the client secret, `Bot …`."""
    parts = token.get_secret_value().split(".")
    if len(parts) != 3 or not all(re.fullmatch(r"[\w-]+", part, re.ASCII) for part in parts):
        raise ValueError("not three parts")
    return token


def _address(value: str) -> str:
    host, _, port = value.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 1 <= int(port) <= 65_535:
        raise ValueError("no address and port")
    return value


def _web_address(value: str) -> str:
    """Refuse what pages cannot safely be had at: whoever reads a link on its way plays with it."""
    url = value.rstrip("/")
    if not re.fullmatch(rf"(https://[^\s/?#@]+|{HERE})(/[\w.~/-]*)?", url, re.ASCII):
        raise ValueError("no address of pages")
    return url


def _shards(value: str) -> str:
    split_shards(value)
    return value


def split_shards(value: str) -> tuple[range, int]:
    """Return the shards that a process may have, and how many there are: `8`, or `0-3/8`.

    Raises `ValueError` for anything else.
    """
    found = re.fullmatch(r"(?:(\d{1,4})(?:-(\d{1,4}))?/)?(\d{1,4})", value, re.ASCII)
    if found is None:
        raise ValueError("no shards")
    total = int(found[3])
    first, last = int(found[1] or 0), int(found[2] or found[1] or total - 1)
    if not (1 <= total <= MOST_SHARDS and first <= last < total):
        raise ValueError("no such shards")
    return range(first, last + 1), total


def _expand_home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise ValueError("nobody's home") from error


def _not_a_folder(path: Path) -> Path:
    if path.parts and path.parts[0].endswith(":"):
        raise ValueError("an address")
    if path.name in ("", "..") or os.path.isdir(path):  # noqa: PTH112 (never raises)
        raise ValueError("a folder")
    return path


HomePath = Annotated[Path, AfterValidator(_expand_home)]
"""A path in which `~` is the home directory of the user who runs the program."""


def _places_in_use() -> dict[str, Path]:
    """Return the former defaults where something lies, and nothing under those of today."""
    places = {}
    folders = {
        folder
        for folder in ("data", "var")
        for name in (FORMER_DATABASE.name, PRACTICE_DATABASE)
        if Path(folder, name).exists()
    }
    if folders == {"data"}:
        places["database"] = FORMER_DATABASE
    if FORMER_BACKUP_FOLDER.exists() and not Path("var/backups").exists():
        places["backup_folder"] = FORMER_BACKUP_FOLDER
    return places


class Settings(BaseSettings):
    """All settings; the description of a field says which values are valid."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        dotenv_filtering="match_prefix",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    _server: str | None = PrivateAttr(default=None)

    token: Annotated[SecretStr, AfterValidator(_three_parts)] | None = Field(
        default=None,
        validation_alias=TOKEN,
        description="the bot's token, three parts with dots between, from the page Bot of your "
        "application at https://discord.com/developers/applications",
    )
    database: Annotated[HomePath, AfterValidator(_not_a_folder)] = Field(
        default=Path("var/parlour.sqlite3"),
        description="the path of a file, whose folder is created, or postgresql://…",
    )
    backups: int = Field(
        default=7,
        ge=0,
        le=1000,
        description="how many days to keep daily backups, 0 to 1000; 0: no backups",
    )
    weekly_backups: int = Field(
        default=4,
        ge=0,
        le=1000,
        description="how many more weeks to keep one backup a week, 0 to 1000",
    )
    backup_folder: HomePath = Field(
        default=Path("var/backups"), description="the path of a folder; it is created"
    )
    poll_seconds: int = Field(
        default=30, ge=1, le=86_400, description="whole seconds, 1 to 86400; best 20 to 60"
    )
    log_level: Annotated[LogLevel, BeforeValidator(_upper)] = Field(
        default=LogLevel.INFO, description=f"one of {', '.join(LogLevel)}"
    )
    log_format: Annotated[LogFormat, BeforeValidator(_lower)] = Field(
        default=LogFormat.TEXT, description=f"one of {', '.join(LogFormat)}"
    )
    theme: Annotated[str, BeforeValidator(_lower), AfterValidator(_known_theme)] = Field(
        default=THEMES[0], description=f"one of {', '.join(THEMES)}"
    )
    practice_port: int = Field(
        default=8642, ge=0, le=65_535, description="a port, 1 to 65535; 0: any free one"
    )

    metrics: Annotated[str, AfterValidator(_address)] | None = Field(
        default=None, description="an address and a port, 1 to 65535, such as 127.0.0.1:9464"
    )
    web: Annotated[str, AfterValidator(_address)] | None = Field(
        default=None, description="an address and a port, 1 to 65535, such as 127.0.0.1:8643"
    )
    web_url: Annotated[str, AfterValidator(_web_address), Field(max_length=200)] | None = Field(
        default=None, description="where people reach the board, such as https://board.example"
    )

    shards: Annotated[str, AfterValidator(_shards)] | None = Field(
        default=None,
        description=f"how many shards all processes have together, 1 to {MOST_SHARDS}, such as 8; "
        "or which of them this process has, such as 0-3/8",
    )

    @property
    def server(self) -> str | None:
        """The address of the database, with its password, if it is on a PostgreSQL server.

        What a bot keeps in files besides lies where its file would.
        """
        return self._server

    def in_file(self, name: str) -> Self:
        """Return the same settings for a database that is a file of this name."""
        changed = self.model_copy(update={"database": self.database.with_name(name)})
        changed._server = None  # noqa: SLF001 (its own)
        return changed

    @property
    def has_web(self) -> bool:
        """Whether there is a board in the browser."""
        return self.web is not None and self.web_url is not None

    @model_validator(mode="before")
    @classmethod
    def _keep_former_places(cls, given: dict[str, Any]) -> dict[str, Any]:
        return {**_places_in_use(), **given}

    @model_validator(mode="before")
    @classmethod
    def _without_quotes(cls, given: dict[str, Any]) -> dict[str, Any]:
        return {
            name: unquoted(value) if isinstance(value, str) else value
            for name, value in given.items()
        }

    @model_validator(mode="wrap")
    @classmethod
    def _keep_server(
        cls, given: dict[str, Any], validated: ModelWrapValidatorHandler[Self]
    ) -> Self:
        """Tell PostgreSQL's addresses, which may hold a password, from paths."""
        address = unquoted(str(given.get("database", "")))
        if not re.match("postgres(ql)?://", address):
            return validated(given)
        settings = validated({name: given[name] for name in given if name != "database"})
        settings._server = address  # noqa: SLF001 (its own)
        return settings

    @classmethod
    def load(cls) -> Self:
        """Read the environment and `.env`.

        Raises `CannotStart` with one line for each invalid value; the token is never repeated.
        """
        known = {environment_name(field) for field in cls.model_fields}
        wrong = [
            unknown_setting(name, "the environment")
            for name in os.environ
            if name.upper().startswith(PREFIX) and name.upper() not in known
        ]
        try:
            wrong += _mistyped_lines(Path(".env"))
            settings = cls()
        except ValidationError as error:
            wrong += _describe(error)
        except (OSError, UnicodeDecodeError) as error:
            raise CannotStart(f".env cannot be read ({error}); write it as UTF-8 text.") from None
        if wrong:
            raise CannotStart("\n".join(dict.fromkeys(wrong)))
        return settings


def _mistyped_lines(file: Path) -> Iterator[str]:
    """Yield a sentence about each line that would be skipped without a word; it may hold the token.

    Lines of other programs are skipped, if only their form is right.
    """
    if not file.exists():
        return
    for read in parse_stream(io.StringIO(file.read_text(encoding="utf-8"))):
        name = (read.key or "").upper()
        letters = re.sub("[^A-Z]", "", name)[: len(TOKEN)]
        is_ours = difflib.get_close_matches(letters, ["DISCORDTOKEN"], cutoff=0.8) or PREFIX in name
        is_named = re.fullmatch(rf"{TOKEN}(_\w+)?|{PREFIX}\w+", name, re.ASCII)
        if read.error or (is_ours and (read.value is None or not is_named)):
            text = read.original.string
            line = read.original.line + text[: len(text) - len(text.lstrip())].count("\n")
            yield (
                f"Line {line} of .env isn't a setting: write {TOKEN}=… or {PREFIX}…, the value in "
                "straight quotes or in none."
            )


def environment_name(field: str) -> str:
    """Return the environment variable of a field."""
    return TOKEN if field == "token" else f"{PREFIX}{field.upper()}"


def unknown_setting(name: str, place: str) -> str:
    """Return a sentence about an unknown setting, with the name that is probably meant."""
    near = difflib.get_close_matches(
        name.upper().removeprefix(PREFIX).lower(), Settings.model_fields, n=1
    )
    every = ", ".join(map(environment_name, Settings.model_fields))
    meant = f"maybe you mean {environment_name(near[0])}" if near else f"the settings are {every}"
    return f"{name} in {place} isn't a setting; {meant}."


def _describe(error: ValidationError) -> list[str]:
    fields = {environment_name(field): about for field, about in Settings.model_fields.items()}
    lines = []
    for problem in error.errors(include_url=False, include_context=False):
        place = str(problem["loc"][0])
        name = place if place in fields else environment_name(place)
        if name in fields:
            given = str(problem["input"])
            if name == TOKEN:
                said = "is not a token"
            elif name == environment_name("database") and "://" in given:
                said = "isn't valid"  # it may hold a password
            else:
                said = f"is {given[:80]!r}, which isn't valid"
            lines.append(f"{name} {said}: {fields[name].description}.")
        else:
            lines.append(unknown_setting(name, ".env"))
    return lines


if __name__ == "__main__":
    # `make run` asks whether the bot can run: 0 means yes, 3 that there is no token.
    try:
        sys.exit(0 if Settings.load().token else 3)
    except CannotStart as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(FOR_HOST)
