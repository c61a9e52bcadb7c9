"""Targets that read files: those of a class, problem.toml, saves of Big-2, certificates."""

from __future__ import annotations

import io
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from big2.patterns import BUILTIN
from big2.play.session import dealt, load
from big2.players import make
from cardjudge.errors import UserError, visible
from judge.classroom import corrections, intake
from judge.classroom.sheet import Sheet
from judge.problem import description
from nim.taking import certificate
from nim.taking.period import PeriodicValues
from nim.taking.rules import octal
from tests.classroom.test_sheet import CANVAS, FIRST, MOODLE, SECOND, grade
from tests.fuzz.contest import SEPARATOR
from tests.processes import ROOT

if TYPE_CHECKING:
    from cardjudge.stdio import Write

_LONGEST = 1000
_MOST_VALUES = 10_000
"""How many values a claim without a witness may ask for: more take time, as they should."""


def handed_in(data: bytes, write: Write) -> None:
    """Take the archive of a class apart, and those of its students."""
    kind = ".zip" if data.startswith(b"PK") else ".tar.gz" if data.startswith(b"\x1f") else ".tar"
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, f"class{kind}")
        path.write_bytes(data)
        refused = None
        with intake.opened(path) as inside:
            for entry in intake.entries(inside):
                try:
                    for name in intake.files(entry):
                        assert not name.startswith("/"), "a name leads out"
                        assert ".." not in name.split("/"), "a name leads out"
                        write(visible(name, _LONGEST))
                except UserError as error:
                    refused = error
        assert [each.name for each in Path(folder).iterdir()] == [path.name]
    if refused is not None:
        raise refused


def archives() -> Sequence[bytes]:
    """Return small archives of a class of every kind."""
    files = {
        "hw/b10902001.py": b"print(1)\n",
        "hw/b10902002/main.c": b"int main() {}\n",
        "hw/王小明_12345_assignsubmission_file/a.py": b"print(2)\n",
        "hw/b10902003.zip": _zipped({"a/b.c": b"int main() {}\n", "__MACOSX/x": b""}),
        "hw/b10902004.tar.gz": _tarred({"作業.py": b"print(3)\n"}, "gz"),
    }
    return [_zipped(files), _tarred(files, ""), _tarred(files, "gz")]


def _zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return stream.getvalue()


def _tarred(files: dict[str, bytes], packed: str) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=f"w:{packed}") as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return stream.getvalue()


def filled(data: bytes, write: Write) -> None:
    """Fill a sheet in; without grades every byte stays, with one the same rows stay."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "sheet.csv")
        path.write_bytes(data)
        sheet = Sheet(path)
        same = sheet.filled([], [])
        assert same.data == data
        found = sheet.filled([], [grade("b10902001", user="345"), grade("b10902002", user="11")])
        path.write_bytes(found.data)
        again = Sheet(path).filled([], [])
    assert len(again.missing) == len(same.missing), "rows are lost"
    for name in (*found.missing, *found.unknown, *found.twice):
        write(visible(name, _LONGEST))


def sheets() -> Sequence[bytes]:
    """Return worksheets of Moodle in three languages, a gradebook of Canvas, and a plain CSV."""
    rows = f'{{}} 345,{FIRST},,a@x,-,,10,-,-,-,\r\n{{}} 346,{SECOND},,b@x,-,7,10,-,-,-,"x\r\ny"\r\n'
    moodle = [f"{header}\r\n{rows.format(word, word)}" for header, word in MOODLE.values()]
    plain = "學號,姓名,成績\nb10902001,王小明,\nb10902002,謝承恩,60\n"
    texts = [*moodle, CANVAS, plain, plain.replace(",", ";"), plain.replace(",", "\t")]
    return [
        text.encode(encoding) for text in texts for encoding in ("utf-8", "utf-8-sig", "utf-16")
    ]


def corrected(data: bytes, write: Write) -> None:
    """Read corrections and correct two grades."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "corrections.toml")
        path.write_bytes(data)
        found = corrections.read(path)
    for student in ("b10902001", "b10902002"):
        write(found.corrected(grade(student)).feedback)


CORRECTIONS = (
    """[late]
points_per_day = 5
[students.b10902001]
main = "hw1/main.py"
points = 12.5
remark = "口試"
[students.B10902002]
add = -3
late_days = 1.5
excused = true
""".encode(),
)


def text(data: bytes) -> str:
    """Return the text if it is UTF-8; no reader needs to accept other bytes."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise UserError("not UTF-8") from None


def described(data: bytes, write: Write) -> None:
    """Read a description of a problem, and write its faults."""
    found, faults = description.read(text(data))
    assert (found is None) is bool(faults)
    for fault in faults:
        assert str(fault).isprintable(), fault
        write(str(fault))
    if found is not None:
        write(found.uuid)


def descriptions() -> Sequence[bytes]:
    """Return the descriptions of all problems."""
    return [path.read_bytes() for path in sorted(ROOT.glob("*/problem/**/problem.toml"))]


def loaded(data: bytes, write: Write) -> None:
    """Read a saved game of Big-2 with the file beside it; save it and read it again."""
    case, _, beside = data.partition(SEPARATOR)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path, again = Path(folder, "a.in"), Path(folder, "b.in")
        path.write_bytes(case)
        if beside:
            path.with_name("a.in.json").write_bytes(beside)
        session = load(path, BUILTIN, 0)
        session.save(again)
        assert load(again, BUILTIN, 1).case() == session.case()
    write(session.case())


def games() -> Sequence[bytes]:
    """Return games of Big-2 that were saved at some moment."""
    found = []
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for seed in range(8):
            rng = Random(seed)
            session = dealt(seed, BUILTIN, rng.randrange(4))
            for _ in range(rng.randrange(60)):
                if not session.over:
                    session.let_act([make("random", Random(0))] * 3, seed)
            path = Path(folder, f"{seed}.in")
            session.save(path)
            found.append(path.read_bytes() + SEPARATOR + Path(f"{path}.json").read_bytes())
    return found


def certified(data: bytes, write: Write) -> None:
    """Read certificates and check them."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "a.json")
        path.write_bytes(data)
        for each in certificate.read(path):
            write(visible(each.name, _LONGEST))
            if each.witness is not None or sum(each.period) < _MOST_VALUES:
                write(str(certificate.fault(each)))


def certificates() -> Sequence[bytes]:
    """Return certificates of games whose periods are short."""
    found = []
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "a.json")
        for code in "0.3", "0.77", "0.137", "4.7":
            game = PeriodicValues(octal(code))
            game.prove(1000)
            certificate.write(path, certificate.certify(code, game))
            found.append(path.read_bytes())
    return found
