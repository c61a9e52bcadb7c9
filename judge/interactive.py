"""Interactive problems: a program and an interactor talk by pipes, and the interactor judges.

All that is said passes through here, so that it can be written down, and so that the program hears
of the interactor's end only after this side has: what it then does no longer counts.
"""

import os
import selectors
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs import family
from cardjudge.programs.ended import StarterLost
from cardjudge.programs.folder import private
from cardjudge.programs.process import Limits, Process
from cardjudge.programs.sandbox import Sandbox
from judge.cases import Case
from judge.checker import LIMITS as REFEREE
from judge.checker import Checker, Referee
from judge.compare import Compare, Verdict
from judge.runner import NOT_RUN, Result, Runner, of_finding, verdict_of_end

ALONE = Case("對話", Path(os.devnull), None)
"""The only case where there is no folder of them; the interactor then gets no arguments."""

_CHUNK = 1 << 16
_TICK = 0.05
"""Seconds of silence after which we look at what the program is doing."""
_DYING = 0.002
"""CPU seconds that the end of a killed program takes at most."""
_LAST_WORD = 0.2
"""Seconds that the end of a speaker may come after that of its output, to be its cause."""
_GRACE = 10.0
"""Seconds that an interactor may take to judge when the program has ended."""


@dataclass(frozen=True)
class InteractiveRunner:
    """How to let a program and an interactor talk; a function of cases that pickles."""

    command: Sequence[str]
    interactor: Referee
    limits: Limits
    sandbox: Sandbox | None = None

    def __post_init__(self) -> None:
        """Let the referee speak of itself as an interactor."""
        object.__setattr__(self, "interactor", replace(self.interactor, interacts=True))

    def __call__(self, case: Case) -> Result:
        """Hold one conversation; a system error where the interactor fails to judge it."""
        with private() as folder:
            output, feedback = folder / "output", folder / "feedback"
            feedback.mkdir()
            command = self.interactor.on(case, output, feedback)
            if case.input == ALONE.input:
                command = self.interactor.wrapped()
            try:
                return self._judge(case, command, feedback)
            except StarterLost as lost:
                return Result(case, Verdict.SE, NOT_RUN, comment=str(lost))

    def _judge(self, case: Case, command: Sequence[str], feedback: Path) -> Result:
        box = self.interactor.box(self.sandbox, case, feedback.parent)
        wall = self.limits.wall
        patience = REFEREE._replace(wall=None if wall is None else wall + _GRACE, cpu=wall)
        interactor = Process(command, limits=patience, sandbox=box)
        try:
            interactor.start()
        except UserError as error:
            return of_finding(case, self.interactor.failed(str(error)), NOT_RUN)
        try:
            return self._hold(case, interactor, feedback)
        finally:
            interactor.end()

    def _hold(self, case: Case, interactor: Process, feedback: Path) -> Result:
        command = [*self.command, *case.arguments]
        with Process(command, limits=self.limits, sandbox=self.sandbox) as program:
            talk = _Conversation(program, interactor, self.limits.output, case.status)
            talk.hold()
            ended = program.end()
        judged = interactor.wait(0)
        transcript = tuple(talk.transcript)
        verdict = Verdict.OLE if talk.floods else verdict_of_end(ended, case.status)
        if judged is not None and not talk.program_was_first:
            verdict = Verdict.AC
        if verdict is Verdict.AC:
            if judged is None:
                found = self.interactor.failed(say("程式已經結束"))
            else:
                found = self.interactor.finding(judged, bytes(interactor.stderr_head), feedback)
            return of_finding(case, found, ended, transcript=transcript)
        waits = talk.waits_for_input and ended.exceeded == "wall"
        if waits and talk.interactor_hangs:
            found = self.interactor.failed(say("程式一直在等它，它什麼都沒有說"))
            return of_finding(case, found, ended, transcript=transcript)
        return Result(case, verdict, ended, waits_for_input=waits, transcript=transcript)


def runner(
    judge: Compare | Referee,
    command: Sequence[str],
    limits: Limits,
    sandbox: Sandbox | None,
    keep_output: bool = True,
    own_verdicts: Callable[[], Mapping[str, str]] = dict,
) -> Callable[[Case], Result]:
    """Return how a program is run and judged; a checker is held as the program is."""
    if isinstance(judge, Referee):
        return InteractiveRunner(command, judge, limits, sandbox)
    if isinstance(judge, Checker):
        judge = replace(judge, sandbox=sandbox)
    return Runner(command, judge, limits, keep_output, sandbox, own_verdicts)


class _Channel:
    """One direction: what comes from a pipe goes into another, as far as that takes it."""

    def __init__(
        self, speaker: Process, listener: Process, mark: str, transcript: list[str]
    ) -> None:
        assert speaker.stdout is not None
        assert listener.stdin is not None
        self.source, self.sink = speaker.stdout, listener.stdin
        for pipe in self.source, self.sink:
            os.set_blocking(pipe.fileno(), False)
        self._speaker = speaker
        self.heard = 0
        self.ended = False
        self.pending = bytearray()
        self._mark = mark
        self._transcript = transcript
        self._partial = bytearray()

    def read(self) -> bool:
        """Take what there is; return whether there was anything."""
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
            # The listener is told only after this, so if it ends for that, it ends second.
            self._speaker.wait(_LAST_WORD)
        return not self.ended

    def write(self) -> None:
        """Pass on what can be; a reader that is gone is told no more."""
        try:
            del self.pending[: os.write(self.sink.fileno(), self.pending)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.pending.clear()
            self.sink.close()

    def note_rest(self) -> None:
        """Write down a last line that has no end."""
        if self._partial:
            self._note()

    def close_if_done(self) -> None:
        """Tell the reader that no more will come, once it has got everything."""
        if self.ended and not self.pending:
            self.sink.close()

    def _note(self) -> None:
        self._transcript.append(f"{self._mark} {self._partial.decode(errors='replace')}")
        self._partial.clear()


@dataclass
class _Conversation:
    """A program and its interactor while they talk."""

    program: Process
    interactor: Process
    output_limit: int | None
    status: int = 0
    """The exit status that the program should end with."""
    transcript: list[str] = field(default_factory=list)
    program_was_first: bool = False
    """Whether the program ended before the interactor."""
    waits_for_input: bool = False
    interactor_hangs: bool = False
    """Whether the program waits for the interactor, which does not wait for the program."""
    floods: bool = False
    _cpu: float = -1.0
    _last_alive: float = field(default_factory=time.monotonic)

    def hold(self) -> None:
        """Relay until the interactor has ended, or the program so that its end decides."""
        asked = _Channel(self.program, self.interactor, ">", self.transcript)
        told = _Channel(self.interactor, self.program, "<", self.transcript)
        for process in self.interactor, self.program:
            process.watch_in_background()
        while self.interactor.wait(0) is None and not self._program_decides():
            self._relay(asked, told)
            self.floods = self.output_limit is not None and asked.heard > self.output_limit
        while self.interactor.wait(0) is not None and told.read():
            pass
        asked.note_rest()
        told.note_rest()

    def _program_decides(self) -> bool:
        """Whether the program failed, or ended so long ago that the interactor should have too."""
        ended = self.program.wait(0)
        if ended is None:
            self._last_alive = time.monotonic()
            return self.floods
        self.program_was_first = True
        late = time.monotonic() > self._last_alive + _GRACE
        return late or verdict_of_end(ended, self.status) is not Verdict.AC

    def _relay(self, asked: _Channel, told: _Channel) -> None:
        """Wait for a word and pass it on."""
        with selectors.PollSelector() as selector:
            for channel in asked, told:
                channel.close_if_done()
                if not channel.ended and len(channel.pending) < _CHUNK:
                    selector.register(channel.source, selectors.EVENT_READ, channel.read)
                if channel.pending:
                    selector.register(channel.sink, selectors.EVENT_WRITE, channel.write)
            if not selector.get_map():
                self.interactor.wait(_TICK)
                return
            ready = selector.select(_TICK)
            for key, _ in ready:
                key.data()
        if not ready:
            self._look()

    def _look(self) -> None:
        """See whether the program waits for input, and nobody computes.

        One that has just been killed tells nothing, so what was seen before stands.
        """
        living = [member for member in self.program.living() if member.lives]
        if not living:
            return
        cpu = self.program.cpu()
        waits = [wait for member in living for wait in family.waits_for_input(member.pid)]
        if cpu > self._cpu + _DYING:
            self.waits_for_input = False
        elif waits:
            self.waits_for_input = any(waits)
            others = [family.waits_for_input(member.pid) for member in self.interactor.living()]
            self.interactor_hangs = bool(others) and not any(map(any, others))
        self._cpu = cpu
