"""The program `python -m practice`: Parlour in a simulated Discord, as a page in your browser."""

import argparse

from hosting.startup import run
from practice.channel import practise
from rules import __version__


def main() -> None:
    """Start the practice channel; it has no arguments but `--version` and `--help`."""
    told = "Parlour in a simulated Discord, as a page in your browser."
    parser = argparse.ArgumentParser(prog="python -m practice", description=told)
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    parser.parse_args()
    run(practise)


if __name__ == "__main__":
    main()
