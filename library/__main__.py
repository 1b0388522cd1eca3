"""`python -m library`: the conformance check, beside what `python -m rules` does."""

import sys
from collections.abc import Sequence

from library import conformance, protocol
from rules import command_line

MORE = "conformance: check a program, or this one, against the vectors; answer: answer such a check"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    match words:
        case ["conformance", *rest]:
            return conformance.main(rest)
        case ["answer"]:
            return protocol.main()
        case _:
            return command_line.main(words, MORE)


if __name__ == "__main__":
    sys.exit(main())
