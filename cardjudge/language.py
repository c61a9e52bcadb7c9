"""The user's language: Traditional Chinese, or English where the environment names another one.

A sentence is a template in Chinese, whose English stands in a catalogue: the kit's english.tsv for
what several packages say, or that of a game beside its modules, which adds sentences and changes
none. What judges write on standard output is always Chinese, and does not come here.

The catalogue is a table of lines because that needs the least code and time: gettext reads only
compiled catalogues, which a build step would have to make, and tomllib takes 50 ms for 1,300
sentences where this takes 1 ms.
"""

from __future__ import annotations

import os
import sys
from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
CONTEXT = "｜"
spoken: ContextVar[str] = ContextVar("spoken", default="")
"""The language that a call asked for, whatever the locale."""
running: list[str] = []
"""The package of the running command, whose catalogue is read with the kit's."""
_english: dict[str, str] = {}
_of_games: dict[str, str] = {}


def is_chinese() -> bool:
    """Return whether the first variable of the locale that is set names Chinese or no language."""
    locale = spoken.get() or next(filter(None, map(os.environ.get, _VARIABLES)), "C")
    return locale.startswith("zh") or locale.partition(".")[0] in ("C", "POSIX")


def locale() -> str:
    """Return the locale of the user's language, for a process whose own locale is fixed."""
    return "zh_TW.UTF-8" if is_chinese() else "en_US.UTF-8"


def say(template: str, /, **parts: object) -> str:
    """Return a sentence in the user's language, with its parts filled in.

    Where one Chinese word has two meanings, the template begins with a context and ``｜``, which
    are not shown. A template without English is shown as it stands.

    >>> say("第 {line} 行：{reason}", line=3, reason="沒有步數")
    '第 3 行：沒有步數'
    >>> say("level｜電腦")
    '電腦'
    """
    known = None if is_chinese() else english().get(template) or of_games().get(template)
    text = template.rpartition(CONTEXT)[2] if known is None else known
    return text.format(**parts) if parts else text


def translated(sentence: str) -> str:
    """Return what a game's judge has said, in the user's language.

    A template of such sentences has one part, ``{detail}``, which is translated, too.
    """
    result = say(sentence)
    if result == sentence and not is_chinese():
        for template, text in of_games().items():
            before, part, after = template.partition("{detail}")
            if part and sentence.startswith(before) and sentence.endswith(after):
                detail = sentence[len(before) : len(sentence) - len(after)]
                return text.format(detail=translated(detail))
    return result


def listed(words: Iterable[str]) -> str:
    """Return the words joined by the list separator of the user's language."""
    return say("、").join(words)


def english() -> dict[str, str]:
    """Return the English of the kit's sentences, and of those of the running command's package.

    The files are read at the first call.
    """
    if not _english:
        for package in (*running, __package__):
            file = getattr(sys.modules.get(package), "__file__", None)  # none if it has failed
            _english.update(_catalogue(os.path.dirname(file or "")))
    return _english


def of_games() -> dict[str, str]:
    """Return the English of the installed games' sentences; where two differ, the first by name.

    Loading importlib.metadata takes 30 ms, so the catalogues are read when the kit's has no answer.
    """
    if not _of_games:
        from cardjudge.kit import packages_of_games

        _of_games[""] = ""
        for folder in reversed(packages_of_games()):
            _of_games.update(_catalogue(str(folder)))
    return _of_games


def _catalogue(folder: str) -> dict[str, str]:
    """Return the English by template in a folder's catalogue; empty if it has none."""
    try:
        with open(f"{folder}/english.tsv", encoding="utf-8", newline="\n") as file:
            rows = (line.rstrip("\n").partition("\t") for line in file if "\t" in line)
            return {template: english for template, _, english in rows}
    except (FileNotFoundError, NotADirectoryError):  # an exported program's modules are in a zip
        return {}
