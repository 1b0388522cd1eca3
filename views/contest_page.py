"""Private pages of leagues and cups: a list, how places are reckoned, whether to stop one."""

from collections.abc import Mapping, Sequence

import discord

from contests import league
from contests.contest import ContestProgress
from contests.league import TableLine
from data import Contest, ContestState
from interactions import said, say
from interactions.components import Layout, button, choice_rows, in_rows, no_button, text_view
from match.match import PlayerName
from rules import Listed, ListStyle, Moment, Sentence
from views.contest_ids import ConfirmJoin, ConfirmStop, ShowContest, ShowReckoning
from views.contest_words import listed, names_of, place_words, points_words, title


def join_question(contest: Contest, names: Sequence[PlayerName]) -> discord.ui.LayoutView:
    """Ask whether somebody really joins those whom they have blocked."""
    words = say(
        "You've blocked {names}, who play in **{event}**. If you join, you're "
        "paired all the same, without messages.",
        names=listed(names),
        event=title(contest),
    )
    yes = button("Join anyway", ConfirmJoin(contest.id), discord.ButtonStyle.success)
    return text_view(words, rows=in_rows([yes, no_button()]))


def stop_question(contest: Contest) -> discord.ui.LayoutView:
    """Ask whether a contest is really to be stopped."""
    words = say(
        "Stop **{event}**? Nobody will win it, and its matches go on as ordinary matches.",
        event=title(contest),
    )
    yes = button("Yes, stop it", ConfirmStop(contest.id), discord.ButtonStyle.danger)
    return text_view(words, rows=in_rows([yes, no_button()]))


def contest_list(contests: Sequence[Contest]) -> discord.ui.LayoutView:
    """List a server's contests, to choose one from."""
    lines = [f"### {say('Leagues and cups here')}"]
    lines += [f"- {_entry(contest)}" for contest in contests]
    choices = [(title(contest), ShowContest(contest.id)) for contest in contests]
    return Layout(
        discord.ui.Container(
            discord.ui.TextDisplay("\n".join(lines)), *choice_rows("Show one", choices)
        )
    )


STATES = {
    ContestState.OPEN: Sentence("open to join"),
    ContestState.RUNNING: Sentence("in progress"),
    ContestState.OVER: Sentence("over"),
    ContestState.CANCELLED: Sentence("called off"),
    ContestState.UNDECIDED: Sentence("stopped"),
}


def _entry(contest: Contest) -> str:
    words = say(
        "**{event}**: {game}, {state}",
        event=title(contest),
        game=contest.terms.rules.name,
        state=STATES[contest.state],
    )
    when = contest.begins if contest.is_open else contest.ends
    if contest.is_open and when is not None:
        words += f" · {say('begins {when}', when=Moment(when))}"
    elif contest.state is ContestState.RUNNING and when is not None:
        words += f" · {say('ends {when}', when=Moment(when))}"
    return words


# How places are decided.


def reckoning_page(contest: Contest, division: int) -> discord.ui.LayoutView:
    """Show what every place of a division is made of."""
    progress, names = contest.progress(), names_of(contest)
    lines = league.table(progress, division)
    told = [
        f"### {said(title(contest))}",
        say(
            "Win 1, draw ½. Level on points? **direct**: matches between you. "
            "**SB**: beating strong players counts more. **harder**: wins with the "
            "harder side."
        ),
    ]
    told += [_reckoned(line, lines, names, progress) for line in lines]
    divisions = league.divisions(progress)
    choices = [
        (Sentence("Division {number}", number=each + 1), ShowReckoning(contest.id, each))
        for each in divisions
        if each != division
    ]
    rows = choice_rows("Another division", choices) if choices else []
    return Layout(discord.ui.Container(discord.ui.TextDisplay("\n".join(told)[:3900]), *rows))


def _reckoned(
    line: TableLine,
    lines: Sequence[TableLine],
    known: Mapping[int, PlayerName],
    progress: ContestProgress,
) -> str:
    """Show the reckoning of one line, but for what decides nothing there."""
    if line.struck:
        return say(
            "–\\. **{name}** was out before playing half of their matches", name=known[line.number]
        )
    points = {each.number: each.points for each in lines if not each.struck}
    terms = " + ".join(
        f"{points_words(points[other])}×{points_words(sum(results))}"
        for other, results in line.results.items()
        if sum(results) and points[other]
    )
    place, own = place_words(line, lines), points_words(line.points)
    told = [say("{place}\\. **{name}** {points}", place=place, name=known[line.number], points=own)]
    if line.direct:
        direct = Listed(tuple(map(points_words, line.direct)), ListStyle.COMMA)
        told.append(say("direct {direct}", direct=direct))
    berger = points_words(line.sonneborn, 4)
    told.append(say("SB {sb}{terms}", sb=berger, terms=f" = {terms}" if terms else ""))
    if progress.harder is not None:
        told.append(say("harder {harder}", harder=line.harder_wins))
    return " · ".join(told)
