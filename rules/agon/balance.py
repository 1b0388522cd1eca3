"""Results of Agon's self-play games, by the options as they are stored.

`python -m tools.research balance agon --all --write` plays the games and writes this file;
the same `--seed` and `--nodes` give the same results.
"""

from rules.balance import SelfPlay, SelfPlayTable

SELF_PLAY: SelfPlayTable = {
    "-": SelfPlay(
        level=5,
        nodes=100,
        seed=2026,
        results=(
            "-1--------1---0--001100-0----110-100-0-01001-10-1----1010-0-00--0-111---00---001"
            "1-----000-0--11-00011-1--0-0-00000-0000-----0--00---01-1--1---10-0010-0-0-11-1--"
            "----1--01-------0-0-0110-0---0--00000-1-"
        ),
    ),
}
