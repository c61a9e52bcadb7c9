"""From what the command line names to a contestant."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from blackjack_judge.compiler import SUFFIXES, compiled
from blackjack_judge.contestants.program import Program
from blackjack_judge.judge import PlayerOfTheKit
from blackjack_judge.players import DEFAULT, PLAYERS, load
from cardjudge.errors import UserError, quote

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant
    from cardjudge.programs.process import Limits


def find(player: str | None, command: Sequence[str] | None, limits: Limits) -> Contestant:
    """Return the contestant that is meant: `player` if it is given, else the command.

    UserError if there is no such player or file, or if it does not compile.
    """
    if player is None and command is not None:
        if not command:
            raise UserError("-- 之後缺少要執行的指令")
        return Program(command, limits)
    if player is None or player in PLAYERS:
        return PlayerOfTheKit(load(player or DEFAULT))
    path = Path(player)
    if path.suffix not in (".py", *SUFFIXES):
        known = "、".join(PLAYERS)
        raise UserError(f"沒有{quote(player)}這個玩家（有的是：{known}，或是 .py、.cpp 檔）")
    if not path.is_file():
        raise UserError(f"沒有{quote(player)}這個檔案")
    if path.suffix == ".py":
        # Without -P, files in the current directory would come before the standard library.
        command = [sys.executable, "-P", "-m", "blackjack_judge.player", player]
        return Program(command, limits)
    return Program([str(compiled(path))], limits)
