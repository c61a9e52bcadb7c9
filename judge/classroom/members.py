"""Group assignments: each member of a group gets the grade of the group's submission."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardjudge.errors import UserError, quote
from cardjudge.language import listed
from judge.cases import natural
from judge.classroom.cells import PLATFORMS, found_in, read, text_of
from judge.classroom.intake import Entry
from judge.classroom.labels import Label, condensed, key_of, named, of_moodle


def by_members(found: Sequence[Entry], members: Mapping[str, Sequence[Label]]) -> list[Entry]:
    """Return one entry per member of a group; `members` has the members by the entry's key.

    A number that Moodle gives to a group is no student's: if one entry is that of a group, no entry
    of Moodle keeps its number.
    """
    if not any(members.values()):
        return [*found]
    pairs = [(entry, label) for entry in found for label in members.get(entry.student, ())]
    keyed = zip(named([label for _, label in pairs]), pairs, strict=True)
    others = [
        entry._replace(user="" if entry.parts[0][1].kind else entry.user)
        for entry in found
        if not members.get(entry.student)
    ]
    each = [
        Entry(key, entry.parts, name, label.user, entry.student)
        for (key, name), (entry, label) in keyed
    ]
    return sorted(others + each, key=lambda entry: natural(entry.student))


class Groups:
    """The groups of a file, one line a student with number and group; UserError without them.

    The columns have the names of the table or of Canvas's list of groups, else they are the first
    two.
    """

    def __init__(self, path: Path) -> None:
        names = PLATFORMS["groups"]
        table = read(path, lambda row: found_in(row, names)["group"] is not None)
        rows, at = table.students, found_in(table.rows[table.header], names)
        if at["group"] is None:
            rows, at = [table.rows[table.header], *rows], at | {"number": 0, "group": 1}
        self._members: dict[str, list[Label]] = {}
        for row in rows:
            cells = {column: text_of(row, index).strip() for column, index in at.items()}
            label = Label(cells["number"] or cells["name"], cells["name"], cells["user"])
            if cells["group"] and label.student:
                self._members.setdefault(cells["group"], []).append(label)
        if not self._members:
            template = "{path}裡沒有分組：每個學生一行，學號和組名"
            raise UserError(template, path=quote(str(path)))

    def members(self, found: Sequence[Entry]) -> dict[str, list[Label]]:
        """Return the members of each entry of a group; UserError if two entries have one group."""
        members: dict[str, list[Label]] = {}
        owners: dict[str, str] = {}
        for entry in found:
            group = self._group(entry)
            if group and owners.setdefault(group, entry.student) != entry.student:
                names = listed(map(quote, (owners[group], entry.student)))
                raise UserError("{group}這一組有兩份：{names}", group=quote(group), names=names)
            members[entry.student] = self._members.get(group, [])
        return members

    def _group(self, entry: Entry) -> str:
        """Return the group with an entry's name, else that of its student; empty without one."""
        label = entry.parts[0][1]
        names = {condensed(name) for name in (entry.student, label.name) if name}
        ids = {entry.user, key_of(entry.student)} - {""}
        named = [
            group
            for group in self._members
            if of_moodle(group) == label.name or condensed(group) in names
        ]
        shared = [
            group
            for group, members in self._members.items()
            if not label.kind  # whose number may be a group's
            and any({member.user, key_of(member.student)} & ids for member in members)
        ]
        return next((groups[0] for groups in (named, shared) if len(groups) == 1), "")
