"""What a button or a select does: a small dataclass for each act, written into its `custom_id`.

`Play(match=2, seen=1, text="c3-c1")` is written `play|2|1|c3-c1`. An act stands in the module that
words it or does it; `@pressed(Play)` says what happens. Names, words and the order of the fields
stand in messages for ever: they are never changed, and a new field comes last, with a default.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import ClassVar, NamedTuple, Self, TypeVar, cast, dataclass_transform, get_type_hints

from interactions.interaction import Interaction
from rules import Refusal, message

MARK = "|"
"""What stands between the words."""
LONGEST = 100
"""So many characters may a `custom_id` have."""
LARGEST = 2**63 - 1
"""No number of Discord's or of the database's is larger."""


class OutOfDate(Refusal):
    """A control that says nothing we know."""

    def __init__(self) -> None:
        super().__init__(
            message("This button is out of date; `/help` says what you can type instead.")
        )


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class CustomId:
    """Something that a control does; the fields, whole numbers and words, say with what."""

    name: ClassVar[str]

    def __init_subclass__(cls, *, name: str) -> None:
        super().__init_subclass__()
        if name in CUSTOM_IDS:
            raise ValueError(f"two acts are named {name!r}")
        cls.name = name
        CUSTOM_IDS[name] = dataclass(frozen=True)(cls)

    @property
    def encoded(self) -> str:
        """Write the act. Raises `ValueError` where it could not be read again."""
        words = [str(getattr(self, field.name)) for field in fields(self)]
        written = MARK.join((self.name, *words))
        if len(written) > LONGEST or parse(written) != self:
            raise ValueError(f"no control can carry {written!r}")
        return written

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Self:
        """Read the fields; those with a default may be missing. Raises `ValueError`."""
        signature = _signature(cls)
        if not signature.needed <= len(words) <= len(signature.kinds):
            raise ValueError(f"{cls.__name__} is not made of {len(words)} words")
        return cls(*map(_value, signature.kinds, words))


class _Signature(NamedTuple):
    """The types of an act's fields in their order, and how many of them have no default."""

    kinds: tuple[type[int | str], ...]
    needed: int


SIGNATURES: dict[type[CustomId], _Signature] = {}
"""The acts whose types were looked up: that takes longer than all else in reading a press."""


def _signature(act: type[CustomId]) -> _Signature:
    """Give of which fields an act is made."""
    if act not in SIGNATURES:
        known, hints = fields(act), get_type_hints(act)
        needed = sum(field.default is MISSING for field in known)
        SIGNATURES[act] = _Signature(tuple(hints[field.name] for field in known), needed)
    return SIGNATURES[act]


A = TypeVar("A", bound=CustomId)
Handler = Callable[["Interaction", A, list[str]], Awaitable[None]]
"""Gets the interaction, the act, and what is chosen in a select."""
CUSTOM_IDS: dict[str, type[CustomId]] = {}
HANDLERS: dict[type[CustomId], Handler[CustomId]] = {}


def handles(custom_id: type[A]) -> Callable[[Handler[A]], Handler[A]]:
    """Say what is done when a control of this act is used."""

    def register(handler: Handler[A]) -> Handler[A]:
        if custom_id in HANDLERS:
            raise ValueError(f"what {custom_id.__name__} does is said twice")
        HANDLERS[custom_id] = cast("Handler[CustomId]", handler)  # it is called with this act only
        return handler

    return register


def parse(custom_id: str) -> CustomId:
    """Read what a control says. Raises `ValueError` where it says nothing we know."""
    name, *words = custom_id.split(MARK)
    if name not in CUSTOM_IDS:
        raise ValueError(f"no act is named {name!r}")
    return CUSTOM_IDS[name].from_words(words)


async def dispatch(interaction: Interaction, custom_id: str, values: list[str]) -> None:
    """Do what a control says, with what is chosen in it. Raises `OutOfDate`."""
    try:
        pressed = parse(custom_id)
    except ValueError as unknown:
        raise OutOfDate from unknown
    await HANDLERS[type(pressed)](interaction, pressed, values)


def chosen(values: list[str]) -> str:
    """Give the entry chosen in a select. Raises `OutOfDate` for a button, which has none."""
    if not values:
        raise OutOfDate
    return values[0]


def _value(kind: type[int | str], word: str) -> int | str:
    """Read a word as its field's type; a `StrEnum` knows its words."""
    if kind is int and not (word.isascii() and word.isdecimal() and int(word) <= LARGEST):
        raise ValueError(f"{word!r} is no number of ours")
    return kind(word)
