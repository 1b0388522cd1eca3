"""A form that somebody made up is answered as one that is out of date, and is no error of ours."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import import_record
from interactions import components
from interactions.components import OutOfDate, filled_in


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"components": None, "custom_id": "no"},
        {"components": [None], "custom_id": "no"},
        {"components": [{}], "custom_id": "no"},
        {"components": [{"component": []}], "custom_id": "no"},
        {"components": [{"component": {}}], "custom_id": "no"},
        {"components": [{"component": {"values": 1}}], "custom_id": "no"},
        {"components": [{"component": {"values": [1]}}], "custom_id": "no"},
        {"components": [], "custom_id": "nonsense|1"},
        {"components": []},
    ],
)
async def test_a_form_that_is_none_is_out_of_date(
    sent: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Exception] = []

    async def begin(_interaction: object) -> bool:
        return True

    async def answer(_interaction: object, error: Exception) -> None:
        told.append(error)

    monkeypatch.setattr(components, "begin_interaction", begin)
    monkeypatch.setattr(components, "answer_error", answer)
    kind = discord.InteractionType.modal_submit
    await filled_in(SimpleNamespace(type=kind, data=sent))  # type: ignore[arg-type] # all it reads
    assert [type(error) for error in told] == [OutOfDate]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"resolved": None},
        {"resolved": {"attachments": {}}},
        {"resolved": {"attachments": {"7": None}}},
        {"resolved": {"attachments": {"7": {}}}},
    ],
)
def test_a_file_that_was_not_sent_is_out_of_date(sent: dict[str, Any]) -> None:
    with pytest.raises(OutOfDate):
        import_record._uploaded(SimpleNamespace(data=sent), "7")  # type: ignore[arg-type] # as above
