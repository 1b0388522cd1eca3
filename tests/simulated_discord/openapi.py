"""Discord's OpenAPI description of its API, and the check of a request against it."""

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

VARIABLE = "DISCORD_OPENAPI"
"""The environment variable that holds the path of the description."""
WHERE = os.environ.get(VARIABLE)
MISSING = f"{VARIABLE} does not name Discord's OpenAPI description"
OVERWRITE = "/channels/{channel_id}/permissions/{overwrite_id}"
ADDRESS = "discord"
"""The name by which parts of the description refer to it."""

Schema = bool | Mapping[str, Any]


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
        resource: Resource[Schema] = Resource.from_contents(written, DRAFT202012)
        self._registry: Registry[Schema] = Registry().with_resource(ADDRESS, resource)
        self._paths: Mapping[str, Mapping[str, Any]] = written["paths"]
        self._validators: dict[tuple[str, str], Draft202012Validator | None] = {}
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
            if method.lower() in methods and _pattern(template).fullmatch(path)
        ]
        return min(fitting, key=lambda template: template.count("{"), default=None)

    def _validator(self, method: str, template: str) -> Draft202012Validator | None:
        """Return the validator of a request's body, or None if it has no body."""
        key = method, template
        if key not in self._validators:
            content = self._paths[template][method.lower()].get("requestBody", {}).get("content")
            self._validators[key] = content and Draft202012Validator(
                _absolute(next(iter(content.values()))["schema"]), registry=self._registry
            )
        return self._validators[key]


@cache
def discords_own() -> Description | None:
    """Read the description, if the environment names its path."""
    return Description(Path(WHERE)) if WHERE else None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template))


def _absolute(schema: Any) -> Any:
    """Make references absolute, since the schema is used apart from the description."""
    if isinstance(schema, dict):
        return {
            key: f"{ADDRESS}{value}" if key == "$ref" else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(value) for value in schema] if isinstance(schema, list) else schema
