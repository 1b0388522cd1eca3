"""Whole games of every kind, from challenge to leaderboard, by commands and by buttons."""

import pytest
import simcord

from data import KeptMatch
from rules import GAMES, Position, verbs
from rules.event import Event
from tests.cogs.conftest import Table, labels, options, words
from tests.recorded import RECORDINGS, Recording

FINISHED = sorted((r for r in RECORDINGS if r.result is not None), key=lambda r: len(r.moves))
SHORTEST = list({recording.game: recording for recording in reversed(FINISHED)}.values())
"""The shortest finished game of each kind."""


def ending(recording: Recording) -> Position:
    """Play a recording by the rules alone."""
    position = GAMES[recording.game].start(recording.options)
    for text in recording.moves:
        position = position.play(text)[1]
    return position


async def played(table: Table, match: KeptMatch, text: str) -> KeptMatch:
    """Make a move without Discord."""

    def decide(match: KeptMatch) -> Event:
        return verbs.play(match, match.seats[match.turn], table.env.now(), text)

    return (await table.bot.store.matches.happen(match, decide)).after


async def press(table: Table, who: simcord.MemberActor, text: str) -> None:
    """Make a move by clicks alone: on the card, or from piece to target to Play."""
    card = table.last
    if text in labels(card):
        await who.click(card, label=text)
    elif text in options(card):
        await who.select(card, [text])
    else:
        picked = await who.click(card, label="Move")
        message = picked.response
        assert message is not None
        path = (await table.match()).position.moves()[text].path or (text,)
        await who.click(message, label=path[0])
        if f"Play {text}" not in labels(message):
            named = (path[-1], text, f"{path[-1]}: lose", f"{text}: lose")
            await who.click(message, label=next(n for n in labels(message) if n.startswith(named)))
        await who.click(message, label=f"Play {text}")


@pytest.mark.parametrize("way", ["commands", "buttons"])
@pytest.mark.parametrize("recording", SHORTEST, ids=lambda recording: recording.game)
async def test_whole_game_ends_on_the_leaderboard(
    table: Table, recording: Recording, way: str
) -> None:
    moves = recording.moves if way == "commands" else recording.moves[-30:]
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
            await press(table, who, text)
    match = await table.match()
    outcome = ending(recording).outcome()
    assert match.position == ending(recording)
    assert outcome is not None
    assert match.result is not None
    assert match.result.winner == outcome.winner
    assert str(outcome.reason) in words(table.last)
    assert "Ratings:" in words(table.last)
    assert {user.id for user in table.last.mentions} == {table.ada.id, table.ben.id} - {who.id}
    await table.cleo.slash(table.channel, "leaderboard", game=recording.game)
    assert "**Ada**" in words(table.last)
    assert "**Ben**" in words(table.last)
