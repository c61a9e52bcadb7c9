"""A save, an address of the page or an option may name a player that the kit had before."""

import json
from pathlib import Path

import pytest

from big2.play import Big2
from cardjudge.play.game import Game
from cardjudge.play.session import PERSON, Session
from take6.play.game import Take6
from tests.processes import kit
from tests.web.test_interface import called

FORMER = [
    (Big2, "montecarlo"),
    (Big2, "montecarlo:0.5s"),
    (Take6, "4"),
    (Take6, "5:50ms"),
    (Take6, "6:20000"),
]
formers = pytest.mark.parametrize(("game", "name"), FORMER, ids=[name for _, name in FORMER])


def save(game: type[Game[int]], name: str) -> str:
    dealt = game.dealt({}, 7)
    session = Session(dealt, [PERSON, "easy", "easy", "easy"], 7)
    text = session.dump()
    return text.replace('"easy"', json.dumps(name))


def said(name: str) -> str:
    return f"「{name}」這個電腦已經沒有了，改由 hard（困難）來打。"


@formers
def test_an_option_plays_hard_and_says_so(game: type[Game[int]], name: str, tmp_path: Path) -> None:
    words = "play", "--plain", "--seed", 7, "--players", f"{name},easy,{name}"
    played = kit(game.name, *words, stdin="/quit\n", XDG_STATE_HOME=str(tmp_path))
    assert (played.returncode, played.stderr) == (0, f"{said(name)}\n")
    kept = tmp_path / f"cardjudge/{game.name}.json"
    assert sorted(json.loads(kept.read_text("utf-8"))["players"]) == ["", "easy", "hard", "hard"]


@formers
def test_a_save_plays_hard_and_says_so(game: type[Game[int]], name: str, tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    file.write_text(save(game, name), "utf-8")
    words = "play", "--plain", "--seed", 7
    for more, typed in (["--resume", "--save", file], ""), ([], f"/load {file}\n"):
        played = kit(game.name, *words, *more, stdin=f"{typed}/q\n", XDG_STATE_HOME=str(tmp_path))
        assert (played.returncode, played.stderr) == (0, "")
        assert played.stdout.count(said(name)) == 1


@formers
def test_an_address_of_the_page_plays_hard_and_says_so(game: type[Game[int]], name: str) -> None:
    state = called("load", game.name, save(game, name))
    notes = []
    for _ in range(4):
        notes += state["notes"]
        if state["awaits"] == "person":
            break
        state = called("play", game.name, "step")
    assert notes == [said(name)]
    assert name not in json.loads(state["save"])["players"]
