"""Errors of wrong usage, made from the rows of a command: what was meant."""

from collections.abc import Sequence

from cardjudge.commands import manual, slips
from cardjudge.commands.command import Call, Command
from cardjudge.doors import Row
from cardjudge.errors import UserError, nearest, unknown
from cardjudge.language import listed


def unread(call: Call, words: Sequence[str], otherwise: str) -> UserError:
    """Return the error for words that do not fit the rows, or else the reason `otherwise`."""
    rows = {flag: row for row in call.command.rows for flag in row.flags}
    rest = iter(words)
    for word in rest:
        if word[:1] != "-" or word in ("-", "--"):
            continue
        flag, equals, _ = word.partition("=")
        attached = bool(equals)
        if flag not in rows and word[:2] != "--":
            flag, attached = word[:2], len(word) > 2
        row = rows.get(flag)
        if row is None:
            return _no_option(flag, call.command)
        if row.is_flag and equals:
            return UserError("選項 {name} 不需要值", name=flag)
        if not row.is_flag and not attached and next(rest, None) is None:
            return UserError("選項 {name} 需要一個值", name=flag)
    return UserError("{error}", error=otherwise)


def missing(call: Call, row: Row) -> UserError:
    """Return the error for a missing argument."""
    shown = {"command": call.path, "example": manual.example(call.command, call.path)}
    return UserError(call.command.missing, name=row.name, **shown)


def superfluous(call: Call, words: Sequence[str], rest: Sequence[str]) -> UserError:
    """Return the error for words that are left: no subcommand, or no argument."""
    command, path = call.command, call.path
    if rest[0] in command.below:
        return UserError("選項要寫在子命令 {name} 之後", name=rest[0])
    if command.below:
        slip = slips.no_subcommand(path, rest, call.player_option)
        return slip or _no_command(rest[0], call)
    if "--" in command.tail and call.program is None:
        return slips.no_dashes(path, [word for word in words if word not in rest], rest)
    slip = slips.blanks(path, words) or (command.slip and command.slip(path, rest))
    return slip or UserError("多餘的參數：{words}", words=" ".join(rest))


def _no_command(name: str, call: Call) -> UserError:
    """Return the error for an unknown subcommand; it may be one of the level above."""
    template, known = "沒有 {name} 這個子命令", call.command.below
    if call.above is not None and name in call.above.below:
        return unknown(template, name, [f"{call.path.rpartition(' ')[0]} {name}"], ())
    return unknown(template, name, nearest(name, [*known, "--help", "--version"]), known)


def _no_option(name: str, command: Command) -> UserError:
    if name == "--force":
        return UserError("已經不需要 --force：結果檔直接換掉；指令做的資料夾要是新的或空的")
    if name[1:].isdecimal():
        return UserError("{name} 像是選項：負數要寫在 -- 後面", name=name)
    within = [
        word for word in command.below if any(name in row.flags for row in command.named(word).rows)
    ]
    if within:
        template = "{name} 是子命令 {others} 的選項，要寫在它後面"
        return UserError(template, name=name, others=listed(within))
    first = f"-{name.lower()}" if len(name) == 2 else None
    flags = [flag for row in command.rows for flag in row.flags if len(flag) > 2]
    begins = [flag for flag in flags if flag[:3] == first]
    return unknown("沒有 {name} 這個選項", name, nearest(name, flags) or begins, ())
