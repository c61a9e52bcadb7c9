"""Games of computer players like those of `big2 auto`, with ever more illegal actions."""

from collections.abc import Iterator
from random import Random

from big2.cases import is_legal, refused
from big2.game import Game
from big2.play import Big2
from big2.text import action_line
from cardjudge.play.session import Session

_SEATS = "random", "random", "greedy", "smallest"


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    for number in range(12):
        yield f"random{number:02}", _game(Random(f"{seed}/{number}"), number / 20)


def _game(rng: Random, illegal: float) -> str:
    dealt = Big2.dealt({}, seed := rng.getrandbits(32))
    lines = dealt.case().splitlines()
    Session(dealt, _SEATS, seed).play()
    game = Game(dealt.deck)
    for action in dealt.actions():
        while rng.random() < illegal:
            cards = range(len(game.hand))
            some = rng.sample(cards, min(rng.choice((1, 2, 3, 5)), len(cards)))
            wrong = rng.choice([some, *refused(game)])
            lines += [action_line(wrong)] * (not is_legal(game, wrong))
        game.step(action)
        lines.append(action_line(action))
    return "".join(f"{line}\n" for line in lines)
