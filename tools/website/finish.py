"""Finish built pages for those who hear them, use no mouse, or read of them in a list."""

import re
from pathlib import Path

LONGEST = 160
"""The most characters of a description, of which search engines show no more."""
ICON = '<link rel="icon" href="data:,">\n'
"""Says that there is no icon, for which a browser else asks in vain."""
CHANGES = (
    (re.compile(r'(<p class="caption" role="heading")>'), r'\1 aria-level="2">'),
    (re.compile(r'(<aside class="sidebar-drawer[^"<]*")>'), r'\1 aria-label="All pages">'),
    (re.compile(r'(<aside class="toc-drawer[^"<]*")>'), r'\1 aria-label="On this page">'),
    # What may be wider than the window is scrolled by the arrow keys.
    (re.compile(r"<pre>"), '<pre tabindex="0">'),
    (
        re.compile(r'(<div class="table-wrapper[^"<]*")>'),
        r'\1 role="group" aria-label="Table" tabindex="0">',
    ),
    (re.compile(r'<th class="head[^"<]*">(?:<p></p>)?</th>'), "<td></td>"),
    (re.compile(r'(<div id="search-results">)'), r"<h1>Search</h1>\n\1"),
    # The name above leads to the front page, which is the players' and not Sphinx's.
    (
        re.compile(
            r'(<a (?:class="sidebar-brand" )?href=")((?:\.\./)*)(?:readme\.html|#)'
            r'(">(?:<div class="brand"|\s*<span class="sidebar-brand))'
        ),
        r"\1\2index.html\3",
    ),
)
"""What the theme and Sphinx write, and what takes its place."""


def finish_pages(built: Path) -> None:
    """Finish all pages in a folder."""
    for path in built.rglob("*.html"):
        path.write_text(finished(path.read_text(encoding="utf-8")), encoding="utf-8")


def finished(page: str) -> str:
    """Return a page with its description, whose parts have names and are reached."""
    for found, instead in CHANGES:
        page = found.sub(instead, page)
    if '<meta name="description"' not in page:
        told = f'<meta name="description" content="{_description(page)}">\n'
        page = page.replace("<title>", f"{ICON}{told}<title>", 1)
    return page


def _description(page: str) -> str:
    """Return a page's heading with its first sentences, still written as HTML."""
    shown = _without(_without(page, "<noscript>", "</noscript>"), '<a class="headerlink"', "</a>")
    heading, _, rest = shown.partition("<h1")[2].partition(">")[2].partition("</h1>")
    first = rest.partition("<footer>")[0].partition("<p>")[2].partition("</p>")[0]
    words = f"{heading}: {first}" if first else f"{heading} · Parlour"
    return shortened(" ".join(re.sub(r"<[^<>]*>", "", words).replace('"', "&quot;").split()))


def shortened(words: str) -> str:
    """Return the beginning of words that are too long for a description."""
    if len(words) <= LONGEST:
        return words
    return words[:LONGEST].rpartition(" ")[0].rstrip(",;:") + " …"


def _without(page: str, begins: str, ends: str) -> str:
    """Return a page without what stands between two texts, and without these."""
    before, *parts = page.split(begins)
    return before + "".join(part.partition(ends)[2] for part in parts)
