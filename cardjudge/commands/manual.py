"""The help of a command as a page in the style of man, in the user's language.

The page consists of the docstring of the command's function, and of its arguments, options and
subcommands. The first paragraph of the docstring becomes the line of the name. Sections follow the
paragraphs: their titles are not indented, their contents are. A line that starts with ``$ `` is an
example; all other lines form paragraphs. The catalogue has the English of every Chinese text.

Typer's own help cuts Chinese texts, because Rich breaks lines only at blanks, and is half English.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cardjudge.columns import CLOSING, OPENING, UNIT, WIDE, folded
from cardjudge.commands.command import Command
from cardjudge.doors import Row
from cardjudge.kit import present
from cardjudge.language import say

_NO_BLANK = re.compile(rf"(?<=[{WIDE}])\n(?=[{WIDE}])|(?<=[{CLOSING}])\n|\n(?=[{OPENING}])")
_WORD = re.compile(r" +|(?:'[^']*'|\"[^\"]*\"|[^ ])+")  # of a command


def page(
    command: Command, path: str, say: Callable[[str], str] = say, width: int | None = None
) -> str:
    """Return the page of a command, `width` columns wide: by default the terminal's."""
    width = width or max(40, min(100, shutil.get_terminal_size().columns))
    sections = _Page(command, path, say, width).sections().items()
    return "\n\n".join("\n".join([say(title), *lines]) for title, lines in sections if lines)


def example(command: Command, path: str) -> str:
    """Return the first example of a command's help, without its prompt."""
    shown = [text[2:] for text in written(command).get("範例", []) if text.startswith("$ ")]
    return next((text for text in shown if path in text), path)


def written(command: Command) -> dict[str, list[str]]:
    """Return the paragraphs and examples of a docstring by title; the first ones have none."""
    title, sections = "", {"": list[str]()}
    for block in command.help.split("\n\n"):
        if re.match(r"\S.*\n ", block):
            title, _, block = block.partition("\n")
        texts = re.split(r"(?m)^(\$ .*)$", re.sub(r"(?m)^ +| +(?= )", "", block))
        lines = (_NO_BLANK.sub("", text.strip()).replace("\n", " ") for text in texts)
        sections.setdefault(title, []).extend(filter(None, lines))
    return sections


class _Page(NamedTuple):
    command: Command
    path: str
    say: Callable[[str], str]
    width: int

    def sections(self) -> dict[str, list[str]]:
        """Return the lines of all sections by title."""
        texts, path, below = written(self.command), self.path, self.command.below.items()
        texts.setdefault("結束狀態", ["0：完成；2：用法或輸入不對。"])
        texts["參見"] = [*filter(None, map(present, texts.pop("參見", [])))]
        rows = (f"{name:9} {self.say(command.summary)}" for name, command in below)
        return {
            "名稱": [self.wrapped(f"{path} - {self.say(self.command.summary)}")],
            "範例": self.body(texts.pop("範例", [])),
            "用法": [self.wrapped(" ".join([path, *self.usage()]))],
            "說明": self.body(texts.pop("")[1:]),
            "子命令": [self.wrapped(row, hang=14) for row in rows],
            **self.parameters(),
            **{title: self.body(paragraphs) for title, paragraphs in texts.items()},
        }

    def usage(self) -> Iterator[str]:
        """Yield the words of the shortest call: all arguments."""
        yield self.say("[選項]")
        for row in self.command.rows:
            if not row.flags:
                metavar = self.say(row.metavar or "") + "…" * row.many
                yield metavar if row.required else f"[{metavar}]"
        yield self.say(self.command.tail)

    def parameters(self) -> dict[str, list[str]]:
        """Return the parameters; shared options are only named, except on the page that has all."""
        sections = {"參數": list[str](), "選項": list[str]()}
        for row in self.command.rows:
            title = row.section or ("選項" if row.flags else "參數")
            term = ", ".join(sorted(row.flags, key=len))
            term, notes = f"{term} {self.say(row.metavar or '')}".strip(), self.notes(row)
            lines = sections.setdefault(title, [])
            if row.section and self.path != "judge":
                elsewhere = self.say("每一項的意思見 judge --help。")
                lines[-1:] = map(self.wrapped, (f"{term} {notes}", elsewhere))
            else:
                lines += self.wrapped(term), self.wrapped(f"{self.say(row.help)} {notes}", indent=8)
        return sections

    def notes(self, row: Row) -> str:
        """Return the default and the bounds of a row."""
        notes = []
        default = row.usual if row.shown is None else row.shown
        if default is not None and default is not False:
            shown = str(default).strip("[]")
            notes.append(self.say("預設：") + self.say(shown.removesuffix(".0")))
        if row.least is not None:
            least, most = (str(bound).removesuffix(".0") for bound in (row.least, row.most))
            # A larger bound is a limit of the machine, not a rule for users.
            bounds = self.say("{least} 到 {most}" if (row.most or 1e6) < 1e6 else "至少 {least}")
            notes.append(bounds.format(least=least, most=most))
        return f"[{self.say('；').join(notes)}]" if notes else ""

    def body(self, paragraphs: list[str]) -> list[str]:
        """Return paragraphs as lines; an example follows its description without an empty line."""
        lines: list[str] = []
        for text in paragraphs:
            if text.startswith("$ "):
                lines.append(self.wrapped(text, 6, 8))
            else:
                lines += [*[""][: len(lines)], self.wrapped(self.say(text), hang=4)]
        return lines

    def wrapped(self, text: str, indent: int = 4, hang: int = 8) -> str:
        """Break a paragraph or a command into lines; all but the first start at `hang`.

        >>> print(_Page(Command(), "", str, 16).wrapped("輸入：第一行是 deck，由下而上。", 2, 2))
          輸入：第一行是
          deck，由下而
          上。
        """
        unit, end = (_WORD, " \\") if text.startswith("$ ") else (UNIT, "")
        return "\n".join(folded(text, self.width, " " * indent, " " * hang, unit, end))
