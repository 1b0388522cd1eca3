"""Forms in the simulated Discord: their fields, and what is filled in at first."""

from collections.abc import Callable
from typing import Any

import simcord

Component = dict[str, Any]
"""A component as in Discord's API."""
Filled = tuple[str, object]
"""The kind of a field, and its value at first."""


def fields_of(form: simcord.InteractionResult) -> dict[str, Filled]:
    """Return the fields of a form by their custom ids."""
    spec = form._interaction.modal
    assert spec is not None, "a form was opened"
    assert 1 <= len(spec["components"]) <= 5
    fields: list[Component] = [row["component"] for row in spec["components"]]
    return {field["custom_id"]: KINDS[field["type"]](field) for field in fields}


def filled_in(form: simcord.InteractionResult, **chosen: Any) -> dict[str, Any]:
    """Fill in a form as it is, but for what is chosen; no channels are chosen unless named."""
    fields = fields_of(form)
    assert chosen.keys() <= fields.keys()
    values = {key: value for key, (kind, value) in fields.items() if kind != "channels"} | chosen
    return {key: [each] if fields[key][0] == "select" else each for key, each in values.items()}


def _chosen(field: Component) -> object:
    """Return the option that is chosen at first."""
    return next((option["value"] for option in field["options"] if option.get("default")), None)


KINDS: dict[int, Callable[[Component], Filled]] = {
    3: lambda field: ("select", _chosen(field)),
    4: lambda field: ("text", field.get("value") or ""),
    8: lambda field: ("channels", field.get("default_values", [])),
    19: lambda _field: ("upload", []),
    21: lambda field: ("radio", _chosen(field)),
    22: lambda field: ("ticks", [each["value"] for each in field["options"] if each["default"]]),
    23: lambda field: ("checkbox", field.get("default", False)),
}
"""How each kind of field is read."""
