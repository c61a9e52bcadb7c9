"""Exact odds for any shoe, by dynamic programming (extra `fast`)."""
