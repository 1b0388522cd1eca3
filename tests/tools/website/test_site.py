"""The site as it is built: its links, and what axe-core and those who hear it find."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.async_api import Browser, ViewportSize, async_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.programs import PROJECT
from tests.thorough import THOROUGH
from tools.website.documents import DEVELOPERS, HOSTS, PLAYERS
from tools.website.finish import LONGEST, finished

AXE = PROJECT / ".venv" / "tools" / "axe.min.js"
"""Where `make .venv/tools/axe.min.js` puts axe-core, whose hash it compares."""
LOOKS = ((1280, "light"), (320, "dark"))
"""The widths and colours in which every page is tried."""
OTHER_LOOKS = ((1280, "dark"), (320, "light"))
"""The others, in which one page of each kind is: the style sheets are the same."""
OF_EACH_KIND = (
    "index.html",
    "docs/developing.html",
    "agon.html",
    "commands.html",
)
WIDER = "document.documentElement.scrollWidth > innerWidth"
RUN = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site."""
    if find_spec("sphinx") is None:
        pytest.skip("Sphinx is missing: make site installs it")
    folder = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, "-m", "tools.website", "-o", str(folder)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site), path.read_text(encoding="utf-8")


@THOROUGH
def test_the_site_is_built_and_every_link_in_it_leads_somewhere(site: Path) -> None:
    assert 'lang="de"' in (site / "de/hoyito.html").read_text(encoding="utf-8")[:200]
    assert {"index.html", "feed.xml"} <= {path.name for path in site.iterdir()}
    for name in ("readme.html", "docs/playing.html", "api/parlour_rules.html"):
        front = "../" * name.count("/") + "index.html"
        text = (site / name).read_text(encoding="utf-8")
        assert re.search(rf'class="sidebar-brand" href="{front}"', text)
        assert f'<a href="{front}"><div class="brand">' in text
    assert {"TERMS.html", "PRIVACY.html"} <= {path.name for path in (site / "docs").iterdir()}


@THOROUGH
def test_every_page_says_what_it_is_about_and_its_headings_have_levels(site: Path) -> None:
    for path, text in pages(site):
        (told,) = re.findall(r'<meta name="description" content="([^"]*)"', text)
        assert 8 < len(unescape(told)) <= LONGEST + 2, path
        levels = [int(level) for level in re.findall(r"<h([1-6])\b", text.partition("<body")[2])]
        assert levels.count(1) >= 1, path
        assert all(lower <= level + 1 for level, lower in pairwise(levels)), path
        assert 'role="heading">' not in text
        assert "<pre>" not in text


@THOROUGH
def test_players_find_no_papers_of_developers_in_their_list(site: Path) -> None:
    text = (site / "readme.html").read_text(encoding="utf-8")
    lists = re.findall(
        r'class="caption-text">([^<]*)</span></p>\s*<ul>(.*?)</ul>\s*(?=<p|</div>)', text, re.DOTALL
    )
    papers = {
        title: set(re.findall(r'href="docs/(\w[\w-]*)\.html"', inside)) for title, inside in lists
    }
    assert papers[PLAYERS] == {"playing", "seasons", "time", "solved", "PRIVACY", "TERMS"}
    assert papers[HOSTS] == {"hosting", "directory", "SECURITY"}
    assert {"developing", "CONTRIBUTING", "computer", "grammar"} <= papers[DEVELOPERS]


@THOROUGH
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.skipif(
    not AXE.exists(), reason="axe-core is missing: make .venv/tools/axe.min.js has npm bring it"
)
async def test_axe_finds_nothing_on_any_page_at_any_width_or_colour(site: Path) -> None:
    names = [str(path) for path, _ in pages(site)]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found = await asyncio.gather(
            *(tried(browser, site, names, width, colour) for width, colour in LOOKS),
            *(tried(browser, site, OF_EACH_KIND, width, colour) for width, colour in OTHER_LOOKS),
        )
        await browser.close()
    assert [each for every in found for each in every] == []


@THOROUGH
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
async def test_no_page_says_anything_in_the_console(site: Path) -> None:
    told = list[str]()
    files = partial(SimpleHTTPRequestHandler, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), files)
    Thread(target=server.serve_forever, daemon=True).start()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in (*OF_EACH_KIND, "agon-match.html", "search.html", "play/index.html"):
            if (site / name).is_file():
                page = await browser.new_page()
                page.on("console", lambda message: told.append(f"{message.page}: {message.text}"))
                await page.goto(f"http://127.0.0.1:{server.server_port}/{name}")
                await page.wait_for_timeout(1_000)
        await browser.close()
    server.shutdown()
    server.server_close()
    assert told == []


async def tried(browser: Browser, site: Path, names: Any, width: int, colour: Any) -> list[str]:
    """Let axe-core look at pages in one width and colour; return what it finds."""
    size = ViewportSize(width=width, height=900)
    page = await browser.new_page(viewport=size, color_scheme=colour, bypass_csp=True)
    faults = []
    for name in names:
        await page.goto((site / name).as_uri())
        await page.add_script_tag(path=AXE)
        if await page.evaluate(WIDER):
            faults.append(f"{name}, {width}: is wider than the window")
        for fault in await page.evaluate(RUN):
            elements = [node["html"][:100] for node in fault["nodes"]]
            faults.append(f"{name}, {width}, {colour}: {fault['id']}: {elements}")
    return faults


WRITTEN = """<html class="no-js" lang="en"><title>Ringo - Parlour</title>
<p class="caption" role="heading"><span class="caption-text">Rules</span></p>
<aside class="sidebar-drawer"></aside><aside class="toc-drawer no-toc"></aside>
<h1>Ringo<a class="headerlink" href="#ringo">¶</a></h1><p>A "siege" of <em>rings</em>.</p>
<div class="table-wrapper docutils container"><th class="head"><p></p></th></div>
<pre><span></span>make run</pre></html>"""


@pytest.mark.parametrize(
    "part",
    [
        '<meta name="description" content="Ringo: A &quot;siege&quot; of rings.">\n<title>',
        '<link rel="icon" href="data:,">',
        '<p class="caption" role="heading" aria-level="2"><span',
        '<aside class="sidebar-drawer" aria-label="All pages">',
        '<aside class="toc-drawer no-toc" aria-label="On this page">',
        'docutils container" role="group" aria-label="Table" tabindex="0">',
        "<td></td>",
        '<pre tabindex="0"><span>',
    ],
)
def test_a_page_is_finished_for_those_who_hear_it_or_use_no_mouse(part: str) -> None:
    assert part not in WRITTEN
    assert part in finished(WRITTEN)
    assert finished(finished(WRITTEN)) == finished(WRITTEN)
