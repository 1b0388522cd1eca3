"""Looking: my matches, records, leaderboards, profiles."""

from rules import GAMES
from rules.match import FREE_MOVES
from rules.reading import read
from tests.cogs.conftest import Table, labels, words

SHORT = ("a", "a", "b", "b")


async def finish(table: Table, number: int = 1) -> None:
    """Let Ada give up a match that counts."""
    await table.play_in(number, *SHORT)
    asked = await table.ada.slash(table.channel, "resign", match=number)
    assert asked.response is not None
    await table.ada.click(asked.response, label="Yes, resign")


async def test_my_matches_are_listed_with_mine_to_move_first(table: Table) -> None:
    result = await table.ada.slash(table.channel, "matches")
    assert "You are playing no match" in words(result.response)
    await table.begin("ringo")
    await table.play("a1-a2")
    await table.ada.slash(table.channel, "hoyito", opponent=table.ben, seat="first")
    await table.ben.click(table.last, label="Accept")
    result = await table.ada.slash(table.channel, "matches")
    assert result.ephemeral
    _, first, second = words(result.response).splitlines()
    assert first.startswith("[Hoyito #2](")
    assert ") against Ben · **your move** · time runs out <t:" in first
    assert ") against Ben · waiting" in second
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
    await table.begin("hoyito")
    await finish(table)
    await table.cleo.slash(table.channel, "leaderboard", game="hoyito", scope="everywhere")
    said = words(table.last)
    assert "Hoyito: leaderboard, everywhere" in said
    assert "-# Glicko-2 · ? while unsure · won–drawn–lost · change over 30 days" in said
    assert "1\\. **Ben** 1662? (+162) · 1–0–0" in said
    assert "2\\. **Ada** 1338? (\N{MINUS SIGN}162) · 0–0–1" in said
    await table.cleo.slash(table.channel, "leaderboard", game="hoyito")
    said = words(table.last)
    assert "leaderboard, this server" in said
    assert "**Ben**" in said
    assert "the rating from everywhere" in said
    assert "won–drawn–lost in this server" in said


async def test_leaderboard_turns_pages_after_a_restart(table: Table) -> None:
    people = [table.guild.add_member(table.env.create_user(f"P{n:02}")) for n in range(16)]
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
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    board = table.last
    assert labels(board) == ["Further down"]
    await table.restart()
    await table.ada.click(board, label="Further down")
    board = table.last
    assert "16\\." in words(board)
    assert labels(board) == ["Higher up"]


async def test_profile_shows_ratings_and_how_two_have_fared(table: Table) -> None:
    result = await table.ada.slash(table.channel, "profile")
    assert "No rated match yet." in words(result.response)
    await table.begin("hoyito")
    await finish(table)
    result = await table.ada.slash(table.channel, "profile", player=table.ben)
    said = words(result.response)
    assert "**Hoyito** 1662? · 1–0–0" in said
    assert "You against Ben: 0 won, 0 drawn, 1 lost." in said
    assert "Hoyito #1 against Ada: won" in said
