# ruff: noqa: E501  (programs)
"""Uploads with all that editors, builds and systems leave beside a program, as zips."""

import codecs
import json
import os
import struct
from pathlib import Path
from shutil import make_archive
from zlib import crc32

import pytest

from cardjudge.programs.compiler import build
from cardjudge.programs.installed import installed
from cardjudge.programs.languages import MissingTool
from cardjudge.programs.limits import Limits
from cardjudge.programs.process import run
from cardjudge.programs.project import NoProgram
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import Source, read
from judge.classroom import intake
from judge.classroom.archive import Large, Refused, unpack
from judge.classroom.intake import contents as files
from judge.classroom.intake import entries
from tests.classroom.test_archive import zipped
from tests.tools import needs, slow_after, tool

MAIN = "public class Main { public static void main(String[] a) { System.out.print(Deck.N); } }"
DECK = "class Deck { static final int N = 52; }"
CPP = '#include <cstdio>\nint main() { std::printf("52"); }\n'
PYTHON = "print(52, end='')\n"
CMAKE_PROBE = "int main(int argc, char* argv[]) { return 0; }\n"
GO_TEST = 'package deck\nimport "testing"\nfunc TestN(t *testing.T) { x }\n'
LAYOUTS: dict[str, tuple[str, dict[str, str]]] = {
    "Gradle": (
        "javac",
        {
            "hw/gradlew": "#!/bin/sh\n",
            "hw/app/build.gradle.kts": "plugins { java }",
            "hw/app/src/main/java/hw/Main.java": f"package hw; {MAIN}",
            "hw/app/src/main/java/hw/Deck.java": f"package hw; {DECK}",
            "hw/app/src/test/java/hw/MainTest.java": "package hw; import org.junit.jupiter.api.Test; class MainTest {}",
            "hw/app/src/main/java/hw/Helper.java": "import static org.junit.Assert.*; class Helper { x }",
            "hw/app/build/classes/java/main/hw/Main.class": "CAFEBABE",
        },
    ),
    "IntelliJ and Eclipse": (
        "javac",
        {
            "hw/.idea/misc.xml": "", "hw/hw.iml": "", "hw/.classpath": "", "hw/out/Main.class": "", "hw/bin/Main.class": "",
            "hw/src/Main.java": MAIN, "hw/src/Deck.java": DECK,
            "hw/target/generated-sources/Main.java": MAIN,
        },
    ),
    "CMake": (
        "g++",
        {
            "hw/CMakeLists.txt": "project(hw)",
            "hw/include/deck/deck.hpp": "int n();\n",
            "hw/src/main.cpp": '#include <deck/deck.hpp>\n#include <cstdio>\nint main() { std::printf("%d", n()); }\n',
            "hw/src/deck.cpp": '#include "deck/deck.hpp"\nint n() { return 52; }\n',
            "hw/tests/deck_test.cpp": "#include <gtest/gtest.h>\nTEST(D, N) {}\n",
            "hw/cmake-build-debug/probe.cpp": CMAKE_PROBE,
            "hw/build/CMakeFiles/3.22.1/CompilerIdCXX/probe.cpp": CMAKE_PROBE,
        },
    ),
    "a source that includes a source": ("g++", {"main.cpp": '#include <cstdio>\n# include "lib/deck.cpp"\nint main() { std::printf("%d", n()); }\n', "lib/deck.cpp": "int n() { return 52; }\n"}),
    "a program that a source includes": ("g++", {"main.cpp": '#include "game.cpp"\n', "game.cpp": CPP}),
    "C beside C++": ("g++", {"main.cpp": '#include "deck.h"\n#include <cstdio>\nint main() { std::printf("%d", n()); }\n', "deck.h": '#ifdef __cplusplus\nextern "C"\n#endif\nint n(void);\n', "deck.c": '#include "deck.h"\nint n(void) { return 52; }\n'}),
    "macOS": ("g++", {"hw/main.cpp": CPP, "__MACOSX/hw/._main.cpp": "\0\5", "hw/._main.cpp": "\0\5", "hw/.DS_Store": "\0"}),
    "a solution of C#": (
        "mcs",
        {
            "Hw.sln": "", "Hw/Hw.csproj": "<Project/>", "Hw/bin/Debug/Hw.exe": "MZ",
            "Hw/Program.cs": "namespace Hw { class Program { static void Main(string[] args) { System.Console.Write(Deck.N); } } }",
            "Hw/Deck.cs": "namespace Hw { static class Deck { public const int N = 52; } }",
            "Hw/obj/Debug/Hw.GlobalUsings.g.cs": "global using global::System;\n",
            "Hw/obj/Debug/Hw.AssemblyInfo.cs": '[assembly: System.Reflection.AssemblyTitle("Hw")]\n',
            "Hw.Tests/DeckTests.cs": "using Xunit; public class DeckTests {}",
        },
    ),
    "a folder of tests that the program needs": (
        "g++",
        {
            "hw/main.cpp": '#include "test/libary/n.h"\n#include <cstdio>\nint main() { std::printf("%d", n()); }\n',
            "hw/test/libary/n.h": "int n();\n",
            "hw/test/libary/n.cpp": "int n() { return 52; }\n",
            "hw/test/probe.cpp": CMAKE_PROBE,
        },
    ),
    "a helper of Python among tests": ("python3", {"main.py": "from tests.deck import N\nprint(N, end='')\n", "tests/deck.py": "N = 52\n"}),
    "an older copy in a folder": (
        "g++",
        {
            "main.cpp": '#include "n.h"\n#include <cstdio>\nint main() { std::printf("%d", n()); }\n', "n.h": "int n();\n", "n.cpp": "int n() { return 52; }\n",
            "old/main.cpp": CMAKE_PROBE, "old/n.cpp": "int n() { return 1; }\n", "empty.cpp": "",
        },
    ),
    "a notebook": ("python3", {"hw.ipynb": json.dumps({"cells": [
        {"cell_type": "markdown", "source": "# 52"},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "N = 52"]},
        {"cell_type": "code", "source": "if N:\n    !ls\nprint(N, end='')"},
    ]})}),
    "TypeScript as its ending says": ("tsc", {"hw.mts": "const n: number = await Promise.resolve(52);\nprocess.stdout.write(String(n));\n"}),
    "TypeScript as its project says": (
        "tsc",
        {"tsconfig.json": '{"compilerOptions": {"module": "esnext"}}', "hw.ts": "const n: number = await Promise.resolve(52);\nprocess.stdout.write(String(n));\nexport {};\n"},
    ),
    "a package of Python that runs itself": (
        "python3",
        {
            "hw/pyproject.toml": "",
            "hw/big2/__init__.py": "",
            "hw/big2/__main__.py": "from .deck import N\nprint(N, end='')\n",
            "hw/big2/deck.py": "N = 52\n",
            "hw/tests/test_deck.py": "from big2.deck import N\n",
            "hw/venv/bin/activate_this.py": "if __name__ == '__main__': print(1)\n",
        },
    ),
    "a module that nothing imports": ("python3", {"war.py": "import deck\nprint(deck.N, end='')\n", "deck.py": "N = 52\n", "old.py": '"""Old."""\nimport sys\nX: int = 3\ndef f(): return X\n'}),
    "a build of TypeScript": (
        "tsc",
        {"package.json": "{}", "src/index.ts": "import { N } from './deck';\nprocess.stdout.write(String(N));\n", "src/deck.ts": "export const N = 52;\n",
         "dist/index.js": "console.log(1)", "node_modules/x/index.js": "x"},
    ),
    "Ruby with a guard": ("ruby", {"hw/big2.rb": "require './deck'\nif __FILE__ == $0\n  print N\nend\n", "hw/deck.rb": "N = 52\n", "hw/spec/deck_spec.rb": "require 'rspec'\n"}),
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


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


def handed_in(folder: Path, contents: dict[str, bytes]) -> Source:
    """Return the program of a class with one zip."""
    (folder / "s1.zip").write_bytes(zipped(contents.items()))
    (entry,) = entries(intake.of_folder(folder))
    found = files(entry)
    return read({name: data for name, data in found.items() if isinstance(data, bytes)})


def printed(source: Source) -> bytes:
    built = build(source)
    sandbox = Sandbox("auto", readable=(str(built.folder),))
    ended, output = run(built.command, limits=Limits(60, 60, None, 1 << 20), sandbox=sandbox)
    assert ended.status == 0, ended.stderr
    return output


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name == "IntelliJ and Eclipse"))
        for name in LAYOUTS
    ],
)
def test_an_upload_is_the_program_that_its_author_runs(name: str, tmp_path: Path) -> None:
    compiler, contents = LAYOUTS[name]
    tool(compiler)
    source = handed_in(tmp_path, {name: text.encode() for name, text in contents.items()})
    assert printed(source) == b"52"


SOURCES = {
    "hw.c": ("gcc", '#include <stdio.h>\nint main(void) { printf("52"); } // 許功蓋\n'),
    "hw.cpp": ("g++", CPP + "// 許功蓋\n"),
    "Main.java": ("javac", "/* 許功蓋 */ " + MAIN.replace("Deck.N", "52")),
    "hw.py": ("python3", f"# 許功蓋\n{PYTHON}"),
    "hw.rb": ("ruby", "# 許功蓋\nprint 52\n"),
    "hw.js": ("node", "// 許功蓋\nprocess.stdout.write('52');\n"),
    "Program.cs": (
        "mcs",
        "// 許功蓋\nclass P { static void Main() { System.Console.Write(52); } }",
    ),
    "main.rs": ("rustc", 'fn main() { print!("52"); } // 許功蓋\n'),
}


@pytest.mark.parametrize("encoding", slow_after(1, ["big5", "utf-8-sig", "utf-16"]))
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "Main.java")) for name in SOURCES],
)
def test_a_source_is_read_in_the_encoding_of_its_editor(
    name: str, encoding: str, tmp_path: Path
) -> None:
    compiler, text = SOURCES[name]
    tool(compiler)
    source = handed_in(tmp_path, {name: text.replace("\n", "\r\n").encode(encoding)})
    assert [note.encoding for note in source.notes] == [codecs.lookup(encoding).name]
    assert printed(source) == b"52"


def test_a_program_beside_the_one_named_main_is_left_out_and_noted(tmp_path: Path) -> None:
    guarded = f"if __name__ == '__main__':\n    {PYTHON}"
    for main, other in ("main.py", "gen.cpp"), ("main.py", "old/gen.py"), ("big2.py", "uno.py"):
        source = handed_in(tmp_path, {main: guarded.encode(), other: CPP.encode()})
        assert [tuple(note) for note in source.notes] == [(other, "unused")]
    game = {"main.py": b"from game import n\nprint(n)", "game.py": guarded.encode()}
    assert not handed_in(tmp_path, game).notes


@pytest.mark.parametrize(
    "line",
    slow_after(
        1,
        [
            "switch (o) { case Integer i -> {} default -> {} }",
            "if (o instanceof Deck(int n)) {}",
            "switch (o) { case Deck(int n) -> {} default -> {} }",
        ],
    ),
)
def test_java_21_is_not_the_students_error(line: str, tmp_path: Path) -> None:
    tool("javac")
    text = f"record Deck(int n) {{}}\nclass A {{ public static void main(String[] a) {{ Object o = 1;\n{line}\n}} }}"
    try:
        build(handed_in(tmp_path, {"A.java": text.encode()}))
    except MissingTool as error:
        assert str(error).startswith("這裡的 javac 太舊，程式要 Java 21：A.java:")


def rar(name: bytes, data: bytes) -> bytes:
    """Return a .rar with one file, which is not packed."""

    def block(kind: int, flags: int, body: bytes) -> bytes:
        head = struct.pack("<BHH", kind, flags, 7 + len(body)) + body
        return struct.pack("<H", crc32(head) & 0xFFFF) + head

    about = struct.pack(
        "<2LB2L2BHL", len(data), len(data), 3, crc32(data), 0, 20, 48, len(name), 0o100644
    )
    file = block(0x74, 0x8000, about + name) + data
    return b"Rar!\x1a\7\0" + block(0x73, 0, bytes(6)) + file + block(0x7B, 0x4000, b"")


@needs("bsdtar")
def test_a_rar_is_unpacked_within_bounds(tmp_path: Path) -> None:
    packed = rar("作業\\main.py".encode("big5"), PYTHON.encode())
    assert unpack("hw1.rar", packed) == {"作業/main.py": PYTHON.encode()}
    assert printed(handed_in(tmp_path, {"hw1.rar": packed})) == b"52"
    for data, why in (packed[:40], "打不開"), (rar(b"a.py", bytes(100 << 20)), "太大"):
        with pytest.raises(Refused, match=why):
            unpack("hw1.rar", data)


@pytest.mark.parametrize("name", ["hw1.rar", "hw1.7z"])
def test_without_bsdtar_other_archives_are_refused_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = installed()._replace(path=str(tmp_path))
    monkeypatch.setattr("judge.classroom.archive.installed", lambda: nothing)
    with pytest.raises(MissingTool, match=f"install libarchive-tools.*{name}"):
        handed_in(tmp_path, {name: b"Rar!\x1a\x07"})


def test_a_notebook_or_a_document_is_named_as_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(NoProgram, match=r"只有 \.docx、\.ipynb"):
        handed_in(tmp_path, {"hw.ipynb": b"{}", "報告.docx": b"PK"})
    with pytest.raises(NoProgram, match=r"^hw/main\.cpp\.txt "):
        handed_in(tmp_path, {"hw/main.cpp.txt": b"int main() {}", "a.pdf": b"PDF"})


def test_java_reports_the_class_without_a_main_and_not_one_of_the_kit(tmp_path: Path) -> None:
    source = handed_in(tmp_path, {"Hw.java": b"class A { }\nclass Hw { static void main2() { } }"})
    assert source.java_class == "Hw"


@pytest.mark.parametrize("kind", ["zip", "gztar"])
@pytest.mark.parametrize("base", ["", "hw"])
def test_an_empty_folder_in_an_archive_is_a_student_with_nothing(
    tmp_path: Path, kind: str, base: str
) -> None:
    (tmp_path / "hw/b20").mkdir(parents=True)
    (tmp_path / "hw/b10/src").mkdir(parents=True)
    (tmp_path / "hw/b10/src/a.py").write_text(PYTHON)
    root = tmp_path if base else tmp_path / "hw"
    path = Path(make_archive(str(tmp_path / "out/hw"), kind, root, base or None))
    with intake.opened(path) as found:
        assert {each.student: files(each) for each in entries(found)} == {
            "b10": {"src/a.py": PYTHON.encode()},
            "b20": {},
        }


def test_a_folder_in_an_archive_may_end_with_a_backslash(tmp_path: Path) -> None:
    path = tmp_path / "hw.zip"
    path.write_bytes(zipped([("b10\\", b""), ("b10\\a.py", PYTHON.encode())]))
    with intake.opened(path) as found:
        assert [files(each) for each in entries(found)] == [{"a.py": PYTHON.encode()}]


def test_data_above_the_limit_are_named_and_the_program_is_read(tmp_path: Path) -> None:
    (tmp_path / "data.bin").write_bytes(b"")
    os.truncate(tmp_path / "data.bin", 70 << 20)
    (tmp_path / "main.py").write_text(PYTHON)
    inside = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for name in "folder", "class":
        (tmp_path / name).mkdir()
    for each, data in inside.items():
        (tmp_path / "folder" / each).write_bytes(data)
    (tmp_path / "class/s1.zip").write_bytes(zipped(inside.items()))
    (tmp_path / "class.zip").write_bytes(
        zipped((f"b10902001/{name}", data) for name, data in inside.items())
    )
    (tmp_path / "s").mkdir()
    (tmp_path / "folder").rename(tmp_path / "s/s1")
    for where in "s", "class", "class.zip":
        with intake.opened(tmp_path / where) as found:
            (entry,) = entries(found)
            assert files(entry) == {"main.py": PYTHON.encode(), "data.bin": Large(70 << 20)}


def test_nul_in_a_name_is_named_as_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "s1.zip").write_bytes(zipped([("maiX.py", b"")]).replace(b"maiX.py", b"mai\0.py"))
    (entry,) = entries(intake.of_folder(tmp_path))
    with pytest.raises(Refused, match="NUL"):
        files(entry)
