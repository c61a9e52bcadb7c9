"""The optional parts of the kit, and the one answer where somebody asks for what is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from cardjudge.errors import UserError


@contextmanager
def needed(extra: str, what: str) -> Iterator[None]:
    """Tell how to install the extra where `what` the user asked for cannot be imported."""
    try:
        yield
    except ImportError as error:
        missing = error.name or error
        raise UserError(
            "{what} 缺少 {missing}：pip install 'cardjudge[{extra}]'",
            what=what,
            missing=missing,
            extra=extra,
        ) from None
