"""The settings of a server: who may choose them, and their effects."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord

import rendering
from data import DisplayMode, ServerSettings, Visibility
from data.server_settings import CardSide
from data.setting_fields import YES_OR_NO
from interactions import OutOfDate
from match.clock import Pace
from tests.cogs.test_matches import challenges
from tests.simulated_discord.display_modes import choose
from tests.simulated_discord.finished_match import finish
from tests.simulated_discord.forms import fields_of, filled_in
from tests.simulated_discord.private_answers import (
    choose_forged,
    open_from_settings,
    press_forged,
    private,
)
from tests.simulated_discord.table import Message, Table, labels, later, words
from tests.thorough import THOROUGH, mostly_thorough
from views.server_settings_page import CHANNELS, CHOICES, FillServerForm, ServerForm, server_form
from views.setting_choices import yes_or_no


async def changed(table: Table, **chosen: object) -> simcord.ResponseMessage:
    """Choose settings in the forms in which they are, and return the page that shows them."""
    page = await open_from_settings(table, "serveropen", table.dora)
    for subject in ServerForm:
        form = await table.dora.click(page, custom_id=f"serverform|{subject}")
        if own := {key: chosen[key] for key in chosen.keys() & fields_of(form).keys()}:
            page = private(await table.dora.submit_modal(form, filled_in(form, **own)))
    return page


async def local(table: Table) -> ServerSettings:
    """Return the settings of the server."""
    return await table.bot.store.server_settings.find(table.guild.id)


@THOROUGH
async def test_settings_are_shown_privately_and_chosen_in_forms_by_subject(table: Table) -> None:
    page = await open_from_settings(table, "serveropen", table.dora)
    assert "Where matches can start: **everywhere**" in words(page)
    assert "Board theme in channels: **walnut (bot default)**" in words(page)
    assert "Ladders that people can join: **Ladders are on**" in words(page)
    assert labels(page) == ["Match settings", "Appearance", "Leagues and cups", "Weekly digest"]
    kinds = {"channels": "channels", "pace": "select", "sight": "radio"}
    kinds |= {"names_voters": "checkbox"}
    looks = {"way": "radio", "card_side": "radio", "theme": "radio", "language": "select"}
    for label, expected in (("Match settings", kinds), ("Appearance", looks)):
        fields = fields_of(await table.dora.click(page, label=label))
        assert {key: kind for key, (kind, _) in fields.items()} == expected
    page = await changed(
        table,
        channels=[table.channel],
        way="edited",
        pace="3d+12h/5d",
        theme="slate",
        sight="players",
        card_side="mover",
    )
    assert await local(table) == ServerSettings(
        (table.channel.id,),
        DisplayMode.EDITED_CARD,
        Pace.bank(3, 12, 5),
        "slate",
        Visibility.PLAYERS,
        card_side=CardSide.MOVER,
    )
    for line in (
        f"Where matches can start: **<#{table.channel.id}>**",
        "Default pace: **3 days + 12 hours a move, at most 5 days**",
        "Who can watch a match: **Only the players**",
        "Match display: **One card, edited in place**",
        "Boards on cards: **Boards flip after each move**",
        "Board theme in channels: **Slate**",
        "Language in this server: **The server's Discord language**",
    ):
        assert line in words(page)
    page = await changed(table, language="de")
    assert "Language in this server: **Deutsch**" in words(page)


@THOROUGH
async def test_form_changes_nothing_that_is_not_in_it(table: Table) -> None:
    """What another manager has chosen meanwhile stays, too."""
    chosen = ServerSettings((7,), DisplayMode.THREAD, None, "slate", language="fr")
    page = await open_from_settings(table, "serveropen", table.dora)
    matches = await table.dora.click(page, label="Match settings")
    look = await table.dora.click(page, label="Appearance")
    await table.bot.store.server_settings.change(table.guild.id, lambda _: chosen)
    await table.dora.submit_modal(matches, filled_in(matches, pace="3", sight="afterwards"))
    chosen = replace(chosen, channels=(), pace=Pace.a_move(3), visibility=Visibility.AFTERWARDS)
    assert await local(table) == chosen
    given = filled_in(look, way="edited", card_side="same", theme="host", language="fr")
    await table.dora.submit_modal(look, given)
    assert await local(table) == replace(chosen, display_mode=DisplayMode.EDITED_CARD, theme="")


async def test_old_page_that_is_used_shows_the_settings_and_changes_nothing(table: Table) -> None:
    """Its lists and its button for older apps are there no more."""
    for answer in (
        await press_forged(table, table.dora, "server"),
        await choose_forged(table, table.dora, "serverlang", "de"),
        await choose_forged(table, table.dora, "serverside", "mover"),
    ):
        assert "### Server settings" in words(answer)
    assert await local(table) == ServerSettings()


async def test_form_shows_what_holds(table: Table) -> None:
    gone = table.guild.create_text_channel("gone")
    chosen = {"pace": "none", "sight": "players", "way": "thread", "theme": "paper"}
    page = await changed(table, channels=[table.channel, gone], language="en", **chosen)
    channel = table.bot.get_channel(gone.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await table.restart()
    held = {
        key: value
        for subject in (ServerForm.MATCHES, ServerForm.LOOK)
        for key, (_, value) in fields_of(
            await table.dora.click(page, custom_id=f"serverform|{subject}")
        ).items()
    }
    assert held == {
        **chosen,
        "channels": [{"id": table.channel.id, "type": "channel"}],
        "language": "en",
        "card_side": "same",
        "names_voters": False,
    }
    page = await changed(table, way="living")
    assert (await local(table)).display_mode is DisplayMode.SINGLE_CARD


@THOROUGH
async def test_only_who_manages_the_server_chooses(table: Table) -> None:
    assert "Server settings" not in labels(
        private(await table.cleo.slash(table.channel, "settings"))
    )
    page = await open_from_settings(table, "serveropen", table.dora)
    form = await table.dora.click(page, label="Appearance")
    role = next(role for role in table.bot.guilds[0].roles if role.name == "Wardens")
    await role.edit(permissions=discord.Permissions.none())
    for refused in (
        await table.dora.click(page, label="Appearance"),
        await table.dora.submit_modal(form, filled_in(form, way="edited")),
    ):
        assert "Only moderators" in words(private(refused))
    assert await local(table) == ServerSettings()


@THOROUGH
async def test_missing_permission_is_named_when_a_way_is_chosen(table: Table) -> None:
    assert table.bot.user is not None
    denied = discord.PermissionOverwrite(create_public_threads=False)
    closed = table.guild.create_text_channel("closed", overwrites={table.bot.user: denied})
    mute = discord.PermissionOverwrite(send_messages=False)
    silent = table.guild.create_text_channel("silent", overwrites={table.bot.user: mute})
    page = await changed(table, way="thread")
    assert f"I'm missing **Create Public Threads** in <#{closed.id}>." in words(page)
    assert f"<#{silent.id}>" not in words(page), "it is not meant"
    page = await changed(table, way="thread", channels=[closed, table.channel, silent])
    assert f"I'm missing **Create Public Threads** in <#{closed.id}>." in words(page)
    assert f"I'm missing **Send Messages** and **Attach Files** in <#{silent.id}>." in words(page)
    page = await changed(table, way="living", channels=[closed])
    assert "I'm missing" not in words(page)


async def test_many_channels_in_which_something_is_missing_are_told_in_a_line(table: Table) -> None:
    assert table.bot.user is not None
    denied = discord.PermissionOverwrite(create_public_threads=False)
    for number in range(30):
        table.guild.create_text_channel(f"closed-{number}", overwrites={table.bot.user: denied})
    page = await changed(table, way="thread")
    assert words(page).count("I'm missing") == 1
    assert "and 25 more. Until" in words(page)


async def test_choosing_anew_lets_what_is_missing_be_told_once_more(table: Table) -> None:
    await table.bot.store.server_settings.explain(table.guild.id, "attach_files")
    await changed(table, way="thread")
    assert (await local(table)).explained == ""


@THOROUGH
async def test_challenge_is_refused_where_no_match_may_start(table: Table) -> None:
    games = table.guild.create_text_channel("board-games")
    await changed(table, channels=[games])
    for typed in ({"opponent": table.ben}, {"level": 1}, {}):
        result = await table.ada.slash(table.channel, "hoyito", **typed)
        assert words(private(result)) == (
            f"In this server, matches start in <#{games.id}>; challenge someone there."
        )
    await table.ada.slash(games, "hoyito", opponent=table.ben)
    assert games.last_message is not None
    await table.ben.click(games.last_message, label="Accept")
    assert (await table.match()).place.channel == games.id


@THOROUGH
async def test_thread_of_a_channel_where_matches_may_start_is_as_good(table: Table) -> None:
    await changed(table, channels=[table.channel])
    await table.text_channel.create_thread(name="a talk", type=discord.ChannelType.public_thread)
    table.channel = table.channel.threads[0]
    await table.begin("hoyito")
    assert (await table.match()).place.channel == table.channel.id


@THOROUGH
async def test_challenge_from_before_is_not_accepted_where_no_match_may_start(table: Table) -> None:
    await table.challenge("hoyito")
    card = table.last
    games = table.guild.create_text_channel("board-games")
    await changed(table, channels=[games])
    refused = await table.ben.click(card, label="Accept")
    assert f"start in <#{games.id}>;" in words(private(refused))
    listed = await challenges(table, table.ben)
    refused = await table.ben.click(listed, label="Accept")
    assert f"start in <#{games.id}>;" in words(private(refused))
    declined = await table.ben.click(card, label="Decline")
    assert declined.acknowledged


async def test_rematch_is_refused_where_no_match_may_start(table: Table) -> None:
    await table.begin("hoyito")
    await table.abort(table.ada)
    games = table.guild.create_text_channel("board-games")
    await changed(table, channels=[games])
    refused = await table.ada.click(table.last, label="Rematch")
    assert f"start in <#{games.id}>;" in words(private(refused))
    refused = await table.ada.user.slash("match rematch", match=1)
    assert "Here, matches only start" in words(refused.response)
    await table.ada.slash(games, "match rematch", match=1)
    await table.ben.slash(games, "match rematch", match=1)
    assert (await table.match(2)).place.channel == games.id


async def test_channels_that_one_does_not_see_are_not_named(table: Table) -> None:
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = table.guild.create_text_channel("hidden", overwrites={table.ada: unseen})
    await changed(table, channels=[hidden])
    result = await table.challenge("hoyito")
    assert "only start in channels you can't see" in words(private(result))
    assert str(hidden.id) not in words(private(result))


@THOROUGH
async def test_pace_is_the_servers_where_a_challenge_does_not_say(table: Table) -> None:
    await changed(table, pace="7")
    await table.challenge("hoyito")
    assert "7 days a move" in words(table.last)
    await table.challenge("ringo", pace="1")
    assert "1 day a move" in words(table.last)
    menu = private(await table.ada.context_menu(table.channel, "Challenge", table.cleo))
    await table.ada.select(menu, ["bizingo"])
    assert "7 days a move" in words(table.last)
    await changed(table, pace="none")
    await table.challenge("bivouac")
    assert "no clock" in words(table.last)
    await table.ada.slash(table.channel, "hoyito", level=1)
    assert "14 days a move" in words(table.last)


async def test_pictures_have_a_servers_theme(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    themes = []
    painted = rendering.picture

    def picture(*told: Any, theme: str, **named: Any) -> bytes:
        themes.append(theme)
        return painted(*told, theme=theme, **named)

    monkeypatch.setattr("interactions.board_image.rendering", SimpleNamespace(picture=picture))
    await changed(table, theme="paper")
    await table.begin("hoyito")
    assert set(themes) == {"paper"}
    await table.bot.store.server_settings.change(
        table.guild.id, lambda _: ServerSettings(theme="of long ago")
    )
    themes.clear()
    await table.play("a")
    assert set(themes) == {"walnut"}


LOOKS = ("board", "match record", "match replay")


async def looked(table: Table, who: simcord.MemberActor) -> set[bool]:
    """Check for every way to see the first match whether a person may."""
    results = [await who.slash(table.channel, command, match=1) for command in LOOKS]
    return {"that you can see" not in words(result.response) for result in results}


@pytest.mark.parametrize(
    ("sight", "live", "over"),
    mostly_thorough(
        [("channel", True, True), ("afterwards", False, True), ("players", False, False)],
        ("afterwards", False, True),
    ),
)
async def test_who_may_look_is_as_the_server_has_it(
    table: Table, sight: str, live: bool, over: bool
) -> None:
    await changed(table, sight=sight)
    await table.begin("hoyito", "a")
    assert await looked(table, table.ada) == {True}
    card: Message = table.last
    assert await looked(table, table.cleo) == {live}
    turn = await table.cleo.click(card, label="Replay the move")
    assert (
        "that you can see" in words(turn.followups[0] if turn.followups else turn.response)
    ) != live
    alone = await table.cleo.slash(table.channel, "board")
    assert ("You have no match" in words(alone.response)) or live
    await finish(table)
    assert await looked(table, table.cleo) == {over}
    profile = private(await table.cleo.slash(table.channel, "profile", player=table.ada.user))
    assert ("Hoyito #1" in words(profile)) == over


@THOROUGH
async def test_thread_that_is_archived_is_seen_by_whoever_sees_its_channel(table: Table) -> None:
    await choose(table, DisplayMode.THREAD)
    match = await table.begin("hoyito")
    await table.abort(table.ada, 1)
    thread = table.bot.get_channel(match.place.channel)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    await table.env.settle()
    assert await looked(table, table.cleo) == {True}


async def test_settings_go_when_the_bot_leaves_the_server(table: Table) -> None:
    await changed(table, way="edited")
    await table.bot.store.server_settings.change(
        4321, lambda _: ServerSettings(display_mode=DisplayMode.THREAD)
    )
    await table.restart()
    await later(table, hours=1)
    assert await table.bot.store.server_settings.find(4321) == ServerSettings(), (
        "it was left meanwhile"
    )
    assert (await local(table)).display_mode is DisplayMode.EDITED_CARD
    await table.bot.guilds[0].leave()
    await table.env.settle()
    await later(table, hours=1)
    assert await local(table) == ServerSettings()


async def test_form_that_says_what_we_do_not_know_is_out_of_date(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await open_from_settings(table, "serveropen", table.dora)
    form = await table.dora.click(page, label="Appearance")
    monkeypatch.setattr("views.server_settings_page.THEMES", ("walnut",))
    refused = await table.dora.submit_modal(form, filled_in(form, theme="slate"))
    assert "out of date" in words(private(refused))
    assert await local(table) == ServerSettings()


MOST_FIELDS = 5
"""The most fields of a form in Discord."""


@pytest.mark.parametrize("form", ServerForm)
async def test_every_form_of_a_server_has_room_for_its_fields(
    table: Table, form: ServerForm
) -> None:
    fields = server_form(form, ServerSettings(), table.bot.guilds[0]).children
    assert len(fields) <= MOST_FIELDS


def test_every_setting_of_a_server_is_a_row_and_keeps_what_is_chosen_in_it() -> None:
    rows = {row.field: row for form in CHOICES.values() for row in form}
    channels = {row.field for row in CHANNELS.values()}
    assert {*rows, *channels, "explained"} == ServerSettings().write().keys()
    for row in rows.values():
        for value in row.values():
            chosen = row.changed(ServerSettings(), value)
            assert row.present(chosen.write()) == value
            assert ServerSettings().changed(chosen.write()) == chosen
        assert row.present(ServerSettings().write()) in row.values()
        with pytest.raises(OutOfDate):
            row.changed(ServerSettings(), "neon")
    assert {*rows["theme"].values()} == {"host", *rendering.THEMES}


@dataclass(frozen=True)
class OneMore(ServerSettings):
    """The settings of a server, and one more."""

    one_more: bool = field(default=True, metadata=YES_OR_NO)


async def test_a_field_and_a_row_are_all_that_a_new_setting_of_a_server_needs(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = yes_or_no("one_more", "One more", "No more")
    monkeypatch.setattr(
        "views.server_settings_page.CHOICES", {**CHOICES, ServerForm.DIGEST: (row,)}
    )
    monkeypatch.setattr("data.settings.ServerSettings", OneMore)
    await table.restart()
    assert await local(table) == OneMore(one_more=True)
    page = await open_from_settings(table, "serveropen", table.dora)
    form = await table.dora.click(page, label="Weekly digest")
    assert fields_of(form)["one_more"] == ("checkbox", True)
    await table.dora.submit_modal(form, filled_in(form, one_more=False))
    await table.restart()
    assert await local(table) == OneMore(one_more=False)


@THOROUGH
async def test_where_the_bot_is_not_a_member_there_are_no_settings_to_choose(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has added the bot to their account may use it in any server."""
    page = await open_from_settings(table, "serveropen", table.dora)
    monkeypatch.setattr("bot.Parlour.get_guild", lambda _bot, _number: None)
    refused = private(await table.dora.click(page, label="Appearance"))
    assert "I'm not a member of this server. Add me, then try again." in words(refused)


@THOROUGH
@pytest.mark.parametrize("form", [*ServerForm])
async def test_form_of_another_version_changes_nothing(table: Table, form: ServerForm) -> None:
    before = await local(table)
    refused = await choose_forged(table, table.dora, FillServerForm(form).encoded, "x")
    assert "out of date" in words(refused)
    assert await local(table) == before
