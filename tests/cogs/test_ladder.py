"""`/ladder`: one card for everybody, changed in place, and challenges that are for places."""

import logging
from typing import Any

import discord
import pytest
import simcord

from data import Person, ServerSettings
from delivery.ladder_card import refresh_ladder
from delivery.posting import edit
from tests.cogs.test_matches import show
from tests.data.sample_matches import advance
from tests.simulated_discord.private_answers import alt_text, press_forged, private
from tests.simulated_discord.table import Message, Table, labels, later, options, poll, words
from tests.thorough import THOROUGH


def refusal(result: simcord.InteractionResult) -> str:
    """Return the private sentence that answers a press."""
    return words(private(result))


async def join_all(table: Table) -> Message:
    """Let Ada, Ben and Cleo join in this order, on one card."""
    await table.ada.slash(table.channel, "ladder", game="hoyito")
    card = table.last
    for who in (table.ada, table.ben, table.cleo):
        await who.click(card, label="Join")
    return card


async def own_page(who: simcord.MemberActor, card: Message) -> simcord.ResponseMessage:
    """Open a person's own page."""
    return private(await who.click(card, label="Challenge"))


async def challenge(
    table: Table, who: simcord.MemberActor, other: simcord.MemberActor, card: Message
) -> Message:
    """Challenge somebody on the ladder, and return the challenge's card."""
    page = await own_page(who, card)
    await who.select(page, [str(other.id)], custom_id="ladderplay|hoyito")
    return table.last


async def test_the_card_is_changed_in_place_and_pings_nobody(table: Table) -> None:
    await table.ada.slash(table.channel, "ladder", game="hoyito")
    card = table.last
    assert "Nobody is on this ladder yet" in words(card)
    assert labels(card) == ["Join", "Challenge", "Leave"]
    answer = private(await table.ada.click(card, label="Join"))
    assert "You're number **1**." in words(answer)
    await table.ben.click(card, label="Join")
    assert table.last.id == card.id
    assert "1. Ada new. 2. Ben new." in alt_text(await table.channel_message(card.id))
    assert table.called(table.last) == []
    assert "You're already on this ladder: you're number 2" in refusal(
        await table.ben.click(card, label="Join")
    )


async def test_a_card_posted_while_the_one_before_is_changed_is_the_one_that_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await join_all(table)

    async def change_slowly(*given: Any) -> None:
        monkeypatch.setattr("delivery.ladder_card.edit", edit)
        await table.ada.slash(table.channel, "ladder", game="hoyito")
        await edit(*given)

    monkeypatch.setattr("delivery.ladder_card.edit", change_slowly)
    await refresh_ladder(table.bot, 1)
    assert table.last.id != card.id
    shown = (await table.bot.store.ladders.find(1)).card
    assert shown is not None
    assert shown.message == table.last.id


@THOROUGH
async def test_a_challenge_becomes_a_match_whose_winner_stands_above(table: Table) -> None:
    card = await join_all(table)
    page = await own_page(table.cleo, card)
    assert "You're number **3**." in words(page)
    assert options(page) == [str(table.ben.id), str(table.ada.id)]
    sent = await challenge(table, table.cleo, table.ada, card)
    assert "### Hoyito · Ladder" in words(sent)
    assert "or doesn't answer by then, **Cleo** takes their place" in words(sent)
    assert labels(sent)[:3] == ["Accept", "Decline", "Withdraw"]
    assert "Make it even" not in labels(sent)
    assert table.called(table.last) == [table.ada.id]
    assert "3. Cleo new, challenging Ada." in alt_text(await table.channel_message(card.id))
    await table.ada.click(sent, label="Accept")
    assert "### Hoyito #1 · Ladder" in words(table.last)
    assert "Resign" in labels(table.last)
    assert "Abort" not in labels(table.last)
    await advance(table.bot.store, await table.match(), 2, table.env.now())
    await table.resign(table.ada)
    await poll(table)
    shown = await table.channel_message(card.id)
    assert "1. Cleo" in alt_text(shown)
    assert "**Cleo** beat **Ada**" in words(shown)
    assert "You two played each other recently" in words(await own_page(table.ada, card))


async def test_who_is_on_a_ladder_decides_none_of_its_matches(table: Table) -> None:
    card = await join_all(table)
    await table.ada.click(await challenge(table, table.cleo, table.ada, card), label="Accept")
    await table.dora.slash(table.channel, "match moderate lock", match=1, reason="Because")
    assert (await table.match()).locked
    await table.dora.click(card, label="Join")
    refused = await table.dora.slash(
        table.channel, "match moderate unlock", match=1, reason="Because"
    )
    assert "You play in the same league, cup or ladder" in refusal(refused)
    assert (await table.match()).locked


async def test_nobody_is_challenged_where_they_do_not_see_it(table: Table) -> None:
    await join_all(table)
    unseen = discord.PermissionOverwrite(view_channel=False)
    there = table.guild.create_text_channel("quiet", overwrites={table.ben: unseen})
    await table.cleo.slash(there, "ladder", game="hoyito")
    card = there.last_message
    assert card is not None
    page = await own_page(table.cleo, card)
    refused = await table.cleo.select(page, [str(table.ben.id)], custom_id="ladderplay|hoyito")
    told = f"Ben can't see <#{there.id}>; choose a channel that both players can see."
    assert told in refusal(refused)
    assert await table.bot.store.challenges.pending(table.env.now()) == []
    await table.cleo.select(page, [str(table.ada.id)], custom_id="ladderplay|hoyito")
    assert len(await table.bot.store.challenges.pending(table.env.now())) == 1


async def test_no_answer_for_a_week_gives_the_place_without_a_ping(table: Table) -> None:
    card = await join_all(table)
    sent = await challenge(table, table.cleo, table.ben, card)
    await later(table, days=6.9)
    assert "2. Ben" in alt_text(await table.channel_message(card.id))
    await later(table, days=0.2)
    await poll(table)
    assert "2. Cleo" in alt_text(await table.channel_message(card.id))
    assert "didn't answer **Cleo**'s Hoyito ladder challenge in time" in words(
        await table.channel_message(sent.id)
    )
    assert table.last.id == sent.id


@THOROUGH
async def test_declining_gives_the_place_and_the_card_says_so(table: Table) -> None:
    card = await join_all(table)
    sent = await challenge(table, table.cleo, table.ada, card)
    await table.ada.click(sent, label="Decline")
    await poll(table)
    assert "1. Cleo" in alt_text(await table.channel_message(card.id))
    assert "and gave up their place" in words(await table.channel_message(sent.id))
    assert table.last.id == sent.id, "the places have told it already"


async def test_a_challenger_whom_the_other_has_blocked_is_answered_as_if_declined(
    table: Table,
) -> None:
    card = await join_all(table)
    await table.bot.store.people.block(table.ada.id, table.cleo.id, table.env.now())
    warned = "You've blocked **Cleo**: if they challenge you, it counts as declined"
    assert warned in words(await own_page(table.ada, card))
    assert options(await own_page(table.cleo, card)) == [str(table.ben.id), str(table.ada.id)]
    sent = await challenge(table, table.cleo, table.ada, card)
    assert "**Ada** declined **Cleo**'s Hoyito ladder challenge and gave up their" in words(sent)
    assert table.called(table.last) == []
    await poll(table)
    assert "1. Cleo" in alt_text(await table.channel_message(card.id))
    assert table.last.id == sent.id, "it is told once"


async def test_leaving_is_asked_once(table: Table) -> None:
    card = await join_all(table)
    asked = private(await table.ben.click(card, label="Leave"))
    assert "You're number 2 on the Hoyito ladder." in words(asked)
    assert "2. Ben" in alt_text(await table.channel_message(card.id))
    await table.ben.click(asked, label="Leave")
    assert "2. Cleo" in alt_text(await table.channel_message(card.id))
    assert "not on this ladder" in refusal(await table.ben.click(card, label="Leave"))


@THOROUGH
async def test_a_new_card_replaces_the_old_one_and_presses_outlive_a_restart(table: Table) -> None:
    old = await join_all(table)
    await table.restart()
    await table.cleo.slash(table.channel, "ladder")
    new = table.last
    assert "Hoyito ladder" in words(new), "the ladder used last"
    replaced = await table.channel_message(old.id)
    assert "is now shown [here](" in words(replaced)
    assert f"/{new.id})" in words(replaced)
    assert labels(replaced) == []
    await table.restart()
    await table.cleo.click(new, label="Challenge")
    assert table.last.id == new.id


async def test_a_card_that_was_deleted_is_not_missed(table: Table) -> None:
    card = await join_all(table)
    message = await table.channel_message(card.id)
    await message.delete()
    page = await table.ada.slash(table.channel, "ladder")
    assert "Hoyito ladder" in words(table.last)
    assert page.ephemeral is False


async def test_an_outdated_page_and_another_server_set_nothing_off(table: Table) -> None:
    card = await join_all(table)
    page = await own_page(table.cleo, card)
    await table.bot.store.ladders.leave(1, table.ben.id, table.env.now())
    chosen = await table.cleo.select(page, [str(table.ben.id)], custom_id="ladderplay|hoyito")
    assert "You can't challenge this player now" in refusal(chosen)
    assert await table.bot.store.challenges.pending(table.env.now()) == []
    assert await table.bot.store.ladders.find_in(table.guild.id + 1, "hoyito") is None
    nobody = await press_forged(table, table.ada, "ladder|ringo|0")
    assert "Nobody is on this ladder yet; press **Join**" in words(nobody)


async def test_a_server_may_have_no_ladders(table: Table) -> None:
    card = await join_all(table)
    await table.bot.store.server_settings.change(
        table.guild.id, lambda _: ServerSettings(ladders=False)
    )
    assert "no ladders" in refusal(await table.ada.slash(table.channel, "ladder"))
    await table.ada.click(card, label="Challenge")
    assert card.id == table.last.id


@THOROUGH
async def test_whoever_left_the_server_is_taken_off_when_challenged(table: Table) -> None:
    card = await join_all(table)
    page = await own_page(table.cleo, card)
    table.guild.remove_member(table.ada)
    refused = await table.cleo.select(page, [str(table.ada.id)], custom_id="ladderplay|hoyito")
    assert "Ada has left this server, so they're off the ladder" in refusal(refused)
    assert "1. Ben new. 2. Cleo" in alt_text(await table.channel_message(card.id))
    assert await table.bot.store.challenges.pending(table.env.now()) == []


@THOROUGH
async def test_a_long_ladder_is_turned_page_by_page_in_one_private_message(table: Table) -> None:
    card = await join_all(table)
    for number in range(4, 24):
        someone = Person(number, f"Player {number}")
        await table.bot.store.ladders.join(table.guild.id, "hoyito", someone, table.env.now())
    page = await own_page(table.cleo, card)
    assert labels(page) == ["Further down"]
    told = []
    for label in ("Further down", "Further down", "Higher up", "Higher up"):
        turned = private(await table.cleo.click(page, label=label))
        assert turned.id == page.id, "it is turned in place"
        told.append(alt_text(turned).split("rating. ")[1].partition(".")[0])
    assert told == ["11", "21", "11", "1"]
    assert table.last.id == card.id


@THOROUGH
async def test_who_is_on_vacation_is_marked_and_in_no_new_challenge(table: Table) -> None:
    card = await join_all(table)
    await table.bot.store.vacations.begin(table.ben.id, table.env.now())
    own = await own_page(table.ben, card)
    assert "You're number **2**." in words(own)
    assert "you can't challenge anyone, and nobody can challenge you" in words(own)
    assert options(own) == []
    other = await own_page(table.cleo, card)
    assert "2. Ben new, on vacation." in alt_text(other)
    assert options(other) == [str(table.ada.id)]


@THOROUGH
@pytest.mark.parametrize(("status", "code", "is_kept"), [(404, 10008, False), (503, 0, True)])
async def test_a_card_that_cannot_be_changed_is_forgotten_if_it_is_gone_and_else_tried_again(
    table: Table, caplog: pytest.LogCaptureFixture, status: int, code: int, *, is_kept: bool
) -> None:
    caplog.set_level(logging.INFO)
    card = await join_all(table)
    table.fail("PATCH", card.id, status=status, code=code)
    asked = private(await table.ben.click(card, label="Leave"))
    await table.ben.click(asked, label="Leave")
    assert "ladder 1: its card cannot be changed: " in caplog.text
    ladder = await table.bot.store.ladders.find(1)
    assert (ladder.card is not None) == is_kept
    assert ladder.state.people == (table.ada.id, table.cleo.id)
    await later(table, minutes=1)
    shown = alt_text(await table.channel_message(card.id))
    assert ("2. Cleo" in shown) == is_kept
    await table.ben.click(card, label="Join")
    assert len((await table.bot.store.ladders.find(1)).state.people) == 3


@THOROUGH
async def test_where_the_bot_is_not_a_member_it_says_how_to_have_a_ladder(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has added the bot to their account may use it in any server."""
    monkeypatch.setattr("bot.Parlour.get_guild", lambda _bot, _number: None)
    refused = await table.ada.slash(table.channel, "ladder", game="hoyito")
    assert "I'm not a member of this server. Add me, then try again." in refusal(refused)
    assert await table.bot.store.ladders.find_in(table.guild.id, "hoyito") is None


@THOROUGH
@pytest.mark.usefixtures("always_menus")
async def test_a_challenge_for_a_place_says_so_in_the_list_of_challenges(table: Table) -> None:
    card = await join_all(table)
    await challenge(table, table.cleo, table.ada, card)
    listed = private(await table.ada.slash(table.channel, "matches"))
    await show(table.ada, listed, "challenges")
    assert "**Cleo** challenges you to Hoyito · Ladder · <#" in words(listed)
