"""A source that needs a newer compiler is SE with that version; a wrong one is CE."""

import re
from pathlib import Path

import pytest

from cardjudge.programs.compiler import CompileError, build
from cardjudge.programs.languages import MissingTool, languages
from cardjudge.programs.source import read
from tests.cardjudge.test_compiler import cache as cache
from tests.cardjudge.test_compiler import own_table, source


@pytest.mark.slow
def test_a_method_that_a_student_forgot_is_no_old_compiler() -> None:
    forgot = b"class A { public static void main(String[] a) { new A().getFirst(); } }"
    with pytest.raises(CompileError, match="cannot find symbol"):
        build(source("java", forgot))


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
