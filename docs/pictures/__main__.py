"""``python -m docs.pictures``: make the pictures of the READMEs and the pages of games anew.

Each is a real command at a real terminal, whose screen Rich draws; a test compares the text of each
with what the command prints today.
"""

import os
import re
import shutil
import sys
from html import escape, unescape
from io import StringIO
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import pexpect
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WIDTH = 100
_CELL = 20 * 0.61
"""The width of a cell as Rich draws it."""
_FORMAT = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Without the fonts that Rich would have the browser load from another host."""
_TEXT = re.compile(r'(<text[^>]*? x=)"([^"]*)"([^>]*?) textLength="[^"]*"([^>]*>)([^<]*)</text>')
_PROMPT = r"(>|：)(\x1b\[0m| )*\Z"
_WIDTHS = {"verdict": 46}
"""Columns of pictures that a phone shows, too."""
_EXPLAINS = re.compile(r" +(?:Expected|預期)")
COMMANDS = {
    "verdict": "judge big2 Main.java --filter sample",
    "class": "judge class hw1.zip --problem war --seed 1 --workers 2",
    "explain": "big2 explain sample.in --line 62",
    "play": "big2 play --seed 7",
}
LOCALES = {"": "en_US.UTF-8", ".zh-TW": "zh_TW.UTF-8"}
"""The end of a picture's name, and the locale in which its command runs."""


def prepare(folder: Path) -> None:
    """Write what the commands read: a homework with one mistake, and what a class handed in."""
    shutil.copy(HERE / "Main.java", folder)
    shutil.copy(ROOT / "testdata/big2/sample.in", folder)
    handed_in = folder / "hw1"
    handed_in.mkdir()
    shutil.copy(ROOT / "war/problem/submissions/accepted/plain.cpp", handed_in / "b10902001.cpp")
    (handed_in / "b10902002.py").write_text("print(input())\n")
    (handed_in / "b10902003.cpp").write_text("int main() { cout << 1; }\n")
    shutil.make_archive(str(handed_in), "zip", handed_in)


def screen(name: str, locale: str, folder: Path) -> str:
    """Return what a terminal gets to show for a command, with its colours."""
    found = {"LC_ALL": locale, "TERM": "xterm-256color", "HOME": str(folder)}
    ours = {name: said for name, said in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    child = pexpect.spawn(
        "sh",  # what is said of the progress goes to standard error
        ["-c", f"{sys.executable} -m {COMMANDS[name]} 2>/dev/null"],
        cwd=str(folder),
        env={**ours, **found, "PYTHONPATH": str(ROOT)},
        dimensions=(60, _WIDTHS.get(name, WIDTH)),
        encoding="utf-8",
        timeout=120,
    )
    child.expect([_PROMPT, pexpect.EOF])
    after = child.after if isinstance(child.after, str) else ""
    child.close(force=True)
    printed = f"{child.before}{after}".replace("\r", "")
    if name == "verdict":
        printed = _difference(printed)
    shown = f"$ {COMMANDS[name]}\n{printed}"
    return shown.replace(str(ROOT), "~/cardjudge")


def _difference(report: str) -> str:
    """Return what a report explains of its last failure, from the difference on."""
    *_, last = _EXPLAINS.finditer(report)
    return report[last.start() :].rstrip().rpartition("\n")[0]


def draw(name: str, ansi: str) -> str:
    """Return the SVG of a screen."""
    console = Console(record=True, width=_WIDTHS.get(name, WIDTH), file=StringIO())
    console.print(Text.from_ansi(ansi.rstrip()))
    svg = console.export_svg(title="", code_format=_FORMAT, unique_id=name)
    svg = svg.replace("Fira Code, monospace", "monospace")
    return _TEXT.sub(_in_columns, svg)


def _in_columns(text: re.Match[str]) -> str:
    """Return a text of Rich as one for each run of wide or narrow characters, in its columns.

    Rich takes all characters for narrow. A browser spreads narrow ones over the given length, but
    fonts differ in the width of wide ones, so each of these has a place of its own.
    """
    before, x, between, after, words = text.groups()
    column, runs = 0, []
    for cells, run in groupby(unescape(words), cell_len):
        shown = "".join(run)
        places = [float(x) + (column + cells * at) * _CELL for at in range(len(shown))]
        column += cells * len(shown)
        where = " ".join(f"{place:.1f}" for place in places[: None if cells == 2 else 1])
        length = "" if cells == 2 else f' textLength="{len(shown) * _CELL:.1f}"'
        shown = escape(shown).replace("\xa0", "&#160;")
        runs.append(f'{before}"{where}"{between}{length}{after}{shown}</text>')
    return "".join(runs)


def main() -> None:
    """Write every picture."""
    for name in COMMANDS:
        for ending, locale in LOCALES.items():
            with TemporaryDirectory() as folder:
                prepare(Path(folder))
                drawn = draw(name, screen(name, locale, Path(folder)))
            (HERE / f"{name}{ending}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
