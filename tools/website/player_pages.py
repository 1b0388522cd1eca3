"""The players' pages, in every language: a front page, a page for each game, and the commands."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from interactions import label, say
from interactions.speech import current_rulebook, speaking, spoken
from languages import languages
from lessons import lesson, taught_games
from rulebook import Page
from rules import GAMES, Sentence, message
from tools.website import pictures
from tools.website.documents import PROJECT
from tools.website.examples import MATCH, example_page, examples
from tools.website.finish import finished, shortened
from tools.website.site_page import COMMANDS, FRONT, SCRIPT, STYLE, TEMPLATES, SitePage, path_of
from views.lesson_page import task_lines

PLAY = "play/index.html"
"""The page to play on, if the site has it; it has an anchor for each game."""
HOSTING = "/docs/hosting.html"
PLAY_NOW, ADD = message("Play now"), message("Add to Discord")
STRATEGY = message("Strategy: what would you play?")
_SCRIPT = f'<script defer src="/{SCRIPT}"></script>'
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True})
Link = tuple[str, str]
"""The words of a link and where it leads."""


def write_player_pages(
    site: Path, commands: Mapping[str, str], url: str = "", invite: str = ""
) -> None:
    """Write the pages, with their pictures and with a match of each game, into a built site.

    `commands` are the pages of the commands in Markdown, by the tag of their language, `url` is the
    address at which the site will be, and `invite` where one adds the bot to a server.
    """
    (site / pictures.FOLDER).mkdir(exist_ok=True)
    for name in (STYLE, SCRIPT):
        (site / name).write_bytes((TEMPLATES / name).read_bytes())
    for tag, language in languages().items():
        (site / path_of(FRONT, tag)).parent.mkdir(exist_ok=True)
        with speaking(language):
            games = (_game(key, site) for key in GAMES)
            for page in (_front(site, invite or HOSTING), *games, _commands(commands[tag])):
                (site / page.path).write_text(page.whole(url), encoding="utf-8")
        for key in examples():
            text = finished(example_page(key, language))
            (site / path_of(MATCH.format(key=key), tag)).write_text(text, encoding="utf-8")


def _front(site: Path, invite: str) -> SitePage:
    title = label("Rare board games, free to play")
    summary, description = descriptions()[spoken().name]
    add = label(ADD), invite
    main = (
        f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(summary)}</p>',
        _buttons(*_play(site), add),
        f'<ul class="cards">\n{"".join(_card(key, site) for key in GAMES)}</ul>',
        f"<h2>{escape(label('With friends on Discord'))}</h2>",
        f'<p class="text">{escape(description)}</p>',
        _buttons(add),
    )
    return SitePage(FRONT, f"Parlour · {title}", shortened(summary), "\n".join(main))


def _card(key: str, site: Path) -> str:
    book = current_rulebook(key)
    name, to = GAMES[key].name, f"/{path_of(f'{key}.html', spoken().tag)}"
    buttons = _buttons(*_play(site, key), (label("Learn"), to), about=name)
    start = _start(key, site, at_once=key == next(iter(GAMES)))
    return (
        f'<li><a href="{to}" tabindex="-1" aria-hidden="true">{start}</a>'
        f'<h2><a href="{to}">{name}</a></h2>{_html(book.summary)}{buttons}</li>\n'
    )


def _game(key: str, site: Path) -> SitePage:
    book, name = current_rulebook(key), GAMES[key].name
    first, *others = book.pages
    summary, _, rest = first.words.partition("\n")
    links = [*_play(site, key)]
    if key in examples():
        links.append((f"▶ {label('Replay')}", f"/{path_of(MATCH.format(key=key), spoken().tag)}"))
    if key in taught_games():
        links.append((label(STRATEGY), "#strategy"))
    main = (
        f'<h1>{name}</h1>\n<div class="lead">{_html(summary)}</div>',
        _buttons(*links),
        '<div class="text">',
        _figure(_tried(key, site), first.picture.caption if first.picture else ""),
        _html(rest),
        *(_rules(page, site) for page in others),
        *(_strategy(key, site) if key in taught_games() else ()),
        "</div>",
    )
    title = label(Sentence("{game}: rules, strategy and history", game=name))
    told = shortened(_words(first.words))
    data = {
        "@type": "Game",
        "name": name,
        "description": told,
        "numberOfPlayers": {"@type": "QuantitativeValue", "value": 2},
        "isAccessibleForFree": True,
    }
    return SitePage(f"{key}.html", f"{title} · Parlour", told, "\n".join(main), data)


def _rules(page: Page, site: Path) -> str:
    shown = ""
    if page.picture:
        shown = _figure(pictures.of_rules(page.picture, site), page.picture.caption)
    return f"<h2>{escape(page.title)}</h2>\n{_html(page.words)}{shown}"


def _strategy(key: str, site: Path) -> Iterator[str]:
    """Give the tasks of a game's lesson, each with its solution below it."""
    yield f'<h2 id="strategy">{escape(label(STRATEGY))}</h2>'
    for title, task in zip(task_lines(key, set()), lesson(key).tasks, strict=True):
        words, solution = say(task.words), f"{' '.join(map(say, task.hints))}\n\n{say(task.done)}"
        yield f"<h3>{escape(title)}</h3>\n{_html(words)}"
        yield f"<figure>{pictures.of_task(task, site)}</figure>"
        yield f"<details><summary>{escape(label('Solution'))}</summary>{_html(solution)}</details>"


def _commands(text: str) -> SitePage:
    title, _, rest = text.removeprefix("# ").partition("\n")
    about = shortened(f"{title}: {', '.join(re.findall(r'^### `(.+)`$', rest, re.MULTILINE))}")
    main = f'<h1>{escape(title)}</h1>\n<div class="text">{_html(rest)}</div>'
    return SitePage(COMMANDS, f"{title} · Parlour", about, main)


def _play(site: Path, key: str = "") -> list[Link]:
    """Return the link to a board to play on, or nothing where the site is made without one."""
    to = f"/{PLAY}?lang={spoken().tag}" + f"#{key}" * bool(key)
    return [(label(PLAY_NOW), to)] if (site / PLAY).exists() else []


def _start(key: str, site: Path, *, at_once: bool = True) -> str:
    picture = current_rulebook(key).pages[0].picture
    return pictures.of_rules(picture, site, at_once=at_once) if picture else ""


def _tried(key: str, site: Path) -> str:
    """Return the start of a game, which `try.js` makes a board to play on."""
    shown = _start(key, site)
    for words, to in _play(site, key):
        name = f"{words}: {GAMES[key].name}"
        return f'<a class="try" href="{escape(to)}" title="{escape(name)}">{shown}</a>{_SCRIPT}'
    return shown


def _figure(shown: str, caption: str) -> str:
    return f"<figure>{shown}<figcaption>{_html(caption)}</figcaption></figure>\n"


def _buttons(*links: Link, about: str = "") -> str:
    """Return links that look like buttons, the first strongest; `about` is what they are for."""
    shown = ""
    for words, to in links:
        look = "" if shown else ' class="go"'
        named = f' aria-label="{escape(words)}: {about}"' if about else ""
        shown += f'<a href="{escape(to)}"{look}{named}>{escape(words)}</a>'
    return f'<p class="buttons">{shown}</p>'


def _html(text: str) -> str:
    return str(_MARKDOWN.render(text))


def _words(text: str) -> str:
    """Return a text in Markdown as words alone."""
    return " ".join(re.sub(r"[*`]", "", text).split())


@cache
def descriptions() -> dict[str, tuple[str, str]]:
    """Return what the App Directory says of the bot, short and long, by the language's own name."""
    text = (PROJECT / "docs" / "directory.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (.+)\n\n```\n(.+)\n```\n\n```\n(.+)\n```$", text, re.MULTILINE)
    return {name: (short, long) for name, short, long in sections}
