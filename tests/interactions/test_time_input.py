"""Time zones and quiet hours as people type them."""

import pytest

from interactions.time_input import UnknownTimeZone, read_quiet_hours, read_time_zone
from rules import Refusal


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("ASIA/KOLKATA", "Asia/Kolkata"),
        ("utc", "UTC"),
    ],
)
def test_time_zones_are_read_tolerantly(text: str, zone: str) -> None:
    assert read_time_zone(text) == zone


@pytest.mark.parametrize(
    ("text", "near"),
    [("Europe/Berln", "Europe/Berlin"), ("Istanbul", "Asia/Istanbul"), ("Pariss", "Europe/Paris")],
)
def test_near_misses_are_named(text: str, near: str) -> None:
    with pytest.raises(UnknownTimeZone, match="Did you mean") as refused:
        read_time_zone(text)
    assert near in refused.value.near


@pytest.mark.parametrize("text", ["localtime", "Localtime", "Factory", "factory"])
def test_what_is_nowhere_is_no_time_zone(text: str) -> None:
    with pytest.raises(UnknownTimeZone) as refused:
        read_time_zone(text)
    assert {"localtime", "Factory"}.isdisjoint(refused.value.near)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("22:00-08:00", "22:00-08:00"),
        (" 22 - 8 ", "22:00-08:00"),
        ("10pm–8am", "22:00-08:00"),
        ("12am to 12pm", "00:00-12:00"),
        ("0.30 until 7.45", "00:30-07:45"),
    ],
)
def test_quiet_hours_are_read_tolerantly(text: str, hours: str) -> None:
    assert str(read_quiet_hours(text)) == hours


@pytest.mark.parametrize("text", ["", "22", "25-8", "22:60-8", "13pm-8", "0am-8", "8-8", "-"])
def test_what_are_no_quiet_hours_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="write them like"):
        read_quiet_hours(text)


@pytest.mark.parametrize("text", ["22:00 – 8 h", "10 pm to 8 am", "22:00\xa0-\u202f08:00"])
def test_blanks_anywhere_in_quiet_hours_are_ignored(text: str) -> None:
    assert str(read_quiet_hours(text)) == "22:00-08:00"
