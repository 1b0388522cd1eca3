"""Boards besides those of matches: puzzles, lessons, replays, and those to try moves on."""

from typing import Any

import pytest

from computer.puzzles import puzzles
from computer.review import Review, TurningPoint
from interactions.rate_limits import RateLimiter
from lessons import lesson, taught_games
from rules import GAMES
from tests.simulated_discord.private_answers import press, type_in
from tests.simulated_discord.table import components, labels
from tests.web.pages import Page, Site
from views.replay_ids import NEWEST

SOME_GAMES = ("bizingo", "hoyito")


async def board(page: Page, at: str, tried: list[str] | None = None, move: str = "") -> Any:
    """Show a board."""
    status, told = await page.asks("board", at=at, tried=tried or [], move=move)
    assert status == 200, told
    return told


def key_of(state: Any, words: str) -> str:
    """Return where a button of a board leads."""
    [found] = [verb["key"] for verb in state["verbs"] if verb["label"] == words]
    return str(found)


@pytest.mark.parametrize("key", GAMES)
async def test_puzzle_is_solved_and_counts_as_in_discord(site: Site, key: str) -> None:
    ada, store = site.table.ada, site.table.bot.store
    page = await site.page(ada)
    first = await board(page, f"puzzle|{key}|0")
    number = int(first["at"].split("|")[2])
    [puzzle] = [each for each in puzzles(key) if each.number == number]
    assert (first["may_move"], first["at_once"]) == (True, True)
    assert first["lines"][0] == str(puzzle.aim)
    assert {move["effect"] for move in first["moves"]} == {"none"}, "the solver finds that"
    wrong = next(
        each for each in first["moves"] if each["text"] not in {puzzle.solution[0], *puzzle.also}
    )
    missed = await board(page, first["at"], move=wrong["text"])
    assert any("isn't the best move" in line for line in missed["lines"])
    assert (first["wrong"], missed["wrong"]) == (False, True)
    solved = await board(page, first["at"], move=puzzle.solution[0])
    assert any("Solved!" in line for line in solved["lines"])
    assert (solved["moves"], solved["count"]) == ([], 1)
    assert number in await store.puzzles.done(ada.id, key)
    following = await board(page, solved["next"]["at"])
    assert following["at"] not in {first["at"], solved["next"]["at"]}
    assert following["may_move"]


async def test_hint_and_solution_of_a_puzzle_make_it_not_count(site: Site) -> None:
    ada, store = site.table.ada, site.table.bot.store
    page = await site.page(ada)
    first = await board(page, "puzzle|bizingo|0")
    hinted = await board(page, key_of(first, "Hint"))
    assert any("Look at" in line for line in hinted["lines"])
    assert hinted["at"] == first["at"]
    solution = await board(page, key_of(first, "Solution"))
    assert solution["steps"]["now"] == 1
    assert len(solution["steps"]["names"]) > 1
    puzzle = next(each for each in puzzles("bizingo") if f"|{each.number}" in first["at"])
    solved = await board(page, first["at"], move=puzzle.solution[0])
    assert any("doesn't count" in line for line in solved["lines"])
    assert await store.puzzles.solved(ada.id) == {}


async def test_rush_goes_on_to_its_third_mistake_and_an_old_page_changes_nothing(
    site: Site,
) -> None:
    page = await site.page(site.table.ada)
    state = first = await board(page, "rushagain|ringo")
    for _ in range(3):
        move = state["moves"][0]["text"]
        found = await site.table.bot.store.rushes.find(site.table.ada.id)
        assert found is not None
        puzzle = next(each for each in puzzles("ringo") if each.number == found.puzzles[-1][1])
        best = puzzle.solution[0]
        wrong = next(each["text"] for each in state["moves"] if each["text"] != best)
        state = await board(page, state["at"], move=wrong)
        again = await board(page, first["at"], move=move)
        assert (again["at"], again["count"]) == (state["at"], state["count"])
    assert state["title"].startswith("Rush over: ")
    assert state["moves"] == []
    begun = await board(page, state["next"]["at"])
    assert begun["may_move"]
    over = await board(page, key_of(begun, "End the rush"))
    assert over["title"].startswith("Rush over: ")


@pytest.mark.parametrize("key", SOME_GAMES)
async def test_lesson_is_learned_task_by_task(site: Site, key: str) -> None:
    page = await site.page(site.table.ada)
    games = await board(page, "learn||0")
    assert [verb["label"] for verb in games["verbs"]] == [
        GAMES[each].name for each in taught_games()
    ]
    state = await board(page, f"learn|{key}|0")
    task = lesson(key)[1]
    for _ in task.goals:
        position = task.start
        for text in state["tried"]:
            position = position.play(text)[1]
        goal = task.goals[(len(state["tried"]) + 1) // 2]
        good = next(text for text, move in position.moves().items() if goal(position, move))
        bad = [text for text, move in position.moves().items() if not goal(position, move)]
        if bad:
            missed = await board(page, state["at"], state["tried"], bad[0])
            assert missed["tried"] == state["tried"]
            assert missed["may_move"]
        state = await board(page, state["at"], state["tried"], good)
    assert state["lines"][0].startswith("Right!")
    assert "to move" not in state["described"]
    assert 1 in (await site.table.bot.store.lessons.done(site.table.ada.id))[key]
    following = await board(page, state["next"]["at"])
    assert "Task 2 of" in following["lines"][0]
    hinted = await board(page, key_of(following, "Hint"))
    assert any(line.startswith("💡") for line in hinted["lines"])


async def test_rules_are_tried_out(site: Site) -> None:
    page = await site.page(site.table.ada)
    state = await board(page, "try|bizingo|0")
    for _ in range(3):
        state = await board(page, state["at"], state["tried"], state["moves"][0]["text"])
    assert (len(state["tried"]), state["count"]) == (3, 3)
    back = await board(page, key_of(state, "Step back"), state["tried"])
    assert len(back["tried"]) == 2
    again = await board(page, key_of(state, "Start again"), state["tried"])
    assert (again["tried"], again["tokens"]) != (state["tried"], state["tokens"])
    status, told = await page.asks("board", at="try|bizingo|0", tried=["x1-x2"])
    assert (status, "out of date" in told["words"]) == (422, True)


async def test_match_that_goes_on_is_looked_through_from_its_board(site: Site) -> None:
    match = await site.table.begin("bizingo")
    page = await site.page(site.table.ada)
    assert "Replay" not in {verb["label"] for verb in (await page.state())["verbs"]}
    move = next(iter(match.position.moves()))
    await site.table.play(move)
    replay = await board(page, key_of(await page.state(), "Replay"))
    assert (replay["steps"]["now"], len(replay["steps"]["names"])) == (0, 2)
    back = await board(page, key_of(replay, "Back to the match"))
    assert (back["match"], back["count"]) == (1, 1)


async def test_match_is_replayed_explored_and_reviewed(site: Site) -> None:
    table = site.table
    match = await table.begin("ringo")
    moves = []
    for _ in range(6):
        text = next(iter((await table.match()).position.moves()))
        await table.play(text)
        moves.append(text)
    page = await site.page(table.ada)
    live = await page.state()
    explored = await board(page, key_of(live, "Explore"))
    assert explored["may_move"]
    tried = await board(page, explored["at"], [], explored["moves"][0]["text"])
    assert tried["count"] == 7
    assert key_of(tried, "Back to the match") == "web|1"
    replayed = await board(page, f"replay|1|{NEWEST}")
    assert replayed["steps"]["now"] == 6
    assert replayed["steps"]["names"] == [
        "Start",
        *(f"{number}. {text}" for number, text in enumerate(moves, start=1)),
    ]
    earlier = await board(page, replayed["steps"]["to"].replace("{ply}", "2"))
    assert (earlier["steps"]["now"], earlier["count"]) == (2, 2)
    from_there = await board(page, key_of(earlier, "Try from here"))
    assert (from_there["count"], from_there["may_move"]) == (2, True)
    status, told = await page.asks("board", at="review|1")
    assert (status, "when it's over" in told["words"]) == (422, True)
    assert match.number == 1


@pytest.mark.usefixtures("thinks_quickly")
async def test_review_has_its_curve_on_the_replay(site: Site) -> None:
    table = site.table
    await table.begin("ringo")
    for _ in range(6):
        await table.play(next(iter((await table.match()).position.moves())))
    page = await site.page(table.ada)
    resigned = next(each for each in (await page.state())["verbs"] if each["label"] == "Resign")
    status, over = await page.asks(
        "verb", count=(await table.match()).count, verb=resigned["question"]["key"]
    )
    assert status == 200, over
    state = await board(page, key_of(over, "Review"))
    for _ in range(50):
        if not state["waits"]:
            break
        state = await board(page, state["at"])
    assert len(state["steps"]["curve"]) == len(state["steps"]["names"])


async def test_review_leads_from_one_turning_point_to_the_next_and_to_the_better_move(
    site: Site,
) -> None:
    table = site.table
    match = await table.begin("ringo")
    played, other = [], []
    for _ in range(6):
        first, second, *_ = match.position.moves()
        played.append(first)
        other.append(second)
        match = await table.play(first)
    await table.resign(table.ada)
    turns = tuple(
        TurningPoint(ply, played[ply], other[ply], (other[ply],), 0.6, -0.6) for ply in (1, 4)
    )
    review = Review((0.0, 0.1, -0.6, 0.0, 0.3, -0.8, -0.9), turns)
    await table.bot.store.reviews.keep(1, review.encode(), table.env.now())
    page = await site.page(table.ben)
    first_turn = await board(page, "review|1")
    assert (first_turn["count"], first_turn["steps"]["turns"]) == (2, [2, 5])
    assert first_turn["steps"]["curve"] == [0.0, 0.1, -0.6, 0.0, 0.3, -0.8, -0.9]
    told = "\n".join(first_turn["lines"])
    assert ("Better: " in told, told.count("Move 2")) == (True, 1)
    [better] = [each for each in first_turn["verbs"] if each["label"] == "Show the better move"]
    shown = await board(page, better["key"], better["tried"])
    assert (shown["count"], shown["tried"]) == (2, [other[1]])
    second_turn = await board(page, first_turn["next"]["at"])
    assert (second_turn["count"], second_turn["next"]) == (5, None)


async def test_match_is_watched_followed_and_guessed(site: Site) -> None:
    table = site.table
    await table.begin("ringo")
    page, store = await site.page(table.cleo), table.bot.store
    state = await page.state()
    assert (state["own"], state["deed"], state["may_move"]) == (None, "guess", True)
    followed = await board(page, key_of(state, "Follow"))
    assert (await store.followers.find(1, table.cleo.id)) is not None
    each = await board(page, key_of(followed, "Each move"))
    stopped = await board(page, key_of(each, "Stop following"))
    assert (await store.followers.find(1, table.cleo.id)) is None
    move = stopped["moves"][0]["text"]
    status, _ = await page.asks("look", count=stopped["count"], move=move)
    assert status == 200
    status, guessed = await page.asks("guess", count=stopped["count"], move=move)
    assert status == 200, guessed
    assert (await store.guesses.own(1, table.cleo.id)).open == move
    assert any("Your guess so far" in line for line in guessed["lines"])
    assert (await table.match()).count == stopped["count"], "nothing is played"
    await table.play(move)
    status, _ = await page.asks("guess", count=stopped["count"], move=move)
    assert status == 409


async def test_stranger_sees_no_board_of_a_match_that_is_hidden(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unseen(*_args: object) -> bool:
        return False

    table = site.table
    await table.begin("ringo")
    page = await site.page(table.cleo)
    monkeypatch.setattr("web.server.may_watch", unseen)
    for at in (
        "web|1",
        "replay|1|0",
        "watch|match|1|0|0|jump",
        "explore|1",
        "tryfrom|match|1|0|0",
        "triedfrom|other|match|1|0|0",
        "review|1",
        "follow|1|end",
    ):
        table.bot.rate_limiter = RateLimiter()
        status, told = await page.asks("board", at=at)
        assert (status, "#1" in told["words"]) == (404, True), at
    assert await table.bot.store.followers.find(1, table.cleo.id) is None


@pytest.mark.parametrize(
    "at",
    [
        *(
            "",
            "x",
            "|",
            "puzzle|bizingo|99999",
            "puzzle|x|0",
            "puzzle|bizingo|60000",
            "lesson|bizingo|99",
        ),
        *("lesson|x|1", "learn|x|0", "rushing|1|1", "rushagain|x", "try|bizingo|99", "try|x|0"),
        *(
            "watch|import|1|0|0|jump",
            "watch|puzzle|1|0|0|jump",
            "tryfrom|match|1|0|7",
            "play|1|0|x",
        ),
        *(
            "taskhint|bizingo|1|x|1",
            "triedfrom|other|bizingo|0|0|7",
            "askpuzzle|bizingo|1|solution",
        ),
        "resign|1",
    ],
)
async def test_whatever_is_asked_for_gets_a_sentence(site: Site, at: str) -> None:
    await site.table.begin("ringo")
    page = await site.page(site.table.ada)
    for more in ({}, {"tried": ["x"]}, {"tried": 3}, {"tried": [1]}, {"move": "x"}, {"move": 4}):
        status, told = await page.asks("board", at=at, **more)
        assert status in (200, 404, 422), (at, more)
        assert told.get("words") or told.get("lines"), (at, more)


async def test_board_is_one_press_from_puzzles_lessons_replays_and_play(site: Site) -> None:
    table = site.table
    await table.begin("ringo")
    await table.play(next(iter((await table.match()).position.moves())))
    ringo = {"game": "ringo"}
    for typed, chosen, leads in (
        ("play", {}, "lobby.all.0"),
        ("learn", {}, "learn..0"),
        ("learn", ringo, "lesson.ringo.1."),
        ("match replay", {"match": 1}, "watch.match.1.1.0.jump"),
        ("puzzle play", ringo, "puzzle.ringo."),
        ("puzzle rush", {}, "rushing.1.1.."),
    ):
        shown = await type_in(table, typed, **chosen)
        assert "Board" in labels(shown), typed
        answered = await press(table, shown, "Board")
        [url] = [each["url"] for each in components(answered) if each.get("url")]
        assert url.partition("/#")[2].partition("/")[2].startswith(leads), typed
