"""How Bizingo's test games between equals ended, by what was chosen for them.

`python -m opponent balance bizingo --all --write` plays them and writes this; the same comes again
with the `--seed` and the `--nodes` that stand here.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=5,
        nodes=100,
        seed=2026,
        results=(
            "----0-0-1----------10-1---------------0-1----0--0-----0---------11--10---0------"
            "-0-----10--1---------00--0---0----1--1-0-1-1-----10--001-1101-1-------1-----01--"
            "--1------------0------0--0-0--0-0-0-10-0"
        ),
    ),
}
