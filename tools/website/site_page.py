"""What is around a page for players: its head, the way to the other pages, and the papers."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template

from interactions import label
from interactions.speech import spoken
from languages import ENGLISH, languages
from rules import GAMES

FRONT, COMMANDS = "index.html", "commands.html"
STYLE, SCRIPT = "players.css", "try.js"
TEMPLATES = Path(__file__).parent / "templates"
PAPERS = {
    "About": "readme.html",
    "How to play": "docs/playing.html",
    "Leagues, cups and ladders": "docs/seasons.html",
    "What is solved": "docs/solved.html",
    "Privacy": "docs/PRIVACY.html",
    "Terms": "docs/TERMS.html",
    "For hosts": "docs/hosting.html",
    "For developers": "docs/developing.html",
    "Changes": "CHANGELOG.html",
}
"""What is written in English alone."""


@dataclass(frozen=True)
class SitePage:
    """A page in the current language: the name of its file, and what is on it, as HTML.

    In it a link to a place of the site begins with a slash, wherever the site will lie. `data` says
    to search engines what the page is about (https://schema.org).
    """

    name: str
    title: str
    description: str
    main: str
    data: Mapping[str, object] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where the page lies in the site."""
        return path_of(self.name, spoken().tag)

    def whole(self, url: str) -> str:
        """Return the page with all that is around it; `url` is the site's address, if known."""
        language = spoken()
        others = "".join(self._in_languages(url)) if url else ""
        written = Template((TEMPLATES / "page.html").read_text(encoding="utf-8")).substitute(
            language=language.tag,
            title=escape(self.title),
            description=escape(self.description),
            head=others + self._data(url),
            pages_label=escape(label("Games")),
            pages=" ".join(self._pages()),
            name=language.name,
            languages_label=escape(label("Languages")),
            languages=" ".join(self._languages()),
            front="/" + path_of(FRONT, language.tag),
            main=self.main,
            papers=" ".join(f'<a href="/{to}">{name}</a>' for name, to in PAPERS.items()),
        )
        return re.sub(r'((?:href|src)=")/', rf"\1{'../' * self.path.count('/')}", written)

    def _pages(self) -> Iterator[str]:
        names = {f"{key}.html": game.name for key, game in GAMES.items()}
        for name, words in (names | {COMMANDS: label("Commands")}).items():
            yield _link(path_of(name, spoken().tag), words, current=name == self.name)

    def _languages(self) -> Iterator[str]:
        for tag, language in languages().items():
            marks = f' lang="{tag}" hreflang="{tag}"'
            current = language is spoken()
            yield _link(path_of(self.name, tag), language.name, marks, current=current)

    def _in_languages(self, url: str) -> Iterator[str]:
        """Say which address of this page counts, and which others have it in another language."""
        yield f'<link rel="canonical" href="{url}{self.path}">\n'
        for tag in languages():
            to = f"{url}{path_of(self.name, tag)}"
            yield f'<link rel="alternate" hreflang="{tag}" href="{to}">\n'

    def _data(self, url: str) -> str:
        if not self.data:
            return ""
        known = {"url": f"{url}{self.path}"} if url else {}
        about = {"@context": "https://schema.org", "inLanguage": spoken().tag, **self.data, **known}
        text = json.dumps(about, ensure_ascii=False).replace("<", "\\u003c")
        return f'<script type="application/ld+json">{text}</script>\n'


def path_of(name: str, tag: str) -> str:
    """Return where a page lies in the site: in its language's folder, and in English at the top."""
    return name if tag == ENGLISH.tag else f"{tag}/{name}"


def _link(path: str, words: str, marks: str = "", *, current: bool) -> str:
    marks += ' aria-current="page"' * current
    return f'<a href="/{path}"{marks}>{escape(words)}</a>'
