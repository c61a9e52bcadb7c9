"""Statements as PDF: Chromium prints them, and KaTeX sets their formulas.

KaTeX comes from npm at its first use.
"""

import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from html import escape, unescape
from pathlib import Path

from cardjudge.commands.extras import needed
from cardjudge.errors import UserError
from cardjudge.files import write_all
from cardjudge.npm import Package
from cardjudge.programs.process import Limits, run
from judge.problem.description import Fault
from judge.problem.statement import Statement

with needed("problem", "題目的 PDF"):
    from pypdf import PdfWriter
    from pypdf.generic import StreamObject

KATEX = Package(
    "katex",
    "0.19.1",
    "sha512-jG8uKntjSEcm2EpQOh0XturpPuuC9r3Sq5HLHdsFdWZT27E672SF19QEi+of0/YeOy15lDgRhKvr5614uRrEfA==",
)
_STYLE, _SCRIPT = "dist/katex.min.css", "dist/katex.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_LIMITS = Limits(wall=120, output=1 << 28)
_PAGE = """<html lang="{tag}"><head><meta charset="utf-8"><title>{title}</title><style>
@page {{ size: A4; margin: 22mm 20mm }}
body {{ font: 11pt/1.6 "Noto Serif CJK TC", "Noto Sans CJK TC", PMingLiU, "PingFang TC", serif }}
code, pre {{ font-family: "Noto Sans Mono CJK TC", monospace; font-size: 9.5pt }}
pre {{ border: 1px solid #999; padding: 4pt 6pt; white-space: pre-wrap; line-height: 1.35 }}
h1, h2, h3 {{ line-height: 1.25; break-after: avoid }}
table {{ border-collapse: collapse }} th, td {{ border: 1px solid #999; padding: 2pt 8pt }}
img {{ max-width: 100% }}
blockquote {{ border-left: 3pt solid #666; margin-left: 0; padding-left: 10pt }}
</style>{head}</head><body>
{body}
</body></html>
"""
_LINK = f'<link rel="stylesheet" href="{_STYLE}">'
_SET = """<script>
for (const formula of document.querySelectorAll(".math")) {
  const displayMode = formula.dataset.display === "block";
  katex.render(formula.textContent, formula, { displayMode, output: "html" });
}
</script>"""
_REFUSED = """<script>
const trust = ({ command }) => { throw new Error(command) };
document.body.textContent = JSON.stringify(%s.map(([formula, displayMode]) => {
  try { katex.renderToString(formula, { displayMode, trust }) }
  catch (error) { return error.rawMessage || error.message }
}));
</script>"""
"""KaTeX shows a command that it does not trust, such as a link, by its name in red."""
_TIMES = ("/CreationDate", "/ModDate")
_RADICALS = re.compile(rb"^<(\w+)> (?:<(\w+)> )?<(2F[0-9A-D][0-9A-F])>$", re.MULTILINE)
"""Matches a glyph code, or a range of them, that is mapped to a radical."""
_NODES = re.compile(rb"\(node\d{8}\)")
"""Matches the name of a table's cell, by the number that Chromium happened to give it."""


def formula_faults(statements: Iterable[Statement]) -> Iterator[Fault]:
    """Yield the formulas that KaTeX refuses; UserError without Chromium or KaTeX."""
    formulas = [(prose.file, *formula) for prose in statements for formula in prose.formulas]
    if not formulas:
        return
    data = json.dumps([row[2:] for row in formulas]).replace("<", "\\u003c")
    script = f"<script src='{_SCRIPT}'></script><body>{_REFUSED % data}"
    page = _chromium(script, "--dump-dom", _SCRIPT).decode()
    reasons = json.loads(unescape(page.partition("<body>")[2].partition("</body>")[0]))
    for (file, line, formula, _), reason in zip(formulas, reasons, strict=True):
        if reason is not None:
            parts = {"formula": formula, "reason": reason}
            yield Fault(file, line, "KaTeX 無法顯示算式 {formula}：{reason}", **parts)


def to_pdf(statement: Statement) -> bytes:
    """Return the statement as PDF; UserError without Chromium, KaTeX or a font for Chinese."""
    page = _page(statement)
    if re.search("[\u2e80-\uffef]", page) and not _has_chinese():
        raise UserError("題目的 PDF 要有中文字型：apt-get install fonts-noto-cjk")
    needs = (_STYLE, _SCRIPT, "dist/fonts/") if statement.formulas else ()
    return _mended(_chromium(page, "--print-to-pdf", *needs))


def _page(statement: Statement) -> str:
    head = f"{_LINK}<script src='{_SCRIPT}'></script>" if statement.formulas else ""
    title, formulas = escape(statement.title), _SET if statement.formulas else ""
    body = f"<h1>{title}</h1>{statement.to_html()}\n{formulas}"
    return "<!DOCTYPE html>" + _PAGE.format(tag=statement.tag, title=title, head=head, body=body)


def _chromium(page: str, flag: str, *needs: str) -> bytes:
    """Return the page as Chromium has it after its scripts, or prints it.

    `needs` are the beginnings of the names of the needed files of KaTeX.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise UserError("算式和 PDF 要有 Chromium 或 Chrome：apt-get install chromium")
    files = KATEX.files() if needs else {}
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        write_all(Path(folder), {n: data for n, data in files.items() if n.startswith(needs)})
        source, target = Path(folder, "statement.html"), Path(folder, "statement.pdf")
        source.write_text(page, encoding="utf-8")
        flags = ["--headless", "--disable-gpu", "--no-pdf-header-footer"]
        flags += [f"--user-data-dir={folder}/profile", f"{flag}={target}", f"file://{source}"]
        if os.geteuid() == 0:  # Chromium's own sandbox does not work for root
            flags.insert(0, "--no-sandbox")
        ended, output = run([browser, *flags], limits=_LIMITS, env={**os.environ, "HOME": folder})
        data = target.read_bytes() if target.exists() else output
    if not data:
        reason = ended.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise UserError("Chromium 沒有印出 PDF：{reason}", reason=reason)
    return data


def _mended(pdf: bytes) -> bytes:
    """Return the PDF without its time and chance, and with characters in place of radicals.

    Fonts draw ``⼀``, the first radical, and ``一`` with one glyph, and Chromium maps that glyph to
    the radical, so copied text would contain radicals.
    """
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    for entry in writer._objects:
        if isinstance(entry, StreamObject) and b"begincmap" in (data := entry.get_data()):
            entry.set_data(_RADICALS.sub(_characters, data))
    writer.metadata = {k: v for k, v in (writer.metadata or {}).items() if k not in _TIMES}
    target = io.BytesIO()
    writer.write(target)
    data = target.getvalue()
    numbers = {node: number for number, node in enumerate(sorted(set(_NODES.findall(data))))}
    return _NODES.sub(lambda match: b"(node%08d)" % numbers[match[0]], data)


def _characters(match: re.Match[bytes]) -> bytes:
    first, last, radical = (int(code or match[1], 16) for code in match.groups())
    radicals = map(chr, range(radical, radical + last - first + 1))
    codes = [f"<{ord(unicodedata.normalize('NFKC', code)):04X}>" for code in radicals]
    return match[0].replace(
        b"<%b>" % match[3], f"[{' '.join(codes)}]".encode() if match[2] else codes[0].encode()
    )


def _has_chinese() -> bool:
    """Return whether a Chinese font is installed; True if `fc-list` is missing."""
    lister = shutil.which("fc-list")
    if lister is None:
        return True
    fonts = subprocess.run([lister, ":lang=zh-tw"], capture_output=True, check=False).stdout
    return bool(fonts.strip())
