"""Many games: deals by number, played in Python, compiled or on a cluster, and counted."""
