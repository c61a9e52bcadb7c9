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


OLD = {language: pattern for language, kind, pattern in SOURCES if kind == "older"}
"""By language, the version that is older than all of the table, as its compiler prints it."""
ASKED = {"go": "version", "kotlin": "-version"}


@pytest.mark.slow
@pytest.mark.parametrize("key", OLD)
def test_only_a_source_that_is_too_new_needs_another_compiler(key: str) -> None:
    language = languages()[key]
    if language.missing():
        pytest.skip(f"no compiler of {key}")
    asked = [language.compile[0], ASKED.get(key, "--version")]
    printed = subprocess.run(asked, capture_output=True, text=True, check=False)
    is_old = re.search(OLD[key], printed.stdout + printed.stderr)
    for own, version, line in SOURCES:
        if own == key and version != "older" and (version == "wrong" or is_old):
            text = line.replace("\\n", "\n").encode()
            kind = CompileError if version == "wrong" else MissingTool
            with pytest.raises(kind, match="." if version == "wrong" else f"{version}[：:]"):
                build(read({f"main{language.endings[0]}": text}))


OWN = r"""[typescript]
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
    row = OWN.replace("LINE", line)
    with own_table(tmp_path, monkeypatch, row), pytest.raises(kind, match=f"error {line}"):
        build(read({"a.ts": b""}))


def test_rustup_without_a_toolchain_is_no_error_of_the_student() -> None:
    told = "error: rustup could not choose a version of rustc to run"
    found = re.search(languages()["rust"].old, told)
    assert found is not None
    assert found[0]
