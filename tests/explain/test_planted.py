"""Planted situations of each game, with the true reason beside each, written before the run."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import pytest

from big2.cards import DECK
from big2.explain import reasons as of_big2
from cardjudge.errors import InputError
from cardjudge.reasons import Reason
from nim.explain import REASONS as OF_NIM
from take6.explain import reasons as of_take6
from tests.test_language import IDEOGRAPH
from war.explain import reasons as of_war

FIRST = "C[3] D[3] H[3] C[4] D[4] H[5] S[6] D[7] C[8] S[9] H[10] S[J] D[K]"
SECOND = "C[5] D[5] S[5] C[6] D[6] H[6] S[7] D[8] H[8] C[9] D[10] H[J] S[2]"


def told(reasons: Callable[[], Iterable[Reason]], monkeypatch: pytest.MonkeyPatch) -> list[Reason]:
    """Return the reasons up to the end of the input; in English no sentence has Chinese."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert not [each.sentence for each in _known(reasons()) if IDEOGRAPH.search(each.sentence)]
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    return [*_known(reasons())]


def _known(reasons: Iterable[Reason]) -> Iterator[Reason]:
    with suppress(InputError):  # the game is not over
        yield from reasons


OPENING = "這是第一手，一定要有 C[3]，所以不合法。"
NO_PATTERN = "不是任何牌型（單張、對子、順子、葫蘆），所以不合法。"
STRAIGHT, HOUSE = "3C 4D 5H 6S 7D", "3C 3D 3H 4C 4D"
BIG2 = [
    ("-1", "第一個動作一定要出牌，所以不合法。"),
    ("4C", OPENING),
    ("4C 4D", OPENING),
    ("4D 5H 6S 7D 8C", OPENING),
    ("3D 3H", OPENING),
    ("3C 4C", NO_PATTERN),  # 3C alone, 3C 3D and 3C 3H are as near
    ("4C 5H", NO_PATTERN),  # 4C 4D is a pair, but no first play
    ("3C 3D 3H", NO_PATTERN),
    ("3C 4D 5H 6S", "少了 D[7]。"),
    ("3C 4D 5H 6S 8C", "C[8] 換成 D[7] 才是。"),
    ("3C 3D 3H 4C", "少了 D[4]。"),
    ("3C 3D 3H 4C 5H", "H[5] 換成 D[4] 才是。"),
    ("3C 5H 7D 9S KD", NO_PATTERN),
    ("0 0", "把索引 0 寫了 2 次"),
    ("13", "手牌的索引只有 0 到 12"),
    ("x", "A寫的「x」不是索引；索引是 0 到 12，PASS 是單獨一個 -1，所以不合法。"),
    ("-1 0", "A寫的「-1」不是索引"),
    ("0 +1", "A寫的「+1」不是索引"),
    ("3C", "這是第一手，裡面有 C[3]，所以合法。"),
    ("3C 3D", "這是第一手，裡面有 C[3]，所以合法。"),
    (STRAIGHT, "這是第一手，裡面有 C[3]，所以合法。"),
    (HOUSE, "這是第一手，裡面有 C[3]，所以合法。"),
    ("3C;5C 5D", "對子壓不過單張，牌型要一樣，所以不合法。"),
    ("3C;5C", "C[5] 大於 C[3]，所以合法。"),
    ("3C;-1", "桌上有單張 C[3]，不是新的回合，所以可以 PASS。"),
    ("3C;5C 5D 5S", NO_PATTERN),
    ("3C;5C 6C", NO_PATTERN),
    ("3C;5C;-1;-1;4C", "C[4] 小於 C[5]，所以不合法。"),
    ("3C;5C;-1;-1;5H", "H[5] 大於 C[5]，所以合法。"),
    ("3C 3D;5C", "單張壓不過對子，牌型要一樣，所以不合法。"),
    ("3C 3D;5C 5S", "S[5] 大於 D[3]，所以合法。"),
    ("3C 3D;5C 6D", NO_PATTERN),
    ("3C 3D;7S 8D", "S[7] 換成 H[8] 才是。"),
    ("3C 3D;5C 5D 5S 6C 6D", "葫蘆壓不過對子，牌型要一樣，所以不合法。"),
    ("3C 3D;5C 5D;-1;-1;4C 4D", "D[4] 小於 D[5]，所以不合法。"),
    (f"{STRAIGHT};5C 6D 7S 8D 9C", "C[9] 大於 D[7]，所以合法。"),
    (f"{STRAIGHT};5C 6D 7S 8D", "少了 C[9]。"),
    (f"{STRAIGHT};5C 6D 7S 8D 10D", NO_PATTERN),  # 9C instead of 10D, or of 5C
    (f"{STRAIGHT};5C 6D 7S 8D 11H", "B寫的「5C」不是索引"),
    (f"{STRAIGHT};5C 5D 5S 6C 6D", "葫蘆壓不過順子，牌型要一樣，所以不合法。"),
    (f"{HOUSE};5C 5D 5S 6C 6D", "所以合法。"),
    (f"{HOUSE};5C 5D 5S 6C 7S", NO_PATTERN),
    (f"{HOUSE};2S", "單張壓不過葫蘆，牌型要一樣，所以不合法。"),
    ("3C;-1;-1;-1", "其他 3 個人都 PASS，所以由他開始新的回合。"),
    ("3C;-1;-1;-1;-1", "第一個動作一定要出牌，所以不合法。"),
    ("3C;-1;-1;-1;3D 3H", "這是新的回合，任何牌型都合法。"),
]


def big2_case(moves: str) -> bytes:
    """Return a case in which the first two players hold `FIRST` and `SECOND`."""
    known = [FIRST.split(), SECOND.split()]
    rest = [str(card) for card in DECK if str(card) not in known[0] + known[1]]
    hands = [*known, rest[::2], rest[1::2]]
    deck = [hands[at % 4][at // 4] for at in range(52)][::-1]
    left = [sorted(hand, key=[str(card) for card in DECK].index) for hand in hands]
    lines, player = [" ".join(deck), *"ABCD"], 0
    for move in moves.split(";"):
        words = [f"{word[-1]}[{word[:-1]}]" for word in move.split()]
        indices = [str(left[player].index(w)) if w in left[player] else "" for w in words]
        lines.append(" ".join(indices) if all(indices) else move)
        left[player] = [card for card in left[player] if card not in words]
        player = (player + 1) % 4
    return "\n".join([*lines, ""]).encode()


@pytest.mark.parametrize(("moves", "why"), BIG2)
def test_the_reason_of_a_planted_action_of_big2(
    moves: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = told(lambda: of_big2(big2_case(moves)), monkeypatch)
    line = max(each.line or 0 for each in found)
    last = [each.sentence for each in found if each.line == line]
    assert any(why in each for each in last), last
    if why == NO_PATTERN:
        assert not any("最接近" in each for each in last), last


NIM = [
    ("nim", "5 2 5 7 9 6", "定理 4：X = 15 ≠ 0，有一步能讓 X 變成 0，所以先手必勝"),
    ("nim", "2 5 5", "定理 4：X = 0，每一步都讓 X 變成不是 0，對手再讓它變回 0，所以後手必勝"),
    ("nim", "0", "定理 4：X = 0；沒有石頭可拿，先手一開始就不能動，所以後手必勝"),
    ("nim", "2 0 0", "定理 4：X = 0；沒有石頭可拿，先手一開始就不能動，所以後手必勝"),
    ("nim misere", "0", "沒有石頭可拿，匱乏賽局裡不能動的人贏，所以先手必勝"),
    ("nim", "1 7", "第 1 堆：7 XOR 7 = 0，比 7 小，拿到剩 0 顆，X 就變成 0"),
    ("nim", "3 1 2 3", "逐位 XOR：1 = 01、2 = 10、3 = 11；結果 00 = 0"),
    ("nim", "3 1 2 4", "第 3 堆：4 XOR 7 = 3，比 4 小，拿到剩 3 顆，X 就變成 0"),
    ("nim", "3 1 2 4", "第 1 堆：1 XOR 7 = 6，不比 1 小，沒有必勝的取法"),
    ("nim misere", "3 1 1 1", "有 3 堆一顆的，是奇數，先手拿到最後一顆，所以後手必勝"),
    ("nim misere", "2 1 1", "有 2 堆一顆的，是偶數，對手拿到最後一顆，所以先手必勝"),
    ("nim misere", "3 0 1 0", "有 1 堆一顆的，是奇數，先手拿到最後一顆，所以後手必勝"),
    ("nim misere", "2 1 1", "第 1 堆拿到剩 0 顆，只有一顆的堆就剩奇數堆，對手拿到最後一顆"),
    ("nim misere", "3 1 1 1", "第 2 堆沒有必勝的取法：拿掉它，一顆的堆剩 2 堆，是偶數，對手贏"),
    ("nim misere", "2 3 3", "匱乏賽局也看 X（Bouton）：X = 0，所以後手必勝"),
    ("nim misere", "2 3 1", "匱乏賽局也看 X（Bouton）：X = 2 ≠ 0，所以先手必勝"),
    ("nim misere", "2 3 1", "第 1 堆拿到剩 0 顆，只有一顆的堆就剩奇數堆，對手拿到最後一顆"),
    ("nim misere", "3 3 1 1", "第 1 堆拿到剩 1 顆，只有一顆的堆就剩奇數堆，對手拿到最後一顆"),
    ("choose", "4 0 1 2 4", "堆的大小裡比 3 小的都有，沒有 3，所以 MEX = 3"),
    ("choose", "4 0 1 2 4", "定理 5：等價於一堆 MEX = 3 顆的 Nim；3 ≠ 0：選空的堆"),
    ("choose", "4 0 1 2 4", "第 1 堆是 0 顆，選了它對手就不能動"),
    ("choose", "4 0 1 2 4", "第 4 堆有 4 顆，選了它對手就全部拿走"),
    ("choose", "3 1 2 4", "MEX 是沒有出現的最小非負整數：堆的大小裡沒有 0，所以 MEX = 0"),
    ("choose", "3 1 2 4", "MEX = 0 顆的 Nim；沒有空的堆，選哪一堆對手都全部拿走，所以後手必勝"),
    ("choose", "1 0", "MEX = 1"),
    ("choose", "2 0 0", "第 2 堆是 0 顆，選了它對手就不能動"),
    ("choose", "0", "沒有 0，所以 MEX = 0"),
    ("choose", "0", "沒有堆可選，先手一開始就不能動，所以後手必勝"),
    ("line", "10 1/1 2", "定理 5：SG 是走得到的值的 MEX，也就是其中沒有的最小非負整數。"),
    ("line", "10 1/1 2", "SG(10)：走不動了，值是 0"),
    (
        "line",
        "10 1/1 2",
        "SG(8)：走得到 SG(9) = 1、SG(10) = 0；比 2 小的都有，沒有 2，所以 MEX = 2",
    ),
    (
        "line",
        "10 1/1 2",
        "等價於一堆 SG(1) = 0 顆的 Nim；能走到 2、3，對手從那裡走都必勝，所以後手必勝",
    ),
    (
        "line",
        "10 2/1 2",
        "等價於一堆 SG(2) = 2 顆的 Nim；走 2 步到 4，對手從那裡走必敗，所以先手必勝",
    ),
    (
        "line",
        "10 10/1 2",
        "等價於一堆 SG(10) = 0 顆的 Nim；從 10 走不動了，輪到的人輸，所以後手必勝",
    ),
    ("line", "10 1/1 2", "兩人的步數相同，是無偏；不能走的人輸，是標準賽局"),
    ("line misere", "10 10/1 2", "從 10 走不動了，輪到的人贏，所以先手必勝"),
    ("line misere", "10 9/1 2", "能走到 10，對手從那裡走都必勝，所以後手必勝"),
    ("line misere", "10 1/1 2/3 4", "兩人的步數不同，是有偏；不能走的人贏，是匱乏賽局"),
    ("line misere", "10 1/1 2/3 4", "所以先手必勝"),
    ("line", "10 8/1/2", "走 1 步到 9，對手從那裡走必敗，所以先手必勝"),
    ("line", "10 8/3/2", "從 8 走不動了，輪到的人輸，所以後手必勝"),
    (
        "line classes",
        "10 9/1/2",
        "第二行的步數走不動；標準是 L，第一行的玩家贏；匱乏是 R，第二行的玩家贏",
    ),
    ("line classes", "10 10/1/2", "標準是 P，誰先走誰輸；匱乏是 N，誰先走誰贏"),
    ("line classes", "10 8/2/2", "標準是 N，誰先走誰贏；匱乏是 P，誰先走誰輸"),
]


@pytest.mark.parametrize(("judge", "given", "why"), NIM)
def test_the_reason_of_a_planted_game_of_nim(
    judge: str, given: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *options = judge.split()
    data = given.replace("/", "\n").encode() + b"\n"
    found = told(lambda: OF_NIM[name](data, **dict.fromkeys(options, True)), monkeypatch)
    assert any(why in each.sentence for each in found), found


WAR = [
    ("2 5/1 6", "1：2 > 1，玩家 1 拿 2 張"),
    ("1 5/2 6", "1：1 < 2，玩家 2 拿 2 張"),
    ("3 1 4/3 2 2", "1：3 = 3、4 > 2，玩家 1 拿 6 張"),
    ("3 1 4 7 2/3 2 4 7 3", "1：3 = 3、4 = 4、2 < 3，玩家 2 拿 10 張"),
    ("3/3", "1：3 = 3，平手，但玩家 1、玩家 2 沒有牌可出；這一回合不算，檯面留下 2 張"),
    ("3/3 4", "1：3 = 3，平手，但玩家 1 沒有牌可出；這一回合不算，檯面留下 2 張"),
    ("3 4/3", "1：3 = 3，平手，但玩家 2 沒有牌可出；這一回合不算，檯面留下 2 張"),
    ("3 1/3 2 5", "1：3 = 3，平手，但玩家 1 沒有牌可出；這一回合不算，檯面留下 4 張"),
    ("3 4/3", "第 1 回合有人在平手時沒有牌，沒有打完，不算；打完的有 0 回合。"),
    ("3 4/3", "手上的牌 1 張對 0 張，檯面的不算；多的是玩家 1，所以玩家 1 獲勝。"),
    ("3 4/3", "檯面的 2 張留在檯面"),
    ("2 2/1 1", "2 回合之後玩家 2 沒有牌，下一回合不能開始。"),
    ("2 2/1 1", "每一回合打完，檯面的牌都被拿走，所以檯面是空的。"),
    ("2 2/1 1", "他最後一次拿牌是第 2 回合：2 > 1，放到最下面的是 2 1。"),
    ("1/2", "1 回合之後玩家 2 有 2 張。"),
    ("1 2/2 1/0", "打滿了上限的 0 回合，所以停在這裡；有上限就不找循環。"),
    ("1 2/2 1/1", "打滿了上限的 1 回合，所以停在這裡；有上限就不找循環。"),
    ("1 2 1 2/2 1 2 1", "第 6 回合之後的局面和第 4 回合之後完全相同，所以每 2 回合重複一次。"),
    ("1 2 1 2/2 1 2 1", "同樣的局面一再出現，永遠打不完。"),
    ("1 2/2 1/0", "一回合也沒有打，所以檯面是空的。"),
    ("/1", "一回合也沒有打，所以檯面是空的。"),
    ("/1", "0 回合之後玩家 1 沒有牌，下一回合不能開始。"),
    ("/", "0 回合之後玩家 1、玩家 2 沒有牌，下一回合不能開始。"),
    ("2 3 9/1 4 8/2", "每一回合玩家 1 先出牌；贏的人把檯面的牌照打出的順序放到手牌的最下面。"),
    ("2 3 9/1 4 8/2", "2：3 < 4，玩家 2 拿 2 張"),
    ("2 3 9/1 4 8/2", "他最後一次拿牌是第 2 回合：3 < 4，放到最下面的是 3 4。"),
    ("2 3 9/1 4 8/2", "他最後一次拿牌是第 1 回合：2 > 1，放到最下面的是 2 1。"),
    ("2 3 9/1 4 8/2", "手上的牌 3 張對 3 張，檯面的不算；一樣多，所以平手。"),
    ("2 3 9/1 4 8/2", "2 回合之後玩家 1 有 3 張。"),
    ("1 1 1/1 1 1", "1：1 = 1、1 = 1，平手，但玩家 1、玩家 2 沒有牌可出"),
    ("1 1 1/1 1 1", "檯面的 6 張留在檯面，照打出的順序。"),
    ("1 1 1/1 1 1", "手上的牌 0 張對 0 張"),
    ("5 9 1/5 9 2", "1：5 = 5、1 < 2，玩家 2 拿 6 張"),
    ("5 9 1/5 9 2", "1 回合之後玩家 2 有 6 張。"),
    ("5 9 3/5 9 2", "1：5 = 5、3 > 2，玩家 1 拿 6 張"),
    ("2/1/", "1 回合之後玩家 2 沒有牌，下一回合不能開始。"),
    ("1/", "手上的牌 1 張對 0 張"),
    ("/", "手上的牌 0 張對 0 張"),
    ("1 2/2 1", "1：1 < 2，玩家 2 拿 2 張"),
    ("4 4/4 3", "1：4 = 4，平手，但玩家 1、玩家 2 沒有牌可出；這一回合不算，檯面留下 4 張"),
    ("1 2 1 2/2 1 2 1", "第 4 回合之後的局面後來又出現了"),
    ("1 2 1 2/2 1 2 1/3", "打滿了上限的 3 回合，所以停在這裡；有上限就不找循環。"),
    ("3 1 5 6/3 2", "手上的牌 2 張對 0 張"),
    ("3 1 5 6/3 2", "檯面的 4 張留在檯面"),
]


@pytest.mark.parametrize(("given", "why"), WAR)
def test_the_reason_of_a_planted_game_of_war(
    given: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = given.replace("/", "\n").encode() + b"\n"
    found = told(lambda: of_war(data), monkeypatch)
    assert any(why in each.sentence for each in found), found


HANDS = {1: [5, 11, 14, 21, 33, 55, 71, 80, 99, 104], 2: [1, 12, 22, 31, 34, 56, 72, 81, 98, 103]}
ROWS = [10, 20, 30, 40]
TAKE6 = [
    ("5", "這一行以空白分開有 1 個，要剛好 2 個，每位玩家一張牌，所以不合法。"),
    ("5,1", "這一行以空白分開有 1 個，要剛好 2 個，每位玩家一張牌，所以不合法。"),
    ("5 1 7", "這一行以空白分開有 3 個，要剛好 2 個，每位玩家一張牌，所以不合法。"),
    ("foo 1", "玩家 1 的「foo」不是只用 0 到 9 寫的數，所以不合法。手牌是 5(2) 11(5) 14(1)"),
    ("5 -1", "玩家 2 的「-1」不是只用 0 到 9 寫的數，所以不合法。"),
    ("5.0 1", "玩家 1 的「5.0」不是只用 0 到 9 寫的數，所以不合法。"),
    ("6 1", "玩家 1 的手牌沒有 6，所以不合法。"),
    ("5 104", "玩家 2 的手牌沒有 104，所以不合法。"),
    ("11 12", "玩家 1 的 11：比它小的列尾是第 1 列 10（差 1）；差最少的是第 1 列。"),
    ("11 12", "玩家 2 的 12：比它小的列尾是第 1 列 11（差 1）；差最少的是第 1 列。"),
    ("11 22", "比它小的列尾是第 1 列 11（差 11）、第 2 列 20（差 2）；差最少的是第 2 列。"),
    ("104 103", "還要放的牌是 103 104。"),
    ("5 1", "玩家 2 的 1 比四列的最後一張 10、20、30、40 都小，所以由他選一列拿走。"),
    ("5 1;0", "這一行要剛好是一個 1 到 4 的列號，所以不合法。"),
    ("5 1;5", "這一行要剛好是一個 1 到 4 的列號，所以不合法。"),
    ("5 1;x", "這一行要剛好是一個 1 到 4 的列號，所以不合法。"),
    ("5 1;2", "玩家 2 選了第 2 列，拿走 20(3)，一共 3 個牛頭；1 成為這一列的第一張。"),
    ("5 1;1", "玩家 1 的 5：比它小的列尾是第 1 列 1（差 4）；差最少的是第 1 列。"),
    ("55 56;71 72;80 81", "這一列已經有 5 張，這是第六張，所以拿走"),
    ("55 56;71 72;80 81", "拿走 40(3) 55(7) 56(1) 71(1) 72(1)，一共 13 個牛頭。"),
    ("55 56;71 72", "上一回合的牌都放好了，開始第 2 回合。四列的最後一張是 10、20、30、56"),
    ("55 56", "牛頭：55 有 7 個，其他 11 的倍數 5 個"),
    (
        "",
        "接下來的四張 10、20、30、40 各開一列。",
    ),
    ("14 12", "還要放的牌是 12 14。"),
    ("14 12", "玩家 1 的 14：比它小的列尾是第 1 列 12（差 2）；差最少的是第 1 列。"),
    ("21 31", "第 2 列 20（差 1）；差最少的是第 2 列。"),
    ("21 31", "第 3 列 30（差 1）；差最少的是第 3 列。"),
    (
        "33 34",
        "玩家 2 的 34：比它小的列尾是第 1 列 10（差 24）、第 2 列 20（差 14）、第 3 列 33（差 1）",
    ),
    ("99 98", "差最少的是第 4 列。這一列有 1 張，還沒滿，所以放在後面。"),
    ("99 98", "差最少的是第 4 列。這一列有 2 張，還沒滿，所以放在後面。"),
    ("5 12", "玩家 1 的 5 比四列的最後一張 10、20、30、40 都小，所以由他選一列拿走。"),
    ("5 12;4", "玩家 1 選了第 4 列，拿走 40(3)，一共 3 個牛頭；5 成為這一列的第一張。"),
    (
        "5 12;4",
        "玩家 2 的 12：比它小的列尾是第 1 列 10（差 2）、第 4 列 5（差 7）；差最少的是第 1 列。",
    ),
    ("5 12;-1", "這一行要剛好是一個 1 到 4 的列號，所以不合法。"),
    ("5 12;1 2", "這一行要剛好是一個 1 到 4 的列號，所以不合法。"),
    ("1 5", "玩家 1 的手牌沒有 1，所以不合法。"),
    ("5 5", "玩家 2 的手牌沒有 5，所以不合法。"),
    ("105 1", "玩家 1 的手牌沒有 105，所以不合法。"),
    ("11 12;11 22", "玩家 1 的手牌沒有 11，所以不合法。手牌是 5(2) 14(1) 21(1)"),
    ("5 1;1;11 12", "比四列的最後一張"),
    ("55 56;71 72;80 81;99 98", "一回合的牌由小到大放；放在比它小、差最少的列尾後面。"),
    ("55 56;71 72;80 81", "玩家 2 的 81：比它小的列尾是"),
]


@pytest.mark.parametrize(("moves", "why"), TAKE6)
def test_the_reason_of_a_planted_round_of_take6(
    moves: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = [card for pair in zip(*HANDS.values(), strict=True) for card in pair] + ROWS
    deck = [*dealt, *(card for card in range(1, 105) if card not in dealt)]
    data = "\n".join(["2", " ".join(map(str, deck)), *moves.split(";"), ""]).encode()
    found = told(lambda: of_take6(data), monkeypatch)
    assert any(why in each.sentence for each in found), found
    assert {each.asked for each in found} <= {"", *moves.split(";")}
