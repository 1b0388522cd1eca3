"""`python -m tools.research prove`: search for a proof and write its certificate, or check some."""

import argparse
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from computer.proofs import FOLDER, file_name
from computer.proofs.certificate import Certificate, CertificateError
from rules import Position
from rules.command_line import side as side_named
from rules.command_line import start
from rules.hoyito import Hoyito
from tools.research import file_to_write, positive
from tools.research.proofs import c_prover
from tools.research.proofs.checker import check
from tools.research.proofs.mirrored import with_first_move
from tools.research.proofs.search import NEVER, TOO_DEEP, Node, Prover, Unproved, certificate


def add_arguments(proving: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    proving.add_argument("game", metavar="GAME", nargs="?", help="hoyito")
    proving.add_argument("--goal", type=positive, help="how many stones the side is to force")
    proving.add_argument("--side", default="north", help="south, who begins, or north (the usual)")
    proving.add_argument("--plies", type=positive, default=100, help="how far ahead it looks")
    proving.add_argument("--memory", type=positive, default=1024, help="megabytes, if compiled")
    proving.add_argument(
        "--table", type=int, default=0, help="solve placements of so many stones first"
    )
    proving.add_argument(
        "--repetition", type=positive, metavar="MILLIONS", help="of positions: list all instead"
    )
    proving.add_argument(
        "--watch", type=Hoyito.decode, action="append", default=[], metavar="POSITION"
    )
    proving.add_argument("--python", action="store_true", help="do not compile the search")
    proving.add_argument("--output", type=file_to_write, help="where to write the certificate")
    proving.add_argument("--write", action="store_true", help="keep it in the project")
    proving.add_argument(
        "--check", dest="files", type=Path, nargs="+", metavar="FILE", help="instead, check these"
    )
    proving.add_argument(
        "--mirror", action="store_true", help="with --check: the direction is chosen once, too"
    )
    proving.add_argument("options", nargs="*", metavar="option=value", help="see the game")
    proving.set_defaults(do=prove_or_check)


def prove_or_check(given: argparse.Namespace) -> None:
    """Check certificates, or search for a proof and write its certificate."""
    if not given.files and (given.game is None or given.goal is None):
        raise Unproved("Name the game, and say with --goal how many stones are to be proved.")
    if given.plies >= NEVER:
        raise Unproved(f"No search looks {NEVER} plies ahead, or more.")
    if given.files:
        check_files(given.files)
        for path in given.files if given.mirror else ():
            write(with_first_move(Certificate.read(path)), given)
    else:
        prove(start(given.game, given.options), given)


def check_files(paths: list[Path]) -> None:
    """Check certificates by the rules alone. Raises `Unproved` for one that proves nothing."""
    for path in paths:
        try:
            content = path.read_bytes()
            known = Certificate.unpacked(content)
            check(known)
        except (OSError, CertificateError) as problem:
            raise Unproved(f"{path}: {problem}") from problem
        ranks = [answer.rank for answer in known.answers.values()]
        print(f"{path.name}: {known.claim} holds")
        print(f"  {len(ranks)} positions, {max(ranks)} plies, sha256 {sha256(content).hexdigest()}")


def prove(position: Position, given: argparse.Namespace) -> None:
    """Search for a proof, check it and write its certificate. Raises `Unproved` without one."""
    if not isinstance(position, Hoyito) or position.chosen.play != "game" or position.turn:
        raise Unproved("Proofs are about single games of Hoyito that South begins.")
    side = side_named(position, given.side)
    answers = _answers(position, side, given)
    write(certificate(position, side, given.goal, answers, given.watch), given)


def write(found: Certificate, given: argparse.Namespace) -> None:
    """Write a certificate where it is wanted, and check it. Raises `Unproved` if it is wrong."""
    path = given.output or (FOLDER if given.write else Path()) / file_name(found)
    path.write_bytes(found.packed())
    check_files([path])


def _answers(start: Hoyito, side: int, given: argparse.Namespace) -> Mapping[Node, str]:
    goal = given.goal
    if given.repetition:
        return c_prover.answers_with_repetition(start, side, goal, given.repetition, given.watch)
    if c_prover.compiler() and not given.python:
        return c_prover.answers(start, side, goal, given.plies, given.memory, given.table)
    prover = Prover(start, side, goal)
    for depth, is_proved in prover.search(given.plies):
        told = "proved" if is_proved else "no"
        print(f"{depth} plies: {told}, {prover.nodes} nodes", file=sys.stderr)
        if is_proved:
            return prover.answers()
    raise Unproved(TOO_DEEP.format(given.plies))
