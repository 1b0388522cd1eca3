"""Options of a game, chosen before it starts, and their values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import ClassVar, Self

from rules.sentence import Listed, ListStyle, Refusal, Sentence, codes, typed
from rules.typed_text import plain_word

_PLAIN = "-"
"""The stored form of nothing but default values."""


@dataclass(frozen=True)
class Option:
    """An option of a game; the first value is the default, `labels` are for display."""

    key: str
    label: str
    values: tuple[str, ...]
    labels: tuple[str, ...]

    def words(self, value: str) -> Sentence:
        """Name the option with one of its values: `Attackers: 5`."""
        label = self.labels[self.values.index(value)]
        return Sentence("{option}: {value}", option=Sentence(self.label), value=Sentence(label))


def option(label: str, labels: Mapping[str, str]) -> str:
    """Define a field of `Options` from its label and the label of each value, the default first."""
    first = next(iter(labels))
    return field(default=first, metadata={"label": label, "labels": dict(labels)})


@dataclass(frozen=True)
class Options:
    """The values chosen for a game, by field. Each game defines its options in a subclass."""

    name: ClassVar[str] = ""
    """The name of the game, as used in refusals."""

    @classmethod
    @cache
    def offered(cls) -> tuple[Option, ...]:
        """Return the options in display order."""
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
        """Return the given values, and the default for every other option.

        Values may be of any type and are read as typed text. Raises `Refusal` for an unknown option
        or value, naming the valid ones.
        """
        offered = {each.key: each for each in cls.offered()}
        values = {plain_word(key): plain_word(str(value)) for key, value in chosen.items()}
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
                    "{value} isn't a choice for {game}'s option {option}; choose {valid}.",
                    value=typed(value),
                    game=cls.name,
                    option=typed(key),
                    valid=codes(offered[key].values, ListStyle.OR),
                )
        return cls(**values)

    @property
    def values(self) -> dict[str, str]:
        """The value of every option, by key."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def changed(self) -> tuple[Sentence, ...]:
        """The options that differ from their defaults, each with its value: `Attackers: 5`."""
        return tuple(
            each.words(value)
            for each, value in zip(self.offered(), self.values.values(), strict=True)
            if value != each.values[0]
        )

    def differences(self, other: Self) -> tuple[Sentence, ...]:
        """Return the values of other options that differ from these: `Attackers: 7`."""
        theirs = zip(self.offered(), other.values.values(), self.values.values(), strict=True)
        return tuple(each.words(value) for each, value, own in theirs if value != own)

    def distance(self, other: Self) -> tuple[int, int]:
        """Return in how many options others differ, and how far their numbers are from these."""
        theirs = zip(self.values.values(), other.values.values(), strict=True)
        pairs = [(own, value) for own, value in theirs if own != value]
        numbers = [(int(own), int(value)) for own, value in pairs if (own + value).isdecimal()]
        return len(pairs), sum(abs(own - value) for own, value in numbers)

    @property
    def played_with(self) -> tuple[Sentence, ...]:
        """A list, as a sentence, of the options that differ from their defaults, or nothing."""
        changed = self.changed
        options = Listed(changed, ListStyle.COMMA)
        return (Sentence("{options}.", options=options),) if changed else ()

    @cache  # noqa: B019 (of each game's options there are few)
    def write(self) -> str:
        """Return the values that are not defaults as one word: `attackers=5,defender_pass=yes`."""
        named = zip(self.offered(), self.values.items(), strict=True)
        words = [f"{key}={value}" for each, (key, value) in named if value != each.values[0]]
        return ",".join(words) or _PLAIN

    @classmethod
    @cache  # of each game's options, as they are stored, there are few
    def read(cls, word: str) -> Self:
        """Parse a word written by `write`. Raises `ValueError` with a sentence otherwise."""
        pairs = [] if word == _PLAIN else [pair.partition("=")[::2] for pair in word.split(",")]
        try:
            options = cls.choose(dict(pairs))
        except Refusal as refusal:
            raise ValueError(refusal.sentence) from None
        if options.write() != word:
            raise ValueError(
                Sentence("write them the way match records do, not as {word}", word=typed(word))
            )
        return options
