"""Carry out players' actions in a match, for commands and buttons alike."""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import discord

from data import ListedMatch, StoredMatch
from data.mirrors import for_player
from data.values import Happened
from delivery import posting
from delivery.notify import answer_and_notify, apply_verb, notify_players, shared_place
from delivery.posting import note_pressed_card
from interactions import Interaction, answer_privately, said, say
from interactions.access import mark_seen, refuse_other_channels, seated_match, visible_match
from interactions.components import Item, button, in_rows, no_button, text_view
from interactions.errors import SEND_ERRORS
from interactions.people import remember_person
from interactions.speech import game_name, left_words, linked, match_link
from interactions.tasks import in_progress
from match import verbs
from match.event import Event
from match.match import Match, Stale
from rules import Refusal, Sentence, some_of
from views.match_verbs import MatchVerb, Next, first_possible, undo_buttons, yes_button
from views.past_card_text import event_words
from views.vote_page import voted_words

log = logging.getLogger(__name__)

MOST_NAMED = 3
"""How many waiting matches are named before the rest is only counted."""


class WaitingMatches(NamedTuple):
    """The text that names a person's other turns, and the button to the next; empty for none."""

    words: str = ""
    buttons: tuple[Item, ...] = ()


async def play(
    interaction: Interaction,
    which: int | StoredMatch,
    text: str,
    seen: int | None = None,
    remark: str = "",
) -> None:
    """Play a move, notify the players, and tell the person where else it is their turn.

    `seen` is the event count for which a button was drawn; an older one is refused as stale. The
    remark, if any, is shown with the move. A private move picker is replaced by a confirmation.
    """

    def move(match: Match) -> Event:
        return verbs.play(match, interaction.user.id, discord.utils.utcnow(), text, remark)

    with interaction.client.metrics.move():
        done = await _happen(interaction, which, move, seen)
        if done is None:
            return
        happened, _ = done
        with in_progress(happened.after):
            waiting = await _waiting_matches(interaction, happened.after)
            in_picker = posting.is_private(interaction)
            if in_picker:
                before, made = happened.before.position, happened.after.last_move
                assert made is not None, "a move was made"
                words = filter(
                    None, (say("You played {move}.", move=before.caption(made)), waiting.words)
                )
                rows = in_rows([*undo_buttons(happened.after), *waiting.buttons])
                await posting.put_away(interaction, "\n".join(words), rows)
            await answer_and_notify(interaction, happened.after, happened.before)
    if waiting.words and not in_picker:
        await _tell_waiting(interaction, waiting)


async def carry_out(
    interaction: Interaction,
    which: int | StoredMatch,
    candidates: tuple[MatchVerb, ...],
    seen: int | None = None,
    *,
    asked: bool = False,
) -> None:
    """Carry out the first possible of some verbs, and notify the players.

    With `asked`, the person has confirmed it: the private question is replaced by what was done.
    """
    if candidates[0].begins:
        which = which if isinstance(which, StoredMatch) else await visible_match(interaction, which)
        await refuse_other_channels(interaction, shared_place(interaction) or which.place)

    def decide(match: Match) -> Event:
        return first_possible(candidates, match, interaction.user.id, discord.utils.utcnow())

    done = await _happen(interaction, which, decide, seen)
    if done is None:
        return
    (before, after, rematch), event = done
    with in_progress(after):
        if asked:
            await posting.put_away(interaction, said(event_words(before, event)))
        if rematch is None:
            await answer_and_notify(interaction, after, before)
        else:
            await answer_and_notify(interaction, rematch)
            await notify_players(interaction.client, after)


async def ask_to_confirm(
    interaction: Interaction, which: int | StoredMatch, verb: MatchVerb
) -> None:
    """Ask privately for confirmation of an action that cannot be undone.

    It takes the place of the question which match is meant. Raises `Refusal` for what is not
    possible now.
    """
    question = verb.question
    assert question is not None, "only some verbs ask"
    match = await _seated(interaction, which)
    match = await mark_seen(interaction, match)
    verb.decide(match, interaction.user.id, discord.utils.utcnow())
    side = match.side_of(interaction.user.id)
    words = say(question.words, match=match.title, opponent=match.name(1 - side))
    rows = in_rows([yes_button(match, question), no_button()])
    await posting.show_privately(interaction, text_view(words, rows=rows))


async def _happen(
    interaction: Interaction,
    which: int | StoredMatch,
    decide: Callable[[Match], Event],
    seen: int | None,
) -> tuple[Happened, Event] | None:
    """Apply a verb to a match; a voter, who only votes for it, is told of that, and is done.

    Returns what happened, and by which event. Raises `Refusal`, which links to the present card if
    it is stale.
    """
    await remember_person(interaction)
    match = await _seated(interaction, which)
    wanted: list[Event] = []

    def note(match: Match) -> Event:
        wanted.append(decide(match))
        return wanted[-1]

    try:
        happened = await apply_verb(
            interaction.client,
            match,
            note,
            seen=seen,
            request=interaction.id,
            place=shared_place(interaction),
        )
    except Stale:
        found = await interaction.client.store.matches.find(match.number)
        match = replace(found, voter=match.voter)
        await note_pressed_card(interaction, match)
        refuse_stale(interaction, match, seen)
        raise
    except Refusal:
        await mark_seen(interaction, match)
        raise
    if match.voter is None:
        return happened, wanted[-1]
    await _answer_voter(interaction, happened, wanted[-1], match.voter.side)
    return None


async def _seated(interaction: Interaction, which: int | StoredMatch) -> StoredMatch:
    """Return a match as the person plays it. Raises `NoMatch` for one that they may not see."""
    if not isinstance(which, StoredMatch):
        return await seated_match(interaction, which)
    if not which.crowds:
        return which
    return await interaction.client.store.ballots.seated(which, interaction.user.id)


async def _answer_voter(
    interaction: Interaction, happened: Happened, wanted: Event, side: int
) -> None:
    """Tell a voter privately what they voted for, and all others what it decided, if it did."""
    before, after = happened.before, happened.after
    voters = await interaction.client.store.ballots.voters(before.number, side)
    words = voted_words(happened, wanted, side, voters)
    with in_progress(after):
        if posting.is_private(interaction):
            await posting.put_away(interaction, words)
        else:
            await answer_privately(interaction, words)
        if after.count > before.count:
            await notify_players(interaction.client, after, before=before)


async def _waiting_matches(interaction: Interaction, match: StoredMatch) -> WaitingMatches:
    """Say in which other matches it is the person's turn, the least time left first."""
    lists = interaction.client.store.lists
    found, number = await lists.to_move(interaction.user.id, MOST_NAMED, but=match.number)
    if not found:
        return WaitingMatches()
    who = interaction.user.id
    named = [_waiting_match_words(for_player(match, who)) for match in found]
    words = Sentence(
        "Your turn in another match: {matches}.",
        "Your turn in other matches: {matches}.",
        matches=some_of(named, MOST_NAMED, number),
        number=number,
    )
    following = button("Next", Next(found[0].number), discord.ButtonStyle.primary)
    return WaitingMatches(said(words), (following,))


def _waiting_match_words(match: ListedMatch) -> Sentence:
    name = linked(f"{game_name(match.game)} #{match.number}", match)
    if match.deadline is None:
        return Sentence("{match}", match=name)
    left = left_words(match.deadline, discord.utils.utcnow())
    return Sentence("{match} ({left})", match=name, left=left)


async def _tell_waiting(interaction: Interaction, waiting: WaitingMatches) -> None:
    """Tell a person privately which matches wait; a failure is only logged, for nothing is lost."""
    try:
        await answer_privately(interaction, text_view(waiting.words, rows=in_rows(waiting.buttons)))
    except SEND_ERRORS as failure:
        log.info("a player could not be told about other matches: %s", failure)


async def find_next(interaction: Interaction, number: int) -> StoredMatch:
    """Find this match if it is still the person's turn there, else the next such match.

    Raises `Refusal` if it is the person's turn in none.
    """
    store, person = interaction.client.store, interaction.user.id
    with suppress(Refusal):
        match = await store.matches.find(number)
        if match.to_move == person and not match.locked:
            return match
    found, _ = await store.lists.to_move(person, 1)
    if not found:
        raise Refusal("No match is waiting for your move; `/matches` lists yours.")
    return await store.matches.find(found[0].number)


def refuse_stale(interaction: Interaction, match: StoredMatch, seen: int | None) -> None:
    """Raise `Refusal`, with a link to the player's card, for a request made at an older state.

    Until the new card is posted, only the card of the older state exists, and there is no link.
    """
    if match.count != seen:
        own = for_player(match, interaction.user.id)
        link = match_link(own if match.is_shown else replace(own, card=None))
        raise Refusal("This board of {match} is out of date. Use the current one.", match=link)
