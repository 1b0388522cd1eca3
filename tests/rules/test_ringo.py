"""The rules of Ringo, one test for each of their sentences."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from rules import Move
from rules.history import History
from rules.ringo import Ringo
from tests.rules.sample_positions import at_random, ended, played, recorded, refusal, third_time
from tests.thorough import THOROUGH

ATTACKER, DEFENDER = "attacker", "defender"
RINGS, SECTORS = range(1, 7), range(8)
PASSING = {"defender_pass": "yes"}
SIEGE_FAILED = (1, "repetition", "The same position has come up three times: the siege has failed.")
ONE_LEFT = (1, "few", "Only one attacker is left.")


def cell(ring: int, sector: int) -> str:
    """Return the name of (r,s); h is the neutral zone, s = 0, ring 1 the outer, 6 the inner."""
    return f"{'habcdefg'[sector % 8]}{7 - ring}" if ring else "F"


CELLS = {cell(ring, sector): (ring, sector) for ring in RINGS for sector in SECTORS}


def ringo(
    attackers: str, defenders: str, turn: str = ATTACKER, fortress: int = 0, /, **options: str
) -> Ringo:
    """Return a position from the cells of both sides."""
    board = dict.fromkeys(attackers.split(), "a") | dict.fromkeys(defenders.split(), "d")
    rings = ("".join(board.get(f"{s}{n}", ".") for s in "abcdefgh") for n in range(1, 7))
    chosen = ",".join(
        f"{option.key}={options[option.key]}"
        for option in Ringo.options
        if options.get(option.key, option.values[0]) != option.values[0]
    )
    return Ringo.decode(f"{'/'.join(rings)}/{fortress} {turn} {chosen or '-'}")


def goes(position: Ringo, start: str) -> set[str]:
    """Return the moves of the counter on a cell, without that cell: `-a2`, `:a5`."""
    return {t.removeprefix(start) for t in position.moves() if t.startswith(start)}


# The board and the start


def test_neighbours_are_along_the_ring_and_across_it_and_the_fortress_adjoins_ring_1() -> None:
    """Six rings by eight sectors, 48 cells, and the fortress in the centre.

    Neighbours: (r,s±1), (r±1,s); the fortress adjoins all eight (1,s).

    Attackers only inward or sideways, never outward; they may step into the fortress. Defenders in
    all four directions, never into the fortress.
    """
    for name, (ring, sector) in CELLS.items():
        far = [c for c, (r, s) in CELLS.items() if abs(r - ring) > 2 and (s - sector) % 4 == 2]
        sideways = {f"-{cell(ring, sector + 1)}", f"-{cell(ring, sector - 1)}"}
        inward, outward = {f"-{cell(ring - 1, sector)}"}, {f"-{cell(ring + 1, sector)}"}
        attacking = ringo(f"{name} {far[0]}", far[1])
        assert goes(attacking, name) == sideways | inward
        defending = ringo(" ".join(far[:2]), name, DEFENDER)
        assert goes(defending, name) == sideways | inward - {"-F"} | (
            outward if ring < 6 else set()
        )


def test_seven_attackers_stand_on_the_outer_ring_and_four_defenders_on_the_inner() -> None:
    """Seven attackers and four defenders.

    Attackers on (6,1)..(6,7) = a1..g1; defenders on (1,1) (1,3) (1,5) (1,7) = a6 c6 e6 g6.
    """
    assert Ringo.start({}) == ringo("a1 b1 c1 d1 e1 f1 g1", "a6 c6 e6 g6")


def test_attacker_moves_first() -> None:
    """The attacker moves first."""
    assert Ringo.sides == (ATTACKER, DEFENDER)
    assert Ringo.start({}).turn == 0


def test_with_six_attackers_d1_is_empty_with_five_a1_and_g1_are() -> None:
    """With 6 attackers d1 is left empty, with 5 a1 and g1 are."""
    assert Ringo.start({"attackers": "6"}) == ringo(
        "a1 b1 c1 e1 f1 g1", "a6 c6 e6 g6", attackers="6"
    )
    assert Ringo.start({"attackers": "5"}) == ringo("b1 c1 d1 e1 f1", "a6 c6 e6 g6", attackers="5")


def test_options_stand_in_the_order_in_which_they_are_offered_the_default_first() -> None:
    """The sources' variations are options, each with the default first."""
    assert [(option.key, option.values) for option in Ringo.options] == [
        ("capture", ("jump", "replacement")),
        ("fortress_from_neutral", ("yes", "no")),
        ("attackers", ("7", "6", "5")),
        ("defender_pass", ("no", "yes")),
        ("neutral_limit", ("none", "one", "defenders")),
    ]
    fair = {"attackers": "5", "neutral_limit": "one"}
    fair |= {"fortress_from_neutral": "no", "defender_pass": "yes"}
    assert Ringo.presets == {"classic": {}, "fair": fair}


# Moving


def test_no_counter_moves_onto_another() -> None:
    """A vacant neighbour: no counter moves onto another.

    One counter, one cell, to a vacant neighbour.
    """
    assert goes(ringo("a3 b3", "a4 a5"), "a3") == {"-h3"}


def test_attackers_go_inward_or_sideways_and_never_outward() -> None:
    """Attackers only inward or sideways, never outward."""
    assert goes(ringo("a3 e1", "c6"), "a3") == {"-a4", "-b3", "-h3"}
    assert "-F" in goes(ringo("a6 e1", "c6"), "a6")


def test_defenders_go_in_all_four_directions_and_never_into_the_fortress() -> None:
    """Defenders in all four directions, never into the fortress."""
    assert goes(ringo("e1 e2", "a3", DEFENDER), "a3") == {"-a2", "-a4", "-b3", "-h3"}
    assert goes(ringo("e1 e2", "a6", DEFENDER), "a6") == {"-a5", "-b6", "-h6"}


def test_attacker_in_the_fortress_never_leaves_it() -> None:
    """Attackers may step into the fortress, and never leave it."""
    position = ringo("a1", "c6", ATTACKER, 1)
    assert all(move.path[0] == "a1" for move in position.moves().values())
    assert "never leaves" in refusal(position, "F-a6")


def test_fortress_holds_two_and_two_in_it_win() -> None:
    """The fortress holds two.

    Attackers win with two counters in the fortress.
    """
    one = played(ringo("a6 b6 c2", "e2"), "a6-F")
    assert (one.fortress, one.outcome()) == (1, None)
    two = played(one, "e2-e3", "b6-F")
    assert ended(two) == (0, "fortress", "Two attackers stand in the fortress.")
    assert two.moves() == {}
    assert "The game is over" in refusal(two, "e3-e4")


# Capturing


@pytest.mark.parametrize("mover", [ATTACKER, DEFENDER])
def test_neighbouring_enemy_is_jumped_in_a_straight_line(mover: str) -> None:
    """Capturing: jump a neighbouring enemy in a straight line.

    Jump a neighbouring enemy onto the vacant cell just beyond.

    Attackers inward or sideways, defenders in any of the four directions; sideways means along one
    ring. An attacker on ring 2 may jump a defender on ring 1 into the fortress.
    """
    jumped = [name for name in CELLS if name[0] != "h"]
    for name, (dr, ds) in product(jumped, ((-1, 0), (1, 0), (0, 1), (0, -1))):
        ring, sector = CELLS[name]
        before, beyond = ring - dr, ring + dr
        if not (1 <= before <= 6 and 0 <= beyond <= 6):
            continue
        far = [(c, s) for c, (r, s) in CELLS.items() if abs(r - ring) > 2]
        others = [c for c, s in far if (s - sector) % 8 in (3, 5)]
        start, end = cell(before, sector - ds), cell(beyond, sector + ds)
        if mover == ATTACKER:
            position, legal = ringo(f"{start} {others[0]}", f"{name} {others[1]}"), dr != 1
        else:
            position = ringo(f"{name} {' '.join(others[:2])}", start, DEFENDER)
            legal = end != "F"
        text = f"{start}:{end}"
        assert (text in position.moves()) is legal, text
        if legal:
            move, after = position.play(text)
            assert move == Move(text, (start, end), (name,))
            assert name not in after.board()
            blocked = position.board() | {end: "d"}
            if end != "F":
                sides = [" ".join(c for c, x in blocked.items() if x == y) for y in "ad"]
                assert text not in ringo(sides[0], sides[1], mover).moves()


def test_capturing_is_optional_and_one_a_turn() -> None:
    """Capturing is optional, one a turn."""
    position = ringo("a3 g1", "a4 a6 c5")
    assert goes(position, "a3") == {"-b3", "-h3", ":a5"}
    _, after = position.play("a3:a5")
    assert after.turn == 1


def test_own_counters_are_never_jumped() -> None:
    """Own counters are never jumped."""
    assert goes(ringo("a3 a4 h3 b3", "e6"), "a3") == set()
    assert goes(ringo("b1 b2", "e5 e6", DEFENDER), "e5") == {"-d5", "-f5", "-e4"}
    assert ":" not in "".join(ringo("h3 h4 g3", "e6").moves())
    assert "^" not in "".join(ringo("h3 h4 g3", "e6").moves())


@pytest.mark.parametrize("capture", ["jump", "replacement"])
def test_counter_in_the_neutral_zone_cannot_be_captured_but_is_jumped_over(capture: str) -> None:
    """A counter in the neutral zone cannot be captured.

    An enemy there may be jumped over all the same, in the directions in which one captures.
    """
    for ring in RINGS:
        n = 7 - ring
        sideways = ringo(f"g{n} c1", f"h{n} d3", capture=capture)
        assert goes(sideways, f"g{n}") >= {f"^a{n}"}
        assert not [move for move in sideways.moves().values() if move.taken]
        move, after = sideways.play(f"g{n}^a{n}")
        assert move == Move(f"g{n}^a{n}", (f"g{n}", f"a{n}"))
        assert after.board()[f"h{n}"] == "d"
        defending = ringo(f"h{n} c1", f"a{n}", DEFENDER, capture=capture)
        assert f"^g{n}" in goes(defending, f"a{n}")
        assert f":g{n}" not in goes(defending, f"a{n}")


@pytest.mark.parametrize("capture", ["jump", "replacement"])
def test_hop_goes_in_the_directions_in_which_one_captures(capture: str) -> None:
    """A counter there is jumped over in the directions in which one captures.

    Attackers inward or sideways, defenders in any of the four directions.
    """
    assert "^h5" in goes(ringo("h3 c1", "h4 d2", capture=capture), "h3")
    assert "^h3" not in goes(ringo("h5 c1", "h4 d2", capture=capture), "h5")
    assert "^h3" in goes(ringo("h4 c1 d1", "h5", DEFENDER, capture=capture), "h5")
    assert "^h5" in goes(ringo("h4 c1 d1", "h3", DEFENDER, capture=capture), "h3")


def test_hop_needs_a_vacant_cell_beyond() -> None:
    """Jumped over onto the vacant cell just beyond, in the neutral zone as well."""
    assert goes(ringo("g5 a5 c1", "h5 f5 g6"), "g5") == {":e5", ":F"}


def test_sideways_capture_may_start_or_land_in_the_neutral_zone() -> None:
    """A sideways capture may start or land in the neutral zone."""
    assert ":b3" in goes(ringo("h3 e1", "a3 d6"), "h3")
    assert ":f3" in goes(ringo("h3 e1", "g3 d6"), "h3")
    assert ":h3" in goes(ringo("b3 e1", "a3 d6"), "b3")
    assert ":h3" in goes(ringo("f3 e1", "g3 d6"), "f3")
    assert ":h3" in goes(ringo("a3 e1 e2", "b3", DEFENDER), "b3")


def test_attacker_jumps_into_the_fortress_also_as_the_second_one_there() -> None:
    """An attacker on ring 2 may jump into the fortress, also as the second one there."""
    for fortress in (0, 1):
        move, after = ringo("b5 c1", "b6 e3", ATTACKER, fortress).play("b5:F")
        assert move == Move("b5:F", ("b5", "F"), ("b6",))
        assert after.fortress == fortress + 1
        assert (after.outcome() is not None) is (fortress == 1)


@pytest.mark.parametrize("capture", ["jump", "replacement"])
@pytest.mark.parametrize("sector", "abcdefgh")
def test_defender_jumps_across_the_fortress(sector: str, capture: str) -> None:
    """The defender captures a single attacker in the fortress by jumping across it.

    From (1,s) across it to (1,s+4). Neither end needs to be outside the neutral zone.
    """
    start, end = f"{sector}6", f"{'efghabcd'['abcdefgh'.index(sector)]}6"
    others = "b1 c1"
    move, after = ringo(others, start, DEFENDER, 1, capture=capture).play(f"{start}:{end}")
    assert move == Move(f"{start}:{end}", (start, end), ("F",))
    assert after.fortress == 0
    assert after.board() == {"b1": "a", "c1": "a", end: "d"}
    for blocked in (
        ringo(others, start, DEFENDER, 0, capture=capture),
        ringo(f"{others} {end}", start, DEFENDER, 1, capture=capture),
        ringo(others, f"{start} {end}", DEFENDER, 1, capture=capture),
    ):
        assert f"{start}:{end}" not in blocked.moves()
    second_ring = ringo(others, f"{sector}5", DEFENDER, 1, capture=capture)
    assert not [move for move in second_ring.moves().values() if move.taken]


# The end


def test_defenders_win_when_one_attacker_is_left() -> None:
    """Defenders win when one attacker is left."""
    three = played(ringo("a3 g1 d1", "a4 c6", DEFENDER), "a4:a2")
    assert three.outcome() is None
    two = played(ringo("a3 g1", "a4 c6", DEFENDER), "a4:a2")
    assert ended(two) == ONE_LEFT


def test_counter_in_the_fortress_counts_as_an_attacker_left() -> None:
    """A counter in the fortress counts as an attacker left."""
    assert played(ringo("a3 g1", "a4 c6", DEFENDER, 1), "a4:a2").outcome() is None
    assert ended(played(ringo("a3", "a4 c6", DEFENDER, 1), "a4:a2")) == ONE_LEFT
    assert ended(played(ringo("a1", "a6", DEFENDER, 1), "a6:e6")) == ONE_LEFT
    assert played(ringo("a1 b1", "a6", DEFENDER, 1), "a6:e6").outcome() is None


def test_all_defenders_captured_wins_for_the_attackers() -> None:
    """All defenders captured: the attackers win."""
    assert played(ringo("a3 g1", "a4 c6"), "a3:a5").outcome() is None
    none_left = played(ringo("a3 g1", "a4"), "a3:a5")
    assert ended(none_left) == (0, "captured", "All defenders have been taken.")


def test_blocked_attackers_have_lost() -> None:
    """Attackers to move without a legal move have lost.

    A side to move without a legal move has lost: here the last attacker outside is shut in.
    """
    free = ringo("h6", "g6 f6 a6 c6", DEFENDER, 1, fortress_from_neutral="no")
    assert goes(played(free, "f6-f5"), "h6") == {":f6", ":b6"}
    closed = played(free, "c6-b6")
    assert ended(closed) == (1, "blocked", "The attacker has no legal move.")
    assert closed.moves() == {}
    open_fortress = ringo("h6", "g6 f6 a6 c6", DEFENDER, 1)
    assert list(played(open_fortress, "c6-b6").moves()) == ["h6-F"]


def test_blocked_defenders_have_lost() -> None:
    """Defenders to move without a legal move have lost.

    The last defender on h1: attackers beside it, behind them more; a pass would save it.
    """
    for passing in ("no", "yes"):
        before = ringo("a1 b1 g1 f2 h2 h3", "h1", defender_pass=passing)
        assert before.outcome() is None
        after = played(before, "f2-f3")
        assert "^h3" not in goes(after, "h1")
        assert "-h2" not in goes(after, "h1")
        assert ":f1" in goes(after, "h1")
        shut = played(ringo("a1 b1 g1 e1 h2 h3", "h1", defender_pass=passing), "e1-f1")
        if passing == "no":
            assert ended(shut) == (0, "blocked", "The defender has no legal move.")
        else:
            assert shut.outcome() is None
            assert list(shut.moves()) == ["pass"]


def test_third_repetition_wins_for_the_defenders() -> None:
    """Repetition: the defenders win, the siege has failed."""
    round_trip = ("a1-h1", "a6-b6", "h1-a1", "b6-a6")
    assert ended(third_time(Ringo.start({}), *round_trip)) == SIEGE_FAILED


def test_defenders_moves_inward_and_outward_count_towards_repetition() -> None:
    """Repetition is counted whichever way the defenders go.

    Defenders go in all four directions, and back again.
    """
    round_trip = ("a1-h1", "a6-a5", "h1-a1", "a5-a6")
    assert ended(third_time(Ringo.start({}), *round_trip)) == SIEGE_FAILED


def test_passes_count_towards_repetition() -> None:
    """Repetition is counted also where the defender passes."""
    start = Ringo.start({"defender_pass": "yes"})
    assert ended(third_time(start, "a1-h1", "pass", "h1-a1", "pass")) == SIEGE_FAILED


def test_same_counters_with_the_other_side_to_move_are_another_position() -> None:
    """Repetition is of the same side to move.

    Thanks to a pass the counters stand alike three times, but only twice before the attacker.
    """
    start = ringo("a1 d1", "c6", **PASSING)
    again = played(start, "a1-b1", "pass", "b1-a1", "pass")
    assert again == start
    assert again.outcome() is None


def test_repetition_is_counted_over_captures_and_steps_inward() -> None:
    """Repetition is counted from the start of the game.

    What cannot come again is forgotten, what can is kept, also through storage.
    """
    once = played(Ringo.start({}), "a1-h1", "a6-b6", "h1-a1", "b6-a6", "a1-h1", "a6-b6", "h1-a1")
    assert ended(Ringo.decode(once.encode()).play("b6-a6")[1]) == SIEGE_FAILED
    assert played(Ringo.start({}), "a1-a2").history == History()
    assert played(ringo("a3 g1", "a4 c6 d6"), "a3:a5").history == History()
    assert played(ringo("h3 g1", "h4 c6 d6"), "h3^h5").history == History()
    assert played(ringo("g4 g1", "h4 c6 d6"), "g4^a4").history.texts() == ["g4^a4"]


# The options


def test_every_combination_of_options_works() -> None:
    """Every combination of the options must work."""
    values = (option.values for option in Ringo.options)
    for combination in product(*values):
        options = dict(zip((option.key for option in Ringo.options), combination, strict=True))
        position = Ringo.start(options)
        assert len(position.board()) == 4 + int(options["attackers"])
        rng = random.Random(7)
        for _ in range(60):
            if position.outcome():
                break
            position = position.after(rng.choice([*position.moves().values()]))
            assert Ringo.decode(position.encode()) == position


def test_replacement_moves_onto_a_neighbouring_enemy_in_a_legal_direction() -> None:
    """Replacement: move onto a neighbouring enemy in a legal direction.

    Text `a3:a4`; never onto one in the neutral zone.
    """
    position = ringo("a3 g1", "a4 b3 a2 c6", capture="replacement")
    assert goes(position, "a3") == {":a4", ":b3", "-h3"}
    move, after = position.play("a3:a4")
    assert move == Move("a3:a4", ("a3", "a4"), ("a4",))
    assert after.board() == {"a4": "a", "g1": "a", "b3": "d", "a2": "d", "c6": "d"}
    defending = ringo("a3 c3 b4 b2", "b3", DEFENDER, capture="replacement")
    assert goes(defending, "b3") == {":a3", ":c3", ":b4", ":b2"}
    neutral = ringo("h3 g4 c1", "a3 h4", capture="replacement")
    assert goes(neutral, "h3") == {":a3", "-g3", "^h5"}
    assert goes(neutral, "g4") == {"^a4", "-f4", "-g5"}


def test_replacement_takes_nothing_on_the_way_into_the_fortress() -> None:
    """By replacement nothing is taken on the way into the fortress; the hop stays."""
    position = ringo("b5 c1", "b6 e3", capture="replacement")
    assert goes(position, "b5") == {"-a5", "-c5", ":b6"}
    hop = ringo("h5 c1", "h6 e3", capture="replacement")
    assert "^F" in goes(hop, "h5")


@pytest.mark.parametrize("capture", ["jump", "replacement"])
def test_attackers_enter_the_fortress_from_the_neutral_zone_where_allowed(capture: str) -> None:
    """`fortress_from_neutral`: attackers do not enter the fortress from the neutral zone.

    Neither by a step (`h6-F`) nor by a hop (`h5^F`).
    """
    for allowed in ("yes", "no"):
        options = {"capture": capture, "fortress_from_neutral": allowed}
        stepping = ringo("h6 a6 c1", "e3", **options)
        hopping = ringo("h5 g5 c1", "h6 g6 e3", **options)
        assert ("h6-F" in stepping.moves()) is (allowed == "yes")
        assert "a6-F" in stepping.moves()
        assert ("h5^F" in hopping.moves()) is (allowed == "yes")
        assert "h5:F" not in hopping.moves()
        jumping = ringo("g5 c1", "g6 e3", **options)
        assert ("g5:F" in jumping.moves()) is (capture == "jump")


def test_hop_into_the_fortress_takes_nobody() -> None:
    """An enemy in the neutral zone that is jumped over stays, also on the way into the fortress."""
    move, after = ringo("h5 c1", "h6 e3").play("h5^F")
    assert move == Move("h5^F", ("h5", "F"))
    assert after.board() == {"c1": "a", "h6": "d", "e3": "d"}
    assert after.fortress == 1


def test_pass_is_always_legal_for_the_defender_where_chosen() -> None:
    """With `defender_pass`, `pass` is always legal for the defender, and never for the attacker."""
    for allowed in ("yes", "no"):
        defending = ringo("a1 b1", "c6", DEFENDER, defender_pass=allowed)
        assert ("pass" in defending.moves()) is (allowed == "yes")
        assert "pass" not in ringo("a1 b1", "c6", defender_pass=allowed).moves()
    move, after = ringo("a1 b1", "c6", DEFENDER, **PASSING).play("Pass")
    assert move == Move("pass", ())
    assert after == ringo("a1 b1", "c6", **PASSING)


NEUTRAL_LIMIT = pytest.mark.parametrize(
    ("limit", "inside", "defenders", "fits"),
    [
        ("none", 3, 1, True),
        ("one", 0, 4, True),
        ("one", 1, 4, False),
        ("defenders", 0, 1, True),
        ("defenders", 1, 1, False),
        ("defenders", 1, 2, True),
        ("defenders", 2, 2, False),
        ("defenders", 2, 3, True),
        ("defenders", 3, 3, False),
    ],
)


@NEUTRAL_LIMIT
@pytest.mark.parametrize("capture", ["jump", "replacement"])
@pytest.mark.parametrize("start", ["a3", "g3"])
def test_neutral_zone_holds_no_more_attackers_than_the_limit_after_a_step(
    start: str, capture: str, limit: str, inside: int, defenders: int, fits: bool
) -> None:
    """The limit is how many attackers may stand in the zone: one, or as many as defenders."""
    zone = " ".join(["h1", "h5", "h6"][:inside])
    others = " ".join(["d6", "e6", "c6", "f6"][:defenders])
    options = {"capture": capture, "neutral_limit": limit}
    position = ringo(f"{start} e1 {zone}", others, **options)
    assert (f"{start}-h3" in position.moves()) is fits


@NEUTRAL_LIMIT
def test_neutral_zone_limit_counts_the_defenders_left_once_the_capture_is_made(
    limit: str, inside: int, defenders: int, fits: bool
) -> None:
    """The limit counts the defenders left once the move is made.

    At most one, or at most as many as there are defenders left once the move is made.
    """
    zone = " ".join(["h1", "h5", "h6"][:inside])
    others = " ".join(["d6", "e6", "c6", "f6"][: min(defenders, 3)])
    if defenders < 4:
        position = ringo(f"b3 e1 {zone}", f"a3 {others}", neutral_limit=limit)
        assert ("b3:h3" in position.moves()) is fits
        taking_elsewhere = ringo(f"b3 e1 {zone}", f"c3 {others}", neutral_limit=limit)
        assert "b3:d3" in taking_elsewhere.moves()


def test_last_defender_is_not_taken_by_landing_where_no_attacker_may_stand() -> None:
    """As many as are left once the move is made: with none left, nobody lands there."""
    assert "b3:h3" not in ringo("b3 e1", "a3", neutral_limit="defenders").moves()
    assert "b3:h3" in ringo("b3 e1", "a3", neutral_limit="one").moves()


@pytest.mark.parametrize("limit", ["one", "defenders"])
def test_neutral_zone_limit_is_not_tested_within_the_zone(limit: str) -> None:
    """Who stands in the zone already may move within it.

    Tested only when a counter comes to rest there from outside.
    """
    position = ringo("h1 h3 h5", "h6 ", neutral_limit=limit)
    assert {"-h2", "-a1", "-g1"} == goes(position, "h1")
    assert {"-h4", "-a3", "-g3"} == goes(position, "h3")
    hopping = ringo("h1 h3 h6", "h4", neutral_limit=limit)
    assert "^h5" in goes(hopping, "h3")


def test_neutral_zone_limit_does_not_keep_attackers_from_hopping_over_it() -> None:
    """The limit is tested only when a counter comes to rest there, not where it hops over."""
    assert "g3^a3" in ringo("g3 h1", "h3", neutral_limit="one").moves()
    assert "g3-h3" not in ringo("g3 h1", "h4", neutral_limit="one").moves()


def test_neutral_zone_limit_does_not_bind_defenders_nor_count_them() -> None:
    """The limit is of attackers: it neither binds defenders nor counts them."""
    position = ringo("h1 a1", "h3 g4 c6", DEFENDER, neutral_limit="one")
    assert "-h4" in goes(position, "g4")
    assert "a5-h5" in ringo("a5 e1", "h3 h4 c6", neutral_limit="one").moves()


def test_neutral_zone_limit_does_not_count_the_fortress() -> None:
    """The limit is of the neutral zone: who is in the fortress is not counted."""
    assert "a5-h5" in ringo("a5 e1", "h3", ATTACKER, 1, neutral_limit="one").moves()


# Of the program, not of the sources


def test_move_that_cannot_be_undone_is_no_part_of_a_stored_history() -> None:
    """Stored are the moves since the last that cannot be undone; taken back, they lead here."""
    line = ringo("a1 b3", "c6 d5").encode()
    kept = Ringo.decode(f"{line} h1-a1 c5-c6").history
    assert kept.texts() == ["h1-a1", "c5-c6"]
    for ply in ("b2-b3", "b4-b3", "b5:b3", "h3:b3", "b6-F", "pass"):
        with pytest.raises(ValueError, match=f"no reversible move of the attacker: '{ply}'"):
            Ringo.decode(f"{line} {ply} c5-c6")
    for plies in ("h2-a2 c5-c6", "b1-a1 b1-c1", "d5-c5 h1-a1 c5-c6", "c6-h6 e5-d5"):
        with pytest.raises(ValueError, match=r"no reversible move|does not lead"):
            Ringo.decode(f"{line} {plies}")


def test_no_more_counters_are_read_than_a_game_begins_with() -> None:
    assert ringo("a1 b1 c1 d1 e1 f1", "a6 c6 e6 g6", ATTACKER, 1).fortress == 1
    with pytest.raises(ValueError, match="more than 7 attackers"):
        ringo("a1 b1 c1 d1 e1 f1 g1", "a6 c6 e6 g6", ATTACKER, 1)
    with pytest.raises(ValueError, match="more than 5 attackers"):
        ringo("a1 b1 c1 d1 e1 f1", "a6", attackers="5")
    with pytest.raises(ValueError, match="more than 4 defenders"):
        ringo("a1 b1", "a6 b6 c6 e6 g6")


def test_children_have_the_history_of_the_move_that_leads_to_them() -> None:
    once = played(Ringo.start({}), "a1-h1", "a6-b6", "h1-a1", "b6-a6", "a1-h1", "a6-b6", "h1-a1")
    children = {move.text: after for move, after in once.children()}
    assert list(once.moves()) == sorted(children)
    for text, after in children.items():
        move = once.moves()[text]
        assert after == once.after(move)
        assert after.history == once.after(move).history
    assert [t for t, after in children.items() if ended(after) == SIEGE_FAILED] == ["b6-a6"]
    taking = dict(ringo("a3 g1", "a4 c6 d6").play("g1-f1")[1].children())
    assert {after.history.length for after in taking.values()} == {0, 2}


def test_identity_is_all_that_matters_but_history() -> None:
    start, again = Ringo.start({}), played(Ringo.start({}), "a1-h1", "a6-b6", "h1-a1", "b6-a6")
    assert again.identity() == start.identity()
    others = (
        ringo("a1 b1", "c6", DEFENDER),
        ringo("a1 b1", "c6", ATTACKER, 1),
        ringo("a1 b1", "c6", **PASSING),
        ringo("a1 b1", "c6 d6"),
        ringo("a1 b1 c1", "c6"),
    )
    assert len({position.identity() for position in (*others, ringo("a1 b1", "c6"))}) == 6


# Descriptions


def test_tell_says_each_kind_of_move() -> None:
    def told(position: Ringo, text: str) -> str:
        return str(position.tell(position.moves()[text]))

    assert told(ringo("a1 b1", "c6"), "a1-a2") == "moves `a1` → `a2`"
    assert told(ringo("a6 b1", "c6"), "a6-F") == "moves into the fortress, `a6` → `F`"
    assert told(ringo("a3 b1", "a4"), "a3:a5") == "jumps `a3` → `a5` and takes the defender on `a4`"
    assert "takes the attacker on `a3`" in told(ringo("a3 b1", "a4", DEFENDER), "a4:a2")
    assert "into the fortress, `b5` → `F`, and takes the defender on `b6`" in told(
        ringo("b5 c1", "b6"), "b5:F"
    )
    hop = told(ringo("g5 c1", "h5"), "g5^a5")
    assert hop == "hops over a piece in the neutral zone, `g5` → `a5`"
    assert "takes" not in hop
    assert "across the fortress, `b6` → `f6`, and" in told(
        ringo("a1 c1", "b6", DEFENDER, 1), "b6:f6"
    )
    replaced = told(ringo("a3 b1", "a4", capture="replacement"), "a3:a4")
    assert replaced == "moves `a3` → `a4` and takes the defender there"
    assert told(ringo("a1 b1", "c6", DEFENDER, **PASSING), "pass") == "passes the turn"


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        (Ringo.start({}), "x", "isn't a move"),
        (Ringo.start({}), "a1-a9", "There is no cell `a9`"),
        (Ringo.start({}), "a2-a3", "`a2` is empty"),
        (Ringo.start({}), "a6-a5", "`a6` isn't yours"),
        (Ringo.start({}), "a1-a2-a3", "Type two cells"),
        (Ringo.start({}), "a1-a1", "Type two cells"),
        (Ringo.start({}), "a1-b1", "There is already a piece on `b1`"),
        (Ringo.start({}), "a1-a4", "too far"),
        (Ringo.start({}), "a1-a3", "nothing to jump over on `a2`"),
        (Ringo.start({}), "a1-c1", "There is already a piece on `c1`"),
        (Ringo.start({}), "pass", "can't pass here"),
        (ringo("a1 b1", "c6", DEFENDER), "pass", "can't pass here"),
        (ringo("a3 b1", "c6"), "a3-a2", "never step outward"),
        (ringo("a3 b1", "a2"), "a3-a1", "never step outward"),
        (ringo("b3 a3", "c6"), "b3-h3", "You can't jump over your own piece on `a3`"),
        (ringo("a3 b1", "a4"), "a3-a4", "Jump over `a4` to take it"),
        (ringo("a3 b1", "a4 a5"), "a3-a5", "There is already a piece on `a5`"),
        (ringo("a3 b1", "h3"), "a3-h3", "The piece on `h3` is safe in the neutral zone"),
        (
            ringo("a3 b1", "h3", capture="replacement"),
            "a3-h3",
            "The piece on `h3` is safe in the neutral zone",
        ),
        (ringo("a3 b1", "a4", capture="replacement"), "a3-a5", "moving onto the enemy on `a4`"),
        (ringo("a5 b1", "a6", capture="replacement"), "a5-F", "moving onto the enemy"),
        (ringo("a3 b1", "c6", ATTACKER, 1), "F-a6", "never leaves"),
        (ringo("a1 b1", "c6", DEFENDER), "c6-F", "Defenders never enter the fortress"),
        (ringo("a1 b1", "c6", DEFENDER), "c6-g6", "only when there's an attacker in it"),
        (ringo("a3 b1", "c6"), "a3-F", "The fortress is too far"),
        (
            ringo("a3 b1", "c6", capture="replacement"),
            "a3-F",
            "The fortress is too far from `a3`: step in from ring 6.",
        ),
        (
            ringo("a3 b1", "c6", capture="replacement"),
            "a3-a6",
            "or hops in a straight line over an enemy in the neutral zone",
        ),
        (ringo("a5 b1", "c6"), "a5-F", "The fortress is too far"),
        (ringo("h6 b1", "c6", fortress_from_neutral="no"), "h6-F", "from the neutral zone"),
        (ringo("h5 b1", "h6", fortress_from_neutral="no"), "h5-F", "from the neutral zone"),
        (
            ringo("h6 b1", "a6 b6 g6 f6", fortress_from_neutral="no"),
            "h6-F",
            "from the neutral zone",
        ),
        (ringo("a3 h1", "c6", neutral_limit="one"), "a3-h3", "Only one attacker"),
        (ringo("b3 h1", "a3 c6", neutral_limit="one"), "b3-h3", "Only one attacker"),
        (
            ringo("a3 h1", "c6", neutral_limit="defenders"),
            "a3-h3",
            "more attackers in the neutral zone than",
        ),
    ],
)
def test_refusal_names_the_rule(position: Ringo, text: str, said: str) -> None:
    assert said in refusal(position, text)


def test_counter_that_cannot_move_is_named() -> None:
    shut = ringo("a1 b1 h1", "a2 a3")
    assert goes(shut, "a1") == set()
    assert "The piece on `a1` can't move now" in refusal(shut, "a1")


# Describing a position


def rebuilt(position: Ringo) -> Ringo:
    """Parse a text by `describe`; a game that is over has no side to move."""
    words = str(position.describe())
    read = re.search(
        r"Attackers on the rings: (.*?)\. Attackers in the fortress: (\d)\. Defenders: (.*?)\.",
        words,
    )
    to_move = re.search(r"(Attacker|Defender) to move\.", words)
    assert read
    assert bool(to_move) == (position.outcome() is None)
    attackers, defenders = (read[n].replace("none", "").replace(",", "") for n in (1, 3))
    turn = to_move[1].lower() if to_move else position.sides[position.turn]
    return ringo(attackers, defenders, turn, int(read[2]), **position.chosen.values)


@THOROUGH
def test_describe_is_enough_to_rebuild_the_position() -> None:
    games = at_random(Ringo, games=20, plies=150, seed=1)
    for position in [*list(recorded(Ringo))[::23], *(p for game in games for p in game[::3])]:
        assert len(str(position.describe())) <= 1024
        assert rebuilt(position) == position


def test_describe_names_what_is_not_as_usual() -> None:
    words = str(ringo("a1 b1", "c6", capture="replacement", **PASSING).describe())
    assert words.endswith("Capturing: By moving onto, Defender may pass: Yes.")
    assert "Played" not in str(ringo("a1 b1", "c6").describe())


# Comparison with a plain second implementation


def tried(position: Ringo) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Yield start, mark, end and captured cells of every move that empty cells would permit."""
    board, attacking = position.board(), position.turn == 0
    enemy, replacing = "da"[position.turn], position.chosen.capture == "replacement"
    for start in (name for name, letter in board.items() if letter != enemy):
        ring, sector = CELLS[start]
        for dr, ds in ((-1, 0), (0, 1), (0, -1), (1, 0))[: 3 if attacking else 4]:
            if ring + dr > 6:
                continue
            near = cell(ring + dr, sector + ds)
            yield start, "-", near, ()
            if board.get(near) != enemy:
                continue
            beyond = cell(ring + 2 * dr, sector + 2 * ds) if 0 <= ring + 2 * dr <= 6 else start
            if near[0] == "h":
                yield start, "^", beyond, ()
            else:
                yield start, ":", near if replacing else beyond, (near,)
        if not attacking and ring == 1 and position.fortress == 1:
            yield start, ":", cell(1, sector + 4), ("F",)


def has_room(position: Ringo, start: str, end: str, taken: tuple[str, ...]) -> bool:
    """Check whether a counter may come to rest in a cell."""
    from_neutral, limit = position.chosen.fortress_from_neutral, position.chosen.neutral_limit
    board, attacking = position.board(), position.turn == 0
    if end == "F":
        return attacking and (start[0] != "h" or from_neutral == "yes")
    if end in board and end not in taken:
        return False
    if not attacking or limit == "none" or end[0] != "h" or start[0] == "h":
        return True
    inside = [name for name, letter in board.items() if letter == "a" and name[0] == "h"]
    left = [name for name, letter in board.items() if letter == "d" and name not in taken]
    return len(inside) + 1 <= (1 if limit == "one" else len(left))


def by_the_book(position: Ringo) -> Iterator[Move]:
    """Return the legal moves of a position that is not over, from the rules alone."""
    for start, mark, end, taken in tried(position):
        if has_room(position, start, end, taken):
            yield Move(f"{start}{mark}{end}", (start, end), taken)
    if position.turn == 1 and position.chosen.defender_pass == "yes":  # noqa: S105 (a move, not a secret)
        yield Move("pass", ())


def scattered(rng: random.Random) -> Ringo:
    """Place counters at random, many of them near the neutral zone and the fortress."""
    chosen = {option.key: rng.choice(option.values) for option in Ringo.options}
    near = [name for name in CELLS if name[0] in "agh" or name[1] in "56"]
    cells = rng.sample(near if rng.random() < 0.7 else list(CELLS), 11)
    attackers = cells[: rng.randint(2, int(chosen["attackers"]) - 1)]
    defenders = cells[-rng.randint(1, 4) :]
    turn, fortress = rng.choice(Ringo.sides), rng.randint(0, 1)
    return ringo(" ".join(attackers), " ".join(defenders), turn, fortress, **chosen)


@THOROUGH
def test_engine_agrees_with_the_rules_written_down_plainly() -> None:
    rng = random.Random(5)
    for _ in range(1500):
        position = scattered(rng)
        expected = {move.text: move for move in by_the_book(position)}
        assert position.moves() == expected, position.encode()
        assert (position.outcome() is None) is bool(expected)


@THOROUGH
def test_random_games_end_when_the_rules_say_so() -> None:
    for positions in at_random(Ringo, games=60, plies=300, seed=6):
        stood: Counter[object] = Counter()
        for position, after in pairwise(positions):
            assert position.moves() == {move.text: move for move in by_the_book(position)}
            stood[tuple(position.board().items()), position.turn, position.fortress] += 1
            counters = Counter(after.board().values())
            over = (
                after.fortress == 2
                or counters["a"] + after.fortress <= 1
                or not counters["d"]
                or stood[tuple(after.board().items()), after.turn, after.fortress] >= 2
                or not list(by_the_book(after))
            )
            assert (after.outcome() is not None) is over
