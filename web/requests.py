"""What pages send, and what they are answered: bodies, refusals, the headers of every answer."""

import asyncio
import json
import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from data import NoMatch, StoredMatch
from interactions.errors import sentence_for
from interactions.speech import speaking_on_page
from interactions.tasks import Stopping
from languages import Language, language
from match.match import Stale
from rules import Refusal, message
from web.doors import Session, Shut, TooMany

log = logging.getLogger(__name__)

MOST_BYTES = 16_384
"""The largest body of a request."""
SLOW_SECONDS = 10.0
"""How long a body may take to come, or an answer to be taken; then the connection is closed."""
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
LONG = 4_096
"""Answers longer than this are compressed; a shorter one comes no sooner for that."""
MOST_PARTS, LONGEST_TEXT = 600, 200
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
IN_JSON = {**HEADERS, "Content-Type": "application/json; charset=utf-8"}
WRONG = message("This page is out of date; load it again.")
STATUS = {Shut: 401, NoMatch: 404, Stale: 409, TooMany: 429, Stopping: 503, Refusal: 422}
"""The status with which a refusal is answered, by the first kind of which it is."""
Fields = dict[str, Any]
"""The fields of a body; each may be anything."""


@dataclass(frozen=True)
class Asked:
    """What an open page asks, and in which language its reader is answered.

    `match` is the one that it names, if there is one, whoever may see it.
    """

    fields: Fields
    session: Session
    language: Language
    match: StoredMatch | None

    def number(self, name: str) -> int:
        """Return a number of ours. Raises `Refusal` for anything else."""
        return number_in(self.fields.get(name))

    def text(self, name: str, default: str | None = None, most: int = LONGEST_TEXT) -> str:
        """Return a text of `most` characters. Raises `Refusal` for anything else."""
        return text_in(self.fields.get(name, default), most)

    @property
    def have(self) -> Collection[str]:
        """The names of the parts of drawings that the page has."""
        value = self.fields.get("have", [])
        if not isinstance(value, list) or len(value) > MOST_PARTS:
            raise Refusal(WRONG)
        return {text_in(each) for each in value}


def number_in(value: object) -> int:
    """Return a number of ours. Raises `Refusal` for anything else."""
    if type(value) is not int or not 0 <= value < 2**63:
        raise Refusal(WRONG)
    return value


def text_in(value: object, most: int = LONGEST_TEXT) -> str:
    """Return a text of `most` characters. Raises `Refusal` for anything else."""
    if not isinstance(value, str) or len(value) > most:
        raise Refusal(WRONG)
    return value.encode(errors="replace").decode()  # half an emoji can't be stored, nor sent back


async def fields_of(request: web.Request) -> Fields:
    """Read the body of a request. Raises `Refusal` for what is no object of JSON."""
    try:
        async with asyncio.timeout(SLOW_SECONDS):
            fields = json.loads(await request.read())
    except (ValueError, RecursionError, TimeoutError) as wrong:
        raise Refusal(WRONG) from wrong
    if not isinstance(fields, dict):
        raise Refusal(WRONG)
    return fields


def answer(content: object, status: int = 200) -> web.Response:
    """Answer with JSON, compressed if it is long, and with the headers of every answer."""
    text = COMPACT.encode(content)
    response = web.Response(body=text.encode(), status=status, headers=IN_JSON)
    if len(text) > LONG:
        response.enable_compression()
    return response


def refused(error: Exception, spoken: Language, **more: object) -> web.Response:
    """Answer an exception with the sentence that says what to do, as a card would, and more."""
    with speaking_on_page(spoken):
        words = sentence_for(error)
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 500)
    return answer({"words": words, **more}, status)


@web.middleware
async def answer_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer whatever goes wrong before it is known who asks; cut off whoever takes no answer."""
    response = await _answered(request, handler)
    if isinstance(response, web.Response):
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await response.prepare(request)
                await response.write_eof()
            response.body = None  # a connection that stays open keeps its last answer
        except TimeoutError:
            if request.transport is not None:
                request.transport.abort()
    return response


async def _answered(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPException as error:
        spoken = language_asked(request)
        response = refused(Refusal(WRONG), spoken)
        response.set_status(error.status)
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
        return response
    except ConnectionError:
        raise
    except Exception as error:  # noqa: BLE001 (everything is answered)
        return refused(error, language_asked(request))


def language_asked(request: web.Request) -> Language:
    """Return the first language that a browser asks for."""
    return language(request.headers.get("Accept-Language", "")[:20].partition(",")[0].strip())
