"""Reading a word and then a line gives the rest of that line: said only where it is the cause."""

from pathlib import Path

import pytest

from judge.reading import _MIXED, _TAKEN
from tests.processes import kit_in
from tests.tools import needs, slow_after

CPP = """#include <iostream>
#include <sstream>
int main() {{
    int n, x, sum = 0;
    std::string line;
    {reads} getline(std::cin, line);
    std::istringstream words(line);
    while (words >> x) sum += x;
    std::cout << {prints} << std::endl;
}}
"""
PY = "import sys\n{reads}\nprint(sum(map(int, input().split())))\n"
JAVA = """import java.util.*;
public class Main {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        for (String word : in.nextLine().split(" "))
            if (!word.isEmpty()) sum += Integer.parseInt(word);
        System.out.println(sum);
    }
}
"""
PROGRAMS = {
    "mixed.cpp": (CPP.format(reads="std::cin >> n;", prints="sum"), _MIXED),
    "in_one_line.cpp": (CPP.format(reads="n = 3;", prints="sum - n"), ""),
    "taken.py": (PY.format(reads="n = sys.stdin.read()"), _TAKEN),
    "too_many.py": (PY.format(reads="if input() == 'x': sys.stdin.read()\ninput()"), ""),
    "otherwise.cpp": (CPP.format(reads="std::cin >> n; std::cin.ignore();", prints="-sum"), ""),
    "Main.java": (JAVA, _MIXED),
}


@needs("g++")
@pytest.mark.parametrize("name", slow_after(4, PROGRAMS))
def test_only_a_mixture_that_is_the_cause_is_said(name: str, tmp_path: Path) -> None:
    source, sentence = PROGRAMS[name]
    (tmp_path / name).write_text(source)
    (tmp_path / "t").mkdir()
    (tmp_path / "t/a.in").write_text("3\n10 20 30\n")
    (tmp_path / "t/a.out").write_text("60\n")
    run = kit_in(tmp_path, "judge", "t", name, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert run.returncode == 1, run
    said = [each for each in (_MIXED, _TAKEN) if each in run.stdout]
    assert said == [*filter(None, [sentence])], run.stdout
