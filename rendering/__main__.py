"""Draw from the command line: `python -m rendering GAME … -o board.png`, `--sheet`, `--papers`.

A board is drawn as SVG where the file is named so. `python -m rendering page RECORD -o FILE.html`
writes what `/match record` gives as a page that a browser steps through, with no server.
"""

import argparse
import sys
from pathlib import Path

import rendering
from languages import language, languages
from match.event import WITHOUT_RESULT, reason_by_name, result_by
from match.read_record import read
from match.record import Record
from rendering.contact_sheet import sheets
from rendering.directory_pictures import directory_pictures
from rendering.documentation_pictures import documentation_pictures
from rulebook import rulebook
from rules import (
    GAMES,
    ListStyle,
    Move,
    Name,
    PlainSpeech,
    Position,
    Refusal,
    Sentence,
    __version__,
    codes,
    command_line,
)
from rules.typed_text import plain_word, words_in

PAGE = "page"
ABOUT = (
    "Rare board games with your friends, right in your Discord server. "
    "Move when you have a minute: a match can last for days."
)
"""The words beside all the games."""


def main(words: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    try:
        arguments = _parser().parse_args(words)
        output = Path(arguments.output)
        if arguments.papers:
            summaries = {key: rulebook(key).summary for key in GAMES}
            drawn = documentation_pictures() | directory_pictures(summaries, ABOUT)
            for name, content in drawn.items():
                (output / name).write_bytes(content)
        elif arguments.sheet:
            output.mkdir(parents=True, exist_ok=True)
            for name, content in sheets():
                (output / name).write_bytes(content)
        else:
            draw = _page if arguments.game == PAGE else _board
            output.write_bytes(draw(arguments))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except OSError as error:
        file = error.filename or arguments.output  # a full disk names none
        deed = "read" if file == arguments.record else "write"
        print(f"Cannot {deed} {file}: {error.strerror}.", file=sys.stderr)
        return 2
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]  # it does not return either
        raise Refusal("{Message}; see `--help`.", message=message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rendering", description="Draw a game's board as PNG or SVG.")
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    parser.add_argument(
        "game", nargs="?", type=plain_word, help=f"one of {', '.join(GAMES)}, or {PAGE}"
    )
    parser.add_argument("record", nargs="?", help=f"for {PAGE}: the file with a match's record")
    parser.add_argument("--moves", default="", help="the moves so far, separated by blanks")
    parser.add_argument(
        "--option", action="append", type=plain_word, default=[], metavar="KEY=VALUE"
    )
    parser.add_argument(
        "--theme", type=plain_word, default=rendering.THEMES[0], help=", ".join(rendering.THEMES)
    )
    parser.add_argument(
        "--from", dest="side", type=plain_word, help="the side that looks at the board"
    )
    parser.add_argument("--language", default="en", help=f"for {PAGE}: {', '.join(languages())}")
    parser.add_argument(
        "--sheet", action="store_true", help="draw all of every game in every theme, into a folder"
    )
    parser.add_argument(
        "--papers", action="store_true", help="draw what the papers show, into a folder"
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE")
    return parser


def _board(arguments: argparse.Namespace) -> bytes:
    if not arguments.game:
        raise Refusal("Name a game: {valid}.", valid=codes(GAMES, ListStyle.OR))
    start = command_line.start(arguments.game, arguments.option)
    position, before, last = _played(start, arguments.moves)
    seen_from, theme = _side(arguments.side, start), arguments.theme
    if arguments.output.endswith(".svg"):
        drawn = rendering.svg_picture(
            position, last=last, before=before, seen_from=seen_from, theme=theme
        )
        return drawn.encode()
    return rendering.picture(position, last=last, before=before, seen_from=seen_from, theme=theme)


def _page(arguments: argparse.Namespace) -> bytes:
    if not arguments.record:
        raise Refusal("{Message}; see `--help`.", message="name the file with the record")
    try:
        text = Path(arguments.record).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(
            "I can't read this file; save what `/match record` gives you as plain text (UTF-8), "
            "and attach that."
        ) from None
    record = read(text, GAMES)
    written = rendering.page(
        _contents(record),
        seen_from=_side(arguments.side, record.rules),
        theme=arguments.theme,
        speech=PlainSpeech(language(arguments.language)),
    )
    return written.encode()


def _contents(record: Record) -> rendering.PageContents:
    line, rules = record.line(), record.rules
    names = Name(record.names[0]), Name(record.names[1])
    shown, reason = None, None
    if record.how is not None:
        last = line.at(len(line)).position
        reason = reason_by_name(result_by(record.how, record.winner, last), last, names)
    if record.how in WITHOUT_RESULT:
        shown = rendering.ShownResult(None, Sentence("ended"))
    elif record.how is not None:
        words = Sentence("drawn") if record.winner is None else Sentence("has won")
        shown = rendering.ShownResult(record.winner, words)
    return rendering.PageContents(
        line,
        names,
        rules.name if record.number is None else f"{rules.name} #{record.number}",
        rules.choices.choose(record.options).changed,
        shown,
        reason or "",
        record.remarks,
    )


def _side(named: str | None, rules: Position | type[Position]) -> int:
    """Return the side that looks at the board. Raises `Refusal` for one that is not there."""
    return 0 if named is None else command_line.side(rules, named)


def _played(position: Position, moves: str) -> tuple[Position, Position | None, Move | None]:
    """Return where moves lead, the position before the last of them, and that."""
    before = last = None
    for number, text in enumerate(words_in(moves), start=1):
        try:
            before, (last, position) = position, position.play(text)
        except Refusal as refusal:
            raise Refusal(
                "Move {number} cannot be played: {why}", number=number, why=refusal.sentence
            ) from None
    return position, before, last


if __name__ == "__main__":
    sys.exit(main())
