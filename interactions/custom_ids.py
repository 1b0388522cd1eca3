"""Custom ids: the actions of buttons, selects and forms, encoded into their `custom_id`.

Each kind of action is a small dataclass: `Play(match=2, seen=1, text="c3-c1")` is encoded as
`play|2|1|c3-c1`. It is defined beside its button or beside its handler, a function decorated with
`@handles(Play)`. Names, values and the order of the fields are in messages for ever: they are never
changed, and a new field comes last, with a default.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import ClassVar, NamedTuple, Self, TypeVar, cast, dataclass_transform, get_type_hints

from interactions.interaction import Interaction
from rules import Refusal, message

MARK = "|"
"""Separates the name and the fields."""
LONGEST = 100
"""The most characters that a `custom_id` may have."""
LARGEST = 2**63 - 1
"""No number of Discord's or of the database's is larger."""


class OutOfDate(Refusal):
    """A component with a custom id that is not valid any more."""

    def __init__(self) -> None:
        super().__init__(
            message("This button is out of date; `/help` says what you can type instead.")
        )


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class CustomId:
    """An action of a component; the fields, integers and strings, are its arguments."""

    name: ClassVar[str]

    def __init_subclass__(cls, *, name: str) -> None:
        super().__init_subclass__()
        if name in CUSTOM_IDS:
            raise ValueError(f"two acts are named {name!r}")
        cls.name = name
        CUSTOM_IDS[name] = dataclass(frozen=True)(cls)

    @property
    def encoded(self) -> str:
        """Return the encoded custom id. Raises `ValueError` if it could not be decoded again."""
        words = [str(getattr(self, field.name)) for field in fields(self)]
        written = MARK.join((self.name, *words))
        if len(written) > LONGEST or parse(written) != self:
            raise ValueError(f"no control can carry {written!r}")
        return written

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Self:
        """Decode the fields; those with a default may be missing. Raises `ValueError`."""
        signature = _signature(cls)
        if not signature.needed <= len(words) <= len(signature.kinds):
            raise ValueError(f"{cls.__name__} is not made of {len(words)} words")
        return cls(*map(_value, signature.kinds, words))


class _Signature(NamedTuple):
    """The types of the fields in their order, and the number of those without a default."""

    kinds: tuple[type[int | str], ...]
    needed: int


SIGNATURES: dict[type[CustomId], _Signature] = {}
"""A cache of the field types: looking them up takes longer than all else in decoding."""


def _signature(cls: type[CustomId]) -> _Signature:
    """Return the field types of a class of custom ids."""
    if cls not in SIGNATURES:
        known, hints = fields(cls), get_type_hints(cls)
        needed = sum(field.default is MISSING for field in known)
        SIGNATURES[cls] = _Signature(tuple(hints[field.name] for field in known), needed)
    return SIGNATURES[cls]


C = TypeVar("C", bound=CustomId)
Handler = Callable[["Interaction", C, list[str]], Awaitable[None]]
"""Receives the interaction, the custom id, and the values chosen in a select."""
CUSTOM_IDS: dict[str, type[CustomId]] = {}
HANDLERS: dict[type[CustomId], Handler[CustomId]] = {}


def handles(custom_id: type[C]) -> Callable[[Handler[C]], Handler[C]]:
    """Register the handler of a class of custom ids."""

    def register(handler: Handler[C]) -> Handler[C]:
        if custom_id in HANDLERS:
            raise ValueError(f"what {custom_id.__name__} does is said twice")
        HANDLERS[custom_id] = cast("Handler[CustomId]", handler)  # called with this class only
        return handler

    return register


def parse(custom_id: str) -> CustomId:
    """Decode a custom id. Raises `ValueError` if it is unknown or malformed."""
    name, *words = custom_id.split(MARK)
    if name not in CUSTOM_IDS:
        raise ValueError(f"no act is named {name!r}")
    return CUSTOM_IDS[name].from_words(words)


async def dispatch(interaction: Interaction, custom_id: str, values: list[str]) -> None:
    """Call the handler of a custom id with the chosen values. Raises `OutOfDate`."""
    try:
        pressed = parse(custom_id)
    except ValueError as unknown:
        raise OutOfDate from unknown
    await HANDLERS[type(pressed)](interaction, pressed, values)


def chosen(values: list[str]) -> str:
    """Return the option chosen in a select. Raises `OutOfDate` for a button, which has none."""
    if not values:
        raise OutOfDate
    return values[0]


def _value(kind: type[int | str], word: str) -> int | str:
    """Convert an encoded field to its type; a `StrEnum` accepts only its values."""
    if kind is int and not (word.isascii() and word.isdecimal() and int(word) <= LARGEST):
        raise ValueError(f"{word!r} is no number of ours")
    return kind(word)
