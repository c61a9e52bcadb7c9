"""Checks the syntax of Python; where a newer Python would accept it, the message says which.

The interpreter of homework runs this file as a script, so it imports nothing of the kit. It guesses
nothing: a source needs a newer version if it compiles here once the syntax of that version, and of
none later, is undone.
"""

import re
import sys
import traceback
from collections.abc import Iterator

_STRING = re.compile(r"(?i)(?:(?<!\w)([rbuft]|[bft]r|r[bft]))?('''|\"\"\"|'|\")|#[^\n]*")
_PARAMETERS = re.compile(
    r"\b(?:def|class)\s+\w+\s*(\[)|(?:^|(?<=[;:]))[ \t]*type\s+\w+\s*(\[)", re.MULTILINE
)
_TYPE = re.compile(r"(^|[;:])([ \t]*)type[ \t]+(\w+[ \t]*=(?!=))", re.MULTILINE)
_EXCEPT = re.compile(r"^([ \t]*except\*?[ \t]+)([^\n(:]+,[^\n(:]+?)([ \t]*:)", re.MULTILINE)
_LAZY = re.compile(r"^([ \t]*)lazy[ \t]+(?=import\b|from\b)", re.MULTILINE)
_UNPACKED = re.compile(r"([\[({][ \t]*)\*{1,2}(?=[^\n,\[\](){}]*\bfor\b)")
_KEPT = re.compile(r"\"<(\d+)>\"")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class _BrokenError(Exception):
    """A string or a bracket does not end."""


def main() -> None:
    """Check the files of the command line; exit with status 1 at the first error."""
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            data = file.read()
        try:
            compile(data, name, "exec")
        except (SyntaxError, ValueError) as error:  # a ValueError is a NUL in the file
            version = needed(data) if type(error) is SyntaxError else None
            if isinstance(error, SyntaxError) and version is not None:
                here = ".".join(map(str, sys.version_info[:2]))
                words = f"{error.msg} (needs Python 3.{version}, this is {here})"
                # Without the line of the source, which may look like a message.
                error = SyntaxError(words, (name, error.lineno, None, None))
            traceback.print_exception(error, limit=0)
            sys.exit(1)


def needed(data: bytes) -> int | None:
    """Return the minor version of Python 3 whose syntax a source needs, or None if it is wrong."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        if _compiles(text):
            return None  # its encoding is wrong, not its syntax
        for version in range(sys.version_info.minor + 1, 16):
            if all(map(_compiles, _undone(text, version))):
                return version
    except (_BrokenError, UnicodeError, RecursionError):
        pass
    return None


def _compiles(text: str) -> bool:
    try:
        compile(text, "", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError):
        return False
    return True


def _undone(text: str, version: int) -> Iterator[str]:
    """Yield a source without the new syntax up to a version, and the parts taken out of it."""
    kept: list[str] = []
    parts: list[str] = []
    text = _masked(text, version, kept, parts)
    if version >= 15:
        text = _UNPACKED.sub(r"\1", _LAZY.sub(r"\1", text))
    if version >= 14:
        text = _EXCEPT.sub(r"\1(\2)\3", text)
    at = 0
    while version >= 12 and (match := _PARAMETERS.search(text, at)):
        at = match.end() - 1
        end = _end(text, at)
        if not text[at + 1 : end - 1].strip():
            raise _BrokenError
        if version >= 13 or "=" not in text[at:end]:
            parts.append(f"def _({text[at + 1 : end - 1]}): pass")
            text = text[:at] + text[end:]
    if version >= 12:
        text = _TYPE.sub(r"\1\2\3", text)
    for part in (text, *parts):
        yield _KEPT.sub(lambda match: kept[int(match[1])], part)


def _masked(text: str, version: int, kept: list[str], parts: list[str]) -> str:
    """Return a text with a number for each string; new strings become empty, and their parts."""
    masked, at = "", 0
    while match := _STRING.search(text, at):
        masked += text[at : match.start()]
        kind = (match[1] or "").lower()
        if match[2] is None:
            at = match.end()
            continue
        is_new = ("f" in kind and sys.version_info < (3, 12)) or ("t" in kind and version >= 14)
        at, inside = _string(text, match, is_new)
        parts += (f"async def _():\n ({_masked(part, version, kept, parts)}\n )" for part in inside)
        masked += f'"<{len(kept)}>"'
        kept.append("''" if is_new else text[match.start() : at])
    return masked + text[at:]


def _string(text: str, begin: re.Match[str], has_parts: bool) -> tuple[int, list[str]]:
    """Return the end of a string and the expressions in it."""
    quote, at = begin[2], begin.end()
    parts: list[str] = []
    while not text.startswith(quote, at):
        if at >= len(text) or (text[at] == "\n" and len(quote) == 1):
            raise _BrokenError
        if text[at] == "\\" or (has_parts and text[at : at + 2] in ("{{", "}}")):
            at += 2
        elif has_parts and text[at] == "{":
            at = _field(text, at, parts)
        else:
            at += 1
    return at + len(quote), parts


def _field(text: str, at: int, parts: list[str]) -> int:
    """Return the end of a replacement field; add its expression, and those of its format."""
    end = _end(text, at, ":!")
    expression = text[at + 1 : end - 1]
    if not expression.strip():
        raise _BrokenError
    parts.append(re.sub(r"(?<![=!<>])=\s*$", "", expression))
    if text[end - 1] == "!":
        end = _end(text, end, ":")
    if text[end - 1] == ":":
        while text[end] != "}":
            end = _field(text, end, parts) if text[end] == "{" else end + 1
            if end >= len(text):
                raise _BrokenError
        end += 1
    return end


def _end(text: str, at: int, stops: str = "") -> int:
    """Return the position after the bracket that closes the one before `at` or at it.

    It may end earlier, after one of the characters `stops` outside of inner brackets.
    """
    open_brackets = [_CLOSING.get(text[at], "}")]
    at += text[at] in _CLOSING
    while at < len(text):
        if match := _STRING.match(text, at):
            has_parts = not {"f", "t"}.isdisjoint((match[1] or "").lower())
            at = _string(text, match, has_parts)[0] if match[2] else match.end()
            continue
        character = text[at]
        at += 1
        if character in _CLOSING:
            open_brackets.append(_CLOSING[character])
        elif character == open_brackets[-1]:
            open_brackets.pop()
            if not open_brackets:
                return at
        elif len(open_brackets) == 1 and character in stops and text[at : at + 1] != "=":
            return at
    raise _BrokenError


if __name__ == "__main__":
    main()
