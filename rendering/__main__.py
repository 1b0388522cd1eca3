"""Draw from the command line: `python -m rendering GAME … -o board.png`, `--sheet`, `--papers`."""

import argparse
import sys
from pathlib import Path

import rendering
from rendering.contact_sheet import documentation_pictures, sheet
from rules import GAMES, ListStyle, Move, Position, Refusal, __version__, codes, typed


def main(words: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    try:
        arguments = _parser().parse_args(words)
        output = Path(arguments.output)
        if arguments.papers:
            for name, content in documentation_pictures().items():
                (output / name).write_bytes(content)
        else:
            output.write_bytes(sheet() if arguments.sheet else _board(arguments))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"Cannot write {arguments.output}: {error.strerror}.", file=sys.stderr)
        return 2
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]  # it does not return either
        raise Refusal("{Message}; `--help` tells more.", message=message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rendering", description="Draw a game's board as PNG.")
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    parser.add_argument("game", nargs="?", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--moves", default="", help="the moves so far, separated by blanks")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--theme", default=rendering.THEMES[0], help=", ".join(rendering.THEMES))
    parser.add_argument("--from", dest="side", help="the side that looks at the board")
    parser.add_argument("--sheet", action="store_true", help="draw every game in every theme")
    parser.add_argument(
        "--papers", action="store_true", help="draw what the papers show, into a folder"
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE")
    return parser


def _board(arguments: argparse.Namespace) -> bytes:
    if not arguments.game:
        raise Refusal("Name a game: {valid}.", valid=codes(GAMES, ListStyle.OR))
    if arguments.game not in GAMES:
        raise Refusal(
            "There is no game {game}; choose {valid}.",
            game=typed(arguments.game),
            valid=codes(GAMES, ListStyle.OR),
        )
    position, last = _played(arguments.game, arguments.option, arguments.moves)
    seen_from = 0
    if arguments.side is not None:
        if arguments.side.lower() not in position.sides:
            raise Refusal(
                "{game} has no side {side}; choose {valid}.",
                game=position.name,
                side=typed(arguments.side),
                valid=codes(position.sides, ListStyle.OR),
            )
        seen_from = position.sides.index(arguments.side.lower())
    return rendering.picture(position, last=last, seen_from=seen_from, theme=arguments.theme)


def _played(game: str, options: list[str], moves: str) -> tuple[Position, Move | None]:
    chosen = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise Refusal("Write an option as key=value, not {option}.", option=typed(option))
        chosen[key] = value
    position: Position = GAMES[game].start(chosen)
    last = None
    for number, text in enumerate(moves.split(), start=1):
        try:
            last, position = position.play(text)
        except Refusal as refusal:
            raise Refusal(
                "Move {number} cannot be played: {why}", number=number, why=refusal.sentence
            ) from None
    return position, last


if __name__ == "__main__":
    sys.exit(main())
