"""Packages for other judges keep the rules that the sources of their importers state."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from cardjudge.errors import UserError
from judge.checker import Checker
from judge.compare import rule_of
from judge.problem import package as packages
from judge.problem import running
from judge.problem.files import Files
from judge.problem.package import FORMATS, destination, export, files_of
from judge.problem.pages import BROWSERS
from judge.problem.problem import Problem, Submission
from judge.problem.trial import Trial
from judge.verdicts import Verdict
from tests.judge import importers
from tests.judge.problems import change, small
from tests.processes import kit_in
from tests.tools import needs

EXPORTED = Path(__file__).with_name("programs")
HAS_BROWSER = any(map(shutil.which, BROWSERS))


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    return Trial(Problem.load(small(tmp_path_factory.mktemp("problem") / "sum"))).__enter__()


@pytest.mark.parametrize("form", ["noj", "qduoj"])
def test_a_package_is_reproducible_and_replaces_nothing(
    form: str, trial: Trial, tmp_path: Path
) -> None:
    places = [destination(trial.problem, form, tmp_path / folder) for folder in "ab"]
    once, again = (export(trial, form, place) for place in places)
    assert contents(once) == contents(again) != {}
    with pytest.raises(UserError, match="已經存在"):
        destination(trial.problem, form, tmp_path / "a")
    assert {path.name for path in (tmp_path / "a").iterdir()} == {once.name}


def test_an_export_leaves_the_folder_of_the_author_alone(tmp_path: Path) -> None:
    folder = tmp_path / "sum"
    assert kit_in(tmp_path, "judge", "problem", "new", "sum").returncode == 0
    before = contents(folder)
    for words in ("noj", "sum", "."), ("kattis", "sum", "."), ("noj", "sum", "sum/.."):
        done = kit_in(tmp_path, "judge", "export", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "sum 已經存在" in done.stderr
        assert contents(folder) == before
    results = "--problem . --csv g.csv --html pages --unpack sources --feedback f.zip".split()
    kit_in(folder, "judge", "class", "submissions/accepted", *results)
    assert kit_in(folder, "judge", "problem", "check", ".").returncode == 0


def contents(path: Path) -> dict[str, bytes]:
    if path.is_file():
        return {path.name: path.read_bytes()}
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*.*")}


def test_a_package_is_written_whole_or_not_at_all(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Trial) -> Files:
        yield from {"a": b"1", "a/b": b"a file is no folder"}.items()

    broken = packages.Format(fails)
    monkeypatch.setitem(FORMATS, "noj", broken)
    with pytest.raises(UserError, match="無法寫"):
        export(trial, "noj", tmp_path / "sum")
    assert list(tmp_path.iterdir()) == []


def test_a_noj_package_has_the_names_that_its_back_end_expects(trial: Trial) -> None:
    made = files_of(trial, "noj")
    importers.noj(made)
    body = json.loads(made["problem.zh-TW.json"])
    tasks = body["testCaseInfo"]["tasks"]
    assert [task["taskScore"] for task in tasks] == [0, 40, 60]
    assert tasks[1]["timeLimit"] == 1000
    assert body["description"]["sampleInput"] == ["3\n1 2 -5\n"]
    assert "```" not in body["description"]["description"]
    assert body["allowedLanguage"] == 4


def test_a_qduoj_package_fits_its_serializer(trial: Trial) -> None:
    made = files_of(trial, "qduoj")
    importers.qduoj(made)
    body = json.loads(made["1/problem.json"])
    assert sum(each["score"] for each in body["test_case_score"]) == 100
    assert "輸入" not in body["input_description"]["value"][:10]


@pytest.mark.slow
@pytest.mark.skipif(not HAS_BROWSER, reason="no browser: apt-get install chromium")
def test_a_kattis_package_fits_the_importer_of_domjudge(trial: Trial) -> None:
    made = files_of(trial, "kattis")
    importers.domjudge(made)
    assert b'name = "\xe7\x9b\xb8\xe5\x8a\xa0"\n' in made["domjudge-problem.ini"]
    assert b"points = 100\n" in made["domjudge-problem.ini"]


@pytest.mark.slow
def test_a_problem_that_a_format_cannot_express_is_refused(trial: Trial) -> None:
    for name, form in (("blackjack", "noj"), ("blackjack", "qduoj")):
        with Trial(Problem.load(name)) as other, pytest.raises(UserError, match=form):
            files_of(other, form)


@pytest.mark.parametrize("place", ["![兩張牌](圖.png)", "![兩張牌][p]\n\n[p]: <圖.png>"])
def test_a_package_contains_the_pictures_of_its_statements(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.problem.kattis.to_pdf", lambda *_: b"%PDF")
    folder = small(tmp_path / "sum")
    picture = b"\x89PNG\r\n\x1a\n"
    (folder / "圖.png").write_bytes(picture)
    change(folder, "statement.zh-TW.md", "## 輸入", f"{place}\n\n## 輸入")
    inside = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    with Trial(Problem.load(folder)) as trial:
        made = files_of(trial, "kattis")
        assert made["statement/picture1.png"] == picture
        # checks/problem_package.py: names of files are ASCII
        renamed = place.replace("<圖.png>", "圖.png").replace("圖.png", "picture1.png")
        assert renamed in made["statement/problem.zh-TW.md"].decode()
        # markdown-it of new-front-end takes data: addresses of pictures, and no HTML
        told = json.loads(files_of(trial, "noj")["problem.zh-TW.json"])["description"][
            "description"
        ]
        parsed = MarkdownIt().parse(told)
        shown = [
            str(part.attrs["src"])
            for each in parsed
            for part in each.children or ()
            if part.type == "image"
        ]
        assert shown == [inside]
        # utils/xss_filter.py: an img keeps src and alt
        html = json.loads(files_of(trial, "qduoj")["1/problem.json"])["description"]["value"]
        assert f'<img src="{inside}" alt="兩張牌">' in html


OUTPUTS = [
    b"1 2\n3\n", b"1 2 \n3", b"1 2\r\n3\r\n\n", b"1 2 3", b"1  2\n3\n", b"1 2\n\n3\n", b"", b"\n",
    b"1 2\n4", b"0.5 1e3\n", b"0.50000001 1000\n", b".5 1000.0000001", b"0.51 1e3", b"nan 1e3",
    b"0x1p-1 1e3", b"0.5 inf", b"0.5 1e3 x", b"NaN", b"nan", b"1e999", b'"?\\\xe4\xb8\xad',
    b"+0.5 1000", b"- 1e3", b"0.5e 1e3",
]  # fmt: skip


@pytest.mark.slow
@needs("g++")
@pytest.mark.parametrize("rule", ["lines", "tokens", "float:1e-6"])
def test_the_special_judge_for_qduoj_and_the_kit_agree(rule: str, tmp_path: Path) -> None:
    folder = small(tmp_path / "sum")
    (folder / "generate.py").unlink()
    change(folder, "problem.toml", '"lines"', f'"{rule}"')
    change(folder, "problem.toml", "groups", "# groups")
    for number, answer in enumerate(OUTPUTS):
        (folder / f"tests/secret/a{number:02}.in").write_bytes(b"1\n%d\n" % number)
        (folder / f"tests/secret/a{number:02}.out").write_bytes(answer)
    with Trial(Problem.load(folder)) as trial:
        made = files_of(trial, "qduoj")
    special = json.loads(made["1/problem.json"])["spj"]
    assert special["language"] == "C++"
    (tmp_path / "spj.cpp").write_text(special["code"])
    # judge/languages.py: _cpp_lang_spj_compile; server/judge_client.py: _spj
    compiled = ["g++", "-O2", "-w", "-std=c++20", "spj.cpp", "-lm", "-o", "spj"]
    subprocess.run(compiled, check=True, cwd=tmp_path)
    tests = sorted(int(Path(name).stem) for name in made if name.endswith(".in"))
    for number in tests:
        path, answer = tmp_path / f"{number}.in", made[f"1/testcase/{number}.out"]
        path.write_bytes(made[f"1/testcase/{number}.in"])
        for output in OUTPUTS:
            (tmp_path / "output").write_bytes(output)
            ended = subprocess.run(["./spj", path, "output"], cwd=tmp_path, check=False)
            right = rule_of(rule)(answer, output).verdict in {Verdict.AC}
            assert ended.returncode == (not right), (answer, output)


CHECKER = "def judge(input, answer, output):\n    return output.split() == answer.split()\n"
SPJ = (EXPORTED / "special.cpp").read_text()


@pytest.mark.slow
@needs("g++")
def test_a_special_judge_of_the_author_is_checked_and_exported_to_qduoj(tmp_path: Path) -> None:
    folder = small(tmp_path / "sum")
    change(folder, "problem.toml", 'compare = "lines"', 'checker = "checker.py"')
    (folder / "checker.py").write_text(CHECKER)
    with Trial(Problem.load(folder)) as trial, pytest.raises(UserError, match=r"spj\.cpp"):
        files_of(trial, "qduoj")
    (folder / "spj.cpp").write_text(SPJ)
    with Trial(Problem.load(folder)) as trial:
        body = json.loads(files_of(trial, "qduoj")["1/problem.json"])
        assert body["spj"] == {"code": SPJ, "language": "C++"}
        assert [*running._special(trial)] == []
    for wrong, told in (
        (SPJ.replace("!(", "(") + "//", "不接受答案"),
        ("int main() {}", "什麼都沒有輸出"),
    ):
        (folder / "spj.cpp").write_text(wrong)
        with Trial(Problem.load(folder)) as trial:
            assert [told in str(each) for each in running._special(trial)] == [True]
    (folder / "spj.cpp").write_text("int main() { return 3; }")
    with Trial(Problem.load(folder)) as trial, pytest.raises(UserError, match=r"spj\.cpp.*3"):
        [*running._special(trial)]


TESTLIB = (EXPORTED / "testlib.h").read_text()
"""As much of testlib.h as a checker in its convention needs: `checker INPUT OUTPUT ANSWER`."""
COMPILED = (EXPORTED / "compared.cpp").read_text()


@needs("g++")
@pytest.mark.parametrize("is_testlib", [True, False])
def test_a_checker_in_cpp_has_the_convention_of_testlib_or_of_kattis(
    is_testlib: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.problem.kattis.to_pdf", lambda *_: b"%PDF")
    folder = small(tmp_path / "sum")
    header = "testlib.h" if is_testlib else "own.h"
    (folder / header).write_text(TESTLIB)
    change(folder, "problem.toml", 'compare = "lines"', 'checker = "checker.cpp"')
    output, answer = ("given[2]", "given[3]") if is_testlib else ('"/dev/stdin"', "given[2]")
    text = COMPILED.replace("INCLUDED", f'"{header}"').replace("RIGHT", "0" if is_testlib else "42")
    (folder / "checker.cpp").write_text(text.replace("OUTPUT", output).replace("ANSWER", answer))
    with Trial(Problem.load(folder)) as trial:
        check, test = trial.judge, trial.tests[0]
        assert isinstance(check, Checker)
        found = [check(test, data) for data in (test.expected(), b"12345\n", b"")]
        assert [each.verdict for each in found] == [Verdict.AC, Verdict.WA, Verdict.WA]
        assert {each.comment for each in found} == {"compared"}
        validator = export(trial, "kattis", tmp_path / "package") / "output_validator/validator"
    subprocess.run([validator / "build"], cwd=validator, check=True)  # it has no header beside it
    assert test.answer
    for data, file, statuses in (
        (test.expected(), test.answer, {42}),
        (b"12345\n", test.answer, {43}),
        (test.expected(), Path(os.devnull), {*range(256)} - {42, 43}),
    ):
        words = [validator / "run", test.input, file, tmp_path]
        assert subprocess.run(words, input=data, check=False).returncode in statuses
    if is_testlib:
        assert (tmp_path / "judgemessage.txt").read_bytes() == b"no answer"


def test_a_stub_of_a_problem_with_answers_goes_with_it_or_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.problem.kattis.to_pdf", lambda *_: b"%PDF")
    folder = small(tmp_path / "sum")
    (folder / "stub").mkdir()
    for name in "sum.h", "main.c", "main.cpp":
        (folder / "stub" / name).write_text(f"// {name}\n")
    python = next((folder / "submissions/accepted").glob("*.py"))
    monkeypatch.setattr(Problem, "submissions", (Submission(python.name, "accepted", python),))
    with Trial(Problem.load(folder)) as trial:
        include = {n: d for n, d in files_of(trial, "kattis").items() if n.startswith("include/")}
        assert include == {
            "include/c/main.c": b"// main.c\n",
            "include/c/sum.h": b"// sum.h\n",
            "include/cpp/main.cpp": b"// main.cpp\n",
            "include/cpp/sum.h": b"// sum.h\n",
        }
        for form in "noj", "qduoj":
            with pytest.raises(UserError, match="stub/"):
                files_of(trial, form)


@pytest.mark.parametrize(
    ("form", "file", "data", "told"),
    [
        ("noj", "sample/1.args", b"--fast", r"tests/sample/1\.in"),
        ("noj", "sample/1.out", b"\xb5P\n", r"1\.out:1：這不是 UTF-8"),
        ("qduoj", "secret/small-zero.out", b"7\n" * (2 << 20), "至多 4 MiB"),
    ],
)
def test_what_a_format_cannot_show_is_refused(
    form: str, file: str, data: bytes, told: str, tmp_path: Path
) -> None:
    folder = small(tmp_path / "sum")
    (folder / "tests" / file).write_bytes(data)
    with Trial(Problem.load(folder)) as trial, pytest.raises(UserError, match=told):
        files_of(trial, form)
