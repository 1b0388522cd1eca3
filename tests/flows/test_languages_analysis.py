"""In the made-up language: analysis boards, replays, reviews, hints and puzzles.

Also the settings of a server, rulings of administrators, and refusals.
"""

from dataclasses import replace
from pathlib import Path

import discord
import pytest
import simcord
from discord.app_commands import CheckFailure, CommandNotFound, CommandOnCooldown, Cooldown

from cogs.hints import HINTS
from cogs.reviews import REVIEWS
from computer import TurningPoint
from computer.puzzles import puzzles
from data import DisplayMode, NoMatch, Reminders, Seat, ServerSettings, Unusable
from data.unusable_file import moved, unusable
from data.values import Repeated
from interactions import OutOfDate, plain, said
from interactions.access import PERMISSIONS, permission_names
from interactions.audience import Appearance
from interactions.components import text_view
from interactions.errors import NEEDED, sentence_for
from interactions.in_flight import Stopping
from interactions.rate_limits import BOARDS, EXPORTS, GIFS, IMPORTS, VACATIONS
from languages import languages
from match.match import FORMER_PLAYER, player_name
from match.read_record import read
from match.record import write
from rulebook import rulebook
from rules import GAMES, Moment, Refusal, Sentence
from tests.cogs.test_records import ILLEGAL, RECORD, attach
from tests.cogs.test_replay import every_kind
from tests.cogs.test_reviews import keep
from tests.delivery.test_reminders import choose_reminders, direct_messages
from tests.made_up_language import translated, wrong
from tests.simulated_discord.computer import begin as begin_against_computer
from tests.simulated_discord.finished_match import finish
from tests.simulated_discord.limits import check
from tests.simulated_discord.made_up_speech import NAMES, SpeakMadeUp, faults
from tests.simulated_discord.private_answers import (
    open_from_settings,
    press,
    private,
    try_move,
    type_in,
)
from tests.simulated_discord.table import Table, later, words
from tests.thorough import THOROUGH
from views.analysis_board import AnalysisBoard
from views.analysis_page import MOST_WRITTEN, analysis_page
from views.begin_against_computer_page import (
    ChooseLevel,
    game_question,
    level_question,
    level_question_of,
)
from views.daily_puzzle_page import daily_page
from views.puzzle_page import puzzle_page, solved_page
from views.replay_page import replay_page
from views.server_settings_page import ServerForm, server_form, server_settings_lists

pytestmark = pytest.mark.usefixtures("thinks_quickly")
BOT = ("TestBot",)
COUNTS = (
    Sentence("You'd already solved this puzzle or seen its solution, so it doesn't count."),
    Sentence(
        "You've solved {number} {game} puzzle.",
        "You've solved {number} {game} puzzles.",
        number=2,
        game="Bivouac",
    ),
)


# Boards to try.


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
async def test_boards_that_the_rules_begin_are_translated(
    table: Table, key: str, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    opened = await type_in(table, "rules", game=key)
    tried = await press(table, opened, translated("Try it"))
    assert not faults(tried)
    position = GAMES[key].start({})
    tried = await try_move(table, tried, position, next(iter(position.moves())))
    assert not faults(tried)
    for number, page in enumerate(rulebook(key).pages):
        if page.picture:
            view, _ = await analysis_page(AnalysisBoard(key, number), Appearance("walnut"))
            check(view)
            assert not faults(view, ("pass",))


async def test_a_game_tried_to_its_end_and_a_full_board_are_translated(
    speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_made_up()
    for key in GAMES:
        position, moves = GAMES[key].start({}), list[str]()
        while (legal := position.moves()) and len(" ".join(moves)) < MOST_WRITTEN:
            moves.append([*legal][-1])
            position = position.play(moves[-1])[1]
        view, _ = await analysis_page(AnalysisBoard(key, 0, 0, tuple(moves)), Appearance("walnut"))
        assert not faults(view)
    monkeypatch.setattr("views.analysis_page.MOST_WRITTEN", 4)
    view, _ = await analysis_page(AnalysisBoard("bizingo", 0, 0, ("h6-g6",)), Appearance("walnut"))
    assert not faults(view)


@THOROUGH
async def test_boards_that_go_on_from_a_match_are_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    await table.begin("bizingo")
    await table.play("h6-g6", "f9-g9", "g6-h6")
    card = table.last
    speak_made_up()
    for who in (table.ada, table.ben, table.cleo):
        tried = private(await who.click(card, custom_id="explore|1"))
        assert not faults(tried)
        tried = private(await who.click(tried, label=translated("Step back")))
        assert not faults(tried)


# Replays, records and reviews.


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
async def test_replays_are_translated(key: str, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    for watched in every_kind(key):
        line = watched.line
        found = replace(watched, names=("Ada", "Ben"))
        for number in (0, 1, len(line)):
            view, _ = await replay_page(found, number, 1, Appearance("walnut"))
            check(view)
            assert not faults(view, (f"{GAMES[key].name}, imported", "pass"))


@THOROUGH
async def test_replays_of_matches_imports_and_puzzles_are_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    await table.begin("hoyito")
    speak_made_up()
    assert not faults(await type_in(table, "replay", match=1))
    await table.play("a")
    assert not faults(await type_in(table, "replay", match=1))
    same = (*RECORD.names, "Yorick")
    imported = await attach(table, write(RECORD))
    assert not faults(imported, same)
    opened = await type_in(table, "puzzle play", game="ringo")
    solution = await press(table, opened, translated("Solution"))
    assert not faults(solution)


@THOROUGH
async def test_reviews_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    await finish(table)
    position = (await table.bot.store.matches.as_of(1, 1)).position
    better = [*position.moves()][-1]
    await keep(table, TurningPoint(1, "a", better, (better, "c"), before=-0.5, after=0.9))
    speak_made_up()
    assert not faults(await type_in(table, "review", match=1))


# The computer.


@THOROUGH
async def test_hints_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await begin_against_computer(table, "bizingo")
    card = table.last
    speak_made_up()
    message = private(await table.ada.click(card, custom_id="hint|1|0|piece|"))
    assert not faults(message, BOT)
    message = await press(table, message, translated("Which move?"))
    assert not faults(message, BOT)


@THOROUGH
async def test_puzzles_are_translated(
    speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_made_up()
    # What is said beside them is looked at; the words on boards are in tests/rendering.
    monkeypatch.setattr("rendering.picture", lambda *_drawn, **_how: b"")
    for key in (key for key in GAMES if puzzles(key)):
        for puzzle in puzzles(key)[::5]:
            view, _ = await puzzle_page(puzzle, Appearance("walnut"))
            assert not faults(view, ("pass",))
        view, _ = await daily_page(puzzles(key)[0], Appearance("walnut"))
        assert not faults(view)


@THOROUGH
async def test_what_comes_of_a_puzzle_is_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    opened = await type_in(table, "puzzle play", game="ringo")
    for label in ("Hint", "Another piece", "Next"):
        opened = await press(table, opened, translated(label))
        assert not faults(opened)
    puzzle = puzzles("bivouac")[0]
    move = puzzle.position.moves()[puzzle.solution[0]]
    for count in COUNTS:
        view, _ = await solved_page(puzzle, Appearance("walnut"), move, count)
        assert not faults(view)


def test_invitations_are_translated(speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    by_terms = (level_question(ChooseLevel("ringo", seat, "fair"), 2) for seat in Seat)
    for view in (game_question(), level_question_of("ringo", 7, 1), *by_terms):
        check(view)
        assert not faults(view)


def test_names_that_the_bot_gives_are_translated(speak_made_up: SpeakMadeUp) -> None:
    given = (player_name(-1, FORMER_PLAYER), player_name(1, "Ben", level=4))
    assert [*map(plain, given)] == ["a former player", "Ben, level 4"]
    speak_made_up()
    for name in given:
        assert not [*wrong((plain(name), said(name)), NAMES)]
    for own in ("a former player", "Ben, level 4", "Rules"):
        assert plain(player_name(1, own)) == own


# Servers.


async def test_settings_of_a_server_are_translated(
    table: Table, speak_made_up: SpeakMadeUp, dora: simcord.MemberActor
) -> None:
    speak_made_up()
    page = await open_from_settings(table, "serveropen", dora)
    own = [language.name for language in languages().values()]
    assert not faults(page, own)
    for way in DisplayMode:
        form = server_settings_lists(ServerSettings(way=way), ())
        assert not faults(form)
    for subject in ServerForm:
        assert not faults(server_form(subject, ServerSettings(), ()), own)
    view = text_view(said(permission_names([*PERMISSIONS])), said(NEEDED))
    assert not faults(view)


async def test_reminders_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito", pace=1)
    await choose_reminders(table, Reminders.BOTH)
    speak_made_up()
    await later(table, days=0.8)
    told = [*direct_messages(table.ada), words(table.last)]
    assert len(told) == 2
    assert not [*wrong(told, NAMES)]


# Refusals.


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[Game "chess"]',
        ILLEGAL,
        '[Game "ringo"] [Options "x=1"]',
        '[Game "ringo"] [Options "attackers=6,attackers=6"]',
        '[Game "ringo"] [Ending "x"]',
        '[Game "ringo"] [Match "x"]',
        '[Game "ringo"] [Pace "x"]',
        '[Game "ringo"] [Started "x"]',
        '[Game "ringo"] [nothing',
        '[Game "ringo"] 1-0',
    ],
)
def test_refused_records_are_translated(text: str, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    with pytest.raises(Refusal) as refused:
        read(text, GAMES)
    assert not [*wrong([said(refused.value.sentence)], NAMES)]


def test_whatever_goes_wrong_is_told_in_the_language(speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    errors: list[Exception] = [OutOfDate(), Stopping(), Repeated(), NoMatch(9)]
    errors += [Unusable("It is gone."), unusable(Path("x"), OSError()), moved(Path("x"))]
    errors += [CommandNotFound("x", []), CheckFailure(), CommandOnCooldown(Cooldown(1, 1), 2)]
    errors += [ZeroDivisionError(), TimeoutError()]
    for limit in (BOARDS, GIFS, IMPORTS, EXPORTS, VACATIONS, HINTS, REVIEWS):
        errors.append(Refusal(limit.words, when=Moment(discord.utils.utcnow())))
    assert not [*wrong(map(sentence_for, errors))]


async def test_refusals_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    speak_made_up()
    asked = [
        await table.ada.slash(table.channel, command, match=number)
        for command, number in (("replay", 99), ("review", 1), ("hint", 1))
    ]
    assert not [*wrong([words(private(answer)) for answer in asked], NAMES)]
