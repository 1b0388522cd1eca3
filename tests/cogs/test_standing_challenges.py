"""Standing challenges: one card that can be accepted repeatedly, and withdrawn from anywhere."""

from datetime import timedelta
from typing import Any

import pytest
import simcord

from data import Challenge, ChallengeState
from tests.cogs.test_matches import challenges
from tests.simulated_discord.forms import fields_of
from tests.simulated_discord.interruptions import QUICK, cards, challenge_cards, count, each_step
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, later, words
from tests.thorough import THOROUGH

ONE_OF_TWO = "Open until withdrawn · matches in progress: 1 (up to 2 at once)."


async def stand(table: Table, at_once: int = 2, **chosen: Any) -> int:
    """Let Ada make a standing challenge, and return its card."""
    await table.offer(table.ada, "ringo", standing=at_once, side="first", **chosen)
    return table.last.id


async def standing(table: Table) -> Challenge:
    """Return the present state of Ada's standing challenge."""
    (found,) = await table.bot.store.lists.pending(table.ada.id, table.env.now(), 9)
    return found


async def take(table: Table, card: int, who: simcord.MemberActor) -> simcord.InteractionResult:
    """Let a person accept it on its card."""
    return await who.click(await table.channel_message(card), label="Accept")


async def test_it_stands_on_one_card_until_enough_matches_go_on(table: Table) -> None:
    card = await stand(table)
    assert "Open until withdrawn · matches in progress: 0 (up to 2 at once)." in words(table.last)
    await take(table, card, table.ben)
    shown = await table.channel_message(card)
    assert ONE_OF_TWO in words(shown)
    assert "**Ada** is looking for an opponent" in words(shown)
    assert labels(shown)[:2] == ["Accept", "Withdraw"]
    await take(table, card, table.cleo)
    shown = await table.channel_message(card)
    assert (
        "matches in progress: 2 (up to 2 at once). Full for now; it reopens when one of them ends."
        in words(shown)
    )
    assert labels(shown) == ["Withdraw", "How to play"]
    await table.abort(table.ben, 1)
    await later(table, seconds=25)
    shown = await table.channel_message(card)
    assert ONE_OF_TWO in words(shown)
    await take(table, card, table.ben)
    assert (await table.match(3)).seats == (table.ada.id, table.ben.id)
    assert len(challenge_cards(table)) == 0


async def test_nobody_is_called_by_what_is_offered_anew(table: Table, calls: Calls) -> None:
    card = await stand(table)
    await take(table, card, table.ben)
    since = table.last.id
    await table.abort(table.ben, 1)
    before = len(calls)
    await later(table, seconds=60)
    assert len(calls) == before
    assert count(calls, table.ada.id, since) <= 1, "the end of the match"


@THOROUGH
async def test_it_is_withdrawn_from_its_card_while_it_rests(table: Table) -> None:
    card = await stand(table, 1)
    await take(table, card, table.ben)
    refused = await table.ben.click(await table.channel_message(card), label="Withdraw")
    assert "Only Ada can withdraw" in words(refused.response)
    await table.ada.click(await table.channel_message(card), label="Withdraw")
    assert "withdrew the Ringo challenge" in words(await table.channel_message(card))
    assert labels(await table.channel_message(card)) == []


async def test_it_is_withdrawn_from_the_list_while_it_rests(table: Table) -> None:
    card = await stand(table, 1)
    await take(table, card, table.ben)
    message = await challenges(table, table.ada)
    assert (
        "matches in progress: 1 (up to 1 at once). Full for now; it reopens when one of them ends."
        in words(message)
    )
    assert labels(message) == ["Withdraw"]
    await table.ada.click(message, label="Withdraw")
    assert "withdrew the Ringo challenge" in words(await table.channel_message(card))


@THOROUGH
async def test_pairs_of_matches_are_counted_as_pairs(table: Table) -> None:
    card = await stand(table, 1, both_sides=True)
    await take(table, card, table.ben)
    assert "pairs of matches in progress: 1 (up to 1 at once)." in words(
        await table.channel_message(card)
    )


async def test_only_a_challenge_to_anyone_can_stay_open(table: Table) -> None:
    await table.challenge("ringo")
    assert "at_once" not in fields_of(await table.ada.click(table.last, label="Options"))


async def test_it_ends_where_its_maker_has_left_the_server(table: Table) -> None:
    card = await stand(table)
    table.guild.remove_member(table.ada)
    refused = private(await take(table, card, table.ben))
    assert "Ada has left this server" in words(refused)
    assert labels(await table.channel_message(card)) == []
    assert await table.bot.store.matches.live() == []


async def test_trouble_of_discord_ends_no_challenge(table: Table) -> None:
    card = await stand(table)
    path = f"/guilds/{table.guild.id}/members/{table.ada.id}"
    table.env.inject_error("GET", path, status=403, code=50001)
    await take(table, card, table.ben)
    assert (await table.match()).came_of == 2
    assert (await standing(table)).state is ChallengeState.PENDING


@THOROUGH
async def test_it_ends_after_thirty_days_without_a_taker(table: Table) -> None:
    card = await stand(table)
    await later(table, seconds=timedelta(days=29, hours=23).total_seconds())
    assert "Open until withdrawn" in words(await table.channel_message(card))
    await later(table, seconds=timedelta(hours=2).total_seconds())
    assert "Nobody accepted **Ada**'s Ringo challenge" in words(await table.channel_message(card))


@THOROUGH
async def test_two_who_press_at_once_and_one_who_presses_twice(table: Table) -> None:
    card = await table.channel_message(await stand(table, 3))
    async with table.at_once():
        await table.ben.click(card, label="Accept")
        await table.cleo.click(card, label="Accept")
        await table.ben.click(card, label="Accept")
    (match,) = await table.bot.store.matches.live()
    assert table.ada.id in match.seats
    assert (await standing(table)).going == 1
    assert len(challenge_cards(table)) == 1


async def test_it_goes_on_after_a_restart(table: Table) -> None:
    card = await stand(table)
    await take(table, card, table.ben)
    await table.restart()
    await take(table, card, table.cleo)
    assert (await standing(table)).state is ChallengeState.RESTING


@THOROUGH
@pytest.mark.parametrize("kind", QUICK)
async def test_stopped_anywhere_it_is_offered_once(table: Table, calls: Calls, kind: str) -> None:
    for _, interruption in each_step(kind):
        await stand(table)
        since = table.last.id
        with interruption:
            await table.ben.click(table.last, label="Accept")
        await later(table, seconds=25)
        live = await table.bot.store.matches.live()
        offered = await standing(table)
        assert (offered.state, offered.going) == (ChallengeState.PENDING, len(live))
        assert offered.card is not None
        assert challenge_cards(table) == [(offered.number, offered.card.message)]
        assert f"matches in progress: {len(live)} (up to 2 at once)" in words(
            await table.channel_message(offered.card.message)
        )
        for match in live:
            assert match.card is not None
            assert list(cards(table, match.number)) == [match.card.message]
            assert count(calls, table.ada.id, since) == 1
            await table.abort(table.ben, match.number)
        await later(table, seconds=60)
        await table.ada.click(await table.channel_message(offered.card.message), label="Withdraw")
