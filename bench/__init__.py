"""Measurements: each script prints a ratio against a peer measured in the same run."""
