"""Requests that ping a player carry the buttons that answer them, until they are answered."""

from contextlib import suppress

import discord
import pytest

from data import DisplayMode
from interactions.components import parse
from tests.simulated_discord.display_modes import choose as choose_display
from tests.simulated_discord.display_modes import posts, thread_of
from tests.simulated_discord.interruptions import INTERRUPTIONS
from tests.simulated_discord.private_answers import custom_ids, press_forged, private
from tests.simulated_discord.table import Table, labels, later, words
from tests.thorough import THOROUGH
from views.calls_and_requests import AnswerRequest

ALLOW, ACCEPT = ["Allow", "Decline"], ["Accept", "Decline"]


async def take_back_asked(table: Table) -> discord.Message:
    """Let Ada move, Ben see it, and Ada ask to take the move back; return the request."""
    await table.begin("hoyito", "c")
    await table.look(table.ben)
    await table.ada.slash(table.channel, "match takeback", match=1)
    assert labels(table.last) == ALLOW
    return table.last


async def draw_offered(table: Table) -> discord.Message:
    """Let Ada move and offer a draw; return the offer."""
    await table.begin("hoyito", "c")
    await table.ada.slash(table.channel, "match draw")
    assert labels(table.last) == ACCEPT
    return table.last


async def now(table: Table, message: discord.Message) -> discord.Message:
    """Return a message of the channel as it is now."""
    return await table.channel_message(message.id)


async def test_take_back_is_allowed_on_the_message_that_asks(table: Table) -> None:
    asked = await take_back_asked(table)
    assert "**Ada** asks to take the last move back" in words(asked)
    assert table.called(asked) == [table.ben.id]
    assert labels(asked) == ALLOW
    await table.ben.click(asked, label="Allow")
    match = await table.match()
    assert (match.moves, match.to_move) == ((0, 0), table.ada.id)
    assert "**Ada** took `c` back." in words(table.last)
    after = await now(table, asked)
    assert words(after) == words(asked)
    assert labels(after) == []
    assert match.is_shown


async def test_take_back_is_declined_on_the_message_that_asks(table: Table) -> None:
    asked = await take_back_asked(table)
    await table.ben.click(asked, label="Decline")
    match = await table.match()
    assert (match.take_back, match.take_back_refused) == (None, True)
    assert "**Ben** declines the takeback" in words(table.last)
    assert labels(table.last) == []
    assert labels(await now(table, asked)) == []


@THOROUGH
@pytest.mark.parametrize(("answer", "over"), [("Accept", True), ("Decline", False)])
async def test_draw_is_answered_on_its_message(table: Table, answer: str, *, over: bool) -> None:
    offer = await draw_offered(table)
    assert labels(offer) == ACCEPT
    await table.ben.click(offer, label=answer)
    match = await table.match()
    assert (match.over, match.draw_offer is None or over) == (over, True)
    assert labels(await now(table, offer)) == []
    assert ("# A draw" in words(table.last)) == over


async def test_rematch_is_agreed_to_on_the_message_that_asks(table: Table) -> None:
    await table.begin("hoyito")
    await table.abort(table.ada)
    await table.ada.slash(table.channel, "match rematch")
    asked = table.last
    assert "**Ada** would like a rematch" in words(asked)
    assert labels(asked) == ["Rematch"]
    await table.ben.click(asked, label="Rematch")
    assert not (await table.match(2)).over
    assert labels(await now(table, asked)) == []


async def test_request_is_answered_by_the_other_player_alone(table: Table) -> None:
    asked = await take_back_asked(table)
    own = await table.ada.click(asked, label="Allow")
    assert "wait for Ben to answer" in words(private(own))
    stranger = await table.cleo.click(asked, label="Decline")
    assert "This is Ada and Ben's match" in words(private(stranger))
    assert (await table.match()).take_back == 0
    assert labels(await now(table, asked)) == ALLOW


async def test_answer_on_the_card_takes_the_buttons_off_the_message(table: Table) -> None:
    asked = await take_back_asked(table)
    await table.ben.slash(table.channel, "match takeback")
    assert (await table.match()).moves == (0, 0)
    assert labels(await now(table, asked)) == []


async def test_move_that_answers_an_offer_takes_the_buttons_off_the_message(table: Table) -> None:
    offer = await draw_offered(table)
    await table.play("b")
    assert (await table.match()).draw_offer is None
    assert labels(await now(table, offer)) == []


async def test_late_press_is_told_that_the_request_is_gone(table: Table) -> None:
    offer = await draw_offered(table)
    table.fail("PATCH", offer.id, status=503, times=None)
    await table.play("b")
    assert labels(await now(table, offer)) == ACCEPT, "Discord is in trouble"
    late = await table.ben.click(await now(table, offer), label="Accept")
    told = words(private(late))
    assert told.startswith("This request is no longer open. Here is the board: [Hoyito #1](")
    assert str(table.last.id) in told
    assert not (await table.match()).over
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    assert labels(await now(table, offer)) == []


async def test_buttons_of_an_older_request_do_not_answer_a_newer_one(table: Table) -> None:
    first = await draw_offered(table)
    table.fail("PATCH", first.id, status=503, times=None)
    await table.play("b", "a", "a")
    await table.ada.slash(table.channel, "match draw")
    assert (await table.match()).draw_offer == 0
    late = await table.ben.click(await now(table, first), label="Accept")
    assert "no longer open" in words(private(late))
    assert not (await table.match()).over
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).over


async def test_another_event_leaves_a_request_open(table: Table) -> None:
    asked = await take_back_asked(table)
    await table.ben.slash(table.channel, "match draw")
    offer = table.last
    assert labels(offer) == ACCEPT
    assert labels(await now(table, asked)) == ALLOW
    await table.ada.click(offer, label="Decline")
    assert labels(await now(table, offer)) == []
    assert labels(await now(table, asked)) == ALLOW
    await table.ben.click(await now(table, asked), label="Allow")
    assert (await table.match()).moves == (0, 0)


async def test_buttons_outlast_a_restart(table: Table) -> None:
    asked = await take_back_asked(table)
    await table.restart()
    await table.ben.click(asked, label="Allow")
    assert (await table.match()).moves == (0, 0)
    assert labels(await now(table, asked)) == []


@pytest.mark.parametrize("way", [DisplayMode.THREAD, DisplayMode.EDITED_CARD])
async def test_request_stands_where_its_match_does(table: Table, way: DisplayMode) -> None:
    await choose_display(table, way)
    match = await table.begin("hoyito")
    there = thread_of(table, match) if way is DisplayMode.THREAD else table.channel
    await table.play("c")
    await table.look(table.ben)
    await table.ada.slash(there, "match takeback")
    asked = posts(there)[-1]
    assert labels(asked) == ALLOW
    await table.ben.click(asked, label="Allow")
    assert (await table.match()).moves == (0, 0)
    assert labels(next(each for each in posts(there) if each.id == asked.id)) == []


async def test_request_asked_in_private_stands_in_the_channel(table: Table) -> None:
    await table.begin("hoyito", "c")
    await table.ada.user.slash("match draw", match=1)
    assert labels(table.last) == ACCEPT


async def test_request_of_a_muted_match_pings_nobody_and_has_its_buttons(table: Table) -> None:
    await table.begin("hoyito", "c")
    await table.ben.slash(table.channel, "match mute", match=1)
    await table.ada.slash(table.channel, "match draw")
    assert table.called(table.last) == []
    assert labels(table.last) == ACCEPT


async def closed_to_the_bot(table: Table) -> None:
    """Let the channel be one in which the bot may not speak any more."""
    channel = table.text_channel
    assert table.bot.user is not None
    me = channel.guild.get_member(table.bot.user.id)
    assert me is not None
    await channel.set_permissions(me, send_messages=False, view_channel=False)
    await table.env.settle()


async def test_request_by_direct_message_is_answered_there(table: Table) -> None:
    await table.begin("hoyito", "c")
    await closed_to_the_bot(table)
    await table.ada.user.slash("match draw", match=1)
    letter = table.ben.user.dm_channel.last_message
    assert letter is not None
    assert "offers you a draw" in words(letter)
    assert labels(letter) == ACCEPT
    await table.restart()
    await table.ben.user.click(letter, label="Accept")
    assert (await table.match()).over
    letters = table.ben.user.dm_channel.history()
    assert labels(next(each for each in letters if each.id == letter.id)) == []


@THOROUGH
@pytest.mark.parametrize("kind", ["killed after a request", "answer lost"])
async def test_request_posted_before_a_stop_is_found_and_answered(table: Table, kind: str) -> None:
    await table.begin("hoyito", "c")
    before = table.last.id
    with suppress(Exception), INTERRUPTIONS[kind](1):
        await table.ada.slash(table.channel, "match draw")
    await table.restart()
    await later(table, minutes=5)
    offers = [each for each in table.channel.history() if each.id > before]
    (offer,) = [each for each in offers if "offers you a draw" in words(each)]
    assert labels(offer) == ACCEPT
    await table.ben.click(offer, label="Decline")
    assert labels(await now(table, offer)) == []


async def test_forged_answers_are_refused(table: Table) -> None:
    await draw_offered(table)
    refused = await press_forged(table, table.ben, "request|1|2|resign")
    assert refused.ephemeral
    assert "out of date" in words(refused)
    assert not (await table.match()).over


async def test_buttons_name_the_event_that_asked(table: Table) -> None:
    offer = await draw_offered(table)
    assert [parse(each) for each in custom_ids(offer)] == [
        AnswerRequest(1, 2, "accept"),
        AnswerRequest(1, 2, "decline"),
    ]
