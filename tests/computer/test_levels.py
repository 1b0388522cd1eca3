"""The levels: what each is sure to do, and that games differ."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import log10

import pytest

from computer.generic_game import GenericGame
from computer.levels import _unseen, choose, choose_at_once, think, undoing
from computer.search import NODES_BETWEEN_CHECKS, Search, node_limit, search_position
from computer.search_game import PIECE, search_game_of
from computer.skill_levels import BY_GAME, STEP, SkillLevel, level_step, levels, skill_level
from rules import GAMES, Position, Refusal
from tests.computer.test_search_game import walk
from tests.rules.test_bizingo import bizingo
from tests.thorough import THOROUGH, mostly_thorough
from tools.research.strength.repeated_games import read

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
GAMES_AND_LEVELS = pytest.mark.parametrize(
    ("key", "level"),
    [
        (key, level)
        for number, key in enumerate(GAMES)
        for level in levels(key)
        if (2 * number + level) % 10 in (0, 5)
    ],
)
"""Two levels of each game, in turn; the seed is put in before either matters."""
LEVELS_OF_BIZINGO = pytest.mark.parametrize("level", mostly_thorough(levels("bizingo"), 3))
FEW = 600
HUNTED_ON_ALL_SIDES = (
    "...../d....../...l...../.l........./.l.l........./dl.l.l........./.l.l.l.........../"
    "...l.l............./...L.l.l............./......l............../...d..............."
)
HUNTED_AT_THE_RIM = (
    "...../......./........./.........../............./.............../.......l..d....../"
    ".................../.........l.l.l.l...../........l.l.l.l.l.L../........L.ldldl...."
)

PREY = (
    "...../....d../..d...d../..d.d.d.d../..d.d.d.....d/..d.D.d.D.d.d../.....L.l..dL.l.../"
    "...l.l...l.l......./.......l.l.l.l.l...../......l.l.l.l.l....../..................."
)
"""Light can take a piece between its own that hardly gets away."""


def middles(key: str, wanted: int) -> Iterator[Position]:
    """Return positions from the middle of random games."""
    rng = random.Random(8)
    for seed in range(wanted):
        walked = [each for each in walk(GAMES[key].start(), seed, 80) if each.outcome() is None]
        yield rng.choice(walked[len(walked) // 3 :])


def wins(position: Position) -> set[str]:
    """Return the moves that win at once."""
    outcomes = ((move.text, after.outcome()) for move, after in position.children())
    return {text for text, outcome in outcomes if outcome and outcome.winner == position.turn}


def test_a_game_with_levels_of_its_own_has_all_of_them_each_stronger_than_the_one_below() -> None:
    assert {*STEP} == {*BY_GAME} <= {*GAMES}
    for key, by_level in BY_GAME.items():
        assert [*levels(key)] == [*range(1, len(by_level) + 1)]
        strength = [
            (level.max_depth, level.considers, level.nodes or 0, -level.noise, -level.overlooks)
            for level in by_level
        ]
        assert strength == sorted(set(strength))
    assert len(levels("bizingo")) > len(levels("another")) == len(levels("ringo"))


@pytest.mark.parametrize("key", STEP)
def test_a_step_is_the_mean_of_those_measured_in_whole_series(key: str) -> None:
    """By Elo's formula, with one more game drawn."""
    points = []
    for level in levels(key)[1:]:
        score = read()[f"{key} {level}:{level - 1}"].score
        for_it, against = score.won + (score.drawn + 1) / 2, score.lost + (score.drawn + 1) / 2
        points.append(round(400 * log10(for_it / against)))
    assert level_step(key) == round(sum(points) / len(points))


@pytest.mark.parametrize("key", mostly_thorough(["agon", "bivouac", "hoyito", "ringo"], "ringo"))
def test_a_level_that_is_limited_by_nodes_takes_no_longer_however_long_it_may(key: str) -> None:
    for position in middles(key, 2):
        for level in levels(key):
            if (most := skill_level(key, level).nodes) and not wins(position):
                found = choose(position, level, 4, node_limit(10**9))
                assert found.nodes <= most + NODES_BETWEEN_CHECKS


@THOROUGH
@GAMES_AND_LEVELS
def test_same_seed_gives_the_same_move(key: str, level: int) -> None:
    for position in middles(key, 3):
        thought = choose(position, level, 4, node_limit(FEW))
        assert thought == choose(position, level, 4, node_limit(FEW))
        assert thought.line[0] == thought.move.text
        assert position.moves()[thought.move.text] == thought.move


@THOROUGH
@GAMES_AND_LEVELS
def test_it_plays_another_game_each_time(key: str, level: int) -> None:
    games = set()
    for seed in range(6):
        position, texts = GAMES[key].start(), []
        for _ in range(6):
            texts.append(choose(position, level, seed, node_limit(FEW // 3)).move.text)
            _, position = position.play(texts[-1])
        games.add(tuple(texts))
    assert len(games) >= 3


@LEVELS_OF_BIZINGO
@pytest.mark.parametrize("pieces", mostly_thorough([HUNTED_AT_THE_RIM, HUNTED_ON_ALL_SIDES]))
def test_won_game_of_bizingo_is_driven_home(level: int, pieces: str) -> None:
    position: Position = GAMES["bizingo"].decode(f"{pieces} light -")
    for _ in range(120):
        mover = level if position.turn == 0 else 5
        position = position.after(choose(position, mover, 1, node_limit(2_000)).move)
        if ending := position.outcome():
            break
    assert ending
    assert (ending.winner, ending.code) == (0, "few")


@THOROUGH
@pytest.mark.parametrize("start", [{}, GAMES["hoyito"].presets["fair"]], ids=["classic", "fair"])
@pytest.mark.parametrize("side", mostly_thorough([0, 1]))
def test_best_player_of_hoyito_varies_against_somebody_who_does_not(
    start: Mapping[str, str], side: int
) -> None:
    games = set()
    for seed in range(6):
        position: Position = GAMES["hoyito"].start(start)
        texts: list[str] = []
        while position.outcome() is None and len(texts) < 10:
            if position.turn == side:
                thought = choose(position, 10, seed, node_limit(1_500), knows_proofs=False)
                texts.append(thought.move.text)
            else:
                texts.append(think(position, SkillLevel(2, 0), "", node_limit(500)).move.text)
            _, position = position.play(texts[-1])
        games.add(tuple(texts))
    assert len(games) >= 3


@pytest.mark.parametrize("level", [1, 2])
def test_beginners_level_thinks_of_some_moves_only_but_never_of_none(level: int) -> None:
    considers, moves = (
        skill_level("ringo", level).considers,
        [(0, text) for text in map(str, range(50))],
    )
    thought_of = [
        len(moves) - len(_unseen(moves, (), considers, random.Random(seed))) for seed in range(200)
    ]
    assert min(thought_of) >= 1
    assert abs(sum(thought_of) / len(thought_of) - considers * len(moves)) < 2
    assert _unseen(moves[:1], (), considers, random.Random(1)) == []
    assert _unseen(moves, (), skill_level("ringo", 8).considers, random.Random(1)) == []
    assert set(_unseen(moves[:9], moves[1:9], considers, random.Random(1))) == {*moves[1:9]}


@pytest.mark.parametrize("key", ["agon", "bivouac", "bizingo", "ringo"])
@pytest.mark.parametrize("level", mostly_thorough(levels("ringo"), 1, 4))
def test_no_level_undoes_its_last_move_without_a_reason(key: str, level: int) -> None:
    tried = 0
    for seed in range(6):
        for position in walk(GAMES[key].start(), seed, 60):
            if (back := undoing(position)) and not wins(position) and tried < 6:
                tried += 1
                move = choose(position, level, seed, node_limit(200)).move
                others = search_position(position, node_limit(500), excluded=move.text).value
                value = search_position(position, node_limit(500)).value
                least = search_game_of(position).undoing // 2
                assert move.text not in back or others < value - least, position.encode()
    assert tried


def test_move_back_is_told_by_the_plies_and_only_where_nothing_was_taken_since() -> None:
    position: Position = GAMES["agon"].start()
    for text in ("a1-a2", "k6-k5"):
        position = position.after(position.moves()[text])
    assert undoing(position) == {"a2-a1"}
    assert undoing(GAMES["agon"].start()) == undoing(GAMES["hoyito"].start()) == frozenset()
    after = bizingo("f10 k5 k7 k9 f9 g9 g11")
    for text in ("k5-j5", "g9-g7"):
        after = after.after(after.moves()[text])
    assert undoing(after) == {"j5-k5"}


def test_level_that_thought_of_some_moves_only_is_certain_of_no_loss() -> None:
    for position in middles("ringo", 4):
        assert not choose(position, 1, 0, node_limit(FEW)).complete
        thorough = replace(skill_level("ringo", 1), considers=1.0)
        assert think(position, thorough, "", node_limit(FEW)).complete


@pytest.mark.parametrize("key", mostly_thorough(["bivouac", "hoyito", "ringo"], "hoyito"))
def test_win_in_one_is_always_taken(key: str) -> None:
    tried = 0
    for seed in range(40):
        for position in walk(GAMES[key].start(), seed, 400):
            if position.outcome() is None and (winning := wins(position)):
                for level in levels(key):
                    assert choose(position, level, seed, node_limit(FEW)).move.text in winning
                assert choose_at_once(position).text in winning
                tried += 1
                break
        if tried == 8:
            break
    assert tried >= 5


@LEVELS_OF_BIZINGO
def test_bizingo_is_won_in_one(level: int) -> None:
    """Let light step up to one of the last three dark pieces, between two of its own already."""
    position = bizingo("f6 f8 h8 j9 f7 c3 c7")
    assert wins(position) == {"h8-g8"}
    assert choose(position, level, 0, node_limit(FEW)).move.text == "h8-g8"


def test_level_of_bizingo_takes_at_once_what_it_could_still_take_later() -> None:
    position: Position = GAMES["bizingo"].decode(f"{PREY} light -")
    for level in levels("bizingo")[:-1]:
        attentive = replace(skill_level("bizingo", level), considers=1.0, overlooks=0.0)
        for seed in "abc":
            assert think(position, attentive, seed, node_limit(FEW)).move.taken == ("g11",)
            waiting = replace(attentive, noise=0, eager=0)
            assert not think(position, waiting, seed, node_limit(FEW)).move.taken


@THOROUGH
@pytest.mark.parametrize("key", ["bivouac", "bizingo", "ringo"])
def test_no_piece_is_given_away_for_nothing(key: str) -> None:
    search_game = GenericGame()
    for position in middles(key, 8):
        state = search_game.state(position)
        best = Search(search_game, node_limit(10**6), {}).best(state, max_depth=2).value
        thorough = [each for each in levels(key)[-3:] if skill_level(key, each).considers == 1]
        for move in {choose(position, level, 1, node_limit(2_000)).move for level in thorough}:
            if position.after(move).outcome():
                continue
            after = search_game.state(position.after(move))
            left = -Search(search_game, node_limit(10**6), {}).best(after, max_depth=1).value
            assert left > best - PIECE, (position.encode(), move.text)


@THOROUGH
@EVERY_GAME
def test_at_once_it_plays_a_legal_move(key: str) -> None:
    for position in middles(key, 5):
        move = choose_at_once(position)
        assert position.moves()[move.text] == move


@pytest.mark.parametrize("level", [0, 11])
def test_level_out_of_range_is_refused(level: int) -> None:
    with pytest.raises(Refusal, match="choose one from 1 to 10"):
        choose(GAMES["ringo"].start(), level, 0, node_limit(1))


def test_position_without_moves_is_refused() -> None:
    *_, last = walk(GAMES["ringo"].start(), 1, 1_000)
    assert last.outcome()
    with pytest.raises(Refusal, match=r"The game is over\."):
        choose(last, 3, 0, node_limit(1))
    with pytest.raises(Refusal, match=r"The game is over\."):
        choose_at_once(last)
