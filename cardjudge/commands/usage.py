"""Errors of wrong usage, made from the fields of Typer's errors, not from their English text."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from cardjudge.commands import manual
from cardjudge.errors import UserError, nearest, quote, unknown
from cardjudge.language import listed, say
from cardjudge.numbers import integer


def in_words(error: Any) -> UserError:
    """Return an error of Typer in the user's language; an unknown error unchanged."""
    match type(error).__name__:
        case "NoSuchOption":
            return _no_option(error.option_name, error.ctx.command, error.possibilities or ())
        case "MissingParameter":
            command, path = error.ctx.command, error.ctx.command_path
            shown = {"command": path, "example": manual.example(command, path)}
            return UserError(command.missing, name=_name(error.param), **shown)
        case "BadOptionUsage":
            return UserError(_bad_option(error), name=error.option_name)
        case "BadParameter" if error.param is not None:
            cause, why = error.__cause__, str(error.message)  # a command raised one without a cause
            why = _why(error.param, str(cause.errors()[0]["input"]), why) if cause else why
            return UserError(_WRONG, name=_name(error.param), why=why)
        case "UsageError" if names := getattr(error.ctx.command, "commands", {}):
            return UserError("缺少子命令（有的是：{known}）", known=listed(names))
    return UserError("{error}", error=error.format_message())


def check_integers(command: Any, context: Any, arguments: list[str]) -> None:
    """Raise UserError for an integer like `1_0` or `+1`, which Typer reads as Python does."""
    typed = command.make_parser(context).parse_args([*arguments])[0]
    for param in command.params:
        text, is_integer = typed.get(param.name), param.type_descriptor.annotation is int
        if is_integer and isinstance(text, str) and integer(text.removeprefix("-")) is None:
            raise UserError(_WRONG, name=_name(param), why=_why(param, text))


def no_command(name: str, context: Any) -> UserError:
    """Return the error for an unknown subcommand; it may be one of the level above."""
    template, outer = "沒有 {name} 這個子命令", context.parent
    if outer is not None and name in outer.command.commands:
        return unknown(template, name, [f"{outer.command_path} {name}"], ())
    known = context.command.commands
    return unknown(template, name, nearest(name, [*known, "--help", "--version"]), known)


def no_dashes(command: str, before: Sequence[str], program: Sequence[str]) -> UserError:
    """Return the error for a program's command without ``--`` before it."""
    run = " ".join([command, *before, "--", *program])
    return UserError("要執行的程式寫在 -- 後面：{run}", run=run)


def _no_option(name: str, command: Any, close: Sequence[str]) -> UserError:
    if name == "--force":
        return UserError("已經不需要 --force：結果檔直接換掉；指令做的資料夾要是新的或空的")
    if name[1:].isdecimal():
        return UserError("{name} 像是選項：負數要寫在 -- 後面", name=name)
    within = [
        word
        for word, inner in getattr(command, "commands", {}).items()
        if any(name in param.opts for param in inner.params)
    ]
    if within:
        template = "{name} 是子命令 {others} 的選項，要寫在它後面"
        return UserError(template, name=name, others=listed(within))
    first = f"-{name.lower()}" if len(name) == 2 else None
    begins = [option for param in command.params for option in param.opts if option[:3] == first]
    names = [option for param in command.params for option in param.opts if len(option) > 2]
    return unknown("沒有 {name} 這個選項", name, nearest(name, names) or close or begins, ())


def _name(param: Any) -> str:
    return max(param.opts, key=len) if param.param_type_name == "option" else say(param.metavar)


def _bad_option(error: Any) -> str:
    params = error.ctx.command.get_params(error.ctx)
    flag = any(error.option_name in param.opts and param.is_flag for param in params)
    return "選項 {name} 不需要值" if flag else "選項 {name} 需要一個值"


def _why(param: Any, text: str, otherwise: str = "") -> str:
    """Return the reason why a value is wrong: its kind, its bounds or its choices."""
    value = quote(text)
    kind = {int: "整數", float: "數字"}.get(param.type_descriptor.annotation)
    if param.type_descriptor.choices is not None:
        choices = [str(getattr(each, "value", each)) for each in param.type_descriptor.choices]
        error = say("應是 {choices} 之一，不是{value}", choices=listed(choices), value=value)
        return str(unknown("{name}", error, get_close_matches(text.lower(), choices, 1, 0.75), ()))
    if kind is None:
        return otherwise
    # A bound that protects the system's clocks tells a user nothing.
    most = param.max if kind == "整數" or param.max != 1e9 else None
    bounds = _BOUNDS[param.min is not None, most is not None]
    return say(bounds, kind=say(kind), least=param.min, most=most, value=value)


_WRONG = "{name} 的值不對：{why}"
_BOUNDS = {
    (False, False): "應是{kind}，不是{value}",
    (True, False): "應是至少 {least} 的{kind}，不是{value}",
    (False, True): "應是至多 {most} 的{kind}，不是{value}",
    (True, True): "應是 {least} 到 {most} 的{kind}，不是{value}",
}
