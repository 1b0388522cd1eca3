"""Discord's OpenAPI description of its API, and the check of a request against it."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

VARIABLE = "DISCORD_OPENAPI"
"""The environment variable that holds the path of the description."""
WHERE = os.environ.get(VARIABLE)
MISSING = f"{VARIABLE} does not name Discord's OpenAPI description"
OVERWRITE = "/channels/{channel_id}/permissions/{overwrite_id}"
REFERENCE = "$ref"

Schema = bool | Mapping[str, Any]

ALTERNATIVES = ("oneOf", "anyOf")


def _may_be(schema: Schema, value: object) -> bool:
    """Tell whether a value may be meant by one of several schemas, by its `type` or as a whole."""
    if not isinstance(schema, Mapping):
        return schema
    if "const" in schema:
        return bool(value == schema["const"])
    kinds = schema.get("properties", {}).get("type", {}).get("enum")
    return not kinds or not isinstance(value, dict) or value.get("type", kinds[0]) in kinds


def _quickly(keyword: str) -> Any:
    """Check only those of several schemas which may be meant.

    jsonschema checks them all in full: a button as every kind of component, a row of them too.
    """
    all_of_them = Draft202012Validator.VALIDATORS[keyword]

    def some(
        validator: Any, schemas: list[Schema], value: object, schema: Schema
    ) -> Iterator[ValidationError]:
        meant = [each for each in schemas if _may_be(each, value)]
        yield from all_of_them(validator, meant or schemas, value, schema) or ()

    return some


_Validator: Any = extend(  # type: ignore[no-untyped-call]  # jsonschema has no types for it
    Draft202012Validator, {each: _quickly(each) for each in ALTERNATIVES}
)


class Description:
    """The requests that Discord accepts, by method and path."""

    def __init__(self, path: Path) -> None:
        written = json.loads(path.read_text(encoding="utf-8"))
        # discord.py sends the ids of attachments as integers, which Discord accepts.
        written["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
        # It sends permissions as text, as Discord does itself.
        overwrite = written["paths"][OVERWRITE]["put"]["requestBody"]["content"]
        for permissions in ("allow", "deny"):
            schema = overwrite["application/json"]["schema"]["properties"][permissions]
            schema["type"] = [*schema["type"], "string"]
        _put_in_place(written, written)
        self._paths: Mapping[str, Mapping[str, Any]] = written["paths"]
        self._patterns = {template: _pattern(template) for template in self._paths}
        self._validators: dict[tuple[str, str], Any] = {}
        self._passed: set[tuple[str, ...]] = set()

    def fault(self, method: str, path: str, body: object) -> str:
        """Describe what is wrong with a request, or return None."""
        template = self.template(method, path)
        if template is None:
            return f"Discord knows no {method} {path}"
        validator = self._validator(method, template)
        if validator is None:
            return "" if body is None else f"{method} {template} takes no body"
        # Every test registers the same commands, which take longest to check.
        known = method, template, json.dumps(body)
        if known in self._passed:
            return ""
        error = best_match(validator.iter_errors(body))
        if error is None:
            self._passed.add(known)
            return ""
        return f"{method} {template}: {error.json_path}: {error.message}"

    def template(self, method: str, path: str) -> str | None:
        """Return the matching path with the fewest placeholders: `/users/{user_id}`."""
        fitting = [
            template
            for template, methods in self._paths.items()
            if method.lower() in methods and self._patterns[template].fullmatch(path)
        ]
        return min(fitting, key=lambda template: template.count("{"), default=None)

    def _validator(self, method: str, template: str) -> Any:  # made by jsonschema, or None
        """Return the validator of a request's body, or None if it has no body."""
        key = method, template
        if key not in self._validators:
            content = self._paths[template][method.lower()].get("requestBody", {}).get("content")
            self._validators[key] = content and _Validator(next(iter(content.values()))["schema"])
        return self._validators[key]


@cache
def discords_own() -> Description | None:
    """Read the description, if the environment names its path."""
    return Description(Path(WHERE)) if WHERE else None


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template))


def _put_in_place(part: Any, whole: Mapping[str, Any]) -> None:
    """Replace every reference below a part by what it refers to, itself and no copy.

    To look each of them up for each request takes far longer than all else of a check.
    """
    for key, value in [*part.items()] if isinstance(part, dict) else [*enumerate(part)]:
        if isinstance(value, dict) and REFERENCE in value:
            assert value.keys() <= {REFERENCE, "description"}, "nothing else is said beside it"
            part[key] = _referred(value[REFERENCE], whole)
        elif isinstance(value, dict | list):
            _put_in_place(value, whole)


def _referred(reference: str, whole: Any) -> Any:
    """Return what a reference such as `#/components/schemas/Message` refers to."""
    for name in reference.removeprefix("#/").split("/"):
        whole = whole[name]
    return whole
