"""Pages of the board, without a browser: `boards.py` tells this program what they ask."""

import asyncio
import gzip
import json
import re
import resource
import sys
from collections import defaultdict
from typing import Any

Fields = dict[str, Any]
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
REQUEST = (
    "POST /api/{ask} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
    "Accept-Encoding: gzip\r\nContent-Length: {length}\r\n\r\n{body}"
)


class Pages:
    """Open pages, by their keys: the parts of drawings that they have, and their connections.

    Each has one that stays open for all that it asks, as a browser does, and one to listen.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._have: defaultdict[str, set[str]] = defaultdict(set)
        self._heard: list[asyncio.Task[None]] = []
        self._open: dict[str, Connection] = {}

    async def do(self, ask: str, keys: list[str], fields: Fields) -> int:
        """Ask as each page; return how many did."""
        if ask == "heard":
            await asyncio.gather(*self._heard)
        for key in keys:
            await self._one(ask, key, fields)
        return len(keys)

    async def _one(self, ask: str, key: str, fields: Fields) -> None:
        given = {**fields, "have": [*self._have[key]]}
        if ask == "listen":
            listens = await self._connect()
            await _ask(listens, ask, key, given)
            self._heard.append(asyncio.create_task(self._hear(listens, key, fields)))
            return
        if key not in self._open or self._open[key][0].at_eof():
            self._open[key] = await self._connect()
        head = await _ask(self._open[key], ask, key, given)
        length = re.search(r"Content-Length: (\d+)", head.decode())
        if length is None:
            raise RuntimeError("an answer in pieces")
        answered = await self._open[key][0].readexactly(int(length[1]))
        is_compressed = b"Content-Encoding: gzip" in head
        told = json.loads(gzip.decompress(answered) if is_compressed else answered)
        self._have[key] |= {*told["parts"], told["board"]["name"]}

    async def _hear(self, listens: Connection, key: str, fields: Fields) -> None:
        """Wait for news, and then ask for the state."""
        await listens[0].readuntil(b"data: ")
        await self._one("state", key, fields)

    async def _connect(self) -> Connection:
        return await asyncio.open_connection("127.0.0.1", self._port)


async def _ask(connection: Connection, ask: str, key: str, fields: Fields) -> bytes:
    """Ask, and return the head of the answer. Raises `RuntimeError` for a refusal."""
    reader, writer = connection
    body = json.dumps(fields)
    writer.write(REQUEST.format(ask=ask, key=key, length=len(body), body=body).encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head)
    return head


async def main(port: int) -> None:
    """Do what each line says, and write how many asked."""
    pages = Pages(port)
    while line := await asyncio.to_thread(sys.stdin.readline):
        fields = json.loads(line)
        print(await pages.do(fields.pop("ask"), fields.pop("keys", []), fields), flush=True)


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(main(int(sys.argv[1])))
