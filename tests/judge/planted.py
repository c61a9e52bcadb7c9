# ruff: noqa: E501  (a table: a row a line)
"""One small good problem, and the faults that a teacher, or a hurried one, makes in its folder."""

from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

PNG = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""
SAMPLES = "\n## Sample\n\n```1.in\n1 2\n```\n\n```1.out\n3\n```\n"
TOML = {
    "id": '"add"',
    "names": '{ en = "Add" }',
    "author": '"Teacher"',
    "licence": '"cc by-sa"',
    "source": '"Class 1"',
    "time": "2",
    "memory": "256",
    "compare": '"lines"',
    "languages": '["python"]',
    "groups": '[{ tests = "small*", points = 40 }, { tests = "*", points = 60 }]',
}
STATEMENT = "Print the **sum** of two integers from 0 to 999.\n\n![sum](sum.png)\n"
VALIDATE = """import re
import sys

sys.exit(not re.fullmatch(rb"(0|[1-9][0-9]{0,2}) (0|[1-9][0-9]{0,2})\\n", sys.stdin.buffer.read()))
"""
QUICK: dict[str, str | bytes | None] = {
    "validate.py": None,
    "validate.sh": """IFS= read -r line && [ -z "$(cat)" ] &&
echo "$line" | grep -qxE '(0|[1-9][0-9]{0,2}) (0|[1-9][0-9]{0,2})'
""",
}
"""The same validator, started in a tenth of the time."""
GOOD = "a, b = map(int, input().split())\nprint(a + b)\n"
BAD = "a, b = map(int, input().split())\nprint(a - b)\n"
FILES: dict[str, str | bytes] = {
    "statement.en.md": STATEMENT + SAMPLES,
    "sum.png": PNG,
    "tests/sample/1.in": "1 2\n",
    "tests/sample/1.out": "3\n",
    "tests/secret/small.in": "3 4\n",
    "tests/secret/small.out": "7\n",
    "tests/secret/large.in": "300 400\n",
    "tests/secret/large.out": "700\n",
    "validate.py": VALIDATE,
    "submissions/accepted/good.py": GOOD,
    "submissions/wrong_answer/minus.py": BAD,
}
Files = Mapping[str, str | bytes | None]


class Fault(NamedTuple):
    """Changes of the small good problem, and the expected finding: its file, and some of its words (a regular expression)."""

    name: str
    file: str
    words: str
    toml: dict[str, str | None] = {}
    files: Files = {}


CHECKER: dict[str, str | None] = {"compare": None, "checker": '"checker.py"'}
INTERACTOR: dict[str, str | None] = {"compare": None, "interactor": '"interactor.py"'}
TALK: Files = {
    "tests/sample/1.out": None,
    "tests/secret/small.out": None,
    "tests/secret/large.out": None,
    "statement.en.md": STATEMENT,
    "submissions/accepted/good.py": "a, b = map(int, input().split())\nprint(a + b, flush=True)\n",
    "submissions/wrong_answer/minus.py": "a, b = map(int, input().split())\nprint(a - b, flush=True)\n",
}
WORKS = "def judge(input, answer, output):\n    return None if output.split() == answer.split() else 'no'\n"


SUM = "return None if output.split() == [b'%d' % sum(map(int, input.split()))] else 'no sum'"


def _says(text: str) -> Files:
    return {"statement.en.md": STATEMENT + "\n" + text + "\n" + SAMPLES}


def _checks(body: str) -> Files:
    return {"checker.py": f"def judge(input, answer, output):\n    {body}\n"}


COUNT = """import re, sys
match = re.fullmatch(rb"([1-9][0-9]*)\\n((?:[1-9][0-9]*)(?: [1-9][0-9]*)*)\\n", sys.stdin.buffer.read())
n, row = match and (int(match[1]), [int(word) for word in match[2].split()]) or (0, [0])
sys.exit(not (max(row) < 1000 and RULE))
"""


def _rows(rule: str, largest: str = "max(row) < 1000") -> Files:
    """Return the files of another problem, with a count of numbers; its validator has a rule."""
    validator = COUNT.replace("RULE", rule).replace("max(row) < 1000", largest)
    inputs = {"sample/1": "2\n1 2\n", "secret/small": "1\n3\n", "secret/large": "2\n300 400\n"}
    return {"validate.py": validator} | {f"tests/{name}.in": text for name, text in inputs.items()}


def _talks(body: str) -> Files:
    return {**TALK, "interactor.py": f"def judge(input, contestant):\n    {body}\n"}


HELLO: Files = {
    "tests/sample/1.in": "",
    "tests/sample/1.out": "hello\n",
    "tests/secret/small.in": "",
    "tests/secret/small.out": "hello\n",
    "tests/secret/large.in": "",
    "tests/secret/large.out": "hello\n",
    "statement.en.md": STATEMENT + SAMPLES.replace("\n1 2\n", "\n").replace("\n3\n", "\nhello\n"),
    "validate.py": "import sys\n\nsys.exit(sys.stdin.read() != '')\n",
    "submissions/accepted/good.py": "print('hello')\n",
    "submissions/wrong_answer/minus.py": "print('Hello')\n",
}
"""A first exercise, without input."""

# name, file of the finding, words of the finding, changes of problem.toml, changes of files (None: the file goes)
# fmt: off
FAULTS = [
    # 1. problem.toml
    Fault("no problem.toml", ".*", "problem.toml", files={"problem.toml": None}),
    Fault("toml that is none", "problem.toml:1", "", files={"problem.toml": "id = add\n"}),
    Fault("toml in Big5", "problem.toml:2", "UTF-8", files={"problem.toml": 'id = "add"\nauthor = "老師"\n'.encode("big5")}),
    Fault("no id", "problem.toml", "id", {"id": None}),
    Fault("id with blanks", "problem.toml:1", "id", {"id": '"my problem"'}),
    Fault("names as a string", "problem.toml:2", "names", {"names": '"Add"'}),
    Fault("no name for a statement", "problem.toml:2", "en", {"names": '{ zh-TW = "加" }'}),
    Fault("no author", "problem.toml", "author", {"author": None}),
    Fault("empty author", "problem.toml:3", "author", {"author": '""'}),
    Fault("unknown licence", "problem.toml:4", "licence.*mine", {"licence": '"mine"'}),
    Fault("unknown key", "problem.toml:11", "timelimit", {"timelimit": "2"}),
    Fault("no time", "problem.toml", "time", {"time": None}),
    Fault("time as text", "problem.toml:6", "time", {"time": '"1s"'}),
    Fault("time not finite", "problem.toml:6", "time", {"time": "inf"}),
    Fault("memory in bytes", "problem.toml:7", "memory", {"memory": "268435456"}),
    Fault("unknown compare", "problem.toml:8", "compare", {"compare": '"diff"'}),
    Fault("float without a bound", "problem.toml:8", "compare", {"compare": '"float"'}),
    Fault("two ways to judge", "problem.toml:11", "checker", {"checker": '"checker.py"'}, {"checker.py": WORKS}),
    Fault("checker not there", "problem.toml:10", "checker.py", {"compare": None, "checker": '"checker.py"'}),
    Fault("checker outside", "problem.toml:10", "checker", {"compare": None, "checker": '"../checker.py"'}),
    Fault("unknown language", "problem.toml:9", "languages.*pyhton", {"languages": '["pyhton"]'}),
    # 2. groups
    Fault("group without points", "problem.toml:10", "points", {"groups": '[{ tests = "*" }]'}),
    Fault("group without tests", "problem.toml:10", "tests", {"groups": "[{ points = 100 }]"}),
    Fault("group of no test", "problem.toml:10", "huge", {"groups": '[{ tests = "huge*", points = 40 }, { tests = "*", points = 60 }]'}),
    Fault("group in the shadow of another", "problem.toml:10", r"前面的 \* 裡：small", {"groups": '[{ tests = "*", points = 40 }, { tests = "small*", points = 60 }]'}),
    Fault("test of no group", "tests/secret/large.in", "", {"groups": '[{ tests = "small*", points = 100 }]'}),
    Fault("points not 100", "problem.toml:10", "100", {"groups": '[{ tests = "small*", points = 40 }, { tests = "*", points = 50 }]'}),
    Fault("points with a fraction", "problem.toml:10", "33.3", {"groups": '[{ tests = "small*", points = 33.3 }, { tests = "*", points = 66.7 }]'}),
    Fault("unknown rule", "problem.toml:10", "some", {"groups": '[{ tests = "*", points = 100, rule = "some" }]'}),
    Fault("unknown key in a group", "problem.toml:10", "score", {"groups": '[{ tests = "*", points = 100, score = 2 }]'}),
    Fault("groups as a table", "problem.toml:10", "groups", {"groups": '{ tests = "*", points = 100 }'}),
    # 3. tests
    Fault("no sample", "tests/sample", "", files={"tests/sample/1.in": None, "tests/sample/1.out": None, "statement.en.md": STATEMENT}),
    Fault("answer missing", "tests/secret/small.in", "judge answers", files={"tests/secret/small.out": None}),
    Fault("input missing", "tests", "tests/secret/other.out", files={"tests/secret/other.out": "7\n"}),
    Fault("two folders deep", "tests/secret/g1/deep", "", files={"tests/secret/g1/deep/1.in": "5 6\n", "tests/secret/g1/deep/1.out": "11\n"}),
    Fault("two layouts", "tests", "兩種排法：1.in 1.out、input1.txt output1.txt", files={"tests/secret/input1.txt": "5 6\n", "tests/secret/output1.txt": "11\n"}),
    Fault("two answers", "tests", r"7", files={"tests/secret/7.in": "5 6\n", "tests/secret/7.ans": "11\n", "tests/secret/7.out": "11\n"}),
    Fault("IN in capitals", "tests/secret/7.IN", "judges.md", files={"tests/secret/7.IN": "5 6\n", "tests/secret/7.OUT": "11\n"}),
    Fault("tests at the top", "1.in", "judges.md", files={"1.in": "5 6\n", "1.out": "11\n"}),
    Fault("tests beside sample", "tests/1.in", "sample", files={"tests/1.in": "5 6\n", "tests/1.out": "11\n"}),
    Fault("data/secret as Kattis", "data", "judges.md", files={"data/secret/2.in": "5 6\n", "data/secret/2.ans": "11\n"}),
    Fault("same input twice", "tests/secret/twice.in", "^[^：]*：警告：和 small", files={"tests/secret/twice.in": "3 4\n", "tests/secret/twice.out": "7\n"}),
    Fault("empty input", "tests/secret/empty.in", "", files={"tests/secret/empty.in": "", "tests/secret/empty.out": ""}),
    Fault("answer wrong", "tests/secret/small.out", "good.py", files={"tests/secret/small.out": "8\n"}),
    Fault("input with a BOM", "tests/secret/small.in", "BOM", files={"tests/secret/small.in": b"\xef\xbb\xbf3 4\n"}),
    Fault("input with Windows line ends", "tests/secret/small.in:1", "輸入有 CRLF", files={"tests/secret/small.in": b"3 4\r\n", "validate.py": "exit(0)\n"}),
    Fault("input in UTF-16", "tests/secret/small.in", "輸入有 UTF-16", files={"tests/secret/small.in": "3 4\n".encode("utf-16")}),
    Fault("name with a blank", "tests/secret/a b.in", "", files={"tests/secret/a b.in": "5 6\n", "tests/secret/a b.out": "11\n"}),
    # 4. validator
    Fault("no validator", "validate.py", "", files={"validate.py": None}),
    Fault("validator takes an extra blank", "validate.py", "空白", files={"validate.py": "import sys\na, b = map(int, sys.stdin.buffer.read().split())\nsys.exit(not 0 <= a <= 999 or not 0 <= b <= 999)\n"}),
    Fault("validator takes leading zeros", "validate.py", "前面多一個 0", files={"validate.py": "import re, sys\nsys.exit(not re.fullmatch(rb'[0-9]{1,3} [0-9]{1,3}\\n', sys.stdin.buffer.read()))\n"}),
    Fault("validator takes any count", "validate.py", "數量太大：「1048578", files=_rows("0 < len(row) == n")),
    Fault("validator does not count", "validate.py", "數量和項目不合：「2.n3", files=_rows("0 < n < 100")),
    Fault("validator bounds the count alone", "validate.py", "數字太大：「1.n9", files=_rows("n == len(row) < 100", "True")),
    Fault("validator of a group refuses a test", "tests/secret/small.in", "low.py: too large", {"validators": '{ "small*" = "low.py" }'}, {"low.py": "import sys\nif sum(map(int, input().split())) > 6: sys.exit('too large')\n"}),
    Fault("validator of no group", "problem.toml:11", "tiny", {"validators": '{ "tiny" = "low.sh" }'}, {"low.sh": "exit 0\n"}),
    Fault("validator takes an invalid input", "tests/invalid/8.in", "", files={"tests/invalid/8.in": "8 8\n", "tests/invalid/9.in": "1000 1\n"}),
    Fault("validator of a group takes an invalid input", "tests/invalid/small9.in", "", {"validators": '{ "small*" = "low.sh" }'}, {"low.sh": "exit 0\n", "tests/invalid/small9.in": "900 1\n"}),
    Fault("validator takes any number", "validate.py", "[0-9]{5}", files={"validate.py": "import re, sys\nsys.exit(not re.fullmatch(rb'(0|[1-9][0-9]*) (0|[1-9][0-9]*)\\n', sys.stdin.buffer.read()))\n"}),
    Fault("validator needs no line end", "validate.py", "換行", files={"validate.py": VALIDATE.replace('\\n"', '\\n?"')}),
    Fault("validator refuses a test", "tests/secret/large.in", "驗證程式", files={"tests/secret/large.in": "3000 400\n", "tests/secret/large.out": "3400\n"}),
    Fault("validator crashes", "validate.py", r"ZeroDivisionError", files={"validate.py": "import sys\nsys.stdin.read()\n1 / 0\n"}),
    Fault("validator never ends", "validate.py", "", files={"validate.py": "while True:\n    pass\n"}),
    Fault("two validators", "validate.py", "validate.cpp", files={"validate.cpp": "int main() {}\n"}),
    Fault("validator.py", "validator.py", "judges.md", files={"validate.py": None, "validator.py": VALIDATE}),
    # 5. generator
    Fault("generator crashes", "generate.py", "ZeroDivisionError", files={"generate.py": "def tests(seed):\n    yield 'a', str(1 / 0)\n"}),
    Fault("generator never ends", "generate.py:[23]", "TimeoutError", files={"generate.py": "def tests(seed):\n    while True:\n        pass\n"}),
    Fault("generator without end", "generate.py:5", "10000", files={"generate.py": "def tests(seed):\n    n = 0\n    while True:\n        n += 1\n        yield f'{n}', '5 6\\n'\n"}),
    Fault("generator without tests", "generate.py", "tests", files={"generate.py": "def generate(seed):\n    yield 'a', '5 6\\n'\n"}),
    Fault("generator yields numbers", "generate.py", "", files={"generate.py": "def tests(seed):\n    yield 1, 2\n"}),
    Fault("generator yields one name twice", "generate.py", "again", files={"generate.py": "def tests(seed):\n    yield 'again', '5 6\\n'\n    yield 'again', '6 7\\n'\n"}),
    Fault("generator yields a path", "generate.py", r"\.\./a", files={"generate.py": "def tests(seed):\n    yield '../a', '5 6\\n'\n"}),
    Fault("generator yields nothing", "generate.py", "", files={"generate.py": "def tests(seed):\n    return []\n"}),
    Fault("generator of gigabytes", "generate.py:3", "100 MiB", files={"generate.py": "def tests(seed):\n    while True:\n        yield 'a', '1 ' * 10**8\n"}),
    Fault("generator without its seed", "generate.py", "種子沒有作用", files={"generate.py": "def tests(seed):\n    yield 'a', '5 6\\n'\n"}),
    Fault("generator of chance", "generate.py", "", files={"generate.py": "import random\n\ndef tests(seed):\n    yield 'a', f'{random.randint(0, 999)} {random.randint(0, 999)}\\n'\n"}),
    # 6. checker
    Fault("checker never ends", "checker.py", "", CHECKER, _checks("while True: pass")),
    Fault("checker crashes", "checker.py", r"2：.*「checker\.py」沒有判定：ZeroDivisionError", CHECKER, _checks("1 / 0")),
    Fault("checker takes all", "checker.py", "", CHECKER, _checks("return None")),
    Fault("checker of True and False turned round", "checker.py", "", CHECKER, _checks("return output != answer")),
    Fault("checker returns a list", "checker.py", r"TypeError: judge\(\) 要傳回 .*不是 \[1\]", CHECKER, _checks("return [1]")),
    Fault("checker without judge", "checker.py", r"^checker\.py：.*沒有判定：NameError.*judge", CHECKER, {"checker.py": "def check(a, b, c):\n    return None\n"}),
    Fault("checker with a slip", "checker.py", "SyntaxError|語法不對", CHECKER, {"checker.py": "def judge(:\n"}),
    Fault("checker fails on an empty output", "checker.py", "IndexError", CHECKER, _checks("return None if output.split()[0] == answer.split()[0] else 'no'")),
    Fault("checker fails on a word", "checker.py:2", "「abc.n」.*ValueError", CHECKER, _checks("return len(output.split()) == 1 and int(output) == int(answer)")),
    Fault("checker takes what follows", "checker.py", "「3 junk.n」", CHECKER, _checks("return output.split()[:1] == answer.split()")),
    Fault("checker takes -1", "checker.py", "「-1.n」", CHECKER, _checks("return output.split() in (answer.split(), [b'-1'])")),
    Fault("checker takes NaN", "checker.py", "「NaN.n」", CHECKER, _checks("try:\n        return not abs(float(output) - float(answer)) > 1e-6\n    except ValueError:\n        return 'no'")),
    Fault("checker divides by zero", "checker.py", "「0.n」.*ZeroDivisionError", CHECKER, _checks("return output.strip().isdigit() and 1 / int(output) == 1 / int(answer)")),
    Fault("checker takes what follows a word", "checker.py", "「none junk.n」", CHECKER, {"checker.py": WORKS.replace("None if", "None if answer == b'none\\n' and output[:4] == b'none' or"), "tests/secret/some.in": "999 999\n", "tests/secret/some.out": "none\n", "submissions/accepted/good.py": GOOD.replace("print(a + b)", "print('none' if a == 999 else a + b)")}),
    Fault("checker of 4,300 digits", "checker.py", "「9999.*ValueError", CHECKER, _checks("return output.strip().isdigit() and int(output) == int(answer)")),
    Fault("answer that its checker refuses", "tests/secret/small.out", "檢查程式不接受.*no sum", CHECKER, {**_checks(SUM), "tests/secret/small.out": "garbage\n"}),
    Fault("sample that its checker refuses", "tests/sample/1.out", "檢查程式不接受.*no sum", CHECKER, {**_checks(SUM), "tests/sample/1.out": "4\n", "statement.en.md": STATEMENT + SAMPLES.replace("\n3\n", "\n4\n")}),
    Fault("checker not named", "checker.py", "judges.md", {}, {"checker.py": WORKS}),
    # 7. interactor
    Fault("interactor crashes", "interactor.py", r"2.*ZeroDivisionError", INTERACTOR, _talks("1 / 0")),
    Fault("interactor never ends", "interactor.py", "", INTERACTOR, _talks("while True: pass")),
    Fault("interactor takes all", "interactor.py|submissions/wrong_answer/minus.py", "", INTERACTOR, _talks("contestant.write(input.decode().strip() if isinstance(input, bytes) else input.strip()); contestant.read(); return None")),
    Fault("interactor of UTF-8", "interactor.py:2", "x80.*UnicodeDecodeError", INTERACTOR, _talks("contestant.write(input.decode().strip()); return contestant.read().decode().split() == [str(sum(map(int, input.split())))]")),
    Fault("interactor takes -1", "interactor.py", "「-1", INTERACTOR, _talks("contestant.write(input.decode().strip()); return contestant.read().split() in ([b'-1'], [b'%d' % sum(map(int, input.split()))])")),
    Fault("answers beside an interactor", "tests/secret/small.out", "沒有東西會讀它", INTERACTOR, {"interactor.py": "def judge(input, contestant):\n    return None\n"}),
    Fault("interactor without judge", "interactor.py", "judge", INTERACTOR, {**TALK, "interactor.py": "def talk(input, contestant):\n    return None\n"}),
    # 8. strategy
    Fault("strategy crashes", "strategy.py", "ZeroDivisionError", files={"strategy.py": "def inputs():\n    return 1 / 0\n"}),
    Fault("strategy without inputs", "strategy.py", "inputs", files={"strategy.py": "def strategy():\n    return None\n"}),
    Fault("strategy of invalid inputs", "strategy.py", "驗證程式", files={"strategy.py": "from hypothesis import strategies as st\n\ndef inputs():\n    return st.just('x')\n"}),
    Fault("strategy never ends", "strategy.py", "", files={"strategy.py": "while True:\n    pass\n"}),
    Fault("explain with a slip", "explain.py", "SyntaxError|語法不對", files={"explain.py": "def explain(:\n"}),
    Fault("explain that crashes", "explain.py:2", "ZeroDivisionError", files={"explain.py": "def explain(input, answer, output, line, language):\n    return None if language == 'zh' else 1 / 0\n"}),
    Fault("explain without explain", "explain.py", "explain", files={"explain.py": "def why():\n    return None\n"}),
    # 9. statements
    Fault("no statement", "statement.en.md", "", files={"statement.en.md": None}),
    Fault("statement.md", "statement.md", "judges.md", files={"statement.en.md": None, "statement.md": STATEMENT + SAMPLES}),
    Fault("statement.zh.md", "problem.toml", r"statement\.zh\.md", files={"statement.zh.md": STATEMENT}),
    Fault("statement.pdf", "statement.pdf", r"\.md", files={"statement.pdf": b"%PDF-1.4"}),
    Fault("sample not as the test", "statement.en.md", "1.out", files={"statement.en.md": STATEMENT + SAMPLES.replace("\n3\n", "\n4\n")}),
    Fault("sample not shown", "statement.en.md", "1", files={"statement.en.md": STATEMENT}),
    Fault("sample that is none", "statement.en.md", "9.in", files=_says("```9.in\n1 2\n```")),
    Fault("picture of 50 MB", "picture.png", "M", files={**_says("![](picture.png)"), "picture.png": PNG + bytes(50 << 20)}),
    Fault("picture that nobody shows", "lost.png", "", files={"lost.png": PNG}),
    Fault("unknown command", "statement.en.md:5", "KaTeX.*Undefined control sequence: .sume", files=_says("$\\sume a$")),
    Fault("HTML", "statement.en.md", "<", files=_says("<b>bold</b>")),
    # 10. submissions
    Fault("no accepted", "submissions/accepted", "", files={"submissions/accepted/good.py": None}),
    Fault("no accepted one in a language", "problem.toml", "cpp", {"languages": '["python", "cpp"]'}),
    Fault("no wrong one", "submissions/wrong_answer", "", files={"submissions/wrong_answer/minus.py": None}),
    Fault("wrong one that is right", "submissions/wrong_answer/minus.py", "每個測試都通過", files={"submissions/wrong_answer/minus.py": GOOD}),
    Fault("accepted that is wrong", "tests/secret/small.out", "other.py", files={"submissions/accepted/other.py": BAD}),
    Fault("accepted in a folder that is wrong", "tests/secret/small.out", "accepted/two", files={"submissions/accepted/two/main.py": BAD}),
    Fault("crashes in wrong_answer", "submissions/wrong_answer/crash.py", "RE", files={"submissions/wrong_answer/crash.py": "1 / 0\n"}),
    Fault("folder ac", "submissions/ac", "accepted", files={"submissions/ac/other.py": GOOD}),
    Fault("solution at the top", "solution.py", "judges.md", files={"solution.py": GOOD}),
    Fault("unknown language of a submission", "submissions/accepted/x.pas", "pas", files={"submissions/accepted/x.pas": "begin end.\n"}),
    Fault("does not compile", "submissions/accepted/x.c", "無法編譯", files={"submissions/accepted/x.c": "int main( {\n"}),
    Fault("empty folder", "submissions/accepted/two", "", files={"submissions/accepted/two/.keep": ""}),
    Fault("limit too near", "problem.toml", "時間限制", {"time": "0.3"}, {"submissions/accepted/slow.py": "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass\n" + GOOD}),
    Fault("too slow that is not", "submissions/time_limit_exceeded/quick.py", "每個測試都通過", files={"submissions/time_limit_exceeded/quick.py": GOOD}),
    Fault("wrong where no test is", "submissions/accepted/other.py", "和 submissions/accepted/good.py 在輸入「99 .*", files={"submissions/accepted/other.py": GOOD.replace("a + b", "(a + b) * (a != 99)"), "generate.py": "from random import Random\n\ndef tests(seed):\n    r = Random(seed)\n    yield 'r', f'{r.randint(90, 100)} {r.randint(0, 9)}\\n'\n"}),
    Fault("two programs of one name", "tests/secret/small.out", "good.cpp", files={"submissions/accepted/good.cpp": '#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a - b << "\\n"; }\n'}),
    # 11. stubs
    Fault("stub of no language", "stub", "", files={"stub/main.foo": "x\n"}),
    Fault("stub.cpp at the top", "stub.cpp", "judges.md", files={"stub.cpp": "int main() {}\n"}),
]
# fmt: on


def written(folder: Path, toml: dict[str, str | None] = {}, files: Files = {}) -> Path:  # noqa: B006
    """Write the small good problem with changes into a folder."""
    described = {key: value for key, value in (TOML | toml).items() if value is not None}
    text = "".join(f"{key} = {value}\n" for key, value in described.items())
    for name, content in {"problem.toml": text, **FILES, **files}.items():
        if content is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
