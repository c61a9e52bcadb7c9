"""The players of the kit, by their names."""

from blackjack_judge.players.base import Player
from blackjack_judge.players.basic import Basic, Bold, HalfBold
from blackjack_judge.players.best_play import odds as odds
from blackjack_judge.players.sample import Sample

PLAYERS: dict[str, type[Player]] = {
    "sample": Sample,
    "basic": Basic,
    "bold": Bold,
    "half-bold": HalfBold,
}
DEFAULT = "half-bold"
