"""Taking and breaking games: a move takes stones from a heap and may split the rest."""
