"""What is chosen before a game of Ringo, and what is known of how even it is."""

from dataclasses import dataclass

from rules.options import Options, option
from rules.position import Balance
from rules.ringo import words
from rules.ringo.board import ATTACKER


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen, the default first."""

    name = "Ringo"
    capture: str = option("Capturing", {"jump": "By jumping over", "replacement": "By moving onto"})
    fortress_from_neutral: str = option(
        "Fortress from the neutral zone", {"yes": "Yes", "no": "No"}
    )
    attackers: str = option("Attackers", {"7": "7", "6": "6", "5": "5"})
    defender_pass: str = option("Defender may pass", {"no": "No", "yes": "Yes"})
    neutral_limit: str = option(
        "Attackers in the neutral zone",
        {"none": "Any number", "one": "One at most", "defenders": "No more than defenders"},
    )


PRESETS = {
    "classic": {},
    "fair": {
        "attackers": "5",
        "neutral_limit": "one",
        "fortress_from_neutral": "no",
        "defender_pass": "yes",
    },
}
FAIR = Choices(**PRESETS["fair"])
WINS = {
    Choices(attackers="7"): (28, 0),
    Choices(attackers="6"): (10, 0),
    Choices(attackers="5"): (14, 2),
    FAIR: (7, 9),
}
"""How many games each side won where the computer played itself at equal strength.

No game of Ringo is drawn, so the defenders won what the attackers did not.
"""


def known_balance(chosen: Choices) -> Balance | None:
    """Say whom these options favour, where games were played to find out."""
    if chosen not in WINS:
        return None
    wins = WINS[chosen]
    if chosen == FAIR:
        return Balance(None, wins, sum(wins), words.fairly_even(wins[ATTACKER], sum(wins)))
    told = words.favours_attackers(wins[ATTACKER], sum(wins), int(chosen.attackers))
    return Balance(ATTACKER, wins, sum(wins), told)
