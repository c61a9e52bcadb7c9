"""Games of random players, in which some lines are refused."""

from collections.abc import Iterator
from random import Random

from sevens.rules import DECK, Rules
from sevens.text import CARDS, written


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    rng = Random(seed)
    for number in range(8):
        game = Rules(rng.sample(DECK, len(DECK)))
        lines = [written(game.deck), "水球", "火球", "保齡球", "地瓜球"]
        while not game.over:
            legal = game.fitting or game.hands[game.player]
            lines.append(str(rng.choice(DECK if rng.random() < 0.1 else legal)))
            game.step(CARDS[lines[-1]])
        yield f"random{number}", "\n".join([*lines, ""])
