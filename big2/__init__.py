"""Big-2 (大老二): rules, an open chain of card patterns, and a judge that replays games."""
