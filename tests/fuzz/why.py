"""Targets that explain: `explain` beside its judge, and `review` with one play-out a decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING

import big2.explain
import big2.judge
import big2.play.review
import nim.explain
import nim.judge
import take6.explain
import take6.judge
import take6.play.review
import war.explain
import war.judge
from big2.patterns import BUILTIN
from cardjudge.errors import UserError
from cardjudge.play.review import Review
from cardjudge.stdio import Lines

if TYPE_CHECKING:
    from cardjudge.reasons import Reason
    from cardjudge.stdio import Judge, Write

    Reasons = Callable[[bytes], Iterable[Reason]]

_MOST = 2000
"""Most reasons of one input that are looked at."""


def explained(judge: Judge, reasons: Reasons, data: bytes, write: Write) -> None:
    """Explain an input; together the reasons must write what the judge does, and end as it does."""
    found: list[str] = []
    refusal = None
    try:
        for reason in islice(reasons(data), _MOST):
            found.append(reason.wrote)
            said = reason.told()
            assert said.isprintable(), said
            write(json.dumps(reason.document(), ensure_ascii=False))
        if len(found) == _MOST:
            return
    except UserError as error:
        refusal = error
    out: list[str] = []
    other = None
    try:
        judge(Lines(BytesIO(data)), out.append)
    except UserError as error:
        other = error
    assert "".join(out).startswith("".join(found)), (out, found)
    assert (refusal is None) is (other is None), (refusal, other)
    if refusal is None:
        assert "".join(out) == "".join(found)
    else:
        assert str(refusal) == str(other)
        raise refusal


def reviewed(review: Callable[[Lines], Review], data: bytes, write: Write) -> None:
    """Review a game."""
    found = review(Lines(BytesIO(data)))
    for each in found.decisions:
        write(json.dumps(each._asdict(), ensure_ascii=False, default=str))


def _big2(lines: Lines) -> Review:
    return big2.play.review.review(big2.play.review.read(lines, BUILTIN), playouts=2)


def _take6(lines: Lines) -> Review:
    return take6.play.review.review(take6.play.review.read(lines), playouts=2)


EXPLAINED = {
    "big2": partial(explained, big2.judge.judge, big2.explain.reasons),
    "take6": partial(explained, take6.judge.judge, take6.explain.reasons),
    "war": partial(explained, war.judge.judge, war.explain.reasons),
    "nim": partial(explained, nim.judge.judge, nim.explain.of_nim),
    "nim choose": partial(explained, nim.judge.choose, nim.explain.of_choose),
    "nim line": partial(explained, nim.judge.line, nim.explain.of_line),
    "nim graph": partial(explained, nim.judge.graph, nim.explain.of_graph),
    "nim sum": partial(explained, nim.judge.solve_sum, nim.explain.of_sum),
}
REVIEWED = {"big2": partial(reviewed, _big2), "take6": partial(reviewed, _take6)}
