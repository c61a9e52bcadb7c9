"""Interactive problems: a program and an interactor talk through pipes, and the interactor judges.

The judge relays every line, so that it can record the conversation. Neither program learns of the
other's end before the judge has decided what that end means, so that no verdict depends on which
of the two a busy machine runs first:

- An interactor that ends has judged. If it accepts, the program has a moment to end, and its
  status counts; a program that waits for input then is not told that none comes.
- A program that ends leaves the interactor a moment to judge what it said. Then a bad end
  decides, and after a good one the interactor reads the end of its input.
- An interactor that closes its output and does not end has not judged.
"""

import os
import selectors
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs import processes
from cardjudge.programs.limits import StarterLost
from cardjudge.programs.process import Process
from judge.cases import Case
from judge.checker import LIMITS as REFEREE
from judge.checker import Referee
from judge.runner import NOT_RUN, Program, Result, of_finding, verdict_of_end
from judge.verdicts import Verdict

ALONE = Case("對話", Path(os.devnull))
"""The only case if there is no folder of cases; the interactor then gets no arguments."""

_CHUNK = 1 << 16
_TICK = 0.05
"""Seconds of silence before the judge examines what the program waits for."""
_IDLE = 0.002
"""Most CPU seconds that other threads of a waiting program take between two looks."""
_LAST_WORD = 0.2
"""Seconds in which a program whose partner has ended, or closed its output, may end by itself."""
_MOMENT = 1.0
"""Seconds in which a program may end after the interactor has accepted."""
_GRACE = 10.0
"""Seconds that an interactor may take to judge after the program's end."""


@dataclass(frozen=True)
class Interactor:
    """Judges by a program that talks with the program to judge."""

    referee: Referee

    @property
    def how(self) -> str:
        """The interactor with its contents."""
        return f"interactor\n{self.referee.how}"

    def judging(self, program: Program) -> Callable[[Case], Result]:
        """Return the function that lets a program and the interactor talk."""
        return partial(_talk, replace(self.referee, interacts=True), program)


def _talk(referee: Referee, program: Program, case: Case) -> Result:
    """Return the result of one conversation; a system error if the interactor fails."""
    wall = program.limits.wall
    patience = REFEREE._replace(wall=None if wall is None else wall + _GRACE, cpu=wall)
    with referee.called(case, program.sandbox) as (command, box, folder):
        if case.input == ALONE.input:
            command = referee.wrapped()
        try:
            interactor = Process(command, limits=patience, sandbox=box)
        except UserError as error:
            return of_finding(case, referee.failed(str(error)), NOT_RUN)
        with interactor:
            try:
                return _hold(referee, program, case, interactor, folder)
            except StarterLost as lost:
                return Result(case, Verdict.SE, NOT_RUN, comment=str(lost))


def _hold(
    referee: Referee, program: Program, case: Case, interactor: Process, folder: Path
) -> Result:
    command, limits, sandbox = program
    with Process([*command, *case.arguments], limits=limits, sandbox=sandbox) as process:
        talk = _Conversation(process, interactor, limits.output, case.status)
        talk.hold()
        judged, finding, ended_itself = interactor.wait(0), None, True
        if judged is not None:
            finding = referee.finding(judged, bytes(interactor.stderr_head), folder)
            ended_itself = finding.verdict is Verdict.AC and talk.let_end()
        ended = process.end()
    transcript = tuple(talk.transcript)
    ended = ended._replace(exceeded="output") if talk.floods else ended
    verdict = verdict_of_end(ended, case.status)
    waits = talk.waits_for_input and ended.exceeded == "wall"
    if finding is None and talk.interactor_closed:
        finding = referee.failed(say("它關掉了輸出，沒有結束"))
    elif finding is None and verdict is Verdict.AC:
        late = say("程式結束 {seconds} 秒後它還沒有結束", seconds=f"{_GRACE:g}")
        finding = referee.failed(late)
    elif finding is not None and ended_itself and verdict is not Verdict.AC:
        finding = None
    if finding is None and waits and talk.interactor_hangs:
        finding = referee.failed(say("程式一直在等它，它什麼都沒有說"))
    if finding is not None:
        return of_finding(case, finding, ended, transcript=transcript)
    return Result(case, verdict, ended, waits_for_input=waits, transcript=transcript)


class _Channel:
    """One direction of the conversation: it copies from one pipe to the other without blocking."""

    def __init__(
        self, speaker: Process, listener: Process, mark: str, transcript: list[str]
    ) -> None:
        assert speaker.stdout is not None
        assert listener.stdin is not None
        self.source, self.sink = speaker.stdout, listener.stdin
        for pipe in self.source, self.sink:
            os.set_blocking(pipe.fileno(), False)
        self.heard = 0
        self.ended = False
        self.pending = bytearray()
        self._mark = mark
        self._transcript = transcript
        self._partial = bytearray()

    def read(self) -> bool:
        """Read what is available; return whether there was anything."""
        try:
            chunk = os.read(self.source.fileno(), _CHUNK)
        except BlockingIOError:
            return False
        self.ended = not chunk
        self.heard += len(chunk)
        if not self.sink.closed:
            self.pending += chunk
        first, *others = chunk.split(b"\n")
        self._partial += first
        for row in others:
            self._note()
            self._partial += row
        if self.ended:
            self.note_rest()
        return not self.ended

    def write(self) -> None:
        """Write as much as the pipe takes; drop the rest if the reader has closed it."""
        try:
            del self.pending[: os.write(self.sink.fileno(), self.pending)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.pending.clear()
            self.sink.close()

    def note_rest(self) -> None:
        """Record a last line without a line end."""
        if self._partial:
            self._note()

    @property
    def is_done(self) -> bool:
        """Whether the speaker has closed its output, and everything is written."""
        return self.ended and not self.pending

    def _note(self) -> None:
        self._transcript.append(f"{self._mark} {self._partial.decode(errors='replace')}")
        self._partial.clear()


@dataclass
class _Conversation:
    """A conversation of a program and its interactor."""

    program: Process
    interactor: Process
    output_limit: int | None
    status: int = 0
    """The expected exit status of the program."""
    transcript: list[str] = field(default_factory=list)
    waits_for_input: bool = False
    interactor_hangs: bool = False
    """Whether the program waits for the interactor while the interactor does not wait for it."""
    floods: bool = False
    _cpu: float = -1.0
    _since: dict[str, float] = field(default_factory=dict)
    """By what has happened, when the judge saw it; the seconds of the program it waits for."""

    def __post_init__(self) -> None:
        self._requests = _Channel(self.program, self.interactor, ">", self.transcript)
        self._replies = _Channel(self.interactor, self.program, "<", self.transcript)
        self._channels = self._requests, self._replies

    @property
    def interactor_closed(self) -> bool:
        """Whether the interactor has closed its output; a program that floods is not its fault."""
        return self._replies.ended and not self.floods

    def hold(self) -> None:
        """Relay until the interactor ends, or until the program's end decides the verdict."""
        for process in self.interactor, self.program:
            process.watch_in_background()
        while self.interactor.wait(0) is None and not self._program_decides():
            self._tell_ends()
            self._relay()
        while self.interactor.wait(0) is not None and self._replies.read():
            pass
        for channel in self._channels:
            channel.note_rest()

    def let_end(self) -> bool:
        """Give the program a moment after the interactor's end; return whether it has ended."""
        while (ended := self.program.wait(0)) is None and not self.floods:
            waits = not self._replies.pending and self._waits(self.program)
            if waits or self._has_passed("judged", self.program, _MOMENT):
                break
            self._relay()
        self._requests.note_rest()
        return ended is not None or self.floods

    def _program_decides(self) -> bool:
        """Return whether the program's end decides, or the interactor has had its time to judge."""
        ended = self.program.wait(0)
        if self._replies.ended and self._has_passed("deaf", self.interactor, _GRACE):
            return True
        if ended is None:
            return self.floods
        if self._replies.ended or verdict_of_end(ended, self.status) is Verdict.AC:
            return self._has_passed("ended", self.interactor, _GRACE)
        heard = self._requests.is_done and self._waits(self.interactor)
        return heard or self._has_passed("ended", self.interactor, _LAST_WORD)

    def _tell_ends(self) -> None:
        """Close the pipes whose writers have ended, or have closed them a while ago."""
        ended = self.program.wait(0)
        if self._requests.is_done and (
            # One that has died has not closed its output; a busy machine sees its end late.
            self._has_passed("silent", self.program, _LAST_WORD) and self._living()
            if ended is None
            # An interactor that has closed its output has decided, and waits for the end.
            else self._replies.ended or verdict_of_end(ended, self.status) is Verdict.AC
        ):
            self._requests.sink.close()
        if self._replies.is_done and self._has_passed("closed", self.interactor, _LAST_WORD):
            self._replies.sink.close()

    def _has_passed(self, what: str, waiting: Process, seconds: float) -> bool:
        """Return whether something was first seen so many seconds of a program ago."""
        now = waiting.seconds()
        return now - self._since.setdefault(what, now) >= seconds

    def _living(self) -> list[processes.Member]:
        return [member for member in self.program.family.living() if member.lives]

    @staticmethod
    def _waits(process: Process) -> bool:
        """Return whether a process of a program waits for input."""
        living = process.family.living()
        return any(wait for member in living for wait in processes.waits_for_input(member.pid))

    def _relay(self) -> None:
        """Wait for data and pass it on."""
        with selectors.PollSelector() as selector:
            for channel in self._channels:
                if not channel.ended and len(channel.pending) < _CHUNK:
                    selector.register(channel.source, selectors.EVENT_READ, channel.read)
                if channel.pending:
                    selector.register(channel.sink, selectors.EVENT_WRITE, channel.write)
            if not selector.get_map():
                ended = self.interactor.wait(0) is not None
                (self.program if ended else self.interactor).wait(_TICK)
                return
            ready = selector.select(_TICK)
            for key, _ in ready:
                key.data()
                if key.fileobj is self._requests.sink:  # the interactor reads to the end
                    self._since.pop("deaf", None)
        most = self.output_limit
        self.floods = most is not None and self._requests.heard > most
        if not ready:
            self._look()

    def _look(self) -> None:
        """Note whether the program waits for input while no process computes.

        A program that is being killed computes and waits for nothing, so the last look stands.
        """
        living = self._living()
        cpu = self.program.family.cpu()
        waits = [wait for member in living for wait in processes.waits_for_input(member.pid)]
        if not living or self.program.exceeded:
            return
        if cpu > self._cpu + _IDLE:
            self.waits_for_input = False
        elif waits:
            self.waits_for_input = any(waits)
            judging = self.interactor.family.living()
            others = [processes.waits_for_input(member.pid) for member in judging]
            self.interactor_hangs = bool(others) and not any(map(any, others))
        self._cpu = cpu
