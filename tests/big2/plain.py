"""The Big-2 judge as one plain function, with no structure at all.

It is the peer that `bench.start` measures the cost of the design against, and an independent second
opinion that the tests hold the judge to. Below it stand random games for both.
"""

import random

from big2.cards import DECK
from big2.game import Game
from big2.judge import judge as kit
from cardjudge.stdio import Lines


def judge(text: str) -> str:
    """Return the output of the judge for `text`, whose deck and names must be right."""
    rows = text.split("\n")
    ranks = "3 4 5 6 7 8 9 10 J Q K A 2".split()
    notation = [f"{suit}[{rank}]" for rank in ranks for suit in "CDHS"]
    deck = [notation.index(word) for word in rows[0].split()]
    names = [row.strip() for row in rows[1:5]]
    actions = [row.split() for row in rows[5:] if row.strip()]
    hands: list[list[int]] = [sorted(deck[3 - player :: 4]) for player in range(4)]
    player = [0 in hand for hand in hands].index(True)
    out = ["新的回合開始了。", f"輪到{names[player]}了"]
    top_kind, top_key, passes, first = "", -1, 0, True
    for words in [*actions, []]:
        hand = hands[player]
        index_line = ""
        for index, card in enumerate(hand):
            index_line += str(index) + " " * (len(notation[card]) + 1 - len(str(index)))
        out.append(index_line.rstrip())
        out.append(" ".join([notation[card] for card in hand]))
        if not words:
            break
        if words == ["-1"]:
            if not top_kind:
                out.append("你不能在新的回合中喊 PASS")
                continue
            out.append(f"玩家 {names[player]} PASS.")
            passes += 1
            if passes == 3:
                top_kind, top_key, passes = "", -1, 0
                out.append("新的回合開始了。")
        else:
            kind, key, cards = "", -1, []
            if all(word.isascii() and word.isdigit() for word in words):
                places = [int(word) for word in words]
                if len(set(places)) == len(places) and max(places) < len(hand):
                    cards = sorted([hand[place] for place in places])
            n = [card // 4 for card in cards]
            if len(n) == 1:
                kind, key = "單張", cards[0]
            elif len(n) == 2 and n[0] == n[1]:
                kind, key = "對子", cards[1]
            elif len(n) == 5 and sorted([n.count(rank) for rank in n]) == [2, 2, 3, 3, 3]:
                kind, key = "葫蘆", n[2]
            elif len(n) == 5:
                for start in range(13):
                    if sorted([(start + step) % 13 for step in range(5)]) == n:
                        kind, key = "順子", cards[4]
            if (
                not kind
                or (first and 0 not in cards)
                or (top_kind and (kind != top_kind or key <= top_key))
            ):
                out.append("此牌型不合法，請再嘗試一次。")
                continue
            out.append(
                f"玩家 {names[player]} 打出了 {kind} {' '.join([notation[c] for c in cards])}"
            )
            top_kind, top_key, passes, first = kind, key, 0, False
            hands[player] = [card for card in hand if card not in cards]
            if not hands[player]:
                out.append(f"遊戲結束，遊戲的勝利者為 {names[player]}")
                break
        player = (player + 1) % 4
        out.append(f"輪到{names[player]}了")
    return "\n".join(out) + "\n"


def random_game(rng: random.Random) -> str:
    """Return the input of a game of random actions, about one in ten of them illegal."""
    deck = rng.sample(DECK, len(DECK))
    game = Game(deck)
    rows = [" ".join(map(str, deck)), "水球", "火球", "保齡球", "地瓜球"]
    game.start()
    while game.winner is None:
        hand = range(len(game.hand))
        single = next((i for i in hand if not isinstance(game.judge([i]), str)), None)
        action = None if single is None else [single]
        if rng.random() < 0.1:
            action = rng.sample(hand, min(2, len(hand)))
        rows.append("-1" if action is None else " ".join(map(str, action)))
        game.step(action)
    return "\n".join(rows) + "\n"


def judged(text: str) -> str:
    """Return the output of the kit's judge for `text`."""
    out: list[str] = []
    kit(Lines(text.encode().splitlines(keepends=True)), out.append)
    return "".join(out)
