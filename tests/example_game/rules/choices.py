"""The options of Dash."""

from dataclasses import dataclass

from rules.options import Options, option


@dataclass(frozen=True)
class Choices(Options):
    """The values chosen; the first of each option is the default."""

    name = "Dash"
    length: str = option("Length", {"15": "15 cells", "21": "21 cells"})
