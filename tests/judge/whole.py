# ruff: noqa: E501  (files of problems: a line a line)
"""Three whole problems, as teachers have them: each makes its folder."""

from collections.abc import Callable
from pathlib import Path

_SAMPLES = "\n## 範例\n\n```1.in\n```\n\n```1.out\n```\n"
_SPLIT = "import sys\n\ndata = sys.stdin.buffer.read()\n"
_TOML = """id = "{id}"
names = {{ zh-TW = "{name}" }}
author = "王老師"
licence = "cc by-sa"
time = {time}
memory = 256
{judge}
languages = ["python"]
"""


def _written(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def root(folder: Path) -> Path:
    """Floats with a checker, and the special judge that QDUOJ needs for it."""
    told = "輸入 $a$，$0 \\le a \\le 10^6$，印出 $x$，$\\lvert x^2 - a \\rvert \\le 10^{-6}$。\n"
    sections = "\n## 輸入\n\n一個整數 $a$。\n\n## 輸出\n\n一個數 $x$。\n"
    files: dict[str, str | bytes] = {
        "problem.toml": _TOML.format(id="root", name="根", time=1, judge='checker = "checker.py"'),
        "statement.zh-TW.md": told + sections + _SAMPLES,
        "checker.py": "import math\n\n\ndef judge(input, answer, output):\n    try:\n        x = float(output)\n"
        "    except ValueError:\n        return 'not a number'\n"
        "    return math.isfinite(x) and abs(x * x - int(input)) <= 1e-6\n",
        "spj.cpp": "#include <cmath>\n#include <fstream>\n#include <string>\nint main(int, char** given) {\n"
        "    std::ifstream input(given[1]), output(given[2]);\n    double a, x;\n    std::string rest;\n"
        "    return !(input >> a && output >> x && !(output >> rest) && std::fabs(x * x - a) <= 1e-6);\n}\n",
        "tests/sample/1.in": "2\n",
        "tests/sample/1.out": "-1.4142135624\n",
        "generate.py": "def tests(seed):\n    for a in 0, 1, 3, 999999, 1000000, 1000 + seed:\n"
        "        yield f'a{a}', f'{a}\\n'\n",
        "validate.py": f"import re\n{_SPLIT}assert re.fullmatch(rb'(0|[1-9][0-9]*)\\n', data), 'form'\n"
        "assert int(data) <= 10**6, 'too large'\n",
        "submissions/accepted/root.py": "print(f'{int(input()) ** 0.5:.12f}')\n",
        "submissions/accepted/negative.py": "print(-int(input()) ** 0.5)\n".replace(
            "-int", "-1 * int"
        ),
        "submissions/wrong_answer/three.py": "print(f'{int(input()) ** 0.5:.3f}')\n",
        "submissions/run_time_error/zero.py": "a = int(input())\nprint(a ** 0.5 * a / a)\n",
    }
    return _written(folder, files)


def guess(folder: Path) -> Path:
    """A dialogue: the interactor has a number, and twenty guesses are allowed."""
    told = "裁判想了一個 $1$ 到 $1000$ 的數。每行猜一個數；裁判回答 `low`、`high` 或 `right`，至多 20 次。\n"
    sections = "\n## 輸入\n\n裁判的回答。\n\n## 輸出\n\n猜的數。\n"
    play = (
        "low, high = 1, {high}\nwhile True:\n    middle = (low + high) // 2\n    print(middle, flush=True)\n"
        "    told = input()\n    if told == 'right':\n        break\n"
        "    low, high = (middle + 1, high) if told == 'low' else (low, middle - 1)\n"
    )
    files: dict[str, str | bytes] = {
        "problem.toml": _TOML.format(
            id="guess", name="猜數字", time=1, judge='interactor = "interactor.py"'
        ),
        "statement.zh-TW.md": told + sections,
        "interactor.py": "def judge(input, contestant):\n    number = int(input)\n    for _ in range(20):\n"
        "        line = contestant.read().strip()\n        if not line.isdigit():\n            return 'not a number'\n"
        "        if int(line) == number:\n            contestant.write('right')\n            return None\n"
        "        contestant.write('low' if int(line) < number else 'high')\n    return 'too many guesses'\n",
        "tests/sample/1.in": "7\n",
        "generate.py": "def tests(seed):\n    for number in 1, 500, 700 + seed % 99, 1000:\n"
        "        yield f'n{number}', f'{number}\\n'\n",
        "validate.py": f"import re\n{_SPLIT}assert re.fullmatch(rb'[1-9][0-9]*\\n', data), 'form'\n"
        "assert int(data) <= 1000, 'too large'\n",
        "submissions/accepted/halves.py": play.format(high=1000),
        "submissions/wrong_answer/small.py": play.format(high=999).replace(
            "input()\n",
            "input()\n    if low > high:\n        print('?', flush=True)\n        break\n",
        ),
        "submissions/wrong_answer/by_ones.py": "for n in range(1, 1001):\n    print(n, flush=True)\n"
        "    if input() == 'right':\n        break\n",
    }
    return _written(folder, files)


def lines(folder: Path) -> Path:
    """Sixty tests in three folders, 5 MB of input, and Windows line ends in all that is typed."""
    toml = _TOML.format(id="lines", name="最大的數", time=3, judge='compare = "lines"')
    toml += "groups = [\n" + "".join(
        f'    {{ tests = "g{group}/*", points = {points}{rule} }},\n'
        for group, points, rule in ((1, 20, ""), (2, 40, ', rule = "each"'), (3, 40, ""))
    )
    told = "輸入 $n$ 與 $n$ 個數，各一行。第一行印最大的數，第二行印它第一次在第幾個。\n"
    sections = "\n## 輸入\n\n$n \\le 700000$，數在 $\\pm 10^6$ 裡。\n\n## 輸出\n\n兩行。\n"
    good = (
        "import sys\n\nn, *row = map(int, sys.stdin.buffer.read().split())\nprint(max(row))\n"
        "print(row.index(max(row)) + 1)\n"
    )
    typed = {
        "problem.toml": toml + "]\n",
        "statement.zh-TW.md": told + sections + _SAMPLES,
        "validate.py": f"import re\n{_SPLIT}n, *row = data.split(b'\\n')\nassert row.pop() == b'', 'end'\n"
        "assert re.fullmatch(rb'[1-9][0-9]*', n) and int(n) == len(row) <= 700000, 'n'\n"
        "for number in row:\n    assert re.fullmatch(rb'0|-?[1-9][0-9]*', number), number\n"
        "    assert abs(int(number)) <= 10**6, number\n",
        "generate.py": "import random\n\n\ndef tests(seed):\n    rng = random.Random(seed)\n    for at in range(40):\n"
        "        n = 700000 if at == 39 else 10 + at\n        row = [rng.randint(-10**6, 10**6) for _ in range(n)]\n"
        "        yield f'g{2 + at // 20}/{at:02}', '\\n'.join(map(str, [n, *row])) + '\\n'\n",
        "tests/sample/1.out": "4\n2\n",
        "submissions/accepted/good.py": good,
        "submissions/wrong_answer/zero.py": good.replace("max(row))\n", "max(0, *row[:9]))\n", 1),
    }
    for number in range(20):
        typed[f"tests/secret/g1/{number:02}.out"] = f"{-number - 1}\n1\n"
    files: dict[str, str | bytes] = {"tests/sample/1.in": "3\n1\n4\n-1\n"}
    for number in range(20):
        files[f"tests/secret/g1/{number:02}.in"] = f"2\n{-number - 1}\n{-number - 5}\n"
    files |= {name: text.replace("\n", "\r\n") for name, text in typed.items()}
    return _written(folder, files)


WHOLE: dict[str, Callable[[Path], Path]] = {each.__name__: each for each in (root, guess, lines)}
