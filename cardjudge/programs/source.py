"""The source of a program: its files, its language, and the file in which it begins."""

import codecs
import json
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import PurePosixPath
from typing import NamedTuple

from cardjudge.language import listed
from cardjudge.programs.languages import Language, languages, of_file
from cardjudge.programs.project import NoProgram, Project, code_of, launched, linked, rooted

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CODING = re.compile(rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
"""Matches the encoding that a Python file declares on one of its first two lines."""
_IPYTHON = re.compile(r"^([ \t]*)([%!?].*)", re.MULTILINE)
"""Matches a line of a notebook that only IPython understands."""
_SETTINGS, SETTINGS = "tsconfig.json", "tsconfig.own.json"
"""The settings of a TypeScript project, and their name beside the compiler."""
_MOST_NAMED = 5
_PACKAGE = re.compile(r"^[^\S\n]*package\s+([\w.]+)\s*;", re.MULTILINE)
_TYPE = re.compile(r"\b(public\s+(?:(?:final|abstract|strictfp|sealed)\s+)*)?"
                   r"(?:class|enum|interface|record)\s+(\w+)|[{}]")  # fmt: skip


class Note(NamedTuple):
    """A remark about a file, or about several.

    `encoding` names the encoding that was converted to UTF-8 (``big5``, ``utf-8-sig``, ``utf-16``);
    ``test`` marks tests and what a build has written, ``unused`` other programs: both are left out.
    ``notebook`` marks Python from the code cells of a notebook.
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
    spare: tuple[str, ...] = ()
    """Paths of other files of the language, which the program may need in spite of their names."""

    @property
    def text(self) -> bytes:
        """The sources, one after the other."""
        return b"\n".join([self.files[name] for name in self.sources])

    @property
    def java_class(self) -> str:
        """The class that Java starts: around ``main``, or else the last, with its package."""
        code = code_of(self.files[self.main].decode(errors="replace"))
        at = re.search(self.language.starts, code)
        around = [name for start, _, name in _types(code) if not at or start < at.start()]
        if not around:
            return "Main"
        package = _PACKAGE.search(code)
        return f"{package[1]}.{around[-1]}" if package else around[-1]


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
    files, notes = _in_utf8(files)
    whole = Project(_texts(files))
    project = whole if named else whole.without_tests()
    aside = [name for name in whole.texts if name not in project.texts]
    if files and not project.languages:
        for error in filter(None, map(double_ending, sorted(files))):
            raise error
        names = sorted({PurePosixPath(name).suffix.lower() or name for name in files})
        raise NoProgram("沒有程式的原始碼，只有 {names}", names=listed(names[:_MOST_NAMED]))
    folder, begins = project.meant(main) if main is not None else ("", "")
    files = {name: data for name, data in files.items() if name.startswith(folder)}
    project = project.only(files)
    drivers = [] if entry else project.drivers(named)
    project = project.only(project.texts.keys() - drivers)
    language = of_file(begins)
    if language is None:
        language, begins = project.begins({*named} - {*drivers})
    unused = {*project.starters} - {begins}
    if "{package}" in language.compile:
        files, begins = rooted(files, begins)
        package = PurePosixPath(begins).parent
        project = Project(
            _texts({n: files[n] for n in files if PurePosixPath(n).parent == package})
        )
    if "{class}" in language.run:
        java = _java_names(project.texts, language)
        files = {java.get(name, name): data for name, data in files.items()}
        project = Project({java[name]: text for name, text in project.texts.items()})
        begins, unused = java[begins], {java[name] for name in unused}
    if entry or not linked(language):
        sources = project.belonging(begins, language)
        unused |= project.unimported if not linked(language) else set()
        left = drivers or sorted(unused - {*sources})
    else:
        sources = sorted(name for name, own in project.languages.items() if own is language)
        left = drivers
    kinds = {"test": aside, "unused": left}
    notes += [Note(listed(names), kind) for kind, names in kinds.items() if names]
    if not entry:
        return Source(language, files, tuple(sources), begins, tuple(notes))
    rest = {*aside, *project.texts} - {*whole.starters, *sources} if linked(language) else set()
    spare = (name for name in rest if name in files and of_file(name) is language)
    if language.key == "python" and (
        launcher := launched({name: project.texts[name] for name in sources}, begins)
    ):
        begins = launcher[0]
        files = {**files, begins: launcher[1].encode()}
    return Source(language, files, tuple(sources), begins, tuple(notes), tuple(sorted(spare)))


def double_ending(name: str) -> NoProgram | None:
    """Return the error of a file such as ``main.cpp.txt``; None for another name."""
    stem = PurePosixPath(name).stem
    if of_file(stem) is None:
        return None
    return NoProgram("{file} 的名字後面多了別的副檔名，請改名成 {name}", file=name, name=stem)


def _in_utf8(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], list[Note]]:
    """Return the files with texts in UTF-8 and notebooks as Python, and notes on these changes."""
    texts, notes = {}, []
    for name, data in files.items():
        path, encoding = PurePosixPath(name), ""
        cells = _cells(data) if path.suffix.lower() == ".ipynb" else None
        if cells is not None and str(path.with_suffix(".py")) not in files:
            name, data, encoding = str(path.with_suffix(".py")), cells, "notebook"
        elif _is_text(name):
            language = of_file(name)
            own = language and language.key == "python" and _CODING.match(data)
            if not own or own[1].lower() in (b"utf-8", b"utf8"):  # Python decodes others itself
                data, encoding = utf8(data)
        if encoding:
            notes.append(Note(name, encoding))
        texts[name] = data
    if _SETTINGS in texts:  # the compiler would want no files named beside it
        texts[SETTINGS] = texts.pop(_SETTINGS)
    return texts, notes


def _cells(data: bytes) -> bytes | None:
    """Return the code cells of a notebook as Python, commands of IPython as comments, or None."""
    try:
        cells = json.loads(data)["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError):
        return None
    return _IPYTHON.sub(r"\1pass  # \2", "\n\n".join(code)).encode()


def _is_text(name: str) -> bool:
    kinds = languages().values()
    return any(name.lower().endswith((*kind.endings, *kind.headers)) for kind in kinds)


def _texts(files: Mapping[str, bytes]) -> dict[str, str]:
    return {n: data.decode(errors="replace") for n, data in files.items() if _is_text(n)}


def utf8(data: bytes) -> tuple[bytes, str]:
    """Return a text in UTF-8 without a mark, and its former encoding if that was another.

    >>> utf8("牌".encode("big5"))[1]
    'big5'
    """
    marked = [encoding for mark, encoding in _MARKS.items() if data.startswith(mark)]
    for encoding in marked or ["utf-8", "cp950"]:
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding, errors="replace" if marked else "strict")
            return text.encode(), {"utf-8": "", "cp950": "big5"}.get(encoding, encoding)
    return data, ""


def _java_names(texts: Mapping[str, str], language: Language) -> dict[str, str]:
    """Return for each file the name of its public class, as Java demands, or its own."""
    names: dict[str, str] = {}
    for name, text in texts.items():
        public = [own for _, is_public, own in _types(code_of(text)) if is_public]
        wanted = name
        if of_file(name) is language and public:
            wanted = str(PurePosixPath(name).with_name(f"{public[0]}.java"))
        names[name] = wanted if wanted not in names.values() else name
    return names


def _types(code: str) -> list[tuple[int, bool, str]]:
    """Return the types outside of all braces: position, whether public, name."""
    depth, types = 0, []
    for match in _TYPE.finditer(code):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth == 0:
            types.append((match.start(), bool(match[1]), match[2]))
    return types
