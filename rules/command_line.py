"""Play a game in the terminal, or count its moves."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence

from rules import GAMES, Position, Refusal, __version__, perft
from rules.sentence import Listed, ListStyle, codes, typed
from rules.typed_text import plain_text, plain_word

HELP = """Type a move as it is written in the list of `moves`; first and last cell are enough.
moves: list the legal moves    undo: take back the last move    quit: stop"""


def main(arguments: Sequence[str] | None = None, more: str | None = None) -> int:
    """Run the command line and return the exit status; help ends with what `more` there is."""
    parser = _parser(more)
    given = parse(parser, arguments)
    try:
        position = start(given.game, given.options)
        if given.command == "perft":
            _count(position, given.depth, divide=given.divide)
        else:
            machine = side(position, given.random) if given.random is not None else None
            rng = random.Random(given.seed)
            play(position, machine, lambda position: rng.choice(list(position.moves())))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
    return 0


def parse(parser: argparse.ArgumentParser, words: Sequence[str] | None) -> argparse.Namespace:
    """Parse words; options may also follow a flag, where argparse does not look for them."""
    given, options = parser.parse_known_args(words)
    if unknown := [word for word in options if word.startswith("-")]:
        parser.error(f"there is no flag {unknown[0]}")
    given.options = [*map(plain_word, (*given.options, *options))]
    return given


def _parser(more: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}", description=__doc__, epilog=more
    )
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    playing = commands.add_parser("play", help="play in the terminal")
    playing.add_argument(
        "--random", metavar="SIDE", type=plain_word, help="let this side play at random"
    )
    playing.add_argument("--seed", type=int, help="draw the same lots again")
    counting = commands.add_parser("perft", help="count the sequences of legal moves")
    counting.add_argument("--divide", action="store_true", help="count below each first move")
    for command in (playing, counting):
        games = str(Listed(tuple(GAMES), ListStyle.OR))
        command.add_argument("game", metavar="GAME", type=plain_word, help=games)
        if command is counting:
            command.add_argument("depth", metavar="DEPTH", type=int, help="how many moves")
        command.add_argument("options", nargs="*", metavar="option=value", help="see the game")
    return parser


def start(key: str, options: Sequence[str]) -> Position:
    """Return the start of a game, with options given as `key=value`.

    Raises `Refusal` for an unknown game or option, or an invalid value.
    """
    if key not in GAMES:
        raise Refusal(
            "There is no game {game}; choose {games}.",
            game=typed(key),
            games=codes(GAMES, ListStyle.OR),
        )
    for option in options:
        if "=" not in option:
            raise Refusal("Write options as `option=value`, not {option}.", option=typed(option))
    chosen = dict(option.split("=", 1) for option in options)
    position: Position = GAMES[key].start(chosen)
    return position


def side(rules: Position | type[Position], name: str) -> int:
    """Return the index of a side by its name. Raises `Refusal` for an unknown name."""
    if name not in rules.sides:
        raise Refusal(
            "{game} has no side {side}; choose {sides}.",
            game=rules.name,
            side=typed(name),
            sides=codes(rules.sides, ListStyle.OR),
        )
    return rules.sides.index(name)


def _count(position: Position, depth: int, *, divide: bool) -> None:
    if depth < 0:
        raise Refusal("The depth is a number of moves, 0 or more.")
    began = time.perf_counter()
    if divide and depth:
        nodes = 0
        for move, after in position.children():
            below = perft(after, depth - 1)
            print(f"{move.text}: {below}")
            nodes += below
    else:
        nodes = perft(position, depth)
    seconds = time.perf_counter() - began
    print(f"{nodes:,} nodes, {seconds:.3f} s, {nodes / max(seconds, 1e-9):,.0f} nodes/s")


def play(position: Position, machine: int | None, choose: Callable[[Position], str]) -> None:
    """Play until the game is over: ask for moves, except on the turns of the side `machine`."""
    print(HELP)
    before: list[Position] = []
    while not (ending := position.outcome()):
        mover = position.sides[position.turn]
        if position.turn == machine:
            text = choose(position)
        else:
            print(f"\n{position}\n")
            text = plain_text(input(f"{mover}> ")).strip()
        match text.lower():
            case "":
                continue
            case "quit" | "exit":
                return
            case "help" | "?":
                print(HELP)
            case "moves":
                print("  ".join(position.moves()))
            case "undo" if before:
                position = before.pop()
            case "undo":
                print("There is nothing to take back.")
            case _:
                try:
                    move, after = position.play(text)
                except Refusal as refusal:
                    print(refusal)
                    continue
                print(f"{move.text}: {mover} {position.tell(move)}.")
                if position.turn != machine:
                    before.append(position)
                position = after
    print(f"\n{position}\n\n{ending.reason}")
    if ending.winner is None:
        print("The game is drawn.")
    else:
        print(f"{position.sides[ending.winner].capitalize()} wins.")
