"""Plain rounds at twice the speed of the table: a bet, hits, a stand, in the bytes of the pipes.

Nearly all rounds are plain, and the time of a long game goes into them. This lane has no rules of
its own: where a round is in any way not plain, the table plays it from its first request on. Tests
hold both to the same lines.
"""

from __future__ import annotations

from blackjack_judge.hands import POINTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from blackjack_judge.conversation import Conversation

_MOST_CARDS = 48
"""More than a plain round can take; where fewer are left, the table has to see when they end."""
_DIGITS = 18
_CARD = [b"%d\n" % card for card in range(14)]
_NEXT = [b" %d" % card for card in range(14)]


def play_plain_rounds(conversation: Conversation, exchange: Callable[[bytes], bytes]) -> bytes:
    """Play rounds while they are plain; return what came last, which the table has to answer.

    `conversation` has begun a round, whose line nobody has sent; it is left as if all had gone
    through it. `exchange` sends a line and returns what comes: a line as a rule, but perhaps more
    or less, or nothing at the end.
    """
    table, curve = conversation.table, conversation.curve
    shoe, goal = table.shoe, table.goal
    at, money = table.dealt, table.money
    while True:
        reply = b"play %d\n" % money
        while (request := exchange(reply)) == b"bet_you_have\n":
            reply = b"%d\n" % money
        said: list[bytes] = []
        start = at
        amount = request[10:-1]
        if request[:10] != b"init_game " or request[-1:] != b"\n" or not amount.isdigit():
            break
        bet = int(amount) if len(amount) < _DIGITS else 0
        if not 0 < bet <= money or at + _MOST_CARDS > len(shoe):
            break
        first, second, upcard, hole = shoe[at : at + 4]
        at += 4
        said.append(request)
        request = exchange(b"%d %d %d\n" % (first, second, upcard))
        if upcard == 1:
            if request != b"buy_insurance 0\n" or hole >= 10:
                break
            said.append(request)
            request = exchange(b"0\n")
        hard = POINTS[first] + POINTS[second]
        ace = first == 1 or second == 1
        blackjack = ace and hard == 11
        while request == b"hit\n" and hard <= 21:
            card = shoe[at]
            at += 1
            hard += POINTS[card]
            ace = ace or card == 1
            blackjack = False
            said.append(request)
            request = exchange(_CARD[card])
        if request != b"stand\n":
            break
        said.append(request)
        dealt, dealers_ace = POINTS[upcard] + POINTS[hole], upcard == 1 or hole == 1
        dealers_blackjack = dealers_ace and dealt == 11
        shown = b"%d %d" % (upcard, hole)
        while dealt < 7 or (dealt < 17 and not (dealers_ace and dealt <= 11)):
            card = shoe[at]
            at += 1
            dealt += POINTS[card]
            dealers_ace = dealers_ace or card == 1
            shown += _NEXT[card]
        request = exchange(shown + b"\n")
        if request != b"return\n":
            break
        player, dealer = (
            _strength(hard, ace, blackjack),
            _strength(dealt, dealers_ace, dealers_blackjack),
        )
        then = money - bet
        if hard <= 21 and player >= dealer:
            then += bet if player == dealer else 5 * bet // 2 if blackjack else 2 * bet
        if then == 0 or then > goal:
            break
        money = then
        curve.append(money)
    table.resume(start, money)
    record, conversation.record = conversation.record, None
    for before in said:
        conversation.answer(before.decode().rstrip())
    conversation.record = record
    return request


def _strength(hard: int, ace: bool, blackjack: bool) -> int:
    """Return what hands are compared by: 0 for a bust, and 22 for a blackjack."""
    if blackjack:
        return 22
    return hard + 10 if ace and hard <= 11 else hard if hard <= 21 else 0
