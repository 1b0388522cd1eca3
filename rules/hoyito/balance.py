"""Results of Hoyito's self-play games, by the options as they are stored.

`python -m tools.research balance hoyito --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=10,
        nodes=400,
        seed=2026,
        results=(
            "1111110101111101110010111-0100111111111110111011-11100001-1111100111011011111111"
            "0111110111110001100111-011001111000111111101111100-11011111110-11-11101111111101"
            "111010001101111-011100101011111110111011"
        ),
    ),
    "holes=8": SelfPlay(
        level=10,
        nodes=400,
        seed=2026,
        results=(
            "-1-01001--1000-1-00-100--110-01011101-11---10-1001--0-01-01-1000-0-1000-0110-011"
            "-1-00-100-010101000-01-0-0-0-01-1-1101--1011-000101001010---01-0--110-100----1--"
            "1000--01---01-001-0-00-100--1-110010111-"
        ),
    ),
}
