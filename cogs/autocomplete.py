"""What command options offer: games to choose from, matches and moves as they are typed."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from discord import app_commands

from data import ListedMatch, StoredMatch
from interactions import Interaction, plain
from interactions.access import seated_match
from interactions.people import place
from interactions.speech import game_name
from match import verbs
from rules import GAMES, Move, Refusal, Sentence
from rules import typed as typed_as
from rules.typed_text import plain_move, plain_word
from views.match_entries import match_against
from views.move_choices import move_label

MOST_ENTRIES = 25
"""Most entries of an autocomplete (Discord's limit)."""
MOST_SEARCHED = 100
"""How many matches are searched for a game or a name; an older one is found by its number."""
DIGITS = 18
"""Most digits of a match's number: the database counts to 2**63."""
LONGEST_ENTRY = 100
"""Longest entry, in characters (Discord's limit)."""
MORE = "…"
"""The value of an entry that only informs and names no move."""
WAITS_FOR_OTHERS = Sentence("It isn't your turn in any match right now")
PLAYS_NOTHING = Sentence("You have no matches in progress. Challenge someone first")


def game_choices(keys: Iterable[str] = GAMES) -> list[app_commands.Choice[str]]:
    """Return the choices of an option that names a game, by default any."""
    return [app_commands.Choice(name=GAMES[key].name, value=key) for key in keys][:MOST_ENTRIES]


async def my_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the person's live matches, those where it is their turn first."""
    return await _matches(interaction, typed, live=True)


async def any_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the person's live matches, then those finished lately."""
    return await _matches(interaction, typed, live=True, finished=True)


async def finished_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that the person finished lately."""
    return await _matches(interaction, typed, finished=True)


async def match_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the live matches of this channel, of all players."""
    found = await interaction.client.store.matches.in_channel(place(interaction).channel)
    return fitting_choices({match.number: match_label(match) for match in found}, typed)


async def my_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer legal moves: of the match that is chosen, else of all, this channel's matches first.

    If there are none, a single entry says why: an empty list reads as if something were broken.
    """
    lists, person = interaction.client.store.lists, interaction.user.id
    chosen = getattr(interaction.namespace, "match", None)
    if chosen:
        return await _moves_of(interaction, whole_number(str(chosen)), typed)
    channel = place(interaction).channel
    found = await lists.awaiting(person, channel, MOST_ENTRIES, anywhere=True)
    if not found:
        waiting = await lists.live(person, 1)
        return [information(WAITS_FOR_OTHERS if waiting else PLAYS_NOTHING)]
    here = [match for match in found if match.place.channel == channel]
    return move_choices(found, here[0] if len(here) == 1 else None, typed, here=len(here))


async def _moves_of(
    interaction: Interaction, number: int | None, typed: str
) -> list[app_commands.Choice[str]]:
    """Offer the moves of the match that is chosen, or an entry that says why there are none."""
    try:
        match = await seated_match(interaction, number or 0)
        verbs.refuse_unless_to_move(match, interaction.user.id)
    except Refusal as refusal:
        return [information(refusal.sentence)]
    return move_choices([match], match, typed)


def move_choices(
    matches: list[StoredMatch], only: StoredMatch | None, typed: str, here: int = 1
) -> list[app_commands.Choice[str]]:
    """Build entries for the moves that match the text; if not all have room, the last says so.

    The first `here` matches are of this channel: their moves come first, and among them those that
    begin with the text. If not all moves have room, each match gets its share. Moves of the `only`
    match that can be meant carry no match number. If no move matches, an entry that says so is
    followed by all moves.
    """
    wanted = _normalised(typed)
    matching = _matching_moves(matches, only, wanted, here)
    if not matching:
        none = Sentence("No move fits {typed}. You can play:", typed=typed_as(typed))
        others = _matching_moves(matches, only, "", here)[: MOST_ENTRIES - 1]
        return [information(none), *(entry.choice() for entry in others)]
    if len(matching) <= MOST_ENTRIES:
        return [entry.choice() for entry in matching]
    by_share = sorted(matching, key=lambda entry: (*entry.order, entry.share))[: MOST_ENTRIES - 1]
    left = len(matching) - len(by_share)
    more = Sentence(
        "… and {number} more: start typing your move",
        "… and {number} more: start typing your move",
        number=left,
    )
    return [*(entry.choice() for entry in by_share), information(more)]


def information(words: Sentence) -> app_commands.Choice[str]:
    """Build an entry that only informs and is no move."""
    return app_commands.Choice(name=_short(plain(words).replace("`", "")), value=MORE)


@dataclass(frozen=True)
class MatchingMove:
    """A move that matches the text, its place in the list, and its index in its match's share."""

    match: StoredMatch
    move: Move
    value: str
    order: tuple[bool, bool]
    share: int

    def choice(self) -> app_commands.Choice[str]:
        """Build the entry, which says what the move takes or loses."""
        name = self.move.text
        if self.value != name:
            number, opponent = self.match.number, self.match.name(1 - self.match.turn)
            where = Sentence("{match} against {name}", match=f"#{number}", name=opponent)
            name = f"{name} · {plain(where)}"
        label = _short(move_label(self.match.position, self.move, name))
        return app_commands.Choice(name=label, value=self.value)


def _matching_moves(
    matches: list[StoredMatch], only: StoredMatch | None, wanted: str, here: int
) -> list[MatchingMove]:
    """Find the moves that match the text, in the order of the list."""
    found: list[MatchingMove] = []
    shares: Counter[tuple[bool, int]] = Counter()
    for at, match in enumerate(matches):
        for text, move in match.position.moves().items():
            value = text if match is only else f"{text} #{match.number}"
            if wanted in _normalised(value):
                later = not _normalised(value).startswith(wanted)
                order = (at >= here, later)
                found.append(MatchingMove(match, move, value, order, shares[later, at]))
                shares[later, at] += 1
    return sorted(found, key=lambda entry: entry.order)


def whole_number(typed: str) -> int | None:
    """Parse a whole number such as `3` or `#3`; return None if no match can have it."""
    digits = plain_word(typed).strip("#. ")
    return int(digits) if digits.isdecimal() and len(digits) <= DIGITS else None


async def _matches(
    interaction: Interaction, typed: str, *, live: bool = False, finished: bool = False
) -> list[app_commands.Choice[int]]:
    """Offer the match of the typed number, then those whose number begins so, then all others."""
    lists, person = interaction.client.store.lists, interaction.user.id
    found: list[ListedMatch] = []
    number = whole_number(typed)
    exact = None if number is None else await lists.numbered(person, number)
    if exact is not None and (finished if exact.ended else live):
        found.append(exact)
    if live:
        found += await lists.live(person, MOST_SEARCHED)
    if finished:
        found += await lists.finished(person, MOST_SEARCHED)
    wanted = plain_word(typed).removeprefix("#")
    found.sort(key=lambda each: (each.number != number, not str(each.number).startswith(wanted)))
    return fitting_choices({match.number: match_label(match, person) for match in found}, typed)


def match_label(match: ListedMatch, person: int = 0) -> str:
    """Name a match by its number, its game and a person's opponent, or both players."""
    return plain(match_against(match, person, f"#{match.number} {game_name(match.game)}"))


def fitting_choices(labels: Mapping[int, str], typed: str) -> list[app_commands.Choice[int]]:
    """Return entries that have each typed word, in any order: a card says `Ringo #3`."""
    wanted = plain_word(typed).replace("#", " ").split()
    return [
        app_commands.Choice(name=_short(label), value=number)
        for number, label in labels.items()
        if all(word in plain_word(label) for word in wanted)
    ][:MOST_ENTRIES]


def _normalised(text: str) -> str:
    """Strip a move's text of case and punctuation, which people leave out."""
    return re.sub(r"[^a-z0-9<>#]", "", plain_move(text))


def _short(label: str) -> str:
    """Cut a label to the length that Discord takes."""
    return label if len(label) <= LONGEST_ENTRY else f"{label[: LONGEST_ENTRY - 1]}…"
