"""The custom ids of lessons, and the button that opens one in any message."""

from interactions import CustomId
from interactions.components import Item, button


class OpenLesson(CustomId, name="learn"):
    """Open a game's lesson in a new message, or the list of all; in place with `here`."""

    game: str = ""
    here: int = 0


class OpenTask(CustomId, name="lesson"):
    """Show a task in place, or the one that is chosen; 0 is the list of tasks.

    `control` only keeps the custom ids of a message distinct.
    """

    game: str
    task: int = 0
    control: str = ""


class ChooseInTask(CustomId, name="tasking"):
    """Choose a piece in a task; with none, show what can be chosen.

    Here and in those below, `hints` is how many hints are shown.
    """

    game: str
    task: int
    played: str
    piece: str = ""
    hints: int = 0


class ListInTask(CustomId, name="tasked"):
    """Choose an option of the select: a piece, or the target of the chosen one."""

    game: str
    task: int
    played: str
    piece: str
    skip: int
    hints: int = 0


class AnswerTask(CustomId, name="taskmove"):
    """Answer a task with a move."""

    game: str
    task: int
    played: str
    text: str
    hints: int = 0


class AskTaskHint(CustomId, name="taskhint"):
    """Show so many hints of a task; the piece remains chosen."""

    game: str
    task: int
    played: str
    hints: int
    piece: str = ""


class WriteInTask(CustomId, name="taskwrite"):
    """Ask for a move to be typed."""

    game: str
    task: int
    played: str
    hints: int = 0


class TaskWritten(CustomId, name="taskwritten", most=40):
    """Answer a task with the move that was typed."""

    game: str
    task: int
    played: str
    hints: int = 0


def learn_button(game: str) -> Item:
    """Return a button, for any message, that opens a game's lesson."""
    return button("Learn", OpenLesson(game))


def how_to_play_button(game: str) -> Item:
    """Return the same button for a person's first card, on which there is room for only one."""
    return button("How to play", OpenLesson(game))
