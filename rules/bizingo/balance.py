"""How Bizingo's test games between equals ended, by what was chosen for them.

`python -m opponent balance bizingo --all --write` plays them and writes this.
"""

from rules.balance import Counted, Table

COUNTED: Table = {
    "-": Counted(
        level=5,
        nodes=100,
        seed=2026,
        results=(
            "1-1-------000--------0---1-0------001-1--1--0---10----0111------0--1--1-----0011"
            "00000---0--1---0-1-0010-01------1---0--0-----00--0--1--0---0--1-1-----------10--"
            "010-0-010--1-0--0-----0-1--001---10-00-1"
        ),
    ),
}
