"""Errors of Discord and the database: answered with a sentence, and logged in a line."""

import logging
import re

import aiohttp
import discord
import pytest
from discord import AppCommandOptionType, app_commands
from discord.app_commands import Transformer

from data import Unusable
from interactions.errors import sentence_for
from interactions.short_log import ShortLog, is_discord_error
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, words
from tests.thorough import THOROUGH

LINE = re.compile(r"^[^\n]*trouble of Discord's[^\n]*$")


def told(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Return the logged warnings and errors."""
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


def forbidden() -> discord.Forbidden:
    """Return the error that discord.py raises where the bot lacks a permission."""

    class Response:
        status, reason = 403, "Forbidden"

    return discord.Forbidden(Response(), {"code": 50013, "message": "Missing Permissions"})


def in_one_line(caplog: pytest.LogCaptureFixture) -> bool:
    """Check whether the error is logged in one line, without a traceback."""
    (record,) = told(caplog)
    return (
        record.levelno == logging.WARNING
        and not record.exc_info
        and LINE.match(record.getMessage()) is not None
    )


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10008), (503, 0)])
async def test_answer_that_discord_does_not_take_is_logged_in_a_line(
    table: Table, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    for _ in range(2):
        table.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    await table.ada.slash(table.channel, "help")
    assert in_one_line(caplog)


@THOROUGH
async def test_list_of_moves_that_comes_too_late_is_logged_in_a_line(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin()
    table.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await table.ada.autocomplete(table.channel, "move", "move", "h6")
    assert in_one_line(caplog)


@THOROUGH
@pytest.mark.parametrize(
    ("command", "said"), [("help", "How to start"), ("matches", "You have no matches in progress")]
)
async def test_what_discord_holds_to_be_answered_is_told_in_another_message(
    table: Table, caplog: pytest.LogCaptureFixture, command: str, said: str
) -> None:
    """This happens when an answer arrives, its confirmation is lost, and it is sent again."""
    table.env.inject_error("POST", "/interactions/*/callback", status=400, code=40060)
    result = await table.ada.slash(table.channel, command)
    assert result.followups[0].ephemeral
    assert said in words(result.followups[0])
    assert told(caplog) == []


@THOROUGH
@pytest.mark.parametrize(
    "trouble",
    [
        ConnectionResetError("reset by peer"),
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
        RuntimeError("Session is closed"),
    ],
)
async def test_trouble_of_the_network_is_told_in_words(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception,
) -> None:
    def cut(*_told: object) -> None:
        raise trouble

    monkeypatch.setattr("cogs.help.help_page", cut)
    result = await table.ada.slash(table.channel, "help")
    assert result.ephemeral
    assert "Discord had a problem" in words(result.response)
    assert "number" not in words(result.response)
    assert in_one_line(caplog)


def test_mistakes_of_ours_are_no_trouble_of_discords() -> None:
    for mistake in (RuntimeError("the paint is dry"), FileNotFoundError("font"), ValueError()):
        assert not is_discord_error(mistake)


@THOROUGH
async def test_lost_database_is_told_in_words_and_logged_once(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin("hoyito")
    seen = (await table.ada.click(table.last, label="a")).response
    assert seen is not None
    path = table.settings.database
    path.rename(path.with_name("elsewhere"))
    rounds = table.rounds
    with pytest.raises(Unusable, match="was deleted, moved or replaced"):
        await rounds.poll()
    for _ in range(3):
        result = private(await table.ada.click(seen, label="Play a"))
        said = words(result)
        assert "tell the host of this bot: the file was deleted, moved or replaced" in said
        assert path.name not in said
    (record,) = told(caplog)
    assert record.levelno == logging.CRITICAL
    assert str(path) in record.getMessage()
    assert not record.exc_info
    path.with_name("elsewhere").rename(path)
    assert (await table.match()).count == 0
    await table.ada.click(seen, label="Play a")
    assert (await table.match()).count == 1


def test_same_trouble_of_the_database_is_logged_once_a_minute() -> None:
    plainly = ShortLog()

    def logged(at: float, words: str = "x is full.") -> bool:
        trouble = Unusable(words)
        record = logging.makeLogRecord({"created": at, "exc_info": (Unusable, trouble, None)})
        return plainly.filter(record)

    assert [logged(at) for at in (0, 1, 59, 60, 61, 120)] == [True, False, False, True, False, True]
    assert logged(121, "y is damaged.")


@THOROUGH
async def test_refusal_that_cannot_be_told_is_logged_in_a_line(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=2)
    await table.ada.slash(table.channel, "move", move="a")
    (record,) = told(caplog)
    assert record.getMessage().startswith("could not answer an interaction: ")
    assert not record.exc_info


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            app_commands.TransformerError("*x*", AppCommandOptionType.integer, Transformer()),
            r"I can't use `*x*` there; pick from the list.",
        ),
        (forbidden(), "I'm missing a permission in that channel. I need: View Channel"),
    ],
)
def test_what_discord_does_not_take_is_told_in_a_sentence(error: Exception, said: str) -> None:
    assert said in sentence_for(error)
