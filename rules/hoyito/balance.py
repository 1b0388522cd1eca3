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
            "11111111111111111111111111111111111111111111111111111111111111111111111111111111"
            "1111111111111111111111111111111111111111111111111111-111111111111111111111111111"
            "1111111111111111111111111111111111111111"
        ),
    ),
    "holes=8": Counted(
        level=5,
        nodes=400,
        seed=2026,
        results=(
            "1-000-0--00-0-0--00-1---0----0-11-0---0---10-000--000-1-11-0----0010---11--1----"
            "0-0-0---000-0--00000-00---110-00--11-1000-0-1-----101-1-----1010-10000-0---00-00"
            "-01010-0000--0-1000--1----0000-1---01-0-"
        ),
    ),
}
