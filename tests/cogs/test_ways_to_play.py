"""From each door to a board or an asked friend: what a person presses and reads, labels too."""

from collections.abc import Awaitable, Callable

import pytest
import simcord

from tests.cogs.test_play import lobby
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Message, Table, labels, words

MOST_PRESSES = 3
"""From a door to a board against the computer."""
TO_A_FRIEND, MOST_WORDS_TO_A_FRIEND = 4, 250
"""From `/play` to a friend's **Accept**; a list has to be opened, too."""


class Counter:
    """Presses for people, and counts what they press and read."""

    def __init__(self) -> None:
        self.presses = self.words = 0

    def read(self, message: Message) -> Message:
        """Count the words of a message and of its buttons."""
        self.words += sum(len(each.split()) for each in (words(message), *labels(message)))
        return message

    async def press(self, who: simcord.MemberActor, message: Message, label: str) -> Message:
        """Press a button; return what answers it, which is read unless it is a board."""
        self.presses += 1
        result = await who.click(message, label=label)
        return message if result.response is None else private(result)


async def helped(table: Table) -> Message:
    return private(await table.ben.slash(table.channel, "help"))


async def without_matches(table: Table) -> Message:
    return private(await table.ben.slash(table.channel, "matches"))


async def rules_read(table: Table) -> Message:
    return private(await table.ben.slash(table.channel, "rules", game="ringo"))


async def match_ended(table: Table) -> Message:
    await table.begin("hoyito")
    await table.abort(table.ada)
    return table.last


@pytest.mark.usefixtures("thinks_quickly")
@pytest.mark.parametrize(
    ("door", "way", "most_words"),
    [
        (lobby, ["Ringo", "The computer, level 1"], 160),
        (helped, ["Play", "Ringo", "The computer, level 1"], 260),
        (without_matches, ["Play", "Ringo", "The computer, level 1"], 175),
        (match_ended, ["Another game", "Ringo", "The computer, level 1"], 195),
        (rules_read, ["Play", "The computer, level 1"], 155),
    ],
)
async def test_a_board_is_at_most_three_presses_from_each_door(
    table: Table, door: Callable[[Table], Awaitable[Message]], way: list[str], most_words: int
) -> None:
    counter = Counter()
    page = counter.read(await door(table))
    for label in way:
        page = await counter.press(table.ben, page, label)
        if label != way[-1]:
            counter.read(page)
    (match,) = await table.bot.store.matches.live()
    assert (match.game, table.ben.id in match.seats) == ("ringo", True)
    assert counter.presses <= MOST_PRESSES
    assert counter.words <= most_words


async def test_a_friends_accept_is_four_presses_from_play(table: Table) -> None:
    counter = Counter()
    page = counter.read(await lobby(table))
    counter.read(await counter.press(table.ben, page, "Hoyito"))
    counter.presses += 2  # the list is opened, and the friend chosen in it
    await table.ben.select(page, [table.ada.user], custom_id="friend|hoyito")
    counter.read(table.last)
    assert table.called(table.last) == [table.ada.id]
    counter.presses += 1
    await table.ada.click(table.last, label="Accept")
    assert {*(await table.match()).seats} == {table.ada.id, table.ben.id}
    assert counter.presses == TO_A_FRIEND
    assert counter.words <= MOST_WORDS_TO_A_FRIEND
