"""Run benchmarks by name, or all but the longest: `python -m tools.bench [rules …]`."""

import argparse
import importlib
import signal
import sys
from collections.abc import Sequence
from math import inf

from tools.bench.load_bots import ENGINES
from tools.bench.measuring import CannotMeasureError
from tools.research import positive

SHORT = ("animations", "boards", "bot", "pictures", "rounds", "rules", "strength")
LONG = ("heaviest_requests", "load")
"""The benchmarks that take many minutes and run only where they are named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for, and return the exit status."""
    every = (*SHORT, *LONG)
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("name", nargs="*", help=", ".join(every))
    parser.add_argument("--scale", type=_part, help="the part of what is usually measured")
    parser.add_argument("--rate", type=_part, help="how many presses a second, of `load` alone")
    parser.add_argument("--processes", type=positive, help="how many share the servers in `load`")
    parser.add_argument("--engine", choices=ENGINES, help="what has the database of `load`")
    asked = parser.parse_args(arguments)
    if wrong := [name for name in asked.name if name not in every]:
        print(f"There is no benchmark {wrong[0]!r}; choose from {', '.join(every)}.")
        return 2
    chosen = {"rate": asked.rate, "processes": asked.processes, "engine": asked.engine}
    if any(chosen.values()) and asked.name != ["load"]:
        print("Only `load` takes a rate, processes or an engine; name no other benchmark with it.")
        return 2
    chosen["scale"] = asked.scale
    given = {key: value for key, value in chosen.items() if value is not None}
    for name in asked.name or SHORT:
        print(f"\n== {name}")
        try:
            importlib.import_module(f"tools.bench.{name}").run(**given)
        except CannotMeasureError as reason:
            print(reason)
            return 1
        except KeyboardInterrupt:
            print("stopped")
            return 130
    return 0


def _part(text: str) -> float:
    number = float(text)
    if not 0 < number < inf:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number above 0")
    return number


if __name__ == "__main__":
    # Whoever is told to stop removes its folder first.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(main())
