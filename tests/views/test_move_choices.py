"""The choices of the private move picker, their order, and the presses that a move takes."""

import re
from functools import cache, partial

import discord
import pytest

from rules import GAMES, Effect, Move, Position
from tests.flows.test_whole_games import played, press
from tests.simulated_discord.limits import matches
from tests.simulated_discord.table import Message, Table, components, options, words
from tests.thorough import THOROUGH, mostly_thorough
from views.move_choices import (
    MOST_OPTIONS,
    PIECE,
    PLAY,
    STYLES,
    Choice,
    ends_to_choose,
    move_options,
    moves_of_piece,
    on_board,
    paths_to_choose,
    pieces_to_choose,
)

GREEN, RED, GREY = (
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
    discord.ButtonStyle.secondary,
)
ONLY_LOSING = (
    "....d/....d../d.......d/d.d.d....../..d.d.d.d.d../....D.d.d.D.d../....dL.l.l......./"
    ".....l.l.l...L.l.../...l.....l.l.l.l...../......l.l.l...l....../..........l........ light -"
)
"""A position in which every move of the piece on g8 loses it."""
SENT_BACK = (
    "e1-f2 b7-a6 f2-g2 a3-a4 a5*b1 k2-j2 b1-c2 g1-f2 j1-i1 a4-a5 i1-i2 c1-d1 a1-b1 a5-b6 g2-h2 "
    "g10-f11 b1-c1 d1-e2 c1-d2 k6-j6 c2-c3 b6-c6 e10-e9 a6-b6 i8-j7 j2-i3 k4-j5"
)
"""A game of Agon after which the queen on j6 can be sent back to 28 cells."""
TWO_WAYS = (
    "..b.../b....w/...b../..bb../.b.bw./....../w..w../...w.w/...w.b/...ww./.....w "
    "white variant=hostile"
)
"""A position in which the stone on e7 can jump to c7 in two ways."""
GREEN_SIGN = "🟢"
PIECES = [key for key, rules in GAMES.items() if not rules.single_choice]


@THOROUGH
@pytest.mark.parametrize("key", PIECES)
def test_every_legal_move_can_be_chosen_and_no_label_stands_twice(key: str) -> None:
    for seed in range(2):
        for match in matches(GAMES[key], seed):
            position, found = match.position, []
            pieces = pieces_to_choose(position)
            for piece in pieces:
                ends = ends_to_choose(position, piece.cell)
                # Where there are more than fit as buttons, they are a list with pages.
                assert len({end.label for end in ends}) == len(ends)
                for end in ends:
                    assert end.moves[0] in [
                        way.moves[0] for way in paths_to_choose(position, piece.cell, end.cell)
                    ]
                    found += [move.text for move in end.moves]
            assert len({piece.label for piece in pieces}) == len(pieces) <= MOST_OPTIONS
            assert sorted(found) == sorted(position.moves())


def test_buttons_stand_as_the_pieces_lie_before_whoever_is_to_move() -> None:
    start = GAMES["bizingo"].start()
    light = [piece.label for piece in pieces_to_choose(start)]
    assert light == sorted(light, key=lambda cell: (cell[0], int(cell[1:])))
    dark = [piece.label for piece in pieces_to_choose(start.play("h6-g6")[1])]
    assert dark == sorted(dark, key=lambda cell: (cell[0], int(cell[1:])), reverse=True)


@THOROUGH
def test_colours_and_words_tell_taking_from_losing() -> None:
    seen = set()
    for seed in range(2):
        for match in matches(GAMES["bizingo"], seed):
            position = match.position
            for piece in pieces_to_choose(position):
                ends = ends_to_choose(position, piece.cell)
                for end in ends:
                    (move,) = end.moves
                    lost = position.loses(move)
                    assert end.style is (RED if lost else GREEN if move.taken else GREY)
                    assert end.label == (f"{end.cell}: {lost}" if lost else end.cell)
                    seen.add(end.style)
                if any(end.style is GREEN for end in ends):
                    assert piece.style is GREEN
                else:
                    lost_all = all(end.style is RED for end in ends)
                    assert piece.style is (RED if lost_all else GREY)
    assert seen == {RED, GREEN, GREY}


def presses_for(position: Position, move: Move, ends: list[Choice] | None = None) -> int:
    """Count the presses from the card to the move: each choice, and Play."""
    first = move.path[0] if move.path else move.text
    ends = ends_to_choose(position, first) if ends is None else ends
    choice = next(one for one in ends if move in one.moves)
    assert choice.moves == (move,)
    opened = 0 if position.single_choice else 1
    return opened + 1 + (len(moves_of_piece(position, first)) > 1) + 1


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "ringo", "hoyito"))
def test_a_move_takes_four_presses_and_where_it_is_one_choice_two(key: str) -> None:
    counted: set[int] = set()
    for seed in range(2):
        for match in matches(GAMES[key], seed):
            position, ends = match.position, cache(partial(ends_to_choose, match.position))
            for move in position.moves().values():
                first = move.path[0] if move.path else move.text
                presses = presses_for(position, move, ends(first))
                assert presses <= 4
                counted.add(presses)
    assert min(counted) == (2 if GAMES[key].single_choice else 3)


def test_ways_to_the_same_place_are_choices_of_their_own() -> None:
    position = GAMES["bivouac"].decode(TWO_WAYS)
    offered = ends_to_choose(position, "e7")
    assert [(way.cell, way.label) for way in offered] == [
        ("c7", "e7:c7:c9:e9:c7"),
        ("c7", "e7:c7:e9:c9:c7"),
    ]
    assert on_board(offered) == {"c7": Effect.TAKES}


@THOROUGH
@pytest.mark.parametrize(
    ("key", "text", "presses"),
    [
        ("bizingo", "h6-g6", 4),
        ("bivouac", "c5-c6", 4),
        ("ringo", "a1-a2", 4),
        ("ringo", "b1-b2", 3),
        ("hoyito", "b", 2),
    ],
)
async def test_presses_are_so_many_from_the_card_to_the_move(
    table: Table, key: str, text: str, presses: int
) -> None:
    match = await table.begin(key)
    assert presses_for(match.position, match.position.moves()[text]) == presses
    assert await press(table, table.ada, text) == presses
    assert (await table.match()).count == 1


async def test_all_places_are_in_sight_where_there_are_more_than_buttons(table: Table) -> None:
    match = await table.begin("agon")
    for text in SENT_BACK.split():
        match = await played(table, match, text)
    await table.ada.slash(table.channel, "board")
    position, who = match.position, table.player(match)
    (piece,) = pieces_to_choose(position)
    duty = f"The trapped queen on `{piece.cell}` must be sent back first."
    assert duty in words(table.last)
    places = ends_to_choose(position, piece.cell)
    assert len(places) > MOST_OPTIONS
    picker = (await who.click(table.last, label="Move")).response
    assert picker is not None
    assert duty in words(picker)
    asked = (await who.click(picker, label=piece.cell)).response
    assert asked is not None
    assert options(asked) == [f"{PLAY} {place.moves[0].text}" for place in places]
    lists = [part for part in components(asked) if part["type"] == 3]
    assert [part["placeholder"] for part in lists] == [
        f"Choose a cell: {places[at].cell} to {places[at + 13].cell}" for at in (0, 14)
    ]
    await table.ada.slash(table.channel, "board")
    assert await press(table, who, places[-1].moves[0].text) == 4


def test_what_can_only_lose_says_so_also_of_a_piece_with_several_ways() -> None:
    position = GAMES["bizingo"].decode(ONLY_LOSING)
    (piece,) = (one for one in pieces_to_choose(position) if one.cell == "g8")
    assert (piece.label, piece.style) == ("g8: lose the piece", RED)


@pytest.mark.parametrize("key", PIECES)
def test_lists_tell_taking_from_losing_too(key: str) -> None:
    for match in matches(GAMES[key], 3):
        position = match.position
        for entry in move_options(position):
            kind, _, cell = entry.value.partition(" ")
            own = moves_of_piece(position, cell) if kind == PIECE else (position.moves()[cell],)
            taking = sum(1 for move in own if position.takes(move))
            losing = sum(1 for move in own if position.loses(move))
            told = f"{entry.label} {entry.description}"
            assert bool(re.search("take|trap", told)) is (taking > 0)
            assert ("lose" in told or "lost" in told) is (losing > 0)
            assert (GREEN_SIGN in f"{entry.emoji} {told}") is (taking > 0)
            if kind == PIECE and taking:
                assert str(position.count_taking(taking)) in told


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
def test_the_board_and_the_buttons_say_the_same_of_every_choice(key: str) -> None:
    """Both have it from the position's `effect`."""
    for match in matches(GAMES[key], 1):
        position = match.position
        for choices in (pieces_to_choose(position), *ends_of(position)):
            shown = on_board(choices)
            for choice in choices:
                alike = [other for other in choices if other.cell == choice.cell]
                if len(alike) == 1:
                    assert shown[choice.cell] is choice.effect
                    assert STYLES[choice.effect] is choice.style
                assert choice.effect is position.effect(choice.moves)


def ends_of(position: Position) -> list[list[Choice]]:
    return [ends_to_choose(position, piece.cell) for piece in pieces_to_choose(position)[:2]]


def test_a_place_reached_in_several_ways_takes_if_one_of_them_takes() -> None:
    takes, loses, none = (Choice("x", "a1", (), effect) for effect in WAYS)
    assert on_board([none, takes, loses]) == {"a1": Effect.TAKES}
    assert on_board([loses, none]) == {"a1": Effect.NONE}
    assert on_board([loses, loses]) == {"a1": Effect.LOSES}


WAYS = Effect.TAKES, Effect.LOSES, Effect.NONE


async def test_a_public_card_does_not_tell_which_holes_take(table: Table) -> None:
    match = await table.begin("hoyito")
    while not any(match.position.takes(move) for move in match.position.moves().values()):
        match = await table.play(next(iter(match.position.moves())))
    position = match.position
    card = styles(table.last)
    holes = [choice.label for choice in pieces_to_choose(position)]
    asked = (await table.player(match).click(table.last, label=holes[0])).response
    assert asked is not None
    private = styles(asked)
    assert {card[hole] for hole in holes} == {GREY.value}
    for choice in pieces_to_choose(position):
        assert private[choice.label] == choice.style.value
    assert GREEN.value in {private[hole] for hole in holes}


def styles(message: Message) -> dict[str, int]:
    """Give the style of each button by its label."""
    return {part["label"]: part["style"] for part in components(message) if part["type"] == 2}
