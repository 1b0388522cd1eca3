"""The card of a ladder, and the private page on which its players challenge those above them."""

from collections.abc import Collection, Sequence
from datetime import datetime

import discord

from contests.ladder import (
    LOST_ON_TIME,
    REST,
    UNPLAYED,
    LadderChallenge,
    LadderEvent,
    LadderKind,
    Rung,
)
from contests.ladder_rules import ANSWER, REACH, in_reach, obstacle
from data import StoredLadder
from interactions import CustomId, label, plain, said, say
from interactions.audience import Appearance
from interactions.components import Item, Layout, button, in_rows, select
from interactions.speech import rating_words
from match.match import PlayerName
from rendering import LadderRow, LadderTable, drawable_text
from rules import GAMES, Code, Listed, ListStyle, Moment, Sentence, Value, message
from views.contest_pictures import ladder_picture

COLOUR = discord.Colour(0x4C8DAE)
TOP, AROUND = 10, 4
"""How many places the card and each page show, and how many of them are above one's own."""
HERE = 0
"""The page with one's own place; others are numbered from 1."""
LATELY = 3
"""How many of the last results the card tells."""
Lately = Sequence[tuple[LadderEvent, PlayerName, PlayerName]]
Page = tuple[discord.ui.LayoutView, list[discord.File]]

RULES = Sentence(
    "-# Challenge up to {reach} places above you: if you win, you stand right above your "
    "opponent. Whoever doesn't answer for {days} days gives up their place.",
    reach=REACH,
    days=ANSWER.days,
)
ALL_RULES = Sentence(
    "-# You can have two challenges open each way, and meet the same player again after {rest} "
    "days. Nobody can challenge you while you're on vacation. Losing on time costs {places} "
    "places, and after {unplayed} days without a match you lose one place a week.",
    rest=REST.days,
    places=LOST_ON_TIME,
    unplayed=UNPLAYED.days,
)
TOLD = {
    LadderKind.WON: message("**{winner}** beat **{loser}** {when}."),
    LadderKind.WON_ON_TIME: message("**{loser}** ran out of time against **{winner}** {when}."),
    LadderKind.GIVE: message("**{loser}** gave up their place to **{winner}** {when}."),
}


class OpenLadder(CustomId, name="ladder"):
    """Show a person their own page of a game's ladder in this server."""

    game: str
    page: int = HERE


class JoinLadder(CustomId, name="ladderjoin"):
    """Join the ladder of a game in this server."""

    game: str


class LeaveLadder(CustomId, name="ladderleave"):
    """Leave the ladder of a game in this server; `sure` is 0 before it was asked."""

    game: str
    sure: int = 0


class ChallengeOnLadder(CustomId, name="ladderplay"):
    """Challenge the chosen person on the ladder of a game in this server."""

    game: str


async def ladder_card(
    ladder: StoredLadder, style: Appearance, lately: Lately, now: datetime
) -> Page:
    """Build the card: the first places, what happened lately, and the buttons."""
    game = ladder.game
    parts: list[Item] = [discord.ui.TextDisplay(f"### {said(title(game))}")]
    files, lines = [], []
    if not ladder.state.rungs:
        lines.append(say("Nobody is on this ladder yet. Press **Join** to be the first."))
    else:
        shown = ladder.state.rungs[:TOP]
        file, gallery = await ladder_picture(_table(ladder, shown, now), style.theme)
        files.append(file)
        parts.append(gallery)
        lines += [*_unwritable(ladder, shown), *_lately_lines(lately)]
        if more := len(ladder.state.rungs) - TOP:
            lines += [say("{more} more below.", more=more)] if more > 0 else []
    lines.append(said(RULES))
    buttons = (
        button("Join", JoinLadder(game), discord.ButtonStyle.success),
        button("Challenge", OpenLadder(game), discord.ButtonStyle.primary),
        button("Leave", LeaveLadder(game)),
    )
    parts += [discord.ui.TextDisplay("\n".join(lines)), *in_rows(buttons)]
    return Layout(discord.ui.Container(*parts, accent_colour=COLOUR)), files


async def ladder_page(
    ladder: StoredLadder,
    who: int,
    style: Appearance,
    now: datetime,
    *,
    hidden: Collection[int] = (),
    page: int = HERE,
) -> Page:
    """Build a person's own page: the places around theirs, and whom they may challenge."""
    rungs, place = ladder.state.rungs, ladder.state.place(who)
    first = TOP * (page - 1) if page != HERE else max(0, (place or 1) - 1 - AROUND)
    first = max(0, min(first, len(rungs) - 1))
    shown = rungs[first : first + TOP]
    parts: list[Item] = [discord.ui.TextDisplay(f"### {said(title(ladder.game))}")]
    files = []
    near = in_reach(ladder.state, who, hidden)
    if shown:
        table = _table(ladder, shown, now, first=first, own=who, near=near)
        file, gallery = await ladder_picture(table, style.theme)
        files.append(file)
        parts.append(gallery)
    lines = [*_unwritable(ladder, shown, first), *_own_lines(ladder, who, near, now)]
    parts.append(discord.ui.TextDisplay("\n".join(lines)))
    parts += _challenge_select(ladder, who, near, now)
    parts += in_rows(_page_buttons(ladder, who, first))
    return Layout(discord.ui.Container(*parts, accent_colour=COLOUR)), files


def leave_question(ladder: StoredLadder, who: int) -> str:
    """Ask whether somebody really leaves."""
    return say(
        "You're in place {place} of the {game} ladder. If you leave, you can join again only "
        "in the last place; open challenges are withdrawn, and matches in progress go on.",
        place=ladder.state.place(who) or 0,
        game=GAMES[ladder.game].name,
    )


def title(game: str) -> Sentence:
    """Return what a ladder is called."""
    return Sentence("{game} ladder", game=GAMES[game].name)


def _page_buttons(ladder: StoredLadder, who: int, first: int) -> list[Item]:
    rungs, buttons = len(ladder.state.rungs), []
    if first > 0:
        buttons.append(button("Higher up", OpenLadder(ladder.game, max(1, -(-first // TOP)))))
    if first + TOP < rungs:
        buttons.append(button("Further down", OpenLadder(ladder.game, (first + TOP) // TOP + 1)))
    if ladder.state.place(who) is None:
        buttons.append(button("Join", JoinLadder(ladder.game), discord.ButtonStyle.success))
    return buttons


def _table(
    ladder: StoredLadder,
    shown: Sequence[Rung],
    now: datetime,
    *,
    first: int = 0,
    own: int = 0,
    near: Collection[int] = (),
) -> LadderTable:
    """Make the table of a part of a ladder, from the place after the `first`."""
    rows = [
        LadderRow(
            place,
            plain(ladder.names[rung.person]),
            plain(rating_words(ladder.ratings[rung.person].as_of(now))),
            _note(ladder, rung),
            ladder.state.climbed(rung.person, now),
            own=rung.person == own,
            reachable=rung.person in near,
        )
        for place, rung in enumerate(shown, first + 1)
    ]
    number = len(ladder.state.rungs)
    players = Sentence("{number} player", "{number} players", number=number)
    rating = plain(Sentence("rating"))
    return LadderTable(plain(title(ladder.game)), plain(players), rating, tuple(rows))


def _note(ladder: StoredLadder, rung: Rung) -> str:
    """Say in a few words what a player is about."""
    if rung.away is not None:
        return plain(Sentence("on vacation"))
    open_ones = ladder.state.challenges_of(rung.person)
    plays = [_other(ladder, each, rung.person) for each in open_ones if each.begun]
    if plays:
        return plain(Sentence("plays {names}", names=_list(plays)))
    to = [_other(ladder, each, rung.person) for each in open_ones if each.challenged == rung.person]
    if to:
        return plain(Sentence("challenged by {names}", names=_list(to)))
    by = [_other(ladder, each, rung.person) for each in open_ones]
    return plain(Sentence("challenges {names}", names=_list(by))) if by else ""


def _other(ladder: StoredLadder, each: LadderChallenge, person: int) -> Value:
    """Return how the other one of a challenge is called, who may have left since."""
    other = each.challenged if each.challenger == person else each.challenger
    return ladder.names.get(other, Sentence("someone who has left"))


def _list(names: list[Value]) -> Listed:
    return Listed(tuple(names), ListStyle.AND)


def _unwritable(ladder: StoredLadder, shown: Sequence[Rung], first: int = 0) -> list[str]:
    """Give the names that the picture cannot draw."""
    return [
        say("{rank}\\. is **{name}**", rank=place, name=ladder.names[rung.person])
        for place, rung in enumerate(shown, first + 1)
        if not drawable_text(plain(ladder.names[rung.person]))
    ]


def _lately_lines(lately: Lately) -> list[str]:
    return [
        f"-# {say(TOLD[event.kind], winner=winner, loser=loser, when=Moment(event.at))}"
        for event, winner, loser in lately
    ]


def _own_lines(ladder: StoredLadder, who: int, near: tuple[int, ...], now: datetime) -> list[str]:
    """Tell somebody where they stand, and what hinders which challenge."""
    place = ladder.state.place(who)
    if place is None:
        return [
            say("You're not on this ladder. **Join** puts you in the last place."),
            said(RULES),
        ]
    rung = ladder.state.rung(who)
    lines = [say("You're in place **{place}**.", place=place)]
    if rung is not None and rung.away is not None:
        command = Code("/settings")
        lines.append(
            say("You're on vacation: nobody can challenge you. {command} ends it.", command=command)
        )
    elif place == 1:
        lines.append(say("There's nobody above you to challenge; defend your place."))
    lines += [
        f"-# **{said(ladder.names[other])}**: {said(words)}"
        for other in near
        if (words := obstacle(ladder.state, who, other, now)) is not None
    ]
    return [*lines, said(RULES), said(ALL_RULES)]


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
