"""Results of Ringo's self-play games, by the options as they are stored.

`python -m tools.research balance ringo --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=5,
        nodes=400,
        seed=2026,
        results=(
            "00000000000000000000000000000001000000000000000000000000000000000000000000000000"
            "00000000000000000000000000000000001000000000000000000000000000000000000000000000"
            "0000000000000000000000000000000000000000"
        ),
    ),
    "fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one": SelfPlay(
        level=5,
        nodes=400,
        seed=2026,
        results=(
            "01101001110101100011101110100001000011100100011011110100000110011001001011110111"
            "01101010001010000101111000001000110101001111100100111111000000000000110010000010"
            "0000111110001001110001010001101001001011"
        ),
    ),
    "attackers=6": SelfPlay(
        level=5,
        nodes=400,
        seed=2026,
        results=(
            "00000000000000000000000000001000000000000000000000000000000000000000000001000000"
            "00000000000000000000000100000000000000000000000000000000000000000000001000000010"
            "0000000000010000000000000000000001000000"
        ),
    ),
}
