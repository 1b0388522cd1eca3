"""A match of all of a server on the board in a browser: its voters vote there, too."""

import pytest

from tests.flows.test_votes import begin, card, join, vote
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import components, words
from tests.web.pages import Site

pytestmark = pytest.mark.usefixtures("thinks_quickly")


async def test_a_voter_votes_in_a_browser_and_sees_only_their_own_vote(site: Site) -> None:
    table = site.table
    await begin(table)
    answered = private(await table.ada.click(card(table), label="Board"))
    assert any(str(each.get("url")).endswith("/1") for each in components(answered))
    await join(table, table.ada, table.ben, table.cleo)
    page, other = await site.page(table.ada), await site.page(table.ben)
    state = await page.state()
    assert (state["own"], state["deed"], state["may_move"]) == (0, "vote", True)
    assert (state["remark"], state["note"]) == (0, None)
    assert state["lines"][0].endswith("vote: 0 of 3 have voted")
    status, _ = await page.asks("look", count=0, move="c")
    assert status == 200
    status, voted = await page.asks("vote", count=0, move="c")
    assert status == 200, voted
    assert voted["lines"][0].endswith("vote: 1 of 3 have voted")
    assert voted["lines"][1].startswith("Your vote: ")
    assert (voted["count"], voted["may_move"]) == (0, True), "it can be changed"
    seen = await other.state()
    assert seen["lines"][0].endswith("vote: 1 of 3 have voted")
    assert not any("Your vote" in line or "Votes:" in line for line in seen["lines"])
    _, changed = await page.asks("vote", count=0, move="d")
    assert "sows “d”" in changed["lines"][1]
    await vote(table, table.ben, "c")
    status, decided = await (await site.page(table.cleo)).asks("vote", count=0, move="c")
    assert status == 200
    assert decided["count"] >= 1
    await site.settle()
    state = await page.state()
    assert state["count"] >= 1, "the computer may answer meanwhile"
    assert any("Votes: “c” 2, “d” 1." in line for line in state["lines"])
    assert "-# Votes: `c` 2, `d` 1." in words(card(table)), "it is told in Discord, too"


async def test_to_resign_is_a_vote_in_a_browser_and_who_has_not_joined_only_watches(
    site: Site,
) -> None:
    table = site.table
    await begin(table, "attacker", "Ringo")
    await join(table, table.ada, table.ben, table.cleo)
    watching = await site.page(table.dora)
    state = await watching.state()
    assert (state["own"], state["may_move"]) == (None, False)
    assert state["lines"][1].endswith("press Join on the card to vote, too.")
    status, refused = await watching.asks("vote", count=0, move="a1")
    assert (status, "Press Join to vote" in refused["words"]) == (422, True)
    page = await site.page(table.ada)
    question = next(
        each["question"] for each in (await page.state())["verbs"] if each["label"] == "Abort"
    )
    status, asked = await page.asks("verb", verb=question["key"], count=0)
    assert (status, (await table.match()).over) == (200, False)
    assert "aborts the match" in asked["lines"][1]
    status, _ = await (await site.page(table.ben)).asks("verb", verb=question["key"], count=0)
    assert (status, (await table.match()).over) == (200, True)
    await site.settle()


async def test_a_vote_in_a_browser_at_the_close_is_too_late(site: Site) -> None:
    table = site.table
    await begin(table)
    await join(table, table.ada, table.ben)
    page = await site.page(table.ada)
    match = await table.match()
    assert match.deadline is not None
    table.env.backend.advance_clock((match.deadline - table.env.now()).total_seconds())
    status, refused = await page.asks("vote", count=0, move="c")
    assert (status, "The vote has just closed" in refused["words"]) == (422, True)
