"""Matches of contestants: shares of games won, as a table."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from blackjack_judge.contestants.hints import why
from blackjack_judge.contestants.program import Program
from blackjack_judge.conversation import STOPPED, TIMED_OUT
from blackjack_judge.judge import Setting, play
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import BROKE, EXHAUSTED, ILLEGAL, WON
from cardjudge.columns import columns
from cardjudge.errors import visible
from cardjudge.language import say
from cardjudge.programs.signals import ending
from cardjudge.series.estimate import Estimate, mean, share
from cardjudge.series.workers import spread

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant

GAMES_IN_A_ROW = 5
"""Number of games in a row that the assignment asks for."""

_ENDS = {
    WON: "獲勝",
    BROKE: "輸光",
    EXHAUSTED: "牌用完",
    ILLEGAL: "不合法",
    STOPPED: "程式停止",
    TIMED_OUT: "超時",
}
_MOST_GAMES = 10
"""Most games that fit side by side."""
_LONGEST = 200


class Played(NamedTuple):
    """A game: its outcome, its rounds, and the final money.

    `reason` is the hint on a lost game, with the program's last lines; it may be empty.
    """

    seed: int
    outcome: str
    rounds: int
    money: int
    reason: str = ""


class Match(NamedTuple):
    """The games of one contestant."""

    player: str
    games: list[Played]
    error: str = ""
    """Why no games were played: the program does not compile."""

    @property
    def outcomes(self) -> Counter[str]:
        """The number of games by outcome."""
        return Counter(game.outcome for game in self.games)

    @property
    def won(self) -> Estimate:
        """The estimated probability of winning a game."""
        return share(self.outcomes[WON], len(self.games))

    @property
    def won_in_a_row(self) -> Estimate:
        """The estimated probability of winning `GAMES_IN_A_ROW` games in a row."""
        return Estimate(*(probability**GAMES_IN_A_ROW for probability in self.won))

    @property
    def rounds(self) -> Estimate:
        """The estimated number of rounds of a game."""
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
            "games": [{**game._asdict(), "reason": game.reason or None} for game in self.games],
        }


def play_match(
    player: str,
    contestant: "Contestant",
    seeds: Sequence[int],
    setting: Setting,
    workers: int | str = 1,
) -> Match:
    """Play a game for every seed; the number of workers does not change the result."""
    work = partial(_play_one, contestant=contestant, setting=setting)
    return Match(player, list(spread(work, seeds, workers, player)))


def _play_one(seed: int, contestant: "Contestant", setting: Setting) -> Played:
    conversation = play(make_shoe(seed, setting.decks), contestant, setting)
    assert conversation.verdict is not None
    outcome = conversation.verdict.outcome
    reason, words = why(contestant)
    if outcome == STOPPED:
        assert isinstance(contestant, Program)
        assert contestant.last is not None
        reason = reason or ending(contestant.last[1].status)
        reason = say("；").join([reason, *words[-1:]])
    if reason:
        reason = say("第 {number} 回合：{reason}", number=conversation.rounds, reason=reason)
    return Played(seed, outcome, conversation.rounds, conversation.table.money, reason)


def members(seeds: Sequence[int], matches: Sequence[Match]) -> dict[str, object]:
    """Return the members of the JSON document of all matches."""
    ends = {"first": seeds[0], "last": seeds[-1]}
    return {"seeds": ends, "players": [match.as_json() for match in matches]}


def standings(seeds: Sequence[int], matches: Sequence[Match]) -> str:
    """Return the table of all matches, the games if they are few, and the first failures."""
    span = f"{seeds[0]}-{seeds[-1]}" if len(seeds) > 1 else seeds[0]
    title = say("{count} 局，種子 {seeds}；方括號是 95 % 信賴區間", count=len(seeds), seeds=span)
    played = [match for match in matches if not match.error]
    lines = [title, *_summary(played), *_differences(played)]
    if len(seeds) <= _MOST_GAMES:
        lines += ["", *_games(seeds, played)]
    return "\n".join([*lines, *_failures(matches)])


def _summary(matches: Sequence[Match]) -> list[str]:
    ends = [end for end in _ENDS if end == WON or any(match.outcomes[end] for match in matches)]
    chances = (say("贏一局"), say("連贏五局"))
    rows = [(say("table｜玩家"), *(say(_ENDS[end]) for end in ends), *chances, say("平均回合"))]
    for match in matches:
        counts = (str(match.outcomes[end]) for end in ends)
        estimates = (match.won.percent(), match.won_in_a_row.percent())
        rows.append((match.player, *counts, *estimates, f"{match.rounds.value:.1f}"))
    return columns(rows, {*range(1, 1 + len(ends)), len(rows[0]) - 1})


def _differences(matches: Sequence[Match]) -> list[str]:
    """Return how much more often than the first each other player wins, on the same shoes."""
    lines = []
    for match in matches[1:]:
        pairs = zip(match.games, matches[0].games, strict=True)
        more = mean([(own.outcome == WON) - (first.outcome == WON) for own, first in pairs], -1, 1)
        names = {"player": match.player, "first": matches[0].player}
        lines.append(say("{player} 減 {first} 的勝率：{share}", share=more.percent(), **names))
    return lines


def _games(seeds: Sequence[int], matches: Sequence[Match]) -> list[str]:
    rows = [(say("種子").lower(), *map(str, seeds))]
    rows += [
        (match.player, *(say(_ENDS[game.outcome]) for game in match.games)) for match in matches
    ]
    return columns(rows)


def _failures(matches: Sequence[Match]) -> list[str]:
    """Return the first failure of each player, and the number of failures."""
    lines = []
    for match in matches:
        failed = [game for game in match.games if game.reason]
        if match.error:
            lines.append(f"{match.player}: {visible(match.error, _LONGEST)}")
        elif failed:
            first = {"seed": failed[0].seed, "reason": visible(failed[0].reason, _LONGEST)}
            template = "{player}：種子 {seed}：{reason}（這樣的有 {count} 局）"
            lines.append(say(template, player=match.player, count=len(failed), **first))
    return ["", *lines] if lines else []
