"""``blackjack-judge match`` and ``blackjack-judge simulate``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from blackjack_judge import contestants
from blackjack_judge.options import GameOptions, LimitOptions, RuleOptions
from blackjack_judge.players import DEFAULT, PLAYERS
from blackjack_judge.series.match import play_match
from blackjack_judge.series.standings import standings
from blackjack_judge.text import read_seeds
from cardjudge.commands.app import command_of
from cardjudge.commands.completion import one_of
from cardjudge.commands.extras import needed
from cardjudge.commands.options import grouped
from cardjudge.errors import UserError, quote


@grouped
def match_players(
    context: typer.Context,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="玩家",
            help="和 blackjack-judge --player 相同；可以重複。",
            show_default=DEFAULT,
            autocompletion=one_of(lambda: PLAYERS),
        ),
    ] = None,
    seeds: Annotated[str, typer.Option(metavar="範圍", help="種子。")] = "1-1000",
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="同時進行的局數。")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="輸出 JSON。")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="檔案", help="把每一局的資金畫成圖（.png、.svg、.pdf）。")
    ] = None,
    *,
    game: GameOptions,
    limit: LimitOptions,
    rule: RuleOptions,
) -> None:
    """Play one match for each player and print what came of them."""
    if plot is not None:  # before anything is played for it
        with needed("plot", "--plot"):
            from blackjack_judge.series.plot import draw
    setting = game.read(rule)
    limits = limit.read()
    command = command_of(context)
    found = {player: contestants.find(player, None, limits) for player in players or ()}
    if command is not None or not found:
        found[command[0] if command else DEFAULT] = contestants.find(None, command, limits)
    numbers = read_seeds(seeds)
    matches = [
        play_match(player, contestant, numbers, setting, jobs)
        for player, contestant in found.items()
    ]
    if as_json:
        print(json.dumps([match.as_json() for match in matches], ensure_ascii=False, indent=2))
    else:
        print(standings(numbers, matches))
    if plot is not None:
        draw(matches, setting.goal, plot)


def _policies() -> Iterable[str]:
    from blackjack_judge.series.simulator import POLICIES

    return POLICIES


@grouped
def simulate(
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="玩家",
            help="可以重複。",
            show_default="全部",
            autocompletion=one_of(_policies),
        ),
    ] = None,
    seeds: Annotated[str, typer.Option(metavar="範圍", help="種子。")] = "1-1000",
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="同時使用的行程數。")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="輸出 JSON。")] = False,
    *,
    game: GameOptions,
    rule: RuleOptions,
) -> None:
    """Print how often each player wins, as ``match`` does."""
    with needed("fast", "simulate"):
        from blackjack_judge.series.simulator import POLICIES
        from blackjack_judge.series.simulator import simulate as run

    setting = game.read(rule)
    numbers = read_seeds(seeds)
    names = players or list(POLICIES)
    for name in names:
        if name not in POLICIES:
            raise UserError(f"沒有{quote(name)}這個玩家（有的是：{'、'.join(POLICIES)}）")
    matches = [run(name, POLICIES[name], numbers, setting, jobs) for name in names]
    if as_json:
        print(json.dumps([match.as_json() for match in matches], ensure_ascii=False, indent=2))
    else:
        print(standings(numbers, matches))
