"""Projects as students upload them: tests, packages, modules, several programs."""

from collections.abc import Mapping

import pytest

from cardjudge.programs.project import NoProgram
from cardjudge.programs.source import Source, read


def source(files: Mapping[str, str], main: str | None = None) -> Source:
    return read({name: text.encode() for name, text in files.items()}, main=main)


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
        with pytest.raises(NoProgram, match="有不只一個程式"):
            source(MISSIONS, pattern)
    two = {"hw1.py": "print(1)", "gen.cpp": "int main() {}"}
    with pytest.raises(NoProgram, match=r"hw1\.py"):
        source(two)
    assert source(two, "hw1.py").main == "hw1.py"
    assert source(two, "gen.cpp").main == "gen.cpp"


def test_two_scripts_called_main_are_two_programs_though_one_has_a_guard() -> None:
    with pytest.raises(NoProgram, match=r"v1/main\.py、v2/main\.py"):
        source({"v1/main.py": "print(1)", "v2/main.py": "if __name__ == '__main__': print(2)"})


def test_a_file_in_no_known_language_is_named() -> None:
    with pytest.raises(NoProgram, match=r"\.pas、\.pdf"):
        source({"hw.pas": "begin end.", "r.pdf": ""})
