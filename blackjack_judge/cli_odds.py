"""The subcommands that calculate: ``odds`` and ``simulate``. They need the extra `fast`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from blackjack_judge.cli import app
from blackjack_judge.options import GameOptions, RuleOptions
from blackjack_judge.text import read_seeds
from cardjudge.commands.completion import one_of
from cardjudge.commands.extras import needed
from cardjudge.commands.options import grouped
from cardjudge.errors import UserError, quote

if TYPE_CHECKING:
    from blackjack_judge.odds.hands import Cards
    from blackjack_judge.odds.shoe import Shoe

__all__ = ["app"]


@app.command(
    "odds",
    help="""
    精確計算每個決定的期望值、一局的期望值與變異數、策略表。

    牌是無限多的，除非用 --decks 或 --unseen 說有幾張。需要 cardjudge[fast]。
    """,
    epilog="""
    範例
      手上是兩張 8：
      $ blackjack-judge odds --hand 8,8

    參見
      docs/blackjack.md
    """,
)
@grouped
def odds(
    decks: Annotated[
        int | None, typer.Option(min=1, metavar="副", help="牌的副數。", show_default="無限多")
    ] = None,
    unseen: Annotated[
        str | None,
        typer.Option(metavar="張數", help="還沒看到的 A、2、…、9、十點牌各幾張，以逗號分隔。"),
    ] = None,
    hand: Annotated[
        str | None, typer.Option(metavar="牌", help="只列出這副手牌各個決定的期望值，例如 A,7。")
    ] = None,
    count: Annotated[
        bool,
        typer.Option("--count", help="列出最佳線性算牌的權重；給了牌時改列拿走一張牌的影響。"),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="輸出 JSON。")] = False,
    *,
    rule: RuleOptions,
) -> None:
    """Print the exact odds of a shoe before a round."""
    with needed("fast", "odds"):
        from blackjack_judge.odds import report
        from blackjack_judge.odds.removal import effects_of_removal, linear_count
        from blackjack_judge.odds.shoe import VALUES
        from blackjack_judge.odds.values import Rules, solve
    from rich.console import Console

    read = rule.read()
    rules = Rules(read.both_blackjack_push, read.split_blackjack)
    console = Console(highlight=False)
    console.width = max(console.width, report.WIDTH)  # where that breaks lines, it keeps figures
    shoe = _shoe(decks, unseen)
    cards = None if hand is None else _hand(hand)
    try:
        if count and shoe.endless:
            weights = linear_count(rules)
        elif count:
            effects = effects_of_removal(shoe, rules)
        else:
            found = solve(shoe, rules)
    except ValueError:
        raise UserError("這些牌不一定夠玩完一局") from None
    if count and shoe.endless:
        if as_json:
            print(json.dumps(dict(zip(VALUES, weights, strict=True))))
        else:
            report.print_count(weights, console)
    elif count:
        if as_json:
            print(json.dumps({VALUES[value]: effect for value, effect in effects.items()}))
        else:
            report.print_removal(effects, console)
    elif as_json:
        print(json.dumps(report.as_json(found), ensure_ascii=False))
    elif cards is not None:
        report.print_hand(found, cards, console)
    else:
        report.print_odds(found, console)


def _policies() -> Iterable[str]:
    from blackjack_judge.simulator import POLICIES

    return POLICIES


@app.command(
    "simulate",
    help="""
    用編譯過的模擬器讓內建的玩家玩很多局。

    同樣的種子，和裁判的結果相同，只是快得多。需要 cardjudge[fast]。
    """,
    epilog="""
    範例
      $ blackjack-judge simulate --player bold --seeds 1-200

    參見
      blackjack-judge match --help, docs/blackjack.md
    """,
)
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
        from blackjack_judge.simulator import POLICIES
        from blackjack_judge.simulator import simulate as run
    from blackjack_judge.prose import standings

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


def _shoe(decks_number: int | None, unseen: str | None) -> Shoe:
    from blackjack_judge.odds.shoe import INFINITE, VALUES, Shoe, decks

    if unseen is None:
        return INFINITE if decks_number is None else decks(decks_number)
    if decks_number is not None:
        raise UserError("--decks 和 --unseen 只能用一個")
    words = [word.strip() for word in unseen.split(",")]
    if len(words) != len(VALUES) or not all(w.isascii() and w.isdigit() for w in words):
        raise UserError(f"--unseen 必須是十個以逗號分隔的張數，不能是{quote(unseen)}")
    return Shoe(tuple(map(int, words)))


def _hand(text: str) -> Cards:
    from blackjack_judge.odds.hands import INDEX, NOTHING, with_card
    from blackjack_judge.odds.shoe import VALUES

    names = {**{name: value for value, name in enumerate(VALUES)}, "10": 9, "J": 9, "Q": 9, "K": 9}
    cards = NOTHING
    for word in text.upper().split(","):
        if word.strip() not in names:
            raise UserError(f"--hand 必須是以逗號分隔的 A、2 到 10、J、Q、K，不能是{quote(text)}")
        cards = with_card(cards, names[word.strip()])
    if cards not in INDEX or sum(cards) < 2:
        raise UserError(f"--hand 必須至少有兩張牌而且沒有爆牌，不能是{quote(text)}")
    return cards
