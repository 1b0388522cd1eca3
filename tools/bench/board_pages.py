"""Pages of the board, without a browser: `boards.py` tells this program what they ask."""

import asyncio
import gzip
import json
import resource
import sys
from collections import defaultdict
from typing import Any

Fields = dict[str, Any]
REQUEST = (
    "POST /api/{ask} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
    "Accept-Encoding: gzip\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
)


class Pages:
    """Open pages, by their keys: the parts of drawings that they have, and what they listen to."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._have: defaultdict[str, set[str]] = defaultdict(set)
        self._heard: list[asyncio.Task[None]] = []
        self._open: list[asyncio.StreamWriter] = []

    async def do(self, ask: str, keys: list[str], fields: Fields) -> int:
        """Ask as each page; return how many did."""
        if ask == "heard":
            await asyncio.gather(*self._heard)
        for key in keys:
            await self._one(ask, key, fields)
        return len(keys)

    async def _one(self, ask: str, key: str, fields: Fields) -> None:
        reader = await self._answer(ask, key, {**fields, "have": [*self._have[key]]})
        if ask == "listen":
            self._heard.append(asyncio.create_task(self._hear(reader, key, fields)))
            return
        told = json.loads(gzip.decompress(await reader.read()))
        self._have[key] |= {*told["parts"], told["board"]["name"]}

    async def _hear(self, reader: asyncio.StreamReader, key: str, fields: Fields) -> None:
        """Wait for news, and then ask for the state."""
        await reader.readuntil(b"data: ")
        await self._one("state", key, fields)

    async def _answer(self, ask: str, key: str, fields: Fields) -> asyncio.StreamReader:
        """Ask, and return what the answer is read from. Raises `RuntimeError` for a refusal."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._open.append(writer)
        body = json.dumps(fields)
        writer.write(REQUEST.format(ask=ask, key=key, length=len(body), body=body).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head)
        if b"chunked" in head and ask != "listen":
            raise RuntimeError("an answer in pieces")
        return reader


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
