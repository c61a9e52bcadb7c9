"""The site has each page in both languages and asks no other host; Zensical checks the links."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.newcomer import ROOT

pytestmark = pytest.mark.slow  # each worker builds the site

pytest.importorskip("zensical", reason="needs Zensical: python -m pip install zensical")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "docs.site", out, "--no-play"], cwd=ROOT, check=True)
    return out


def test_every_page_links_to_its_translation_and_loads_nothing_from_another_host(
    site: Path,
) -> None:
    loads = re.compile(
        r"<(?:link|use)\b[^>]* (?:xlink:)?href=\"((?:\w+:)?//[^\"]*)|"
        r" (?:src|srcset|poster|data)=\"((?:\w+:)?//[^\"]*)|"
        r"(?:url\(|@import)\s*['\"]?((?:\w+:)?//[^)]*)"
    )
    for path in [*site.rglob("*.html"), *site.rglob("*.css"), *site.rglob("*.svg")]:
        assert loads.findall(path.read_text("utf-8")) == [], path
    for path in site.rglob("index.html"):
        name = path.parent.relative_to(site)
        other = name.relative_to("zh-TW") if name.parts[:1] == ("zh-TW",) else Path("zh-TW", name)
        (switch,) = re.findall(r'<a [^>]*href="([^"]*)" [^>]*hreflang', path.read_text("utf-8"))
        assert (path.parent / switch).resolve() == (site / other).resolve(), path
