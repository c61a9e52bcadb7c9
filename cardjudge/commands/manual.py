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
from typing import Any, NamedTuple

from rich.cells import cell_len

from cardjudge.kit import located, present
from cardjudge.language import say

_OPENING, _CLOSING, _WIDE = "（「『《[", "，。、；：！？）」』》", "\u2e80-\uffff"
# Chinese may break anywhere except at punctuation, other text only at blanks.
_UNIT = re.compile(rf" +|[{_OPENING}]*(?:[^ {_WIDE}]+|[{_WIDE}])[{_CLOSING}]*")
_NO_BLANK = re.compile(rf"(?<=[{_WIDE}])\n(?=[{_WIDE}])|(?<=[{_CLOSING}])\n|\n(?=[{_OPENING}])")
_WORD = re.compile(r" +|(?:'[^']*'|\"[^\"]*\"|[^ ])+")  # of a command


def page(context: Any, say: Callable[[str], str] = say, width: int | None = None) -> str:
    """Return the page of a context's command, `width` columns wide: by default the terminal's."""
    width = width or max(40, min(100, shutil.get_terminal_size().columns))
    sections = _Page(context.command, context, say, width).sections().items()
    return "\n\n".join("\n".join([say(title), *lines]) for title, lines in sections if lines)


def summary(command: Any) -> str:
    """Return the first paragraph of a command's help, as one line."""
    return "".join(_written(command)[""][:1])


def example(command: Any, path: str) -> str:
    """Return the first example of a command's help, without its prompt."""
    shown = [text[2:] for text in _written(command).get("範例", []) if text.startswith("$ ")]
    return next((located(text) for text in shown if path in text), path)


def said(text: str, say: Callable[[str], str] = say) -> str:
    """Return a text of the kit or of Typer in the user's language."""
    return say("印出這份說明。" if text == "Show this message and exit." else text)


def _written(command: Any) -> dict[str, list[str]]:
    """Return the paragraphs and examples of a docstring by title; the first ones have none."""
    title, sections = "", {"": list[str]()}
    for block in (command.help or "").split("\n\n"):
        if re.match(r"\S.*\n ", block):
            title, _, block = block.partition("\n")
        texts = re.split(r"(?m)^(\$ .*)$", re.sub(r"(?m)^ +| +(?= )", "", block))
        lines = (_NO_BLANK.sub("", text.strip()).replace("\n", " ") for text in texts)
        sections.setdefault(title, []).extend(filter(None, lines))
    return sections


class _Page(NamedTuple):
    command: Any
    context: Any
    say: Callable[[str], str]
    width: int

    def sections(self) -> dict[str, list[str]]:
        """Return the lines of all sections by title."""
        written, path = _written(self.command), self.context.command_path
        written.setdefault("結束狀態", ["0：完成；2：用法或輸入不對。"])
        written["參見"] = [*filter(None, map(present, written.pop("參見", [])))]
        below = getattr(self.command, "commands", {}).items()
        rows = (f"{name:9} {self.say(summary(command))}" for name, command in below)
        return {
            "名稱": [self.wrapped(f"{path} - {self.say(summary(self.command))}")],
            "用法": [self.wrapped(" ".join([path, *self.usage()]))],
            "說明": self.body(written.pop("")[1:]),
            "範例": self.body(written.pop("範例", [])),
            "子命令": [self.wrapped(row, hang=14) for row in rows],
            **self.parameters(),
            **{title: self.body(paragraphs) for title, paragraphs in written.items()},
        }

    def usage(self) -> Iterator[str]:
        """Yield the words of the shortest call: required options, and all arguments."""
        yield self.say(self.command.options_metavar)
        for param in self.command.get_params(self.context):
            metavar = self.say(param.metavar or "") + "…" * (param.nargs < 0)
            if param.param_type_name == "argument":
                yield metavar if param.required else f"[{metavar}]"
            elif param.required:
                yield f"{param.opts[0]} {metavar}"
        yield self.say(getattr(self.command, "subcommand_metavar", ""))

    def parameters(self) -> dict[str, list[str]]:
        """Return the parameters; shared options are only named, except on the page that has all."""
        sections = {"參數": list[str](), "選項": list[str]()}
        for param in self.command.get_params(self.context):
            title, names = param.rich_help_panel or "選項", [param.opts, param.secondary_opts]
            if param.param_type_name == "argument":
                title, names = "參數", []
            term = " / ".join(", ".join(sorted(flags, key=len)) for flags in names if flags)
            term, notes = f"{term} {self.say(param.metavar or '')}".strip(), self.notes(param)
            does, lines = said(param.help or "", self.say), sections.setdefault(title, [])
            if param.rich_help_panel and self.context.command_path != "judge":
                elsewhere = self.say("每一項的意思見 judge --help。")
                lines[-1:] = map(self.wrapped, (f"{term} {notes}", elsewhere))
            elif not param.hidden:
                lines += self.wrapped(term), self.wrapped(f"{does} {notes}", indent=8)
        return sections

    def notes(self, param: Any) -> str:
        """Return the default and the bounds of a parameter."""
        notes = []
        default = param.default if param.show_default is True else param.show_default
        if default is not None and default is not False:
            shown = param.opts[0] if default is True else str(default).strip("[]")
            notes.append(self.say("預設：") + self.say(shown.removesuffix(".0")))
        if param.min is not None:
            least, most = (str(bound).removesuffix(".0") for bound in (param.min, param.max))
            # A larger bound is a limit of the machine, not a rule for users.
            bounds = self.say("{least} 到 {most}" if (param.max or 1e6) < 1e6 else "至少 {least}")
            notes.append(bounds.format(least=least, most=most))
        return f"[{self.say('；').join(notes)}]" if notes else ""

    def body(self, paragraphs: list[str]) -> list[str]:
        """Return paragraphs as lines; an example follows its description without an empty line."""
        lines: list[str] = []
        for text in paragraphs:
            if text.startswith("$ "):
                lines.append(self.wrapped(located(text), 6, 8))
            else:
                lines += [*[""][: len(lines)], self.wrapped(self.say(text), hang=4)]
        return lines

    def wrapped(self, text: str, indent: int = 4, hang: int = 8) -> str:
        """Break a paragraph or a command into lines; all but the first start at `hang`.

        >>> print(_Page(None, None, str, 16).wrapped("輸入：第一行是 deck，由下而上。", 2, 2))
          輸入：第一行是
          deck，由下而
          上。
        """
        unit, end = (_WORD, " \\") if text.startswith("$ ") else (_UNIT, "")
        lines, line = [], " " * indent
        for piece in unit.findall(text):
            if cell_len(line + piece.rstrip() + end) > self.width:
                lines.append(line.rstrip() + end)
                line, piece = " " * hang, piece.lstrip()
            line += piece
        return "\n".join([*lines, line.rstrip()])
