"""The help of a command as a page in the style of man, in the user's language.

The page consists of the docstring of the command's function, and of its arguments, options and
subcommands. The first paragraph of the docstring becomes the line of the name. Sections follow the
paragraphs: their titles are not indented, their contents are. A line that starts with ``$ `` is an
example; all other lines form paragraphs. The catalogue has the English of every Chinese text.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from inspect import cleandoc
from typing import Any, TypeAlias

from cardjudge import language
from cardjudge.commands.layout import definition, joined, wrapped, wrapped_command
from cardjudge.kit import located, present

Say: TypeAlias = Callable[[str], str]

_WIDEST, _NARROWEST = 100, 20
_INDENT, _HANG = 4, 8
_EXITS, _EXAMPLES, _SEE_ALSO = "結束狀態", "範例", "參見"
_BOUND = re.compile(r"(?:; )?(?:x>=([-.\d]+)|([-.\d]+)<=x<=([-.\d]+))")
_LONGEST_BOUND = 6
"""Characters; a larger bound is a limit of the machine, not a rule for users."""
_FULL, _ELSEWHERE = "judge", "每一項的意思見 judge --help。"
"""The page that explains the options of a section which many commands share."""
_OF_TYPER = {"Show this message and exit.": "印出這份說明。"}


def page(command: Any, context: Any, say: Say = language.say, width: int | None = None) -> str:
    """Return the page of a Click command, `width` columns wide."""
    width = width or max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns))
    sections = _sections(command, context, say, width)
    return "\n\n".join("\n".join([say(title), *body]) for title, body in sections if body)


def summary(command: Any) -> str:
    """Return the first paragraph of a command's help, as one line."""
    return next(iter(_paragraphs(_halves(command)[0])), "")


def said(text: str, say: Say) -> str:
    """Return a text of the kit or of Typer in the user's language."""
    return say(_OF_TYPER.get(text, text))


def _sections(command: Any, context: Any, say: Say, width: int) -> Iterator[tuple[str, list[str]]]:
    path, (text, more) = context.command_path, _halves(command)
    name = f"{path} - {say(summary(command))}"
    usage = " ".join([path, *_usage(command, context, say)])
    yield "名稱", [wrapped(name, width, _INDENT, _HANG)]
    yield "用法", [wrapped(usage, width, _INDENT, _HANG)]
    titled = dict(_titled(more))
    yield "說明", _body(_paragraphs(text)[1:], say, width)
    yield "範例", _body(titled.pop(_EXAMPLES, []), say, width)
    subcommands = getattr(command, "commands", {})
    hang = _INDENT + 2 + max(map(len, subcommands), default=0)
    does = {name: say(summary(subcommand)) for name, subcommand in subcommands.items()}
    yield "子命令", [definition(name, text, width, _INDENT, hang) for name, text in does.items()]
    records: dict[str, list[str]] = {"參數": [], "選項": []}
    for param in command.get_params(context):
        if not param.hidden:
            kind = (
                "參數" if param.param_type_name == "argument" else param.rich_help_panel or "選項"
            )
            term, meaning, notes = _record(param, context, say)
            if kind == param.rich_help_panel and path != _FULL:
                told = wrapped(f"{term} {notes}".rstrip(), width, _INDENT, _HANG)
            else:
                told = definition(term, f"{meaning} {notes}".strip(), width, _INDENT, _HANG)
            records.setdefault(kind, []).append(told)
    for title, told_all in records.items():
        shared = title not in ("參數", "選項") and path != _FULL
        yield title, [*told_all, *([wrapped(say(_ELSEWHERE), width, _INDENT)] * shared)]
    seen_also = titled.pop(_SEE_ALSO, [])
    titled.setdefault(_EXITS, ["0：完成；2：用法或輸入不對。"])
    for title, paragraphs in titled.items():
        yield title, _body(paragraphs, say, width)
    yield _SEE_ALSO, _body([*filter(None, map(present, seen_also))], say, width)


def _usage(command: Any, context: Any, say: Say) -> Iterator[str]:
    yield say(command.options_metavar)
    for param in command.get_params(context):
        if param.param_type_name == "option" and param.required:
            yield f"{param.opts[0]} {say(param.metavar or param.name.upper())}"
        if param.param_type_name == "argument" and not param.hidden:
            name = say(param.metavar) + ("…" if param.nargs < 0 else "")
            yield name if param.required else f"[{name}]"
    ending = getattr(command, "subcommand_metavar", "")
    if ending:
        yield say(ending)


def _record(param: Any, context: Any, say: Say) -> tuple[str, str, str]:
    """Return a parameter as it is written, its meaning, and Typer's defaults and bounds."""
    metavar = say(param.metavar) if param.metavar else ""
    if param.param_type_name == "argument":
        term = metavar
    else:
        spellings = [sorted(names, key=len) for names in (param.opts, param.secondary_opts)]
        term = " / ".join(", ".join(names) for names in spellings if names)
        term += f" {metavar}" if metavar else ""
    help_text = param.help or ""
    notes = param.get_help_record(context)[1].removeprefix(help_text).strip()
    notes = _BOUND.sub(partial(_bounds, say), notes).replace("[; ", "[")
    notes = notes.replace("; required", "").removesuffix("[required]")  # the usage says so
    notes = re.sub(r"\.0(?=[;)\]])", "", notes.removesuffix("[]"))
    if isinstance(param.show_default, str):
        shown = param.show_default.removesuffix(".0")
        notes = notes.replace(f"({shown})", say(shown))
    notes = notes.replace("default: ", say("預設：")).replace("; ", say("；"))
    return term, said(help_text, say), notes


def _bounds(say: Say, found: re.Match[str]) -> str:
    """Return the bounds of a number in words, without one that is very large."""
    least, most = found[1] or found[2], found[3]
    told = "至少 {least}" if most is None or len(most) > _LONGEST_BOUND else "{least} 到 {most}"
    return "; " + say(told).format(least=least.removesuffix(".0"), most=most)


def _halves(command: Any) -> tuple[str, str]:
    """Return the paragraphs of the help, and its sections from the first title on."""
    text, *more = re.split(r"(?m)^(?=\S.*\n )", cleandoc(command.help or ""), maxsplit=1)
    return text, "".join(more)


def _titled(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of a text: titles, which are not indented, and their paragraphs."""
    for title, body in re.findall(r"(?m)^(\S.*)((?:\n(?!\S).*)*)", text):
        yield title, _paragraphs(body)


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, split at empty lines and around examples."""
    paragraphs: list[str] = []
    lines: list[str] = []
    for line in [*map(str.strip, text.splitlines()), ""]:
        if line and not line.startswith("$ "):
            lines.append(line)
            continue
        if lines:
            paragraphs.append(joined(lines))
            lines = []
        if line:
            paragraphs.append(line)
    return paragraphs


def _body(paragraphs: list[str], say: Say, width: int) -> list[str]:
    """Return paragraphs as lines; an example follows its description without an empty line."""
    body: list[str] = []
    for text in paragraphs:
        if text.startswith("$ "):
            body.append(wrapped_command(located(text.removeprefix("$ ")), width, _INDENT + 2))
        else:
            body += [""] if body else []
            body.append(wrapped(say(text), width, _INDENT))
    return body
