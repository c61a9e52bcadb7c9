r"""Statements in LaTeX, as the template of problemtools sets them, with LuaLaTeX or plasTeX.

The template loads no font with Chinese characters, and LuaLaTeX breaks no line between these by
itself: `_CHINESE` sees to both, after ``\begin{document}``, where a statement stands.
"""

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from judge.problem.statement import Statement

_SPECIAL = re.compile(r"[\\{}$&#%_^~<>|\"]")
_NAMED = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}
_CHINESE = r"""\ifplastex\else
\IfFontExistsTF{Noto Serif CJK TC}{
  \setmainfont{Noto Serif CJK TC}
  \setsansfont{Noto Sans CJK TC}
  \setmonofont{Noto Sans Mono CJK TC}
}{\IfFontExistsTF{AR PL UMing TW}{
  \setmainfont{AR PL UMing TW}
  \setsansfont{AR PL UMing TW}
  \setmonofont{AR PL UMing TW}
}{}}
\directlua{
  local glyph, closing = node.id("glyph"), {}
  for _, code in ipairs({0x3001, 0x3002, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F, 0x300D, 0xFF09}) do
    closing[code] = true
  end
  local function wide(n) return n and n.id == glyph and n.char >= 0x2E80 and n.char < 0x1F000 end
  local function breaks(head)
    local n = head
    while n do
      local after = n.next
      if after and after.id == glyph and n.id == glyph and (wide(n) or wide(after)) then
        local penalty, glue = node.new("penalty"), node.new("glue")
        penalty.penalty = closing[after.char] and 10000 or 0
        node.setglue(glue, 0, 32768, 0)
        node.insert_after(head, n, penalty)
        node.insert_after(head, penalty, glue)
      end
      n = after
    end
    return head
  end
  luatexbase.add_to_callback("pre_linebreak_filter", breaks, "breaks between Chinese characters")
}\fi
"""
_WRAPS = {
    "strong": (r"\textbf{", "}"),
    "em": (r"\emph{", "}"),
    "s": (r"\sout{", "}"),
    "bullet_list": ("\\begin{itemize}\n", "\\end{itemize}\n"),
    "ordered_list": ("\\begin{enumerate}\n", "\\end{enumerate}\n"),
    "list_item": (r"\item ", ""),
    "blockquote": ("\\begin{quote}\n", "\\end{quote}\n"),
    "table": ("", "\\end{tabular}\n\n"),
    "thead": ("", ""),
    "tbody": ("", ""),
    "link": ("", "}"),
    "tr": ("", " \\\\ \\hline\n"),
    "hr": ("\\medskip\n\n",),
    "softbreak": ("\n",),
    "hardbreak": ("\\\\\n",),
}
_COLUMNS = {"text-align:right": "r", "text-align:center": "c"}


def to_latex(statement: Statement, title: str) -> str:
    """Return a statement with its title, as Kattis wants it."""
    body = "".join(_parts(statement.tokens))
    chinese = _CHINESE if re.search("[\u2e80-\uffef]", title + body) else ""
    return f"{chinese}\\problemname{{{escaped(title)}}}\n\n{body}"


def escaped(text: str) -> str:
    """Return text so that LaTeX shows it."""
    return _SPECIAL.sub(lambda found: _NAMED.get(found[0], f"\\{found[0]}"), text)


def _parts(tokens: Sequence[Token]) -> Iterator[str]:
    for at, token in enumerate(tokens):
        kind = token.type.removesuffix("_open").removesuffix("_close")
        match kind:
            case "heading":
                section = "section" if token.tag in {"h1", "h2"} else "subsection"
                yield f"\\{section}*{{" if token.nesting > 0 else "}\n\n"
            case "paragraph":
                yield "" if token.nesting > 0 else "\n" if token.hidden else "\n\n"
            case "inline":
                yield from _parts(token.children or ())
            case "fence" | "code_block":
                yield f"\\begin{{verbatim}}\n{token.content.rstrip()}\n\\end{{verbatim}}\n\n"
            case "math_block":
                yield f"\\[{token.content.strip()}\\]\n\n"
            case "table" if token.nesting > 0:
                columns = "|".join(_columns(tokens, at))
                yield f"\\begin{{tabular}}{{|{columns}|}}\n\\hline\n"
            case "th" | "td":
                first = token.nesting < 0 or tokens[at - 1].type == "tr_open"
                yield "" if first else " & "
            case "text":
                yield escaped(token.content)
            case "code_inline":
                yield rf"\texttt{{{escaped(token.content)}}}"
            case "math_inline":
                yield f"${token.content}$"
            case "math_inline_double":
                yield f"\\[{token.content}\\]"
            case "image":
                yield rf"\includegraphics[width=0.8\textwidth]{{{token.attrs['src']}}}"
            case "link" if token.nesting > 0:
                yield rf"\href{{{token.attrs['href']}}}{{"
            case _:
                yield _WRAPS[kind][token.nesting < 0]


def _columns(tokens: Sequence[Token], at: int) -> Iterator[str]:
    """Yield how the columns of a table are aligned."""
    for token in tokens[at:]:
        if token.type == "thead_close":
            return
        if token.type == "th_open":
            yield _COLUMNS.get(str(token.attrs.get("style", "")), "l")
