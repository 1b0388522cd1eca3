"""Forged custom ids and values: a press does no harm, and is answered with a sentence."""

import logging
import random
from inspect import signature

import discord
import pytest

from cogs.challenge_actions import ChallengeTo
from contests.contest import Form
from data import ContestTerms, Person, Place
from data.connection import LARGEST
from interactions import CustomId, OutOfDate
from interactions.components import HANDLERS, Layout, parse, select
from tests.interactions.test_custom_ids import FORMER, PRESENT, UNKNOWN
from tests.simulated_discord.private_answers import private, send_forged
from tests.simulated_discord.table import Table, words
from tests.thorough import THOROUGH, mostly_thorough
from views.analysis_board import BoardAction
from views.contest_ids import JoinContest, JoinLadder, OpenLadder

OUT_OF_DATE = "This button is out of date; `/help` shows what you can type instead."
MEANINGLESS = (
    "match|1|0|castle",
    "leaderboard|ringo|0|1000001",
    f"leaderboard|ringo|0|{LARGEST}",
    "choose|1|0||0",
    "tries|ringo|0|0||0",
    "game|1",
)
"""Readable custom ids of impossible actions; the last ones belong to selects."""
VALUES = (
    "play c3-c1",
    "play a1",
    "piece a1",
    "skip 24",
    "server 30",
    "everywhere 0",
    "ringo",
    "playing",
    "all",
    "theme",
    "walnut",
    "yes",
    "de",
    "17",
    "Europe/Berlin",
    "22:00-08:00",
)
"""What selects and forms of the bot send."""
ODD_VALUES = (
    "",
    " ",
    "x",
    "skip",
    "skip ",
    "skip x",
    "skip -1",
    "skip 1.5",
    "skip ²",
    "skip ٣",
    f"skip {LARGEST}",
    f"skip {2**63}",
    "skip " + "9" * 90,
    "server",
    "server x",
    "server -1",
    f"server {2**70}",
    "play",
    "play ",
    "piece",
    "piece ",
    "-1",
    "²",
    "٣",
    "1e3",
    "9" * 19,
    "9" * 100,
    str(2**63),
    "None",
    "a" * 100,
    "\x00",
    "`",
    '[Game "ringo"]',
)
"""What none of them sends."""
OF_A_MATCH = (
    "choose|1|0||0",
    "playsay|1|0|",
    "keepnote|1|0",
    "tries|ringo|0|0||0",
    "triesfrom|match|1|0|0||0",
    "watch|match|1|0|0|jump",
    "goto|match|1|0",
)
"""Selects and forms of the present match."""
SEASON_BUTTONS = ("join", "leave", "mine", "load", "show")
"""What is pressed in leagues and cups, but for what only a private question has."""
AT_ONCE = 50
"""The number of buttons that are pressed together."""
EDITS = ("", "0", "1", "2", "7", "-1", "٣", "x", "play", "page", "ringo", "9" * 19, "|", "`", "\n")


async def press(table: Table, *custom_ids: str) -> list[str]:
    """Let Ada press buttons with these custom ids at once; return the private answers."""
    channel = table.bot.get_partial_messageable(table.channel.id)
    results = []
    async with table.at_once():
        for custom_id in custom_ids:
            message = await send_forged(channel, custom_id)
            results.append(await table.ada.click(message, label="x"))
    assert all(result.acknowledged for result in results)
    return [words(private(result)) if result.ephemeral else "" for result in results]


def forged(rng: random.Random) -> str:
    """Change a word, or a character or two, of a valid `custom_id`."""
    custom_id = rng.choice([*PRESENT, *FORMER])
    for _ in range(rng.randrange(1, 4)):
        mark = rng.choice(("|", ""))
        parts = custom_id.split("|") if mark else list(custom_id)
        at = rng.randrange(len(parts) + 1)
        parts[at : at + rng.randrange(3)] = rng.sample(EDITS, rng.randrange(2))
        custom_id = mark.join(parts)[:100]
    return custom_id or "|"


async def take_part(table: Table) -> tuple[str, ...]:
    """Let Ada take part in all there is besides matches; return its selects, buttons and forms."""
    await table.begin("ringo")
    await table.ben.slash(table.channel, "hoyito", opponent=table.cleo, side="first")
    await table.cleo.click(table.last, label="Accept")
    for who in (table.ada, table.ben, table.cleo):
        await who.slash(table.channel, "ladder", game="hoyito")
        await who.click(table.last, label="Join")
    store, now = table.bot.store, table.env.now()
    place = Place(table.channel.id, table.guild.id)
    for form in Form:
        terms = ContestTerms(form=form, game="hoyito", options={})
        event = await store.contests.open(terms, place, Person(table.ada.id, "Ada"), now, now)
        for number in range(4):
            someone = (table.ada, table.ben, table.cleo)[number].id if number < 3 else 4
            await store.contests.join(event.id, Person(someone, "A"), table.guild.id, now)
        await store.contests.go_on(event.id, now)
    rush = await table.ada.slash(table.channel, "puzzle rush")
    assert rush.ephemeral
    present = await store.rushes.find(table.ada.id)
    assert present is not None
    run = f"{present.run}|{present.step}"
    return (
        *(f"season{name}|{number}" for name in SEASON_BUTTONS for number in (1, 2, 3)),
        *(f"seasonreckoned|{number}|{of}" for number in (1, 2) for of in (0, 1, LARGEST)),
        *(f"ladder|hoyito|{page}" for page in (0, 1, 7, 100_000, LARGEST)),
        "ladderjoin|hoyito",
        "ladderplay|hoyito",
        f"rush|{run}|a",
        f"rushing|{run}|a|c",
        f"rushed|{run}|a|24",
        f"rushed|{run}||0",
        "rushagain|hoyito",
        "follow|2|moves",
        "guess|2|0",
        "guesspick|2|0|A",
        "guesslist|2|0||0",
        f"guesslist|2|0|A|{LARGEST}",
        "serverform|seasons",
        "serverfilled|digest",
        "serverfilled|seasons",
    )


async def choose(table: Table, *forged_choices: tuple[str, str]) -> None:
    """Let Ada choose values in selects with these custom ids, at once; all are answered."""
    channel = table.bot.get_partial_messageable(table.channel.id)
    results = []
    async with table.at_once():
        for custom_id, value in forged_choices:
            options = [discord.SelectOption(label="x", value=value or " ")]
            item: discord.ui.Select[Layout] = discord.ui.Select(
                custom_id=custom_id, options=options, min_values=0
            )
            message = await channel.send(view=Layout(discord.ui.ActionRow(item)))
            results.append(await table.ada.select(message, [value] if value else []))
    unanswered = [
        choice
        for choice, result in zip(forged_choices, results, strict=True)
        if not result.acknowledged
    ]
    assert unanswered == []


def reads_values(pressed: CustomId) -> bool:
    """Check whether a custom id is that of a select or a form."""
    return "values" in signature(HANDLERS[type(pressed)]).parameters


def forged_choice(rng: random.Random) -> tuple[str, str]:
    """Return the custom id of a control, and a value that it may never have offered."""
    value = rng.choice((*VALUES, *ODD_VALUES, *ODD_VALUES))
    if rng.random() < 0.3:
        at = rng.randrange(len(value) + 1)
        value = (value[:at] + rng.choice(EDITS) + value[at + rng.randrange(2) :])[:100]
    listed = [custom_id for custom_id, act in (PRESENT | FORMER).items() if reads_values(act)]
    return rng.choice((*listed, *OF_A_MATCH)), value


def reads(custom_id: str) -> bool:
    """Check whether it can be read, whether or not such a match exists."""
    try:
        parse(custom_id)
    except OutOfDate:
        return False
    return True


async def test_button_that_says_nothing_we_know_is_out_of_date(table: Table) -> None:
    await table.begin("ringo")
    custom_ids = (*UNKNOWN, *MEANINGLESS)
    said = await press(table, *custom_ids)
    assert dict(zip(custom_ids, said, strict=True)) == dict.fromkeys(custom_ids, OUT_OF_DATE)


async def test_unknown_request_deletes_nothing(table: Table) -> None:
    await table.begin("ringo")
    assert await press(table, "privacy|all", "privacy|") == [OUT_OF_DATE, OUT_OF_DATE]
    assert (await table.match()).result is None
    assert await table.bot.store.people.name_of(table.ada.id) == "Ada"


async def test_person_who_has_left_discord_cannot_be_challenged(table: Table) -> None:
    row = select("Which?", [discord.SelectOption(label="Ringo", value="ringo")], ChallengeTo(1))
    channel = table.bot.get_partial_messageable(table.channel.id)
    result = await table.ada.select(await channel.send(view=Layout(row)), ["ringo"])
    assert "challenge someone else" in words(private(result))


async def test_board_to_try_is_seen_from_one_of_two_sides(table: Table) -> None:
    for seen in (2, 7, LARGEST):
        for said in await press(table, *(f"tried|{step}|ringo|0|{seen}" for step in BoardAction)):
            assert "open a new one" in said


@THOROUGH
async def test_forged_controls_do_no_harm(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    await table.begin("ringo")
    rng = random.Random(34)
    custom_ids: set[str] = set()
    while len(custom_ids) < 400:
        custom_ids.add(forged(rng))
    caplog.clear()
    listed = sorted(custom_ids)
    for at in range(0, len(listed), AT_ONCE):
        batch = listed[at : at + AT_ONCE]
        for custom_id, said in zip(batch, await press(table, *batch), strict=True):
            assert reads(custom_id) or said == OUT_OF_DATE
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.parametrize("number", mostly_thorough([50, 300]))
async def test_forged_values_do_no_harm(
    table: Table, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    await table.begin("ringo")
    rng = random.Random(25)
    listed = [forged_choice(rng) for _ in range(number)]
    caplog.clear()
    for at in range(0, number, AT_ONCE):
        await choose(table, *listed[at : at + AT_ONCE])
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


@THOROUGH
@pytest.mark.parametrize("number", [150, 300])
async def test_forged_values_of_seasons_ladders_and_puzzles_do_no_harm(
    table: Table, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    own = await take_part(table)
    rng = random.Random(number)
    everybody = (table.ada.id, table.ben.id, table.cleo.id, 4, LARGEST, 0)
    values = (*VALUES, *ODD_VALUES, *map(str, everybody), "all", "1", "4", "play A", "piece A")
    listed = [(rng.choice(own), rng.choice(values)) for _ in range(number)]
    caplog.clear()
    for at in range(0, number, AT_ONCE):
        await choose(table, *listed[at : at + AT_ONCE])
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


@THOROUGH
async def test_controls_of_servers_do_nothing_in_private(table: Table) -> None:
    private_channel = await (await table.bot.fetch_user(table.ada.id)).create_dm()
    for custom_id, said in (
        (OpenLadder("hoyito").encoded, "Ladders are for servers; type `/ladder` in one."),
        (JoinLadder("hoyito").encoded, "Ladders are for servers; type `/ladder` in one."),
        (JoinContest(1).encoded, "There is no such league or cup here"),
    ):
        message = await send_forged(private_channel, custom_id)
        await table.env.settle()
        assert said in words(private(await table.ada.user.click(message, label="x")))
