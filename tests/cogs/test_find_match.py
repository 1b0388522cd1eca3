"""Which match a command means: by number, by channel, and by what people type."""

import logging

import pytest
import simcord

from data import StoredMatch
from data.values import Person, Place, Seat, Terms
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, words
from tests.thorough import THOROUGH, mostly_thorough


async def several(table: Table, number: int, channel: simcord.ChannelHandle | None = None) -> None:
    """Begin this many matches in which Ada is to move, directly in the store."""
    ada, ben = (Person(who.id, who.user.name) for who in (table.ada, table.ben))
    place = Place((channel or table.channel).id, table.guild.id)
    now = table.env.now()
    for _ in range(number):
        challenges = table.bot.store.challenges
        terms = Terms("hoyito", {}, Seat.FIRST)
        challenge = await challenges.make(ada, ben, terms, place, now)
        await challenges.accept(challenge.number, ben, place, now)


@pytest.mark.parametrize(
    "digits", mostly_thorough(["9" * 20, "9" * 5000, str(2**63), "9" * 18, "0"], "9" * 5000, "0")
)
async def test_number_of_any_size_is_refused_in_words(
    table: Table, caplog: pytest.LogCaptureFixture, digits: str
) -> None:
    await table.begin("hoyito")
    result = private(await table.ada.slash(table.channel, "move", move=f"c #{digits}"))
    assert "There is no match" in words(result)
    offered = await table.ada.autocomplete(table.channel, "board", "match", f"#{digits}")
    assert [choice["value"] for choice in offered] == []
    assert not [record for record in caplog.records if record.levelno > logging.INFO]
    assert (await table.match()).count == 0


async def test_move_that_names_another_match_than_the_option_is_refused(table: Table) -> None:
    await several(table, 2)
    result = await table.ada.slash(table.channel, "move", move="c #2", match=1)
    said = words(result.response)
    assert "#2" in said
    assert "#1" in said
    assert (await table.match(1)).count == (await table.match(2)).count == 0
    await table.ada.slash(table.channel, "move", move="c #2", match=2)
    assert (await table.match(2)).count == 1


async def test_entry_of_the_list_may_be_typed_as_it_reads(table: Table) -> None:
    await several(table, 2)
    await table.ada.slash(table.channel, "move", move="c · #2 against Ben")
    assert (await table.match(2)).count == 1


async def test_refusals_name_a_few_of_many_matches_and_how_many_more(table: Table) -> None:
    await several(table, 60)
    for command, options in (("move", {"move": "c"}), ("match resign", {})):
        asked = await table.ada.slash(table.channel, command, **options)
        assert "35 more matches aren't listed" in words(asked.response)
    elsewhere = table.guild.create_text_channel("elsewhere")
    for channel, command, options in (
        (elsewhere, "move", {"move": "c"}),
        (elsewhere, "match resign", {}),
    ):
        result = private(await table.ada.slash(channel, command, **options))
        assert " and 55 more" in words(result)
        assert len(words(result)) < 2000


async def test_match_typed_as_its_card_names_it_is_offered(table: Table) -> None:
    await several(table, 2)
    for typed in ("Hoyito #2", "#2 hoyito", "ben 2"):
        offered = await table.ada.autocomplete(table.channel, "board", "match", typed)
        assert [choice["value"] for choice in offered] == [2]


async def test_match_typed_with_its_number_is_offered_first(table: Table) -> None:
    await several(table, 33)
    for typed in ("#3", "3"):
        offered = await table.ada.autocomplete(table.channel, "board", "match", typed)
        values = [choice["value"] for choice in offered]
        assert values == [3, 30, 31, 32, 33, 13, 23]


@THOROUGH
async def test_finished_match_of_any_age_is_found_by_its_number(table: Table) -> None:
    await several(table, 1)
    await table.abort(table.ada, 1)
    await several(table, 30)
    for number in range(2, 32):
        await table.abort(table.ben, number)
    for command in ("match record", "match rematch"):
        offered = await table.ada.autocomplete(table.channel, command, "match", "1")
        assert offered[0]["value"] == 1


async def test_answer_is_never_too_long(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interactions.errors.sentence_for", lambda _error: "word " * 1000)
    result = await table.ada.slash(table.channel, "board")
    assert len(words(result.response)) <= 2000
    assert words(result.response).endswith("…")


# Commands in other channels.


async def test_moves_are_offered_in_private_of_all_matches(table: Table) -> None:
    await several(table, 2)
    await table.abort(table.ben, 1)
    ada = table.ada.user
    offered = await ada.autocomplete("move", "move", "")
    assert offered[0] == {"name": "a · #2 against Ben", "value": "a #2"}
    await several(table, 9)
    offered = await ada.autocomplete("move", "move", "")
    named = {choice["value"].partition("#")[2] for choice in offered[:-1]}
    assert named == {str(number) for number in range(2, 12)}
    assert offered[-1]["name"].startswith("… and 36 more")
    await ada.slash("move", move=offered[0]["value"])
    assert (await table.match(2)).count == 1


async def test_moves_of_this_channel_are_offered_before_all_others(table: Table) -> None:
    elsewhere = table.guild.create_text_channel("elsewhere")
    await several(table, 1, elsewhere)
    await several(table, 1)
    offered = await table.ada.autocomplete(table.channel, "move", "move", "")
    assert [choice["value"] for choice in offered] == [
        *"abcdef",
        *(f"{hole} #1" for hole in "abcdef"),
    ]
    offered = await table.ada.autocomplete(elsewhere, "move", "move", "c")
    assert [choice["value"] for choice in offered] == ["c", "c #2"]


async def test_moves_of_the_match_that_is_given_are_offered_everywhere(table: Table) -> None:
    await several(table, 3)
    elsewhere = table.guild.create_text_channel("elsewhere")
    for channel in (table.channel, elsewhere):
        offered = await table.ada.autocomplete(channel, "move", "move", "", match=2)
        assert [choice["value"] for choice in offered] == list("abcdef")
        (entry,) = await table.ben.autocomplete(channel, "move", "move", "", match=2)
        assert entry["name"] == "It isn't your turn; you're waiting for Ada."
        (entry,) = await table.ada.autocomplete(channel, "move", "move", "", match=99)
        assert entry["name"] == "There is no match #99 that you can see; /matches lists yours."


@THOROUGH
@pytest.mark.parametrize("private", [True, False])
async def test_draw_and_take_back_asked_elsewhere_are_said_where_the_match_lives(
    table: Table, *, private: bool
) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    await table.look(table.ada)
    elsewhere = table.guild.create_text_channel("elsewhere")
    for command, said in (
        ("match draw", "offers you a draw"),
        ("match takeback", "asks to take the last move"),
    ):
        if private:
            result = await table.ben.user.slash(command, match=1)
        else:
            result = await table.ben.slash(elsewhere, command, match=1)
        assert result.ephemeral
        card = await card_of(table, await table.match())
        place = f"https://discord.com/channels/{table.guild.id}/"
        assert f"[Done; here is the board.]({place}" in words(result.response)
        assert str(card) in words(result.response)
        assert said in words(table.last)
        assert [user.id for user in table.last.mentions] == [table.ada.id]
        assert elsewhere.last_message is None


@THOROUGH
@pytest.mark.parametrize("command", ["match resign", "match abort", "match rematch"])
async def test_ends_and_rematches_asked_in_private_are_said_where_the_match_lives(
    table: Table, command: str
) -> None:
    await table.begin("hoyito")
    if command == "match resign":
        await table.play("a", "a", "b", "b")
    verb = command.removeprefix("match ")
    if verb == "rematch":
        await table.abort(table.ben)
    result = await table.ada.user.slash(command, match=1)
    assert result.response is not None
    assert result.ephemeral
    if verb != "rematch":
        result = await table.ada.user.click(result.response, label=f"Yes, {verb}")
        assert result.followups or result.response
    said = {"resign": "Ada resigned", "abort": "# Aborted", "rematch": "would like a rematch"}
    assert said[verb] in words(table.last)


async def test_note_that_cannot_be_posted_is_said_to_be_missing(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    table.fail("POST", status=403, code=50013)
    result = await table.ada.user.slash("match draw", match=1)
    assert "I can't post in" in words(result.response)
    assert (await table.match()).draw_offer == 0


async def card_of(table: Table, match: StoredMatch) -> int:
    """Return the present card of a match."""
    assert match.card is not None
    assert match.place.channel == table.channel.id
    return match.card.message
