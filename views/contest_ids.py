"""The custom ids of leagues, cups and ladders."""

from interactions import CustomId


class JoinContest(CustomId, name="seasonjoin"):
    """Join a contest."""

    contest: int


class ConfirmJoin(CustomId, name="seasonjoined"):
    """Join a contest in which somebody plays whom one has blocked."""

    contest: int


class LeaveContest(CustomId, name="seasonleave"):
    """Leave a contest: ask first if it has begun."""

    contest: int


class ConfirmLeave(CustomId, name="seasongone"):
    """Leave a contest that has begun."""

    contest: int


class OpenMySeason(CustomId, name="seasonmine"):
    """Show how one stands in a contest; `mark` tells the messages with this button apart."""

    contest: int
    mark: int = 0


class ShowReckoning(CustomId, name="seasonreckoned"):
    """Show how the places of a division are reckoned."""

    contest: int
    division: int = 0


class ShowContest(CustomId, name="seasonshow"):
    """Show a contest privately."""

    contest: int


class ConfirmStop(CustomId, name="seasonstop"):
    """Stop a contest before its time."""

    contest: int


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
