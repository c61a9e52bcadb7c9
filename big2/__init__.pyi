from big2.cards import DECK as DECK
from big2.cards import Card as Card
from big2.game import PASS as PASS
from big2.game import Game as Game
from big2.patterns import BUILTIN as BUILTIN
from big2.patterns import Chain as Chain
from big2.patterns import Pattern as Pattern
from big2.patterns import Play as Play
