"""The options of commands that run programs of others."""

from cardjudge.commands.programs import IN_CLASS, PER_CALL, ProgramOptions
from cardjudge.programs.process import Limits

MIB = 1 << 20


def test_a_problem_sets_the_options_that_are_not_given() -> None:
    for options, mode, cpu in (ProgramOptions(), "auto", 10), (IN_CLASS, "required", 10):
        assert (options.mode(), options.limits().cpu) == (mode, cpu)
        own = options.for_problem(2, 64)
        assert own.limits() == Limits(5, 2, 64 * MIB, 64 * MIB, 64)
        for given in 10.0, 9.9, 2.0:  # even if it equals the default
            assert own._replace(time=given).limits().cpu == given
        assert own._replace(memory=512).limits().memory == 512 * MIB
        assert own._replace(sandbox_mode="auto").mode() == "auto"
    assert (PER_CALL.mode(), PER_CALL.limits().cpu) == ("required", 1)
