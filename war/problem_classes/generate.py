"""The nine tests of the assignment: the input of each is a command line of `war verify`."""

from collections.abc import Iterator

TESTS = ("21a", "21b", "22", "23", "31", "32", "33", "41", "42")


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    for name in TESTS:
        yield name, f"war verify {name} --seed {seed}\n"
