"""The pages of the rules: each fits, and buttons and a select turn them."""

from dataclasses import replace

import discord
import pytest

from interactions.people import Appearance
from rulebook import rulebook
from rules import GAMES, Refusal
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import alt_text, choose, parts, press, private, type_in
from tests.simulated_discord.table import Message, Table, components, options, words
from tests.thorough import THOROUGH, mostly_thorough
from views.lesson_ids import how_to_play_button
from views.rules_page import rules_button, rules_page

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
PAGES = [(key, number) for key in GAMES for number in range(len(rulebook(key).pages))]


def leave_unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the half a second that a diagram takes; tests/rendering lays out every one."""
    monkeypatch.setattr("rendering.diagram", lambda *_drawn, **_how: b"\x89PNG")


@THOROUGH
@pytest.mark.parametrize(("key", "number"), PAGES)
async def test_every_page_fits_and_shows_its_picture(
    key: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if number % 4 != 1:
        leave_unpainted(monkeypatch)
    view, files = await rules_page(key, number, Appearance("walnut"))
    check(view)
    page = rulebook(key).pages[number]
    galleries = [part for part in parts(view) if part["type"] == 12]
    assert len(files) == len(galleries) == (page.picture is not None)
    for file, gallery in zip(files, galleries, strict=True):
        assert gallery["items"][0]["media"]["url"] == f"attachment://{file.filename}"
        assert file.fp.read(4) == b"\x89PNG"
        assert GAMES[key].name in gallery["items"][0]["description"]
    assert page.words in "\n".join(part.get("content", "") for part in parts(view))


@THOROUGH
@pytest.mark.parametrize("key", mostly_thorough(GAMES, "hoyito"))
async def test_rules_are_leafed_through_from_the_first_page_to_the_last(
    table: Table, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_unpainted(monkeypatch)
    book = rulebook(key)
    message = await type_in(table, "rules", game=key)
    for page in book.pages:
        assert page.words in words(message)
        assert len(message.attachments) == (page.picture is not None)
        assert dead(message) == {
            *(["Back"] if page is book.pages[0] else []),
            *(["Next"] if page is book.pages[-1] else []),
        }
        if page is not book.pages[-1]:
            message = await press(table, message, "Next")
    assert "Sources" in words(message)
    message = await press(table, message, "Back")
    assert book.pages[-2].words in words(message)


def dead(message: Message) -> set[str]:
    """Return the labels of the buttons that do nothing."""
    return {part["label"] for part in components(message) if part.get("disabled")}


@THOROUGH
async def test_a_page_is_chosen_from_the_list(table: Table) -> None:
    message = await type_in(table, "rules", game="bizingo")
    assert len(options(message)) == len(rulebook("bizingo").pages)
    message = await choose(table, message, "4")
    assert "Bizingo · 5 of 10\n## Captains" in words(message)
    assert "captain" in alt_text(message)


async def test_the_rules_button_of_a_card_opens_them_for_whoever_presses(table: Table) -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(rules_button("hoyito"), how_to_play_button("bivouac")))
    sent = await table.bot.get_partial_messageable(table.channel.id).send(view=view)
    await table.restart()
    for person in (table.ada, table.ben):
        opened = private(await person.click(sent, label="Rules"))
        assert rulebook("hoyito").pages[0].words in words(opened)
    opened = private(await table.ada.click(sent, label="How to play"))
    assert "### Bivouac: In the camp: steps" in words(opened)


async def test_a_page_behind_the_last_and_a_game_that_is_gone_are_answered() -> None:
    view, _ = await rules_page("ringo", 99, Appearance("walnut"))
    assert "Sources" in str(parts(view))
    with pytest.raises(Refusal, match="no longer played here"):
        await rules_page("chess", 0, Appearance("walnut"))


async def test_rules_of_one_page_have_nothing_to_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook("hoyito")
    alone = replace(book, pages=book.pages[:1])
    monkeypatch.setattr("views.rules_page.current_rulebook", lambda _key: alone)
    view, _ = await rules_page("hoyito", 0, Appearance("walnut"))
    check(view)
    buttons = [part["label"] for part in parts(view) if part["type"] == 2]
    assert buttons == ["Try it", "Play"]
    assert not [part for part in parts(view) if part["type"] == 3]
