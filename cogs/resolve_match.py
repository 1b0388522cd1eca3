"""Find the match, the move or the replay that a command or button refers to."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

from cogs.autocomplete import MORE, whole_number
from data import ListedMatch, StoredMatch
from interactions import CustomId, Interaction, plain, said
from interactions.access import mark_seen, may_spectate, visible_match
from interactions.errors import ChoiceNeeded
from interactions.speech import game_name, linked
from interactions.worker_threads import run_brief
from languages import languages
from match.event import result_by
from opponent.puzzles import Puzzle
from rules import GAMES, Listed, Name, Refusal, Sentence, Value, capital, typed
from rules.move import PASS
from rules.move_line import Line
from views.analysis_board import Source
from views.match_verbs import Play
from views.puzzle_selection import load_puzzle, split_number
from views.replay_page import Replay
from views.which_match import MatchChoice, PlayIn, which_match

MOST_NAMED = 5
"""How many of a person's matches a refusal names before it only counts the rest."""

MOST_OFFERED = 25
"""How many of a person's matches in other channels are offered."""

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
        raise await _no_turn_here(interaction)
    if not legal:
        raise Refusal(
            "{move} isn't possible in any of your matches here; press **Move** on a card to "
            "see your moves.",
            move=typed(move),
        )
    words = "" if here else said((await _no_turn_here(interaction)).sentence)
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
    assert interaction.channel_id is not None, "a command is typed in a channel"
    found = await store.matches.of(person, interaction.channel_id)
    if not found and watches and await may_spectate(interaction):
        found = await store.matches.in_channel(interaction.channel_id)
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
        raise await _no_turn_here(interaction)
    named = map(_match_and_channel, mine[:MOST_NAMED])
    words = Sentence(
        "You have no match in this channel. You're playing {matches}.",
        matches=_some_of(named, await lists.count_live(person)),
    )
    return mine, words


async def _possible(
    interaction: Interaction,
    found: Sequence[ListedMatch],
    rule: Rule,
    elsewhere: Sentence | None,
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
    finished = await interaction.client.store.matches.finished(interaction.user.id, 1)
    if not finished:
        raise Refusal("You haven't finished a match yet; challenge someone first.")
    return finished[0].number


async def find_replay(interaction: Interaction, source: Source, number: int) -> Replay:
    """Find the replay of a match, puzzle or import that the person may see. Raises `Refusal`."""
    if source is Source.IMPORT:
        return await _imported_replay(interaction, number)
    if source in (Source.PUZZLE, Source.UNSOLVED):
        puzzle = await load_puzzle(interaction.client.store, *split_number(number))
        return _puzzle_replay(source, number, puzzle)
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


def _puzzle_replay(source: Source, number: int, puzzle: Puzzle) -> Replay:
    """Build the replay of a puzzle, with its solution unless the source is `UNSOLVED`."""
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
