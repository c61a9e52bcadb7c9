"""Strangers: opponents of different styles, against whom the levels of Take 6! are measured.

They were written before the levels were tuned and have not been changed since. From `lowest` and
`greatest` level 6 has learned that some go by the numbers of their cards. Of the other five the
levels have nothing: no policy that the search believes in knows where a card stands within its
hand, counts the cards between a row and a card, or looks one round ahead.
"""
# ruff: noqa: D102  (the methods are documented where they are declared)

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from take6.cards import HEADS
from take6.game import FULL, NORMAL, Game, Rule, row_of
from take6.players.base import Player, View, shuffled


class Stranger:
    """Takes the row with the fewest heads; of equal ones the first."""

    def pick(self, view: View, rng: Random) -> int:
        raise NotImplementedError

    def choose(self, view: View, card: int, rng: Random) -> int:
        return view.row_heads.index(min(view.row_heads))


class Lowest(Stranger):
    """Gets rid of its lowest card first."""

    def pick(self, view: View, rng: Random) -> int:
        return min(view.hand)


class Greatest(Stranger):
    """Gets rid of its greatest card first."""

    def pick(self, view: View, rng: Random) -> int:
        return max(view.hand)


class Middle(Stranger):
    """Plays the card nearest to the mean of its hand; of two, the lower."""

    def pick(self, view: View, rng: Random) -> int:
        mean = sum(view.hand) / len(view.hand)
        return min(view.hand, key=lambda card: (abs(card - mean), card))


class Nearest(Stranger):
    """Plays the card nearest to its row, where each empty place of the row counts as five nearer.

    Source: the strategy NearestAvailableCard of the public comparison Lucasrsv1/6-nimmt (GitHub);
    its rule, in code of our own.
    """

    def pick(self, view: View, rng: Random) -> int:
        open_to = []
        for card in sorted(view.hand):
            row = row_of(view.rows, card)
            if row is not None and len(view.rows[row]) < FULL:
                empty = FULL - len(view.rows[row])
                open_to.append((card - view.rows[row][-1] - FULL * empty, -empty, card))
        if open_to:
            return min(open_to)[2]
        below = [card for card in view.hand if row_of(view.rows, card) is None]
        return max(below, default=min(view.hand))

    def choose(self, view: View, card: int, rng: Random) -> int:
        def price(row: int) -> tuple[int, int, int]:
            held = view.rows[row]
            fitting = sum(card > held[-1] for card in view.hand)
            return view.row_heads[row], min(FULL - len(held), fitting), -len(held)

        return min(range(len(view.rows)), key=price)


class Counter(Stranger):
    """Counts: how likely is it that so many unseen cards come in between that it takes the row?

    Every unseen card is as likely as any other to be among those that the others play now.
    """

    def pick(self, view: View, rng: Random) -> int:
        unseen = view.unseen
        others = view.players - 1

        def danger(card: int) -> tuple[float, int]:
            row = row_of(view.rows, card)
            if row is None:
                lower = sum(other < card for other in unseen) / len(unseen)
                return min(view.row_heads) * (1 - lower) ** others, card
            between = sum(view.rows[row][-1] < other < card for other in unseen) / len(unseen)
            room = FULL - len(view.rows[row])
            full = _at_least(room, others, between) if room else (1 - between) ** others
            return (view.row_heads[row] + room) * full, -HEADS[card]

        return min(view.hand, key=danger)


def _at_least(count: int, trials: int, chance: float) -> float:
    """Return how likely so many successes are."""
    exactly = [1.0] + [0.0] * trials
    for _ in range(trials):
        exactly = [
            (exactly[k - 1] * chance if k else 0.0) + exactly[k] * (1 - chance)
            for k in range(trials + 1)
        ]
    return sum(exactly[count:])


class OneRound(Stranger):
    """Searches one round deep: plays this round out by the rules against random cards, no further.

    What counts is the heads that it takes and, less, how many of its cards will then be in danger.
    """

    _SAMPLES = 40

    def pick(self, view: View, rng: Random) -> int:
        draws = [rng.sample(view.unseen, view.players - 1) for _ in range(self._SAMPLES)]
        return min(
            view.hand, key=lambda card: (sum(self._cost(view, card, d) for d in draws), card)
        )

    def _cost(self, view: View, card: int, others: list[int]) -> float:
        rows = [list(row) for row in view.rows]
        taken = 0
        for each in sorted([card, *others]):
            row = row_of(rows, each)
            if row is None:
                row = min(range(len(rows)), key=lambda r: sum(HEADS[c] for c in rows[r]))
            elif len(rows[row]) < FULL:
                rows[row].append(each)
                continue
            taken += sum(HEADS[c] for c in rows[row]) if each == card else 0
            rows[row] = [each]
        return taken + 0.2 * sum(self._in_danger(rows, held) for held in view.hand if held != card)

    def _in_danger(self, rows: list[list[int]], card: int) -> bool:
        row = row_of(rows, card)
        return row is None or len(rows[row]) == FULL


class Cautious(Stranger):
    """Asks of each card what it would cost if it were played alone, and keeps cheap ways out."""

    def pick(self, view: View, rng: Random) -> int:
        def cost(card: int) -> tuple[int, int, int]:
            row = row_of(view.rows, card)
            if row is None:
                return min(view.row_heads), 0, -card
            if len(view.rows[row]) == FULL:
                return view.row_heads[row], 0, -card
            return 0, len(view.rows[row]), card - view.rows[row][-1]

        return min(view.hand, key=cost)

    def choose(self, view: View, card: int, rng: Random) -> int:
        longest = [-len(row) for row in view.rows]
        cheapest = min(view.row_heads)
        fair = [row for row, heads in enumerate(view.row_heads) if heads <= cheapest + 1]
        return min(fair, key=lambda row: longest[row])


STRANGERS: dict[str, Callable[[], Player]] = {
    "lowest": Lowest,
    "greatest": Greatest,
    "middle": Middle,
    "nearest": Nearest,
    "counter": Counter,
    "one-round": OneRound,
    "cautious": Cautious,
}
"""Each by its name."""


def stream(seed: str, game: Game, seat: int) -> Random:
    """Return the random generator of a decision: of a seat, in a round, for a card or a row.

    It does not depend on earlier decisions, so a saved game continues as it would have.
    """
    what = "card" if game.undercut is None else "row"
    return Random(f"{seed}/{len(game.history)}/{seat}/{what}")


def pick(player: Player, game: Game, seat: int, seed: str) -> int:
    """Return the card that a player picks; ValueError if it is not in the hand."""
    card = player.pick(View.of(game, seat), stream(seed, game, seat))
    if card not in game.hands[seat]:
        raise ValueError(f"{card} is not in the hand of player {seat}")
    return card


def choose(player: Player, game: Game, seed: str) -> int:
    """Return the row that the player of the low card chooses."""
    assert game.undercut is not None
    seat, card = game.undercut
    return player.choose(View.of(game, seat), card, stream(seed, game, seat))


def played(
    players: Sequence[Player], seed: str, rule: Rule = NORMAL, deck: Sequence[int] | None = None
) -> Game:
    """Play a game of computers to its end and return it."""
    game = Game(shuffled(Random(seed)) if deck is None else deck, len(players), rule)
    while not game.over:
        if game.undercut is None:
            game.play([pick(player, game, seat, seed) for seat, player in enumerate(players)])
        else:
            game.take(choose(players[game.undercut[0]], game, seed))
    return game
