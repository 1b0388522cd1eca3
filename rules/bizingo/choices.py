"""The options of Bizingo."""

from dataclasses import dataclass

from rules.options import Options, option


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen; the first of each option is the default."""

    name = "Bizingo"
    first: str = option("Who begins", {"light": "Light", "dark": "Dark"})
