"""My season: how somebody stands in a league or a cup, whom they play, and how they leave it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby

import discord

from contests import cup, league
from contests.contest import Form
from contests.league import TableLine
from data import Contest, ContestState, ListedMatch
from data.contest_values import ContestEntrant, ContestGame, WhyOut
from interactions import said, say
from interactions.components import Item, Layout, button, choice_rows, in_rows, no_button, text_view
from interactions.speech import left_words, linked
from match.match import PlayerName
from rules import Listed, ListStyle, Moment, Sentence, Value
from views import contest_ids, contest_words

DAY = timedelta(days=1)


def my_season_page(
    contest: Contest,
    entrant: ContestEntrant,
    live: Sequence[ListedMatch],
    now: datetime,
    others: Sequence[Contest] = (),
    pictures: Sequence[Item] = (),
    names_below: Sequence[str] = (),
) -> Layout:
    """Build the page of somebody in a contest; `live` are their matches of it that go on."""
    lines = [*names_below, f"### {said(contest_words.title(contest))}"]
    if contest.is_open:
        lines.append(say("You're in. It hasn't begun yet."))
    elif entrant.number is not None:
        lines += _state_lines(contest, entrant, live, now)
    parts: list[Item] = [*pictures, discord.ui.TextDisplay("\n".join(filter(None, lines)))]
    if contest.is_live and entrant.out is None:
        buttons = [button("Leave", contest_ids.LeaveContest(contest.id))]
        if contest.terms.form is Form.LEAGUE and contest.started is not None:
            reckoning = contest_ids.ShowReckoning(contest.id, entrant.division)
            buttons.insert(0, button("How places are decided", reckoning))
        parts += in_rows(buttons)
    if others:
        choices = [(contest_words.title(one), contest_ids.OpenMySeason(one.id)) for one in others]
        parts += choice_rows("Another league or cup", choices)
    return Layout(discord.ui.Container(*parts))


def _state_lines(
    contest: Contest, entrant: ContestEntrant, live: Sequence[ListedMatch], now: datetime
) -> list[str]:
    """Say how somebody stands, what they play, whom they will play, and what they need."""
    number = entrant.number
    assert number is not None, "it has begun"
    lines = []
    if contest.terms.form is Form.LEAGUE:
        lines += _league_lines(contest, entrant, now)
    else:
        lines.append(_cup_words(contest, number))
        lines += map(said, contest_words.explained_ties(contest, number))
    if entrant.out is WhyOut.TIME:
        lines.append(say("You ran out of time twice, so you're out."))
    elif entrant.out is WhyOut.LEFT:
        lines.append(say("You dropped out."))
    if live:
        lines.append(say("**Playing now**"))
        lines += [_live_line(match, entrant.person.id, now) for match in live]
    if played := _played_words(contest, number):
        lines.append(say("**Played**: {results}", results=played))
    if contest.state is ContestState.RUNNING and entrant.out is None:
        lines.append(_vacation_words(entrant, now))
    return lines


def _league_lines(contest: Contest, entrant: ContestEntrant, now: datetime) -> list[str]:
    """Say which place somebody has, who is still to come, and what they can reach."""
    progress, number = contest.progress(), entrant.number
    known = contest_words.names_of(contest)
    lines = league.table(progress, entrant.division)
    own = next(line for line in lines if line.number == number)
    told = []
    if own.struck:
        return [say("You were out before half of your matches were played, so none of them count.")]
    told.append(
        say(
            "Division {division}: place **{place}** of {all}, points: **{points}** ({wins} "
            "won, {draws} drawn, {losses} lost)",
            division=entrant.division + 1,
            place=contest_words.place_words(own, lines),
            all=sum(not line.struck for line in lines),
            points=contest_words.points_words(own.points),
            wins=own.wins,
            draws=own.draws,
            losses=own.losses,
        )
    )
    if own.unplayed:
        told.append(
            say(
                "-# {number} of your matches was never played, and gives nobody a point.",
                "-# {number} of your matches were never played, and give nobody a point.",
                number=own.unplayed,
            )
        )
    if own.to_play and contest.state is ContestState.RUNNING:
        told.append(_need_words(own, lines, known))
        begun = {game.slot for game in contest.games}
        waiting = [
            known[slot.second if slot.first == number else slot.first]
            for group in league.schedule(progress, entrant.division)
            for slot in group
            if number in slot.pair and slot not in begun and progress.is_out.isdisjoint(slot.pair)
        ]
        if waiting:
            each = Listed(tuple(dict.fromkeys(waiting)), ListStyle.COMMA)
            told.append(say("**Still to come**: {names}", names=each))
            last = contest.round_ends(0) - contest.terms.last_start
            if now < last:
                told.append(say("-# Whatever is left begins {when}.", when=Moment(last)))
    return told


def _need_words(own: TableLine, lines: Sequence[TableLine], names: Mapping[int, PlayerName]) -> str:
    """Say what somebody can still reach, and what the first one has."""
    most = contest_words.points_words(own.points + 2 * own.to_play)
    rival = next(line for line in lines if line.number != own.number)
    if own.place == 1:
        reach = contest_words.points_words(rival.points + 2 * rival.to_play)
        return say(
            "Points you can still reach: {most} (**{name}**: {reach}).",
            most=most,
            name=names[rival.number],
            reach=reach,
        )
    return say(
        "Points you can still reach: {most}. **{name}** leads with {points}.",
        most=most,
        name=names[rival.number],
        points=contest_words.points_words(rival.points),
    )


def _cup_words(contest: Contest, number: int) -> str:
    """Say how far somebody has come in a cup, and against whom they play."""
    progress, names = contest.progress(), contest_words.names_of(contest)
    at = cup.round_of(progress, number)
    tie = next(tie for tie in cup.bracket(progress)[at] if number in tie.sides)
    words: Value = contest_words.round_words(contest, at)
    if tie.is_over and tie.winner != number:
        return say("{round}: you're out.", round=words)
    if tie.winner == number and at == contest.rounds - 1:
        return say("You've won it!")
    other = next((one for one in tie.sides if one not in (None, number)), None)
    if other is None:
        return say("{round}: your opponent isn't known yet.", round=words)
    return say("{round}: you play **{name}**.", round=words, name=names[other])


def _live_line(match: ListedMatch, person: int, now: datetime) -> str:
    """Describe a match that goes on, with a link to its card."""
    name = linked(f"#{match.number}", match)
    words = say("{match} against **{opponent}**", match=name, opponent=match.opponent_of(person))
    if match.to_move == person:
        words = say("{match} · your move", match=words)
    if match.deadline is not None:
        words += f" · {said(left_words(match.deadline, now))}"
    return f"- {words}"


def _played_words(contest: Contest, number: int) -> Listed | None:
    """List somebody's results by opponent."""
    known = contest_words.names_of(contest)
    own = [
        game
        for game in contest.games
        if number in game.slot.pair and game.played.points is not None
    ]

    def other(game: ContestGame) -> int:
        return game.slot.second if game.slot.first == number else game.slot.first

    told: list[Value] = []
    for opponent, games in groupby(sorted(own, key=other), key=other):
        results = " ".join(_result(game, number) for game in games)
        told.append(Sentence("{name} {results}", name=known[opponent], results=results))
    return Listed(tuple(told), ListStyle.COMMA) if told else None


def _result(game: ContestGame, number: int) -> str:
    points = game.played.points
    assert points is not None, "it is over"
    return contest_words.points_words(points if game.slot.first == number else 2 - points)


def _vacation_words(entrant: ContestEntrant, now: datetime) -> str:
    left = entrant.vacation_left(now)
    days = -(-left // DAY)
    return say(
        "-# Vacation can pause your clocks here for {number} more day.",
        "-# Vacation can pause your clocks here for {number} more days.",
        number=days,
    )


def leave_question(contest: Contest) -> discord.ui.LayoutView:
    """Ask whether somebody really wants to leave a contest that has begun."""
    words = say(
        "Leave **{event}**? You lose your matches in progress, unrated. In a "
        "league, none count if you've played fewer than half.",
        event=contest_words.title(contest),
    )
    yes = button("Yes, leave", contest_ids.ConfirmLeave(contest.id), discord.ButtonStyle.danger)
    return text_view(words, rows=in_rows([yes, no_button()]))
