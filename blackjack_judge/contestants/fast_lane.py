"""Plain rounds (a bet, hits, a stand) on the bytes of the pipes, at twice the table's speed.

Nearly all rounds of a long game are plain, and most of its time goes into them. One loop looks up
the tables of `states` instead of calling functions. A round that is not plain is played by the
table from its first request on. Tests compare the lines of both.
"""

import os
from itertools import product

from blackjack_judge.conversation import Conversation
from blackjack_judge.hands import ACE, BLACKJACK, BUSTED, POINTS, paid
from blackjack_judge.states import AFTER, LOST, STRENGTH, TWO
from blackjack_judge.table import DEALER_STANDS

CHUNK = 1 << 8
"""Bytes per read: a request is short, and Python allocates such small buffers quickly."""
_MOST_CARDS = 48
"""More cards than a plain round can take; with fewer left, the table detects an empty shoe."""
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
"""By the first three cards: the reply, the player's hand, and the dealer's hands by hole card."""


def play_plain_rounds(conversation: Conversation, to_program: int, from_program: int) -> bytes:
    """Play rounds while they are plain; return the bytes that the table has to answer.

    `conversation` has begun a round whose line is not sent yet; afterwards it is in the state that
    it would have reached by itself. The bytes are usually one line, but may be several, a part of
    one, or none at the end of the output.
    """
    read, write, after, strength = os.read, os.write, AFTER, STRENGTH
    table = conversation.table
    shoe, goal, at, money = bytes(table.shoe), table.goal, table.dealt, table.money
    last = len(shoe) - _MOST_CARDS
    bet, bet_request = 0, b""
    try:
        while True:
            start = at
            requests: list[bytes] = []
            write(to_program, b"play %d\n" % money)
            request = read(from_program, CHUNK)
            while request == b"bet_you_have\n":
                write(to_program, b"%d\n" % money)
                request = read(from_program, CHUNK)
            if request != bet_request:
                bet, bet_request = _bet(request), request
            if not 0 < bet <= money or at > last:
                break
            requests.append(request)
            reply, hand, holes = _DEALT[shoe[at : at + 3]]
            dealer, dealer_cards = holes[shoe[at + 3]]
            at += 4
            write(to_program, reply)
            request = read(from_program, CHUNK)
            if reply[-3:] == b" 1\n":
                if request != b"buy_insurance 0\n":
                    break
                if strength[dealer] == BLACKJACK:
                    if table.push:
                        break
                    hand = LOST
                requests.append(request)
                write(to_program, b"%d\n" % (strength[dealer] == BLACKJACK))
                request = read(from_program, CHUNK)
            while request == b"hit\n" and strength[hand] != BUSTED:
                card = shoe[at]
                at += 1
                hand = after[hand][card]
                requests.append(request)
                write(to_program, _LINE[card])
                request = read(from_program, CHUNK)
            if request != b"stand\n":
                break
            requests.append(request)
            while 0 < strength[dealer] < DEALER_STANDS:
                card = shoe[at]
                at += 1
                dealer = after[dealer][card]
                dealer_cards += _NEXT[card]
            write(to_program, dealer_cards + b"\n")
            request = read(from_program, CHUNK)
            if request != b"return\n":
                break
            next_money = money - bet + paid(strength[hand], strength[dealer], bet)
            if not 0 < next_money <= goal:
                break
            money = next_money
            conversation.rounds += 1
    except BrokenPipeError:
        request = read(from_program, CHUNK)  # it may have written before it closed its input
    table.resume(start, money)
    for line in requests:
        conversation.answer(line.decode().rstrip())
    return request


def _bet(request: bytes) -> int:
    """Return the bet of a request, or 0 if the request is not plainly a bet."""
    amount = request[10:-1]
    plain = request[:10] == b"init_game " and request[-1:] == b"\n" and amount.isdigit()
    return int(amount) if plain else 0
