"""Twenty kinds of submissions to one assignment: add up the numbers of the input.

Each is right or wrong in a way of its own. Only the last test contains a hundred thousand, so that
a slow, flooding or hungry program misbehaves once, as homework does.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import NamedTuple

LIMITS = ("--time", "1", "--wall", "6", "--memory", "128", "--output", "4")


class Kind(NamedTuple):
    """A submission: its verdict, how many of the tests it passes, and its files."""

    verdict: str
    passed: int
    files: dict[str, str]
    encoding: str = "utf-8"
    packed: bool = False


_HERE = Path(__file__).with_name("kinds")
"""Programs with BODY in the place of what each kind does."""
_C = (_HERE / "hw.c").read_text("utf-8")
_CPP = (_HERE / "hw.cpp").read_text("utf-8")
_JAVA = (_HERE / "Sum.java").read_text("utf-8")
_PYTHON = """import sys
numbers = [int(word) for word in sys.stdin.read().split()]
large = 100000 in numbers
BODY
print(sum(numbers))
"""
_TAKE = """if (large) {
        volatile char *much = malloc(400000000);
        for (long i = 0; i < 400000000; i += 4096) much[i] = 1;
    }"""
_ADD = '#include "add.h"\nlong add(long a, long b) { return a + b; } // 加法\n'
_USES = _CPP.replace("sum += x", "sum = add(sum, x)").replace("BODY", r'std::cout << sum << "\n";')


def _filled(template: str, body: str) -> str:
    return template.replace("BODY", body)


def kinds(tests: int) -> dict[str, Kind]:
    """Return the kinds by their names, for this number of tests."""
    most = tests - 1  # all but the last
    return {
        "right.c": Kind("AC", tests, {"hw.c": _filled(_C, "")}),
        "right.cpp": Kind("AC", tests, {"hw.cpp": _filled(_CPP, r'std::cout << sum << "\n";')}),
        "right.py": Kind("AC", tests, {"hw.py": _filled(_PYTHON, "")}),
        "right.java": Kind("AC", tests, {"b1 (2).java": _filled(_JAVA, "")}),
        "files.cpp": Kind(
            "AC",
            tests,
            {
                "src/main.cpp": '#include "add.h"\n' + _USES,
                "src/add.cpp": _ADD,
                "src/add.h": "long add(long, long);\n",
            },
            "big5",
            packed=True,
        ),
        "off.c": Kind("WA", 0, {"hw.c": _filled(_C, "sum++;")}),
        "overflow.py": Kind("WA", most, {"hw.py": _filled(_PYTHON, "if large: numbers.append(1)")}),
        "blank.cpp": Kind("PE", 0, {"hw.cpp": _filled(_CPP, r'std::cout << sum << " \n";')}),
        "newline.py": Kind(
            "PE", 0, {"hw.py": _filled(_PYTHON, "print(sum(numbers), end=''); sys.exit()")}
        ),
        "crash.c": Kind("RE", most, {"hw.c": _filled(_C, "if (large) *(volatile int *)0 = 1;")}),
        "exception.py": Kind("RE", most, {"hw.py": _filled(_PYTHON, "if large: 1 // 0")}),
        "exception.java": Kind(
            "RE",
            most,
            {"Main.java": _filled(_JAVA, "if (sum > 99999) throw new RuntimeException();")},
        ),
        "loop.c": Kind("TLE", most, {"hw.c": _filled(_C, "while (large);")}),
        "sleep.py": Kind(
            "TLE", most, {"hw.py": _filled(_PYTHON, "if large: import time; time.sleep(60)")}
        ),
        "memory.c": Kind("MLE", most, {"hw.c": _filled(_C, _TAKE)}),
        "flood.py": Kind(
            "OLE", most, {"hw.py": _filled(_PYTHON, "while large: print('x' * 99999)")}
        ),
        "typo.cpp": Kind("CE", 0, {"hw.cpp": _filled(_CPP, "std::cot << sum;")}),
        "typo.java": Kind("CE", 0, {"Sum.java": _filled(_JAVA, "int x = sum;")}),
        "syntax.py": Kind("CE", 0, {"hw.py": _filled(_PYTHON, "if large print(1)")}),
        "nothing": Kind("NS", 0, {"report.pdf": "%PDF"}),
    }


def write_tests(folder: Path, tests: int) -> None:
    """Write the tests; the last has the large number."""
    folder.mkdir()
    for number in range(1, tests + 1):
        numbers = [number, *range(number)] + [100000] * (number == tests)
        words = " ".join(map(str, numbers))
        (folder / f"{number}.in").write_text(f"{words}\n", encoding="utf-8")
        (folder / f"{number}.out").write_text(f"{sum(numbers)}\n", encoding="utf-8")


def write_class(folder: Path, students: int, tests: int) -> dict[str, Kind]:
    """Write submissions, each of other contents; return the kinds by student."""
    folder.mkdir()
    found = {}
    every = list(kinds(tests).values())
    for number in range(students):
        kind, student = every[number % len(every)], f"b109{number:05}"
        found[student] = kind
        comment = {".py": f"# {student}\n"}
        files = {
            name: (comment.get(name[name.rindex(".") :], f"// {student}\n") + text).encode(
                kind.encoding
            )
            for name, text in kind.files.items()
        }
        if kind.packed:
            (folder / f"{student}.zip").write_bytes(_packed(files))
            continue
        for name, data in files.items():
            path = folder / student / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return found


def _packed(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()
