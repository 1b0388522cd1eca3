"""A restart in the middle of every flow: it can be finished afterwards."""

from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH


@THOROUGH
async def test_challenge_by_the_menu_is_ended_after_restarts(table: Table) -> None:
    asked = private(await table.ada.context_menu(table.channel, "Challenge", table.ben))
    await table.restart()
    await table.ada.select(asked, ["ringo"])
    await table.restart()
    await table.ada.click(table.last, label="Classic rules")
    await table.restart()
    await table.ben.click(table.last, label="Decline")
    assert "declined your Ringo challenge" in words(table.last)
    await table.ada.slash(table.channel, "ringo")
    await table.restart()
    await table.ada.click(table.last, label="Withdraw")
    assert "withdrew the Ringo challenge" in words(table.last)


@THOROUGH
async def test_draws_and_take_backs_are_answered_after_restarts(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    await table.look(table.ada)
    card = table.last
    for who, label in (
        (table.ben, "Take back"),
        (table.ada, "Decline takeback"),
        (table.ada, "Offer draw"),
        (table.ben, "Decline draw"),
    ):
        await who.click(await table.channel_message(card.id), label=label)
        await table.restart()
    await table.play("c", "c")
    await table.look(table.ada)
    await table.restart()
    card = table.last
    await table.ben.click(card, label="Take back")
    await table.restart()
    await table.ada.click(await table.channel_message(card.id), label="Allow takeback")
    assert (await table.match()).moves == (3, 2)
    await table.restart()
    card = table.last
    await table.ben.click(card, label="Offer draw")
    await table.restart()
    await table.ada.click(await table.channel_message(card.id), label="Accept draw")
    assert "# A draw" in words(table.last)


@THOROUGH
async def test_resigning_and_a_rematch_are_ended_after_restarts(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    asked = private(await table.ada.click(table.last, label="Resign"))
    await table.restart()
    await table.ada.click(asked, label="Yes, resign")
    card = table.last
    assert " wins\n" in words(card)
    await table.restart()
    await table.ada.click(card, label="Rematch")
    await table.restart()
    await table.ben.click(await table.channel_message(card.id), label="Rematch")
    assert "Hoyito #2" in words(table.last)
    assert "c" in labels(table.last)


@THOROUGH
async def test_deleting_ones_data_is_ended_after_restarts(table: Table) -> None:
    await table.begin("hoyito")
    asked = private(await table.ada.slash(table.channel, "privacy"))
    await table.restart()
    await table.ada.click(asked, label="Delete")
    await table.restart()
    await table.ada.click(asked, label="Yes, delete everything")
    assert await table.bot.store.people.name_of(table.ada.id) is None
    assert (await table.match()).result is not None
