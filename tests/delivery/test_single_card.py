"""Display mode single card: the newest card shows the match; earlier ones become a line."""

import pytest

from data import MessageRef, PastMessage
from interactions.components import text_view
from tests.simulated_discord.table import Message, Table, components, later, pictures, words
from tests.thorough import THOROUGH


async def lines(table: Table) -> list[str]:
    """Read the lines of past cards, without their links."""
    match = await table.match()
    assert match.card is not None
    past = [message for message in table.channel.history() if message.id != match.card.message]
    said = [words(message).partition(" [")[0] for message in past if not message.content]
    return [line.removeprefix("-# #1 · ") for line in said if line.startswith("-# #1")]


def is_line(message: Message) -> bool:
    """Check whether a message is only text."""
    return [part["type"] for part in components(message)] == [10] and not message.attachments


@THOROUGH
async def test_a_match_of_many_moves_shows_one_picture(table: Table) -> None:
    await table.begin("hoyito")
    for _ in range(8):
        await table.play(next(iter((await table.match()).position.moves())))
    *old, present = table.channel.history()
    assert [len(pictures(message)) for message in old] == [0] * 9
    assert len(pictures(present)) == 1
    assert all(is_line(message) for message in old[1:])


@THOROUGH
async def test_the_line_says_the_move_and_links_to_the_board(table: Table) -> None:
    await table.begin("bizingo")
    old = table.last
    await table.play("h6-g6")
    line = await table.channel_message(old.id)
    assert words(line).startswith("-# #1 · **Ada** `")
    assert f"/{table.channel.id}/{table.last.id})" in words(line)
    assert line.flags.components_v2


@THOROUGH
async def test_the_line_says_that_a_move_was_taken_back(table: Table) -> None:
    await table.begin("hoyito", "a")
    await table.look(table.ben)
    await table.ada.slash(table.channel, "match takeback")
    await table.ben.click(await card(table), label="Allow takeback")
    moved, taken_back = await lines(table)
    assert moved.startswith("**Ada** sows")
    assert taken_back == "**Ben** lets **Ada** take the last move back."


async def card(table: Table) -> Message:
    """Return the present card."""
    posted = (await table.match()).card
    assert posted is not None
    return await table.channel_message(posted.message)


async def test_what_the_card_could_not_show_any_more_stands_in_its_line(table: Table) -> None:
    await table.begin("hoyito", "a")
    old = table.last
    table.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=503)
    await table.ada.slash(table.channel, "match draw")
    await table.play("a")
    assert (await lines(table))[-1].startswith("**Ada** offers a draw. **Ben** sows")


@THOROUGH
@pytest.mark.parametrize(
    ("command", "said"),
    [("match resign", "**Ada** resigns."), ("match abort", "**Ada** aborts the match.")],
)
async def test_the_line_before_says_who_ended_it(table: Table, command: str, said: str) -> None:
    await table.begin("hoyito")
    if command == "match resign":
        await table.play("a", "a", "b", "b")
    asked = await table.ada.slash(table.channel, command)
    assert asked.response is not None
    await table.ada.click(asked.response, label=f"Yes, {command.rpartition(' ')[2]}")
    assert (await lines(table))[-1] == said
    line = table.channel.history()[-2]
    assert "[The result is here.]" in words(line)


async def test_board_asked_for_leaves_a_line_that_only_leads_on(table: Table) -> None:
    await table.begin("hoyito")
    old = table.last
    await table.ada.slash(table.channel, "board")
    said = words(await table.channel_message(old.id))
    assert said.startswith("-# #1 · [It continues here.](https://")
    assert str(table.last.id) in said


async def test_card_of_which_nobody_knows_what_it_showed_becomes_a_line_too(table: Table) -> None:
    await table.begin("hoyito")
    stray = await table.bot.get_partial_messageable(table.channel.id).send(view=text_view("old"))
    await table.bot.store.cards.find_past(
        1, PastMessage(MessageRef(table.channel.id, stray.id), None)
    )
    await table.play("a")
    assert words(await table.channel_message(stray.id)).startswith("-# #1 · [It continues here.]")


@pytest.mark.parametrize("refusal", [403, 404])
async def test_old_card_that_cannot_be_edited_is_left_alone(table: Table, refusal: int) -> None:
    await table.begin("hoyito")
    old = table.last
    table.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=refusal, times=None)
    await table.play("a", "a")
    await later(table, minutes=5)
    tries = [sent for sent in table.env.http_requests if sent.path.endswith(str(old.id))]
    assert len([sent for sent in tries if sent.method == "PATCH"]) == 1
    assert await table.bot.store.cards.past(1) == []


@THOROUGH
async def test_line_after_a_restart_says_the_move_too(table: Table) -> None:
    await table.begin("hoyito", "a")
    await table.restart()
    await table.play("a")
    assert (await lines(table))[-1].startswith("**Ben** sows")


async def test_forced_pass_stands_in_the_line_of_the_move_before_it(table: Table) -> None:
    await table.begin("hoyito")
    position = "4.3.6.6.7.6/0.0.0.0.0.0 16/0 south - >> 1/south"
    await table.change("UPDATE matches SET position = :position", position=position)
    await table.ada.slash(table.channel, "board")
    await table.play("b")
    assert (await lines(table))[-1].endswith("**Ben** can only pass.")
