"""The card of a match while it lasts: its words, picture and buttons."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import discord

from data import StoredMatch
from data.ballots import Vote
from data.guesses import Guesser
from data.player_rating import Change
from interactions import said, say, speech
from interactions.board_image import BoardView, draw_board
from interactions.components import Item, Layout, MessageParts, button, in_rows
from interactions.people import Appearance
from interactions.speech import duty_words, remark_words, vacation_words
from interactions.tasks import off_loop
from match.computer_manners import is_quiet, tells_lost
from match.event import WITHOUT_RESULT, Ending, Kind, Ruling
from match.event import Result as MatchResult
from rendering import ShownResult
from rules import Code, Effect, Sentence, message, paragraph
from views import match_verbs, vote_page
from views.challenge_card import LADDER
from views.contest_words import title as contest_title
from views.move_choices import choice_button, pieces_to_choose
from views.past_card_text import CONTEST_WORDS, made_words
from views.result_card import ending_lines, picture_words, result_buttons, result_heading
from views.rules_page import RULES, OpenRules
from views.spectator_page import guesser_lines
from views.twin_words import twin_words
from views.vote_page import count_words
from views.web_link import board_buttons

MOST_BUTTONS = 12
"""If a move is a single choice, the most choices on the card; more are in the move picker."""
CLUB_MATCH = message("Club match")
TO_MOVE, OVER = discord.Colour(0xD9A441), discord.Colour(0x5B8C5A)
RESULT_WORDS = {
    Ending.RESIGNATION: Sentence("wins by resignation"),
    Ending.AGREEMENT: Sentence("drawn by agreement"),
    Ending.TIME: Sentence("wins on time"),
    Ending.TIME_AGAIN: Sentence("wins on time"),
    Ending.ABANDONED: Sentence("wins by claim"),
    Ending.ADJUDICATED: Sentence("decided by moderator"),
    Ending.STOPPED: Sentence("ended"),
    Ending.ABORT: Sentence("aborted"),
    Ending.DECIDED: Sentence("decided by computer"),
    Ending.LEFT: Sentence("wins by default"),
}
"""What the picture says of an ending that the board does not show."""
HOW_WON = {
    Ending.RESIGNATION: Sentence("by resignation"),
    Ending.TIME: Sentence("on time"),
    Ending.TIME_AGAIN: Sentence("on time"),
    Ending.ABANDONED: Sentence("by claim"),
    Ending.LEFT: Sentence("by default"),
}
"""The same where it follows on “Ada wins”."""
DECIDED_BY = (Ending.ADJUDICATED, Ending.DECIDED)
"""The endings whose words do not say of a draw that it is one."""
NOTHING: Mapping[str, Effect] = MappingProxyType({})


def match_card(
    match: StoredMatch,
    style: Appearance,
    changes: tuple[Change, ...] = (),
    twin: StoredMatch | None = None,
    guessers: Sequence[Guesser] = (),
    vote: Vote | None = None,
    *,
    calls: tuple[int, ...] = (),
    buttons: bool = True,
    greets: bool = False,
    seen: int | None = None,
) -> MessageParts:
    """Draw and build the card of a match; it names `calls`, and `greets` them if it opens a thread.

    `changes` are the rating changes; `twin` is the paired match, played with sides changed;
    `guessers` guessed its moves best; `vote` is that of its crowds. Where only one person reads it,
    `seen` is the side that the board is seen from.
    """
    picture, gallery = draw_match(match, style, card_side(match, style) if seen is None else seen)
    parts: list[Item] = [discord.ui.TextDisplay(_heading(match, calls)), gallery]
    state = ending_lines(match, changes) if match.over else _state(match, calls, vote)
    other = [] if twin is None else [twin_words(match, twin)]
    if match.contest is not None and match.contest.better_seed is not None:
        other.append(replay_words(match, match.contest.better_seed))
    greeting = vote_page.greeting(match, calls) if greets else ""
    guessed = guesser_lines(guessers) if guessers else []
    moved = [last_move_words(match), count_words(vote) if vote else "", remark_words(match)]
    lines = [greeting, *moved, *state, *guessed, *other]
    if text := "\n".join(filter(None, lines)):
        parts.append(discord.ui.TextDisplay(text))
    colour = OVER if match.over else TO_MOVE
    parts += _rows(match, has_web=style.has_web) if buttons else ()
    view = Layout(discord.ui.Container(*parts, accent_colour=colour))
    return MessageParts(view, [picture])


def draw_match(
    match: StoredMatch,
    style: Appearance,
    seen: int,
    *,
    chosen: str = "",
    choices: Mapping[str, Effect] = NOTHING,
) -> tuple[discord.File, Item]:
    """Draw the board of a match as it is `seen` from a side.

    Cells to choose from are labelled, and the last move is marked.
    """
    board_view = BoardView(
        last=match.last_move,
        before=match.previous,
        seen_from=seen,
        chosen=chosen,
        choices=choices,
        names=match.player_names,
        result=result_drawn(match.result),
    )
    name = f"{match.game}-{match.number}-{match.count}"
    caption = picture_words(match) if match.over else ""
    return draw_board(match.position, style, board_view, caption=caption, name=name)


match_picture = off_loop(draw_match)
"""Draws the board of a match off the event loop."""


def card_side(match: StoredMatch, style: Appearance) -> int:
    """Return the side that a match's public card is seen from.

    It is one for the whole match, so that everybody can follow it: the first side, as in the rules,
    but against the computer the person's. If cards turn, it is the side to move, at the end the
    winner's.
    """
    if style.turns:
        return (match.result.winner or 0) if match.result else match.turn
    return 0 if match.computer is None else 1 - match.computer


def reader_side(match: StoredMatch, person: int, style: Appearance) -> int:
    """Return the side that one reader sees a board from: a player their own, others the card's."""
    own = match.side_played_by(person)
    return style.side(card_side(match, style) if own is None else own)


def result_drawn(result: MatchResult | None) -> ShownResult | None:
    """Return what the picture says of an ending that the board does not show."""
    if result is None or result.how not in RESULT_WORDS:
        return None
    words = RESULT_WORDS[result.how]
    if result.winner is None and result.how in DECIDED_BY:
        return ShownResult(None, Sentence("drawn"), words)
    short = Sentence("drawn") if result.winner is None else Sentence("has won")
    if result.how in WITHOUT_RESULT:
        short = words
    return ShownResult(result.winner, words, HOW_WON.get(result.how), short)


def last_move_words(match: StoredMatch) -> str:
    """Describe the last move, and the passes that it forced."""
    lines = []
    if match.taken_back is not None:
        side, text = match.taken_back
        taken = match.position.caption(match.position.read(text))
        words = [Sentence("**{player}** took {move} back.", player=match.name(side), move=taken)]
        if match.clock.resumed_turn and not match.over:
            words.append(Sentence("The clock continues from where it was."))
        lines.append(said(paragraph(*words)))
    if match.answer_to is not None and match.mover is not None:
        player, move_before = match.name(match.mover), Code(match.answer_to)
        lines.append(
            say("**{player}** had planned an answer to {move}.", player=player, move=move_before)
        )
    return "\n".join([*lines, *([said(paragraph(*made))] if (made := made_words(match)) else [])])


def _heading(match: StoredMatch, calls: tuple[int, ...]) -> str:
    """Name the players and their sides, and the result with its reason in a large heading."""
    rules = type(match.position)
    title = match.title
    if match.ladder is not None:
        title += f" · {say(LADDER)}"
    if match.club_match is not None:
        title += f" · {say(CLUB_MATCH)}"
    if match.contest is not None:
        event = said(contest_title(match.contest))
        is_replay = match.contest.better_seed is not None
        title += f" · {say('{event}, replay', event=event) if is_replay else event}"
    title = f"{result_heading(match, calls)}\n**{title}**" if match.over else f"### {title}"
    players = say(
        "**{first}** ({first_side}) against **{second}** ({second_side})",
        first=match.name(0),
        first_side=rules.side(0),
        second=match.name(1),
        second_side=rules.side(1),
    )
    terms = speech.terms_words(
        rules, match.options, match.pace, rated=match.rated, explore=match.explore
    )
    return f"{title}\n{players}\n-# {terms}"


def _state(match: StoredMatch, calls: tuple[int, ...], vote: Vote | None) -> list[str]:
    """Describe whose turn it is, a ruling, vacations, and offers that await an answer."""
    score = match.position.score_words((match.name(0), match.name(1)))
    words = [_turn_words(match, vote), duty_words(match.position), _waiting_clock(match)]
    words += [f"-# {said(score)}"] if score else []
    if match.ruling is not None:
        words.append(_ruling_words(match, match.ruling, calls))
    words += away_words(match)
    if match.clock.limit is not None:
        words.append(f"-# {said(Sentence(CONTEST_WORDS[Kind.LIMIT_TIME]))}")
    if match.computer is not None and tells_lost(match):
        words.append(
            say(
                "-# I've been far ahead for a while. Play on as long as you like, or press "
                "**Resign**: matches against me aren't rated."
            )
        )
    if match.draw_offer is not None:
        words.append(_draw_offer_words(match, match.draw_offer))
    if match.take_back is not None:
        asker = match.name(match.take_back)
        words.append(say("**{player}** asks to take the last move back.", player=asker))
    return words


def _turn_words(match: StoredMatch, vote: Vote | None) -> str:
    """Say whose turn it is, and until when."""
    player = match.name(match.turn)
    if match.locked:
        return say("**{player}** moves next, once the match is unlocked.", player=player)
    if vote is not None and match.awaits_vote:
        return vote_page.vote_words(match, vote)
    if match.turn == match.computer:
        return say("**{player}** is thinking …", player=player)
    words = say("{player}, your move", player=f"<@{match.to_move}>")
    clock = speech.clock_words(match.deadline)
    if match.is_live and match.deadline is not None:
        # How long it is is shown in whole minutes, which is too little here.
        clock += f" ({discord.utils.format_dt(match.deadline, 'T')})"
    return " · ".join(filter(None, (words, clock)))


def _waiting_clock(match: StoredMatch) -> str:
    """Say in a live match how much time the player has who waits, whose clock stands still."""
    waiting = 1 - match.turn
    if not match.is_live or match.clock.bank is None or waiting == match.computer:
        return ""
    words = say(
        "**{player}** has {time} left.",
        player=match.name(waiting),
        time=speech.time_on_clock(match.clock.bank[waiting]),
    )
    return f"-# {words}"


def _draw_offer_words(match: StoredMatch, side: int) -> str:
    """Say that a side offers a draw, and that nothing happens if this is why the computer does."""
    if side != match.computer or not is_quiet(match.position):
        return say("**{player}** offers a draw.", player=match.name(side))
    return say(
        "**{player}** offers a draw: {quiet}, and neither side is ahead.",
        player=match.name(side),
        quiet=match.position.tell_quiet(),
    )


def _ruling_words(match: StoredMatch, ruling: Ruling, calls: tuple[int, ...]) -> str:
    """Describe a ruling, mentioning whoever the card pings besides the player to move."""
    others = calls if match.locked else [one for one in calls if one != match.to_move]
    people = " ".join(f"<@{person}>" for person in others)
    return f"{people} {said(speech.ruling_words(ruling))}".strip()


def away_words(match: StoredMatch) -> list[str]:
    """Say which players are on vacation, until when, and whether that stops the clock."""
    return [
        said(
            vacation_words(
                match.name(side), until, pauses=match.stopped is not None and side == match.turn
            )
        )
        for side, until in enumerate(match.clock.away)
        if until is not None
    ]


def _rows(match: StoredMatch, *, has_web: bool) -> list[Item]:
    """Return the rows of buttons."""
    if match.over:
        return in_rows([*result_buttons(match), *board_buttons(match.number, has_web=has_web)])
    rows: list[Item] = []
    buttons: list[Item] = []
    if match.turn != match.computer and not match.locked:
        choices = pieces_to_choose(match.position) if match.position.single_choice else []
        if 0 < len(choices) <= MOST_BUTTONS:
            rows += in_rows([choice_button(match, choice, coloured=False) for choice in choices])
        else:
            buttons.append(match_verbs.move_button(match))
    if has_web:
        buttons += board_buttons(match.number, has_web=has_web)
    verbs, waiting = match_verbs.match_buttons(match), 1 - match.turn
    buttons += [
        *verbs[match.turn],
        *(vote_page.join_buttons(match) if match.crowds else []),
        *match_verbs.hint_and_review_buttons(match),
        *verbs[None],
        *match_verbs.replay_buttons(match),
        button(RULES, OpenRules(match.game)),
    ]
    rows += in_rows(buttons)
    if verbs[waiting]:
        words = say("-# **{player}**, while you wait:", player=match.name(waiting))
        rows += [discord.ui.TextDisplay(words), *in_rows(verbs[waiting])]
    return rows


def replay_words(match: StoredMatch, better_seed: int) -> str:
    """Say that a tie is played again, and who goes through if it stays level."""
    return say(
        "-# 1–1, so both sides are played again. Level again? **{player}** goes "
        "through as the better seed.",
        player=match.name(better_seed),
    )
