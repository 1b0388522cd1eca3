"""Discord's own description of its API (OpenAPI), and what it has to say of a request."""

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
ADDRESS = "discord"
"""By what name the description's parts refer to it."""

Schema = bool | Mapping[str, Any]


class Description:
    """What requests Discord takes, by method and path."""

    def __init__(self, path: Path) -> None:
        written = json.loads(path.read_text(encoding="utf-8"))
        # discord.py sends the numbers of attachments as integers; Discord takes them.
        written["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
        resource: Resource[Schema] = Resource.from_contents(written, DRAFT202012)
        self._registry: Registry[Schema] = Registry().with_resource(ADDRESS, resource)
        self._paths: Mapping[str, Mapping[str, Any]] = written["paths"]
        self._validators: dict[tuple[str, str], Draft202012Validator | None] = {}
        self._passed: set[tuple[str, ...]] = set()

    def fault(self, method: str, path: str, body: object) -> str:
        """Say what is wrong with a request, or nothing where it is as Discord describes it."""
        template = self.template(method, path)
        if template is None:
            return f"Discord knows no {method} {path}"
        validator = self._validator(method, template)
        if validator is None:
            return "" if body is None else f"{method} {template} takes no body"
        # Every test sends the same commands; they take longest.
        known = method, template, json.dumps(body)
        if known in self._passed:
            return ""
        error = best_match(validator.iter_errors(body))
        if error is None:
            self._passed.add(known)
            return ""
        return f"{method} {template}: {error.json_path}: {error.message}"

    def template(self, method: str, path: str) -> str | None:
        """Find the description's path, the one that leaves least open: `/users/{user_id}`."""
        fitting = [
            template
            for template, methods in self._paths.items()
            if method.lower() in methods and _pattern(template).fullmatch(path)
        ]
        return min(fitting, key=lambda template: template.count("{"), default=None)

    def _validator(self, method: str, template: str) -> Draft202012Validator | None:
        """Make the validator of a request's body; none where there is no body."""
        key = method, template
        if key not in self._validators:
            content = self._paths[template][method.lower()].get("requestBody", {}).get("content")
            self._validators[key] = content and Draft202012Validator(
                _absolute(next(iter(content.values()))["schema"]), registry=self._registry
            )
        return self._validators[key]


@cache
def discords_own() -> Description | None:
    """Read the description whose path the environment gives, if it does."""
    return Description(Path(WHERE)) if WHERE else None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template))


def _absolute(schema: Any) -> Any:
    """Let references name the description that they are in, for the schema stands alone."""
    if isinstance(schema, dict):
        return {
            key: f"{ADDRESS}{value}" if key == "$ref" else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(value) for value in schema] if isinstance(schema, list) else schema
