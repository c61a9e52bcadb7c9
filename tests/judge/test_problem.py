"""A problem as a folder: its description, tests, submissions and faults."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from judge.problem import description
from judge.problem.check import check, mark
from judge.problem.description import Unchecked
from judge.problem.files import started
from judge.problem.generate import generated
from judge.problem.modules import with_includes
from judge.problem.problem import SKELETON, Problem, new
from judge.problem.trial import Trial
from tests.judge.planted import QUICK, SAMPLES, STATEMENT, written
from tests.judge.problems import games, small
from tests.processes import kit, kit_in

GAMES = games()
NAMES = [problem.described.id for problem in GAMES]


@pytest.mark.parametrize(("folder", "name"), [("HW3 sum", "hw3sum"), ("第 1 題", "sum")])
def test_a_new_problem_takes_the_name_of_its_folder_and_overwrites_nothing(
    folder: str, name: str, tmp_path: Path
) -> None:
    new(tmp_path / folder)
    assert Problem.load(tmp_path / folder).described.id == name
    with pytest.raises(UserError, match="已經存在"):
        new(tmp_path / folder)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('["python"]', '["python"', "不是 TOML"),
        ("points = 60", f"points = {'9' * 4299}", "points 應是"),
        ('["python"]', "[" * 2000, "不是 TOML"),
        ('["python"]', '["python"]\nvalidators = { W = ["WA"] }', "validators 應是"),
    ],
)
def test_a_description_that_no_reader_takes_is_a_fault(old: str, new: str, told: str) -> None:
    text = (SKELETON / "plain/problem.toml").read_text(encoding="utf-8")
    assert old in text
    described, faults = description.read(text.replace(old, new))
    assert described is None
    assert any(told in str(fault) for fault in faults), faults


def test_a_secret_test_equal_to_a_sample_counts_once() -> None:
    names = [test.name for test in Problem.load("big2").written]
    assert names.count("sample") == 1
    assert names[0] == "sample"


@pytest.mark.parametrize("problem", GAMES, ids=NAMES)
def test_the_seed_determines_the_generated_tests(problem: Problem) -> None:
    once, again, other = (dict(generated(problem, seed)) for seed in (7, 7, 8))
    assert once == again
    assert once.keys() == other.keys()
    assert sum(once[name] != other[name] for name in once) > len(once) / 3


IN_SHELL = "printf '1\\n%s\\n' $1 > small-seed.in\n"
IN_PYTHON = "import part, sys\nopen('small-seed.in', 'w').write(part.text(sys.argv[1]))\n"
PART = "def text(seed):\n    return f'1\\n{seed}\\n'\n"


@pytest.mark.parametrize(("name", "text"), [("generate.sh", IN_SHELL), ("generate.py", IN_PYTHON)])
def test_a_generator_may_be_any_program(name: str, text: str, tmp_path: Path) -> None:
    folder = small(tmp_path / "sum")
    (folder / "generate.py").unlink()
    (folder / name).write_text(text)
    (folder / "part.py").write_text(PART)
    assert generated(Problem.load(folder), 42) == [("small-seed", b"1\n42\n")]


def test_answers_come_from_files_or_else_from_the_reference(tmp_path: Path) -> None:
    folder = small(tmp_path / "sum")
    (folder / "tests/sample/1.out").write_text("by hand\n")
    with Trial(Problem.load(folder)) as trial:
        tests = {test.name: test.contents() for test in trial.tests}
    assert tests["1"][1] == b"by hand\n"
    data, answer = tests["large-1"]
    assert answer == b"%d\n" % sum(map(int, data.split()[1:]))


@pytest.mark.parametrize("name", ["big2", "nim", "take6", "war"])
def test_a_program_of_a_package_needs_nothing_but_python(name: str, tmp_path: Path) -> None:
    problem = Problem.load(name)
    for name, content in started(problem.source(problem.submissions[0]), "."):
        (tmp_path / name).write_bytes(content)
    test = problem.written[0]
    # -I and -S: neither the folder nor anything installed can be imported.
    command = [sys.executable, "-I", "-S", str(tmp_path / "main.py")]
    data, answer = test.contents()
    run = subprocess.run(command, input=data, capture_output=True, cwd="/", check=True)
    assert run.stdout == answer
    assert run.stderr == b""
    # The catalogue does not go along, so its errors are in Chinese in any language.
    english = {**os.environ, "LC_ALL": "en_US.UTF-8"}
    run = subprocess.run(
        command, input=b"?\n", capture_output=True, cwd="/", check=False, env=english
    )
    assert (run.returncode, run.stderr.count(b"\n")) == (2, 1)
    assert b"Error" not in run.stderr


def test_a_file_in_the_current_folder_shadows_no_module_of_the_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nim.py").write_text("raise SystemExit('the homework runs')\n")
    monkeypatch.chdir(tmp_path)
    problem = Problem.load("nim")
    assert b"first_player_wins" in b"".join(problem.source(problem.submissions[0]).values())


def test_each_include_is_inlined_once_unless_it_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_bytes("int a;  // 牌\n".encode("big5"))
    (tmp_path / "b.h").write_text('#include "a.h"\nint b;\n')
    (tmp_path / "kept.h").write_text("int kept;\n")
    source = tmp_path / "main.cpp"
    source.write_text('#include "a.h"\n#include "b.h"\n#include "kept.h"\n#include "none.h"\n')
    assert with_includes(source, (tmp_path,), ["kept.h"]) == (
        'int a;  // \udcb5P\n\nint b;\n#include "kept.h"\n#include "none.h"\n'
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_check_finds_no_fault_in_a_game_for_another_seed(name: str) -> None:
    assert [str(fault) for fault in check(name, seed=20261121)] == []


ALONE = "submissions/accepted：警告：只有一個程式，沒有另一個可以在抽出的輸入上比較"


@pytest.mark.slow
@pytest.mark.parametrize("kind", [[], ["--checker"], ["--interactive"]])
def test_the_check_finds_no_fault_in_a_new_problem(kind: list[str], tmp_path: Path) -> None:
    assert kit("judge", "problem", "new", tmp_path / "sum", *kind).returncode == 0
    assert [str(fault) for fault in check(tmp_path / "sum")] == [ALONE]


def test_a_new_problem_has_one_kind(tmp_path: Path) -> None:
    run = kit("judge", "problem", "new", tmp_path / "sum", "--checker", "--interactive")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "錯誤：--checker 和 --interactive 不能一起用\n"
    assert not (tmp_path / "sum").exists()


def test_two_generators_are_a_fault_of_the_second(tmp_path: Path) -> None:
    both = {"generate.cpp": "int main() {}\n", "generate.py": "def tests(seed):\n    return []\n"}
    folder = written(tmp_path / "mine", {}, QUICK | both)
    fault = "generate.py：已經有 generate.cpp 了"
    assert [*map(str, check(folder))] == [fault]
    run = kit("judge", "export", "noj", folder, tmp_path / "packages")
    assert (run.returncode, run.stdout) == (1, f"{fault}\n有 1 個問題，沒有寫套件\n")
    assert not (tmp_path / "packages").exists()


def test_a_file_of_a_problem_is_answered_with_its_folder(tmp_path: Path) -> None:
    new(tmp_path / "mine")
    for name in "problem.toml", "generate.py":
        with pytest.raises(UserError, match=f"是檔案，要給的是題目的資料夾 {tmp_path / 'mine'}$"):
            Problem.load(tmp_path / "mine" / name)


LINKS = {
    "tests/secret/x.in": "private/x.txt",
    "tests/secret": "private",
    "generate.py": "private/x.txt",
    "extra": "/etc",
    "tests/secret/deep/y.out": "../../../../private/x.txt",
    "statement.zh-TW.md": "private/x.txt",
}


@pytest.mark.parametrize("place", LINKS)
def test_a_link_that_leads_out_of_a_problem_is_refused_by_every_command(
    place: str, tmp_path: Path
) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private/x.txt").write_text("my password\n")
    folder = tmp_path / "theirs"
    new(folder)
    link = folder / place
    if link.is_dir():
        shutil.rmtree(link)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    to = LINKS[place] if LINKS[place].startswith((".", "/")) else str(tmp_path / LINKS[place])
    link.symlink_to(to)
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw/a.py").write_text("print(1)\n")
    for words in (
        ("problem", "check", "theirs"),
        ("export", "noj", "theirs", "packages"),
        ("--problem", "theirs", "hw/a.py"),
        ("class", "hw", "--problem", "theirs"),
        ("hack", "theirs", "--", "python3", "hw/a.py"),
    ):
        run = kit_in(tmp_path, "judge", *words, XDG_CACHE_HOME=str(tmp_path / "cache"))
        assert (run.returncode, run.stdout) == (2, ""), words
        assert re.fullmatch(rf"錯誤：{place}：這個連結指到題目的資料夾外面：「.+」\n", run.stderr)
    assert not (tmp_path / "packages").exists()
    link.unlink()
    (tmp_path / "theirs/inside").symlink_to("problem.toml")
    Problem.load(tmp_path / "theirs")


def test_a_link_may_lead_to_the_tests_that_the_user_names(tmp_path: Path) -> None:
    new(tmp_path / "sum/problem")
    secret = tmp_path / "sum/problem/tests/secret"
    (tmp_path / "testdata").mkdir()
    tests = secret.rename(tmp_path / "testdata/sum")
    secret.symlink_to("../../../testdata/sum")
    assert Problem.owner(tests) == tmp_path / "sum/problem"
    run = kit_in(tmp_path, "judge", "testdata/sum", "--", "false")
    assert (run.returncode, run.stderr) == (1, "")
    assert kit_in(tmp_path, "judge", "--problem", "sum/problem", "--", "false").returncode == 2


def test_a_check_is_kept_by_the_contents_and_the_seed(tmp_path: Path) -> None:
    folder = written(tmp_path / "add", {}, QUICK)
    linked = (folder / "tests/secret").rename(folder / ".linked")
    (folder / "tests/secret").symlink_to("../.linked")
    before = mark(Trial(Problem.load(folder)))
    assert [*map(str, check(folder))] == [ALONE]
    assert mark(Trial(Problem.load(folder))) == before
    assert before.exists()
    assert not mark(Trial(Problem.load(folder), 5)).exists()
    for file, text in (linked / "small.in", "31 4\n"), (folder / "validate.sh", "cat\n"):
        file.write_text(text)
        assert mark(Trial(Problem.load(folder))).parent.name != before.parent.name
        before = mark(Trial(Problem.load(folder)))


def test_a_check_says_that_formulas_went_unchecked_and_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("judge.problem.pages.BROWSERS", ())
    statement = {"statement.en.md": STATEMENT + "$a_1$\n" + SAMPLES}
    folder = written(tmp_path / "add", {}, QUICK | statement)
    (finding, _) = check(folder)
    assert isinstance(finding, Unchecked)
    assert str(finding).startswith("statement.en.md：算式沒有檢查（kattis、noj、qduoj 的敘述）：")
    assert not mark(Trial(Problem.load(folder))).exists()
