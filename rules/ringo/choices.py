"""The options of Ringo."""

from dataclasses import dataclass

from rules.options import Options, option
from rules.sentence import message


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen; the first of each option is the default."""

    name = "Ringo"
    capture: str = option("Capturing", {"jump": "By jumping over", "replacement": "By moving onto"})
    fortress_from_neutral: str = option(
        "Enter the fortress from the neutral zone", {"yes": "Yes", "no": "No"}
    )
    attackers: str = option("Attackers", {"7": "7", "6": "6", "5": "5"})
    defender_pass: str = option("Defender may pass", {"no": "No", "yes": "Yes"})
    neutral_limit: str = option(
        "Attackers in the neutral zone",
        {
            "none": "Any number",
            "one": "One at most",
            "defenders": "No more than there are defenders",
        },
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
PRESET_NAMES = {"classic": message("Classic"), "fair": message("Fair")}
PRESET_WORDS = {
    "classic": message("seven attackers, who nearly always win"),
    "fair": message("five attackers, one at most in the neutral zone"),
}
