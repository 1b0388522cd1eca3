"""Entries of match lists: the filters of `/matches`, and a match in two lines or as an option."""

from collections.abc import Container
from enum import StrEnum

import discord

from data import ListedMatch, StoredMatch
from data.mirrors import for_player
from interactions import CustomId, plain, said
from interactions.components import Item, button
from interactions.speech import game_name, left_words, linked, result_words
from rules import Listed, ListStyle, Sentence, message
from views.notes_page import IN_A_LIST, note_words

ALL = "all"
"""The value that stands for all games."""


class MatchFilter(StrEnum):
    """The filter of the list; the values are in messages for ever."""

    PLAYING = "playing"
    TO_MOVE = "move"
    WAITING = "waiting"
    FINISHED = "finished"
    CHALLENGES = "challenges"
    FOLLOWING = "following"
    """Matches of others that the person follows."""


class ListControl(StrEnum):
    """The component that changes the list; the values are in messages for ever."""

    BUTTON = "button"
    SHOW = "show"
    GAME = "game"
    OPPONENT = "opponent"


class TurnMatches(CustomId, name="matches"):
    """Show a page of one's matches; a select changes the filter, the game or the opponent.

    The opponent 0 means anybody.
    """

    show: MatchFilter = MatchFilter.PLAYING
    game: str = ALL
    page: int = 0
    by: ListControl = ListControl.BUTTON
    opponent: int = 0

    @property
    def is_chosen(self) -> bool:
        """Whether it is another page or list than the command shows."""
        return (self.show, self.game, self.page, self.opponent) != (MatchFilter.PLAYING, ALL, 0, 0)


class OpenMatch(CustomId, name="open"):
    """Open the match that is chosen on a page of one's matches."""

    show: MatchFilter
    game: str
    page: int
    opponent: int


class OpenBoard(CustomId, name="openboard"):
    """Open the board of a match that a list names; from one's matches with a way back there."""

    match: int


LABELS = {
    MatchFilter.PLAYING: message("All matches in progress"),
    MatchFilter.TO_MOVE: message("My turn"),
    MatchFilter.WAITING: message("Opponent's turn"),
    MatchFilter.FINISHED: message("Finished matches"),
    MatchFilter.CHALLENGES: message("My challenges"),
    MatchFilter.FOLLOWING: message("Matches I follow"),
}
NO_MATCHES = {
    MatchFilter.PLAYING: message("You have no matches in progress. Press **Play** to begin one."),
    MatchFilter.TO_MOVE: message("It isn't your turn in any match."),
    MatchFilter.WAITING: message("You're not waiting for anyone."),
    MatchFilter.FINISHED: message("You haven't finished a match yet."),
    MatchFilter.CHALLENGES: message("You have no unanswered challenges."),
    MatchFilter.FOLLOWING: message(
        "You aren't following any matches. To follow one, press a button on its card."
    ),
}
MUTED = Sentence("muted")
NOTHING_AGAINST = message("Nothing here with this player. **Everyone** shows the rest.")


def match_lines(match: ListedMatch, who: int, muted: Container[int] = (), note: str = "") -> str:
    """Describe a match in two short lines, from one person's view, with that person's note."""
    match = for_player(match, who)
    against = match_against(match, who, linked(f"{game_name(match.game)} #{match.number}", match))
    state = " · ".join(map(said, _state(match, who)))
    if match.ended is not None:
        where = discord.utils.format_dt(match.ended, "d")
    else:
        where = f"<#{match.place.channel}>"
        if match.number in muted:
            where += f" · {said(MUTED)}"
    stands = f"-# {f'**{state}**' if match.to_move == who else state} · {where}"
    lines = said(against), stands, note_words(note, IN_A_LIST)
    return "\n".join(filter(None, lines))


def open_button(match: int) -> Item:
    """Return the button of a list that opens a match."""
    return button(Sentence("Open #{match}", match=match), OpenBoard(match))


def match_option(match: ListedMatch, who: int) -> discord.SelectOption:
    """Return the option that opens a match."""
    words = match_against(match, who, f"{game_name(match.game)} #{match.number}")
    state = Listed(tuple(_state(match, who)), ListStyle.COMMA)
    return discord.SelectOption(
        label=plain(words)[:100], value=str(match.number), description=plain(state)
    )


def match_against(match: ListedMatch | StoredMatch, who: int, title: str) -> Sentence:
    """Name a match by the opponent of one of its players, for somebody else by both players."""
    if who in match.seats:
        opponent = match.name(1 - match.seats.index(who))
        return Sentence("{match} against {name}", match=title, name=opponent)
    first, second = match.name(0), match.name(1)
    return Sentence("{match}, {first} against {second}", match=title, first=first, second=second)


def _state(match: ListedMatch, who: int) -> list[Sentence]:
    """Return whose turn it is and how much time is left, or the result."""
    if who not in match.seats:
        to_move = Sentence("{player} to move", player=match.name(match.turn))
        return [to_move if match.ended is None else Sentence("over")]
    if match.ended is not None:
        return [result_words(match, match.seats.index(who))]
    state = [Sentence("your move" if match.to_move == who else "their move")]
    if match.locked:
        state = [Sentence("locked by a moderator")]
    if match.clock_stopped:
        state.append(Sentence("clock paused"))
    elif match.deadline is not None:
        state.append(left_words(match.deadline, discord.utils.utcnow()))
    return state
