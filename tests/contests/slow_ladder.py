"""A ladder reckoned in another way: by counting days, one at a time, and swapping neighbours."""

from dataclasses import dataclass, field


@dataclass
class SlowLadder:
    """Everybody from the top, and for each how many days they have not played or dropped."""

    order: list[int] = field(default_factory=list)
    unplayed: dict[int, int] = field(default_factory=dict)
    since_drop: dict[int, int | None] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    waiting: dict[int, tuple[int, int]] = field(default_factory=dict)
    playing: dict[int, tuple[int, int]] = field(default_factory=dict)
    met: dict[frozenset[int], int] = field(default_factory=dict)
    """For each pair, how many days ago they met."""

    def join(self, person: int) -> None:
        """Put a newcomer on the last place."""
        self.order.append(person)
        self._has_played(person)

    def leave(self, person: int) -> None:
        """Take somebody off, with the challenges that wait."""
        self.order.remove(person)
        self.away.discard(person)
        self.waiting = {n: pair for n, pair in self.waiting.items() if person not in pair}

    def give(self, challenge: int) -> None:
        """Let the challenger have the place of who did not answer."""
        challenger, challenged = self.waiting.pop(challenge)
        self.met[frozenset((challenger, challenged))] = 0
        self._has_played(challenger)
        self._climb(challenger, challenged)

    def end(self, challenge: int, winner: int | None, *, on_time: bool = False) -> None:
        """End a match."""
        pair = self.playing.pop(challenge)
        self.met[frozenset(pair)] = 0
        for person in pair:
            self._has_played(person)
        if winner is not None:
            (loser,) = {*pair} - {winner}
            self._climb(winner, loser)
            for _ in range(5 if on_time else 0):
                self._sink(loser)

    def next_day(self) -> list[int]:
        """Let a day go by; return who went down, in order."""
        for pair in self.met:
            self.met[pair] += 1
        for person in self.order:
            if person not in self.away:
                self.unplayed[person] += 1
                dropped = self.since_drop[person]
                self.since_drop[person] = None if dropped is None else dropped + 1
        gone: list[int] = []
        while (found := self._next_to_drop()) is not None:
            self._sink(found)
            self.since_drop[found] = 0
            gone.append(found)
        return gone

    def may_challenge(self, person: int, other: int) -> bool:
        """Tell whether one may challenge another."""
        if person not in self.order or other not in self.order or self.away & {person, other}:
            return False
        above = self.order[: self.order.index(person)]
        near = [each for each in above if each not in self.away][-3:]
        now_open = [*self.waiting.values(), *self.playing.values()]
        return (
            other in near
            and {person, other} not in [{*pair} for pair in now_open]
            and [made for made, _ in now_open].count(person) < 2
            and [to for _, to in now_open].count(other) < 2
            and self.met.get(frozenset((person, other)), 99) >= 10
        )

    def _next_to_drop(self) -> int | None:
        for person, below in reversed([*zip(self.order, self.order[1:], strict=False)]):
            dropped = self.since_drop[person]
            if self._is_idle(person) and not self._is_idle(below) and dropped not in range(7):
                return person
        return None

    def _is_idle(self, person: int) -> bool:
        plays = any(person in pair for pair in self.playing.values())
        return self.unplayed[person] >= 30 and person not in self.away and not plays

    def _has_played(self, person: int) -> None:
        self.unplayed[person], self.since_drop[person] = 0, None

    def _climb(self, winner: int, loser: int) -> None:
        if {winner, loser} <= {*self.order}:
            while self.order.index(winner) > self.order.index(loser):
                at = self.order.index(winner)
                self.order[at - 1 : at + 1] = self.order[at], self.order[at - 1]

    def _sink(self, person: int) -> None:
        if person in self.order[:-1]:
            at = self.order.index(person)
            self.order[at : at + 2] = self.order[at + 1], self.order[at]
