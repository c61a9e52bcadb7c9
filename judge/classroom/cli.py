"""The command line of ``judge languages``."""

from __future__ import annotations

from collections.abc import Iterator

from cardjudge.commands.app import App
from cardjudge.programs.languages import Language, MissingTool, languages, own_file, tool

app = App("")


@app.command(
    "languages",
    help="""
    列出知道的程式語言：檔名的結尾、編譯的指令、執行的指令，和有沒有安裝。

    最後一行的檔案裡可以加上自己的語言，或換掉這裡的指令。
    """,
    epilog="""
    範例
      $ judge languages

    參見
      docs/judge.md
    """,
)
def list_languages() -> None:
    """Print the table."""
    for language in languages().values():
        missing = "、".join(_missing(language))
        print(f"{language.name} {' '.join(language.endings)}" + (missing and f"：{missing}"))
        for command in language.compile, language.run:
            if command:
                print(f"    {' '.join(command)}")
    print(f"自己的語言寫在 {own_file()}")


def _missing(language: Language) -> Iterator[str]:
    for name in language.tools():
        try:
            tool(name)
        except MissingTool as error:
            yield str(error)
