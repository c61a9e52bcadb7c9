"""The blackjack judge: a seeded shoe, a table, and contestants that talk to it by pipes."""
