"""What people and phones type, as everything typed is read: plain letters, quotes, dashes, blanks.

Phones turn quotes and hyphens by themselves, pages hide marks of no width in what is copied, and
some letters of other alphabets look like ours. Names and remarks stay as they are written.
"""

import re
import unicodedata
from functools import lru_cache

NOTHING_SHOWN = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Characters that are letters or symbols to Unicode but show nothing: Hangul fillers, the blank
Braille pattern, a musical null.
"""
DOUBLE_QUOTES, SINGLE_QUOTES = "“”„‟«»″〝〞❝❞＂", "‘’‚‛′❛❜ʼ＇"
_ALIKE = str.maketrans(
    {
        **dict.fromkeys(DOUBLE_QUOTES, '"'),
        **dict.fromkeys(SINGLE_QUOTES, "'"),
        **dict.fromkeys("−˗➖─", "-"),
        **dict.fromkeys("⁄∕", "/"),
        **dict.fromkeys("➡➔➜⟶⇒", "→"),
        **dict.fromkeys("⬅⟵⇐", "←"),
        **{chr(0x1F150 + at): chr(65 + at) for at in range(26)},  # negative circled letters
        **{chr(0x1F170 + at): chr(65 + at) for at in range(26)},  # negative squared letters
        **dict(zip("‹›∶∗ˆ", "<>:*^", strict=True)),
        **dict(zip("АВЕЅІЈКМНОРСТХҺасеһіјорѕх", "ABESIJKMHOPCTXHacehijopsx", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαο", "ABEZHIKMNOPTYXao", strict=True)),
    }
)
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Marks that reverse the direction of the text after them."""
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_HIDDEN = ("Cf", "Mn", "Me")
"""Unicode's categories of marks of no width of their own, accents among them."""
_VISIBLE = ("L", "N", "P", "S")
"""The first letters of Unicode's categories of visible characters: letters, numbers, punctuation
and symbols.
"""
_AROUND = " \t\n'\"`"
_NO_WIDTH = "\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u202f\u2060\u3000\ufeff"
_ROUND_A_MOVE = f"{_AROUND}!?.,;"
_WORD = re.compile(r"```\w*$|\d+\.+|(?P<word>[^\s`]+)")
_MOVE_NUMBER = re.compile(r"^\d+\s*[.):]+\s*")


def plain_text(text: str) -> str:
    """Return typed text as it is read: in ASCII wherever a character has a like there.

    Each character is looked at alone: to compose or sort a run of accents may take its square.
    """
    return _NOT_ASCII.sub(lambda found: _plain(found[0]), text)


def plain_word(text: str) -> str:
    """Return a typed word or key as it is compared: plain, in lower case, without quotes round."""
    return plain_text(text).lower().strip(_AROUND)


def plain_move(text: str) -> str:
    """Return a typed move, plain, without its number, what is thought of it, and quotes round."""
    return _MOVE_NUMBER.sub("", plain_word(text)).strip(_ROUND_A_MOVE)


def words_in(text: str) -> list[str]:
    """Split a line of typed moves into words, plain, without the moves' numbers and marks of code.

    The hyphen of a move, or of a result, may have blanks round it.
    """
    line = plain_text(text).replace(" - ", "-")
    return [found["word"] for found in _WORD.finditer(line) if found["word"]]


def unquoted(text: str) -> str:
    """Return typed text as it is, without blanks, quotes and marks of no width round it."""
    return text.strip(_AROUND + DOUBLE_QUOTES + SINGLE_QUOTES + _NO_WIDTH)


def single_line(name: str) -> str:
    """Return a name in one line, without marks that would reverse the text after it."""
    return " ".join(_TURNING.sub("", name).split())


def is_visible(text: str) -> bool:
    """Tell whether a text contains a visible character."""
    return any(
        unicodedata.category(character)[0] in _VISIBLE and character not in NOTHING_SHOWN
        for character in text
    )


@lru_cache(maxsize=4096)
def _plain(mark: str) -> str:
    shown = (
        part
        for part in unicodedata.normalize("NFKD", mark)
        if unicodedata.category(part) not in _HIDDEN and part not in NOTHING_SHOWN
    )
    kept = unicodedata.normalize("NFKC", "".join(shown)).translate(_ALIKE)
    return "".join("-" if unicodedata.category(part) == "Pd" else part for part in kept)
