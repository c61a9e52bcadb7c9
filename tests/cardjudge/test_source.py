"""The files of a program, and their encodings."""

import pytest

from cardjudge.programs.source import Note, read

MAIN = b"int main() {}"


def test_files_without_main_belong_to_the_file_with_main() -> None:
    found = read({"b.cpp": MAIN, "a.cpp": b"int f();", "f.h": b"", "data.txt": b"\xff"})
    assert found.main == "b.cpp"
    assert found.sources == ("a.cpp", "b.cpp")
    assert found.files["data.txt"] == b"\xff"


@pytest.mark.parametrize(
    "text", [b'char *s = "int main() {"; // main()\n', b"/* int main() */", b"int domain();"]
)
def test_main_in_a_comment_or_a_string_does_not_count(text: bytes) -> None:
    assert read({"a.c": text, "b.c": MAIN}).main == "b.c"


def test_the_file_named_main_is_the_program_of_two() -> None:
    found = read({"test.c": MAIN, "main.c": MAIN, "f.c": b""})
    assert found.main == "main.c"
    assert found.sources == ("f.c", "main.c")


def test_java_is_named_after_its_public_class() -> None:
    text = b"""package hw;
    class Helper { String s = "class X {"; }
    public final class Foo { public static void main(String[] a) { { } } }"""
    found = read({"b109 (1).java": text})
    assert found.main == "Foo.java"
    assert found.java_class == "hw.Foo"


def test_java_starts_in_the_class_with_main() -> None:
    text = b"class A { int x; } class B { class C {} static public void main(String... a) {} }"
    assert read({"x.java": text}).java_class == "B"


@pytest.mark.parametrize("named", [(), ("a.cpp",), ("a.cpp", "main.cpp")])
def test_a_main_for_practice_is_left_out_where_the_problem_has_the_main(
    named: tuple[str, ...],
) -> None:
    files = {"a.cpp": b"void play() {}", "main.cpp": MAIN, "a.h": b"void play();"}
    found = read(files, entry=False, named=named)
    assert (found.sources, found.notes) == (("a.cpp",), (Note("main.cpp", "unused"),))


def test_files_that_a_python_player_does_not_import_are_none_of_its_own() -> None:
    player = b"from own import bet\ndef play(): bet()\n"
    files = {"ok.py": player, "own.py": b"def bet(): pass\n", "other.py": b"print('"}
    found = read(files, entry=False, named=["ok.py"])
    assert (found.main, found.sources) == ("ok.py", ("ok.py", "own.py"))
