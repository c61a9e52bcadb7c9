"""Computer players: legal, honest, reproducible, and as strong as documented."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from big2.cards import DECK
from big2.cases import NAMES
from big2.patterns import BUILTIN, Cards, Chain, Key, Pattern, Play
from big2.play import Big2
from big2.players.simple import Greedy, Smallest
from cardjudge.errors import UserError
from cardjudge.play.game import Player
from cardjudge.play.players import player_of
from tests.big2.four_of_a_kind import FourOfAKind
from tests.big2.test_open_closed import deal
from tests.big2.test_patterns import cards, recognised

seeds = st.integers(0, 2**32)


def chosen(
    player: Player,
    hand: str,
    top: str = "",
    counts: Sequence[int] = (13, 13, 13),
    chain: Chain = BUILTIN,
) -> Play | None:
    """Return what a player does with a hand; the others have so many cards of the rest."""
    game = Big2(DECK, NAMES, {})
    rest = [card for card in DECK if card not in cards(f"{hand} {top}")]
    others = (tuple(rest[seat::3][:count]) for seat, count in enumerate(counts))
    game.at.chain, game.at.player = chain, 0
    game.at.hands = [tuple(sorted(cards(hand))), *others]
    game.at.top = recognised(top) if top else None
    move: Play | None = player.advise(game, 0, Random(1)).move
    return move


@settings(max_examples=30)
@given(seed=seeds)
def test_the_smallest_player_plays_the_fewest_and_lowest_cards(seed: int) -> None:
    rng = Random(seed)
    game = Big2.dealt({}, seed)
    plays = [*BUILTIN.plays(tuple(sorted(rng.sample(DECK, 8))))]
    game.at.top = rng.choice([None, *plays])
    play = Smallest().advise(game, game.at.player, rng).move
    legal = game.at.legal()
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
    assert chosen(Greedy(), hand, top) == (recognised(expected) if expected else None)


class FourByCard(FourOfAKind):
    """The same trump with a key that compares with no key of a straight."""

    def key(self, cards: Cards) -> Key | None:
        return (cards[2],) if super().key(cards) else None


@pytest.mark.parametrize("trump", [FourOfAKind, FourByCard])
def test_the_greedy_player_plays_the_pattern_of_the_top_before_a_trump(
    trump: type[Pattern],
) -> None:
    hand, top = "D9 D10 DJ DQ DK C8 D8 H8 S8 D3", "C3 D4 C5 C6 C7"
    play = chosen(Greedy(), hand, top, chain=BUILTIN.led_by(trump))
    assert play is not None
    assert play.pattern.name == "順子"


def test_the_greedy_player_plays_its_highest_single_against_a_last_card() -> None:
    hand = "D4 H6 S9 CK DA H2"
    for top in "", "C5":
        assert chosen(Greedy(), hand, top, (1, 13, 13)) == recognised("H2")


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
    move = chosen(player_of(Big2, "hard"), hand, top, (3, 3, 3))
    assert move in [*map(recognised, expected), *([] if expected else [None])]


def test_a_chain_without_a_legal_first_play_is_reported_as_stuck() -> None:
    game = Big2(deal("C3 D4", "", "", ""), NAMES, {"chain": "葫蘆"})
    for name in "smallest", "greedy", "random":
        with pytest.raises(UserError, match="打不完這一場"):
            player_of(Big2, name).advise(game, 0, Random(1))
