"""Speed and size of pictures, and the memory that their boards take."""

import random
import statistics
from functools import partial

import rendering
from rendering.cache import clear_boards, estimated_bytes, surface_for
from rendering.stamps import stamps_of
from rendering.themes import THEMES
from rules import GAMES, Move, Position
from tools.bench.measuring import scaled, timed

ROUNDS = 25
WANTED_BYTES = 110_000
MANY, SHOWN, WANTED_MANY = 48, 12, 64
"""The number of boards kept, the positions shown on each, and the megabytes they may take."""


def run(scale: float = 1.0) -> None:
    """Print the tables."""
    _cold_pictures(scaled(ROUNDS, scale))
    _boards(scaled(ROUNDS, scale))
    _many_boards(scaled(MANY, scale))


def _cold_pictures(rounds: int) -> None:
    """Draw positions for the first time."""
    print(
        f"median of {rounds} positions never drawn before\n"
        f"{'game':<10}{'size':>10}{'ms':>8}{'kB':>7}{'worst ms':>10}{'worst kB':>10}"
    )
    for key in sorted(GAMES, key=lambda key: key != "bizingo"):
        shown = _positions(key, rounds)
        rendering.build(shown[0][0])
        drawn = [timed(partial(rendering.picture, each, last=last)) for each, last in shown]
        times = [seconds * 1e3 for seconds, _ in drawn]
        sizes = [len(picture) / 1e3 for _, picture in drawn]
        board = rendering.scene_of(shown[0][0]).board
        print(
            f"{key:<10}{f'{board.width}x{board.height}':>10}{statistics.median(times):>8.2f}"
            f"{statistics.median(sizes):>7.1f}{max(times):>10.2f}{max(sizes):>10.1f}"
        )
    print(f"wanted: at most {WANTED_BYTES / 1e3:.0f} kB")


def _boards(rounds: int) -> None:
    """Measure the time to build each game's board, and the memory it keeps."""
    print(f"\n{'game':<10}{'one board ms':>14}{'kept MB':>10}   (wanted: at most 500 and 4)")
    for key in GAMES:
        shown = _positions(key, 4 * rounds)
        scene = rendering.scene_of(shown[0][0])
        built = []
        for _ in range(3):
            clear_boards()
            built.append(timed(partial(rendering.picture, shown[0][0]))[0])
        for position, last in shown:
            rendering.picture(position, last=last)
        surface = surface_for(scene, THEMES["walnut"], coordinates=True)
        kept = surface.estimated_bytes() + stamps_of(THEMES["walnut"]).estimated_bytes()
        print(f"{key:<10}{statistics.median(built) * 1e3:>14.0f}{kept / 1e6:>10.2f}")


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


def _positions(key: str, number: int) -> list[tuple[Position, Move | None]]:
    """Play random games, preferring captures, until there are enough positions, and choose some."""
    rng = random.Random(3)
    shown: list[tuple[Position, Move | None]] = []
    while len(shown) < 4 * ROUNDS:
        position: Position = GAMES[key].start({})
        while moves := position.moves():
            taking = [text for text, move in moves.items() if move.taken]
            last, position = position.play(rng.choice(taking or list(moves)))
            shown.append((position, last))
    return rng.sample(shown, number)
