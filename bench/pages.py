"""What scripts write into the pages of docs/: the part between two comments, and nothing else."""

from __future__ import annotations

from bench.peers import ROOT


def write_part(page: str, name: str, text: str) -> None:
    """Replace what lies between ``<!-- NAME -->`` and ``<!-- end of NAME -->`` in docs/PAGE."""
    path = ROOT / "docs" / page
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, rest = path.read_text(encoding="utf-8").split(begin)
    _, after = rest.split(end)
    path.write_text(f"{before}{begin}{text}{end}{after}", encoding="utf-8")
