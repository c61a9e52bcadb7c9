"""The source of a program: which files it is made of, in which language, and where it begins."""

import codecs
import re
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from cardjudge.errors import UserError
from cardjudge.language import listed
from cardjudge.programs.languages import Language, languages, of_file

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_NOT_CODE = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n]){1,2}'""",
    re.DOTALL | re.VERBOSE,
)
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_TYPE = re.compile(r"\b(public\s+)?(?:(?:final|abstract|strictfp|sealed)\s+)*"
                   r"(?:class|enum|interface|record)\s+(\w+)|[{}]")  # fmt: skip


class NoProgram(UserError):  # noqa: N818  (what is handed in may be no program: not an error)
    """There is no program among the files, or more than one."""


class Note(NamedTuple):
    """A file that was read as something else than UTF-8: ``big5``, ``utf-8-sig`` or ``utf-16``."""

    file: str
    encoding: str


class Source(NamedTuple):
    """A program: all its files in UTF-8, and the one in which it begins."""

    language: Language
    files: Mapping[str, bytes]
    """By their paths, relative and with slashes; also headers and data."""
    sources: tuple[str, ...]
    """Those to compile."""
    main: str
    notes: tuple[Note, ...] = ()

    @property
    def java_class(self) -> str:
        """The name by which Java starts it."""
        return _java_class(code_of(self.files[self.main]), self.language.starts) or "Main"


def read(files: Mapping[str, bytes], entry: bool = True, named: Collection[str] = ()) -> Source:
    """Find the program among files; NoProgram where there is none, or no way to tell which.

    Without `entry` the program does not begin in these files: others are to call it. It begins in
    one of those `named`, if any are.
    """
    decoded = {name: utf8(data) for name, data in files.items() if _is_text(name)}
    notes = tuple(Note(name, encoding) for name, (_, encoding) in decoded.items() if encoding)
    texts = {name: text for name, (text, _) in decoded.items()}
    known = [(name, own) for name in named if (own := of_file(name))]
    # What is linked may begin in a file beside those named; a script is the one that is named.
    begin = [name for name, own in known if not _linked(own) or _starts(texts[name], own)]
    language, main = _main({name: texts[name] for name in begin or texts})
    if "{class}" in language.run:
        texts, main = _with_java_names(texts, main, language)
    sources = [name for name in texts if of_file(name) is language]
    if entry:
        sources = [each for each in sources if each == main or not _starts(texts[each], language)]
    return Source(language, {**files, **texts}, tuple(sorted(sources)), main, notes)


def utf8(data: bytes) -> tuple[bytes, str]:
    """Return a text in UTF-8 without a mark, and what it was if that was something else.

    >>> utf8("牌".encode("big5"))[1]
    'big5'
    """
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding, errors="replace").encode(), encoding
    for encoding in "utf-8", "cp950":
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return (data, "") if encoding == "utf-8" else (text.encode(), "big5")
    return data, ""


def _is_text(name: str) -> bool:
    ending = PurePosixPath(name).suffix.lower()
    return any(ending in (*each.endings, *each.headers) for each in languages().values())


def _main(texts: Mapping[str, bytes]) -> tuple[Language, str]:
    """Return the language and the file in which the program begins: never by a guess."""
    found = {name: language for name in sorted(texts) if (language := of_file(name))}
    if not found:
        raise NoProgram("沒有程式的原始碼")
    begins = [name for name, language in found.items() if _starts(texts[name], language)]
    named = [name for name in found if PurePosixPath(name).stem.lower() in ("main", "__main__")]
    for candidates in begins, [name for name in named if name in begins], named, [*found]:
        if len(candidates) == 1:
            return found[candidates[0]], candidates[0]
    first, language = next(iter(found.items()))
    if not begins and _linked(language) and {*found.values()} == {language}:
        return language, first  # nothing to choose; where main is missing, the compiler says so
    which = listed(begins or found)
    raise NoProgram("有不只一個程式，不知道該用哪一個：{which}", which=which)


def _linked(language: Language) -> bool:
    """Whether its files make one program together, so that it matters little which is the first."""
    return any("{program}" in word for word in language.compile) or "{class}" in language.run


def _starts(text: bytes, language: Language) -> bool:
    code = code_of(text) if "python" not in language.key else text.decode(errors="replace")
    return bool(language.starts and re.search(language.starts, code, re.MULTILINE))


def code_of(text: bytes) -> str:
    """Return a text in a language like C without its comments and strings."""
    return _NOT_CODE.sub(" ", text.decode(errors="replace"))


def _with_java_names(
    texts: Mapping[str, bytes], main: str, language: Language
) -> tuple[dict[str, bytes], str]:
    """Give each file the name that Java wants: that of its public class, whatever it was."""
    renamed = {}
    for name, text in texts.items():
        wanted = name
        public = [name for _, public, name in _types(code_of(text)) if public]
        if of_file(name) is language and public:
            wanted = str(PurePosixPath(name).with_name(f"{public[0]}.java"))
        renamed[wanted if wanted not in renamed else name] = text
        main = wanted if name == main else main
    return renamed, main


def _types(code: str) -> list[tuple[int, bool, str]]:
    """Return the types outside of all braces: where each begins, if it is public, its name."""
    depth, found = 0, []
    for match in _TYPE.finditer(code):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth == 0:
            found.append((match.start(), bool(match[1]), match[2]))
    return found


def _java_class(code: str, starts: str) -> str | None:
    """Return the class around ``main``, with its package."""
    at = re.search(starts, code)
    around = [name for start, _, name in _types(code) if at and start < at.start()]
    if not around:
        return None
    package = _PACKAGE.search(code)
    return f"{package[1]}.{around[-1]}" if package else around[-1]
