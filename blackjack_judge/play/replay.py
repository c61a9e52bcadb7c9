"""A replay of blackjack, request by request."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice

from blackjack_judge.conversation import parse_request
from blackjack_judge.explain import reasons
from blackjack_judge.hands import BUSTED, total
from blackjack_judge.judge import PlayerOfTheKit, Setting, play
from blackjack_judge.players import load
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import Table
from blackjack_judge.text import read_seed
from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.reasons import Reason
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line

TITLE = "二十一點回放"
RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_MOST = 1000
"""Maximum number of requests in a replay."""


def page_frames(lines: Lines) -> tuple[list[Frame], InputError | None]:
    """Return a frame per request of a seed and its transcript, or of the basic strategy's game."""
    setting = Setting()
    shoe = make_shoe(read_seed(lines), setting.decks)
    first = next(lines, "")
    talk = "\n".join(chain([first], lines) if first.strip() else _played(shoe, setting))
    table = Table(shoe, setting.money, setting.goal, setting.rules)
    shown: list[Frame] = []
    try:
        shown += islice(_frames(reasons(talk.encode(), table), table), _MOST)
    except InputError as error:
        error.line += 1  # the seed is the first line
        return shown, error
    return shown, None


class _EnoughError(Exception):
    """The conversation has reached the limit of the replay."""


def _played(shoe: bytes, setting: Setting) -> list[str]:
    talk: list[str] = []

    def record(line: str) -> None:
        talk.append(line)
        if len(talk) > 2 * _MOST:
            raise _EnoughError

    with suppress(_EnoughError):
        play(shoe, PlayerOfTheKit(load("basic")), setting, record)
    return talk


def _frames(found: Iterator[Reason], table: Table) -> Iterator[Frame]:
    dealer: Sequence[int] = ()
    for reason in found:
        name = parse_request(reason.asked)[0] if reason.asked else ""
        cards = [int(word) for word in reason.wrote.rpartition("<")[2].split() if word.isdigit()]
        if name == "init_game":
            dealer = cards[2:]
        elif name in ("stand", "stand_2"):
            dealer = cards
        hands = [_line(say("玩家的牌"), hand) for hand in table.hands] if dealer else []
        money = say("資金 {money:,}", money=table.money)
        note = say("桌上 {stake:,}", stake=table.stake)
        rows = [_line(say("莊家"), dealer), *hands]
        yield Frame(f"{reason.wrote}{reason.sentence}", "", rows, [Line(money, [], note)])
        if name == "return":
            dealer = ()


def _line(name: str, cards: Sequence[int]) -> Line:
    points = total(cards) if cards else None
    note = say("爆牌") if points == BUSTED else say("{points} 點", points=points) if points else ""
    return Line(name, drawn(cards), note)


def drawn(cards: Sequence[int]) -> list[str]:
    """Return cards with arbitrary suits."""
    return [f"{'SHDC'[(card + at) % 4]}[{RANKS[card]}]" for at, card in enumerate(cards)]
