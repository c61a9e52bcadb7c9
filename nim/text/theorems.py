"""The theorems of the lecture in its words, and what the random games said."""

from __future__ import annotations

from nim.theorems import Finding

_STATEMENTS = {
    "1": "定理 1：如果 G1 = G2，G1 與 G2 型別相同",
    "2": "定理 2：如果 G2 的型別是 P，G1 + G2 = G1",
    "3": "定理 3：如果 G1、G2 的型別都是 P，G1 = G2",
    "4": "定理 4：Nim 先手必勝若且唯若 X ≠ 0",
    "5": "定理 5：Choose Nim 等價於一堆 MEX 顆的 Nim",
    "Sprague-Grundy": "Sprague-Grundy 定理：任何標準無偏賽局等價於一堆 SG 顆的 Nim",
}


def render_finding(finding: Finding) -> str:
    """Return the line of a theorem."""
    if finding.counterexample is None:
        result = f"{finding.agreed} 次都成立"
    else:
        result = f"第 {finding.agreed + 1} 次有反例：{'、'.join(map(repr, finding.counterexample))}"
    return f"{_STATEMENTS[finding.theorem.name]}：{result}\n"
