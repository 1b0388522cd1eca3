"""Read a typed move, and find the match in which it is meant."""

import re
from functools import cache

from cogs.autocomplete import MORE, whole_number
from cogs.find_match import MOST_TRIED, no_turn_here
from data import StoredMatch
from interactions import CustomId, Interaction, said
from interactions.errors import ChoiceNeeded
from languages import languages
from rules import Refusal, typed
from rules.move import PASS
from views.match_verbs import Play
from views.which_match import MatchChoice, PlayIn, which_match

_MATCH_NUMBER = re.compile(r"#(\d+)\b")
"""The match number in a move from the list: `c #2`, or its label `c · #2 against …`."""


@cache
def pass_words() -> frozenset[str]:
    """Return the words that people type for a pass in any language, in lower case."""
    named = (each.words_typed_for("pass") for each in languages().values())
    return frozenset({PASS, *(word.lower() for words in named for word in words)})


def typed_move(text: str) -> str:
    """Return a typed move as the rules read it: a pass has other words in other languages."""
    return PASS if text.strip().lower() in pass_words() else text


async def resolve_move(
    interaction: Interaction, move: str, number: int | None, remark: str = ""
) -> tuple[int | StoredMatch, str]:
    """Find the match of a typed move: the one named, else the only one where it is legal.

    Returns the match, or its number, and the move's text. Raises `Refusal`; where several matches
    can be meant it asks which, and plays the move with the remark in the one that is chosen.
    """
    if move == MORE:
        raise Refusal(
            "That isn't a move. Start typing yours to narrow the list; `/matches` shows where "
            "it's your turn."
        )
    if named := _MATCH_NUMBER.search(move):
        return _match_number(named[1], number), _without_label(move[: named.start()])
    move = _without_label(move)
    if number is not None:
        return number, move
    lists = interaction.client.store.lists
    assert interaction.channel_id is not None, "a command is typed in a channel"
    person, channel = interaction.user.id, interaction.channel_id
    here = await lists.awaiting(person, channel, MOST_TRIED)
    found = here or await lists.awaiting(person, channel, MOST_TRIED, anywhere=True)
    legal = [match for match in found if _is_legal(match, move)]
    if len(here) == 1 or (here and len(legal) == 1):
        return (legal or here)[0], move
    if not here and not legal:
        raise await no_turn_here(interaction)
    if not legal:
        raise Refusal(
            "{move} isn't possible in any of your matches here; press **Move** on a card to "
            "see your moves.",
            move=typed(move),
        )
    words = "" if here else said((await no_turn_here(interaction)).sentence)
    choices = [MatchChoice(match, _play_button(match, move, remark)) for match in legal]
    raise ChoiceNeeded(which_match(choices, person, words=words, remark=remark))


def _play_button(match: StoredMatch, move: str, remark: str) -> CustomId:
    """Return what plays a legal move in a match."""
    text = match.position.read(move).text
    return (PlayIn if remark else Play)(match.number, match.count, text)


def _match_number(digits: str, number: int | None) -> int:
    """Parse the number in a typed move. Raises `Refusal` if the option names another match."""
    named = whole_number(digits)
    if named is None:
        raise Refusal("There is no match {number}; `/matches` lists yours.", number=typed(digits))
    if number not in (None, named):
        raise Refusal(
            "Your move says match #{named}, but `match` says #{number}; remove one of them.",
            named=named,
            number=number or 0,
        )
    return named


def _without_label(move: str) -> str:
    """Strip what a list entry says after its move, as in `h6-g6 · lose the captain`."""
    return typed_move(move.partition("·")[0].rstrip())


def _is_legal(match: StoredMatch, move: str) -> bool:
    try:
        match.position.read(move)
    except Refusal:
        return False
    return True
