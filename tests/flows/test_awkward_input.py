"""Awkward names, wrong entries and long moves, wherever they may appear."""

import re

import discord
import pytest

from data import Place, StoredMatch
from data.time_controls import PACES
from interactions.people import Appearance
from match import verbs
from match.clock import Clock
from rules import GAMES
from tests.simulated_discord.finished_match import finish
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, later, words
from tests.thorough import THOROUGH
from views.match_card import match_card
from views.match_verbs import play_button
from views.move_choices import move_options

AWKWARD = (
    "**bold** __line__ ~~gone~~ ||no||",
    "@everyone @here <@1> <#3> <t:0>",
    "<@123456789012345678> <@&12345>",
    "[a](https://b.example) `code` \\`",
    "# head\n> quote\n- list\n1. one",
    "\u202eright to left \u200b\u200d \ufeff",
    "{name} {0} %s %(x)s {match!r} {}",
    "| # | - · → … « » ' \" & < > ; $",
    "ﷺ𒐫꧅ Z̸̢a̵l̷g̶o̷ 👩‍👩‍👧‍👦🏳️‍🌈",
)
INVISIBLE = "\u200b\u200d \u2060\ufeff\u3164"
MENTION = re.compile(r"@everyone|@here|<@&?\d|<#\d|<t:0>|\u202e")
LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(https://b\.example")


def sent(table: Table) -> list[str]:
    """Return everything that was sent, without the texts that mention on purpose."""
    people = (table.ada, table.ben, table.cleo)
    mentions = {f"<@{who.id}>" for who in people} | {f"<#{table.channel.id}>"}
    texts = []
    for entry in table.env.http_requests:
        body = entry.json if isinstance(entry.json, dict) else {}
        texts += _texts(body)
    for mention in mentions:
        texts = [text.replace(mention, "") for text in texts]
    return texts


def _texts(part: object) -> list[str]:
    """Yield all texts that are shown as markdown, at any depth."""
    if isinstance(part, dict):
        own = [part["content"]] if isinstance(part.get("content"), str) else []
        return own + [text for value in part.values() for text in _texts(value)]
    return [text for value in part for text in _texts(value)] if isinstance(part, list) else []


@THOROUGH
@pytest.mark.parametrize("name", AWKWARD)
async def test_awkward_names_show_as_they_are_written(table: Table, name: str) -> None:
    name = name.ljust(32, "_")[:32]
    table.ada, table.ben = (
        table.guild.add_member(table.env.create_user(str(number), global_name=name))
        for number in (1, 2)
    )
    await table.begin("hoyito")
    await table.ben.slash(table.channel, "move", move="a", match=1)
    await table.ada.autocomplete(table.channel, "board", "match", "")
    await finish(table)
    card = table.last
    await table.ada.click(card, label="Rematch")
    await table.challenge("ringo")
    await table.cleo.click(table.last, label="Accept")
    await table.ben.click(table.last, label="Decline")
    for command, options in (
        ("matches", {}),
        ("match record", {"match": 1}),
        ("leaderboard", {"game": "hoyito"}),
        ("profile", {"player": table.ben}),
        ("privacy", {}),
    ):
        result = await table.ada.slash(table.channel, command, **options)
        assert result.acknowledged
    menu = await table.ada.context_menu(table.channel, "Challenge", table.ben)
    assert menu.acknowledged
    assert not [text for text in sent(table) if MENTION.search(text) or LINK.search(text)]
    assert not [text for text in sent(table) if "Something went wrong" in text]


@THOROUGH
async def test_entry_that_only_counts_is_refused_kindly(table: Table) -> None:
    await table.begin()
    for typed in ("", "h", "h6-g6"):
        offered = await table.ada.autocomplete(table.channel, "move", "move", typed)
        more = [choice for choice in offered if choice["name"].startswith("… and ")]
        for choice in more:
            result = private(await table.ada.slash(table.channel, "move", move=choice["value"]))
            assert "Start typing yours" in words(result)
        assert bool(more) == (len(offered) == 25)
    assert (await table.match()).count == 0


async def test_match_option_offers_ones_matches_by_number_game_and_name(table: Table) -> None:
    await table.begin("hoyito")
    await table.ada.slash(table.channel, "ringo", opponent=table.cleo, side="second")
    await table.cleo.click(table.last, label="Accept")
    for typed, numbers in (
        ("", [1, 2]),
        ("2", [2]),
        ("#1", [1]),
        ("RING", [2]),
        ("ben", [1]),
        ("nobody", []),
    ):
        for command in ("move", "board", "match resign", "match draw", "match record"):
            offered = await table.ada.autocomplete(table.channel, command, "match", typed)
            assert [choice["value"] for choice in offered] == numbers
    assert await table.ben.autocomplete(table.channel, "match rematch", "match", "") == []
    await table.abort(table.ben)
    (choice,) = await table.ben.autocomplete(table.channel, "match rematch", "match", "")
    assert choice == {"name": "#1 Hoyito against Ada", "value": 1}


@THOROUGH
async def test_longest_capture_fits_lists_buttons_and_cards() -> None:
    """Five jumps through a camp of four by four are the most that a stone can make."""
    text = "b2:d2:d4:b4:b2:d4"
    ranks = "www.../....../....../....../.bbbb./....../....../..b.../.bbb../.wb.../......"
    position = GAMES["bivouac"].decode(f"{ranks} white -")
    assert text in position.moves()
    now = discord.utils.utcnow()
    match = StoredMatch(
        number=10**14,
        options={},
        started=now,
        place=Place(1, 2),
        position=position,
        seats=(1, 2),
        names=("Ada", "Ben"),
        clock=Clock(PACES[0], now),
        rated=True,
    )
    assert any(option.value == f"play {text}" for option in move_options(position, "b2"))
    row = play_button(match, text, f"Play {text}").to_component_dict()
    assert row["custom_id"].endswith(text)
    after, _ = verbs.follow(match, verbs.play(match, 1, now, text))
    check((match_card(after, Appearance("walnut"))).view)


@THOROUGH
@pytest.mark.parametrize("name", [*AWKWARD, INVISIBLE])
async def test_awkward_league_names_ping_nobody_and_are_escaped(table: Table, name: str) -> None:
    await table.dora.slash(table.channel, "season start", game="hoyito", name=name[:40])
    card = table.last
    for who in (table.ada, table.ben, table.cleo):
        await who.click(card, label="Join")
    await later(table, days=7.01)
    await later(table, minutes=1)
    for command in ("show", "my"):
        await table.ada.slash(table.channel, f"season {command}")
    await table.ada.slash(table.channel, "season leave", season=1)
    await table.dora.slash(table.channel, "season stop", season=1)
    await table.ada.slash(table.channel, "matches")
    if name == INVISIBLE:
        assert any("League 1" in text for text in sent(table)), "nothing to see is no name"
        assert not any("****" in text for text in sent(table))
    (thread,) = table.channel.threads
    texts = [text.replace(thread.mention, "") for text in sent(table)]
    assert not [text for text in texts if MENTION.search(text) or LINK.search(text)]
    people = {who.id for who in (table.ada, table.ben, table.cleo)}
    assert {each for message in table.channel.history() for each in table.called(message)} <= people
