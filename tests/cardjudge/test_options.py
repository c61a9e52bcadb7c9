"""Groups of options, with a command of our own."""

from typing import Annotated, NamedTuple

import pytest
import typer

from cardjudge.commands.app import App
from cardjudge.commands.options import grouped


class Span(NamedTuple):
    first: Annotated[int, typer.Option("--from", min=1)]
    last: Annotated[int, typer.Option(help="the last")] = 9


app = App("show")


@app.command()
@grouped
def show(word: str = "x", *, span: Span, loud: bool = False) -> int:
    print(word, span, loud)
    return span.last - span.first


def status(*arguments: str) -> object:
    return app(arguments, standalone_mode=False)


def test_a_group_arrives_as_one_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("--from", "4", "--last", "7", "--loud") == 3
    assert capsys.readouterr().out == "x Span(first=4, last=7) True\n"


def test_a_field_keeps_its_default_and_its_bounds() -> None:
    assert status("--from", "2") == 7
    with pytest.raises(typer.TyperException, match="first"):
        status()
    with pytest.raises(typer.TyperException, match="greater than or equal to 1"):
        status("--from", "0")


def test_the_help_lists_options_at_the_place_of_their_group(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status("--help")
    options = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "  --" in line]
    assert options[:4] == ["--word", "--from", "--last", "--loud"]
