"""Animations of a turn or a match: private at first, and never larger than the channel allows."""

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

import rendering
from interactions.rate_limits import GIFS
from rules import GAMES
from tests.interactions.test_access import NONE, elsewhere, sent
from tests.rendering.test_animation import frames as shown_in
from tests.simulated_discord.finished_match import SHORT, finish
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import alt_text, press, press_forged, private, type_in
from tests.simulated_discord.table import Table, labels, pictures, words
from tests.thorough import THOROUGH, mostly_thorough
from views.replay_ids import SendGif, ShowTurn

MOST = 130_000
"""A limit in bytes between the size of a picture and that of a short match."""


async def content(result: simcord.InteractionResult) -> bytes:
    """Return the bytes of the animation in an answer."""
    message = result.response or result.followups[-1]
    (file,) = message.attachments
    assert file.filename.endswith(".gif")
    return await file.read()


def frames(drawn: bytes) -> int:
    """Count the frames of an animation."""
    assert drawn.startswith(b"GIF89a")
    return len(shown_in(drawn))


async def test_finished_match_is_given_as_an_animation_and_posted_on_request(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    card, before = table.last, sent(table)
    given = await table.cleo.click(card, label="GIF")
    message = private(given)
    assert frames(await content(given)) == len(SHORT) + 1
    assert "**Hoyito #1** · **Ada** against **Ben** · 6 moves" in words(message)
    assert alt_text(message).startswith("The whole match, move by move. At the end: ")
    assert labels(message) == ["Post it here"]
    assert all("/webhooks/" in path for path in sent(table)[len(before) :])
    assert table.last.id == card.id, "nobody else sees anything"
    posted = await table.cleo.click(message, label="Post it here")
    assert not posted.ephemeral
    assert table.last.id != card.id
    assert pictures(table.last)
    assert labels(table.last) == []
    assert table.called(table.last) == []
    assert await content(posted) == await content(given)


async def test_the_animation_fits_its_place(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.begin("hoyito")
    await finish(table)
    limits: list[int] = []
    animation = rendering.animation

    def noted(*told: Any, most_bytes: int, **named: Any) -> bytes:
        limits.append(most_bytes)
        return animation(*told, most_bytes=MOST, **named)

    monkeypatch.setattr(rendering, "animation", noted)
    given = await table.ada.click(table.last, label="GIF")
    drawn = await content(given)
    assert len(drawn) <= MOST
    assert frames(drawn) < len(SHORT) + 1
    assert limits == [26_214_400], "as much as the interaction says"


@THOROUGH
async def test_replay_and_record_offer_the_animation_too(table: Table) -> None:
    await table.begin("bizingo")
    message = await type_in(table, "match record", match=1)
    assert labels(message) == ["Replay"], "there is nothing to animate yet"
    assert "GIF" not in labels(await press(table, message, "Replay"))
    await table.play("h6-g6", "f9-g9")
    for command, label in (("match record", "Replay as GIF"), ("match replay", "GIF")):
        given = await table.ada.click(await type_in(table, command, match=1), label=label)
        assert frames(await content(given)) == 3


async def test_a_turn_that_no_still_tells_is_shown_step_by_step(table: Table) -> None:
    await table.begin("hoyito")
    assert "Replay the move" not in labels(table.last)
    match = await table.play("a")
    move, before = match.last_move, match.previous
    assert move is not None
    assert before is not None
    card = table.last
    assert "Replay the move" in labels(card)
    shown = await table.cleo.click(card, label="Replay the move")
    message = private(shown)
    assert frames(await content(shown)) > len(move.path)
    assert f"**Ada** {before.tell(move)}." in words(message)
    assert alt_text(message).startswith("The turn step by step: ")
    assert str(match.position.describe()).replace("`", "")[:100] in alt_text(message)


async def test_the_turn_shown_is_that_of_the_card_whatever_came_then(table: Table) -> None:
    await table.begin("hoyito", "a")
    card = table.last
    first = await content(await table.cleo.click(card, label="Replay the move"))
    await table.play("b")
    await table.restart()
    channel = table.bot.get_partial_messageable(table.channel.id)
    again = await channel.send(view=discord.ui.LayoutView.from_message(card, timeout=None))
    shown = await table.cleo.click(again, label="Replay the move")
    assert await content(shown) == first


async def test_a_plain_move_needs_no_animation(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    assert "Replay the move" not in labels(table.last)


async def test_nobody_sees_the_animation_of_a_match_that_they_may_not_see(table: Table) -> None:
    unseen = discord.PermissionOverwrite(view_channel=False)
    table.channel = table.guild.create_text_channel("hidden", overwrites={table.cleo: unseen})
    await table.begin("hoyito")
    await finish(table)
    there = replace(table, channel=elsewhere(table))
    for custom_id in ("gif|1|match", "postgif|1|match", "turn|1|4", "gif|1|import", "turn|2|0"):
        answer = await press_forged(there, table.cleo, custom_id)
        assert answer.ephemeral
        assert words(answer) in (
            NONE,
            NONE.replace("#1", "#2"),
            "This record is no longer stored; open it again with `/match import`.",
        )


@THOROUGH
async def test_many_animations_in_a_short_time_are_refused(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    card = table.last
    for _ in range(GIFS.most):
        await content(await table.ada.click(card, label="GIF"))
    refused = await table.ada.click(card, label="Replay the move")
    assert "Next animation" in words(private(refused))
    assert await content(await table.ben.click(card, label="GIF")), "others may"


async def test_what_is_drawn_is_drawn_one_at_a_time_beside_all_else(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("hoyito")
    await finish(table)
    card, busy, most = table.last, 0, 0
    animation = rendering.animation

    def counted(*told: Any, **named: Any) -> bytes:
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        drawn = animation(*told, **named)
        busy -= 1
        return drawn

    monkeypatch.setattr(rendering, "animation", counted)
    async with table.at_once():
        for who in (table.ada, table.ben, table.cleo):
            await who.click(card, label="GIF")
    assert most == 1


@pytest.mark.parametrize("key", mostly_thorough(GAMES))
async def test_cards_with_all_their_buttons_keep_to_the_limits(table: Table, key: str) -> None:
    match = await table.begin(key)
    for _ in range(4):
        match = await table.play(next(iter(match.position.moves())))
        check(discord.ui.LayoutView.from_message(table.last, timeout=None))


@THOROUGH
async def test_of_a_match_at_its_start_there_is_nothing_to_animate(table: Table) -> None:
    match = await table.begin("hoyito")
    turn = ShowTurn(1, match.count).encoded
    refused = words(await press_forged(table, table.ada, turn))
    assert "There is no move to show; the match is still at the start." in refused
    refused = words(await press_forged(table, table.ada, SendGif(1).encoded))
    assert "There is no move to show yet; ask again after the first one." in refused
