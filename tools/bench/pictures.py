"""Speed and size of pictures beside a naive painter, and the memory that their boards take."""

import random
import statistics
import string
import subprocess
import sys
from functools import partial
from time import process_time

import rendering
from rendering.cache import clear_boards, estimated_bytes, surface_for
from rendering.stamps import stamps_of
from rendering.themes import THEMES
from rules import GAMES, Move, Name, Position
from tools.bench.measuring import random_plays, scaled, timed
from tools.bench.naive_painter import paint

ROUNDS, WARM = 40, 10
"""The pictures of each game that are measured, and those drawn before, as in a bot that runs."""
MOST_PLIES = 150
"""The longest match of which a card is shown."""
WANTED_RATIO, WANTED_BYTES, WANTED_FIRST = 60, 110_000, 200
MANY, SHOWN, WANTED_MANY = 48, 12, 64
"""The number of boards kept, the positions shown on each, and the megabytes they may take."""
_Card = tuple[Position, Move, Position, tuple[Name, Name]]
"""What a card shows: a position, the move that led there, the one before, and the players' names.
"""
_FIRST = """
from time import process_time
import sys
import rendering
from rules import GAMES
start = GAMES[sys.argv[1]].start({})
began = process_time()
rendering.picture(start)
print(process_time() - began)
"""
"""Prints the seconds of a process's first picture."""


def run(scale: float = 1.0) -> None:
    """Print the tables."""
    _cards(scaled(ROUNDS, scale))
    _boards(scaled(ROUNDS, scale))
    _many_boards(scaled(MANY, scale))


def _cards(rounds: int) -> None:
    """Draw pictures as cards do, each of another match, in turns with the naive painter."""
    print(
        f"median of {rounds} cards, ms of processor time, in turns with a naive painter\n"
        f"{'game':<10}{'size':>10}{'naive':>8}{'ours':>8}{'ratio':>7}{'kB':>7}{'most kB':>9}"
        f"{'first':>7}"
    )
    for key in GAMES:
        rng = random.Random(3)
        rendering.build(GAMES[key].start({}))
        for _ in range(WARM):
            _draw(_card(key, rng))
        naive, ours, sizes = [], [], []
        for _ in range(rounds):
            card = _card(key, rng)
            naive.append(timed(partial(paint, *card), process_time)[0] * 1e3)
            seconds, content = timed(partial(_draw, card), process_time)
            ours.append(seconds * 1e3)
            sizes.append(len(content) / 1e3)
        board = rendering.scene_of(card[0]).board
        slow, fast = statistics.median(naive), statistics.median(ours)
        print(
            f"{key:<10}{f'{board.width}x{board.height}':>10}{slow:>8.0f}{fast:>8.2f}"
            f"{f'1/{slow / fast:.0f}':>7}{statistics.median(sizes):>7.1f}{max(sizes):>9.1f}"
            f"{_first(key):>7.0f}"
        )
    print(
        f"wanted: 1/{WANTED_RATIO}, at most {WANTED_BYTES / 1e3:.0f} kB, and {WANTED_FIRST} ms for "
        "the first picture of a process"
    )


def _card(key: str, rng: random.Random) -> _Card:
    """Play a match at random, captures first, and choose what a card showed on the way."""
    shown: list[tuple[Position, Move, Position]] = []
    position: Position = GAMES[key].start({})
    while (moves := position.moves()) and len(shown) < MOST_PLIES:
        taking = [move for move in moves.values() if move.taken]
        move = rng.choice(taking or [*moves.values()])
        before, position = position, position.after(move)
        if position.moves() and not before.game_end(move):
            shown.append((position, move, before))
    return *rng.choice(shown), (_name(rng), _name(rng))


def _name(rng: random.Random) -> Name:
    """Return the name of somebody one has not met."""
    return Name(" ".join("".join(rng.choices(string.ascii_letters, k=6)) for _ in range(2)))


def _draw(card: _Card) -> bytes:
    position, last, before, names = card
    return rendering.picture(position, last=last, before=before, names=names)


def _first(key: str) -> float:
    """Return the milliseconds of the first picture of a process."""
    command = [sys.executable, "-c", _FIRST, key]
    printed = [subprocess.check_output(command, text=True) for _ in range(3)]  # noqa: S603 (ours)
    return statistics.median(map(float, printed)) * 1e3


def _boards(rounds: int) -> None:
    """Measure the memory that each game's board keeps."""
    print(f"\n{'game':<10}{'kept MB':>10}   (wanted: at most 4)")
    for key in GAMES:
        clear_boards()
        shown = _positions(key, 4 * rounds)
        for position, last in shown:
            rendering.picture(position, last=last)
        board, theme = rendering.scene_of(shown[0][0]).board, THEMES[rendering.DEFAULT_THEME]
        surface = surface_for(board, theme, coordinates=True)
        kept = surface.estimated_bytes() + stamps_of(theme).estimated_bytes()
        print(f"{key:<10}{kept / 1e6:>10.2f}")


def _many_boards(many: int) -> None:
    """Keep many boards of all games, themes and sides; say what they and their stamps take."""
    clear_boards()
    kinds = [
        (key, theme, side, coordinates)
        for coordinates in (True, False)
        for key in GAMES
        for theme in THEMES
        for side in (0, 1)
    ]
    for key, theme, side, coordinates in kinds[:many]:
        for position, last in _positions(key, SHOWN):
            rendering.picture(
                position, last=last, theme=theme, seen_from=side, coordinates=coordinates
            )
    stamps = sum(stamps_of(theme).estimated_bytes() for theme in THEMES.values())
    print(
        f"\n{many} boards take {(estimated_bytes() + stamps) / 1e6:.1f} MB, "
        f"{stamps / 1e6:.1f} of them stamps   (wanted: at most {WANTED_MANY})"
    )


def _positions(key: str, number: int) -> list[tuple[Position, Move]]:
    """Play random games until there are enough positions."""
    rng = random.Random(3)
    shown: list[tuple[Position, Move]] = []
    while len(shown) < number:
        shown += ((after, move) for move, after in random_plays(GAMES[key].start({}), rng))
    return rng.sample(shown, number)
