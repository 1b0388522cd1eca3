"""Results of Agon's self-play games, by the options as they are stored.

`python -m tools.research balance agon --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=10,
        nodes=100,
        seed=2026,
        results=(
            "-0--100--0--10000000-001111101111-0000-01001-10010000101010000011111111-00010001"
            "-01-11010000111010011-000-10-00000000-1-01001--0000-00011-1-111010010-0-011-0000"
            "10001010110100010-000110010-0-1-00100-11"
        ),
    ),
}
