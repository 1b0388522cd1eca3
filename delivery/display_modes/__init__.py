"""The display modes of a match; each has a function `show`."""
