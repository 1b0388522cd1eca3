"""What holds for every game and all of its options."""

import contextlib
import itertools
import random
import re
import string
from collections.abc import Iterable, Iterator, Mapping

import pytest

from rules import GAMES, IllegalMove, Position, Refusal, UnclearMove, perft
from rules.move import PASS
from tests.thorough import THOROUGH

MARKS = ("-", ":", "x", "^", "→", " to ", " - ", "", "  ", "X", " TO ")


def choices(game: type[Position]) -> Iterator[dict[str, str]]:
    """Return combinations of the options, a few dozen at most, that include every value."""
    every = [
        dict(zip((o.key for o in game.options), values, strict=True))
        for values in itertools.product(*(option.values for option in game.options))
    ]
    yield {}
    for option in game.options:
        for value in option.values[1:]:
            yield {option.key: value}
    yield from (one for one in random.Random(3).sample(every, min(len(every), 12)) if len(one) > 1)


CASES = [
    pytest.param(
        game,
        chosen,
        id="-".join((key, *(f"{k}={v}" for k, v in chosen.items()))),
        marks=THOROUGH if chosen else (),
    )
    for key, game in GAMES.items()
    for chosen in choices(game)
]
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def walk(
    game: type[Position], chosen: Mapping[str, str], seed: int, longest: int = 400
) -> Iterator[Position]:
    """Play at random and return every position, the last included."""
    rng = random.Random(seed)
    position = game.start(chosen)
    yield position
    for _ in range(longest):
        moves = list(position.moves())
        if not moves:
            return
        position = position.play(rng.choice(moves))[1]
        yield position


def check_moves(position: Position) -> None:
    moves = position.moves()
    assert all(text == move.text for text, move in moves.items())
    assert list(moves) == list(position.moves())
    assert position.count() == len(moves)
    assert bool(moves) == (position.outcome() is None)
    for move in moves.values():
        words = str(position.tell(move))
        assert words
        assert not words.endswith(".")
        assert (not move.path) == (move.text == "pass")


def check_legal(position: Position, texts: Iterable[str]) -> None:
    """Check that a single move is found exactly where it is among the moves."""
    moves = position.moves()
    again = type(position).decode(position.encode())
    for text in texts:
        if text in moves:
            assert again.legal(text) == moves[text]
        else:
            with pytest.raises(KeyError):
                again.legal(text)


def check_children(position: Position) -> None:
    """Children are the positions after all legal moves, with the same history as after `play`."""
    moves = position.moves()
    children = list(position.children())
    assert sorted(move.text for move, _ in children) == sorted(moves)
    for move, child in children:
        assert move == moves[move.text]
        played = position.play(move.text)
        assert played == (move, child)
        assert position.after(move) == child
        assert child.encode() == played[1].encode()
        assert child.outcome() == played[1].outcome()
        assert child.identity() == played[1].identity()
        assert hash(child.identity()) == hash(played[1].identity())


def check_writing(position: Position) -> None:
    line = position.encode()
    assert "\n" not in line
    again = type(position).decode(line)
    assert again == position
    assert again.encode() == line
    assert again.outcome() == position.outcome()
    assert again.identity() == position.identity()
    assert again.board() == position.board()
    words = str(position.describe())
    assert 0 < len(words) <= 1024
    assert "`" not in words, "it stands where markdown does not show"
    assert str(position) == position.ascii() != ""
    assert repr(position) == f"{type(position).__name__}.decode({position.encode()!r})"


def check_readings(position: Position, rng: random.Random) -> None:
    """Every move is understood as it is stored and as people type it."""
    moves = position.moves()
    for text in rng.sample(list(moves), min(6, len(moves))):
        move, after = position.play(text)
        assert move == moves[text]
        assert after.turn in (0, 1)
        assert position.play(f"  {text.upper()} ") == (move, after)
        named = re.split("[-:^]", text)
        cells = rng.choice((named, [named[0], named[-1]])) if named[1:] else named
        try:
            read, _ = position.play(rng.choice(MARKS).join(cells))
        except UnclearMove as unclear:
            fitting = str(unclear)
            assert f"`{text}`" in fitting or " more; say which." in fitting
        else:
            assert read == move


@pytest.mark.parametrize(("game", "chosen"), CASES)
def test_random_play_keeps_every_promise(game: type[Position], chosen: Mapping[str, str]) -> None:
    rng = random.Random(5)
    seen = {"", "nonsense", PASS}
    for ply, position in enumerate(walk(game, chosen, seed=7)):
        seen.update(position.moves())
        if ply % 9 and position.outcome() is None:
            continue
        check_moves(position)
        check_legal(position, seen)
        check_writing(position)
        check_readings(position, rng)
        check_children(position)


@pytest.mark.parametrize(("game", "chosen"), CASES)
def test_nobody_moves_after_the_end(game: type[Position], chosen: Mapping[str, str]) -> None:
    for seed in range(5):
        *_, before, last = walk(game, chosen, seed, longest=3000)
        if ending := last.outcome():
            assert ending.code.isidentifier()
            assert str(ending.reason).endswith(".")
            assert not last.moves()
            assert last.count() == 0
            assert perft(last, 2) == 0
            with pytest.raises(IllegalMove, match=re.escape(str(ending.reason))):
                last.play(next(iter(before.moves())))
            return
    pytest.skip("with these options no game ends within 3,000 random plies")


@EVERY_GAME
def test_random_strings_raise_nothing_but_refusals(game: type[Position]) -> None:
    rng = random.Random(11)
    positions = list(walk(game, {}, seed=1))[::5]
    letters = "abcdefghijkl0123456789-:x^→ <>FP`{}\n" + string.printable + "éß火İ²"
    for _ in range(2000):
        text = "".join(rng.choices(letters, k=rng.choice((0, 1, 2, 4, 5, 8, 12, 300))))
        position = rng.choice(positions)
        try:
            move, _ = position.play(text)
        except Refusal as refusal:
            sentence = str(refusal)
            assert sentence[0].isupper() or sentence[0] == "`"
            assert sentence.endswith((".", "`.", "…"))
            assert len(sentence) < 600
            assert "\n" not in sentence
        else:
            assert move.text in position.moves()


@THOROUGH
@EVERY_GAME
def test_any_pair_of_cells_is_played_or_refused_with_a_sentence(game: type[Position]) -> None:
    rng = random.Random(13)
    position = list(walk(game, {}, seed=2))[12]
    cells = sorted(
        {cell for ply in walk(game, {}, 3) for m in ply.moves().values() for cell in m.path}
    )
    pairs = list(itertools.product(cells, repeat=2))
    for start, end in rng.sample(pairs, min(len(pairs), 3000)):
        with contextlib.suppress(UnclearMove):
            sentence = ""
            try:
                move, _ = position.play(f"{start}-{end}")
                assert move.path[0].lower() == start.lower()
            except IllegalMove as illegal:
                sentence = str(illegal)
            assert "isn't possible. You can play" not in sentence


@EVERY_GAME
def test_lines_that_encode_never_wrote_are_refused(game: type[Position]) -> None:
    rng = random.Random(17)
    lines = [position.encode() for position in walk(game, {}, seed=4)]
    for wrong in ("", " ", "x", lines[0] + " ", " " + lines[0], lines[0] + "\n", lines[0].upper()):
        with pytest.raises(ValueError, match=r"\w"):
            game.decode(wrong)
    for _ in range(1500):
        line = list(rng.choice(lines))
        for _ in range(rng.choice((1, 1, 2))):
            line[rng.randrange(len(line))] = rng.choice("abcdlwsx.0123456789/- ,=")
        try:
            position = game.decode("".join(line))
        except ValueError:
            continue
        assert position.encode() == "".join(line)


@EVERY_GAME
def test_unknown_options_and_values_are_refused_by_name(game: type[Position]) -> None:
    with pytest.raises(Refusal, match="`colour`") as refused:
        game.start({"colour": "red"})
    for option in game.options:
        assert f"`{option.key}`" in str(refused.value)
        with pytest.raises(Refusal, match="`purple`") as refused_value:
            game.start({option.key: "purple"})
        assert all(f"`{value}`" in str(refused_value.value) for value in option.values)


@EVERY_GAME
def test_options_and_presets_are_complete(game: type[Position]) -> None:
    assert len(game.sides) == 2
    assert next(iter(game.presets)) == "classic"
    assert game.presets["classic"] == {}
    assert [*game.preset_names] == [*game.presets]
    for option in game.options:
        assert len(option.values) == len(option.labels) == len(set(option.values))
        defaults = {option.key: option.values[0]}
        assert game.start(defaults) == game.start()
        for value in option.values:
            if value.isdigit():
                assert game.start({option.key: int(value)}) == game.start({option.key: value})
    for chosen in game.presets.values():
        assert game.start(chosen).moves()
        if balance := game.balance(chosen):
            assert balance.favours in (0, 1, None)
            assert sum(balance.wins) <= balance.games
            assert str(balance.words).endswith(".")


@EVERY_GAME
def test_a_position_is_a_value(game: type[Position]) -> None:
    position = game.start({})
    text = next(iter(position.moves()))
    line = position.encode()
    assert position.play(text) == position.play(text)
    assert position.encode() == line
    assert hash(position) == hash(game.decode(line))
    with pytest.raises(AttributeError):
        position.turn = 1 - position.turn
