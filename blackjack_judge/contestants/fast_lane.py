"""Plain rounds at twice the speed of the table: a bet, hits, a stand, in the bytes of the pipes.

Nearly all rounds are plain, and the time of a long game goes into them: hence one straight loop,
and tables in place of calls. They are those of `states`; where a round is in any way not
plain, the table plays it from its first request on. Tests hold both to the same lines.
"""

from __future__ import annotations

import os
from itertools import product

from blackjack_judge.hands import ACE, BLACKJACK, BUSTED, POINTS, paid
from blackjack_judge.states import AFTER, LOST, STRENGTH, TWO
from blackjack_judge.table import DEALER_STANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.conversation import Conversation

CHUNK = 1 << 8
"""Of output at a time: a request is short, and Python has such small buffers at hand."""
_MOST_CARDS = 48
"""More than a plain round can take; where fewer are left, the table has to see when they end."""
_DIGITS = 18
_RANKS = range(ACE, len(POINTS))
_LINE = [b"%d\n" % card for card in range(len(POINTS))]
_NEXT = [b" %d" % card for card in range(len(POINTS))]
_HOLES = {up: {hole: (TWO[up][hole], b"%d %d" % (up, hole)) for hole in _RANKS} for up in _RANKS}
_DEALT = {
    bytes((first, second, up)): (
        b"%d %d %d\n" % (first, second, up),
        TWO[first][second],
        _HOLES[up],
    )
    for first, second, up in product(_RANKS, repeat=3)
}
"""What the first three cards make: the reply, the hand, and by his hole the dealer's in words."""


def play_plain_rounds(conversation: Conversation, to_program: int, from_program: int) -> bytes:
    """Play rounds while they are plain; return what came last, which the table has to answer.

    `conversation` has begun a round, whose line nobody has sent; it is left as if all had gone
    through it. What comes is a line as a rule, but perhaps more or less, or nothing at the end.
    """
    read, write, after, strength = os.read, os.write, AFTER, STRENGTH
    table, curve = conversation.table, conversation.curve
    shoe, goal, at, money = bytes(table.shoe), table.goal, table.dealt, table.money
    last = len(shoe) - _MOST_CARDS
    bet, before = 0, b""
    try:
        while True:
            start = at
            said: list[bytes] = []
            write(to_program, b"play %d\n" % money)
            request = read(from_program, CHUNK)
            while request == b"bet_you_have\n":
                write(to_program, b"%d\n" % money)
                request = read(from_program, CHUNK)
            if request != before:
                bet, before = _bet(request), request
            if not 0 < bet <= money or at > last:
                break
            said.append(request)
            reply, hand, holes = _DEALT[shoe[at : at + 3]]
            dealer, shown = holes[shoe[at + 3]]
            at += 4
            write(to_program, reply)
            request = read(from_program, CHUNK)
            if reply[-3:] == b" 1\n":
                if request != b"buy_insurance 0\n":
                    break
                if strength[dealer] == BLACKJACK:
                    if table.rules.both_blackjack_push:
                        break
                    hand = LOST
                said.append(request)
                write(to_program, b"%d\n" % (strength[dealer] == BLACKJACK))
                request = read(from_program, CHUNK)
            while request == b"hit\n" and strength[hand] != BUSTED:
                card = shoe[at]
                at += 1
                hand = after[hand][card]
                said.append(request)
                write(to_program, _LINE[card])
                request = read(from_program, CHUNK)
            if request != b"stand\n":
                break
            said.append(request)
            while 0 < strength[dealer] < DEALER_STANDS:
                card = shoe[at]
                at += 1
                dealer = after[dealer][card]
                shown += _NEXT[card]
            write(to_program, shown + b"\n")
            request = read(from_program, CHUNK)
            if request != b"return\n":
                break
            then = money - bet + paid(strength[hand], strength[dealer], bet)
            if not 0 < then <= goal:
                break
            money = then
            curve.append(money)
    except BrokenPipeError:
        request = read(from_program, CHUNK)  # it reads no more, but it may have written
    table.resume(start, money)
    for line in said:
        conversation.answer(line.decode().rstrip())
    return request


def _bet(request: bytes) -> int:
    """Return the bet of a request, 0 where it is no plain one."""
    amount = request[10:-1]
    plain = request[:10] == b"init_game " and request[-1:] == b"\n" and amount.isdigit()
    return int(amount) if plain and len(amount) < _DIGITS else 0
