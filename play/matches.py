"""The board of a match: what is told, and what may be done on it."""

from dataclasses import replace

from boards.drawn import State, Viewer, look_words, looked
from boards.hints import Stage, hint_state
from boards.shown import Press, Shown
from computer.hint import HintAnalysis, hint
from computer.worker_process import job_of
from play.table import Table
from play.visitor import At, Visitor
from rendering.player_plates import result_of
from rendering.themes import find_theme
from rules import Sentence, Value, message

LONGEST_THOUGHT = 1.0
"""The longest search for a move or a hint, in seconds: as in Discord, whatever the device."""
NEW_MATCH, RECORD = message("New match"), message("Record")


def on_match(visitor: Visitor, words: list[str]) -> State:
    """Show a match, after the move that is made in it, or that the computer has found."""
    table = Table.read(words, visitor.tried)
    if visitor.move and not table.level:
        table = table.after(visitor.move)
    elif visitor.answers and table.level:
        table = table.after(visitor.answers[0].partition(" ")[0])
    return _state(visitor, table)


def on_look(visitor: Visitor) -> State:
    """Show what would become of a move."""
    table = _table(visitor)
    position, move = table.position, table.position.read(visitor.move)
    theme, have = find_theme(visitor.theme), visitor.have
    viewer = Viewer(table.seen, table.names, theme, have, visitor.language)
    return {
        **looked(viewer, position, move),
        "words": " ".join(map(visitor.say, look_words(position, move))),
    }


def on_hint(visitor: Visitor) -> State:
    """Give a hint up to a stage, or first the job that finds it."""
    position, stage = _table(visitor).position, Stage(visitor.stage)
    if not visitor.answers:
        return {
            "job": job_of("look", position, longest=LONGEST_THOUGHT, seed=0, named=visitor.move)
        }
    found = hint(position, HintAnalysis.decode(visitor.answers[0]))
    return hint_state(position, found, stage, visitor.language)


def _table(visitor: Visitor) -> Table:
    return Table.read([*visitor.at[1:]], visitor.tried)


def _state(visitor: Visitor, table: Table) -> State:
    position, ending = table.position, table.position.outcome()
    shown = Shown(
        table.at("match"),
        position.name,
        _lines(visitor, table),
        position=position,
        seen_from=table.seen,
        last=table.last,
        before=table.before,
        names=table.names,
        won=ending is not None and ending.winner in ((0, 1) if table.own is None else (table.own,)),
        count=len(table.texts),
        may_move=not table.over and not table.level,
        presses=[*_presses(table)],
        onward=Press("Again", table.again) if table.over else None,
        tried=table.texts,
    )
    state = visitor.shown(shown, in_stages=True)
    return state | {
        "match": 1,
        "at_once": False,
        "own": table.own,
        "players": [visitor.say(name) for name in table.names],
        "hints": state["may_move"],
        "keep": {"matches": {table.rules.key: None if table.over else [state["at"], table.texts]}},
        "job": _job(table),
    }


def _job(table: Table) -> object:
    """Return what the computer is to find out, if it is to move."""
    if not table.level:
        return None
    given = {"level": table.level, "seed": table.seed + len(table.texts)}
    return job_of("choose", table.position, longest=LONGEST_THOUGHT, **given)


def _presses(table: Table) -> list[Press]:
    presses = []
    if (texts := table.taken_back) is not None:
        presses.append(Press("Take back", table.at("match"), texts))
    if table.over:
        presses.append(Press("Review", table.at("review"), table.texts))
    if table.texts:
        presses.append(Press("Replay", table.at("replay", len(table.texts)), table.texts))
    turned = replace(table, seen=1 - table.seen).at("match")
    presses.append(Press("Flip the board", turned, table.texts))
    if table.texts:
        presses.append(Press(RECORD, table.at("record"), table.texts))
    presses.append(Press("Rules", At.of("rules", table.rules.key, 0)))
    presses.append(Press(NEW_MATCH, At.of("game", table.rules.key)))
    return presses


def _lines(visitor: Visitor, table: Table) -> list[str]:
    """Say what happened, and what is asked of whom, the most important first."""
    position, names = table.position, table.names
    told: list[Value | None] = []
    if result := result_of(position, names):
        if result.winner is None:
            told.append(Sentence("A draw"))
        elif result.winner == table.own:
            told.append(Sentence("You've won it!"))
        else:
            told.append(Sentence("{winner} wins", winner=names[result.winner]))
        told.append(result.why)
    elif table.level:
        told.append(Sentence("**{player}** is thinking …", player=names[position.turn]))
    elif table.own is None:
        told.append(Sentence("**{player}** is to move.", player=names[position.turn]))
    else:
        told.append(Sentence("Your move."))
    told += [None if table.over else position.duty(), position.score_words(names)]
    told += _last(table)
    return [visitor.say(each) for each in told if each]


def _last(table: Table) -> list[Value]:
    """Say how the last move went, and whom it made pass."""
    before, move, names = table.before, table.last, table.names
    if before is None or move is None:
        return []
    told: list[Value] = [
        Sentence("**{player}** {moves}.", player=names[before.turn], moves=before.tell(move))
    ]
    if table.played.moves[-1] != move:
        told.append(Sentence("**{player}** can only pass.", player=names[1 - before.turn]))
    return told
