"""The usage of a program is counted: a program a promise, with and without groups and mounts."""

import os
import subprocess
from pathlib import Path

import pytest

from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Layers, Mode, Sandbox
from cardjudge.programs.sandbox.probe import probe
from tests.judge.conftest import python
from tests.tools import needs_sandbox, slow_after

MB = 1 << 20
HERE = probe()
LAYERS = {
    "here": HERE,
    "neither": HERE._replace(cgroup=False, mounts=False),
    "no groups": HERE._replace(cgroup=False),
    "no mounts": HERE._replace(mounts=False),
}
LIMITS = Limits(wall=120, cpu=10, memory=256 * MB, output=MB, processes=64)
everywhere = pytest.mark.parametrize("layers", slow_after(2, LAYERS.values()), ids=LAYERS)
pytestmark = needs_sandbox


def held(script: str, layers: Layers, limits: Limits = LIMITS) -> tuple[Ended, bytes]:
    return run(python(script), limits=limits, sandbox=Sandbox("auto", layers=layers))


CHILDREN = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(60):
    if os.fork() == 0:
        while time.process_time() < 0.02: pass
        {end}
    try: os.wait()
    except OSError: pass
"""


@everywhere
@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_children_without_a_waiting_parent_count_for_the_cpu_time(end: str, layers: Layers) -> None:
    ended, _ = held(CHILDREN.format(end=end), layers, LIMITS._replace(cpu=0.5))
    assert ended.exceeded == "cpu"


@everywhere
def test_children_with_a_waiting_parent_count_once(layers: Layers) -> None:
    script = CHILDREN.format(end="os._exit(0)").replace("signal.SIG_IGN", "signal.SIG_DFL")
    script = script.replace("range(60)", "range(20)") + "print(sum(os.times()[:4]))"
    ended, told = held(script, layers)
    assert ended.exceeded is None
    assert 0.35 < ended.cpu < 0.1 + 1.1 * float(told)


@everywhere
def test_a_file_may_be_exactly_as_large_as_the_limit(layers: Layers) -> None:
    write = "import os; open(os.environ['HOME'] + '/x', 'wb').write(bytes({size}))"
    assert held(write.format(size=MB), layers)[0][:2] == (0, None)
    assert held(write.format(size=MB + 1), layers)[0].exceeded == "file"


SEND = "a.sendmsg([b'x'], [(1, 1, array.array('i', [file.fileno()]))])"
MAP = "assert mmap(0, 900_000, 3, 1, file.fileno(), 0) != 2**64 - 1"
FILES = {
    "deleted": "keep.append(file); os.unlink(file.name)",
    "deleted and mapped": f"{MAP}; file.close(); os.unlink(file.name)",
    "many": "file.close()",
    "in a folder that cannot be listed": "os.chmod(home, 0o300); file.close()",
    "in flight": f"{SEND}; os.unlink(file.name)",
}


@everywhere
@pytest.mark.parametrize("what", FILES.values(), ids=FILES)
def test_written_bytes_are_bounded_wherever_they_are(what: str, layers: Layers) -> None:
    script = f"""
        import array, ctypes, os, socket, time
        home, keep = os.environ["HOME"] + "/folder", []
        mmap = ctypes.CDLL(None).mmap  # Python's own keeps a descriptor
        size, number = ctypes.c_size_t, ctypes.c_int
        mmap.restype, mmap.argtypes = size, [size, size, number, number, number, ctypes.c_long]
        os.mkdir(home, 0o700)
        a, b = socket.socketpair()
        for number in range(6):
            file = open(f"{{home}}/a {{number}}", "w+b", buffering=0)
            file.write(bytes(900_000))
            {what}
        print("written", flush=True)
        time.sleep(20)  # until the judge looks
    """
    ended, output = held(script, layers)
    # Either the program wrote too much, or the kernel or the filter refused to write.
    assert ended.exceeded in ("output", "file") or (ended.status != 0 and output == b"")


@everywhere
def test_discarded_shared_memory_still_counts_as_memory(layers: Layers) -> None:
    script = """
        import mmap, time
        keep = []
        for _ in range(20):
            block = mmap.mmap(-1, 32 << 20, flags=mmap.MAP_SHARED)
            for at in range(0, len(block), 4096): block[at] = 1
            block.madvise(mmap.MADV_DONTNEED)
            keep.append(block)
        time.sleep(20)  # until the judge looks
    """
    assert held(script, layers, LIMITS._replace(memory=64 * MB))[0].exceeded == "memory"


@everywhere
def test_ended_orphans_do_not_count_as_processes(layers: Layers) -> None:
    script = """
        import os, time
        for _ in range(200):
            if os.fork() == 0:
                if os.fork() == 0:
                    time.sleep(0.002)
                os._exit(0)
            os.wait()
        print("all")
    """
    assert held(script, layers)[1] == b"all\n"


@pytest.mark.skipif(not HERE.mounts, reason="needs mounts: root, or user namespaces")
def test_private_folders_are_separate_for_each_program_and_bounded_together() -> None:
    script = """
        import multiprocessing, os, tempfile, time
        assert os.listdir("/dev/shm") == [], os.listdir("/dev/shm")
        tempfile.TemporaryFile(dir="/tmp").write(b"x")
        open("/tmp/left", "w").write("x")
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(sum(pool.map(abs, [-1, 2])))
        try:
            for at in range(4):
                with open(("/tmp", "/dev/shm")[at % 2] + f"/{at}", "wb") as file:
                    file.write(bytes(600_000))
        except OSError as error:
            print(error.errno, flush=True)
            time.sleep(20)  # until the judge looks
    """
    ended, output = held(script, HERE, LIMITS._replace(processes=16))
    assert (output, ended.exceeded) == (b"3\n28\n", "file"), ended
    assert not os.path.exists("/tmp/left")


@pytest.mark.skipif(not HERE.cgroup, reason="needs a control group")
@pytest.mark.parametrize("mode", ["auto", "none"])
def test_address_sanitizer_works_if_a_group_bounds_memory(mode: Mode, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        "int main(int n, char **v) { int a[3]; a[n + 2] = 1; return a[n]; }"
    )
    made = ["cc", "-fsanitize=address", str(tmp_path / "a.c"), "-o", str(tmp_path / "a")]
    if subprocess.run(made, capture_output=True, check=False).returncode:
        pytest.skip("needs a compiler with AddressSanitizer: apt-get install gcc")
    box = Sandbox(mode, readable=(tmp_path,), layers=HERE)
    ended, _ = run([str(tmp_path / "a")], limits=LIMITS, sandbox=box)
    assert b"stack-buffer-overflow" in ended.stderr


@everywhere
def test_a_program_starts_with_no_signal_blocked(layers: Layers) -> None:
    assert held("import os; os.kill(os.getpid(), 15)", layers)[0].status == -15
    assert held("import signal; print(*signal.pthread_sigmask(0, ()))", layers)[1] == b"\n"
