"""The lines that replace past cards: what happened in a match since."""

from collections.abc import Sequence

import discord

from data import StoredMatch
from interactions import said, say
from interactions.components import text_view
from interactions.names import linked
from interactions.phrases import RULINGS
from match.event import Event, Kind
from rules import Code, Quote, Sentence, Value, message
from views.match_verbs import VERBS
from views.result_card import result_words

GOES_ON = message("{match}: {first} against {second}. The board is in {thread}.")
OVER = message("{match}: {first} against {second}. {result}. {reason} The board is in {thread}.")
MOST_TOLD = 6
"""The most events that a line describes, the last ones; only long trouble leaves more."""

BESIDE_VERBS = {
    Kind.MOVE: message("**{player}** {moves}."),
    Kind.PASS: message("**{player}** can only pass."),
    Kind.RUN_OUT: message("**{player}** ran out of time."),
    Kind.RUN_OUT_AGAIN: message("**{player}** ran out of time once more."),
    Kind.UNDO: message("**{player}** takes the last move back."),
}
"""Events without a verb: moves, automatic events, and a take-back that needs no consent."""
HAPPENED = {**BESIDE_VERBS, **{verb.kind: verb.past for verb in VERBS}}
RULED = {
    **RULINGS,
    Kind.RELOCATE: message("An administrator has moved the match: {reason}."),
    Kind.ADJUDICATE: message("An administrator decided the match: {reason}."),
    Kind.STOP: message("An administrator ended the match: {reason}."),
}
SAID = message("**{player}** {moves}, saying {remark}.")
STORED = message("**{player}** {moves}, as stored before.")
NOBODY_CAME = Sentence("The time ran out before the match had well begun.")


def happened(match: StoredMatch, event: Event) -> Sentence:
    """Describe an event; the match is the one before it."""
    if event.kind in RULED:
        return Sentence(RULED[event.kind], reason=Quote(event.text))
    side = event.side
    if side is None:
        return NOBODY_CAME
    values = {"player": match.name(side), "opponent": match.name(1 - side)}
    if event.kind is Kind.MOVE:
        position = match.position
        moves = position.tell(position.moves()[event.text])
        if event.remark and not match.silent:
            return Sentence(SAID, **values, moves=moves, remark=Quote(event.remark))
        template = STORED if event.conditional else HAPPENED[event.kind]
        return Sentence(template, **values, moves=moves)
    return Sentence(HAPPENED[event.kind], **values)


def past_line(match: StoredMatch, told: Sequence[Sentence]) -> discord.ui.LayoutView:
    """Return the line that replaces a past card, with a link to the current one."""
    words = " ".join([*map(said, told[-MOST_TOLD:]), _onwards(match)])
    return text_view(f"-# #{match.number} · {words}")


def home_line(match: StoredMatch) -> discord.ui.LayoutView:
    """Return the line above a match's thread, with a link to it."""
    assert match.home is not None, "it has a thread"
    values: dict[str, Value] = {
        "match": f"**{match.position.name} #{match.number}**",
        "first": match.name(0),
        "second": match.name(1),
        "thread": f"<#{match.home.message}>",
    }
    if match.result is None:
        return text_view(say(GOES_ON, **values))
    values |= {"result": result_words(match), "reason": match.result.reason}
    return text_view(say(OVER, **values))


def _onwards(match: StoredMatch) -> str:
    """Link to the current card, in words that stay true once that one is past, too."""
    if match.card is None:
        return say("{command} shows the board.", command=Code(f"/board match:{match.number}"))
    return linked(say("The result is here." if match.over else "It goes on here."), match)
