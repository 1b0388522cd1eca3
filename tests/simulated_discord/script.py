"""Scripts: what people do in the simulated Discord, in actions parted by semicolons or lines.

An action begins with who acts, else Ada does: `cleo /board match=1`, `click gif|1 on card` (the
first control whose custom id begins so, in the last answer or in a message that was kept),
`press Step back` (by its label in the made-up language), `choose ringo`, `select open| 1`,
`submit field="7 – 3"`, `type move match` (autocomplete), `menu Challenge @ben`. The bot answers
each with words, and privately if the action begins with `!`. Other actions play (`begin`, `moves`,
`play`, `finish`, `resign`), let time pass (`wait`), keep a message (`card`: the last of the
channel, `keep NAME`: the last answer), go to another channel (`go`), or let somebody leave the
server (`leave`). In custom ids and values `{guild}`, `{ada}` and the like are ids.
"""

import re
import shlex
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

import simcord

from match import verbs
from rules import GAMES
from tests.made_up_language import translated
from tests.simulated_discord.finished_match import finish
from tests.simulated_discord.message_texts import sent_texts
from tests.simulated_discord.private_answers import custom_ids, private
from tests.simulated_discord.table import Message, Table, later


class Script:
    """A run of a script: its people, the messages that it has kept, and the last answer."""

    def __init__(self, table: Table, **others: simcord.MemberActor) -> None:
        self.table, self.channel = table, table.channel
        self.people = {"ada": table.ada, "ben": table.ben, "cleo": table.cleo, **others}
        self.kept: dict[str, Message] = {}
        self.page: Message | None = None
        self._form: simcord.InteractionResult | None = None

    async def run(self, script: str) -> None:
        """Do what the script says."""
        for action in filter(None, map(str.strip, re.split("[;\n]", script))):
            words = shlex.split(action.removeprefix("! "))
            who = self.people[words.pop(0)] if words[0] in self.people else self.table.ada
            since = len(self.table.env.http_requests)
            if (result := await self._act(who, *words)) is not None:
                assert sent_texts(self.table, since), f"not answered: {action}"
                self._remember(result, must_be_private=action.startswith("!"))

    def _remember(self, result: simcord.InteractionResult, *, must_be_private: bool) -> None:
        if result.modal is not None:
            self._form = result
        elif must_be_private:
            self.page = private(result)
        elif result.response or result.followups:
            self.page = result.response or result.followups[0]

    async def _act(
        self, who: simcord.MemberActor, verb: str, *words: str
    ) -> simcord.InteractionResult | None:
        if verb[0] == "/":
            if verb[1:] in GAMES:
                return await self.table.offer(who, verb[1:], self.channel, **self._named(words))
            command = [verb[1:], *(word for word in words if "=" not in word)]
            return await who.slash(self.channel, " ".join(command), **self._named(words))
        match verb:
            case "click":
                message, custom_id = self._control(words)
                return await who.click(message, custom_id=custom_id)
            case "press":
                return await who.click(self._page, label=translated(" ".join(words)))
            case "choose":
                return await who.select(self._page, [words[0]])
            case "select":
                message, custom_id = self._control((words[0], *words[2:]))
                chosen = self._value(words[1]) if words[1][0] == "@" else self._filled(words[1])
                return await who.select(message, [chosen], custom_id=custom_id)
            case "submit":
                assert self._form is not None
                return await who.submit_modal(self._form, self._named(words))
            case "menu":
                member = self._value(words[1])
                return await who.context_menu(self.channel, words[0], member)
            case "type":
                await who.autocomplete(self.channel, words[0], words[1], "".join(words[2:]))
            case _:
                await self._arrange(who, verb, words)
        return None

    async def _arrange(self, who: simcord.MemberActor, verb: str, words: Sequence[str]) -> None:
        table = self.table
        match verb:
            case "begin":
                await table.begin(words[0], **self._named(words))
            case "moves":
                for _ in range(int(words[1])):
                    match = await table.match(int(words[0]))
                    await table.play_in(match.number, next(iter(match.position.moves())))
            case "play":
                await table.play(*words)
            case "finish":
                await finish(table)
            case "resign":
                await table.bot.store.matches.apply(
                    int(words[0]), lambda match: verbs.resign(match, who.id, table.env.now())
                )
            case "wait":
                await later(table, **{name: float(time) for name, time in _pairs(words)})
            case "card":
                self.kept["card"] = self.page = table.last
            case "keep":
                self.kept[words[0]] = self._page
            case "go":
                self.channel = table.guild.create_text_channel(words[0])
            case "leave":
                table.guild.remove_member(who)
            case _:
                raise AssertionError(f"nobody knows how to {verb}")

    @property
    def _page(self) -> Message:
        assert self.page is not None
        return self.page

    def _control(self, words: Sequence[str]) -> tuple[Message, str]:
        """Find the control whose custom id begins with a word; a whole one may be gone."""
        begin, *there = self._filled(words[0]), *words[1:]
        message = self.kept[there[1]] if there else self._page
        message = next((m for m in self.table.channel.history() if m.id == message.id), message)
        found = (each for each in custom_ids(message) if fnmatchcase(each, f"{begin}*"))
        return message, next(found, begin)

    def _filled(self, text: str) -> str:
        ids = {name: who.id for name, who in self.people.items()}
        return text.format(guild=self.table.guild.id, **ids)

    def _named(self, words: Sequence[str]) -> dict[str, Any]:
        return {name: self._value(text) for name, text in _pairs(words)}

    def _value(self, text: str) -> Any:
        """Read a number, a flag, or a person."""
        if text[:1] == "@":
            return self.people[text[1:]]
        return {"true": True}.get(text, int(text) if text.isdecimal() else text)


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, text) for name, is_one, text in (w.partition("=") for w in words) if is_one]
