"""The only place that compiles programs of others: in the sandbox, under limits, with a cache.

A source is input from a stranger: it must not include what a program must not read, and a compiler
may need any time and any space. So the compiler reads copies of the sources, writes into an empty
folder beside them, and talks through a pipe:

    cache/.new-…/sources   copies, which the compiler reads
    cache/.new-…/written   empty; the only folder where the compiler writes
    cache/KEY/sources      the same copies
    cache/KEY/made         the files that the language names, copied by the judge
    cache/KEY/messages     the compiler's messages
    cache/KEY/seal         the hash of these files, checked before each use
"""

import hashlib
import math
import os
import re
import shutil
import stat
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardjudge import files
from cardjudge.errors import UserError, quote, visible_lines
from cardjudge.language import listed, say
from cardjudge.programs import keeper
from cardjudge.programs.installed import installed
from cardjudge.programs.languages import MissingTool, interpreter, tool
from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Sandbox, grants
from cardjudge.programs.signals import overrun
from cardjudge.programs.source import SETTINGS, Source

_STRANGERS = Sandbox("auto")
_MEMORY = 2048 * MIB
_MOST_CACHED = 1024 * MIB
_SOURCES, _WRITTEN, _MADE, _MESSAGES = "sources", "written", "made", "messages"
_PROGRAM = "program"
_NEWER = str(Path(__file__).with_name("newer.py"))
_NOT_STARTED = (126, 127)
"""Statuses of a shell, or of `env`, that cannot start a command."""
_LONGEST = 64 << 10
_ERRORS = (
    re.compile(r"\berror\b|Error\b|undefined|multiple def|not found"),
    re.compile(r":\d+:\d+: "),
)
"""The words of most compilers; then the position alone, for the others."""
_VISUAL_STUDIO = re.compile(
    r"\b(?:conio|windows|stdafx|tchar)\.h\b|\b(?:_?getche?|_tmain|_TCHAR|__int(?:8|16|32|64))\b"
    r"|\b(?:scanf|sscanf|printf|sprintf|gets|fopen|freopen|strcpy|strcat|localtime)_s\b",
    re.IGNORECASE,
)
"""Headers, functions and types that gcc does not have."""
_NO_MAIN = (
    "沒有 main()，不是完整的程式（_tmain() 要改成 main()）；遊戲的玩家用那個遊戲的 contest 比賽"
)
_MODULE = re.compile(rb'"module"\s*:\s*"(\w+)"')
_LOADED = re.compile(r"\.[gp]ch(/|$)")
"""Matches precompiled headers: gcc prefers x.h.gch to x.h, and loads it as its own memory."""
_HEADER = re.compile(
    r"^(?:\S.*?)??(?:\berror(?:\[E\d+\]| CS\d+)?: |\.go:\d+:\d+: |\.rb:\d+: )", re.MULTILINE
)
"""The position of an error, up to its words."""
_WITHOUT_LINE = re.compile(r"^(\S.*?)\((\d+),\d+\): error.*", re.MULTILINE)
"""An error of a compiler that does not print the line of the source."""
_PLACE = re.compile(r"line \d+|:\d+")
_MOST_FILES, _DEEPEST = 2_000, 40
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Built(NamedTuple):
    """A program ready to run."""

    command: tuple[str, ...]
    folder: Path
    """The only folder of its own that it has to read."""
    messages: str
    """The compiler's warnings."""

    @property
    def sources(self) -> Path:
        """The folder of its files."""
        return self.folder / _SOURCES


class CompileError(UserError):
    """A source does not compile; `messages` are all the compiler's words.

    `cpu` is the CPU time of the attempt in seconds, infinite if it reached a limit.
    """

    def __init__(self, messages: str, cpu: float = 0) -> None:
        super().__init__(first_error(messages))
        self.messages, self.cpu = messages, cpu


def build(source: Source, sandbox: Sandbox = _STRANGERS, known_by: str | None = None) -> Built:
    """Return the program, compiled now or from the cache.

    `known_by` is the program's key, if the caller has it: to compute the key takes time in
    proportion to the files.
    CompileError if the source does not compile; MissingTool if its compiler or interpreter is
    missing, too old, or stands still.
    """
    folder = files.cache() / "programs" / (known_by or key(source))[:32]
    files.cached(folder, lambda fresh: _compile(source, fresh, sandbox), _MOST_CACHED)
    messages = (folder / _MESSAGES).read_text(encoding="utf-8")
    command = _filled(source, source.language.run, folder / _SOURCES, folder / _MADE)
    return Built(tuple(command), folder, messages)


def key(source: Source) -> str:
    """Return the program's key in the cache: a hash of its files and the language's commands."""
    language = source.language
    lines = language.compile, language.fallback, language.newest, language.makes, language.run
    files = sorted(source.files.items())
    parts = source.sources, source.spare, source.main
    sizes = [(name, len(data)) for name, data in files]
    digest = hashlib.sha256(repr((lines, parts, sizes)).encode())
    for _, data in files:
        digest.update(data)
    return digest.hexdigest()


def first_error(messages: str) -> str:
    r"""Return the line that a student should read first, with its position.

    >>> first_error('  File "a.py", line 3\n    x = (\nSyntaxError: \'(\' was never closed')
    'File "a.py", line 3: SyntaxError: \'(\' was never closed'
    >>> first_error('error: this javac is too old\nA.java:2: error: cannot find symbol')
    'error: this javac is too old'
    >>> first_error("error: conio.h: No such file or directory")
    'error: conio.h: No such file or directory（只有 Windows 或 Visual Studio 有）'
    """
    if "undefined reference to `main'" in messages:
        return say(_NO_MAIN)
    lines = [line.strip() for line in messages.splitlines() if line.strip()]
    at = next((n for error in _ERRORS for n, line in enumerate(lines) if error.search(line)), 0)
    if not lines:
        return ""
    if _VISUAL_STUDIO.search(lines[at]):
        return say("{error}（只有 Windows 或 Visual Studio 有）", error=lines[at])
    if _PLACE.search(lines[at]) or re.search("undefined|multiple def", lines[at]):
        return lines[at]
    near = [
        line for line in (*reversed(lines[:at]), *lines[at + 1 : at + 2]) if _PLACE.search(line)
    ]
    place = next((line for line in near if not _ERRORS[0].search(line)), "").removeprefix("--> ")
    return f"{place}: {lines[at]}" if place else lines[at]


def _filled(source: Source, words: tuple[str, ...], inside: Path, made: Path) -> list[str]:
    main = PurePosixPath(source.main)
    module = _MODULE.search(source.files.get(SETTINGS, b""))
    names = {
        "python": interpreter(),
        "newer": _NEWER,
        "main": str(inside / source.main),
        "beside": str((inside / source.main).parent),
        "stem": str(main.with_suffix("")),
        "script": str(main.with_suffix(main.suffix.replace("ts", "js"))),
        "module": module[1].decode() if module else "nodenext",
        "folder": str(inside),
        "made": str(made),
        "program": str(made / _PROGRAM),
        "class": source.java_class if "{class}" in words else "",
    }
    sources = [str(inside / name) for name in source.sources]
    several = {"{sources}": sources, "{includes}": _includes(source, inside)}
    package = f"./{PurePosixPath(source.main).parent}"
    several["{package}"] = [package] if "go.mod" in source.files else sources
    command: list[str] = []
    for word in words:  # a file may be called {made}.py
        filled = re.sub(r"\{(\w+)\}", lambda field: names.get(field[1], field[0]), word)
        command += several.get(word, [filled])
    return [
        command[0] if os.path.isabs(command[0]) else tool(command[0], installed().path),
        *command[1:],
    ]


def _includes(source: Source, inside: Path) -> list[str]:
    """Return the options for headers: all folders above headers, searched after the system's."""
    headers = [
        name for name in source.files if Path(name).suffix.lower() in source.language.headers
    ]
    folders = {folder for name in headers for folder in PurePosixPath(name).parents if folder.name}
    return [word for folder in sorted(folders) for word in ("-idirafter", str(inside / folder))]


def _compile(source: Source, folder: Path, sandbox: Sandbox) -> None:
    language, written = source.language, folder / _WRITTEN
    output = int(language.output * MIB)
    limits = Limits(language.wall, language.cpu, _MEMORY, output)
    copied = {name: data for name, data in source.files.items() if not _LOADED.search(name)}
    files.write_all(folder / _SOURCES, copied)
    written.mkdir()
    messages = ""
    if language.compile:
        messages = _messages(source, folder, limits, sandbox)
    try:
        names = [name.replace("{program}", _PROGRAM) for name in language.makes]
        _collect(written, names, output, folder / _MADE)
    except _NotMade as error:
        raise CompileError(f"error: {error}\n{messages}") from None
    finally:
        keeper.remove(written)
    (folder / _MESSAGES).write_text(messages, encoding="utf-8", errors="replace")


def _messages(source: Source, folder: Path, limits: Limits, sandbox: Sandbox) -> str:
    """Return the compiler's messages of the first attempt that succeeds; CompileError without one.

    The attempts share the CPU time: by the default standard, by an earlier one, by the newest, and
    all once more with the sources that were left out because of their names.
    """
    language, left, first = source.language, source.language.cpu, None
    said = latest = ""
    whole = source._replace(sources=tuple(sorted({*source.sources, *source.spare})))
    for program in (source, whole)[: 1 + bool(source.spare)]:
        for words in filter(None, (language.compile, language.fallback, language.newest)):
            command = _filled(program, words, folder / _SOURCES, folder / _WRITTEN)
            compiler = grants.beside(os.path.realpath(command[0]))
            readable = (*sandbox.readable, folder / _SOURCES, *compiler, _NEWER)
            held = sandbox._replace(readable=readable, writable=(folder / _WRITTEN,))
            try:
                messages = _run_compiler(command, folder, limits._replace(cpu=left), held)
            except CompileError as error:
                first = first or error
                latest = error.messages if program is source else latest
                said += error.messages if program is source else ""
                left -= error.cpu
                if left < 1:
                    raise first from None
                continue
            if words != language.compile:
                standard = " ".join(words[:2])
                note = say("預設的標準編譯不過，改用 {command}", command=standard)
                messages = f"{note}\n{messages}"
            if program is whole:
                names = listed(source.spare)
                note = say("少了這些檔案編譯不過，所以加了進去：{names}", names=names)
                messages = f"{note}\n{messages}"
            return messages
    assert first is not None
    if language.old and re.search(language.old, said):
        template = "這裡的 {tool} 太舊，或沒有選定版本，不能編譯這個程式：{error}"
        raise MissingTool(template, tool=os.path.basename(command[0]), error=first) from None
    # A compiler that does not know the newest standard reports that alone.
    if version := _needed(latest, source) or _needed(first.messages, source):
        template = "這裡的 {tool} 太舊，程式要 {version}：{error}"
        name = os.path.basename(command[0])
        raise MissingTool(template, tool=name, version=version, error=first) from None
    raise first


def _needed(messages: str, source: Source) -> str:
    """Return the version that the first error needs; empty unless every error shows an old tool."""

    def with_line(error: re.Match[str]) -> str:
        lines = source.files.get(error[1], b"").decode(errors="replace").splitlines()
        return "\n".join((error[0], *lines[int(error[2]) - 1 :][:1]))

    needs = source.language.needs
    errors = _HEADER.split(_WITHOUT_LINE.sub(with_line, messages))
    versions = [
        next((name for name, words in needs if re.match(words, error, re.MULTILINE)), None)
        for error in errors[1:] or errors
    ]
    return versions[0] or "" if versions and None not in versions else ""


def _run_compiler(command: list[str], folder: Path, limits: Limits, sandbox: Sandbox) -> str:
    with keeper.private() as own:
        environment = {
            "PATH": os.pathsep.join([os.path.dirname(command[0]), installed().path]),
            "HOME": str(own),
            "TMPDIR": str(own),
            "XDG_CONFIG_HOME": os.devnull,  # Go warns if it cannot start its telemetry
        }
        both = ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", *command]  # both streams, in order
        inside = folder / _SOURCES
        ended, output = run(both, limits=limits, cwd=inside, env=environment, sandbox=sandbox)
    messages = visible_lines(output[:_LONGEST].decode(errors="replace"))
    for place in folder / _SOURCES, folder / _WRITTEN:
        messages = messages.replace(f"{place}/", "")
    messages = re.sub(rf"{re.escape(keeper.folder())}/\S*/", "", messages)
    if ended.exceeded == "wall":  # the machine is busy, or the compiler waits for something
        reason = "編譯停住了：{what}，其中 CPU 時間 {cpu:.1f} 秒"
        raise MissingTool(reason, what=overrun(ended, limits), cpu=ended.cpu)
    if ended.status in _NOT_STARTED:
        raise MissingTool("編譯器不能執行：{error}", error=messages.strip())
    if ended.exceeded is not None:
        reason = say("error: 編譯超過限制：{what}", what=overrun(ended, limits))
        own_error = _ERRORS[0].search(messages)
        words = f"{messages}\n{reason}" if own_error else f"{reason}\n{messages}"
        raise CompileError(words, cpu=math.inf)
    if ended.status != 0:
        ending = say("error: 編譯器的結束狀態是 {status}", status=ended.status)
        raise CompileError(messages or ending, cpu=ended.cpu)
    return messages


class _NotMade(UserError):  # noqa: N818  (the build is refused; the judge itself works)
    """A compiler wrote a file that the language does not name, or too many bytes or files."""


def _collect(written: Path, names: Sequence[str], most: int, copies: Path) -> None:
    """Copy the regular files below a folder, at most `most` bytes in all, to the new `copies`.

    _NotMade if the name of a file matches none of `names`, or if an entry is neither a regular file
    nor a folder.
    """
    total, count = 0, 0
    copies.mkdir()
    folder = os.open(written, _OPEN | os.O_DIRECTORY)
    try:
        for place, fd in _files(folder, "", _DEEPEST):
            total, count = total + os.fstat(fd).st_size, count + 1
            if not any(fnmatchcase(os.path.basename(place), name) for name in names):
                raise _unnamed(place)
            if total > most or count > _MOST_FILES:
                raise _NotMade("編譯的結果太大")
            copy = copies / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            with open(fd, "rb", closefd=False) as data, copy.open("xb") as file:
                shutil.copyfileobj(data, file)
            copy.chmod(0o755)
    finally:
        os.close(folder)


def _files(folder: int, inside: str, deeper: int) -> Iterator[tuple[str, int]]:
    """Yield the path and the open descriptor of every file below an open folder."""
    for name in sorted(os.listdir(folder)):
        place = f"{inside}{name}"
        try:
            fd = os.open(name, _OPEN, dir_fd=folder)
        except OSError:  # a link, a socket, or a file without permission to read
            raise _unnamed(place) from None
        try:
            seen = os.fstat(fd)
            if stat.S_ISDIR(seen.st_mode) and deeper:
                yield from _files(fd, f"{place}/", deeper - 1)
            elif stat.S_ISREG(seen.st_mode) and seen.st_nlink == 1:
                yield place, fd
            else:
                raise _unnamed(place)
        finally:
            os.close(fd)


def _unnamed(place: str) -> _NotMade:
    return _NotMade("編譯器寫了不該有的{name}", name=quote(place))
