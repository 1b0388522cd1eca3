"""Games that all of a server play together, from `/play` to the end, in a simulated Discord."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
import simcord

from computer import Departure, Review, levels
from data import ServerSettings, StoredMatch
from match import verbs
from match.event import Ending
from rules import Position
from tests.simulated_discord.computer import choose_level, quick
from tests.simulated_discord.display_modes import one_thread_for_each_message, posts
from tests.simulated_discord.interruptions import INTERRUPTIONS, QUICK, each_step
from tests.simulated_discord.made_up_speech import MadeUpFlow
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Message, Table, labels, later, options, poll, words
from tests.thorough import mostly_thorough

pytestmark = pytest.mark.usefixtures("thinks_quickly")


async def open_page(table: Table, game: str = "Hoyito") -> Message:
    """Let Ada open the page on which all of a server begin a game."""
    page = private(await table.ada.slash(table.channel, "play"))
    page = private(await table.ada.click(page, label=game))
    return private(await table.ada.click(page, label="All of us"))


async def begin(table: Table, side: str = "south", game: str = "Hoyito") -> StoredMatch:
    """Let all of the server play the computer, with six hours for a vote."""
    page = private(await table.ada.click(await open_page(table, game), label="6 hours a move"))
    page = private(await table.ada.click(page, label=f"Your side: {side}"))
    await choose_level(table.ada, page, 3)
    return await table.match()


def thread(table: Table) -> simcord.ChannelHandle:
    """Return the thread of the match."""
    return table.channel.threads[0]


def card(table: Table) -> Message:
    """Return the card of the match."""
    return posts(thread(table))[-1]


async def join(table: Table, *people: simcord.MemberActor) -> None:
    """Let people join."""
    for who in people:
        assert "You've joined" in words(private(await who.click(card(table), label="Join")))


async def vote(table: Table, who: simcord.MemberActor, hole: str) -> str:
    """Let somebody vote for a hole of Hoyito."""
    seen = private(await who.click(card(table), label=hole))
    return words(private(await who.click(seen, label=f"Vote for {hole}")))


async def test_all_of_a_server_play_the_computer(table: Table, calls: Calls) -> None:
    page = await open_page(table)
    assert words(page).startswith("### Play Hoyito together")
    assert "-# 12 hours a move · Your side: random" in words(page)
    assert labels(page)[0] == "The computer, level 1", "as fits Ada, who is new"
    assert len(options(page)) == len(levels("hoyito")), (
        "a list has them, so that the page is no wall"
    )
    assert len(labels(page)) < 9
    assert "Another server" in labels(page)
    chosen = private(await table.ada.click(page, label="Your side: south"))
    assert "Another server" not in labels(chosen), "there the side is drawn by lot"
    match = await begin(table)
    assert (match.seats[0], match.crowds, match.computer) == (table.guild.id, (0,), 1)
    assert "**Test Guild**, press **Join** to vote · closes <t:" in words(card(table))
    assert "talk it over, then vote" in words(card(table))
    refused = private(await table.ben.click(card(table), label="c"))
    assert words(refused).startswith("Press **Join** to vote with Test Guild.")
    assert labels(refused) == ["Join", "Follow", "Rules"]
    await join(table, table.ada, table.ben, table.cleo)
    told = await vote(table, table.ada, "c")
    assert told.startswith("Your vote: **Test Guild** sows `c`")
    assert "You can change it until the close, <t:" in told
    await poll(table)
    assert "vote: 1 of 3 have voted · closes <t:" in words(card(table))
    assert "Votes:" not in words(card(table)), "nobody sees for what before the close"
    await vote(table, table.ada, "d")
    await vote(table, table.ben, "c")
    assert (await vote(table, table.cleo, "c")).endswith("It decided.")
    match = await table.match()
    assert match.count == 2
    assert "-# Votes: `c` 2, `d` 1." in words(card(table))
    assert len(posts(thread(table))) == 2, "one card a turn"
    assert not any(called for _, called in calls), "nobody is pinged"


async def test_the_card_names_voters_if_the_server_likes(table: Table) -> None:
    await table.bot.store.server_settings.change(
        table.guild.id, lambda _: ServerSettings(names_voters=True)
    )
    await begin(table)
    await join(table, table.ada, table.ben)
    await vote(table, table.ada, "c")
    await vote(table, table.ben, "d")
    assert "-# Votes: `c` 1 (Ada), `d` 1 (Ben)." in words(card(table))


async def test_a_close_plays_what_led_and_without_votes_it_is_twice_as_long(table: Table) -> None:
    await begin(table)
    await join(table, table.ada, table.ben, table.cleo)
    await vote(table, table.ada, "c")
    await later(table, hours=6)
    assert (await table.match()).count == 2
    await later(table, hours=6)
    assert "Nobody voted in time, so the vote is twice as long." in words(card(table))
    assert (await table.match()).count == 3
    await vote(table, table.ben, labels(card(table))[0])
    await later(table, hours=6)
    assert (await table.match()).count == 5
    await later(table, hours=6)
    await later(table, hours=6)
    result = (await table.match()).result
    assert result is not None
    assert (result.how, result.winner) == (Ending.TIME, 1)
    assert "Test Guild ran out of time." in words(card(table))
    assert "Rematch" not in labels(card(table))


async def test_who_came_during_the_turn_joins_once_the_next_one_has_begun(table: Table) -> None:
    await begin(table)
    await join(table, table.ada)
    await table.env.advance_time(60)
    eve = table.guild.add_member(table.env.create_user("Eve"))
    late = private(await eve.click(card(table), label="Join"))
    assert words(late) == "You came here during this turn; join once the next one has begun."
    await table.env.advance_time(60)
    await vote(table, table.ada, "c")
    await join(table, eve)


async def test_who_leaves_or_is_struck_votes_no_more(table: Table) -> None:
    await begin(table)
    joined = private(await table.ada.click(card(table), label="Join"))
    assert labels(joined) == ["Vote", "Follow", "Leave"]
    await join(table, table.ben, table.cleo)
    left = private(await table.ada.click(joined, label="Leave"))
    assert "your open vote doesn't count" in words(left)
    await vote(table, table.ben, "c")
    struck = private(
        await table.dora.slash(table.channel, "match moderate strike", match=1, voter=table.ben)
    )
    assert words(struck).startswith("**Ben** no longer votes in [Hoyito #1](")
    refused = private(await table.ben.click(card(table), label="Join"))
    assert words(refused) == "A moderator took your vote in this match; ask them."
    await poll(table)
    assert "0 of 1 has voted" in words(card(table))


async def test_resigning_is_put_to_the_vote(table: Table) -> None:
    await begin(table, "attacker", "Ringo")
    await join(table, table.ada, table.ben, table.cleo)
    asked = private(await table.ada.click(card(table), label="Abort"))
    told = words(private(await table.ada.click(asked, label="Yes, abort")))
    assert told.startswith("Your vote: **Test Guild** aborts the match.")
    assert not (await table.match()).over
    asked = private(await table.ben.click(card(table), label="Abort"))
    await table.ben.click(asked, label="Yes, abort")
    assert (await table.match()).over


async def test_a_move_is_typed_without_a_number_where_one_only_votes(table: Table) -> None:
    await begin(table)
    await join(table, table.ada, table.ben)
    offered = await table.ada.autocomplete(thread(table), "move", "move", "")
    assert [each["value"] for each in offered][:2] == ["a", "b"]
    typed = private(await table.ada.slash(thread(table), "move", move="c"))
    assert words(typed).startswith("Your vote: **Test Guild** sows `c`")
    asked = private(await table.ben.slash(table.channel, "move", move="c"))
    assert "It's your turn in [Hoyito #1](" in words(asked)
    told = private(await table.ben.click(asked, label=labels(asked)[0]))
    assert words(told).endswith("It decided.")
    none = private(await table.cleo.slash(table.channel, "move", move="c"))
    assert words(none).startswith("You have no matches in progress")


async def test_a_person_plays_against_all(table: Table, calls: Calls) -> None:
    page = await open_page(table)
    await table.ada.select(page, [table.ben], custom_id="crowdagainst|hoyito|12|random")
    assert "**Ada** invites" in words(table.last)
    assert labels(table.last) == ["Accept", "Decline", "Withdraw", "How to play"]
    await table.ben.click(table.last, label="Accept")
    match = await table.match()
    assert {table.guild.id, table.ben.id} == {*match.seats}
    own = private(await table.ben.click(card(table), label="Join"))
    assert "You're playing against them; you can't vote, too." in words(own)
    await join(table, table.ada, table.cleo)
    for turn in range(4):
        match = await table.match()
        if match.awaits_vote:
            hole = labels(card(table))[0]
            await vote(table, table.ada, hole)
            await vote(table, table.cleo, hole)
        else:
            assert turn == 0 or calls[-1][1] == [table.ben.id], "the opponent is called"
            hole = labels(card(table))[0]
            seen = private(await table.ben.click(card(table), label=hole))
            await table.ben.click(seen, label=f"Play {hole}")
    assert (await table.match()).count == 4
    assert {who for _, called in calls for who in called} == {table.ben.id}


async def test_a_review_names_the_vote_that_gave_a_proved_win_away(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def review(_start: Position, moves: Sequence[str], *_told: object) -> Review:
        left = Departure(ply=0, played=moves[0], kept="d", goal=28)
        return Review((0.0,) * (len(moves) + 1), (), (left,))

    monkeypatch.setattr(quick(table), "review", review)
    await begin(table)
    await join(table, table.ada, table.ben, table.cleo)
    await vote(table, table.ada, "d")
    await vote(table, table.ben, "c")
    await vote(table, table.cleo, "c")
    await table.bot.store.matches.apply(
        1, lambda match: verbs.resign(match, table.guild.id, table.env.now())
    )
    await poll(table)
    shown = private(await table.ben.click(card(table), label="Review"))
    told = "Move 1: Test Guild could still force 28 stones with `d`. Votes: `c` 2, `d` 1."
    assert told in words(shown)


async def test_two_decide_at_once_and_one_move_is_made(table: Table) -> None:
    await begin(table)
    await join(table, table.ada, table.ben, table.cleo)
    await vote(table, table.ada, "c")
    seen = [private(await who.click(card(table), label="c")) for who in (table.ben, table.cleo)]
    async with table.at_once():
        await table.ben.click(seen[0], label="Vote for c")
        await table.cleo.click(seen[1], label="Vote for c")
    assert (await table.match()).moves == (1, 1)


@pytest.mark.parametrize("kind", mostly_thorough(QUICK, "killed after a request"))
async def test_a_stop_between_vote_and_card_loses_and_repeats_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    assert kind in INTERRUPTIONS
    one_thread_for_each_message(table, monkeypatch)
    await begin(table)
    await join(table, table.ada, table.ben)
    for step, interrupted in each_step(kind):
        before = await table.match()
        for who in (table.ada, table.ben):
            hole = labels(card(table))[0]
            seen = private(await who.click(card(table), label=hole))
            if who is table.ben:
                with interrupted:
                    await who.click(seen, label=f"Vote for {hole}")
            else:
                await who.click(seen, label=f"Vote for {hole}")
        await table.restart()
        await later(table, minutes=1)
        match = await table.match()
        if match.count == before.count:  # stopped before anything was stored
            await vote(table, table.ben, labels(card(table))[0])
            match = await table.match()
        assert match.over or match.count == before.count + 2, step
        await later(table, minutes=1)
        match = await table.match()
        assert match.is_shown, step
        if match.over:
            return


async def test_fifty_voters_are_counted_as_by_hand(table: Table) -> None:
    """Compare random votes, changes, leaves and closes with a model that only counts."""
    rng = random.Random(51)
    people = [table.guild.add_member(table.env.create_user(f"V{n}")) for n in range(50)]
    await begin(table)
    match = await table.match()
    store = table.bot.store
    joined, cast = set[int](), dict[int, tuple[str, int]]()
    played, tick = 0, 0
    for _ in range(160):
        tick += 1
        await table.env.advance_time(1)
        who, what = rng.randrange(50), rng.random()
        if what < 0.35 and who not in joined:
            await join(table, people[who])
            joined.add(who)
        elif what < 0.85 and who in joined:
            hole = rng.choice([each for each in labels(card(table)) if len(each) == 1][:3])
            if cast.get(who, ("", 0))[0] != hole:
                cast[who] = hole, tick
            await vote(table, people[who], hole)
        elif what < 0.9 and who in joined:
            await store.ballots.leave(1, people[who].id, table.env.now())
            await poll(table)
            joined.discard(who)
            cast.pop(who, None)
        elif what > 0.98 and cast:
            await later(table, hours=6)
            tick += 1
        else:
            continue
        match = await table.match()
        counts = Counter(hole for hole, _ in cast.values())
        if match.moves[0] > played:
            played += 1
            reached = {each: max(at for hole, at in cast.values() if hole == each)
                       for each in counts}  # fmt: skip
            best = min(counts, key=lambda each: (-counts[each], reached[each]))
            move = (await store.matches.as_of(1, 2 * played - 1)).last
            assert move == (best,)
            cast.clear()
            assert match.count == 2 * played
        assert (await store.ballots.vote(match)).voted == len(cast)
        assert (await store.ballots.vote(match)).voters == len(joined)
        if match.over:
            break
    assert played >= 1


async def test_votes_are_translated(table: Table, flow: MadeUpFlow) -> None:
    flow.begin()
    await flow.script.run(
        "! /play; click lobby|hoyito; click crowd|; click crowd|hoyito|12|first; "
        "click crowd|hoyito|6|; click crowdbegins|"
    )
    flow.script.kept["card"] = card(table)
    await flow.script.run(
        """! /move move=c match=1; ! click joinvote| on card; ! ben click joinvote| on card
        ! cleo click joinvote| on card; ! cleo click leavevote|
        ! cleo click joinvote| on card; ! /move move=c match=1; wait minutes=1
        ! ben /move move=d match=1; ! cleo /move move=d match=1; wait hours=6; wait hours=1
        ! dora /match moderate strike match=1 voter=@ben
        ! ben /move move=c match=1; wait hours=6; wait hours=6"""
    )
    flow.check(("Test Guild",))
