"""Mutants of the references that no valid input tells from the reference, each with the reason.

By game: the line of the reference and of the mutant, and why they are equal.
"""

from __future__ import annotations

_FEW = "there are fewer than 2^32 heaps"
_DIFFER = "the two cards are known to differ here"
_NOT_TIED = "a tie has been found before"
_OVERWRITTEN = "the limit is read or set in the next line"
_ANY_NEGATIVE = "no number of rounds is negative, so any negative limit is none"
_NO_ROUND = "with a limit of 0 the loop ends before its first round"
_OTHER_ORDER = "in the other order"
_INDEPENDENT = "neither statement uses what the other one changes"
_FITS = "both hands together have at most 104 cards"

_NIM = {
    ("size_t n;", "uint32_t n;"): _FEW,
    ("for (size_t i = 0; i < n; ++i) {", "for (uint32_t i = 0; i < n; ++i) {"): _FEW,
    (
        "for (size_t i = 0; x && i < n; ++i) {",
        "for (uint32_t i = 0; x && i < n; ++i) {",
    ): _FEW,
    (
        "for (size_t i = 0; x && i < n; ++i) {",
        "for (size_t i = 0; i < n; ++i) {",
    ): "if x is 0, no heap becomes smaller by it",
    (
        "bool possible = after < heaps[i];",
        "bool possible = after <= heaps[i];",
    ): "x is not 0, so it changes every heap",
    ("vector<Stones> heaps(n); Stones x = 0;", _OTHER_ORDER): _INDEPENDENT,
}
_SIZES = "size_t a = game.one.size(), b = game.two.size();"
_RESULT = 'cout << "結果：" << (a == b ? "平手" : a {} b ? "玩家 1 獲勝" : "玩家 2 獲勝") << "\\n";'
_WAR = {
    ("istringstream words(line); Deck hand;", _OTHER_ORDER): _INDEPENDENT,
    ("hand.pop_front(); trick.push_back(card);", _OTHER_ORDER): _INDEPENDENT,
    ("game.two = read_hand(); int limit = -1, rounds = 0;", _OTHER_ORDER): _INDEPENDENT,
    (f"game.show(rounds); {_SIZES}", _OTHER_ORDER): _INDEPENDENT,
    ("Deck& winner = a > b ? one : two;", "Deck& winner = a >= b ? one : two;"): _DIFFER,
    ("int limit = -1, rounds = 0;", "int limit = -0, rounds = 0;"): _OVERWRITTEN,
    ("int limit = -1, rounds = 0;", "int limit = -2, rounds = 0;"): _OVERWRITTEN,
    ("if (!(cin >> limit)) limit = -1;", "if (!(cin >> limit)) limit = -2;"): _ANY_NEGATIVE,
    ("if (limit < 0 && !is_new) {", "if (limit <= 0 && !is_new) {"): _NO_ROUND,
    ("if (limit < 0 && !is_new) {", "if (limit < 1 && !is_new) {"): _NO_ROUND,
    (_SIZES, _SIZES.replace("size_t", "uint8_t")): _FITS,
    (_SIZES, _SIZES.replace("size_t", "uint32_t")): _FITS,
    (_RESULT.format(">"), _RESULT.format(">=")): _NOT_TIED,
}
_ANY_NONE = "any number that is no row, or no index, says that there is none yet"
_SETUP = "int n = setup[0], threshold = setup.size() > 1 ? setup[1] : 1000;"
_BELOW = "if (rows[row].back() < card && (best < 0 || rows[row].back() > rows[best].back()))"
_TAKE6 = {
    (
        "if (place == hands[p].end()) throw cards[p];",
        "if (false && place == hands[p].end()) throw cards[p];",
    ): "the cards are known to be in the hands here",
    ("if (!getline(cin, line)) exit(0);", "if (!getline(cin, line)) exit(1);"): (
        "a test has a whole game, so the input never ends before it"
    ),
    (_SETUP, _SETUP.replace("1000", "999")): "all cards together have 171 heads",
    (_SETUP, _SETUP.replace("1000", "1001")): "all cards together have 171 heads",
    ("vector<Cards> hands(n), rows(4);", "vector<Cards> hands(n), rows(5);"): (
        "every loop over the rows ends at the fourth"
    ),
    ("int best = -1;", "int best = -2;"): _ANY_NONE,
    ("int before = -1;", "int before = -2;"): _ANY_NONE,
    (_BELOW, _BELOW.replace("back() <", "back() <=")): _DIFFER,
    (_BELOW, _BELOW.replace("back() >", "back() >=")): _DIFFER,
    **{
        (statements, _OTHER_ORDER): _INDEPENDENT
        for statements in (
            "istringstream words(line); Cards numbers;",
            "taken[player] += sum; rows[row] = {card};",
            "hands[p].erase(place); played.push_back({cards[p], p});",
            'cout << "，比每一列都小\\n"; Cards row;',
            'cout << "，放在第 " << best + 1 << " 列\\n"; rows[best].push_back(card);',
            'cout << "遊戲結束\\n"; vector<pair<int, int>> order;',
            'cout << "玩家 " << p + 1 << "：" << taken[p] << " 個牛頭"'
            ' << (mad ? "（狂牛症）" : "") << "\\n";'
            " order.push_back({mad ? -taken[p] : taken[p], p});",
            'sort(order.begin(), order.end()); cout << "排名：";',
            'cout << "排名："; int before = -1;',
            'cout << "玩家 " << p + 1 << "(" << index << ")"; before = index;',
        )
    },
}
_IN_HAND = "each index is in the hand, and none stands twice"
_NO_PATTERN = "the key of no pattern is not read"
_NO_TOP = "without a top play its key is not read"
_NO_PASS = "a play, which sets the number of passes, comes before the next pass"
_SAME_RANK = "the ranks of both pairs are known to agree here"
_UNTIL = "for (size_t i = 0; i < hand.size(); ++i) {"
_FIVE = 'if (cards.size() != 5) return {"", -1};'
_STARTS = "for (int start = 0; start < 13; ++start) {"
_OR = "(ranks[2] == ranks[0] || ranks[2] == ranks[4]);"
_HOUSE = 'return house ? make_pair(string("葫蘆"), ranks[2]) : make_pair(string(), -1);'
_TOP = "int key = -1, passes = 0;"
_CHOSEN = "set<int> chosen(places.begin(), places.end());"
_LEGAL = "bool legal = chosen.size() == places.size() && *chosen.rbegin() < int(hand.size());"
_FITS_TOP = "(kind.empty() || (new_kind == kind && new_key > key));"
_BIG2 = {
    ("if (legal)", "if (true || legal)"): "no input has an index beyond the hand",
    ('const string SUITS = "CDHS";', 'const string SUITS = "CDHS ";'): "no card has that suit",
    (_UNTIL, _UNTIL.replace("size_t", "uint8_t")): "a hand has at most 13 cards",
    (_UNTIL, _UNTIL.replace("size_t", "uint32_t")): "a hand has at most 13 cards",
    (_FIVE, _FIVE.replace("-1", "-0")): _NO_PATTERN,
    (_FIVE, _FIVE.replace("-1", "-2")): _NO_PATTERN,
    (_STARTS, _STARTS.replace("<", "<=")): "the fourteenth start is the first one again",
    (_STARTS, _STARTS.replace("13", "14")): "the fourteenth start is the first one again",
    (_OR, _OR.replace("ranks[0]", "ranks[1]")): _SAME_RANK,
    (_OR, _OR.replace("ranks[4]", "ranks[3]")): _SAME_RANK,
    (_HOUSE, _HOUSE.replace("-1", "-0")): _NO_PATTERN,
    (_HOUSE, _HOUSE.replace("-1", "-2")): _NO_PATTERN,
    ("vector<vector<int>> hands(4);", "vector<vector<int>> hands(5);"): (
        "the deal and every loop use four hands"
    ),
    ("int player = 0;", "int player = 1;"): "somebody holds the card that sets it",
    (_TOP, _TOP.replace("-1", "-0")): _NO_TOP,
    (_TOP, _TOP.replace("-1", "-2")): _NO_TOP,
    (_TOP, _TOP.replace("passes = 0", "passes = 1")): _NO_PASS,
    ("passes = 0;", "passes = 1;"): _NO_PASS,
    (_CHOSEN, _CHOSEN.replace("begin", "rbegin").replace("end", "rend")): "a set is sorted",
    (_LEGAL, _LEGAL.replace(" < int", " <= int")): _IN_HAND,
    (_LEGAL, _LEGAL.replace("&&", "||")): _IN_HAND,
    (
        "legal = legal && !new_kind.empty() && (!opening || cards[0] == 0) &&",
        "legal = !new_kind.empty() && (!opening || cards[0] == 0) &&",
    ): _IN_HAND,
    (_FITS_TOP, _FITS_TOP.replace("key >", "key >=")): (
        "no two plays of a deck and a pattern have the same key"
    ),
    **{
        (statements, _OTHER_ORDER): _INDEPENDENT
        for statements in (
            'const string SUITS = "CDHS"; const vector<string> RANKS ='
            ' {"3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"};',
            "getline(cin, line); vector<int> deck;",
            "vector<int> deck; istringstream words(line);",
            f"string kind; {_TOP}",
            f"{_TOP} bool opening = true;",
            'bool opening = true; cout << "新的回合開始了。\\n輪到" << names[player] << "了\\n";',
            "vector<int>& hand = hands[player]; istringstream numbers(line);",
            "istringstream numbers(line); vector<int> places;",
            "kind.clear(); passes = 0;",
            'passes = 0; cout << "新的回合開始了。\\n";',
            f"{_LEGAL} vector<int> cards;",
            'cout << "玩家 " << names[player] << " 打出了 " << new_kind << " " << join(cards)'
            ' << "\\n"; kind = new_kind, key = new_key, passes = 0, opening = false;',
        )
    },
}
EQUAL: dict[str, dict[tuple[str, str], str]] = {
    "big2": _BIG2,
    "take6": _TAKE6,
    "war": _WAR,
    "nim": _NIM,
}
