"""What is said to be proved about Hoyito follows from certificates and the rules alone."""

import lzma
import random
from collections.abc import Callable, Hashable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from computer import proofs
from computer.levels import choose
from computer.proofs import file_name, guarantee, keeps
from computer.proofs.certificate import Certificate, CertificateError, ProvedAnswer, key
from computer.search import node_limit
from computer.search_game import DECIDED
from rules import Move, Position
from rules.history import History
from rules.hoyito import Hoyito
from rules.hoyito.solved import SOLVED
from tests.programs import PROJECT
from tests.thorough import THOROUGH, mostly_thorough
from tools.research.proofs.checker import Checked, check, check_repetitions, without_history

CLASSIC = proofs.FOLDER / "6-counterclockwise-north-28.xz"
ROUND = proofs.FOLDER / "5-counterclockwise-north-24.xz"
SMALL = proofs.FOLDER / "5-counterclockwise-south-16.xz"
MOST_BYTES = 200_000
LOOK = node_limit(200)
SHIPPED = sorted(proofs.FOLDER.glob("*.xz"))


@THOROUGH
@pytest.mark.parametrize(
    "path", mostly_thorough(SHIPPED, SMALL, CLASSIC, ids={path: path.stem for path in SHIPPED})
)
def test_every_shipped_certificate_holds(path: Path) -> None:
    certificate = Certificate.read(path)
    check(certificate)
    assert path.name == file_name(certificate)
    assert path.stat().st_size <= MOST_BYTES


def test_what_the_rules_say_is_proved_is_what_the_certificates_prove() -> None:
    best: dict[tuple[str, str], dict[str, int]] = {}
    for path in SHIPPED:
        holes, direction, side, goal = path.stem.split("-")
        sides = best.setdefault((holes, direction), {"south": 0, "north": 0})
        sides[side] = max(sides[side], int(goal))
    claimed = {key: {"south": each.first, "north": each.second} for key, each in SOLVED.items()}
    assert claimed == best
    assert all(each.all == 8 * int(holes) for (holes, _), each in SOLVED.items())


def test_the_document_names_every_certificate_with_its_digest() -> None:
    text = (PROJECT / "docs/solved.md").read_text(encoding="utf-8")
    for path in SHIPPED:
        assert f"| `{path.name}` " in text
        assert sha256(path.read_bytes()).hexdigest() in text


@pytest.mark.parametrize(
    "path", mostly_thorough([SMALL, CLASSIC], SMALL, ids={SMALL: "small", CLASSIC: "classic"})
)
def test_a_changed_byte_is_refused(path: Path) -> None:
    content = path.read_bytes()
    lots = random.Random(28)
    places = range(len(content)) if path == SMALL else lots.sample(range(len(content)), 200)
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << lots.randrange(8)
        with pytest.raises(CertificateError):
            check(Certificate.unpacked(bytes(changed)))
    for changed_length in (content[:-1], content + b"\0", b""):
        with pytest.raises(CertificateError):
            Certificate.unpacked(changed_length)


def test_a_changed_line_is_refused_even_if_it_is_packed_well() -> None:
    text = lzma.decompress(SMALL.read_bytes()).decode()
    line = text.splitlines()[2]
    with pytest.raises(CertificateError, match="not those that were written"):
        Certificate.unpacked(lzma.compress(text.replace(line, line[:-1] + "9").encode()))


def first_answer(certificate: Certificate) -> tuple[str, ProvedAnswer]:
    """Return the answer with the highest rank: that at the start, or one of the first ones."""
    return max(certificate.answers.items(), key=lambda each: each[1].rank)


def another_move(certificate: Certificate) -> Certificate:
    text, answer = first_answer(certificate)
    moves = type(certificate.start).decode(text).moves()
    other = next(move for move in moves if move != answer.move)
    return replace(certificate, answers={**certificate.answers, text: replace(answer, move=other)})


def no_move(certificate: Certificate) -> Certificate:
    text, answer = first_answer(certificate)
    return replace(certificate, answers={**certificate.answers, text: replace(answer, move="z")})


def same_rank(certificate: Certificate) -> Certificate:
    answers = {text: replace(answer, rank=7) for text, answer in certificate.answers.items()}
    return replace(certificate, answers=answers)


def one_less(certificate: Certificate) -> Certificate:
    text, _ = min(certificate.answers.items(), key=lambda each: each[1].rank)
    answers = {each: known for each, known in certificate.answers.items() if each != text}
    return replace(certificate, answers=answers)


def no_start(certificate: Certificate) -> Certificate:
    return replace(certificate, answers={})


def more(certificate: Certificate) -> Certificate:
    return replace(certificate, goal=certificate.goal + 4)


def nothing(certificate: Certificate) -> Certificate:
    return replace(certificate, goal=0)


def the_other_side(certificate: Certificate) -> Certificate:
    return replace(certificate, side=1 - certificate.side)


def no_position(certificate: Certificate) -> Certificate:
    return replace(certificate, answers={**certificate.answers, "x": ProvedAnswer("a", 1)})


def another_game(certificate: Certificate) -> Certificate:
    start = Hoyito.start({"holes": "5", "direction": "each_move"}).encode()
    return replace(certificate, answers={**certificate.answers, start: ProvedAnswer("a>", 1)})


def the_others_turn(certificate: Certificate) -> Certificate:
    text, answer = first_answer(certificate)
    position = Hoyito.decode(text)
    turned = replace(position, turn=1 - position.turn).encode()
    return replace(certificate, answers={turned: answer, **certificate.answers})


def ends_short(certificate: Certificate) -> Certificate:
    ending = "0.0.1.2.2/3.0.0.0.0 4/28 south holes=5 >> 1/south"  # 12 stones are all there are
    return replace(certificate, answers={ending: ProvedAnswer("c", 1), **certificate.answers})


@pytest.mark.parametrize(
    ("claim", "line", "said"),
    [
        ("hoyito - south", "", "not a claim: 'hoyito - south'"),
        ("chess - white 9", "", "not a claim: 'chess - white 9'"),
        ("hoyito - south 20", "x a b", "not a line of a certificate: 'x a b'"),
        ("hoyito - south 20", "x a 1\nx b 2", "not a line of a certificate: 'x b 2'"),
    ],
)
def test_what_is_packed_well_and_says_nothing_is_refused(claim: str, line: str, said: str) -> None:
    lines = f"{line}\n" if line else ""
    digest = sha256(lines.encode()).hexdigest()
    with pytest.raises(CertificateError, match=said):
        Certificate.unpacked(lzma.compress(f"{claim}\nsha256 {digest}\n{lines}".encode()))


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (the_others_turn, "it is not this side's turn"),
        (ends_short, "the game ends short of the goal"),
        (another_move, "a move has no answer"),
        (no_move, "no legal move"),
        (same_rank, "the rank does not fall"),
        (one_less, "a move has no answer"),
        (no_start, "the start has no answer"),
        (more, "the game ends short of the goal|a move has no answer"),
        (nothing, "is no goal"),
        (the_other_side, "the start has no answer"),
        (no_position, "not a position"),
        (another_game, "not a position of this game"),
    ],
)
def test_what_does_not_prove_its_claim_is_refused(
    break_it: Callable[[Certificate], Certificate], said: str
) -> None:
    certificate = Certificate.read(SMALL)
    with pytest.raises(CertificateError, match=said):
        check(break_it(certificate))


def takes_most(position: Position, lots: random.Random) -> Move:
    moves = [*position.moves().values()]
    lots.shuffle(moves)
    return max(moves, key=position.gain)


def as_long_as_it_can(certificate: Certificate) -> Callable[[Position, random.Random], Move]:
    """Go where a certificate needs most plies, and round where that is possible."""
    watched = [Hoyito.decode(text) for text in certificate.watched]

    def times(position: Hoyito, each: Hoyito) -> str:
        came_up = position.history.counts.get((each.holes, each.turn), 0)
        return str(came_up + (without_history(position) == each))

    def rank(after: Position) -> int:
        assert isinstance(after, Hoyito)
        if (end := after.outcome()) and end.code == "repetition":
            return 1_000
        tally = "".join(times(after, each) for each in watched)
        answer = certificate.answers.get(key(tally, without_history(after).encode()))
        return answer.rank if answer else 0

    def play(position: Position, lots: random.Random) -> Move:
        moves = [*position.moves().values()]
        lots.shuffle(moves)
        return max(moves, key=lambda move: rank(position.after(move)))

    return play


def at_random(position: Position, lots: random.Random) -> Move:
    return lots.choice([*position.moves().values()])


@pytest.mark.parametrize("play", [takes_most, at_random])
@pytest.mark.parametrize("first", ["south", "north"])
def test_the_highest_level_wins_what_is_proved_against_anybody(
    play: Callable[[Position, random.Random], Move], first: str
) -> None:
    for seed in range(3):
        lots, position = random.Random(seed), Hoyito.start({"first": first})
        second = 1 - position.turn
        while position.stores[second] < 28:
            assert position.outcome() is None
            if position.turn == second:
                chosen = choose(position, 10, seed, LOOK)
                assert chosen.value > DECIDED
                assert chosen.nodes == 0, "it is looked up"
                position = position.after(chosen.move)
            else:
                position = position.after(play(position, lots))


def followed(
    certificate: Certificate, play: Callable[[Position, random.Random], Move], seed: int
) -> Hoyito:
    """Play as a certificate says against somebody, and return where the goal is reached."""
    lots, position = random.Random(seed), certificate.start
    assert isinstance(position, Hoyito)
    while position.stores[certificate.side] < certificate.goal:
        if position.turn == certificate.side:
            known = guarantee(position)
            assert known is not None
            assert known.goal == certificate.goal
            assert keeps(position, known.move, known.goal)
            position = position.after(position.moves()[known.move])
        else:
            position = position.after(play(position, lots))
    return position


@THOROUGH
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_whoever_follows_a_certificate_reaches_its_goal(path: Path) -> None:
    certificate = Certificate.read(path)
    for seed in range(20):
        others = at_random, takes_most, as_long_as_it_can(certificate)
        followed(certificate, others[seed % 3], seed)


def test_only_the_highest_level_looks_a_win_up() -> None:
    position = Hoyito.start().play("a")[1]
    assert guarantee(position) is not None
    assert choose(position, 9, 1, LOOK).nodes > 0


def test_a_side_that_is_not_sure_to_win_plays_as_ever() -> None:
    start = Hoyito.start()
    known = guarantee(start)
    assert known is not None
    assert known.goal == 20
    assert not known.draws
    assert choose(start, 10, 1, LOOK).nodes > 0


@pytest.mark.parametrize("chosen", [{"play": "match"}, {"holes": "12"}])
def test_nothing_is_sure_where_nothing_is_proved(chosen: dict[str, str]) -> None:
    assert guarantee(Hoyito.start(chosen)) is None


@pytest.mark.parametrize(("own", "is_sure"), [(19, False), (20, True)])
def test_after_a_position_came_up_twice_all_is_sure_that_its_repetition_gives(
    own: int, is_sure: bool
) -> None:
    start, nothing = Hoyito.start(), (0,) * 5
    holes = own, *nothing, 48 - own, *nothing
    twice = start.history._replace(counts={(holes, 0): 2})
    assert (guarantee(replace(start, history=twice)) is not None) == is_sure


def test_whoever_is_sure_by_repetition_goes_round_and_gets_the_goal() -> None:
    certificate = Certificate.read(ROUND)
    play = as_long_as_it_can(certificate)
    ends = [followed(certificate, play, seed).outcome() for seed in range(4)]
    assert "repetition" in {end.code for end in ends if end}


def test_the_rank_stays_only_where_a_repetition_gives_the_goal() -> None:
    with pytest.raises(CertificateError, match="the rank does not fall"):
        check(same_rank(Certificate.read(ROUND)))


def once_too_often(certificate: Certificate) -> Certificate:
    """Answer with a watched position that is not good, as if it had come up twice."""
    for text, answer in certificate.answers.items():
        position = Hoyito.decode(text.partition(" ")[2])
        after = position.after(position.moves()[answer.move])
        if without_history(after).encode() == certificate.watched[-1]:
            answers = {f"02{text[2:]}": answer, **certificate.answers}
            return replace(certificate, answers=answers, goal=25)
    raise AssertionError("some answer leads to it")


def four_times(certificate: Certificate) -> Certificate:
    text, answer = next(iter(certificate.answers.items()))
    return replace(certificate, answers={f"40{text[2:]}": answer, **certificate.answers})


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (once_too_often, "a repetition ends short of the goal"),
        (four_times, "not how often each watched position came up"),
    ],
)
def test_what_is_watched_is_counted(
    break_it: Callable[[Certificate], Certificate], said: str
) -> None:
    with pytest.raises(CertificateError, match=said):
        check(break_it(Certificate.read(ROUND)))


@pytest.mark.parametrize("is_refused", [True, False])
def test_what_is_neither_good_nor_watched_comes_up_twice_at_most(is_refused: bool) -> None:
    ranks = {"00": 9, "10": 8, "20": 7}
    answers = {f"{times} x": ProvedAnswer("a", rank) for times, rank in ranks.items()}
    found = {
        "00 x": Checked((("00", "x"),), ("10 x",)),
        "10 x": Checked((("10", "x"),), ("20 x",) if is_refused else ()),
        "20 x": Checked((("20", "x"),)),
    }
    certificate = replace(Certificate.read(SMALL), answers=answers)
    if is_refused:
        with pytest.raises(CertificateError, match="it is not watched and may come up again: x"):
            check_repetitions(certificate, found)
    else:
        check_repetitions(certificate, found)


def test_a_bad_position_that_came_up_matters_where_a_proof_was_not_followed() -> None:
    """Elsewhere it might come up for the third time."""
    certificate = Certificate.read(ROUND)
    text = next(text for text in certificate.answers if text.startswith("10 "))
    position = Hoyito.decode(text.partition(" ")[2])
    watched = Hoyito.decode(certificate.watched[0])
    bad = (8, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    once: dict[Hashable, int] = {(watched.holes, watched.turn): 1}
    for counts, is_sure in ((once, True), ({**once, (bad, 1): 1}, False)):
        played = History(2, (bytes(bad).hex(), (bytes(bad).hex(), ())), counts)
        assert (guarantee(replace(position, history=played)) is not None) == is_sure
