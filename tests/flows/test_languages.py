"""In a made-up language: whatever people do, all that the bot sends is translated and fits.

Each story is a script (`tests/simulated_discord/script.py`): what happens before the bot speaks the
made-up language, and what is done in it. All that the bot sends from then on must be translated.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

import discord
import pytest

import rendering
from cogs import leaderboard, play, privacy
from computer import TurningPoint
from contests.contest import Form
from data import ContestState, ContestTerms, Person, Place
from data.puzzles import Attempt
from interactions.time_input import UnknownTimeZone, read_time_zone
from languages import ENGLISH
from match import verbs
from match.record import write
from rules import GAMES
from tests.cogs.test_daily_results import fill_puzzle_settings, present
from tests.cogs.test_records import RECORD, attach
from tests.cogs.test_reviews import keep
from tests.made_up_language import MADE_UP, translated
from tests.simulated_discord.made_up_speech import MadeUpFlow
from tests.simulated_discord.private_answers import (
    custom_ids,
    open_from_settings,
    press,
    try_move,
    type_in,
)
from tests.simulated_discord.table import Table, labels, later, words
from tests.thorough import THOROUGH, mostly_thorough
from views import blocked_page, play_page

pytestmark = pytest.mark.usefixtures("thinks_quickly")


@dataclass(frozen=True)
class Story:
    """What happens before the bot speaks the made-up language, and what is done in it."""

    before: str
    then: str
    patches: Mapping[tuple[object, str], object] = field(default_factory=dict)
    """Other values of attributes of modules meanwhile."""
    alike: tuple[str, ...] = ()
    """What else is the same in every language."""
    short: bool = False
    """Whether it is tried by `make test` too."""


async def _in_two(files: AsyncIterator[object], _most: int) -> AsyncIterator[bytes]:
    async for _ in files:
        pass
    yield b"1"
    yield b"2"


def zones_near(text: str) -> tuple[str, ...]:
    """List the time zones that are offered instead of what was typed."""
    try:
        read_time_zone(text)
    except UnknownTimeZone as refusal:
        return refusal.near
    return ()


FINISHED = "begin hoyito; finish; card"
JOIN_LADDER = "; ".join(
    f"! {who} click {control}| on ladder"
    for who in ("ada", "ben", "cleo")
    for control in ("ladder", "ladderjoin", "ladderjoin", "ladder")
)
STORIES: dict[str, Story] = {
    "leaderboards": Story(
        FINISHED,
        """/leaderboard game=hoyito; cleo /leaderboard game=hoyito
        /leaderboard game=ringo scope=everywhere period=30""",
    ),
    "further pages of leaderboards": Story(
        "begin bizingo; moves 1 6; resign 1",
        """ben /leaderboard game=bizingo; ben click leaderboard|bizingo|{guild}|1|0|
        click leaderboard|bizingo|{guild}|0|0|""",
        {(leaderboard, "PAGE_SIZE"): 1},
    ),
    "profiles": Story(
        "begin agon; moves 1 6; resign 1; begin bizingo; moves 2 6; resign 2",
        """! /profile player=@ada; ! /profile player=@ben; ! /profile player=@cleo; ! /profile
        choose bizingo; ! cleo /profile""",
    ),
    "records": Story(FINISHED, "! /match record match=1"),
    "animations": Story(FINISHED, "! cleo click gif|1|match on card; cleo click postgif|1|match"),
    "a turn step by step": Story("begin hoyito; play a; card", "! ben click turn|1|1 on card"),
    "a position of a match to try": Story(
        "begin bizingo; play h6-g6 f9-g9 g6-h6; card",
        """! ada click explore|1 on card; ada press Step back; ! ben click explore|1 on card
        ben press Step back; ! cleo click explore|1 on card; cleo press Step back""",
    ),
    "replays": Story(
        "begin hoyito",
        """! /match replay match=1; play a; ! /match replay match=1; ! /puzzle play game=ringo
        press Solution""",
    ),
    "puzzles": Story(
        "",
        "! /puzzle play game=ringo; press Hint; press Another piece; press Next",
        alike=("pass",),
    ),
    "a rush": Story(
        "",
        "! /puzzle rush game=ringo; keep rush; click rushstop; click rushagain",
        alike=("pass",),
        short=True,
    ),
    "refusals": Story(
        "begin hoyito",
        "! /match replay match=99; ! /match review match=1; ! /match hint match=1",
        short=True,
    ),
    "settings of a server": Story("", "! dora /settings; dora click serveropen", short=True),
    "answers to challenges": Story(
        "",
        """/ringo opponent=@ben rules=classic; card; ben click challenge|1|decline on card
        /ringo opponent=@ben rules=classic; card; click challenge|2|withdraw on card
        /ringo opponent=@ben rules=classic; card; click challenge|3|fair on card
        ben /hoyito opponent=@ada both_sides=true; card; click challenge|6|accept on card""",
    ),
    "refused challenges": Story(
        "",
        """! /match again; /ringo opponent=@ben; card; ! /ringo opponent=@ben
        ! /ringo opponent=@ada; ! cleo click options|1 on card
        ! click challenge|1|accept on card
        ! cleo click challenge|1|accept on card; ! cleo click challenge|1|decline on card
        ! ben click challenge|1|withdraw on card; ! menu Challenge @ada; ben leave
        ! /match again""",
        short=True,
    ),
    "standing challenges": Story(
        "",
        """ben /ringo standing=1; card; cleo click challenge|2|accept on card; /ringo standing=1
        card; ada leave; ! cleo click challenge| on card""",
        short=True,
    ),
    "a challenge that nobody answers": Story("", "/ringo opponent=@ben; wait days=8"),
    "the menu on a member": Story("", "! menu Challenge @ben; choose hoyito", short=True),
    "the page of /play": Story(
        "",
        """! /play; keep all; click lobby|ringo on all; click levels; /ringo side=first
        ben /hoyito standing=2 both_sides=true; ! /play; click lobby|all|1
        ! /play; click lobby|bivouac; click anyone""",
        {(play, "PAGE_SIZE"): 1, (play_page, "PAGE_SIZE"): 1},
        short=True,
    ),
    "an event that too few join": Story(
        "",
        """dora /season start game=hoyito name=Spring; wait days=7; wait seconds=30; wait days=7
        wait seconds=30""",
        short=True,
    ),
    "what players ask of each other": Story(
        "begin hoyito pace=3",
        """play a a; ben /match takeback match=1; /match takeback match=1; ben /move match=1 move=b
        /match draw match=1; ben /match moretime match=1;
        ben /match claim match=1; ben /match resign match=1
        cleo /board match=1; /board match=1; ben /match draw match=1; ben /match rematch match=1""",
    ),
    "who is away, and what is locked": Story(
        "begin hoyito pace=3",
        """! /settings; click vacation|show; click vacation|begin
        dora /match moderate lock match=1 reason='7 – 3'""",
    ),
    "what comes of a match": Story(
        """/ringo opponent=@ben side=first both_sides=true; card
        ben click challenge|2|accept on card""",
        """moves 1 4; ! /match resign match=1; click match|
        moves 2 4; ! /match resign match=2; click match|
        ! /match resign match=2; /match rematch match=2""",
    ),
    "lists, and what is opened from them": Story(
        """begin hoyito pace=3; play a; begin ringo; begin bizingo
        /match abort match=3; click match|; /match mute match=2""",
        """! /matches; click matches|; select *|show|0 move; select *|show|0 waiting
        select *|show|0 finished; select *|show|0 challenges; select *|opponent|0 @cleo
        select *|show|* playing
        ! /matches; click openboard|1; ! click matches|; click openboard|2; ! click matches|
        ! /match mute match=1; ! /match unmute match=1; ! /match unmute match=1; ! cleo /matches""",
    ),
    "notes and lines": Story(
        "begin hoyito; play a",
        """/match note; ! submit field='7 – 3'; keep note; ! /matches; ! click unnote| on note
        ! /match ahead; ! /match ahead moves='b c, d d'; ben /move move=b""",
    ),
    "what commands offer": Story(
        "begin bizingo; begin hoyito",
        """cleo type move move; type move move; type move move zzz; ben type move move
        type move match; type 'match record' match""",
        short=True,
    ),
    "what cannot be done": Story(
        "begin hoyito; begin ringo",
        """! cleo /move move=a; ! cleo /board; ! cleo /match resign; ! cleo /match rematch
        ! /move move=zz; ! /move move=…; ! /move move='a #7' match=1
        ! /move move='a #99999999999999999999'
        ! /move move='a #99999999999999999999'
        ! /move move=a9 match=2; ! /move move=a match=9; ! /board; ! /match rematch; go elsewhere
        ! /board; ! /move move=a""",
        short=True,
    ),
    "blocking": Story(
        "",
        """! /settings; click blocks; select block @ben; select block @cleo; keep blocked
        ! select block @ada; ! /settings; click blocks; click blocked|1; keep old
        click blocked|1 on blocked; click unblock|{ben}|1; click unblock|{ben}|1 on old""",
        {(blocked_page, "PAGE_SIZE"): 1},
        short=True,
    ),
    "settings": Story(
        "", "! /settings; click settings|boards; submit theme=paper seen=own", short=True
    ),
    "vacations": Story(
        "begin hoyito pace=1",
        """! /settings; click vacation|show; keep page; ! /settings; click vacation|show; keep old
        click vacation|by_itself on page; click vacation|by_hand; click vacation|begin; keep page
        ! click vacation|begin on old; ! /settings; click vacation|show; keep old
        click vacation|end on page; ! click vacation|end on old""",
    ),
    "names below pictures": Story(
        FINISHED,
        "/leaderboard game=hoyito; ! /profile",
        {(rendering, "drawable_text"): lambda _name: ""},
    ),
    "hints": Story(
        "/bizingo side=first level=3; card", "! click hint|1|0|piece| on card; press Which move?"
    ),
    "reminders": Story(
        "begin hoyito pace=1; ! /settings; click settings|reminders; submit reminders=both",
        "wait days=0.8",
        short=True,
    ),
    "privacy": Story(
        "begin hoyito",
        """! /privacy; keep asked; ! click privacy|export on asked; ! click privacy|export on asked
        ! click privacy|export on asked; ! click privacy|export on asked
        ! click privacy|delete on asked; ! click privacy|deleted on asked""",
        {(privacy, "chunked_files"): _in_two},
    ),
    "ladders": Story(
        "",
        f"""/ladder game=hoyito; card; keep ladder; {JOIN_LADDER}; keep page
        ! cleo click ladderleave| on ladder; keep asked
        cleo select ladderplay|hoyito {{ben}} on page; card
        ! ben click ladder| on ladder; ! cleo click ladder| on ladder; ben click * on card
        ben resign 1; wait seconds=30; ! ben click ladder| on ladder
        ! cleo click ladder| on ladder; ! cleo click ladderleave| on asked""",
        short=True,
    ),
    "watching a match of others": Story(
        "begin hoyito",
        """play a; card; ! cleo click *; keep page; ! cleo click follow|
        ! cleo click guess| on page; ! cleo click guesspick|; ben resign 1; wait seconds=30
        wait seconds=30""",
    ),
    **{
        f"cards of {key}": Story(f"begin {key}", "moves 1 3", short=key == "ringo") for key in GAMES
    },
    **{
        f"picker of {key}": Story(
            f"begin {key}; begin ringo",
            f"! /matches; click openboard|1; {steps}; click say|; ! click play|",
        )
        for key, steps in (("bizingo", "! click piece|; ! click way|"), ("hoyito", "! click way|"))
    },
    **{
        f"what is typed wrongly: {text}": Story(
            "",
            f"! /settings; click settings|reminders; submit reminders=channel {typed}='{text}'",
            alike=zones_near(text),
        )
        for typed, text in (
            ("zone", "Europe/Berln"),
            ("zone", "qqqqqqqq"),
            ("quiet", "at night"),
            ("quiet", "8-8"),
        )
    },
}
SHORT_STORIES = [name for name, story in STORIES.items() if story.short]


@pytest.mark.parametrize("name", mostly_thorough(STORIES, *SHORT_STORIES))
async def test_story_is_translated(
    name: str, flow: MadeUpFlow, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = STORIES[name]
    await flow.script.run(story.before)
    for (module, attribute), value in story.patches.items():
        monkeypatch.setattr(module, attribute, value)
    flow.begin()
    await flow.script.run(story.then)
    flow.check(story.alike)


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
async def test_board_of_the_rules_is_translated(table: Table, key: str, flow: MadeUpFlow) -> None:
    flow.begin()
    tried = await press(table, await type_in(table, "rules", game=key), translated("Try it"))
    position = GAMES[key].start({})
    await try_move(table, tried, position, next(iter(position.moves())))
    flow.check(("pass",))


@THOROUGH
async def test_import_is_translated(table: Table, flow: MadeUpFlow) -> None:
    flow.begin()
    await attach(table, write(RECORD))
    flow.check()


@THOROUGH
async def test_review_is_translated(table: Table, flow: MadeUpFlow) -> None:
    await flow.script.run("begin hoyito; finish")
    position = (await table.bot.store.matches.as_of(1, 1)).position
    better = [*position.moves()][-1]
    await keep(table, TurningPoint(1, "a", better, (better, "c"), before=-0.5, after=0.9))
    flow.begin()
    await flow.script.run("! /match review match=1")
    flow.check()


async def test_challenge_of_a_closed_channel_is_translated(table: Table, flow: MadeUpFlow) -> None:
    await flow.script.run("/ringo opponent=@ben")
    flow.begin()
    listed = (await table.ada.user.slash("matches")).response
    assert listed is not None
    (show,) = [each for each in custom_ids(listed) if each.startswith("listed|1|show")]
    table.fail("POST", status=404, code=10003)
    result = await table.ada.user.click(listed, custom_id=show)
    assert len(result.followups) == 1
    flow.check()


async def test_card_is_in_the_language_of_the_server_not_of_who_makes_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "interactions.people.language", lambda tag: MADE_UP if tag == "de" else ENGLISH
    )
    await table.bot.store.personal_settings.change(
        table.ada.id, lambda own: replace(own, language="de"), discord.utils.utcnow()
    )
    await table.challenge("ringo")
    assert labels(table.last)[:3] == ["Accept", "Decline", "Withdraw"]
    assert translated("Withdraw") in labels(await type_in(table, "matches"))
    await table.ben.click(table.last, label="Decline")
    assert "**Ben** declined your Ringo challenge" in words(table.last)


# Events, and the daily post.


async def sign_up(table: Table, form: Form, *, series: bool = False) -> None:
    """Open an event for a week, which four people join."""
    store, now = table.bot.store.contests, table.env.now()
    place = Place(table.channel.id, table.guild.id)
    terms = ContestTerms(form=form, game="ringo", options={}, name="Spring", weeks=3, series=series)
    await store.open(terms, place, Person(table.ada.id, "Ada"), now + timedelta(weeks=1), now)
    people = [(who.id, who.user.name) for who in (table.ada, table.ben, table.cleo)]
    for number, name in (*people, (5, "Dora")):
        await store.join(1, Person(number, name), table.guild.id, now)
    await later(table, seconds=30)


async def look_at_event(flow: MadeUpFlow, then: str = "") -> None:
    """Open all that Ada and Ben can from the card of an event, and go on from it."""
    contest = await flow.script.table.bot.store.contests.find(1)
    assert contest.card is not None
    card = await flow.script.table.channel_message(contest.card.message)
    flow.script.kept["card"] = card
    for who in ("ada", "ben"):
        for custom_id in custom_ids(card):
            if custom_id.startswith("season"):
                await flow.script.run(f"! {who} click {custom_id} on card")
    await flow.script.run("! /season show; ! /season show season=1; ! /season my")
    await flow.script.run(f"! /season stop season=1; {then}")


async def resign_games(table: Table, most: int | None = None) -> ContestState:
    """End the games of the event that are played now, at most so many, and return its state."""
    contest = await table.bot.store.contests.find(1)
    for game in contest.games[:most]:
        if game.match is not None and game.played.points is None:
            await table.bot.store.matches.apply(
                game.match, lambda match: verbs.resign(match, max(match.seats), table.env.now())
            )
    return contest.state


@pytest.mark.parametrize("form", mostly_thorough([*Form], Form.CUP))
async def test_event_is_translated_to_its_end(table: Table, form: Form, flow: MadeUpFlow) -> None:
    flow.begin()
    await sign_up(table, form, series=form is Form.LEAGUE)
    again = "! click seasonjoin| on card; ! ben click seasonjoin| on card"
    await look_at_event(flow, f"{again}; wait days=7; wait seconds=30")
    await look_at_event(flow)
    assert await resign_games(table, 2) is ContestState.RUNNING
    await look_at_event(flow, "wait hours=25; wait seconds=30")
    await look_at_event(flow)
    while await resign_games(table) is ContestState.RUNNING:
        await later(table, seconds=30)
    await later(table, seconds=30)
    await look_at_event(flow)
    flow.check()


async def test_leaving_and_stopping_an_event_are_translated(table: Table, flow: MadeUpFlow) -> None:
    flow.begin()
    await sign_up(table, Form.LEAGUE)
    await later(table, days=7)
    await later(table, seconds=30)
    await look_at_event(
        flow,
        """! click seasonleave| on card
        ! click seasongone|
        ! ben click seasonmine| on card
        ! dora /season stop season=1
        ! dora click seasonstop|
        wait seconds=30""",
    )
    await look_at_event(flow)
    flow.check()


@THOROUGH
async def test_daily_post_and_digest_are_translated(
    table: Table, flow: MadeUpFlow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.digests.MONDAY_NOON", table.env.now() + timedelta(days=2))
    dora = flow.script.people["dora"]
    page = await open_from_settings(table, "serveropen", dora)
    form = await dora.click(page, label="Weekly digest")
    await dora.submit_modal(form, {"channel": [table.channel]})
    await fill_puzzle_settings(table, table.ada, puzzle_name=True)
    await flow.script.run("begin hoyito; play a a; dora /puzzle daily; ben resign 1")
    flow.begin()
    for day in range(3):
        await flow.script.run("wait days=1; wait seconds=30")
        if day == 1:
            told = await present(table)
            for person in (table.ada.id, table.ben.id):
                attempt = Attempt(person, told.game, told.puzzle, 1, table.guild.id)
                await table.bot.store.puzzles.answer(attempt, table.env.now(), was_right=True)
            await flow.script.run("wait minutes=6; wait seconds=30")
    said = "; ".join(words(message) for message in table.channel.history())
    for part in ("Thé wéék úp tó", "sólvéd ít", "Thé lást sévén dáys", "sólútíón: ||"):
        assert part in said
    flow.check()
