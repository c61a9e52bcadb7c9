"""Strangers: opponents of different styles, against whom the computers of Big-2 are measured.

They were written before `montecarlo` was tuned and have not been changed since. `montecarlo` has
nothing of them: they know no plan of `big2.players.plan`, only the fewest plays in which a hand can
be laid down, which they count in their own way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from random import Random

from big2.patterns import Cards, Play
from big2.players.base import Advice, Strategy, View

RANKS = 13
ACE, TWO = 11, 12
Counts = tuple[int, ...]


def counts_of(cards: Cards) -> Counts:
    """Return how many cards there are of each rank."""
    counts = [0] * RANKS
    for card in cards:
        counts[card.rank] += 1
    return tuple(counts)


@lru_cache(1 << 17)
def turns(counts: Counts) -> int:
    """Return the fewest plays in which cards of these counts can be laid down."""
    best = sum((n + 1) // 2 for n in counts)
    for low in range(RANKS):
        run = [(low + step) % RANKS for step in range(5)]
        if all(counts[rank] for rank in run):
            rest = tuple(n - (rank in run) for rank, n in enumerate(counts))
            best = min(best, 1 + turns(rest))
    for three, n in enumerate(counts):
        if n >= 3:
            for two, m in enumerate(counts):
                if m >= 2 and two != three:
                    rest = tuple(
                        n - 3 * (rank == three) - 2 * (rank == two) for rank, n in enumerate(counts)
                    )
                    best = min(best, 1 + turns(rest))
    return best


def turns_after(view: View, play: Play) -> int:
    """Return the fewest plays for what a play leaves in the hand."""
    return turns(counts_of(tuple(card for card in view.hand if card not in play.cards)))


def unbeatable(view: View, play: Play) -> bool:
    """Whether no cards that are unseen beat a single or a pair; of longer plays, the great ones."""
    above = [card for card in view.unseen if card > play.cards[-1]]
    if len(play.cards) == 1:
        return not above
    if len(play.cards) == 2:
        pairs = [high for low, high in pairwise(view.unseen) if low.rank == high.rank]
        return all(high < play.cards[-1] for high in pairs)
    return bool(play.key[0] >= ACE)


def size(play: Play) -> tuple[int, Cards]:
    """Order plays by how many cards they have, then by their cards from the greatest down."""
    return len(play.cards), play.cards[::-1]


class Stranger(Strategy):
    """Leads and follows by rules of its own."""

    def advise(self, view: View) -> Advice:
        """Return the action, without reasons."""
        plays = view.legal.distinct()
        if view.top is None:
            return Advice(self.lead(view, plays))
        return Advice(self.follow(view, plays) if plays else None)

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round: fewest plays left, then long, then low."""
        return min(plays, key=lambda p: (turns_after(view, p), -len(p.cards), p.cards[::-1]))

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Return a play or None to pass."""
        raise NotImplementedError


def worth(view: View, cards: Cards) -> float:
    """Return how many rounds the cards of a hand will win as singles, by what is still unseen."""
    above, total = 0, 0.0
    unseen = list(view.unseen)
    for card in reversed(cards):
        while unseen and unseen[-1] > card:
            unseen.pop()
            above += 1
        total += 0.77**above
    return total


class Accountant(Stranger):
    """Balances the plays it still has to make against the rounds that its high cards will win."""

    name = "accountant"

    def _balance(self, view: View, play: Play | None) -> float:
        rest = tuple(c for c in view.hand if play is None or c not in play.cards)
        singles = counts_of(rest).count(1)
        return turns(counts_of(rest)) + 0.25 * singles - 0.53 * worth(view, rest) if rest else -99

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round."""
        last_card = min(view.counts[1:]) == 1

        def cost(play: Play) -> float:
            risk = 5.0 - play.cards[0].rank / 4 if last_card and len(play.cards) == 1 else 0.0
            low = 0.07 * play.cards[-1].rank - 0.16 * len(play.cards)
            return self._balance(view, play) + low + risk

        return min(plays, key=cost)

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        fewest = min(view.counts[1:])
        play = min(plays, key=lambda p: (self._balance(view, p), p.cards[::-1]))
        if fewest == 1 and len(play.cards) == 1:
            return max(plays, key=size)
        wanted = 1.2 if fewest <= 3 else 0.8 if fewest <= 5 else 0.1
        return play if self._balance(view, play) <= self._balance(view, None) + wanted else None


class Steward(Stranger):
    """Divides its hand into groups once a turn, leads what it can win back, and splits late."""

    name = "steward"

    def _groups(self, view: View) -> list[Play]:
        """Part the hand: a play of five that saves turns, again, then ranks as they lie."""
        rest, groups = view.hand, []
        while True:
            now = turns(counts_of(rest))
            fives = [p for p in view.chain.plays(rest) if len(p.cards) == 5]
            saving = [(self._waste(p), p) for p in fives if self._left(rest, p) < now]
            ranks = {rank: n for rank, n in enumerate(counts_of(rest)) if n}
            usual = sum((n + 1) // 2 for n in ranks.values())
            if not saving or usual == now:
                break
            groups.append(min(saving, key=lambda pair: (pair[0], pair[1].cards))[1])
            rest = tuple(card for card in rest if card not in groups[-1].cards)
        while rest:
            same = [card for card in rest if card.rank == rest[0].rank]
            taken = tuple(same[:2] if len(same) != 3 else same[:1])
            play = view.chain.recognise(taken)
            assert play is not None
            groups.append(play)
            rest = tuple(card for card in rest if card not in taken)
        return groups

    def _left(self, rest: Cards, play: Play) -> int:
        return turns(counts_of(tuple(card for card in rest if card not in play.cards)))

    def _waste(self, play: Play) -> int:
        return sum(card.rank >= ACE for card in play.cards)

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round."""
        groups = [p for p in self._groups(view) if p in plays] or plays
        if min(view.counts[1:]) == 1:
            return max(groups, key=lambda p: (len(p.cards) > 1, p.cards[-1]))
        if len(groups) == 2:
            return max(groups, key=lambda p: (unbeatable(view, p), len(p.cards), p.cards[-1]))

        def order(play: Play) -> tuple[bool, float]:
            mates = [p for p in groups if len(p.cards) == len(play.cards)]
            back = (
                len(mates) > 1 and max(mates, key=lambda p: p.cards[-1]).cards[-1].rank >= ACE - 1
            )
            return not (back or len(play.cards) == 5), play.cards[-1].rank - len(play.cards)

        return min(groups, key=order)

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        groups, fewest = self._groups(view), min(view.counts[1:])
        own = sorted((p for p in groups if p in plays), key=lambda p: p.cards[-1])
        if fewest == 1 and len(plays[0].cards) == 1:
            return max(plays, key=lambda p: p.cards)
        if own:
            last = own[0].cards[-1].rank == TWO and len(own[0].cards) < 5
            return None if last and fewest > 5 and len(groups) > 4 else own[0]
        split = [p for p in plays if len(p.cards) == 1 and p.cards[0].rank >= ACE - 2]
        if len(plays[0].cards) == 1 and (fewest <= 6 or len(groups) <= 2):
            return min(split, key=lambda p: p.cards, default=None)
        return min(plays, key=size) if fewest <= 3 else None


class Shedder(Stranger):
    """Lays its hand down in the fewest plays, and breaks nothing up until the end is near."""

    name = "shedder"

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        now = turns(counts_of(view.hand))
        play = min(plays, key=lambda p: (turns_after(view, p), p.cards[::-1]))
        keeps_shape = turns_after(view, play) < now
        return play if keeps_shape or min(view.counts[1:]) <= 3 else None


class Hoarder(Stranger):
    """Keeps aces and twos for the end and leads its lowest cards."""

    name = "hoarder"

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round."""
        now = turns(counts_of(view.hand))
        whole = [p for p in plays if turns_after(view, p) < now] or plays
        if min(view.counts[1:]) <= 2:
            return max(whole, key=lambda p: (len(p.cards), p.cards[::-1]))
        return min(whole, key=lambda p: (p.cards[0], -len(p.cards)))

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        now, danger = turns(counts_of(view.hand)), min(view.counts[1:]) <= 4
        high = [p for p in plays if p.cards[-1].rank >= ACE and len(p.cards) < 5]
        cheap = [p for p in plays if p not in high and turns_after(view, p) < now]
        if cheap:
            return min(cheap, key=size)
        if danger or now <= 3:
            return (
                max(high, key=size, default=None) if danger else min(high, key=size, default=None)
            )
        return None


class Bully(Stranger):
    """Wants every round: beats whatever it can, with what costs least, and leads long."""

    name = "bully"

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round."""
        return min(plays, key=lambda p: (-len(p.cards), turns_after(view, p), p.cards[::-1]))

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        return min(plays, key=lambda p: (turns_after(view, p), p.cards[::-1]))


class Watcher(Stranger):
    """Counts cards: keeps what nobody can beat until it is enough to run home with."""

    name = "watcher"

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round."""
        now = turns(counts_of(view.hand))
        whole = [p for p in plays if turns_after(view, p) < now] or plays
        sure = [p for p in whole if unbeatable(view, p)]
        if sure and (len(sure) >= now - 1 or min(view.counts[1:]) <= 2):
            return max(sure, key=size)
        weak = [p for p in whole if p not in sure] or whole
        return min(weak, key=lambda p: (p.cards[-1].rank - 2 * len(p.cards), p.cards))

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        now = turns(counts_of(view.hand))
        whole = [p for p in plays if turns_after(view, p) < now]
        sure = [p for p in whole if unbeatable(view, p)]
        weak = [p for p in whole if p not in sure]
        if sure and now <= 3:
            return min(sure, key=size)
        if weak:
            return min(weak, key=size)
        if min(view.counts[1:]) <= 3:
            return max(plays, key=lambda p: (unbeatable(view, p), -turns_after(view, p), p.cards))
        return min(sure, key=size) if sure and len(sure) > 2 else None


class Splitter(Stranger):
    """A beginner: gets rid of low cards one by one, whatever they belong to, and saves twos."""

    name = "splitter"

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round."""
        lowest = view.hand[0]
        return max((p for p in plays if lowest in p.cards), key=lambda p: len(p.cards) % 5)

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        play = min(plays, key=size)
        saved = play.cards[-1].rank == TWO and len(view.hand) > 4 and min(view.counts[1:]) > 2
        return None if saved else play


class Gambler(Stranger):
    """Weighs turns, ranks and sizes, and draws among what is nearly as good as the best."""

    name = "gambler"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def lead(self, view: View, plays: list[Play]) -> Play:
        """Begin a round."""
        return self._drawn(view, plays)

    def follow(self, view: View, plays: list[Play]) -> Play | None:
        """Lay a play on the top play, or pass."""
        play = self._drawn(view, plays)
        now = turns(counts_of(view.hand))
        breaks = turns_after(view, play) >= now
        return None if self._rng.random() < (0.7 if breaks else 0.1) else play

    def _drawn(self, view: View, plays: list[Play]) -> Play:
        def cost(play: Play) -> float:
            return 2.5 * turns_after(view, play) + 0.3 * play.cards[-1].rank - 0.2 * len(play.cards)

        costs = [cost(play) for play in plays]
        near = [p for p, c in zip(plays, costs, strict=True) if c <= min(costs) + 0.5]
        return self._rng.choice(near)


STRANGERS: dict[str, Callable[[Random], Strategy]] = {
    Accountant.name: lambda rng: Accountant(),
    Steward.name: lambda rng: Steward(),
    Shedder.name: lambda rng: Shedder(),
    Hoarder.name: lambda rng: Hoarder(),
    Bully.name: lambda rng: Bully(),
    Watcher.name: lambda rng: Watcher(),
    Splitter.name: lambda rng: Splitter(),
    Gambler.name: Gambler,
}
"""Each by its name, from a source of chance."""
