"""Plies since the last that cannot be undone, counted as they are played."""

from rules.history import History


def walked(*identities: str) -> History:
    """Give the history before the last of some positions, in the order in which they stood."""
    history = History()
    for number, identity in enumerate(identities[:-1]):
        history = history.then(f"ply {number}", history.standing(identity))
    return history


def test_a_history_counts_its_plies_and_writes_them_oldest_first() -> None:
    history = walked("a", "b", "c", "d")
    assert history.length == 3
    assert history.written() == ["ply 0", "ply 1", "ply 2"]
    assert History().written() == []


def test_a_position_repeats_when_it_stands_for_the_third_time() -> None:
    assert not walked("a").repeats("a")
    assert not walked("a", "b", "a").repeats("a")
    assert walked("a", "b", "a", "b", "a").repeats("a")
    assert not walked("a", "b", "a", "b", "a", "b", "c").repeats("c")


def test_branches_do_not_count_each_others_positions() -> None:
    before = walked("a", "b", "a", "b")
    stood = before.standing("b")
    one, other = before.then("x", stood), before.then("y", stood)
    assert one.repeats("a")
    further = one.then("z", one.standing("c"))
    assert not other.repeats("c")
    assert further.stood != other.stood


def test_a_history_is_made_anew_from_its_plies_and_positions() -> None:
    positions = ("a", "b", "a", "b", "a")
    walk = walked(*positions)
    again = History.of(walk.written(), positions[:-1])
    assert again == walk
    assert again.repeats("a")
