"""How often one person may do something that others see."""

from interactions.rate_limits import RateLimit, RateLimiter
from tests.data.sample_matches import HOUR, NOW
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH


@THOROUGH
async def test_board_is_not_asked_for_again_and_again(table: Table) -> None:
    await table.begin("hoyito")
    for _ in range(6):
        await table.ada.slash(table.channel, "board")
    card = table.last
    result = private(await table.ada.slash(table.channel, "board"))
    assert "Next board <t:" in words(result)
    assert table.last.id == card.id
    await table.ben.slash(table.channel, "board")
    assert table.last.id != card.id, "another person is not hindered"
    await table.env.advance_time(120)
    card = table.last
    await table.ada.slash(table.channel, "board")
    assert table.last.id != card.id


async def test_same_person_is_not_challenged_again_and_again(table: Table) -> None:
    for _ in range(5):
        await table.challenge("ringo")
        await table.ada.click(table.last, label="Withdraw")
    result = private(await table.challenge("ringo"))
    assert "try again <t:" in words(result)
    await table.env.advance_time(3600)
    await table.challenge("ringo")
    assert "Accept" in labels(table.last)


@THOROUGH
async def test_draw_is_offered_once_until_both_have_moved(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    await table.ada.click(table.last, label="Offer draw")
    card = next(one for one in reversed(table.channel.history()) if "Decline draw" in labels(one))
    await table.ben.click(card, label="Decline draw")
    note = table.last
    result = private(await table.ada.slash(table.channel, "match draw"))
    assert "after you and Ben have both moved" in words(result)
    assert table.last.id == note.id
    await table.play("b", "b")
    await table.ada.slash(table.channel, "match draw")
    assert "offers you a draw" in words(table.last)


def test_limiter_forgets_who_did_nothing_lately() -> None:
    limit, limiter, now = RateLimit(2, HOUR, "Again {when}."), RateLimiter(), NOW
    for person in range(1000):
        limiter.note(limit, person, now)
    limiter.note(limit, 1, now + HOUR)
    assert [*limiter._lately[limit]] == [1]
