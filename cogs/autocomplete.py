"""What the options of commands offer while somebody types: matches, and moves."""

import re
from collections import Counter
from dataclasses import dataclass

from discord import app_commands

from data import ListedMatch, StoredMatch
from interactions import Interaction, plain
from interactions.access import visible_match
from interactions.names import game_name
from match import verbs
from rules import Move, Refusal, Sentence
from rules import typed as typed_as
from views.move_choices import deed_label

MOST = 25
"""So many entries an autocomplete may have."""
LOOKED_AT = 100
"""So many matches are looked through for a game or a name; an older one is found by its number."""
DIGITS = 18
"""No number of a match has more: the database counts to 2**63."""
LONGEST = 100
"""So many characters may an entry have."""
MORE = "…"
"""The value of an entry that only says how things stand; it names no move."""
WAITS_FOR_OTHERS = Sentence("It is not your turn anywhere: the others are thinking")
PLAYS_NOTHING = Sentence("You have no matches in progress; challenge somebody first")


async def my_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, those to move in first."""
    return await _matches(interaction, typed, live=True)


async def any_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, then those finished lately."""
    return await _matches(interaction, typed, live=True, finished=True)


async def finished_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody finished lately."""
    return await _matches(interaction, typed, finished=True)


async def match_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that go on in this channel, whoever plays them."""
    assert interaction.channel_id is not None, "a command is typed in a channel"
    found = await interaction.client.store.matches.in_channel(interaction.channel_id)
    labels = {
        match.number: plain(
            Sentence(
                "{match}, {first} against {second}",
                match=f"#{match.number} {game_name(match.game)}",
                first=match.name(0),
                second=match.name(1),
            )
        )
        for match in found
    }
    wanted = typed.strip().lower().removeprefix("#")
    fitting = [number for number, label in labels.items() if wanted in label.lower()]
    return [app_commands.Choice(name=labels[each][:100], value=each) for each in fitting[:MOST]]


async def my_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer legal moves: of the match that is chosen, else of this channel's before all others.

    Where there is none, the one entry says why: an empty list reads as if something were broken.
    """
    assert interaction.channel_id is not None, "a command is typed in a channel"
    lists, person = interaction.client.store.lists, interaction.user.id
    chosen = getattr(interaction.namespace, "match", None)
    if chosen:
        return await _moves_of(interaction, whole_number(str(chosen)), typed)
    found = await lists.awaiting(person, interaction.channel_id, MOST, anywhere=True)
    if not found:
        waiting = await lists.live(person, 1)
        return [nothing(WAITS_FOR_OTHERS if waiting else PLAYS_NOTHING)]
    here = [match for match in found if match.place.channel == interaction.channel_id]
    return move_choices(found, here[0] if len(here) == 1 else None, typed, here=len(here))


async def _moves_of(
    interaction: Interaction, number: int | None, typed: str
) -> list[app_commands.Choice[str]]:
    """Offer the moves of the match that is chosen, or say why there are none."""
    try:
        match = await visible_match(interaction, number or 0)
        verbs.refuse_unless_to_move(match, interaction.user.id)
    except Refusal as refusal:
        return [nothing(refusal.sentence)]
    return move_choices([match], match, typed)


def move_choices(
    matches: list[StoredMatch], only: StoredMatch | None, typed: str, here: int = 1
) -> list[app_commands.Choice[str]]:
    """Give the moves that fit what is typed so far, the last entry saying how many more fit.

    The first matches are those from `here`, whose moves come first; among them those that begin as
    typed. Where not all fit into the list, each match has its share. Moves of the `only` match that
    can be meant need no number to be understood. Where none fits, all that there are follow the
    entry that says so.
    """
    wanted = _bare(typed)
    fitting = _fitting(matches, only, wanted, here)
    if not fitting:
        none = Sentence("No move fits {typed}. You can play:", typed=typed_as(typed))
        others = _fitting(matches, only, "", here)[: MOST - 1]
        return [nothing(none), *(entry.choice() for entry in others)]
    if len(fitting) <= MOST:
        return [entry.choice() for entry in fitting]
    shared = sorted(fitting, key=lambda entry: (*entry.order, entry.share))[: MOST - 1]
    left = len(fitting) - len(shared)
    more = Sentence("… and {number} more: type the beginning of your move", number=left)
    return [*(entry.choice() for entry in shared), nothing(more)]


def nothing(words: Sentence) -> app_commands.Choice[str]:
    """Make an entry that is no move and only says how things stand."""
    return app_commands.Choice(name=_short(plain(words).replace("`", "")), value=MORE)


@dataclass(frozen=True)
class Fitting:
    """A move that fits what is typed: where it stands in the list, and which share it has."""

    match: StoredMatch
    move: Move
    value: str
    order: tuple[bool, bool]
    share: int

    def choice(self) -> app_commands.Choice[str]:
        """Make its entry, with what the move takes or loses."""
        name = self.move.text
        if self.value != name:
            number, opponent = self.match.number, self.match.name(1 - self.match.turn)
            where = Sentence("{match} against {name}", match=f"#{number}", name=opponent)
            name = f"{name} · {plain(where)}"
        label = _short(deed_label(self.match.position, self.move, name))
        return app_commands.Choice(name=label, value=self.value)


def _fitting(
    matches: list[StoredMatch], only: StoredMatch | None, wanted: str, here: int
) -> list[Fitting]:
    """Find the moves that fit, in their order."""
    found: list[Fitting] = []
    shares: Counter[tuple[bool, int]] = Counter()
    for place, match in enumerate(matches):
        for text, move in match.position.moves().items():
            value = text if match is only else f"{text} #{match.number}"
            if wanted in _bare(value):
                later = not _bare(value).startswith(wanted)
                order = (place >= here, later)
                found.append(Fitting(match, move, value, order, shares[later, place]))
                shares[later, place] += 1
    return sorted(found, key=lambda entry: entry.order)


def whole_number(typed: str) -> int | None:
    """Read the number of a match, `3` or `#3`; nothing where no match can have it."""
    digits = typed.strip().removeprefix("#")
    return int(digits) if digits.isdecimal() and len(digits) <= DIGITS else None


async def _matches(
    interaction: Interaction, typed: str, *, live: bool = False, finished: bool = False
) -> list[app_commands.Choice[int]]:
    """Offer what fits: the match of that number, those whose number begins so, all others."""
    lists, person = interaction.client.store.lists, interaction.user.id
    found: list[ListedMatch] = []
    number = whole_number(typed)
    exact = None if number is None else await lists.numbered(person, number)
    if exact is not None and (finished if exact.ended else live):
        found.append(exact)
    if live:
        found += await lists.live(person, LOOKED_AT)
    if finished:
        found += await lists.finished(person, LOOKED_AT)
    wanted = typed.strip().lower().removeprefix("#")
    labels = {match.number: _label(match, person) for match in found}
    fitting = [number for number, label in labels.items() if wanted in label.lower()]
    fitting.sort(key=lambda each: (str(each) != wanted, not str(each).startswith(wanted)))
    return [app_commands.Choice(name=labels[each][:100], value=each) for each in fitting[:MOST]]


def _label(match: ListedMatch, person: int) -> str:
    opponent = match.opponent_of(person)
    title = f"#{match.number} {game_name(match.game)}"
    return plain(Sentence("{match} against {name}", match=title, name=opponent))


def _bare(text: str) -> str:
    """Leave out of a move's text what people leave out."""
    return re.sub(r"[^a-z0-9<>#]", "", text.lower())


def _short(label: str) -> str:
    """Cut a label to what Discord takes."""
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
