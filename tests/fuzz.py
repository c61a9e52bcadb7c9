"""``python -m tests.fuzz [INPUTS] [--seed 1] [--reader NAME]``: damage good inputs and read them.

A reader may refuse an input in one printable line. Any other error is a finding, which Hypothesis
makes small; so is an input that takes more than ten seconds, or more than a gigabyte of memory.
The same seed gives the same inputs. The exit status is 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import re
import resource
import sys
import tarfile
import tempfile
import traceback
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import big2.explain
import big2.judge
import nim.explain
import nim.judge
import take6.explain
import take6.judge
import war.explain
import war.judge
from blackjack_judge.contestants import program
from blackjack_judge.conversation import Conversation
from blackjack_judge.table import Table
from blackjack_judge.text import read_seed, read_shoe
from cardjudge.errors import UserError
from cardjudge.play import session as play
from cardjudge.stdio import Lines
from judge.classroom import corrections, intake
from judge.classroom.sheet import Filling, Sheet
from judge.layouts import find
from judge.problem import description
from take6.play.game import Take6
from tests.classroom.test_sheet import CANVAS, MOODLE, grade
from tests.processes import ROOT

if TYPE_CHECKING:
    from cardjudge.reasons import Reason
    from cardjudge.stdio import Judge, Write

BATCH = 5000
"""Inputs after which Hypothesis begins anew: it keeps all inputs of a batch in memory."""
SECONDS = 10
MEMORY = 1 << 30
SEPARATOR = b"\n--\n"
"""Between the two files of an input of two files."""
_MOST_OUTPUT = 1 << 16


class Reader(NamedTuple):
    """A reader of foreign input, and its good inputs."""

    read: Callable[[bytes], object]
    good: Callable[[], Iterable[bytes]]


def cases(folder: str, first: str | None = None) -> list[bytes]:
    """Return the inputs of a game and its kit's: of a subcommand, or of the bare command."""
    folders = [ROOT / "testdata" / folder, ROOT / "testdata/kit" / folder]
    every = find([path for path in folders if path.is_dir()])
    wanted = [first] if first in ("choose", "line", "graph") else []
    return [
        case.input.read_bytes()
        for case in every
        if folder != "nim" or [word for word in case.arguments[:1] if word[0] != "-"] == wanted
    ]


def outcome(judge: Judge, data: bytes) -> tuple[str, UserError | None]:
    """Return the output of a judge, up to a bound, and its refusal of the input."""
    output: list[str] = []
    size = 0

    def write(text: str) -> None:
        nonlocal size
        output.append(text)
        size += len(text)
        if size > _MOST_OUTPUT:
            raise BrokenPipeError

    refusal = None
    try:
        judge(Lines(BytesIO(data)), write)
    except UserError as error:
        refusal = error
    except BrokenPipeError:
        pass
    return "".join(output), refusal


def judged(judge: Judge, reasons: Callable[[bytes], Iterable[Reason]] | None, data: bytes) -> None:
    """Judge an input, also with other line ends; the reasons form the output."""
    output, refusal = outcome(judge, data)
    output.encode()
    if b"\r" not in data and data[:3] != b"\xef\xbb\xbf":
        other, error = outcome(judge, b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
        assert (other, str(error)) == (output, str(refusal))
    if reasons and len(output) < _MOST_OUTPUT:
        wrote, error = [], None
        try:
            for reason in reasons(data):
                assert reason.text().isprintable()
                wrote.append(reason.wrote)
        except UserError as other_error:
            error = other_error
        assert str(error) == str(refusal)
        assert output.startswith("".join(wrote))
        assert refusal or output == "".join(wrote)
    if refusal:
        raise refusal


def beside(read: Callable[[Path], object], name: str, data: bytes) -> None:
    """Read a file, with a second one beside it if the input has two parts."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, name)
        first, *second = data.split(SEPARATOR, 1)
        path.write_bytes(first)
        for part in second:
            Path(folder, f"{name}.json").write_bytes(part)
        read(path)


def handed_in(data: bytes) -> None:
    """Unpack the archive of a class: no name leads out."""

    def unpack(path: Path) -> None:
        with intake.opened(path) as root:
            for entry in intake.entries(root):
                for name in intake.contents(entry):
                    assert not name.startswith("/")
                    assert ".." not in name.split("/")

    kind = ".zip" if data.startswith(b"PK") else ".tar.gz" if data.startswith(b"\x1f") else ".tar"
    beside(unpack, f"class{kind}", data)


def archives() -> list[bytes]:
    """Return small archives of a class."""
    packed = [BytesIO() for _ in range(3)]
    with zipfile.ZipFile(packed[0], "w") as archive:
        archive.writestr("hw/b10902001.py", "print(1)\n")
        archive.writestr("hw/王小明_12345_assignsubmission_file/a.py", "print(2)\n")
    for stream, mode in (packed[1], "w"), (packed[2], "w:gz"):
        with tarfile.open(fileobj=stream, mode=mode) as tar:  # type: ignore[call-overload]
            for name, content in ("hw/1.py", b"print(1)\n"), ("hw/2.zip", packed[0].getvalue()):
                member = tarfile.TarInfo(name)
                member.size = len(content)
                tar.addfile(member, BytesIO(content))
    return [stream.getvalue() for stream in packed]


def filled(path: Path) -> None:
    """Fill a sheet in."""
    Sheet(path, Filling()).filled(
        [], [grade("b10902001", user="345"), grade("b10902002", user="11")]
    )


def sheets() -> list[bytes]:
    """Return worksheets of Moodle in three languages, a gradebook of Canvas, and plain CSV."""
    moodle = [f"{header}\r\n{word} 345,A,,a@x,-,,10,-,-,-,\r\n" for header, word in MOODLE.values()]
    plain = "學號,姓名,成績\nb10902001,王小明,\nb10902002,謝承恩,60\n"
    texts = [*moodle, CANVAS, plain, plain.replace(",", ";")]
    return [text.encode(code) for text in texts for code in ("utf-8-sig", "utf-16")]


def described(data: bytes) -> None:
    """Read a description of a problem: it is read, or it has faults."""
    found, faults = description.read(text(data))
    assert (found is None) is bool(faults)
    assert all(str(fault).isprintable() for fault in faults)


def text(data: bytes) -> str:
    """Return the text if it is UTF-8; no reader needs to accept other bytes."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise UserError("not UTF-8") from None


def conversation(data: bytes) -> None:
    """Deal from the first part of the input; the rest are the requests of a program."""
    shoe, _, requests = data.partition(SEPARATOR)
    table = Table(read_shoe(Lines(BytesIO(shoe))))
    reader, writer = os.pipe()
    with open(reader, "rb") as source, open(os.devnull, "wb") as nowhere:
        os.write(writer, requests[: 1 << 15])
        os.close(writer)
        program.talk(Conversation(table), nowhere.fileno(), source.fileno())
    assert table.money >= 0


SUMS = (b"nim 3 4 5\nchoose 0 1\nline 10 2 : 1 2\n", b"line 10^18 7 : 1 3 4\n\nnim 10^30 3\n")
LATE = '[late]\npoints_per_day = 5\n[students.b10902001]\npoints = 12.5\nremark = "口試"\n'.encode()
SAVE = play.Session(Take6.dealt({"mad": 20}, 1), ["", "1", "2", "3"], 1).dump().encode()
TALK = b"1 2 9 5 7 11 12 3 4\n" + SEPARATOR + b"init_game 5\nhit\nstand\n"


def _files(pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(ROOT.glob(pattern))]


def _seed(lines: Lines, write: Write) -> int:
    return 0 * read_seed(lines)


JUDGES: dict[str, tuple[Judge, Any]] = {
    "big2": (big2.judge.judge, big2.explain.reasons),
    "war": (war.judge.judge, war.explain.reasons),
    "war alternate": (partial(war.judge.judge, alternate=True), None),
    "nim": (nim.judge.judge, nim.explain.of_nim),
    "nim choose": (nim.judge.choose, nim.explain.of_choose),
    "nim line": (nim.judge.line, nim.explain.of_line),
    "nim graph": (nim.judge.graph, None),
    "take6": (take6.judge.judge, take6.explain.reasons),
    "blackjack_judge": (_seed, None),
}
"""The judges and their reasons, by the name of the game and a subcommand of Nim."""
READERS = {
    **{
        name: Reader(partial(judged, *pair), partial(cases, *name.split()))
        for name, pair in JUDGES.items()
    },
    "nim sum": Reader(partial(judged, nim.judge.solve_sum, None), lambda: SUMS),
    "blackjack shoe and requests": Reader(conversation, lambda: [TALK]),
    "load": Reader(lambda data: play.loaded(data, Take6), lambda: [SAVE]),
    "problem.toml": Reader(described, partial(_files, "*/problem/**/problem.toml")),
    "archives": Reader(handed_in, archives),
    "sheets": Reader(partial(beside, filled, "sheet.csv"), sheets),
    "corrections": Reader(partial(beside, corrections.read, "corrections.toml"), lambda: [LATE]),
}
NUMBERS = "0 -1 1 00 +7 1_000 0x1f 1e3 1.5 NaN 52 99 105 255 2147483648 18446744073709551616"
PIECES = [
    *f"{NUMBERS} {'9' * 4000} {'9' * 4301} ０ ７ ٣ ② ² 𝟕 −1".split(),
    *"\t \0 \r \n\n \v \f \x1b[31m \x1c \ufeff \u2028 \x85 \u3000 \xa0 \u200b \u202e".split(" "),
    *("", " "),
]
INVALID = [b"\xff\xfe", b"\xe7", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"]


def damaged(good: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Return good inputs with a few runs of words, or of bytes, replaced."""
    words = sorted({word for data in good[:50] for word in data.split()})[:2000]
    piece = st.one_of(
        st.sampled_from([piece.encode() for piece in PIECES] + INVALID),
        st.sampled_from(words or [b""]),
        st.integers(0, 120).map(lambda number: b"%d" % number),
        st.binary(max_size=4),
    )
    length = st.one_of(st.integers(0, 2), st.integers(0, 200))
    change = st.tuples(st.booleans(), st.integers(0, 1 << 15), length, piece)

    def change_all(data: bytes, changes: Sequence[tuple[bool, int, int, bytes]]) -> bytes:
        for by_words, at, count, piece in changes:
            units = re.findall(rb"\w+|\W" if by_words else rb"(?s).", data)
            at %= len(units) + 1
            data = b"".join([*units[:at], piece, *units[at + count :]])
        return data

    return st.builds(change_all, st.sampled_from(good), st.lists(change, max_size=4))


def search(name: str, inputs: int, seed: int) -> None:
    """Feed a reader; an assertion or any error of Hypothesis is a finding."""
    reader = READERS[name]

    @hypothesis.seed(seed)
    @settings(
        max_examples=inputs,
        database=None,
        deadline=timedelta(seconds=SECONDS),
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[*HealthCheck],
    )
    @given(damaged(sorted({*reader.good()}, key=len)))
    def feed(data: bytes) -> None:
        faulthandler.dump_traceback_later(10 * SECONDS, exit=True)
        try:
            reader.read(data)
        except UserError as error:
            assert str(error).isprintable()
        finally:
            faulthandler.cancel_dump_traceback_later()

    feed()


def main(arguments: Sequence[str] | None = None) -> int:
    """Feed all readers; print the findings, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("inputs", type=int, nargs="?", default=100_000, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reader", choices=READERS)
    chosen = parser.parse_args(arguments)
    names = [chosen.reader] if chosen.reader else [*READERS]
    share = -(-chosen.inputs // len(names))
    findings = 0
    for name in names:
        for start in range(0, share, BATCH):
            try:
                search(name, min(BATCH, share - start), chosen.seed + start)
            except Exception:
                traceback.print_exc()
                print(f"FOUND by {name}, seed {chosen.seed + start}")
                findings += 1
    print(f"{share * len(names)} inputs of seed {chosen.seed}: {findings} findings")
    return int(findings > 0)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.RLIM_INFINITY))
    sys.exit(main())
