"""The language of the help: Traditional Chinese, or English where the environment names it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from importlib import resources
from typing import TypeAlias

Say: TypeAlias = Callable[[str], str]

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_NO_LANGUAGE = ("", "C", "POSIX")


def is_english() -> bool:
    """Return whether the first variable that names a language names English, as gettext asks."""
    for variable in _VARIABLES:
        for locale in os.environ.get(variable, "").split(":"):
            language = re.split(r"[_.@]", locale)[0]
            if language not in _NO_LANGUAGE:
                return language == "en"
    return False


def catalogue(package: str) -> dict[str, str]:
    """Return the English of the Chinese texts that a package declares."""
    file = resources.files(package).joinpath("english.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def spoken(package: str) -> Say:
    """Return what says a Chinese text of a package, or of the kit, in the user's language."""
    if not is_english():
        return str
    known = catalogue("cardjudge") | catalogue(package)
    return lambda text: known.get(text, text)
