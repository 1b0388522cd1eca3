"""Hints: a good move, with a true reason."""

import random
from functools import partial

import pytest

from computer import player
from computer.hint import HintAnalysis, analyse, approaches, explain, hint, merits, reasons
from computer.search import node_limit
from computer.search_game import DECIDED
from computer.threats import turned
from rules import GAMES, Position, Refusal
from rules.agon import Agon
from rules.bizingo import Bizingo
from tests.computer.test_levels import middles, wins
from tests.computer.test_player import DIES, computer
from tests.computer.test_review import WON_AT_ONCE
from tests.computer.test_search import REFUTED
from tests.rules.test_agon import placed
from tests.rules.test_bizingo import bizingo
from tests.thorough import THOROUGH, mostly_thorough

FEW = partial(node_limit, 600)


def why(position: Position) -> str:
    return str(hint(position, analyse(position, 1, FEW)).why)


def ringo(rings: str) -> Position:
    return GAMES["ringo"].decode(rings if "=" in rings else f"{rings} -")


@pytest.mark.parametrize(
    ("key", "is_named"),
    mostly_thorough(
        [(key, is_named) for key in GAMES for is_named in (False, True)],
        ("ringo", True),
        ("hoyito", False),
    ),
)
def test_every_reason_holds(key: str, is_named: bool) -> None:
    rng = random.Random(key)
    for position in middles(key, 7):
        named = rng.choice([*position.moves()]) if is_named else ""
        seen = analyse(position, 1, FEW, named)
        assert not is_named or seen.line[0] == named
        assert HintAnalysis.decode(seen.encode()) == seen
        told = hint(position, seen)
        said = str(told.why)
        assert position.moves()[told.move.text] == told.move
        assert said.endswith(".")
        # The move is named once: by itself, or by what it takes.
        assert said.count(str(position.caption(told.move))) <= 1
        takes = any(end in said for end in ("in return", "The best answer"))
        assert f"{said[:1].lower()}{said[1:]}".count(str(position.tell(told.move))) == takes
        assert len(said) <= 400
        after = position.after(told.move)
        taking = [move for move in after.moves().values() if move.taken and not after.loses(move)]
        assert ("nothing can be taken in return" in said) <= (not taking)
        assert ("It wins at once" in said) == (told.move.text in wins(position))
        for of, text in ((turned(position), seen.danger), (turned(after), seen.threat)):
            if text:
                plain = "one of its two sides is" in said or "two of its three sides are" in said
                move = of.moves()[text]
                assert str(of.tell(move)) in said or (plain and f"`{move.taken[0]}`" in said)


def test_win_says_how() -> None:
    position = ringo(WON_AT_ONCE.removesuffix(" -"))
    assert why(position).endswith(". It wins at once. All defenders have been taken.")


def test_capture_says_what_is_taken_in_return() -> None:
    alone = bizingo("f6 f8 h8 c3 c5 h3 j9 f7 c2 c8 d1 d3")
    assert why(alone) == (
        "`h8` → `g8`, and takes the piece on `f7`, and nothing can be taken in return."
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("d3:d5",), "takes the defender on `d4`."),
        (("d3:d5", "d6:d4"), "The best answer: defender jumps `d6` → `d4` and takes"),
        (("d3:d5", "d6-e6"), "The best answer: defender moves `d6` → `e6`."),
    ],
)
def test_capture_says_whether_it_is_taken_back(line: tuple[str, ...], said: str) -> None:
    position = ringo("......../a......./...a..../...d..../......../...d..d./0 attacker")
    assert said in str(hint(position, HintAnalysis(line)).why)


def test_win_in_some_moves_is_counted_in_own_moves() -> None:
    position = ringo("......../......../......../......../a......./....d.../1 attacker")
    assert why(position).endswith("`. It wins in 2 moves, whatever the answer.")
    [named] = analyse(position, 1, FEW).line[:1]
    said = hint(position, analyse(position, 2, FEW, named)).why
    assert str(said).endswith(f"`{named}`. It wins in 2 moves, whatever the answer.")


def test_win_that_is_only_known_to_be_one_is_not_counted() -> None:
    position = GAMES["hoyito"].decode("0.0.0.0.2.0/2.0.2.1.1.0 20/20 south - >> 1/south")
    told = hint(position, HintAnalysis(("e",), DECIDED + 500))
    assert str(told.why) == "`e`. It wins, whatever the answer."


def test_lost_game_is_called_so() -> None:
    position = ringo("......../......../......../......../......../a...d.../1 defender")
    for text in position.moves():
        lost = HintAnalysis((text,), -999_998)
        assert "can't be saved" in str(hint(position, lost).why)


def test_move_that_loses_a_piece_is_not_called_safe() -> None:
    position = bizingo("f10 k5 k7 k9 f9 g9 g11")
    assert str(hint(position, HintAnalysis(("f10-g10",))).why) == "`f10-g10`. I like this one best."


@pytest.mark.parametrize(("plies", "said"), [(2, "1 move ahead"), (5, "3 moves ahead")])
def test_moves_looked_ahead_are_one_s_own_as_in_a_win_in_some_moves(plies: int, said: str) -> None:
    for key in ("bizingo", "hoyito"):
        position = GAMES[key].start()
        told = hint(position, HintAnalysis((next(iter(position.moves())),), depth=plies))
        assert said in str(told.why)


def test_win_that_is_prevented_or_threatened_is_called_one() -> None:
    attacker = GAMES["ringo"].decode(WON_AT_ONCE)
    taking = "attacker jumps `c3` → `a3` and takes the defender on `b3`"
    prevents = HintAnalysis(("b3-b4",), danger="c3:a3")
    assert str(hint(turned(attacker), prevents).why) == (
        f"`b3-b4`. It defends: without it, {taking} and wins."
    )
    only = ringo(".d....../......../......../......../......../.......a/1 defender")
    assert str(hint(only, HintAnalysis(("b1-a1",), danger="h6-F")).why) == (
        "`b1-a1`. It's forced: otherwise attacker moves into the fortress, `h6` → `F` and wins."
    )
    threatens = HintAnalysis(("h2-h3",), threat="c3:a3")
    assert str(hint(attacker, threatens).why) == (
        f"`h2-h3`. It threatens to win: if nothing stops it, {taking}."
    )


def test_what_was_hardly_searched_is_not_said_to_be_so_many_moves_deep() -> None:
    start = GAMES["hoyito"].start()
    hasty = hint(start, HintAnalysis(("a",), depth=1))
    assert str(hasty.why) == "`a`. I like this one best."
    named = hint(HUNTED, HintAnalysis(("c2-b2",), depth=1))
    assert "7 safe cells are left within 3 steps." in str(named.why)
    assert "moves ahead" not in str(hasty.why) + str(named.why)


def test_move_after_which_least_can_be_taken_is_said_to_be_that() -> None:
    position = GAMES["hoyito"].decode("0.3.2.3.1.0/0.1.2.3.3.2 12/16 south - >> 1/south")
    assert str(hint(position, HintAnalysis(("d",), depth=1)).why) == (
        "`d`. Then the other side can take only 12."
    )


@THOROUGH
def test_game_is_not_called_lost_while_there_are_moves_that_were_not_looked_at() -> None:
    position = GAMES["bivouac"].decode(REFUTED)
    for most in (10_000, 20_000):
        told = hint(position, analyse(position, 0, partial(node_limit, most)))
        assert "can't be saved" not in str(told.why)


def test_threat_and_danger_are_said() -> None:
    position = ringo("......../......../......../......../a......./....d.../1 attacker")
    defended = hint(position, HintAnalysis(("a5-b5",), danger="e6-d6", threat="b5-b6"))
    assert str(defended.why) == (
        "`a5-b5`. It defends: without it, defender moves `e6` → `d6`. It makes a threat: if "
        "nothing stops it, attacker moves `b5` → `b6`."
    )


def test_threat_is_what_can_be_seen_on_the_board() -> None:
    position = bizingo("f4 f8 h8 c3 c5 h3 j9 f7 c2 c8 d1 d3")
    assert str(hint(position, analyse(position, 1, FEW, "f4-f6")).why) == (
        "`f4-f6`. It threatens `f7`: two of its three sides are covered."
    )


@THOROUGH
@pytest.mark.parametrize("key", mostly_thorough(["bizingo", "bivouac"], "bizingo"))
def test_hint_has_seen_the_answers_however_little_time_there_was(key: str) -> None:
    for position in [GAMES[key].start(), *middles(key, 4)]:
        assert analyse(position, 1, partial(node_limit, 64)).depth >= 2


CAMPS = "....../....../..w.w./...wb./....../.....b/....../.bbb../....../.w..../......"
RINGS = "......../......../......../..a...a./....d.../......d./0"
SHUT = ringo(
    "......../......../......../a......./.......a/....d.../0 attacker fortress_from_neutral=no"
)
HUNTED = bizingo("a4 B4 c2 c6 h18 i4 a5 i17 k16")


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        (GAMES["bivouac"].decode(f"{CAMPS} white -"), "e9-d9", "It fills a goal (3 of 4)."),
        (
            GAMES["bivouac"].decode(f"{CAMPS} white -"),
            "b2-a1",
            "It gets closer to the goals: 3 moves away if nothing is in the way.",
        ),
        (
            GAMES["bivouac"].decode(f"{CAMPS} black -"),
            "e8-d9",
            "It blocks a goal that the other side has to fill.",
        ),
        (GAMES["bivouac"].decode(f"{CAMPS} white -"), "c9-c8", ""),
        (ringo(f"{RINGS} attacker"), "c4-c5", "It gets closer to the fortress: 2 steps to go."),
        (SHUT, "h5-h6", "It gets closer to the fortress: 2 steps to go."),
        (SHUT, "h5-a5", "It gets closer to the fortress: 2 steps to go."),
        (
            ringo(f"{RINGS} attacker"),
            "g4-h4",
            "It's safe there: nothing can be taken in the neutral zone.",
        ),
        (
            ringo(f"{RINGS} defender"),
            "g6-g5",
            (
                "It blocks a way in, leaving 1 attacker who can still step inward. It goes to meet "
                "the "
                "attackers before they reach the fortress."
            ),
        ),
        (ringo(f"{RINGS} defender"), "e5-d5", ""),
        (ringo("......../......../......../a......./....d.../a......./0 defender"), "e5-e4", ""),
        (ringo("......../......../......../a......./....d.../......../1 defender"), "e5-e4", ""),
        (ringo("......../......../......../......../a.a.d.../......../0 defender"), "e5-e4", ""),
        (
            ringo("......../......../......../a......./....d.../a......./0 attacker"),
            "a6-F",
            "It enters the fortress: one more attacker in there wins.",
        ),
        (
            HUNTED,
            "c2-b2",
            (
                "It guards `a3`: an enemy piece that steps there is in danger. It hems in the "
                "piece on `a5`: 7 safe cells are left within 3 steps."
            ),
        ),
        (
            bizingo("a4 b4 c2 c6 h18 i4 a5 i17 k16"),  # only a captain could take it
            "c2-b2",
            "It guards `a3`: an enemy piece that steps there is in danger.",
        ),
        (HUNTED, "c2-d4", "It gets closer to the piece on `i17`."),
        (HUNTED, "h18-h16", ""),
    ],
)
def test_what_a_quiet_move_does_is_said(position: Position, text: str, said: str) -> None:
    move = position.moves()[text]
    assert " ".join(map(str, merits(position, move) or approaches(position, move))) == said
    why = str(hint(position, HintAnalysis((text,), depth=4)).why)
    assert said in why
    # Where nothing is better on the board, it may at least be safe.
    assert ("found nothing better" in why) == (bool(said) or "It's safe" in why)
    assert ("No forced win yet" in why) == ("found nothing better" not in why)


def test_quiet_move_after_which_nothing_can_be_taken_is_called_safe() -> None:
    for key in GAMES:
        for position in middles(key, 6):
            for text in [*position.moves()][:8]:
                said = str(hint(position, HintAnalysis((text,), depth=4)).why)
                if "nothing can be taken next" in said:
                    after = position.after(position.moves()[text])
                    assert not any(after.gain(move) for move in after.moves().values())


def test_what_a_move_of_agon_does_is_said_and_true() -> None:
    seen = set()
    for position in middles("agon", 12):
        for text, move in position.moves().items():
            after = position.after(move)
            said = " ".join(map(str, merits(position, move)))
            caught = set(position.victims(move))
            assert ("It traps" in said) == bool(caught)
            assert all(f"`{cell}`" in said for cell in caught)
            answers = after.moves().values()
            if "nothing can be trapped" in said:
                assert not any(after.victims(each) for each in answers)
            seen |= {start for start in ("It traps", "It brings", "It's safe") if start in said}
            assert text not in said
    assert seen == {"It traps", "It brings", "It's safe"}


FORKED = Agon.decode(
    "....../....w../.w.....B/...b.w.../.........b/.b...W.w.../w........./.....b.../b......./"
    "...b.../....w. - white 1 -"
)
PINNED = Agon.decode(
    "...w../.b..B../......w./.....wb../........../b........../.w.......w/........./......../"
    "b.Wb.../...wb. - white 1 -"
)


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        (
            FORKED,
            "i2-h3",
            (
                "It makes a threat: if nothing stops it, white `h6` → `h5`, and traps the guard on "
                "`h4`."
            ),
        ),
        (
            PINNED,
            "b3-c3",
            "It defends: without it, black `b1` → `b2`, and traps the queen on `b3`.",
        ),
    ],
)
def test_a_trap_that_is_threatened_or_prevented_is_said(
    position: Agon, text: str, said: str
) -> None:
    analysis = analyse(position, 1, FEW, text)
    assert str(hint(position, analysis).why) == f"`{text}`. {said}"


def test_a_trap_is_no_reason_where_the_move_played_threatens_the_same_piece() -> None:
    analysis = HintAnalysis(("i2-h3",), threat="h6-h5")
    by_another_step, not_at_all = (FORKED.moves()[text] for text in ("h6-h5", "a5-a4"))
    assert "It makes a threat" in " ".join(map(str, reasons(FORKED, analysis, not_at_all)))
    assert "It makes a threat" not in " ".join(map(str, reasons(FORKED, analysis, by_another_step)))


def test_nothing_is_threatened_that_a_piece_put_down_could_have_trapped_at_once() -> None:
    position = Agon.decode(
        ".w..../b....../.w...B../..b..w.../.........b/.........bw/........../........./......../"
        "ww..b../.W...b i2 white 0 -"
    )
    assert position.victims(position.moves()["i2*h9"])
    assert not explain(position, ("i2*j7",), 0).threat


@pytest.mark.parametrize(
    ("white", "black", "text", "said"),
    [
        (
            "f6 a1 b1 g1 h1 i2 d4",
            "k6 e4 c4 a4 a5 e10 f11",
            "d4*a2",
            "It's safe: nothing can be trapped on the next move.",
        ),
        (
            "f6 a1 b1 g1 h1 f5 d4",
            "k6 f4 c4 e4 a5 e10 g6",
            "d4*a2",
            (
                "A trapped piece has to be sent back before anything else moves. It's safe there: "
                "it can't be trapped on the next move."
            ),
        ),
    ],
)
def test_sending_a_piece_back_has_a_reason(white: str, black: str, text: str, said: str) -> None:
    position = placed(white, black, "white", "d4")
    assert " ".join(map(str, merits(position, position.moves()[text]))) == said


@THOROUGH
def test_every_piece_that_is_sent_back_has_a_reason() -> None:
    back = [
        (position, move)
        for position in middles("agon", 40)
        for text, move in position.moves().items()
        if "*" in text
    ]
    assert back
    assert all(merits(position, move) for position, move in back)


def test_quiet_move_that_wins_is_said_to_win() -> None:
    position = ringo("......../......../......../a......./....d.../a......./1 attacker")
    assert [*map(str, merits(position, position.moves()["a6-F"]))] == ["That wins at once."]


@THOROUGH
async def test_worker_gives_a_hint_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "LONGEST_THOUGHT", 0.2)
    async with computer() as asked:
        for key in GAMES:
            [position] = middles(key, 1)
            last = [*position.moves().values()][-1]
            given = await asked.hint(position, 1)
            named = await asked.hint(position, 1, last)
            assert position.moves()[given.move.text] == given.move, key
            assert named.move == last, key


async def test_hint_comes_also_where_no_worker_answers() -> None:
    position = ringo(WON_AT_ONCE.removesuffix(" -"))
    last = [*position.moves().values()][-1]
    async with computer(DIES) as asked:
        given = await asked.hint(position, 1)
        named = await asked.hint(position, 1, last)
    assert named.move == last
    assert given.move.text == "c3:a3"
    assert str(given.why) == "`c3:a3`. It wins at once. All defenders have been taken."


async def test_no_hint_once_it_is_over() -> None:
    _, over = ringo(WON_AT_ONCE.removesuffix(" -")).play("c3:a3")
    async with computer() as asked:
        with pytest.raises(Refusal, match=r"The game is over\."):
            await asked.hint(over, 1)
        assert asked._worker.pid is None


def test_a_threat_is_no_reason_where_the_move_played_threatens_the_same_piece() -> None:
    position = Bizingo.decode(
        "...../d....../d.d...d.d/....d.....d/..d.....d.d../..d.D.d...D...d/.l....d.d..L...../......."
        "l...l.ld..../.........l.l...l...l./..l...l.l...l.l....../........l.l........ light -"
    )
    analysis = HintAnalysis(("i20-i18",), 0, threat="i18-h16")
    told = "It threatens `h15`: two of its three sides are covered."
    by_another_step, not_at_all = (position.moves()[text] for text in ("h14-h16", "j3-j1"))
    assert [*map(str, reasons(position, analysis, not_at_all))] == [told]
    assert told not in map(str, reasons(position, analysis, by_another_step))


def test_a_guarded_cell_is_no_reason_where_the_move_played_guards_it_and_gives_another_up() -> None:
    position = Bizingo.decode(
        "...../d...d../d.....d.d/..d.....d.d/..d.d.d.d..../..d...d.d.D..../.l..........dl.../....."
        "L.l.l.l.L...../.....l.l.l.l........./........l...l.l....../........l.l.....l.. light -"
    )
    better, told = HintAnalysis(("h8-g8",), 0), "It guards `g9`: an enemy piece that steps there"
    both, neither = (position.moves()[text] for text in ("h12-g10", "k17-k15"))
    assert told in " ".join(map(str, reasons(position, better, neither)))
    assert told not in " ".join(map(str, reasons(position, better, both)))
