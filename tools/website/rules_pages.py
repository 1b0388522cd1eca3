"""The rules of the games as pages, with their pictures, in every language."""

from hashlib import sha256
from pathlib import Path

import rendering
from languages import languages
from rulebook import Picture, Rulebook, rulebook
from rules import GAMES, PlainSpeech, ProseSpeech, Sentence
from rules.sentence import Language

FOLDER = "rules"
PICTURES = "pictures"
MATCH = "{key}-match.html"
"""The page with an example of a match, beside the rules of its game."""


def write_rules(folder: Path, commands: dict[str, str], examples: list[str]) -> list[str]:
    """Write the rules in every language with the commands there; return the pages' names.

    `commands` are the pages of the commands, by the tag of their language, `examples` the games of
    which a whole match is shown.
    """
    (folder / FOLDER / PICTURES).mkdir(parents=True)
    drawn: dict[tuple[object, ...], str] = {}
    for tag, language in languages().items():
        place = folder / FOLDER / tag
        place.mkdir()
        books = {key: rulebook(key, tag) for key in GAMES}
        (place / "index.md").write_text(_index(books, language), encoding="utf-8")
        (place / "commands.md").write_text(commands[tag], encoding="utf-8")
        for key, book in books.items():
            text = _rules(book, language, place.parent / PICTURES, drawn)
            if key in examples:
                replay = PlainSpeech(language).say(Sentence("Replay"))
                text += f'\n<a href="{MATCH.format(key=key)}">▶ {replay}</a>\n'
            (place / f"{key}.md").write_text(text, encoding="utf-8")
    return [f"{FOLDER}/{tag}/index" for tag in languages()]


def contents(names: list[str], caption: str = "", *, hidden: bool = False) -> str:
    """Return a table of contents, which Sphinx makes of other pages' names."""
    options = [":maxdepth: 1", *([f":caption: {caption}"] if caption else [])]
    options += [":hidden:"] if hidden else []
    return "\n".join(("```{toctree}", *options, "", *names, "```", ""))


def _index(books: dict[str, Rulebook], language: Language) -> str:
    games = "\n".join(f"- **[{GAMES[key].name}]({key}.md)**: {books[key].summary}" for key in books)
    return f"# {language.name}\n\n{games}\n\n{contents([*books, 'commands'])}"


def _rules(
    book: Rulebook, language: Language, folder: Path, drawn: dict[tuple[object, ...], str]
) -> str:
    parts = []
    for number, page in enumerate(book.pages):
        parts.append(f"{'##' if number else '#'} {page.title}\n\n{page.words}\n")
        if page.picture:
            name = _draw(page.picture, language, folder, drawn)
            words = ProseSpeech(language).say(page.picture.position.describe())
            words = words.replace("[", "(").replace("]", ")")
            parts.append(f"![{words}](../{PICTURES}/{name})\n\n*{page.picture.caption}*\n")
    return "\n".join(parts)


def _draw(
    picture: Picture, language: Language, folder: Path, drawn: dict[tuple[object, ...], str]
) -> str:
    """Draw a picture once, in a file named by what is in it; return the name."""
    shown = picture.position, picture.last, picture.previous, picture.targets, picture.part
    key = (*shown, None if picture.part else language.tag)  # no words stand on a part of a board
    if key not in drawn:
        if picture.part:
            content = rendering.diagram(
                picture.position,
                picture.part,
                last=picture.last,
                before=picture.previous,
                targets=picture.targets,
            )
        else:
            content = rendering.picture(
                picture.position,
                last=picture.last,
                before=picture.previous,
                targets=picture.targets,
                speech=PlainSpeech(language),
            )
        drawn[key] = f"{picture.position.key}-{sha256(content).hexdigest()[:12]}.png"
        (folder / drawn[key]).write_bytes(content)
    return drawn[key]
