"""``python -m docs.site OUT``: make the site from README.md and docs/, with Zensical.

A page in Chinese, ``NAME.zh-TW.md``, stands under ``zh-TW/``, where English fills the gaps, so that
every page has its counterpart. Zensical knows one language a site: there are two, and every link is
a relative one. What a page links to and is no page itself, such as a script, becomes one.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from os.path import normpath, relpath
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.web.build import build as build_page

ROOT = Path(__file__).parents[2]
_ZH = ".zh-TW"
_LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)#\s]+)((?:#[^)\s]*)?\))")
_SWITCH = re.compile(r"^(?:English: |繁體中文：)\[.*\n", re.MULTILINE)
_SCRIPTS = {".py": "python", ".cpp": "cpp", "": "text"}
_ALTERNATE = {"en": ("zh-TW/", "繁體中文", "zh-TW"), "zh-TW": ("../", "English", "en")}
_NAVIGATION = {
    ("Judging", "裁判"): "install judge class judges web security json",
    ("Games", "遊戲"): "big2 blackjack war take6 nim game",
    ("For developers", "給開發者"): "design api bench CONTRIBUTING CHANGELOG SECURITY "
    "research/index research/big2 research/blackjack research/war research/take6 research/nim "
    "research/octal",
}
_CHINESE = {
    "design": "程式的地圖",
    "bench": "量測結果",
    "CONTRIBUTING": "參與開發",
    "CHANGELOG": "更新紀錄",
    "SECURITY": "回報安全問題",
    "research/index": "研究總覽",
    "research/big2": "大老二的電腦有多強",
    "research/blackjack": "二十一點能打得多好",
    "research/war": "戰爭：許多局的結果",
    "research/take6": "誰是牛頭王各等級的實力",
    "research/nim": "週期的證明",
    "research/octal": "octal 賽局普查",
}
"""Titles of pages that are only in English, for the navigation of the Chinese site."""
_SLUGS = {"object": "pymdownx.slugs.slugify", "kwds": {"case": "lower"}}
_EXTENSIONS: dict[str, dict[str, object]] = {
    "md_in_html": {},
    "pymdownx.highlight": {},
    "pymdownx.superfences": {},
    "sane_lists": {},
    "toc": {"slugify": _SLUGS, "permalink": True},
}


def build(out: Path) -> None:
    """Write the site; SystemExit where a link leads nowhere or Zensical finds fault."""
    for language, folder in ("en", out), ("zh-TW", out / "zh-TW"):
        with TemporaryDirectory() as place:
            _stage(Path(place) / "pages", language)
            (Path(place) / "mkdocs.yml").write_text(json.dumps(_config(language)), "utf-8")
            command = [sys.executable, "-m", "zensical", "build", "--strict"]
            run = subprocess.run(command, cwd=place, capture_output=True, check=False)
            if run.returncode:
                sys.exit((run.stdout + run.stderr).decode())
            shutil.copytree(Path(place) / "site", folder, dirs_exist_ok=True)


def _config(language: str) -> dict[str, object]:
    link, name, other = _ALTERNATE[language]
    chinese = language != "en"
    return {
        "site_name": "cardjudge",
        "docs_dir": "pages",
        "theme": {
            "name": "material",
            "language": language,
            "font": False,
            "custom_dir": str(Path(__file__).parent / "theme"),
            "features": ["navigation.sections", "navigation.top", "content.code.copy"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
            ],
        },
        "extra": {"alternate": [{"link": link, "name": name, "lang": other}]},
        "markdown_extensions": _EXTENSIONS,
        "nav": [
            "index.md",
            {("Play", "開始玩")[chinese]: "../play/" if chinese else "play/"},
            *(
                {titles[chinese]: [_entry(page, chinese) for page in pages.split()]}
                for titles, pages in _NAVIGATION.items()
            ),
        ],
    }


def _entry(page: str, chinese: bool) -> str | dict[str, str]:
    """Return a page as the navigation has it; its title is its heading unless it is named."""
    return {_CHINESE[page]: f"{page}.md"} if chinese and page in _CHINESE else f"{page}.md"


def _stage(folder: Path, language: str) -> None:
    """Lay out what can be reached from README.md, each file with links to where the others are."""
    queue, seen = ["README.md"], {"README.md"}
    for name in queue:
        text, linked = _rewritten(name, language)
        queue += sorted(linked - seen)
        seen |= linked
        target = folder / _place(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)


def _rewritten(name: str, language: str) -> tuple[bytes, set[str]]:
    """Return a file as the site has it, and the files to which it links."""
    path, linked = ROOT / name, set[str]()

    def link(match: re.Match[str]) -> str:
        target = normpath(Path(source).relative_to(ROOT).parent / match[2]).replace(_ZH, "")
        if (ROOT / target).is_dir():
            target += "/README.md"
        linked.add(target)
        place = relpath(_place(target), Path(_place(name)).parent)
        other = source == path and _source(target, language) != ROOT / target
        return match[1] + place + (")" if other else match[3])  # headings differ by language

    if path.suffix in _SCRIPTS:
        page = f"# {name}\n\n```{_SCRIPTS[path.suffix]}\n{path.read_text('utf-8')}```\n"
        return page.encode(), linked
    source = _source(name, language)
    if path.suffix != ".md":
        return source.read_bytes(), linked
    text = _SWITCH.sub("", source.read_text("utf-8"))
    return _LINK.sub(link, text).encode(), linked


def _source(name: str, language: str) -> Path:
    """Return a file, a picture too, in a language if it is there, else in English."""
    chinese = ROOT / f"{_ZH}.".join(name.rsplit(".", 1))
    return chinese if language != "en" and chinese.exists() else ROOT / name


def _place(name: str) -> str:
    """Return where the site has a file of the project."""
    path = Path(name.removeprefix("docs/"))
    if path.name == "README.md":
        path = path.with_name("index.md")
    return f"{path}.md" if path.suffix in _SCRIPTS else str(path)


def main() -> None:
    """Make the site in a folder, with the page under ``play/`` unless told otherwise."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--no-play", action="store_true", help="leave the page out")
    arguments = parser.parse_args()
    build(arguments.out)
    if not arguments.no_play:
        build_page(arguments.out / "play")


if __name__ == "__main__":
    main()
