"""``python -m web build OUT``: build the page as a static folder."""

from pathlib import Path
from typing import Annotated

import typer

from cardjudge.commands.app import App, run
from cardjudge.language import say

app = App("web")


@app.callback()
def main() -> None:
    """把網頁做成一個靜態的資料夾，任何網頁伺服器都能放。

    範例
      $ python -m web build site && python3 -m http.server -d site

    參見
      judge web --help, docs/web.md
    """


@app.command()
def build(
    out: Annotated[Path, typer.Argument(metavar="資料夾", help="寫在這裡。")],
) -> None:
    """做出網頁。

    同一個版本做出來的每個位元組都相同。資料夾要是空的，或是以前做的網頁。

    範例
      $ python -m web build site

    參見
      docs/web.md
    """
    from web.build import build as write

    size = write(out)
    print(say("寫入 {path}（{size} 個位元組）", path=out, size=size))


if __name__ == "__main__":
    run(app)
