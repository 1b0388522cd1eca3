"""How Hoyito's test games between equals ended, by what was chosen for them.

`python -m opponent balance hoyito --all --write` plays them and writes this.
"""

from rules.balance import Counted, Table

COUNTED: Table = {
    "-": Counted(
        level=5,
        nodes=400,
        seed=2026,
        results=(
            "111111011101110111111110011110110110111111010111101111110111111111-1011011111110"
            "1011110101111111110111111111011110111111111011111-1110111-1111-011-1101111111101"
            "1111111111111110111111-11101111111110010"
        ),
    ),
    "holes=8": Counted(
        level=5,
        nodes=400,
        seed=2026,
        results=(
            "1-000-0--00-0-0--00-10--0----0-11-0---0---10-000--000-1-11-0----0010---11--1----"
            "0-0-0---000-0--0000--00---11--00--11-1000-0-1-----101-1-----1010-10000-0---00-00"
            "-01010-0000--0-1000--1----0000-1---01-0-"
        ),
    ),
}
