"""In a made-up language: pages, forms and sentences by themselves, each in all its forms."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.app_commands import CheckFailure, CommandNotFound, CommandOnCooldown, Cooldown

import rendering
from cogs import import_record
from cogs import rules as rules_cog
from computer.puzzles import puzzles
from contests.club import TOGETHER
from data import (
    Challenge,
    ChallengeState,
    NoMatch,
    Person,
    PersonalSettings,
    Place,
    Seat,
    ServerSettings,
    Terms,
    Unusable,
)
from data.club_values import ClubState, ClubTerms
from data.setting_fields import NO, YES
from data.unusable_file import moved, unusable
from data.values import RepeatedRequest
from delivery.own_vacation_news import vacation_news
from interactions import OutOfDate, plain, said
from interactions.access import PERMISSIONS, permission_names
from interactions.components import Layout, select, text_view
from interactions.errors import NEEDED, sentence_for
from interactions.people import Appearance
from interactions.rate_limits import BOARDS, EXPORTS, GIFS, IMPORTS, VACATIONS
from interactions.tasks import Stopping
from interactions.time_input import read_quiet_hours
from match.match import FORMER_PLAYER, player_name
from match.read_record import read
from match.vacation import Vacation
from rulebook import rulebook
from rules import GAMES, Moment, Refusal, Sentence
from tests.cogs.test_club import longest
from tests.cogs.test_records import ILLEGAL
from tests.cogs.test_replay import every_kind
from tests.made_up_language import MADE_UP, translated, wrong
from tests.simulated_discord.limits import check
from tests.simulated_discord.made_up_speech import ALIKE, NAMES, SpeakMadeUp, faults
from tests.simulated_discord.message_texts import OPTION, pieces
from tests.simulated_discord.table import Table
from tests.thorough import THOROUGH, mostly_thorough
from views.analysis_board import AnalysisBoard
from views.analysis_page import MOST_WRITTEN, analysis_page
from views.begin_against_computer_page import ChooseLevel, level_question, level_question_of
from views.challenge_card import challenge_card, challenge_entry, settled_line
from views.club_card import accept_page, accepted_words, club_card, code_page
from views.daily_puzzle_page import daily_page
from views.help_page import LIBRARIES, Topic, about_page, help_page
from views.hint_words import HINTS
from views.lesson_ids import how_to_play_button
from views.match_verbs import VERBS
from views.move_choices import move_options, next_choices
from views.personal_settings import BY_ITSELF, SettingsForm
from views.puzzle_page import puzzle_page, solved_page
from views.replay_page import replay_page
from views.review_page import REVIEWS
from views.rules_page import OpenRules, rules_button, rules_page
from views.server_settings_page import ServerForm, server_form
from views.settings_page import settings_form, settings_page
from views.vacation_page import _time_words
from views.vote_page import AskCrowd, crowd_question

Pages = AsyncIterator[discord.ui.LayoutView | discord.ui.Modal | str]
LOOK = Appearance("walnut")
GAME = discord.SelectOption(label="One", value="one", description="Best")
UNREADABLE = (
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
)
"""Records that cannot be read."""
COUNTS = (
    Sentence("You'd already solved this puzzle or seen its solution, so it doesn't count."),
    Sentence(
        "You've solved {number} {game} puzzle.",
        "You've solved {number} {game} puzzles.",
        number=2,
        game="Bivouac",
    ),
)


def challenge(key: str, state: ChallengeState, *, opponent: bool, **terms: object) -> Challenge:
    """Make a challenge by Ada, to Ben or to anybody."""
    now = discord.utils.utcnow()
    standing = state is ChallengeState.RESTING or (not opponent and state is ChallengeState.PENDING)
    return Challenge(
        1,
        Person(1, "Ada"),
        Person(2, "Ben") if opponent else None,
        Terms(key, **terms),  # type: ignore[arg-type]  # as a test names them
        Place(3),
        now,
        now + timedelta(days=7),
        state,
        at_once=2 if standing else None,
    )


# Pages of each game.


async def rules(key: str) -> Pages:
    for number, page in enumerate(rulebook(key).pages):
        yield (await rules_page(key, number, LOOK))[0]
        if page.picture:
            yield (await analysis_page(AnalysisBoard(key, number), LOOK))[0]
    for button in (rules_button(key), how_to_play_button(key)):
        yield Layout(discord.ui.ActionRow(button))


async def choices_of_moves(key: str) -> Pages:
    position = GAMES[key].start({})
    for _ in range(3):
        position = position.play(next(iter(position.moves())))[1]
    move = next(iter(position.moves().values()))
    piece = move.path[0] if move.path else move.text
    for choice in next_choices(position, piece):
        yield choice.label
    for option in (*move_options(position), *move_options(position, piece)):
        yield option.label
        if option.description and len(option.description) < OPTION:
            yield option.description


async def challenges(key: str) -> Pages:
    unusual = {option.key: option.values[-1] for option in GAMES[key].options}
    states = (ChallengeState.PENDING, ChallengeState.RESTING)
    for chosen, seat, both, state, opponent in product(
        ({}, unusual), Seat, (False, True), states, (True, False)
    ):
        terms = {"options": chosen, "seat": seat, "both_sides": both}
        terms |= {"rated": not both, "explore": not both}
        offered = challenge(key, state, opponent=opponent, **terms)
        yield (await challenge_card(offered, LOOK)).view
        for who in (1, 2):
            yield Layout(*challenge_entry(offered, who))


async def replays(key: str) -> Pages:
    for watched in every_kind(key):
        found = replace(watched, names=("Ada", "Ben"))
        for number in (0, 1, len(watched.line)):
            yield (await replay_page(found, number, 1, LOOK))[0]


# Other pages, forms and sentences.


async def games_tried_to_their_end() -> Pages:
    for key in GAMES:
        position, moves = GAMES[key].start({}), list[str]()
        while (legal := position.moves()) and len(" ".join(moves)) < MOST_WRITTEN:
            moves.append([*legal][-1])
            position = position.play(moves[-1])[1]
        yield (await analysis_page(AnalysisBoard(key, 0, 0, tuple(moves)), LOOK))[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("views.analysis_page.MOST_WRITTEN", 4)
        yield (await analysis_page(AnalysisBoard("bizingo", 0, 0, ("h6-g6",)), LOOK))[0]


async def what_became_of_challenges() -> Pages:
    states = ChallengeState
    for state in (states.DECLINED, states.WITHDRAWN, states.EXPIRED, states.COUNTERED):
        yield settled_line(challenge("ringo", state, opponent=True, options={}))


async def every_fifth_puzzle() -> Pages:
    for key in (key for key in GAMES if puzzles(key)):
        for puzzle in puzzles(key)[::5]:
            yield (await puzzle_page(puzzle, LOOK))[0]
        yield (await daily_page(puzzles(key)[0], LOOK))[0]
    puzzle = puzzles("bivouac")[0]
    for count in COUNTS:
        move = puzzle.position.moves()[puzzle.solution[0]]
        yield (await solved_page(puzzle, LOOK, move, count))[0]


async def invitations() -> Pages:
    yield level_question_of("ringo", 7, 1)
    for seat in Seat:
        yield level_question(ChooseLevel("ringo", seat, "fair"), 2)


async def votes_and_club_matches() -> Pages:
    for seat in Seat:
        yield crowd_question(AskCrowd("ringo", seat=seat), 2)
    for state in ClubState:
        yield club_card(longest(state), 0)
    yield code_page(longest(ClubState.ASKED))
    yield accept_page(longest(ClubState.ASKED), 12)
    together = ClubTerms(game="ringo", options={}, boards=TOGETHER)
    asked = replace(longest(ClubState.ASKED), terms=together)
    yield code_page(asked)
    yield accept_page(asked, 12)
    yield text_view(accepted_words(asked))
    running = replace(longest(ClubState.RUNNING), terms=together)
    yield club_card(replace(running, clubs=[replace(one, server=0) for one in running.clubs]), 0)


async def settings() -> Pages:
    own = PersonalSettings(zone="America/Argentina/ComodRivadavia", quiet=read_quiet_hours("22-8"))
    yield settings_page({**own.write(), BY_ITSELF: YES}, discord.utils.utcnow())
    for form in SettingsForm:
        yield settings_form(form, {**PersonalSettings().write(), BY_ITSELF: NO})


async def settings_of_a_server() -> Pages:
    server: Any = SimpleNamespace(get_channel={}.get)
    for subject in ServerForm:
        yield server_form(subject, ServerSettings(), server)
    yield text_view(said(permission_names([*PERMISSIONS])), said(NEEDED))


async def news_of_a_vacation() -> Pages:
    now = discord.utils.utcnow()
    for away in (True, False):
        yield said(vacation_news(Vacation(timedelta(days=3), now, away)))


async def refused_records() -> Pages:
    for record in UNREADABLE:
        with pytest.raises(Refusal) as refused:
            read(record, GAMES)
        yield said(refused.value.sentence)


async def whatever_goes_wrong() -> Pages:
    errors: list[Exception] = [OutOfDate(), Stopping(), RepeatedRequest(), NoMatch(9)]
    errors += [Unusable("It is gone."), unusable(Path("x"), OSError()), moved(Path("x"))]
    errors += [CommandNotFound("x", []), CheckFailure(), CommandOnCooldown(Cooldown(1, 1), 2)]
    errors += [ZeroDivisionError(), TimeoutError()]
    for limit in (BOARDS, GIFS, IMPORTS, EXPORTS, VACATIONS, HINTS, REVIEWS):
        errors.append(Refusal(limit.words, when=Moment(discord.utils.utcnow())))
    for error in errors:
        yield sentence_for(error)


BY_GAME = (rules, choices_of_moves, challenges, replays)
BY_THEMSELVES = (
    games_tried_to_their_end,
    what_became_of_challenges,
    every_fifth_puzzle,
    invitations,
    votes_and_club_matches,
    settings,
    settings_of_a_server,
    news_of_a_vacation,
    refused_records,
    whatever_goes_wrong,
)
ALSO_ALIKE: Mapping[Callable[..., Pages], tuple[str, ...]] = {
    # A caption is also in the alternative text, where a typed `pass` is not marked as code.
    rules: ("pass",),
    replays: ("pass", *(f"{game.name}, imported" for game in GAMES.values())),
    every_fifth_puzzle: ("pass",),
    settings: ("22:00-08:00", "UTC"),
}


async def check_pages(shown: Pages, alike: tuple[str, ...]) -> None:
    """Check that there are pages, and that each is translated and fits."""
    seen = 0
    async for page in shown:
        seen += 1
        if isinstance(page, discord.ui.LayoutView):
            check(page)
        assert not faults(page, (*ALIKE, *alike))
    assert seen


@pytest.fixture
def no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: what is said beside boards is looked at; tests/rendering looks at boards."""
    for name in ("diagram", "picture"):
        monkeypatch.setattr(rendering, name, lambda *_drawn, **_how: b"")


@pytest.mark.usefixtures("no_drawing")
@pytest.mark.parametrize(
    "pages", mostly_thorough(BY_THEMSELVES, *(set(BY_THEMSELVES) - {every_fifth_puzzle}))
)
async def test_pages_are_translated(pages: Callable[[], Pages], speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    await check_pages(pages(), ALSO_ALIKE.get(pages, ()))


@THOROUGH
@pytest.mark.usefixtures("no_drawing")
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("pages", BY_GAME)
async def test_pages_of_games_are_translated(
    pages: Callable[[str], Pages], key: str, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    await check_pages(pages(key), ALSO_ALIKE.get(pages, ()))


def test_what_is_not_translated_or_cut_is_found() -> None:
    told = "**Ada** `a1-a2` <t:123:R> <@7> [x](https://nowhere.example) 5–0"
    assert not [*wrong([told, translated("Play on")], NAMES)]
    assert [*wrong([f"{told} {translated('won')}, drawn"], NAMES)] != []
    assert [*wrong([translated("won")[:-1]])] != []
    view = text_view("Hello", rows=[select("Which game?", [GAME], OpenRules("ringo"))])
    assert [piece.words for piece in pieces(view)] == ["Hello", "Which game?", "One", "Best"]


async def test_help_is_translated_and_complete(table: Table, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    manager = discord.Permissions.all()
    topics = [help_page(table.bot, manager, topic) for topic in Topic]
    for page in (*topics, rules_cog.all_games(), about_page(table.bot)):
        check(page)
        assert not faults(page, ("Python", "MIT", *LIBRARIES))
    told = "".join(piece.words for page in topics for piece in pieces(page))
    for command in table.ada.available_commands(table.channel):
        assert f"`/{command}`" in told


@THOROUGH
def test_form_of_a_record_is_translated_but_not_its_example(speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    assert [fault for fault in faults(import_record._form()) if "[Game" not in fault] == []


def test_names_that_the_bot_gives_are_translated(speak_made_up: SpeakMadeUp) -> None:
    given = (player_name(-1, FORMER_PLAYER), player_name(1, "Ben", level=4))
    assert [*map(plain, given)] == ["a former player", "Ben, level 4"]
    speak_made_up()
    for name in given:
        assert not [*wrong((plain(name), said(name)), NAMES)]
    for own in ("a former player", "Ben, level 4", "Rules"):
        assert plain(player_name(1, own)) == own


def test_what_verbs_say_is_found_by_translators() -> None:
    for verb in VERBS:
        asked = verb.question
        for words in (verb.label, verb.says, *((asked.label, asked.words) if asked else ())):
            assert words == "" or MADE_UP.template(words) != words


@pytest.mark.parametrize(
    ("time", "english"),
    [
        (timedelta(0), "0 days"),
        (timedelta(minutes=30), "30 minutes"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(days=1, minutes=59), "1 day"),
        (timedelta(days=2, hours=3), "2 days and 3 hours"),
    ],
)
def test_length_of_a_vacation_is_a_list_of_numbers(
    time: timedelta, english: str, speak_made_up: SpeakMadeUp
) -> None:
    assert said(_time_words(time)) == english
    speak_made_up()
    assert not [*wrong([said(_time_words(time))])]
