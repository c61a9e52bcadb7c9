"""The table: money is conserved, nothing raises, and C++ plays by the same rules."""

import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack_judge.contestants.build import CPP
from blackjack_judge.conversation import Conversation
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import ILLEGAL, Table
from tests.processes import ROOT
from tests.tools import tool

REQUESTS = (
    "init_game",
    "buy_insurance",
    "hit",
    "hit_1",
    "hit_2",
    "double_down",
    "split",
    "stand_1",
    "stand",
    "stand_2",
    "bet_you_have",
    "return",
)
WITH_AMOUNT = ("init_game", "buy_insurance")
shoes = st.lists(st.integers(1, 13), max_size=40)


@given(
    shoes,
    st.booleans(),
    st.lists(
        st.tuples(
            st.sampled_from(REQUESTS) | st.text(), st.none() | st.integers(-5, 120) | st.integers()
        )
    ),
)
def test_no_request_raises_an_error_or_creates_money(
    shoe: list[int], push: bool, requests: list[tuple[str, int | None]]
) -> None:
    table = Table(shoe, money=100, goal=130, push=push)
    for request, amount in requests:
        over, money, stake = table.outcome, table.money, table.stake
        reply = table.ask(request, amount)
        paid = 2.5 * stake if request == "return" else stake  # at the most, for a blackjack
        assert table.money + table.stake <= money + paid
        assert table.money >= 0
        assert (reply is None) == (table.outcome is not None)
        assert over is None or table.outcome == over


def some_request(table: Table, rng: random.Random) -> str:
    """Return a request, mostly a legal one with an amount that may be right."""
    name = rng.choice(table.legal if rng.random() < 0.97 else REQUESTS)
    if (name in WITH_AMOUNT) == (rng.random() < 0.99):
        most = table.money if name == "init_game" else table.stake
        return f"{name} {rng.choice([1, most // 2, rng.randrange(-1, most + 2)])}"
    return name


def some_game(rng: random.Random) -> tuple[list[int], list[str], list[str], int]:
    """Play a game of random requests; return its shoe, requests, replies and the money left."""
    shoe = rng.choices([1, 1, *range(1, 14), 10, 10], k=rng.randrange(60))
    table = Table(shoe, money=1000, goal=rng.choice([1300, 10_000]))
    conversation = Conversation(table)
    requests: list[str] = []
    replies = []
    conversation.begin()
    while conversation.verdict is None and len(requests) < 60:
        money, stake = table.money, table.stake
        requests.append(some_request(table, rng))
        replies.append(conversation.answer(requests[-1]))
        paid = 2.5 * stake if requests[-1] == "return" else stake
        assert table.money + table.stake <= money + paid
    return shoe, requests, [str(table.goal), *replies], table.money


DRIVER = """
#include "blackjack_table.h"
#include <cstdio>
#include <iostream>
#include <sstream>
void play() {}
int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream first(line);
        long long goal;
        first >> goal;
        std::vector<unsigned char> shoe;
        for (int card; first >> card;) shoe.push_back(card);
        Table table(shoe, 1000, goal);
        while (std::getline(std::cin, line) && line != ".") {
            std::istringstream words(line);
            std::string name;
            long long amount;
            words >> name;
            bool has_amount = static_cast<bool>(words >> amount);
            std::vector<int> reply = table.ask(name, has_amount, amount);
            if (table.outcome == WON) std::cout << "Accepted";
            else if (table.outcome != PLAYING) std::cout << "Wrong_answer";
            else if (reply.empty()) std::cout << "play " << table.money;
            for (size_t i = 0; i < reply.size() && table.outcome == PLAYING; ++i)
                std::cout << (i ? " " : "") << reply[i];
            std::cout << "\\n";
        }
        std::cout << table.money << "\\n";
    }
}
"""


@pytest.mark.slow
def test_the_tables_in_cpp_and_python_play_by_the_same_rules(tmp_path: Path) -> None:
    (tmp_path / "driver.cpp").write_text(DRIVER)
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run(
        [
            tool("g++"),
            "-O1",
            *warnings,
            f"-I{CPP}",
            f"-I{ROOT / 'bench'}",
            "-o",
            tmp_path / "d",
            tmp_path / "driver.cpp",
        ],
        check=True,
    )
    rng = random.Random(6)
    text, expected = [], []
    played: set[str] = set()
    for _ in range(3000):
        shoe, requests, (goal, *replies), money = some_game(rng)
        played.update(request.split()[0] for request in requests)
        text += [" ".join([goal, *map(str, shoe)]), *requests, "."]
        expected += [*replies, str(money)]
    run = subprocess.run(
        [tmp_path / "d"],
        input="\n".join(text) + "\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert played == set(REQUESTS)
    assert run.stdout.splitlines() == expected


@pytest.mark.parametrize("money", [1, 2, 3])
def test_a_blackjack_pays_no_fractions(money: int) -> None:
    table = Table([13, 1, 9, 9], money=money, goal=100)
    for request, amount in (("init_game", money), ("stand", None), ("return", None)):
        assert table.ask(request, amount) is not None
    assert table.money == 5 * money // 2


def test_nothing_after_a_verdict_changes_it() -> None:
    table = Table(make_shoe(1, 1))
    assert table.ask("fold") is None
    for request in REQUESTS:
        assert table.ask(request) is None
        assert table.ask(request, 1) is None
    assert table.outcome == ILLEGAL


@pytest.mark.parametrize(
    ("shoe", "money"), [(b"\x00", 1), (b"\x0e", 1), ([1, 14], 1), (b"\x01", 0)]
)
def test_an_invalid_table_is_refused(shoe: bytes, money: int) -> None:
    with pytest.raises(ValueError, match=r"shoe|money"):
        Table(shoe, money)
