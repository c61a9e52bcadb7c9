"""The interface of a game: all that the kit needs to know of it between its deal and its end.

`Game` says first what a game must say, then what it should, then what it may; `Valued` and `Table`
beside it have usual values. The entry points of the group ``cardjudge.games`` name the games;
docs/game.md builds one. An instance is one game in progress. It only moves forwards: to take a move
back, the kit deals the same case anew and repeats the moves before it. Seats are numbered from 0.
Moves and events are the game's own values; text stands at the edges: `typed` and `move` for moves,
`words` for events.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, Self, TypeVar

from cardjudge.doors import Row
from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.play.checks import BrokenGame, legal, shares, steps
from cardjudge.play.levels import NORMAL
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line

Settings = Mapping[str, Any]
"""The values of a game's settings by keyword, as JSON has them; one that is missing is usual."""
IN_CASE, IN_SAVE, NOWHERE = "case", "save", ""
"""Where the moves of a game stand: in its case, in a save only, or nobody decides anything."""
Move = TypeVar("Move")


class IllegalMove(UserError):  # noqa: N818  (the rules' answer to a move, not a failure)
    """The rules refuse a move; nothing has changed. `things` are those that the move names."""

    things: Sequence[str] = ()


class Choice(NamedTuple, Generic[Move]):
    """A legal move of a seat."""

    move: Move
    text: str
    """What a person types for it."""
    name: str = ""
    """The move in words; empty if the text says it."""
    things: tuple[str, ...] = ()
    """The things of the scene that it consists of: cards, or the name of a row."""


class Range(NamedTuple):
    """Legal moves that differ by an integer only, such as a bet."""

    least: int
    most: int
    usual: int
    prefix: str = ""
    """What a person types before the number, with a blank: ``insurance``."""


class Choices(NamedTuple, Generic[Move]):
    """The legal moves of a seat: single ones, and ranges where there are too many to list."""

    single: Sequence[Choice[Move]] = ()
    ranges: Sequence[Range] = ()


class Advice(NamedTuple, Generic[Move]):
    """A player's move, the values on which it decided, the best first, and its reason in words."""

    move: Move
    values: Sequence[tuple[Move, float]] = ()
    """Values in what the player compared: shares of the win, unless the game has exact ones."""
    reason: str = ""


class Player(ABC):
    """A computer player, which sits in one seat for a whole game: it may keep what it works out.

    The same game, seat and random numbers give the same advice.
    """

    def __init__(self, budget: str = "") -> None:
        if budget:
            raise ValueError(budget)

    @abstractmethod
    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Any]:
        """Return a legal move of an awaited seat, by its scene, choices, history and worlds."""

    def hear(self, game: Any, seat: int, events: Sequence[Any]) -> None:  # noqa: B027
        """Learn of events while the game is as they left it; only programs of others are told."""

    def refused(self, move: object, why: UserError) -> NoReturn:
        """Report that the rules refuse a move of the player; UserError."""
        raise UserError("電腦的動作{text}不合法：{why}", text=quote(str(move)), why=why)

    def close(self) -> None:  # noqa: B027  (most players hold nothing)
        """Release what the player holds, such as a program's process."""


class Valued:
    """What a game's decisions are worth: for the search, a hint and a review.

    The usual values are estimates: shares of the win in play-outs of worlds.
    """

    unit: ClassVar[str] = ""
    """The unit of exact values, as a template; empty if they are shares of the win."""
    score: ClassVar[str] = ""
    """What `scores` counts from 0, as the heading of a table (a template); empty without any."""

    def scores(self, game: Any) -> Sequence[float]:
        """Return the seats' scores at the end, if the game has any."""
        return ()

    def worlds(self, game: Any, seat: int, rng: Random) -> Any:
        """Return a random game that the seat cannot tell from this one; an equal one at least."""
        return deepcopy(game)

    def revealed(self, game: Any, number: int) -> bool:
        """Return whether everybody knows the move of this number, counted from 0."""
        return True

    def value(self, game: Any, seat: int, move: Any) -> float | None:
        """Return the exact value of a move in `unit`; None for a decision that has no value.

        A game that overrides this has reviews without estimates; its hardest level plays best.
        """
        return None

    def equal(self, one: Any, other: Any) -> bool:
        """Return whether two legal moves differ by nothing that decides."""
        return bool(one == other)

    def reason(self, game: Any, seat: int, done: Any, best: Any) -> str:
        """Return a reason that speaks for the best move against another one; empty if none does."""
        return ""

    def wins(
        self, game: Any, seat: int, moves: Sequence[Any], worlds: int, rng: Random
    ) -> Sequence[float]:
        """Return each move's sum of shares of the win over so many worlds, the same for all moves.

        Every seat plays as the normal level, if the game names one. A game may have a faster way.
        """
        sums = [0.0] * len(moves)
        policy = game.players.get(game.players.get(NORMAL), Uniform)("")
        try:
            for _ in range(worlds):
                world = self.worlds(game, seat, rng)
                for at, move in enumerate(moves):
                    again = deepcopy(world)
                    again.make(seat, move)
                    sums[at] += play_out(again, policy, rng)[seat]
        except IllegalMove as why:
            raise BrokenGame(say("規則拒絕了模擬的動作：{why}", why=why)) from why
        return sums


class Table:
    """The words and the keys of a game's table, at a terminal and on the page."""

    title: ClassVar[str] = ""
    """The name of the game for people, as a template; empty for the name of its command."""
    rules: ClassVar[Sequence[str]] = ()
    """The goal and the rules on one screen, a template for each line."""
    typing: ClassVar[str] = ""
    """How people type a move (a template), if they may type indices of the cards in their hand,
    which are shown then; empty where the choices tell it."""
    keys: ClassVar[frozenset[str]] = frozenset()
    """Words without a slash that are moves here, though at other tables they are commands."""
    turns: ClassVar[str] = "步"
    """What `turn` counts, as a template."""

    def turn(self, game: Any, made: int) -> int:
        """Return the number of the turn, as people count it, after so many moves."""
        return made + 1

    def asks(self, game: Any, seat: int) -> str:
        """Return what is awaited of a seat, in words."""
        return say("輪到{name}", name=game.names[seat])

    def called(self, game: Any, seat: int, move: Any) -> str:
        """Return the name of a legal move in words."""
        for choice in game.choices(seat).single:
            if choice.move == move:
                return str(choice.name or choice.text)
        return str(game.typed(seat, move))

    def result(self, game: Any) -> Sequence[str]:
        """Return the result of a finished game in words, a line each."""
        won = [name for name, share in zip(game.names, shares(game), strict=True) if share]
        return [say("{names}贏了。", names=listed(won))]


class Game(ABC, Generic[Move]):
    """A game in progress."""

    # What a game must say

    name: ClassVar[str]
    """The name of the command and of the entry point."""
    names: list[str]
    """The names of the seats, which the words of events use."""

    @classmethod
    @abstractmethod
    def dealt(cls, given: Settings, seed: int | str) -> Self:
        """Deal the game of a seed, from ``Random(seed)``."""

    @classmethod
    @abstractmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        """Return the game at the start of a case; `InputError` for a wrong line."""

    @abstractmethod
    def case(self) -> str:
        """Return the input of the judge: the start, and the moves so far if a case has moves."""

    @property
    @abstractmethod
    def awaited(self) -> Sequence[int]:
        """The seats whose decisions are awaited, several at once perhaps; nobody at the end."""

    @abstractmethod
    def choices(self, seat: int) -> Choices[Move]:
        """Return the legal moves of a seat that is awaited."""

    @abstractmethod
    def make(self, seat: int, move: Move) -> Sequence[Any]:
        """Make a move of a seat that is awaited; return its events. `IllegalMove` says why not."""

    @abstractmethod
    def shares(self) -> Sequence[float]:
        """Return the seats' shares of the win at the end: their sum is 1, or 0 against a house."""

    # What it should say

    def words(self, event: Any, seat: int | None) -> str:
        """Return an event in words as a seat learns it, or who sees everything (None).

        Empty if the seat learns nothing, or sees it in the scene.
        """
        return str(event)

    def scene(self, seat: int | None) -> Frame:
        """Return what a seat sees, or everything (None): the table's rows, and a line for a seat.

        A card that the seat must not see is not in it. `mark` gives the state of a seat's line.
        """
        lines = [Line(name, [], "", mark(self, at)) for at, name in enumerate(self.names)]
        return Frame("", "", [], lines)

    def turn(self, lines: Lines) -> Sequence[tuple[int, Move]]:
        """Return the moves of the next turn of a case, if they are there, each with its seat.

        `InputError` for a malformed line or the end of the input; `IllegalMove` where the judge
        refuses a line and reads again.
        """
        raise NotImplementedError("turn")

    table: ClassVar[Table] = Table()
    """The title, the rules and the words of a table."""
    values: ClassVar[Valued] = Valued()
    """The worlds of hidden cards, scores, and reasons for hints and reviews."""
    settings: ClassVar[Sequence[Row]] = ()
    """The settings of a deal: options of the commands, fields of the page, members of a save. One
    with the keyword ``seats`` is the number of seats; several computers give it, too."""
    given: Settings = {}
    """The settings of this deal."""
    players: ClassVar[Mapping[str, Callable[[str], Player] | str]] = {}
    """The game's own players by name, each made from the text of its budget (``NAME:BUDGET``, or
    empty); ValueError for a budget that it does not take. ``random`` and ``playouts`` are given.

    A level that is not the usual one, or a name that earlier versions had, has a text: what a
    person would write for the player in its place. What plays at the normal level plays every seat
    of a play-out, unless it has a budget."""

    # What it may say

    moves: str = IN_CASE
    """Where the moves stand: `IN_CASE`, `IN_SAVE` or `NOWHERE`."""
    longest: ClassVar[int] = 100_000
    """The number of steps after which a game that has not ended counts as endless."""
    program: ClassVar[type[Any] | None] = None
    """The player that a program of others is here, a subclass of `cardjudge.play.program.Program`;
    None for that class, which speaks lines of JSON."""

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or in a proved cycle."""
        return not self.awaited

    def advance(self) -> Sequence[Any]:
        """Let the game take a step that nobody decides, while nobody is awaited and it goes on."""
        raise NotImplementedError("advance")

    def typed(self, seat: int, move: Move) -> str:
        """Return a legal move as a person types it, and a save keeps it: the text of its choice.

        A game with ranges, or with legal moves that it does not list, says it itself.
        """
        for choice in self.choices(seat).single:
            if choice.move == move:
                return choice.text
        raise IllegalMove("{move}不在選擇裡", move=quote(str(move)))

    def move(self, seat: int, text: str) -> Move:
        """Return the move that a person types; UserError if the text is none.

        A game with ranges, or with other ways to write a move, reads them itself.
        """
        wanted = _spelling(text)
        for choice in self.choices(seat).single:
            if wanted in (_spelling(choice.text), _spelling(" ".join(choice.things))):
                return choice.move
        raise IllegalMove("沒有{text}這個選擇", text=quote(text))


class Uniform(Player):
    """`random`: chooses uniformly among the single moves and the ranges, then within a range."""

    def advise(self, game: Game[Any], seat: int, rng: Random) -> Advice[Any]:
        return Advice(any_move(game, seat, rng))


def has_values(game: type[Game[Any]]) -> bool:
    """Return whether the values of a game's moves are exact."""
    return type(game.values).value is not Valued.value


def title_of(game: type[Game[Any]]) -> str:
    """Return the name of a game for people."""
    return say(game.table.title) if game.table.title else game.name


def mark(game: Game[Any], seat: int) -> str:
    """Return the mark of a seat in the scene: ``turn``, ``winner`` at the end, or nothing."""
    if game.over:
        return "winner" if shares(game)[seat] else ""
    return "turn" if seat in game.awaited else ""


def _spelling(text: str) -> str:
    """Return a text without what does not matter when a person types it."""
    return " ".join(text.replace(",", " ").replace("，", " ").casefold().split())


def any_move(game: Game[Any], seat: int, rng: Random) -> Any:
    """Return a move chosen uniformly among the single moves and the ranges, then in the range."""
    single, ranges = legal(game, seat)
    at = rng.randrange(len(single) + len(ranges))
    if at < len(single):
        return single[at].move
    least, most, _, prefix = ranges[at - len(single)]
    return game.move(seat, f"{prefix} {rng.randint(least, most)}".strip())


def play_out(game: Game[Any], policy: Player, rng: Random) -> Sequence[float]:
    """End a game in which a policy plays every seat; return the shares of the win."""
    for awaited in steps(game):
        if awaited:
            game.make(awaited[0], policy.advise(game, awaited[0], rng).move)
        else:
            game.advance()
    return shares(game)


def usual_names(count: int) -> list[str]:
    """Return the names of seats without names of their own."""
    return [say("玩家 {number}", number=number) for number in range(1, count + 1)]


def sentences(game: Game[Any], events: Iterable[Any], seat: int | None) -> list[str]:
    """Return the events in words as a seat learns them."""
    return [line for event in events if (line := game.words(event, seat))]
