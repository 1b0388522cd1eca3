"""A challenge interrupted anywhere before its card is announced once."""

import pytest

from data import Challenge
from interactions.components import parse
from tests.flows.test_interrupted_actions import cards
from tests.simulated_discord.interruptions import INTERRUPTIONS, count
from tests.simulated_discord.private_answers import custom_ids
from tests.simulated_discord.table import Calls, Table, later
from tests.thorough import mostly_thorough
from views.challenge_card import AnswerChallenge, ChallengeAnswer

CHALLENGED = {
    "ben Accept": "ada",
    "ben Decline": "ada",
    "ben Make it fair": "ada",
    "ada Withdraw": "",
    "ada Make it fair": "",
    "ada Both sides": "",
}
"""Who presses which button of a challenge, and whom that pings."""


def challenge_cards(table: Table) -> list[tuple[int, int]]:
    """List the challenges that are shown with buttons, and their messages."""
    return [
        (carried.challenge, message.id)
        for message in table.channel.history()
        for custom_id in custom_ids(message)
        if isinstance(carried := parse(custom_id), AnswerChallenge)
        and carried.answer is ChallengeAnswer.ACCEPT
    ]


def actions_and_interruptions() -> list[tuple[str | None, str]]:
    """Pair each action with three of five interruptions in turn, and accepting with all."""
    kinds = [kind for kind in INTERRUPTIONS if kind != "cancelled at an await"]
    return [
        (action, kind)
        for number, action in enumerate([None, *CHALLENGED])
        for at, kind in enumerate(kinds)
        if action == "ben Accept" or (number + at) % len(kinds) < 3
    ]


@pytest.mark.parametrize(
    ("action", "kind"),
    mostly_thorough(
        actions_and_interruptions(),
        (None, "killed before a request"),
        ("ben Accept", "killed before a request"),
    ),
)
async def test_challenge_interrupted_at_any_step_is_announced_once(
    table: Table, calls: Calls, action: str | None, kind: str
) -> None:
    challenges = table.bot.store.challenges
    step, stopped = 0, [0]
    while stopped:
        step += 1
        since = 0 if not table.channel.history() else table.last.id
        with INTERRUPTIONS[kind](step if action is None else 99) as stopped:
            await table.ada.slash(
                table.channel, "ringo", opponent=table.ben, seat="first", preset="classic"
            )
        called = table.ben.id
        if action is not None:
            called = table.ada.id if CHALLENGED[action] else 0
            since = table.last.id
            with INTERRUPTIONS[kind](step) as stopped:
                name, _, label = action.partition(" ")
                await (table.ada if name == "ada" else table.ben).click(table.last, label=label)
        await later(table, seconds=25)
        pending = await challenges.pending(table.env.now())
        assert challenge_cards(table) == [
            (challenge.number, challenge.card and challenge.card.message) for challenge in pending
        ]
        for person in (table.ada.id, table.ben.id):
            assert count(calls, person, since) == (person == called)
        for match in await table.bot.store.matches.live():
            assert match.card is not None
            assert list(cards(table, match.number)) == [match.card.message]
            await table.ada.slash(table.channel, "match abort", match=match.number)
        # So that the next round's cards, which have the same text, are not taken for these.
        await later(table, seconds=60)
        for challenge in pending:
            made_by = table.ada if challenge.challenger.id == table.ada.id else table.ben
            await made_by.click(await table.channel_message(card_of(challenge)), label="Withdraw")
    assert step > 1


def card_of(challenge: Challenge) -> int:
    assert challenge.card is not None
    return challenge.card.message
