"""Club matches: two servers challenge, sign up, play each on their own card, and see one score."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import discord
import pytest
import simcord

from cogs.club import CODE_LENGTH
from cogs.decide_unfinished import Decisions
from contests.club import BoardGame
from contests.contest import LAST_WEEK, Played
from data import Person
from data.club_values import (
    CODE_LASTS,
    SIGN_UP,
    Club,
    ClubGame,
    ClubMatch,
    ClubPlayer,
    ClubState,
    ClubTerms,
)
from data.columns import stamp
from interactions.speech import speaking
from languages import language
from match import verbs
from match.event import Ending
from tests.cogs.test_seasons import add_bot, remove_bot
from tests.data.sample_matches import do
from tests.delivery.test_lost_access import letters
from tests.simulated_discord.display_modes import posts
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, later, poll, words
from views.club_card import club_card


@dataclass
class Two:
    """Two servers: Ada, Ben and Dora, a moderator, in the first; Eve, Fay and Gus in the other."""

    table: Table
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    eve: simcord.MemberActor
    fay: simcord.MemberActor
    gus: simcord.MemberActor

    async def challenge(self, game: str = "hoyito", **options: object) -> str:
        """Let Dora challenge; return the code."""
        chosen = {"boards": 4, **options}
        page = private(
            await self.table.dora.slash(self.table.channel, "club challenge", game=game, **chosen)
        )
        said = words(page)
        return said[said.index("code:") + 5 :][:CODE_LENGTH]

    async def type_code(self, code: str) -> str:
        """Let Gus, a moderator of the other server, type a code; return the answer."""
        return words(private(await self.gus.slash(self.channel, "club accept", code=code)))

    async def accept(self, code: str) -> str:
        page = private(await self.gus.slash(self.channel, "club accept", code=code))
        return words(private(await self.gus.click(page, label="Accept")))

    async def open(self, game: str = "hoyito", **options: object) -> None:
        await self.accept(await self.challenge(game, **options))

    async def begin(self, game: str = "hoyito", **options: object) -> ClubMatch:
        """Let two of each server sign up, and the match begin."""
        await self.open(game, **options)
        for who in (self.table.ada, self.table.ben):
            await who.click(self.card(), label=join_label(self.card()))
        for who in (self.eve, self.fay):
            await who.click(self.card(there=True), label=join_label(self.card(there=True)))
        await later(self.table, days=3, minutes=1)
        await poll(self.table)
        return await self.found()

    async def found(self) -> ClubMatch:
        return await self.table.bot.store.clubs.find(1)

    def cards(self, *, there: bool = False) -> list[discord.Message]:
        """Return the cards of the club match in one server."""
        channel = self.channel if there else self.table.channel
        return [one for one in posts(channel) if {"Call off", "My board"} & {*labels(one)}]

    def card(self, *, there: bool = False) -> discord.Message:
        (card,) = self.cards(there=there)
        return card

    def together(self, *, there: bool = False) -> discord.Message:
        """Return the score card in one server where all of both play together."""
        channel = self.channel if there else self.table.channel
        return next(one for one in reversed(posts(channel)) if "all together" in words(one))

    def boards(self, number: int, *, there: bool = False) -> list[discord.Message]:
        """Return the cards of a match in one server."""
        channel = self.channel if there else self.table.channel
        shown = [one for one in posts(channel) if f"#{number} · Club match" in words(one)]
        return [one for one in shown if labels(one)]


def join_label(card: discord.Message) -> str:
    return next(each for each in labels(card) if each.startswith("Join"))


@pytest.fixture
async def two(table: Table) -> Two:
    guild = table.env.create_guild("Owls")
    may = discord.Permissions(manage_guild=True)
    role = guild.create_role("Wardens", permissions=may)
    eve, fay = (guild.add_member(table.env.create_user(name)) for name in ("Eve", "Fay"))
    gus = guild.add_member(table.env.create_user("Gus"), roles=[role])
    channel = guild.create_text_channel("perch")
    _ = table.dora
    await table.env.settle()
    return Two(table, guild, channel, eve, fay, gus)


async def test_a_club_match_from_its_code_to_its_score(two: Two) -> None:
    table = two.table
    code = await two.challenge()
    assert two.cards() == [], "nothing is posted before the other server accepts"
    seen = await two.type_code(code.lower())
    assert f"**{table.guild.name}** (" in seen
    assert "challenges this server" in seen
    assert "up to 4 boards" in seen
    assert "Accepted" in await two.accept(code)
    for there, other in ((False, "Owls"), (True, table.guild.name)):
        card = two.card(there=there)
        assert "nobody yet" in words(card)
        assert f"your name and your moves are shown in **{other}**" in words(card)
        assert join_label(card) == "Join, shown in both"
    await table.ada.click(two.card(), label=join_label(two.card()))
    assert "(1): Ada" in words(two.card())
    assert words(two.card()).splitlines()[2:4] == words(two.card(there=True)).splitlines()[2:4]
    for who, there in ((table.ben, False), (two.eve, True), (two.fay, True), (two.gus, True)):
        card = two.card(there=there)
        await who.click(card, label=join_label(card))
    await later(table, days=3, minutes=1)
    found = await two.found()
    assert found.state is ClubState.RUNNING
    assert len(found.boards) == 2
    assert len(found.games) == 4, "Hoyito's sides are uneven, so each pair plays both"
    for there in (False, True):
        told = words(two.card(there=there))
        assert f"### {table.guild.name} 0 – Owls 0" in told
        assert "Not paired: Gus" in told
        assert "1\\. Ada – Eve · **…** · #1, #2" in told
    for number in (1, 2, 3, 4):
        match = await table.match(number)
        assert match.silent
        await do(table.bot.store, match, verbs.resign, match.seats[0], table.env.now())
    await later(table, minutes=1)
    for there in (False, True):
        told = words(two.card(there=there))
        assert f"### {table.guild.name} 2 – Owls 2" in told
        assert "It ends level!" in told
        assert "1\\. Ada – Eve · **1–1** · #1, #2" in told


async def test_each_plays_on_a_card_in_their_own_server_and_a_move_is_told_on_both(
    two: Two, calls: Calls
) -> None:
    table = two.table
    await two.begin("bizingo")
    match = await table.match(1)
    assert match.seats == (table.ada.id, two.eve.id), "they are equally strong"
    here, there = two.boards(1), two.boards(1, there=True)
    assert len(here) == len(there) == 1
    assert f"<@{table.ada.id}>" in words(here[0])
    assert dict(calls)[here[0].id] == [table.ada.id]
    assert dict(calls)[there[0].id] == []
    text = next(iter(match.position.moves()))
    await table.ada.slash(table.channel, "move", move=text, match=1)
    (mirror,) = two.boards(1, there=True)
    (home,) = two.boards(1)
    assert dict(calls)[mirror.id] == [two.eve.id]
    assert dict(calls)[home.id] == []
    assert f"<@{two.eve.id}>, your move" in words(mirror)
    # Eve answers by her own card.
    picker = private(await two.eve.click(mirror, label="Move"))
    assert picker is not None
    text = next(iter((await table.match(1)).position.moves()))
    answer = private(await two.eve.slash(two.channel, "move", move=text, match=1))
    assert f"/{two.channel.id}/" in words(answer), "the link leads to her own card"
    assert len(two.boards(1, there=True)) == 1
    assert (await table.match(1)).moves == (1, 1)
    assert dict(calls)[two.boards(1)[0].id] == [table.ada.id]


async def test_every_link_leads_to_the_card_in_ones_own_server(two: Two) -> None:
    table = two.table
    await two.begin("bizingo")
    there = f"(https://discord.com/channels/{two.guild.id}/{two.channel.id}/"
    (old,) = two.boards(1, there=True)
    offered = private(await two.gus.click(old, label="Move"))
    followed = private(await two.gus.click(offered, label="Follow"))
    assert there in words(followed)
    assert there in words(private(await two.gus.click(old, label="Move")))
    await two.gus.click(followed, label="Each move")
    guess = private(await two.gus.click(followed, label="Guess the move"))
    text = next(iter((await table.match(1)).position.moves()))
    await table.ada.slash(table.channel, "move", move=text, match=1)
    late = words(private(await two.gus.click(guess, label=labels(guess)[0])))
    assert "has moved on" in late
    assert there in late
    await later(table, minutes=1)
    (letter,) = letters(two.gus)
    assert there in letter
    (mirror,) = two.boards(1, there=True)
    picker = private(await two.eve.click(mirror, label="Move"))
    text = next(iter((await table.match(1)).position.moves()))
    await two.eve.slash(two.channel, "move", move=text, match=1)
    stale = words(private(await two.eve.click(picker, label=labels(picker)[0])))
    assert "is out of date" in stale
    assert there in stale
    muted = private(await two.eve.slash(two.channel, "match mute", match=1))
    assert there in words(muted)


async def test_a_code_works_once_for_another_server_and_a_week(two: Two) -> None:
    table = two.table
    code = await two.challenge()
    own = private(await table.dora.slash(table.channel, "club accept", code=code))
    assert "That's this server's own code" in words(own)
    page = private(await two.gus.slash(two.channel, "club accept", code=code))
    await two.accept(code)
    assert "No challenge has this code now" in await two.type_code(code)
    again = private(await two.gus.click(page, label="Accept"))
    assert "No challenge has this code now" in words(again)
    late = await two.challenge()
    await later(table, days=CODE_LASTS.days, minutes=1)
    assert "No challenge has this code now" in await two.type_code(late)
    found = await table.bot.store.clubs.find(2)
    assert (found.state, found.code) == (ClubState.CANCELLED, None)


async def test_only_moderators_challenge_accept_and_call_off_and_a_server_can_refuse_all(
    two: Two,
) -> None:
    table = two.table
    asked = private(await table.ada.slash(table.channel, "club challenge", game="ringo", boards=2))
    assert "Only moderators can do that" in words(asked)
    code = await two.challenge()
    typed = private(await two.eve.slash(two.channel, "club accept", code=code))
    assert "Only moderators can do that" in words(typed)
    page = private(await two.gus.slash(two.channel, "club accept", code=code))
    await table.bot.store.server_settings.change(
        two.guild.id, lambda local: local.changed({"clubs": "no"})
    )
    refused = private(await two.gus.click(page, label="Accept"))
    assert "Club matches are off here" in words(refused)
    await table.bot.store.server_settings.change(
        two.guild.id, lambda local: local.changed({"clubs": "yes"})
    )
    await two.accept(code)
    off = private(await two.eve.click(two.card(there=True), label="Call off"))
    assert "Only moderators can do that" in words(off)
    await two.gus.click(two.card(there=True), label="Call off")
    assert "called off" in words(posts(table.channel)[-1])
    assert (await two.found()).state is ClubState.CANCELLED


async def test_with_too_few_it_is_called_off_and_one_person_joins_once(two: Two) -> None:
    table = two.table
    await two.open()
    card = two.card()
    await table.ada.click(card, label=join_label(card))
    twice = private(await table.ada.click(two.card(), label=join_label(card)))
    assert "You're already in" in words(twice)
    both = two.guild.add_member(table.ada.user)
    other = private(await both.click(two.card(there=True), label=join_label(two.card(there=True))))
    assert "You've joined for the other server" in words(other)
    await table.ada.click(two.card(), label="Leave")
    assert "(0): nobody yet" in words(two.card())
    await later(table, days=SIGN_UP.days, minutes=1)
    assert (await two.found()).state is ClubState.CANCELLED
    assert "called off" in words(posts(two.channel)[-1])


async def test_the_end_of_a_club_match_is_law(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    table = two.table
    found = await two.begin("bizingo")
    assert found.ends is not None
    assert found.ends - table.env.now() > timedelta(days=27)
    await _ends(table, timedelta(0))
    for game in found.games:
        assert (await table.match(game.match)).clock.limit == timedelta(hours=12)
    decided = list[int]()
    monkeypatch.setattr(Decisions, "begin", lambda _, matches: decided.extend(matches))
    await _ends(table, LAST_WEEK)
    assert decided == [game.match for game in found.games]
    for number in decided:
        await table.bot.store.matches.apply(
            number, lambda match: verbs.decide(match, table.env.now(), None)
        )
    await later(table, minutes=1)
    assert "### Test Guild 1 – Owls 1" in words(two.card(there=True))


async def _ends(table: Table, ago: timedelta) -> None:
    """Let the end date have been some time ago, and a round come."""
    now = table.env.now()
    await table.change(
        "UPDATE club_matches SET ends = :ends, due = :now", ends=stamp(now - ago), now=stamp(now)
    )
    await poll(table)


async def test_nothing_written_crosses_and_no_moderator_of_one_side_rules(two: Two) -> None:
    table = two.table
    await two.begin("bizingo")
    text = next(iter((await table.match(1)).position.moves()))
    said = private(await table.ada.slash(table.channel, "move", move=text, match=1, message="hi"))
    assert "can't send each other messages here" in words(said)
    ruled = private(
        await table.dora.slash(
            table.channel, "match moderate decide", match=1, winner=0, reason="mine"
        )
    )
    assert "isn't possible in a match between two servers" in words(ruled)
    assert (await table.match(1)).result is None


async def test_a_server_that_removes_the_bot_is_left_and_the_match_goes_on(two: Two) -> None:
    table = two.table
    await two.begin("bizingo")
    await remove_bot(table)
    await later(table, minutes=30)
    assert (await two.found()).clubs[0].left is not None
    await add_bot(table)
    await table.restart()
    await later(table, minutes=1)
    assert (await two.found()).clubs[0].left is None, "it came back within the hour"
    await remove_bot(table)
    await later(table, minutes=61)
    await later(table, minutes=1)
    assert (await two.found()).clubs[0].server == 0
    match = await table.match(1)
    assert match.place.channel == two.channel.id
    assert match.mirror is None
    assert any(
        "You can no longer see the channel of Bizingo #1" in one for one in letters(table.ada)
    )
    told = words(two.card(there=True))
    assert "I was removed from the other server. The match continues here" in told
    assert "### The other server 0 – Owls 0" in told


async def test_the_challenged_server_that_removes_the_bot_is_left_too(two: Two) -> None:
    table = two.table
    await two.begin("bizingo")
    table.env.backend.emit("GUILD_DELETE", {"id": str(two.guild.id)})
    await table.env.settle()
    await later(table, minutes=61)
    await later(table, minutes=1)
    assert [one.server for one in (await two.found()).clubs] == [table.guild.id, 0]
    match = await table.match(1)
    assert (match.place.channel, match.mirror) == (table.channel.id, None)
    assert "The match continues here" in words(two.card())
    text = next(iter(match.position.moves()))
    await table.ada.slash(table.channel, "move", move=text, match=1)
    assert (await table.match(1)).count == 1


async def test_before_it_begins_a_server_that_removes_the_bot_calls_it_off(two: Two) -> None:
    await two.open()
    await remove_bot(two.table)
    await later(two.table, minutes=61)
    await later(two.table, minutes=1)
    found = await two.found()
    assert (found.state, found.clubs[0].name) == (ClubState.CANCELLED, "")
    assert "called off" in words(posts(two.channel)[-1])


async def test_a_request_comes_to_the_other_in_their_own_server(two: Two, calls: Calls) -> None:
    table = two.table
    await two.begin("bizingo")
    for who, channel in ((table.ada, table.channel), (two.eve, two.channel)) * 2:
        text = next(iter((await table.match(1)).position.moves()))
        await who.slash(channel, "move", move=text, match=1)
    await table.ada.slash(table.channel, "match draw", match=1)
    asked = posts(two.channel)[-1]
    assert "offers you a draw" in words(asked)
    assert f"/{two.channel.id}/" in words(asked), "its link leads to her own card"
    assert dict(calls)[asked.id] == [two.eve.id]
    await two.eve.click(asked, label="Accept")
    await later(table, minutes=1)
    for there in (False, True):
        (board,) = two.boards(1, there=there)
        assert "agreed to a draw" in words(board)
        assert "Rematch" not in labels(board)
        assert "**½–½** · #1" in words(two.card(there=there))


async def test_lists_lead_to_ones_own_card_and_spectators_of_both_follow(two: Two) -> None:
    table = two.table
    await two.begin("bizingo")
    listed = words(private(await two.eve.slash(two.channel, "matches")))
    assert f"<#{two.channel.id}>" in listed
    assert f"/{two.guild.id}/{two.channel.id}/" in listed
    (board,) = two.boards(1, there=True)
    offered = private(await two.gus.click(board, label="Move"))
    page = private(await two.gus.click(offered, label="Follow"))
    assert "You're following" in words(page)
    text = next(iter((await table.match(1)).position.moves()))
    await table.ada.slash(table.channel, "move", move=text, match=1)
    await later(table, minutes=1)
    assert await table.bot.store.followers.find(1, two.gus.id) is not None
    mine = private(await two.eve.click(two.card(there=True), label="My board"))
    assert "Bizingo" in words(mine)
    none = private(await two.gus.click(two.card(there=True), label="My board"))
    assert "You don't play in this one." in words(none)


async def test_blocked_people_are_not_paired(two: Two) -> None:
    table = two.table
    now, store = table.env.now(), table.bot.store
    await store.people.block(table.ada.id, two.eve.id, now)
    found = await two.begin("bizingo")
    assert [[one.person.name for one in found.board(board)] for board in found.boards] == [
        ["Ada", "Fay"],
        ["Ben", "Eve"],
    ]


async def test_where_the_mirror_can_not_be_posted_its_player_gets_a_letter(two: Two) -> None:
    table = two.table
    await two.begin("bizingo")
    await table.env.settle()
    path = f"/channels/{two.channel.id}/messages"
    table.env.inject_error("POST", path, status=403, times=9)
    text = next(iter((await table.match(1)).position.moves()))
    await table.ada.slash(table.channel, "move", move=text, match=1)
    await later(table, minutes=1)
    (letter,) = letters(two.eve)
    assert "Your move in Bizingo #1. I can't post its board in your server" in letter
    assert await table.bot.store.mirrors.to_show() == [], "it is not tried for ever"
    private(await two.eve.slash(two.channel, "board", match=1))


async def test_a_deleted_player_is_a_former_player_and_loses(two: Two) -> None:
    table = two.table
    await two.begin("bizingo")
    await do(table.bot.store, 2, verbs.resign, table.ben.id, table.env.now())
    await later(table, minutes=1)
    for who in (two.eve, two.fay):
        await table.bot.store.forgetting.forget(who.id, table.env.now())
    await later(table, minutes=1)
    match = await table.match(1)
    assert match.result is not None
    assert match.result.how is Ending.RESIGNATION
    for there in (False, True):
        told = words(two.card(there=there))
        assert "Ada – a former player · **1–0**" in told
        assert "Ben – a former player · **0–1**" in told
        for number in (1, 2):
            (board,) = two.boards(number, there=there)
            assert not {"Eve", "Fay"} & {*words(board).replace("*", " ").split()}


def longest(state: ClubState) -> ClubMatch:
    """Return a club match of as many people, with as long names, as there can be."""
    now = datetime(2026, 11, 29, tzinfo=UTC)
    signed = [
        ClubPlayer(Person(100 * club + number, "_" * 100), club, None)
        for club in (0, 1)
        for number in range(40)
    ]
    paired = [one._replace(board=at % 40) if at % 40 < 20 else one for at, one in enumerate(signed)]
    games = [
        ClubGame(BoardGame(board, side), 10**6 + board, Played(1))
        for board in range(20)
        for side in (0, 1)
    ]
    return ClubMatch(
        id=10**6,
        code="ABCDEFGH" if state is ClubState.ASKED else None,
        state=state,
        terms=ClubTerms(game="hoyito", options={}, boards=20, both_sides=True),
        begins=now,
        ends=now,
        since=now,
        version=1,
        clubs=[Club(server=club, channel=club, name="_" * 40) for club in (1, 2)],
        players=signed if state is ClubState.OPEN else paired,
        games=[] if state is ClubState.OPEN else games,
    )


@pytest.mark.parametrize("tag", ["en", "fr", "pl"])
def test_the_longest_card_fits_into_a_message(tag: str) -> None:
    for state in ClubState:
        with speaking(language(tag)):
            card = club_card(longest(state), 0)
        check(card)
