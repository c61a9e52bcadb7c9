"""``blackjack-judge odds``; needs the extra `fast`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from blackjack_judge.options import RuleOptions
from cardjudge.commands.document import write
from cardjudge.commands.extras import needed
from cardjudge.commands.options import grouped
from cardjudge.commands.types import Json
from cardjudge.errors import UserError, quote
from cardjudge.numbers import integer

if TYPE_CHECKING:
    from blackjack_judge.odds.hands import Cards, Shoe

_MOST_CARDS = 10**9


@grouped
def odds(
    decks: Annotated[
        int | None, typer.Option(min=1, metavar="副", help="牌的副數。", show_default="無限多")
    ] = None,
    unseen: Annotated[
        str | None,
        typer.Option(
            metavar="counts｜張數", help="還沒看到的 A、2、…、9、十點牌各幾張，以逗號分隔。"
        ),
    ] = None,
    hand: Annotated[
        str | None, typer.Option(metavar="牌", help="只列出這副手牌各個決定的期望值，例如 A,7。")
    ] = None,
    count: Annotated[
        bool, typer.Option("--count", help="列出最佳線性算牌的權重；給了牌時改列拿走一張牌的影響。")
    ] = False,
    as_json: Json = None,
    *,
    rule: RuleOptions,
) -> None:
    """精確計算每個決定的期望值、一局的期望值與變異數、策略表。

    牌視為無限多張，除非以 --decks 或 --unseen 指定。需要 NumPy 與 Numba。

    範例
      手上是兩張 8：
      $ blackjack-judge odds --hand 8,8

    參見
      docs/blackjack.md
    """
    with needed("fast", "odds"):
        from blackjack_judge.odds import report
        from blackjack_judge.odds.values import solve
    from rich.console import Console

    rules = rule.read()
    shoe = _shoe(decks, unseen)
    cards = None if hand is None else _hand(hand, shoe)
    try:
        if count:
            told = report.count(shoe, rules)
        elif cards is not None:
            told = report.hand(solve(shoe, rules), cards)
        else:
            told = report.round_of(solve(shoe, rules))
    except ValueError:
        raise UserError("這些牌不一定夠玩完一局") from None
    if as_json != Path("-"):
        console = Console(highlight=False)
        console.width = max(
            console.width, report.WIDTH
        )  # a narrow table breaks lines, but keeps all figures
        console.print(*told.shown, sep="\n")
    if as_json is not None:
        write(as_json, "blackjack-judge-odds", {**dict.fromkeys(report.MEMBERS), **told.document})


def _shoe(decks_number: int | None, unseen: str | None) -> "Shoe":
    from blackjack_judge.odds.hands import INFINITE, VALUES, Shoe, decks

    if unseen is None:
        return INFINITE if decks_number is None else decks(decks_number)
    if decks_number is not None:
        raise UserError("--decks 和 --unseen 只能用一個")
    counts = [integer(word.strip(), 0, _MOST_CARDS) for word in unseen.split(",")]
    known = tuple(count for count in counts if count is not None)
    if len(counts) != len(VALUES) or len(known) != len(VALUES):
        raise UserError("--unseen 必須是十個以逗號分隔的張數，不能是{text}", text=quote(unseen))
    return Shoe(known)


def _hand(text: str, shoe: "Shoe") -> "Cards":
    from blackjack_judge.odds.hands import INDEX, NOTHING, VALUES, with_card

    names = {**{name: value for value, name in enumerate(VALUES)}, "10": 9, "J": 9, "Q": 9, "K": 9}
    cards = NOTHING
    for word in text.upper().split(","):
        if word.strip() not in names:
            raise UserError(
                "--hand 必須是以逗號分隔的 A、2 到 10、J、Q、K，不能是{text}", text=quote(text)
            )
        cards = with_card(cards, names[word.strip()])
    if cards not in INDEX or sum(cards) < 2:
        raise UserError("--hand 必須至少有兩張牌而且沒有爆牌，不能是{text}", text=quote(text))
    if not shoe.deals(cards):
        raise UserError("牌裡沒有這麼多張，發不出{text}", text=quote(text))
    return cards
