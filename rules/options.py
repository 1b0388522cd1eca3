"""What is chosen before a game: the options that it offers, and a value for each."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import ClassVar, Self

from rules.language import Joint
from rules.refusal import Refusal
from rules.sentence import Listed, Sentence, codes, typed

_PLAIN = "-"
"""How it is written that nothing was chosen but defaults."""


@dataclass(frozen=True)
class Option:
    """A choice made before the game; the first value is the default, `labels` are for people."""

    key: str
    label: str
    values: tuple[str, ...]
    labels: tuple[str, ...]


def option(label: str, labels: Mapping[str, str]) -> str:
    """Make a field of `Options`: what people call it, and each value with its own label."""
    first = next(iter(labels))
    return field(default=first, metadata={"label": label, "labels": dict(labels)})


@dataclass(frozen=True)
class Options:
    """The values chosen for a game, by name. A game's own options are a class derived from this."""

    name: ClassVar[str] = ""
    """What the game is called, as sentences say it."""

    @classmethod
    @cache
    def offered(cls) -> tuple[Option, ...]:
        """Give the options in the order in which they are offered."""
        return tuple(
            Option(
                each.name,
                each.metadata["label"],
                tuple(each.metadata["labels"]),
                tuple(each.metadata["labels"].values()),
            )
            for each in fields(cls)
        )

    @classmethod
    def choose(cls, chosen: Mapping[str, object]) -> Self:
        """Choose values by key; options that are not named take their default.

        A number stands for its digits. Raises `Refusal` for an unknown option or value, naming the
        valid ones.
        """
        offered = {each.key: each for each in cls.offered()}
        values = {key: str(value) for key, value in chosen.items()}
        for key, value in values.items():
            if key not in offered:
                raise Refusal(
                    "{game} has no option {option}; it has {valid}.",
                    game=cls.name,
                    option=typed(key),
                    valid=codes(offered),
                )
            if value not in offered[key].values:
                raise Refusal(
                    "{value} is no value of {game}'s option {option}; choose {valid}.",
                    value=typed(value),
                    game=cls.name,
                    option=typed(key),
                    valid=codes(offered[key].values, Joint.OR),
                )
        return cls(**values)

    @property
    def values(self) -> dict[str, str]:
        """The value of every option."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def unusual(self) -> tuple[Sentence, ...]:
        """What is not as usual, each with its value: `Attackers: 5`."""
        return tuple(
            Sentence(
                "{option}: {value}",
                option=Sentence(each.label),
                value=Sentence(each.labels[each.values.index(value)]),
            )
            for each, value in zip(self.offered(), self.values.values(), strict=True)
            if value != each.values[0]
        )

    @property
    def played_with(self) -> tuple[Sentence, ...]:
        """The sentence that names what is not as usual, if anything is not."""
        unusual = self.unusual
        options = Listed(unusual, Joint.COMMA)
        return (Sentence("Played with {options}.", options=options),) if unusual else ()

    def write(self) -> str:
        """Write the values that are not defaults as one word: `attackers=5,defender_pass=yes`."""
        named = zip(self.offered(), self.values.items(), strict=True)
        words = [f"{key}={value}" for each, (key, value) in named if value != each.values[0]]
        return ",".join(words) or _PLAIN

    @classmethod
    @cache  # of each game's options, as they are stored, there are few
    def read(cls, word: str) -> Self:
        """Read what `write` wrote. Raises `ValueError` with a sentence for anything else."""
        pairs = [] if word == _PLAIN else [pair.partition("=")[::2] for pair in word.split(",")]
        try:
            options = cls.choose(dict(pairs))
        except Refusal as refusal:
            raise ValueError(refusal.sentence) from None
        if options.write() != word:
            raise ValueError(Sentence("not options as they are stored: {word}", word=typed(word)))
        return options
