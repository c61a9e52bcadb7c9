"""Packages of npm: fetched once, checked, and kept in a cache of the user."""

import os
import re
import tarfile
from base64 import b64encode
from hashlib import sha512
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from cardjudge import files as own
from cardjudge.errors import UserError

_REGISTRY = "https://registry.npmjs.org"
_PATIENCE = 60


class Package(NamedTuple):
    """A version of a package, and what npm calls its integrity."""

    name: str
    version: str
    integrity: str
    """The SHA-512 of the archive, as npm writes it."""

    def files(self) -> dict[str, bytes]:
        """Return the files of the package by name; UserError if they cannot be had as they are."""
        with tarfile.open(fileobj=BytesIO(self._archive())) as archive:
            return {
                member.name.removeprefix("package/"): file.read()
                for member in archive
                if (file := archive.extractfile(member)) is not None
            }

    def _archive(self) -> bytes:
        file = f"{self.name.rpartition('/')[2]}-{self.version}.tgz"
        kept = cache() / file
        if kept.exists() and self._is_right(found := kept.read_bytes()):
            return found
        address = f"{_REGISTRY}/{self.name}/-/{file}"
        try:
            with urlopen(address, timeout=_PATIENCE) as answer:
                data: bytes = answer.read()
        except OSError as error:
            raise UserError("無法下載 {address}：{why}", address=address, why=error) from None
        if not self._is_right(data):
            raise UserError("{address} 不是當初的那個檔案：檢查碼不符", address=address)
        keep(kept, data)
        return data

    def _is_right(self, data: bytes) -> bool:
        return self.integrity == f"sha512-{b64encode(sha512(data).digest()).decode()}"


_EDITOR = (
    (
        "dist/index.js",
        Package(
            "@codemirror/commands",
            "6.11.1",
            "sha512-O/4hG3SC1YwcmQ0d2UVNDs+AsaNWd1iHVxbTeEBuqH+6bExAiPK3iS/BvpY6rZGURALv4ZD3sIgcCmRvw3ehBg==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@codemirror/language",
            "6.13.1",
            "sha512-zfvU2r3TyylQLMj/te+5CnQ0rSqZi8B1oTCBbQkagcLW4Xc6imab6qN+pEJhsuNOLaJqiRyBXp9UhWA1DhVvDw==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@codemirror/state",
            "6.7.6",
            "sha512-kAz+AncRtKuIknedxT1bq4XwXv4UowhbkHU1myPrtVb/jZtImWuV5BXzv5vK6i3kYACsdiZiQKFQQ5Mq7elW8w==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@codemirror/streamparser",
            "6.0.0",
            "sha512-JTFPF6xrfjt0mnfGPgzcLiMwYmvIyNaoizp8BYzv8FE8KrT6GBGDZ190rtt+O7Wke3gG/MFHyiY9YGNeimof4w==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@codemirror/view",
            "6.43.15",
            "sha512-HHsfpqFeHyXLs983pSRe38Xajs0vFWZQ2BuX0m7Ki8w3jZ5iD8cuR3lBz2/5/X53Dhf32SBHKh6rtSTB6tKeGw==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@lezer/common",
            "1.5.5",
            "sha512-Pw7PVCndruF1pb3ebCxpSVpkMHSDjwRCLcTRw+RizUKco5QbWylwq2g4lnG/RYN7yTTQDXE9F77MwtkAyphrjg==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@lezer/highlight",
            "1.2.5",
            "sha512-O1GMVKgtf5YspFaRzpmqkVgMtIk2HG9uMAbH6wdAIdNh3TVzCsch/+cRi+6l2//UGDKe6NB9BW3cvuR5ezMQ0w==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@lezer/lr",
            "1.4.12",
            "sha512-On9HU4oMMiHPMkQDgoTnGahjgG5n/MkN38CgG77sMraKLL+3JBbeQNi1FcCXV9QRqwF9/BUXP3caHyJC1fBOTQ==",
        ),
    ),
    (
        "dist/index.js",
        Package(
            "@lezer/python",
            "1.1.19",
            "sha512-MhQIURHRytsNzP/YXnqpYKW6la6voAH3kyplTOOiCdjyFY6cWWGFVmYVdHIPrElqSDf4iCDktQCockB9FxuhzQ==",
        ),
    ),
    (
        "src/index.js",
        Package(
            "@marijn/find-cluster-break",
            "1.0.4",
            "sha512-Wy0V7+SGUjnF9/TkiM1hKVDPj7jKXduPNboMVtHTA8dySMURWqfg/JZ9E2Sq8JgSJmkl7k7Qe9FLeMSrSraWmQ==",
        ),
    ),
    (
        "index.js",
        Package(
            "crelt",
            "1.0.7",
            "sha512-aK6BbWfhf4U/wCcLHKPJl/xa6VkVstRaPywWtMKGwuOLc/wZTyQYuoxgvZnNsBvv7Kg3YTBQYYBCggcviQczuA==",
        ),
    ),
    (
        "src/style-mod.js",
        Package(
            "style-mod",
            "4.1.4",
            "sha512-XXWIQt633/EpAFx8aZDOTjBzrCaGmhvEQlQo6MVPfa2OzO2cWo+4hV9h+6UkHYlXGfy+ODXKUdP7Pthmcu5ATw==",
        ),
    ),
    (
        "index.js",
        Package(
            "w3c-keyname",
            "2.2.8",
            "sha512-dpojBhNsCNN7T82Tm7k26A6G9ML3NkhDsnw9n/eoxSRlVBB4CEtIQ/KTCLI2Fwf3ataSXRhYFkQi3SlnFwPvPQ==",
        ),
    ),
)
"""CodeMirror: the module of each package."""
_IMPORTED = re.compile(rb"""(?<=from )(["'])([@\w./-]+)\1""")


def editor() -> dict[str, bytes]:
    """Return the modules of the editor by name; on the page they import each other."""
    files = {f"npm/{package.name}.js": package.files()[path] for path, package in _EDITOR}

    def rewritten(data: bytes, up: str) -> bytes:
        return _IMPORTED.sub(lambda found: f'"{up}{found[2].decode()}.js"'.encode(), data)

    return {
        name: rewritten(data, "../" * (name.count("/") - 1) or "./") for name, data in files.items()
    }


def cache() -> Path:
    """Return the folder where files are kept that took long to get."""
    return own.cache() / "npm"


def keep(path: Path, data: bytes) -> None:
    """Write a file of the cache, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(data)
    new.replace(path)
