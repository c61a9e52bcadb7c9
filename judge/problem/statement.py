"""Statements: CommonMark with tables, strikethrough and ``$formulas$``.

A fenced block whose info string is the name of a sample, like ``1.in`` or ``1.out``, shows that
sample; an empty block is filled with the file. Judges that show samples themselves get a statement
without these blocks, and without headings that have nothing else below them.
"""

import base64
import html
import math
import mimetypes
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Self
from urllib.parse import unquote

from cardjudge.commands.extras import needed
from cardjudge.language import listed
from judge.problem.description import Fault
from judge.problem.problem import Problem, read_text

with needed("problem", "題目敘述"):
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin

PICTURES = {".png": b"\x89PNG", ".jpg": b"\xff\xd8\xff", ".jpeg": b"\xff\xd8\xff"}
"""Endings of pictures that all judges can show, with the first bytes of such files."""
LARGEST = 5
"""Most MiB of a picture."""
_SAMPLE = re.compile(r"[\w.-]+\.(?:in|out)")
_PARTS = {"輸入": 1, "input": 1, "輸出": 2, "output": 2}
_FORMAT = re.compile(r"(.*?)(?:格式|說明|檔案|檔| format| specification| file)?")
_TARGET = re.compile(r"(\](?:\(|:)\s*)(<[^<>]*>|[^\s<>)]+)")
"""Matches the address of a picture in a line of Markdown."""
_RULER = re.compile(r"\|? *:?-+:? *(\| *:?-+:? *)+\|?")
"""Matches the line between the heading and the rows of a table."""
_MATH = {"math_inline": "inline", "math_inline_double": "block", "math_block": "block"}
_LIMITS = {
    "zh": "時間：{time:g} 秒；記憶體：{memory} MiB；作者：{author}；授權：{licence}",
    "en": "Time: {time:g} s; memory: {memory} MiB; author: {author}; licence: {licence}",
}
_SOURCE = {"zh": "；出處：{source}", "en": "; source: {source}"}
_KNOWN = {*_MATH} | set(
    """
    paragraph_open heading_open bullet_list_open ordered_list_open list_item_open blockquote_open
    table_open thead_open tbody_open tr_open th_open td_open strong_open em_open s_open link_open
    fence code_block hr inline text code_inline softbreak hardbreak image
    """.split()
)


class Statement:
    """A statement in one language; `files` are the contents for empty sample blocks."""

    def __init__(
        self,
        text: str,
        file: str,
        folder: Path,
        files: Mapping[str, str] | None = None,
        title: str = "",
    ) -> None:
        self.file, self.folder, self.title, self._files = file, folder, title, files or {}
        self.tag = file.removeprefix("statement.").removesuffix(".md")
        self._lines = text.splitlines()
        parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        parser.use(dollarmath_plugin, double_inline=True, allow_space=False, allow_digits=False)
        parser.use(footnote_plugin)
        self._parser = parser

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens of the statement, with filled sample blocks."""
        tokens = self._parser.parse("\n".join(self._lines))
        for token in tokens:
            if _is_sample(token) and not token.content.strip():
                token.content = self._files.get(token.info.strip(), "")
        return tokens

    @property
    def samples(self) -> dict[str, tuple[int | None, str]]:
        """Lines and texts of the sample blocks, by the names of the samples' files."""
        blocks = filter(_is_sample, self.tokens)
        return {block.info.strip(): (_line(block), block.content) for block in blocks}

    @property
    def pictures(self) -> list[str]:
        """The files of the pictures, without repetition."""
        names = (_picture(token) for _, token in self._all() if token.type == "image")
        return list(dict.fromkeys(names))

    @property
    def formulas(self) -> list[tuple[int | None, str, bool]]:
        """Line and text of each formula, and whether it is a block of its own."""
        return [
            (line, token.content, _MATH[token.type] == "block")
            for line, token in self._all()
            if token.type in _MATH
        ]

    @property
    def limits(self) -> set[str]:
        """The formulas with an upper bound; they are the same in every language."""
        formulas = (re.sub(r"\s", "", text) for _, text, _ in self.formulas)
        return {text for text in formulas if re.search(r"\\le(?:q|qslant)?(?![a-z]).*\d", text)}

    @property
    def faults(self) -> list[Fault]:
        """The faults: all that some format cannot show."""
        faults = [fault for line, token in self._all() if (fault := self._fault(token, line))]
        faults += self._tables()
        return sorted(faults, key=lambda fault: fault.line or 0)

    def without_samples(self) -> Self:
        """Return the statement for a judge that shows the samples itself."""
        dropped: set[int] = set()
        for token in self.tokens:
            if _is_sample(token) and token.map:
                dropped |= {*range(*token.map)}
        headings = self._headings()
        rest = [
            at not in dropped | headings.keys() and row.strip()
            for at, row in enumerate(self._lines)
        ]
        for start, (tag, _) in headings.items():
            ends = (at for at, (other, _) in headings.items() if at > start and other <= tag)
            section = range(start + 1, next(ends, len(rest)))
            if dropped.intersection(section) and not any(rest[row] for row in section):
                dropped.add(start)
        return self._of([row for at, row in enumerate(self._lines) if at not in dropped])

    def with_pictures(self, names: Mapping[str, str] | None = None) -> Self:
        """Return the statement with its pictures renamed, or as ``data:`` addresses."""
        names = names or {name: _inside(self.folder / name) for name in self.pictures}

        def put_in(match: re.Match[str]) -> str:
            name = unquote(match[2].strip("<>"))
            return match[1] + names[name] if name in names else match[0]

        return self._of([_TARGET.sub(put_in, row) for row in self._lines])

    def parts(self, html: bool = False) -> tuple[str, str, str]:
        """Return the story and the sections on input and output, for judges that separate them."""
        sections: list[list[str]] = [[], [], []]
        headings = self._headings()
        part = 0
        for number, row in enumerate(self._lines):
            tag, text = headings.get(number, ("", ""))
            if tag == "h2":
                title = _FORMAT.fullmatch(text.strip().lower())
                part = _PARTS.get(title[1], 0) if title else 0
                if part:
                    continue
            sections[part].append(row)
        texts = map(self._of, sections)
        story, input, output = (t.to_html(dollars=True) if html else t.to_markdown() for t in texts)
        return story, input, output

    def _headings(self) -> dict[int, tuple[str, str]]:
        """Return tags and texts of the headings by line."""
        return {
            token.map[0]: (token.tag, title.content)
            for token, title in pairwise(self.tokens)
            if token.type == "heading_open" and token.map
        }

    def _of(self, rows: Sequence[str]) -> Self:
        text = "\n".join(rows).strip("\n")
        return type(self)(text, self.file, self.folder, self._files, self.title)

    def to_html(self, dollars: bool = False) -> str:
        """Return HTML with embedded pictures; formulas in elements, or between dollars."""

        def formula(tokens: Sequence[Token], at: int, *_: object) -> str:
            text, display = html.escape(tokens[at].content), _MATH[tokens[at].type]
            mark = "$" if display == "inline" else "$$"
            marked = f'<span class="math" data-display="{display}">{text}</span>'
            return f"{mark}{text}{mark}" if dollars else marked

        renderer = self._parser.renderer
        renderer.rules |= dict.fromkeys(_MATH, formula)  # type: ignore[attr-defined]
        for _, token in self._all():
            if token.type == "image":
                token.attrs["src"] = _inside(self.folder / _picture(token))
        self._parser.options["xhtmlOut"] = False
        return str(renderer.render(self.tokens, self._parser.options, {}))

    def to_markdown(self) -> str:
        """Return Markdown with filled sample blocks."""
        rows = list(self._lines)
        for token in reversed(self.tokens):
            if _is_sample(token) and token.map:
                start, end = token.map
                rows[start + 1 : end - 1] = token.content.rstrip("\n").split("\n")
                rows[start] = token.markup
        return "\n".join(rows).rstrip("\n") + "\n"

    def _all(self) -> Iterator[tuple[int | None, Token]]:
        """Yield all tokens, inline ones too, with their lines."""
        line = None
        for token in self.tokens:
            line = _line(token) or line
            yield line, token
            row = line
            for child in token.children or ():
                yield row, child
                if row is not None and child.type in {"softbreak", "hardbreak"}:
                    row += 1

    def _fault(self, token: Token, line: int | None) -> Fault | None:
        if token.nesting < 0:
            return None
        if token.type == "image":
            return self._picture_fault(_picture(token), line)
        if token.type not in _KNOWN:
            what = token.content.strip() or token.type
            return Fault(self.file, line, "不是每個系統都能顯示這個：{what}", what=what)
        return None

    def _tables(self) -> Iterator[Fault]:
        """Yield faults: tables that are none, and cells beyond a table's width."""
        width = 0
        for line, token in self._all():
            if token.type == "text" and _RULER.fullmatch(token.content):
                template = "這不是表格：標題和這一列的格數不一樣；格子裡的 | 要寫成 \\|"
                yield Fault(self.file, line, template)
            elif token.type == "tr_open" and token.map:
                row = self._lines[token.map[0]].strip().removeprefix("|").removesuffix("|")
                count = len(re.split(r"(?<!\\)\|", row))
                width = width or count
                if count > width:
                    template = "表格的這一列有 {count} 格，比標題多；格子裡的 | 要寫成 \\|"
                    yield Fault(self.file, line, template, count=count)
            elif token.type == "table_close":
                width = 0

    def _picture_fault(self, name: str, line: int | None) -> Fault | None:
        path = Path(name)
        if "://" in name or name.startswith("data:") or path.is_absolute() or len(path.parts) != 1:
            return Fault(self.file, line, "圖要放在題目的資料夾裡：{name}", name=name)
        if path.suffix not in PICTURES:
            endings = listed(PICTURES)
            return Fault(self.file, line, "圖 {name} 要是 {known}", name=name, known=endings)
        picture = self.folder / name
        if not os.path.isfile(picture):  # Path.is_file raises for a name that is too long
            return Fault(self.file, line, "沒有這張圖：{name}", name=name)
        with picture.open("rb") as file:
            if not file.read(8).startswith(PICTURES[path.suffix]):
                return Fault(name, None, "這不是 {kind} 的圖", kind=path.suffix)
        if (size := picture.stat().st_size) > LARGEST << 20:
            parts = {"size": math.ceil(size / (1 << 20)), "most": LARGEST}
            return Fault(name, None, "圖有 {size} MiB，至多 {most}", **parts)
        return None


def _is_sample(token: Token) -> bool:
    return token.type == "fence" and bool(_SAMPLE.fullmatch(token.info.strip()))


def _picture(token: Token) -> str:
    """Return the file of a picture, from its percent-encoded address."""
    return unquote(str(token.attrs["src"]))


def _line(token: Token) -> int | None:
    return token.map[0] + 1 if token.map else None


def _inside(path: Path) -> str:
    kind, _ = mimetypes.guess_type(path.name)
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def statement(problem: Problem, tag: str, footer: bool = True) -> Statement:
    """Return the statement in a language, with limits, author and licence at its end.

    Fault if it is missing.
    """
    file = f"statement.{tag}.md"
    text = read_text(problem.folder, file)
    if footer:
        text = f"{text.rstrip()}\n\n---\n\n{credits(problem, tag)}\n"
    title = problem.described.names[tag]
    return Statement(text, file, problem.folder, problem.samples, title)


def credits(problem: Problem, tag: str) -> str:
    """Return limits, author and licence in one line, for judges without fields for them."""
    described, spoken = problem.described, tag[:2] if tag[:2] in _LIMITS else "en"
    row = _LIMITS[spoken] + (_SOURCE[spoken] if described.source else "")
    return row.format(**vars(described))
