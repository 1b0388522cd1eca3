"""Whole games of every kind, from challenge to leaderboard, by commands and by buttons."""

import pytest
import simcord

from computer.levels import choose
from computer.search import node_limit
from data import StoredMatch
from interactions import label, plain
from match import verbs
from match.event import Event
from rules import GAMES, Position, Sentence
from tests.recorded_games import RECORDINGS, Recording
from tests.simulated_discord.computer import begin
from tests.simulated_discord.private_answers import alt_text
from tests.simulated_discord.table import Message, Table, components, labels, words
from tests.thorough import THOROUGH, mostly_thorough
from views.move_choices import PLAY

FINISHED = sorted((r for r in RECORDINGS if r.result is not None), key=lambda r: len(r.moves))
SHORTEST = {recording.game: recording for recording in reversed(FINISHED)}
"""The shortest finished game of each kind."""
MOST_PRESSES = 4
"""So many presses make a move, from the card to Play."""
LAST = {"commands": 15, "buttons": 10}
"""So many moves of a whole game are made in Discord, and those before in the store alone."""
PRESSED, ROUND = 5, 30
"""Of each thirty moves of a whole game, so many are pressed."""


def ending(recording: Recording) -> Position:
    """Replay a recording by the rules alone."""
    position = GAMES[recording.game].start(recording.options)
    for text in recording.moves:
        position = position.play(text)[1]
    return position


async def played(table: Table, match: StoredMatch, text: str) -> StoredMatch:
    """Make a move without Discord."""

    def decide(match: StoredMatch) -> Event:
        return verbs.play(match, match.seats[match.turn], table.env.now(), text)

    return (await table.bot.store.matches.apply(match, decide)).after


async def press(table: Table, who: simcord.MemberActor, text: str) -> int:
    """Make a move by presses alone, from the card to Play, and count the presses."""
    position = (await table.match()).position
    move = position.moves()[text]
    first = move.path[0] if move.path else text
    wanted = (
        label(Sentence("Play {move}", move=position.caption(move))),
        first,
        *move.path[-1:],
        text,
    )
    asked = first if position.single_choice else "Move"
    message = (await who.click(table.last, label=asked)).response
    assert message is not None
    presses, pressed = 1, {asked}
    while (await table.match()).position == position:
        offered = {label.partition(": ")[0]: label for label in labels(message)}
        name = next((name for name in wanted if name in offered and name not in pressed), "")
        if name:
            await who.click(message, label=offered[name])
        else:
            await _choose(message, who, f"{PLAY} {text}")
        pressed.add(name)
        presses += 1
    return presses


async def _choose(message: Message, who: simcord.MemberActor, value: str) -> None:
    """Choose an entry of the list that has it."""
    (custom_id,) = (
        part["custom_id"]
        for part in components(message)
        if part["type"] == 3 and value in [option["value"] for option in part["options"]]
    )
    await who.select(message, [value], custom_id=custom_id)


@pytest.mark.parametrize("way", mostly_thorough(["commands", "buttons"], "buttons"))
@pytest.mark.parametrize("key", mostly_thorough(SHORTEST, "hoyito"))
async def test_whole_game_ends_on_the_leaderboard(table: Table, key: str, way: str) -> None:
    recording = SHORTEST[key]
    moves = recording.moves[-LAST[way] :]
    match = await table.begin(recording.game, **recording.options)
    for text in recording.moves[: len(recording.moves) - len(moves)]:
        match = await played(table, match, text)
    if match.count:
        await table.ada.slash(table.channel, "board")
    for text in moves:
        who = table.player(await table.match())
        if way == "commands":
            await who.slash(table.channel, "move", move=text)
        else:
            assert await press(table, who, text) <= MOST_PRESSES
    match = await table.match()
    outcome = ending(recording).outcome()
    assert match.position == ending(recording)
    assert outcome is not None
    assert match.result is not None
    assert match.result.winner == outcome.winner
    reason = by_name = str(outcome.reason)
    for side, player in zip(match.position.sides, ("Ada", "Ben"), strict=True):
        by_name = by_name.replace(side.capitalize(), player)
    assert any(each in words(table.last) for each in (reason, by_name))
    assert ("Ratings:" in words(table.last)) == match.rated
    assert {user.id for user in table.last.mentions} == {table.ada.id, table.ben.id} - {who.id}
    if match.rated:
        await table.cleo.slash(table.channel, "leaderboard", game=recording.game)
        told = alt_text(table.last)
        assert "Ada" in told
        assert "Ben" in told


@pytest.mark.parametrize("key", mostly_thorough(SHORTEST, "hoyito"))
async def test_no_move_of_a_whole_game_takes_more_than_four_presses(table: Table, key: str) -> None:
    """Of a long game, some moves after each other are pressed, and some made without Discord."""
    recording = SHORTEST[key]
    match = await table.begin(recording.game, **recording.options)
    pressed = 0
    for number, text in enumerate(recording.moves):
        if number % ROUND < PRESSED:
            if pressed and number % ROUND == 0:
                await table.ada.slash(table.channel, "board")
            presses = await press(table, table.player(match), text)
            assert presses <= MOST_PRESSES, f"{text} after {number} moves"
            pressed += 1
            match = await table.match()
        else:
            match = await played(table, match, text)
    assert match.over
    assert match.count == len(recording.moves)
    assert pressed >= len(recording.moves) // 6


@THOROUGH
@pytest.mark.parametrize("key", mostly_thorough(GAMES, "hoyito"))
async def test_whole_game_is_played_to_its_end_against_level_1(table: Table, key: str) -> None:
    """Ada plays well enough that no game is long."""
    match = await begin(table, key, level=1)
    while not match.over:
        text = choose(match.position, 3, 1, node_limit(300)).move.text
        await table.ada.slash(table.channel, "move", move=text)
        match = await table.match()
        assert match.over or match.turn != match.computer
    assert match.result is not None
    winner = match.result.winner
    ends = "A draw" if winner is None else f"{plain(match.name(winner))} wins"
    assert f"# {ends}" in words(table.last)
