from blackjack_judge.shoe import make_shoe as make_shoe
from blackjack_judge.table import Table as Table
