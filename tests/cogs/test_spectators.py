"""Following a match of others, and guessing its next move: private until it is over."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace

import pytest
import simcord

from data import Visibility
from delivery.lost_access import sees
from tests.delivery.test_channels import forget_the_game
from tests.delivery.test_lost_access import close_channel, letters
from tests.flows.test_whole_games import played
from tests.simulated_discord.interruptions import INTERRUPTIONS, each_step
from tests.simulated_discord.private_answers import choose_forged, press_forged, private
from tests.simulated_discord.table import (
    Message,
    Table,
    components,
    labels,
    later,
    options,
    poll,
    words,
)
from tests.thorough import THOROUGH
from tests.views.test_move_choices import SENT_BACK
from views.move_choices import MOST_OPTIONS, pieces_to_choose
from views.spectator_page import FollowMatch, FollowMode, GuessMove, ListGuess, PickGuess


async def opened(table: Table, label: str = "") -> simcord.ResponseMessage:
    """Let Cleo, who does not play, press a button of the card, the first one unless told."""
    return private(await table.cleo.click(table.last, label=label or labels(table.last)[0]))


async def follow(table: Table, *, each_move: bool = False) -> None:
    """Let Cleo follow the match of the card."""
    page = private(await table.cleo.click(await opened(table), label="Follow"))
    if each_move:
        await table.cleo.click(page, label="Each move")


async def guess(table: Table, hole: str) -> Message:
    """Let Cleo guess the next move of a match of Hoyito."""
    question = private(await table.cleo.click(await opened(table), label="Guess the move"))
    return private(await table.cleo.click(question, label=hole))


async def test_a_press_by_who_does_not_play_offers_to_follow_and_to_guess(table: Table) -> None:
    await table.begin("bizingo")
    card = table.last
    for label in ("Move", "Abort"):
        offered = await opened(table, label)
        said = words(offered)
        assert said.startswith("This is Ada and Ben's match; to play, challenge someone.")
        assert "You can **follow** it and get a direct message, or guess the next move." in said
        assert labels(offered) == ["Follow", "Guess the move", "Rules"]
    page = private(await table.cleo.click(offered, label="Follow"))
    assert words(page).startswith("You're following [Bizingo #1](")
    assert "I'll send you a silent direct message when it's over." in words(page)
    assert labels(page) == ["Each move", "Stop following", "Guess the move"]
    page = private(await table.cleo.click(page, label="Each move"))
    assert "I'll send you a silent direct message after each move." in words(page)
    page = private(await table.cleo.click(page, label="Stop following"))
    assert words(page).startswith("You're no longer following [Bizingo #1](")
    board = private(await table.cleo.slash(table.channel, "board"))
    assert labels(board) == ["Follow", "Guess the move"]
    assert words(table.last) == words(card), "nothing of it is public"


async def test_a_guess_is_chosen_like_a_move_and_named_only_at_the_end(table: Table) -> None:
    await table.begin("hoyito")
    older = private(await table.cleo.click(await opened(table), label="Guess the move"))
    seen = await guess(table, "c")
    assert words(seen).startswith("Your guess: **Ada** sows `c`")
    assert "you can change it until the move is made" in words(seen)
    assert labels(seen) == ["Another guess", "Follow"]
    again = private(await table.cleo.click(seen, label="Another guess"))
    assert "what will **Ada** play?\nYour guess so far: `c`." in words(again)
    await table.cleo.click(again, label="a")
    await table.play("a")
    stale = await table.cleo.click(older, label="b")
    assert "has moved on; press **Guess the move** again." in words(private(stale))
    await guess(table, "B")
    await table.play("a")
    question = private(await table.cleo.click(await opened(table), label="Guess the move"))
    assert "-# Your last guess was wrong. You guessed 1 of 2 moves right." in words(question)
    await table.play("b", "b")
    for message in table.channel.history():
        assert "guess" not in words(message)
    for who in (table.ada, table.ben):
        assert letters(who) == []
    await table.resign(table.ada)
    assert "\n-# Cleo guessed best: 1 of 2 moves." in words(table.last)
    over = await table.cleo.click(question, label=labels(question)[0])
    assert "nothing left to guess" in words(private(over))


async def test_pieces_and_their_targets_are_guessed_step_by_step(table: Table) -> None:
    match = await table.begin("ringo")
    page = private(await table.cleo.click(await opened(table, "Move"), label="Guess the move"))
    text = next(text for text in match.position.moves() if "-" in text)
    piece, end = text.split("-")
    page = private(await table.cleo.click(page, label=piece))
    assert f"Where to from `{piece}`?" in words(page)
    assert "Another piece" in labels(page)
    page = private(await table.cleo.click(page, label=end))
    assert words(page).startswith("Your guess: **Ada** ")
    own = await table.bot.store.guesses.own(1, table.cleo.id)
    assert own.open == text


async def test_letters_come_at_each_move_and_at_the_end_with_the_score(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table, each_move=True)
    await guess(table, "a")
    await table.play("a")
    await later(table, seconds=30)
    (letter,) = table.cleo.user.dm_channel.history()
    assert letter.flags.suppress_notifications, "no device rings for the matches of others"
    assert words(letter).startswith("[Hoyito #1](")
    assert "), **Ada** against **Ben**: **Ada** sows `a`" in words(letter)
    assert words(letter).endswith("Your last guess was right! You guessed 1 of 1 move right.")
    assert labels(letter) == ["Guess the move", "Stop following"]
    question = private(await table.cleo.user.click(letter, label="Guess the move"))
    assert "what will **Ben** play?" in words(question), "in a direct message, too"
    await table.play("a")
    await table.play("b", "b")
    await later(table, seconds=30)
    assert "**Ben** sows `B`" in letters(table.cleo)[-1]
    assert len(letters(table.cleo)) == 2, "what came at once is told at once"
    await table.resign(table.ada)
    await later(table, seconds=30)
    ended = table.cleo.user.dm_channel.last_message
    assert ended is not None
    assert "is over. Ben wins. Ada resigned. You guessed 1 of 1 move right." in words(ended)
    assert labels(ended) == []
    await later(table, hours=1)
    assert len(letters(table.cleo)) == 3


async def test_who_follows_only_the_end_gets_one_letter_and_may_stop_by_it(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table)
    await table.play("a", "a")
    await later(table, seconds=30)
    assert letters(table.cleo) == []
    few = private(await table.cleo.slash(table.channel, "matches"))
    followed = private(await table.cleo.click(few, label="Matches I follow"))
    assert words(followed).startswith("### Matches you follow\n[Hoyito #1](")
    assert "), Ada against Ben\n-# Ada to move · " in words(followed)
    assert options(followed)[0] == "1"
    await table.abort(table.ada)
    await later(table, seconds=30)
    (letter,) = letters(table.cleo)
    assert "**Ada** against **Ben**, is over. Ada aborted the match." in letter


async def test_whoever_cannot_see_the_channel_any_more_is_told_nothing_more(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table, each_move=True)
    await table.play("a")
    await later(table, seconds=30)
    (letter,) = table.cleo.user.dm_channel.history()
    await close_channel(table, table.cleo)
    await table.play("a")
    await later(table, seconds=30)
    assert len(letters(table.cleo)) == 1
    assert await table.bot.store.followers.find(1, table.cleo.id) is None
    refused = await table.cleo.user.click(letter, label="Guess the move")
    assert "There is no match #1 that you can see" in words(private(refused))


@THOROUGH
async def test_nor_is_anybody_without_a_channel_or_where_only_players_watch(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table, each_move=True)
    match = await table.match()
    assert await sees(table.bot, match.place, table.cleo.id, gone=False)
    await table.bot.store.server_settings.change(
        table.guild.id, lambda local: local.changed({"sight": Visibility.PLAYERS})
    )
    await table.play("a")
    await later(table, seconds=30)
    assert letters(table.cleo) == []
    await table.text_channel.delete()
    assert not await sees(table.bot, match.place, table.cleo.id, gone=False)


@THOROUGH
async def test_forged_presses_of_players_and_strangers_tell_and_store_nothing(table: Table) -> None:
    match = await table.begin("hoyito")
    await guess(table, "a")
    other = table.env.create_guild("Elsewhere")
    kim = other.add_member(table.env.create_user("Kim"))
    den = other.create_text_channel("den")
    elsewhere = replace(table, guild=other, channel=den)
    forged = (
        FollowMatch(1, FollowMode.EACH_MOVE),
        GuessMove(1, match.count),
        PickGuess(1, match.count, "a//1"),
        PickGuess(1, match.count, "zz//9"),
        ListGuess(1, match.count, "zz", 0),
    )
    for custom_id in forged:
        for who in (table.ada, table.ben):
            told = words(await press_forged(table, who, custom_id.encoded))
            assert "You're playing in this match" in told or "out of date" in told
        told = words(await press_forged(elsewhere, kim, custom_id.encoded))
        assert "There is no match #1 that you can see" in told or "out of date" in told
    for number in (0, 2, 10**9):
        gone = words(await press_forged(table, table.cleo, FollowMatch(number).encoded))
        assert "no match #" in gone or "out of date" in gone
    for custom_id in forged[3:]:
        gone = words(await press_forged(table, table.cleo, custom_id.encoded))
        assert "out of date" in gone
    store = table.bot.store
    for who in (table.ada, table.ben, kim, table.cleo):
        assert await store.followers.find(1, who.id) is None
        assert (await store.guesses.own(1, who.id)).open == ("a" if who is table.cleo else None)


@THOROUGH
async def test_nothing_reaches_the_players_before_the_end(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")

    async def everything() -> list[str]:
        told = [words(message) for message in table.channel.history()]
        for who in (table.ada, table.ben):
            told += [words(private(await who.slash(table.channel, "matches")))]
            told += letters(who)
            told += [str(item) async for item in table.bot.store.people.export(who.id)]
        return told

    before = await everything()
    await follow(table, each_move=True)
    await guess(table, "c")
    assert await everything() == before
    await table.resign(table.ada)
    assert "guessed" not in words(table.last), "a guess that nothing decided"


async def test_follower_of_a_match_whose_server_or_player_is_gone(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table)
    await table.play("a", "a", "b", "b")
    await table.bot.store.forgetting.forget(table.ada.id, table.env.now())
    await later(table, seconds=30)
    (letter,) = letters(table.cleo)
    assert "**a former player** against **Ben**, is over. Ben wins." in letter
    await table.begin("hoyito")
    page = private(await table.cleo.click(table.last, label="a"))
    await table.cleo.click(page, label="Follow")
    assert await table.bot.store.followers.find(2, table.cleo.id)
    await table.play_in(2, "a", "a")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.bot, "get_guild", lambda _number: None)
        await table.bot.store.forgetting.forget(table.ben.id, table.env.now())
        await later(table, seconds=30)
    assert len(letters(table.cleo)) == 1, "in a server that is gone there is nothing to see"
    assert await table.bot.store.followers.find(2, table.cleo.id) is None


@THOROUGH
@pytest.mark.parametrize(
    ("kind", "step"),
    [
        (kind, step)
        for number, kind in enumerate(["request lost", "answer lost", "killed after a request"])
        for step in range(1, 6)
        if (number + step) % 2
    ],
)
async def test_a_letter_is_sent_once_whatever_happens(table: Table, kind: str, step: int) -> None:
    await table.begin("hoyito")
    await follow(table, each_move=True)
    await table.play("a")
    await poll(table)
    await table.play("a")
    with INTERRUPTIONS[kind](step), suppress(asyncio.CancelledError):
        await later(table, seconds=30)
    table.env.backend.faults.clear()
    await table.restart()
    for _ in range(4):
        await later(table, minutes=6)
    told = [letter for letter in letters(table.cleo) if "**Ben** sows `A`" in letter]
    assert len(told) == 1


@THOROUGH
@pytest.mark.parametrize("kind", ["cancelled at an await", "killed after a request"])
async def test_a_guess_or_follow_that_is_cut_off_is_done_or_not(table: Table, kind: str) -> None:
    await table.begin("hoyito")
    for _, interruption in each_step(kind):
        offered = await opened(table)
        with interruption:
            await table.cleo.click(offered, label="Follow")
        follow_ = await table.bot.store.followers.find(1, table.cleo.id)
        match = await table.match()
        assert match.watched or follow_ is None
        await table.bot.store.followers.unfollow(1, table.cleo.id)


def _select(message: Message, value: str) -> str:
    """Return the custom id of the select that has a value."""
    return next(
        str(part["custom_id"])
        for part in components(message)
        if part["type"] == 3 and value in [option["value"] for option in part["options"]]
    )


@THOROUGH
async def test_a_piece_with_more_places_than_buttons_is_guessed_from_a_list(table: Table) -> None:
    match = await table.begin("agon")
    for text in SENT_BACK.split():
        match = await played(table, match, text)
    await table.ada.slash(table.channel, "board")
    page = private(await table.cleo.click(await opened(table), label="Guess the move"))
    (piece,) = pieces_to_choose(match.position)
    page = private(await table.cleo.click(page, label=piece.cell))
    assert f"Where to from `{piece.cell}`?" in words(page)
    assert len(options(page)) == MOST_OPTIONS
    page = private(await table.cleo.select(page, [options(page)[-1]]))
    last = options(page)[-2].removeprefix("play ")
    page = private(await table.cleo.select(page, [f"play {last}"]))
    assert words(page).startswith("Your guess: **")
    assert (await table.bot.store.guesses.own(1, table.cleo.id)).open == last


@THOROUGH
async def test_a_select_of_pieces_leads_to_their_places_or_nowhere(table: Table) -> None:
    match = await table.begin("ringo")
    text = next(text for text in match.position.moves() if "-" in text)
    piece = text.partition("-")[0]
    listed = ListGuess(1, match.count, "", 0).encoded
    page = await choose_forged(table, table.cleo, listed, f"piece {piece}")
    assert f"Where to from `{piece}`?" in words(page)
    gone = await choose_forged(table, table.cleo, listed, "piece zz")
    assert "out of date" in words(gone)


@THOROUGH
async def test_whoever_stops_following_twice_may_still_watch(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table)
    stop = FollowMatch(1, FollowMode.NOTHING).encoded
    for _ in range(2):
        page = await press_forged(table, table.cleo, stop)
        assert words(page).startswith("You're no longer following [Hoyito #1](")
        assert labels(page) == ["Follow", "Guess the move"]


@THOROUGH
async def test_whoever_follows_a_match_of_a_game_that_is_gone_hears_nothing_more(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await table.begin("hoyito")
    await follow(table, each_move=True)
    await table.play("a")
    await forget_the_game(table)
    await later(table, seconds=30)
    assert "match 1: nobody can follow it: Match #1 can't continue: `senet`" in caplog.text
    assert await table.bot.store.followers.find(1, table.cleo.id) is None
    assert letters(table.cleo) == []


@THOROUGH
async def test_a_letter_tells_of_a_forced_pass(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table, each_move=True)
    position = "4.3.6.6.7.6/0.0.0.0.0.0 16/0 south - >> 1/south"
    await table.change("UPDATE matches SET position = :position", position=position)
    await table.ada.slash(table.channel, "board")
    await table.play("b")
    await later(table, seconds=30)
    (letter,) = letters(table.cleo)
    assert letter.endswith("**Ben** can only pass.")


@THOROUGH
async def test_no_letter_comes_where_the_first_move_was_taken_back(table: Table) -> None:
    await table.begin("hoyito")
    await follow(table, each_move=True)
    await table.play("a")
    await table.ada.slash(table.channel, "match takeback")
    await later(table, seconds=30)
    assert letters(table.cleo) == []
    await table.play("b")
    await later(table, seconds=30)
    (letter,) = letters(table.cleo)
    assert "**Ada** sows `b`" in letter
    await table.ada.slash(table.channel, "match takeback")
    await table.abort(table.ada)
    await later(table, seconds=30)
    told = letters(table.cleo)[-1]
    assert told.endswith(", is over. Ada aborted the match."), "the end is told all the same"
