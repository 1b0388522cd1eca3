"""What tells others of the site: a feed of the changes, and its pages for search engines."""

import re
from html import escape
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from markdown_it import MarkdownIt

from tools.release.check import UNRELEASED, releases
from tools.website.documents import PROJECT

FEED, SITEMAP = "feed.xml", "sitemap.xml"
CHANGES = "CHANGELOG.html"
UNLISTED = {"genindex.html", "py-modindex.html", "search.html"}
"""Pages that are found by nobody who looks for something."""
_FEED = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>Parlour: what is new</title>
<id>{id}</id>
<updated>{updated}</updated>
<author><name>Parlour</name></author>
<link href="{url}{changes}"/>
{entries}</feed>
"""
_ENTRY = """<entry>
<title>Parlour {version}</title>
<id>{id}</id>
<updated>{updated}</updated>
<link href="{url}{changes}"/>
<content type="html">{content}</content>
</entry>
"""


def write_feed(site: Path, url: str = "") -> None:
    """Write a feed (https://www.rfc-editor.org/rfc/rfc4287) with an entry for each release."""
    told = releases((PROJECT / "CHANGELOG.md").read_text(encoding="utf-8"))
    out = [each for each in told if each.when != UNRELEASED]
    entries = (
        _ENTRY.format(
            version=each.version,
            id=_id(each.version),
            updated=_time(each.when),
            url=url,
            changes=CHANGES,
            content=escape(_html(each.text, url)),
        )
        for each in out
    )
    updated = _time(out[0].when if out else "1970-01-01")
    feed = _FEED.format(
        id=_id(""), updated=updated, url=url, changes=CHANGES, entries="".join(entries)
    )
    (site / FEED).write_text(feed, encoding="utf-8")


def write_sitemap(site: Path, url: str) -> None:
    """List the pages (https://www.sitemaps.org/protocol.html)."""
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    listed = (f"<url><loc>{url}{page}</loc></url>\n" for page in pages if page not in UNLISTED)
    (site / SITEMAP).write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{''.join(listed)}</urlset>\n",
        encoding="utf-8",
    )


def _html(text: str, url: str) -> str:
    shown = str(MarkdownIt("commonmark").render(text))
    return re.sub(r'href="(?!\w+:)([^"#]*?)(?:/?README)?\.md', rf'href="{url}\1.html', shown)


def _time(day: str) -> str:
    return f"{day}T00:00:00Z"


def _id(version: str) -> str:
    """Name the feed or an entry in the same way wherever the site is."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'parlour {version}'.strip())}"
