"""`/matches`: by pages, by what is shown, by game; challenges are answered there too."""

import discord
import simcord

from cogs.matches.listing import PAGE, line_words
from data import ListedMatch, Place, Posted
from rules.event import Ending
from tests.cogs.conftest import Message, Table, components, labels, words
from tests.cogs.test_limits import LONG_NAME

EMPTY = "No challenge to you or by you is waiting for an answer."


async def listed(table: Table, who: simcord.MemberActor | None = None) -> simcord.ResponseMessage:
    """Let somebody, or else Ada, open the list."""
    result = await (who or table.ada).slash(table.channel, "matches")
    assert result.ephemeral
    assert result.response is not None
    return result.response


async def show(who: simcord.MemberActor, message: Message, value: str) -> None:
    """Choose in the select that has this entry."""
    selects = [part for part in components(message) if part["type"] == 3]
    (own,) = (
        part["custom_id"]
        for part in selects
        if value in [option["value"] for option in part["options"]]
    )
    await who.select(message, [value], custom_id=own)


async def challenges(table: Table, who: simcord.MemberActor) -> simcord.ResponseMessage:
    """Let somebody open the list of challenges."""
    message = await listed(table, who)
    await show(who, message, "challenges")
    return message


async def many(table: Table, number: int) -> None:
    """Let Ada begin so many matches against Ben, in which she is to move."""
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
            card=Posted(number, number),
            count=1,
            ended=ended,
            how=Ending.ABORT if ended else None,
            winner=None,
        )
        assert PAGE * len(f"{line_words(match, 1)}\n") < 4000 - 200


async def test_list_turns_pages_after_a_restart(table: Table) -> None:
    await many(table, 12)
    message = await listed(table)
    assert len(words(message).splitlines()) == 11
    assert labels(message) == ["More"]
    await table.restart()
    await table.ada.click(message, label="More")
    assert len(words(message).splitlines()) == 3
    assert labels(message) == ["Back"]
    await table.ada.click(message, label="Back")
    assert labels(message) == ["More"]


async def test_list_shows_what_is_chosen(table: Table) -> None:
    await many(table, 2)
    await table.begin("ringo")
    await table.play_in(2, "a")
    await table.ada.slash(table.channel, "abort", match=1)
    message = await listed(table)
    assert [line.split("]")[0] for line in words(message).splitlines()[1:]] == [
        "[Ringo #3",
        "[Hoyito #2",
    ]
    await show(table.ada, message, "move")
    assert [line.split("]")[0] for line in words(message).splitlines()[1:]] == ["[Ringo #3"]
    await show(table.ada, message, "waiting")
    assert [line.split("]")[0] for line in words(message).splitlines()[1:]] == ["[Hoyito #2"]
    await show(table.ada, message, "finished")
    (line,) = words(message).splitlines()[1:]
    assert line.startswith("[Hoyito #1](")
    assert ") against Ben · aborted · <t:" in line
    await show(table.ada, message, "ringo")
    assert words(message).splitlines()[1:] == ["You have finished no match yet."]
    await show(table.ada, message, "playing")
    assert [line.split("]")[0] for line in words(message).splitlines()[1:]] == ["[Ringo #3"]
    await show(table.ada, message, "all")
    assert len(words(message).splitlines()) == 3


async def test_challenges_are_told_of_and_listed_both_ways(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada)
    await table.ada.slash(table.channel, "bizingo")
    message = await listed(table)
    assert "Challenges are waiting for an answer" in words(message)
    await show(table.ada, message, "challenges")
    said = words(message)
    assert "**Ben** challenges you to Hoyito" in said
    assert "You challenge **Ben** to Ringo" in said
    assert "You challenge anybody to Bizingo" in said
    assert labels(message) == [
        *("Accept", "Decline", "Show again"),
        *("Withdraw", "Show again") * 2,
    ]
    assert EMPTY in words(await challenges(table, table.cleo))


async def test_challenge_is_accepted_from_the_list_in_a_direct_message(table: Table) -> None:
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada, seat="second")
    card = table.last
    result = await table.ada.user.slash("matches")
    assert result.response is not None
    await show(table.ada.user, result.response, "challenges")  # type: ignore[arg-type]  # a user chooses as a member does
    await table.ada.user.click(result.response, label="Accept")
    match = await table.match()
    assert match.place.channel == table.channel.id
    assert f"<@{table.ada.id}> (south), it is your move" in words(table.last)
    assert EMPTY in words(result.response)
    assert "play [Hoyito #1](https://" in words(await table.channel_message(card.id))


async def test_challenge_is_declined_from_the_list(table: Table) -> None:
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada)
    card = table.last
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = await table.ada.slash(elsewhere, "matches")
    assert result.response is not None
    await show(table.ada, result.response, "challenges")
    await table.ada.click(result.response, label="Decline")
    assert EMPTY in words(result.response)
    assert labels(await table.channel_message(card.id)) == []
    assert "**Ada** declines your challenge to Hoyito" in words(table.last)
    assert [user.id for user in table.last.mentions] == [table.ben.id]


async def test_challenge_whose_card_is_gone_is_withdrawn_from_the_list(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    await table.last.delete()
    again = await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    assert "stands already" in words(again.response)
    message = await challenges(table, table.ada)
    await table.ada.click(message, label="Withdraw")
    assert EMPTY in words(message)
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    assert "challenges <@" in words(table.last)


async def test_challenge_is_shown_again_without_a_ping(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo", opponent=table.ben, seat="first")
    old = table.last
    message = await challenges(table, table.ben)
    await table.ben.click(message, label="Show again")
    assert [one.id for one in table.channel.history()] == [table.last.id]
    assert table.last.id != old.id
    assert "**Ada** challenges <@" in words(table.last)
    sent = [entry.json for entry in table.env.http_requests if entry.method == "POST"][-1]
    assert isinstance(sent, dict)
    assert sent["allowed_mentions"] == {"parse": [], "users": []}
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).seats == (table.ada.id, table.ben.id)


async def test_challenge_of_a_closed_channel_is_shown_where_it_is_asked_for(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    path = f"/channels/{table.channel.id}/messages"
    table.env.inject_error("POST", path, status=404, code=10003)
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = await table.ada.slash(elsewhere, "matches")
    assert result.response is not None
    await show(table.ada, result.response, "challenges")
    await table.ada.click(result.response, label="Show again")
    shown = elsewhere.last_message
    assert shown is not None
    await table.ben.click(shown, label="Accept")
    assert (await table.match()).place.channel == elsewhere.id


async def test_answer_from_a_list_that_is_out_of_date_is_refused(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    message = await challenges(table, table.ben)
    await table.ada.click(table.last, label="Withdraw")
    for label in ("Accept", "Decline", "Show again"):
        result = await table.ben.click(message, label=label)
        assert result.ephemeral
        assert "has been withdrawn" in words(result.response)
