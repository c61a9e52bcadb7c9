"""Programs of others: how they are run, limited and ended."""
