"""Statements: Markdown in, what a judge wants out.

The Markdown of a statement has paragraphs of one line, headings (``##``), lists (``-``), fenced
code, and `code` within text. Nothing else, so that every format can say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.problem.problem import Problem

_SPECIAL = re.compile(r"[\\{}$&#%_^~]")
_NAMED = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}


def to_latex(problem: Problem) -> str:
    """Return the statement in LaTeX, as Kattis wants it."""
    return f"\\problemname{{{_escaped(problem.title)}}}\n\n{body_to_latex(problem.statement)}"


def body_to_latex(markdown: str) -> str:
    """Return Markdown in LaTeX."""
    return "".join(f"{line}\n" for line in _latex(markdown))


def _latex(markdown: str) -> Iterator[str]:
    in_list = in_code = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            in_code = not in_code
            yield r"\begin{verbatim}" if in_code else r"\end{verbatim}"
            continue
        if in_code:
            yield line
            continue
        item = line.startswith("- ")
        if item != in_list:
            yield r"\begin{itemize}" if item else r"\end{itemize}"
            in_list = item
        if line.startswith("## "):
            yield rf"\section*{{{_text(line[3:])}}}"
        else:
            yield rf"\item {_text(line[2:])}" if item else _text(line)
    if in_list:
        yield r"\end{itemize}"


def _text(line: str) -> str:
    parts = line.split("`")
    return "".join(
        rf"\texttt{{{_escaped(part)}}}" if index % 2 else _escaped(part)
        for index, part in enumerate(parts)
    )


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: _NAMED.get(found[0], f"\\{found[0]}"), text)
