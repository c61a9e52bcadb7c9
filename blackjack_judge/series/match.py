"""Many games of one contestant: how often it wins, and how its money goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from blackjack_judge.contestants.hints import why
from blackjack_judge.conversation import STOPPED
from blackjack_judge.judge import play
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import WON
from cardjudge.series.estimate import Estimate, mean, share
from cardjudge.series.workers import spread

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant, Setting

GAMES_IN_A_ROW = 5
"""So many games the assignment wants to be won."""

_MOST_POINTS = 1000
"""More of them on a curve would not be seen."""


class Played(NamedTuple):
    """A game: how it ended, its rounds, and the money before each and at the end, thinned out.

    `reason` is why it was lost, where there is more to say, with the program's last words.
    """

    seed: int
    outcome: str
    rounds: int
    curve: list[int]
    reason: str = ""

    @property
    def money(self) -> int:
        """What was left at the end."""
        return self.curve[-1]

    def as_json(self) -> dict[str, object]:
        """Return the result of the game."""
        known = {"seed": self.seed, "outcome": self.outcome, "rounds": self.rounds}
        return {**known, "money": self.money, "reason": self.reason or None}


class Match(NamedTuple):
    """The games of one contestant."""

    player: str
    games: list[Played]
    error: str = ""
    """Why there are no games: the program does not compile."""

    @property
    def outcomes(self) -> Counter[str]:
        """How often each outcome came."""
        return Counter(game.outcome for game in self.games)

    @property
    def won(self) -> Estimate:
        """The probability to win a game."""
        return share(self.outcomes[WON], len(self.games))

    @property
    def won_in_a_row(self) -> Estimate:
        """The probability to win as many games in a row as the assignment wants."""
        return Estimate(*(probability**GAMES_IN_A_ROW for probability in self.won))

    @property
    def rounds(self) -> Estimate:
        """The rounds of a game."""
        return mean((game.rounds for game in self.games), least=0)

    def as_json(self) -> dict[str, object]:
        """Return the figures and the games."""
        return {
            "player": self.player,
            "error": self.error or None,
            "outcomes": dict(sorted(self.outcomes.items())),
            "won": self.won,
            "won_in_a_row": self.won_in_a_row,
            "rounds": self.rounds,
            "games": [game.as_json() for game in self.games],
        }


def play_match(
    player: str,
    contestant: Contestant,
    seeds: Sequence[int],
    setting: Setting,
    workers: int | str = 1,
) -> Match:
    """Play a game for every seed; the result depends on the seeds alone, whatever the workers."""
    work = partial(_play_one, contestant=contestant, setting=setting)
    return Match(player, list(spread(work, seeds, workers, player)))


def _play_one(seed: int, contestant: Contestant, setting: Setting) -> Played:
    conversation = play(make_shoe(seed, setting.decks), contestant, setting)
    assert conversation.verdict is not None
    outcome, curve = conversation.verdict.outcome, conversation.curve
    thinned = [curve[before] for before in drawn(len(curve))]
    thinned.append(conversation.table.money)
    reason, words = why(contestant)
    if outcome == STOPPED:
        reason = "；".join(filter(None, [reason, *words[-1:]]))
    return Played(seed, outcome, len(curve), thinned, reason)


def drawn(rounds: int) -> range:
    """Return the rounds before which the money is drawn, counted from 0."""
    return range(0, rounds, rounds // _MOST_POINTS + 1)
