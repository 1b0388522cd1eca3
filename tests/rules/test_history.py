"""Histories of reversible plies, and repetitions in them."""

from rules.history import History


def walked(*identities: str) -> History:
    """Return the history before the last of some positions in order."""
    history = History()
    for number, identity in enumerate(identities[:-1]):
        history = history.then(f"ply {number}", history.counts_with(identity))
    return history


def test_a_history_counts_its_plies_and_writes_them_oldest_first() -> None:
    history = walked("a", "b", "c", "d")
    assert history.length == 3
    assert history.texts() == ["ply 0", "ply 1", "ply 2"]
    assert History().texts() == []


def test_a_position_repeats_when_it_stands_for_the_third_time() -> None:
    assert not walked("a").repeats("a")
    assert not walked("a", "b", "a").repeats("a")
    assert walked("a", "b", "a", "b", "a").repeats("a")
    assert not walked("a", "b", "a", "b", "a", "b", "c").repeats("c")


def test_branches_do_not_count_each_others_positions() -> None:
    before = walked("a", "b", "a", "b")
    stood = before.counts_with("b")
    one, other = before.then("x", stood), before.then("y", stood)
    assert one.repeats("a")
    further = one.then("z", one.counts_with("c"))
    assert not other.repeats("c")
    assert further.counts != other.counts


def test_a_history_is_made_anew_from_its_plies_and_positions() -> None:
    positions = ("a", "b", "a", "b", "a")
    walk = walked(*positions)
    again = History.of(walk.texts(), positions[:-1])
    assert again == walk
    assert again.repeats("a")
