"""Results of Bivouac's self-play games, by the options as they are stored.

`python -m tools.research balance bivouac --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=10,
        nodes=100,
        seed=2026,
        results=(
            "10001-01111010100010010-10110101011010100011101011101010100111000001011111000100"
            "00101111101101001110000-10001000-1110011000011010101010011011001101011-011010011"
            "1111001-0010010011001-110010011010011011"
        ),
    ),
    "variant=hostile": SelfPlay(
        level=10,
        nodes=100,
        seed=2026,
        results=(
            "100111000010000101111110101010101010000110000001011010010101110-1100100111101101"
            "1100110101000111111101-1011111111100101001010000000-00100001111100111101010011-0"
            "000010100010-010101011101000011011100110"
        ),
    ),
}
