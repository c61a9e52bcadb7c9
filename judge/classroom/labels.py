"""The names that platforms give to submissions: the student, the platform's id, LATE."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from cardjudge.errors import UserError
from judge.classroom import archive

MOODLE = re.compile(
    r"(?P<name>.*?)(?:_(?P<user>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?",
    re.DOTALL,
)
"""Matches the names of Moodle, whose default group has no number."""
CANVAS = re.compile(
    r"(?:(?P<first>LATE_)?(?P<anon>anon)|(?P<name>.*?))_(?P<late>LATE_)?"
    r"(?P<user>(?(anon)\w+?|\d+))"
    r"_(?:(?P<attachment>\d+)_(?P<file>.+)|(?:text|link)\.html)",
    re.DOTALL,
)
BLACKBOARD = re.compile(
    r"(?P<stem>.+_(?P<user>[^_]+)_attempt_(?P<attempt>\d{4}(?:-\d\d){5}))(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
"""Matches the names of Blackboard, whose form is a .txt without a file's name."""
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z]\d{2}[A-Za-z0-9]\d{5}|[A-Za-z]?\d{5,10})(?![A-Za-z0-9])"
)
"""A student number, for example `b10902001`."""
_FORM = re.compile(r"[^\n:：]+[:：] *(?P<name>.*) \((?P<user>[^()\n]+)\)")
_COMPLETE = 7
"""The fewest characters of a student number that no class or section has."""


class Label(NamedTuple):
    """The facts in the name of a part."""

    student: str = ""
    """The key, if the name alone tells it."""
    name: str = ""
    """The name that the platform gives, which may have a student number in it."""
    user: str = ""
    """The platform's number for the student; ``anon_`` and a word in an anonymous assignment."""
    late: bool = False
    kind: str = ""
    """Moodle's kind of submission: ``file`` or ``onlinetext``."""
    file: str | None = None
    """The original name of the file."""
    attachment: int = 0
    attempt: str = ""
    """Blackboard's time of the attempt; the greatest is the last."""
    stem: str = ""
    """The beginning of all names of the attempt."""

    @property
    def is_form(self) -> bool:
        """Whether the part is Blackboard's form, which is no homework."""
        return bool(self.attempt) and self.file is None


def label_of(name: str, is_file: bool, pattern: re.Pattern[str] | None) -> Label | None:
    """Return the facts in the name of a file or a folder; None if the pattern finds nobody."""
    kind = archive.ending(name) or (PurePosixPath(name).suffix if is_file else "")
    stem = name[: len(name) - len(kind)]
    label = Label(stem)
    if moodle := MOODLE.fullmatch(name):
        file = moodle["file"] if is_file else None
        label = Label("", moodle["name"], moodle["user"] or "", kind=moodle["kind"], file=file)
    elif canvas := CANVAS.fullmatch(name):
        user = f"anon_{canvas['user']}" if canvas["anon"] else canvas["user"]
        late, attachment = canvas["first"] or canvas["late"], int(canvas["attachment"] or 0)
        label = Label("", canvas["name"] or "", user, bool(late), "", canvas["file"], attachment)
    elif blackboard := BLACKBOARD.fullmatch(name):
        user, attempt = blackboard["user"], blackboard["attempt"]
        label = Label(user, file=blackboard["file"], attempt=attempt, stem=blackboard["stem"])
    elif number := re.match(rf"{_NUMBER.pattern}_(.*)", name, re.DOTALL):
        label = Label(number[1], file=number[2] or None)
    if pattern is None:
        return label if label.student or label.name or label.user else Label(stem)
    match = pattern.search(name)
    return label._replace(student=match[1]) if match and match[1] else None


def owner_in(form: str) -> Label | None:
    """Return the student in the first line of Blackboard's form, which has name and user name."""
    match = _FORM.match(form)
    return Label(match["user"], match["name"]) if match else None


def submitters_in(metadata: str) -> dict[str, list[Label]]:
    """Return the students of each folder in Gradescope's table, by number or e-mail address."""
    import yaml

    try:
        table = yaml.load(metadata, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return {
            folder: [
                Label(str(row.get(":sid") or row[":email"]), str(row.get(":name") or ""))
                for row in submission[":submitters"]
            ]
            for folder, submission in table.items()
        }
    except (yaml.YAMLError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise UserError("讀不懂 Gradescope 的 submission_metadata.yml") from None


def is_of_student(folder: str) -> bool:
    """Return whether a folder's name alone tells a student, by a platform's or the number."""
    label = label_of(folder, False, None)
    return label != Label(folder) or bool(_NUMBER.fullmatch(folder))


def named(labels: Sequence[Label]) -> Iterator[tuple[str, str]]:
    """Yield the key and the name of each student; every key is another one, whatever its case.

    A number in a name is the key unless another student has it, too. Short numbers may be those of
    a class or a section, and are keys only if each student has one.
    """
    numbers = [_NUMBER.findall(label.name) for label in labels]
    shared = Counter(word for own in numbers for word in {*map(str.casefold, own)})
    first = [next((word for word in own if shared[word.casefold()] == 1), "") for own in numbers]
    each = all(number for number, label in zip(first, labels, strict=True) if not label.student)
    keys = [
        label.student
        or (number if each or len(number) >= _COMPLETE else "")
        or label.name
        or label.user
        for number, label in zip(first, labels, strict=True)
    ]
    same = Counter(map(str.casefold, keys))
    taken: set[str] = set()
    for key, label in zip(keys, labels, strict=True):
        beside = "" if key == label.name else label.name.replace(key, " ")
        name = " ".join(re.split(r"[\s_()-]+", beside)).strip() if beside else label.name
        clashes = same[key.casefold()] > 1 and label.user not in ("", key)
        apart = f"{key}_{label.user}" if clashes else key
        unique, number = apart, 1
        while unique.casefold() in taken:
            number += 1
            unique = f"{apart}-{number}"
        taken.add(unique.casefold())
        yield unique, name


def of_moodle(group: str) -> str:
    """Return the name of a group as Moodle writes it into the names of files."""
    plain = re.sub(r"[\x00-\x1f\x7f&<>\"`|':\\/]", "", group.replace("_", " "))
    return re.sub(r"\.\.+", ".", plain)


def key_of(words: str) -> str:
    """Return a student number, also from an e-mail address."""
    return words.strip().casefold().partition("@")[0]


def condensed(words: str) -> str:
    """Return a name's letters and digits, as Canvas writes names into file names."""
    return "".join(filter(str.isalnum, words.casefold()))
