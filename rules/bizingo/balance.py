"""Results of Bizingo's self-play games, by the options as they are stored.

`python -m opponent balance bizingo --all --write` plays the games and writes this file; the same
`--seed` and `--nodes` give the same results.
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
