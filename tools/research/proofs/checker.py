"""Check a certificate by the rules of the game, trusting nothing that is written in it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import groupby
from operator import or_
from typing import NamedTuple

from computer.proofs.certificate import Certificate, CertificateError, ProvedAnswer, key
from rules import Position
from rules.history import LIMIT, History
from rules.hoyito import Hoyito
from rules.hoyito.board import own_holes_taken


class Checked(NamedTuple):
    """An answer that is right so far: what it leads to, and what it must not repeat too often.

    `not_good` has the positions before and after it that are neither good nor watched, each after
    how often every watched one came up.
    """

    not_good: tuple[tuple[str, str], ...] = ()
    replies: tuple[str, ...] = ()


def check(certificate: Certificate) -> None:
    """Raise `CertificateError` unless the side reaches its goal from the start, whatever is played.

    Each answer is legal, and reaches the goal or leaves the other side only moves to positions of
    the certificate with a lower rank; or with the same, where a repetition before or after the
    answer would give the goal, too. As ranks never rise, only such positions come up again while
    the watched ones came up equally often. Another one that is not watched comes up at most twice,
    whatever is played.
    """
    if not 0 < certificate.goal <= _stones(certificate.start):
        raise CertificateError(f"{certificate.goal} is no goal")
    start = certificate.start.encode()
    for watched in certificate.watched:
        _read(certificate.start, watched)
    times = "".join(str(int(watched == start)) for watched in certificate.watched)
    for text in _to_answer(certificate, certificate.start, times):
        if text not in certificate.answers:
            raise CertificateError(f"the start has no answer: {text}")
    found = {
        text: _check_answer(certificate, text, certificate.answers[text])
        for text in certificate.answers
    }
    check_repetitions(certificate, found)


def check_repetitions(certificate: Certificate, found: Mapping[str, Checked]) -> None:
    """Raise an error if what is neither good nor watched may come up three times.

    With the same counts it comes up once at most, so only what has as many counts is followed:
    for each answer, which of these may come up from there on, and which may do so twice.
    """
    counts = defaultdict[str, set[str]](set)
    for checked in found.values():
        for times, other in checked.not_good:
            counts[other].add(times)
    bits = {other: 1 << i for i, other in enumerate(counts) if len(counts[other]) >= LIMIT}
    once, twice = dict[str, int](), dict[str, int]()
    by_rank = sorted(found, key=lambda text: certificate.answers[text].rank)
    for _, same in groupby(by_rank, lambda text: certificate.answers[text].rank):
        group = [*same]
        for text in group:
            below = [reply for reply in found[text].replies if reply in once]
            once[text] = reduce(or_, (once[reply] for reply in below), 0)
            twice[text] = reduce(or_, (twice[reply] for reply in below), 0)
            for _, other in reversed(found[text].not_good):
                bit = bits.get(other, 0)
                if twice[text] & bit:
                    raise CertificateError(f"it is not watched and may come up again: {other}")
                twice[text] |= once[text] & bit
                once[text] |= bit
        around = {
            each
            for text in group
            for reply in found[text].replies
            if certificate.answers[reply].rank == certificate.answers[text].rank
            for each in (text, reply)
        }
        for after in (once, twice):
            after.update(dict.fromkeys(around, reduce(or_, (after[text] for text in around), 0)))


def _check_answer(certificate: Certificate, text: str, answer: ProvedAnswer) -> Checked:
    """Check an answer; give what follows, and what must not come up for the third time."""
    side = certificate.side
    times, position = _at(certificate, text)
    if position.turn != side:
        raise CertificateError(f"it is not this side's turn: {text}")
    if answer.move not in position.moves():
        raise CertificateError(f"{answer.move!r} is no legal move: {text}")
    after = position.after(position.moves()[answer.move])
    if stones_of(after, side) >= certificate.goal:
        return Checked()
    if after.outcome():
        raise CertificateError(f"the game ends short of the goal: {text}")
    times_after = _times(certificate, times, position, after)
    if _ends(certificate, times_after, after):
        return Checked()
    not_good = [
        (counted, each)
        for counted, each in ((times, position), (times_after, after))
        if _if_repeated(each, side) < certificate.goal
    ]
    replies = tuple(_to_answer(certificate, after, times_after))
    for reply in replies:
        known = certificate.answers.get(reply)
        if known is None:
            raise CertificateError(f"a move has no answer: {text} leads to {reply}")
        if known.rank >= answer.rank + (not not_good):
            raise CertificateError(f"the rank does not fall: {text} leads to {reply}")
    texts = [(counted, without_history(each).encode()) for counted, each in not_good]
    unwatched = [each for each in texts if each[1] not in certificate.watched]
    return Checked(tuple(unwatched), replies)


def _read(start: Position, text: str) -> Position:
    try:
        position = type(start).decode(text)
    except ValueError as problem:
        raise CertificateError(f"not a position: {text[:80]!r}") from problem
    if position.chosen != start.chosen or position.encode() != text:
        raise CertificateError(f"not a position of this game: {text[:80]!r}")
    return position


def _at(certificate: Certificate, text: str) -> tuple[str, Position]:
    """Read what a line begins with: how often each watched position came up, and a position."""
    if not certificate.watched:
        return "", _read(certificate.start, text)
    times, _, written = text.partition(" ")
    if len(times) != len(certificate.watched) or not set(times) <= set("0123456789"[:LIMIT]):
        raise CertificateError(f"not how often each watched position came up: {text[:80]!r}")
    return times, _read(certificate.start, written)


def _to_answer(certificate: Certificate, position: Position, times: str) -> Iterator[str]:
    """Give what the side has to answer: this position, or those after any move in it."""
    if position.turn == certificate.side:
        yield key(times, without_history(position).encode())
        return
    for _, after in position.children():
        counted = _times(certificate, times, position, after)
        if not _ends(certificate, counted, after):
            yield key(counted, without_history(after).encode())


def _times(certificate: Certificate, times: str, before: Position, after: Position) -> str:
    """Count the position after a move, if it is watched; with other stores all begins anew."""
    if not certificate.watched:
        return ""
    text = without_history(after).encode()
    if _stores(before) != _stores(after):
        times = "0" * len(times)
    return "".join(
        str(int(number) + (watched == text))
        for number, watched in zip(times, certificate.watched, strict=True)
    )


def _ends(certificate: Certificate, times: str, position: Position) -> bool:
    """Tell whether a watched position came up for the third time. Raises an error if that loses."""
    if str(LIMIT) not in times:
        return False
    if _if_repeated(position, certificate.side) < certificate.goal:
        raise CertificateError(f"a repetition ends short of the goal: {position.encode()}")
    return True


def without_history(position: Position) -> Position:
    """Return a position as if nothing had been played before."""
    assert isinstance(position, Hoyito)
    return replace(position, history=History())


def stones_of(position: Position, side: int) -> int:
    """Return the number of stones that a side has taken."""
    assert isinstance(position, Hoyito)
    return position.stores[side]


def _stores(position: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the stores and the directions: while they stay, positions may come up again."""
    assert isinstance(position, Hoyito)
    return position.stores, position.directions


def _if_repeated(position: Position, side: int) -> int:
    """Return the stones that a side gets where a position comes up for the third time."""
    assert isinstance(position, Hoyito)
    return own_holes_taken(position.holes, position.stores)[side]


def _stones(position: Position) -> int:
    assert isinstance(position, Hoyito)
    return sum(position.holes) + sum(position.stores)
