"""Run all benchmarks but the longest, or those named: `python -m tools.bench [rules …]`."""

import argparse
import importlib
import pkgutil
import sys

from tools import bench


def main() -> int:
    """Run the modules of this package that have a `run`, and return the exit status."""
    names = [found.name for found in pkgutil.iter_modules(bench.__path__)]
    modules = {n: importlib.import_module(f"tools.bench.{n}") for n in names if n != "__main__"}
    there = [name for name, module in modules.items() if hasattr(module, "run")]
    arguments = argparse.ArgumentParser(prog="bench", description=__doc__)
    arguments.add_argument("name", nargs="*", help=", ".join(there))
    arguments.add_argument("--scale", type=float, help="how much of the full load")
    asked = arguments.parse_args()
    wanted = asked.name or [name for name in there if not hasattr(modules[name], "ALONE")]
    for name in wanted:
        if name not in there:
            print(f"There is no benchmark {name!r}; choose from {', '.join(there)}.")
            return 2
    for name in wanted:
        print(f"\n== {name}")
        modules[name].run(**({} if asked.scale is None else {"scale": asked.scale}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
