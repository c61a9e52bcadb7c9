"""Statements as PDF, printed by Chromium with embedded fonts and text that can be copied."""

import html
import io
import os
import re
import shutil
import subprocess
import tempfile
import unicodedata
from pathlib import Path

from cardjudge.commands.extras import needed
from cardjudge.errors import UserError
from cardjudge.programs.process import Limits, run
from judge.problem.statement import Statement

with needed("problem", "題目的 PDF"):
    from pypdf import PdfWriter
    from pypdf.generic import StreamObject

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_SECONDS = 120
_MANY = 1 << 28
_PAGE = """<!DOCTYPE html>
<html lang="{tag}"><head><meta charset="utf-8"><title>{title}</title><style>
@page {{ size: A4; margin: 22mm 20mm }}
body {{ font: 11pt/1.6 "Noto Serif CJK TC", "Noto Sans CJK TC", PMingLiU, "PingFang TC", serif }}
code, pre {{ font-family: "Noto Sans Mono CJK TC", monospace; font-size: 9.5pt }}
pre {{ border: 1px solid #999; padding: 4pt 6pt; white-space: pre-wrap; line-height: 1.35 }}
h1, h2, h3 {{ line-height: 1.25; break-after: avoid }}
table {{ border-collapse: collapse }} th, td {{ border: 1px solid #999; padding: 2pt 8pt }}
img {{ max-width: 100% }}
</style></head><body><h1>{title}</h1>
{body}</body></html>
"""
_TIMES = ("/CreationDate", "/ModDate")
_RADICALS = re.compile(rb"^<(\w+)> (?:<(\w+)> )?<(2F[0-9A-D][0-9A-F])>$", re.MULTILINE)
"""Matches a glyph code, or a range of them, that is mapped to a radical."""


def to_pdf(statement: Statement, title: str, tag: str) -> bytes:
    """Return the statement as PDF; UserError without Chromium or a font for Chinese."""
    page = _PAGE.format(title=html.escape(title), tag=tag, body=statement.to_html())
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise UserError("題目的 PDF 要由 Chromium 或 Chrome 產生：apt-get install chromium")
    if re.search("[\u2e80-\uffef]", page) and not _has_chinese():
        raise UserError("題目的 PDF 要有中文字型：apt-get install fonts-noto-cjk")
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        source, target = Path(folder, "statement.html"), Path(folder, "statement.pdf")
        source.write_text(page, encoding="utf-8")
        command = [browser, "--headless", "--disable-gpu", "--no-pdf-header-footer"]
        command += [
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={target}",
            f"file://{source}",
        ]
        if os.geteuid() == 0:  # Chromium's own sandbox does not work for root
            command.insert(1, "--no-sandbox")
        environment = {**os.environ, "HOME": folder}
        ended, _ = run(command, limits=Limits(wall=_SECONDS, output=_MANY), env=environment)
        if not target.exists():
            reason = ended.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise UserError("Chromium 沒有印出 PDF：{reason}", reason=reason)
        return _mended(target.read_bytes())


def _mended(printed: bytes) -> bytes:
    """Return the PDF without its time, and with characters in place of radicals.

    Fonts draw ``⼀``, the first radical, and ``一`` with one glyph, and Chromium maps that glyph to
    the radical, so copied text would contain radicals.
    """
    writer = PdfWriter(clone_from=io.BytesIO(printed))
    for each in writer._objects:
        if isinstance(each, StreamObject) and b"begincmap" in (data := each.get_data()):
            each.set_data(_RADICALS.sub(_characters, data))
    writer.metadata = {k: v for k, v in (writer.metadata or {}).items() if k not in _TIMES}
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def _characters(found: re.Match[bytes]) -> bytes:
    first, last, radical = (int(each or found[1], 16) for each in found.groups())
    radicals = map(chr, range(radical, radical + last - first + 1))
    codes = [f"<{ord(unicodedata.normalize('NFKC', each)):04X}>" for each in radicals]
    return found[0].replace(
        b"<%b>" % found[3], f"[{' '.join(codes)}]".encode() if found[2] else codes[0].encode()
    )


def _has_chinese() -> bool:
    """Return whether a Chinese font is installed; True if `fc-list` is missing."""
    lister = shutil.which("fc-list")
    if lister is None:
        return True
    fonts = subprocess.run([lister, ":lang=zh-tw"], capture_output=True, check=False).stdout
    return bool(fonts.strip())
