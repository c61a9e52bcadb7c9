"""Saved games: exact, readable, always whole, and refused when damaged."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardjudge import files
from cardjudge.errors import UserError
from take6.game import NORMAL, Rule
from take6.play import save
from take6.play.session import PERSON, Session


def go_on(session: Session, rng: random.Random, steps: int) -> Session:
    """Let random people play so many steps."""
    game = session.game
    for _ in range(steps):
        if game.over:
            break
        seat = session.awaited
        if game.undercut is not None:
            session.take(None if seat is None else rng.randrange(4))
        elif seat is not None:
            session.lay(rng.choice(game.hands[seat]))
        elif session.hidden and rng.random() < 0.2:
            session.take_back(rng.choice(list(session.hidden)))
        else:
            session.reveal()
    return session


names = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=9)
sessions = st.builds(
    lambda levels, rule, seed, names: Session(levels, rule, seed, names[: len(levels)]),
    st.lists(st.sampled_from([PERSON, "1", "2", "3"]), min_size=2, max_size=10),
    st.sampled_from([NORMAL, Rule(20), Rule(30, "index")]),
    names,
    st.lists(names, min_size=10, max_size=10),
)


@settings(max_examples=60)
@given(sessions, st.integers(0, 60), st.integers(0, 9))
def test_a_loaded_game_goes_on_exactly_as_the_saved_one(
    session: Session, before: int, seed: int
) -> None:
    go_on(session, random.Random(seed), before)
    loaded = save.parse(save.dump(session))
    assert save.dump(loaded) == save.dump(session)
    assert (loaded.hidden, loaded.awaited) == (session.hidden, session.awaited)
    assert loaded.names == session.names
    for game in (session, loaded):
        go_on(game, random.Random(seed + 1), 100)
    assert loaded.game.history == session.game.history
    assert loaded.game.heads == session.game.heads


def test_a_save_keeps_the_random_streams_of_strong_computers() -> None:
    session = go_on(Session(["0", "6:40", "4:40"], NORMAL, "s"), random.Random(1), 7)
    loaded = save.parse(save.dump(session))
    for game in (session, loaded):
        go_on(game, random.Random(2), 100)
    assert loaded.game.moves == session.game.moves


def test_a_save_is_readable() -> None:
    session = Session(["0", "3"], Rule(25), "春")
    session.lay(session.game.hands[0][0])
    lines = save.dump(session).splitlines()
    assert lines[:4] == ["誰是牛頭王的存檔，第 1 版", "門檻：25 mad-first", "種子：春", "座位：0 3"]
    assert lines[4] == f"玩家與暗牌：1 {session.hidden[0]}"
    assert lines[5].startswith("檢查碼：")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.save"


def test_a_save_is_written_and_read_as_a_file(path: Path) -> None:
    session = go_on(Session(["0", "3"], NORMAL, "1"), random.Random(1), 9)
    files.replace(path, save.dump(session))
    assert save.dump(save.read(path)) == save.dump(session)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_failed_save_leaves_no_temporary_file(path: Path) -> None:
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        files.replace(path, save.dump(Session(["0", "3"], NORMAL, "1")))
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_save_of_another_version_is_named_so() -> None:
    text = save.dump(Session(["0", "3"], NORMAL, "1"))
    with pytest.raises(UserError, match="別的版本"):
        save.parse(text.replace("第 1 版", "第 2 版"))


@pytest.mark.parametrize("name", ["/", ""])
def test_the_save_option_refuses_a_folder_in_one_line(name: str, tmp_path: Path) -> None:
    take6 = [sys.executable, "-m", "take6", "play", "--save", name]
    run = subprocess.run(take6, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("錯誤：--save 要是檔案，不是資料夾：")
    assert run.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def whole() -> bytes:
    return save.dump(go_on(Session(["0", "3"], NORMAL, "1"), random.Random(1), 9)).encode()


def test_every_truncation_and_every_changed_byte_is_refused(path: Path, whole: bytes) -> None:
    damaged = [whole[:length] for length in range(len(whole))]
    damaged += [whole[:i] + bytes([whole[i] ^ 1]) + whole[i + 1 :] for i in range(len(whole))]
    damaged += [whole + b"x", whole + whole]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(
            UserError, match=r"^(這不是誰是牛頭王的存檔|這是別的版本的存檔|存檔已損壞：.*)$"
        ):
            save.read(path)


@pytest.mark.parametrize(
    "lines",
    [
        ["門檻：無 mad-first", "種子：1"],
        ["門檻：0 mad-first", "種子：1", "座位：0 3"],
        ["門檻：無 sideways", "種子：1", "座位：0 3"],
        ["門檻：無 mad-first", "種子：1", "座位：0"],
        ["門檻：無 mad-first", "種子：1", "座位：0 9"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "出牌：200 201"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "出牌：x"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "拿走的列：1"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "玩家與暗牌：2 5"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "玩家與暗牌：1 200"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "玩家與暗牌：1"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "名字：3"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "名字：11 x"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "nothing"],
        ["門檻：無 mad-first", "種子：1", "座位：0 3", "nothing：1"],
    ],
)
def test_a_save_with_a_right_checksum_but_no_game_is_refused(lines: list[str]) -> None:
    import zlib

    body = "".join(f"{line}\n" for line in [save.TITLE, *lines])
    with pytest.raises(UserError, match="存檔已損壞：內容不是一場遊戲"):
        save.parse(f"{body}檢查碼：{zlib.crc32(body.encode()):08x}\n")


@given(st.text())
def test_any_other_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UserError) as caught:
        save.parse(text)
    assert "\n" not in str(caught.value)


KILLED = """
import os, random, signal, sys
from pathlib import Path
from cardjudge import files
from take6.play import save
from take6.game import NORMAL
from take6.play.session import Session
path, moment = Path(sys.argv[1]), int(sys.argv[2])
session = Session(["0", "3"], NORMAL, "new")
session.lay(session.game.hands[0][0])
calls = 0
def dying(function, part=False):
    def call(*arguments):
        global calls
        calls += 1
        if calls == moment:
            if part:  # half of it has been written
                function(arguments[0], arguments[1][: len(arguments[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        # A few bytes at a time, so that every write is a moment of its own.
        return function(arguments[0], arguments[1][:20]) if part else function(*arguments)
    return call
os.open, os.write = dying(os.open), dying(os.write, part=True)
os.fsync, os.replace, os.close = dying(os.fsync), dying(os.replace), dying(os.close)
files.replace(path, save.dump(session))
print(calls)
"""


def test_a_process_killed_at_any_write_leaves_a_whole_save(path: Path) -> None:
    old = Session(["0", "3"], NORMAL, "old")
    seeds, moment, ended = set(), 0, False
    while not ended:
        moment += 1
        files.replace(path, save.dump(old))
        run = subprocess.run(
            [sys.executable, "-c", KILLED, str(path), str(moment)],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.getcwd()},
        )
        ended = run.returncode == 0
        seeds.add(save.read(path).seed)
        if not ended:
            assert run.returncode == -9, run.stderr
            assert save.read(path).seed == "old" or moment > 5
    assert moment > 8
    assert seeds == {"old", "new"}
    assert save.read(path).seed == "new"


@settings(max_examples=40)
@given(sessions, st.integers(0, 40), st.integers(0, 9))
def test_a_step_back_takes_back_the_last_hidden_card_first(
    session: Session, steps: int, seed: int
) -> None:
    go_on(session, random.Random(seed), steps)
    moves, hidden = [*session.game.moves], [*session.hidden.items()]
    back = session.before_last_turn()
    if hidden:
        assert back is not None
        assert [*back.hidden.items()] == hidden[:-1]
        assert back.game.moves == moves
    elif back is not None:
        assert not back.hidden
        assert back.awaited is not None
        assert back.game.moves == moves[: len(back.game.moves)] != moves
