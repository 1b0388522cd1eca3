"""In the made-up language: challenges, from their card to the line about their result."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import discord
import pytest

from cogs import lobby
from data import Challenge, ChallengeState, Person, Place, Seat, Terms
from interactions.audience import Appearance
from interactions.components import Layout
from languages import ENGLISH
from rules import GAMES, Position
from tests.made_up_language import MADE_UP, translated
from tests.simulated_discord.limits import check
from tests.simulated_discord.made_up_speech import SpeakMadeUp, faults
from tests.simulated_discord.private_answers import choose, custom_ids, private
from tests.simulated_discord.table import Table, labels, later, words
from tests.thorough import THOROUGH
from views.challenge_card import challenge_card, challenge_entry, settled_line


def challenge(
    game: type[Position], state: ChallengeState, *, opponent: bool, **terms: object
) -> Challenge:
    """Make a challenge by Ada, to Ben or to anybody."""
    now = discord.utils.utcnow()
    standing = state is ChallengeState.RESTING or (not opponent and state is ChallengeState.PENDING)
    return Challenge(
        1,
        Person(1, "Ada"),
        Person(2, "Ben") if opponent else None,
        Terms(game.key, **terms),  # type: ignore[arg-type]  # as a test names them
        Place(3),
        now,
        now + timedelta(days=7),
        state,
        at_once=2 if standing else None,
    )


@THOROUGH
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_cards_are_translated(game: type[Position], speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    unusual = {option.key: option.values[-1] for option in game.options}
    for chosen, seat, both in product(({}, unusual), Seat, (False, True)):
        for state, opponent in product(
            (ChallengeState.PENDING, ChallengeState.RESTING), (True, False)
        ):
            offered = challenge(
                game,
                state,
                opponent=opponent,
                options=chosen,
                seat=seat,
                both_sides=both,
                rated=not both,
                explore=not both,
            )
            view = (await challenge_card(offered, Appearance("walnut"))).view
            check(view)
            assert not faults(view)
            for who in (1, 2):
                assert not faults(Layout(*challenge_entry(offered, who)))


def test_lines_of_what_became_of_them_are_translated(speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    for state in (
        ChallengeState.DECLINED,
        ChallengeState.WITHDRAWN,
        ChallengeState.EXPIRED,
        ChallengeState.COUNTERED,
    ):
        settled = challenge(GAMES["ringo"], state, opponent=True, options={})
        assert not faults(settled_line(settled))


@THOROUGH
async def test_answers_to_challenges_are_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    answers = (table.ben, "decline"), (table.ada, "withdraw"), (table.ben, "fair")
    for number, (who, answer) in enumerate(answers, start=1):
        await table.ada.slash(table.channel, "ringo", opponent=table.ben, preset="classic")
        card = table.last
        await who.click(card, custom_id=f"challenge|{number}|{answer}")
        assert not faults(await table.channel_message(card.id))
        assert not faults(table.last), "a note, or another offer"
    await table.ben.slash(table.channel, "hoyito", opponent=table.ada, both_sides=True)
    card = table.last
    await table.ada.click(card, custom_id="challenge|5|accept")
    assert not faults(await table.channel_message(card.id))


async def test_refusals_of_challenges_are_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    refused = [await table.ada.slash(table.channel, "match again")]
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    card = table.last
    refused += [
        await table.ada.slash(table.channel, "ringo", opponent=table.ben),
        await table.ada.slash(table.channel, "ringo", opponent=table.ada),
        await table.ada.slash(table.channel, "ringo", opponent=table.ada, standing=2),
        await table.ada.slash(table.channel, "ringo", level=3, both_sides=True),
        await table.ada.click(card, custom_id="challenge|1|accept"),
        await table.cleo.click(card, custom_id="challenge|1|accept"),
        await table.cleo.click(card, custom_id="challenge|1|decline"),
        await table.ben.click(card, custom_id="challenge|1|withdraw"),
        await table.ada.context_menu(table.channel, "Challenge", table.ada),
    ]
    table.guild.remove_member(table.ben)
    refused.append(await table.ada.slash(table.channel, "match again"))
    for result in refused:
        assert not faults(private(result))


async def test_standing_challenges_end_in_the_language_of_the_server(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    await table.ben.slash(table.channel, "ringo", standing=1)
    card = table.last
    await table.cleo.click(card, custom_id="challenge|1|accept")
    assert not faults(await table.channel_message(card.id)), "it rests"
    await table.ada.slash(table.channel, "ringo", standing=1)
    card = table.last
    table.guild.remove_member(table.ada)
    gone = await table.cleo.click(card, custom_id=custom_ids(card)[0])
    assert not faults(private(gone))
    assert not faults(await table.channel_message(card.id))


@THOROUGH
async def test_nobody_in_time_is_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    card = table.last
    await later(table, days=8)
    assert not faults(await table.channel_message(card.id))


async def test_menu_on_a_member_is_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    asked = private(await table.ada.context_menu(table.channel, "Challenge", table.ben))
    assert not faults(asked)
    await table.ada.select(asked, ["hoyito"])
    assert not faults(table.last)


async def test_the_lobby_is_translated(
    table: Table, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_made_up()
    empty = private(await table.ada.slash(table.channel, "lobby"))
    assert not faults(empty)
    assert not faults(private(await table.ada.slash(table.channel, "lobby", game="ringo")))
    assert not faults(private(await table.ada.click(empty, custom_id="anybody")))
    monkeypatch.setattr(lobby, "PAGE_SIZE", 1)
    await table.ada.slash(table.channel, "ringo", seat="first")
    await table.ben.slash(table.channel, "hoyito", standing=2, both_sides=True)
    for page in (0, 1):
        opened = private(await table.ada.slash(table.channel, "lobby"))
        if page:
            opened = private(await table.ada.click(opened, custom_id="lobby|all|1"))
        assert not faults(opened)
    assert not faults(await choose(table, opened, "ringo"))


async def test_a_challenge_of_a_closed_channel_is_shown_elsewhere_in_translation(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    listed = (await table.ada.user.slash("matches")).response
    assert listed is not None
    (show,) = [each for each in custom_ids(listed) if each.startswith("listed|1|show")]
    path = f"/channels/{table.channel.id}/messages"
    table.env.inject_error("POST", path, status=404, code=10003)
    result = await table.ada.user.click(listed, custom_id=show)
    assert len(result.followups) == 1
    assert not faults(result.followups[0])


async def test_a_card_is_in_the_language_of_the_server_not_of_who_makes_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "interactions.audience.language", lambda tag: MADE_UP if tag == "de" else ENGLISH
    )
    await table.bot.store.settings.choose(
        table.ada.id, lambda own: replace(own, language="de"), discord.utils.utcnow()
    )
    await table.ada.slash(table.channel, "ringo", opponent=table.ben)
    assert labels(table.last)[:3] == ["Accept", "Decline", "Withdraw"]
    assert translated("Withdraw") in labels(
        private(await table.ada.slash(table.channel, "matches"))
    )
    await table.ben.click(table.last, label="Decline")
    assert "**Ben** declined your Ringo challenge" in words(table.last)
