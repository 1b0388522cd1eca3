"""A match once more, move by move; with its review; and as text."""

from boards.drawn import State
from boards.review_words import turning_point
from boards.shown import Press, Shown, Steps
from computer.review import Judgement, Review, summarise
from computer.worker_process import job_of
from match.event import Ending
from match.read_record import read
from match.record import Record, write
from play.matches import NEW_MATCH, on_match
from play.table import PERSON, Table
from play.visitor import WRONG, At, Visitor, number_in
from rules import GAMES, PlainSpeech, Refusal, Sentence, message

A_PLY = 0.2
"""The longest search for a ply of a review, in seconds."""
AS_TEXT = message("The match as text. To open another, put its record or link in its place.")
LINK = message("A link to this match: {link}")
_REVIEWS: dict[tuple[object, ...], Review] = {}
"""The reviews of the matches that were reviewed here."""


def on_replay(visitor: Visitor, words: list[str]) -> State:
    """Show a match after a ply."""
    table = Table.read(words[:6], visitor.tried)
    (written,) = words[6:] or [""]
    return _shown(visitor, table, number_in(written, range(len(table.texts) + 1)))


def on_review(visitor: Visitor, words: list[str]) -> State:
    """Show how far a review has come, and then the match where it went wrong first."""
    table = Table.read(words, visitor.tried)
    if not table.over:
        raise Refusal(WRONG)
    if _key(table) in _REVIEWS:
        return _shown(visitor, table, _first_turn(_REVIEWS[_key(table)]))
    done, all_ = len(visitor.answers), len(table.texts) + 1
    positions = table.played.positions
    if done >= all_:
        movers = [position.turn for position in positions]
        judged = [Judgement.decode(each) for each in visitor.answers]
        review = _REVIEWS[_key(table)] = summarise(movers, table.texts, judged)
        return _shown(visitor, table, _first_turn(review))
    told = Sentence("Reviewing the match: position {done} of {all} …", done=done, all=all_)
    shown = Shown(
        table.at("review"),
        table.rules.name,
        [visitor.say(told)],
        position=table.position,
        seen_from=table.seen,
        names=table.names,
        count=done,
        presses=[Press("Back to the match", table.at("match"), table.texts)],
        tried=table.texts,
    )
    played = (*table.texts, "")[done]
    job = job_of("judge", positions[done], longest=A_PLY, played=played)
    return visitor.shown(shown) | {"match": 1, "job": job}


def _key(table: Table) -> tuple[object, ...]:
    return table.rules.key, table.options, table.texts


def _first_turn(review: Review) -> int:
    return review.turns[0].ply + 1 if review.turns else len(review.values) - 1


def _shown(visitor: Visitor, table: Table, ply: int) -> State:
    """Show a replay, with the curve and what went wrong where it was reviewed."""
    positions, moves, names = table.played.positions, table.played.moves, table.names
    position, before = positions[ply], positions[ply - 1] if ply else None
    told = [Sentence("The start.")]
    if before:
        deed = before.tell(moves[ply - 1])
        words = message("**Move {number} of {all}** · **{player}** {deed}.")
        told = [Sentence(words, number=ply, all=len(moves), player=names[before.turn], deed=deed)]
    to = At((*table.at("replay").words, "{ply}")).encoded
    texts = (f"{number}. {text}" for number, text in enumerate(table.texts, start=1))
    steps, onward = Steps(ply, [PlainSpeech(visitor.language).label("Start"), *texts], to), None
    if review := _REVIEWS.get(_key(table)):
        turns = {turn.ply + 1: turn for turn in review.turns}
        above = Sentence(
            "Above the line {first} was ahead, below it {second}.", first=names[0], second=names[1]
        )
        about = visitor.say(above)
        steps = Steps(ply, steps.names, to, review.values, [*turns], about)
        if (turn := turns.get(ply)) and before:
            told += turning_point(names, before, turn, is_named=True)
        if later := [each for each in turns if each > ply]:
            onward = Press("Next turning point", table.at("replay", later[0]), table.texts)
    presses = [Press("Back to the match", table.at("match"), table.texts)]
    if table.over and not review:
        presses.append(Press("Review", table.at("review"), table.texts))
    shown = Shown(
        table.at("replay", ply),
        table.rules.name,
        [visitor.say(each) for each in told],
        position=position,
        seen_from=table.seen,
        last=moves[ply - 1] if ply else None,
        before=before,
        names=names,
        count=ply,
        presses=presses,
        onward=onward,
        tried=table.texts,
        steps=steps,
    )
    return visitor.shown(shown, in_stages=True) | {"match": 1}


def on_record(visitor: Visitor, words: list[str]) -> State:
    """Show a match as text, and the link to it."""
    table = Table.read(words, visitor.tried)
    ending = table.position.outcome()
    first, second = map(visitor.say, table.names)
    record = Record(
        table.rules,
        (first, second),
        table.texts,
        table.rules.choices.read(table.options).values,
        how=Ending.RULES if ending else None,
        winner=ending.winner if ending else None,
    )
    shown = Shown(
        table.at("record"),
        table.rules.name,
        [visitor.say(Sentence(AS_TEXT)), visitor.say(Sentence(LINK, link="{link}"))],
        position=table.position,
        seen_from=table.seen,
        last=table.last,
        before=table.before,
        names=table.names,
        presses=[
            Press("Back to the match", table.at("match"), table.texts),
            Press(NEW_MATCH, At.of("game", table.rules.key)),
        ],
        tried=table.texts,
    )
    return visitor.shown(shown) | {"note": write(record)}


def on_open(visitor: Visitor, _words: list[str]) -> State:
    """Open the match of a record: two at one screen go on with it."""
    record = read(visitor.text, GAMES)
    options = record.rules.choices.choose(record.options).write()
    table = Table(record.rules, options, (PERSON, PERSON), 0, 0, record.moves)
    fields = {**visitor.fields, "tried": [*record.moves], "move": "", "answers": []}
    return on_match(Visitor(fields, visitor.language), [*table.at("match").words[1:]])
