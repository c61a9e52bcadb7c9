"""``blackjack-judge match``."""

from collections.abc import Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Any

import typer

from blackjack_judge import contestants
from blackjack_judge.contestants.build import DoesNotCompile
from blackjack_judge.contestants.options import ContestantOptions
from blackjack_judge.options import OPTIONS, setting_of
from blackjack_judge.players import DEFAULT, PLAYERS
from blackjack_judge.series.match import Match, play_match, standings
from blackjack_judge.shoe import SEEDS
from blackjack_judge.text import read_seeds
from cardjudge.commands.app import command_of
from cardjudge.commands.completion import one_of
from cardjudge.commands.document import show
from cardjudge.commands.options import grouped
from cardjudge.commands.programs import ProgramOptions
from cardjudge.commands.types import Json, Workers
from cardjudge.play.commands import given_of, group

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant

_SECRET_GAMES = 100


def _players(does: str, default: str) -> Any:
    known: Any = {"metavar": "玩家", "autocompletion": one_of(lambda: PLAYERS)}
    return typer.Option("--player", help=does, show_default=default, **known)


@grouped
def match_players(
    context: typer.Context,
    players: Annotated[
        list[str] | None, _players("和 blackjack-judge --player 相同；可以重複。", DEFAULT)
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(
            metavar="範圍", help="種子，例如 1-1000。", show_default="秘密的 100 個，最後印出來"
        ),
    ] = None,
    workers: Workers = "1",
    as_json: Json = None,
    *,
    game: group(OPTIONS),  # type: ignore[valid-type]
    program: ProgramOptions,
    made: ContestantOptions,
) -> None:
    """讓玩家用許多種子各玩一局，輸出贏一局與連贏五局的機率和 95 % 信賴區間。

    範例
      比較兩個玩家：
      $ blackjack-judge match --player half-bold --player bold --seeds 1-20

    參見
      docs/blackjack.md
    """
    setting = setting_of(given_of(game))
    command = command_of(context)
    held = made.over(program)
    numbers = _secret_seeds() if seeds is None else read_seeds(seeds)
    named: dict[str, Sequence[str] | None] = dict.fromkeys(players or ())
    if command is not None or not named:
        named[command[0] if command else DEFAULT] = command
    found: dict[str, Contestant | DoesNotCompile] = {}
    for name, words in named.items():
        try:
            found[name] = contestants.find(name if words is None else None, words, held)
        except DoesNotCompile as error:  # the others play on
            found[name] = error
    matches = [
        Match(name, [], str(one))
        if isinstance(one, DoesNotCompile)
        else play_match(name, one, numbers, setting, workers)
        for name, one in found.items()
    ]
    told = standings(numbers, matches)
    show(told, as_json, "blackjack-judge-match", _members(numbers, matches))


def _secret_seeds() -> range:
    """Return seeds that cannot be predicted; the table prints them."""
    first = SystemRandom().randrange(1, SEEDS - _SECRET_GAMES)
    return range(first, first + _SECRET_GAMES)


def _members(seeds: range, matches: Sequence[Match]) -> dict[str, object]:
    return {
        "seeds": {"first": seeds[0], "last": seeds[-1]},
        "players": [match.as_json() for match in matches],
    }
