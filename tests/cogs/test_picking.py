"""What the private picker lets choose, in which order, and how many presses a move takes."""

import discord
import pytest

from cogs.matches.choosing import MOST, ends_to_choose, pieces_to_choose, ways_to_choose
from rules import GAMES
from tests.cogs.conftest import Table
from tests.cogs.test_limits import matches

GREEN, RED, GREY = (
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
    discord.ButtonStyle.secondary,
)
PIECES = [key for key, rules in GAMES.items() if not rules.single_choice]


@pytest.mark.parametrize("key", PIECES)
def test_every_legal_move_can_be_chosen_and_no_label_stands_twice(key: str) -> None:
    for seed in range(3):
        for match in matches(GAMES[key], seed):
            position, found = match.position, []
            pieces = pieces_to_choose(position)
            for piece in pieces:
                ends = ends_to_choose(position, piece.cell)
                assert len({end.label for end in ends}) == len(ends) <= MOST
                for end in ends:
                    ways = ways_to_choose(position, piece.cell, end.cell)
                    assert len({way.label for way in ways}) == len(ways)
                    assert tuple(move for way in ways for move in way.moves) == end.moves
                    found += [way.moves[0].text for way in ways]
            assert len({piece.label for piece in pieces}) == len(pieces) <= MOST
            assert sorted(found) == sorted(position.moves())


def test_buttons_stand_as_the_pieces_lie_before_whoever_is_to_move() -> None:
    start = GAMES["bizingo"].start()
    light = [piece.label for piece in pieces_to_choose(start)]
    assert light == sorted(light, key=lambda cell: (cell[0], int(cell[1:])))
    dark = [piece.label for piece in pieces_to_choose(start.play("h6-g6")[1])]
    assert dark == sorted(dark, key=lambda cell: (cell[0], int(cell[1:])), reverse=True)


def test_colours_and_words_tell_taking_from_losing() -> None:
    seen = set()
    for seed in range(12):
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


@pytest.mark.parametrize("presses", [["a1", "a2", "Play a1-a2"], ["b1", "Play b1-b2"]])
async def test_a_move_takes_four_presses_and_of_a_piece_with_one_way_three(
    table: Table, presses: list[str]
) -> None:
    await table.begin("ringo")
    picked = await table.ada.click(table.last, label="Move")
    message = picked.response
    assert message is not None
    for label in presses:
        await table.ada.click(message, label=label)
    assert (await table.match()).count == 1
