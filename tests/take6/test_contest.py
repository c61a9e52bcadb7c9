"""The contest: real compilers, real processes in the sandbox, and every way to fail."""

import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from cardjudge.errors import UserError
from cardjudge.play.checks import steps
from cardjudge.play.entrants import entrants
from cardjudge.play.players import act
from cardjudge.play.session import Session
from cardjudge.programs.compiler import build
from cardjudge.programs.contestant import Command, ForfeitError, meet
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from take6.cards import heads_of
from take6.game import Game
from take6.play.game import Take6
from take6.players.base import shuffled
from take6.players.simple import Careful
from take6.series.contest.build import is_contestant, prefix, source
from take6.series.contest.program import Program
from tests.take6.test_players import played
from tests.tools import needs

pytestmark = needs("gcc")
STARTER = Path(__file__).parents[2] / "take6/series/contest/starter"
LIMITS = Limits(20.0, 10.0, 64 << 20, 1 << 20)

SOUND = Path(__file__).with_name("sound.c.txt").read_text("utf-8")
"""A contestant that plays soundly, with places for what it does at its third card and its rows."""

FAILURES: dict[str, tuple[str, str]] = {
    "a card of nobody": ("return 200;", "pick：手上沒有 200 這張牌"),
    "a card used before": ("return card[0];", "pick：手上沒有 -1 這張牌"),
    "abort": (
        'fprintf(stderr, "so\\nit goes\\n"); abort();',
        "沒有回答就結束了，訊號 SIGABRT：程式自己中止，例如 assert 或沒有接住的例外",
    ),
    "an answer too many": (
        "for (int d = 3; d < 1024; d++) write(d, &i, 8);",
        "pick：回答的不是一個數",
    ),
}

Made = Callable[..., Program]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    """Return a function that makes a seat from a source; all seats end with the test."""
    seats: list[Program] = []

    def make(
        code: str | Path, ending: str = ".c", cpu: float = 10.0, wall: float = 20.0
    ) -> Program:
        file = tmp_path / f"{len(seats)}{ending}"
        if isinstance(code, Path):
            file = code
        else:
            file.write_text(code)
        built = build(source({file.name: file.read_bytes()}))
        held = Sandbox("auto", (built.folder,), (file.parent,))
        limits = LIMITS._replace(cpu=cpu, wall=wall)
        seats.append(Program(Command(built.command, limits, held, file.name)))
        return seats[-1]

    yield make
    for seat in seats:
        seat.close()


def play(at: Game, seats: list[Program]) -> tuple[int, ForfeitError] | None:
    """Play a game; return the seat that forfeits and its reason, or None."""
    meet(seats)
    game = Take6(at, ["one", "two"])
    session = Session(game, ["3", "3"], 0)
    for _ in steps(game):
        (seat, *_) = game.awaited
        try:
            act(game, seat, seats[seat], Random(), session.accept)
        except ForfeitError as error:
            return seat, error
    return None


def game_of(seats: list[Program], deck: str = "1") -> tuple[Game, tuple[int, ForfeitError] | None]:
    game = Game(shuffled(Random(deck)), 2)
    return game, play(game, seats)


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failure_loses_one_game_and_the_next_is_played(made: Made, failure: str) -> None:
    code, reason = FAILURES[failure]
    sound = made(SOUND % ("", ""))
    broken = made(SOUND % (code, ""))
    for seats, loser in (([sound, broken], 1), ([broken, sound], 0)):
        game, lost = game_of(seats)
        assert lost is not None
        assert lost[0] == loser
        assert lost[1].reason == reason
        assert len(game.history) == 2
        assert lost[1].last_words == ("so ⏎ it goes" if failure == "abort" else "")
    assert game_of([sound, made(SOUND % ("", ""))])[1] is None


def test_an_invalid_row_loses_the_game(made: Made) -> None:
    pair = [made(SOUND % ("", "")), made(SOUND % ("", "return 4;"))]
    lost = [game_of(pair, f"{deal}")[1] for deal in range(10)]
    reasons = {
        (who, why.reason[-len("choose：沒有第 4 列（從 0 算起）") :])
        for who, why in filter(None, lost)
    }
    assert reasons == {(1, "choose：沒有第 4 列（從 0 算起）")}


def test_a_contestant_may_print(made: Made) -> None:
    prints = made(SOUND % ('printf("thinking"); fflush(stdout);', ""))
    assert game_of([prints, made(SOUND % ("", ""))])[1] is None


def test_a_fork_that_answers_too_is_named_and_no_card_is(made: Made) -> None:
    twice = made(SOUND % ("if (fork() == 0) for (;;) pause(); return 200;", ""))
    lost = game_of([made(SOUND % ("", "")), twice])[1]
    assert lost is not None
    assert lost[1].reason.startswith("回答不對，而程式不只有一個行程：fork 出的行程可能也在回答")


def test_spinning_children_do_not_make_the_rival_lose(made: Made) -> None:
    """The rival needs a third of its CPU time in each call, however many children spin."""
    spins = made(SOUND % ("for (int n = 0; n < 16; n++) if (fork() == 0) for (;;) ;", ""))
    burn = "for (clock_t end = clock() + CLOCKS_PER_SEC / 10; clock() < end;) ;"
    thinks = made(
        "#include <time.h>\n" + (SOUND % (burn, "")).replace("++calls == 3", "++calls < 5"),
        cpu=0.5,
        wall=3.0,
    )
    start = time.monotonic()
    assert game_of([spins, thinks])[1] is None
    assert time.monotonic() - start < 60
    assert thinks.process is not None
    living = thinks.process.family.living()
    states = [Path(f"/proc/{m.pid}/stat").read_text().split(")")[1][1] for m in living]
    assert "T" not in states


PYTHON = """
def setup(id): pass
def deal(cards): assert len(cards) == 10
def pick(table, score, last, card): return next(c for c in reversed(card) if c > 0)
def choose(table, card): return 0
"""


def test_a_python_contestant_plays_until_it_fails(made: Made) -> None:
    sources = {
        "sound": PYTHON,
        "prefixed": PYTHON.replace("def ", "def CSIE_1_"),
        "prints": PYTHON.replace("pass", "print(id)"),
        "raises": PYTHON.replace("pass", "1 / 0"),
        "text": PYTHON.replace("return 0", "return 'x'").replace("return next", "return str"),
    }
    sound = made(SOUND % ("", ""))
    lost = {name: game_of([made(text, ".py"), sound], "2")[1] for name, text in sources.items()}
    assert [name for name, why in lost.items() if why] == ["raises", "text"]
    assert lost["raises"] is not None
    assert lost["raises"][1].reason == "沒有回答就結束了，結束狀態 1"
    assert "ZeroDivisionError" in lost["raises"][1].last_words
    assert lost["text"] is not None
    assert lost["text"][1].reason == "pick：回答的不是一個數"


def test_a_contestant_reads_neither_its_rival_nor_the_seed(made: Made, tmp_path: Path) -> None:
    (tmp_path / "secret.c").write_text("the rival")
    spies = f"""
def setup(id):
    import os
    for path in {str(tmp_path / "secret.c")!r}, f"/proc/{{os.getppid()}}/cmdline":
        try:
            open(path).read()
        except OSError as error:
            continue
        raise SystemExit("read " + path)
"""
    spy = made(PYTHON.replace("def setup(id): pass", spies), ".py")
    lost = game_of([spy, made(SOUND % ("", ""))])[1]
    assert lost is None, lost[1].last_words


def test_questions_carry_the_arguments_that_the_header_describes(made: Made) -> None:
    """A contestant prints its questions on standard error; its failure shows them."""
    logger = (
        "import sys\n"
        "def note(*what): print(*what, file=sys.stderr)\n"
        "def setup(id): note('setup', id)\n"
        "def deal(cards): note('deal', cards)\n"
        "def pick(table, score, last, card):\n"
        "    note('pick', table, score, last, card)\n"
        "    return next((c for c in card if c > 0 and score[0] == %d), 0)\n"
        "def choose(table, card):\n"
        "    note('choose', table, card)\n"
        "    return %d\n"
    )
    # Player 0 gets 10, 30, 5, …; player 1 gets 70, 80, 6, …; the rows begin with 50, 51, 52, 60.
    hands = ([10, 30, 5, 1, 2, 3, 4, 7, 8, 9], [70, 80, 6, 11, 12, 13, 14, 15, 16, 17])
    deck = [*chain(*zip(*hands, strict=True)), 50, 51, 52, 60]
    deck += [card for card in range(1, 105) if card not in deck]
    other = made(SOUND % ("", ""))

    def told(source: str) -> list[str]:
        lost = play(Game(deck, 2), [made(source, ".py"), other])
        assert lost is not None
        return lost[1].last_words.split(" ⏎ ")

    rows = "[[50, 0, 0, 0, 0], [51, 0, 0, 0, 0], [52, 0, 0, 0, 0], [60, 0, 0, 0, 0]]"
    assert told(logger % (9, 2)) == [
        "setup 0",
        f"deal {hands[0]}",
        f"pick {rows} [0, 0] {[0] * 8} {hands[0]}",
    ]
    # 10 took row 3 (52: one head), and lies in front now; 70 followed 60.
    after = "[[10, 0, 0, 0, 0], [50, 0, 0, 0, 0], [51, 0, 0, 0, 0], [60, 70, 0, 0, 0]]"
    assert told(logger % (0, 2))[1:] == [
        f"choose {rows} 10",
        f"pick {after} [1, 0] {[70, *[0] * 7]} {[-1, *hands[0][1:]]}",
    ]


class CarefulByLastCards(Careful):
    """Level 3 as a contestant sees the rows: among equal ones it takes the lower end."""

    def choose(self, game: Game, seat: int, rng: Random) -> int:
        return min(range(4), key=lambda row: (heads_of(game.rows[row]), game.rows[row][-1]))


def test_the_careful_example_plays_like_level_3(made: Made) -> None:
    pair = [made(STARTER / "careful.c") for _ in "ab"]
    for deal in range(12):
        deck = shuffled(Random(f"level 3, {deal}"))
        game = Game(deck, 2)
        assert play(game, pair) is None
        assert game.moves == played([CarefulByLastCards()] * 2, deck).moves


def test_a_header_with_function_bodies_is_a_contestant(tmp_path: Path) -> None:
    (tmp_path / "bodies.h").write_text(SOUND % ("", ""))
    (tmp_path / "declared.h").write_text("void Y_setup(int); int Y_pick(int);\n// Y_pick() {\n")
    (tmp_path / "own.c").write_text(SOUND.replace("X_", "Y_") % ("", ""))
    assert [each.label for each in entrants([tmp_path], is_contestant)] == ["bodies.h", "own.c"]
    assert prefix((tmp_path / "bodies.h").read_text()) == "X"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (SOUND, "X"),
        (SOUND.replace("X_", "CSIE_40771131H_"), "CSIE_40771131H"),
        ("/* Y_setup( Y_deal( Y_pick( Y_choose( */" + SOUND, "X"),
        (SOUND.replace("X_pick", "Z_pick"), "「X_choose X_deal X_setup Z_pick」"),
        (SOUND + SOUND.replace("X_", "Y_"), "「X Y」"),
        ("", "「」"),
    ],
)
def test_the_prefix_is_found_in_the_source(code: str, found: str) -> None:
    if found[:1] != "「":
        assert prefix(code) == found
    else:
        with pytest.raises(UserError, match=f"找到的是{found}$"):
            prefix(code)


def test_a_contestant_may_have_a_main_function(made: Made) -> None:
    pair = [made(SOUND % ("", "") + "int main(void) { return 3; }") for _ in "ab"]
    assert game_of(pair)[1] is None
