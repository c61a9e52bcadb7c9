"""Two languages: which one is spoken, and that every sentence of the kit exists in both."""

import ast
import pickle
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from cardjudge.errors import InputError, UserError, quote
from cardjudge.language import english, is_chinese, listed, of_games, say, translated

ROOT = Path(__file__).parents[1]
CONVERTED = ["cardjudge", "judge", "big2", "blackjack_judge", "war", "take6", "nim"]
"""Packages all of whose sentences are in both languages; each owner adds his."""
CHINESE_ALWAYS = {
    *"big2.text big2.cases blackjack_judge.text war.text take6.text".split(),
    *"nim.judge nim.notation nim.text judge.problem.statement".split(),
    *(f"{game}.problem.validate" for game in ("big2", "war", "take6")),
}
"""Modules with what judges and statements say: only the errors in them are in English too."""
RAISING = {"say", "error", "expect", "UserError", "InputError"}
SAID = "doctor/promises.toml", "programs/signals.toml"
"""The tables whose sentences are said; those of others are data."""
IDEOGRAPH = re.compile("[\u4e00-\u9fff]|}[（：；，。、]")
"""Chinese, or a template with the punctuation of Chinese."""


def sentences(tree: ast.AST, only_errors: bool) -> Iterator[str]:
    """Yield the Chinese strings of a module but its docstrings; an f-string as it is written."""
    documented = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)
    }  # a docstring is an expression of its own
    for node in _within_errors(tree) if only_errors else ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            documented |= {id(part) for part in node.values}
        if isinstance(node, ast.JoinedStr) and IDEOGRAPH.search(ast.unparse(node)):
            yield ast.unparse(node)
        elif isinstance(node, ast.Constant) and id(node) not in documented:
            text = node.value
            if isinstance(text, str) and IDEOGRAPH.search(text) and "\n" not in text:
                yield text  # the pages of help, of several lines, have tests of their own


@cache
def strings(package: str, root: Path = ROOT) -> set[str]:
    """Return all strings of a package, an f-string as it is written, and each of their lines."""
    trees = (ast.parse(path.read_text("utf-8")) for path in (root / package).rglob("*.py"))
    nodes = [node for tree in trees for node in ast.walk(tree)]
    found = {text for texts in said_by_templates(package, root).values() for text in texts}
    found |= {ast.unparse(node) for node in nodes if isinstance(node, ast.JoinedStr)}
    for node in nodes:
        if isinstance(node, ast.Constant):
            found |= {str(node.value), *map(str.strip, str(node.value).splitlines())}
    for path in filter(Path.exists, (root / package / name for name in SAID)):
        found.update(words(tomllib.loads(path.read_text("utf-8"))))
    return found


def said_by_templates(package: str, root: Path = ROOT) -> dict[str, set[str]]:
    """Return the sentences of the templates of pages, and their other Chinese text, by file."""
    pages = {path: path.read_text("utf-8") for path in (root / package).rglob("pages/*.html")}
    said = re.compile(r'say\("([^"]+)"\)')
    return {
        path.name: {*said.findall(page), *IDEOGRAPH.findall(said.sub("", page))}
        for path, page in pages.items()
    }


def words(table: object) -> Iterator[str]:
    """Yield the strings in a table of TOML."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list):
        for each in table.values() if isinstance(table, dict) else table:
            yield from words(each)


def _within_errors(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in RAISING:
                yield from (part for each in node.args[:2] for part in ast.walk(each))


def catalogue(package: str) -> dict[str, str]:
    """Return the English by template in a package's catalogue."""
    path = ROOT / package / "english.tsv"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    assert {len(row) for row in rows} <= {2}
    assert [text for text, count in Counter(row[0] for row in rows).items() if count > 1] == []
    return {row[0]: row[1] for row in rows}


def known_english() -> dict[str, str]:
    """Return the English of all sentences of the kit and of its games."""
    return {**of_games(), **english()}


def without_english(package: str, root: Path = ROOT) -> dict[str, list[str]]:
    """Return the sentences without English in the kit's or the package's catalogue, by module."""
    missing: dict[str, list[str]] = {}
    english = {**catalogue("cardjudge"), **catalogue(package)}
    for path in sorted((root / package).rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        tree = ast.parse(path.read_text("utf-8"))
        found = {*sentences(tree, module in CHINESE_ALWAYS)} - english.keys()
        missing |= {module: sorted(found)} if found else {}
    for page, texts in said_by_templates(package, root).items():
        found = texts - english.keys()
        missing |= {page: sorted(found)} if found else {}
    for path in filter(Path.exists, (root / package / name for name in SAID)):
        said = {*filter(IDEOGRAPH.search, words(tomllib.loads(path.read_text("utf-8"))))}
        if untold := said - english.keys():
            missing[path.name] = sorted(untold)
    return missing


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("package", CONVERTED)
def test_every_sentence_has_its_english(package: str) -> None:
    assert without_english(package) == {}


def test_a_sentence_and_its_english_have_the_same_parts() -> None:
    for chinese, text in known_english().items():
        if "}" in chinese:
            assert fields(chinese) == fields(text), chinese


def test_a_sentence_stands_once_in_the_catalogue_of_its_game() -> None:
    """Or in the kit's, if several packages say it: no game changes a sentence of another."""
    catalogues = {package: catalogue(package) for package in CONVERTED}
    counted = Counter(text for each in catalogues.values() for text in each)
    assert [text for text, count in counted.items() if count > 1] == []
    said = {package: strings(package) for package in CONVERTED}
    alone = [
        (package, text)
        for text in catalogues["cardjudge"]
        for package in said
        if package not in ("cardjudge", "judge")
        and [other for other in said if text in said[other]] == [package]
    ]
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "judge/web/static").iterdir())
    assert [(package, text) for package, text in alone if text not in pages] == []


def test_an_error_of_a_judge_that_writes_chinese_is_english_and_looks_for_no_game() -> None:
    code = (
        "import sys, os; os._exit = lambda status: print({'importlib.metadata'} & {*sys.modules})"
    )
    code += "; from big2.__main__ import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", code],
        input=(ROOT / "testdata/big2/sample.in").read_bytes()[:300],
        env={"LANG": "en_US.UTF-8"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert run.stderr.startswith(b"error: line ")
    assert not IDEOGRAPH.search(run.stderr.decode())
    assert IDEOGRAPH.search(run.stdout.decode())
    assert run.stdout.endswith(b"\nset()\n")


def test_another_package_cannot_replace_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign/__init__.py").touch()
    (tmp_path / "foreign/english.tsv").write_text("印出版本。\tMine.\n", "utf-8")
    (tmp_path / "foreign/english.toml").write_text('"印出版本。" = "Mine."\n', "utf-8")
    code = "import foreign; from cardjudge.language import say; print(say('印出版本。'))"
    environment = {"LANG": "en_US.UTF-8", "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True
    )
    assert run.stdout == b"Print the version.\n"


SET = [
    tuple(line.split("\t"))
    for line in (ROOT / "tests/languages.txt").read_text("utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("variables", "language"), SET)
def test_the_first_set_variable_decides_the_language(
    variables: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "LC_CTYPE":
        monkeypatch.delenv(variable, raising=False)
    for each in variables.split():
        monkeypatch.setenv(*each.split("=", 1))
    assert is_chinese() is (language == "zh")


def test_an_error_speaks_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    error = InputError(7, "輸入已經結束，缺少{what}", what="{deck}")
    again = pickle.loads(pickle.dumps(error))
    assert str(error) == str(again) == "第 7 行：輸入已經結束，缺少{deck}"
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert str(error) == str(again) == "line 7: the input ends without {deck}"
    assert (again.line, again.parts) == (7, {"what": "{deck}"})
    assert str(UserError("no catalogue has {this}")) == "no catalogue has {this}"
    assert (quote("a"), listed("ab"), say("印出版本。")) == ("'a'", "a, b", "Print the version.")


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("資金輸光了。", "The money is gone."),
        ("不合法的操作：hit 3", "The request was illegal: hit 3"),
        (
            "程式在遊戲結束前就停止了（結束狀態 1）。",
            "The program stopped before the end of the game (exit status 1).",
        ),
        ("a checker's own words", "a checker's own words"),
    ],
)
def test_what_a_judge_said_is_translated_wholly(
    said: str, english: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert translated(said) == english
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    assert translated(said) == said
