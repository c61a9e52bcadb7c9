"""The nine tests pass, and each of them fails where what it tests is broken."""

import random
from types import SimpleNamespace

import pytest

from war import Battle, Deck
from war.cli import app
from war.course import follow
from war.series import kernel, plain, report
from war.series.chunks import Chunk, Series
from war.verify import assignment as verify
from war.verify.assignment import TESTS, Verdict


@pytest.mark.parametrize("name", TESTS)
def test_it_passes(name: str) -> None:
    verdict = TESTS[name](0)
    assert verdict.passed
    assert report.verdict(verdict).startswith(f"[OK] {name}  ")


def uniform_cut(deck: Deck, rng: random.Random) -> int:
    return rng.randint(0, len(deck))


def losing_split(deck: Deck, rng: random.Random) -> Deck:
    top = Deck(list(deck)[:20])
    deck.cards.clear()
    return top


def pile_on_pile(deck: Deck, other: Deck, _: random.Random) -> None:
    deck.pick_all(other)


def deal_in_halves(nb_vals: int, rng: random.Random) -> Battle:
    deck = Deck(nb_vals)
    deck.riffle_shuffle(7, rng)
    cards = list(deck)
    return Battle(Deck(cards[: len(cards) // 2]), Deck(cards[len(cards) // 2 :]))


def one_card_wars(battle: Battle) -> bool:
    """Equal cards are compared again without a card face down."""
    while not battle.is_over():
        one, two = battle.trick.pick(battle.player1), battle.trick.pick(battle.player2)
        if one != two:
            (battle.player1 if one > two else battle.player2).pick_all(battle.trick)
            return True
    return False


BROKEN: dict[str, tuple[object, str, object]] = {
    "21a": (Deck, "cut", uniform_cut),
    "21b": (Deck, "split", losing_split),
    "22": (Deck, "riffle_with", pile_on_pile),
    "23": (verify, "compiled", lambda: SimpleNamespace(count_suspicious=lambda _: 6)),
    "31": (Battle, "dealt", staticmethod(deal_in_halves)),
    "32": (Battle, "one_round", one_card_wars),
    "33": (Battle, "winner", lambda battle: int(battle.player1 != battle.player2)),
    "41": (Battle, "game", lambda battle: follow(battle, 500).final.winner()),
    "42": (plain, "tally", lambda chunk: None),
}


@pytest.mark.parametrize("name", BROKEN)
def test_it_fails(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*BROKEN[name])
    assert not TESTS[name](0).passed


def test_three_riffles_make_too_many_suspicious_decks() -> None:
    assert kernel.count_suspicious(Chunk(Series(13, 0, riffles=3), 0, 1_000_000)) > 100


@pytest.mark.parametrize("passed", [True, False])
def test_a_failure_says_what_was_expected_and_is_status_1(
    passed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verdict = Verdict("21b", passed, {"calls": 3, "bad": 1})
    monkeypatch.setitem(TESTS, "21b", lambda _: verdict)
    status = app(["verify", "21b"], standalone_mode=False)
    assert status == (0 if passed else 1)
    mark = "[OK]" if passed else "[FAIL]"
    expected = f"{mark} 21b  split()：3 次，其中 1 次的兩疊合不回原來的牌組；應為 0\n"
    assert capsys.readouterr().out == expected
