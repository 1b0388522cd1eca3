"""Events played at random, by the fold; each step is checked as it happens."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from contests import cup, league
from contests.contest import (
    ContestProgress,
    Entrant,
    Form,
    Played,
    ScheduledGame,
    division_sizes,
    lost_on_time,
)

CAPS = (1, 2, 4, None)


@dataclass
class RandomEvent:
    """An event, with what has happened in it and who was out of it when."""

    form: Form
    progress: ContestProgress
    rng: random.Random
    began: Counter[ScheduledGame] = field(default_factory=Counter)

    @classmethod
    def make(cls, seed: int) -> "RandomEvent":
        """Make a random event: its form, entrants, divisions and caps follow from the seed."""
        rng = random.Random(seed)
        form = rng.choice([*Form])
        number = rng.randint(3 if form is Form.LEAGUE else 4, rng.choice((5, 9, 16, 32)))
        sizes = division_sizes(number, rng.randint(3, 8)) if form is Form.LEAGUE else [number]
        divisions = [at for at, size in enumerate(sizes) for _ in range(size)]
        entrants = [Entrant(at, divisions[at]) for at in range(number)]
        both = form is Form.CUP or rng.random() < 0.5
        harder, cap = rng.choice((None, 0, 1)), rng.choice(CAPS)
        return cls(form, ContestProgress(entrants, {}, both, harder, at_once=cap), rng)

    @property
    def fold(self) -> "ModuleFold":
        """The functions of its form."""
        return FOLDS[self.form]

    def play(self) -> None:
        """Play it to its end, by its end date at the latest."""
        closes = self.rng.choice((30, 300, 3000))
        for step in range(10_000):
            live, is_over = self.begin(), self.fold.is_over(self.progress)
            assert not (live and is_over), "it is over while games go on"
            if is_over:
                return
            if step >= closes:
                self.close()
                closes += self.rng.choice((0, 20))
            self.happen()
        raise AssertionError("it never ends")

    def begin(self) -> int:
        """Begin what is due; return how many games go on."""
        for group in self.fold.due(self.progress):
            for slot in group:
                self.began[slot] += 1
                assert self.progress.is_out.isdisjoint(slot.pair), "who is out begins nothing"
                self._record(slot, Played())
            self._check_caps(group)
        assert max(self.began.values(), default=1) == 1, "a game begins once"
        live = [slot for slot, game in self.progress.played.items() if game.points is None]
        if not live and not self.fold.due(self.progress):
            assert self.fold.is_over(self.progress), "nothing goes on, nothing is due: it is stuck"
        return len(live)

    def _check_caps(self, group: tuple[ScheduledGame, ...]) -> None:
        live = [slot for slot, game in self.progress.played.items() if game.points is None]
        for number in group[0].pair:
            most = self.progress.at_once
            if group[0].round < self.progress.uncapped:
                most = None
            busy = sum(number in slot.pair for slot in live)
            assert most is None or busy <= most, "nobody has too many games at once"

    def happen(self) -> None:
        """Let a game end, somebody leave, or the time come at which all that is left begins."""
        live = [slot for slot, game in self.progress.played.items() if game.points is None]
        chance = self.rng.random()
        if chance < 0.02:
            self.put_out(self.rng.randrange(len(self.progress.entrants)))
        elif chance < 0.03:
            self.progress = replace(self.progress, uncapped=self.progress.closed + 1)
        elif live:
            slot, points = self.rng.choice(live), self.rng.randint(0, 2)
            on_time = points != 1 and self.rng.random() < 0.1
            absent = on_time and self.rng.random() < 0.5
            self._record(slot, Played(points, on_time, absent=absent))
            for number in lost_on_time(self.progress):
                self.put_out(number)

    def put_out(self, number: int) -> None:
        """Put somebody out, who loses what goes on."""
        if number in self.progress.is_out:
            return
        since = cup.round_of(self.progress, number) if self.form is Form.CUP else 0
        self._put_out_since(number, since)
        for slot, game in [*self.progress.played.items()]:
            if game.points is None and number in slot.pair:
                self._record(slot, Played(0 if slot.first == number else 2, left=True))

    def close(self) -> None:
        """Let the end date of the present round come, a week after which all is decided."""
        if self.progress.closed < cup.rounds(len(self.progress.entrants)):
            self.progress = replace(self.progress, closed=self.progress.closed + 1)
        for slot, game in [*self.progress.played.items()]:
            if game.points is None and slot.round < self.progress.closed:
                self._record(slot, Played(self.rng.choice((0, 1, 1, 1, 2)), decided=True))

    def _record(self, slot: ScheduledGame, game: Played) -> None:
        self.progress = replace(self.progress, played={**self.progress.played, slot: game})

    def _put_out_since(self, number: int, since: int) -> None:
        entrants = [*self.progress.entrants]
        entrants[number] = replace(entrants[number], out_since=since)
        self.progress = replace(self.progress, entrants=entrants)


@dataclass(frozen=True)
class ModuleFold:
    """What leagues and cups both can be asked."""

    due: Callable[[ContestProgress], list[tuple[ScheduledGame, ...]]]
    is_over: Callable[[ContestProgress], bool]


FOLDS = {
    Form.LEAGUE: ModuleFold(league.due, league.is_over),
    Form.CUP: ModuleFold(cup.due, cup.is_over),
}
