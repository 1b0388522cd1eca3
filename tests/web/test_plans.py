"""Plans on the board in a browser: saved where moves are tried, played, and deleted."""

from typing import Any

from data import StoredMatch
from tests.web.pages import Answer, Page, Site
from views.analysis_board import Explore


async def test_plan_is_saved_on_the_board_and_answers_for_its_player(site: Site) -> None:
    table = site.table
    await table.begin("bizingo")
    match = await table.play(first(await table.match()))
    page = await site.page(table.ada)
    shown = await board(page, Explore(1).encoded)
    assert "save the plan" in shown["lines"][-1]
    shown = await board(page, shown["at"], move=first(match))
    assert "Add your answer" in shown["lines"][-1]
    answer = shown["moves"][0]["text"]
    shown = await board(page, shown["at"], shown["tried"], answer)
    [save] = [verb for verb in shown["verbs"] if verb["label"] == "Save this plan"]
    shown = await board(page, save["key"], save["tried"])
    assert shown["lines"][-1] == "This plan is saved."
    assert shown["verbs"][0]["label"].startswith("Delete plan: if ")
    await table.play(first(match))
    assert (await table.match()).moves == (2, 1), "the plan has answered"


async def test_plan_is_deleted_and_comes_too_late_after_a_move(site: Site) -> None:
    table = site.table
    await table.begin("bizingo")
    match = await table.play(first(await table.match()))
    page = await site.page(table.ada)
    shown = await board(page, Explore(1).encoded, move=first(match))
    shown = await board(page, shown["at"], shown["tried"], shown["moves"][0]["text"])
    save = shown["verbs"][0]
    shown = await board(page, save["key"], save["tried"])
    shown = await board(page, shown["verbs"][0]["key"], shown["tried"])
    assert await table.bot.store.conditional_moves.find(1, table.ada.id) == {}
    assert shown["verbs"][0]["label"] == "Save this plan"
    await table.play(first(match))
    status, told = await page.asks("board", at=save["key"], tried=save["tried"])
    assert (status, [*told]) == (422, ["words"])


async def test_plans_are_the_players_own(site: Site) -> None:
    table = site.table
    await table.begin("bizingo")
    match = await table.play(first(await table.match()))
    ada, ben, cleo = [await site.page(who) for who in (table.ada, table.ben, table.cleo)]
    shown = await board(ada, Explore(1).encoded, move=first(match))
    shown = await board(ada, shown["at"], shown["tried"], shown["moves"][0]["text"])
    save = shown["verbs"][0]
    shown = await board(ada, save["key"], save["tried"])
    for page in (ben, cleo):
        for press in (save, shown["verbs"][0]):
            status, _ = await page.asks("board", at=press["key"], tried=press["tried"])
            assert status == 422
        seen = await board(page, Explore(1).encoded)
        assert "Delete plan" not in str(seen["verbs"])
    assert len(await table.bot.store.conditional_moves.find(1, table.ada.id)) == 1


def first(match: StoredMatch) -> str:
    """Return the first legal move."""
    return next(iter(match.position.moves()))


async def board(page: Page, at: str, tried: list[str] | None = None, move: str = "") -> Any:
    """Show a board, after a move made on it."""
    answer: Answer = await page.asks("board", at=at, tried=tried or [], move=move)
    assert answer[0] == 200, answer
    return answer[1]
