"""Explains a game of War: each round, then each line of the result."""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from cardjudge.language import listed, say
from cardjudge.reasons import Name, Reason, of_line
from cardjudge.stdio import Lines
from war.battle import Battle
from war.course import Course, follow, foreseen, play_round
from war.deck import Deck
from war.text import RESULTS, read_battle, read_limit, render, result_line

_PLAYED = "{first}；贏的人把檯面的牌照打出的順序放到手牌的最下面。"
ENDS = 4
"""The line of the output whose reason is why the game ends: the number of rounds."""
_MOST_DIGITS = 10
"""A number of rounds that is looked at is shorter."""
_MOST_ROUNDS = 2000
_SIGNS = {1: ">", 0: "=", -1: "<"}


class Round(NamedTuple):
    """A round of a game."""

    number: int
    compared: tuple[tuple[int, int], ...]
    """The compared pairs of cards; the card of player 1 comes first."""
    trick: tuple[int, ...]
    """The cards on the table at the end of the round, in the order of play."""
    winner: int | None
    """1 or 2, or None if a player ran out of cards and the round is unfinished."""
    left: tuple[int, int]
    """Number of cards in each hand after the round."""


def reasons(
    data: bytes, *, alternate: bool = False, nb_vals: int | None = None, each_round: bool = True
) -> Iterator[Reason]:
    """Yield a reason for each round and each line of the result; InputError as in the judge."""
    lines = Lines(BytesIO(data))
    start = read_battle(lines, alternate, nb_vals)
    limit = read_limit(lines)
    course = follow(start, limit)
    whole = foreseen(start, limit) or course
    most = whole.rounds + (1 if whole.period is None else whole.period)
    last, won = None, {}
    for last in rounds(start, most if limit is None else min(limit, most)):
        if each_round:
            yield _of_round(last)
        if last.winner is not None and last.number <= course.rounds <= most:
            won[last.winner] = last
    yield from _result(start, course, last, won)


def rounds(start: Battle, most: int) -> Iterator[Round]:
    """Yield at most `most` rounds of a game; the last one may be unfinished."""
    battle = start.copy()
    for number in range(1, most + 1):
        if battle.is_over():
            return
        one_is_first = battle.turn
        winner, trick = play_round(battle)
        pairs = zip(trick[::4], trick[1::4], strict=True)  # between them are cards face down
        compared = tuple((a, b) if one_is_first else (b, a) for a, b in pairs)
        left = len(battle.player1), len(battle.player2)
        yield Round(number, compared, tuple(trick), winner or None, left)


def _of_round(played: Round) -> Reason:
    rule = "tie" if len(played.compared) > 1 else "higher-card"
    values = {**played._asdict(), "shown": _comparison(played.compared), "count": len(played.trick)}
    template = "{number}：{shown}，玩家 {winner} 拿 {count} 張"
    if played.winner is None:
        rule, template = (
            "out-of-cards-in-a-tie",
            "{number}：{shown}，平手，但{players} 沒有牌可出；這一回合不算，檯面留下 {count} 張",
        )
        empty = [player for player, left in enumerate(played.left, 1) if not left]
        values["players"] = tuple(say("玩家 {player}", player=player) for player in empty)
    return Reason(rule, [template], values)


def _comparison(pairs: Iterable[tuple[int, int]]) -> str:
    return listed(f"{one} {_SIGNS[(one > two) - (one < two)]} {two}" for one, two in pairs)


def _result(
    start: Battle, course: Course, last: Round | None, won: dict[int, Round]
) -> Iterator[Reason]:
    """Yield the reason of each line of the result."""
    lines = render(course).splitlines(keepends=True)
    for at, (reason, wrote) in enumerate(zip(_lines(start, course, last, won), lines, strict=True)):
        reason = reason._replace(wrote=wrote)
        if reason.rule == "hand":
            reason = reason._replace(line=at + 1, always=[_PLAYED], order=_PLAYED)
        elif reason.rule == "result":
            others = [(result_line(text), say("結果是{result}。", result=text)) for text in RESULTS]
            reason = reason._replace(otherwise=others)
        yield reason


class _Other(Battle):
    """A game with another order or place of the cards that a player, 0 or 1, wins, or no wars."""

    from_right = False
    """Whether the last card of a line of the input is the top one."""
    on_top = False
    """Whether the winner puts the cards on top of the hand."""
    of_ties: int | None = None
    """The player who takes two equal cards, instead of a war."""
    ordered: Callable[[list[int], int], list[int]]

    def one_round(self) -> bool:
        decks, hands = (self.player1, self.player2), (self.player1.cards, self.player2.cards)
        if self.of_ties is not None and all(hands) and hands[0][0] == hands[1][0]:
            for deck in decks:
                self.trick.pick(deck)
            decks[self.of_ties].pick_all(self.trick)
            return True
        before = [len(hand) for hand in hands]
        ended = super().one_round()
        for player, hand in enumerate(hands):
            won = [hand.pop() for _ in range(2 * (len(hand) - before[player]))]
            won = type(self).ordered(won[::-1], player)
            if self.on_top:
                hand.extendleft(won[::-1])
            else:
                hand.extend(won)
        return ended


def _swapped(cards: list[int], player: int = 1) -> list[int]:
    """Return the cards of player 2 with the own card of each pair first."""
    return [
        card for at in range(0, len(cards), 2) for card in cards[at : at + 2][:: 1 - 2 * player]
    ]


_WAR = "平手時，兩位玩家各蓋一張牌，再各打一張來比。"
_ORDERED = "每一回合玩家 1 先出牌；贏的人把檯面的牌照打出的順序放到手牌的最下面。"
_TOP = "每位玩家的手牌，最左邊的一張是最上面的牌，先打出來。"
_LAST_ON_TOP: dict[str, Any] = {"on_top": True, "ordered": lambda cards, _: cards[::-1]}
_MISTAKES: dict[str, tuple[str, dict[str, Any]]] = {
    "平手時沒有蓋牌。": (_WAR, {"cards_in_war": 1}),
    "平手時各蓋了兩張牌。": (_WAR, {"cards_in_war": 3}),
    "平手時玩家 1 拿走兩張牌。": (_WAR, {"of_ties": 0}),
    "平手時玩家 2 拿走兩張牌。": (_WAR, {"of_ties": 1}),
    "贏的人自己的牌放在前面。": (_ORDERED, {"ordered": _swapped}),
    "每一回合都是玩家 2 先出牌。": (_ORDERED, {"ordered": lambda cards, _: _swapped(cards)}),
    "贏的人把牌反過來放。": (_ORDERED, {"ordered": lambda cards, _: cards[::-1]}),
    "玩家 1 把贏的牌反過來放。": (_ORDERED, {"ordered": lambda cards, at: cards[:: 2 * at - 1]}),
    "玩家 2 把贏的牌反過來放。": (_ORDERED, {"ordered": lambda cards, at: cards[:: 1 - 2 * at]}),
    "贏的人把牌由小到大放。": (_ORDERED, {"ordered": lambda cards, _: sorted(cards)}),
    "贏的人把牌由大到小放。": (_ORDERED, {"ordered": lambda cards, _: sorted(cards)[::-1]}),
    "贏的人把牌放到手牌的最上面。": (_ORDERED, {"on_top": True}),
    "贏的人把牌一張一張放到手牌的最上面。": (_ORDERED, _LAST_ON_TOP),
    "從手牌的右邊出牌。": (_TOP, {"from_right": True}),
    "從手牌的右邊出牌，贏的牌也放到右邊。": (
        _TOP,
        {**_LAST_ON_TOP, "from_right": True},
    ),
}
"""The rule behind each mistake, and what it changes."""


def mistaken(data: bytes, output: bytes) -> Iterator[tuple[str, str, str]]:
    """Yield the output of each judge with a common mistake, the broken rule and the mistake.

    A game of a mistake that is longer than `_MOST_ROUNDS` is left out.
    """
    lines = Lines(BytesIO(data))
    start = read_battle(lines, alternate=False, nb_vals=None)
    limit, decks = read_limit(lines), (start.player1, start.player2)
    for mistake, (rule, changed) in _MISTAKES.items():
        kind = type("", (_Other,), {"ordered": lambda cards, _: cards, **changed})
        game = kind(*(Deck(deck.cards) for deck in decks))
        _turned(game)
        if other := _soon(game, limit):
            _turned(other.final)
            yield render(other), rule, mistake
    if other := _soon(Battle(*decks, alternate=True), limit):
        yield render(other), _ORDERED, "兩位玩家輪流先出牌。"
    course = follow(start, limit)
    if limit is None and course.rounds < _MOST_ROUNDS:
        pairs = sum(len(compared) for _, compared, *_ in rounds(start, course.rounds))
        miscount = course._replace(rounds=pairs)
        yield render(miscount), "平手之後再比的牌，還是同一回合。", "每比一次牌就算一回合。"
    yield from _unfinished(course)
    text = output.decode(errors="replace")
    rows = text.split("\n")
    end = ENDS + (course.period is None)  # the result agrees, too, unless nobody wins
    number = "".join(rows[ENDS - 1 : ENDS]).partition("：")[2].strip()
    stop = int(number) if number.isdecimal() and len(number) < _MOST_DIGITS else 0
    for other in follow(start, stop), _soon(start, None):
        if (
            other is None
            or other.final == course.final
            or render(other).split("\n")[:end] != rows[:end]
        ):
            continue
        if ends := of_line(reasons(data, each_round=False), ENDS):
            yield text, ends.text(), say("停在第 {rounds} 回合之後。", rounds=other.rounds)


def _turned(game: Any) -> None:
    """Reverse both hands if the game takes cards from the right."""
    for deck in (game.player1, game.player2) if game.from_right else ():
        deck.cards.reverse()


def _soon(start: Battle, limit: int | None) -> Course | None:
    """Return the course of a game; None if `_MOST_ROUNDS` rounds do not show it."""
    if limit is None or limit > _MOST_ROUNDS:
        ends = follow(start, _MOST_ROUNDS).rounds < _MOST_ROUNDS
        if not ends and foreseen(start, _MOST_ROUNDS) is None:
            return None
    return follow(start, limit)


def _unfinished(course: Course) -> Iterator[tuple[str, str, str]]:
    """Yield the mistakes about a round that nobody can finish."""
    final, rounds, period = course
    if period is None and final.is_over():
        miscount = course._replace(rounds=rounds + 1)
        yield render(miscount), "沒有打完的回合不算。", "沒有打完的那一回合也算。"
    if not final.trick.cards:
        return
    heir = final.copy()
    (heir.player1 if heir.player1.cards else heir.player2).pick_all(heir.trick)
    rule = "平手時有人沒有牌，遊戲就結束；檯面的牌留在檯面。"
    yield render(course._replace(final=heir)), rule, "檯面的牌給了一位玩家。"
    early, down = final.copy(), [*final.trick][-2:]
    if len(early.trick) % 4 == 0:  # both put a card face down, and one has no other card
        for hand, card in zip((early.player1, early.player2), down, strict=True):
            hand.cards.appendleft(card)
            early.trick.cards.pop()
        rule = "平手時只剩一張牌，也要蓋；再來沒有牌比，遊戲才結束，檯面的牌留在檯面。"
        yield render(course._replace(final=early)), rule, "只剩一張牌的時候沒有蓋牌，就停了。"


def _lines(
    start: Battle, course: Course, last: Round | None, won: dict[int, Round]
) -> Iterator[Reason]:
    """Yield the reason of each line of the result; `last` may be unfinished."""
    final, done, period = course
    one, two = len(final.player1), len(final.player2)
    for player, count in (1, one), (2, two):
        yield _hand(start, player, count, done, won.get(player))
    template = "每一回合打完，檯面的牌都被拿走，所以檯面是空的。"
    if not done:
        template = "一回合也沒有打，所以檯面是空的。"
    if len(final.trick):
        template = "最後一回合在平手時沒有打完，檯面的 {count} 張留在檯面，照打出的順序。"
    yield Reason.of("table", template, count=len(final.trick))
    empty = tuple(say("玩家 {player}", player=at) for at, left in ((1, one), (2, two)) if not left)
    template = "打滿了上限的 {rounds} 回合，所以停在這裡；有上限就不找循環。"
    values: dict[str, Any] = {"rounds": done, "period": period, "players": empty}
    if period is not None:
        template = "第 {rounds} 回合之後的局面後來又出現了，所以停在它第一次出現的時候。"
    elif last is not None and done + 1 == last.number:
        template = "第 {number} 回合有人在平手時沒有牌，沒有打完，不算；打完的有 {rounds} 回合。"
        values["number"] = last.number
    elif final.is_over():
        template = "{rounds} 回合之後{players} 沒有牌，下一回合不能開始。"
    yield Reason("rounds", [template], values)
    if period is None:
        counts = "手上的牌 {one} 張對 {two} 張，檯面的不算；"
        won_by = (
            "多的是玩家 {winner}，所以玩家 {winner} 獲勝。" if one != two else "一樣多，所以平手。"
        )
        yield Reason.of("result", counts, won_by, one=one, two=two, winner=1 if one > two else 2)
        return
    yield Reason.of("infinite", "同樣的局面一再出現，永遠打不完。")
    cycle = "第 {again} 回合之後的局面和第 {begin} 回合之後完全相同，所以每 {period} 回合重複一次。"
    yield Reason.of("cycle", cycle, again=done + period, begin=done, period=period)


def _hand(start: Battle, player: int, count: int, rounds: int, last: Round | None) -> Reason:
    """Explain the final hand of a player; `last` is the last round that the player won."""
    templates = ["{rounds} 回合之後玩家 {player} 有 {count} 張。"]
    first = Name("兩位玩家輪流先出牌" if start.alternate else "每一回合玩家 1 先出牌")
    values: dict[str, Any] = {"first": first, "rounds": rounds, "player": player, "count": count}
    if last is not None:
        templates.append("他最後一次拿牌是第 {number} 回合：{shown}，放到最下面的是 {trick}。")
        pairs = _comparison(last.compared)
        values |= {"number": last.number, "shown": pairs, "trick": [*last.trick]}
    return Reason("hand", templates, values)
