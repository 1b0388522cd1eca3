"""Every command, card, picker and page keeps to Discord's limits."""

import itertools
import re
from datetime import timedelta

import discord
import pytest

from data import Challenge, ChallengeState, Person, Place, Seat, Terms
from interactions.components import button, in_rows
from interactions.people import Appearance
from rules import GAMES, Position
from tests.simulated_discord.limits import LONG_NAME, check, described, matches
from tests.simulated_discord.table import Table
from tests.thorough import THOROUGH
from views.challenge_card import challenge_card, settled_line
from views.challenge_options import FLAGS, options_form
from views.match_card import match_card
from views.rules_page import OpenRules

NAME = re.compile(r"[-_\w]{1,32}")

MOST_COMMANDS = 21
"""At most so many commands stand at the top level of `/`, where people look for what is daily; and
`/club`, which concerns two servers and so is part of neither `/season` nor `/ladder`."""
DAILY = {
    *GAMES,
    *("move", "board", "matches", "play", "puzzle", "learn", "rules", "help"),
    *("leaderboard", "profile", "settings", "privacy"),
    *("season", "ladder", "club"),
}
RARE = {
    *("draw", "takeback", "moretime", "claim", "resign", "abort", "rematch"),
    *("hint", "ahead", "note", "mute", "unmute", "again"),
    *("replay", "review", "record", "import", "moderate"),
}


async def test_what_is_rare_is_a_subcommand(table: Table) -> None:
    tree = table.bot.tree
    below = {
        command.name: {option["name"] for option in command.to_dict(tree).get("options", ())}
        for command in tree.get_commands(type=discord.AppCommandType.chat_input)
    }
    assert below["match"] == RARE
    assert below["puzzle"] == {"play", "daily", "rush"}
    assert below["club"] == {"challenge", "accept"}
    assert below["season"] == {"start", "join", "leave", "show", "my", "stop"}


async def test_commands_keep_to_the_limits(table: Table) -> None:
    tree = table.bot.tree
    commands = [dict(command.to_dict(tree)) for command in tree.get_commands()]
    slash = [command for command in commands if command["type"] == 1]
    menus = [command for command in commands if command["type"] == 2]
    assert {*DAILY, "match"} == {command["name"] for command in slash}
    assert len(slash) <= MOST_COMMANDS
    assert sorted(menu["name"] for menu in menus) == ["Block", "Challenge"]
    for command in slash:
        for part in described(command):
            assert NAME.fullmatch(part["name"])
            assert part["name"] == part["name"].lower()
            assert 1 <= len(part["description"]) <= 100
            assert part["description"] != "…"
            assert len(part.get("options", ())) <= 25
            choices = part.get("choices") or ()
            assert len(choices) <= 25
            assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
            required = [option.get("required", False) for option in part.get("options", ())]
            assert required == sorted(required, reverse=True)


async def test_a_games_command_has_at_most_five_options(table: Table) -> None:
    for key in GAMES:
        command = table.bot.tree.get_command(key)
        assert command is not None
        offered = [option["name"] for option in command.to_dict(table.bot.tree)["options"]]
        assert {*offered} <= {"opponent", "level", "pace", "rules", "side"}


def test_the_options_of_every_game_are_one_form() -> None:
    for game in GAMES.values():
        for opponent in (None, Person(2, "Ben")):
            terms = Terms(game.key, game.presets[game.usual_preset])
            times = (discord.utils.utcnow(), discord.utils.utcnow(), ChallengeState.PENDING)
            challenge = Challenge(1, Person(1, "Ada"), opponent, terms, Place(1), *times)
            assert 1 <= len(options_form(challenge).children) <= 5
            assert not {option.key for option in game.options} & {*FLAGS}


@THOROUGH
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_match_cards_keep_to_the_limits(game: type[Position]) -> None:
    for seed in range(4):
        for match in itertools.islice(matches(game, seed), 0, None, 12):
            check((match_card(match, Appearance("walnut"))).view)


@THOROUGH
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_challenge_cards_keep_to_the_limits(game: type[Position]) -> None:
    now = discord.utils.utcnow()
    longest = {
        option.key: max(
            option.values[1:] or option.values,
            key=lambda value, o=option: len(o.labels[o.values.index(value)]),  # type: ignore[misc]  # mypy does not infer a lambda's default
        )
        for option in game.options
    }
    kinds = itertools.product(({}, longest), Seat, ChallengeState, (False, True), (None, 10))
    for chosen, seat, state, both, at_once in kinds:
        challenge = Challenge(
            10**14,
            Person(1, LONG_NAME),
            Person(2, LONG_NAME),
            Terms(game.key, chosen, seat, None, rated=False, both_sides=both),
            Place(10**18),
            now,
            now + timedelta(days=7),
            state,
            10**14,
            at_once=10 if state is ChallengeState.RESTING else at_once,
        )
        if state in (ChallengeState.PENDING, ChallengeState.RESTING):
            check((await challenge_card(challenge, Appearance("walnut"))).view)
        else:
            check(settled_line(challenge))


@pytest.mark.parametrize(
    ("buttons", "rows"), [(0, []), (4, [4]), (5, [5]), (6, [3, 3]), (11, [4, 4, 3])]
)
def test_rows_of_buttons_are_few_and_even(buttons: int, rows: list[int]) -> None:
    made = in_rows([button("x", OpenRules(str(number))) for number in range(buttons)])
    counted = [len(row.children) for row in made if isinstance(row, discord.ui.ActionRow)]
    assert counted == rows
