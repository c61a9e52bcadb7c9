"""Input and output of the judge of Take 6!."""

from __future__ import annotations

from cardjudge.decks import read_deck
from cardjudge.errors import quote
from cardjudge.numbers import integer, natural
from take6.cards import ALL_HEADS, CARDS, HEADS
from take6.events import Appended, Ended, Rejected, RoundStarted, RowFilled, RowTaken, Undercut
from take6.game import FEWEST, MOST, Game, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from cardjudge.stdio import Lines
    from take6.events import Event
    from take6.rule import Ranking

MOST_THRESHOLD = ALL_HEADS
_PLACED: dict[type, str] = {
    Appended: "{name} 打出 {card}，放在第 {row} 列",
    RowFilled: "{name} 打出 {card}，第 {row} 列已滿，拿走 {heads} 個牛頭",
    Undercut: "{name} 打出 {card}，比每一列都小",
    RowTaken: "{name} 拿走第 {row} 列，{heads} 個牛頭",
}
_REJECTED = {"cards": "出牌不合法，請再嘗試一次。\n", "row": "沒有這一列，請再嘗試一次。\n"}


def read_game(lines: Lines, ranking: Ranking = "mad-first") -> Game:
    """Read the line ``n`` or ``n x``, players and threshold, and the deck; return the new game."""
    line = _expect(lines, "玩家人數")
    words = line.split()
    if len(words) > 2:
        template = "第一行應該是玩家人數，或玩家人數與狂牛症門檻：{line}"
        raise lines.error(template, line=quote(line))
    players = integer(words[0], FEWEST, MOST)
    if players is None:
        raise lines.error("玩家人數應該是 2 到 10：{given}", given=quote(words[0]))
    threshold = integer(words[1], 1, MOST_THRESHOLD) if len(words) > 1 else None
    if len(words) > 1 and threshold is None:
        raise lines.error("狂牛症門檻應該是 1 到 171：{given}", given=quote(words[1]))
    return Game(_read_deck(lines), players, Rule(threshold, ranking))


def read_step(lines: Lines, game: Game) -> list[Event]:
    """Read the cards or the row that the game awaits; return what they cause."""
    return game.lay(read_cards(lines)) if game.undercut is None else game.choose(read_row(lines))


def _read_deck(lines: Lines) -> list[int]:
    """Read the line of the deck; InputError unless it has each of the 104 cards once."""
    words = _expect(lines, "牌堆").split()
    plain = [str(natural(word)) if natural(word) in CARDS else word for word in words]
    return read_deck(lines, {str(card): card for card in CARDS}, plain)


def read_cards(lines: Lines) -> list[int]:
    """Read the cards of all players; a word that is not a number becomes a card in no hand."""
    return [natural(word) for word in _expect(lines, "下一回合的牌，遊戲還沒有結束").split()]


def read_row(lines: Lines) -> int:
    """Read the row to take, counted from 0; a line that is not one number becomes no row."""
    words = _expect(lines, "要拿走的列，遊戲還沒有結束").split()
    return natural(words[0]) - 1 if len(words) == 1 else -1


def case(game: Game) -> str:
    """Return the judge's input of a game as far as it has been played."""
    threshold = game.rule.threshold
    setup = (game.players,) if threshold is None else (game.players, threshold)
    moves = [(move[0] + 1,) if len(move) == 1 else move for move in game.moves]
    return "".join([f"{' '.join(map(str, line))}\n" for line in (setup, game.deck, *moves)])


def _expect(lines: Lines, what: str) -> str:
    line = ""
    while not line.strip():
        line = lines.expect(what)
    return line


def render(event: Event) -> str:
    """Return the lines of an event."""
    match event:
        case RoundStarted(number, rows, hands):
            lines = [f"第 {number} 回合"]
            lines += [f"第 {at} 列：{cards(row)}" for at, row in enumerate(rows, 1)]
            for player, hand in enumerate(hands, 1):
                lines.append(f"玩家 {player} 的手牌：{cards(sorted(hand))}")
            return "\n".join(lines) + "\n"
        case Rejected(what):
            return _REJECTED[what]
        case Ended(heads, rule):
            return f"遊戲結束\n{standings(heads, rule)}"
    template, parts = placed(event)
    return f"{template.format(name=f'玩家 {event.player + 1}', **parts)}\n"


def placed(event: Appended | RowFilled | Undercut | RowTaken) -> tuple[str, dict[str, Any]]:
    """Return what becomes of a card or a row: a template, and its values but the player's name."""
    parts = event._asdict()
    if "card" in parts:
        parts["card"] = card(parts["card"])
    if "row" in parts:
        parts["row"] += 1
    return _PLACED[type(event)], parts


def standings(heads: Sequence[int], rule: Rule) -> str:
    """Return a line for each player's heads, and the line of the ranking."""
    names = [f"玩家 {player}" for player in range(1, len(heads) + 1)]
    lines = [
        f"{name}：{count} 個牛頭{'（狂牛症）' if rule.mad(count) else ''}"
        for name, count in zip(names, heads, strict=True)
    ]
    return "\n".join([*lines, f"排名：{ranking(names, heads, rule)}"]) + "\n"


def ranking(names: Sequence[str], heads: Sequence[int], rule: Rule) -> str:
    """Return the players from the first to the last, with their winning indices.

    >>> ranking("ABCD", [35, 20, 5, 12], Rule(30))
    'A(5) = C(5) > D(12) > B(20)'
    """
    order = rule.order(heads)
    indices = [rule.victory_index(heads[player]) for player in order]
    ranks = f"{names[order[0]]}({indices[0]})"
    for previous, index, player in zip(indices, indices[1:], order[1:], strict=False):
        ranks += f"{' = ' if index == previous else ' > '}{names[player]}({index})"
    return ranks


def card(number: int) -> str:
    """Return a card with its heads as text.

    >>> card(55)
    '55(7)'
    """
    return f"{number}({HEADS[number]})"


def cards(numbers: Iterable[int]) -> str:
    """Return cards with their heads, separated by blanks."""
    return " ".join([f"{number}({HEADS[number]})" for number in numbers])
