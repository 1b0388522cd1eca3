"""Series of leagues: promotion and relegation between two of them."""

from collections.abc import Sequence


def after_promotion(divisions: Sequence[Sequence[int]]) -> list[int]:
    """Return everybody in the order for the next league, given each division's final order.

    The first of a division goes up, the last of the one above goes down; who went up comes last in
    the new division, and who went down first.
    """
    orders = [list(division) for division in divisions]
    for upper in range(len(orders) - 1):
        above, below = orders[upper], orders[upper + 1]
        # Whoever has just come down does not go on to the division below that.
        down, up = above[-1], divisions[upper + 1][0]
        below.remove(up)
        above.remove(down)
        above.append(up)
        below.insert(0, down)
    return [number for order in orders for number in order]
