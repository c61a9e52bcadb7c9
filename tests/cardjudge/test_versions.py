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

SOURCES = [
    line.split("\t")
    for line in Path(__file__).with_name("versions.txt").read_text().splitlines()
    if not line.startswith("#")
]
ENDINGS = {"c": "c", "cpp": "cpp", "java": "java", "go": "go", "csharp": "cs"}


@pytest.mark.parametrize("version", ["3.12", "3.13", "3.14", "3.15", "wrong"])
def test_only_syntax_of_a_newer_python_names_the_version(version: str) -> None:
    new = version != "wrong"
    if new and sys.version_info >= (3, int(version[2:])):
        pytest.skip("this Python knows it")
    kind = MissingTool if new else CompileError
    for language, needed, line in SOURCES:
        if (language, needed) == ("python", version):
            text = line.replace("\\n", "\n").encode()
            with pytest.raises(kind, match=rf"needs Python {version}, this is 3\." if new else "."):
                build(read({"main.py": text}))


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
