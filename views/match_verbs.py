"""What players do in a match: a row for each verb, and the buttons with which they do it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from discord import ButtonStyle

from boards.hints import Stage
from data import StoredMatch
from interactions import CustomId, OutOfDate
from interactions.components import Item, button
from match import verbs
from match.event import DrawReason, Event, Kind
from match.match import Match
from match.verbs import Decide
from rules import Refusal, Sentence, message
from views.analysis_board import Explore
from views.replay_ids import OpenReplay, SendGif, ShowTurn


class AskHint(CustomId, name="hint"):
    """Show a hint up to a stage, in a match whose event count is `seen`.

    From the second stage on, `move` is the move that the hint was given in.
    """

    match: int
    seen: int
    stage: Stage = Stage.PIECE
    move: str = ""


class OpenReview(CustomId, name="review"):
    """Show the review of a finished match."""

    match: int


def hint_and_review_buttons(match: StoredMatch) -> list[Item]:
    """Return the card's button for a hint if nothing is at stake, or for the review at the end."""
    if match.over:
        return [button("Review", OpenReview(match.number))] if any(match.moves) else []
    if match.rated or not match.explore or match.locked or match.turn == match.computer:
        return []
    return [button("Hint", AskHint(match.number, match.count))]


@dataclass(frozen=True)
class Question:
    """The question asked before a verb is carried out, and the button that confirms it."""

    key: str
    label: str
    words: str


@dataclass(frozen=True)
class MatchVerb:
    """Something that players do with a button or a command."""

    key: str
    """The key that its button carries; it is in messages for ever and is never renamed."""
    label: str
    decide: Decide
    kind: Kind
    """The kind of event that it makes."""
    past: str
    """Its sentence in the line that replaces a past card: `{player}`, `{opponent}`."""
    is_shown: Callable[[StoredMatch], bool]
    """Whether its button is on the match's card."""
    only_playing: bool = True
    """Whether its button is only on the card of a match in progress that has a move."""
    style: ButtonStyle = ButtonStyle.secondary
    side: Callable[[StoredMatch], int | None] | None = None
    """Which side its button is for, where it is shown; `None`: both."""
    says: str = ""
    """What tells the opponent of it if no new card does: `{player}`, `{opponent}`, `{match}`."""
    command: str = ""
    """The command for it below `/match`; of several verbs with one, the first possible is meant."""
    description: str = ""
    """The description of the command, given in the row of one of its verbs."""
    question: Question | None = None
    anytime: bool = False
    """Whether its button also works on an older card."""
    begins: bool = False
    """Whether it may begin another match, in channels where one may start."""


def _other_than(side: int | None) -> int | None:
    return None if side is None else 1 - side


def _may_take_back(match: StoredMatch) -> bool:
    """Return whether a takeback may be asked for; of the computer, only after an own move."""
    moved = match.computer is None or match.moves[1 - match.computer] > 0
    open_to_it = match.take_back is None and not match.take_back_refused
    return open_to_it and moved


VERBS = (
    MatchVerb(
        key="accept",
        label=message("Accept draw"),
        decide=verbs.accept_draw,
        kind=Kind.ACCEPT_DRAW,
        past=message("**{player}** accepts the draw."),
        is_shown=lambda match: match.draw_offer is not None,
        style=ButtonStyle.success,
        side=lambda match: _other_than(match.draw_offer),
        command="draw",
    ),
    MatchVerb(
        key="decline",
        label=message("Decline draw"),
        decide=verbs.decline_draw,
        kind=Kind.DECLINE_DRAW,
        past=message("**{player}** declines the draw."),
        is_shown=lambda match: match.draw_offer is not None,
        side=lambda match: _other_than(match.draw_offer),
        says=message("**{player}** declines the draw and plays on, {opponent}: {match}."),
    ),
    MatchVerb(
        key="draw",
        label=message("Offer draw"),
        decide=verbs.offer_draw,
        kind=Kind.OFFER_DRAW,
        past=message("**{player}** offers a draw."),
        is_shown=lambda match: (
            match.settled and match.draw_offer is None and not verbs.is_early_for_draw(match)
        ),
        says=message("**{player}** offers you a draw, {opponent}: {match}."),
        command="draw",
        description=message("Offer a draw, or accept the one offered to you."),
    ),
    MatchVerb(
        key="allow",
        label=message("Allow takeback"),
        decide=verbs.grant_take_back,
        kind=Kind.GRANT_TAKE_BACK,
        past=message("**{player}** lets **{opponent}** take the last move back."),
        is_shown=lambda match: match.take_back is not None,
        style=ButtonStyle.success,
        side=lambda match: _other_than(match.take_back),
        command="takeback",
    ),
    MatchVerb(
        key="refuse",
        label=message("Decline takeback"),
        decide=verbs.refuse_take_back,
        kind=Kind.REFUSE_TAKE_BACK,
        past=message("**{player}** declines the takeback."),
        is_shown=lambda match: match.take_back is not None,
        side=lambda match: _other_than(match.take_back),
        says=message("**{player}** declines the takeback, {opponent}: {match}."),
    ),
    MatchVerb(
        key="takeback",
        label=message("Take back"),
        decide=verbs.take_back,
        kind=Kind.ASK_TAKE_BACK,
        past=message("**{player}** asks to take the last move back."),
        is_shown=_may_take_back,
        side=lambda match: match.mover if match.answer_to is None else None,
        says=message("**{player}** asks to take the last move back, {opponent}: {match}."),
        command="takeback",
        description=message(
            "Undo a move nobody has seen, ask for a takeback, or answer a request for one."
        ),
    ),
    MatchVerb(
        key="time",
        label=message("More time"),
        decide=verbs.give_time,
        kind=Kind.GIVE_TIME,
        past=message("**{player}** gives **{opponent}** more time."),
        is_shown=lambda match: (
            match.pace is not None and match.computer is None and not match.crowds
        ),
        side=lambda match: 1 - match.turn,
        says=message("**{player}** gives you more time, {opponent}: {match}."),
        command="moretime",
        description=message(
            "Give your opponent extra time: the full time for a move; in a live match, a minute."
        ),
    ),
    MatchVerb(
        key="claim",
        label=message("Claim"),
        decide=verbs.claim,
        kind=Kind.CLAIM,
        past=message("**{player}** claims the match."),
        is_shown=lambda _match: False,  # no card is drawn at the time when a claim becomes possible
        command="claim",
        description=message(
            "In a match without a clock, claim the win if your opponent hasn't moved for 60 days."
        ),
    ),
    MatchVerb(
        key="resign",
        label=message("Resign"),
        decide=verbs.resign,
        kind=Kind.RESIGN,
        past=message("**{player}** resigns."),
        is_shown=lambda match: not match.over and (match.settled or match.must_be_played),
        only_playing=False,
        command="resign",
        description=message("Resign a match."),
        question=Question(
            key="resigned",
            label=message("Yes, resign"),
            words=message("Resign {match} against **{opponent}**? **{opponent}** will win."),
        ),
    ),
    MatchVerb(
        key="abort",
        label=message("Abort"),
        decide=verbs.abort,
        kind=Kind.ABORT,
        past=message("**{player}** aborts the match."),
        is_shown=lambda match: not (match.over or match.settled or match.must_be_played),
        only_playing=False,
        command="abort",
        description=message("Abort a match that has only just started; it doesn't count."),
        question=Question(
            key="aborted",
            label=message("Yes, abort"),
            words=message("Abort {match} against **{opponent}**? It ends and doesn't count."),
        ),
    ),
    MatchVerb(
        key="rematch",
        label=message("Rematch"),
        decide=verbs.ask_rematch,
        kind=Kind.ASK_REMATCH,
        past=message("**{player}** would like a rematch."),
        is_shown=lambda match: (
            match.over
            and len(match.rematch) < 2
            and min(match.seats) > 0
            and not match.crowds
            and match.club_match is None
        ),
        only_playing=False,
        style=ButtonStyle.primary,
        says=message("**{player}** would like a rematch, {opponent}: {match}."),
        command="rematch",
        description=message("Play again with sides swapped."),
        anytime=True,
        begins=True,
    ),
)
"""All verbs, in the order of their buttons."""
COMMANDS = {verb.command: verb.description for verb in VERBS if verb.description}
"""The descriptions of the commands."""
NOTES = {verb.kind: verb.says for verb in VERBS if verb.says}
"""What tells the opponent of an event if no new card does."""
COMPUTER_ANSWERS = {
    DrawReason.EVEN: message("**{player}** accepts the draw: it thinks neither side is ahead."),
    DrawReason.BEHIND: message("**{player}** accepts the draw: it thinks **{opponent}** is ahead."),
    DrawReason.AHEAD: message("**{player}** declines the draw: it thinks it's ahead."),
    DrawReason.UNSURE: message("**{player}** declines the draw: it can't tell who is ahead."),
}
"""What the line on a past card says of the computer's answer to a draw offer."""
COMPUTER_NOTES = {
    DrawReason.AHEAD: message(
        "**{player}** declines the draw because it thinks it's ahead; play on, {opponent}: {match}."
    ),
    DrawReason.UNSURE: message(
        "**{player}** declines the draw because it can't tell who is ahead; play on, {opponent}: "
        "{match}."
    ),
}
"""What tells the person that the computer has declined their draw offer."""


def note_on(event: Event) -> str:
    """Return what tells the opponent of an event for which no new card is posted."""
    if event.kind is Kind.DECLINE_DRAW and event.text in COMPUTER_NOTES:
        return COMPUTER_NOTES[DrawReason(event.text)]
    return NOTES[event.kind]


def by_key(key: str) -> tuple[MatchVerb, bool]:
    """Find a verb by a button's key, and whether the button confirms its question.

    Raises `OutOfDate` for an unknown key.
    """
    for verb in VERBS:
        if key == verb.key:
            return verb, False
        if verb.question and key == verb.question.key:
            return verb, True
    raise OutOfDate


def by_command(command: str) -> tuple[MatchVerb, ...]:
    """Return the verbs of a command; in old messages some still begin with `match`."""
    name = command.removeprefix("match ")
    return tuple(verb for verb in VERBS if verb.command == name)


def first_possible(found: tuple[MatchVerb, ...], match: Match, person: int, now: datetime) -> Event:
    """Carry out the first verb that is possible now. Raises the last one's `Refusal`."""
    *others, last = found
    for verb in others:
        try:
            return verb.decide(match, person, now)
        except Refusal:
            continue
    return last.decide(match, person, now)


# The buttons.

MOVE = "move"
"""The key of the button that opens the move picker, in place of a verb's."""


class DoVerb(CustomId, name="match"):
    """Carry out a verb in a match whose event count is `seen`."""

    match: int
    seen: int
    verb: str


class Play(CustomId, name="play"):
    """Play a move in a match whose event count is `seen`."""

    match: int
    seen: int
    text: str


class Next(CustomId, name="next"):
    """Choose a move in a match as it is now, or in the next one if it is not the player's turn."""

    match: int


def match_buttons(match: StoredMatch) -> Mapping[int | None, Sequence[Item]]:
    """Return the buttons of the verbs for a match's card by the side that they are for.

    `None` stands for both. Whoever plays the computer presses all buttons; none stand apart.
    """
    buttons: dict[int | None, list[Item]] = {None: [], 0: [], 1: []}
    for verb, side in shown_verbs(match):
        pressed = DoVerb(match.number, match.count, verb.key)
        buttons[side].append(button(verb.label, pressed, verb.style))
    return buttons


def shown_verbs(match: StoredMatch) -> Iterator[tuple[MatchVerb, int | None]]:
    """Yield the verbs for which a match has buttons, with the side that each is for."""
    playing = not match.over and not match.locked and match.previous is not None
    for verb in VERBS:
        if (playing or not verb.only_playing) and verb.is_shown(match):
            side = verb.side and verb.side(match)
            yield verb, None if match.computer is not None and side != match.turn else side


def move_button(match: StoredMatch) -> Item:
    """Return the button that opens the move picker."""
    words = message("Vote") if match.awaits_vote else message("Move")
    return button(words, DoVerb(match.number, match.count, MOVE), ButtonStyle.primary)


def undo_buttons(match: StoredMatch) -> list[Item]:
    """Return the button that takes back the move just made.

    Against the computer there is none: it has answered by then, and its card has the button.
    """
    if match.over or match.computer is not None:
        return []
    return [button("Undo", DoVerb(match.number, match.count, "takeback"))]


def yes_button(match: StoredMatch, question: Question) -> Item:
    """Return the button that confirms a question."""
    confirmed = DoVerb(match.number, match.count, question.key)
    return button(question.label, confirmed, ButtonStyle.danger)


def play_button(
    match: StoredMatch, text: str, words: str | Sentence, style: ButtonStyle = ButtonStyle.primary
) -> Item:
    """Return a button that plays a move at once."""
    return button(words, Play(match.number, match.count, text), style)


def replay_buttons(match: StoredMatch) -> list[Item]:
    """Return the card's buttons for replays, animations and the analysis board."""
    move = match.last_move
    buttons = [button("Explore", Explore(match.number))] if match.explore and not match.over else []
    if move is not None and len(move.path) > 2:  # a still shows where such a move went, not how
        buttons.append(button("Replay the move", ShowTurn(match.number, match.count)))
    if match.over and match.previous is not None:
        buttons.append(button("Replay", OpenReplay(match.number)))
        buttons.append(button("GIF", SendGif(match.number)))
    return buttons
