"""The contest: real compilers, real processes, and every way to fail."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from cardjudge.programs.process import Process
from take6.players.careful import Careful
from take6.players.random_any import RandomAny
from take6.players.table import play as play_computers
from take6.players.table import shuffled
from take6.series.contest import wire
from take6.series.contest.arena import Result, games, play
from take6.series.contest.contestant import Contestant, Loss, command, prefix
from take6.series.contest.ratings import ratings
from take6.series.contest.tournament import Terms, contest
from tests.tools import needs

pytestmark = needs("cc")
STARTER = Path(__file__).parents[2] / "take6/series/contest/starter"

SOUND = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int calls;
void X_setup(int32_t id) { (void)id; calls = 0; }
void X_deal(const int32_t cards[10]) { (void)cards; }
int32_t X_pick(const int32_t table[4][5], const int32_t score[2], const int32_t last[8],
               const int32_t card[10]) {
    (void)table; (void)score; (void)last;
    int i = 0;
    while (card[i] == 0) i++;
    if (++calls == 3) { %s }
    return card[i];
}
int32_t X_choose(const int32_t table[4][5], int32_t card) {
    (void)table; (void)card;
    %s
    return 0;
}
"""

FAILURES: dict[str, tuple[str, Loss]] = {
    "a card of nobody": ("return 200;", "card"),
    "a card used before": ("return card[0];", "card"),
    "a null pointer": ("*(volatile int *)0 = 1;", "crash"),
    "abort": ("abort();", "crash"),
    "exit": ("exit(0);", "crash"),
    "an endless loop": ("for (;;) ;", "time"),
    "sleep": ("sleep(1000);", "time"),
    "printf": ('printf("thinking");', "output"),
    "endless printf": ('for (;;) puts("thinking");', "output"),
    "memory": ("for (;;) memset(malloc(1 << 20), 1, 1 << 20);", "memory"),
    "an answer too many": ("for (int d = 3; d < 64; d++) write(d, &i, 8);", "protocol"),
}


@pytest.fixture
def contestants(tmp_path: Path) -> Iterator[list[Contestant]]:
    made: list[Contestant] = []
    yield made
    for contestant in made:
        contestant.close()


def compiled(tmp_path: Path, name: str, source: str, seconds: float = 5.0) -> Contestant:
    folder = tmp_path / name
    folder.mkdir()
    file = folder / "x.c"
    file.write_text(source)
    return Contestant(command(file, folder), seconds, 64 << 20)


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failure_loses_the_game_and_the_next_game_is_played(
    tmp_path: Path, contestants: list[Contestant], failure: str
) -> None:
    code, loss = FAILURES[failure]
    sound = compiled(tmp_path, "sound", SOUND % ("", ""))
    # An endless loop is cut off after a second; all else is given time on a busy machine.
    broken = compiled(tmp_path, "broken", SOUND % (code, ""), 1.0 if loss == "time" else 20.0)
    contestants += [sound, broken]
    deck = shuffled("1")
    first = play([sound, broken], deck)
    assert (first.shares, first.losses) == ((1, 0), (None, loss))
    second = play([broken, sound], deck)
    assert (second.shares, second.losses) == ((0, 1), (loss, None))
    third = play([sound, sound_again := compiled(tmp_path, "again", SOUND % ("", ""))], deck)
    contestants.append(sound_again)
    assert third.losses == (None, None)


def test_a_wrong_row_loses(tmp_path: Path, contestants: list[Contestant]) -> None:
    pair = [
        compiled(tmp_path, "sound", SOUND % ("", "")),
        compiled(tmp_path, "broken", SOUND % ("", "return 4;")),
    ]
    contestants += pair
    results = list(games(pair, 10, "rows"))
    losses = [game.losses for game in results]
    assert (None, "row") in losses
    assert set(losses) <= {(None, None), (None, "row")}


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    forks = "if (fork() == 0) for (;;) pause();"
    pair = [compiled(tmp_path, name, SOUND % (forks, "")) for name in ("a", "b")]
    play(pair, shuffled("1"))
    pids = [contestant._process.pid for contestant in pair if contestant._process]
    for contestant in pair:
        contestant.close()
    assert not Process._running
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.killpg(pid, 0)


PYTHON = """
def setup(id): pass
def deal(cards): assert len(cards) == 10
def pick(table, score, last, card): return next(c for c in reversed(card) if c)
def choose(table, card): return 0
"""


def test_a_python_contestant_plays_and_may_fail(
    tmp_path: Path, contestants: list[Contestant]
) -> None:
    results = []
    for name, source in {
        "sound": PYTHON,
        "prefixed": PYTHON.replace("def ", "def CSIE_1_"),
        "raises": PYTHON.replace("pass", "1 / 0"),
        "prints": PYTHON.replace("pass", "print(id)"),
        "text": PYTHON.replace("return 0", "return 'x'").replace("return next", "return str"),
    }.items():
        file = tmp_path / f"{name}.py"
        file.write_text(source)
        python = Contestant(command(file, tmp_path), 20.0, 256 << 20)
        sound = compiled(tmp_path, name, SOUND % ("", ""))
        contestants += [python, sound]
        results.append(play([python, sound], shuffled("2")).losses[0])
    assert results == [None, None, "crash", "output", "crash"]


def test_questions_are_as_the_header_says(tmp_path: Path, contestants: list[Contestant]) -> None:
    """A contestant that writes down all that it is asked, against one that plays from the left."""
    log = tmp_path / "log"
    file = tmp_path / "logger.py"
    file.write_text(
        f"def note(*what): print(*what, file=open({str(log)!r}, 'a'))\n"
        "def setup(id): note('setup', id)\n"
        "def deal(cards): note('deal', cards)\n"
        "def pick(table, score, last, card):\n"
        "    note('pick', table, score, last, card)\n"
        "    return next(c for c in card if c)\n"
        "def choose(table, card):\n"
        "    note('choose', table, card)\n"
        "    return 2\n"
    )
    logger = Contestant(command(file, tmp_path), 20.0, 256 << 20)
    other = compiled(tmp_path, "other", SOUND % ("", ""))
    contestants += [logger, other]
    # Player 0 gets 10, 30, 5, …; player 1 gets 20, 40, 6, …; the rows begin with 50, 51, 52, 60.
    hands = ([10, 30, 5, 1, 2, 3, 4, 7, 8, 9], [70, 80, 6, 11, 12, 13, 14, 15, 16, 17])
    dealt = [card for pair in zip(*hands, strict=True) for card in pair]
    deck = [*dealt, 50, 51, 52, 60]
    deck += [card for card in range(1, 105) if card not in deck]
    play([logger, other], deck)
    lines = log.read_text().splitlines()
    rows = "[[50, 0, 0, 0, 0], [51, 0, 0, 0, 0], [52, 0, 0, 0, 0], [60, 0, 0, 0, 0]]"
    assert lines[:4] == [
        "setup 0",
        f"deal {hands[0]}",
        f"pick {rows} [0, 0] {[0] * 8} {hands[0]}",
        f"choose {rows} 10",
    ]
    # 10 took row 3 (52: one head); 70 followed 60.
    rows = "[[50, 0, 0, 0, 0], [51, 0, 0, 0, 0], [10, 0, 0, 0, 0], [60, 70, 0, 0, 0]]"
    assert lines[4] == f"pick {rows} [1, 0] {[10, 70, *[0] * 6]} {[0, *hands[0][1:]]}"


@pytest.mark.parametrize("deal", range(12))
def test_the_careful_example_plays_as_level_3(
    tmp_path: Path, contestants: list[Contestant], deal: int
) -> None:
    careful = [Contestant(command(STARTER / "careful.c", tmp_path), 20.0, 64 << 20) for _ in "ab"]
    contestants += careful
    deck = shuffled(f"level 3, {deal}")
    assert list(play(careful, deck).heads) == play_computers([Careful(), Careful()], "x", deck=deck)


def test_level_3_beats_random_in_c_as_it_does_here(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    pair = [
        Contestant(command(STARTER / "careful.c", tmp_path / "a"), 20.0, 64 << 20),
        Contestant(command(STARTER / "random.c", tmp_path / "b"), 20.0, 64 << 20),
    ]
    results: list[Result] = list(games(pair, 100, "1"))
    for contestant in pair:
        contestant.close()
    here = [play_computers([Careful(), RandomAny()], f"{deal}") for deal in range(200)]
    ours = sum((a < b) + (a == b) / 2 for a, b in here) / len(here)
    theirs = sum(game.shares[0] for game in results) / len(results)
    assert abs(ours - theirs) < 0.15
    assert all(game.losses == (None, None) for game in results)


def test_swapped_seats_play_the_same_deal(tmp_path: Path, contestants: list[Contestant]) -> None:
    pair = [compiled(tmp_path, name, SOUND % ("", "")) for name in "ab"]
    contestants += pair
    for first, second in zip(*[iter(games(pair, 3, "s"))] * 2, strict=True):
        assert (first.heads, first.shares) == (second.heads[::-1], second.shares[::-1])


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (SOUND, "X"),
        (SOUND.replace("X_", "CSIE_40771131H_"), "CSIE_40771131H"),
        ("/* Y_setup( Y_deal( Y_pick( Y_choose( */" + SOUND, "X"),
        (SOUND.replace("X_pick", "Z_pick"), None),
        (SOUND + SOUND.replace("X_", "Y_"), None),
        ("", None),
    ],
)
def test_the_prefix_is_found_in_the_source(source: str, found: str | None) -> None:
    if found is not None:
        assert prefix(source) == found
    else:
        with pytest.raises(ValueError, match=r"^(X Y)?$"):
            prefix(source)


def test_a_main_function_of_its_own_does_no_harm(
    tmp_path: Path, contestants: list[Contestant]
) -> None:
    main = "int main(void) { return 3; }"
    pair = [compiled(tmp_path, name, SOUND % ("", "") + main) for name in "ab"]
    contestants += pair
    assert play(pair, shuffled("1")).losses == (None, None)


def test_what_does_not_compile_is_told_in_one_line_or_left_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.c").write_text(SOUND % ("syntax error", ""))
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_text(SOUND % ("", ""))
    sources = [tmp_path / name for name in ("a.c", "b.c", "bad.c")]
    terms = Terms(2, "1", 20.0, 64 << 20)
    with pytest.raises(UserError, match=r"無法編譯 .*bad\.c：「.*error") as caught:
        contest(sources, terms)
    assert "\n" not in str(caught.value)
    assert len(contest(sources, terms, skip_broken=True)) == 2
    assert capfd.readouterr().err.startswith("略過：無法編譯")


def test_a_round_robin_is_ordered_by_rating(tmp_path: Path) -> None:
    (tmp_path / "broken.c").write_text(SOUND % ("abort();", ""))
    sources = [STARTER / "random.c", STARTER / "careful.c", tmp_path / "broken.c"]
    terms = Terms(20, "1", 20.0, 64 << 20)
    table = contest(sources, terms)
    assert [line.split()[1] for line in table] == ["careful.c", "random.c", "broken.c"]
    assert "判負 80（當掉 80）" in table[2]
    assert "平均牛頭 －" in table[2]
    assert contest(sources, terms, workers=2) == table


def test_ratings_explain_the_results() -> None:
    """Points drawn from known ratings give these ratings back."""
    truth = [1700.0, 1500.0, 1400.0, 1400.0]
    many = 100_000.0
    points = [
        [0.0 if i == j else many / (1 + 10 ** ((b - a) / 400)) for j, b in enumerate(truth)]
        for i, a in enumerate(truth)
    ]
    assert ratings(points) == pytest.approx(truth, abs=0.5)


def test_a_question_is_164_bytes() -> None:
    rng = random.Random(1)
    rows = [[rng.randint(1, 104)] for _ in range(4)]
    assert len(wire.pick(rows, [0, 0], [0, 0], [0] * 10)) == 164
    assert len(wire.choose(rows, 1)) == len(wire.new_game(0, [0] * 10)) == 164


def test_export_header_gives_contestants_that_play(tmp_path: Path) -> None:
    take6 = [sys.executable, "-m", "take6"]
    folder = tmp_path / "mine"
    subprocess.run([*take6, "export-header", str(folder)], check=True, capture_output=True)
    names = ["Makefile", "careful.c", "random.c", "take6.h"]
    assert sorted(path.name for path in folder.iterdir()) == names
    made = subprocess.run(["make", "-C", folder], check=True, capture_output=True, text=True)
    assert "warning" not in made.stdout + made.stderr
    (folder / "random.c").write_text("mine")
    again = subprocess.run(
        [*take6, "export-header", str(folder)], check=True, capture_output=True, text=True
    )
    assert again.stdout.count("已經存在，沒有改動") == 4
    assert (folder / "random.c").read_text() == "mine"
