"""A contest of programs that speak lines of JSON: one process a game, one line a decision.

At each turn the program reads one line, an object with the seat's ``scene``, the ``words`` that it
has heard since its last turn, its ``choices`` and ``ranges``; it answers with the text of a move.
The last line has the ``result``. A wrong or late answer loses the game.
"""

import json
import os
import select
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.play.game import Game, Settings
from cardjudge.play.installed import game as game_named
from cardjudge.play.levels import NORMAL
from cardjudge.play.match import deal
from cardjudge.play.session import Session
from cardjudge.programs import source
from cardjudge.programs.contestant import Command, Contestant, ForfeitError
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.contest import Arena, Terms, command, ready
from cardjudge.series.league import Forfeit, Leg, Played

_LONGEST = 1000
_LOOK = 0.05
"""Seconds between two checks of a program's time while the kit waits for its answer."""


class Program(Contestant):
    """A program that reads a line and answers a line; its process starts at its first turn."""

    def ask(self, line: str) -> str:
        """Return the line that answers a line; ForfeitError if there is none, or not in time."""
        process = self.process or self.start(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        self.called(process)
        self.tell(line)
        data = b""
        while not data.endswith(b"\n"):
            while not select.select([process.stdout], [], [], _LOOK)[0]:
                self.check(process)
            chunk = os.read(process.stdout.fileno(), _LONGEST)
            if not chunk:
                self.lose(self.ending())
            data += chunk
            if len(data) > _LONGEST or b"\n" in data[:-1]:
                self.lose(say("回答不是一行"))
        answer = data.decode(errors="replace").strip()
        return answer or self.lose(say("回答是空白的一行"))

    def tell(self, line: str) -> None:
        """Send a line that has no answer."""
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n".encode())
        except BrokenPipeError:
            pass  # the missing answer reports the cause


def arena(game: type[Game[Any]], given: Settings) -> Arena[Program]:
    """Return the arena of a game: two programs alternate in the seats."""
    seats = len(deal(game, given, 0, 0).names)
    return Arena(Program, partial(_game, game.name, dict(given)), seats - seats % 2)


def programs_of(paths: Sequence[Path], limits: Limits, sandbox: Sandbox) -> list[Command]:
    """Compile and return programs: files and folders, or all that a single folder holds.

    In a folder, a program that does not compile is reported and left out. UserError for fewer than
    two programs.
    """
    inside = len(paths) == 1 and paths[0].is_dir()
    found = list(paths)
    if inside:
        found = [path for path in sorted(paths[0].iterdir()) if path.is_dir() or of_file(path.name)]
    return ready(found, partial(command, limits, sandbox, _source), skip_broken=inside)


def _source(path: Path) -> source.Source:
    base, files = (path, path.rglob("*")) if path.is_dir() else (path.parent, [path])
    inside = sorted(file for file in files if file.is_file())
    return source.read({str(file.relative_to(base)): file.read_bytes() for file in inside})


def _game(
    name: str, given: Settings, terms: Terms, leg: Leg, programs: Sequence[Program], number: int
) -> Played:
    game = deal(game_named(name), given, terms.seed, number)
    count = len(game.names)
    # With an odd number of seats the kit's own player sits in the last one.
    session = Session(game, [NORMAL] * count, Random(f"{terms.seed}/{number}").getrandbits(64))
    read = [0] * count
    lost: tuple[int, ForfeitError] | None = None
    while not game.over and lost is None:
        seat = game.awaited[0]
        if seat >= len(programs):
            session.let_act(seat)
            continue
        program, words = programs[seat], session.log(seat)
        try:
            answer = program.ask(_question(game, seat, words[read[seat] :]))
            try:
                session.make(seat, answer)
            except UserError as why:
                program.lose(say("{answer}不合法：{why}", answer=quote(answer), why=why))
        except ForfeitError as error:
            lost = seat, error
        read[seat] = len(words)
    terms.keep(number, [program.command.name for program in programs[:2]], _kept(session))
    if lost is not None:
        who = lost[0] % 2
        return Played(float(who), Forfeit(leg[who], number, lost[1].reason, lost[1].last_words))
    for program in programs:
        if program.process is not None:
            program.tell(json.dumps({"result": list(game.shares())}))
        program.close()
    shares = [sum(game.shares()[side : len(programs) : 2]) for side in (0, 1)]
    return Played(shares[0] / sum(shares) if sum(shares) else 0.5)


def _kept(session: Session) -> str:
    return session.game.case() if session.game.case_has_moves else session.dump()


def _question(game: Game[Any], seat: int, words: Sequence[str]) -> str:
    choices, scene = game.choices(seat), game.scene(seat)
    rows, seats = ([line._asdict() for line in lines] for lines in (scene.rows, scene.seats))
    members = {
        "seat": seat,
        "scene": {"rows": rows, "seats": seats},
        "words": words,
        "choices": [choice.text for choice in choices.single],
        "ranges": [each._asdict() for each in choices.ranges],
    }
    return json.dumps(members, ensure_ascii=False)
