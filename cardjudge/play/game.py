"""The interface of a game: all that the kit needs to know of it between its deal and its end.

The entry points of the group ``cardjudge.games`` name the classes; docs/game.md builds one.

An instance is one game in progress. It only moves forwards: to take a move back, the kit deals the
same case anew and repeats the moves before it. Seats are numbered from 0. Moves and events are
the game's own values; text stands at the edges: `typed` and `move` for moves, `words` for events.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, NoReturn, Self, TypeVar

from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.viewer import Frame

if TYPE_CHECKING:
    from cardjudge.doors import Row
    from cardjudge.stdio import Lines

Settings = Mapping[str, Any]
"""The values of a game's settings by keyword, as JSON has them; one that is missing is usual."""
Move = TypeVar("Move")


class BrokenGame(Exception):  # noqa: N818  (it is the game that is broken)
    """A game does not keep what this interface promises."""


class IllegalMove(UserError):  # noqa: N818  (the rules' answer to a move, not a failure)
    """The rules refuse a move; nothing has changed."""

    things: Sequence[str] = ()
    """The things of the scene that the move names, in the hand of the seat to act."""


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
    """A computer player. It decides on what its seat sees, and keeps nothing between decisions."""

    @abstractmethod
    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Any]:
        """Return a legal move for a seat that is awaited.

        It may use of the game what the seat knows: its scene and choices, the public history, and
        `worlds`. The same arguments give the same advice.
        """

    def hear(self, game: Any, seat: int, events: Sequence[Any]) -> None:  # noqa: B027
        """Learn of events while the game is as they left it; only programs of others are told."""

    def refused(self, move: object, why: UserError) -> NoReturn:
        """Report that the rules refuse a move of the player; UserError."""
        raise UserError("電腦的動作{text}不合法：{why}", text=quote(str(move)), why=why)

    def close(self) -> None:  # noqa: B027  (most players hold nothing)
        """Release what the player holds, such as a program's process."""


class Game(ABC, Generic[Move]):
    """A game in progress."""

    name: ClassVar[str]
    """The name of the command and of the entry point."""
    title: ClassVar[str]
    """The name of the game for people, as a template."""
    rules: ClassVar[Sequence[str]]
    """The goal and the rules on one screen, a template for each line."""
    settings: ClassVar[Sequence[Row]] = ()
    """The settings of a deal: options of the commands, fields of the page, members of a save."""
    players: ClassVar[Mapping[str, Callable[[str], Player]]] = {}
    """The game's own players by name, each made from the text of its budget (``NAME:BUDGET``, or
    empty). ``random`` and ``playouts`` are given. ValueError for a budget that it does not take."""
    policy: ClassVar[str] = "random"
    """The player, without a search of its own, that every seat is in a play-out."""
    levels: ClassVar[Mapping[str, str]] = {}
    """The players of levels that are not the usual ones, as a person would write them."""
    former: ClassVar[frozenset[str]] = frozenset()
    """The names of players that earlier versions had; the hardest level plays in their place."""
    program: ClassVar[type[Any] | None] = None
    """The player that a program of others is here, a subclass of `cardjudge.play.program.Program`;
    None for that class, which speaks lines of JSON."""
    protocol: ClassVar[str] = (
        "每次輪到程式，它讀一行 JSON（看到的、聽到的、可以做的），答一行動作。"
    )
    """How a program of others plays, in the help of `contest` (a template)."""
    score: ClassVar[str] = ""
    """What `scores` counts, as the heading of a table (a template); empty without scores."""
    players_decide: ClassVar[bool] = True
    """Whether there is anything to decide; without, a game has only `auto` and `replay`."""
    case_has_moves: ClassVar[bool] = True
    """Whether a case contains its moves, or only the start of the game."""
    keys: ClassVar[frozenset[str]] = frozenset()
    """Words without a slash that are moves here, though at other tables they are commands."""
    seats_setting: ClassVar[str] = ""
    """The keyword of the setting that is the number of seats; several computers give it, too."""
    turns: ClassVar[str] = "步"
    """What `turn_number` counts, as a template."""
    table_class: ClassVar[str] = "cardjudge.play.terminal:Table"
    """The class of the table at a terminal, which may have commands of the game's own."""
    typing: ClassVar[str] = ""
    """How people type a move at a terminal (a template); empty where the choices tell it."""
    indexed: ClassVar[bool] = False
    """Whether people may type the index of a card in their hand, counted from 0."""
    longest: ClassVar[int] = 100_000
    """The number of steps after which a game that has not ended counts as endless."""
    unit: ClassVar[str] = ""
    """The unit of exact values, as a template; empty if they are shares of the win."""

    given: Settings
    """The settings of this deal."""
    names: list[str]
    """The names of the seats, which the words of events use."""

    # From a deal or a case, and back

    @classmethod
    @abstractmethod
    def dealt(cls, given: Settings, rng: Random) -> Self:
        """Deal a game."""

    @classmethod
    def of_seed(cls, given: Settings, seed: int) -> Self:
        """Deal the game of a seed; a game whose judge reads a seed deals what the judge does."""
        return cls.dealt(given, Random(seed))

    @classmethod
    @abstractmethod
    def read(cls, lines: Lines, given: Settings) -> Self:
        """Return the game at the start of a case; `InputError` for a wrong line."""

    @property
    def moves_follow(self) -> bool:
        """Whether the case that was read goes on with moves, which `turn` reads."""
        return self.case_has_moves

    def turn(self, lines: Lines) -> Sequence[tuple[int, Move]]:
        """Return the moves of the next turn of a case, each with its seat.

        `InputError` for a malformed line or the end of the input; `IllegalMove` where the judge
        refuses a line and reads again.
        """
        raise NotImplementedError("turn")

    @abstractmethod
    def case(self) -> str:
        """Return the input of the judge: the start, and the moves so far if a case has moves."""

    # Whose turn, and what can be done

    @property
    @abstractmethod
    def awaited(self) -> Sequence[int]:
        """The seats whose decisions are awaited: several where moves are simultaneous.

        Nobody when the game is over, or where it advances by itself.
        """

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended, by its rules or in a proved cycle."""

    @abstractmethod
    def choices(self, seat: int) -> Choices[Move]:
        """Return the legal moves of a seat that is awaited."""

    def turn_number(self, made: int) -> int:
        """Return the number of the turn, as people count it, after so many moves."""
        return made + 1

    @abstractmethod
    def make(self, seat: int, move: Move) -> Sequence[Any]:
        """Make a move of a seat that is awaited; return its events. `IllegalMove` says why not."""

    def advance(self) -> Sequence[Any]:
        """Let the game take a step that nobody decides, while nobody is awaited and it goes on."""
        raise NotImplementedError("advance")

    def shares(self) -> Sequence[float]:
        """Return the seats' shares of the win at the end: their sum is 1, or 0 against a house."""
        raise NotImplementedError("shares")

    def scores(self) -> Sequence[float]:
        """Return the seats' scores at the end, if the game has any."""
        return ()

    # Text

    def typed(self, seat: int, move: Move) -> str:
        """Return a legal move as a person types it, and a save keeps it."""
        return str(move)

    def move(self, seat: int, text: str) -> Move:
        """Return the move that a person types; UserError if the text is none.

        A game with ranges, or with other ways to write a move, reads them itself.
        """
        wanted = _spelling(text)
        for choice in self.choices(seat).single:
            if wanted in (_spelling(choice.text), _spelling(" ".join(choice.things))):
                return choice.move
        raise IllegalMove("沒有{text}這個選擇", text=quote(text))

    def called(self, seat: int, move: Move) -> str:
        """Return the name of a legal move in words."""
        for choice in self.choices(seat).single:
            if choice.move == move:
                return choice.name or choice.text
        return self.typed(seat, move)

    @abstractmethod
    def words(self, event: Any, seat: int | None) -> str:
        """Return an event in words as a seat learns it, or who sees everything (None).

        Empty if the seat learns nothing, or sees it in the scene.
        """

    @abstractmethod
    def scene(self, seat: int | None) -> Frame:
        """Return what a seat sees, or everything (None): the table's rows, and a line for a seat.

        A card that the seat must not see is not in it.
        """

    def mark(self, seat: int) -> str:
        """Return the mark of a seat in the scene: ``turn``, ``winner`` at the end, or nothing."""
        if self.over:
            return "winner" if self.shares()[seat] else ""
        return "turn" if seat in self.awaited else ""

    def asks(self, seat: int) -> str:
        """Return what is awaited of a seat, in words."""
        return say("輪到{name}", name=self.names[seat])

    def result(self) -> Sequence[str]:
        """Return the result of a finished game in words, a line each."""
        won = [name for name, share in zip(self.names, self.shares(), strict=True) if share]
        return [say("{names}贏了。", names=listed(won))]

    # Hidden knowledge and values

    def revealed(self, number: int) -> bool:
        """Return whether everybody knows the move of this number, counted from 0."""
        return True

    def copy(self) -> Self:
        """Return an equal game, for play-outs; a game that copies itself faster overrides this."""
        return deepcopy(self)

    def worlds(self, seat: int, rng: Random) -> Self:
        """Return a random game that the seat cannot tell from this one.

        Without hidden cards it is an equal game.
        """
        return self.copy()

    def value(self, seat: int, move: Move) -> float | None:
        """Return the exact value of a move in `unit`; None where values are estimates.

        The hardest level of a game with exact values plays the best move.
        """
        return None

    def reviewed(self, seat: int) -> bool:
        """Return whether a review weighs the decision that is awaited of a seat: if it has any."""
        single, ranges = self.choices(seat)
        return bool(ranges) or len(single) > 1

    def equal(self, one: Move, other: Move) -> bool:
        """Return whether two legal moves are the same but for what decides nothing."""
        return one == other

    def reason(self, seat: int, done: Move, best: Move) -> str:
        """Return a reason that speaks for the best move against another one; empty if none does."""
        return ""

    def wins(self, seat: int, moves: Sequence[Move], worlds: int, rng: Random) -> Sequence[float]:
        """Return each move's sum of shares of the win over so many worlds, the same for all moves.

        In the play-outs every seat plays by the game's `policy`. A game may override this with a
        faster way to the same numbers.
        """
        sums = [0.0] * len(moves)
        made = self.players.get(self.policy)
        policy = Uniform() if made is None else made("")
        try:
            for _ in range(worlds):
                world = self.worlds(seat, rng)
                for at, move in enumerate(moves):
                    game = world.copy()
                    game.make(seat, move)
                    sums[at] += play_out(game, policy, rng)[seat]
        except IllegalMove as why:
            raise BrokenGame(say("規則拒絕了模擬的動作：{why}", why=why)) from why
        return sums


class Uniform(Player):
    """`random`: chooses uniformly among the single moves and the ranges, then within a range."""

    def advise(self, game: Game[Any], seat: int, rng: Random) -> Advice[Any]:
        """Return a random move."""
        return Advice(any_move(game, seat, rng))


def _spelling(text: str) -> str:
    """Return a text without what does not matter when a person types it."""
    return " ".join(text.replace(",", " ").replace("，", " ").casefold().split())


def legal(game: Game[Any], seat: int) -> Choices[Any]:
    """Return the legal moves of a seat that is awaited; `BrokenGame` if there are none."""
    choices = game.choices(seat)
    if not any(choices):
        raise BrokenGame(say("在等{name}，卻沒有選擇", name=game.names[seat]))
    return choices


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
    for _ in steps(game):
        awaited = game.awaited
        if awaited:
            game.make(awaited[0], policy.advise(game, awaited[0], rng).move)
        else:
            game.advance()
    return game.shares()


def steps(game: Game[Any]) -> Iterator[None]:
    """Yield before each step until the game is over; `BrokenGame` if it does not end."""
    for _ in range(game.longest):
        if game.over:
            return
        yield
    raise BrokenGame(say("這場遊戲走了 {count} 步還沒有結束", count=game.longest))


def usual_names(count: int) -> list[str]:
    """Return the names of seats without names of their own."""
    return [say("玩家 {number}", number=number) for number in range(1, count + 1)]


def sentences(game: Game[Any], events: Iterable[Any], seat: int | None) -> list[str]:
    """Return the events in words as a seat learns them."""
    return [line for event in events if (line := game.words(event, seat))]
