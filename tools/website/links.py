"""Check built pages: every link leads somewhere, and nothing is loaded from elsewhere."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FOLLOWED = {"a"}
"""Elements whose links a reader follows; what others name is loaded with the page."""


class LinkedPage(HTMLParser):
    """The links of a page, each with its element, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.anchors: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.links.append((tag, value))
            elif key in ("id", "name") and value:
                self.anchors.add(value)


def faults(folder: Path, url: str = "") -> Iterator[str]:
    """Yield what is wrong with the links of all pages in a folder, which will have an address."""
    folder = folder.resolve()
    pages = {path: LinkedPage(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    for path, page in sorted(pages.items()):
        for tag, link in page.links:
            up = "../" * len(path.parent.relative_to(folder).parts)
            local = up + link.removeprefix(url) if url and link.startswith(url) else link
            if problem := _fault(path, tag, local, pages, folder):
                yield f"{path.relative_to(folder)}: {link}: {problem}"


def _fault(path: Path, tag: str, link: str, pages: dict[Path, LinkedPage], folder: Path) -> str:
    address = urlsplit(link)
    if address.scheme == "data":
        return ""
    if address.scheme or address.netloc:
        return "" if tag in FOLLOWED else "is loaded from elsewhere"
    target = (path.parent / unquote(address.path)).resolve() if address.path else path
    if address.path.startswith("/") or not target.is_relative_to(folder):
        return "leads out of the folder"
    if not target.is_file():
        return "is not there"
    anchor = unquote(address.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "has no such heading"
    return ""
