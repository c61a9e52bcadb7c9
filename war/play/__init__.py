"""Replays of War."""
