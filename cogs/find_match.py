"""Find the match that a command refers to: the one named, or the only one that can be meant."""

from collections.abc import Callable, Sequence

from data import ListedMatch, StoredMatch
from data.mirrors import for_player
from interactions import CustomId, Interaction, said
from interactions.access import may_spectate, visible_match
from interactions.errors import ChoiceNeeded
from interactions.people import place
from interactions.speech import game_name, linked
from rules import GAMES, Refusal, Sentence, some_of
from views.which_match import MatchChoice, which_match

MOST_NAMED = 5
"""How many of a person's matches a refusal names before it only counts the rest."""

MOST_OFFERED = 25
"""How many of a person's matches in other channels are offered."""

MOST_TRIED = 100
"""In how many matches of a channel a move is tried."""

Then = Callable[[ListedMatch | StoredMatch], CustomId]
"""Returns what does in a match what was asked for."""
Rule = Callable[[StoredMatch], object]
"""Raises `Refusal` for a match in which something cannot be done."""
Preference = Callable[[Sequence[StoredMatch]], StoredMatch | None]
"""Chooses one of several matches in which something can be done, if it is surely meant."""


async def find_match(
    interaction: Interaction,
    number: int | None,
    then: Then,
    *,
    rule: Rule | None = None,
    prefer: Preference | None = None,
    watches: bool = False,
) -> StoredMatch:
    """Find the match of this number, else the only live one of this channel, one's own first.

    Of several, those that the rule refuses are left out. If several remain, and none is to be
    preferred, it asks which, and `then` says what each button does. If it `watches`, a match of
    others is found too. Raises `Refusal`.
    """
    store, person = interaction.client.store, interaction.user.id
    if number is not None:
        return await visible_match(interaction, number)
    channel = place(interaction).channel
    found = await store.matches.find_live(person, channel)
    if not found and watches and await may_spectate(interaction):
        found = await store.matches.in_channel(channel)
    if len(found) == 1:
        return await store.matches.find(found[0].number)
    elsewhere = None
    if not found:
        found, elsewhere = await _matches_elsewhere(interaction)
    choices: Sequence[ListedMatch | StoredMatch] = found
    if rule is not None:
        choices = possible = await _possible(interaction, found, rule, elsewhere)
        meant = possible[0] if len(possible) == 1 else prefer and prefer(possible)
        if meant and not elsewhere:
            return meant
    words = said(elsewhere) if elsewhere else ""
    raise ChoiceNeeded(
        which_match([MatchChoice(each, then(each)) for each in choices], person, words=words)
    )


async def _matches_elsewhere(interaction: Interaction) -> tuple[list[ListedMatch], Sentence]:
    """List a person's matches in other channels, and say where some are. Raises `Refusal`."""
    lists, person = interaction.client.store.lists, interaction.user.id
    mine = await lists.live(person, MOST_OFFERED)
    if not mine:
        raise await no_turn_here(interaction)
    named = [_match_and_channel(one, person) for one in mine[:MOST_NAMED]]
    words = Sentence(
        "You have no match in this channel. You're playing {matches}.",
        matches=some_of(named, MOST_NAMED, await lists.count_live(person)),
    )
    return mine, words


async def _possible(
    interaction: Interaction, found: Sequence[ListedMatch], rule: Rule, elsewhere: Sentence | None
) -> list[StoredMatch]:
    """Load the matches that a rule does not refuse.

    If it refuses all of them, raises `Refusal`: that all are `elsewhere`, or else why.
    """
    possible, refusals = [], []
    for listed in found[:MOST_TRIED]:
        match = await interaction.client.store.matches.find(listed.number)
        try:
            rule(match)
        except Refusal as refusal:
            refusals.append(refusal)
        else:
            possible.append(match)
    if possible:
        return possible
    if elsewhere is not None:
        raise Refusal(elsewhere)
    if len({said(refusal.sentence) for refusal in refusals}) == 1:
        raise refusals[0]
    raise Refusal("That isn't possible in any of your matches right now; `/matches` lists them.")


async def find_finished(interaction: Interaction, number: int | None) -> int:
    """Return the given number, else that of one's last finished match. Raises `Refusal`."""
    if number is not None:
        return number
    finished = await interaction.client.store.lists.finished(interaction.user.id, 1)
    if not finished:
        raise Refusal("You haven't finished a match yet; challenge someone first.")
    return finished[0].number


async def no_turn_here(interaction: Interaction) -> Refusal:
    """Build the refusal that it is the person's turn in no match here, and where it is."""
    lists, person = interaction.client.store.lists, interaction.user.id
    channel = place(interaction).channel
    if turns := await lists.awaiting(person, channel, MOST_TRIED, anywhere=True):
        return Refusal(
            "It isn't your turn in any match here. It's your turn in {matches}.",
            matches=some_of([_match_and_channel(one, person) for one in turns], MOST_NAMED),
        )
    if await lists.live(person, 1):
        return Refusal("It isn't your turn in any match; `/matches` shows who you're waiting for.")
    return Refusal(
        "You have no matches in progress. Challenge someone, for example with `/{game}`.",
        game=next(iter(GAMES)),
    )


def _match_and_channel(match: ListedMatch | StoredMatch, person: int) -> Sentence:
    match = for_player(match, person)
    name = linked(f"{game_name(match.game)} #{match.number}", match)
    return Sentence("{match} in {channel}", match=name, channel=f"<#{match.place.channel}>")
