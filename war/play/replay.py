"""A replay of War, round by round."""

from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line
from war.battle import INFINITE, Battle
from war.course import follow
from war.text import RESULTS, read_battle, read_limit

TITLE = "戰爭回放"
_MOST, _MOST_CARDS = 2000, 500_000
"""Maximum numbers of rounds and of cards that a replay shows."""


def page_frames(lines: Lines) -> tuple[list[Frame], InputError | None]:
    """Return a frame for each round; an infinite game stops where it recurs."""
    battle = read_battle(lines, False, None)
    course = follow(battle, read_limit(lines))
    last = course.rounds + (course.period or 0)
    most = min(_MOST, _MOST_CARDS // (len(battle.player1) + len(battle.player2) or 1))
    shown = [_frame(battle, [], say("發牌"))]
    for number in range(1, min(last, most) + 1):
        hands = [*battle.player1], [*battle.player2]
        battle.one_round()
        count = len(battle.player1) - len(hands[0])  # the number of cards that the loser played
        winner = 1 if count > 0 else 2
        told = say("第 {number} 回合：玩家 {winner} 收走桌上的牌", number=number, winner=winner)
        shown.append(_frame(battle, [hand[: abs(count)] for hand in hands], told))
    if course.period:
        again = "第 {first} 回合後的牌又出現了：{result}"
        told = say(again, first=course.rounds, result=say(RESULTS[INFINITE]))
    else:
        told = say(RESULTS[battle.winner()])
    if last <= most:
        shown.append(_frame(battle, [], told))
    return shown, None


def _frame(battle: Battle, played: list[list[int]], says: str) -> Frame:
    rows = [_line(player, cards) for player, cards in enumerate(played, 1)]
    if battle.trick.cards:
        rows.append(Line(say("桌上"), [str(card) for card in battle.trick]))
    hands = enumerate((battle.player1, battle.player2), 1)
    return Frame(says, "", rows, [_line(player, [*hand]) for player, hand in hands])


def _line(player: int, cards: list[int]) -> Line:
    name = say("玩家 {number}", number=player)
    return Line(name, [str(card) for card in cards], say("{count} 張", count=len(cards)))
