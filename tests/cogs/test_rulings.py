"""Rulings by administrators of a server, and claims of abandoned matches."""

from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import simcord

from contests.contest import Form
from data.values import ContestOf
from interactions import said
from match import verbs
from match.event import Kind
from rules import GAMES
from tests.simulated_discord.computer import Quick, begin
from tests.simulated_discord.limits import matches
from tests.simulated_discord.private_answers import private, type_in
from tests.simulated_discord.table import Table, labels, later, words
from tests.thorough import THOROUGH
from views.match_verbs import VERBS
from views.past_card_text import BESIDE_VERBS, CONTEST_WORDS, EVENT_WORDS, RULING_WORDS, event_words
from views.result_card import ending_lines


async def decide(
    table: Table, who: simcord.MemberActor, what: str, **chosen: object
) -> simcord.InteractionResult:
    """Use a command of administrators."""
    return await who.slash(table.channel, f"match moderate {what}", match=1, **chosen)


@THOROUGH
async def test_lock_is_shown_with_its_reason_and_stops_everything(table: Table) -> None:
    await table.begin("hoyito", "a", pace=1)
    await decide(table, table.dora, "lock", reason="Calm  *down*")
    card = table.last
    assert r"A moderator locked the match: “Calm \*down\*”" in words(card)
    assert "**Ben** moves next, once the match is unlocked." in words(card)
    assert sorted(table.called(card)) == sorted([table.ada.id, table.ben.id])
    assert labels(card) == ["Abort", "Explore", "Replay the move", "Rules"]
    refused = await table.ben.slash(table.channel, "move", move="a", match=1)
    assert "locked this match" in words(private(refused))
    await later(table, days=3)
    assert not (await table.match()).over
    await decide(table, table.dora, "unlock", reason="Go on")
    assert "unlocked the match: “Go on”" in words(table.last)
    await table.play("b")
    assert "unlocked" not in words(table.last)
    assert await table.bot.store.matches.record(1)


async def test_end_and_decision_are_not_rated_and_say_why(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    await decide(table, table.dora, "decide", winner=1, reason="Ada left us")
    said = words(table.last)
    assert said.startswith("# Ben wins\n")
    assert "A moderator decided the match (unrated): " in said
    assert "“Ada left us”" in said
    assert "Ratings:" not in said
    await table.begin_again("ringo")
    await table.dora.slash(table.channel, "match moderate end", match=2, reason="A mistake")
    assert words(table.last).startswith("# No result\n")
    assert "A moderator ended the match: “A mistake”" in words(table.last)
    assert "counts as a draw" not in words(table.last)
    league = ContestOf(1, 3, 2, Form.LEAGUE, "Autumn")
    lines = ending_lines(replace(await table.match(2), contest=league), ())
    assert "-# It counts as a draw in Autumn, season 2." in lines


async def test_match_is_moved_to_another_channel(table: Table) -> None:
    await table.begin("hoyito")
    card, there = table.last, table.guild.create_text_channel("quiet")
    await decide(table, table.dora, "move", channel=there, reason="It is loud")
    assert there.last_message is not None
    assert "moved the match here: “It is loud”" in words(there.last_message)
    assert labels(await table.channel_message(card.id)) == []
    assert (await table.match()).place.channel == there.id
    again = await decide(table, table.dora, "move", channel=there, reason="It is loud")
    assert "is already there" in words(private(again))


async def test_who_manages_the_server_decides_but_not_of_their_own_matches(table: Table) -> None:
    await table.begin("hoyito")
    for what in ("end", "lock", "unlock", "decide", "move"):
        chosen: dict[str, object] = {"reason": "Because"}
        chosen |= {"winner": 0} if what == "decide" else {}
        chosen |= {"channel": table.channel} if what == "move" else {}
        refused = await decide(table, table.cleo, what, **chosen)
        assert "Only moderators can do that" in words(private(refused))
    await table.dora.slash(table.channel, "hoyito", opponent=table.ben, side="first")
    await table.ben.click(table.last, label="Accept")
    own = await table.dora.slash(table.channel, "match moderate lock", match=2, reason="I lose")
    assert "You're playing in this match" in words(private(own))
    assert not (await table.match()).over


async def test_own_match_is_not_moved_either(table: Table) -> None:
    await table.dora.slash(table.channel, "hoyito", opponent=table.ben, side="first")
    await table.ben.click(table.last, label="Accept")
    there = table.guild.create_text_channel("quiet")
    own = await decide(table, table.dora, "move", channel=there, reason="It is loud")
    assert "You're playing in this match" in words(private(own))
    assert (await table.match()).place.channel == table.channel.id


@pytest.mark.parametrize("leaves", [False, True])
async def test_match_is_not_moved_where_a_player_cannot_see_it(table: Table, leaves: bool) -> None:
    await table.begin("hoyito")
    unseen = discord.PermissionOverwrite(view_channel=False)
    seer = table.cleo if leaves else table.ben
    there = table.guild.create_text_channel("quiet", overwrites={seer: unseen})
    if leaves:
        table.guild.remove_member(table.ben)
    refused = await decide(table, table.dora, "move", channel=there, reason="It is loud")
    assert words(private(refused)) == (
        f"Ben can't see <#{there.id}>; choose a channel that both players can see."
    )
    match = await table.match()
    assert (match.place.channel, match.count) == (table.channel.id, 0)


@THOROUGH
async def test_abandoned_match_is_claimed_after_sixty_days(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b", pace=0)
    for _ in range(6):
        await table.env.advance_time(timedelta(days=9.9).total_seconds())
    early = await table.ben.slash(table.channel, "match claim")
    assert (
        "You can claim a match after 60 days without a move; you can claim this one <t:"
        in words(private(early))
    )
    await table.env.advance_time(timedelta(days=0.7).total_seconds())
    await table.ben.slash(table.channel, "match claim")
    assert words(table.last).startswith("# Ben wins\n")
    assert "Ada made no move for 60 days" in words(table.last)


@THOROUGH
async def test_computer_waits_in_a_locked_match_and_goes_on_then(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ComputerPlayer", Quick)
    await table.restart()
    match = await begin(table, "hoyito")
    await decide(table, table.dora, "lock", reason="Calm down")
    assert "Hint" not in labels(table.last)
    refused = await table.ada.slash(table.channel, "move", move="a", match=1)
    assert "locked this match" in words(private(refused))
    await decide(table, table.dora, "unlock", reason="Go on")
    await table.ada.slash(table.channel, "move", move="a", match=1)
    match = await table.match()
    assert (match.moves, match.to_move) == ((1, 1), table.ada.id)


async def test_locked_match_waits_for_nobody(table: Table) -> None:
    await table.begin("hoyito")
    await table.begin_again("ringo")
    await decide(table, table.dora, "lock", reason="Calm down")
    listed = await type_in(table, "matches")
    assert "locked by a moderator · clock paused" in words(listed)
    played = await table.ada.slash(table.channel, "move", move="a1-a2", match=2)
    assert played.followups == []


@THOROUGH
async def test_what_was_decided_stands_where_the_card_stood(table: Table) -> None:
    await table.begin("hoyito", "a")
    for what, told in (("lock", "locked the match"), ("unlock", "unlocked the match")):
        card = table.last
        await decide(table, table.dora, what, reason="Calm *down*")
        line = words(await table.channel_message(card.id))
        assert rf"A moderator {told}: “Calm \*down\*”. [It continues here.](" in line
    card = table.last
    await decide(table, table.dora, "end", reason="Gone")
    line = words(await table.channel_message(card.id))
    assert "A moderator ended the match: “Gone”. [The result is here.](" in line


def test_every_kind_of_event_has_its_line_in_one_place() -> None:
    lines = [*(verb.kind for verb in VERBS), *BESIDE_VERBS, *RULING_WORDS, *CONTEST_WORDS]
    assert sorted(lines) == sorted(Kind)
    assert {*EVENT_WORDS} == {*Kind} - {*RULING_WORDS} - {*CONTEST_WORDS}
    assert all(EVENT_WORDS.values())


@THOROUGH
async def test_nobody_decides_a_match_of_another_server(table: Table) -> None:
    await table.begin("hoyito")
    other = table.env.create_guild("Elsewhere")
    role = other.create_role("Wardens", permissions=discord.Permissions(manage_guild=True))
    eve = other.add_member(table.env.create_user("Eve"), roles=[role])
    there = other.create_text_channel("den")
    refused = await eve.slash(there, "match moderate end", match=1, reason="Because")
    assert "There is no match #1 that you can see" in words(private(refused))
    assert not (await table.match()).over


@THOROUGH
def test_what_happens_by_itself_in_a_contest_has_its_line() -> None:
    match = next(matches(GAMES["hoyito"], 1))
    now = match.started
    limited = verbs.limit_time(match, now, timedelta(hours=12))
    assert "each move now gets at most 12 hours" in said(event_words(match, limited))
    decided = verbs.decide(match, now, 0)
    assert "The computer decided the match, because" in said(event_words(match, decided))


@THOROUGH
@pytest.mark.parametrize("is_direct_message_lost", [False, True])
async def test_ruling_in_a_channel_where_the_bot_may_not_post_is_told_in_private(
    table: Table, caplog: pytest.LogCaptureFixture, *, is_direct_message_lost: bool
) -> None:
    await table.begin("hoyito", "a")
    table.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    table.fail("POST", status=403, code=50013, times=None)
    if is_direct_message_lost:
        table.env.inject_error("POST", "/users/@me/channels", status=503)
    await decide(table, table.dora, "lock", reason="Calm down")
    lost = "match 1: its players could not be written to: 503" in caplog.text
    assert lost == is_direct_message_lost
    await later(table, minutes=10)
    for who in (table.ada, table.ben):
        (letter,) = who.user.dm_channel.history()
        assert "Hoyito #1 · A moderator locked the match: “Calm down”" in words(letter)
        assert "`/board match:1`" in words(letter)
    assert (await table.match()).locked
