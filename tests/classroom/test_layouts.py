# ruff: noqa: E501  (programs)
"""Uploads with all that editors, builds and systems leave beside a program, as zips."""

import codecs
import os
import struct
import tomllib
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

CPP = '#include <cstdio>\nint main() { std::printf("52"); }\n'
PYTHON = "print(52, end='')\n"
LAYOUTS = tomllib.loads(Path(__file__).with_name("layouts.toml").read_text("utf-8"))


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


@pytest.mark.parametrize("name", slow_after(-2, LAYOUTS))
def test_an_upload_is_the_program_that_its_author_runs(name: str, tmp_path: Path) -> None:
    tool(LAYOUTS[name]["tool"])
    contents = {path: text.encode() for path, text in LAYOUTS[name]["files"].items()}
    source = handed_in(tmp_path, contents)
    assert printed(source) == b"52"


SOURCES = tomllib.loads(Path(__file__).with_name("sources.toml").read_text("utf-8"))


@pytest.mark.parametrize("encoding", slow_after(1, ["big5", "utf-8-sig", "utf-16"]))
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "Main.java")) for name in SOURCES],
)
def test_a_source_is_read_in_the_encoding_of_its_editor(
    name: str, encoding: str, tmp_path: Path
) -> None:
    tool(SOURCES[name]["tool"])
    text = SOURCES[name]["text"]
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
