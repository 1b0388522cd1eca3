"""Matches against the computer: how they begin, continue and end, with interruptions."""

import asyncio

import pytest
import simcord

from cogs.begin_against_computer import DEFAULT_PACE
from data import Person, Place, StoredMatch, Terms
from data.time_controls import PACES
from data.values import RepeatedRequest
from match import computer_manners, fold, verbs
from match.event import Kind
from rules import GAMES
from tests.delivery.test_channels import forget_the_game
from tests.programs import PATIENCE
from tests.simulated_discord.computer import Quick, begin, choose_level, itself, quick
from tests.simulated_discord.interruptions import QUICK, each_step
from tests.simulated_discord.private_answers import (
    change_settings,
    custom_ids,
    press_forged,
    private,
)
from tests.simulated_discord.table import Calls, Table, labels, later, options, poll, words
from tests.thorough import THOROUGH, mostly_thorough
from views.begin_against_computer_page import BeginAgainst

pytestmark = pytest.mark.usefixtures("thinks_quickly")


def plain(match: StoredMatch) -> str:
    """Return any legal move."""
    return next(iter(match.position.moves()))


async def waited(table: Table, count: int) -> StoredMatch:
    """Wait until the match has this many events and its card shows them."""
    async with asyncio.timeout(PATIENCE):
        while True:
            match = await table.match()
            if match.announced_count == count:
                return match
            await asyncio.sleep(0.01)


async def a_round_later(table: Table) -> None:
    """Let time pass until rounds have announced what is pending, and the computer has moved."""
    await later(table, seconds=25)
    if going_on := list(table.bot.computer_turns._tasks.values()):
        await asyncio.wait(going_on, timeout=PATIENCE)


async def play_on(table: Table, number: int = 1) -> StoredMatch:
    """Let Ada make any move, and wait for the computer's."""
    match = await table.match(number)
    await table.ada.slash(table.channel, "move", move=plain(match), match=number)
    return await table.match(number)


async def rules_of(table: Table, game: str = "ringo") -> simcord.InteractionResult:
    """Let Ada read the rules of a game."""
    return await table.ada.slash(table.channel, "rules", game=game)


# How they begin.


@THOROUGH
@pytest.mark.parametrize("seat", ["first", "second"])
@pytest.mark.parametrize("key", GAMES)
async def test_match_begins_at_once_and_the_computer_answers(
    table: Table, calls: Calls, key: str, seat: str
) -> None:
    await table.ada.slash(table.channel, key, opponent=itself(table), level=4, side=seat)
    match = await table.match()
    assert match.level == 4
    assert match.computer == (1 if seat == "first" else 0)
    assert not match.rated
    assert match.turn != match.computer
    card = words(table.last)
    assert "TestBot, level 4" in card
    assert "Unrated" in card
    match = await play_on(table)
    assert match.turn != match.computer
    assert f"<@{table.ada.id}>" in words(table.last)
    pinged = {person for _, people in calls for person in people}
    assert pinged == {table.ada.id}
    assert {level for _, level, _ in quick(table).asked} == {4}


@pytest.mark.parametrize("key", ["hoyito", "agon"])
async def test_a_turn_pressed_against_the_computer_leaves_one_line(table: Table, key: str) -> None:
    await table.ada.slash(table.channel, key, opponent=itself(table), level=1, side="first")
    before = table.channel.history()
    shown = private(await table.ada.click(table.last, label=labels(table.last)[0]))
    while not (play := [label for label in labels(shown) if label.startswith("Play ")]):
        await table.ada.click(shown, label=labels(shown)[0])
    await table.ada.click(shown, label=play[0])
    after = await waited(table, 2)
    line, card = [one for one in table.channel.history() if words(one) not in map(words, before)]
    assert "**TestBot, level 1** " in words(line)
    assert "[It continues here.](" in words(line)
    assert (card.id, len(table.channel.history())) == (table.last.id, len(before) + 1)
    assert after.turn != after.computer


async def test_level_alone_means_the_computer(table: Table) -> None:
    await table.ada.slash(table.channel, "bizingo", level=1)
    assert (await table.match()).level == 1


@THOROUGH
async def test_where_no_level_is_named_the_computer_chooses_and_says_it(table: Table) -> None:
    told = await table.ada.slash(table.channel, "bizingo", opponent=itself(table))
    match = await table.match()
    assert (match.level, match.pace) == (1, DEFAULT_PACE)
    assert "Level 1, an even match for you." in words(told.followups[0])
    match = await play_on(table)
    await play_on(table)
    await table.bot.store.matches.apply(
        1, lambda match: verbs.resign(match, itself(table).id, table.env.now())
    )
    told = await table.ada.slash(table.channel, "bizingo", opponent=itself(table))
    assert (await table.match(2)).level == 3, "the first was too easy"
    assert "Level 3, an even match for you." in words(told.followups[0])
    told = await table.ada.slash(table.channel, "ringo", opponent=itself(table))
    assert (await table.match(3)).level == 1, "each game is its own"


async def test_what_does_not_fit_together_is_refused_in_a_sentence(table: Table) -> None:
    answer = await table.ada.slash(table.channel, "ringo", opponent=table.ben, level=2)
    assert "`level` is for matches against me" in words(private(answer))
    assert await table.bot.store.matches.live() == []


@pytest.mark.parametrize(
    ("game", "level", "best"),
    mostly_thorough([("ringo", 11, 10), ("bizingo", 15, 14), ("ringo", 2**40, 10)]),
)
async def test_level_out_of_range_is_refused(
    table: Table, game: str, level: int, best: int
) -> None:
    pressed = BeginAgainst(game, level).encoded
    answer = await press_forged(table, table.ada, pressed)
    assert f"There is no level {level}; choose one from 1 to {best}." in words(answer)


async def test_deeper_game_has_more_levels(table: Table) -> None:
    for game, best in (("bizingo", 14), ("hoyito", 10)):
        asked = private(await table.ada.slash(table.channel, "rules", game=game))
        asked = private(await table.ada.click(asked, label="Play"))
        listed = private(await table.ada.click(asked, label="Other level or side"))
        assert len(options(listed)) == best
    await table.ada.slash(table.channel, "bizingo", level=14)
    assert (await table.match()).level == 14


async def test_match_begins_in_private_with_the_bot_too(table: Table) -> None:
    ada = table.ada.user
    await ada.slash("hoyito", side="first")
    match = await table.match()
    assert match.place.server is None
    assert match.level == 1
    await ada.slash("move", move="a")
    assert (await table.match()).turn == 0
    refused = await ada.slash("hoyito", opponent=table.ben.user)
    assert "Only you can see this chat" in words(refused.response)


async def test_help_and_rules_invite_to_play(table: Table) -> None:
    helped = private(await table.ada.slash(table.channel, "help"))
    asked = private(await table.ada.click(helped, label="Play"))
    assert labels(asked) == [rules.name for rules in GAMES.values()]
    asked = private(await table.ada.click(asked, label="Ringo"))
    levels = private(await table.ada.click(asked, label="Other level or side"))
    assert "Level 1 should be an even match for you." in words(levels)
    assert labels(levels)[0] == "The computer, level 1"
    assert len(options(levels)) == 10, "a list has them: ten buttons are a wall"
    await choose_level(table.ada, levels, 3)
    assert (await table.match()).game == "ringo"
    assert (await table.match()).level == 3
    assert "Ringo #1" in words(table.last)


async def test_side_and_rules_are_chosen_before_the_level(table: Table) -> None:
    asked = private(await table.ada.click(private(await rules_of(table)), label="Play"))
    asked = private(await table.ada.click(asked, label="Other level or side"))
    assert "Your side: random · Rules: Fair" in words(asked), "as every challenge begins"
    assert "About even" in words(asked)
    asked = private(await table.ada.click(asked, label="Your side: defender"))
    assert labels(asked)[1:] == ["Your side: random", "Your side: attacker", "Rules: Classic"]
    asked = private(await table.ada.click(asked, label="Rules: Classic"))
    assert "Your side: defender · Rules: Classic" in words(asked)
    assert "Attacker is easier" in words(asked), "who begins should know"
    await choose_level(table.ada, asked, 2)
    match = await table.match()
    assert match.computer == 0
    ringo = GAMES["ringo"]
    assert match.position.chosen == ringo.choices()


async def test_what_is_proved_is_said_before_a_game_against_the_computer(table: Table) -> None:
    rules = private(await rules_of(table, "hoyito"))
    asked = private(await table.ada.click(rules, label="Play"))
    asked = private(await table.ada.click(asked, label="Other level or side"))
    assert "Solved: best play ends north 28, south 20." in words(asked)


async def test_vanished_rules_are_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = private(await table.ada.click(private(await rules_of(table)), label="Play"))
    asked = private(await table.ada.click(asked, label="Other level or side"))
    monkeypatch.setattr(GAMES["ringo"], "presets", {"classic": {}})
    for label in ("The computer, level 1", "Your side: attacker"):
        assert "out of date" in words(private(await table.ada.click(asked, label=label)))


async def test_same_request_begins_one_match(table: Table) -> None:
    people = Person(table.ada.id, "Ada"), Person(itself(table).id, "Parlour")
    where, now = Place(table.channel.id, table.guild.id), table.env.now()
    begun = table.bot.store.computer.begin
    await begun(*people, Terms("ringo", {}), 3, where, now, 77)
    with pytest.raises(RepeatedRequest):
        await begun(*people, Terms("ringo", {}), 3, where, now, 77)
    await table.bot.store.matches.forget_requests(78)
    await begun(*people, Terms("ringo", {}), 3, where, now, 77)


@THOROUGH
async def test_ten_at_once_are_enough(table: Table) -> None:
    for _ in range(10):
        await begin(table)
    refused = private(await table.ada.slash(table.channel, "hoyito", level=1))
    assert "You're already playing 10 matches against me" in words(refused)
    await table.ben.slash(table.channel, "hoyito", level=1)
    assert await table.bot.store.lists.count_live(table.ben.id) == 1
    await table.abort(table.ada, 4)
    again = await table.ada.slash(table.channel, "hoyito", level=1)
    assert not again.ephemeral


async def test_blocked_computer_does_not_play(table: Table) -> None:
    await table.bot.store.people.block(table.ada.id, itself(table).id, table.env.now())
    refused = private(await table.ada.slash(table.channel, "hoyito", level=1))
    assert "can't play each other" in words(refused)


# Challenges that nobody accepts.


async def test_open_challenge_offers_the_computer_after_an_hour(table: Table) -> None:
    await table.ada.slash(table.channel, "bivouac", side="second")
    card = table.last
    await later(table, minutes=59)
    assert "Play against me" not in labels(await table.channel_message(card.id))
    await table.restart()
    await later(table, minutes=2)
    card = await table.channel_message(card.id)
    assert "Play against me" in labels(card)
    refused = private(await table.ben.click(card, label="Play against me"))
    assert "Only Ada can turn this challenge into a match against me. Press **Accept**" in words(
        refused
    )
    assert "`/bivouac level:2`" in words(refused)
    asked = private(await table.ada.click(card, label="Play against me"))
    assert "Same options as your challenge, but a single unrated match." in words(asked)
    await choose_level(table.ada, asked, 2)
    match = await table.match()
    assert (match.game, match.computer, match.level) == ("bivouac", 0, 2)
    assert match.pace == PACES[0]
    assert "withdrew the Bivouac challenge" in words(await table.channel_message(card.id))


async def test_challenge_that_is_taken_up_offers_nothing(table: Table) -> None:
    await table.ada.slash(table.channel, "bivouac")
    await table.ben.click(table.last, label="Accept")
    await table.challenge("bivouac")
    card = table.last
    await later(table, minutes=61)
    assert "Play against me" not in labels(await table.channel_message(card.id))


async def test_menu_on_the_bot_asks_for_a_game(table: Table) -> None:
    bot = simcord.MemberActor(table.env, table.guild, itself(table))
    asked = await table.ada.context_menu(table.channel, "Challenge", bot)
    assert "What would you like to play?" in words(asked.response)


# How they continue.


@THOROUGH
async def test_same_match_goes_the_same_way_and_another_goes_another(table: Table) -> None:
    for _ in range(2):
        await begin(table, "bizingo")
    one, other = [await play_on(table, number) for number in (1, 2)]
    assert one.last != other.last
    await table.ada.slash(table.channel, "match takeback", match=1)
    assert (await play_on(table, 1)).last == one.last


@THOROUGH
async def test_nothing_is_asked_of_the_computer_before_a_move_of_ones_own(table: Table) -> None:
    await table.ada.slash(table.channel, "bivouac", level=4, side="second")
    await waited(table, 1)
    assert "Take back" not in labels(table.last)
    await play_on(table)
    assert "Take back" in labels(table.last)


@THOROUGH
async def test_take_back_is_granted_at_once_with_the_answer(table: Table) -> None:
    before = await begin(table)
    await play_on(table)
    second = await play_on(table)
    assert second.moves == (2, 2)
    await table.ada.click(table.last, label="Take back")
    after = await table.match()
    assert after.moves == (1, 1)
    assert after.to_move == table.ada.id
    assert f"<@{table.ada.id}>" in words(table.last)
    await table.ada.slash(table.channel, "match takeback")
    assert (await table.match()).position == before.position
    refused = private(await table.ada.slash(table.channel, "match takeback"))
    assert "You have no move to take back" in words(refused)


async def test_take_back_comes_in_while_it_thinks(table: Table) -> None:
    await begin(table)
    await play_on(table)
    quick(table).go.clear()
    match = await table.match()
    async with table.at_once():
        await table.ada.slash(table.channel, "move", move=plain(match))
        moved = await waited(table, count=match.count + 1)
        assert "is thinking" in words(table.last)
        await table.ada.slash(table.channel, "match takeback")
        taken = await waited(table, count=moved.count + 1)
        quick(table).go.set()
    assert (await table.match()).position == taken.position == match.position
    assert (await table.match()).to_move == table.ada.id


@pytest.mark.parametrize(
    ("value", "answer", "why"),
    [
        (0.5, "accept", "accepts the draw: it thinks **Ada** is ahead."),
        (0.0, "accept", "accepts the draw: it thinks neither side is ahead."),
        (-0.5, "decline", "declines the draw because it thinks it's ahead"),
    ],
)
async def test_draw_is_answered_by_how_it_stands_and_the_reason_is_said(
    table: Table, monkeypatch: pytest.MonkeyPatch, value: float, answer: str, why: str
) -> None:
    monkeypatch.setattr(verbs, "MOVES_BEFORE_DRAW", 2)
    await begin(table)
    await play_on(table)
    await play_on(table)
    quick(table).value = value
    await table.ada.slash(table.channel, "match draw")
    match = await table.match()
    if answer == "accept":
        assert match.over
        assert "# A draw" in words(table.last)
        assert why in "\n".join(map(words, table.channel.history()))
    else:
        assert match.draw_offer is None
        assert why in words(table.last)


async def test_draw_that_it_cannot_judge_is_declined_and_the_match_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "MOVES_BEFORE_DRAW", 0)
    await begin(table)
    quick(table).fails = True
    await table.ada.slash(table.channel, "match draw")
    assert "declines the draw because it can't tell who is ahead" in words(table.last)
    before = sum((await table.match()).moves)
    await play_on(table)
    assert sum((await table.match()).moves) == before + 2


async def test_draw_is_not_offered_before_there_was_a_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "MOVES_BEFORE_DRAW", 3)
    await begin(table)
    await play_on(table)
    assert "Offer draw" not in labels(table.last)
    refused = private(await table.ada.slash(table.channel, "match draw"))
    assert "after 3 moves by each side" in words(refused)
    while min((await table.match()).moves) < verbs.MOVES_BEFORE_DRAW:
        assert "Offer draw" not in labels(table.last)
        await play_on(table)
    assert "Offer draw" in labels(table.last)


async def test_rematch_begins_at_once_with_sides_changed(table: Table) -> None:
    await begin(table)
    await table.abort(table.ada)
    await table.ada.click(table.last, label="Rematch")
    match = await table.match(2)
    assert (match.computer, match.level) == (0, 3)
    assert match.turn == 1
    assert match.to_move == table.ada.id


async def test_resigning_counts_for_nobody(table: Table) -> None:
    await begin(table)
    await play_on(table)
    await play_on(table)
    await table.resign(table.ada)
    assert "To have me play on" not in words(table.last), "it did not resign itself"
    match = await table.match()
    assert match.result is not None
    assert match.result.winner == match.computer
    assert await table.bot.store.ratings.find(table.ada.id) == {}


async def test_computer_has_no_clock_and_its_opponent_has(table: Table) -> None:
    await begin(table, pace=1)
    quick(table).go.clear()
    match = await table.match()
    assert match.deadline is not None
    async with table.at_once():
        await table.ada.slash(table.channel, "move", move=plain(match))
        assert (await waited(table, count=1)).deadline is None
        quick(table).go.set()
        await waited(table, count=2)
    await later(table, days=1.1)
    assert (await table.match()).over


# Its manners.


async def test_computer_that_is_lost_resigns_in_one_sentence(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_manners, "OUTLOOKS", 1)
    await begin(table)
    await play_on(table)
    await play_on(table)
    quick(table).outlook = -100
    match = await play_on(table)
    assert (match.result and match.result.winner, match.moves) == (0, (3, 2))
    assert "TestBot, level 3 resigned." in words(table.last)
    assert words(table.last).count("To have me play on: **Playing** in `/settings`.") == 1


async def test_person_may_have_it_play_to_the_end(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_manners, "OUTLOOKS", 1)
    await change_settings(table, "playing", gets_resigned=False)
    await begin(table)
    quick(table).outlook = -100
    for _ in range(3):
        match = await play_on(table)
    assert (match.over, match.moves) == (False, (3, 3))


async def test_who_long_stands_lost_reads_once_that_they_may_resign(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold, "OUTLOOKS", 3)
    monkeypatch.setattr(computer_manners, "OUTLOOKS", 3)
    await begin(table, "bivouac")
    quick(table).outlook = 90
    said = []
    for _ in range(6):
        await play_on(table)
        said.append("I've been far ahead for a while" in words(table.last))
    assert said == [False, False, True, False, False, False]


async def test_computer_offers_a_draw_in_a_long_game_that_is_not_quiet(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_manners, "LONG_GAME", 0)
    monkeypatch.setattr(computer_manners, "OUTLOOKS", 1)
    await begin(table, "bivouac")
    quick(table).outlook = 0
    match = await play_on(table)
    assert match.draw_offer == match.computer
    assert "**TestBot, level 3** offers a draw." in words(table.last)


async def test_computer_offers_a_draw_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_manners, "QUIET_PLIES", 0)
    monkeypatch.setattr(fold, "OUTLOOKS", 3)
    monkeypatch.setattr(computer_manners, "OUTLOOKS", 3)
    await begin(table, "bivouac")
    quick(table).outlook = 0
    for _ in range(2):
        assert (await play_on(table)).draw_offer is None
    match = await play_on(table)
    assert match.draw_offer == match.computer
    assert "offers a draw: nothing has been taken for 3 moves" in words(table.last)
    assert f"<@{table.ada.id}>" in words(table.last)
    assert {"Accept draw", "Decline draw", "Move"} < {*labels(table.last)}
    assert not [seen for seen in table.channel.history() if "offers you a draw" in words(seen)]
    for _ in range(2):
        assert (await play_on(table)).draw_offer is None
    assert (await play_on(table)).draw_offer == match.computer
    await table.ada.click(table.last, label="Accept draw")
    assert "# A draw" in words(table.last)


@THOROUGH
async def test_its_offer_is_answered_by_its_opponent_in_time_only(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_manners, "QUIET_PLIES", 0)
    monkeypatch.setattr(fold, "OUTLOOKS", 3)
    monkeypatch.setattr(computer_manners, "OUTLOOKS", 3)
    await begin(table, "agon")
    quick(table).outlook = 0
    for _ in range(3):
        offered = await play_on(table)
    assert offered.draw_offer == offered.computer
    assert "offers a draw: no piece has gone inward or been trapped for" in words(table.last)
    card = table.last
    answers = [one for one in custom_ids(card) if "accept" in one or "decline" in one]
    assert len(answers) == 2
    for label in ("Accept draw", "Decline draw"):
        await table.ben.click(card, label=label)
        assert await table.match() == offered, "a stranger pressed"
    await table.ada.click(card, label="Decline draw")
    declined = await table.match()
    assert declined.draw_offer is None
    for custom_id in answers:
        await press_forged(table, table.ada, custom_id)
        assert await table.match() == declined, "it was answered already"
    count = (await play_on(table)).count
    for custom_id in (*answers, f"accept|1|{count}", f"decline|1|{count}"):
        await press_forged(table, table.ada, custom_id)
        assert (await table.match()).count == count, "nothing is offered any more"


# Interruptions.


async def test_move_that_a_stop_interrupted_is_made_after_the_start(table: Table) -> None:
    await begin(table)
    quick(table).go.clear()
    async with table.at_once():
        await table.ada.slash(table.channel, "move", move="a")
        await waited(table, count=1)
        await table.restart()
        await waited(table, count=2)
    match = await table.match()
    assert match.to_move == table.ada.id
    assert f"<@{table.ada.id}>" in words(table.last)


@THOROUGH
@pytest.mark.parametrize("kind", QUICK)
async def test_computer_goes_on_whatever_stops_it(table: Table, kind: str) -> None:
    for number, interruption in each_step(kind):
        await begin(table)
        with interruption:
            await table.ada.slash(table.channel, "move", move="a", match=number)
        await a_round_later(table)
        await a_round_later(table)
        match = await table.match(number)
        assert match.to_move == table.ada.id
        assert match.is_shown
        assert match.announced_count == match.count
        await table.abort(table.ada, number)
    assert number > 2


@THOROUGH
@pytest.mark.parametrize(
    ("kind", "outlook"),
    [
        ("killed after a request", -100),
        ("killed after a request", 0),
        ("killed before a request", -100),
        ("request lost", 0),
        ("answer lost", -100),
        ("outage", 0),
    ],
)
async def test_computer_resigns_or_offers_a_draw_once_whatever_stops_it(
    table: Table, monkeypatch: pytest.MonkeyPatch, kind: str, outlook: int
) -> None:
    monkeypatch.setattr(computer_manners, "QUIET_PLIES", 0)
    monkeypatch.setattr(computer_manners, "OUTLOOKS", 1)
    for number, interruption in each_step(kind):
        monkeypatch.setattr(Quick, "outlook", None)
        await begin(table, "bivouac")
        for _ in range(2):
            await play_on(table, number)
        monkeypatch.setattr(Quick, "outlook", outlook)
        match = await table.match(number)
        with interruption:
            await table.ada.slash(table.channel, "move", move=plain(match), match=number)
        await a_round_later(table)
        await a_round_later(table)
        match = await table.match(number)
        assert match.is_shown
        assert match.announced_count == match.count
        events = [event.kind for event in await table.bot.store.matches.happened(number, 0)]
        assert match.over == (outlook < 0)
        assert events.count(Kind.RESIGN) == (outlook < 0)
        assert events.count(Kind.OFFER_DRAW) == (outlook == 0)
        if not match.over:
            await table.ada.slash(table.channel, "match resign", match=number)
            await table.ada.click(table.last, label="Decline draw")
    assert number > 2


@THOROUGH
async def test_twenty_matches_are_answered_each(table: Table) -> None:
    people = [
        table.guild.add_member(table.env.create_user(f"Player{number}")) for number in range(20)
    ]
    async with table.at_once():
        for who in people:
            await who.slash(table.channel, "hoyito", level=1, side="second")
    matches = await table.bot.store.matches.live()
    assert len(matches) == 20
    assert all(match.count == 1 for match in matches)
    assert await table.bot.store.computer.awaiting() == []


async def test_computer_that_fails_is_tried_again_by_the_clock(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(table)

    async def torn(*_asked: object) -> None:
        raise RuntimeError("it has lost its head")

    monkeypatch.setattr(Quick, "choose", torn)
    await table.ada.slash(table.channel, "move", move="a")
    assert "it has lost its head" in caplog.text
    assert (await table.match()).count == 1
    monkeypatch.undo()
    await poll(table)
    assert (await table.match()).count == 2


@THOROUGH
async def test_a_match_of_a_game_that_is_gone_waits_in_a_line_of_the_log(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(table)

    async def torn(*_asked: object) -> None:
        raise RuntimeError("it has lost its head")

    with monkeypatch.context() as patch:
        patch.setattr(Quick, "choose", torn)
        await table.ada.slash(table.channel, "move", move="a")
    await forget_the_game(table)
    caplog.clear()
    await poll(table)
    (told,) = [one for one in caplog.records if one.name == "cogs.computer_turns"]
    assert told.getMessage().startswith("match 1: the computer cannot continue for now: Match #1")
    assert told.exc_info is None


@THOROUGH
async def test_old_hint_is_thought_out_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.computer_turns.MOST_HINTS", 1)
    for _ in range(2):
        await begin(table)
    asked = []
    for number in (1, 1, 2, 1):
        await table.ada.slash(table.channel, "match hint", match=number)
        asked.append(len(quick(table).asked))
    assert asked == [1, 1, 2, 3]
