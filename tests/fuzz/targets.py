"""The targets: every reader of foreign input, as a function of an input and `write`.

A target raises `UserError` if it refuses its input; any other exception is a finding.
"""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Callable, Sequence
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import big2.judge
import nim.judge
import take6.judge
import war.judge
from big2.problem.validate import accepts as big2_accepts
from blackjack_judge.problem.validate import accepts as blackjack_accepts
from blackjack_judge.text import read_seed, read_seeds, read_shoe
from cardjudge.errors import UserError, quote
from cardjudge.programs.process import Ended, Limits
from cardjudge.stdio import Lines
from judge import text
from judge.cases import Case, find
from judge.checker import Referee
from judge.compare import exact, floats, lines, named, tokens
from judge.explain import difference
from judge.runner import Result
from nim import integers
from nim.notation import read_octal, read_steps, render_move
from nim.play.terminal import explain, read_match, read_move
from nim.problem.checker import judge as nim_judge
from nim.problem.validate import accepts as nim_accepts
from nim.product import nim_product
from take6.game import Rule
from take6.play import save
from take6.play.session import PERSON, Session
from take6.players import player
from take6.problem.validate import accepts as take6_accepts
from take6.text import ranking
from tests.fuzz import files as fuzz_files
from tests.fuzz import why
from tests.fuzz.contest import SEPARATOR, conversation, play_contest
from tests.processes import ROOT
from war.problem.validate import accepts as war_accepts

if TYPE_CHECKING:
    from cardjudge.stdio import Judge, Write

    Run: TypeAlias = Callable[[bytes, Write], object]

_BOM = b"\xef\xbb\xbf"
_MOST_OUTPUT = 1 << 16
"""Characters after which a reader has seen enough."""
TESTDATA = ROOT / "testdata"


class Target(NamedTuple):
    """A reader, its good inputs, and a function that lets a bad input pass further.

    `mend` puts right what would always be refused at the door, such as a checksum. `share` is how
    many inputs there are, compared with other targets: fewer where some take seconds.
    """

    run: Run
    seeds: Callable[[], Sequence[bytes]]
    mend: Callable[[bytes], bytes] = bytes
    share: float = 1.0


@cache
def cases(folder: str, first: str | None = None) -> Sequence[bytes]:
    """Return the inputs of a folder and its kit's; of a subcommand `first`, or the bare command."""
    folders = [TESTDATA / folder, TESTDATA / "kit" / folder]
    found = find([path for path in folders if path.is_dir()])
    if folder == "nim":
        wanted = (first,) if first else ()
        found = [case for case in found if _subcommand(case) == wanted]
    return [case.input.read_bytes() for case in found]


def _subcommand(case: Case) -> tuple[str, ...]:
    return tuple(word for word in case.arguments[:1] if not word.startswith("-"))


def judged(judge: Judge) -> Run:
    """Judge an input; the output must not depend on CRLF or a byte-order mark."""

    def run(data: bytes, write: Write) -> None:
        out, refusal = _outcome(judge, data)
        if b"\r" not in data and not data.startswith(_BOM) and zlib.crc32(data) % 4 == 0:
            again, other = _outcome(judge, _BOM + data.replace(b"\n", b"\r\n"))
            assert (again, str(other)) == (out, str(refusal)), "CRLF or a mark makes a difference"
        write(out)
        if refusal is not None:
            raise refusal

    return run


def _outcome(judge: Judge, data: bytes) -> tuple[str, UserError | None]:
    """Return the output of a judge up to a bound, and its refusal of the input."""
    out: list[str] = []
    size = 0

    def write(shown: str) -> None:
        nonlocal size
        out.append(shown)
        size += len(shown)
        if size > _MOST_OUTPUT:
            raise BrokenPipeError

    refusal = None
    try:
        judge(Lines(BytesIO(data)), write)
    except UserError as error:
        refusal = error
    except BrokenPipeError:
        pass
    return "".join(out), refusal


def same_integers(data: bytes, write: Write) -> None:
    """Read integers by each of their parsers."""
    found: list[list[int] | None] = []
    for parse in (integers.parse, integers._many_integers):
        try:
            found.append(list(parse(data)))
        except ValueError:
            found.append(None)
    assert all(each == found[0] for each in found)


def words(data: bytes, write: Write) -> None:
    """Read the words of a command line, whose kind stands first."""
    kind, _, rest = data.decode(errors="surrogateescape").partition(" ")
    reader = _WORDS.get(kind)
    if reader is not None and "\0" not in rest:  # which no argument can have
        try:
            write(ascii(reader(rest)))
        except ValueError as error:  # its reason goes into the error line
            raise UserError(str(error)) from None


def _play(rest: str) -> str:
    game, _, move = rest.partition("\n")
    match = read_match(game, misere=False)
    played = read_move(match.game, move)
    if match.legal(played):
        return explain(match, played) + render_move(played)
    return ""


def _rank(rest: str) -> str:
    from take6.cli import _named_heads

    names, heads = zip(*[_named_heads(word) for word in rest.split() or ["A=1"]], strict=True)
    return ranking(names, heads, Rule(30))


def _level(rest: str) -> str:
    try:
        return str(player(rest)) if rest[:1] in "123" else ""
    except ValueError:
        raise UserError(quote(rest)) from None


_WORDS: dict[str, Callable[[str], object]] = {
    "octal": read_octal,
    "steps": lambda rest: read_steps(rest.split()),
    "play": _play,
    "product": lambda rest: nim_product(*map(integers.read_one, f"{rest} 1 1".split()[:2])),
    "rank": _rank,
    "level": _level,
    "seeds": read_seeds,
    "compare": named,
    "checker": Referee.parse,
}
WORDS = (
    *(b"octal 0.137", b"octal 4.007", b"steps 1 3 4", b"product 12 345", b"product 0 1"),
    *(b"play nim 3 4 5\n2 1", b"play octal 0.77 : 12\n1 3 8", b"play line 10 1 : 1 2\n3"),
    *(b"rank A=35 B=20 C=5", b"rank \xe7\x94\xb2=3", b"level 3", b"level 1:20", b"seeds 1-1000"),
    *(b"compare float:1e-6", b"compare tokens", b"checker kattis:./check 'a b'"),
)


def load(data: bytes, write: Write) -> None:
    """Read a saved game, and write it again."""
    session = save.parse(fuzz_files.text(data))
    written = save.dump(session)
    assert save.dump(save.parse(written)) == written
    write(written)


def saves() -> Sequence[bytes]:
    """Return games that were saved at some moment."""
    saved = []
    for seed in range(12):
        rng = Random(seed)
        levels = [PERSON, *rng.choices("0123", k=rng.randint(1, 4))]
        session = Session(levels, Rule(rng.choice((None, 20)), "mad-first"), f"s{seed}")
        for _ in range(rng.randrange(20)):
            if session.game.over:
                break
            seat = session.awaited
            if session.game.undercut is not None:
                session.take(None if seat is None else 1)
            elif seat is None:
                session.reveal()
            else:
                session.lay(rng.choice(session.game.hands[seat]))
        saved.append(save.dump(session).encode())
    return saved


def with_checksum(data: bytes) -> bytes:
    """Recompute the checksum, as a person does after changing a saved game."""
    body, mark, _ = data.rpartition("檢查碼：".encode())
    return b"%s%s%08x\n" % (body, mark, zlib.crc32(body)) if mark else data


def explained(data: bytes, write: Write) -> None:
    """Compare an output with an answer in every way, and explain the difference."""
    answer, _, output = data.partition(SEPARATOR)
    for rule in (exact, lines, tokens, partial(floats, tolerance=1e-6)):
        found = rule(answer, output)
        assert (found.at is None) is (found.verdict == "AC")
        if found.at is not None:
            differs = difference(answer, output, found.at)
            ended = Ended(0, None, 0.0, 0.0, None, output)
            result = Result(_NO_CASE, found.verdict, ended, differs)
            for row in text.explanation(result):
                assert row.isprintable(), row
                write(row)


_NO_CASE = Case("", Path(), None)


def case_files(data: bytes, write: Write) -> None:
    """Read the files beside an input."""
    arguments, _, status = data.partition(SEPARATOR)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, "case.in")
        path.touch()
        path.with_suffix(".args").write_bytes(arguments)
        path.with_suffix(".status").write_bytes(status)
        (case,) = find([Path(folder)])
    write(repr(case))
    assert 0 <= case.status < 256
    assert not any("\0" in word for word in case.arguments)


def commented(data: bytes, write: Write) -> None:
    """Read the message of a checker."""
    status, _, said = data.partition(b" ")
    ended = Ended(sum(status) % 50, None, 0.0, 0.0, None, said)
    finding = Referee(("check",)).finding(ended, said, _NOWHERE)
    result = Result(_NO_CASE, finding.verdict, ended, comment=finding.comment)
    for row in (text.reason(result, _LIMITS), *text.explanation(result)):
        assert row.isprintable(), row
        write(row)


_NOWHERE = Path("/nonexistent")
_LIMITS = Limits()


def validated(data: bytes, write: Write) -> None:
    """Ask the validators of the problems; an input that one accepts, its judge must accept."""
    for accepts, judge in _VALIDATORS:
        if accepts(data):
            _, refusal = _outcome(judge, data)
            # The strict form does not promise that a game is played to its end.
            assert refusal is None or "已經結束" in str(refusal) or judge is war.judge.judge
    position, _, output = data.partition(SEPARATOR)
    if nim_accepts(position):
        solution, _ = _outcome(nim.judge.judge, position)
        told = solution.splitlines(keepends=True)
        answer = "".join(told[1:3]).encode()  # the verdict, and the first winning move
        write(str(nim_judge(position, answer, output)))
        assert nim_judge(position, answer, answer) is None


_VALIDATORS: Sequence[tuple[Callable[[bytes], bool], Judge]] = (
    (big2_accepts, big2.judge.judge),
    (nim_accepts, nim.judge.judge),
    (take6_accepts, take6.judge.judge),
    (war_accepts, war.judge.judge),
    (blackjack_accepts, lambda lines, write: bool(read_seed(lines)) - 1),
)


def compiled(game: str) -> Sequence[bytes]:
    """Return games to review; review one, so that kernels are compiled before time is measured."""
    found = cases(game)
    why.REVIEWED[game](found[0], str)
    return found


def all_judges() -> Sequence[bytes]:
    """Return inputs of all judges, and moves of Nim."""
    some = [data for folder in ("big2", "nim", "take6", "war") for data in cases(folder)[::6]]
    return [*some, *(b"3\n1 2 4\n--\n\xe7\xac\xac 3 \xe5\xa0\x86", b"7\n")]


def requests() -> Sequence[bytes]:
    """Return shoes with the requests that are made of them."""
    found = []
    for case in find([TESTDATA / "kit" / "blackjack_judge"]):
        if "--shoe" not in case.arguments:
            continue
        said = "".join(f"{word}\n" for word in case.arguments[case.arguments.index("--") + 3 :])
        found.append(case.input.read_bytes() + SEPARATOR + said.encode())
    return found


def shell_words() -> Sequence[bytes]:
    """Return the argument files beside the inputs of testdata."""
    files = sorted(TESTDATA.rglob("*.args"))[::5]
    return [path.read_bytes()[:300] + SEPARATOR + b"2\n" for path in files]


SUMS = (
    b"nim 3 4 5\nchoose 0 1\nline 10 2 : 1 2\noctal 0.77 : 12\n",
    b"subtract 1 3 4 : 20 7\ngrundy 12 9\n\nnim 0\n",
    b"octal 0.137 : 70 3\noctal 4.007 : 9\nchoose 1 2\nline 5 5 : 3\n",
    b"graph testdata/kit/nim/graph-triangle.in : 1\nnim 1\n",
)
MISERE = partial(nim.judge.judge, misere=True)
TARGETS: dict[str, Target] = {
    "big2": Target(judged(big2.judge.judge), partial(cases, "big2")),
    "war": Target(judged(war.judge.judge), partial(cases, "war")),
    "war --alternate": Target(
        judged(partial(war.judge.judge, alternate=True)), partial(cases, "war")
    ),
    "war --nb-vals": Target(judged(partial(war.judge.judge, nb_vals=13)), partial(cases, "war")),
    "nim": Target(judged(nim.judge.judge), partial(cases, "nim")),
    "nim --misere": Target(judged(MISERE), partial(cases, "nim")),
    "nim choose": Target(judged(nim.judge.choose), partial(cases, "nim", "choose")),
    "nim line": Target(judged(nim.judge.line), partial(cases, "nim", "line"), share=0.2),
    "nim line --misere": Target(
        judged(partial(nim.judge.line, misere=True)), partial(cases, "nim", "line"), share=0.05
    ),
    "nim line --classes": Target(
        judged(partial(nim.judge.line, classes=True)), partial(cases, "nim", "line"), share=0.2
    ),
    "nim graph": Target(judged(nim.judge.graph), partial(cases, "nim", "graph")),
    "nim graph --loopy": Target(
        judged(partial(nim.judge.graph, loopy=True)), partial(cases, "nim", "graph")
    ),
    "nim sum": Target(judged(nim.judge.solve_sum), lambda: SUMS, share=0.2),
    "take6": Target(judged(take6.judge.judge), partial(cases, "take6")),
    "take6 --ranking": Target(
        judged(partial(take6.judge.judge, ranking="index")), partial(cases, "take6")
    ),
    "take6 play, load": Target(load, cache(saves), with_checksum),
    "take6 contest": Target(
        play_contest, lambda: (b"\x09" * 12 + SEPARATOR + b"\x04\5\0\0\0", b"\x09\x09\0")
    ),
    "blackjack seed": Target(
        judged(lambda lines, write: read_seed(lines)), partial(cases, "blackjack_judge")
    ),
    "blackjack shoe": Target(
        judged(lambda lines, write: len(read_shoe(lines))),
        partial(cases, "kit/blackjack_judge"),
    ),
    "blackjack conversation": Target(conversation, cache(requests)),
    "command lines": Target(words, lambda: WORDS),
    "judge explains": Target(
        explained, lambda: ("1 2\n牌 3.5\n".encode() + SEPARATOR + "1 2 \r\n牌 3.5e0\n".encode(),)
    ),
    "judge, files of a case": Target(case_files, cache(shell_words)),
    "judge --checker": Target(commented, lambda: (b"0 ok", "1 牌\nline 2".encode(), b"* no")),
    "judge class, archives": Target(fuzz_files.handed_in, cache(fuzz_files.archives), share=0.2),
    "judge problem, problem.toml": Target(fuzz_files.described, cache(fuzz_files.descriptions)),
    "big2 play, load": Target(fuzz_files.loaded, cache(fuzz_files.games), share=0.2),
    "judge class, sheets": Target(fuzz_files.filled, cache(fuzz_files.sheets)),
    "judge class, corrections": Target(fuzz_files.corrected, lambda: fuzz_files.CORRECTIONS),
    "nim certify": Target(fuzz_files.certified, cache(fuzz_files.certificates), share=0.2),
    "judge export, validators": Target(validated, cache(all_judges)),
    "nim, integers": Target(same_integers, partial(cases, "nim")),
    **{
        f"{name}, explain": Target(run, partial(cases, *name.split()), share=0.2)
        for name, run in why.EXPLAINED.items()
        if name != "nim sum"
    },
    "nim sum, explain": Target(why.EXPLAINED["nim sum"], lambda: SUMS, share=0.05),
    **{
        f"{name}, review": Target(run, cache(partial(compiled, name)), share=0.05)
        for name, run in why.REVIEWED.items()
    },
}
