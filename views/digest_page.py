"""A week's digest of a server: who played, longest match, biggest turning point, champions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from data.contests import Champion
from data.digests import DueDigest, PlayedMatch
from interactions import said, say
from interactions.components import Item, Layout, button
from interactions.speech import game_name
from match.match import FORMER_PLAYER, PlayerName
from rules import Listed, ListStyle, Sentence, some_of
from views.contest_words import title
from views.replay_ids import OpenReplay

MOST_NAMED = 15
"""The most players who are named; the others are counted."""


@dataclass(frozen=True)
class Swing:
    """A move of a match after which a review saw another side ahead, and by how much."""

    match: PlayedMatch
    move: int
    size: float


def digest_heading(digest: DueDigest) -> str:
    """Return the first line of a digest, by which it is found again."""
    return say("## The week up to {date}", date=discord.utils.format_dt(digest.until, "D"))


def digest_page(
    digest: DueDigest,
    matches: Sequence[PlayedMatch],
    swing: Swing | None,
    won: Sequence[Champion],
    *,
    replays: bool = True,
) -> discord.ui.LayoutView | None:
    """Build the message of a week, or return None where nothing happened.

    Where others may see finished matches (`replays`), it names one to replay: that with the largest
    swing that a review found, else the longest.
    """
    if not matches and not won:
        return None
    lines = [digest_heading(digest)]
    finished = [match for match in matches if match.ended is not None]
    if matches:
        lines.append(said(_played(matches, len(finished))))
    longest = max(finished, key=lambda match: match.moves, default=None)
    if longest is not None and (swing is not None or not replays):
        lines.append(said(_longest(longest)))
    show = None
    if swing is not None:
        lines.append(
            say(
                "**Replay of the week:** {match}, {players}, with the biggest swing at move {move}",
                match=_link(swing.match),
                players=_players(swing.match),
                move=swing.move,
            )
        )
        show = button("Show that move", OpenReplay(swing.match.number, swing.move))
    elif replays and longest is not None:
        lines.append(said(_to_replay(longest)))
        show = button("Replay", OpenReplay(longest.number))
    lines += [said(_champion(one)) for one in won]
    parts: list[Item] = [discord.ui.TextDisplay("\n".join(lines))]
    if show is not None:
        parts.append(discord.ui.ActionRow(show))
    return Layout(discord.ui.Container(*parts))


def _played(matches: Sequence[PlayedMatch], finished: int) -> Sentence:
    """Say how many matches ended and go on, and who played them, the most active first."""
    names: dict[int, PlayerName] = {}
    counts: Counter[int] = Counter()
    for match in matches:
        for person, name in zip(match.people, match.players, strict=True):
            names.setdefault(person, name)
            counts[person] += 1
    active = [names[person] for person, _ in counts.most_common()]
    numbers = [
        Sentence("{number} match finished", "{number} matches finished", number=finished),
        Sentence("{number} in progress", "{number} in progress", number=len(matches) - finished),
    ]
    counted = tuple(each for each in numbers if each.values["number"])
    return Sentence(
        "**Played:** {names} ({matches})",
        names=some_of(active, MOST_NAMED),
        matches=Listed(counted, ListStyle.COMMA),
    )


def _to_replay(longest: PlayedMatch) -> Sentence:
    return Sentence(
        "**Replay of the week:** {match}, {players}, the longest with {number} move",
        "**Replay of the week:** {match}, {players}, the longest with {number} moves",
        match=_link(longest),
        players=_players(longest),
        number=longest.moves,
    )


def _longest(longest: PlayedMatch) -> Sentence:
    return Sentence(
        "**Longest match:** {match}, {players}, {number} move",
        "**Longest match:** {match}, {players}, {number} moves",
        match=_link(longest),
        players=_players(longest),
        number=longest.moves,
    )


def _champion(one: Champion) -> Sentence:
    """Say who has won which league or cup."""
    people = {each.person.id: each.person.display_name for each in one.contest.entrants}
    return Sentence(
        "**New champion:** {name} ({event}, {game})",
        name=people.get(one.person, Sentence(FORMER_PLAYER)),
        event=title(one.contest),
        game=one.contest.terms.rules.name,
    )


def _players(match: PlayedMatch) -> Sentence:
    first, second = match.players
    return Sentence("{first} against {second}", first=first, second=second)


def _link(match: PlayedMatch) -> str:
    """Return a match's game and number, as a link to its card if there is one."""
    name = f"{game_name(match.game)} #{match.number}"
    if match.card is None:
        return name
    where = f"{match.server}/{match.card.channel}/{match.card.message}"
    return f"[{name}](https://discord.com/channels/{where})"
