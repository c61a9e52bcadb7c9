"""Games of computers: a deck, a player in every seat, and a stream of random numbers a decision."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from take6.cards import CARDS
from take6.game import NORMAL, Game, Rule
from take6.players.base import Player, View


def shuffled(seed: str) -> list[int]:
    """Return the deck of a seed, the same on every machine."""
    draw = Random(seed).random
    return [card for _, card in sorted([(draw(), card) for card in CARDS])]


def stream(seed: str, game: Game, seat: int) -> Random:
    """Return the random numbers of one decision: of a seat, in a round, for a card or for a row.

    They depend on nothing that happened before, so a game that was saved goes on as if it were not.
    """
    what = "card" if game.undercut is None else "row"
    return Random(f"{seed}/{len(game.history)}/{seat}/{what}")


def pick(player: Player, game: Game, seat: int, seed: str) -> int:
    """Return the card that a player picks; ValueError if it is not in the hand."""
    card = player.pick(View.of(game, seat), stream(seed, game, seat))
    if card not in game.hands[seat]:
        raise ValueError(f"{card} is not in the hand of player {seat}")
    return card


def choose(player: Player, game: Game, seed: str) -> int:
    """Return the row that the player of the low card chooses."""
    assert game.undercut is not None
    seat, card = game.undercut
    return player.choose(View.of(game, seat), card, stream(seed, game, seat))


def played(
    players: Sequence[Player], seed: str, rule: Rule = NORMAL, deck: Sequence[int] | None = None
) -> Game:
    """Return a game of computers, played to its end."""
    game = Game(shuffled(seed) if deck is None else deck, len(players), rule)
    while not game.over:
        if game.undercut is None:
            game.play([pick(player, game, seat, seed) for seat, player in enumerate(players)])
        else:
            game.take(choose(players[game.undercut[0]], game, seed))
    return game
