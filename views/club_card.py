"""The card of a club match, the same in both servers: who signs up, then the score by boards."""

from collections.abc import Sequence

import discord
from discord import ButtonStyle

from data.club_values import ClubMatch, ClubState
from interactions import CustomId, said, say
from interactions.components import Item, Layout, button, in_rows, no_button, text_view
from interactions.speech import terms_words
from rules import Code, Listed, ListStyle, Moment, Name, Sentence, Value, message, some_of
from views.contest_card import OPEN, OVER, RUNNING
from views.contest_words import points_words
from views.lesson_ids import how_to_play_button

COLOURS = {ClubState.OPEN: OPEN, ClubState.RUNNING: RUNNING}
MOST_NAMED, LONGEST = 10, 24
"""How many people of a server the card names, and the characters of a name: all boards fit."""
GONE = message("The other server")
"""The name of a server that has removed the bot."""
LEFT = message(
    "I was removed from the other server. The match continues here; its players find their boards "
    "with {command}."
)
BY_RATING = message("Sign-up closes {when}. Then boards are paired by rating, **?** last.")
CROSSES = message(
    "-# If you join, your name and your moves are shown in **{server}**, too. Messages aren't."
)
FOLLOWS = message(
    "If you accept, people sign up in both servers for three days. Names, moves and the score "
    "are shown in both; messages aren't."
)
TOGETHER_FOLLOWS = message(
    "If you accept, it begins at once: everyone can join and vote for their own server. Server "
    "names, moves and counts of votes are shown in both; who voted and messages aren't."
)
LEFT_TOGETHER = message("I was removed from the other server, so nobody can vote there.")
LAW = message(
    "-# Ends {when}. After that a move has 12 hours at most, and a week later the computer decides."
)


class JoinClub(CustomId, name="clubjoin"):
    """Sign up for the server in which it is pressed."""

    club_match: int


class LeaveClub(CustomId, name="clubleave"):
    """Take part no more, before it begins."""

    club_match: int


class CallOffClub(CustomId, name="cluboff"):
    """Call it off before it begins: for who manages one of both servers."""

    club_match: int


class AcceptClub(CustomId, name="clubaccept"):
    """Accept the challenge that has a code."""

    code: str


class OpenClubBoards(CustomId, name="clubboard"):
    """Show whoever presses it their board in a club match."""

    club_match: int
    state: ClubState


def club_card(found: ClubMatch, club: int) -> discord.ui.LayoutView:
    """Build the card of a club match for one of its servers."""
    lines = [f"### {_title(found)}", f"-# {club_terms_words(found)}", *_lines(found, club)]
    parts: list[Item] = [discord.ui.TextDisplay("\n".join(lines)), *in_rows(_buttons(found))]
    colour = COLOURS.get(found.state, OVER)
    return Layout(discord.ui.Container(*parts, accent_colour=colour))


def club_terms_words(found: ClubMatch) -> str:
    """Describe what is played, on how many boards."""
    terms, alone = found.terms, not found.terms.is_together
    words = terms_words(terms.rules, terms.options, terms.pace, rated=alone, explore=alone)
    return " · ".join([terms.rules.name, *_boards_words(found), words])


def _boards_words(found: ClubMatch) -> list[str]:
    """Say how many boards there are, and who has which sides."""
    terms = found.terms
    if not terms.is_together:
        boards = say("up to {number} board", "up to {number} boards", number=terms.boards)
        return [boards, say("both sides on each")] if terms.both_sides else [boards]
    if terms.both_sides:
        return [say("all together"), say("Two matches, one from each side")]
    first = say("{server} plays {side}", server=_name(found, 0), side=terms.rules.side(0))
    return [say("all together"), first]


def code_page(found: ClubMatch) -> discord.ui.LayoutView:
    """Build the private message with the code of a challenge."""
    assert found.code is not None, "it has just been made"
    assert found.begins is not None, "it expires"
    words = say(
        "Send this to a moderator of the other server, who types it there:\n{command}\nIt works "
        "once, until {when}; they see this server's name, its size and the terms first.",
        command=Code(f"/club accept code:{found.code}"),
        when=Moment(found.begins),
    )
    off = button("Call off", CallOffClub(found.id))
    return text_view(words, f"-# {club_terms_words(found)}", rows=in_rows([off]))


def accept_page(found: ClubMatch, members: int) -> discord.ui.LayoutView:
    """Build the question whether a server accepts a challenge."""
    words = say(
        "**{server}** ({number} member) challenges this server.",
        "**{server}** ({number} members) challenges this server.",
        server=_name(found, 0),
        number=members,
    )
    follows = say(TOGETHER_FOLLOWS if found.terms.is_together else FOLLOWS)
    assert found.code is not None, "it can be accepted"
    accept = button("Accept", AcceptClub(found.code), ButtonStyle.success)
    rows = in_rows([accept, no_button()])
    return text_view(words, f"-# {club_terms_words(found)}", follows, rows=rows)


def accepted_words(found: ClubMatch) -> str:
    """Say to whoever accepted a challenge what follows."""
    assert found.begins is not None, "it is accepted"
    channel = f"<#{found.clubs[1].channel}>"
    if found.terms.is_together:
        return say("Accepted: it begins in {channel} in a moment.", channel=channel)
    return say(
        "Accepted: people can join in {channel} until {when}, and in the other server.",
        channel=channel,
        when=Moment(found.begins),
    )


def _name(found: ClubMatch, club: int) -> Value:
    name = found.clubs[club].name if club < len(found.clubs) else ""
    return Name(name) if name else Sentence(GONE)


def _title(found: ClubMatch) -> str:
    """Name both servers, with their points once it has begun."""
    one, other = (said(_name(found, club)) for club in (0, 1))
    if found.boards:
        points = map(points_words, found.score.total)
        one, other = (f"{name} {number}" for name, number in zip((one, other), points, strict=True))
    return say("{first} – {second}", first=one, second=other)


def _lines(found: ClubMatch, club: int) -> list[str]:
    match found.state:
        case ClubState.OPEN:
            assert found.begins is not None, "people sign up"
            return [
                *(_signed_up(found, number) for number in (0, 1)),
                say(BY_RATING, when=Moment(found.begins)),
                say(CROSSES, server=_name(found, 1 - club)),
            ]
        case ClubState.RUNNING | ClubState.OVER:
            return [*_result(found), *_board_lines(found), *_notes(found)]
    return [say("It was called off before it began.")]


def _signed_up(found: ClubMatch, club: int) -> str:
    people = [_short(one.person.display_name) for one in found.players if one.club == club]
    who = said(_listed(people)) if people else say("nobody yet")
    return say(
        "**{server}** ({number}): {names}", server=_name(found, club), number=len(people), names=who
    )


def _listed(people: Sequence[Value]) -> Listed:
    return some_of(people, MOST_NAMED, style=ListStyle.COMMA)


def _result(found: ClubMatch) -> list[str]:
    if found.state is ClubState.RUNNING:
        return []
    winner = found.score.winner
    if winner is None:
        return [say("It ends level!")]
    return [say("**{server}** wins!", server=_name(found, winner))]


def _board_lines(found: ClubMatch) -> list[str]:
    """Write a line for each board: both players, the points, and their matches."""
    points, lines = found.score.boards, []
    for board in found.boards:
        one, other = (_short(each.person.display_name) for each in found.board(board))
        score = "–".join(map(points_words, points[board])) if board in points else "…"
        matches = ", ".join(f"#{game.match}" for game in found.games if game.slot.board == board)
        names = say("{first} – {second}", first=one, second=other)
        lines.append(f"{board + 1}\\. {names} · **{score}** · {matches}")
    return lines


def _short(name: Value) -> Value:
    if isinstance(name, Name) and len(name.text) > LONGEST:
        return Name(f"{name.text[: LONGEST - 1]}…")
    return name


def _notes(found: ClubMatch) -> list[str]:
    """Say who was not paired, when it ends, and whether a server is gone."""
    lines = []
    if rest := [_short(one.person.display_name) for one in found.players if one.board is None]:
        lines.append(f"-# {say('Not paired: {names}.', names=_listed(rest))}")
    if found.state is ClubState.RUNNING and found.ends is not None:
        lines.append(say(LAW, when=Moment(found.ends)))
    if any(not each.server for each in found.clubs):
        left = LEFT_TOGETHER if found.terms.is_together else LEFT
        lines.append(say(left, command=Code("/matches")))
    return lines


def _buttons(found: ClubMatch) -> list[Item]:
    learn = how_to_play_button(found.terms.game)
    if found.state is ClubState.OPEN:
        return [
            button("Join, shown in both", JoinClub(found.id), ButtonStyle.success),
            button("Leave", LeaveClub(found.id)),
            button("Call off", CallOffClub(found.id)),
            learn,
        ]
    if found.state is ClubState.CANCELLED:
        return [learn]
    boards = OpenClubBoards(found.id, found.state)
    if found.terms.is_together:
        return [button("Board", boards, ButtonStyle.primary), learn]
    return [button("My board", boards, ButtonStyle.primary), learn]
