"""Computer players: legal, honest, reproducible, and as strong as documented."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from big2.cards import DECK
from big2.cases import NAMES
from big2.patterns import BUILTIN, Cards, Chain, Key, Pattern
from big2.play import Big2
from big2.players import View, make
from big2.players.record import Record, StuckError
from cardjudge.play.players import player_of
from tests.big2.four_of_a_kind import FourOfAKind
from tests.big2.test_open_closed import deal
from tests.big2.test_patterns import cards, recognised

seeds = st.integers(0, 2**32)


def view(hand: str, others: str, top: str = "", **changes: Any) -> View:
    """Return the view of a hand where each of the others has a third of the rest."""
    unseen = tuple(sorted(cards(others)))
    third = len(unseen) // 3
    return replace(
        View(
            chain=BUILTIN,
            hand=tuple(sorted(cards(hand))),
            top=recognised(top) if top else None,
            opening=False,
            passes=0,
            counts=(len(cards(hand)), third, third, len(unseen) - 2 * third),
            unseen=unseen,
            history=(),
        ),
        **changes,
    )


def everything_but(words: str) -> str:
    return " ".join(f"{str(c)[0]}{str(c)[2:-1]}" for c in DECK if c not in cards(words))


@settings(max_examples=30)
@given(seed=seeds)
def test_the_smallest_player_plays_the_fewest_and_lowest_cards(seed: int) -> None:
    rng = Random(seed)
    hand = tuple(sorted(rng.sample(DECK, 8)))
    tops = [None, *BUILTIN.plays(tuple(sorted(rng.sample(DECK, 8))))]
    moment = replace(view("C3", everything_but("C3")), hand=hand, top=rng.choice(tops))
    play = make("smallest", rng).choose(moment)
    legal = list(moment.legal)
    if play is None:
        assert not legal
    else:
        fewest = [p for p in legal if len(p.cards) == min(len(q.cards) for q in legal)]
        assert play in fewest
        assert max(play.cards) == min(max(p.cards) for p in fewest)


GREEDY = [
    ("follows with the lowest single", "D3 C6 S8 HK C2 D2", "C4", "C6"),
    ("does not break a pair", "D5 H5 C7 D7 H9 S9 C10 HJ DK", "C4", "C10"),
    ("does not break a straight", "C5 D6 H7 S8 C9 D9 HJ SK DA CA C2", "C4", "D9"),
    ("passes rather than break a pair", "D5 H5 C7 D7 H9 S9 CA DA", "CK", None),
    ("saves a two", "D4 H5 C7 D8 H10 SJ C2", "SA", None),
    ("plays a two when few plays are left", "D4 H5 C7 C2", "SA", "C2"),
    ("leads low", "D4 H6 HA S2 SK", "", "D4"),
    ("leads long before high", "C4 H5 S6 C7 D8 SK C2 D2", "", "C4 H5 S6 C7 D8"),
    ("follows a pair with a pair", "D5 H5 C7 D7 H9", "C3 D3", "D5 H5"),
    ("passes on a full house", "D5 H5 C7 D7 H9", "C3 D3 H3 C4 D4", None),
]


@pytest.mark.parametrize(
    ("hand", "top", "expected"), [row[1:] for row in GREEDY], ids=[row[0] for row in GREEDY]
)
def test_the_greedy_player_follows_its_rules(hand: str, top: str, expected: str | None) -> None:
    moment = view(hand, everything_but(f"{hand} {top}"), top)
    play = make("greedy", Random(1)).choose(moment)
    assert play == (recognised(expected) if expected else None)


class FourByCard(FourOfAKind):
    """The same trump with a key that compares with no key of a straight."""

    def key(self, cards: Cards) -> Key | None:
        return (cards[2],) if super().key(cards) else None


@pytest.mark.parametrize("trump", [FourOfAKind, FourByCard])
def test_the_greedy_player_plays_the_pattern_of_the_top_before_a_trump(
    trump: type[Pattern],
) -> None:
    hand, top = "D9 D10 DJ DQ DK C8 D8 H8 S8 D3", "C3 D4 C5 C6 C7"
    chain = BUILTIN.led_by(trump)
    moment = view(hand, everything_but(f"{hand} {top}"), top, chain=chain)
    play = make("greedy", Random(1)).choose(moment)
    assert play is not None
    assert play.pattern.name == "順子"


def test_the_greedy_player_plays_its_highest_single_against_a_last_card() -> None:
    hand = "D4 H6 S9 CK DA H2"
    moment = view(hand, everything_but(hand), counts=(6, 1, 13, 13))
    assert make("greedy", Random(1)).choose(moment) == recognised("H2")
    moment = replace(moment, top=recognised("C5"))
    assert make("greedy", Random(1)).choose(moment) == recognised("H2")


ENDGAMES = [
    ("the two of spades takes the round, and the fours go out", "D4 H4 S2", "C8", ["S2"]),
    ("a play that goes out wins", "C4 D4 H4 C5 D5", "", ["C4 D4 H4 C5 D5"]),
    ("singles win for sure, a pair of fours may be beaten", "D4 H4 S2", "", ["D4", "H4", "S2"]),
    ("nothing else is legal", "C4 D4", "S2", []),
]


@pytest.mark.parametrize(
    ("hand", "top", "expected"), [row[1:] for row in ENDGAMES], ids=[row[0] for row in ENDGAMES]
)
def test_play_outs_find_a_move_that_wins(hand: str, top: str, expected: list[str]) -> None:
    game = Big2(DECK, NAMES, {})
    others = sorted(cards("C5 D5 H5 C6 D6 C7 D7 C9 D9"))
    game.at.hands = [tuple(sorted(cards(hand))), *(tuple(others[seat::3]) for seat in range(3))]
    game.at.player, game.at.top = 0, recognised(top) if top else None
    advice = player_of(Big2, "hard").advise(game, 0, Random(1))
    assert advice.move in [*map(recognised, expected), *([] if expected else [None])]


def test_a_chain_without_a_legal_first_play_is_reported_as_stuck() -> None:
    table = Record(deal("C3 D4", "", "", ""), Chain(BUILTIN.only(["葫蘆"])))
    with pytest.raises(StuckError):
        table.play([make("smallest", Random(1))] * 4)
