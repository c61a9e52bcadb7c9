"""Lines of code by room: writes the table of docs/design.md, or checks that it is true.

    python -m docs.lines            write the table
    python -m docs.lines --check    status 1 if the table is wrong

A line of Python counts unless it is blank, a comment or part of a docstring; a line of another
language counts unless it is blank or only a comment. Programs of homework do not count.
"""

import subprocess
import sys
import tokenize
from collections import Counter
from io import StringIO
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/design.md"
ROOMS = ("big2", "blackjack_judge", "war", "take6", "nim", "cardjudge", "judge", "judge/web")
OTHERS = {".js", ".mjs", ".css", ".html", ".cpp", ".c", ".h", ".java"}
COMMENTS = ("//", "/*", "*", "<!--")
OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")
BREAKS = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}
"""Tokens without code; a string after one of them is a docstring, or the value of nothing."""
BEGIN, END = "```lines\n", "```\n"


def of_python(text: str) -> int:
    """Return the lines of a Python source that hold code."""
    lines: set[int] = set()
    depth = 0
    for before, token in pairwise(tokenize.generate_tokens(StringIO(text).readline)):
        depth += (token.string in OPENING) - (token.string in CLOSING)
        alone = token.type == tokenize.STRING and before.type in BREAKS and not depth
        if token.type not in BREAKS and not alone:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines)


def of_other(text: str) -> int:
    """Return the lines of a source in another language that are no comment."""
    lines = map(str.strip, text.splitlines())
    return sum(bool(line) and not line.startswith(COMMENTS) for line in lines)


def room_of(name: str) -> str:
    """Return the innermost room of a file."""
    return max((room for room in ROOMS if name.startswith(f"{room}/")), key=len)


def table() -> str:
    """Return a line for each room, and their sum."""
    command = ["git", "ls-files", "-z", "--", *ROOMS]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    counts: Counter[str] = Counter()
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if "/submissions/" in name or not path.is_file():
            continue
        if path.suffix == ".py":
            counts[room_of(name)] += of_python(path.read_text("utf-8"))
        elif path.suffix in OTHERS:
            counts[room_of(name)] += of_other(path.read_text("utf-8"))
    rows = [(room, counts[room]) for room in ROOMS] + [("all", counts.total())]
    return "".join(f"{room:<16}{count:>7,}\n" for room, count in rows)


def main() -> int:
    """Write or check the table; return the exit status."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = f"{before}{BEGIN}{table()}{END}{after}"
    if sys.argv[1:] == ["--check"]:
        if new != page:
            print("docs/design.md has other numbers of lines: python -m docs.lines")
        return int(new != page)
    PAGE.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
