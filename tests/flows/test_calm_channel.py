"""Thirty days of a server of eight: its channel stays calm, and nobody is pinged twice at once."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
import simcord

from cogs.rounds import RoundsCog
from data import ContestState
from tests.cogs.test_ladder import own_page
from tests.cogs.test_matches import show
from tests.cogs.test_seasons import card_of, contest_of, start
from tests.simulated_discord.table import Message, Table, later, options
from tests.thorough import THOROUGH

DAYS, HOURS = 30, 6
"""How long it goes on, and how many hours pass between two rounds."""
MOST_A_DAY = 3
"""The most messages of a day besides boards."""


class Sent(NamedTuple):
    """A message that the bot sent: when, in which round, whether as a board, and whom it pings.

    The round is 0 for an answer that all see, as a challenge on the ladder is.
    """

    day: int
    round: int
    channel: int
    is_board: bool
    pinged: tuple[int, ...]


class Recorder:
    """Records what the bot sends that others than one person see."""

    def __init__(self, table: Table, patch: pytest.MonkeyPatch) -> None:
        self.sent: list[Sent] = []
        self.day = self.round = 0
        self._in_round = False
        commit, run = table.env.backend.commit_message, RoundsCog._decide_and_tell

        def noted(message: Any, **named: Any) -> Any:
            if not message.is_ephemeral:
                is_board = "match|" in str(message.components)
                pinged = tuple(message.ping_user_ids)
                in_round = self.round if self._in_round else 0
                self.sent.append(Sent(self.day, in_round, message.channel_id, is_board, pinged))
            return commit(message, **named)

        async def run_noted(rounds: RoundsCog, *times: Any) -> None:
            self.round += 1
            self._in_round = True
            await run(rounds, *times)
            self._in_round = False

        patch.setattr(table.env.backend, "commit_message", noted)
        patch.setattr(RoundsCog, "_decide_and_tell", run_noted)


async def move_all(
    table: Table, players: Sequence[simcord.MemberActor], rng: random.Random
) -> None:
    """Let each of these players make a move in every match that waits for them."""
    channels = {each.id: each for each in (table.channel, *table.channel.threads)}
    for player in players:
        for listed in await table.bot.store.lists.live(player.id, 30, to_move=True):
            move = rng.choice(list((await table.match(listed.number)).position.moves()))
            where = channels[listed.place.channel]
            await player.slash(where, "move", move=move, match=listed.number)
            assert (await table.match(listed.number)).count > listed.count


async def climb(who: simcord.MemberActor, card: Message) -> None:
    """Let somebody challenge the next one above them on the ladder, if there is one."""
    page = await own_page(who, card)
    if above := options(page):
        await show(who, page, above[0])


async def accept_all(table: Table, players: Sequence[simcord.MemberActor]) -> None:
    """Let players accept whatever they are challenged to."""
    for player in players:
        for challenge in await table.bot.store.lists.pending(player.id, table.env.now(), 9):
            if challenge.opponent is not None and challenge.opponent.id == player.id:
                assert challenge.card is not None
                card = await table.channel_message(challenge.card.message)
                await player.click(card, label="Accept")


@THOROUGH
async def test_thirty_days_of_eight_people_leave_the_channel_calm(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are a league, a ladder and the daily puzzle; three of the eight forget to move."""
    others = [
        table.guild.add_member(table.env.create_user(name))
        for name in ("Emil", "Fay", "Gus", "Hal")
    ]
    people = [table.dora, *others[1:], table.ada, table.ben, table.cleo, others[0]]
    active, rng = [table.dora, table.ada, table.ben, table.cleo, others[0]], random.Random(1)
    monkeypatch.setattr(table.bot.store.contests, "_rng", rng)
    contest = await start(table, table.dora, game="ringo", pace="3", days=1)
    league = await card_of(table, contest)
    await table.ada.slash(table.channel, "ladder", game="bivouac")
    ladder = table.last
    for who in people:
        await who.click(league, label="Join")
        await who.click(ladder, label="Join")
    await table.dora.slash(table.channel, "puzzle daily")
    recorder = Recorder(table, monkeypatch)
    for day in range(DAYS):
        recorder.day = day
        for _ in range(24 // HOURS):
            await later(table, hours=HOURS)
        await accept_all(table, active)
        if day % 3 == 1:
            await climb(active[day % 5], ladder)
        await move_all(table, active, rng)
    besides = [one for one in recorder.sent if not one.is_board]
    in_channel = Counter(one.day for one in besides if one.channel == table.channel.id)
    assert max(in_channel.values()) <= MOST_A_DAY
    assert len(besides) <= MOST_A_DAY * DAYS, "those in the league's thread included"
    told = [one for one in recorder.sent if one.round]
    pings = Counter((one.round, person) for one in told for person in one.pinged)
    assert max(pings.values()) == 1
    contest = await contest_of(table)
    out = {one.person.id for one in contest.entrants if one.out is not None}
    assert out == {who.id for who in people} - {who.id for who in active}
    assert contest.state is ContestState.RUNNING
    assert len(table.channel.threads) == 1
    live = [await table.match(each.number) for each in await table.bot.store.matches.live()]
    assert any(match.ladder is not None for match in live), "the ladder is played, too"
