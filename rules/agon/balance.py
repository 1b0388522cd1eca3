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
            "110100001-0101001011111101010101-0-0-00001000101111-111000001111100101-1-0100011"
            "0100111001100001-0-1111111010000100001-01000100100101011-0000-010110001001011010"
            "0--10111-1-1011011010001--11101011000110"
        ),
    ),
}
