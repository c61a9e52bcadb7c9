"""The newcomer finds the faults of a page."""

from pathlib import Path

import pytest

from tests.docs.markdown import Code, Command, File, steps
from tests.docs.newcomer import Newcomer

PAGE = """\
Write `a/one.txt`:

```
1
```

    $ cat a/one.txt
    1
    $ echo "AC 0.20 s 3 MB"
    AC   0.15 s   29 MB
    $ cd a

and so on, as `nim octal 0.77 12` does, `nim play` too,
but neither `nim octal` nor `judge FOLDER -- COMMAND…`.

    nim --help

    anything else
"""


def test_the_steps_of_a_page_are_found() -> None:
    assert list(steps(PAGE)) == [
        File("a/one.txt", "1\n"),
        Command("cat a/one.txt", "1\n"),
        Command('echo "AC 0.20 s 3 MB"', "AC   0.15 s   29 MB\n"),
        Command("cd a", ""),
        Command("nim octal 0.77 12"),
        Command("nim play"),
        Command("nim --help"),
        Code("", "anything else\n"),
    ]


def test_a_true_page_gives_no_trouble(tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, tmp_path)
    assert newcomer.follow(list(steps(PAGE))[:4]) == []


@pytest.mark.parametrize(
    "step",
    [
        Command("echo 1", "2\n"),
        Command("echo 1; exit 2"),
        Command("echo trouble >&2", ""),
        Command("sh play", ""),
    ],
)
def test_a_false_step_is_reported(step: Command, tmp_path: Path) -> None:
    (trouble,) = Newcomer(tmp_path, tmp_path).follow([step])
    assert trouble.startswith(f"$ {step.line}\n")
