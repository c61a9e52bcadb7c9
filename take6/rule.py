"""The ranking by heads at the end of a game of Take 6!."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias

    Ranking: TypeAlias = Literal["mad-first", "index"]


class Rule(namedtuple("Rule", ("threshold", "ranking"), defaults=(None, "mad-first"))):
    """The rule that ranks players by their heads.

    Under the normal rule, where `threshold` is None, fewer heads are better. Under the mad-cow rule
    (狂牛症) players with at least `threshold` heads are mad. Mad players rank first, by descending
    heads; with the ranking ``"index"`` all players rank by ascending index alone.

    >>> rule = Rule(30)
    >>> [rule.victory_index(heads) for heads in (35, 20, 5, 12)]
    [5, 20, 5, 12]
    >>> rule.order([35, 20, 5, 12])
    [0, 2, 3, 1]
    """

    __slots__ = ()
    threshold: int | None
    ranking: Ranking

    def mad(self, heads: int) -> bool:
        """Tell whether a player with this number of heads is mad."""
        return self.threshold is not None and heads >= self.threshold

    def victory_index(self, heads: int) -> int:
        """Return the 勝利指數: the heads, for a mad player those over the threshold."""
        if self.threshold is None or heads < self.threshold:
            return heads
        return heads - self.threshold

    def key(self, heads: int) -> int:
        """Return the sort key of the ranking, the least first; players with equal keys tie."""
        if self.ranking == "mad-first" and self.mad(heads):
            return -heads
        return self.victory_index(heads)

    def order(self, heads: Sequence[int]) -> list[int]:
        """Return the players from the first to the last; tied players by number."""
        return sorted(range(len(heads)), key=lambda player: self.key(heads[player]))

    def shares(self, heads: Sequence[int]) -> list[float]:
        """Return each player's share of the win; tied winners share it equally.

        >>> Rule().shares([3, 9, 3])
        [0.5, 0.0, 0.5]
        """
        keys = [self.key(count) for count in heads]
        best = min(keys)
        return [(key == best) / keys.count(best) for key in keys]


NORMAL = Rule()
