"""Phrases that several cards share."""

from datetime import UTC, datetime, timedelta

import pytest

from interactions.speech import left_words


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(days=14), "14 days left"),
        (timedelta(days=2, hours=23, minutes=59), "3 days left"),
        (timedelta(hours=48), "2 days left"),
        (timedelta(hours=47), "47 hours left"),
        (timedelta(minutes=100), "2 hours left"),
        (timedelta(minutes=89), "89 minutes left"),
        (timedelta(minutes=1), "1 minute left"),
        (timedelta(seconds=-5), "0 minutes left"),
    ],
)
def test_time_left_is_said_in_the_largest_unit_that_tells(left: timedelta, said: str) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert str(left_words(now + left, now)) == said
