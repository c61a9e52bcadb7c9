"""A person at the table, the players of the kit at it, and games as transcripts."""

from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from blackjack_judge.judge import PlayerOfTheKit, Setting, judge, play
from blackjack_judge.play import Blackjack
from blackjack_judge.players import PLAYERS
from blackjack_judge.players.computer import Request
from blackjack_judge.shoe import make_shoe
from cardjudge.errors import InputError
from cardjudge.play.game import IllegalMove
from cardjudge.play.replay import Replay
from cardjudge.play.session import Session
from cardjudge.play.session import load as load_save
from cardjudge.stdio import Lines
from tests.processes import kit

SMALL = {"decks": 6, "money": 1000, "goal": 1500}
SEED = "96\n"


def table(*words: str, lines: str, folder: Path) -> str:
    save = folder / "game.json"
    return kit("blackjack_judge", *words, "--plain", "--save", save, stdin=lines).stdout


def session(seed: int, *texts: str, given: dict[str, int] = SMALL, player: str = "") -> Session:
    begun = Session(Blackjack.dealt(given, seed), [player], seed)
    for text in texts:
        begun.make(0, text)
    return begun


def talk_of(player: str, seed: int, decks: int) -> list[str]:
    """Return the transcript of a game before the judge."""
    lines: list[str] = []
    play(make_shoe(seed, decks), PlayerOfTheKit(PLAYERS[player]), Setting(decks), lines.append)
    return lines


def moves_of(talk: list[str]) -> list[str]:
    """Return a transcript without the questions for the money, which change nothing."""
    questions = {at for at, line in enumerate(talk) if line == "> bet_you_have"}
    return [line for at, line in enumerate(talk) if not {at, at - 1} & questions]


def test_a_person_sees_the_cards_of_the_judge_and_the_cost_of_a_mistake(
    tmp_path: Path,
) -> None:
    """Seed 8 deals 4 2 against ten and ten, then the game is lost."""
    lines = "0\n1000000\nd\n/h\n2\n/review\n"
    told = table("play", "--seed", "8", lines=lines, folder=tmp_path)
    assert "至少要下注 1 元" in told
    assert "D[10] ? 10 點" in told
    assert "可以：h（要牌）、s（停牌）\n" in told  # no money to double
    assert "double_down 要 1000000 元，資金只有 0 元" in told
    assert "建議 h（要牌）" in told or "建議 h\n" in told
    assert "4 2 對 10，停牌 -575,781.8 元；最好的是要牌 -388,691.8，少了 187,090.1 元" in told
    assert "莊家是 10 10，20 點" in told
    assert "資金輸光了。" in told
    assert "你：1 個決定，1 個失誤（標 *），共損失 187,090.1 元" in told
    assert not (tmp_path / "game.json").exists()  # the game has ended


def test_h_and_s_are_moves_while_the_commands_have_a_slash(tmp_path: Path) -> None:
    words = "play", "--seed", "42", "--decks", "6", "--money", "1000"
    told = table(*words, lines="100\nh\n/undo\ns\n50\n", folder=tmp_path)
    assert "抽到 K，手上是 7 2 K，19 點。" in told
    assert "blackjack-judge play --resume" in told
    kept = load_save(tmp_path / "game.json", Blackjack)
    assert [made.text for made in kept.record] == ["100", "s", "50"]
    again = table("play", "--resume", lines="/log\n", folder=tmp_path)
    assert again.count("下注 50") >= 1


@pytest.mark.parametrize("player", PLAYERS)
def test_the_players_of_the_kit_ask_the_same_as_before_the_judge(player: str) -> None:
    for seed in (3, 96):
        seated = session(seed, given={"decks": 4}, player=player)
        seated.play()
        assert isinstance(seated.game, Blackjack)
        assert seated.game.talk == moves_of(talk_of(player, seed, 4))


@pytest.mark.parametrize("player", ["bold", "half-bold", "basic"])
def test_a_transcript_is_replayed_to_its_verdict(player: str) -> None:
    asked = talk_of(player, 96, 2)
    data = SEED + "".join(f"{line}\n" for line in asked)
    replay = Replay(Blackjack, data.encode(), {"decks": 2})
    assert replay.error is None
    wrote = "".join(frame.says for frame in replay.frames)
    assert all(line in wrote for line in moves_of(asked)[1:])
    told: list[str] = []
    player_of = PlayerOfTheKit(PLAYERS[player])
    judge(Lines(BytesIO(SEED.encode())), told.append, player_of, Setting(2))
    won = told[0].startswith("Accepted")
    assert replay.session.game.shares() == [float(won)]


@pytest.mark.parametrize(
    ("rest", "fault", "result"),
    [
        ("> hit_2\n< Wrong_answer\n", "還沒有 init_game", "不合法的操作"),
        ("< Wrong_answer\n", "", "程式在遊戲結束前就停止了"),
        ("", "", "程式在遊戲結束前就停止了"),
    ],
)
def test_a_transcript_may_end_early(rest: str, fault: str, result: str) -> None:
    replay = Replay(Blackjack, f"{SEED}< play 1000000\n{rest}".encode(), {})
    assert replay.error is None
    assert fault in replay.frames[-1].fault
    assert result in replay.frames[-1].says


@pytest.mark.parametrize(("rest", "line"), [("< plays 7\n", 2), ("< play 1000000\njunk\n", 3)])
def test_a_transcript_of_another_shoe_is_refused(rest: str, line: int) -> None:
    data = f"{SEED}{rest}".encode()
    with pytest.raises(InputError) as refused:
        raise Replay(Blackjack, data, {}).error or AssertionError
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("seed", "texts", "wrong", "why"),
    [
        (8, (), "1001", "要 1001 元，資金只有 1000 元"),
        (8, (), "h", "這時不能要牌"),
        (8, ("1000",), "p", "這時不能分牌"),
        (8, ("1000",), "d", "資金只有 0"),
        (8, ("100",), "fold", "fold"),
    ],
)
def test_an_illegal_move_names_the_rule(
    seed: int, texts: tuple[str, ...], wrong: str, why: str
) -> None:
    begun = session(seed, *texts, given={"money": 1000})
    with pytest.raises(IllegalMove, match=why):
        begun.make(0, wrong)


def test_insurance_is_a_range_that_loses_money() -> None:
    seed = next(s for s in range(1, 100) if make_shoe(s, 6)[2] == 1 and make_shoe(s, 6)[3] < 10)
    begun = session(seed, "100")
    [asked] = begun.game.choices(0).ranges
    assert (asked.least, asked.most, asked.prefix) == (0, 50, "insurance")
    assert begun.game.values.value(begun.game, 0, Request("buy_insurance", 13)) == pytest.approx(-5)
    told = [begun.game.words(event, 0) for event in begun.make(0, "insurance 13")]
    assert "最好的是不買" in told[0]
    assert begun.record[-1].text == "insurance 13"


def test_no_world_shows_a_ten_below_an_ace_after_the_insurance() -> None:
    seed = next(s for s in range(1, 100) if make_shoe(s, 6)[2] == 1 and make_shoe(s, 6)[3] < 10)
    game = session(seed, "100", "0").game
    assert isinstance(game, Blackjack)
    holes = {game.values.worlds(game, 0, Random(number)).at.dealer[1] for number in range(300)}
    assert holes == set(range(1, 10))
    for number in range(9):
        table = game.values.worlds(game, 0, Random(number)).at
        unseen = [table.dealer[1], *table.shoe[table.dealt :]]
        assert sorted(unseen) == sorted(game.at.shoe[3:])


def test_a_transcript_has_the_money_of_its_game(tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    words = ("--player", "bold", "--money", "1000", "--transcript", talk)
    wrote = kit("blackjack_judge", *words, stdin="96\n").stdout.splitlines()
    explained = kit("blackjack_judge", "explain", talk, "--seed", "96")
    assert (explained.returncode, explained.stderr) == (0, "")
    replay = Replay(Blackjack, b"96\n" + talk.read_bytes(), {})
    assert replay.error is None
    assert replay.session.game.shares() == [float(wrote[0] == "Accepted")]
