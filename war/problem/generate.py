"""Deals of War: short and long games, limited ones, and infinite ones."""

import random
from collections.abc import Iterator

from war.battle import Battle
from war.course import follow


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    rng = random.Random(seed)
    yield "nobody2", "5 4 3\n\n"
    yield "war-of-one", "3\n3\n"
    yield "war-without-end", "4 4 4 4\n4 4 4 4 4\n"
    for number, values in enumerate((2, 3, 5, 8, 11, 13)):
        battle = Battle(values, rng=rng)
        yield f"deal{number}", _case(battle)
        yield f"limit{number}", f"{_case(battle)}{rng.randint(0, 30)}\n"
    for number, values in enumerate((2, 3, 4, 11, 12)):
        battle = Battle(values, rng=rng)
        while follow(battle).period is None:
            battle = Battle(values, rng=rng)
        yield f"infinite{number}", _case(battle)


def _case(battle: Battle) -> str:
    return f"{battle.player1}\n{battle.player2}\n"
