"""The site: every link leads somewhere, the search knows both languages, no other host is asked."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.docs.newcomer import ROOT

pytestmark = pytest.mark.slow  # each worker builds the site

pytest.importorskip("zensical", reason="needs Zensical: python -m pip install zensical")
LOADED = {("link", "href"), ("use", "href"), ("use", "xlink:href")}
"""Attributes besides `src` that may make the browser load something."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "docs.site", out, "--no-play"], cwd=ROOT, check=True)
    return out


class Found(HTMLParser):
    """The links, the loaded files and the text of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.text, self.anchors = "", {""}
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.switches: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            target = value or ""
            if name in {"src", "srcset", "poster", "data"} or (tag, name) in LOADED:
                self.loaded.append(target)
            if name == "href":
                self.links.append(target)
            if name == "id":
                self.anchors.add(target)
        found = dict(attrs)
        if tag == "a" and "hreflang" in found:
            self.switches.append(found["href"] or "")

    def handle_data(self, data: str) -> None:
        self.text += data


@cache
def found_in(path: Path) -> Found:
    return Found(path)


def pages(site: Path) -> Iterator[tuple[Path, Found]]:
    for path in sorted(site.rglob("index.html")):
        yield path, found_in(path)


def led_to(path: Path, link: str) -> Path:
    target = (path.parent / unquote(urlsplit(link).path)).resolve()
    return target / "index.html" if target.suffix in {"", ".md"} or target.is_dir() else target


def test_every_page_links_to_its_translation(site: Path) -> None:
    chinese = site / "zh-TW"
    for path, found in pages(site):
        english = path.relative_to(chinese if chinese in path.parents else site)
        other = (site if chinese in path.parents else chinese) / english
        (switch,) = found.switches
        assert led_to(path, switch) == other
        assert not re.search("English: .*zh-TW|繁體中文：", found.text), path


def test_the_site_loads_nothing_from_another_host(site: Path) -> None:
    for _, found in pages(site):
        assert [target for target in found.loaded if re.match(r"(\w+:)?//", target)] == []
    for path in [*site.rglob("*.css"), *site.rglob("*.svg")]:
        text = path.read_text("utf-8")
        assert re.findall(r"(?:url\(|@import)\s*['\"]?(?:\w+:)?//[^)]*", text) == [], path
