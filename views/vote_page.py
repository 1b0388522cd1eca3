"""What is shown of a crowd that plays together: how it begins, joining, votes and their count."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

import discord

from data import Seat, StoredMatch
from data.ballots import Vote
from data.time_controls import VOTE_PACES
from data.values import Happened
from interactions import CustomId, said, say
from interactions.components import Item, button, in_rows, text_view, user_select
from interactions.people import mentions
from interactions.speech import label, match_link, pace_words
from match.ballot import Count, Wish
from match.clock import HOUR
from match.event import Event, Kind
from match.match import PlayerName
from rules import GAMES, Listed, ListStyle, Position, Sentence, Value, message, paragraph, some_of
from views.begin_against_computer_page import another_game_button, level_rows, seat_words
from views.match_verbs import move_button
from views.past_card_text import CONTEST_WORDS, event_words

ALL_OF_US, JOIN = message("All of us"), message("Join")
MOST_SHOWN = 8
"""The most wishes whose votes are told, and the most names at each."""
MOST_TOLD = 1500
"""The most characters of votes with names: a card has room for 4,000 in all."""
HOW = message(
    "### Play {game} together\n"
    "Everyone here can join. You vote on each move, and the one with the most votes is played. How "
    "long should a vote be, and who plays against you?"
)
JOINED = message(
    "You've joined {match}. Choose a move on its card, a draw, a takeback or to resign: that's "
    "your vote until you change it. To hear of new boards, press **Follow**."
)
LEFT = message("You've left {match}; your open vote doesn't count.")
OTHERS = {
    Kind.RESIGN: Sentence("resign"),
    Kind.ABORT: Sentence("abort"),
    Kind.OFFER_DRAW: Sentence("offer a draw"),
    Kind.ACCEPT_DRAW: Sentence("accept the draw"),
    Kind.DECLINE_DRAW: Sentence("decline the draw"),
    Kind.ASK_TAKE_BACK: Sentence("take back"),
    Kind.GRANT_TAKE_BACK: Sentence("allow the takeback"),
    Kind.REFUSE_TAKE_BACK: Sentence("decline the takeback"),
}
"""What is put to the vote besides moves."""
NOBODY: Mapping[Wish, Sequence[PlayerName]] = MappingProxyType({})


class AskCrowd(CustomId, name="crowd"):
    """Ask how all of a server play a game together; a vote has these hours."""

    game: str
    hours: int = 12
    seat: Seat = Seat.RANDOM


class BeginCrowd(CustomId, name="crowdbegins"):
    """Let all of a server play the computer at a level."""

    game: str
    hours: int
    seat: Seat
    level: int


class CrowdAgainst(CustomId, name="crowdagainst"):
    """Challenge the chosen person to play against all of a server."""

    game: str
    hours: int
    seat: Seat


class CrowdAgainstServer(CustomId, name="crowdserver"):
    """Challenge another server, all of which plays against all of this one, by a code."""

    game: str
    hours: int


class JoinVote(CustomId, name="joinvote"):
    """Join those who play a side of a match together."""

    match: int


class LeaveVote(CustomId, name="leavevote"):
    """Leave them."""

    match: int


def crowd_question(asked: AskCrowd, fitting: int) -> discord.ui.LayoutView:
    """Ask how long a vote is, and against whom they play: first the computer, as fits who asks."""
    rules, (game, hours, seat) = GAMES[asked.game], (asked.game, asked.hours, asked.seat)
    named = {each: seat_words(rules, each) for each in Seat}
    windows = {pace.adds // HOUR: pace_words(pace) for pace in VOTE_PACES}
    chosen = f"-# {' · '.join(map(said, (windows[hours], named[seat])))}"
    others = [
        *(button(words, AskCrowd(game, each, seat)) for each, words in windows.items()
          if each != hours),
        *(button(words, AskCrowd(game, hours, each)) for each, words in named.items()
          if each is not seat),
    ]  # fmt: skip
    against = user_select(
        label(message("Play against a person")), 0, CrowdAgainst(game, hours, seat)
    )
    # Two servers play the sides that the lot gives them.
    server = button("Another server", CrowdAgainstServer(game, hours))
    between_servers = [server] if seat is Seat.RANDOM else []
    rows = [
        *level_rows(game, fitting, partial(BeginCrowd, game, hours, seat)),
        against,
        *in_rows(others),
        *in_rows([*between_servers, another_game_button()]),
    ]
    return text_view(say(HOW, game=rules.name), chosen, rows=rows)


def join_buttons(match: StoredMatch) -> list[Item]:
    """Return the button with which members of a server join its crowd."""
    if not match.crowds or match.over:
        return []
    return [button(JOIN, JoinVote(match.number), discord.ButtonStyle.success)]


def joined_page(match: StoredMatch, follow: Sequence[Item]) -> discord.ui.LayoutView:
    """Build the message for somebody who has joined, with the buttons that `follow` a match."""
    vote = [move_button(match)] if match.awaits_vote else []
    rows = in_rows([*vote, *follow, button("Leave", LeaveVote(match.number))])
    return text_view(say(JOINED, match=match_link(match)), rows=rows)


def voted_so_far(match: StoredMatch, vote: Vote) -> str:
    """Say that a crowd is to move, and how many have voted."""
    if not vote.voters:
        return say("**{player}**, press **Join** to vote", player=match.name(match.turn))
    return say(
        "**{player}**, vote: {voted} of {number} has voted",
        "**{player}**, vote: {voted} of {number} have voted",
        player=match.name(match.turn),
        voted=vote.voted,
        number=vote.voters,
    )


def vote_words(match: StoredMatch, vote: Vote) -> str:
    """Say that a crowd is to move, how many have voted, and until when."""
    words = voted_so_far(match, vote)
    if match.deadline is not None:
        when = discord.utils.format_dt(match.deadline, "R")
        words += f" · {say('closes {when}', when=when)}"
    if match.clock.is_extended(match.turn):
        words += f"\n-# {say(CONTEST_WORDS[Kind.EXTEND])}"
    return words


def count_words(vote: Vote | None) -> str:
    """Tell how a crowd voted for its last move, and if the server likes who did."""
    if vote is None or vote.board is None:
        return ""
    return f"-# {votes_words(vote.board, vote.last, vote.names)}"


def votes_words(
    board: Position, counts: Sequence[Count], names: Mapping[Wish, Sequence[PlayerName]] = NOBODY
) -> str:
    """Tell how many voted for what, and who, if there is room for that."""
    shown = [_counted_words(board, each, names.get(each.wish, ())) for each in counts]
    told = say("Votes: {votes}.", votes=_some(shown)) if shown else ""
    return told if len(told) <= MOST_TOLD or not names else votes_words(board, counts)


def _counted_words(board: Position, count: Count, names: Sequence[PlayerName]) -> str:
    kind, text = count.wish
    wish = board.caption(board.moves()[text]) if kind is Kind.MOVE else OTHERS[kind]
    counted = f"{said(wish)} {count.votes}"
    return f"{counted} ({said(_some(names))})" if names else counted


def _some(values: Sequence[Value]) -> Listed:
    return some_of(values, MOST_SHOWN, style=ListStyle.COMMA)


def play_words(match: StoredMatch, move: Value) -> Sentence:
    """Return the words of the button that plays a move, or votes for it."""
    if match.voter is None:
        return Sentence("Play {move}", move=move)
    return Sentence("Vote for {move}", move=move)


def greeting(match: StoredMatch, calls: Sequence[int]) -> str:
    """Say in a match's thread what it is for, to those who are called."""
    if not match.crowds:
        return say("{people}, this thread is for your match.", people=mentions(*calls))
    words = say("This thread is for your game: talk it over, then vote.")
    return f"{mentions(*calls)} {words}".strip()


def your_vote(match: StoredMatch, wanted: Event) -> Sentence:
    """Say what event somebody has voted for."""
    return Sentence("Your vote: {deed}", deed=event_words(match, wanted))


def voted_words(happened: Happened, wanted: Event, side: int, voters: int) -> str:
    """Say what event somebody of a side has voted for, and what comes of it."""
    match = happened.before
    words = [your_vote(match, wanted)]
    if happened.after.count > match.count:
        words.append(Sentence("It decided."))
    elif match.turn != side:
        words.append(
            Sentence(
                "It happens when more than half of the {number} who have joined want it.",
                "It happens when more than half of the {number} who have joined want it.",
                number=voters,
            )
        )
    else:
        assert match.deadline is not None, "a vote has an end"
        when = discord.utils.format_dt(match.deadline, "R")
        words.append(
            Sentence("You can change it until the close, {when}; nobody sees it before.", when=when)
        )
    return said(paragraph(*words))
