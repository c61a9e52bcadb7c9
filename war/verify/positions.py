"""The deterministic tests: decks, rounds and games with a known result."""

import random
from collections.abc import Iterator
from contextlib import suppress

from cardjudge.language import say
from war.battle import INFINITE, Battle
from war.course import follow
from war.deck import Deck
from war.verify import Verdict
from war.verify.exam import Case, Exam, Fault, battle, cards, shown

_MANY = 10**9


def decks(exam: Exam) -> Verdict:
    """Test picking cards, validity of decks, and independence of copies."""
    cases = [*_picks(), *_valid(), *_copies()]
    bad, example = exam.wrong(cases)
    return Verdict("1", bad == 0, {"calls": len(cases), "bad": bad}, example=example)


_PILES = [("1 2", "3 4"), ("", "3"), ("5 5 1", "2"), ("1 2", ""), ("", "")]


def _picks() -> Iterator[Case]:
    for one, two in _PILES:
        made = f"new a Deck {_list(one)}; new b Deck {_list(two)}"
        given = f"a = [{one}], b = [{two}]"
        ours, theirs = _deck(one), _deck(two)
        card = ours.pick(theirs)
        yield Case(
            f"{given}: a.pick(b)",
            f"{made}; call x a pick b; show x a b",
            "pick a b",
            f"{card} {shown(ours, theirs)}",
        )
        ours, theirs = _deck(one), _deck(two)
        ours.pick_all(theirs)
        after = f"{made}; call x a pickAll b"
        yield Case(f"{given}: a.pickAll(b)", f"{after}; show a b", "a b", shown(ours, theirs))
        theirs.pick(_deck("9"))
        yield Case(
            f"{given}: a.pickAll(b), b.pick([9])",
            f"{after}; new c Deck [9]; call x b pick c; show a b",
            "a b",
            shown(ours, theirs),
        )


_DECKS = [
    # cards, number of values
    ("", 13),
    ("1 13 7 7 7 7", 13),
    ("7 7 7 7 7", 13),
    ("7 7 7 7 1 7", 13),
    ("0", 13),
    ("1 2 -1", 13),
    ("14", 13),
    ("14", 14),
    ("13", 12),
    ("1 1 1 1", 1),
    ("1 1 1 1 1", 1),
    ("2 1", 1),
    (f"1 {_MANY}", 13),
    ("13 13 13 13 1 1 1 1 13", 13),
]


def _valid() -> Iterator[Case]:
    full = str(Deck(13))
    for values, nb_vals in [*_DECKS, (full, 13), (full, 12), (f"{full} 5", 13)]:
        yield Case(
            f"[{values}].isValid({nb_vals})",
            f"new a Deck {_list(values)}; call x a isValid {nb_vals}; show x a",
            "isValid? cards",
            f"{int(_deck(values).is_valid(nb_vals))} {shown(_deck(values))}",
        )


def _copies() -> Iterator[Case]:
    """Yield the cases of a copy and its original, which must change independently."""
    made = "new a Deck [3,1,2]; call c a copy; new d Deck [9]"
    yield Case("c = [3 1 2].copy()", f"{made}; show a c", "a c", "3,1,2 3,1,2")
    steps = f"{made}; call x c pick d; show a c"
    yield Case("a = [3 1 2], c = a.copy(): c.pick([9])", steps, "a c", "3,1,2 3,1,2,9")
    steps = f"{made}; call x d pick a; show a c"
    yield Case("a = [3 1 2], c = a.copy(): d.pick(a)", steps, "a c", "1,2 3,1,2")


_ROUNDS = [
    # hands, whether the round is finished, hands and trick after it
    ("", "1", 0, "", "1", ""),
    ("1", "", 0, "1", "", ""),
    ("2 5", "1 6", 1, "5 2 1", "6", ""),
    ("1 5", "2 6", 1, "5", "6 1 2", ""),
    ("1", "2", 1, "", "1 2", ""),
    ("3 1 4 7", "3 2 2", 1, "7 3 3 1 2 4 2", "", ""),
    ("3 1 4 7 2", "3 2 4 7 3", 1, "", "3 3 1 2 4 4 7 7 2 3", ""),
    ("3", "3", 0, "", "", "3 3"),
    ("3", "3 4", 0, "", "4", "3 3"),
    ("3 4", "3", 0, "4", "", "3 3"),
    ("3 1", "3 2", 0, "", "", "3 3 1 2"),
    ("3 1", "3 2 5", 0, "", "5", "3 3 1 2"),
    ("3 1 5 6", "3 2", 0, "5 6", "", "3 3 1 2"),
    ("3 1 4", "3 2 4", 0, "", "", "3 3 1 2 4 4"),
]
_HANDS = "player1 player2 trick"
_SHOW = "g.player1 g.player2 g.trick"


def rounds(exam: Exam) -> Verdict:
    """Test rounds with a winner, with wars, and without an end against results by hand."""
    played = "call p g isOver; call q g oneRound; call r g isOver"
    cases = [
        Case(
            _given(one, two),
            f"{battle(one, two)}; {played}; show p q r {_SHOW}",
            f"isOver? oneRound? isOver? {_HANDS}",
            f"{int(not (one and two))} {ends} {int(not (after[0] and after[1]))} "
            + shown(*map(_deck, after)),
        )
        for one, two, ends, *after in _ROUNDS
    ]
    return _judged("32", exam, cases)


_LIMITED = [
    # hands, limit of rounds
    ("1 2", "2 1", 0),
    ("1 2 3", "2 1", 0),
    ("1 2", "2 1", 1),
    ("1 2", "2 1", 2),
    ("1 2 1 2", "2 1 2 1", 1000),
    ("2 2", "1 1", 1000),
    ("1", "2", 1),
    ("1 1 1", "1 1 1", 1000),
    ("", "", 1000),
    ("3 3 1 5 6", "2 1 4", 2),
    ("2 3 9", "1 4 8", 2),
]


def limited_games(exam: Exam) -> Verdict:
    """Test the winner and the state of games with a limit against the reference."""
    games = [*_LIMITED, *((*_random_hands(exam.rng), exam.rng.randrange(60)) for _ in range(40))]
    cases = []
    for one, two, most in games:
        final = follow(_battle(exam, one, two), most).final
        cases.append(
            Case(
                f"{_given(one, two)}: game({most})",
                f"{battle(one, two)}; call r g game {most}; call w g winner; show r w {_SHOW}",
                f"game winner {_HANDS}",
                f"{final.winner()} {final.winner()} {_state(final)}",
            )
        )
    return _judged("33", exam, cases)


_UNLIMITED = [
    ("2 2", "1 1"),
    ("1 1", "2 2"),
    ("1 1 1 1", "1 1 1 1"),
    ("1 2", "2 1"),
    ("1 2 1 2", "2 1 2 1"),
    ("3 1", "3 2"),
    ("3 1", "3 2 5"),
    ("3 1 5 6", "3 2"),
    # 11,290 rounds if player 1 plays first; 5,752 rounds if the players take turns
    (
        "8 4 3 11 12 6 11 3 6 12 5 9 13 9 8 4 2 7 11 7 13 1 7 6 9 10",
        "2 2 5 6 8 8 1 1 3 10 10 3 9 12 12 5 4 4 13 11 10 1 5 7 2 13",
    ),
    (
        "7 3 9 7 9 3 10 13 6 13 11 12 11 13 9 3 4 11 10 6 1 7 3 6 8 9",
        "5 1 5 11 1 4 2 4 6 2 12 2 10 8 5 7 4 12 12 1 10 8 2 8 13 5",
    ),
]


def games(exam: Exam) -> Verdict:
    """Test the results of games without a limit, infinite games, and copies of games."""
    hands = [*_UNLIMITED, *(_random_hands(exam.rng) for _ in range(100))]
    cases = [*_copied_battles(exam)]
    for one, two in hands:
        course = follow(_battle(exam, one, two))
        infinite = course.period is not None
        shows, labels = ("show r", "game") if infinite else (f"show r {_SHOW}", f"game {_HANDS}")
        result = INFINITE if infinite else f"{course.final.winner()} {_state(course.final)}"
        steps = f"{battle(one, two)}; call r g game; {shows}"
        cases.append(Case(f"{_given(one, two)}: game()", steps, labels, str(result)))
    return _judged("41", exam, cases)


def _copied_battles(exam: Exam) -> Iterator[Case]:
    """Yield the cases of a copied battle, which must continue like its original, independently."""
    one, two = "2 3 9", "1 4 8"
    original = _battle(exam, one, two)
    original.one_round()
    copy = original.copy()
    copy.one_round()
    made = f"{battle(one, two)}; call x g oneRound; call h g copy; call x h oneRound"
    parts = " ".join(f"h.{part}" for part in _HANDS.split())
    given = f"{_given(one, two)}: oneRound(), h = copy(), h.oneRound()"
    yield Case(given, f"{made}; show {parts}", parts, _state(copy))
    yield Case(given, f"{made}; show {_SHOW}", _HANDS, _state(original))


def _judged(name: str, exam: Exam, cases: list[Case]) -> Verdict:
    turns = exam.takes_turns
    bad, example = exam.wrong(cases)
    first = say("輪流先出牌" if turns else "玩家 1 先出牌")
    figures = {"calls": len(cases), "bad": bad, "first": first}
    hint = ""
    with suppress(Fault):  # it may have ended
        hint = "" if example is None else _hint(exam)
    return Verdict(name, bad == 0, figures, example=example, hint=hint)


def _hint(exam: Exam) -> str:
    """Return the likely cause: the homework flips `turn` within a war."""
    one, two = "3 1 4", "3 2 2"
    steps = f"{battle(one, two)}; call x g oneRound; show g.player1"
    right, [won] = [3, 3, 1, 2, 4, 2], exam.lines(f"each 1; {steps}")
    if (
        won.replace(",", "").isdigit()
        and cards(won) != right
        and _pairs(cards(won)) == _pairs(right)
    ):
        return say("一場戰爭之中就換了 turn：應該在回合結束之後才換")
    return ""


def _pairs(trick: list[int]) -> list[set[int]]:
    return [{*trick[place : place + 2]} for place in range(0, len(trick), 2)]


def _battle(exam: Exam, one: str, two: str) -> Battle:
    return Battle(_deck(one), _deck(two), alternate=exam.takes_turns)


def _state(battle: Battle) -> str:
    return shown(battle.player1, battle.player2, battle.trick)


def _given(one: str, two: str) -> str:
    return f"player1 = [{one}], player2 = [{two}]"


def _random_hands(rng: random.Random) -> tuple[str, str]:
    game = Battle(5, rng=rng)
    return str(game.player1), str(game.player2)


def _deck(cards: str) -> Deck:
    return Deck(map(int, cards.split()))


def _list(cards: str) -> str:
    return f"[{cards.replace(' ', ',')}]"
