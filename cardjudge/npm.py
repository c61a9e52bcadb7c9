"""Packages of npm: downloaded once, verified, and kept in the user's cache."""

import tarfile
from base64 import b64encode
from hashlib import sha512
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from cardjudge import files as own
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.stdio import tell

_REGISTRY = "https://registry.npmjs.org"
_PATIENCE = 60


class Package(NamedTuple):
    """A version of a package, with its integrity in npm's sense."""

    name: str
    version: str
    integrity: str
    """The SHA-512 of the archive in npm's notation."""

    def files(self) -> dict[str, bytes]:
        """Return the files of the package by name; UserError if the download or its check fails."""
        with tarfile.open(fileobj=BytesIO(self._archive())) as archive:
            return {
                member.name.removeprefix("package/"): file.read()
                for member in archive
                if (file := archive.extractfile(member)) is not None
            }

    def _archive(self) -> bytes:
        file = f"{self.name.rpartition('/')[2]}-{self.version}.tgz"
        kept = cache() / file
        if kept.exists() and self._is_right(archive := kept.read_bytes()):
            return archive
        address = f"{_REGISTRY}/{self.name}/-/{file}"
        tell(say("下載 {address}", address=address))
        try:
            with urlopen(address, timeout=_PATIENCE) as answer:
                data: bytes = answer.read()
        except (OSError, HTTPException) as error:
            raise UserError("無法下載 {address}：{why}", address=address, why=error) from None
        if not self._is_right(data):
            raise UserError("{address} 不是當初的那個檔案：檢查碼不符", address=address)
        keep(kept, data)
        return data

    def _is_right(self, data: bytes) -> bool:
        return self.integrity == f"sha512-{b64encode(sha512(data).digest()).decode()}"


def cache() -> Path:
    """Return the cache folder of downloads and compiled files."""
    return own.cache() / "npm"


def keep(path: Path, data: bytes) -> None:
    """Write a file of the cache atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    own.write(path, data)
