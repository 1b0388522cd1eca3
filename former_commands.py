"""Commands that moved: what people typed before, and where it is now, for the practice channel.

In Discord nobody can type a command that is gone; in the practice channel it arrives as text.
"""

import re
from dataclasses import dataclass
from typing import Any

import discord
import simcord
from discord import AppCommandOptionType

from bot import Parlour
from interactions import CustomId
from views.blocked_page import OpenBlocked
from views.help_page import OpenAbout
from views.server_settings_page import OpenServerSettings
from views.vacation_page import AskForVacation, VacationRequest


@dataclass(frozen=True)
class Moved:
    """What does the work of a former command: another one, and a button of its answer."""

    command: str
    press: CustomId | None = None


FORMER = {
    **{
        name: Moved(f"match {name}")
        for name in ("abort", "claim", "moretime", "ahead", "note", "mute", "unmute", "import")
    },
    "challenge again": Moved("match again"),
    "puzzle": Moved("puzzle play"),
    "puzzle_daily": Moved("puzzle daily"),
    "about": Moved("help", OpenAbout()),
    "vacation": Moved("settings", AskForVacation(VacationRequest.SHOW)),
    "block": Moved("settings", OpenBlocked()),
    "unblock": Moved("settings", OpenBlocked()),
    "parlour settings": Moved("settings", OpenServerSettings()),
    **{
        f"parlour match {name}": Moved(f"match moderate {name}")
        for name in ("end", "decide", "lock", "unlock", "move")
    },
}
"""The former commands, by what was typed without the slash."""
_OPTION = re.compile(r"(\w+): ?")


def read_former(text: str) -> tuple[Moved, dict[str, str]] | None:
    """Read a former command and its options, as in `/mute match:2`; None for other text."""
    if not text.startswith("/"):
        return None
    name, *rest = _OPTION.split(text[1:].strip())
    moved = FORMER.get(" ".join(name.split()))
    if moved is None:
        return None
    values = (value.strip() for value in rest[1::2])
    return moved, dict(zip(rest[::2], values, strict=True))


class Typist(simcord.MemberActor):
    """A person of the practice channel; a former command that they send does its work."""

    def __init__(
        self, world: simcord.Env, guild: simcord.GuildHandle, user: simcord.UserHandle
    ) -> None:
        super().__init__(world, guild, user)
        self._world = world

    async def send(
        self, channel: simcord.ChannelHandle, content: str = "", **options: Any
    ) -> discord.Message:
        """Send a message, and carry out the former command in it, if there is one."""
        sent = await super().send(channel, content, **options)
        if former := read_former(content):
            await self._carry_out(channel, *former)
        return sent

    async def _carry_out(
        self, channel: simcord.ChannelHandle, moved: Moved, typed: dict[str, str]
    ) -> None:
        """Use what does the work now; where it opens a form or does not fit, say what to type."""
        try:
            done = await self.slash(channel, moved.command, **self._options(moved, typed))
        except simcord.SetupError:  # an option is missing, or is none of the command's
            done = None
        if done is None or done.modal is not None:
            words = f"That command is now `/{moved.command}`."
            await self._bot.get_partial_messageable(channel.id).send(words)
        elif moved.press is not None and done.response is not None:
            await self.click(done.response, custom_id=moved.press.encoded)

    def _options(self, moved: Moved, typed: dict[str, str]) -> dict[str, Any]:
        """Convert what was typed to the types of the command's options, as the page does."""
        if moved.press is not None:
            return {}  # whom to block is chosen on the page that opens
        name, *below = moved.command.split()
        found: Any = self._bot.tree.get_command(name)
        for part in below:
            found = found.get_command(part)
        kinds = {parameter.name: parameter.type for parameter in found.parameters}
        return {name: _converted(value, kinds.get(name)) for name, value in typed.items()}

    @property
    def _bot(self) -> Parlour:
        assert isinstance(self._world.bot, Parlour)
        return self._world.bot


def _converted(value: str, kind: AppCommandOptionType | None) -> object:
    if kind is AppCommandOptionType.integer and value.isdecimal():
        return int(value)
    return value == "True" if kind is AppCommandOptionType.boolean else value
