"""Results of Bizingo's self-play games, by the options as they are stored.

`python -m tools.research balance bizingo --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=10,
        nodes=100,
        seed=2026,
        results=(
            "01----00-0-1--1-01-0--1-01-00--1-101----00-0----0--1-----0110-1-0-----0-01000---"
            "------0-10-01---1110--0-01-010--0--0--1--------1-00011--0--01---1--010--------0-"
            "-1-0--000-1-----1-00-0-0------1--1---000"
        ),
    ),
}
