"""Find the match, the move or the replay that a command or button refers to."""

import re
from collections.abc import Iterable
from functools import cache, partial

from cogs.autocomplete import MORE, whole_number
from data import ListedMatch, StoredMatch
from interactions import Interaction, plain
from interactions.access import mark_seen, may_spectate, visible_match
from interactions.speech import game_name, linked
from interactions.worker_threads import run_brief
from languages import languages
from match.event import result_by
from rules import GAMES, Listed, Name, Refusal, Sentence, Value, capital, typed
from rules.move import PASS
from rules.move_line import Line
from views.analysis_board import Source
from views.puzzle_selection import find_among_all
from views.replay_page import Replay

MOST_NAMED = 5
"""How many of a person's matches a refusal names before it only counts the rest."""

MOST_TRIED = 100
"""In how many matches of a channel a move is tried."""

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
    interaction: Interaction, move: str, number: int | None
) -> tuple[int | StoredMatch, str]:
    """Find the match of a typed move: the one named, else the only one where it is legal.

    Returns the match, or its number, and the move's text. Raises `Refusal`.
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
    here = await lists.awaiting(interaction.user.id, interaction.channel_id, MOST_TRIED)
    legal = [match for match in here if _is_legal(match, move)]
    if len(here) == 1 or len(legal) == 1:
        return (legal or here)[0], move
    if not here:
        raise await _no_turn_here(interaction)
    raise Refusal(
        "It's your turn in several matches here ({matches}); choose one with `match`.",
        matches=_some_of(f"#{match.number} {match.position.name}" for match in legal or here),
    )


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


async def _no_turn_here(interaction: Interaction) -> Refusal:
    """Build the refusal that it is the person's turn in no match here, and where it is."""
    lists, person = interaction.client.store.lists, interaction.user.id
    if turns := await lists.live(person, MOST_NAMED, to_move=True):
        return Refusal(
            "It isn't your turn in any match here. It's your turn in {matches}.",
            matches=_some_of(
                map(_match_and_channel, turns), await lists.count_live(person, to_move=True)
            ),
        )
    if await lists.live(person, 1):
        return Refusal("It isn't your turn in any match; `/matches` shows who you're waiting for.")
    return Refusal(
        "You have no matches in progress. Challenge someone, for example with `/{game}`.",
        game=next(iter(GAMES)),
    )


def _some_of(names: Iterable[Value], many: int | None = None) -> Listed:
    """List the first names, and say how many more there are of `many`."""
    all_names = list(names)
    listed = all_names[:MOST_NAMED]
    if more := (many or len(all_names)) - len(listed):
        listed.append(Sentence("{number} more", "{number} more", number=more))
    return Listed(tuple(listed))


def _match_and_channel(match: ListedMatch) -> Sentence:
    name = linked(f"{game_name(match.game)} #{match.number}", match)
    return Sentence("{match} in {channel}", match=name, channel=f"<#{match.place.channel}>")


async def find_match(
    interaction: Interaction, number: int | None, purpose: str = "play"
) -> StoredMatch:
    """Find the match of this number, else the only live one of this channel, one's own first.

    With the purpose `"board"`, a match of others is found too. Raises `Refusal`.
    """
    matches = interaction.client.store.matches
    if number is not None:
        return await visible_match(interaction, number)
    assert interaction.channel_id is not None, "a command is typed in a channel"
    found = await matches.of(interaction.user.id, interaction.channel_id)
    if not found and purpose == "board" and await may_spectate(interaction):
        found = await matches.in_channel(interaction.channel_id)
    if not found:
        lists = interaction.client.store.lists
        mine = await lists.live(interaction.user.id, MOST_NAMED)
        if not mine:
            raise await _no_turn_here(interaction)
        raise Refusal(
            "You have no match in this channel. You're playing {matches}.",
            matches=_some_of(
                map(_match_and_channel, mine), await lists.count_live(interaction.user.id)
            ),
        )
    if len(found) > 1:
        raise Refusal(
            "There are several matches here ({matches}); choose one with `match`.",
            matches=_some_of(f"#{match.number} {game_name(match.game)}" for match in found),
        )
    return await matches.find(found[0].number)


async def find_finished(interaction: Interaction, number: int | None) -> int:
    """Return the given number, else that of one's last finished match. Raises `Refusal`."""
    if number is not None:
        return number
    finished = await interaction.client.store.matches.finished(interaction.user.id, 1)
    if not finished:
        raise Refusal("You haven't finished a match yet; challenge someone first.")
    return finished[0].number


async def find_replay(interaction: Interaction, source: Source, number: int) -> Replay:
    """Find the replay of a match, puzzle or import that the person may see. Raises `Refusal`."""
    if source is Source.IMPORT:
        return await _imported_replay(interaction, number)
    if source in (Source.PUZZLE, Source.UNSOLVED):
        return _puzzle_replay(source, number)
    match = await mark_seen(interaction, await visible_match(interaction, number))
    who = interaction.user.id
    return Replay(
        source,
        number,
        title=f"{match.position.name} #{number}",
        names=match.player_names,
        options=match.options,
        line=await interaction.client.store.move_lines.of(match),
        result=match.result,
        goes_on=not match.over,
        own=match.seats.index(who) if who in match.seats else None,
        remarks=await interaction.client.store.move_lines.remarks(match),
        kept=match,
    )


def _puzzle_replay(source: Source, number: int) -> Replay:
    """Build the replay of a puzzle, with its solution unless the source is `UNSOLVED`."""
    puzzle = find_among_all(number)
    moves = () if source is Source.UNSOLVED else puzzle.solution
    first, second = (plain(capital(puzzle.position.side(side))) for side in (0, 1))
    return Replay(
        source,
        number,
        title=Sentence("{game}, puzzle {puzzle}", game=puzzle.position.name, puzzle=puzzle.number),
        names=(Name(first), Name(second)),
        options=puzzle.position.chosen.values,
        line=Line.of(puzzle.position, moves),
        result=None,
        goes_on=False,
        own=puzzle.position.turn,
        about=puzzle.aim,
    )


async def _imported_replay(interaction: Interaction, number: int) -> Replay:
    record, line = await interaction.client.store.imports.find(number, interaction.user.id)
    result = None
    if record.how is not None:
        last = await run_brief(partial(line.at, len(line)))
        result = result_by(record.how, record.winner, last.position)
    return Replay(
        Source.IMPORT,
        number,
        title=Sentence("{game}, imported", game=record.rules.name),
        names=(Name(record.names[0]), Name(record.names[1])),
        options=record.options,
        line=line,
        result=result,
        goes_on=False,
        remarks=record.remarks,
    )
