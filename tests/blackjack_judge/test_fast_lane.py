"""The fast lane plays as the table does, to the byte, whatever a contestant requests."""

import os
import random
from threading import Thread

import pytest

from blackjack_judge.contestants.program import talk
from blackjack_judge.conversation import Conversation, Verdict
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import Table
from blackjack_judge.text import render

PLAIN = ["hit", "stand"]
ODD = [
    "double_down", "split", "hit_1", "stand_1", "hit_2", "stand_2", "bet_you_have", "return",
    "init_game 1", "init_game 0", "init_game 9999999999999999999", "buy_insurance 1", "hit ",
    "stand\r", "hit\nstand", "", "hi", "\x00",
]  # fmt: skip


def contestant(seed: int, wild: float, hear: int, say: int, log: list[bytes]) -> None:
    """Make plain requests, and sometimes odd ones; log both sides."""
    rng = random.Random(seed)
    with os.fdopen(hear, "rb", buffering=0) as judge, os.fdopen(say, "wb", buffering=0) as out:
        upcard, share = 0, rng.choice((1, 4, 1000))
        while True:
            line = judge.readline()
            log.append(line)
            words = line.split()
            if line.startswith((b"Accepted", b"Wrong_answer")):
                return
            if words[0] == b"play":
                money = int(words[1])
                said = f"init_game {bet(rng, money // share)}"
                said = "bet_you_have" if rng.random() < 0.2 else said
            elif log[-2:-1] == [b"bet_you_have\n"]:
                said = f"init_game {bet(rng, money // share)}"
            elif log[-2].startswith(b"init_game"):
                upcard = int(words[2])
                said = "buy_insurance 0" if upcard == 1 else rng.choice(PLAIN)
            elif log[-2] == b"stand\n":
                said = "return"
            elif log[-2:] == [b"buy_insurance 0\n", b"1\n"]:
                said = "stand"
            else:
                said = rng.choice(PLAIN) if log[-2] != b"hit\n" else "stand"
            if rng.random() < wild:
                said = rng.choice(ODD)
            log.append(f"{said}\n".encode())
            try:
                out.write(log[-1])
            except BrokenPipeError:
                return


def bet(rng: random.Random, most: int) -> int:
    return rng.randint(1, max(1, most))


def game(seed: int, wild: float, fast: bool, push: bool) -> tuple[object, ...]:
    """Return the results of a game: the log, the verdict, the money, the cards."""
    log: list[bytes] = []
    lines: list[str] = []
    from_judge, to_program = os.pipe()
    from_program, to_judge = os.pipe()
    player = Thread(target=contestant, args=(seed, wild, from_judge, to_judge, log))
    player.start()
    table = Table(make_shoe(seed, 8 if seed % 3 else 2), push=push)
    talking = Conversation(table, None if fast else lines.append)
    talk(talking, to_program, from_program)
    os.close(to_program)
    player.join()  # it reads the verdict before its requests are no longer read
    os.close(from_program)
    verdict = talking.verdict or Verdict("stopped")
    return log, render(verdict), table.money, table.stake, table.dealt, talking.rounds


@pytest.mark.parametrize("wild", [0.0, 0.01, 0.1])
@pytest.mark.parametrize("push", [False, True])
def test_fast_lane_and_table_give_the_same_game(wild: float, push: bool) -> None:
    ends = set()
    for seed in range(1, 26):
        fast = game(seed, wild, True, push)
        assert fast == game(seed, wild, False, push)
        ends.add(str(fast[1]).splitlines()[1])
    if wild == 0:
        assert ends >= {"你通過了伊綱的考驗。", "資金輸光了。", "牌已經用完了。"}
    else:
        assert any("不合法" in end for end in ends)
