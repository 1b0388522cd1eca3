"""Answer a request by its buttons: for a draw, a take-back, or a rematch."""

from cogs import match_actions
from data import StoredMatch
from interactions import Interaction, handles_button
from interactions.access import visible_match
from interactions.speech import match_link
from match.event import Kind
from rules import Refusal
from views.calls_and_requests import AnswerRequest, request_answered_by
from views.match_verbs import by_key


@handles_button(AnswerRequest)
async def on_answer(interaction: Interaction, pressed: AnswerRequest) -> None:
    """Answer a request, if it is still open."""
    kind = request_answered_by(pressed.verb)
    verb, _ = by_key(pressed.verb)
    match = await visible_match(interaction, pressed.match)
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
    raise Refusal(
        "This request is no longer open. Here is the board: {match}.", match=match_link(match)
    )
