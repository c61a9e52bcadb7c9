"""Packages from npm, without npm."""

from pathlib import Path

import pytest

from cardjudge import npm
from web.npm import editor


def test_a_file_is_kept_in_a_new_folder_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "cache/npm/a"
    for data in b"1", b"2":
        npm.keep(path, data)
        assert path.read_bytes() == data
    assert [*path.parent.iterdir()] == [path]


def test_modules_import_each_other_by_their_files_on_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = b"import {a} from '@lezer/common'\nexport * from \"style-mod\"\nimport './own.js'\n"
    monkeypatch.setattr(npm.Package, "files", lambda package: {package.module: code})
    files = editor()
    assert len(files) > 10
    for name, data in files.items():
        up = "../" * (name.count("/") - 1) or "./"
        rows = [f'import {{a}} from "{up}@lezer/common.js"', f'export * from "{up}style-mod.js"']
        assert data.decode().splitlines() == [*rows, "import './own.js'"]
    assert {"npm/@lezer/common.js", "npm/style-mod.js"} <= files.keys()
