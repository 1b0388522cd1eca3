"""`/block` and `/unblock`."""

from tests.simulated_discord.table import Table, labels, words

REFUSED = "You two can't play each other here; challenge someone else."


async def test_blocked_pair_does_not_challenge_each_other_and_nobody_learns_why(
    table: Table,
) -> None:
    await table.ada.slash(table.channel, "ringo")
    card = table.last
    result = await table.ben.slash(table.channel, "block", player=table.ada)
    assert result.ephemeral
    assert "**Ada** is blocked: you can't challenge each other" in words(result.response)
    assert f"You have blocked <@{table.ada.id}>." in words(result.response)
    assert table.last.id == card.id, "nobody is told"
    for one, other in ((table.ada, table.ben), (table.ben, table.ada)):
        result = await one.slash(table.channel, "bizingo", opponent=other)
        assert result.ephemeral
        assert words(result.response) == REFUSED
    result = await table.ben.click(card, label="Accept")
    assert result.ephemeral
    assert words(result.response) == REFUSED
    await table.cleo.click(card, label="Accept")
    assert (await table.match()).over is False


async def test_blocked_person_asks_for_no_rematch(table: Table) -> None:
    await table.begin("hoyito")
    await table.ben.slash(table.channel, "abort")
    card = table.last
    await table.ben.slash(table.channel, "block", player=table.ada)
    before = len(table.channel.history())
    result = await table.ada.click(card, label="Rematch")
    assert result.ephemeral
    assert words(result.response) == REFUSED
    assert len(table.channel.history()) == before


async def test_block_is_taken_back(table: Table) -> None:
    result = await table.ben.slash(table.channel, "unblock")
    assert words(result.response) == "You haven't blocked anyone."
    for other in (table.ada, table.cleo):
        await table.ben.slash(table.channel, "block", player=other)
    result = await table.ben.slash(table.channel, "unblock")
    both = {f"<@{table.ada.id}>", f"<@{table.cleo.id}>"}
    assert result.ephemeral
    assert all(one in words(result.response) for one in both)
    result = await table.ben.slash(table.channel, "unblock", player=table.ada)
    assert words(result.response) == (
        f"**Ada** is unblocked.\nYou have blocked <@{table.cleo.id}>."
    )
    result = await table.ben.slash(table.channel, "unblock", player=table.ada)
    assert "You haven't blocked this person" in words(result.response)
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    assert "Accept" in labels(table.last)
