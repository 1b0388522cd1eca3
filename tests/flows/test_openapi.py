"""Requests of the bot agree with Discord's OpenAPI description; a fixture checks every test."""

import copy
from typing import Any

import pytest

from tests.simulated_discord.openapi import MISSING, Description, discords_own
from tests.simulated_discord.table import Table
from tests.thorough import THOROUGH

MENU = {"name": "Challenge", "type": 2}
MESSAGE = {"content": "Hello", "attachments": [{"id": 0, "filename": "board.png"}]}
BUTTON = {"type": 2, "style": 1, "label": "Move", "custom_id": "match|1|0|move"}
CARD = {"type": 4, "data": {"flags": 1 << 15, "components": [{"type": 1, "components": [BUTTON]}]}}
CALLBACK = "/interactions/1/token/callback"


@pytest.fixture
def description() -> Description:
    found = discords_own()
    if found is None:
        pytest.skip(MISSING)
    return found


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/applications/1/commands", [MENU]),
        ("POST", "/channels/1/messages", MESSAGE),
        ("POST", CALLBACK, CARD),
        ("GET", "/users/@me", None),
    ],
)
def test_good_requests_pass(description: Description, method: str, path: str, body: object) -> None:
    assert description.fault(method, path, body) == ""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"label": "x" * 81}, "components"),
        ({"custom_id": ""}, "components"),
        ({"custom_id": "x" * 101}, "components"),
        ({"style": 9}, "components"),
        ({"type": 99}, "components"),
    ],
)
def test_wrong_button_is_refused(
    description: Description, changed: dict[str, Any], said: str
) -> None:
    wrong = copy.deepcopy(CARD)
    wrong["data"]["components"][0]["components"][0] |= changed  # type: ignore[index]  # a body of Discord's
    assert said in description.fault("POST", CALLBACK, wrong)


@THOROUGH
@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("PUT", "/applications/1/commands", [MENU | {"name": "x" * 33}], "$[0].name"),
        ("POST", "/channels/1/messages", MESSAGE | {"content": "x" * 4001}, "$.content"),
        ("POST", "/channels/1/messages", {"attachments": [{"id": "a"}]}, "$.attachments"),
        ("GET", "/users/@me", MESSAGE, "takes no body"),
        ("POST", "/nowhere", None, "Discord knows no POST /nowhere"),
        ("PATCH", CALLBACK, CARD, "Discord knows no PATCH"),
    ],
)
def test_wrong_request_is_refused(
    description: Description, method: str, path: str, body: object, said: str
) -> None:
    assert said in description.fault(method, path, body)


async def test_all_that_a_match_sends_is_looked_at(table: Table, description: Description) -> None:
    await table.begin("ringo")
    await table.ada.click(table.last, label="Move")
    sent = table.env.http_requests
    templates = {description.template(entry.method, entry.path) for entry in sent}
    assert {
        "/interactions/{interaction_id}/{interaction_token}/callback",
        "/channels/{channel_id}/messages/{message_id}",
    } <= templates
    assert not any(description.fault(entry.method, entry.path, entry.json) for entry in sent)
