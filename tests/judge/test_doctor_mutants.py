"""The doctor is proven by mutants: with one rule of the filter taken away, it turns red."""

import pytest

from cardjudge.programs.sandbox import Sandbox, entry, landlock, seccomp
from cardjudge.programs.sandbox.probe import probe
from cardjudge.programs.sandbox.seccomp import Refusal
from judge.doctor.promises import try_all, try_calls
from tests.tools import needs_sandbox

pytestmark = [pytest.mark.slow, needs_sandbox]
FEWEST = probe()._replace(mounts=False, cgroup=False)
"""The filter has most rules where it stands alone."""
RULES = [*seccomp.refusals(FEWEST)]
HELD = Sandbox("required", layers=FEWEST)
BY_PROCESSES = {"clone", "fork"}
"""The judge is asked and says yes: too many processes tell that it was not asked."""
WITHOUT_ATTACK = {
    "vfork": "its parent waits until the child has ended or runs another program",
    "exit_group": "it refuses nothing: the judge takes a last look at memory",
}


def broken(rule: Refusal) -> list[str]:
    if rule.action == seccomp.ASK and not rule.tests and rule.call in BY_PROCESSES:
        return [name for tried in try_all(HELD) for name in tried.broken]
    return [name for name, is_open in try_calls(HELD) if is_open]


@pytest.mark.parametrize("place", range(len(RULES)), ids=lambda place: RULES[place].call)
def test_a_rule_that_is_missing_is_noticed(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = RULES[place]
    if rule.call in WITHOUT_ATTACK:
        pytest.skip(WITHOUT_ATTACK[rule.call])
    rest = [each for each in RULES if each is not rule]
    monkeypatch.setattr(seccomp, "refusals", lambda *_: iter(rest))
    entry._filters.cache_clear()
    try:
        assert broken(rule)
    finally:
        entry._filters.cache_clear()


RIGHTS = {
    name: 1 << place
    for place, name in enumerate(
        """
EXECUTE WRITE_FILE READ_FILE READ_DIR REMOVE_DIR REMOVE_FILE MAKE_CHAR MAKE_DIR MAKE_REG MAKE_SOCK
MAKE_FIFO MAKE_BLOCK MAKE_SYM REFER TRUNCATE IOCTL_DEV""".split()
    )
}
RIGHTS_WITHOUT_ATTACK = {
    "EXECUTE": "the kernel opens a file to read it, too, before it runs it",
    "MAKE_CHAR": "to make a device needs CAP_MKNOD, which root has given up",
    "MAKE_BLOCK": "to make a device needs CAP_MKNOD, which root has given up",
    "MAKE_SOCK": "the filter lets no program make or bind a socket",
    "REFER": "the kernel refuses to move files between folders unless a rule allows it",
    "IOCTL_DEV": "no device that may be opened knows a call that changes anything",
}


@pytest.mark.parametrize("name", RIGHTS)
def test_a_right_that_is_missing_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in RIGHTS_WITHOUT_ATTACK:
        pytest.skip(RIGHTS_WITHOUT_ATTACK[name])
    without = ~RIGHTS[name]
    later = tuple((since, right & without) for since, right in landlock._LATER_FILES)
    monkeypatch.setattr(landlock, "_FIRST_FILES", landlock._FIRST_FILES & without)
    monkeypatch.setattr(landlock, "_LATER_FILES", later)
    entry._grants.cache_clear()
    try:
        assert [name for tried in try_all(Sandbox("required")) for name in tried.broken]
    finally:
        entry._grants.cache_clear()


def test_nothing_is_noticed_where_nothing_is_missing() -> None:
    assert not [name for name, is_open in try_calls(HELD) if is_open]
    assert len(WITHOUT_ATTACK) + len(RIGHTS_WITHOUT_ATTACK) <= 10
