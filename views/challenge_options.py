"""The form in which whoever made a challenge changes its options, until somebody accepts."""

from collections.abc import Sequence
from dataclasses import replace

from data import Challenge, Terms
from data.challenge_rules import MOST_AT_ONCE
from interactions import CustomId, OutOfDate
from interactions.components import chosen_number
from interactions.forms import Modal, labelled
from rules import Option, Sentence, message
from views.setting_choices import choice_of, ticks_of

FLAGS = {
    "rated": message("Counts for the leaderboard"),
    "both_sides": message("Both sides: two matches at once"),
    "explore": message("Trying moves out (and hints if unrated)"),
}
"""The fields of the terms that are on or off."""
ONCE = "0"
"""The value for a challenge that is over as soon as somebody accepts."""
AT_ONCE = {
    ONCE: Sentence("No"),
    **{
        str(number): Sentence(
            "Yes, up to {number} match at once",
            "Yes, up to {number} matches at once",
            number=number,
        )
        for number in range(1, MOST_AT_ONCE + 1)
    },
}


class OpenOptions(CustomId, name="options"):
    """Open the form for a challenge."""

    challenge: int


class FillOptions(CustomId, name="optioned"):
    """Change a challenge to what was chosen in the form."""

    challenge: int


def options_form(challenge: Challenge) -> Modal:
    """Build the form: all that is on or off in one field, then one for each longer choice."""
    terms = challenge.terms
    values = terms.rules.choices.choose(terms.options).values
    yes_or_no = _yes_or_no(terms)
    words = {key: Sentence(FLAGS[key]) for key in _flags(terms)}
    words |= {each.key: each.words(each.values[1]) for each in yes_or_no}
    on = [key for key in _flags(terms) if getattr(terms, key)]
    on += [each.key for each in yes_or_no if values[each.key] == each.values[1]]
    fields = [labelled(message("What applies"), "", ticks_of(words, on))]
    for option in _longer(terms):
        labels = dict(zip(option.values, option.labels, strict=True))
        chosen = choice_of(option.key, labels, values[option.key])
        fields.append(labelled(option.label, "", chosen))
    if _may_stand(challenge):
        chosen = choice_of("at_once", AT_ONCE, str(challenge.at_once or ONCE))
        fields.append(labelled(message("Stays open afterwards?"), "", chosen))
    return Modal(message("Options"), FillOptions(challenge.number), *fields)


def filled_options(challenge: Challenge, filled: Sequence[str]) -> tuple[Terms, int | None]:
    """Return the terms and how many matches there may be at once, by what was chosen in the form.

    Raises `Refusal` for anything that the form doesn't offer.
    """
    terms, longer = challenge.terms, _longer(challenge.terms)
    if len(filled) != 1 + len(longer) + _may_stand(challenge):
        raise OutOfDate
    ticked = filled[0].split()
    values = dict(zip((option.key for option in longer), filled[1:], strict=False))
    values |= {each.key: each.values[each.key in ticked] for each in _yes_or_no(terms)}
    terms.rules.choices.choose(values)
    options = {
        each.key: values[each.key]
        for each in terms.rules.options
        if values[each.key] != each.values[0]
    }
    at_once = challenge.at_once
    if _may_stand(challenge):
        at_once = chosen_number(filled[-1]) or None
    terms = replace(
        terms,
        options=options,
        rated="rated" in ticked,
        both_sides="both_sides" in ticked,
        explore="explore" in ticked,
    )
    return terms, at_once


def _flags(terms: Terms) -> list[str]:
    """Return the flags that these terms may have: only one live match is played at a time."""
    return [key for key in FLAGS if key != "both_sides" or not terms.is_live]


def _yes_or_no(terms: Terms) -> list[Option]:
    return [option for option in terms.rules.options if len(option.values) == 2]


def _longer(terms: Terms) -> list[Option]:
    return [option for option in terms.rules.options if len(option.values) != 2]


def _may_stand(challenge: Challenge) -> bool:
    """Return whether a challenge can stay open after somebody accepts it."""
    return challenge.opponent is None and not challenge.terms.is_live
