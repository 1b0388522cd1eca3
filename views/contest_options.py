"""The forms in which an organiser changes a league or cup until sign-up ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from contests.contest import LEAST, LEAST_DIVISION, LOADS, MOST, MOST_DIVISION, MOST_WEEKS, Form
from data import Contest, ContestTerms
from interactions import CustomId, OutOfDate
from interactions.components import chosen_number
from interactions.forms import Field, Modal, labelled
from rules import Sentence, message
from views.contest_words import load_words
from views.setting_choices import choice_of, ticks_of

WEEKS = (*range(1, 17), *range(18, MOST_WEEKS + 1, 2))
PLAYERS = (*range(3, 17), *range(20, MOST + 1, 4))
DAYS = (*range(1, 15), 21, 28)
"""The numbers that can be chosen, fewer than the 25 that a select can have."""
UNCHANGED = "0"
"""The value that leaves the end of sign-up, or options that are no ready-made set, as they are."""


class ContestForm(StrEnum):
    """The two forms; the values are in messages for ever."""

    OPTIONS = "options"
    SIZE = "size"


TITLES = {ContestForm.OPTIONS: message("Options"), ContestForm.SIZE: message("Size and dates")}


class OpenContestOptions(CustomId, name="seasonoptions"):
    """Open a form for a contest."""

    contest: int
    form: ContestForm


class FillContestOptions(CustomId, name="seasonoptioned"):
    """Change a contest to what was chosen in a form."""

    contest: int
    form: ContestForm


def contest_form(contest: Contest, form: ContestForm) -> Modal:
    """Build a form, filled with what holds."""
    fields = _options(contest) if form is ContestForm.OPTIONS else _size(contest)
    return Modal(TITLES[form], FillContestOptions(contest.id, form), *fields.values())


def filled_terms(
    contest: Contest, form: ContestForm, filled: Sequence[str]
) -> tuple[ContestTerms, int]:
    """Return the terms by what was chosen, and in how many days sign-up ends: 0 if as before.

    Raises `OutOfDate` for anything that the form doesn't offer.
    """
    offered = _options(contest) if form is ContestForm.OPTIONS else _size(contest)
    if len(filled) != len(offered):
        raise OutOfDate
    values, terms = dict(zip(offered, filled, strict=True)), contest.terms
    if form is ContestForm.OPTIONS:
        ticked, preset = values["ticks"].split(), values.get("preset", UNCHANGED)
        if preset not in (UNCHANGED, *terms.rules.presets):
            raise OutOfDate
        load = chosen_number(values["at_once"]) or None
        if load not in LOADS:
            raise OutOfDate
        options = terms.options if preset == UNCHANGED else terms.rules.presets[preset]
        is_series = "series" in ticked and terms.form is Form.LEAGUE
        rated = "rated" in ticked
        return replace(terms, options=options, at_once=load, rated=rated, series=is_series), 0
    numbers = {key: chosen_number(value) for key, value in values.items()}
    days = numbers.get("days", 0)
    if days not in (0, *DAYS):
        raise OutOfDate
    division = numbers.get("division", terms.division)
    return replace(terms, most=numbers["most"], weeks=numbers["weeks"], division=division), days


def _options(contest: Contest) -> Mapping[str, Field]:
    """Return the fields of the rules, and of how the matches are played."""
    terms = contest.terms
    ticks = {"rated": message("Counts for the leaderboard")}
    on = ["rated"] if terms.rated else []
    if terms.form is Form.LEAGUE:
        ticks["series"] = message("Another season follows, with promotion")
        on += ["series"] if terms.series else []
    loads = {str(load or 0): load_words(load) for load in LOADS}
    fields = {"ticks": labelled(message("What applies"), "", ticks_of(ticks, on))}
    if len(terms.rules.presets) > 1:
        presets = {key: terms.rules.preset_sentence(key) for key in terms.rules.presets}
        choose, sets = terms.rules.choices.choose, terms.rules.presets
        chosen = choose(terms.options)
        present = next((key for key in sets if choose(sets[key]) == chosen), UNCHANGED)
        fields["preset"] = labelled(message("Rules"), "", choice_of("preset", presets, present))
    at_once = choice_of("at_once", loads, str(terms.at_once or 0))
    fields["at_once"] = labelled(message("Matches each player has at once"), "", at_once)
    return fields


def _size(contest: Contest) -> Mapping[str, Field]:
    """Return the fields of how many people there are, and how long it all lasts."""
    terms = contest.terms
    least = LEAST[terms.form]
    is_league = terms.form is Form.LEAGUE
    fields = {"most": _number("most", message("Players at most"), PLAYERS, terms.most, least)}
    if is_league:
        divisions = range(LEAST_DIVISION, MOST_DIVISION + 1)
        fields["division"] = _number(
            "division", message("Players in a division"), divisions, terms.division
        )
    weeks = message("Weeks it lasts") if is_league else message("Weeks each round lasts")
    fields["weeks"] = _number("weeks", weeks, WEEKS, terms.weeks, 1 if is_league else 2)
    if contest.begins is not None:
        days = {UNCHANGED: Sentence("As it is now")} | {
            str(number): Sentence("In {number} day", "In {number} days", number=number)
            for number in DAYS
        }
        choice = choice_of("days", days, UNCHANGED)
        fields["days"] = labelled(message("Sign-up ends"), "", choice)
    return fields


def _number(key: str, question: str, numbers: Iterable[int], present: int, least: int = 1) -> Field:
    """Build the choice of a number, the present one included."""
    offered = sorted({present, *(number for number in numbers if number >= least)})
    labels = {str(number): str(number) for number in offered}
    return labelled(question, "", choice_of(key, labels, str(present)))
