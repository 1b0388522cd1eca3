"""Glicko-2: how strong a player is, how certain that is, and how a match changes both.

Mark E. Glickman, "Example of the Glicko-2 system", http://www.glicko.net/glicko/glicko2.pdf; the
steps named below are those of the paper. Time is measured in fractions of a rating period, as on
lichess.org.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import exp, log, log10, pi, sqrt

from rules.balance import Balance

TAU = 0.5
"""The system constant: how much the volatility may change."""
PERIODS_A_DAY = 0.21436
"""Chosen so that a deviation of 60 grows to 110 in about a year of absence."""
SETTLED = 110.0
"""A rating with a greater deviation is shown with a question mark."""
MOST_DEVIATION = 350.0
"""The deviation of a new player, which is never exceeded."""
CENTRE = 1500.0
SCALE = 173.7178
"""Points of the displayed scale in one unit of the Glicko-2 scale (steps 2 and 8)."""
PRECISION = 1e-6
"""Epsilon of step 5."""
ADDED_DRAWS = 10
"""The number of drawn games added to those counted between equals."""
MOST_WORTH = 350
"""The maximum worth of a side: even against the greatest advantage games are won at times."""


_LIVE = " live"


def pool_of(game: str, *, live: bool) -> str:
    """Return the name of the pool of a game's ratings, of days or of live matches.

    They are rated apart, for who is good at one need not be at the other.
    """
    return f"{game}{_LIVE}" if live else game


def game_of(pool: str) -> tuple[str, bool]:
    """Return the game of a pool, and whether it is that of live matches."""
    return pool.removesuffix(_LIVE), pool.endswith(_LIVE)


@dataclass(frozen=True)
class Rating:
    """A rating on the displayed scale; the defaults are those of a new player."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def settled(self) -> bool:
        """Whether the rating is shown without a question mark."""
        return self.deviation <= SETTLED

    @property
    def is_new(self) -> bool:
        """Whether no match was rated yet: each changes the volatility, if only a little."""
        return self == Rating()

    def stronger(self, points: float) -> "Rating":
        """Return the rating of an equally well known player who is stronger by some points."""
        return replace(self, rating=self.rating + points)

    def absent(self, days: float) -> "Rating":
        """Return the rating after some days without a match (step 6)."""
        periods = max(0.0, days) * PERIODS_A_DAY
        deviation = sqrt(self.deviation**2 + periods * (SCALE * self.volatility) ** 2)
        return Rating(self.rating, min(MOST_DEVIATION, deviation), self.volatility)


@dataclass(frozen=True)
class DatedRating:
    """A rating as of its last change, which was `at` a time, if ever."""

    rating: Rating = field(default_factory=Rating)
    at: datetime | None = None

    def as_of(self, now: datetime) -> Rating:
        """Return the present rating, which is less certain after an absence."""
        return self.rating.absent(self.days(now))

    def days(self, now: datetime) -> float:
        """Return the number of days since the rating last changed."""
        return 0.0 if self.at is None else max(0.0, (now - self.at) / timedelta(days=1))


def rate(player: Rating, results: Sequence[tuple[Rating, float]], periods: float) -> Rating:
    """Return the rating after some results, each an opponent and a score of 0, 1/2 or 1.

    `periods` is how long ago, in rating periods, the player's rating last changed.
    """
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    known = [
        (_weight(other.deviation / SCALE), (other.rating - CENTRE) / SCALE, score)
        for other, score in results
    ]
    expected = [1 / (1 + exp(-weight * (mu - other))) for weight, other, _ in known]
    variance = 1 / sum(
        weight**2 * chance * (1 - chance)
        for (weight, _, _), chance in zip(known, expected, strict=True)
    )  # step 3
    surprise = sum(
        weight * (score - chance)
        for (weight, _, score), chance in zip(known, expected, strict=True)
    )
    volatility = _volatility(phi, player.volatility, variance, variance * surprise)
    waited = phi**2 + periods * volatility**2  # step 6
    new_phi = 1 / sqrt(1 / waited + 1 / variance)  # step 7
    new_mu = mu + new_phi**2 * surprise
    return Rating(
        SCALE * new_mu + CENTRE, min(MOST_DEVIATION, SCALE * new_phi), volatility
    )  # step 8


def rate_match(
    players: tuple[Rating, Rating],
    days: tuple[float, float],
    winner: int | None,
    advantage: int = 0,
) -> tuple[Rating, Rating]:
    """Return both ratings after a match, which is one rating period.

    `days` is for how long each player has not been rated; each is measured against the other's
    present rating, which an absence makes less certain. `advantage` is what the first side is worth
    in points: the opponent of that side is taken to be weaker by as much, and its owner stronger,
    as online-go.com does with handicaps (https://github.com/online-go/goratings).
    """
    now = [player.absent(away) for player, away in zip(players, days, strict=True)]
    scores = (0.5, 0.5) if winner is None else (1.0 - winner, float(winner))
    met = now[0].stronger(advantage), now[1].stronger(-advantage)
    first, second = (
        rate(players[side], [(met[1 - side], scores[side])], max(0.0, days[side]) * PERIODS_A_DAY)
        for side in (0, 1)
    )
    return first, second


def advantage(balance: Balance | None) -> int:
    """Return the rating points that the first side is worth; negative if the second is better."""
    return 0 if balance is None else worth(balance.score, balance.games)


def worth(score: float, games: int) -> int:
    """Return the rating points that a score in games between equals is worth, negative below half.

    A draw scores a half. It is the difference at which Elo's formula expects that score, with a few
    drawn games added, since the next games may go otherwise; 0 if the score may be chance, and
    never more than `MOST_WORTH`.
    """
    if abs(score - games / 2) <= sqrt(games):  # two standard deviations, if none is drawn
        return 0
    share = (score + ADDED_DRAWS / 2) / (games + ADDED_DRAWS)
    points = 400 * log10(share / (1 - share))
    return round(max(-MOST_WORTH, min(MOST_WORTH, points)))


def _weight(phi: float) -> float:
    """Return g(phi) of step 3: an opponent with an uncertain rating counts for less."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(phi: float, volatility: float, variance: float, delta: float) -> float:
    """Find the new volatility with the Illinois algorithm (step 5)."""
    start = log(volatility**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        # Glickman looks for the first multiple of TAU below which the slope is not negative; it is
        # always the first of all: there it is greater than 1 / TAU - 1 / 2.
        high = start - TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
