"""What is chosen before a game of Bizingo."""

from dataclasses import dataclass

from rules.options import Options, option


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen, the default first."""

    name = "Bizingo"
    first: str = option("Who begins", {"light": "Light", "dark": "Dark"})
