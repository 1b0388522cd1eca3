"""The private page on which the players of a ladder see their place and challenge others."""

from collections.abc import Collection
from datetime import datetime

import discord

from contests.ladder import LOST_ON_TIME, REST, UNPLAYED
from contests.ladder_rules import in_reach, obstacle
from data import StoredLadder
from interactions import label, said, say
from interactions.components import Item, Layout, MessageParts, button, in_rows, select
from interactions.people import Appearance
from interactions.speech import time_words
from rules import GAMES, Code, Sentence
from views.contest_ids import OWN_PLACE, ChallengeOnLadder, JoinLadder, OpenLadder
from views.contest_pictures import ladder_picture
from views.contest_words import listed
from views.ladder_card import COLOUR, RULES, SHOWN, ladder_table, picture_speech, title

AROUND = 4
"""How many of the places shown are above one's own."""
ALL_RULES = Sentence(
    "-# Two challenges at a time; the same player again after {rest}. A loss "
    "on time costs {places}; {unplayed} without a match, one a week.",
    rest=time_words(REST),
    places=Sentence("{number} place", "{number} places", number=LOST_ON_TIME),
    unplayed=time_words(UNPLAYED),
)


async def ladder_page(
    ladder: StoredLadder,
    who: int,
    style: Appearance,
    now: datetime,
    *,
    blocked: Collection[int],
    page: int,
) -> MessageParts:
    """Build a person's own page: the places around theirs, and whom they may challenge."""
    rungs, place = ladder.state.rungs, ladder.state.place(who)
    first = SHOWN * (page - 1) if page != OWN_PLACE else max(0, (place or 1) - 1 - AROUND)
    first = max(0, min(first, len(rungs) - 1))
    shown = rungs[first : first + SHOWN]
    parts: list[Item] = [discord.ui.TextDisplay(f"### {said(title(ladder.game))}")]
    files = []
    near = in_reach(ladder.state, who)
    speech = picture_speech(ladder, shown)
    if shown:
        drawn = ladder_table(ladder, shown, now, first=first, own=who, near=near)
        file, gallery = await ladder_picture(drawn, style.theme, speech)
        files.append(file)
        parts.append(gallery)
    lines = [
        *speech.names_below(),
        *_own_lines(ladder, who, near, now),
        *_blocked_lines(ladder, blocked),
    ]
    parts.append(discord.ui.TextDisplay("\n".join(lines)))
    parts += _challenge_select(ladder, who, near, now)
    parts += in_rows(_page_buttons(ladder, who, first))
    return MessageParts(Layout(discord.ui.Container(*parts, accent_colour=COLOUR)), files)


def leave_question(ladder: StoredLadder, who: int) -> str:
    """Ask whether somebody really leaves."""
    return say(
        "You're number {place} on the {game} ladder. If you leave, you can only rejoin in last "
        "place.",
        place=ladder.state.place(who) or 0,
        game=GAMES[ladder.game].name,
    )


def _page_buttons(ladder: StoredLadder, who: int, first: int) -> list[Item]:
    rungs, buttons = len(ladder.state.rungs), []
    if first > 0:
        buttons.append(button("Higher up", OpenLadder(ladder.game, max(1, -(-first // SHOWN)))))
    if first + SHOWN < rungs:
        buttons.append(
            button("Further down", OpenLadder(ladder.game, (first + SHOWN) // SHOWN + 1))
        )
    if ladder.state.place(who) is None:
        buttons.append(button("Join", JoinLadder(ladder.game), discord.ButtonStyle.success))
    return buttons


def _own_lines(ladder: StoredLadder, who: int, near: tuple[int, ...], now: datetime) -> list[str]:
    """Tell somebody where they stand, and what hinders which challenge."""
    place = ladder.state.place(who)
    if place is None:
        return [say("You're not on this ladder. **Join** puts you in last place."), said(RULES)]
    rung = ladder.state.rung(who)
    lines = [say("You're number **{place}**.", place=place)]
    if rung is not None and rung.away is not None:
        command = Code("/settings")
        lines.append(
            say(
                "You're on vacation: you can't challenge anyone, and nobody can challenge you. "
                "End your vacation in {command}.",
                command=command,
            )
        )
    elif place == 1:
        lines.append(say("There's nobody above you to challenge; defend your place."))
    lines += [
        f"-# **{said(ladder.names[other])}**: {said(words)}"
        for other in near
        if (words := obstacle(ladder.state, who, other, now)) is not None
    ]
    return [*lines, said(RULES), said(ALL_RULES)]


def _blocked_lines(ladder: StoredLadder, blocked: Collection[int]) -> list[str]:
    """Say what it means for somebody that those are on the ladder whom they have blocked."""
    names = [ladder.names[each] for each in ladder.state.people if each in blocked]
    if not names:
        return []
    words = say(
        "You've blocked {names}: if they challenge you, it counts as declined, and they take "
        "your place.",
        names=listed(names),
    )
    return [f"-# {words}"]


def _challenge_select(
    ladder: StoredLadder, who: int, near: tuple[int, ...], now: datetime
) -> list[Item]:
    """Offer those whom somebody may challenge now."""
    rung = ladder.state.rung(who)
    if rung is None or rung.away is not None:
        return []
    options = [
        discord.SelectOption(
            label=label(
                Sentence(
                    "{place}. {name}",
                    place=ladder.state.place(other) or 0,
                    name=ladder.names[other],
                )
            )[:100],
            value=str(other),
        )
        for other in near
        if obstacle(ladder.state, who, other, now) is None
    ]
    if not options:
        return []
    return [select("Who do you want to challenge?", options, ChallengeOnLadder(ladder.game))]
