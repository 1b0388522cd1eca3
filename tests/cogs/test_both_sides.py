"""Fair terms, and two matches from both sides: how they are offered, changed and accepted."""

import pytest

from tests.simulated_discord.interruptions import QUICK, each_step
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Message, Table, labels, later, words
from tests.thorough import THOROUGH, mostly_thorough


async def both_sides(table: Table) -> None:
    """Let Ada and Ben begin two matches of Ringo, Ada on the first side of the first."""
    await table.challenge("ringo", rules="classic", side="first")
    await table.ada.click(table.last, label="Both sides")
    await table.ben.click(table.last, label="Accept")


async def resign(table: Table, number: int, side: int) -> Message:
    """Let a side of a match resign after some moves, and return the card."""
    match = await table.match(number)
    for _ in range(4):
        match = await table.play_in(number, next(iter(match.position.moves())))
    who = next(one for one in (table.ada, table.ben) if one.id == match.seats[side])
    await table.resign(who, number)
    return table.last


async def test_one_sided_terms_offer_both_what_evens_them(table: Table) -> None:
    await table.challenge("ringo", rules="classic")
    assert "Attacker is easier" in words(table.last)
    assert labels(table.last)[3:5] == ["Make it even", "Both sides"]
    await table.challenge("bizingo")
    assert not {"Make it even", "Both sides"} & {*labels(table.last)}


@pytest.mark.parametrize("label", ["Make it even", "Both sides"])
async def test_only_who_made_a_challenge_changes_its_terms_by_a_button(
    table: Table, label: str
) -> None:
    """Like **Options**: until somebody accepts, and in place."""
    await table.challenge("hoyito")
    refused = private(await table.ben.click(table.last, label=label))
    assert words(refused) == "Only Ada can change this challenge; ask them, or make your own."
    await table.ada.click(table.last, label=label)
    assert len(table.channel.history()) == 1
    assert label not in labels(table.last)
    await table.ben.click(table.last, label="Accept")
    match = await table.match()
    assert (match.options["holes"] == "8") == (label == "Make it even")
    assert (match.twin is not None) == (label == "Both sides")
    assert match.rated, "either makes it even"


ONLY_IF = "Rated once both have finished a match of Hoyito."


async def test_hoyito_is_unrated_between_people_who_have_not_played_it_before(
    table: Table,
) -> None:
    await table.challenge("hoyito")
    said = words(table.last)
    assert "North is easier: 141–51 in test games, 8 drawn." in said
    assert ONLY_IF in said
    assert "Random sides · Unrated, hints allowed · 3 days a move" in said
    await table.ben.click(table.last, label="Accept")
    assert not (await table.match()).rated
    await table.resign(table.ada)
    await table.challenge("hoyito")
    assert ONLY_IF not in words(table.last)
    assert "Random sides · Rated · 3 days a move" in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert (await table.match(2)).rated
    await table.offer(table.ada, "hoyito", opponent=table.cleo)
    assert ONLY_IF in words(table.last), "Cleo has never played it"


async def test_an_open_challenge_is_rated_by_who_accepts_it(table: Table) -> None:
    await table.begin("hoyito")
    await table.resign(table.ada)
    for number, who in ((2, table.cleo), (3, table.ben)):
        await table.ada.slash(table.channel, "hoyito")
        assert ONLY_IF in words(table.last)
        await who.click(table.last, label="Accept")
        assert (await table.match(number)).rated == (who is table.ben)


async def test_what_makes_terms_even_is_told_in_a_line_each(table: Table) -> None:
    await table.challenge("hoyito")
    assert "**Make it even**: eight holes a side, about even." in words(table.last)
    assert "**Both sides**: two matches, one from each side." in words(table.last)
    assert labels(table.last)[3:5] == ["Make it even", "Both sides"]


async def test_old_offer_cannot_be_accepted_once_it_was_changed(table: Table) -> None:
    """Ben presses **Accept** under what he saw, while Ada changes it."""
    await table.challenge("ringo", rules="classic")
    async with table.at_once():
        await table.ada.click(table.last, label="Both sides")
        result = await table.ben.click(table.last, label="Accept")
    live = await table.bot.store.matches.live()
    assert len(live) <= 1, "Ben has not agreed to two"
    assert result.ephemeral == (not live)


async def test_both_sides_begin_together_and_link_to_each_other(table: Table) -> None:
    await both_sides(table)
    line, first, second = table.channel.history()
    one, other = await table.match(1), await table.match(2)
    assert one.seats == other.seats[::-1]
    assert f"Other match, sides swapped: [#2]({second.jump_url})." in words(first)
    assert f"Other match, sides swapped: [#1]({first.jump_url})." in words(second)
    assert "play [Ringo #1](" in words(line)
    assert "and [Ringo #2](" in words(line)
    assert table.called(second) == [other.to_move]


async def test_both_sides_as_they_are_offered_by_command(table: Table) -> None:
    await table.challenge("bizingo", both_sides=True)
    assert "Two matches, one from each side · Rated" in words(table.last)
    await table.ben.user.slash("matches")
    await table.ben.click(table.last, label="Accept")
    assert (await table.match(1)).twin == 2


@THOROUGH
@pytest.mark.parametrize(
    ("second", "said"),
    [(0, "**Ben** beats **Ada** 2 – 0."), (1, "**Ada** and **Ben** are level, 1 – 1.")],
)
async def test_results_are_told_together_at_the_end(table: Table, second: int, said: str) -> None:
    await both_sides(table)
    first = words(await resign(table, 1, side=0))
    assert "Other match, sides swapped: [#2](" in first
    assert "beats" not in first
    loser_is_ada = second == 0
    told = words(await resign(table, 2, side=1 if loser_is_ada else 0))
    names = said if loser_is_ada else "**Ben** and **Ada** are level, 1 – 1."
    assert f"**Both sides:** {names}" in told


async def test_a_draw_and_a_win_are_one_and_a_half(table: Table) -> None:
    await both_sides(table)
    await resign(table, 1, side=0)
    match = await table.match(2)
    for _ in range(4):
        match = await table.play_in(2, next(iter(match.position.moves())))
    await table.ada.slash(table.channel, "match draw", match=2)
    await table.ben.slash(table.channel, "match draw", match=2)
    assert "**Both sides:** **Ben** beats **Ada** 1½ – ½." in words(table.last)


async def test_a_rematch_of_half_a_one_sided_pair_is_not_rated(table: Table) -> None:
    await table.challenge("ringo", rules="classic", both_sides=True)
    await table.ben.click(table.last, label="Accept")
    assert (await table.match(1)).rated
    await resign(table, 1, side=0)
    for who in (table.ada, table.ben):
        await who.slash(table.channel, "match rematch", match=1)
    rematch = await table.match(3)
    assert (rematch.options["attackers"], rematch.rated) == ("7", False)


async def test_half_of_a_one_sided_pair_says_why_it_is_not_rated(table: Table) -> None:
    await table.challenge("ringo", rules="classic", both_sides=True)
    await table.ben.click(table.last, label="Accept")
    await table.abort(table.ada, 1)
    match = await table.match(2)
    for _ in range(10):
        match = await table.play_in(2, next(iter(match.position.moves())))
    await resign(table, 2, side=0)
    told = "Not rated: the other half isn't, and one half alone wouldn't be fair."
    assert told in words(table.last)


async def test_aborted_half_leaves_nothing_to_add_up(table: Table) -> None:
    await both_sides(table)
    await resign(table, 1, side=0)
    await table.abort(table.ada, 2)
    assert "**Ben** won in [#1](" in words(table.last)
    assert "No total score" in words(table.last)


async def test_an_end_of_one_half_is_told_on_the_card_of_the_other(table: Table) -> None:
    await table.challenge("ringo", rules="classic", both_sides=True)
    await table.ben.click(table.last, label="Accept")
    other = table.last
    assert "Rated" in words(other)
    await table.abort(table.ada, 1)
    await later(table, minutes=1)
    other = await table.channel_message(other.id)
    assert "was aborted" in words(other)
    assert "Not rated: the other half isn't" in words(other)


@pytest.mark.parametrize("kind", mostly_thorough(QUICK))
async def test_two_beginnings_stopped_at_every_step_are_both_told(table: Table, kind: str) -> None:
    for _, interruption in each_step(kind):
        await table.challenge("ringo", rules="classic", both_sides=True)
        with interruption:
            await table.ben.click(table.last, label="Accept")
        await later(table, seconds=25)
        live = await table.bot.store.matches.live()
        assert len(live) == 2
        shown = [match.card and match.card.message for match in live]
        assert len({*shown}) == 2
        assert None not in shown
        for match in live:
            await table.abort(table.ada, match.number)
        await later(table, hours=2)


@THOROUGH
@pytest.mark.parametrize("how", ["draw", "end"])
async def test_second_half_tells_how_a_first_without_winner_went(table: Table, how: str) -> None:
    await both_sides(table)
    match = await table.match(1)
    for _ in range(4):
        match = await table.play_in(1, next(iter(match.position.moves())))
    if how == "draw":
        await table.ada.slash(table.channel, "match draw", match=1)
        await table.ben.slash(table.channel, "match draw", match=1)
    else:
        await table.dora.slash(table.channel, "match moderate end", match=1, reason="A mistake")
    await table.ada.slash(table.channel, "board", match=2)
    told = words(table.last)
    assert "-# Other match, sides swapped: [#1](" in told
    assert ("was a draw." if how == "draw" else "ended without a result.") in told
