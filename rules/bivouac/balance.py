"""How Bivouac's test games between equals ended, by what was chosen for them.

`python -m opponent balance bivouac --all --write` plays them and writes this.
"""

from rules.balance import Counted, Table

COUNTED: Table = {
    "-": Counted(
        level=5,
        nodes=100,
        seed=2026,
        results=(
            "10000-01101010-00010000-00111110011000100011101-11100011100110101001011111000101"
            "00111101001001001000000111000100-1110110011001010100100111011101101011-110010011"
            "1011001-011000001-101-010100011010001011"
        ),
    ),
    "variant=hostile": Counted(
        level=5,
        nodes=100,
        seed=2026,
        results=(
            "110111110010000101110110111000101010000110000001111010010101101-1110111111100100"
            "1000010101001111111001110011111111001010-1010000110-00100001111100111101010011-1"
            "000010101011-010101010101001011011000111"
        ),
    ),
}
