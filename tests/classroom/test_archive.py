"""Archives of strangers, friendly and hostile."""

import gzip
import io
import lzma
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from judge.classroom import archive
from judge.classroom.archive import Refused, unpack, unpack_class

FILES = {"a.c": b"int main() {}", "src/b.h": b""}


def zipped(files: Iterable[tuple[str, bytes]], **settings: int) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files:
            info = zipfile.ZipInfo(name)
            for setting, value in {"compress_type": zipfile.ZIP_DEFLATED, **settings}.items():
                setattr(info, setting, value)
            file.writestr(info, content)
    return data.getvalue()


def tarred(
    files: Iterable[tuple[str, bytes]],
    mode: str = "w:gz",
    style: int = tarfile.DEFAULT_FORMAT,
    **settings: object,
) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode, format=style) as file:  # type: ignore[call-overload]
        for name, content in files:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            for setting, value in settings.items():
                setattr(info, setting, value)
            file.addfile(info, io.BytesIO(content))
    return data.getvalue()


@pytest.mark.parametrize(
    "name", ["x.zip", "X.ZIP", "x.tar", "x.tgz", "x.tar.gz", "x.tar.bz2", "x.tar.xz"]
)
def test_archives_of_all_kinds_are_unpacked(name: str) -> None:
    ending = name.lower().rpartition(".")[2]
    mode = {"tar": "w", "tgz": "w:gz"}.get(ending, f"w:{ending}")
    data = zipped(FILES.items()) if ending == "zip" else tarred(FILES.items(), mode)
    assert unpack(name, data) == FILES


@pytest.mark.parametrize(
    "name", ["../a.c", "/etc/a.c", "x/../../a.c", "C:/a.c", "..\\a.c", "a" * 300]
)
def test_a_name_that_leads_out_of_the_folder_is_refused(name: str) -> None:
    for kind, data in ("x.zip", zipped([(name, b"")])), ("x.tgz", tarred([(name, b"")])):
        with pytest.raises(Refused, match="檔名"):
            unpack(kind, data)


def test_links_and_devices_are_left_out() -> None:
    link = zipped([("passwd", b"/etc/passwd")], external_attr=0o120777 << 16)
    assert unpack("x.zip", link) == {}
    for kind in tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE:
        data = tarred([("passwd", b"")], type=kind, linkname="/etc/passwd")
        assert unpack("x.tgz", data) == {}


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    zeros = bytes(100 << 20)
    for name, data in ("x.zip", zipped([("a.c", zeros)])), ("x.tgz", tarred([("a.c", zeros)])):
        with pytest.raises(Refused, match="太大"):
            unpack(name, data)


def test_what_follows_data_above_the_limit_is_unpacked() -> None:
    files = {"data.bin": bytes(65 << 20), "a.c": b"1"}
    for name, data in ("x.zip", zipped(files.items())), ("x.tgz", tarred(files.items())):
        assert unpack(name, data) == {"data.bin": archive.Large(65 << 20), "a.c": b"1"}


def test_too_many_small_files_are_refused() -> None:
    data = zipped((str(number), b"") for number in range(2001))
    with pytest.raises(Refused, match="太多"):
        unpack("x.zip", data)


@pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
@pytest.mark.parametrize("size", [-1, -(10**6), 1 << 62, 1 << 63, 1 << 70])
def test_a_header_with_an_impossible_size_is_refused(kind: bytes, size: int) -> None:
    header = tarfile.TarInfo("a")
    header.type, header.size = kind, size
    with pytest.raises(Refused):
        unpack("x.tar", header.tobuf(tarfile.GNU_FORMAT) + bytes(10240))


def test_an_endless_header_is_refused() -> None:
    long_name = tarfile.TarInfo("././@LongLink")
    long_name.type, long_name.size = tarfile.GNUTYPE_LONGNAME, 100 << 20
    bomb = gzip.compress(long_name.tobuf() + bytes(100 << 20), 1)
    with pytest.raises(Refused):
        unpack("x.tgz", bomb)


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz", "x.tar.bz2", "x.tar.xz"])
@pytest.mark.parametrize("data", [b"", b"garbage" * 1000])
def test_an_invalid_archive_is_refused(name: str, data: bytes) -> None:
    with pytest.raises(Refused, match="其實是文字檔" if data else "打不開"):
        unpack(name, data)


@pytest.mark.parametrize("name", ["x.zip", "x.rar", "x.tgz"])
def test_the_first_bytes_say_what_an_archive_is(name: str) -> None:
    for packed in tarred([("a.py", b"1")], "w:gz"), zipped([("a.py", b"1")]):
        assert unpack(name, packed) == {"a.py": b"1"}
    with pytest.raises(Refused, match="打不開"):
        unpack(name, gzip.compress(b"print(1)"))


def test_an_archive_with_a_password_is_refused() -> None:
    data = bytearray(zipped([("a", b"x")]))
    for mark in b"PK\3\4", b"PK\1\2":
        at = data.index(mark)
        data[at + (6 if mark == b"PK\3\4" else 8)] |= 1
    with pytest.raises(Refused, match="密碼"):
        unpack("x.zip", bytes(data))


def test_names_in_big5_are_read() -> None:
    name = "作業.c".encode("big5")
    # Old programs set no mark of UTF-8, and Python would set it for any name that is not ASCII.
    data = zipped([("x" * len(name), b"")]).replace(b"x" * len(name), name)
    assert unpack("x.zip", data) == {"作業.c": b""}
    tar = tarred([("作業.c".encode("big5").decode(errors="surrogateescape"), b"")], "w:gz")
    assert unpack("x.tgz", tar) == {"作業.c": b""}


def test_a_zip_whose_name_falsely_claims_utf_8_is_damaged() -> None:
    data = zipped([("一.c", b"1")]).replace("一.c".encode(), "一.c".encode("cp950") + b" ")
    with pytest.raises(Refused, match="檔案壞了"):
        unpack("x.zip", data)


def test_a_class_is_unpacked_into_its_folder(tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(zipped([*FILES.items(), ("../escaped", b"")]))
    (tmp_path / "out").mkdir()
    kept = unpack_class(tmp_path / "all.zip", tmp_path / "out")
    assert isinstance(kept.pop("escaped"), Refused)
    assert {
        name: where.read_bytes() for name, where in kept.items() if isinstance(where, Path)
    } == FILES
    assert not (tmp_path / "escaped").exists()


def bombs() -> dict[str, bytes]:
    """Return small archives that are expensive to unpack."""
    pax = tarfile.TarInfo("x")
    pax.type, pax.size = tarfile.XHDTYPE, 100 << 20
    record = b"9 a=aaaa\n" * ((100 << 20) // 9 + 1)
    many = tarfile.TarInfo("x")
    many.type, many.size = tarfile.XHDTYPE, 63 << 10
    one = many.tobuf() + (b"6 a=b\n" * 10752)[: 63 << 10]
    folder = tarfile.TarInfo("x")
    folder.type = tarfile.DIRTYPE
    full = zipped((f"{n}", bytes(32 << 10)) for n in range(1999))
    return {
        "pax.tar.gz": gzip.compress(pax.tobuf() + record[: 100 << 20]),
        "many.tar.gz": gzip.compress(one * 1500, 1),
        "folders.tar.gz": gzip.compress(folder.tobuf() * 800_000, 1),
        "bomb.zip": zipped([("a", bytes(64 << 20))]),
        "bzip2.zip": zipped([("a", bytes(100 << 20))], compress_type=zipfile.ZIP_BZIP2),
        "full.zip": full,
        "zeros.tar.xz": lzma.compress(bytes(100 << 20), preset=1),
    }


COSTS = """
import sys, time
from pathlib import Path
from judge.classroom.archive import Refused, unpack
data = open(sys.argv[1], "rb").read()
before = time.process_time()
try:
    unpack(sys.argv[1], data)
except Refused:
    pass
seconds = time.process_time() - before
status = Path("/proc/self/status").read_text()
print(seconds, int(status.partition("VmHWM:")[2].split()[0]) >> 10)
"""


@pytest.mark.slow
def test_no_archive_takes_more_than_two_seconds_and_200_mib(tmp_path: Path) -> None:
    for name, data in bombs().items():
        (tmp_path / name).write_bytes(data)
        words = [sys.executable, "-c", COSTS, str(tmp_path / name)]
        seconds, mib = subprocess.check_output(words, text=True).split()
        assert float(seconds) < 2, (name, seconds)
        assert int(mib) < 200, (name, mib)


def test_the_longest_known_ending_of_a_name_counts() -> None:
    assert archive.ending("HW.Tar.GZ") == ".tar.gz"
    assert archive.ending("hw.gz") == ""
