"""Questions asked of one person alone: the button that says no, and puts the question away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.acts import Act, pressed
from cogs.controls import Item, button, text_view
from cogs.speech import say

if TYPE_CHECKING:
    from cogs.answers import Interaction


@dataclass(frozen=True)
class SayNo(Act, name="no"):
    """Put the private question away on which the button stands."""


@pressed(SayNo)
async def on_no(interaction: Interaction, _act: SayNo, _values: list[str]) -> None:
    """Say that all is as it was, in place of the question."""
    await interaction.response.edit_message(view=text_view(say("All right, nothing has changed.")))


def no_button() -> Item:
    """Make the button that says no."""
    return button("No", SayNo())
