ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def key(card):
    return "CDHS".index(card[0]), ranks.index(card[2:-1])


deck = input().split()[::-1]
names = [input() for _ in range(4)]
hands = [sorted(deck[player::4], key=key) for player in range(4)]
laid, points = set(), [0] * 4
player = next(i for i in range(4) if "S[7]" in hands[i])


def fits(card):
    suit, rank = key(card)
    if not laid:
        return card == "S[7]"
    return rank == 6 or (suit, rank - 1 if rank > 6 else rank + 1) in laid


while any(hands):
    hand = hands[player]
    print(f"輪到{names[player]}了")
    print(*hand)
    can = [card for card in hand if fits(card)]
    while True:
        card = input().strip()
        if card not in hand:
            print("手上沒有這張牌，請再嘗試一次。")
        elif can and card not in can:
            print("手上沒有這張牌，請再嘗試一次。")
        else:
            break
        print(*hand)
    hand.remove(card)
    if can:
        laid.add(key(card))
        print(f"玩家 {names[player]} 排出 {card}")
    else:
        points[player] += key(card)[1] + 1
        print(f"玩家 {names[player]} 蓋下 {card}")
    player = (player + 1) % 4
print("遊戲結束")
for name, own in zip(names, points):
    print(f"{name}：{own} 分")
print("勝利者：" + "、".join(n for n, own in zip(names, points) if own == min(points)))
