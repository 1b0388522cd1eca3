"""The text that takes the place of a past card: what happened, and where the match continues."""

from collections.abc import Sequence

import discord

from data import StoredMatch
from interactions import said, say, speech
from interactions.components import text_view
from match.event import DrawReason, Event, Kind
from rules import Code, Quote, Sentence, Value, message, paragraph
from views import match_verbs
from views.result_card import result_words

MATCH_GOES_ON = message("{match}: {first} against {second}. The board is in {thread}.")
MATCH_OVER = message(
    "{match}: {first} against {second}. {result}. {reason} The board is in {thread}."
)
MOST_TOLD = 6
"""The most events that a line describes, the last ones; only long trouble leaves more."""
BESIDE_VERBS = {
    Kind.MOVE: message("**{player}** {moves}."),
    Kind.PASS: message("**{player}** can only pass."),
    Kind.RUN_OUT: message("**{player}** ran out of time."),
    Kind.RUN_OUT_AGAIN: message("**{player}** ran out of time in two matches in a row."),
    Kind.UNDO: message("**{player}** took the last move back."),
    Kind.LEAVE: message("**{player}** dropped out."),
}
"""Events without a verb: moves, automatic events, and a takeback that needs no consent."""
EVENT_WORDS = {**BESIDE_VERBS, **{verb.kind: verb.past for verb in match_verbs.VERBS}}
RULING_WORDS = {
    **speech.RULINGS,
    Kind.RELOCATE: message("A moderator moved the match: {reason}."),
    Kind.ADJUDICATE: message("A moderator decided the match: {reason}."),
    Kind.STOP: message("A moderator ended the match: {reason}."),
}
CONTEST_WORDS = {
    Kind.LIMIT_TIME: message("The end date has passed: each move now gets at most 12 hours."),
    Kind.DECIDE: message("The computer decided the match, because its league or cup is over."),
    Kind.EXTEND: message("Nobody voted in time, so the vote is twice as long."),
}
"""What happens in a match by itself."""
SAID = message("**{player}** {moves}, saying {remark}.")
STORED = message("**{player}** {moves}, as planned.")
NOBODY_CAME = Sentence("Time ran out before the match had really started.")


def event_words(match: StoredMatch, event: Event) -> Sentence:
    """Describe an event; the match is the one before it."""
    if event.kind in RULING_WORDS:
        return Sentence(RULING_WORDS[event.kind], reason=Quote(event.text))
    if event.kind in CONTEST_WORDS:
        return Sentence(CONTEST_WORDS[event.kind])
    side = event.side
    if side is None:
        return NOBODY_CAME
    values = {"player": match.name(side), "opponent": match.name(1 - side)}
    if event.kind is Kind.MOVE:
        position = match.position
        moves = position.tell(position.moves()[event.text])
        if event.remark and not match.silent:
            return Sentence(SAID, **values, moves=moves, remark=Quote(event.remark))
        template = STORED if event.conditional else EVENT_WORDS[event.kind]
        return Sentence(template, **values, moves=moves)
    if event.kind in (Kind.ACCEPT_DRAW, Kind.DECLINE_DRAW) and event.text:
        return Sentence(match_verbs.COMPUTER_ANSWERS[DrawReason(event.text)], **values)
    return Sentence(EVENT_WORDS[event.kind], **values)


def made_words(match: StoredMatch) -> list[Sentence]:
    """Describe the last move that stands, and the passes that it forced."""
    move, before = match.last_move, match.previous
    if move is None or before is None:
        return []
    words = [
        Sentence(BESIDE_VERBS[Kind.MOVE], player=match.name(before.turn), moves=before.tell(move))
    ]
    if len(match.last) > 1:
        words.append(Sentence(BESIDE_VERBS[Kind.PASS], player=match.name(1 - before.turn)))
    return words


def past_card_text(match: StoredMatch, told: Sequence[Sentence]) -> discord.ui.LayoutView:
    """Return the line that replaces a past card, with a link to the current one.

    Its words stay true once that one is past, too.
    """
    if match.card is None:
        command = Code(f"/board match:{match.number}")
        onwards = Sentence("{command} shows the board.", command=command)
    else:
        words = say("The result is here." if match.over else "It continues here.")
        onwards = Sentence("{sentences}", sentences=speech.linked(words, match))
    text = said(paragraph(*told[-MOST_TOLD:], onwards))
    return text_view(f"-# #{match.number} · {text}")


def thread_start_text(match: StoredMatch) -> discord.ui.LayoutView:
    """Return the line above a match's thread, with a link to it."""
    assert match.thread_start is not None, "it has a thread"
    values: dict[str, Value] = {
        "match": f"**{match.title}**",
        "first": match.name(0),
        "second": match.name(1),
        "thread": f"<#{match.thread_start.message}>",
    }
    if match.result is None:
        return text_view(say(MATCH_GOES_ON, **values))
    values |= {"result": result_words(match), "reason": match.reason}
    return text_view(say(MATCH_OVER, **values))
