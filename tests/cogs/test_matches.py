"""`/matches`: its pages and filters, and the challenges that can be answered there."""

import discord
import pytest
import simcord

import cogs.matches
from cogs.matches import CHALLENGES, PAGE_SIZE
from data import ListedMatch, MessageRef, Person, Place
from match import verbs
from match.event import Ending
from tests.simulated_discord.limits import LONG_NAME, check
from tests.simulated_discord.private_answers import press_forged, private
from tests.simulated_discord.table import Message, Table, components, labels, pictures, words
from tests.thorough import THOROUGH
from views.match_entries import ListControl, MatchFilter, TurnMatches, match_lines
from views.match_entries import match_option as entry_of

EMPTY = "You have no unanswered challenges."


async def listed(table: Table, who: simcord.MemberActor | None = None) -> simcord.ResponseMessage:
    """Let a person, by default Ada, open the list."""
    return private(await (who or table.ada).slash(table.channel, "matches"))


def entries(message: Message) -> list[str]:
    """Return the matches of a page, each by its game and number."""
    lines = words(message).splitlines()
    return [line[1:].split("]")[0] for line in lines if line.startswith("[")]


async def show(who: simcord.MemberActor, message: Message, value: str) -> None:
    """Choose an entry in the select that contains it; a short list has buttons to matches."""
    if f"Open #{value}" in labels(message):
        await who.click(message, label=f"Open #{value}")
        return
    await with_menus(who, message)
    selects = [part for part in components(message) if part["type"] == 3]
    (own,) = (
        part["custom_id"]
        for part in selects
        if value in [option["value"] for option in part["options"]]
    )
    await who.select(message, [value], custom_id=own)


async def with_menus(who: simcord.MemberActor, message: Message) -> None:
    """Let a list have menus, which every list but a short one has."""
    for label in {"Finished matches", "Matches I follow", "My challenges"} & {*labels(message)}:
        await who.click(message, label=label)


async def challenges(table: Table, who: simcord.MemberActor) -> simcord.ResponseMessage:
    """Let a person open the list of challenges."""
    message = await listed(table, who)
    await show(who, message, "challenges")
    return message


async def many(table: Table, number: int) -> None:
    """Let Ada begin this many matches against Ben, in which she is to move."""
    for _ in range(number):
        await table.begin("hoyito")


def test_longest_lines_fit_a_message() -> None:
    now, number = discord.utils.utcnow(), 2**62
    for ended in (None, now):
        match = ListedMatch(
            number=10**14,
            game="bizingo",
            seats=(1, 2),
            names=(LONG_NAME, LONG_NAME),
            turn=0,
            to_move=1,
            deadline=now,
            place=Place(number, number),
            card=MessageRef(number, number),
            count=1,
            ended=ended,
            how=Ending.ABORT if ended else None,
            winner=None,
        )
        assert PAGE_SIZE * len(f"{match_lines(match, 1)}\n") < 4000 - 1000
        assert len(entry_of(match, 1).label) <= 100
        assert len(entry_of(match, 1).description or "") <= 100


@THOROUGH
async def test_list_turns_pages_after_a_restart(table: Table) -> None:
    await many(table, 12)
    message = await listed(table)
    assert len(entries(message)) == PAGE_SIZE == 8
    assert labels(message) == ["Next", "More"]
    await table.restart()
    await table.ada.click(message, label="More")
    assert len(entries(message)) == 4
    assert labels(message) == ["Next", "Back"]
    await table.ada.click(message, label="Back")
    assert labels(message) == ["Next", "More"]


async def test_list_shows_what_is_chosen(table: Table) -> None:
    await many(table, 2)
    await table.begin("ringo")
    await table.play_in(2, "a")
    await table.abort(table.ada, 1)
    message = await listed(table)
    assert entries(message) == ["Ringo #3", "Hoyito #2"]
    assert f"-# **your move · 3 days left** · <#{table.channel.id}>" in words(message)
    assert f"-# their move · 3 days left · <#{table.channel.id}>" in words(message)
    await show(table.ada, message, "move")
    assert entries(message) == ["Ringo #3"]
    await show(table.ada, message, "waiting")
    assert entries(message) == ["Hoyito #2"]
    await show(table.ada, message, "finished")
    line, state = words(message).splitlines()[1:]
    assert line.startswith("[Hoyito #1](")
    assert line.endswith(") against Ben")
    assert state.startswith("-# aborted · <t:")
    await show(table.ada, message, "ringo")
    assert words(message).splitlines()[1:] == ["You haven't finished a match yet."]
    await show(table.ada, message, "playing")
    assert entries(message) == ["Ringo #3"]
    await show(table.ada, message, "all")
    assert entries(message) == ["Ringo #3", "Hoyito #2"]


@pytest.mark.usefixtures("always_menus")
async def test_list_shows_what_is_against_somebody(table: Table) -> None:
    await many(table, 1)
    await table.cleo.slash(table.channel, "ringo", opponent=table.ada)
    await table.ada.click(table.last, label="Accept")
    await table.cleo.slash(table.channel, "bizingo", opponent=table.ada)
    message = await listed(table)
    assert sorted(entries(message)) == ["Hoyito #1", "Ringo #2"]
    await against(message, table.ada, table.cleo)
    assert words(message).splitlines()[0] == f"### Your matches against <@{table.cleo.id}>"
    assert entries(message) == ["Ringo #2"]
    assert "**Cleo** challenges you to Bizingo" in words(message)
    await show(table.ada, message, "finished")
    assert "Nothing here with this player" in words(message)
    await show(table.ada, message, "challenges")
    assert f"### Your challenges with <@{table.cleo.id}>" in words(message)
    await table.ada.click(message, label="Everyone")
    await show(table.ada, message, "playing")
    assert len(entries(message)) == 2
    await against(message, table.ada, table.ben)
    assert entries(message) == ["Hoyito #1"]
    assert "Cleo" not in words(message)
    await against(message, table.ada)
    assert len(entries(message)) == 2


async def against(
    message: Message, who: simcord.MemberActor, *opponents: simcord.MemberActor
) -> None:
    """Choose a person, or nobody, in the select of opponents of the live matches."""
    is_short = "Finished matches" in labels(message)
    await with_menus(who, message)
    (own,) = (part["custom_id"] for part in components(message) if part["type"] == 5)
    await who.select(message, opponents, custom_id=own)
    if is_short:
        await show(who, message, "playing")


@THOROUGH
async def test_next_opens_the_match_with_least_time_left(table: Table) -> None:
    await table.begin("hoyito", pace=7)
    await table.begin("ringo", pace=1)
    message = await listed(table)
    assert entries(message) == ["Ringo #2", "Hoyito #1"]
    await table.ada.click(message, label="Next")
    assert words(message) == "Ringo #2 against **Ben**\nWhich piece?"
    await table.play_in(2, "a1-a2")
    await table.ada.slash(table.channel, "move", move="a", match=1)
    assert "Next" not in labels(await listed(table))


async def test_match_is_opened_to_move_where_it_is_one_s_turn(table: Table) -> None:
    await many(table, PAGE_SIZE)
    await table.begin("ringo")
    message = await listed(table)
    await table.ada.click(message, label="More")
    await show(table.ada, message, "9")
    assert words(message) == "Ringo #9 against **Ben**\nWhich piece?"
    assert labels(message)[-1] == "My matches"
    assert len(pictures(message)) == 1
    await table.restart()
    await table.ada.click(message, label="My matches")
    assert entries(message) == ["Ringo #9"]
    assert pictures(message) == []


@THOROUGH
async def test_match_is_opened_to_look_at_where_it_is_not(table: Table) -> None:
    await many(table, 2)
    await table.play_in(1, "a")
    await table.resign(table.ada, 2)
    message = await listed(table)
    await show(table.ada, message, "1")
    assert "**Ada** sows `a`" in words(message)
    assert "[Go to this match's card](https://" in words(message)
    assert labels(message) == ["Explore", "Replay the move", "My matches"]
    assert len(pictures(message)) == 1
    await table.ada.click(message, label="My matches")
    await show(table.ada, message, "finished")
    await show(table.ada, message, "2")
    assert "Ben wins" in words(message)
    assert labels(message) == ["My matches"]
    await table.ada.click(message, label="My matches")
    assert entries(message) == ["Hoyito #2"]


async def test_what_is_opened_may_have_gone_on_meanwhile(table: Table) -> None:
    await many(table, 1)
    message = await listed(table)
    await table.play_in(1, "a")
    await show(table.ada, message, "1")
    assert "**Ada** sows `a`" in words(message)
    assert labels(message)[-1] == "My matches"


@THOROUGH
async def test_longest_page_keeps_to_the_limits(table: Table) -> None:
    for channel in range(CHALLENGES + 1):
        place = table.guild.create_text_channel(f"room-{channel}")
        await table.offer(table.ada, "ringo", place, standing=10)
    await many(table, PAGE_SIZE + 1)

    class Asked:
        client, user = table.bot, discord.Object(table.ada.id)

    for shown in MatchFilter:
        for number in (0, 1):
            at = TurnMatches(
                shown, "all", number, ListControl.BUTTON, 0 if number else table.ben.id
            )
            check(await cogs.matches._page(Asked(), at))  # type: ignore[arg-type]  # all that is used of it


@pytest.mark.usefixtures("always_menus")
async def test_challenges_are_told_of_and_listed_both_ways(table: Table) -> None:
    await table.challenge("ringo")
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada)
    await table.ada.slash(table.channel, "bizingo")
    message = await listed(table)
    assert "**Ben** challenges you to Hoyito" in words(message)
    assert labels(message) == ["Play", "Accept", "Decline", "Repost", "Withdraw", "Repost"]
    assert "More challenges are waiting for an answer" in words(message)
    await show(table.ada, message, "challenges")
    said = words(message)
    assert "**Ben** challenges you to Hoyito" in said
    assert "You challenge **Ben** to Ringo" in said
    assert "Your open Bizingo challenge" in said
    assert labels(message) == [*("Accept", "Decline", "Repost"), *("Withdraw", "Repost") * 2]
    assert EMPTY in words(await challenges(table, table.cleo))


@pytest.mark.usefixtures("always_menus")
async def test_challenge_is_accepted_from_the_list_in_a_direct_message(table: Table) -> None:
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada, side="second")
    card = table.last
    result = private(await table.ada.user.slash("matches"))
    await show(table.ada.user, result, "challenges")  # type: ignore[arg-type]  # a user works as a member does
    await table.ada.user.click(result, label="Accept")
    match = await table.match()
    assert match.place.channel == table.channel.id
    assert f"<@{table.ada.id}>, your move" in words(table.last)
    assert EMPTY in words(result)
    assert "play [Hoyito #1](https://" in words(await table.channel_message(card.id))


async def test_challenge_is_answered_beside_the_matches(table: Table) -> None:
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada, side="first")
    message = await listed(table)
    await table.ada.click(message, label="Accept")
    assert words(message).startswith("### Your matches\nHoyito #1 against Ben\n-# their move")
    assert labels(message) == ["Open #1"], "nothing is finished yet"


@pytest.mark.usefixtures("always_menus")
async def test_challenge_is_declined_from_the_list(table: Table) -> None:
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada)
    card = table.last
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = private(await table.ada.slash(elsewhere, "matches"))
    await show(table.ada, result, "challenges")
    await table.ada.click(result, label="Decline")
    assert EMPTY in words(result)
    assert labels(await table.channel_message(card.id)) == []
    assert "**Ada** declined your Hoyito challenge" in words(table.last)
    assert [user.id for user in table.last.mentions] == [table.ben.id]


@pytest.mark.usefixtures("always_menus")
async def test_challenge_whose_card_is_gone_is_withdrawn_from_the_list(table: Table) -> None:
    await table.challenge("ringo")
    await table.last.delete()
    again = await table.challenge("ringo")
    assert "already sent this challenge" in words(again.response)
    message = await challenges(table, table.ada)
    await table.ada.click(message, label="Withdraw")
    assert EMPTY in words(message)
    await table.challenge("ringo")
    assert "challenges <@" in words(table.last)


@pytest.mark.usefixtures("always_menus")
async def test_challenge_is_shown_again_without_a_ping(table: Table) -> None:
    await table.challenge("ringo", side="first")
    old = table.last
    message = await challenges(table, table.ben)
    await table.ben.click(message, label="Repost")
    assert [one.id for one in table.channel.history()] == [table.last.id]
    assert table.last.id != old.id
    assert "**Ada** challenges <@" in words(table.last)
    sent = [entry.json for entry in table.env.http_requests if entry.method == "POST"][-1]
    assert isinstance(sent, dict)
    assert sent["allowed_mentions"] == {"parse": [], "users": []}
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).seats == (table.ada.id, table.ben.id)


@pytest.mark.usefixtures("always_menus")
async def test_challenge_of_a_closed_channel_is_shown_where_it_is_asked_for(table: Table) -> None:
    await table.challenge("ringo")
    table.fail("POST", status=404, code=10003)
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = private(await table.ada.slash(elsewhere, "matches"))
    await show(table.ada, result, "challenges")
    await table.ada.click(result, label="Repost")
    shown = elsewhere.last_message
    assert shown is not None
    await table.ben.click(shown, label="Accept")
    assert (await table.match()).place.channel == elsewhere.id


@pytest.mark.usefixtures("always_menus")
async def test_answer_from_a_list_that_is_out_of_date_is_refused(table: Table) -> None:
    await table.challenge("ringo")
    message = await challenges(table, table.ben)
    await table.ada.click(table.last, label="Withdraw")
    for label in ("Accept", "Decline", "Repost"):
        result = private(await table.ben.click(message, label=label))
        assert "was withdrawn" in words(result)


@THOROUGH
async def test_my_matches_are_listed_with_mine_to_move_first(table: Table) -> None:
    result = await table.ada.slash(table.channel, "matches")
    assert "You have no matches in progress" in words(result.response)
    await table.begin("ringo", "a1-a2")
    await table.challenge("hoyito", side="first")
    await table.ben.click(table.last, label="Accept")
    result = await table.ada.slash(table.channel, "matches")
    assert result.ephemeral
    _, first, mine, second, theirs = words(result.response).splitlines()
    assert first.startswith("[Hoyito #2](")
    assert first.endswith(") against Ben")
    assert mine.startswith("-# **your move · 3 days left** · <#")
    assert second.startswith("[Ringo #1](")
    assert theirs.startswith("-# their move · 3 days left · <#")
    assert str(table.last.id) in first


@THOROUGH
async def test_a_followed_match_is_opened_from_the_list_and_can_be_left_there(table: Table) -> None:
    await table.begin("hoyito")
    page = private(await table.cleo.click(table.last, label="a"))
    await table.cleo.click(page, label="Follow")
    await table.play("a", "a", "b", "b")
    message = await listed(table, table.cleo)
    await show(table.cleo, message, "following")
    await show(table.cleo, message, "1")
    assert "### Hoyito #1" in words(message)
    assert {"Stop following", "Guess the move", "My matches"} <= {*labels(message)}
    await table.resign(table.ada)
    message = await listed(table, table.cleo)
    await show(table.cleo, message, "following")
    assert words(message).splitlines()[-1].startswith("-# over · <t:")
    forged = TurnMatches(page=cogs.matches.MOST_PAGES + 1).encoded
    assert "out of date" in words(await press_forged(table, table.cleo, forged))


async def test_matches_hidden_or_of_others_leave_no_page_of_followed_ones_out(table: Table) -> None:
    await table.offer(table.dora, "hoyito", opponent=table.ben)
    await table.ben.click(table.last, label="Accept")
    await many(table, PAGE_SIZE + 1)
    for number in range(1, PAGE_SIZE + 3):
        follower, now = Person(table.cleo.id, "Cleo"), table.env.now()
        await table.bot.store.followers.follow(number, follower, now, each_move=False)
    message = await listed(table, table.cleo)
    await show(table.cleo, message, "following")
    assert labels(message) == ["More"]
    await against(message, table.cleo, table.dora)
    assert entries(message) == ["Hoyito #1"]


async def test_menus_come_with_the_sixth_match(table: Table) -> None:
    await many(table, 6)
    await table.bot.store.matches.apply(
        6, lambda match: verbs.abort(match, match.seats[0], table.env.now())
    )
    message = await listed(table)
    assert not [part for part in components(message) if part["type"] in (3, 5)]
    opens = [f"Open #{number}" for number in range(1, 6)]
    assert labels(message) == ["Next", *opens, "Finished matches"]
    await table.ada.click(message, label="Open #3")
    assert words(message) == "Hoyito #3 against **Ben**\nWhat's your move?"
    await table.ada.click(message, label="My matches")
    assert len(entries(message)) == 5
    await table.ada.click(message, label="Finished matches")
    assert len([part for part in components(message) if part["type"] in (3, 5)]) == 4
    await show(table.ada, message, "playing")
    assert labels(message) == ["Next", *opens, "Finished matches"]
    await many(table, 1)
    message = await listed(table)
    assert len([part for part in components(message) if part["type"] in (3, 5)]) == 4
    assert labels(message) == ["Next"]
