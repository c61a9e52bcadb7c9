"""Wrong usage in one form and two languages, and the options that all commands share."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest
import typer

from cardjudge.commands.app import App
from cardjudge.commands.types import MOST_SEED, AnySeed, Json, Plain, Seed, Workers
from cardjudge.stdio import guard
from tests.test_language import IDEOGRAPH

app = App("game")


@app.command("match")
def match(seed: Seed = 0, workers: Workers = "1", json: Json = None, plain: Plain = False) -> None:
    """Print the values of the options."""
    print(seed, workers, json, plain)


class Style(StrEnum):
    """How to write."""

    WIDE = "wide"
    ASCII = "ascii"


@app.command("write")
def write(
    width: Annotated[int, typer.Argument(metavar="個數", min=1, max=9)],
    style: Annotated[Style, typer.Option()] = Style.WIDE,
    ratio: Annotated[float, typer.Option(max=0.5)] = 0.5,
    count: Annotated[int, typer.Option()] = 0,
) -> None:
    """Print the values of the arguments."""
    print(width, style, ratio, count)


@app.callback(invoke_without_command=True)
def main(loud: Annotated[bool, typer.Option("--loud")] = False) -> None:
    """Have an option of its own."""
    print(end="!" * loud)


@app.command("deal")
def deal(seed: AnySeed = None) -> None:
    """Print the value of the option."""
    print(seed)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    status = guard(lambda: app.answer(arguments))
    return status, *capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ([], (0, "1", None, False)),
        (["--seed", str(MOST_SEED), "--plain"], (MOST_SEED, "1", None, True)),
        (["--workers", "3", "--json", "-"], (0, "3", Path("-"), False)),
        (["--workers", "dask://[::1]:8786"], (0, "dask://[::1]:8786", None, False)),
    ],
)
def test_values_are_read_within_their_bounds(
    arguments: list[str], read: tuple[object, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    assert told(capfd, "match", *arguments) == (0, " ".join(map(str, read)) + "\n", "")


@pytest.mark.parametrize(
    "seed", ["-1", str(MOST_SEED + 1), "x", "", "+1", "1_0", " 1", "1.0", "１"]
)
@pytest.mark.parametrize("command", ["match", "deal"])
def test_a_seed_out_of_bounds_is_refused(
    command: str, seed: str, capfd: pytest.CaptureFixture[str]
) -> None:
    status, out, error = told(capfd, command, "--seed", seed)
    assert (status, out) == (2, "")
    assert error.startswith("錯誤：--seed 的值不對：")


@pytest.mark.parametrize("workers", ["0", "-1", "1.5", "", "dask://", "dask://host", "dask://:1"])
def test_a_wrong_number_of_workers_is_refused(
    workers: str, capfd: pytest.CaptureFixture[str]
) -> None:
    why = f"應是至少 1 的個數，或 dask://主機:埠，不是「{workers}」"
    wrong = f"錯誤：--workers 的值不對：{why}\n"
    assert told(capfd, "match", "--workers", workers) == (2, "", wrong)


USAGE = [
    ("write --styel x", "沒有 --styel 這個選項；是不是 --style", None),
    ("match --plian", None, "there is no option --plian; did you mean --plain?"),
    ("matsch", "沒有 matsch 這個子命令；是不是 match？", None),
    ("--loud match", "選項要寫在子命令 match 之後", "options belong after the subcommand match"),
    ("match --plain=x", "選項 --plain 不需要值", "the option --plain takes no value"),
    ("write", "缺少 個數", "N is missing"),
    ("write 10", None, "N is wrong: should be an integer from 1 to 9, not '10'"),
    (
        "write 1 --style b",
        "--style 的值不對：應是 wide、ascii 之一，不是「b」",
        "--style is wrong: should be one of wide, ascii, not 'b'",
    ),
    ("write 1 --ratio 1", "--ratio 的值不對：應是至多 0.5 的數字，不是「1」", None),
    ("write 1 --count 1.5", None, "--count is wrong: should be an integer, not '1.5'"),
    ("write +1", "個數 的值不對：應是 1 到 9 的整數，不是「+1」", None),
    ("write 1 --count=1_0", None, "--count is wrong: should be an integer, not '1_0'"),
    ("match --seed \x1b[2J", "--seed 的值不對：應是 0 到", None),
]


@pytest.mark.parametrize(("words", "chinese", "english"), USAGE)
def test_wrong_usage_is_reported_in_one_line_in_either_language(
    words: str,
    chinese: str | None,
    english: str | None,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for language, head, expected in ("zh_TW", "錯誤：", chinese), ("en_US", "error: ", english):
        monkeypatch.setenv("LANG", language)
        status, out, error = told(capfd, *words.split(" "))
        assert (status, out, error.count("\n")) == (2, "", 1)
        assert error.startswith(head + (expected or ""))
        assert error.removesuffix("\n").isprintable()
        assert language == "zh_TW" or not IDEOGRAPH.search(error)
