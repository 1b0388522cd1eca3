"""The custom ids of the buttons and selects of ladders."""

from interactions import CustomId

OWN_PLACE = 0
"""The page with one's own place; others are numbered from 1."""


class OpenLadder(CustomId, name="ladder"):
    """Show a person their own page of a game's ladder in this server."""

    game: str
    page: int = OWN_PLACE


class JoinLadder(CustomId, name="ladderjoin"):
    """Join the ladder of a game in this server."""

    game: str


class LeaveLadder(CustomId, name="ladderleave"):
    """Leave the ladder of a game in this server; `sure` is 0 before it was asked."""

    game: str
    sure: int = 0


class ChallengeOnLadder(CustomId, name="ladderplay"):
    """Challenge the chosen person on the ladder of a game in this server."""

    game: str
