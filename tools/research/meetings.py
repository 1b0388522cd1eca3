"""Games of a level against another player, and what somebody who watches would notice.

    .venv/bin/python -m tools.research meetings bizingo 2 casual --games 12 --keep games.jsonl

Every game is kept as it ends; what is in the file is not played again. Besides who wins it counts
the moves that undo the mover's last one, those without a reason, and how a big lead goes on. From
the positions of a file, `--starts`, the level moves first.
"""

import argparse
import json
import statistics
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from computer.levels import choose, think, undoing
from computer.search import node_limit, search_position
from computer.search_game import search_game_of
from computer.skill_levels import BY_GAME, EASIEST, SkillLevel
from rules import GAMES, Move, Position, Refusal
from tools.research import file_to_write, positive
from tools.research.self_play import LONGEST, Chooser, at_level
from tools.research.strength import simple_players

BIG_LEAD = 6
"""So many pieces ahead a game should soon be won."""
LOOKED_AT = 600
"""The nodes searched to see whether another move was as good as one that undoes the last."""


def _good(position: Position, seed: int) -> Move:
    return think(position, SkillLevel(4, noise=4), f"{seed}", node_limit(3_000)).move


PEOPLE: Mapping[str, Chooser] = {
    "random": simple_players.at_random,
    "beginner": simple_players.one_ply,
    "casual": simple_players.two_plies,
    "good": _good,
    "evading": simple_players.evading,
}
"""Players like people: one who overlooks every threat, one who sees two plies, four, or runs."""
MOST_LEVELS = range(EASIEST, EASIEST + max(map(len, BY_GAME.values())))
"""The levels of the game that has the most."""
AGAINST = (*PEOPLE, *map(str, MOST_LEVELS))


@dataclass(frozen=True)
class Meeting:
    """A game: how it ended for the level, and what was counted of its own moves."""

    result: str
    code: str
    plies: int
    side: int
    undone: int
    without_reason: int
    moves: int
    led_from: int | None
    """The ply from which on it was six pieces ahead."""


def meet(
    key: str, level: int, against: str, nodes: int, number: int, start: Position | None = None
) -> Meeting:
    """Play the game of a number, which is its seed; sides alternate, but not from a `start`."""
    position = start or GAMES[key].start(GAMES[key].presets[GAMES[key].usual_preset])
    other = PEOPLE.get(against) or at_level(int(against), nodes)
    side = start.turn if start else number % 2
    plies, undone, silly, moves, led_from = 0, 0, 0, 0, None
    while position.outcome() is None and plies < LONGEST:
        if position.turn == side:
            move = choose(position, level, number, node_limit(nodes), knows_proofs=False).move
            moves += 1
            if move.text in undoing(position):
                undone, silly = undone + 1, silly + _has_no_reason(position, move)
        else:
            move = other(position, number)
        position, plies = position.after(move), plies + 1
        lead = (position.lead() or 0) * (-1 if side else 1)
        led_from = plies if led_from is None and lead >= BIG_LEAD else led_from
    ending = position.outcome()
    result = "d" if ending is None or ending.winner is None else "lw"[ending.winner == side]
    code = ending.code if ending else "unfinished"
    return Meeting(result, code, plies, side, undone, silly, moves, led_from)


def _has_no_reason(position: Position, move: Move) -> bool:
    """Tell whether another move is as good as one that undoes the last."""
    ending = position.after(move).outcome()
    if position.count() == 1 or (ending and ending.winner == position.turn):
        return False
    best = search_position(position, node_limit(LOOKED_AT)).value
    other = search_position(position, node_limit(LOOKED_AT), excluded=move.text).value
    return other > best - search_game_of(position).undoing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", choices=[*GAMES])
    parser.add_argument("level", type=int, choices=MOST_LEVELS)
    parser.add_argument("against", choices=AGAINST, help="a player like a person, or a level")
    parser.add_argument("--games", type=positive, default=12)
    parser.add_argument("--nodes", type=positive, default=2_000, help="what a move may cost")
    parser.add_argument("--starts", type=Path, help="a file with a position on each line")
    parser.add_argument("--keep", type=file_to_write, help="the file with a line for each game")
    parser.set_defaults(do=play_meetings)


def play_meetings(given: argparse.Namespace) -> None:
    """Play the games that are not kept yet, and print a line about all. Raises `Refusal`."""
    name = f"{given.game} {given.level} {given.against} {given.nodes}"
    if given.against == "evading" and given.game != "bizingo":
        raise Refusal("Only in Bizingo somebody runs away; choose another player.")
    starts: list[Position | None] = [None]
    if given.starts:
        name += f" {given.starts.stem}"
        try:
            lines = given.starts.read_text(encoding="utf-8").splitlines()
            starts = [GAMES[given.game].decode(line) for line in lines]
        except (OSError, ValueError) as wrong:
            raise Refusal("The starts can't be read: {why}", why=str(wrong)) from wrong
    known = dict(_kept(given.keep, name))
    for number in range(given.games):
        if number not in known:
            start = starts[number % len(starts)]
            played = meet(given.game, given.level, given.against, given.nodes, number, start)
            known[number] = played
            if given.keep:
                with given.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"of": name, "number": number, **asdict(played)}) + "\n")
    print(f"{name}: {summary([known[number] for number in range(given.games)])}", flush=True)


def _kept(file: Path | None, name: str) -> Iterator[tuple[int, Meeting]]:
    if file is None or not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if told.pop("of") == name:
            yield told.pop("number"), Meeting(**told)


def summary(games: list[Meeting]) -> str:
    """Say how some games went."""
    results = "-".join(str(sum(each.result == end for each in games)) for end in "wdl")
    moves = max(1, sum(each.moves for each in games))
    undone = sum(each.undone for each in games)
    silly = sum(each.without_reason for each in games)
    led = [each for each in games if each.led_from is not None]
    won = [each for each in led if each.result == "w"]
    soon = [each for each in won if each.plies - (each.led_from or 0) <= 120]
    said = (
        f"{results}, {statistics.median(each.plies for each in games):g} plies, "
        f"undone {undone} of {moves} ({undone / moves:.1%}), without reason {silly}"
    )
    return (
        f"{said}, six ahead {len(led)}, won {len(won)}, in 120 plies {len(soon)}" if led else said
    )
