"""`/match again`: the last challenge once more, to whom and by what terms it was."""

from data import ChallengeState
from tests.cogs.test_play import lobby
from tests.simulated_discord.private_answers import press_forged, private
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH
from views.challenge_card import AnswerInList, ListAnswer
from views.play_page import AnswerOpen


@THOROUGH
async def test_last_challenge_is_repeated(table: Table) -> None:
    chosen = {"side": "second", "pace": "7", "rated": False, "rules": "fair"}
    await table.challenge("ringo", **chosen)
    before = table.last
    await table.ben.click(before, label="Decline")
    await table.ada.slash(table.channel, "match again")
    assert table.called(table.last) == [table.ben.id]
    first, second = [await table.bot.store.challenges.find(number) for number in (2, 3)]
    assert second.terms == first.terms
    assert (second.opponent, second.state) == (first.opponent, ChallengeState.PENDING)
    again = private(await table.ada.slash(table.channel, "match again"))
    assert "already sent this challenge" in words(again)


async def test_open_and_standing_challenges_are_repeated_as_such(table: Table) -> None:
    await table.offer(table.ada, "ringo", standing=2)
    await table.ben.click(table.last, label="Accept")
    message = await lobby(table, table.ada)
    await table.ada.click(message, label="Withdraw")
    await table.ada.slash(table.channel, "match again")
    assert "Open until withdrawn · matches in progress: 0 (up to 2 at once)." in words(table.last)


async def test_who_challenged_nobody_or_somebody_who_is_gone_is_told_so(table: Table) -> None:
    refused = await table.ada.slash(table.channel, "match again")
    assert "You haven't challenged anyone lately" in words(refused.response)
    await table.challenge("ringo")
    table.guild.remove_member(table.ben)
    refused = await table.ada.slash(table.channel, "match again")
    assert refused.ephemeral
    assert "Ben isn't in this server; challenge someone else" in words(refused.response)


@THOROUGH
async def test_limits_hold_for_what_is_repeated(table: Table) -> None:
    await table.challenge("ringo")
    for _ in range(4):
        await table.ben.click(table.last, label="Decline")
        await table.ada.slash(table.channel, "match again")
    await table.ben.click(table.channel.history()[-1], label="Decline")
    refused = await table.ada.slash(table.channel, "match again")
    assert "5 challenges this hour that weren't accepted" in words(refused.response)


@THOROUGH
async def test_in_private_nothing_is_repeated_where_nobody_else_sees_it(table: Table) -> None:
    await table.challenge("ringo")
    refused = await table.ada.user.slash("match again")
    assert "Only you can see this chat. Type `/match again` in a server channel." in words(
        refused.response
    )
    assert len(await table.bot.store.challenges.pending(table.env.now())) == 1


@THOROUGH
async def test_only_its_players_post_a_challenge_again_and_no_lobby_declines(table: Table) -> None:
    await table.challenge("ringo")
    await table.ada.slash(table.channel, "hoyito")
    card = table.last
    shown = AnswerInList(1, ListAnswer.SHOW).encoded
    refused = words(await press_forged(table, table.cleo, shown))
    assert "Only the person who made this challenge can repost it" in refused
    for answer in (ListAnswer.SHOW, ListAnswer.DECLINE):
        forged = AnswerOpen(2, answer, "all", 0).encoded
        assert "out of date" in words(await press_forged(table, table.cleo, forged))
    assert len(await table.bot.store.challenges.pending(table.env.now())) == 2
    assert "Accept" in labels(await table.channel_message(card.id))
