"""No file of a submission runs in a compiler."""

import subprocess
from pathlib import Path

import pytest

from cardjudge import files
from cardjudge.programs.compiler import build
from cardjudge.programs.process import run
from cardjudge.programs.source import read
from tests.cardjudge.test_compiler import SOURCES
from tests.cardjudge.test_compiler import cache as cache
from tests.tools import needs


@pytest.mark.parametrize("module", ["py_compile", "sys", "encodings", "sitecustomize"])
def test_no_module_of_the_submission_runs_at_compile_time(module: str) -> None:
    files = {"main.py": b'print("hi")', f"{module}.py": b'raise SystemExit("I ran")'}
    built = build(read(files))
    assert built.messages == ""
    assert run(built.command)[1] == b"hi\n"


PLUGIN = """package p;
public class Evil implements com.sun.source.util.Plugin {
    static { System.err.println("I ran"); }
    public String getName() { return "evil"; }
    public boolean autoStart() { return true; }
    public void init(com.sun.source.util.JavacTask task, String... words) {} }"""


@pytest.mark.slow
@needs("javac")
def test_no_plugin_of_the_submission_runs_in_javac(tmp_path: Path) -> None:
    own = tmp_path / "own"
    files.write_all(
        own, {"p/Evil.java": PLUGIN.encode(), "X.java": SOURCES["java"]["right"].encode()}
    )
    files.write_all(own, {"META-INF/services/com.sun.source.util.Plugin": b"p.Evil"})
    subprocess.run(["javac", "-d", own, own / "p/Evil.java"], check=True)
    (own / "p/Evil.java").unlink()
    as_told = subprocess.run(["javac", "X.java"], cwd=own, capture_output=True, check=True)
    assert b"I ran" in as_told.stderr
    (own / "X.class").unlink()
    handed = {str(path.relative_to(own)): path.read_bytes() for path in files.below(own)}
    built = build(read(handed))
    assert built.messages == ""
    assert run(built.command)[1] == b"hi\n"


@needs("gcc")
@pytest.mark.parametrize("place", ["f.h.gch", "f.h.gch/1"])
def test_no_precompiled_header_of_the_submission_is_loaded(place: str, tmp_path: Path) -> None:
    (tmp_path / "f.h").write_text("#define N 2")
    options = "-std=gnu17", "-O2", "-Wall"
    subprocess.run(["gcc", *options, "f.h", "-o", "made"], cwd=tmp_path, check=True)
    made = {place: (tmp_path / "made").read_bytes()}
    text = b'#include "f.h"\nint main() { return N; }'
    built = build(read({"a.c": text, "f.h": b"#define N 1", **made}))
    assert run(built.command)[0].status == 1
