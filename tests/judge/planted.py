"""One small good problem, and the faults that a teacher, or a hurried one, makes in its folder."""

import tomllib
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

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
    """Changes of the small good problem, and the expected finding.

    The finding names the file; the words are a regular expression that it matches.
    """

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
    "submissions/accepted/good.py": GOOD.replace("a + b", "a + b, flush=True"),
    "submissions/wrong_answer/minus.py": BAD.replace("a - b", "a - b, flush=True"),
}
COUNT: Files = {
    "tests/sample/1.in": "2\n1 2\n",
    "tests/secret/small.in": "1\n3\n",
    "tests/secret/large.in": "2\n300 400\n",
}
"""The inputs of another problem, with a count of numbers."""
LIKE: dict[str, tuple[dict[str, str | None], Files]] = {
    "": ({}, {}),
    "count": ({}, COUNT),
    "checker": (CHECKER, {}),
    "interactor": (INTERACTOR, TALK),
}
WORKS = """def judge(input, answer, output):
    return None if output.split() == answer.split() else 'no'
"""
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


def _fault(name: str, row: dict[str, Any]) -> Fault:
    """Return a fault of the files in faults/; `false` takes a key or a file away.

    `like` names changes that come first, and `says` stands in the statement.
    """
    changes, contents = LIKE[row.get("like", "")]
    encoding = row.get("encoding", "utf-8")
    toml = {key: value or None for key, value in row.get("toml", {}).items()}
    files = {
        path: None if text is False else text.encode(encoding)
        for path, text in row.get("files", {}).items()
    }
    return Fault(
        name,
        row["file"],
        row.get("words", ""),
        changes | toml,
        {**contents, **(_says(row["says"]) if "says" in row else {}), **files},
    )


def _says(text: str) -> Files:
    return {"statement.en.md": f"{STATEMENT}\n{text}\n{SAMPLES}"}


FAULTS = [
    *(
        _fault(name, row)
        for topic in ("description", "tests", "programs", "statement")
        for name, row in tomllib.loads(
            Path(__file__).with_name("faults").joinpath(f"{topic}.toml").read_text("utf-8")
        ).items()
    ),
    Fault(
        "picture of 50 MB",
        "picture.png",
        "M",
        files={**_says("![](picture.png)"), "picture.png": PNG + bytes(50 << 20)},
    ),
    Fault("picture that nobody shows", "lost.png", "", files={"lost.png": PNG}),
]


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
