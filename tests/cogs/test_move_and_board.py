"""Moves by command, button and picker: refusals, stale buttons, deleted cards."""

import asyncio

import pytest
import simcord

from cogs.autocomplete import MORE, move_choices
from data import StoredMatch
from rules import GAMES
from tests.flows.test_whole_games import played
from tests.simulated_discord.finished_match import EASIER, LOST, SHORT, WON
from tests.simulated_discord.limits import matches
from tests.simulated_discord.private_answers import alt_text, choose_forged, private
from tests.simulated_discord.table import Table, components, labels, options, pictures, words
from tests.thorough import THOROUGH
from tests.views.test_move_choices import SENT_BACK
from views.move_choices import Choose, pieces_to_choose


async def test_card_says_who_plays_what_and_whose_turn_it_is(table: Table) -> None:
    match = await table.begin("bivouac")
    said = words(table.last)
    assert "Bivouac #1" in said
    assert "**Ada** (white) against **Ben** (black)" in said
    assert f"\n<@{table.ada.id}>, your move · time runs out <t:" in said
    # Names and the game stand in the heading, once.
    assert [said.count(name) for name in ("Ada", "Ben", "Bivouac")] == [1, 1, 1]
    (picture,) = pictures(table.last)
    assert picture["description"] == str(match.position.describe())
    assert [file.content_type for file in table.last.attachments] == ["image/png"]


@THOROUGH
@pytest.mark.parametrize("typed", ["h6-g6", " H6 G6 ", "h6→g6", "h6g6"])
async def test_move_is_typed_in_whatever_way(table: Table, typed: str) -> None:
    await table.begin()
    await table.ada.slash(table.channel, "move", move=typed)
    said = words(table.last)
    assert "**Ada** `h6` → `g6`." in said
    assert [user.id for user in table.last.mentions] == [table.ben.id]
    assert (await table.match()).count == 1


async def test_only_the_present_card_carries_buttons(table: Table) -> None:
    await table.begin("bizingo", "h6-g6", "f5-g5", "g6-f4")
    *old, present = table.channel.history()
    assert [labels(message) for message in old] == [[]] * 4
    assert "Move" in labels(present)
    assert [pictures(message) for message in old] == [[]] * 4
    assert [message.attachments for message in old] == [[]] * 4
    assert len(pictures(present)) == 1


async def test_wrong_move_is_explained_privately_and_changes_nothing(table: Table) -> None:
    await table.begin()
    for typed, said in (
        ("f5-g5", "`f5` isn't yours."),
        ("h6-h14", "There is already a piece on"),
        ("nonsense", "isn't a move"),
    ):
        result = private(await table.ada.slash(table.channel, "move", move=typed))
        assert said in words(result)
    assert (await table.match()).count == 0


async def test_wrong_player_and_stranger_are_told_privately(table: Table) -> None:
    await table.begin()
    result = await table.ben.slash(table.channel, "move", move="f5-g5", match=1)
    assert "you're waiting for Ada" in words(result.response)
    for who, said in ((table.ben, "waiting for Ada"), (table.cleo, "This is Ada and Ben's match")):
        result = await who.click(table.last, label="Move")
        assert result.ephemeral
        assert said in words(result.response)


async def test_nothing_to_move_tells_where_it_is_ones_turn(table: Table) -> None:
    result = await table.ada.slash(table.channel, "move", move="h6-g6")
    assert "You have no matches in progress" in words(result.response)
    await table.begin()
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = await table.ada.slash(elsewhere, "move", move="h6-g6")
    assert "Bizingo #1" in words(result.response)
    assert str(table.last.id) in words(result.response)
    result = await table.ben.slash(table.channel, "move", move="f5-g5")
    assert "your turn in any match" in words(result.response)


async def test_move_from_another_channel_is_posted_where_the_match_lives(table: Table) -> None:
    await table.begin()
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = private(await table.ada.slash(elsewhere, "move", move="h6-g6", match=1))
    assert "`h6` → `g6`" in words(table.last)
    assert str(table.last.id) in words(result)


async def test_picker_goes_from_piece_to_target_to_play(table: Table) -> None:
    match = await table.begin("ringo")
    message = private(await table.ada.click(table.last, label="Move"))
    starts = {move.path[0] for move in match.position.moves().values()}
    assert set(labels(message)) == starts
    await table.ada.click(message, label="a1")
    ends = {move.path[-1] for move in match.position.moves().values() if move.path[0] == "a1"}
    assert set(labels(message)) == {*ends, "Another piece"}
    assert len(message.attachments) == 1
    await table.ada.click(message, label="a2")
    assert "**Not played yet.** Moves `a1` → `a2`." in words(message)
    assert alt_text(message).startswith("Not played yet. Attacker moves a1 → a2. After that: ")
    assert alt_text(message).endswith(str(match.position.play("a1-a2")[1].describe()))
    await table.ada.click(message, label="Another cell")
    assert set(labels(message)) == {*ends, "Another piece"}
    await table.ada.click(message, label="Another piece")
    await table.ada.click(message, label="b1")
    assert labels(message) == ["Play b1-b2", "Say something", "Another piece"], "it has one move"
    await table.ada.click(message, label="Play b1-b2")
    assert words(message) == "You played `b1-b2`."
    assert "moves `b1` → `b2`" in words(table.last)
    assert not table.last.flags.ephemeral


async def test_picker_of_a_match_that_went_on_links_the_present_card(table: Table) -> None:
    await table.begin("ringo")
    picked = await table.ada.click(table.last, label="Move")
    message = picked.response
    assert message is not None
    await table.ada.click(message, label="a1")
    await table.play("c1-c2")
    result = await table.ada.click(message, label="a2")
    assert "is out of date" in words(result.response)
    assert str(table.last.id) in words(result.response)


async def test_moves_of_one_choice_stand_on_the_card_as_they_are_drawn(table: Table) -> None:
    await table.begin("hoyito")
    assert labels(table.last)[:6] == list("abcdef")
    await table.sow(table.ada, "c")
    assert "sows `c`" in words(table.last)
    assert labels(table.last)[:5] == list("ABCDF"), "of North's holes one is empty"


@THOROUGH
async def test_a_pressed_hole_shows_what_comes_of_it_and_a_second_press_plays(table: Table) -> None:
    match = await table.begin("hoyito", "a", "b")
    message = private(await table.ada.click(table.last, label="f"))
    assert "**Not played yet.** Sows `f`, ending in `a`, and takes nothing." in words(message)
    described = str(match.position.play("f")[1].describe())
    told = "South sows “f”, ending in “a”, and takes nothing."
    assert alt_text(message) == f"Not played yet. {told} After that: {described}"
    assert labels(message) == ["Play f", "Say something", *"cdef"]
    assert (await table.match()).count == 2
    await table.ada.click(message, label="d")
    taken = "in 3 laps, ending in `E`, and takes 8 stones from `e` and `C` (8 in store)."
    assert taken in words(message), "another hole is one press away"
    await table.ada.click(message, label="Play d")
    assert taken in words(table.last)
    for who, said in ((table.ada, "waiting for Ben"), (table.cleo, "Ada and Ben's match")):
        result = private(await who.click(table.last, label=labels(table.last)[0]))
        assert said in words(result)


@THOROUGH
async def test_direction_is_chosen_after_the_hole(table: Table) -> None:
    await table.begin("hoyito", holes="12", direction="each_move")
    assert labels(table.last)[:12] == list("abcdefghijkl")
    message = private(await table.ada.click(table.last, label="c"))
    assert "Which way from `c`?" in words(message)
    ways = [label for label in labels(message) if label.startswith("c ")]
    assert [label.split(":")[0] for label in ways] == ["c counter-clockwise", "c clockwise"]
    await table.ada.click(message, label="c clockwise")
    await table.ada.click(message, label="Play c clockwise")
    assert "sows `c` clockwise" in words(table.last)


async def test_stale_button_says_so_and_links_the_present_card(table: Table) -> None:
    await table.begin("hoyito")
    old = table.last
    stale = next(p["custom_id"] for p in components(old) if p.get("label") == "c")
    table.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await table.ada.slash(table.channel, "move", move="a")
    present = table.last
    result = private(await table.ada.click(old, custom_id=stale))
    assert "is out of date" in words(result)
    assert str(present.id) in words(result)
    assert (await table.match()).count == 1


async def test_autocomplete_offers_the_legal_moves_as_typed(table: Table) -> None:
    match = await table.begin()
    offered = await table.ada.autocomplete(table.channel, "move", "move", "h6")
    values = [choice["value"] for choice in offered]
    assert sorted(values) == sorted(text for text in match.position.moves() if "h6" in text)
    assert values == sorted(values, key=lambda text: not text.startswith("h6"))


@THOROUGH
async def test_autocomplete_says_why_nothing_is_to_choose_and_is_never_empty(table: Table) -> None:
    async def first(who: simcord.MemberActor, typed: str, **chosen: object) -> str:
        offered = await who.autocomplete(table.channel, "move", "move", typed, **chosen)
        assert 1 <= len(offered) <= 25
        name: str = offered[0]["name"]
        return name

    assert (await first(table.ada, "")).startswith("You have no matches in progress")
    match = await table.begin()
    assert (await first(table.ben, "x")).startswith("It isn't your turn in any match")
    assert await first(table.cleo, "", match=1) == (
        "This is Ada and Ben's match; to play, challenge someone."
    )
    assert await first(table.ada, "q9`") == "No move fits q9'. You can play:"
    offered = await table.ada.autocomplete(table.channel, "move", "move", "q9")
    assert [choice["value"] for choice in offered[1:]] == list(match.position.moves())[:24]
    await table.abort(table.ben)
    assert "The match is over." in await first(table.ada, "", match=1)
    result = await table.ada.slash(table.channel, "move", move=offered[0]["value"])
    assert "That isn't a move." in words(result.response)


@THOROUGH
async def test_autocomplete_tells_taking_from_losing(table: Table) -> None:
    await table.begin("bizingo")
    seen = set()
    for seed in range(4):
        for match in matches(GAMES["bizingo"], seed):
            for choice in move_choices([match], match, ""):
                text, _, effect = choice.name.partition(" · ")
                if choice.value == MORE:
                    continue
                move = match.position.moves()[choice.value]
                lost, taken = match.position.loses(move), match.position.takes(move)
                assert text == choice.value
                assert effect == (f"🔴 {lost}" if lost else f"🟢 {taken}" if taken else "")
                seen.add(effect.partition(" ")[0])
    assert seen == {"", "🔴", "🟢"}
    result = await table.ada.slash(table.channel, "move", move="h6-g6 · 🔴 lose the captain")
    assert not result.ephemeral, "an entry may be typed as it reads"


async def test_autocomplete_says_how_many_more_there_are(table: Table) -> None:
    match = await table.begin()
    offered = await table.ada.autocomplete(table.channel, "move", "move", "")
    assert len(offered) == 25
    assert offered[-1]["name"].startswith(f"… and {len(match.position.moves()) - 24} more")


@THOROUGH
async def test_autocomplete_names_the_match_where_there_are_several(table: Table) -> None:
    await table.begin("hoyito")
    await table.ada.slash(table.channel, "hoyito", opponent=table.cleo, side="first")
    await table.cleo.click(table.last, label="Accept")
    offered = await table.ada.autocomplete(table.channel, "move", "move", "")
    assert offered[0] == {"name": "a · #1 against Ben", "value": "a #1"}
    assert len(offered) == 12
    result = await table.ada.slash(table.channel, "move", move="b")
    assert labels(private(result)) == ["Hoyito #1 against Ben", "Hoyito #2 against Cleo"]
    await table.ada.slash(table.channel, "move", move="b #2")
    assert (await table.match(2)).count == 1
    await table.ada.slash(table.channel, "move", move="b")
    assert (await table.match(1)).count == 1


async def test_match_that_is_not_here_is_named(table: Table) -> None:
    await table.begin()
    elsewhere = table.guild.create_text_channel("elsewhere")
    result = await table.ada.slash(elsewhere, "match resign")
    assert "You have no match in this channel. You're playing [Bizingo #1](" in words(
        result.response
    )


async def test_board_posts_the_card_anew(table: Table) -> None:
    await table.begin()
    old = table.last
    await table.ben.slash(table.channel, "board")
    assert table.last.id != old.id
    assert "Move" in labels(table.last)
    before = table.channel.history()[-2]
    assert labels(before) == []
    assert "your move" in words(table.last)


@THOROUGH
async def test_draw_is_offered_declined_offered_and_accepted(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    card = table.last
    await table.ada.click(card, label="Offer draw")
    note = table.last
    assert [user.id for user in note.mentions] == [table.ben.id]
    assert "offers you a draw" in words(note)
    card = await table.channel_message(card.id)
    assert "**Ada** offers a draw." in words(card)
    result = await table.ada.click(card, label="Accept draw")
    assert result.ephemeral
    await table.ben.click(card, label="Decline draw")
    assert (await table.match()).draw_offer is None
    await table.ben.slash(table.channel, "match draw")
    await table.ada.slash(table.channel, "match draw")
    assert "# A draw" in words(table.last)
    assert [user.id for user in table.last.mentions] == [table.ben.id]


@THOROUGH
async def test_take_back_is_asked_refused_asked_after_a_move_and_allowed(table: Table) -> None:
    await table.begin("hoyito", "c")
    await table.look(table.ben)
    card = table.last
    await table.ada.click(card, label="Take back")
    card = await table.channel_message(card.id)
    assert "asks to take the last move back" in words(card)
    await table.ben.click(card, label="Decline takeback")
    before = await table.play("a")
    await table.play("b")
    await table.look(table.ben)
    await table.ada.slash(table.channel, "match takeback")
    await table.ben.slash(table.channel, "match takeback")
    match = await table.match()
    assert match.position == before.position
    assert [user.id for user in table.last.mentions] == [table.ada.id]


@pytest.mark.usefixtures("all_experienced")
async def test_resigning_asks_once_more(table: Table) -> None:
    await table.begin("hoyito", *SHORT)
    asked = private(await table.ada.click(table.last, label="Resign"))
    assert (await table.match()).result is None
    assert labels(asked) == ["Yes, resign", "No"]
    await table.ada.click(asked, label="No")
    assert words(asked) == "OK, nothing has changed."
    assert labels(asked) == []
    assert (await table.match()).result is None
    asked = private(await table.ada.slash(table.channel, "match resign"))
    answered = private(await table.ada.click(asked, label="Yes, resign"))
    assert words(answered) == "**Ada** resigns.", "the question is put away"
    assert labels(answered) == []
    said = words(table.last)
    assert said.startswith(f"# Ben wins\n<@{table.ben.id}> Ada resigned.\n**Hoyito #1**")
    assert said.count("resign") == 1, "the result is said once, with its reason"
    assert f"Ratings: **Ada** new → {LOST}? · **Ben** new → {WON}?" in said
    assert f"**Ben** had the easier side ({EASIER} rating points), so this win counts less." in said
    assert [user.id for user in table.last.mentions] == [table.ben.id]
    assert labels(table.last) == [
        *("Rematch", "Another game", "Replay the move", "Replay", "GIF", "Review", "Rules")
    ]


async def test_aborting_asks_once_more_and_not_where_it_is_too_late(table: Table) -> None:
    await table.begin("hoyito", "a", "a")
    asked = private(await table.ada.click(table.last, label="Abort"))
    assert words(asked) == "Abort Hoyito #1 against **Ben**? It ends and doesn't count."
    assert labels(asked) == ["Yes, abort", "No"]
    assert not (await table.match()).over
    await table.play("b", "b")
    late = private(await table.ada.click(asked, label="Yes, abort"))
    assert "is out of date" in words(late)
    late = private(await table.ada.slash(table.channel, "match abort", match=1))
    assert "You can only abort until" in words(late), "it is said before anything is asked"
    assert not (await table.match()).over


@pytest.mark.parametrize("verb", ["abort", "resign"])
async def test_a_locked_match_can_be_left_as_its_card_says(table: Table, verb: str) -> None:
    moves = ("a", "a", "b", "b") if verb == "resign" else ()
    await table.begin("hoyito", *moves)
    await table.dora.slash(table.channel, "match moderate lock", match=1, reason="look")
    asked = private(await table.ada.slash(table.channel, f"match {verb}", match=1))
    await table.ada.click(asked, label=f"Yes, {verb}")
    assert (await table.match()).over


@THOROUGH
async def test_abort_is_free_at_first_and_then_refused(table: Table) -> None:
    await table.begin("hoyito")
    assert "Abort" in labels(table.last)
    await table.abort(table.ben)
    assert words(table.last).startswith(f"# Aborted\n<@{table.ada.id}> Ben aborted the match.\n")
    await table.begin_again("hoyito")
    await table.play_in(2, "a", "a", "b", "b")
    result = await table.ben.slash(table.channel, "match abort")
    assert "You can only abort until" in words(result.response)


@THOROUGH
async def test_rematch_needs_both_and_changes_sides(table: Table) -> None:
    match = await table.begin("hoyito")
    await table.abort(table.ada)
    card = table.last
    await table.ada.click(card, label="Rematch")
    assert [user.id for user in table.last.mentions] == [table.ben.id]
    again = await table.ada.slash(table.channel, "match rematch")
    assert "You already asked" in words(again.response)
    await table.ben.slash(table.channel, "match rematch")
    assert (await table.match(2)).seats == match.seats[::-1]
    assert "Hoyito #2" in words(table.last)
    card = await table.channel_message(card.id)
    assert labels(card) == ["Another game"]


@THOROUGH
async def test_every_button_works_after_a_restart(table: Table) -> None:
    await table.begin("ringo")
    await table.restart()
    picked = await table.ada.click(table.last, label="Move")
    message = picked.response
    assert message is not None
    await table.restart()
    await table.ada.click(message, label="a1")
    await table.restart()
    await table.ada.click(message, label="a2")
    await table.restart()
    await table.ada.click(message, label="Play a1-a2")
    assert "moves `a1` → `a2`" in words(table.last)
    await table.restart()
    asked = private(await table.ben.click(table.last, label="Abort"))
    await table.restart()
    await table.ben.click(asked, label="Yes, abort")
    assert "# Aborted" in words(table.last)
    await table.restart()
    await table.ben.click(table.last, label="Rematch")
    await table.restart()
    await table.ada.slash(table.channel, "match rematch")
    assert "Ringo #2" in words(table.last)


async def test_lost_card_does_not_stop_the_match(table: Table) -> None:
    await table.begin("hoyito")
    await table.last.delete()
    await table.ada.slash(table.channel, "move", move="a")
    assert "sows `a`" in words(table.last)


@THOROUGH
async def test_missing_permission_is_named_and_the_move_is_kept(table: Table) -> None:
    await table.begin("hoyito")
    elsewhere = table.guild.create_text_channel("elsewhere")
    table.fail("POST", status=403, code=50013)
    result = private(await table.ada.slash(elsewhere, "move", move="a", match=1))
    said = words(result)
    assert "Send Messages" in said
    assert "/board match:1" in said
    assert (await table.match()).count == 1
    await table.ben.slash(table.channel, "board")
    assert "sows `a`" in words(table.last)


async def test_unexpected_error_gives_a_number(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin("hoyito")

    def broken(_match: StoredMatch) -> str:
        raise RuntimeError("the paint is dry")

    monkeypatch.setattr("views.match_card.last_move_words", broken)
    result = await table.ada.slash(table.channel, "move", move="a")
    assert result.ephemeral
    number = words(result.response).split()[-1].rstrip(".")
    assert number.isdecimal()
    assert f"error {number}" in caplog.text
    assert "the paint is dry" in caplog.text
    assert (await table.match()).count == 1


async def test_nothing_posted_can_ping_everyone(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    await table.ada.click(table.last, label="Offer draw")
    sent = [
        body.get("data", body)
        for entry in table.env.http_requests
        if entry.method in ("POST", "PATCH") and isinstance(body := entry.json, dict)
    ]
    told = [body for body in sent if "components" in body or "content" in body]
    assert len(told) > 6
    for body in told:
        mentions = body["allowed_mentions"]
        assert mentions["parse"] == []
        assert len(mentions.get("users", [])) <= 1


async def test_discord_py_keeps_no_message_waiting(table: Table) -> None:
    await table.begin("ringo")
    await table.ada.click(table.last, label="Move")
    await table.ada.slash(table.channel, "rules", game="ringo")
    waiting = [repr(task.get_coro()) for task in asyncio.all_tasks()]
    assert not [coroutine for coroutine in waiting if "View" in coroutine]


@THOROUGH
async def test_selects_of_messages_from_before_still_lead_to_the_move(table: Table) -> None:
    """Pieces once stood in a select."""
    match = await table.begin("ringo")
    text = next(text for text in match.position.moves() if "-" in text)
    piece = text.partition("-")[0]
    pieces = Choose(1, match.count, "", 0).encoded
    page = await choose_forged(table, table.ada, pieces, f"piece {piece}")
    assert f"Where to from `{piece}`?" in words(page)
    gone = await choose_forged(table, table.ada, pieces, "piece zz")
    assert "That piece can't move now; choose another." in words(gone)
    more = await choose_forged(table, table.ada, pieces, "skip 0")
    assert "Which piece?" in words(more)
    page = await choose_forged(table, table.ada, pieces, f"play {text}")
    assert f"Play {text}" in labels(page)


@THOROUGH
async def test_a_list_that_went_on_beyond_its_end_is_out_of_date(table: Table) -> None:
    match = await table.begin("agon")
    for text in SENT_BACK.split():
        match = await played(table, match, text)
    (piece,) = pieces_to_choose(match.position)
    who = table.player(match)
    listed = Choose(1, match.count, piece.cell, 0).encoded
    page = await choose_forged(table, who, listed, "skip 24")
    assert options(page)[-1] == "skip 0", "back to the top"
    gone = await choose_forged(table, who, listed, "skip 99")
    assert "out of date" in words(gone)
