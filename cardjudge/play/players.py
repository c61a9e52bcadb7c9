"""The players that every game has, and the players of a game by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

from cardjudge.errors import UserError, fault, quote
from cardjudge.language import listed, say
from cardjudge.numbers import integer
from cardjudge.play.checks import BrokenGame, events, legal
from cardjudge.play.game import (
    Advice,
    Game,
    IllegalMove,
    Player,
    Uniform,
    any_move,
)
from cardjudge.play.levels import EASY, HARD, NORMAL, named
from cardjudge.stdio import tell

if TYPE_CHECKING:
    from cardjudge.play.program import Program
    from cardjudge.programs.contestant import Command

PLAYOUTS, _FEW = 200, 20
"""Play-outs of a move if no budget is given, and those of the normal level without a policy."""


class Playouts(Player):
    """`playouts`: compares all single moves in worlds that the seat cannot tell apart.

    Sequential halving: all moves get an equal part of the first round, the better half shares the
    next, and so on. Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in
    multi-armed bandits", ICML 2013.
    """

    def __init__(self, budget: str) -> None:
        playouts = integer(budget, 1) if budget else PLAYOUTS
        if playouts is None:
            raise ValueError(budget)
        self._playouts = playouts

    def advise(self, game: Game[Any], seat: int, rng: Random) -> Advice[Any]:
        """Return the move that wins most play-outs, and all values; the best ones have most."""
        choices, ranges = legal(game, seat)
        if len(choices) < 2:
            reason = say("沒有別的選擇。") if choices and not ranges else ""
            return Advice(any_move(game, seat, rng), reason=reason)
        alive, won, worlds = [*range(len(choices))], [0.0] * len(choices), 0
        ranked: list[int] = []
        share: dict[int, float] = {}
        rounds = (len(choices) - 1).bit_length()
        for _ in range(rounds):
            more = max(1, self._playouts // rounds // len(alive))
            shares = game.values.wins(game, seat, [choices[at].move for at in alive], more, rng)
            for at, part in zip(alive, shares, strict=True):
                won[at] += part
            worlds += more
            share |= {at: won[at] / worlds for at in alive}
            ranked[: len(alive)] = sorted(alive, key=lambda at: -won[at])
            alive = ranked[: max(2, (len(alive) + 1) // 2)]
        values = [(choices[at].move, share[at]) for at in ranked]
        percents = listed(
            f"{choices[at].name or choices[at].text} {100 * won[at] / worlds:.0f} %" for at in alive
        )
        return Advice(values[0][0], values, say("模擬的勝率：{values}", values=percents))


_OF_ALL: Mapping[str, Callable[[str], Player]] = {
    "random": Uniform,
    "playouts": Playouts,
}


def known(game: type[Game[Any]]) -> list[str]:
    """Return the names of all players of a game, its own ones first."""
    own = [name for name, player in game.players.items() if not isinstance(player, str)]
    return own + [name for name in _OF_ALL if name not in own]


def spelled_out(game: type[Game[Any]], name: str) -> str:
    """Return the player that a word names: that of a level, or the word itself.

    The usual levels are random moves, few play-outs and many.
    """
    level = named(name) or ""
    if level and isinstance(own := game.players.get(level), str):
        return own
    return {EASY: "random", NORMAL: f"playouts:{_FEW}", HARD: "playouts"}.get(level, name)


def present(game: type[Game[Any]], name: str, say_so: Callable[[str], object] = tell) -> str:
    """Return a player's name; the hardest level, and say so, for a player of earlier versions."""
    word = name.partition(":")[0]
    if named(word) or not isinstance(game.players.get(word), str):
        return name
    say_so(say("{name}這個電腦已經沒有了，改由 hard（困難）來打。", name=quote(name)))
    return HARD


def player_of(game: type[Game[Any]], spelled: str) -> Player:
    """Return the player that a person names: a level, a name, or ``NAME:BUDGET``. UserError."""
    name, _, budget = spelled_out(game, spelled).partition(":")
    own = game.players.get(name)
    try:
        return (_OF_ALL[name] if own is None or isinstance(own, str) else own)(budget)
    except (ValueError, KeyError):
        names = listed(known(game))
        template = "沒有{name}這個電腦（有的是：{names}，或等級 easy、normal、hard）"
        raise UserError(template, name=quote(spelled), names=names) from None


def seated(game: type[Game[Any]], player: str | Command) -> Player:
    """Return the player in a seat: a program of others, or a computer by its name."""
    return player_of(game, player) if isinstance(player, str) else program_of(game, player)


def program_of(game: type[Game[Any]], command: Command) -> Program:
    """Return a program of others as a player of a game."""
    from cardjudge.play import program  # a browser has no processes

    player: Program = (game.program or program.Program)(command)
    return player


def act(
    game: Game[Any],
    seat: int,
    player: Player,
    rng: Random,
    make: Callable[[int, Any], Sequence[Any]],
) -> Sequence[Any]:
    """Let a player decide and make its move; return the events. UserError for an illegal move."""
    move = player.advise(game, seat, rng).move
    try:
        return events(make(seat, move), "make")
    except IllegalMove as why:
        for choice in game.choices(seat).single:
            if choice.move == move:
                template = "規則拒絕了自己列出的選擇{text}：{why}"
                raise BrokenGame(say(template, text=quote(choice.text), why=why), "make") from why
        player.refused(move, why)


@contextmanager
def blaming(game: type[Game[Any]]) -> Iterator[None]:
    """Report an exception of a game's own code as a UserError with its file and line."""
    try:
        yield
    except (UserError, OSError, EOFError, MemoryError):
        raise
    except Exception as error:
        member = getattr(game, getattr(error, "member", ""), game)
        code = getattr(member, "fget", member)  # a property has no line
        line = f"{inspect.getfile(code)}:{inspect.getsourcelines(code)[1]}"
        why = fault(error, game.__module__.partition(".")[0], line)
        raise UserError("遊戲 {name} 出錯：{why}", name=game.name, why=why) from error
