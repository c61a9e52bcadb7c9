"""The sandbox, layer by layer, also with the layers of older kernels."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from cardjudge.errors import UserError
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Layers, Sandbox, entry
from cardjudge.programs.sandbox.probe import probe
from tests.judge.conftest import python
from tests.processes import lives, wait_for
from tests.tools import needs_sandbox, slow_after

MB = 1 << 20
LIMITS = Limits(wall=120, cpu=10, memory=512 * MB, output=8 * MB)
HERE = probe()
needs_landlock = pytest.mark.skipif(HERE.landlock < 1, reason="needs Linux 5.13 with Landlock")
PLAIN = HERE._replace(mounts=False, cgroup=False)
KERNELS = [HERE]
KERNELS += [PLAIN._replace(landlock=abi) for abi in range(1, HERE.landlock + 1)]
KERNELS += [HERE._replace(mounts=False), HERE._replace(cgroup=False)]


def held(
    command: list[str], sandbox: Sandbox | None = None, limits: Limits = LIMITS
) -> tuple[Ended, str]:
    ended, output = run(command, limits=limits, sandbox=sandbox or Sandbox("required"))
    return ended, output.decode()


def tries(expressions: Sequence[str], layers: Layers, child: bool = True) -> list[str]:
    """Return the values or the names of errors that a program gets from its expressions.

    A child of its own evaluates each of them, or the program itself evaluates all.
    """
    script = f"""
        import ctypes, errno, fcntl, mmap, os, resource, signal, socket, sys, time
        libc = ctypes.CDLL(None, use_errno=True)
        def call(*words):
            result = libc.syscall(*[ctypes.c_long(word) for word in words])
            return result if result >= 0 else errno.errorcode[ctypes.get_errno()]
        for expression in {expressions!r}:
            if not {child} or os.fork() == 0:
                try:
                    value = eval(expression)
                except OSError as error:
                    value = errno.errorcode[error.errno]
                print(value, flush=True)
                if {child}:
                    os._exit(0)
            if {child}:
                os.wait()
            print("---", flush=True)
    """
    ended, output = held(python(script), Sandbox("auto", layers=layers))
    assert ended.status == 0, ended
    return [told.strip() for told in output.split("---\n")[:-1]]


ATTACKS = Path(__file__).with_name("attacks.txt").read_text().splitlines()
"""Expressions that the sandbox has to refuse."""


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_text("42")
    return path


@needs_sandbox
@pytest.mark.parametrize("layers", slow_after(3, KERNELS), ids=str)
def test_every_kernel_blocks_the_attacks(layers: Layers, secret: Path) -> None:
    judge, refused = os.getpid(), {"EPERM", "EACCES", "EXDEV"}
    refused |= {"ENOENT"} if layers.mounts else set()  # files in /tmp are invisible
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        try:
            names = {"secret": str(secret), "judge": judge, "other": other.pid}
            attacks = [line.format(**names) for line in ATTACKS]
            if layers.landlock < 6:
                attacks += ["os.kill(-1, 0)", f"fcntl.fcntl(0, fcntl.F_SETOWN, {judge})"]
            else:
                attacks += [f"os.kill({judge}, 19)", f"os.kill({judge}, 15)"]
            if not layers.mounts:
                attacks += ["open('/tmp/judge-x', 'w')", "open('/dev/shm/judge-x', 'w')"]
            for attack, heard in zip(attacks, tries(attacks, layers), strict=True):
                assert heard in refused, attack
            assert secret.read_text() == "42"
            assert other.poll() is None
        finally:
            other.kill()


@needs_sandbox
@pytest.mark.parametrize("layers", slow_after(3, KERNELS), ids=str)
def test_every_kernel_runs_ordinary_programs(
    layers: Layers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "no_SUCH.UTF-8")
    monkeypatch.setenv("OWN", "1")
    wanted = {
        "os.kill(os.getpid(), 0)": "None",
        "open(os.environ['HOME'] + '/x', 'w').write('12')": "2",
        "os.rename(os.environ['HOME'] + '/x', os.environ['HOME'] + '/z')": "None",
        "open('/dev/null', 'w').write('1')": "1",
        "open('/proc/self/status').read(4)": "Name",
        "len(socket.socketpair())": "2",
        "os.getcwd() and sorted(os.environ)": "['HOME', 'LANG', 'PATH', 'TMPDIR']",
        "os.environ['LANG']": "C.UTF-8",
        "__import__('threading').Thread(target=print, args=('in', )).start()": "in\nNone",
        "os.waitpid(os.spawnl(os.P_NOWAIT, '/bin/true', 'true'), 0)[1]": "0",
        "resource.getrlimit(resource.RLIMIT_STACK)[0]": str(512 * MB),
        "os.sched_setaffinity(0, os.sched_getaffinity(0))": "None",
    }
    assert dict(zip(wanted, tries([*wanted], layers, child=False), strict=True)) == wanted


def test_without_a_sandbox_a_program_has_the_environment_of_the_user_but_no_locale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {"LC_ALL": "no_SUCH.UTF-8", "LANGUAGE": "no", "OWN": "1"}.items():
        monkeypatch.setenv(name, value)
    told = run(["env"], limits=LIMITS, sandbox=Sandbox("none"))[1].decode().splitlines()
    own = dict(line.split("=", 1) for line in told if "=" in line)
    assert (own["LANG"], own["OWN"], own["HOME"]) == ("C.UTF-8", "1", os.environ["HOME"])
    assert not {"LC_ALL", "LANGUAGE"} & own.keys()


@needs_sandbox
def test_root_keeps_only_the_right_to_open_files() -> None:
    told = run(["grep", "^Cap[PE]", "/proc/self/status"], limits=LIMITS, sandbox=Sandbox("auto"))[1]
    rights = {int(row.split()[1], 16) for row in told.splitlines()}
    own = int(Path("/proc/self/status").read_text().partition("CapPrm:")[2].split()[0], 16)
    assert rights == {own & 1 << 1 if os.geteuid() == 0 else 0}


@needs_sandbox
def test_a_family_may_signal_its_own() -> None:
    script = "sleep 60 & kill $!; wait $!; echo $?"
    for layers in (HERE, HERE._replace(landlock=5)):
        ended, output = held(["sh", "-c", script], Sandbox("auto", layers=layers))
        assert (ended.status, output) == (0, "143\n"), layers


@needs_landlock
def test_a_hidden_file_in_a_readable_folder_stays_hidden(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/a.out").write_text("answer")
    (tmp_path / "b.out").write_text("answer")
    (tmp_path / "near").write_text("near")
    (tmp_path / "deep/er").mkdir(parents=True)
    (tmp_path / "deep/er/c").write_text("deep")
    (tmp_path / "link").symlink_to(tmp_path / "tests/a.out")
    hidden = (tmp_path / "tests", tmp_path / "b.out")
    sandbox = Sandbox("required", readable=(tmp_path,), hidden=hidden)

    def sees(name: str) -> str:
        return held(["cat", str(tmp_path / name)], sandbox)[1]

    assert [sees("near"), sees("deep/er/c")] == ["near", "deep"]
    assert [sees("tests/a.out"), sees("b.out"), sees("link")] == ["", "", ""]
    assert "near" in held(["ls", str(tmp_path)], sandbox)[1]


OLD = PLAIN._replace(landlock=min(2, HERE.landlock))
"""A kernel whose Landlock does not know that a file may be emptied."""


@needs_sandbox
@pytest.mark.parametrize("layers", [HERE, HERE._replace(mounts=False), OLD], ids=str)
def test_a_readable_file_cannot_be_written(layers: Layers, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "data").write_text("42")
    box = Sandbox("required", readable=(tmp_path,), writable=(tmp_path / "out",), layers=layers)
    folder = str(tmp_path)
    script = f"""
        cd {folder}; cat data; echo 1 > new; echo 2 > data; rm data; echo 3 > out/a; chmod 0 data
        python3 -c "import os; os.open('data', os.O_RDONLY | os.O_TRUNC)"
    """
    _, output = held(["sh", "-c", script], box)
    assert output == "42"
    assert (tmp_path / "data").read_text() == "42"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "data", "out"]


@needs_sandbox
def test_standard_input_can_be_opened_by_its_name(secret: Path) -> None:
    for command in (["cat", "/dev/stdin"], ["cat", "/proc/self/fd/0"], ["cat"]):
        with secret.open("rb") as stdin:
            _, output = run(command, stdin=stdin, limits=LIMITS, sandbox=Sandbox("required"))
        assert output == b"42"


@needs_sandbox
@pytest.mark.parametrize("layers", [HERE, HERE._replace(landlock=5)], ids=str)
def test_the_number_of_live_processes_is_bounded(layers: Layers) -> None:
    script = """
        import os, time
        made = 0
        try:
            while made < 200:
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
                made += 1
        except BlockingIOError:
            print(made)
    """
    sandbox = Sandbox("auto", layers=layers)
    assert held(python(script), sandbox, LIMITS._replace(processes=10))[1] == "9\n"


@needs_sandbox
def test_the_private_folder_is_empty_for_every_program() -> None:
    script = """
        import os
        home = os.environ["HOME"]
        print(home, os.environ["TMPDIR"] == home, os.listdir(home))
        os.makedirs(home + "/a/b")
        os.symlink("/etc", home + "/link")
        open(home + "/a/b/c", "w")
        os.mkdir(home + "/locked", 0)
    """
    for _ in range(2):
        home, same, listed = held(python(script))[1].split()
        assert (same, listed, os.path.exists(home)) == ("True", "[]", False)


@needs_sandbox
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_family_dies_with_the_judge(how: signal.Signals, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    family = "(sleep 62 & echo $! > a); sleep 61 & echo $! > b; echo $$ > c; wait"
    script = f"""
        from cardjudge.programs.process import run, Limits
        from cardjudge.programs.sandbox import Sandbox
        box = Sandbox("auto", writable=({str(own)!r},))
        run(["sh", "-c", "cd {own}; {family}"], sandbox=box)
    """
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", dedent(script)], env=environment) as judge:
        wait_for(lambda: (own / "c").exists() and (own / "c").read_text())
        assert os.listdir(tmp_path) != ["own"]
        judge.send_signal(how)
    pids = [int((own / name).read_text()) for name in "ab"]
    wait_for(lambda: not any(map(lives, pids)) and os.listdir(tmp_path) == ["own"])


def test_a_missing_layer_gives_one_warning_or_a_refusal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    entry._warn.cache_clear()
    none = Layers()
    for _ in range(2):
        assert run(["echo", "hi"], sandbox=Sandbox("auto", layers=none))[1] == b"hi\n"
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "Landlock" in said
    assert "seccomp" in said
    with pytest.raises(UserError, match="Landlock"):
        run(["echo", "hi"], sandbox=Sandbox("required", layers=none))


@pytest.mark.slow
@needs_sandbox
def test_shared_pages_count_once() -> None:
    script = """
        import os, time
        block = bytearray(b"x") * (60 << 20)
        for _ in range(8):
            if os.fork() == 0:
                time.sleep(1)
                os._exit(0)
        time.sleep(1.2)
    """
    ended, _ = held(python(script), None, LIMITS._replace(memory=200 * MB))
    assert ended.status == 0
    assert ended.memory is not None
    assert 60 * MB < ended.memory < 130 * MB


@needs_sandbox
def test_the_memory_limit_also_bounds_the_stack(
    compiled: Callable[[str], list[str]],
) -> None:
    deep = "int f(int n) { volatile char a[1000]; a[0] = n; return n ? f(n - 1) + a[0] : 0; }"
    code = f"{deep} int main(void) {{ return f(100000) == 12345; }}"
    assert held(compiled(code))[0].status == 0
    small = held(compiled(code), None, LIMITS._replace(memory=50 * MB))[0]
    assert small.exceeded == "memory" or small.status == -signal.SIGSEGV


@needs_sandbox
def test_a_file_that_cannot_be_executed_is_reported_in_the_sandbox_too(tmp_path: Path) -> None:
    """The child that fails has entered the filter, and must not wait for the judge's answer."""
    (tmp_path / "text").write_text("no program")
    (tmp_path / "text").chmod(0o755)
    with pytest.raises(UserError, match="這台電腦不能執行這種檔案"):
        held([str(tmp_path / "text")])


@needs_sandbox
def test_many_commands_leave_no_descriptor_open() -> None:
    def opened() -> int:
        return len(os.listdir("/proc/self/fd"))

    def some(first: int) -> int:
        for number in range(first, first + 8):
            held(["echo", str(number)], Sandbox("required", readable=(f"/tmp/{number}",)))
        return opened()

    before = some(0)
    assert some(8) <= before


@pytest.mark.skipif(not HERE.mounts, reason="needs mounts")
def test_a_program_sees_no_network_of_the_machine() -> None:
    _, output = held(["cat", "/proc/self/net/dev"])
    assert [line.split(":")[0].strip() for line in output.splitlines()[2:]] in ([], ["lo"])
