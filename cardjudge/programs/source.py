"""The source of a program: its files, its language, and the file in which it begins."""

import codecs
import re
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from cardjudge.language import listed
from cardjudge.programs import project
from cardjudge.programs.languages import Language, languages, of_file
from cardjudge.programs.project import NoProgram, code_of

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CODING = re.compile(rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
"""Matches the encoding that a Python file declares on one of its first two lines."""
_MOST_NAMED = 5
_PACKAGE = re.compile(r"^[^\S\n]*package\s+([\w.]+)\s*;", re.MULTILINE)
_TYPE = re.compile(r"\b(public\s+(?:(?:final|abstract|strictfp|sealed)\s+)*)?"
                   r"(?:class|enum|interface|record)\s+(\w+)|[{}]")  # fmt: skip


class Note(NamedTuple):
    """A remark about a file, or about several.

    `encoding` names the encoding that was converted to UTF-8 (``big5``, ``utf-8-sig``, ``utf-16``);
    ``test`` marks tests and ``unused`` other programs, which are left out.
    """

    file: str
    encoding: str


class Source(NamedTuple):
    """A program: all its files in UTF-8, and the file in which it begins."""

    language: Language
    files: Mapping[str, bytes]
    """Contents by relative path with slashes, headers and data included."""
    sources: tuple[str, ...]
    """Paths of the files to compile."""
    main: str
    notes: tuple[Note, ...] = ()

    @property
    def java_class(self) -> str:
        """The name of the class that Java starts."""
        code = code_of(self.files[self.main].decode(errors="replace"))
        return _java_class(code, self.language.starts) or "Main"


def read(
    files: Mapping[str, bytes],
    entry: bool = True,
    named: Collection[str] = (),
    main: str | None = None,
) -> Source:
    """Return the program among files; NoProgram if there is none or if several could be meant.

    Without `entry`, the program begins elsewhere and calls these files. Otherwise it begins in one
    of those `named`, if any are. `main` is a pattern that names its folder or file, for hand-ins
    with several programs.
    """
    texts_end = {end for each in languages().values() for end in (*each.endings, *each.headers)}
    decoded = {
        name: _as_utf8(name, data)
        for name, data in files.items()
        if PurePosixPath(name).suffix.lower() in texts_end
    }
    notes = [Note(name, encoding) for name, (_, encoding) in decoded.items() if encoding]
    files = {**files, **{name: text for name, (text, _) in decoded.items()}}
    files.pop("tsconfig.json", None)  # the compiler would want no files named beside it
    texts = {name: text.decode(errors="replace") for name, (text, _) in decoded.items()}
    for name in project.made(texts):
        del texts[name]
    if left := [] if named else project.tests(texts):
        notes.append(Note(listed(left), "test"))
        texts = {name: text for name, text in texts.items() if name not in left}
        files = {name: data for name, data in files.items() if name not in left}
    if files and not any(map(of_file, texts)):
        names = sorted({PurePosixPath(name).suffix.lower() or name for name in files})
        raise NoProgram("沒有程式的原始碼，只有 {names}", names=listed(names[:_MOST_NAMED]))
    inside, begins = project.meant(texts, main) if main is not None else ("", "")
    files = {name: data for name, data in files.items() if name.startswith(inside)}
    texts = {name: text for name, text in texts.items() if name.startswith(inside)}
    if left := [] if entry else project.drivers(texts, named):
        notes.append(Note(listed(left), "unused"))
        texts = {name: text for name, text in texts.items() if name not in left}
        named = [name for name in named if name not in left]
    language = of_file(begins)
    if language is None:
        begin = project.named(texts, named)
        language, begins = project.begins({name: texts[name] for name in begin or texts})
    programs = [name for name in project.starters(texts) if name != begins]
    if "{package}" in language.compile:
        files, begins = project.rooted(files, begins)
        package = PurePosixPath(begins).parent
        texts = {
            name: data.decode(errors="replace")
            for name, data in files.items()
            if of_file(name) is language and PurePosixPath(name).parent == package
        }
    if "{class}" in language.run:
        renamed, begins = _with_java_names(texts, begins, language)
        files = {name: data for name, data in files.items() if name not in texts}
        files |= {name: text.encode() for name, text in renamed.items()}
        texts = renamed
        programs = project.starters(texts)
    sources = [name for name in texts if of_file(name) is language]
    if entry:
        sources = project.belonging(texts, begins, language)
        if unused := [name for name in programs if name not in sources]:
            notes.append(Note(listed(unused), "unused"))
        scripts = {name: texts[name] for name in sources}
        if language.key == "python" and (launcher := project.launched(scripts, begins)):
            begins = launcher[0]
            files = {**files, begins: launcher[1].encode()}
    return Source(language, files, tuple(sorted(sources)), begins, tuple(notes))


def _as_utf8(name: str, data: bytes) -> tuple[bytes, str]:
    """Return a file in UTF-8; a Python file with a coding line stays, Python decodes it itself."""
    language = of_file(name)
    own = language and language.key == "python" and _CODING.match(data)
    return (data, "") if own and own[1].lower() not in (b"utf-8", b"utf8") else utf8(data)


def utf8(data: bytes) -> tuple[bytes, str]:
    """Return a text in UTF-8 without a mark, and its former encoding if that was another.

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


def _with_java_names(
    texts: Mapping[str, str], main: str, language: Language
) -> tuple[dict[str, str], str]:
    """Give each file the name of its public class, as Java demands."""
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
    """Return the types outside of all braces: position, whether public, name."""
    depth, found = 0, []
    for match in _TYPE.finditer(code):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth == 0:
            found.append((match.start(), bool(match[1]), match[2]))
    return found


def _java_class(code: str, starts: str) -> str | None:
    """Return the class around ``main``, or else the last, with its package; None without one."""
    at = re.search(starts, code)
    around = [name for start, _, name in _types(code) if not at or start < at.start()]
    if not around:
        return None
    package = _PACKAGE.search(code)
    return f"{package[1]}.{around[-1]}" if package else around[-1]
