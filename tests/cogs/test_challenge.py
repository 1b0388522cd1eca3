"""Challenges: the commands that are built from the games, the card, and every answer to it."""

import logging

import pytest

from cogs.challenge_actions import ChallengeTo
from delivery.notify_challenge import repost_challenges
from rulebook import rulebook
from rules import GAMES
from rules.balance import SelfPlay
from tests.cogs.test_matches import show
from tests.simulated_discord.forms import fields_of, filled_in
from tests.simulated_discord.private_answers import alt_text, choose_forged, press_forged, private
from tests.simulated_discord.table import Table, labels, later, pictures, words
from tests.thorough import THOROUGH, mostly_thorough


@THOROUGH
@pytest.mark.parametrize("game", GAMES)
async def test_every_game_has_its_command(table: Table, game: str) -> None:
    await table.challenge(game)
    said = words(table.last)
    assert GAMES[game].name in said
    assert f"challenges <@{table.ben.id}>" in said
    assert "Random sides · " in said
    assert labels(table.last)[:3] == ["Accept", "Decline", "Withdraw"]


RULES = {
    "agon": "Classic: white begins, a trapped queen goes to the outermost ring",
    "bivouac": "Classic: taking is optional",
    "bizingo": "Classic: light begins",
    "hoyito": "Classic: six holes a side, as in the sources",
    "ringo": "Fair: five attackers, one at most in the neutral zone",
}


@pytest.mark.parametrize("game", RULES)
async def test_one_line_says_what_the_rules_are_and_the_next_how_even(
    table: Table, game: str
) -> None:
    await table.challenge(game)
    lines = words(table.last).splitlines()
    terms, rules, balance = lines[3:6]
    assert terms.startswith("-# Random sides · ")
    assert terms.endswith("· 3 days a move")
    assert rules == f"-# {RULES[game]}"
    assert " in test games" in balance
    assert len(balance.partition(".")[0].split()) <= 9


async def test_rules_are_said_in_a_word_with_what_deviates(table: Table) -> None:
    """A newcomer to Ringo used to read four options before knowing the game."""
    await table.offer(table.cleo, "ringo", rules="fair", neutral_limit="none")
    said = words(table.last)
    assert "Rules: Fair, but Attackers in the neutral zone: Any number" in said
    assert "Attackers: 5" not in said


async def test_challenge_pings_only_the_opponent(table: Table) -> None:
    await table.challenge("ringo")
    assert [user.id for user in table.last.mentions] == [table.ben.id]
    assert not table.last.mention_everyone


@THOROUGH
async def test_terms_are_said_on_the_card(table: Table) -> None:
    how = {"side": "second", "pace": "7", "rules": "fair", "rated": False, "play": "match"}
    await table.offer(table.ada, "hoyito", None, **how)
    said = words(table.last)
    assert "is looking for an opponent" in said
    assert "Ada plays north · Unrated, hints allowed · 7 days a move" in said
    assert "Rules: Fair, but Length: Several games" in said
    assert "Decline" not in labels(table.last)


async def test_who_made_a_challenge_changes_all_of_it_in_one_form(table: Table) -> None:
    await table.challenge("ringo")
    before = table.last
    form = await table.ada.click(before, label="Options")
    assert fields_of(form) == {
        "ticks": ("ticks", ["rated", "explore", "fortress_from_neutral", "defender_pass"]),
        "attackers": ("radio", "5"),
        "neutral_limit": ("radio", "one"),
    }
    chosen = filled_in(form, attackers="6", ticks=["fortress_from_neutral", "defender_pass"])
    await table.ada.submit_modal(form, chosen)
    assert len(table.channel.history()) == 1, "it is changed in place, and pings nobody"
    assert "Unrated, no hints · 3 days a move · no exploring" in words(table.last)
    assert "-# Rules: Fair, but Attackers: 6\n" in words(table.last)
    assert "Attacker is easier" in words(table.last), "what that does to the balance"
    late = await press_forged(table, table.ben, "challenge|1|accept")
    assert "This challenge was withdrawn or changed" in words(late)
    await table.ben.click(await table.channel_message(before.id), label="Accept")
    match = await table.match()
    assert (match.options["attackers"], match.rated, match.explore) == ("6", False, False)


async def test_only_who_made_a_challenge_has_its_options_and_only_until_it_is_accepted(
    table: Table,
) -> None:
    await table.challenge("bizingo")
    card = table.last
    refused = private(await table.ben.click(card, label="Options"))
    assert words(refused) == "Only Ada can change this challenge; ask them, or make your own."
    form = await table.ada.click(card, label="Options")
    await table.ben.click(card, label="Accept")
    late = await table.ada.submit_modal(form, filled_in(form, ticks=["rated"]))
    assert "This challenge has already been accepted" in words(private(late))
    assert (await table.match()).explore


async def test_an_open_challenge_is_kept_open_in_its_form(table: Table) -> None:
    await table.ada.slash(table.channel, "hoyito")
    form = await table.ada.click(table.last, label="Options")
    assert fields_of(form)["at_once"] == ("select", "0")
    await table.ada.submit_modal(form, filled_in(form, at_once="3"))
    assert "matches in progress: 0 (up to 3 at once)" in words(table.last)


async def test_single_option_overrides_the_preset(table: Table) -> None:
    await table.offer(table.ada, "ringo", rules="fair", attackers="6")
    await table.ben.click(table.last, label="Accept")
    match = await table.match()
    assert match.options["attackers"] == "6"
    assert match.options["neutral_limit"] == "one"


async def test_one_sided_terms_are_named_and_can_be_made_fair(table: Table) -> None:
    await table.challenge("ringo", rules="classic")
    assert "Attacker is easier: " in words(table.last)
    await table.ada.click(table.last, label="Make it even")
    assert "Make it even" not in labels(table.last)
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).options["attackers"] == "5"


async def test_making_fair_what_stands_fair_already_changes_nothing(table: Table) -> None:
    await table.challenge("ringo", rules="classic")
    first = table.last
    await table.challenge("ringo", rules="fair")
    result = private(await table.ada.click(first, label="Make it even"))
    assert "already sent this challenge" in words(result)
    await table.ben.click(first, label="Accept")
    assert (await table.match()).options["attackers"] == "7"


async def test_challenge_without_options_is_to_the_usual_terms(table: Table) -> None:
    """Ringo's are the fair ones, for by the book the attackers win 198 of 200."""
    await table.challenge("ringo")
    assert "About even" in words(table.last)
    assert "**Classic rules**: seven attackers, who nearly always win." in words(table.last)
    assert labels(table.last)[3:] == ["Classic rules", "Options", "How to play"]
    await table.ben.click(table.last, label="Accept")
    ringo = GAMES["ringo"]
    match = await table.match()
    assert match.position.chosen == ringo.choices.choose(ringo.presets["fair"])


@pytest.mark.parametrize(
    ("given", "attackers", "limit"),
    [
        ({"rules": "classic"}, "7", "none"),
        ({"attackers": "6"}, "6", "one"),
        ({"fortress_from_neutral": "no"}, "5", "one"),
        ({"rules": "classic", "fortress_from_neutral": "no"}, "7", "none"),
        ({"rules": "fair", "attackers": "6"}, "6", "one"),
    ],
)
async def test_options_named_by_hand_are_laid_over_the_usual_preset(
    table: Table, given: dict[str, str], attackers: str, limit: str
) -> None:
    """A rule meant to help the defenders used to give them seven attackers."""
    await table.challenge("ringo", **given)
    await table.ben.click(table.last, label="Accept")
    options = (await table.match()).options
    assert (options["attackers"], options["neutral_limit"]) == (attackers, limit)


async def test_terms_without_test_games_are_warned_of_like_the_nearest_with_some(
    table: Table,
) -> None:
    await table.challenge("ringo", rules="classic", fortress_from_neutral="no")
    said = words(table.last)
    assert "Untested. Nearest tested: attacker is easier, 198–2." in said
    assert labels(table.last)[3:5] == ["Make it even", "Both sides"]
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).advantage > 0


async def test_a_match_that_one_side_nearly_always_wins_is_rated_only_from_both_sides(
    table: Table,
) -> None:
    await table.challenge("ringo", rules="classic", rated=True)
    assert "That's too one-sided to be rated, unless both sides are played." in words(table.last)
    assert "Unrated, hints allowed" in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert not (await table.match()).rated
    await table.challenge("ringo", rules="classic", rated=True)
    await table.ada.click(table.last, label="Both sides")
    assert "too one-sided" not in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert [(await table.match(number)).rated for number in (2, 3)] == [True, True]


async def test_both_sides_are_offered_where_even_the_fair_preset_favours_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    lopsided = SelfPlay(level=5, nodes=400, seed=1, results="0" * 150 + "1" * 50)
    monkeypatch.setattr(GAMES["ringo"], "self_play", {"-": lopsided})
    await table.challenge("ringo")
    assert labels(table.last)[3:5] == ["Classic rules", "Both sides"]


async def test_one_sided_terms_made_fair_are_rated_again(table: Table) -> None:
    await table.challenge("ringo", rules="classic")
    await table.ada.click(table.last, label="Make it even")
    assert "too one-sided" not in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).rated


async def test_where_a_side_is_proved_to_be_safe_both_sides_are_offered(table: Table) -> None:
    await table.challenge("hoyito", direction="each_move")
    assert "Proved: with best play north wins." in words(table.last)
    assert labels(table.last)[3:5] == ["Make it even", "Both sides"]
    await table.offer(table.ada, "hoyito", opponent=table.cleo, holes="7")
    assert "Proved: with best play south doesn't lose." in words(table.last)
    assert "Both sides" in labels(table.last)


async def test_the_game_of_the_book_is_one_press_away_and_back(table: Table) -> None:
    await table.challenge("ringo", rated=False)
    await table.ada.click(table.last, label="Classic rules")
    assert "Attacker is easier" in words(table.last)
    assert "Unrated" in words(table.last)
    await table.ada.click(table.last, label="Make it even")
    assert "Classic rules" in labels(table.last)
    await table.ada.click(table.last, label="Classic rules")
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).position.chosen == GAMES["ringo"].choices()


async def test_what_is_proved_is_said_on_the_card(table: Table) -> None:
    solved = "Solved: best play ends north 28, south 20."
    await table.challenge("hoyito", side="first")
    assert solved in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert solved not in words(table.last), "two who are new to a game read other things first"
    await table.offer(table.ada, "hoyito", opponent=table.cleo, first="north")
    assert "south 28, north 20" in words(table.last)
    await table.offer(table.ada, "hoyito", opponent=table.cleo, play="match")
    assert "Solved" not in words(table.last)


async def test_accepting_begins_the_match_and_closes_the_card(table: Table) -> None:
    await table.challenge("bizingo", side="first")
    card = table.last
    await table.ben.click(card, label="Accept")
    old, new = table.channel.history()
    assert "**Ada** and **Ben** play [Bizingo #1](https://" in words(old)
    assert labels(old) == []
    assert "Bizingo #1" in words(new)
    assert [user.id for user in new.mentions] == [table.ada.id]


async def test_strangers_and_the_challenger_cannot_accept(table: Table) -> None:
    await table.challenge("bizingo")
    for person, said in ((table.cleo, "This challenge is for Ben"), (table.ada, "your own")):
        result = private(await person.click(table.last, label="Accept"))
        assert said in words(result)
    assert await table.bot.store.matches.live() == []


async def test_open_challenge_goes_to_whoever_takes_it_first(table: Table) -> None:
    await table.ada.slash(table.channel, "bivouac")
    card = table.last
    await table.cleo.click(card, label="Accept")
    assert table.cleo.id in (await table.match()).seats
    result = await table.ben.slash(table.channel, "bivouac")
    await table.ada.click(table.last, label="Accept")
    assert result.acknowledged
    assert table.ben.id in (await table.match(2)).seats


async def test_decline_tells_the_challenger(table: Table) -> None:
    await table.challenge("bizingo")
    result = await table.cleo.click(table.last, label="Decline")
    assert result.ephemeral
    await table.ben.click(table.last, label="Decline")
    card, note = table.channel.history()
    assert "-# **Ben** declined **Ada**'s Bizingo challenge." in words(card)
    assert labels(card) == []
    assert [user.id for user in note.mentions] == [table.ada.id]


async def test_only_the_challenger_withdraws(table: Table) -> None:
    await table.challenge("bizingo")
    result = await table.ben.click(table.last, label="Withdraw")
    assert "Only Ada can withdraw" in words(result.response)
    await table.ada.click(table.last, label="Withdraw")
    assert "-# **Ada** withdrew the Bizingo challenge." in words(table.last)


async def test_challenging_oneself_or_a_bot_or_twice_is_refused(table: Table) -> None:
    me = private(await table.ada.slash(table.channel, "bizingo", opponent=table.ada))
    assert "yourself" in words(me)
    machine = table.guild.add_member(table.env.create_user("Robot", bot=True))
    bot = await table.ada.slash(table.channel, "bizingo", opponent=machine)
    assert "Other bots can't play" in words(bot.response)
    await table.challenge("bizingo")
    twice = await table.challenge("bizingo")
    assert "already sent this challenge" in words(twice.response)


async def test_challenge_from_the_menu_on_a_member(table: Table) -> None:
    asked = private(await table.ada.context_menu(table.channel, "Challenge", table.ben))
    await table.ada.select(asked, ["ringo"])
    assert "Ringo" in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).game == "ringo"


async def test_menu_on_oneself_is_refused(table: Table) -> None:
    asked = await table.ada.context_menu(table.channel, "Challenge", table.ada)
    assert "someone else" in words(asked.response)


async def test_challenge_answers_after_a_restart(table: Table) -> None:
    await table.challenge("bizingo")
    await table.restart()
    await table.ben.click(table.last, label="Accept")
    assert (await table.match()).game == "bizingo"


async def test_names_carry_no_markdown_and_no_mentions(table: Table) -> None:
    villain = table.guild.add_member(table.env.create_user("**x** @everyone [a](https://b.c)"))
    await villain.slash(table.channel, "bizingo")
    said = words(table.last)
    assert "@everyone" not in said
    assert "[a](https://b.c)" not in said
    assert "\\*\\*x" in said
    assert not table.last.mention_everyone
    assert table.last.mentions == []


@pytest.mark.parametrize("game", mostly_thorough(GAMES, "ringo"))
async def test_card_shows_the_board_and_what_the_game_is_like(table: Table, game: str) -> None:
    await table.challenge(game)
    assert rulebook(game).tagline in words(table.last)
    rules = GAMES[game]
    start = rules.start(rules.presets[rules.usual_preset])
    assert str(start.describe()).split("(")[0] in alt_text(table.last)


async def test_board_on_the_card_is_the_one_that_is_offered(table: Table) -> None:
    await table.challenge("ringo", rules="classic")
    assert "a1, b1, c1, d1, e1, f1, g1" in alt_text(table.last)
    await table.ada.click(table.last, label="Make it even")
    assert "a1, b1, c1, d1, e1, f1, g1" not in alt_text(table.last)
    assert len(table.last.attachments) == 1


@pytest.mark.parametrize("label", ["Accept", "Decline", "Withdraw"])
async def test_answered_card_is_a_line_without_a_picture(table: Table, label: str) -> None:
    await table.challenge("ringo")
    card = table.last
    await (table.ada if label == "Withdraw" else table.ben).click(card, label=label)
    line = await table.channel_message(card.id)
    assert words(line).startswith("-# ")
    assert (pictures(line), labels(line), line.attachments) == ([], [], [])


async def test_how_to_play_opens_for_a_stranger_alone_after_a_restart(table: Table) -> None:
    await table.challenge("ringo")
    await table.restart()
    result = private(await table.cleo.click(table.last, label="How to play"))
    assert "## Ringo" in words(result)
    assert len(table.channel.history()) == 1


@pytest.mark.usefixtures("always_menus")
async def test_card_that_a_moderator_deleted_is_no_hindrance(table: Table) -> None:
    await table.challenge("ringo")
    await table.last.delete()
    listed = private(await table.ben.slash(table.channel, "matches"))
    await show(table.ben, listed, "challenges")
    await table.ben.click(listed, label="Accept")
    assert "Ringo #1" in words(table.last)
    await later(table, minutes=10)
    assert (await table.bot.store.due.find(table.env.now())).unannounced_challenges == ()


@THOROUGH
@pytest.mark.parametrize("is_direct_message_lost", [False, True])
async def test_whoever_challenges_where_the_bot_may_not_post_is_written_to(
    table: Table, caplog: pytest.LogCaptureFixture, *, is_direct_message_lost: bool
) -> None:
    caplog.set_level(logging.INFO)
    table.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    table.fail("POST", status=403, code=50013, times=None)
    if is_direct_message_lost:
        table.env.inject_error("POST", "/users/@me/channels", status=503)
    await table.challenge("hoyito")
    lost = "challenge 1: its challenger is told later: 503" in caplog.text
    assert lost == is_direct_message_lost
    await later(table, minutes=1)
    (letter,) = table.ada.user.dm_channel.history()
    told = f"I can't post your Hoyito challenge in <#{table.channel.id}>. What I need there: View"
    assert told in words(letter)
    await later(table, hours=1)
    assert len(table.ada.user.dm_channel.history()) == 1
    assert table.ben.user.dm_channel.history() == []


@THOROUGH
async def test_who_was_declined_where_the_bot_may_not_post_is_written_to(table: Table) -> None:
    await table.challenge("hoyito")
    card = table.last
    table.fail("POST", status=403, code=50013, times=None)
    table.env.inject_error("POST", "/webhooks/*", status=403, code=50013, times=None)
    await table.ben.click(card, label="Decline")
    (letter,) = table.ada.user.dm_channel.history()
    assert "declined" in words(letter)
    await later(table, hours=1)
    assert len(table.ada.user.dm_channel.history()) == 1


@THOROUGH
async def test_challenge_that_cannot_be_posted_anew_keeps_no_other_from_it(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    for game in ("hoyito", "ringo"):
        await table.ada.slash(table.channel, game)
    shown = table.last.id
    table.fail("POST", status=403, code=50013)
    await repost_challenges(table.bot)
    assert "challenge 1: its card could not be posted: 403" in caplog.text
    (card,) = [message for message in table.channel.history() if message.id > shown]
    assert "Ringo" in words(card)
    assert "Accept" in labels(card)
    assert table.called(card) == []


async def test_only_people_of_the_server_can_be_challenged_in_it(table: Table) -> None:
    zoe = table.env.create_user("Zoe")
    typed = await table.ada.slash(table.channel, "hoyito", opponent=zoe)
    chosen = await choose_forged(table, table.ada, ChallengeTo(zoe.id).encoded, "hoyito")
    for refused in (private(typed), chosen):
        assert words(refused).startswith("Zoe isn't in this server; challenge someone else")
    assert await table.bot.store.challenges.pending(table.env.now()) == []
