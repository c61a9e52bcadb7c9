"""A person against the perfect player."""
