"""The files of the page: what a browser loads before it asks anything."""

import re
from functools import cache
from html import escape
from pathlib import Path

from aiohttp import web

from interactions.speech import say, speaking_on_page
from languages import language
from web.requests import HEADERS

PAGES = Path(__file__).parent / "page"
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


@cache
def file_of_page(name: str) -> bytes:
    """Read a file, once. Raises `FileNotFoundError`."""
    return (PAGES / name).read_bytes()


def page_in(tag: str) -> bytes:
    """Return the page as it looks before anything is known but what its browser speaks."""
    spoken = language(tag)
    with speaking_on_page(spoken):
        words = say("Setting up the board …")
    page = file_of_page("index.html").replace(b'lang="en"', f'lang="{spoken.tag}"'.encode())
    return page.replace("Setting up the board …".encode(), escape(words).encode())


async def send_file(request: web.Request) -> web.Response:
    """Send a file of the page."""
    name = request.match_info.get("name", "index.html")
    try:
        body = file_of_page(name)
    except FileNotFoundError:
        raise web.HTTPNotFound from None
    if name == "index.html":
        body = page_in(re.split("[,;]", request.headers.get("Accept-Language", ""))[0][:20])
    kind = TYPES[name.rpartition(".")[2]]
    response = web.Response(body=body, content_type=kind, charset="utf-8", headers=HEADERS)
    response.enable_compression()
    return response
