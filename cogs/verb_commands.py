"""What players do in a match besides moving: commands, buttons, and answers to requests."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import discord
from discord import app_commands

from cogs import match_actions, move_picker
from cogs.autocomplete import finished_match, my_match
from cogs.find_match import find_finished, find_match
from cogs.spectators import offer_to_watch
from data import StoredMatch
from data.mirrors import for_player
from interactions import Interaction, OutOfDate, handles
from interactions.access import seated_match
from interactions.command_translations import translated
from interactions.speech import match_link
from match.event import Kind
from rules import Refusal
from views.calls_and_requests import AnswerRequest, request_answered_by
from views.match_verbs import COMMANDS, MOVE, DoVerb, by_command, by_key, first_possible
from views.which_match import VerbIn

TAKE_BACK = "takeback"
"""The command of which the last match is meant in which the person has moved."""


@handles(DoVerb)
async def on_verb(interaction: Interaction, pressed: DoVerb) -> None:
    """Handle a button of a card."""
    if pressed.verb == MOVE:
        match = await move_picker.find_own_turn(interaction, pressed.match, pressed.seen)
        await move_picker.ask_choice(interaction, match)
        return
    verb, agreed = by_key(pressed.verb)
    match = await seated_match(interaction, pressed.match)
    await offer_to_watch(interaction, match)
    if verb.question and not agreed:
        await match_actions.ask_to_confirm(interaction, match, verb)
    else:
        seen = None if verb.anytime else pressed.seen
        await match_actions.carry_out(interaction, match, (verb,), seen, asked=agreed)


@handles(VerbIn)
async def on_verb_in(interaction: Interaction, pressed: VerbIn) -> None:
    """Do what a command does, in the match that was chosen."""
    candidates = by_command(pressed.command)
    if not candidates:
        raise OutOfDate
    if candidates[0].question:
        await match_actions.ask_to_confirm(interaction, pressed.match, candidates[0])
    else:
        await match_actions.carry_out(
            interaction, pressed.match, candidates, pressed.seen, asked=True
        )


@handles(AnswerRequest)
async def on_answer(interaction: Interaction, pressed: AnswerRequest) -> None:
    """Answer a request, if it is still open."""
    kind = request_answered_by(pressed.verb)
    verb, _ = by_key(pressed.verb)
    match = await seated_match(interaction, pressed.match)
    match.side_of(interaction.user.id)
    await _refuse_closed(interaction, match, kind, pressed.number)
    await match_actions.carry_out(interaction, match, (verb,), match.count)


async def _refuse_closed(
    interaction: Interaction, match: StoredMatch, kind: Kind, number: int
) -> None:
    """Raise `Refusal` unless the event of this number is the open request of this kind."""
    if kind in match.open_requests:
        later = await interaction.client.store.matches.happened(match.number, number)
        if all(event.kind is not kind for event in later):
            return
    link = match_link(for_player(match, interaction.user.id))
    raise Refusal("This request is no longer open. Here is the board: {match}.", match=link)


@cache
def verb_command(name: str) -> app_commands.Command[Any, ..., None]:
    """Build the command below `/match` that carries out the first possible of its verbs.

    It is built once per process, since a process may start many bots, as the tests do.
    """
    candidates = by_command(name)
    finished = candidates[0].begins

    async def find(interaction: Interaction, number: int | None) -> StoredMatch:
        person, now = interaction.user.id, discord.utils.utcnow()
        return await find_match(
            interaction,
            number,
            lambda each: VerbIn(each.number, each.count, name),
            rule=lambda match: first_possible(candidates, match, person, now),
            prefer=partial(_moved_last, person) if name == TAKE_BACK else None,
        )

    async def command(
        interaction: Interaction, match: app_commands.Range[int, 1] | None = None
    ) -> None:
        which = await (find_finished(interaction, match) if finished else find(interaction, match))
        if candidates[0].question:
            await match_actions.ask_to_confirm(interaction, which, candidates[0])
        else:
            await match_actions.carry_out(interaction, which, candidates)

    app_commands.autocomplete(match=finished_match if finished else my_match)(command)
    which = (
        translated("Which match (default: your latest)")
        if finished
        else translated("Which match (default: your only one here)")
    )
    app_commands.describe(match=which)(command)
    return app_commands.Command(name=name, description=COMMANDS[name], callback=command)


def _moved_last(person: int, matches: Sequence[StoredMatch]) -> StoredMatch | None:
    """Return the match in which a person has just moved, if in none they are asked themselves."""
    if any(match.take_back not in (None, match.side_of(person)) for match in matches):
        return None
    *others, last = sorted(matches, key=lambda match: match.since)
    return last if all(match.since < last.since for match in others) else None
