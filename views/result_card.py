"""The card of a finished match: result, reason, length, ratings, and the buttons below."""

from data import StoredMatch
from data.player_rating import Change
from interactions import said, say
from interactions.components import Item
from interactions.people import mentions
from interactions.speech import rating_words, time_words
from match.clock import DAY, MINUTE
from match.event import Ending
from match.match import FREE_MOVES
from rendering import scene_of
from rules import Code, Sentence, Value, message, paragraph
from views.begin_against_computer_page import another_game_button
from views.contest_words import title as contest_title
from views.match_verbs import hint_and_review_buttons, match_buttons, replay_buttons
from views.rules_page import rules_button

HALF = message("Not rated: the other half isn't, and one half alone wouldn't be fair.")
"""Why half of a pair is not rated."""
UNSETTLED = message("{mark} means provisional: few rated matches so far.")
"""The explanation of a question mark after a rating."""


def result_words(match: StoredMatch) -> Sentence:
    """Describe the result in a few words."""
    result = match.result
    assert result is not None, "only a finished match has a result"
    if result.how is Ending.ABORT:
        return Sentence("Aborted")
    if result.how is Ending.STOPPED:
        return Sentence("No result")
    if result.winner is None:
        return Sentence("A draw")
    return Sentence("{winner} wins", winner=match.name(result.winner))


def picture_words(match: StoredMatch) -> Sentence:
    """Return the alt text of a finished match: the result and the pieces taken."""
    taken = [
        Sentence(
            "{name} has taken {number} piece.",
            "{name} has taken {number} pieces.",
            name=match.name(side),
            number=len(pieces),
        )
        for side, pieces in enumerate(scene_of(match.position, 0).trophies)
        if pieces
    ]
    return paragraph(Sentence("{result}.", result=result_words(match)), *taken)


def result_heading(match: StoredMatch, calls: tuple[int, ...]) -> str:
    """Say how a match ended, and why, to the people it calls."""
    reason = f"{mentions(*calls)} {said(match.reason)}".strip()
    return f"# {said(result_words(match))}\n{reason}"


def ending_lines(match: StoredMatch, changes: tuple[Change, ...]) -> list[str]:
    """Describe the length of the match, and the rating changes."""
    assert match.result is not None, "only a finished match has an ending"
    lines = []
    if match.result.how is not Ending.ABORT and any(match.moves):
        lines.append(f"-# {length_words(match)}")
    if match.contest is not None and match.result.how is Ending.STOPPED:
        words = say("It counts as a draw in {event}.", event=contest_title(match.contest))
        lines.append(f"-# {words}")
    lines += _ratings(match, changes)
    if match.computer is not None and match.result.how is Ending.RESIGNATION:
        lines += _may_play_on(match)
    if len(match.rematch) == 1:
        asker = match.name(match.rematch[0])
        lines.append(say("**{player}** would like a rematch.", player=asker))
    return lines


def length_words(match: StoredMatch) -> str:
    """Describe the number of moves and the duration of a match."""
    assert match.ended is not None, "only a finished match has a length"
    moves = Sentence("{number} move", "{number} moves", number=sum(match.moves))
    took = max(MINUTE, match.ended - match.started)
    whole = took - took % DAY if took > DAY else took
    return say("{moves} in {time}", moves=moves, time=time_words(whole))


def result_buttons(match: StoredMatch) -> list[Item]:
    """Return the buttons of a finished match, in order; without a move, those for another."""
    buttons = [*match_buttons(match)[None], another_game_button()]
    if any(match.moves):
        buttons += [*replay_buttons(match), *hint_and_review_buttons(match)]
        buttons.append(rules_button(match.game))
    return buttons


def _may_play_on(match: StoredMatch) -> list[str]:
    """Say where a person switches off that the computer resigns, if it just did."""
    assert match.result is not None, "only a finished match has a loser"
    if match.result.winner == match.computer:
        return []
    return [
        say("-# I resign when my position is lost. To have me play on: **Playing** in `/settings`.")
    ]


def _ratings(match: StoredMatch, changes: tuple[Change, ...]) -> list[str]:
    """Describe the rating changes, or why there are none, and explain a question mark once."""
    if not changes:
        return [f"-# {said(words)}" for words in _unrated_words(match)]
    ratings = (
        f"**{said(match.name(change.side))}** {rating_words(change.before)} → "
        f"{rating_words(change.after)}"
        for change in changes
    )
    told = message("Live ratings: {ratings}" if match.is_live else "Ratings: {ratings}")
    lines = [f"-# {say(told, ratings=' · '.join(ratings))}"]
    if match.advantage:
        lines.append(f"-# {_advantage_words(match)}")
    if not all(rating.settled for change in changes for rating in (change.before, change.after)):
        lines.append(f"-# {say(UNSETTLED, mark=Code('?'))}")
    return lines


def _unrated_words(match: StoredMatch) -> list[Sentence]:
    """Say why a match is not rated that was too short for it, or half of a pair."""
    if match.rated and match.pair_counts is False:
        return [Sentence(HALF)]
    if match.rated and match.is_too_short:
        return [
            Sentence(
                "Not rated: it was over after fewer than {number} move.",
                "Not rated: it was over after fewer than {number} moves.",
                number=match.least_rated,
            )
        ]
    if match.rated and not match.settled:
        return [
            Sentence(
                "Not rated: each side has to make at least {number} move.",
                "Not rated: each side has to make at least {number} moves.",
                number=FREE_MOVES,
            )
        ]
    return []


def _advantage_words(match: StoredMatch) -> str:
    """Name who had the easier side, and say what that made of the result."""
    assert match.result is not None, "only a finished match has a result"
    favoured = int(match.advantage < 0)
    values: dict[str, Value] = {"player": match.name(favoured), "other": match.name(1 - favoured)}
    number = abs(match.advantage)
    if match.result.winner is None:
        return say(
            "**{player}** had the easier side ({number} rating point), so this draw "
            "counts more for **{other}**.",
            "**{player}** had the easier side ({number} rating points), so this draw "
            "counts more for **{other}**.",
            number=number,
            **values,
        )
    if match.result.winner == favoured:
        return say(
            "**{player}** had the easier side ({number} rating point), so this win counts less.",
            "**{player}** had the easier side ({number} rating points), so this win counts less.",
            number=number,
            **values,
        )
    return say(
        "**{player}** had the easier side ({number} rating point), so this loss counts more.",
        "**{player}** had the easier side ({number} rating points), so this loss counts more.",
        number=number,
        **values,
    )
