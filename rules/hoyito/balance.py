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
            "1111111111111111111111111111111111111111111111111111-"
            "1111111111111111111111111111111111111111111111111111111111111111111"
        ),
    ),
}
