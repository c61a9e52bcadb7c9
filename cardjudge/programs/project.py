"""Which submitted files form the program: where it begins, and which files belong to it.

The kit does not run a project's own build; it knows the usual layouts: tests, roots of packages,
modules.
"""

import ast
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import PurePosixPath
from typing import Self

from cardjudge.errors import UserError
from cardjudge.language import listed
from cardjudge.programs.languages import Language, languages, of_file

_FUNCTION = re.compile(r"^[A-Za-z_][\w:<>,*& \t]*?\b(\w+)\s*\([^;{}()]*\)\s*\{", re.MULTILINE)
"""Matches the definition of a function of C or C++ at the beginning of a line."""
_ASIDE = re.compile(
    r"""(?:.*/)?(?: (?i:tests?|__tests__|spec)/.* | [^/]*Tests?\.(?:java|kt|cs) | [^/]*_test\.\w+
    | test_[^/]*\.py | conftest\.py | [^/]*[._](?:test|spec)\.\w+
    | (?:bin|obj)/.*\.cs | (?:build|dist|out)/.*\.[cm]?js )""",
    re.VERBOSE,
)
"""Matches tests and what a build has written."""
_FRAMEWORK = re.compile(
    r"""^[^\S\n]*(?:import\s+(?:static\s+)?org\.(?:junit|testng)|(?:import|from)\s+(?:pytest|unittest)\b
    |\#include\s*[<"](?:gtest|gmock|catch2|doctest)|using\s+(?:NUnit|Xunit)
    |require\s+['"](?:minitest|rspec|test/unit))""",
    re.MULTILINE | re.VERBOSE,
)
_IMPORT = re.compile(
    r"^[^\n#]*\b(?:import|from|require|require_relative|load|source|export)\b"
    r"(?:[^(\n]*\([^)]*\)?|[^\n]*)",
    re.MULTILINE,
)
_INCLUDE = re.compile(
    r"""^[ \t]*\#[ \t]*include[ \t]*["'<](?:[^"'>\n]*/)?([^"'>/\n]+)""", re.MULTILINE
)
_SETTINGS = re.compile(r"setup\.py|__init__\.py|.*\.config\.\w+|.*\.d\.ts")
ADVICE = "{reason}（用 --main 或更正的 main 指定）"
"""A reason with words for the teacher alone."""
_MAIN = ("main", "__main__", "index")
_NOT_CODE = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*+" | '(?:\\.|[^'\\\n]){1,2}'
    | ( /\*.* | "(?:\\.|[^"\\\n])*+ )""",
    re.DOTALL | re.VERBOSE,
)
"""Matches comments and strings; as a group, those without an end, once and not from each mark."""
_PYTHON_IMPORT = re.compile(r"^[^\S\n]*(?:from|import)\s+(\w+)", re.MULTILINE)
_RELATIVE = re.compile(r"^[^\S\n]*from\s+\.", re.MULTILINE)
_GO_LINE = re.compile(r"^(module\s+\S+|go\s+\d+\.\d+)", re.MULTILINE)
LAUNCHER = "__start__.py"


class NoProgram(UserError):  # noqa: N818  (a submission may contain none: no error of the judge)
    """There is no program among the files, or more than one."""


class SeveralPrograms(NoProgram):
    """There is more than one program among the files."""


@dataclass(frozen=True)
class Project:
    """The texts of sources by path, and what they say of each other."""

    texts: Mapping[str, str]

    @cached_property
    def languages(self) -> dict[str, Language]:
        """The languages of those files that are programs, in the order of their paths."""
        return {name: known for name in sorted(self.texts) if (known := of_file(name))}

    @cached_property
    def unimported(self) -> set[str]:
        """The scripts that no other script of their language imports."""
        scripts = [kind for kind in {*self.languages.values()} if not linked(kind)]
        return {name for kind in scripts for name in _unimported(self._of(kind))}

    @cached_property
    def starters(self) -> list[str]:
        """The files in which a program begins.

        A script does so unless another script imports it or only other scripts have a main guard or
        are called main. A shell script does so only if there is no program in another language.
        """
        programs: dict[Language, list[str]] = {}
        for language in languages().values():
            own = self._of(language)
            begins = [name for name in own if name in self._beginning]
            if not linked(language):
                roots = [name for name in own if name in self.unimported]
                if language.key == "python":
                    roots = [name for name in roots if _acts(own[name])] or roots
                guarded = {*begins} & {*roots}
                apt = [name for name in roots if not guarded or name in guarded or _is_main(name)]
                begins = apt or begins
            if begins:
                programs[language] = begins
        if len(programs) > 1:
            programs = {kind: names for kind, names in programs.items() if kind.key != "shell"}
        return [name for names in programs.values() for name in names]

    def only(self, names: Collection[str]) -> Self:
        """Return the project of those files alone."""
        if self.texts.keys() <= {*names}:
            return self
        return type(self)({name: text for name, text in self.texts.items() if name in names})

    def without_tests(self) -> Self:
        """Return the project without tests and what a build has written.

        If no program remains without them, they are the program.
        """
        texts = {name: self.texts[name] for name in self.languages}
        aside = {n for n in texts if _ASIDE.fullmatch(n) or _FRAMEWORK.search(texts[n])}
        rest = self.only(self.texts.keys() - aside)
        return rest if rest.starters else self

    def meant(self, pattern: str) -> tuple[str, str]:
        """Return the folder and the file of the program that a pattern names; empty without one.

        The pattern names the program's file or its folder. It decides only if there are several
        programs, or if it is the exact name of a file.
        """

        def fits(path: PurePosixPath) -> bool:
            words = pattern.casefold()
            return any(fnmatchcase(name.casefold(), words) for name in (str(path), path.name))

        folders = {}
        for path in map(PurePosixPath, self.starters if len(self.starters) > 1 else ()):
            if folder := next((folder for folder in reversed(path.parents) if fits(folder)), None):
                folders[str(path)] = f"{folder}/"
            elif fits(path):
                folders[str(path)] = ""
        named = [*filter(_is_main, folders)]
        files = [name for name in self.languages if fits(PurePosixPath(name))]
        for names in folders, named, [] if folders or "*" in pattern else files:
            if len(names) == 1:
                (name,) = names
                return folders.get(name, ""), name
        return "", ""

    def drivers(self, named: Collection[str]) -> list[str]:
        """Return linked sources that the program cannot have, if it remains without them.

        They have a main for practice, though the problem has its own, or they are another attempt:
        they define a function that a source of those `named` defines.
        """
        known = {name: own for name, own in self.languages.items() if linked(own)}
        functions = {name: {*_FUNCTION.findall(self.texts[name])} for name in known}
        defined = {word for name in named for word in functions.get(name, ())}
        mains = [
            name
            for name in known
            if name in self._beginning or (name not in named and defined & functions[name])
        ]
        remaining = {known[name] for name in named or known if name in known and name not in mains}
        return [name for name in mains if known[name] in remaining]

    def begins(self, named: Collection[str] = ()) -> tuple[Language, str]:
        """Return the language and the file in which the program begins; NoProgram if it is unclear.

        It begins in one of those `named`, if a program may begin there: a script may, and a linked
        program if its main is there. Of several files called main, the one above all others counts.
        """
        own = [name for name in self.languages if name in named]
        own = [name for name in own if not linked(self.languages[name]) or name in self._beginning]
        if own:
            return self.only(own).begins()
        languages = self.languages
        if not languages:
            raise NoProgram("沒有程式的原始碼")
        first, language = next(iter(languages.items()))
        programs = self.starters
        mains = [*filter(_is_main, programs)]
        depth = min((name.count("/") for name in mains), default=0)
        above = [name for name in mains if name.count("/") == depth]
        for candidates in programs, above:
            if len(candidates) == 1:
                return languages[candidates[0]], candidates[0]
        if not programs and linked(language) and {*languages.values()} == {language}:
            return language, first  # all are linked together; the compiler reports a missing main
        raise SeveralPrograms(
            "有不只一個程式，不知道該用哪一個：{which}", which=listed(programs or languages)
        )

    def belonging(self, main: str, language: Language) -> list[str]:
        """Return the sources of a program; other programs belong only if it uses them."""
        texts = self.texts
        endings = (*language.endings, *language.links)
        names = [name for name in texts if PurePosixPath(name).suffix.lower() in endings]
        others = {name for name in names if name in self._beginning | self.unimported} - {main}
        if "{class}" in language.run:
            used = " ".join(code_of(texts[name]) for name in names if name not in others)
            others = {name for name in others if not _names(used, PurePosixPath(name).stem)}
        elif language.headers:
            includes = {name: _INCLUDE.findall(texts[name]) for name in names}
            included = {name for known in includes.values() for name in known}
            others |= {name for name in names if PurePosixPath(main).name in includes[name]}
            others |= {name for name in names if PurePosixPath(name).name in included - {main}}
            apart = {PurePosixPath(name).parent for name in others}
            apart -= {*PurePosixPath(main).parents}
            others |= {name for name in names if apart & {*PurePosixPath(name).parents}}
        return sorted({*names} - others)

    @cached_property
    def _beginning(self) -> set[str]:
        """The files with a main function or a main guard."""
        names = set()
        for name, language in self.languages.items():
            code = self.texts[name] if "python" in language.key else code_of(self.texts[name])
            if language.starts and re.search(language.starts, code, re.MULTILINE):
                names.add(name)
        return names

    def _of(self, language: Language) -> dict[str, str]:
        return {n: self.texts[n] for n, known in self.languages.items() if known is language}


def linked(language: Language) -> bool:
    """Return whether the files of a language are linked into one program."""
    return any("{program}" in word for word in language.compile) or "{class}" in language.run


def rooted(files: Mapping[str, bytes], main: str) -> tuple[dict[str, bytes], str]:
    """Return the files from the root of the Go module that contains `main`, and its path there.

    go.mod keeps only its module name and its version without a patch number, which older tools
    cannot read; its requirements are out of reach.
    """
    for folder in PurePosixPath(main).parents:
        if str(folder / "go.mod") in files:
            inside = "" if str(folder) == "." else f"{folder}/"
            contents = {
                name.removeprefix(inside): data
                for name, data in files.items()
                if name.startswith(inside)
            }
            lines = _GO_LINE.findall(contents["go.mod"].decode(errors="replace"))
            contents["go.mod"] = "".join(f"{line}\n" for line in lines).encode()
            return contents, main.removeprefix(inside)
    return dict(files), main


def launched(texts: Mapping[str, str], main: str) -> tuple[str, str] | None:
    """Return a launcher that starts a Python program from the root of its package, and its text.

    None if the program finds all its imports in its own folder.
    """
    path = PurePosixPath(main)
    root = path.parent.parent if _RELATIVE.search(texts[main]) else None
    known = {
        str(path) for name in texts for path in (PurePosixPath(name), *PurePosixPath(name).parents)
    }
    wanted = {name for text in texts.values() for name in _PYTHON_IMPORT.findall(text)}
    for name in wanted:
        at = next(
            (up for up in path.parents if {str(up / name), str(up / f"{name}.py")} & known), None
        )
        if at is not None and at != path.parent and _PYTHON_IMPORT.search(texts[main]):
            root = at if root is None or at in root.parents else root
    if root is None or str(path.parent) == ".":
        return None
    module = ".".join(path.relative_to(root).with_suffix("").parts)
    beside = str(path.parent.relative_to(root))
    lines = (
        "import os, runpy, sys",
        f"sys.path.insert(1, os.path.join(sys.path[0], {beside!r}))",
        f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)",
    )
    return str(root / LAUNCHER), "\n".join(lines) + "\n"


def code_of(text: str) -> str:
    """Return a text of a C-like language without comments and strings."""
    return _NOT_CODE.sub(r" \1", text)


def _is_main(name: str) -> bool:
    return PurePosixPath(name).stem.lower() in _MAIN


def _unimported(texts: Mapping[str, str]) -> list[str]:
    words = {name: " ".join(_IMPORT.findall(text)) for name, text in texts.items()}
    said = [name for name in texts if texts[name].strip() and not _SETTINGS.fullmatch(name)]
    return [
        name
        for name in said or texts
        if not any(_names(words[other], _module(name)) for other in texts if other != name)
    ]


def _acts(text: str) -> bool:
    """Return whether a Python file does more than define names."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return True
    defines = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
    return any(
        not (isinstance(node, defines) or isinstance(getattr(node, "value", None), ast.Constant))
        for node in body
    )


def _module(name: str) -> str:
    path = PurePosixPath(name)
    return (
        path.parent.name if path.stem in ("__init__", "index") and path.parent.name else path.stem
    )


def _names(words: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words))
