"""Results of Bizingo's self-play games, by the options as they are stored.

`python -m tools.research balance bizingo --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=5,
        nodes=100,
        seed=2026,
        results=(
            "01----00-0-1--1-01-0--1-01-00--1-101----00-0----0--1-----0110-1-0-----0-01000---"
            "------0-10-01---1110--0-01-010--0--0--1--------1-00011--0--01---1--010--------0-"
            "-1-0--000-1-----1-00-0-0------1--1---000"
        ),
        leads=(
            "4 -5 2 0 1 4 3 2 -1 4 0 -3 -5 2 -5 -1 3 2 2 1 4 3 -1 2 9 -5 -1 1 3 -3 0 -2 1 -6 "
            "3 1 5 0 2 3 4 4 4 2 3 -2 5 -1 11 3 2 -1 4 2 4 3 -2 8 0 0 2 2 -3 -1 6 -3 -1 1 1 1 "
            "12 3 8 -3 -2 3 2 -1 8 4 3 4 0 1 -1 2 0 -2 -3 4 1 7 1 3 -3 4 -1 2 -2 1 2 2 1 3 1 "
            "0 3 -2 -3 5 0 0 1 1 1 -1 0 4 0 -5 1 -5 6 0 7 1 1 1 1 1 8 1 -5 -1 1 2 -1 2 1 1 0 "
            "-1 3 -1 0 -1 -5 -1 0 0 -3 -3 -7 1 2 2 0 -1 5 -3 3 0 -2 5 -2 2 -2 1 1 -1 0 4 2 -3 "
            "-2 2 -1 3 9 0 3 3 1 3 -1 4 2 2 6 1 -4 2 1 -2 3 0 1 7 1 0"
        ),
    ),
}
