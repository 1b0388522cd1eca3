"""A certificate: a winning strategy written out, so that anybody can check it by the rules alone.

A file is text, packed with xz: the game, its options, a side and its goal; the SHA-256 digest of
the lines below; and a line for each position in which that side is to move: the position as
`encode` writes it, the answer, and its rank. Where answers depend on how often some positions came
up, too, those positions come first, and each line begins with that number for each of them.
"""

import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Self

from rules import GAMES, Position

LARGEST = 50_000_000
"""More bytes than any certificate has when unpacked."""
PRESET = lzma.PRESET_EXTREME | 9
WATCHED = "watched "
"""What begins the lines of the positions that are counted."""


class CertificateError(ValueError):
    """A file that is no certificate, or one that proves nothing."""


@dataclass(frozen=True)
class ProvedAnswer:
    """The move to play, and how many plies later the goal is reached at the latest.

    A part of the game in which only what gives the goal as well can come up again is one ply.
    """

    move: str
    rank: int


@dataclass(frozen=True)
class Certificate:
    """The claim that a side reaches a goal from the start, whatever the other side plays.

    `answers` has the positions in which the side may come to move, as `encode` writes them, each
    after how often every position of `watched` came up since the last capture: see `key`.
    """

    start: Position
    side: int
    goal: int
    answers: Mapping[str, ProvedAnswer]
    watched: tuple[str, ...] = ()

    @property
    def claim(self) -> str:
        """The statement that it proves, as the first line of its file."""
        start = self.start
        return f"{start.key} {start.chosen.write()} {start.sides[self.side]} {self.goal}"

    def lines(self) -> Iterator[str]:
        """Give a line for each position, in an order that packs well: by all but the board."""
        for text in self.watched:
            yield f"{WATCHED}{text}"
        for text in sorted(self.answers, key=lambda text: text.partition(" ")[::-1]):
            answer = self.answers[text]
            yield f"{text} {answer.move} {answer.rank}"

    def packed(self) -> bytes:
        """Return the content of its file."""
        lines = "".join(f"{line}\n" for line in self.lines())
        digest = sha256(lines.encode()).hexdigest()
        text = f"{self.claim}\nsha256 {digest}\n{lines}"
        return lzma.compress(text.encode(), preset=PRESET)

    @classmethod
    def unpacked(cls, content: bytes) -> Self:
        """Read the content of a file. Raises `CertificateError` if it is damaged."""
        claim, _, rest = _text(content).partition("\n")
        digest, _, lines = rest.partition("\n")
        if digest != f"sha256 {sha256(lines.encode()).hexdigest()}":
            raise CertificateError("its lines are not those that were written")
        answers, watched = {}, list[str]()
        for line in lines.splitlines():
            if line.startswith(WATCHED):
                watched.append(line.removeprefix(WATCHED))
                continue
            rest, _, rank = line.rpartition(" ")
            text, _, move = rest.rpartition(" ")
            if not rank.isdecimal() or text in answers:
                raise CertificateError(f"not a line of a certificate: {line[:80]!r}")
            answers[text] = ProvedAnswer(move, int(rank))
        return cls(*_claimed(claim), answers, tuple(watched))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file. Raises `CertificateError` if it is damaged."""
        return cls.unpacked(path.read_bytes())


def key(times: str, text: str) -> str:
    """Return what a line begins with: a digit for each watched position, if any, and a position."""
    return f"{times} {text}" if times else text


def _text(content: bytes) -> str:
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        text = unpacking.decompress(content, LARGEST)
        if not unpacking.eof or unpacking.unused_data:
            raise CertificateError("its end is missing, or something follows it")
        return text.decode()
    except (lzma.LZMAError, UnicodeDecodeError, EOFError) as problem:
        raise CertificateError(f"it cannot be unpacked: {problem}") from problem


def _claimed(claim: str) -> tuple[Position, int, int]:
    try:
        key, options, side, goal = claim.split(" ")
        game = GAMES[key]
        start = game.start(game.choices.read(options).values)
        return start, game.sides.index(side), int(goal)
    except (KeyError, ValueError) as problem:
        raise CertificateError(f"not a claim: {claim[:80]!r}") from problem
