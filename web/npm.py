"""Packages of npm: fetched once, checked, and kept in a cache of the user."""

import os
import tarfile
from base64 import b64encode
from hashlib import sha512
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

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
        kept = cache() / f"{self.name}-{self.version}.tgz"
        if kept.exists() and self._is_right(found := kept.read_bytes()):
            return found
        address = f"{_REGISTRY}/{self.name}/-/{self.name}-{self.version}.tgz"
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


def cache() -> Path:
    """Return the folder where files are kept that took long to get."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "cardjudge" / "npm"


def keep(path: Path, data: bytes) -> None:
    """Write a file of the cache, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(data)
    new.replace(path)
