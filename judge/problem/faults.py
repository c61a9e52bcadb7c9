"""What is wrong with a problem: a sentence, the file, and the line where there is one."""

from __future__ import annotations

from cardjudge.errors import UserError
from cardjudge.language import say


class Fault(UserError):  # noqa: N818  (a finding, which is also raised where nothing can go on)
    """Something wrong with a problem, at a line of a file where these are known.

    >>> print(Fault("problem.toml", 3, "沒有{name}", name="id"))
    problem.toml:3：沒有id
    """

    def __init__(self, file: str, line: int | None, template: str, /, **parts: object) -> None:
        super().__init__(template, **parts)
        self.args = file, line, template  # with them it is made anew in another process
        self.file, self.line = file, line

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return say("{place}：{reason}", place=place, reason=super().__str__())
