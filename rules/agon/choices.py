"""The options of Agon."""

from dataclasses import dataclass

from rules.options import Options, option


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen; the first of each option is the default."""

    name = "Agon"
    first: str = option("Who begins", {"white": "White", "black": "Black"})
    queen: str = option(
        "A trapped queen goes",
        {"rim": "To the outermost ring", "anywhere": "Anywhere but the throne"},
    )
