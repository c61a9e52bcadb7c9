"""The hints about mistakes of programs: real bytes, through the real command."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.causes import Hint
from judge.compare import exact
from judge.explain import difference
from judge.hints import of_input
from tests.processes import kit
from tests.test_language import known_english
from tests.tools import slow_after


class Mistake(NamedTuple):
    answer: bytes
    output: bytes
    line: int
    column: int
    hint: Hint | None

    def sentence(self, language: str) -> str:
        chinese, known = language.startswith("zh"), known_english()
        parts = {"line": self.line, "column": self.column}
        place = "第 {line} 行第 {column} 欄" if chinese else "line {line}, column {column}"
        if self.hint is None:
            return place.format(**parts)
        template = self.hint.value
        said = f"：{template}" if chinese else f": {known[template]}"
        return place.format(**parts) + said


def as_bytes(text: str) -> bytes:
    """Return the bytes of a cell of the table."""
    data = text.encode().replace(b"\\n", b"\n")
    return re.sub(rb"\\x(..)", lambda found: bytes.fromhex(found[1].decode()), data)


def mistakes() -> Iterator[tuple[str, Mistake]]:
    table = Path(__file__).with_name("hints.txt").read_text("utf-8")
    for row in table.splitlines()[2:]:
        name, answer, output, line, column, hint = row.split("\t")
        where, cause = (int(line), int(column)), None if hint == "-" else Hint[hint]
        yield name, Mistake(as_bytes(answer), as_bytes(output), *where, cause)


MISTAKES = dict(mistakes())


def odd_inputs() -> Iterator[tuple[bytes, bytes, Hint | None]]:
    table = Path(__file__).with_name("odd_inputs.txt").read_text("utf-8")
    for row in table.splitlines()[1:]:
        data, stderr, hint = row.split("\t")
        yield as_bytes(data), as_bytes(stderr), None if hint == "-" else Hint[hint]


INPUTS = [*odd_inputs()]


@pytest.mark.parametrize("language", slow_after(1, ["zh_TW.UTF-8", "en_US.UTF-8"]))
def test_each_mistake_has_its_sentence_in_each_language(tmp_path: Path, language: str) -> None:
    for name, mistake in MISTAKES.items():
        (tmp_path / f"{name}.in").write_bytes(mistake.output)
        (tmp_path / f"{name}.out").write_bytes(mistake.answer)
    run = kit("judge", tmp_path, "--json", "-", "--", "cat", LC_ALL=language)
    assert run.returncode == 1
    said = {case["name"]: case["reason"] for case in json.loads(run.stdout)["cases"]}
    assert said == {name: mistake.sentence(language) for name, mistake in MISTAKES.items()}


@pytest.mark.parametrize(("data", "stderr", "hint"), INPUTS)
def test_an_odd_input_has_its_hint(data: bytes, stderr: bytes, hint: Hint | None) -> None:
    assert of_input(data, stderr) is hint


def test_an_odd_input_is_mentioned_only_if_its_failure_is_unexplained(tmp_path: Path) -> None:
    sentence = Hint.INPUT_BYTE_ORDER_MARK.value
    for name, answer in ("bad", "4"), ("good", "3"):
        (tmp_path / f"{name}.in").write_bytes(b"\xef\xbb\xbf3\n")
        (tmp_path / f"{name}.out").write_text(f"{answer}\n")
    words = tmp_path, "--compare", "tokens", "--", "echo", "3"
    run = kit("judge", *words)
    assert run.stdout.count(sentence) == 0  # the difference of one is already an explanation
    (tmp_path / "bad.out").write_text("yes\n")
    run = kit("judge", *words)
    assert run.stdout.count(sentence) == 1


def test_every_hint_is_given_to_some_mistake() -> None:
    given_to = {
        found.hint
        for answer, output, *_ in MISTAKES.values()
        for found in [difference(answer, output, exact(answer, output).at or (0, 0))]
    }
    assert given_to | {hint for _, _, hint in INPUTS} == {*Hint, None}


parts = st.lists(
    st.sampled_from([*"aA1l0.,:- \n\r\t牌，", "\xa0", "\u200b", "\ufeff", "3.14", "請輸入", "1e9"])
).map("".join)


@settings(max_examples=30)
@given(parts, parts, st.sampled_from(["utf-8", "cp950", "utf-16", "utf-16-le"]))
def test_any_difference_can_be_explained(answer: str, output: str, encoding: str) -> None:
    ours, theirs = answer.encode(), output.encode(encoding, "replace")
    if (where := exact(ours, theirs).at) is not None:
        difference(ours, theirs, where)


@given(st.lists(st.text("ab", min_size=1), min_size=2, max_size=9, unique=True), st.data())
def test_an_extra_or_missing_line_is_recognised(rows: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(rows) - 2))
    whole = "".join(f"{row}\n" for row in rows).encode()
    less = "".join(f"{row}\n" for row in rows[:cut] + rows[cut + 1 :]).encode()
    for answer, output, hint in (whole, less, Hint.MISSING_LINES), (less, whole, Hint.EXTRA_LINES):
        where = exact(answer, output).at
        assert where is not None
        assert difference(answer, output, where).hint is hint
