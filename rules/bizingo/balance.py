"""Results of Bizingo's self-play games, by the options as they are stored.

`python -m tools.research balance bizingo --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=14,
        nodes=100,
        seed=2026,
        results=(
            "01----0---0-----0-----1001-00--1-1-------0-0--0----------0--0-1--1-0-0--0100--0-"
            "---0-00---0-1---11-------1-0100---10--1--1-1-0-1-0-011------1------01-1---------"
            "-1-0---00-11----10000000--0---1--10--00-"
        ),
    ),
}
