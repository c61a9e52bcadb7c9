from take6.cards import CARDS as CARDS
from take6.cards import HEADS as HEADS
from take6.game import Game as Game
from take6.game import Rule as Rule
from take6.players import LEVELS as LEVELS
from take6.players.base import Player as Player
