"""The rules in pages, the board to try a game on, and what `/help` and `/about` say."""

import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

import cogs.choosing
import cogs.guide
import cogs.trying
from bot import Parlour, Settings
from cogs.choosing import MOST, choices
from cogs.reading import how_to_play_button, rules_button, rules_page
from cogs.trying import MOST_WRITTEN, Trial, board
from data.texts import rulebook
from rules import GAMES, Position, Refusal
from tests.test_every_game import walk

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
PAGES = [(key, number) for key in GAMES for number in range(len(rulebook(key).pages))]


class World:
    """A simulated Discord with the bot, a channel and two people."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        guild = env.create_guild("Club")
        self.channel = guild.create_text_channel("games")
        self.ann = guild.add_member(env.create_user("Ann"))
        self.bea = guild.add_member(env.create_user("Bea"))

    async def type(self, command: str, **options: Any) -> simcord.ResponseMessage:
        result = await self.ann.slash(self.channel, command, **options)
        return private(result)

    async def press(self, message: Any, label: str) -> simcord.ResponseMessage:
        return private(await self.ann.click(message, label=label))

    async def choose(self, message: Any, value: str) -> simcord.ResponseMessage:
        return private(await self.ann.select(message, [value]))


def private(result: Any) -> simcord.ResponseMessage:
    """Give the one private message that answers."""
    message = result.response or result.followups[0]
    assert message.ephemeral
    return message  # type: ignore[no-any-return]  # simcord's results are not typed here


@pytest.fixture
async def simcord_env(tmp_path: Path) -> AsyncIterator[simcord.Env]:
    env = simcord.Env(Parlour(Settings(database=tmp_path / "parlour.sqlite3")), shard_count=1)
    await env.start()
    yield env
    await env.shutdown()
    assert isinstance(env.bot, Parlour)
    await env.bot.close()


@pytest.fixture
def world(simcord_env: simcord.Env) -> World:
    return World(simcord_env)


def sent(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """Give a message's components as Discord gets them."""
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]  # discord.py's
    return components


def items(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Walk through everything in a message as Discord gets it."""
    for item in components:
        yield item
        yield from items(item.get("components", []))
        yield from items([item["accessory"]] if "accessory" in item else [])


def words(message: Any) -> str:
    return "\n".join(item["content"] for item in items(message.components) if item["type"] == 10)


def labels(message: Any) -> list[str]:
    return [item["label"] for item in items(message.components) if item["type"] == 2]


def entries(message: Any) -> list[str]:
    return [
        option["value"]
        for item in items(message.components)
        if item["type"] == 3
        for option in item["options"]
    ]


def alt_text(message: Any) -> str:
    gallery = next(item for item in items(message.components) if item["type"] == 12)
    text: str = gallery["items"][0]["description"]
    return text


def check_limits(view: discord.ui.LayoutView) -> None:
    """Compare a message with what Discord takes."""
    everything = list(items(sent(view)))
    assert len(everything) <= 40
    assert view.content_length() <= 4000
    assert view.timeout is None
    ids = [item["custom_id"] for item in everything if "custom_id" in item]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for item in everything:
        assert len(item.get("label", "")) <= 80
        if item["type"] == 1:
            assert 1 <= len(item["components"]) <= 5
        if item["type"] == 3:
            check_select(item)
        if item["type"] == 12:
            for picture in item["items"]:
                assert 1 <= len(picture["description"]) <= 1024


def check_select(item: dict[str, Any]) -> None:
    assert 1 <= len(item["options"]) <= 25
    assert len(item["placeholder"]) <= 150
    assert len({option["value"] for option in item["options"]}) == len(item["options"])
    for option in item["options"]:
        for field in ("label", "value", "description"):
            assert len(option.get(field) or "") <= 100


@pytest.mark.parametrize(("key", "number"), PAGES)
async def test_every_page_fits_and_shows_its_picture(key: str, number: int) -> None:
    view, files = await rules_page(key, number, "walnut")
    check_limits(view)
    page = rulebook(key).pages[number]
    assert len(files) == (page.picture is not None)
    message = [item for item in items(sent(view)) if item["type"] == 12]
    for file, gallery in zip(files, message, strict=True):
        assert gallery["items"][0]["media"]["url"] == f"attachment://{file.filename}"
        assert file.fp.read(4) == b"\x89PNG"
        assert GAMES[key].name in gallery["items"][0]["description"]
    text = "\n".join(item["content"] for item in items(sent(view)) if item["type"] == 10)
    assert page.words in text


@EVERY_GAME
async def test_rules_are_leafed_through_from_the_first_page_to_the_last(
    world: World, key: str
) -> None:
    book = rulebook(key)
    message = await world.type("rules", game=key)
    for page in book.pages:
        assert page.words in words(message)
        assert len(message.attachments) == (page.picture is not None)
        message = await world.press(message, "Next")
    assert book.pages[0].words in words(message)
    message = await world.press(message, "Back")
    assert book.pages[-1].words in words(message)
    assert "Sources" in words(message)


async def test_a_page_is_chosen_from_the_list(world: World) -> None:
    message = await world.type("rules", game="bizingo")
    assert len(entries(message)) == len(rulebook("bizingo").pages)
    message = await world.choose(message, "4")
    assert "Bizingo · 5 of 10\n## Captains" in words(message)
    assert "captain" in alt_text(message)


async def test_rules_without_a_game_show_every_game(world: World) -> None:
    message = await world.type("rules")
    for key, game in GAMES.items():
        assert game.name in words(message)
        assert rulebook(key).summary in words(message)
    opened = private(await world.ann.click(message, custom_id="rules|ringo"))
    assert rulebook("ringo").pages[0].words in words(opened)


async def test_the_rules_button_of_a_card_opens_them_for_whoever_presses(world: World) -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(rules_button("hoyito"), how_to_play_button("bivouac")))
    sent = await world.env.bot.get_partial_messageable(world.channel.id).send(view=view)
    await restart(world)
    for person in (world.ann, world.bea):
        opened = private(await person.click(sent, label="Rules"))
        assert rulebook("hoyito").pages[0].words in words(opened)
    opened = private(await world.ann.click(sent, label="How to play"))
    assert rulebook("bivouac").pages[0].words in words(opened)


async def restart(world: World) -> None:
    """Stop the bot and start it anew on the same database."""
    before = world.env.bot
    assert isinstance(before, Parlour)
    await before.close()
    await world.env.restart_bot(Parlour(before.settings))


async def test_pages_turn_and_boards_go_on_after_a_restart(world: World) -> None:
    message = await world.type("rules", game="ringo")
    tried = await world.press(message, "Try it")
    tried = await world.choose(tried, "piece a1")
    tried = await world.choose(tried, "play a1-a2")
    await restart(world)
    message = await world.press(message, "Next")
    assert "How to win" in words(message)
    assert "a1-a2" in words(tried)
    tried = await world.choose(tried, "piece a6")
    tried = await world.choose(tried, "play a6-a5")
    assert "`a1-a2 a6-a5`" in words(tried)
    tried = await world.press(tried, "Step back")
    assert "`a1-a2`" in words(tried)


async def test_a_page_behind_the_last_and_a_game_that_is_gone_are_answered() -> None:
    view, _ = await rules_page("ringo", 99, "walnut")
    assert "Sources" in str(sent(view))
    with pytest.raises(Refusal, match="not played here any more"):
        await rules_page("chess", 0, "walnut")


@EVERY_GAME
async def test_a_board_begins_as_its_page_shows(world: World, key: str) -> None:
    book = rulebook(key)
    number = next(n for n, page in enumerate(book.pages) if page.picture and page.picture.last)
    message = await world.type("rules", game=key)
    message = await world.choose(message, str(number))
    tried = await world.press(message, "Try it")
    picture = book.pages[number].picture
    assert picture is not None
    assert alt_text(tried) == picture.before.describe()
    assert picture.caption in words(tried)
    assert "No moves yet" in words(tried)


@EVERY_GAME
async def test_a_whole_game_is_tried_by_presses_alone(world: World, key: str) -> None:
    """From a page shortly before the end to the end, every entry being a legal move or a piece."""
    book = rulebook(key)
    ends = [
        n for n, page in enumerate(book.pages) if page.picture and page.picture.position.outcome()
    ]
    number = ends[0] if ends else 3
    picture = book.pages[number].picture
    assert picture is not None
    message = private(await world.ann.click(await page_message(world, key, number), label="Try it"))
    position: Position = picture.before
    lots = random.Random(key)
    if picture.last:
        message = await play(world, message, position, picture.last.text)
        position = position.play(picture.last.text)[1]
    for _ in range(6):
        assert alt_text(message) == position.describe()
        if ending := position.outcome():
            assert ending.reason in words(message)
            assert not entries(message)
            break
        text = lots.choice(list(position.moves()))
        message = await play(world, message, position, text)
        position = position.play(text)[1]
    message = await world.press(message, "Start again")
    assert alt_text(message) == picture.before.describe()


async def page_message(world: World, key: str, number: int) -> simcord.ResponseMessage:
    return await world.choose(await world.type("rules", game=key), str(number))


async def play(
    world: World, message: simcord.ResponseMessage, position: Position, text: str
) -> simcord.ResponseMessage:
    """Play a move as people do: at once where the piece has no other, else piece and target."""
    if f"play {text}" not in entries(message):
        message = await world.choose(message, f"piece {position.moves()[text].path[0]}")
    assert set(entries(message)) <= {f"play {move}" for move in position.moves()} | {
        f"piece {move.path[0]}" for move in position.moves().values() if move.path
    }
    return await world.choose(message, f"play {text}")


async def test_stepping_back_and_starting_again(world: World) -> None:
    message = await world.press(await world.type("rules", game="bizingo"), "Try it")
    start = alt_text(message)
    assert labels(message) == ["Turn the board"]
    message = await world.choose(message, "piece h6")
    assert labels(message)[0] == "Another piece"
    message = await world.press(message, "Another piece")
    message = await world.choose(message, "piece h6")
    message = await world.choose(message, "play h6-g6")
    assert "Light moves a captain from `h6` to `g6`." in words(message)
    assert "**Dark to move.**" in words(message)
    message = await world.choose(message, "piece f9")
    message = await world.choose(message, "play f9-g9")
    assert "`h6-g6 f9-g9`" in words(message)
    message = await world.press(message, "Step back")
    assert "`h6-g6`" in words(message)
    message = await world.press(message, "Start again")
    assert alt_text(message) == start


async def test_the_board_is_turned_and_stays_so(world: World) -> None:
    message = await world.press(await world.type("rules", game="bivouac"), "Try it")
    seen = message.attachments[0].size
    message = await world.press(message, "Turn the board")
    message = await world.choose(message, "piece b2")
    message = await world.choose(message, "play b2-a1")
    ids = [item["custom_id"] for item in items(message.components) if "custom_id" in item]
    assert all("|bivouac|0|1" in custom_id for custom_id in ids)
    assert seen


async def test_a_board_of_a_page_can_become_a_whole_game(world: World) -> None:
    message = await world.press(await page_message(world, "ringo", 8), "Try it")
    assert "Whole game" in labels(message)
    message = await world.press(message, "Whole game")
    assert alt_text(message) == GAMES["ringo"].start({}).describe()
    assert "Whole game" not in labels(message)


async def test_nothing_of_a_tried_board_is_stored(world: World) -> None:
    bot = world.env.bot
    assert isinstance(bot, Parlour)
    message = await world.press(await world.type("rules", game="hoyito"), "Try it")
    await world.choose(message, "play c")
    assert await bot.store.matches.live() == []
    assert await bot.store.people.name_of(world.ann.id) is None


@EVERY_GAME
async def test_a_board_fits_at_every_point_of_a_game(key: str) -> None:
    for position in list(walk(GAMES[key], {}, seed=9, longest=60))[::6]:
        for cell in ["", *{move.path[0] for move in position.moves().values() if move.path}]:
            options = choices(position, cell)
            assert len(options) <= MOST
    moves = moves_of(key, 40)
    for count in (0, 1, 2, 39, 40):
        for page in (0, 3):
            if page and count:
                continue
            view, file = await board(Trial(key, page, 1, moves[:count]), "walnut")
            check_limits(view)
            assert file.fp.read(4) == b"\x89PNG"


def moves_of(key: str, count: int) -> tuple[str, ...]:
    lots = random.Random(21)
    position, moves = GAMES[key].start({}), list[str]()
    while len(moves) < count and (legal := list(position.moves())):
        moves.append(lots.choice(legal))
        position = position.play(moves[-1])[1]
    return tuple(moves)


async def test_a_full_board_says_so_and_can_step_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.trying, "MOST_WRITTEN", 25)
    view, _ = await board(Trial("bizingo", 0, 0, ("h6-g6", "f9-g9", "g6-h6")), "walnut")
    everything = list(items(sent(view)))
    assert not [item for item in everything if item["type"] == 3]
    assert "This board is full" in str(everything)
    assert "Step back" in str(everything)


@EVERY_GAME
def test_the_longest_record_fits_a_message(key: str) -> None:
    assert MOST_WRITTEN + max(len(text) for text in moves_of(key, 300)) + 1000 < 4000


def test_long_lists_are_shown_in_parts_that_come_round(monkeypatch: pytest.MonkeyPatch) -> None:
    position = GAMES["bizingo"].start({})
    whole = [option.value for option in choices(position)]
    monkeypatch.setattr(cogs.choosing, "MOST", 4)
    found: list[str] = []
    skip = 0
    while True:
        *listed, more = choices(position, "", skip)
        assert len(listed) <= 3
        found += [option.value for option in listed]
        word, _, number = more.value.partition(" ")
        assert word == "skip"
        if not (skip := int(number)):
            break
        assert skip == len(found)
    assert found == whole


@pytest.mark.parametrize(
    "trial", [Trial("chess", 0), Trial("ringo", 99), Trial("ringo", 0, 0, ("a1-a5",))]
)
def test_a_board_that_the_texts_have_outgrown_says_so(trial: Trial) -> None:
    with pytest.raises(Refusal, match="start a new one"):
        trial.stands()


async def test_help_says_what_to_type_first_and_lists_every_command(world: World) -> None:
    message = await world.type("help")
    for key, game in GAMES.items():
        assert f"`/{key}`" in words(message)
        assert game.name in labels(message)
    for command in world.ann.available_commands(world.channel):
        assert f"`/{command}`" in words(message)
    opened = await world.press(message, "Ringo")
    assert rulebook("ringo").summary in words(opened)


async def test_about_says_what_this_is(world: World) -> None:
    message = await world.type("about")
    text = words(message)
    assert "Parlour 0." in text
    assert "discord.py 2.7.1" in text
    assert "1 server." in text
    assert "MIT" in text
    assert all(game.name in text for game in GAMES.values())
    assert "http" not in text


async def test_help_about_and_the_games_fit(world: World) -> None:
    bot = world.env.bot
    assert isinstance(bot, Parlour)
    check_limits(cogs.guide.help_page(bot))
    check_limits(cogs.guide.about_page(bot))
    check_limits(cogs.guide.all_games())
