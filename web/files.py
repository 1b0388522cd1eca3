"""The files of the page: what a browser loads before it asks anything."""

from functools import cache
from pathlib import Path

from aiohttp import web

from web.requests import HEADERS

PAGES = Path(__file__).parent / "page"
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


@cache
def file_of_page(name: str) -> bytes:
    """Read a file, once. Raises `FileNotFoundError`."""
    return (PAGES / name).read_bytes()


async def send_file(request: web.Request) -> web.Response:
    """Send a file of the page."""
    name = request.match_info.get("name", "index.html")
    try:
        body = file_of_page(name)
    except FileNotFoundError:
        raise web.HTTPNotFound from None
    kind = TYPES[name.rpartition(".")[2]]
    response = web.Response(body=body, content_type=kind, charset="utf-8", headers=HEADERS)
    response.enable_compression()
    return response
