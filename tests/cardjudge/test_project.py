# ruff: noqa: E501  (programs)
"""Projects as students upload them: tests, packages, modules, several programs."""

from collections.abc import Mapping

import pytest

from cardjudge.programs import project
from cardjudge.programs.compiler import CompileError, build
from cardjudge.programs.languages import MissingTool
from cardjudge.programs.limits import Limits
from cardjudge.programs.process import run
from cardjudge.programs.project import NoProgram
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import Source, read
from tests.tools import tool

JAVA = "package big.two; public class App { public static void main(String[] a) { System.out.print(Deck.N); } }"
DECK = "package big.two; class Deck { static final int N = 52; }"
GO_TEST = 'package deck\nimport "testing"\nfunc TestN(t *testing.T) { x }\n'
PROJECTS: dict[str, tuple[str, dict[str, str]]] = {
    "maven with tests": (
        "javac",
        {
            "pom.xml": "<project/>",
            "src/main/java/big/two/App.java": JAVA,
            "src/main/java/big/two/Deck.java": DECK,
            "src/test/java/big/two/AppTest.java": "import org.junit.jupiter.api.Test; class AppTest {}",
            "src/main/java/big/two/Helper.java": "import static org.junit.Assert.*; class Helper { x }",
        },
    ),
    "a module of Go": (
        "go",
        {
            "hw/go.mod": "module example.com/hw\n\ngo 1.18.3\n\ntoolchain go1.22.1\n\nrequire x.org/y v1.0.0\n",
            "hw/cmd/app/main.go": 'package main\nimport "example.com/hw/deck"\nfunc main() { print2(deck.N) }\n',
            "hw/cmd/app/out.go": 'package main\nimport "fmt"\nfunc print2(n int) { fmt.Print(n) }\n',
            "hw/deck/deck.go": "package deck\nconst N = 52\n",
            "hw/deck/deck_test.go": GO_TEST,
        },
    ),
    "files of Go": (
        "go",
        {"main.go": "package main\nfunc main() { f() }\n", "f.go": 'package main\nimport "fmt"\nfunc f() { fmt.Print(52) }\n'},
    ),
    "a package of Python": (
        "python3",
        {
            "game/__init__.py": "",
            "game/main.py": "from game.deck import N\nfrom .other import M\nprint(N + M, end='')\n",
            "game/deck.py": "N = 50\nif __name__ == '__main__': print('deck')\n",
            "game/other.py": "M = 2\n",
            "game/tests/test_deck.py": "import pytest\nif __name__ == '__main__': pytest.main()\n",
        },
    ),
    "a script of Python in a package": (
        "python3",
        {"game/run.py": "from model.deck import N\nif __name__ == '__main__': print(N, end='')\n", "model/deck.py": "N = 52\n"},
    ),
    "scripts with guards": (
        "python3",
        {
            "war.py": "from deck import N\nif __name__ == '__main__': print(N, end='')\n",
            "deck.py": "N = 52\nif __name__ == '__main__': print('deck')\n",
        },
    ),
    "Python in Big5": ("python3", {"hw.py": "# -*- coding: big5 -*-\nprint(len('牌') * 52, end='')\n"}),
    "C++20": (
        "g++",
        {"a.cpp": "#include <compare>\n#include <cstdio>\nstruct C { int n; auto operator<=>(const C&) const = default; };\nint main() { std::printf(C{1} < C{2} ? \"52\" : \"\"); }\n"},
    ),
    "TypeScript without types of Node": (
        "tsc",
        {
            "tsconfig.json": "{}",
            "src/main.ts": "import readline from 'readline'\nimport { N } from './deck'\nreadline.createInterface(process.stdin).on('close', () => process.stdout.write(`${N}`))\n",
            "src/deck.ts": "export const N = 52\n",
            "src/deck.spec.ts": "import { it } from 'vitest'\nit('has 52', () => {})\n",
            "old/round.ts": "import { Card } from '../card'\nlet x y\n",
        },
    ),
    "Kotlin": ("kotlinc", {"App.kt": "fun main() { print(N) }\n", "Deck.kt": "const val N = 52\n"}),
    "a program and a shell script": ("g++", {"a.cpp": '#include <cstdio>\nint main() { std::printf("52"); }', "run.sh": "./a"}),
}  # fmt: skip


def source(files: Mapping[str, str], main: str | None = None) -> Source:
    encoded = {
        name: text.encode("big5" if "big5" in text else "utf-8") for name, text in files.items()
    }
    return read(encoded, main=main)


@pytest.mark.parametrize("name", PROJECTS)
def test_a_project_is_built_by_its_layout(name: str) -> None:
    compiler, files = PROJECTS[name]
    tool(compiler)
    built = build(source(files))
    sandbox = Sandbox("auto", readable=(str(built.folder),))
    ended, output = run(built.command, limits=Limits(60, 60, None, 1 << 20), sandbox=sandbox)
    assert (output, ended.status) == (b"52", 0), ended.stderr


def test_the_only_source_is_the_program_even_among_tests() -> None:
    assert source({"tests/test_a.py": "print(1)"}).main == "tests/test_a.py"


MISSIONS = {
    "1-showdown/main.go": "package main\nfunc main() {}",
    "2-Big2/main.go": "package main\nfunc main() {}",
    "2-Big2/big2/deck.go": "package big2",
}


@pytest.mark.parametrize("pattern", ["*ig2*", "2-Big2", "2-big2/main.go"])
def test_a_pattern_chooses_one_of_several_programs(pattern: str) -> None:
    assert source(MISSIONS, pattern).main == "2-Big2/main.go"


def test_several_programs_need_a_pattern() -> None:
    for pattern in None, "*nothing*":
        with pytest.raises(NoProgram, match="--main"):
            source(MISSIONS, pattern)
    two = {"hw1.py": "print(1)", "gen.cpp": "int main() {}"}
    with pytest.raises(NoProgram, match=r"hw1\.py"):
        source(two)
    assert source(two, "hw1.py").main == "hw1.py"
    assert source(two, "gen.cpp").main == "gen.cpp"


def test_two_scripts_called_main_are_two_programs_though_one_has_a_guard() -> None:
    with pytest.raises(NoProgram, match=r"v1/main\.py、v2/main\.py"):
        source({"v1/main.py": "print(1)", "v2/main.py": "if __name__ == '__main__': print(2)"})


def test_a_pattern_matters_only_among_several_programs() -> None:
    assert (
        source(
            {"main.go": "package main\nfunc main() {}", "big2/d.go": "package big2"}, "*ig2*"
        ).main
        == "main.go"
    )


def test_a_file_in_no_known_language_is_named() -> None:
    with pytest.raises(NoProgram, match=r"\.pas、\.pdf"):
        source({"hw.pas": "begin end.", "r.pdf": ""})


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a.cpp": "int main() {}", "b.cpp": "void f() {}\nint main2() { return x; }"}, "b.cpp:2"),
        ({"a.cpp": "int f() { return 1; }"}, "main"),
        ({"A.java": "class A { public static void main(String[] a) { Object o = 1;\n"
          "switch (o) { case Integer i -> {} default -> {} } } }"}, "javac"),
    ],
)  # fmt: skip
def test_the_first_error_names_a_line_or_a_function_of_the_student(
    files: dict[str, str], told: str
) -> None:
    tool("g++")
    tool("javac")
    with pytest.raises((CompileError, MissingTool), match=told) as caught:
        build(source(files))
    assert "collect2" not in str(caught.value)


def test_the_imports_of_scripts_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    readings: list[list[str]] = []

    def unimported(texts: Mapping[str, str]) -> list[str]:
        readings.append([*texts])
        return ["main.py"]

    monkeypatch.setattr(project, "_unimported", unimported)
    read({"main.py": b"import b", "b.py": b"x = 1"}, named=["main.py"])
    assert readings == [["b.py", "main.py"]]
