"""Research that made what the bot ships: proofs, puzzles, endgames, and measurements of play."""

import argparse
from pathlib import Path


def positive(text: str) -> int:
    """Read a number above 0; argparse says it where it is none."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number above 0")
    return int(text)


def file_to_write(text: str) -> Path:
    """Read the path of a file; argparse says it, before hours of work, where its folder is not."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    return path
