"""The chain is open to new patterns and closed to change: nothing of the kit is touched here."""

import subprocess
from io import StringIO
from pathlib import Path

import pytest

from big2.cards import DECK, Card
from big2.game import Game
from big2.patterns import BUILTIN, Chain, Pattern, Play, Single, Trump
from big2.play import Big2
from cardjudge.play.levels import HARD
from tests.big2.four_of_a_kind import FourOfAKind, StraightFlush, TwoPairs
from tests.big2.test_patterns import cards
from tests.processes import ROOT, answered, install, kit


def deal(*openings: str) -> list[Card]:
    """Return a deck that gives each player the cards named and, where they leave room, others."""
    hands = [cards(words) for words in openings]
    rest = [card for card in DECK if not any(card in hand for hand in hands)]
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop())
    return [hands[i % 4][i // 4] for i in range(52)][::-1]


def play(game: Game, words: str) -> object:
    return game.step([game.hand.index(card) for card in cards(words)])[0]


def by(chain: Chain, words: str) -> Play:
    play = chain.recognise(cards(words))
    assert play is not None
    return play


class FiveOdd(Trump):
    """A trump of a third package: five cards of odd ranks; knows no other."""

    name = "五奇"
    ways = 98_280  # C(28, 5): ranks 3 5 7 9 J K 2 … as positions 0 2 4 … 12

    def key(self, cards: tuple[Card, ...]) -> tuple[int, ...] | None:
        odd = len(cards) == 5 and all(card.rank % 2 == 0 for card in cards)
        return cards[-1] if odd else None


def test_trumps_of_independent_packages_are_ranked_by_rarity() -> None:
    chain = BUILTIN.led_by(StraightFlush, FourOfAKind, FiveOdd)
    hands = ["C3 C4 C5 C6 C7", "C3 D3 H3 S3 C4", "C3 C5 C7 C9 DJ", "S2", "C3 D4 C5 C6 C7"]
    flush, four, odd, *common = [by(chain, words) for words in hands]
    order = [flush, four, odd]
    for place, play in enumerate(order):
        beaten = [other for other in order if play.beats(other)]
        assert beaten == order[place + 1 :]
        assert all(play.beats(other) and not other.beats(play) for other in common)


def test_trumps_that_are_equally_rare_do_not_beat_each_other() -> None:
    class Twin(StraightFlush):
        name = "雙胞胎"

    ours, theirs = (by(BUILTIN.led_by(kind), "C4 C5 C6 C7 C8") for kind in (StraightFlush, Twin))
    assert not ours.beats(theirs)
    assert not theirs.beats(ours)


def test_the_order_matters_where_a_pattern_is_a_special_case_of_another() -> None:
    flush = "C4 C5 C6 C7 C8"
    assert by(BUILTIN.led_by(StraightFlush), flush).pattern.name == "同花順"
    assert by(Chain((*BUILTIN, StraightFlush())), flush).pattern.name == "順子"


def test_a_card_in_a_key_is_compared_as_its_numbers() -> None:
    chain = BUILTIN.led_by(TwoPairs)
    low, high = (by(chain, words) for words in ("C3 D3 C4 D4", "H3 S3 H4 S4"))
    assert (low.key, high.key) == ((1, 1), (1, 3))
    assert high.beats(low)


def test_a_chain_refuses_a_repeated_name_and_an_abstract_pattern() -> None:
    with pytest.raises(ValueError, match="單張"):
        BUILTIN.led_by(Single)

    class Unfinished(Pattern):
        name = "半成品"

    with pytest.raises(TypeError, match="abstract"):
        BUILTIN.led_by(Unfinished)  # type: ignore[type-abstract]


@pytest.fixture
def installed_package(tmp_path: Path) -> Path:
    """A package as pip leaves it on a path: a module and its metadata with two entry points."""
    source = Path(__file__).with_name("four_of_a_kind.py").read_text(encoding="utf-8")
    (tmp_path / "bombs.py").write_text(source, encoding="utf-8")
    (tmp_path / "loaded_by_accident.py").write_text("raise SystemExit('loaded')")
    points = (
        "鐵支 = bombs:FourOfAKind\n同花順 = bombs:StraightFlush\n兩對 = bombs:TwoPairs\n"
        "假的 = bombs:Key\n別的 = loaded_by_accident:Pattern\n壞的 = bombs:Missing\n"
    )
    return install(tmp_path, "bombs", "big2.patterns", points)


def big2(package: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return kit("big2", *arguments, stdin=stdin, PYTHONPATH=f"{package}:{ROOT}")


def bomb_game() -> str:
    deck = deal("C3", "C9 D9 H9 S9 D3", "C4 C5 C6 C7 C8", "")
    hand = Game(deck).hands[1]
    bomb = " ".join(str(hand.index(card)) for card in cards("C9 D9 H9 S9 D3"))
    return "\n".join([" ".join(map(str, deck)), "甲", "乙", "丙", "丁", "0", bomb])


def test_an_installed_package_is_found_by_name(installed_package: Path) -> None:
    chosen = "單張,對子,順子,葫蘆,鐵支"
    result = big2(installed_package, "--patterns", chosen, stdin=bomb_game())
    assert "玩家 乙 打出了 鐵支 D[3] C[9] D[9] H[9] S[9]\n輪到丙了" in result.stdout
    listed = big2(installed_package, "patterns").stdout
    assert "鐵支  來自 bombs 1.2\n" in listed


def test_the_reasons_of_trumps_are_true(installed_package: Path) -> None:
    hands = "C3 D4 C5 C6 C7", "C9 D9 H9 S9 D3", "H4 H5 H6 H7 H8", "S4 D5 D6 D7 D8"
    deck = deal(*hands)
    game = Game(deck)
    lines = [" ".join(map(str, deck)), *"甲乙丙丁"]
    for player, words in enumerate(hands):
        indices = [game.hands[player].index(card) for card in cards(words)]
        lines.append(" ".join(map(str, indices)))
    chosen = "--patterns", "單張,對子,順子,葫蘆,鐵支,同花順"
    explained = big2(installed_package, "explain", *chosen, stdin="\n".join(lines)).stdout
    assert "鐵支是王牌，壓得過不是王牌的牌型，所以合法" in explained
    assert "同花順有 52 種，鐵支有 624 種；種數少的才壓得過，所以合法" in explained
    assert "順子壓不過同花順，因為只有同花順是王牌，所以不合法" in explained
    assert " 0 種" not in explained


def test_an_installed_package_changes_nothing_unless_it_is_named(installed_package: Path) -> None:
    without = big2(ROOT, stdin=bomb_game())
    assert "此牌型不合法" in without.stdout
    assert big2(installed_package, stdin=bomb_game()).stdout == without.stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("假的", "「假的」的套件給的不是牌型：要是 Pattern 的子類別"),
        ("壞的", "「壞的」的套件無法載入：AttributeError: module 'bombs' has no "),
    ],
)
def test_an_entry_point_without_a_pattern_is_reported_in_one_line(
    installed_package: Path, name: str, told: str
) -> None:
    result = big2(installed_package, "--patterns", f"單張,{name}", stdin=bomb_game())
    assert (result.stdout, result.returncode, result.stderr.count("\n")) == ("", 2, 1)
    assert result.stderr.startswith(f"錯誤：{told}")


MATCH = "match --games 1 --players greedy,smallest,random,random"


@pytest.mark.parametrize(
    ("words", "typed", "told"),
    [
        ("explain case.in", "", "鐵支"),
        ("explain case.in", "", "兩對比最大的那張牌，"),
        ("replay case.in", "", "兩對"),
        pytest.param("review case.in --playouts 2 --seat 3", "", "覆盤", marks=pytest.mark.slow),
        pytest.param(MATCH, "", "1 greedy", marks=pytest.mark.slow),
        ("play --plain --seed 4 --save save.json", "/hint\n0\n/quit\n", "你 打出單張"),
    ],
)
def test_every_command_plays_a_pattern_of_another_package(
    words: str,
    typed: str,
    told: str,
    installed_package: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(installed_package)
    monkeypatch.syspath_prepend(installed_package)
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    monkeypatch.setitem(Big2.players, HARD, "playouts:4")
    chosen = "--patterns", "單張,對子,順子,葫蘆,鐵支,兩對"
    assert answered("big2", "auto", "--seed", 28, *chosen) == (0, "")
    Path("case.in").write_text(capsys.readouterr().out, "utf-8")
    assert answered("big2", *words.split(), *chosen) == (0, "")
    assert told in capsys.readouterr().out
    if typed:
        assert answered("big2", "replay", "save.json") == (0, "")
