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
            "00011-00010111-0100-01110111100101001101111-010000110000000100101000101111100-00"
            "1100101001100111110010101001101-1001011000000101110-0000011-1101100-00110000-10-"
            "100011011011001010011000011101100010001-"
        ),
    ),
}
