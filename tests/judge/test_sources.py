"""Sources are compiled and judged, and a bare word may be a problem."""

import json
import os
import subprocess
import tomllib
from pathlib import Path
from shutil import make_archive
from xml.etree import ElementTree

import pytest

from judge.assignment import beside
from tests.processes import answered, kit_in
from tests.tools import needs, slow_after

SUM = "print(sum(map(int, input().split())))\n"
CPP = '#include "half.h"\nint main() {{ int a, b; std::cin >> a >> b; std::cout << a + b {}; }}\n'
IMPORTS = tomllib.loads(Path(__file__).with_name("imports.toml").read_text("utf-8"))
GO = pytest.param("main.go", marks=[pytest.mark.slow, needs("go")])
JAVA = (Path(__file__).parent / "programs/Main.java").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t").mkdir()
    (tmp_path / "t/a.in").write_text("1 2\n")
    (tmp_path / "t/a.out").write_text("3\n")
    return tmp_path


def judge(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return kit_in(folder, "judge", *words, XDG_CACHE_HOME=str(folder / "cache"))


def test_a_script_may_import_others_of_its_folder(folder: Path) -> None:
    (folder / "main.py").write_text("import half\nhalf.go()\n")
    (folder / "half.py").write_text(f"def go():\n    {SUM}")
    (folder / "other.py").write_text("if __name__ == '__main__':\n    print('not me')\n")
    assert [*beside([folder / "main.py"])] == ["main.py", "half.py", "other.py"]
    run = judge(folder, "t", "main.py", "--json", "r.json")
    assert (run.returncode, run.stdout[:2]) == (0, "AC"), run
    assert json.loads((folder / "r.json").read_text())["command"] == ["main.py"]


@pytest.mark.parametrize("name", [*slow_after(1, ["main.py", "main.cpp", "Main.java"]), GO])
def test_a_folder_that_a_source_imports_belongs_to_it(name: str, folder: Path) -> None:
    for path, text in IMPORTS.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    run = judge(folder, "t", name)
    assert (run.returncode, run.stdout[:2]) == (0, "AC"), run


@pytest.mark.parametrize("name", slow_after(1, ["t.zip", "t.tar.gz"]))
def test_an_archive_of_tests_is_taken_like_a_folder(name: str, folder: Path) -> None:
    (folder / "a.py").write_text(SUM)
    make_archive(str(folder / "t"), "zip" if name == "t.zip" else "gztar", folder, "t")
    run = judge(folder, name, "a.py", "--plain")
    assert (run.returncode, run.stdout[:10]) == (0, "AC   t/a  "), run
    assert judge(folder, name, "--", "cat").stdout[:2] == "WA"


@pytest.mark.parametrize("path", slow_after(1, ["t/a.out", "notes.txt", "/etc/hostname"]))
def test_a_program_reads_only_its_own_sources(path: str, folder: Path) -> None:
    (folder / "notes.txt").write_text("3\n")
    whole = path if path.startswith("/") else folder / path
    (folder / "a.py").write_text(f"print(open({str(whole)!r}).read() and 3)\n")
    run = judge(folder, "t", "a.py")
    assert 'File "a.py", line 1, in' in run.stdout
    assert (run.returncode, run.stdout[:2]) == (1, "RE"), run


@pytest.mark.slow
@needs("g++")
def test_cpp_is_compiled_and_its_errors_are_reported(folder: Path) -> None:
    (folder / "half.h").write_text("#include <iostream>\n")
    (folder / "main.cpp").write_text(CPP.format('<< "\\n"'))
    (folder / "another.cpp").write_text("int main() { return 1; }\n")
    assert judge(folder, "t", "main.cpp").stdout.startswith("AC")
    (folder / "main.cpp").write_text(CPP.format("<< x"))
    run = judge(folder, "t", "main.cpp")
    assert (run.returncode, run.stdout[:2], run.stderr) == (1, "CE", "")
    assert "main.cpp:2" in run.stdout
    run = judge(folder, "t", "main.cpp", "--json", "-", "--junit", "r.xml")
    told = json.loads(run.stdout)
    assert (told["accepted"], told["cases"]) == (False, [])
    assert "main.cpp:2" in told["compile_error"]
    error = ElementTree.parse(folder / "r.xml").find("testsuite/testcase[@name='CE']/error")
    assert error is not None
    assert "main.cpp:2" in error.attrib["message"]


@pytest.mark.slow
@needs("javac", "java")
def test_java_is_compiled_from_any_of_its_files(folder: Path) -> None:
    (folder / "Main.java").write_text(JAVA)
    (folder / "Half.java").write_text("class Half { static int add(int a, int b) {return a+b;} }")
    for words in (["Main.java"], ["Half.java"], ["Half.java", "Main.java"]):
        assert judge(folder, "t", *words).stdout.startswith("AC")


@pytest.mark.slow
def test_a_bare_word_names_a_problem_and_a_path_a_folder(folder: Path) -> None:
    (folder / "t").rename(folder / "nim")
    (folder / "a.py").write_text(SUM)
    assert judge(folder, "./nim", "a.py").returncode == 0
    run = judge(folder, "nim", "a.py", "--filter", "lecture")
    assert (run.returncode, run.stdout.split()[:2]) == (1, ["WA", "sample/lecture"]), run
    run = judge(folder, "--problem", "nim", "a.py", "--filter", "lecture")
    assert run.stdout.split()[:2] == ["WA", "sample/lecture"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["t", "a.py", "b.c"], "不是同一個資料夾裡、同一種語言"),
        (["t", "tool"], "judge t -- ./tool"),
        (["t", "t/a.in"], "t/a.in 不是認得的原始碼"),
        (["t"], "缺少要執行的程式"),
        (["nim", "t", "a.py"], "資料夾"),
    ],
)
def test_words_that_are_no_source_are_explained_in_one_line(
    words: list[str], told: str, folder: Path
) -> None:
    (folder / "a.py").write_text(SUM)
    (folder / "b.c").write_text("int main() {}\n")
    (folder / "tool").write_text("#!/bin/sh\n")
    (folder / "tool").chmod(0o755)
    run = judge(folder, *words)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1), run
    assert told in run.stderr


def test_the_cache_of_an_unwritable_home_is_named_and_goes(folder: Path) -> None:
    (folder / "a.py").write_text(SUM)
    run = kit_in(folder, "judge", "t", "a.py", HOME="/proc/nobody", XDG_CACHE_HOME="")
    assert (run.returncode, run.stdout[:2], run.stderr.count("\n")) == (0, "AC", 1), run
    assert not Path(run.stderr.split()[-1]).exists()


def test_a_deleted_working_folder_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    told = "錯誤：目前的資料夾已經刪除了，先 cd 到別的資料夾\n"
    assert answered("judge", "nim", "--", "cat") == (2, told)


def test_a_source_that_does_not_compile_is_said_before_tests_are_generated(folder: Path) -> None:
    (folder / "a.sh").write_text('echo "\n')
    assert [line[:3] for line in judge(folder, "big2", "a.sh").stdout.splitlines()] == ["CE "]
    assert not (folder / "cache/cardjudge/tests").exists()


def test_a_report_names_only_inputs_that_outlast_it(folder: Path) -> None:
    (folder / "seven.py").write_text("print(7)\n")
    assert judge(folder, "problem", "new", "mine").returncode == 0
    written = folder / "mine/tests/secret/small-zero.in"
    written.write_text("9\n" + "0\n" * 9)
    shown = judge(folder, "mine", "seven.py", "--filter", "small-zero").stdout
    assert f"     輸入 {os.path.relpath(written, folder)}（20 個位元組）" in shown
    shown = judge(folder, "mine", "seven.py", "--filter", "large-1").stdout
    (line,) = [line for line in shown.splitlines() if "輸入 " in line]
    assert (folder / line.split()[1].partition("（")[0]).is_file()
    kept = {path: path.stat().st_mtime_ns for path in (folder / "cache").rglob("*.out")}
    assert {path.stem for path in kept} == {"large-1"}, "only what the filter leaves"
    words = "--filter", "large-1", "--input", "full", "--json", "r.json", "--junit", "r.xml"
    whole = judge(folder, "mine", "seven.py", *words).stdout
    assert whole.count("\n") == shown.count("\n") + 1
    assert len(whole) > 10_000
    assert {path: path.stat().st_mtime_ns for path in kept} == kept, "answered once"
    (case,) = json.loads((folder / "r.json").read_text())["cases"]
    assert Path(case["input"]).is_file()
    suites = ElementTree.parse(folder / "r.xml").getroot()
    found = [(test.get("classname"), test.get("name")) for test in suites.iter("testcase")]
    assert found == [("secret", "large-1")]
