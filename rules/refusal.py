"""What a player is told instead of what they asked for."""


class Refusal(Exception):  # noqa: N818 (it is no error: the players' word is refusal)
    """Something a player may not do, as a whole sentence that says what to do instead.

    The sentence's template and its values stay readable, so that another language can word it.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values)


class IllegalMove(Refusal):
    """A text that names no legal move here; the sentence says which rule is in the way."""


class UnclearMove(Refusal):
    """A text that fits several legal moves; the sentence lists them."""
