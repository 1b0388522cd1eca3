"""Playing on a page: the verbs of the card, for those whose match it is and nobody else."""

import asyncio
from dataclasses import replace

import pytest

from boards.drawn import NO_TURN
from data.notes import MOST_NOTED
from data.web_links import Opener
from match.event import Kind
from rules import GAMES
from tests.programs import PATIENCE
from tests.simulated_discord.computer import begin as begin_unrated
from tests.simulated_discord.table import Calls, labels, poll, words
from tests.simulated_discord.work_counter import counting
from tests.web.pages import Site
from views.match_verbs import VERBS

MOST_TRIPS = 5
"""How often a play may wait for a thread of the database, until its card is recorded."""


async def test_move_on_a_page_is_a_move_on_the_card(site: Site, calls: Calls) -> None:
    table = site.table
    await table.begin("bizingo")
    first = table.last
    token = await site.link(table.ada)
    _, entered = await site.enter(token)
    state = await site.post("state", entered["key"], match=1)
    move = state[1]["moves"][0]["text"]
    status, after = await site.post("play", entered["key"], match=1, count=0, move=move)
    assert (status, after["count"], after["may_move"], after["moves"]) == (200, 1, False, [])
    assert "Undo" in [verb["label"] for verb in after["verbs"]]
    await site.settle()
    assert table.last.id != first.id
    assert f"<@{table.ben.id}>, your move" in words(table.last)
    assert calls[-1][1] == [table.ben.id]
    status, undone = await site.post("verb", entered["key"], match=1, count=1, verb="takeback")
    assert (status, undone["may_move"]) == (200, True)
    await site.settle()
    assert "took" in words(table.last)


async def test_whoever_has_no_page_is_told_how_to_get_one(site: Site) -> None:
    await site.table.begin("ringo")
    for ask in ("state", "look", "play", "verb", "listen"):
        for key in ("", "x" * 43, "é"):
            status, told = await site.post(ask, key, match=1, count=0)
            assert status == 401
            assert told["words"] == ("This page is closed. Press Board on a card to open it again.")


@pytest.mark.parametrize("who", ["opponent", "onlooker", "stranger"])
async def test_only_a_player_in_turn_moves_and_nobody_else_does_anything(
    site: Site, who: str
) -> None:
    table = site.table
    match = await table.begin("bizingo")
    if who == "stranger":
        stranger = table.env.create_user("Sly")
        token = await table.bot.store.web_links.make(Opener(stranger.id), table.env.now())
        _, entered = await site.enter(token)
        key = entered["key"]
    else:
        key = (await site.page(table.ben if who == "opponent" else table.cleo)).key
    move = next(iter(match.position.moves()))
    before = await table.match()
    keys = [verb.key for verb in VERBS] + [verb.question.key for verb in VERBS if verb.question]
    asked = [("play", {"move": move})]
    if who != "onlooker":  # who may look at what they guess
        asked.append(("look", {"move": move}))
    if who != "opponent":
        asked += [("verb", {"verb": key}) for key in keys]
    for ask, fields in asked:
        status, told = await site.post(ask, key, match=1, count=0, **fields)
        asked_wrongly = ask == "verb" and status == 422
        assert asked_wrongly or status == (404 if who == "stranger" else 422), (ask, fields, told)
        assert told["words"]
    assert await table.match() == before


async def test_onlooker_sees_the_match_and_a_stranger_does_not(site: Site) -> None:
    table = site.table
    await table.begin("bizingo")
    state = await (await site.page(table.cleo)).state()
    verbs = [verb["label"] for verb in state["verbs"]]
    assert (state["own"], state["deed"], verbs) == (
        None,
        "guess",
        ["Follow", "Explore", "How to play"],
    )


async def test_stale_page_is_sent_the_present_state(site: Site) -> None:
    table = site.table
    match = await table.begin("bizingo")
    page = await site.page(table.ada)
    first, second, *_ = match.position.moves()
    await table.play(first)
    for ask, fields in (("play", {"move": second}), ("verb", {"verb": "resigned"})):
        status, told = await page.asks(ask, count=0, **fields)
        assert (status, told["state"]["count"]) == (409, 1)
        assert told["words"].startswith("The match has moved on")
    assert (await table.match()).count == 1


async def test_move_sent_twice_at_once_is_made_once(site: Site) -> None:
    table = site.table
    match = await table.begin("bizingo")
    page = await site.page(table.ada)
    move = next(iter(match.position.moves()))
    answers = await asyncio.gather(*(page.asks("play", count=0, move=move) for _ in range(5)))
    assert sorted(status for status, _ in answers) == [200, 409, 409, 409, 409]
    assert (await table.match()).count == 1


@pytest.mark.parametrize("key", GAMES)
async def test_page_says_how_to_win_before_ones_first_move(site: Site, key: str) -> None:
    table = site.table
    match = await table.begin(key)
    page = await site.page(table.ada)
    state = await page.state()
    assert state["lines"][0] == "Your move."
    won = state["lines"][-1]
    assert len(won) > 60
    assert "*" not in won
    assert "How to play" in [verb["label"] for verb in state["verbs"]]
    await table.play(next(iter(match.position.moves())))
    assert won not in (await page.state())["lines"]
    opponent = await site.page(table.ben)
    assert won in (await opponent.state())["lines"]


async def test_resigning_is_asked_first_by_the_page(site: Site) -> None:
    table = site.table
    await table.begin("bizingo", *two_moves_each())
    page = await site.page(table.ada)
    state = await page.state()
    [resign] = [verb for verb in state["verbs"] if verb["key"] == "resign"]
    assert "Ben" in resign["question"]["words"]
    status, _ = await page.asks("verb", count=state["count"], verb="resign")
    assert status == 422, "it was not confirmed"
    status, over = await page.asks("verb", count=state["count"], verb=resign["question"]["key"])
    assert (status, over["may_move"]) == (200, False)
    assert "wins" in over["lines"][0]
    winner = await site.page(table.ben)
    assert (await winner.state())["lines"][0] == "You've won it!"
    await site.settle()
    assert "wins" in words(table.last)


def two_moves_each() -> list[str]:
    position, moves = GAMES["bizingo"].start({}), list[str]()
    for _ in range(4):
        move = next(iter(position.moves().values()))
        moves.append(move.text)
        position = position.after(move)
    return moves


async def test_takeback_is_asked_and_allowed_between_two_pages(site: Site) -> None:
    table = site.table
    match = await table.begin("bizingo")
    ada, ben = await site.page(table.ada), await site.page(table.ben)
    await ada.asks("play", count=0, move=next(iter(match.position.moves())))
    assert "Undo" in [verb["label"] for verb in (await ada.state())["verbs"]]
    await ben.state()
    seen = await ada.state()
    assert "Take back" in [verb["label"] for verb in seen["verbs"]], "Ben has seen the move"
    status, asked = await ada.asks("verb", count=seen["count"], verb="takeback")
    assert status == 200
    await site.settle()
    assert "asks to take the last move back" in words(table.last)
    state = await ben.state()
    assert "\u2068Ada\u2069 asks to take the last move back." in state["lines"]
    assert (await ada.asks("verb", count=asked["count"], verb="allow"))[0] == 422
    status, _ = await ben.asks("verb", count=asked["count"], verb="allow")
    assert (status, (await ada.state())["may_move"]) == (200, True)


async def test_rematch_that_both_want_begins_on_their_pages(site: Site) -> None:
    table = site.table
    await table.begin("bizingo", *two_moves_each())
    await table.resign(table.ada)
    ada, ben = await site.page(table.ada), await site.page(table.ben)
    over = await ada.state()
    assert "Rematch" in [verb["label"] for verb in over["verbs"]]
    status, asked = await ada.asks("verb", count=over["count"], verb="rematch")
    assert (status, asked["match"]) == (200, 1)
    await site.settle()
    assert "would like a rematch" in words(table.last)
    status, begun = await ben.asks("verb", count=asked["count"], verb="rematch")
    assert (status, begun["match"], begun["own"], begun["count"]) == (200, 2, 0, 0)
    await site.settle()
    assert "Bizingo #2" in words(table.last)
    assert f"<@{table.ben.id}>, your move" in words(table.last)


async def test_rematch_begins_only_where_matches_may(site: Site) -> None:
    table = site.table
    await table.begin("bizingo", *two_moves_each())
    await table.resign(table.ada)
    elsewhere = table.guild.create_text_channel("elsewhere")
    await table.bot.store.server_settings.change(
        table.guild.id, lambda own: replace(own, channels=(elsewhere.id,))
    )
    page = await site.page(table.ada)
    status, told = await page.asks("verb", count=(await page.state())["count"], verb="rematch")
    assert (status, told["words"]) == (
        422,
        "Matches no longer start in this match's channel; challenge your opponent in another.",
    )


async def test_note_is_kept_changed_and_deleted_by_its_player_alone(site: Site) -> None:
    table = site.table
    await table.begin("bizingo")
    page = await site.page(table.ada)
    assert (await page.state())["note"] == ""
    for text in ("go for *d5*", "x" * MOST_NOTED, ""):
        status, told = await page.asks("note", note=text)
        assert (status, told["note"]) == (200, text)
        kept = await table.bot.store.notes.find(table.ada.id, 1)
        assert kept == ({1: text} if text else {})
    assert (await page.asks("note", note="x" * (MOST_NOTED + 1)))[0] == 422
    onlooker = await site.page(table.cleo)
    assert (await onlooker.state())["note"] is None
    assert (await onlooker.asks("note", note="mine"))[0] == 422


async def test_half_an_emoji_is_stored_and_sent_back_as_a_question_mark(site: Site) -> None:
    """Where a field is full, a browser may cut one in two; neither half is text."""
    match = await site.table.begin("bizingo")
    page = await site.page(site.table.ada if match.to_move == site.table.ada.id else site.table.ben)
    status, told = await page.asks("note", note="go \ud83d")
    assert (status, told["note"]) == (200, "go ?")
    status, told = await page.asks("look", count=match.count, move="\ud83d")
    assert (status, "?" in told["words"]) == (422, True)


async def test_turn_is_shown_again_lap_by_lap(site: Site) -> None:
    match = await site.table.begin("hoyito", "b")
    move = match.last_move
    assert move is not None
    page = await site.page(site.table.ben)
    state = await page.state()
    assert state["turn"]
    status, told = await page.asks("turn", count=state["count"])
    assert status == 200
    assert len(told["frames"]) >= len(move.path) - 1
    known = page.parts | told["parts"].keys()
    assert {token[0] for tokens, _ in told["frames"] for token in tokens} <= known
    await site.table.play(next(iter((await site.table.match()).position.moves())))
    assert await page.asks("turn", count=state["count"]) == (200, NO_TURN)


@pytest.mark.usefixtures("thinks_quickly")
async def test_computer_answers_a_move_made_on_a_page(site: Site) -> None:
    table = site.table
    await table.ada.slash(table.channel, "ringo", level=1, side="first")
    page = await site.page(table.ada)
    state = await page.state()
    await page.asks("play", count=state["count"], move=state["moves"][0]["text"])
    async with asyncio.timeout(PATIENCE):
        while not (await page.state())["may_move"]:  # noqa: ASYNC110 (nobody tells)
            await asyncio.sleep(0.1)
    events = await table.bot.store.matches.happened(1, 0)
    assert [event.kind for event in events] == [Kind.MOVE, Kind.MOVE]


async def test_move_is_told_by_a_round_if_the_bot_stopped_just_after_it(
    site: Site, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(*_: object) -> None:
        raise ConnectionError

    table = site.table
    match = await table.begin("bizingo")
    page = await site.page(table.ada)
    with monkeypatch.context() as patch:
        patch.setattr("web.actions.notify.notify_players", stopped)
        status, _ = await page.asks("play", count=0, move=next(iter(match.position.moves())))
        await site.settle()
    assert status == 200
    assert "Ada" not in str(calls[-1][1])
    await poll(table)
    assert calls[-1][1] == [table.ben.id]
    assert "Board" in labels(table.last)


@pytest.mark.usefixtures("thinks_quickly")
async def test_hint_is_given_step_by_step_where_the_card_gives_one(site: Site) -> None:
    table = site.table
    await begin_unrated(table, "bizingo")
    page = await site.page(table.ada)
    state = await page.state()
    assert state["hints"]
    status, piece = await page.asks("hint", count=0, stage="piece")
    assert (status, piece["words"]) == (200, f"Look at {piece['piece']}.")
    assert (piece["move"], piece["next"]["label"]) == ("", "Which move?")
    _, move = await page.asks("hint", count=0, stage="move")
    assert move["move"] in {each["text"] for each in state["moves"]}
    _, why = await page.asks("hint", count=0, stage="why", move=move["move"])
    assert (why["words"], why["next"]) == (f"{move['move']}. It is as good as any.", None)
    assert (await (await site.page(table.ben)).asks("hint", count=0, stage="piece"))[0] == 422


async def test_rated_match_has_no_hint(site: Site) -> None:
    await site.table.begin("bizingo")
    page = await site.page(site.table.ada)
    assert not (await page.state())["hints"]
    status, told = await page.asks("hint", count=0, stage="piece")
    assert (status, told["words"].startswith("There are no hints")) == (422, True)


async def test_play_on_a_page_waits_for_the_database_five_times(site: Site) -> None:
    match = await site.table.begin("bizingo")
    page, move = await site.page(site.table.ada), next(iter(match.position.moves()))
    async with counting(site.table) as counted:
        assert (await page.asks("play", count=0, move=move))[0] == 200
        await site.settle()
    assert counted.trips <= MOST_TRIPS
