"""The one card of a league or a cup, which is changed in place."""

from collections.abc import Sequence

import discord

from contests.contest import Form
from data import Contest, ContestState
from data.contest_values import ContestGame
from interactions import said, say
from interactions.components import Item, Layout, MessageParts, button, in_rows
from interactions.people import Appearance, mentions
from interactions.speech import time_words
from rules import Listed, ListStyle, Moment, Sentence, Value, message, some_of
from views import contest_words
from views.contest_ids import JoinContest, LeaveContest, OpenMySeason, ShowReckoning
from views.contest_options import TITLES, ContestForm, OpenContestOptions
from views.cross_tables_and_brackets import cross_tables_or_bracket, picture_speech
from views.lesson_ids import how_to_play_button
from views.match_entries import open_button

OPEN, RUNNING, OVER = (discord.Colour(0x4C8DAE), discord.Colour(0xD9A441), discord.Colour(0x5B8C5A))
COLOURS = {ContestState.OPEN: OPEN, ContestState.RUNNING: RUNNING}
BEGINS = message(
    "**{event}** begins! {people}, these are your first matches. **Open** shows a board; its first "
    "move posts it here. It ends {when}."
)
GOES_ON = message("New matches. {people}, you move first; **Open** shows the board.")
MOST_LISTED = 25
"""The most matches in one list: as many buttons have room."""
MOST_LIVE = 24
"""The most matches in progress that the card names; the others are counted."""


async def contest_card(
    contest: Contest, style: Appearance, reader: int | None = None
) -> MessageParts:
    """Build the card of a contest; for one `reader` their own row is marked."""
    parts: list[Item] = [discord.ui.TextDisplay(_heading(contest))]
    files = []
    if contest.started is not None:
        for file, gallery in await cross_tables_or_bracket(contest, style.theme, reader):
            files.append(file)
            parts.append(gallery)
    parts.append(discord.ui.TextDisplay("\n".join(filter(None, _lines(contest)))))
    parts += in_rows(_buttons(contest))
    colour = COLOURS.get(contest.state, OVER)
    return MessageParts(Layout(discord.ui.Container(*parts, accent_colour=colour)), files)


def match_list(
    contest: Contest, games: Sequence[ContestGame]
) -> tuple[discord.ui.LayoutView, tuple[int, ...]]:
    """List matches that begin, each with a button that opens it; return also whom that pings."""
    names, people, begins = contest_words.names_of(contest), contest.in_order, contest.is_beginning
    mover = contest.terms.rules.start(contest.terms.options).turn
    to_move = [people[game.slot[1 + mover]] for game in games]
    called = dict.fromkeys(one.person.id for one in (people if begins else to_move))
    pinged = tuple(person for person in called if person > 0)
    assert contest.ends is not None, "it has begun"
    words = say(
        BEGINS if begins else GOES_ON,
        event=contest_words.title(contest),
        people=mentions(*pinged),
        when=Moment(contest.ends),
    )
    lines = [f"- {said(contest_words.match_words(names, game))}" for game in games]
    buttons = [open_button(game.match or 0) for game in games]
    return Layout(discord.ui.TextDisplay("\n".join([words, *lines])), *in_rows(buttons)), pinged


def _heading(contest: Contest) -> str:
    title, terms = said(contest_words.title(contest)), contest_words.contest_terms_words(contest)
    return f"### {title}\n-# {terms}"


def _lines(contest: Contest) -> list[str]:
    """Describe the state of a contest."""
    match contest.state:
        case ContestState.OPEN:
            return _open_lines(contest)
        case ContestState.RUNNING:
            return [
                *map(said, contest_words.standing_words(contest)),
                *map(said, contest_words.explained_ties(contest)),
                _live_words(contest),
                *_notes(contest),
            ]
        case ContestState.OVER:
            ties = map(said, contest_words.explained_ties(contest))
            return [_winner_words(contest), *ties, *_notes(contest)]
        case ContestState.CANCELLED:
            return [say("It was called off before it began.")]
    return [say("It was stopped, so nobody wins it."), *_notes(contest)]


def _open_lines(contest: Contest) -> list[str]:
    """Say who is in, when it begins, and how it goes on."""
    names: list[Value] = [one.person.display_name for one in contest.entrants]
    number = say("{number} of {most}", number=len(names), most=contest.terms.most)
    who = said(Listed(tuple(names), ListStyle.COMMA)) if names else say("nobody yet")
    if contest.begins is None:
        begins = say(
            "Begins a week after the previous season ends. Players from that season stay in "
            "unless they press **Leave**."
        )
        if contest.is_full:
            begins = " ".join([say("It's full."), begins])
    elif contest.is_full:
        begins = say("It's full, so it begins now.")
    else:
        begins = say("Begins {when}, or as soon as it's full.", when=Moment(contest.begins))
    return [
        say("**Who's in** ({number}): {names}", number=number, names=who),
        begins,
        f"-# {_how_it_goes(contest)}",
    ]


def _how_it_goes(contest: Contest) -> str:
    """Say how many matches there are at once, and how long it lasts."""
    terms = contest.terms
    if terms.form is Form.CUP:
        lasts = Sentence(
            "Each round lasts {number} week at most.",
            "Each round lasts {number} weeks at most.",
            number=terms.weeks,
        )
    else:
        lasts = Sentence(
            "It lasts {number} week at most.",
            "It lasts {number} weeks at most.",
            number=terms.weeks,
        )
    if terms.at_once is None:
        return said(lasts)
    at_once = Sentence(
        "At most {number} match at once; whatever is left begins {time} before the end.",
        "At most {number} matches at once; whatever is left begins {time} before the end.",
        number=terms.at_once,
        time=time_words(terms.last_start),
    )
    return f"{said(lasts)} {said(at_once)}"


def _live_words(contest: Contest) -> str:
    """Name the matches that go on, and when all ends."""
    names = contest_words.names_of(contest)
    live = [game for game in contest.games if game.played.points is None and game.match]
    told = [contest_words.match_words(names, game) for game in live]
    ends = said(contest_words.ends_words(contest))
    if not told:
        return f"-# {ends}"
    matches = some_of(told, MOST_LIVE, style=ListStyle.COMMA)
    now = say("Playing now: {matches}.", matches=matches)
    return f"-# {now}\n-# {ends}"


def _winner_words(contest: Contest) -> str:
    """Say who has won."""
    names: list[Value] = [one.person.display_name for one in contest.champions]
    if not names:
        return say("It's over. {why}", why=Sentence(contest_words.NO_CHAMPION))
    if len(names) == 1:
        return say("**{name}** has won it!", name=names[0])
    return say("{names} share the win!", names=contest_words.listed(names))


def _notes(contest: Contest) -> list[str]:
    """Say who was drawn by lot, where that decides, and the names that the picture cannot draw."""
    names = picture_speech(contest).names_below()
    lots = [one.person.display_name for one in contest.in_order if one.by_lot]
    if not lots or not (contest.terms.form is Form.CUP or contest.in_order[-1].division):
        return names
    words = say(
        "Seeded in random order, since they're rated alike: {names}.",
        names=Listed(tuple(lots), ListStyle.COMMA),
    )
    return [f"-# {words}", *names]


def _buttons(contest: Contest) -> list[Item]:
    """Return the buttons of the card."""
    if contest.is_open:
        join = button("Join", JoinContest(contest.id), discord.ButtonStyle.success)
        return [
            *([] if contest.is_full else [join]),
            button("Leave", LeaveContest(contest.id)),
            *(button(TITLES[each], OpenContestOptions(contest.id, each)) for each in ContestForm),
            how_to_play_button(contest.terms.game),
        ]
    if contest.state is ContestState.CANCELLED:
        return [how_to_play_button(contest.terms.game)]
    buttons = [button("My season", OpenMySeason(contest.id), discord.ButtonStyle.primary)]
    if contest.terms.form is Form.LEAGUE:
        buttons.append(button("How places are decided", ShowReckoning(contest.id)))
    if contest.state is ContestState.RUNNING:
        buttons.append(button("Leave", LeaveContest(contest.id)))
    return buttons
