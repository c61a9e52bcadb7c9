"""The verdicts, with all that the kit knows of each: a new verdict is a line here."""

from enum import StrEnum


class Verdict(StrEnum):
    """The verdict of a run or of homework, in the abbreviations of online judges."""

    meaning: str
    """In Chinese, for `cardjudge.language.say`."""
    style: str
    """The colour on a terminal."""
    tag: str
    """The element of JUnit; empty for a success."""
    of_run: bool
    """Whether a run can end so; otherwise no run was possible."""

    AC = "AC", "通過", "green", "", True
    WA = "WA", "答案錯誤", "red", "failure", True
    PE = "PE", "只有空白或換行不同", "yellow", "failure", True
    RE = "RE", "執行時錯誤", "magenta", "error", True
    TLE = "TLE", "超過時間限制", "magenta", "error", True
    MLE = "MLE", "超過記憶體限制", "magenta", "error", True
    OLE = "OLE", "輸出太多", "magenta", "error", True
    CE = "CE", "編譯錯誤", "magenta", "error", False
    NS = "NS", "沒有程式", "magenta", "error", False
    SE = "SE", "系統錯誤，不是程式的錯", "magenta", "error", True

    def __new__(cls, word: str, *facts: object) -> "Verdict":
        """Return a verdict, which is its abbreviation, with its facts."""
        verdict = str.__new__(cls, word)
        verdict._value_ = word
        names = "meaning", "style", "tag", "of_run"
        for name, fact in zip(names, facts, strict=True):
            setattr(verdict, name, fact)
        return verdict
