"""An independent second opinion: Take 6! as one plain function from the input to the output.

Slow and without structure; it shares no code with the package, and looks for a card's row by
counting down from the card.
"""

import random


def bulls(card: int) -> int:
    digits = str(card)
    if card == 55:
        return 7
    if len(digits) == 2 and digits[0] == digits[1]:
        return 5
    if digits.endswith("0"):
        return 3
    if digits.endswith("5"):
        return 2
    return 1


def show(cards: list[int]) -> str:
    return " ".join(f"{card}({bulls(card)})" for card in cards)


def place(rows: list[list[int]], card: int) -> int | None:
    """Return the row whose end is met first when counting down from the card."""
    for lower in range(card - 1, 0, -1):
        for row in range(4):
            if rows[row][-1] == lower:
                return row
    return None


def judge(text: str, by_index: bool = False) -> str:
    """Return the output of the judge; the first two lines must be right and the game complete."""
    lines = [line.split() for line in text.split("\n") if line.strip()]
    n, x = int(lines[0][0]), int(lines[0][1]) if len(lines[0]) == 2 else 1000
    deck = [int(word) for word in lines[1]]
    hands = [[deck[i] for i in range(10 * n) if i % n == p] for p in range(n)]
    rows = [[deck[10 * n + r]] for r in range(4)]
    heads = [0] * n
    at = 2
    out = []
    for turn in range(1, 11):
        out.append(f"第 {turn} 回合")
        out += [f"第 {r + 1} 列：{show(rows[r])}" for r in range(4)]
        out += [f"玩家 {p + 1} 的手牌：{show(sorted(hands[p]))}" for p in range(n)]
        while True:
            words = lines[at]
            at += 1
            if len(words) == n and all(words[p] in map(str, hands[p]) for p in range(n)):
                break
            out.append("出牌不合法，請再嘗試一次。")
        for card, p in sorted((int(words[p]), p) for p in range(n)):
            hands[p].remove(card)
            head = f"玩家 {p + 1} 打出 {show([card])}，"
            row = place(rows, card)
            if row is None:
                out.append(head + "比每一列都小")
                while lines[at] not in (["1"], ["2"], ["3"], ["4"]):
                    out.append("沒有這一列，請再嘗試一次。")
                    at += 1
                row = int(lines[at][0]) - 1
                at += 1
                cost = sum(map(bulls, rows[row]))
                out.append(f"玩家 {p + 1} 拿走第 {row + 1} 列，{cost} 個牛頭")
                heads[p] += cost
                rows[row] = [card]
            elif len(rows[row]) == 5:
                cost = sum(map(bulls, rows[row]))
                out.append(head + f"第 {row + 1} 列已滿，拿走 {cost} 個牛頭")
                heads[p] += cost
                rows[row] = [card]
            else:
                out.append(head + f"放在第 {row + 1} 列")
                rows[row].append(card)
    out.append("遊戲結束")
    for p in range(n):
        out.append(f"玩家 {p + 1}：{heads[p]} 個牛頭" + "（狂牛症）" * (heads[p] >= x))
    index = [h - x if h >= x else h for h in heads]
    mad = sorted([p for p in range(n) if heads[p] >= x], key=lambda p: (-heads[p], p))
    sane = sorted([p for p in range(n) if heads[p] < x], key=lambda p: (heads[p], p))
    order = sorted(range(n), key=lambda p: (index[p], p)) if by_index else mad + sane
    line = ""
    for i, p in enumerate(order):
        if i:
            line += " = " if index[p] == index[order[i - 1]] else " > "
        line += f"玩家 {p + 1}({index[p]})"
    return "\n".join([*out, f"排名：{line}"]) + "\n"


def random_input(rng: random.Random) -> str:
    """Return the input of a random game; about one line in eight is preceded by a wrong one."""
    n = rng.randint(2, 10)
    deck = rng.sample(range(1, 105), 104)
    hands = [[deck[i] for i in range(10 * n) if i % n == p] for p in range(n)]
    rows = [[deck[10 * n + r]] for r in range(4)]
    lines = [f"{n} {rng.randint(1, 60)}" if rng.random() < 0.5 else f"{n}"]
    lines.append(" ".join(map(str, deck)))
    for _ in range(10):
        cards = [hand.pop(rng.randrange(len(hand))) for hand in hands]
        row = " ".join(map(str, cards))
        if rng.random() < 0.12:
            absent = rows[0][0]
            wrong = [f"{row} 1", "x", f"{absent} {row.split(' ', 1)[1]}", "0", f"-{row}", "1"]
            lines.append(rng.choice(wrong))
        if rng.random() < 0.1:
            lines.append("  ")
        lines.append(row)
        for card in sorted(cards):
            where = place(rows, card)
            if where is None:
                if rng.random() < 0.2:
                    lines.append(rng.choice(["0", "5", "-1", "1 2", "x", "１", "1.0"]))
                where = rng.randrange(4)
                lines.append(str(where + 1))
                rows[where] = [card]
            elif len(rows[where]) == 5:
                rows[where] = [card]
            else:
                rows[where].append(card)
    return "\n".join(lines) + "\n"
