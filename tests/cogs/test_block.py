"""Blocking: by the menu on a member, and under `/settings`, where it is undone."""

from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import block, open_from_settings, parts, private
from tests.simulated_discord.table import Table, labels, words
from views.blocked_page import PAGE_SIZE, blocked_page

REFUSED = "You two can't play each other here; challenge someone else."


async def test_blocked_pair_makes_no_challenges_and_nobody_learns_why(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo")
    card = table.last
    page = await block(table, table.ben, table.ada)
    assert f"<@{table.ada.id}> is blocked.\n" in words(page)
    assert "can't challenge each other, and they aren't told." in words(page)
    assert table.last.id == card.id, "nobody is told"
    for one, other in ((table.ada, table.ben), (table.ben, table.ada)):
        result = private(await one.slash(table.channel, "bizingo", opponent=other))
        assert words(result) == REFUSED
    assert words(private(await table.ben.click(card, label="Accept"))) == REFUSED
    await table.cleo.click(card, label="Accept")
    assert (await table.match()).over is False


async def test_blocked_person_asks_for_no_rematch(table: Table) -> None:
    await table.begin("hoyito")
    await table.abort(table.ben)
    card = table.last
    await block(table, table.ben, table.ada)
    before = len(table.channel.history())
    result = private(await table.ada.click(card, label="Rematch"))
    assert words(result) == REFUSED
    assert len(table.channel.history()) == before


async def test_settings_list_the_blocked_people_block_and_unblock(table: Table) -> None:
    page = await open_from_settings(table, "blocks", table.ben)
    assert "You haven't blocked anyone." in words(page)
    for other in (table.ada, table.cleo):
        page = private(await table.ben.select(page, [other], custom_id="block"))
        assert f"<@{other.id}> is blocked." in words(page)
    assert labels(page) == ["Unblock", "Unblock"]
    assert words(page).splitlines()[-2:] == [f"<@{table.cleo.id}>", f"<@{table.ada.id}>"]
    unblock = f"unblock|{table.ada.id}|0"
    old = await open_from_settings(table, "blocks", table.ben)
    page = private(await table.ben.click(page, custom_id=unblock))
    assert f"<@{table.ada.id}> is unblocked." in words(page)
    assert words(page).splitlines()[-1] == f"<@{table.cleo.id}>"
    refused = await table.ben.click(old, custom_id=unblock)
    assert words(refused.response) == "This person isn't blocked any more."
    await table.challenge("ringo")
    assert "Accept" in labels(table.last)


async def test_nobody_blocks_themselves(table: Table) -> None:
    refused = await table.ben.context_menu(table.channel, "Block", table.ben)
    assert words(refused.response) == "You can't block yourself; choose someone else."
    assert await table.bot.store.people.blocked(table.ben.id) == []


def test_a_long_list_has_pages() -> None:
    blocked = range(10**18, 10**18 + 2 * PAGE_SIZE + 1)
    for page, turns in enumerate((["More"], ["Back", "More"], ["Back"])):
        view = blocked_page(blocked, page)
        check(view)
        told = [child["label"] for child in parts(view) if child.get("type") == 2]
        assert [label for label in told if label != "Unblock"] == turns
    gone, last = (parts(blocked_page(blocked[:PAGE_SIZE], page)) for page in (7, 0))
    assert gone == last, "after a page that is gone comes the last one"
