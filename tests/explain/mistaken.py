"""Judges of War and of Nim with a mistake, written without the code of the kit."""

from collections.abc import Callable
from functools import reduce
from operator import xor


def war(
    down: int = 1,
    *,
    given_away: bool = False,
    late: int = 0,
    unlimited: bool = False,
    counted: bool = False,
    turns: bool = False,
    least: int = -1,
) -> Callable[[str, str], str]:
    """Return a judge of War with a mistake, written without the code of the kit."""

    def judge(data: str, answer: str) -> str:
        rows = [*data.split("\n"), ""]
        hands = [[int(word) for word in row.split()] for row in rows[:2]]
        limit = int(rows[2]) + late if rows[2].strip() else least
        limit = -1 if unlimited else limit
        table, rounds, seen = list[int](), 0, dict[str, int]()
        while all(hands) and rounds != limit:
            if limit < 0 and (state := str([hands, rounds % 2 if turns else 0])) in seen:
                return shown(hands, table, seen[state], "無限遊戲") + (
                    f"循環：從第 {seen[state]} 回合起，每 {rounds - seen[state]} 回合重複一次\n"
                )
            if limit < 0:
                seen[state] = rounds
            order = (1, 0) if turns and rounds % 2 else (0, 1)
            cards = {player: hands[player].pop(0) for player in order}
            table += [cards[player] for player in order]
            while cards[0] == cards[1]:
                for _ in range(down + 1):
                    if not all(hands):
                        break
                    cards = {player: hands[player].pop(0) for player in order}
                    table += [cards[player] for player in order]
                else:
                    continue
                if given_away and any(hands):
                    hands[0 if hands[0] else 1] += table
                    table = []
                return shown(hands, table, rounds + counted)
            hands[0 if cards[0] > cards[1] else 1] += table
            table, rounds = [], rounds + 1
        return shown(hands, table, rounds)

    return judge


def shown(hands: list[list[int]], table: list[int], rounds: int, result: str = "") -> str:
    more = len(hands[0]) - len(hands[1])
    result = result or ("平手" if not more else f"玩家 {1 if more > 0 else 2} 獲勝")
    decks = [" ".join(map(str, deck)) for deck in (*hands, table)]
    return (
        f"玩家 1：{decks[0]}\n玩家 2：{decks[1]}\n檯面：{decks[2]}\n"
        f"回合數：{rounds}\n結果：{result}\n"
    )


def nim(
    add: Callable[[int, int], int] = xor, *, taken: bool = False, first: int = 1, flip: bool = False
) -> Callable[[str, str], str]:
    """Return a judge of Nim with a mistake."""

    def judge(data: str, answer: str) -> str:
        heaps = [int(word) for word in data.split()[1:]]
        x = reduce(add, heaps, 0)
        rows = [f"X = {x}", "先手必勝" if bool(x) is not flip else "後手必勝"]
        for number, heap in enumerate(heaps, first):
            left = heap ^ x
            if left < heap:
                rows.append(f"第 {number} 堆：{heap} -> {heap - left if taken else left}")
        return "\n".join([*rows, ""])

    return judge
