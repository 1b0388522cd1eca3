"""`/play`: one page to a board in few presses, with the open challenges."""

from dataclasses import replace

import discord
import pytest
import simcord

from data import Challenge, ChallengeState, Person, Place, Seat, Terms
from data.open_challenges import OpenChallenge
from delivery.posting import event_count_on
from interactions.people import Appearance
from match.rating import Rating
from practice.channel import welcome
from rules import GAMES
from tests.simulated_discord.computer import begin
from tests.simulated_discord.interruptions import QUICK, count, each_step
from tests.simulated_discord.limits import LONG_NAME, check
from tests.simulated_discord.private_answers import (
    block,
    choose_forged,
    custom_ids,
    press_forged,
    private,
)
from tests.simulated_discord.table import Calls, Message, Table, labels, later, words
from tests.thorough import THOROUGH
from views.play_page import PAGE_SIZE, TurnLobby, play_page

OPEN = "### Open challenges"
BEGINS = 2
"""The requests by which a match against the computer begins from a private message."""


async def lobby(
    table: Table, who: simcord.MemberActor | None = None, **chosen: object
) -> simcord.ResponseMessage:
    """Let a person, by default Ben, open `/play`."""
    return private(await (who or table.ben).slash(table.channel, "play", **chosen))


def lines(message: Message) -> list[str]:
    """Return the first line of each challenge."""
    return [line for line in words(message).splitlines() if " with **" in line]


async def test_open_challenges_are_listed_with_who_what_how_where_and_when(table: Table) -> None:
    await table.offer(table.ada, "ringo", side="first", pace="7", rated=False)
    await table.ada.slash(table.channel, "hoyito", opponent=table.cleo)
    await table.offer(table.cleo, "bizingo", standing=3)
    message = await lobby(table)
    assert lines(message) == [
        "**Bizingo** with **Cleo**, new",
        "**Ringo** with **Ada**, new",
    ]
    said = words(message)
    assert "Ada plays attacker · Unrated, hints allowed · 7 days a move" in said
    assert f"<#{table.channel.id}> · <t:" in said
    assert "Open until withdrawn · matches in progress: 0 (up to 3 at once)." in said
    assert labels(message)[-2:] == ["Accept", "Accept"]


async def test_a_challenge_is_taken_up_where_it_was_made(table: Table) -> None:
    elsewhere = table.guild.create_text_channel("elsewhere")
    await table.ada.slash(elsewhere, "hoyito", side="first")
    message = await lobby(table)
    await table.ben.click(message, label="Accept")
    match = await table.match()
    assert match.place.channel == elsewhere.id
    assert match.seats == (table.ada.id, table.ben.id)
    assert OPEN not in words(message)
    assert elsewhere.last_message is not None
    assert f"<@{table.ada.id}>, your move" in words(elsewhere.last_message)


async def test_one_s_own_is_withdrawn(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo")
    card = table.last
    message = await lobby(table, table.ada)
    assert "Withdraw" in labels(message)
    await table.ada.click(message, label="Withdraw")
    assert OPEN not in words(message)
    assert labels(await table.channel_message(card.id)) == []


async def test_one_that_rests_is_withdrawn_by_its_maker(table: Table) -> None:
    await table.offer(table.ada, "ringo", standing=1)
    await table.ben.click(await lobby(table), label="Accept")
    assert lines(await lobby(table, table.cleo)) == []
    message = await lobby(table, table.ada)
    assert (
        "matches in progress: 1 (up to 1 at once). Full for now; it reopens when one of them ends."
        in words(message)
    )
    await table.ada.click(message, label="Withdraw")
    assert OPEN not in words(message)


async def test_a_standing_one_stays_in_the_lobby(table: Table) -> None:
    await table.offer(table.ada, "ringo", standing=2)
    message = await lobby(table)
    await table.ben.click(message, label="Accept")
    assert "matches in progress: 1 (up to 2 at once)" in words(message)
    await table.ben.click(message, label="Accept")
    assert len(await table.bot.store.matches.live()) == 2
    assert OPEN not in words(message)


async def test_lobby_is_filtered_by_game_and_turns_pages_after_a_restart(table: Table) -> None:
    for number in range(PAGE_SIZE + 2):
        channel = table.guild.create_text_channel(f"room-{number}")
        await table.ada.slash(channel, "ringo")
    await table.ada.slash(table.channel, "hoyito")
    message = await lobby(table)
    assert len(lines(message)) == PAGE_SIZE
    assert labels(message)[-1:] == ["More"]
    await table.restart()
    await table.ben.click(message, label="More")
    assert len(lines(message)) == 3
    assert labels(message)[-1:] == ["Back"]
    await table.ben.click(message, custom_id="lobby|hoyito|0")
    assert lines(message) == ["**Hoyito** with **Ada**, new"]
    await table.ben.click(message, label="Another game")
    await table.ben.click(message, label="Bizingo")
    assert lines(message) == []
    assert OPEN not in words(message)


async def test_the_last_of_a_page_leaves_the_page_before(table: Table) -> None:
    for number in range(PAGE_SIZE + 1):
        channel = table.guild.create_text_channel(f"room-{number}")
        await table.ada.slash(channel, "ringo")
    message = await lobby(table)
    await table.ben.click(message, label="More")
    await table.ben.click(message, label="Accept")
    assert len(lines(message)) == PAGE_SIZE


async def test_who_is_blocked_is_not_told_of_either_way(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo")
    await table.ben.slash(table.channel, "hoyito")
    before = await lobby(table)
    await block(table, table.ben, table.ada)
    assert lines(await lobby(table)) == ["**Hoyito** with **Ben**, new"]
    assert lines(await lobby(table, table.ada)) == ["**Ringo** with **Ada**, new"]
    refused = await table.ben.click(before, label="Accept")
    assert "can't play each other" in words(refused.response)


async def test_who_does_not_want_to_see_what_others_offer_sees_their_own(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo")
    settings = table.bot.store.personal_settings
    await settings.change(table.ben.id, lambda own: replace(own, shows_open=False), table.env.now())
    assert "Show them again in `/settings`" in words(await lobby(table))
    await table.ben.slash(table.channel, "hoyito")
    assert lines(await lobby(table)) == ["**Hoyito** with **Ben**, new"]


async def test_channels_that_one_cannot_see_are_not_told_of(table: Table) -> None:
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = table.guild.create_text_channel("hidden", overwrites={table.ben: unseen})
    await table.ada.slash(hidden, "ringo")
    assert OPEN not in words(await lobby(table))
    assert len(lines(await lobby(table, table.cleo))) == 1


async def test_the_unseen_is_not_taken_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = table.guild.create_text_channel("elsewhere")
    await table.ada.slash(elsewhere, "ringo")
    message = await lobby(table)
    monkeypatch.setattr("cogs.challenge_actions.sees_channel", lambda *_: False)
    refused = await table.ben.click(message, label="Accept")
    assert "no longer exists" in words(refused.response)
    assert await table.bot.store.matches.live() == []


async def test_of_two_who_press_at_once_one_plays(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo")
    bens, cleos = await lobby(table), await lobby(table, table.cleo)
    async with table.at_once():
        await table.ben.click(bens, label="Accept")
        await table.cleo.click(cleos, label="Accept")
        await table.ben.click(bens, label="Accept")
    assert len(await table.bot.store.matches.live()) == 1
    await table.restart()
    assert OPEN not in words(await lobby(table))


@THOROUGH
@pytest.mark.parametrize("kind", QUICK)
async def test_taken_in_another_channel_and_stopped_at_every_step_it_is_told_once(
    table: Table, calls: Calls, kind: str
) -> None:
    elsewhere = table.guild.create_text_channel("elsewhere")
    for _, interruption in each_step(kind):
        await table.ada.slash(elsewhere, "ringo", side="first")
        message = await lobby(table)
        since = message.id
        with interruption:
            await table.ben.click(message, label="Accept")
        await later(table, seconds=25)
        (match,) = await table.bot.store.matches.live()
        assert match.place.channel == elsewhere.id
        assert match.card is not None
        assert [
            one.id for one in elsewhere.history() if event_count_on(one, match.number) is not None
        ] == [match.card.message]
        assert count(calls, table.ada.id, since) == 1
        assert await table.bot.store.challenges.pending(table.env.now()) == []
        await table.abort(table.ada, match.number, channel=elsewhere)
        await later(table, seconds=60)


def clicks(table: Table) -> int:
    """Count the requests that the bot has sent."""
    return len(table.env.http_requests)


@pytest.mark.usefixtures("thinks_quickly")
async def test_a_board_against_the_computer_is_two_presses_from_play(table: Table) -> None:
    since = clicks(table)
    page = await lobby(table)
    assert clicks(table) - since == 1, "it is answered in one message"
    assert [file.filename for file in page.attachments] == [f"{key}.png" for key in GAMES]
    await table.ben.click(page, label="Ringo")
    assert clicks(table) - since == 2
    await table.ben.click(page, label="The computer, level 1")
    match = await table.match()
    assert (match.game, match.level, match.seats.count(table.ben.id)) == ("ringo", 1, 1)
    assert match.options["attackers"] == "5", "by the fair rules"
    sent = [one.path.split("/")[1] for one in table.env.http_requests[since + 2 :]]
    assert sent[:BEGINS] == ["interactions", "webhooks"], "the press is answered, then the board"


async def test_anyone_here_is_asked_by_one_press(table: Table) -> None:
    page = await lobby(table)
    await table.ben.click(page, label="Bivouac")
    await table.ben.click(page, label="Anyone here")
    assert "**Ben** is looking for an opponent" in words(table.last)
    assert len(lines(await lobby(table, table.ada))) == 1


@pytest.mark.usefixtures("thinks_quickly")
@pytest.mark.parametrize("way", ["The computer, level 1", "Anyone here", "A friend"])
async def test_one_page_begins_once_and_says_where(table: Table, way: str) -> None:
    page = await lobby(table)
    await table.ben.click(page, label="Ringo")
    since = clicks(table)
    async with table.at_once():
        for _ in range(2):
            if way == "A friend":
                await table.ben.select(page, [table.ada.user], custom_id="friend|ringo")
            else:
                await table.ben.click(page, label=way)
    store = table.bot.store
    begun = [*await store.matches.live(), *await store.challenges.pending(table.env.now())]
    assert len(begun) == 1
    paths = [one.path.split("/")[1] for one in table.env.http_requests[since:]]
    sent = [path for path in paths if path in ("interactions", "webhooks")]
    if way == "The computer, level 1":
        assert "Our match has started: " in words(page)
        assert "Ringo #1" in words(page)
        assert labels(page) == ["Open #1", "Another game"]
    else:
        assert words(page) == f"Your Ringo challenge is in <#{table.channel.id}>."
        assert labels(page) == ["Another game"]
        assert sorted(sent) == ["interactions", "interactions", "webhooks"]
    again = private(await table.ben.click(page, label="Another game"))
    await table.ben.click(again, label="Agon")
    await table.ben.click(again, label="The computer, level 1")
    assert {match.game for match in await store.matches.live()} >= {"agon"}


@THOROUGH
@pytest.mark.usefixtures("thinks_quickly")
@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize("way", ["The computer, level 1", "Anyone here"])
async def test_page_pressed_again_after_a_stop_at_any_step_begins_nothing_more(
    table: Table, kind: str, way: str
) -> None:
    store = table.bot.store
    for step, interruption in each_step(kind):
        page = await lobby(table)
        await table.ben.click(page, label="Ringo")
        pressed = next(one for one in custom_ids(page) if one.startswith(WAYS[way]))
        with interruption:
            await table.ben.click(page, custom_id=pressed)
        if way in labels(page):
            await table.ben.click(page, label=way)
        await later(table, seconds=25)
        offers = await store.challenges.pending(table.env.now())
        begun = await store.matches.live()
        assert len(offers) + len(begun) == 1, step
        assert "Another game" in labels(page)
        for offer in offers:
            await store.challenges.withdraw(offer.number, table.ben.id, table.env.now())
        for match in begun:
            await table.abort(table.ben, match.number)
        await later(table, seconds=25)


WAYS = {"The computer, level 1": "begins|", "Anyone here": "anyone|"}
"""How the custom ids begin by which a page begins something."""


async def test_in_private_there_is_the_computer_only(table: Table) -> None:
    page = private(await table.ada.user.slash("play"))
    assert "In a server, `/play` also finds you people to play." in words(page)
    await table.ada.user.click(page, label="Agon")
    assert "Anyone here" not in labels(page)
    assert "The computer, level 1" in labels(page)


async def door(table: Table, where: str) -> Message:
    """Show Ada a message with a button to the page."""
    if where in ("help", "matches", "profile"):
        return private(await table.ada.slash(table.channel, where))
    if where == "rules":
        return private(await table.ada.slash(table.channel, "rules", game="agon"))
    if where == "welcome":
        await welcome(table.bot, table.channel)
    elif where == "a match against me":
        await begin(table, "agon")
        await table.abort(table.ada)
    else:
        await table.begin("agon", *(["a5-b5"] if where == "a match" else []))
        await (table.resign if where == "a match" else table.abort)(table.ada)
    return table.last


DOORS = {"welcome": "Other games", "help": "Play", "matches": "Play", "rules": "Play"}
DOORS |= {"profile": "Play"}
DOORS |= dict.fromkeys(("a match", "an aborted one", "a match against me"), "Another game")


@pytest.mark.usefixtures("thinks_quickly")
@pytest.mark.parametrize("where", DOORS)
async def test_the_same_page_opens_from_everywhere_with_the_open_challenges(
    table: Table, where: str
) -> None:
    """One press opens it, so a board is three presses from anywhere, and an Accept four."""
    elsewhere = table.guild.create_text_channel("elsewhere")
    await table.cleo.slash(elsewhere, "agon")
    page = private(await table.ada.click(await door(table, where), label=DOORS[where]))
    assert lines(page) == ["**Agon** with **Cleo**, new"]
    if where != "rules":
        assert "What would you like to play?" in words(page)
        await table.ada.click(page, label="Agon")
    assert lines(page) == ["**Agon** with **Cleo**, new"]
    await table.ada.select(page, [table.ben.user], custom_id="friend|agon")
    await table.ben.click(table.last, label="Accept")
    page = private(await table.ada.click(page, label="Another game"))
    await table.ada.click(page, label="Agon")
    await table.ada.click(page, label="The computer, level 1")
    live = await table.bot.store.matches.find_live(table.ada.id)
    assert {match.level for match in live} == {None, 1}


@pytest.mark.usefixtures("thinks_quickly")
@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_as_near(table: Table, game: str) -> None:
    page = await lobby(table)
    await table.ben.click(page, label=GAMES[game].name)
    await table.ben.click(page, label="The computer, level 1")
    assert (await table.match()).game == game


async def test_old_buttons_of_the_lobby_show_the_page(table: Table) -> None:
    for old in ("lobby|all|0", "lobby|ringo|0", "anybody", "against||0"):
        assert "Ringo" in words(await press_forged(table, table.ada, old))
    await choose_forged(table, table.ada, "game|0", "ringo")
    assert "**Ada** is looking for an opponent" in words(table.last)


async def test_the_longest_page_fits(table: Table) -> None:
    now = table.env.now()
    for game in GAMES.values():
        longest = {
            option.key: max(
                option.values[1:] or option.values,
                key=lambda value, o=option: len(o.labels[o.values.index(value)]),  # type: ignore[misc]  # mypy does not infer a lambda's default
            )
            for option in game.options
        }
        terms = Terms(game.key, longest, Seat.FIRST, None, rated=False)
        offers = [
            OpenChallenge(
                Challenge(
                    10**14 + number,
                    Person(1, LONG_NAME),
                    None,
                    terms,
                    Place(10**18),
                    now,
                    now,
                    ChallengeState.PENDING,
                    at_once=10,
                ),
                Rating(),
            )
            for number in range(PAGE_SIZE + 1)
        ]

        for at in (TurnLobby("all", 1), TurnLobby(game.key, 1)):
            view, _ = await play_page(at, offers, 2, Appearance("walnut"), level=5)
            check(view)
