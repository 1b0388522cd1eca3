"""`python -m rules`: the games in the terminal."""

import sys

from rules.command_line import main

if __name__ == "__main__":
    sys.exit(main())
