"""A source that needs a newer compiler is SE with that version; a wrong one is CE."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardjudge.programs.compiler import CompileError, build
from cardjudge.programs.languages import MissingTool, languages
from cardjudge.programs.source import read
from tests.cardjudge.test_compiler import cache as cache
from tests.cardjudge.test_compiler import own_table

NEW = {
    12: [
        "type T = str\n",
        "def f[T](x: T) -> T:\n    return x\n",
        "class A[T]:\n    pass\n",
        "async def f[*Ts, **P](x): ...\n",
        'd = {"a": 1}\nprint(f"{d["a"]}")\n',
        'print(f"{f"{f"{1}"}"}")\n',
        'x = 1\nprint(f"{x  # c\n}")\n',
        "a = ['x']\nprint(f'{a[0]!r:>{len(a['b'] or '')}}')\n",
        'd = {"a": 1}\nprint(f"{d["a"]=}", f"{d["a"]:03d}" "x")\n',
        'async def g(x):\n    print(f"{await x["a"]}")\n',
    ],
    13: [
        "def f[T = int](x: T): ...\n",
        "type A[T = int] = list[T]\n",
    ],
    14: [
        'x = t"hi {1}"\n',
        "try:\n    pass\nexcept ValueError, TypeError:\n    pass\n",
        'n = 1\nprint(t"{n!r:>3}" )\n',
    ],
    15: [
        "lazy import json\n",
        "x = [*a for a in [[1]]]\n",
    ],
}
"""Sources in Python, by the minor version that they need."""
WRONG = [
    "print 'hi'\n",
    "x = (\n",
    "type X = \n",
    "def f[T(x): pass\n",
    'print(f"{")\n',
    "print(f'{d['a'}')\n",
    "if x = 1: pass\n",
    "def f[T](x)\n    return x\n",
    'd={}\nprint(f"{d["a"]}"\n',
    "try:\n  pass\nexcept A, B\n  pass\n",
    "f[T](x) = 3\n",
    'print(f"{}")\n',
    'print(f"{1 +}" f"{d["a"]}")\n',
    "def f[1](x): pass\n",
    "lazy improt x\n",
    "x = t'{'\n",
    "print(“hi”)\n",
    "# (needs Python 3.12, this is 3.11)\nSyntaxError: (needs Python 3.12, this is\n",
]
"""Sources that no version takes."""


@pytest.mark.parametrize("version", NEW)
def test_syntax_of_a_newer_python_names_the_version(version: int) -> None:
    for text in NEW[version] if sys.version_info < (3, version) else ():
        with pytest.raises(MissingTool, match=rf"needs Python 3\.{version}, this is 3\."):
            build(read({"main.py": text.encode()}))


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_program_in_python_needs_no_newer_version(text: str) -> None:
    with pytest.raises(CompileError):
        build(read({"main.py": text.encode()}))


SOURCES = [
    line.split("\t")
    for line in Path(__file__).with_name("versions.txt").read_text().splitlines()
    if not line.startswith("#")
]
ENDINGS = {"c": "c", "cpp": "cpp", "java": "java", "go": "go", "csharp": "cs"}


def is_old(key: str) -> bool:
    """Return whether the compiler is older than all versions of the table."""
    command = {"go": ["go", "version"], "java": ["javac", "-version"]}.get(key)
    command = command or ["gcc" if key == "c" else "g++", "-dumpversion"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return re.match(r"javac 17|12\b|go version go1\.19", told) is not None


@pytest.mark.slow
@pytest.mark.parametrize("key", ENDINGS)
def test_only_a_source_that_is_too_new_needs_another_compiler(key: str) -> None:
    if languages()[key].missing():
        pytest.skip(f"no compiler of {key}")
    for language, version, line in SOURCES:
        if language == key and (version == "wrong" or is_old(key)):
            text = line.replace("\\n", "\n").encode()
            kind = CompileError if version == "wrong" else MissingTool
            with pytest.raises(kind, match="." if version == "wrong" else f"{version}[：:]"):
                build(read({f"main.{ENDINGS[key]}": text}))


OLD = r"""[typescript]
compile = '''sh -c "echo \"a.ts: error LINE\"; exit 1"'''
newest = '''sh -c "echo \"error TS5023: Unknown compiler option '--noCheck'.\"; exit 1"'''
run = "cat {main}"
"""


@pytest.mark.parametrize(
    ("line", "kind"), [("TS2307: types", MissingTool), ("TS1005: comma", CompileError)]
)
def test_a_compiler_that_does_not_know_the_newest_command_is_too_old(
    line: str, kind: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = OLD.replace("LINE", line)
    with own_table(tmp_path, monkeypatch, row), pytest.raises(kind, match=f"error {line}"):
        build(read({"a.ts": b""}))


def test_rustup_without_a_toolchain_is_no_error_of_the_student() -> None:
    told = "error: rustup could not choose a version of rustc to run"
    found = re.search(languages()["rust"].old, told)
    assert found is not None
    assert found[0]
