"""Hostile contestants against an honest one: the first line of each has its aim and its outcome."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.hostile.test_hostile import still_running
from tests.processes import kit
from tests.tools import needs, needs_sandbox

pytestmark = [pytest.mark.slow, needs_sandbox, needs("g++")]
PROGRAMS = tomllib.loads(Path(__file__).with_name("contests.toml").read_text())
LEFT = Path("/tmp/hostile-left"), Path("/dev/shm/hostile-left")
HONEST = """
import json
while "result" not in (turn := json.loads(input())):
    print((turn["choices"] or ["1 0"])[-1], flush=True)
"""
HONEST_IN_CPP = """
#include "Blackjack.h"
void play() {
    if (init_game(bet_you_have() / 2)[2] == 1) buy_insurance(0);
    stand();
}
"""
CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e\ud800-\udfff]")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hostile_contestant_harms_itself_alone(name: str, tmp_path: Path) -> None:
    bots, table, code = tmp_path / "bots", tmp_path / "table.json", PROGRAMS[name]
    aim, ending = code.splitlines()[0], name.rpartition(".")[2]
    honest = bots / f"honest.{ending}"
    bots.mkdir()
    honest.write_text({"py": HONEST, "cpp": HONEST_IN_CPP}[ending])
    rest = HONEST if ending == "py" else ""
    (bots / name).write_text(f"{code}{rest}".replace("HONEST", f'"{honest}"'))
    # A question of few heaps fits into the smallest pipe.
    heaps = "1 " * 4000 if "its input" in aim else "2 3 4"
    game = ["nim", "--game", f"nim {heaps}"] if ending == "py" else ["blackjack_judge"]
    done = kit(game[0], "contest", bots, *game[1:], "--deals", 1, "--json", table)
    assert done.returncode == 0, done.stderr
    assert not CONTROLS.search(done.stdout + done.stderr)
    lost = {row["program"]: row["forfeits"] for row in json.loads(table.read_text())["programs"]}
    reasons = [each["reason"] for each in lost[name]]
    if loses := re.search(r"Loses: (.*)", aim):
        assert reasons
        assert all(re.search(loses[1], reason) for reason in reasons), reasons
    elif aim.endswith("Plays."):
        assert reasons == []
    assert ending == "cpp" or not lost["honest.py"]
    assert not still_running(name)
    assert not any(path.exists() for path in LEFT)
