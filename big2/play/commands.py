"""The commands ``big2 play`` and ``big2 review``."""

from io import BytesIO
from random import Random
from typing import Annotated

import typer

from big2.game import PLAYERS
from big2.options import chain_of
from big2.players.options import Patterns, PlayerOptions, names_of, tell_if_slow
from cardjudge.commands.options import grouped
from cardjudge.commands.programs import ProgramOptions
from cardjudge.commands.reviews import File, ReviewOptions
from cardjudge.commands.types import AnySeed, Plain
from cardjudge.errors import UserError
from cardjudge.play.levels import NORMAL
from cardjudge.play.options import Level


@grouped
def review(case: File, patterns: Patterns = None, *, asked: ReviewOptions) -> None:
    """Print the decisions of a game and the dearest mistakes."""
    from big2.play.replay import frames
    from big2.play.review import read, review
    from big2.play.session import said_beside
    from cardjudge.commands.document import show
    from cardjudge.play.review import document, table
    from cardjudge.stdio import Lines

    data, chain, seat = case.read_bytes(), chain_of(patterns), asked.seat
    if patterns is None and (said := said_beside(case)):
        chain, seat = said[0], seat or str(said[1] + 1)
    game = read(Lines(BytesIO(data)), chain)
    tell_if_slow(chain)
    found = review(game, seat, asked.playouts, asked.seed, asked.spread())
    asked.write_page(found, frames(Lines(BytesIO(data)), chain)[0])
    show(table(found), asked.json, "big2-review", document(found))
    if game.error is not None:
        raise game.error


@grouped
def play(
    seed: AnySeed = None,
    names: Annotated[
        str | None,
        typer.Option(metavar="名字", help="四個名字。", show_default="你,水球,火球,保齡球"),
    ] = None,
    seat: Annotated[
        int, typer.Option(min=1, max=PLAYERS, metavar="位子", help="你坐第幾個位子，從 1 算起。")
    ] = 1,
    level: Level = None,
    plain: Plain = False,
    *,
    players: PlayerOptions,
    holding: ProgramOptions,
) -> None:
    """Play at a terminal."""
    from secrets import randbits

    from big2.play.screen import Screen
    from big2.play.session import dealt
    from big2.play.terminal import Terminal
    from big2.players import LEVELS
    from big2.series.match import seated

    seed = randbits(32) if seed is None else seed
    chosen = players.players is not None or players.programs
    if level and chosen:
        raise UserError("--level 與 --players、--program 只能擇一")
    if not chosen:
        level = level or NORMAL
        players = players._replace(players=",".join([LEVELS[level]] * (PLAYERS - 1)))
    budget, called = players.budget(), None if names is None else names_of(names)
    session = dealt(seed, players.chain(), seat - 1, called)
    with seated(players.seats(holding, PLAYERS - 1), Random(seed), budget) as computers:
        Terminal(session, computers, seed, budget, Screen(plain), level or "").run()
