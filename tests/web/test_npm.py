"""Packages from npm, without npm."""

from pathlib import Path

import pytest

from cardjudge import npm
from cardjudge.errors import UserError
from web.npm import esbuild


def test_a_file_is_kept_in_a_new_folder_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "cache/npm/a"
    for data in b"1", b"2":
        npm.keep(path, data)
        assert path.read_bytes() == data
    assert [*path.parent.iterdir()] == [path]


def test_every_machine_has_its_esbuild_or_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "m68k")
    with pytest.raises(UserError, match="m68k"):
        esbuild()
