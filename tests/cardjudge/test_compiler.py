"""Real compilers on right and wrong sources, and the cache."""

import os
import re
import threading
import tomllib
from pathlib import Path

import pytest

from cardjudge import files
from cardjudge.errors import UserError
from cardjudge.programs import compiler
from cardjudge.programs.compiler import CompileError, build
from cardjudge.programs.languages import MissingTool, languages, own_file, tool
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Mode, Sandbox
from cardjudge.programs.source import Source, read
from tests.tools import needs
from tests.tools import tool as installed

TABLE = tomllib.loads(Path(__file__).with_name("compilers.toml").read_text("utf-8"))
SOURCES: dict[str, dict[str, str]] = TABLE["sources"]
PLANTED: dict[str, str] = TABLE["planted"]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cardjudge" / "programs"


def source(key: str, text: str) -> Source:
    language = languages()[key]
    for name in language.tools():
        installed(name)
    return read({f"a{language.endings[0]}": text.encode()})


@pytest.mark.parametrize("key", SOURCES)
def test_a_right_program_runs(key: str) -> None:
    built = build(source(key, SOURCES[key]["right"]))
    ended, output = run(built.command)
    assert (ended.status, output) == (0, b"hi\n"), ended.stderr


@pytest.mark.parametrize("key", SOURCES)
def test_the_line_of_the_first_error_is_reported(key: str, tmp_path: Path) -> None:
    with pytest.raises(CompileError) as caught:
        build(source(key, SOURCES[key]["wrong"]))
    said = str(caught.value).replace("‘", "'").replace("’", "'")
    assert SOURCES[key]["told"] in said
    assert not re.search(f"{re.escape(str(tmp_path))}|cardjudge/programs", caught.value.messages)


def test_a_cached_build_keeps_its_warnings_which_do_not_act_on_a_terminal() -> None:
    program = source("c", 'int main() { char *unused = "\x1b[2J"; }')
    for told in build(program).messages, build(program).messages:
        assert "unused variable" in told
        assert '"␛[2J"' in told
        assert "\x1b" not in told


@needs("gcc")
def test_another_header_or_command_line_gives_another_program() -> None:
    files = {"a.c": b'#include "f.h"\nint main() { return N; }', "f.h": b"#define N 1"}
    changed = {**files, "f.h": b"#define N 2"}
    assert [run(build(read(each)).command)[0].status for each in (files, changed)] == [1, 2]
    program = read(files)
    slower = program.language._replace(compile=(*program.language.compile, "-O0"))
    assert compiler.key(program) != compiler.key(program._replace(language=slower))


def test_a_compiler_that_takes_too_long_is_stopped_with_its_children(cache: Path) -> None:
    slow = source("cpp", """
        template <int N, int M> struct F {
            static const unsigned v = F<N-1, M>::v + F<N-1, M+1>::v;
        };
        template <int M> struct F<0, M> { static const unsigned v = M; };
        int main() { return F<800, 0>::v; }""")  # fmt: skip
    with pytest.raises(CompileError, match="編譯超過限制：用掉的 CPU 時間超過 1 秒"):
        build(slow._replace(language=slow.language._replace(cpu=1)))
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        assert str(cache).encode() not in _read(process)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_two_judges_may_build_the_same_source_at_once(cache: Path) -> None:
    program = source("c", SOURCES["c"]["right"])
    built = []
    builders = [threading.Thread(target=lambda: built.append(build(program))) for _ in range(4)]
    for each in builders:
        each.start()
    for each in builders:
        each.join()
    assert len(set(built)) == 1
    assert len(built) == 4
    assert len([*cache.iterdir()]) == 1


def test_the_files_of_a_killed_judge_are_removed(cache: Path) -> None:
    left = cache / ".new-left"
    left.mkdir(parents=True)
    os.utime(left, (1, 1))
    build(source("c", SOURCES["c"]["right"]))
    assert not left.exists()


def test_a_table_of_the_user_adds_a_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_table(tmp_path, monkeypatch, '[cat]\nendings = [".cat"]\nrun = "cat {main}"\n'):
        built = build(read({"x.cat": b"meow"}))
        assert run(built.command)[1] == b"meow"


@pytest.mark.parametrize(
    "text", ["[x", "[x]\nrun = 1", "[c]\nrnu = ''", "x = 1", "[c]\nstarts = '('", "[c]\nrun = '\"'"]
)
def test_a_table_that_makes_no_sense_is_refused(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_table(tmp_path, monkeypatch, text), pytest.raises(Exception, match=r"languages\.toml"):
        languages()


def test_a_missing_tool_is_reported_as_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = '[none]\nendings = [".none"]\nrun = "no-such-tool {main}"\n'
    with own_table(tmp_path, monkeypatch, row), pytest.raises(MissingTool, match="no-such-tool"):
        build(read({"x.none": b""}))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "many files")) for name in PLANTED],
)
def test_a_build_with_a_planted_file_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    victim.chmod(0o600)
    script = PLANTED[name].format(victim=victim, folder=tmp_path)
    row = f"""[link]
endings = [".link"]
compile = '''sh -c "cd {{made}} && {script}"'''
makes = ["program"]
run = "cat {{main}}"
"""
    with own_table(tmp_path, monkeypatch, row), pytest.raises(CompileError) as refused:
        build(read({"main.link": b"meow"}))
    assert re.search("編譯|limit", str(refused.value))
    assert (victim.read_text(), victim.stat().st_mode & 0o777) == ("precious", 0o600)
    assert [*cache.iterdir()] == []


@pytest.mark.parametrize("place", ["sources", "", "messages", "made", "written/../x"])
def test_a_compiler_writes_only_into_its_folder(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = f"""[link]
endings = [".link"]
compile = '''sh -c "cd {{made}}/..; echo > ./{place}; echo > ./{place}/x; mkdir y; true"'''
run = "cat {{main}}"
"""
    with own_table(tmp_path, monkeypatch, row):
        built = build(read({"main.link": b"meow"}))
    entries = sorted(path.name for path in built.folder.rglob("*"))
    assert entries == ["made", "main.link", "messages", "seal", "sources"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("compile = 'sleep 60'\nwall = 0.5", r"停住了.*超過 0\.5"),
        ("compile = 'head -c 4194304 /dev/zero'\noutput = 1", "超過限制"),
    ],
)
def test_a_table_sets_the_limits_of_a_compiler(
    row: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = f'[slow]\nendings = [".slow"]\nrun = "cat {{main}}"\n{row}\n'
    with own_table(tmp_path, monkeypatch, table), pytest.raises(UserError, match=told):
        build(read({"main.slow": b""}))


class own_table:  # noqa: N801
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
        own_file().parent.mkdir()
        own_file().write_text(text)

    def __enter__(self) -> None:
        languages.cache_clear()
        tool.cache_clear()

    def __exit__(self, *_: object) -> None:
        languages.cache_clear()


SHARED = """[twice]
endings = [".twice"]
compile = 'sh -c "echo error: first; while :; do :; done"'
newest = 'sh -c "exit 1"'
cpu = 1
run = "cat {main}"
"""


def test_the_limit_of_a_build_does_not_hide_the_error_of_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_table(tmp_path, monkeypatch, SHARED), pytest.raises(CompileError) as caught:
        build(read({"a.twice": b""}))
    assert str(caught.value) == "error: first"
    assert "用掉的 CPU 時間超過 1 秒" in caught.value.messages


def test_a_build_by_the_newest_standard_says_so_before_64_kib_of_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = SHARED.replace("while :; do :; done", "exit 1").replace("cpu = 1", "cpu = 9")
    with own_table(tmp_path, monkeypatch, row.replace('"exit 1"', '"yes | head -c 99999"')):
        told = build(read({"a.twice": b""})).messages
    assert told == "預設的標準編譯不過，改用 sh -c\n" + (32 << 10) * "y\n"


KEEPS = """class X { public static void main(String[] a) {
    var kept = new java.util.ArrayList<int[]>();
    for (int i = 0; i < 240; i++) { kept.add(new int[1 << 18]); kept.get(i)[7] = 1; }
    System.out.println(kept.size() + " " + Runtime.getRuntime().maxMemory() / (1 << 20)); } }"""
"""Keeps 240 MiB and prints the size of the heap."""


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "none"])
def test_the_heap_of_java_follows_the_memory_limit(mode: Mode) -> None:
    command = build(source("java", KEEPS)).command
    box = Sandbox(mode, readable=(files.cache(),))
    runs = [run(command, limits=Limits(memory=most << 20), sandbox=box) for most in (512, 128)]
    assert [ended.exceeded for ended, _ in runs] == [None, "memory"]
    assert [output.split()[:1] for _, output in runs] == [[b"240"], []]
    assert 420 <= int(runs[0][1].split()[1]) <= 448
    own = [command[0], "-Xmx400m", *command[1:]]
    _, output = run(own, limits=Limits(memory=512 << 20), sandbox=box)
    assert 380 <= int(output.split()[1]) <= 400
