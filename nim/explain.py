"""Why the judges of Nim wrote each line: the sum in binary, the moves of a heap, the theorem."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice
from typing import Any

from cardjudge.language import listed, say
from cardjudge.reasons import Reason
from cardjudge.stdio import Lines
from nim import graph, text
from nim.games import Choose, Sum
from nim.heaps import Nim, mex, nim_sum, winning_choices
from nim.line import LineGame, TooFarError, first_player_wins, grundy_values
from nim.notation import read_sum, render_classes, render_move

_MOST_SHOWN, _MOST_BITS = 12, 24
"""How many numbers are shown in binary, and how large."""
_MOST_STEPS = 50
"""How many steps of a line game are tried for a reason."""


def of_nim(data: bytes, misere: bool = False) -> Iterator[Reason]:
    """Yield the reasons of `nim`: X, the verdict, and of each heap a winning move or none."""
    where = _lines_of(data)
    nim = Nim(text.read_heaps(Lines(BytesIO(data))), misere)
    yield Reason(where[0], "", "nim-sum", _sum(nim.heaps, nim.x), {"x": nim.x}, _x(nim.x))
    yield _verdict(where[0], *_theorem_4(nim, misere), nim.first_player_wins)
    winning = {move.heap: move for move in nim.winning_moves()}
    for number, heap in enumerate(nim.heaps, 1):
        left, move = heap ^ nim.x, winning.get(number)
        values = {"heap": number, "stones": heap, "x": nim.x, "left": left}
        parts = {"number": number, **{name: text.decimal(n) for name, n in values.items()}}
        if misere and move is not None and move.after != left:
            parts["left"], values["left"] = text.decimal(move.after), move.after
            told = "第 {number} 堆拿到剩 {left} 顆，只有一顆的堆就剩奇數堆，對手拿到最後一顆"
        elif move is not None:
            told = (
                "第 {number} 堆：{stones} XOR {x} = {left}，比 {stones} 小，"
                "拿到剩 {left} 顆，X 就變成 0"
            )
        elif misere and left < heap:
            told = "第 {number} 堆沒有必勝的取法：不管剩幾顆，對手都能贏"
        else:
            told = "第 {number} 堆：{stones} XOR {x} = {left}，不比 {stones} 小，沒有必勝的取法"
        wrote = text.render_moves([move] if move else [])
        rule = "winning-move" if move else "no-winning-move"
        asked = text.decimal(heap)
        yield Reason(where[number], asked, rule, say(told, **parts), values, wrote)


def _theorem_4(nim: Nim, misere: bool) -> tuple[str, str, dict[str, Any]]:
    values = {"x": nim.x, "greatest": max(nim.heaps, default=0)}
    if misere and values["greatest"] <= 1:
        ones = sum(nim.heaps)
        told = "每一堆至多一顆，一次只能拿一堆：有 {ones} 堆，偶數堆時先手必勝（拿最後一顆的輸）"
        return "bouton", say(told, ones=ones), {**values, "ones": ones}
    if misere:
        lost = "有一堆不只一顆，匱乏賽局也看 X（Bouton）：X = 0，所以後手必勝"
        won = "有一堆不只一顆，匱乏賽局也看 X（Bouton）：X ≠ 0，所以先手必勝"
        return "bouton", say(won if nim.x else lost), values
    won = "定理 4：X ≠ 0，有一步能讓 X 變成 0，所以先手必勝"
    lost = "定理 4：X = 0，每一步都讓 X 變成不是 0，對手再讓它變回 0，所以後手必勝"
    return "theorem-4", say(won if nim.x else lost), values


def of_choose(data: bytes) -> Iterator[Reason]:
    """Yield the reasons of `nim choose`."""
    where = _lines_of(data)
    heaps = text.read_heaps(Lines(BytesIO(data)))
    value = mex(heaps)
    wrote = f"MEX = {value}\n"
    told = say("堆的大小裡{lacking}，所以 MEX 是 {mex}", lacking=_lacking(value), mex=value)
    yield Reason(where[0], "", "mex", told, {"mex": value}, wrote)
    won = "定理 5：等價於一堆 {mex} 顆的 Nim，{mex} ≠ 0，所以先手必勝：選空的那一堆，對手就不能動"
    lost = "定理 5：等價於一堆 0 顆的 Nim，所以後手必勝：沒有空的堆，選哪一堆對手都全部拿走"
    told = say(won if value else lost, mex=value)
    yield _verdict(where[0], "theorem-5", told, {"mex": value}, value != 0)
    winning = {*winning_choices(heaps)}
    for number, heap in enumerate(heaps, 1):
        told = "第 {number} 堆有 {heap} 顆，選了它對手就全部拿走"
        if number in winning:
            told = "第 {number} 堆是 {heap} 顆，選了它對手就不能動"
        stones = text.decimal(heap)
        wrote = text.render_choices([number] if number in winning else [])
        rule = "winning-choice" if wrote else "no-winning-choice"
        values = {"heap": number, "stones": heap}
        told = say(told, number=number, heap=stones)
        yield Reason(where[number], stones, rule, told, values, wrote)


def of_line(data: bytes, misere: bool = False) -> Iterator[Reason]:
    """Yield the reasons of `nim line`."""
    lines = Lines(BytesIO(data))
    game = text.read_line(lines)
    if game.impartial and not misere:
        values = list(islice(grundy_values(game.first), game.distance + 1))
        for distance, value in enumerate(values):
            at = game.end - distance
            rows = {at + s: values[distance - s] for s in sorted(game.first) if s <= distance}
            told = _mex(f"SG({at})", rows, value)
            yield Reason(1, "", "mex", told, {"followers": rows}, text.render_value(at, value))
    same = "兩人的步數相同，是無偏" if game.impartial else "兩人的步數不同，是有偏"
    ends = "不能走的人贏，是匱乏" if misere else "不能走的人輸，是標準"
    told = say("{same}；{ends}賽局", same=say(same), ends=say(ends))
    values_of = {"impartial": game.impartial, "misere": misere}
    yield Reason(1, "", "kind", told, values_of, text.render_kind(game, misere))
    try:
        wins = first_player_wins(game, misere)
        told, values_of = _step(game, misere, wins)
    except TooFarError:
        raise lines.error(text.TOO_FAR) from None
    yield _verdict(1, "winning-step" if wins else "no-winning-step", told, values_of, wins)


def _step(game: LineGame, misere: bool, wins: bool) -> tuple[str, dict[str, Any]]:
    """Say by which step the player to move wins, or where every step leads."""
    steps = sorted(step for step in game.first if step <= game.distance)
    parts: dict[str, Any] = {"start": game.start, "end": game.end}
    if not steps:
        told = "從 {start} 走不動了，輪到的人贏" if misere else "從 {start} 走不動了，輪到的人輸"
        return say(told, **parts), parts
    for step in steps[:_MOST_STEPS] if wins else ():
        left = LineGame(game.end, game.start + step, game.second, game.first)
        if not first_player_wins(left, misere):
            parts |= {"step": step, "at": left.start}
            return say("走 {step} 步到 {at}，輪到對手，而輪到的人在那裡必敗", **parts), parts
    shown = listed(str(game.start + step) for step in steps[:_MOST_SHOWN])
    told = "有一步走到對手必敗的位置" if wins else "能走到 {shown}，輪到對手時他在那裡都必勝"
    return say(told, shown=shown), {**parts, "steps": steps}


def of_graph(data: bytes, misere: bool = False, loopy: bool = False) -> Iterator[Reason]:
    """Yield the reasons of `nim graph`."""
    given = text.GraphInput(Lines(BytesIO(data)))
    followers: list[set[int]] = [set() for _ in range(given.graph.vertices + 1)]
    for tail, head in zip(given.graph.tails, given.graph.heads, strict=True):
        followers[tail].add(head)
    values = [] if loopy else given.values()  # InputError for a cycle
    if not misere and not loopy:
        for vertex, value in islice(enumerate(values), 1, None):
            rows = {head: values[head] for head in sorted(followers[vertex])}
            wrote = f"SG({vertex}) = {value}\n"
            told = _mex(f"SG({vertex})", rows, value)
            yield Reason(None, "", "mex", told, {"followers": rows}, wrote)
        if given.tokens is not None:
            yield from _tokens(given, values)
        return
    found = graph.outcomes(given.graph, misere)
    for vertex, outcome in islice(enumerate(found), 1, None):
        ends = {head: found[head] for head in sorted(followers[vertex])}
        wrote = text.render_outcomes([outcome] * (vertex + 1)).splitlines(keepends=True)[-1]
        yield Reason(
            None, "", "outcome", _outcome(vertex, outcome, ends), {"followers": ends}, wrote
        )
    if given.tokens is not None:
        yield from _other_tokens(given, data, misere, loopy)


def _tokens(given: text.GraphInput, values: Sequence[int]) -> Iterator[Reason]:
    assert given.tokens is not None
    at = [values[vertex] for vertex in given.tokens]
    x = nim_sum(at)
    yield Reason(None, "", "nim-sum", _sum(at, x), {"x": x}, _x(x))
    yield _sprague_grundy(x)
    winning = {*graph.winning_moves(given.graph, values, given.tokens)}
    for move in graph.moves(given.graph, given.tokens):
        wrote = text.render_moves([move] if move in winning else [], text.TOKEN)
        token, before, after = move
        parts = {"number": token, "before": before, "after": after}
        change = say("第 {number} 枚棋子 {before} -> {after}", **parts)
        yield _by_value(change, values[move[1]], x, values[move[2]], wrote)


def _other_tokens(
    given: text.GraphInput, data: bytes, misere: bool, loopy: bool
) -> Iterator[Reason]:
    """Tell of tokens where no values decide: what the judge found, move by move."""
    from nim.judge import graph as judge

    wrote: list[str] = []
    judge(Lines(BytesIO(data)), wrote.append, misere, loopy)
    told = "匱乏賽局的和不能由各自的值算出，所以逐一搜尋走法；輪到的人走到對手必敗的局面就贏"
    if not misere:
        told = (
            "有環時用廣義的 SG 值，∞ 後面是走得到的值：沒有 ∞ 時看 X；"
            "剛好一個 ∞ 而 X 在其中，先手必勝；其他都是和局"
        )
    rows = "".join(wrote).splitlines(keepends=True)[given.graph.vertices :]
    for row in rows:
        yield Reason(None, "", "search" if misere else "loopy-value", say(told), {}, row)


def _outcome(vertex: int, outcome: graph.Outcome, ends: Mapping[int, str]) -> str:
    shown = listed(f"{head}（{say(text.OUTCOMES[found])}）" for head, found in ends.items())
    parts = {"vertex": vertex, "shown": shown, "outcome": say(text.OUTCOMES[outcome])}
    if not ends:
        return say("頂點 {vertex} 沒有路可走，所以是 {outcome}", **parts)
    told = {
        "N": "頂點 {vertex} 走得到 {shown}，其中有 P，所以是 N",
        "P": "頂點 {vertex} 只走得到 {shown}，都是 N，所以是 P",
        "draw": "頂點 {vertex} 走得到 {shown}，沒有 P，也不全是 N，所以是和局",
    }[outcome]
    return say(told, **parts)


def of_sum(data: bytes) -> Iterator[Reason]:
    """Yield the reasons of `nim sum`."""
    lines = Lines(BytesIO(data))
    rows = data.decode(errors="replace").split("\n")
    games = read_sum(lines)
    where = [number for number, row in enumerate(rows, 1) if row.strip()]
    values = [game.value for game in games]
    for number, (game, value) in enumerate(zip(games, values, strict=True)):
        told = _sum([part.value for part in game.parts], value)
        wrote, asked = f"SG({number + 1}) = {text.decimal(value)}\n", rows[where[number] - 1]
        yield Reason(where[number], asked.strip(), "value", told, {"value": value}, wrote)
    x = nim_sum(values)
    yield Reason(None, "", "nim-sum", _sum(values, x), {"x": x}, _x(x))
    yield _sprague_grundy(x)
    for number, game in enumerate(games, 1):
        yield from _moves_of(game, number, x)


def _moves_of(game: Sum, number: int, x: int) -> Iterator[Reason]:
    winning = 0
    for move in game.winning_moves(x):
        winning += 1
        before = "" if isinstance(move.before, Choose) else move.before
        parts = {"number": number, "part": move.part + 1, "before": before, "after": move.after}
        change = say("第 {number} 個的第 {part} 部分 {before} -> {after}", **parts)
        wrote = text.render_part(number, render_move(move))
        yield _by_value(change, move.before.value, x, move.after.value, wrote)
    for told in render_classes(game) if x else ():
        why = say("分法太多，只列出每一類的一種")
        yield Reason(None, "", "classes", why, {}, text.render_part(number, told))
    if not winning:
        told = "第 {number} 個沒有必勝的走法：每一步之後 X 都不是 0"
        yield Reason(None, "", "no-winning-move", say(told, number=number), {"x": x})


REASONS: dict[str, Callable[..., Iterator[Reason]]] = {
    "nim": of_nim,
    "choose": of_choose,
    "line": of_line,
    "graph": of_graph,
    "sum": of_sum,
}
"""By the subcommand that judges; `nim` itself has none."""


def _lines_of(data: bytes) -> list[int]:
    """Return the line of each word of an input."""
    rows = enumerate(data.split(b"\n"), 1)
    return [number for number, row in rows for _ in row.split()] or [1]


def _x(x: int) -> str:
    return f"X = {text.decimal(x)}\n"


def _verdict(line: int | None, rule: str, told: str, values: dict[str, Any], wins: bool) -> Reason:
    other = text.verdict(not wins)
    otherwise = ((f"{other}\n", say("先手必敗。" if wins else "先手必勝。")),)
    return Reason(line, "", rule, told, values, f"{text.verdict(wins)}\n", otherwise)


def _sprague_grundy(x: int) -> Reason:
    won = "Sprague-Grundy 定理：和等價於一堆 {x} 顆的 Nim，{x} ≠ 0，所以先手必勝"
    lost = "Sprague-Grundy 定理：和等價於一堆 0 顆的 Nim，所以後手必勝"
    told = say(won if x else lost, x=text.decimal(x))
    return _verdict(None, "sprague-grundy", told, {"x": x}, x != 0)


def _by_value(change: str, before: int, x: int, after: int, wrote: str) -> Reason:
    """Tell why a move in a sum wins or not: the value that it leaves must be what X asks for."""
    values = {"before": before, "x": x, "after": after, "wanted": before ^ x}
    template = "{change}：要走到 {before} XOR {x} = {wanted}，走到的是 {after}，所以 X 變成 0"
    if not wrote:
        template = "{change}：要走到 {before} XOR {x} = {wanted}，走到的是 {after}，不會贏"
    rule = "winning-move" if wrote else "no-winning-move"
    return Reason(None, "", rule, say(template, change=change, **values), values, wrote)


def _mex(name: str, followers: Mapping[int, int], value: int) -> str:
    if not followers:
        return say("{name}：沒有路可走，值是 {value}", name=name, value=value)
    shown = listed(f"SG({at}) = {found}" for at, found in followers.items())
    told = "{name}：走得到 {shown}；{lacking}，所以是 {value}"
    return say(told, name=name, shown=shown, lacking=_lacking(value), value=value)


def _lacking(value: int) -> str:
    """Say what makes a number the mex."""
    return say("比 {value} 小的都有，沒有 {value}" if value else "沒有 {value}", value=value)


def _sum(numbers: Iterable[int], x: int) -> str:
    """Say how a nim-sum comes about, in binary where that can be read."""
    listed_ = [*islice(numbers, _MOST_SHOWN + 1)]
    width = max([x, *listed_], default=0).bit_length()
    if len(listed_) > _MOST_SHOWN or width > _MOST_BITS:
        return say("逐位相加不進位：X 的某一位是 1，只有當奇數堆的那一位是 1")
    shown = listed(f"{number} = {number:0{width}b}" for number in listed_)
    parts = {"shown": shown or say("沒有堆"), "binary": f"{x:0{width}b}", "x": x}
    return say("逐位 XOR：{shown}；結果 {binary} = {x}", **parts)
