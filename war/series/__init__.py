"""Series of games: numbered deals, played in Python, by compiled code, or on a cluster."""
