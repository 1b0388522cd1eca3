"""Looking: my matches, records, leaderboards, profiles."""

import discord

from match.match import FREE_MOVES
from match.read_record import read
from rules import GAMES
from tests.cogs.after_a_match import GAIN, GIVE_OR_TAKE, LOST, WON
from tests.cogs.conftest import Table, labels, pictures, words
from tests.cogs.pressing import alt_text, choose, custom_ids, type_in

SHORT = ("a", "a", "b", "b")


async def finish(table: Table, number: int = 1) -> None:
    """Let Ada give up a match that counts."""
    await table.play_in(number, *SHORT)
    asked = await table.ada.slash(table.channel, "resign", match=number)
    assert asked.response is not None
    await table.ada.click(asked.response, label="Yes, resign")


async def test_my_matches_are_listed_with_mine_to_move_first(table: Table) -> None:
    result = await table.ada.slash(table.channel, "matches")
    assert "You have no matches in progress" in words(result.response)
    await table.begin("ringo")
    await table.play("a1-a2")
    await table.ada.slash(table.channel, "hoyito", opponent=table.ben, seat="first")
    await table.ben.click(table.last, label="Accept")
    result = await table.ada.slash(table.channel, "matches")
    assert result.ephemeral
    _, first, mine, second, theirs = words(result.response).splitlines()
    assert first.startswith("[Hoyito #2](")
    assert first.endswith(") against Ben")
    assert mine.startswith("-# **your move · 3 days left** · <#")
    assert second.startswith("[Ringo #1](")
    assert theirs.startswith("-# waiting · 3 days left · <#")
    assert str(table.last.id) in first


async def test_record_is_a_file_that_can_be_read_back(table: Table) -> None:
    await table.begin("hoyito")
    await table.play(*SHORT)
    result = await table.cleo.slash(table.channel, "record", match=1)
    assert result.ephemeral
    assert result.response is not None
    (file,) = result.response.attachments
    text = (await file.read()).decode()
    record = read(text, GAMES)
    assert record.moves == SHORT


async def test_leaderboard_shows_everybody_with_a_rated_match(table: Table) -> None:
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    assert "Nobody has a rated match yet" in words(table.last)
    assert not pictures(table.last)
    await table.begin("hoyito")
    await finish(table)
    await table.cleo.slash(table.channel, "leaderboard", game="hoyito", scope="everywhere")
    assert "Hoyito: everywhere · all time" in words(table.last)
    assert "You are not in it yet: `/hoyito` begins a match." in words(table.last)
    told = alt_text(table.last)
    assert f"1. Ben {WON}?, +{GAIN}, 1–0–0." in told
    assert f"2. Ada {LOST}?, \N{MINUS SIGN}{GAIN}, 0–0–1." in told
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    assert "Hoyito: this server · all time" in words(table.last)
    assert "You are not in it" not in words(table.last)
    assert f"1. Ben {WON}?" in alt_text(table.last)


async def test_leaderboard_without_words_is_that_of_the_game_played_most_here(
    table: Table,
) -> None:
    await table.ada.slash(table.channel, "leaderboard")
    assert f"{next(iter(GAMES.values())).name}: this server" in words(table.last)
    await table.begin("hoyito")
    await finish(table)
    await table.ada.slash(table.channel, "leaderboard")
    assert "Hoyito: this server · all time" in words(table.last)


async def test_leaderboard_changes_game_place_and_time_after_a_restart(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    await table.ada.slash(table.channel, "leaderboard")
    await table.restart()
    await table.ada.select(table.last, ["everywhere 30"], custom_id=select_of(table, "where"))
    assert "Hoyito: everywhere · last 30 days" in words(table.last)
    assert "1. Ben" in alt_text(table.last)
    await table.ada.select(table.last, ["ringo"], custom_id=select_of(table, "game"))
    assert "Ringo: everywhere · last 30 days" in words(table.last)
    assert "Nobody has a rated match yet" in words(table.last)
    await table.ada.select(table.last, ["server 0"], custom_id=select_of(table, "where"))
    assert "Ringo: this server · all time" in words(table.last)


def select_of(table: Table, control: str) -> str:
    """Find the select that changes something of the leaderboard that is shown."""
    return next(one for one in custom_ids(table.last) if one.endswith(control))


async def test_leaderboard_turns_pages_after_a_restart_with_my_line_on_each(table: Table) -> None:
    people = [table.guild.add_member(table.env.create_user(f"P{n:02}")) for n in range(12)]
    for number, (one, two) in enumerate(zip(people[::2], people[1::2], strict=True), start=1):
        await one.slash(table.channel, "hoyito", opponent=two, seat="first")
        await two.click(table.last, label="Accept")
        for _ in range(FREE_MOVES):
            for who in (one, two):
                match = await table.match(number)
                text = next(iter(match.position.moves()))
                await who.slash(table.channel, "move", move=text, match=number)
        asked = await one.slash(table.channel, "resign", match=number)
        assert asked.response is not None
        await one.click(asked.response, label="Yes, resign")
    loser, winner = people[-2:]  # 12th and 6th
    await loser.slash(table.channel, "leaderboard", game="hoyito")
    board = table.last
    assert labels(board) == ["Further down"]
    told = alt_text(board)
    assert "10. P06" in told
    assert "11. P08" not in told
    assert "12. P10" in told
    await table.restart()
    await winner.click(board, label="Further down")
    assert labels(table.last) == ["Higher up"]
    assert "6. P11" in alt_text(table.last)
    assert "11. P08" in alt_text(table.last)
    assert "10. P06" not in alt_text(table.last)
    assert len(table.last.attachments) == 1


async def test_buttons_of_leaderboards_from_before_they_were_drawn_still_turn(
    table: Table,
) -> None:
    await table.begin("hoyito")
    await finish(table)
    view = discord.ui.LayoutView(timeout=None)
    server = table.guild.id
    for number, label in ((0, "Higher up"), (3, "Further down")):
        old: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(
            label=label, custom_id=f"leaderboard|hoyito|{server}|{number}"
        )
        view.add_item(discord.ui.ActionRow(old))
    for label in ("Higher up", "Further down"):  # where it ends before that page, it begins anew
        sent = await table.bot.get_partial_messageable(table.channel.id).send(view=view)
        await table.ada.click(sent, label=label)
        assert f"1. Ben {WON}?" in alt_text(table.last)


async def test_names_that_no_picture_can_write_stand_below_it(table: Table) -> None:
    taro = table.guild.add_member(table.env.create_user("山田太郎"))
    await table.ada.slash(table.channel, "hoyito", opponent=taro, seat="first")
    await taro.click(table.last, label="Accept")
    for _ in range(FREE_MOVES):
        for who in (table.ada, taro):
            text = next(iter((await table.match()).position.moves()))
            await who.slash(table.channel, "move", move=text, match=1)
    asked = await table.ada.slash(table.channel, "resign", match=1)
    assert asked.response is not None
    await table.ada.click(asked.response, label="Yes, resign")
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    assert "1\\. is **山田太郎**" in words(table.last)
    result = await table.ada.slash(table.channel, "profile")
    assert "Not drawn: **山田太郎** 0–0–1" in words(result.response)


async def test_profile_shows_ratings_and_how_two_have_fared(table: Table) -> None:
    result = await table.ada.slash(table.channel, "profile")
    assert "You have no rated match yet. A first one is a command away: `/b" in words(
        result.response
    )
    result = await table.ada.slash(table.channel, "profile", player=table.ben)
    assert "Ben has no rated match yet." in words(result.response)
    await table.begin("hoyito")
    await finish(table)
    result = await table.ada.slash(table.channel, "profile", player=table.ben)
    said = words(result.response)
    assert f"**Hoyito** {WON}? · 1–0–0 · give or take {GIVE_OR_TAKE}" in said
    assert "You against Ben: 0 won, 0 drawn, 1 lost." in said
    assert "Hoyito #1 against Ada: won" in said
    assert result.response is not None
    told = alt_text(result.response)
    assert f"Hoyito {WON}?" in told
    assert "south 0–0–0, north 1–0–0." in told
    assert "Against Ada 1–0–0." in told
    assert "1 win in a row at best. 1 win in a row now. 4 moves in the shortest win." in told


async def test_profile_of_one_game_is_chosen_after_a_restart(table: Table) -> None:
    for number, game in enumerate(("hoyito", "ringo"), start=1):
        await table.begin(game)
        for _ in range(2 * FREE_MOVES):
            match = await table.match(number)
            await table.play_in(number, next(iter(match.position.moves())))
        asked = await table.ada.slash(table.channel, "resign", match=number)
        assert asked.response is not None
        await table.ada.click(asked.response, label="Yes, resign")
    message = await type_in(table, "profile", player=table.ben)
    assert f"Hoyito {WON}?" in alt_text(message)
    assert "Ringo 1789?" in alt_text(message)
    await table.restart()
    message = await choose(table, message, "ringo")
    assert "Ringo 1789?" in alt_text(message)
    assert "Hoyito" not in alt_text(message)
    assert "Against Ada 1–0–0." in alt_text(message)
    message = await choose(table, message, "all")
    assert "Against Ada 2–0–0." in alt_text(message)


async def test_profile_counts_only_what_the_asker_may_see(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    elsewhere = table.guild.create_text_channel("elsewhere")
    seen = await table.cleo.slash(elsewhere, "profile", player=table.ben)
    assert seen.response is not None
    assert "Against Ada 1–0–0." in alt_text(seen.response)
    other = table.env.create_guild()
    stranger = other.add_member(table.env.create_user("Sol"))
    hidden = await stranger.slash(
        other.create_text_channel("far"), "profile", player=other.add_member(table.ben.user)
    )
    assert hidden.response is not None
    assert "Ada" not in alt_text(hidden.response) + words(hidden.response)
    assert f"**Hoyito** {WON}?" in words(hidden.response)
