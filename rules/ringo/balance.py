"""How Ringo's test games between equals ended, by what was chosen for them.

`python -m opponent balance ringo --all --write` plays them and writes this; the same comes again
with the `--seed` and the `--nodes` that stand here.
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
