"""The command of the user decides which files a program may read."""

import contextlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cardjudge.programs.installed import Installed, installed, named
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Sandbox
from tests.processes import ROOT, kit_in
from tests.tools import needs, needs_sandbox, slow_after

SECRET = "the-secret-of-somebody"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with a secret and a working folder, which has a test and its answer."""
    (tmp_path / "home/mine/tests").mkdir(parents=True)
    (tmp_path / "home/mine/tests/1.in").write_text("1\n")
    (tmp_path / "home/mine/tests/1.out").write_text("ok\n")
    (tmp_path / "home/other").mkdir()
    for name in (".netrc", ".ssh/id", "other/key.txt"):
        (tmp_path / "home" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "home" / name).write_text(f"{SECRET}\n")
    return tmp_path / "home"


def judged(home: Path, *command: str, cwd: str = "mine", path: str = "") -> str:
    """Return what ``judge`` prints of a command: its verdict, and the beginning of its output."""
    words = home / "mine/tests", "--plain", "--", *command
    where = {"PATH": path or os.environ["PATH"], "HOME": str(home)}
    run = kit_in(home / cwd, "judge", *words, **where)
    assert run.returncode in (0, 1) or re.search("沒有權限|沒有這個檔案", run.stderr), run.stderr
    return run.stdout


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


TABLE = tomllib.loads(Path(__file__).with_name("grants.toml").read_text("utf-8"))
RIGHT, WRONG, TOLD = TABLE["right"], TABLE["wrong"], TABLE["told"]


@needs_sandbox
@pytest.mark.parametrize("name", slow_after(3, RIGHT))
def test_a_right_program_works(name: str, home: Path) -> None:
    mine = home / "mine"
    write(mine / "ok.py", 'import package.word\nprint(open("data/word").read().strip())')
    write(mine / "package/__main__.py", 'print("ok")')
    write(mine / "package/word.py", "")
    write(mine / "data/word", "ok\n")
    write(home / "apart/uses.py", "import lies_beside; print(lies_beside.WORD)")
    write(home / "apart/lies_beside.py", 'WORD = "ok"')
    write(mine / "run.sh", "#!/bin/bash\npython3 ok.py | cat")
    write(mine / "Makefile", "run:\n\tpython3 ok.py\n")
    words = [word.replace("PYTHON", sys.executable) for word in RIGHT[name]]
    path = ""
    if "environment" in name:
        write(home / "other/venv/pyvenv.cfg", "home = /usr/bin\n")
        (home / "other/venv/bin").mkdir()
        (home / "other/venv/bin/python3").symlink_to("/usr/bin/python3")
        path = f"{home}/other/venv/bin:{os.environ['PATH']}"
    assert judged(home, *words, path=path).startswith("AC")


@needs_sandbox
@needs("javac")
@pytest.mark.slow
def test_a_class_of_a_package_works(home: Path) -> None:
    says = 'public static void main(String[] a) { System.out.println("ok"); }'
    text = f"package pkg; class App {{ {says} }}"
    write(home / "mine/App.java", text)
    subprocess.run(["javac", "-d", ".", "App.java"], cwd=home / "mine", check=True)
    assert judged(home, "java", "pkg.App").startswith("AC")
    assert judged(home, "java", "-cp", "mine", "pkg.App", cwd=".").startswith("AC")


KEY = "other/key.txt"


@needs_sandbox
@pytest.mark.parametrize("name", slow_after(4, WRONG))
@pytest.mark.parametrize("command", slow_after(1, [["bin/p"], ["bash", "bin/p"]]), ids=str)
def test_no_file_of_a_submission_opens_another(name: str, command: list[str], home: Path) -> None:
    mine = home / "mine"
    write(mine / "bin/p", WRONG[name].replace("HOME", str(home)))
    write(mine / "lib/python3.11/site-packages/x.pth", f"{home}/other\n{home}\n")
    write(mine / "pyvenv.cfg", f"home = {home}/other/bin\n")
    write(home / "other/bin/x", f"#!/bin/sh\ncat {home}/{KEY}\n")
    write(home / "other/lib/x", "")
    (mine / "link").symlink_to(home / KEY)
    (mine / "folder").symlink_to(home / "other")
    printed = judged(home, *command)
    assert SECRET not in printed
    assert not printed.startswith("AC"), printed


@needs_sandbox
@pytest.mark.parametrize(
    "word", slow_after(1, ["link", "folder/key.txt", "folder/x.py", "./folder"])
)
def test_a_link_in_a_word_is_not_followed(word: str, home: Path) -> None:
    (home / "mine/link").symlink_to(home / KEY)
    (home / "mine/folder").symlink_to(home / "other")
    write(home / "other/x.py", f"print(open('{home}/{KEY}').read())")
    assert SECRET not in judged(home, "cat", word)


@needs_sandbox
def test_a_shim_of_a_submission_is_not_run(home: Path) -> None:
    mark = home / "asked"
    write(home / "mine/sub/bin/sub", f"#!/bin/sh\ntouch {mark}\n")
    write(home / "mine/sub/shims/p", "#!/bin/sh\necho ok\n")
    judged(home, "sub/shims/p")
    assert not mark.exists()


@needs_sandbox
@pytest.mark.parametrize("entry", slow_after(1, ["", ".", "mine", "../mine"]))
def test_relative_entries_of_path_are_ignored(entry: str, home: Path) -> None:
    for name in ("python3", "node", "java"):
        write(home / "mine" / name, f"#!/bin/sh\ntouch {home}/asked\n")
    write(home / "mine/ok.py", 'print("ok")')
    path = f"{entry}:{os.environ['PATH']}"
    assert judged(home, "sh", "-c", "python3 ok.py", path=path).startswith("AC")
    assert not (home / "asked").exists()


@pytest.mark.slow
@needs_sandbox
def test_a_program_in_the_home_folder_reads_only_plain_files(home: Path) -> None:
    write(home / "ok.py", 'import words\nprint(words.__name__[:0] + "ok")')
    write(home / "words.py", "")
    assert judged(home, "python3", "-B", "ok.py", cwd=".").startswith("WA") is False
    for secret in (".netrc", ".ssh/id", KEY):
        write(home / "thief.py", f"print(open({secret!r}).read())")
        assert SECRET not in judged(home, "python3", "thief.py", cwd=".")


@needs_sandbox
@pytest.mark.parametrize("allowed", slow_after(1, ["/", "", ".."]))
def test_the_option_allow_opens_no_home(allowed: str, home: Path) -> None:
    folder = str(home / allowed)
    script = ["sh", "-c", f"cat {home}/.netrc {home}/{KEY}"]
    words = home / "mine/tests", "--allow", folder, "--plain", "--", *script
    run = kit_in(home / "mine", "judge", *words, HOME=str(home))
    assert run.returncode == 1
    assert SECRET not in run.stdout


def test_a_version_manager_is_asked_once_for_its_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    write(tmp_path / "real/bin/python3", "#!/bin/sh\nexit 1\n")
    answer = f"echo {tmp_path}/real/bin/python3; echo {tmp_path}/real"
    write(tmp_path / "shims/python3", f"#!/bin/sh\npwd >> {asked}\n{answer}\n")
    monkeypatch.setenv("PATH", f"{tmp_path}/shims:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = [installed.__wrapped__() for _ in range(3)]
    assert found[0] == found[1] == found[2]
    assert isinstance(found[0], Installed)
    assert found[0].path == f"{tmp_path}/real/bin:{tmp_path}/shims:/usr/bin:/bin"
    assert f"{tmp_path}/real" in found[0].readable
    assert asked.read_text() == "/\n"


@pytest.mark.parametrize("says", ["", "relative", "exit 3", "echo /"])
def test_a_nonsensical_answer_of_an_interpreter_opens_nothing(
    says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = says if says.startswith(("exit", "echo")) else f"echo {says}"
    write(tmp_path / "bin/python3", f"#!/bin/sh\necho {tmp_path}/bin/python3\n{script}\n")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = installed.__wrapped__().readable
    assert [path for path in found if path.startswith(str(tmp_path))] == [f"{tmp_path}/bin/python3"]
    assert "/" not in found


@needs_sandbox
@pytest.mark.parametrize("name", slow_after(3, TOLD))
def test_a_refusal_is_explained_whatever_the_verdict(name: str, home: Path) -> None:
    command = (word.replace("HOME", str(home)) for word in TOLD[name]["command"])
    printed = judged(home, *command)
    assert "沙箱" in printed
    assert TOLD[name]["told"] in printed


NAMED = {
    "nothing": ([], False),
    "another package": (["python3", "-m", "nim"], False),
    "a program of that name": (["./big2"], False),
    "the module": (["python3", "-m", "big2"], True),
    "the command": (["big2"], True),
    "a file in it": (["python3", str(ROOT / "big2/__main__.py")], True),
}


@needs_sandbox
@pytest.mark.parametrize("words", NAMED)
def test_a_package_of_the_kit_is_readable_if_the_user_names_it(words: str, tmp_path: Path) -> None:
    command, is_read = NAMED[words]
    with contextlib.chdir(tmp_path):
        box = Sandbox("required", readable=named(command))
    ended, _ = run(["cat", str(ROOT / "big2/game.py")], limits=Limits(wall=30), sandbox=box)
    assert (ended.status == 0) == is_read
