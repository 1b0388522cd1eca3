"""The ways in which a match shows itself: each has `NEEDS`, its permissions, and `show`."""
