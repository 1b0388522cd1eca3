"""Two servers that play each other together, from `/play` to the end, in a simulated Discord."""

import discord
import pytest
import simcord

from cogs.club import CODE_LENGTH
from data import ServerSettings
from data.club_values import ClubState
from match import verbs
from match.event import Ending
from tests.cogs import test_club
from tests.cogs.test_club import Two
from tests.cogs.test_seasons import remove_bot
from tests.simulated_discord.display_modes import posts
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, labels, later, poll, words

two = test_club.two


async def challenge(two: Two, game: str = "Ringo") -> str:
    """Let Dora, a moderator, challenge another server from `/play`; return what she is told."""
    page = private(await two.table.dora.slash(two.table.channel, "play"))
    page = private(await two.table.dora.click(page, label=game))
    page = private(await two.table.dora.click(page, label="All of us"))
    return words(private(await two.table.dora.click(page, label="Another server")))


async def begin(two: Two, game: str = "Ringo") -> None:
    """Let Gus accept, and the boards begin."""
    told = await challenge(two, game)
    await two.accept(told[told.index("code:") + 5 :][:CODE_LENGTH])
    for _ in range(2):
        await later(two.table, minutes=1)


def thread(two: Two, *, there: bool = False) -> simcord.ChannelHandle:
    """Return the thread of the match in one of the servers."""
    return (two.channel if there else two.table.channel).threads[0]


def card(two: Two, *, there: bool = False) -> discord.Message:
    """Return the card of the match in one of the servers."""
    return posts(thread(two, there=there))[-1]


async def join(two: Two) -> None:
    """Let Ada and Ben vote with the first server, Eve and Fay with the other."""
    for who in (two.table.ada, two.table.ben):
        assert "You've joined" in words(private(await who.click(card(two), label="Join")))
    for who in (two.eve, two.fay):
        joined = private(await who.click(card(two, there=True), label="Join"))
        assert f"/{two.guild.id}/{thread(two, there=True).id}/" in words(joined)


async def vote(two: Two, who: simcord.MemberActor, *, there: bool = False) -> str:
    """Let somebody type a vote for the first move in their thread."""
    text = next(iter((await two.table.match()).position.moves()))
    return words(private(await who.slash(thread(two, there=there), "move", move=text)))


async def test_two_servers_play_together_each_in_a_thread_of_its_own(
    two: Two, calls: Calls
) -> None:
    table = two.table
    told = await challenge(two)
    assert "Ringo · all together · Test Guild plays attacker" in told
    code = told[told.index("code:") + 5 :][:CODE_LENGTH]
    asked = await two.type_code(code)
    assert "**Test Guild** (" in asked
    assert "If you accept, it begins at once" in asked
    assert "it begins in <#" in await two.accept(code)
    for _ in range(2):
        await later(table, minutes=1)
    for there in (False, True):
        assert "### Test Guild 0 – Owls 0" in words(two.together(there=there))
        assert "1\\. Test Guild – Owls · **…** · #1" in words(two.together(there=there))
        assert "**Test Guild**, press **Join** to vote · closes <t:" in words(
            card(two, there=there)
        )
        assert "talk it over, then vote" in words(card(two, there=there))
    assert len(posts(thread(two, there=True))) == 1
    await join(two)
    told = await vote(two, two.eve, there=True)
    assert "You have no matches in progress" in told
    assert "Your vote: **Test Guild**" in await vote(two, table.ada)
    await poll(table)
    for there in (False, True):
        assert "**Test Guild**, vote: 1 of 2 have voted" in words(card(two, there=there))
        assert "Votes:" not in words(card(two, there=there)), "nothing is told before the close"
    assert (await vote(two, table.ben)).endswith("It decided.")
    for there in (False, True):
        assert "-# Votes: " in words(card(two, there=there))
        assert "**Owls**, vote: 0 of 2 have voted" in words(card(two, there=there))
    elsewhere = private(await two.eve.slash(two.channel, "move", move="none"))
    assert f"/{two.guild.id}/{thread(two, there=True).id}/" in words(elsewhere)
    await vote(two, two.eve, there=True)
    assert (await vote(two, two.fay, there=True)).endswith("It decided.")
    assert (await table.match()).moves == (1, 1)
    assert "**Test Guild**, vote: 0 of 2" in words(card(two, there=True))
    assert not any(called for _, called in calls), "nobody is pinged"


async def test_only_moderators_challenge_and_members_vote_for_their_own_server(two: Two) -> None:
    table = two.table
    page = private(await table.ada.slash(table.channel, "play"))
    page = private(await table.ada.click(page, label="Ringo"))
    page = private(await table.ada.click(page, label="All of us"))
    refused = private(await table.ada.click(page, label="Another server"))
    assert "Only moderators can do that" in words(refused)
    await begin(two)
    await join(two)
    both = two.guild.add_member(table.ada.user)
    await table.env.advance_time(60)
    late = private(await both.click(card(two, there=True), label="Join"))
    assert words(late) == "You came here during this turn; join once the next one has begun."
    await vote(two, table.ben)
    await later(table, hours=12)
    refused = private(await both.click(card(two, there=True), label="Join"))
    assert words(refused).startswith("You already vote with Test Guild; to change")
    seen = private(await two.gus.click(two.together(there=True), label="Board"))
    assert {"Join", "Follow"} <= {*labels(seen)}
    assert "You've joined" in words(private(await two.gus.click(seen, label="Join")))


async def test_a_moderator_strikes_voters_of_the_own_server_only(two: Two) -> None:
    table = two.table
    await begin(two)
    await join(two)
    await vote(two, table.ada)
    name = "match moderate strike"
    both = two.guild.add_member(table.ada.user)
    told = private(await two.gus.slash(two.channel, name, match=1, voter=both))
    assert f"/{two.guild.id}/" in words(told), "the link leads to the own card"
    await poll(table)
    assert "vote: 1 of 2 have voted" in words(card(two)), "Ada votes on, with the other server"
    await two.gus.slash(two.channel, name, match=1, voter=two.eve)
    refused = private(await two.eve.click(card(two, there=True), label="Join"))
    assert words(refused) == "A moderator took your vote in this match; ask them."
    moved = private(
        await two.gus.slash(
            two.channel, "match moderate move", match=1, channel=two.channel, reason="here"
        )
    )
    assert "There is no match #1 that you can see" in words(moved)


async def test_no_names_cross_and_a_request_stands_on_both_cards(two: Two) -> None:
    table = two.table
    for server in (table.guild.id, two.guild.id):
        await table.bot.store.server_settings.change(
            server, lambda _: ServerSettings(names_voters=True)
        )
    await begin(two)
    await join(two)
    for who in (table.ada, table.ben):
        await vote(two, who)
    for there in (False, True):
        assert "-# Votes: " in words(card(two, there=there))
        assert not {"Ada", "Ben"} & {*words(card(two, there=there)).replace("*", " ").split()}
    for who in (two.eve, two.fay):
        await vote(two, who, there=True)
    for who in (table.ada, table.ben):
        await who.slash(thread(two), "match draw", match=1)
    await poll(table)
    assert (await table.match()).draw_offer == 0
    for there in (False, True):
        assert "**Test Guild** offers a draw." in words(card(two, there=there))
    for who in (two.eve, two.fay):
        told = private(await who.click(card(two, there=True), label="Accept draw"))
    assert words(told).endswith("It decided.")
    await later(table, minutes=1)
    for there in (False, True):
        assert "agreed to a draw" in words(card(two, there=there))
        assert "Rematch" not in labels(card(two, there=there))
        assert "### Test Guild ½ – Owls ½" in words(two.together(there=there))


async def test_both_matches_are_in_one_thread_there_and_no_link_leads_elsewhere(two: Two) -> None:
    await begin(two, "Hoyito")
    (there,) = two.channel.threads
    assert there.name == "Hoyito: Test Guild – Owls"
    shown = [words(one) for one in posts(there)]
    assert [f"### Hoyito #{number} · Club match" in "".join(shown) for number in (1, 2)] == [
        True,
        True,
    ]
    opened = private(await two.gus.click(two.together(there=True), label="Board"))
    assert f"[#2](https://discord.com/channels/{two.guild.id}/{there.id}/" in words(opened)
    picker = private(await two.gus.click(card(two, there=True), label="c"))
    await two.gus.click(picker, label="Join")
    old = private(await two.gus.click(card(two, there=True), label="c"))
    chosen = private(await two.gus.click(card(two, there=True), label="c"))
    assert words(private(await two.gus.click(chosen, label="Vote for c"))).endswith("It decided.")
    stale = words(private(await two.gus.click(old, label="Vote for c")))
    assert f"/{two.guild.id}/{there.id}/" in stale


async def test_a_stop_before_the_mirror_leaves_one_thread_and_one_card(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two.table

    async def stopped(*_told: object, **_more: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("delivery.mirrors._post", stopped)
        await begin(two)
    assert len(two.channel.threads) == 1
    assert posts(thread(two, there=True)) == []
    await table.restart()
    await later(table, minutes=1)
    assert len(two.channel.threads) == 1
    assert len(posts(thread(two, there=True))) == 1
    assert "talk it over, then vote" in words(card(two, there=True))


async def test_where_no_thread_can_be_the_card_is_in_the_channel(two: Two) -> None:
    assert two.table.bot.user is not None
    denied = discord.PermissionOverwrite(create_public_threads=False)
    two.channel = two.guild.create_text_channel("nest", overwrites={two.table.bot.user: denied})
    await begin(two)
    assert two.channel.threads == []
    assert "press **Join** to vote" in words(posts(two.channel)[-1])


async def test_a_server_that_removes_the_bot_resigns_and_the_score_says_so(two: Two) -> None:
    table = two.table
    await begin(two)
    await join(two)
    await remove_bot(table)
    await later(table, minutes=30)
    assert not (await table.match()).over, "it may come back"
    await later(table, minutes=31)
    await later(table, minutes=1)
    await later(table, minutes=1)
    match = await table.match()
    assert match.result is not None
    assert (match.result.how, match.result.winner) == (Ending.RESIGNATION, 1)
    found = await two.found()
    assert found.state is ClubState.OVER
    told = words(two.together(there=True))
    assert "**Owls** wins!" in told
    assert "I was removed from the other server, so nobody can vote there." in told
    shown = [one for channel in (two.channel, *two.channel.threads) for one in posts(channel)]
    assert any("a former player resigned" in words(one) for one in shown)


async def test_a_match_that_is_over_is_told_in_both(two: Two) -> None:
    table = two.table
    await begin(two)
    await table.bot.store.matches.apply(
        1, lambda match: verbs.resign(match, two.guild.id, table.env.now())
    )
    await later(table, minutes=1)
    for there in (False, True):
        assert "Owls resigned" in words(card(two, there=there))
        assert "### Test Guild 1 – Owls 0" in words(two.together(there=there))
        assert "**Test Guild** wins!" in words(two.together(there=there))
