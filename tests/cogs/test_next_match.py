"""After a move: the other matches in which the person is to move, and the button Next."""

# ruff: noqa: S608 (the statement is made of our own names)

from data import StoredMatch
from data.values import Person, Place, Seat, Terms
from match.clock import Pace
from tests.simulated_discord.table import Table, labels, words
from tests.sqlite_hooks import trace
from tests.thorough import THOROUGH


async def begin(table: Table, game: str = "ringo", days: int | None = 3) -> StoredMatch:
    """Begin a match in which Ada is to move, directly in the store."""
    challenges, now = table.bot.store.challenges, table.env.now()
    ada, ben = (Person(who.id, who.user.name) for who in (table.ada, table.ben))
    place = Place(table.channel.id, table.guild.id)
    pace = None if days is None else Pace.a_move(days)
    terms = Terms(game, {}, Seat.FIRST, pace)
    challenge = await challenges.make(ada, ben, terms, place, now)
    return (await challenges.accept(challenge.number, ben, place, now))[1]


async def test_picker_says_what_waits_and_next_opens_it_in_the_same_message(table: Table) -> None:
    await table.begin("hoyito")
    await begin(table, "ringo", 3)
    await begin(table, "bivouac", 1)
    seen = (await table.ada.click(table.last, label="a")).response
    assert seen is not None
    await table.ada.click(seen, label="Play a")
    first, others = words(seen).splitlines()
    assert first == "You played `a`."
    assert (
        others
        == "Your turn in other matches: Bivouac #3 (24 hours left) and Ringo #2 (3 days left)."
    )
    assert labels(seen) == ["Undo", "Next"]
    await table.ada.click(seen, label="Next")
    assert words(seen) == "Bivouac #3 against **Ben**\nWhich piece?"
    piece = labels(seen)[0]
    await table.ada.click(seen, label=piece)
    end = labels(seen)[0]
    if not end.startswith("Play"):
        await table.ada.click(seen, label=end)
    await table.ada.click(seen, label=next(one for one in labels(seen) if one.startswith("Play")))
    assert words(seen).endswith("Your turn in another match: Ringo #2 (3 days left).")
    assert (await table.match(3)).count == 1


@THOROUGH
async def test_three_are_named_and_how_many_more_there_are(table: Table) -> None:
    await table.begin("hoyito")
    for pace in (None, 3, 1, 14, 5, 3, None, 3):
        await begin(table, "ringo", pace)
    result = await table.ada.slash(table.channel, "move", move="a", match=1)
    assert "**Ada** sows `a`" in words(table.last)
    assert not table.last.flags.ephemeral
    (waiting,) = result.followups
    assert waiting.ephemeral
    assert words(waiting) == (
        "Your turn in other matches: Ringo #4 (24 hours left), Ringo #3 (3 days left), "
        "Ringo #7 (3 days left) and 5 more."
    )
    assert labels(waiting) == ["Next"]


async def test_nothing_is_said_where_nothing_waits(table: Table) -> None:
    await table.begin("hoyito")
    result = await table.ada.slash(table.channel, "move", move="a")
    assert result.followups == []


async def test_next_goes_on_to_another_where_the_named_one_was_moved_in(table: Table) -> None:
    await table.begin("hoyito")
    await begin(table, "ringo", 1)
    await begin(table, "bizingo", 3)
    result = await table.ada.slash(table.channel, "move", move="a", match=1)
    (waiting,) = result.followups
    await table.ada.slash(table.channel, "move", move="b1-b2", match=2)
    await table.restart()
    await table.ada.click(waiting, label="Next")
    assert "Bizingo #3 against **Ben**" in words(waiting)
    await table.ada.slash(table.channel, "move", move="h6-g6", match=3)
    result = await table.ada.slash(table.channel, "matches")
    again = await table.ada.click(waiting, label=labels(waiting)[0])
    assert "is out of date" in words(again.response)


async def test_next_says_so_where_nothing_waits_any_more(table: Table) -> None:
    await table.begin("hoyito")
    await begin(table, "ringo", 1)
    (waiting,) = (await table.ada.slash(table.channel, "move", move="a", match=1)).followups
    await table.abort(table.ada, 2)
    result = await table.ada.click(waiting, label="Next")
    assert "No match is waiting for your move" in words(result.response)


async def test_what_waits_is_found_quickly_among_ten_thousand(table: Table) -> None:
    await begin(table)
    async with table.bot.store._database.transaction() as connection:
        columns = [row["name"] for row in await connection.rows("PRAGMA table_info(matches)")]
        others = ", ".join(name for name in columns if name != "id")
        await connection.change(
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10001) "
            f"INSERT INTO matches (id, {others}) "
            f"SELECT n.i, {others} FROM n, matches WHERE matches.id = 1"
        )
    statements: list[str] = []
    reader = table.bot.store._database.reader
    await trace(reader, statements.append)
    found, number = await table.bot.store.lists.to_move(table.ada.id, 3, but=1)
    assert [match.number for match in found] == [2, 3, 4]
    assert number == 10_000
    (statement,) = (said for said in statements if said.startswith("SELECT"))
    plan = await reader.rows(f"EXPLAIN QUERY PLAN {statement}")
    scanned = [row["detail"] for row in plan if row["detail"].startswith("SCAN")]
    assert not [detail for detail in scanned if "matches" in detail]


@THOROUGH
async def test_a_match_without_a_clock_waits_without_a_time(table: Table) -> None:
    await table.begin("hoyito")
    await begin(table, "ringo", None)
    result = await table.ada.slash(table.channel, "move", move="a", match=1)
    (waiting,) = result.followups
    assert words(waiting) == "Your turn in another match: Ringo #2."
